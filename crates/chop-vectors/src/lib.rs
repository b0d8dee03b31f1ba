//! Published test values and their typed parsers, for tests of chop.
//!
//! Each module reads one folder of `data/`, where `SOURCE.md` says where the values come from. The data
//! is compiled in; a parser panics only if the files of this crate are broken.

pub mod accumulated;
pub mod bip340;
pub mod gm;
pub mod jose;
pub mod minisign;
pub mod openssh;
pub mod pkcs12;
pub mod rfc7748;
pub mod rfc8032;
pub mod rfc9380;
pub mod rfc9381;
pub mod rfc9496;
pub mod secp256k1;
pub mod sm2;
pub mod sm2_keys;
pub mod sm3;
pub mod text_around;
pub mod text_keys;

/// The bytes of a hexadecimal text.
fn bytes<const N: usize>(text: &str) -> [u8; N] {
    hex::decode(text)
        .expect("the value is hexadecimal")
        .try_into()
        .unwrap_or_else(|bytes: Vec<u8>| panic!("the value has {} bytes, not {N}", bytes.len()))
}
