//! What is checked. A target is a line in [`TARGETS`]: a name and a function that takes secrets from
//! [`secret`](crate::secret::secret), computes, and gives results to [`reveal`](crate::secret::reveal).

mod controls;
mod curve;
mod ed25519;
mod engine;
mod files;
mod hazmat;
mod scalar;
mod secp256k1;
mod sm2;
mod sm2_keys;
mod weierstrass;
mod x25519;

use chop::ed25519::generic::{Blake2b, Blake3, Sha512};
use chop_core::cpu::Level;
use chop_core::field::f25519::{r52, r64x1, u32x1, u64x1};
use chop_core::field::full_limbs::Words32;
use chop_core::field::{fsecp256k1, fsm2};
use chop_core::lanes::portable_u64x8::U64x8;
use chop_core::scalar::nsecp256k1::NSecp256k1;
use chop_core::scalar::nsm2::NSm2;

/// A computation on secrets.
pub struct Target {
    /// How it is called on the command line: what it computes, a slash, and with which code.
    pub name: &'static str,
    /// The computation.
    pub run: fn(),
    /// Whether it is a positive control: Valgrind must complain.
    pub leaks: bool,
}

const fn clean(name: &'static str, run: fn()) -> Target {
    Target { name, run, leaks: false }
}

const fn leaky(name: &'static str, run: fn()) -> Target {
    Target { name, run, leaks: true }
}

const PORTABLE: Level = Level::PORTABLE;
const PORTABLE32: Level = Level::PORTABLE32;
const PORTABLE8: Level = Level::PORTABLE8;

/// The level with two chains of carries; without its instructions, `portable` once more.
fn adx() -> Level {
    Level::adx().unwrap_or_else(|| {
        eprintln!("skipped: this processor has no BMI2 and ADX");
        PORTABLE
    })
}

/// The level with four lanes of AVX2; without its instructions, `portable` once more.
fn fma() -> Level {
    Level::fma().unwrap_or_else(|| {
        eprintln!("skipped: this processor has no AVX2 with FMA");
        PORTABLE
    })
}

/// All targets. What is done one at a time is the same code on `portable` and on `portable8`, but for multiples of base
/// points and for X25519.
pub const TARGETS: &[Target] = &[
    leaky("leaky/branch", controls::branch),
    leaky("leaky/index", controls::index),
    leaky("leaky/wnaf_vartime", controls::wnaf_vartime),
    leaky("leaky/equality", controls::equality),
    clean("scalar_mul_add/u64", scalar::mul_add::<u64>),
    clean("scalar_mul_add/u32", scalar::mul_add::<u32>),
    clean("scalar_add_sub/u64", scalar::add_sub),
    clean("scalar_reduce_wide/u64", scalar::reduce_wide::<u64>),
    clean("scalar_reduce_wide/u32", scalar::reduce_wide::<u32>),
    clean("scalar_reduce_narrow/u64", scalar::reduce_narrow::<u64>),
    clean("scalar_reduce_narrow/u32", scalar::reduce_narrow::<u32>),
    clean("scalar_is_canonical/u64", scalar::is_canonical),
    clean("signed_radix/4", scalar::signed_radix::<4, 64>),
    clean("signed_radix/5", scalar::signed_radix::<5, 51>),
    clean("signed_radix/8", scalar::signed_radix::<8, 32>),
    clean("field_words/r64x1", curve::field_words::<r64x1::Fe>),
    clean("field_words/u64x1", curve::field_words::<u64x1::Fe>),
    clean("field_words/u32x1", curve::field_words::<u32x1::Fe>),
    clean("field_words/r52", curve::field_words::<r52::Fe<U64x8>>),
    clean("fixed_base/r64x1", curve::fixed_base::<r64x1::Fe>),
    clean("fixed_base/u64x1", curve::fixed_base::<u64x1::Fe>),
    clean("fixed_base/u32x1", curve::fixed_base::<u32x1::Fe>),
    clean("fixed_base/r52", curve::fixed_base::<r52::Fe<U64x8>>),
    clean("var_base/r64x1", curve::var_base::<r64x1::Fe>),
    clean("var_base/u64x1", curve::var_base::<u64x1::Fe>),
    clean("var_base/u32x1", curve::var_base::<u32x1::Fe>),
    clean("var_base/r52", curve::var_base::<r52::Fe<U64x8>>),
    clean("ladder/r64x1", curve::ladder::<r64x1::Fe>),
    clean("ladder/u64x1", curve::ladder::<u64x1::Fe>),
    clean("ladder/u32x1", curve::ladder::<u32x1::Fe>),
    clean("ladder/r52", curve::ladder::<r52::Fe<U64x8>>),
    clean("decompress/r64x1", curve::decompress::<r64x1::Fe>),
    clean("decompress/u64x1", curve::decompress::<u64x1::Fe>),
    clean("decompress/u32x1", curve::decompress::<u32x1::Fe>),
    clean("decompress/r52", curve::decompress::<r52::Fe<U64x8>>),
    clean("mul_base_encoded/portable", || engine::mul_base_encoded(PORTABLE)),
    clean("mul_base_encoded/portable32", || engine::mul_base_encoded(PORTABLE32)),
    clean("mul_base_encoded/portable8", || engine::mul_base_encoded(PORTABLE8)),
    clean("mul_base_encoded/fma", || engine::mul_base_encoded(fma())),
    clean("mul_base_encoded_many/portable", || engine::mul_base_encoded_many(PORTABLE)),
    clean("mul_base_encoded_many/portable8", || engine::mul_base_encoded_many(PORTABLE8)),
    clean("mul_base_encoded_many/fma", || engine::mul_base_encoded_many(fma())),
    clean("exchange/portable", || engine::exchange(PORTABLE)),
    clean("exchange/portable32", || engine::exchange(PORTABLE32)),
    clean("exchange_many/portable8", || engine::exchange_many(PORTABLE8)),
    clean("exchange_many/fma", || engine::exchange_many(fma())),
    clean("public_key/portable", || engine::public_key(PORTABLE)),
    clean("public_key/portable32", || engine::public_key(PORTABLE32)),
    clean("ed25519_keygen/portable", || ed25519::keygen::<Sha512>(PORTABLE)),
    clean("ed25519_keygen/portable32", || ed25519::keygen::<Sha512>(PORTABLE32)),
    clean("ed25519_keygen/portable8", || ed25519::keygen::<Sha512>(PORTABLE8)),
    clean("ed25519_keygen/fma", || ed25519::keygen::<Sha512>(fma())),
    clean("ed25519_keygen_many/portable", || ed25519::keygen_many::<Sha512>(PORTABLE)),
    clean("ed25519_keygen_many/portable32", || ed25519::keygen_many::<Sha512>(PORTABLE32)),
    clean("ed25519_keygen_many/portable8", || ed25519::keygen_many::<Sha512>(PORTABLE8)),
    clean("ed25519_keygen_many/fma", || ed25519::keygen_many::<Sha512>(fma())),
    clean("ed25519_sign/portable", || ed25519::sign::<Sha512>(PORTABLE)),
    clean("ed25519_sign/portable32", || ed25519::sign::<Sha512>(PORTABLE32)),
    clean("ed25519_sign/portable8", || ed25519::sign::<Sha512>(PORTABLE8)),
    clean("ed25519_sign/fma", || ed25519::sign::<Sha512>(fma())),
    clean("ed25519_sign_hedged_with/portable", || ed25519::sign_hedged_with::<Sha512>(PORTABLE)),
    clean("ed25519_sign_hedged_with/portable32", || ed25519::sign_hedged_with::<Sha512>(PORTABLE32)),
    clean("ed25519_sign_hedged_with/portable8", || ed25519::sign_hedged_with::<Sha512>(PORTABLE8)),
    clean("ed25519_sign_hedged_with/fma", || ed25519::sign_hedged_with::<Sha512>(fma())),
    clean("ed25519_sign_many/portable", || ed25519::sign_many::<Sha512>(PORTABLE)),
    clean("ed25519_sign_many/portable32", || ed25519::sign_many::<Sha512>(PORTABLE32)),
    clean("ed25519_sign_many/portable8", || ed25519::sign_many::<Sha512>(PORTABLE8)),
    clean("ed25519_sign_many/fma", || ed25519::sign_many::<Sha512>(fma())),
    clean("ed25519_sign_modes/portable", || ed25519::sign_modes::<Sha512>(PORTABLE)),
    clean("ed25519_sign_modes/portable32", || ed25519::sign_modes::<Sha512>(PORTABLE32)),
    clean("ed25519_sign_modes/portable8", || ed25519::sign_modes::<Sha512>(PORTABLE8)),
    clean("ed25519_sign_modes/fma", || ed25519::sign_modes::<Sha512>(fma())),
    clean("ed25519_sign_reader/portable", || ed25519::sign_reader::<Sha512>(PORTABLE)),
    clean("ed25519_sign_reader/portable32", || ed25519::sign_reader::<Sha512>(PORTABLE32)),
    clean("ed25519_sign_reader/portable8", || ed25519::sign_reader::<Sha512>(PORTABLE8)),
    clean("ed25519_sign_reader/fma", || ed25519::sign_reader::<Sha512>(fma())),
    clean("ed25519_keypair_bytes/portable", || ed25519::keypair_bytes::<Sha512>(PORTABLE)),
    clean("ed25519_keypair_bytes/portable32", || ed25519::keypair_bytes::<Sha512>(PORTABLE32)),
    clean("ed25519_keypair_bytes/portable8", || ed25519::keypair_bytes::<Sha512>(PORTABLE8)),
    clean("ed25519_keypair_bytes/fma", || ed25519::keypair_bytes::<Sha512>(fma())),
    clean("ed25519_blake2b_keygen/portable", || ed25519::keygen::<Blake2b>(PORTABLE)),
    clean("ed25519_blake2b_sign/portable", || ed25519::sign::<Blake2b>(PORTABLE)),
    clean("ed25519_blake2b_sign_hedged_with/portable", || ed25519::sign_hedged_with::<Blake2b>(PORTABLE)),
    clean("ed25519_blake2b_sign_many/portable", || ed25519::sign_many::<Blake2b>(PORTABLE)),
    clean("ed25519_blake2b_sign_modes/portable", || ed25519::sign_modes::<Blake2b>(PORTABLE)),
    clean("ed25519_blake2b_sign_reader/portable", || ed25519::sign_reader::<Blake2b>(PORTABLE)),
    clean("ed25519_blake3_keygen/portable", || ed25519::keygen::<Blake3>(PORTABLE)),
    clean("ed25519_blake3_sign/portable", || ed25519::sign::<Blake3>(PORTABLE)),
    clean("ed25519_blake3_sign_hedged_with/portable", || ed25519::sign_hedged_with::<Blake3>(PORTABLE)),
    clean("ed25519_blake3_sign_many/portable", || ed25519::sign_many::<Blake3>(PORTABLE)),
    clean("ed25519_blake3_sign_modes/portable", || ed25519::sign_modes::<Blake3>(PORTABLE)),
    clean("ed25519_blake3_sign_reader/portable", || ed25519::sign_reader::<Blake3>(PORTABLE)),
    clean("x25519_public_key/portable", || x25519::public_key(PORTABLE)),
    clean("x25519_public_key/portable32", || x25519::public_key(PORTABLE32)),
    clean("x25519_public_key/portable8", || x25519::public_key(PORTABLE8)),
    clean("x25519_public_key/fma", || x25519::public_key(fma())),
    clean("x25519_public_key_many/portable", || x25519::public_key_many(PORTABLE)),
    clean("x25519_public_key_many/portable32", || x25519::public_key_many(PORTABLE32)),
    clean("x25519_public_key_many/portable8", || x25519::public_key_many(PORTABLE8)),
    clean("x25519_public_key_many/fma", || x25519::public_key_many(fma())),
    clean("x25519_exchange/portable", || x25519::exchange(PORTABLE)),
    clean("x25519_exchange/portable32", || x25519::exchange(PORTABLE32)),
    clean("x25519_exchange/portable8", || x25519::exchange(PORTABLE8)),
    clean("x25519_exchange/fma", || x25519::exchange(fma())),
    clean("x25519_exchange_many/portable", || x25519::exchange_many(PORTABLE)),
    clean("x25519_exchange_many/portable32", || x25519::exchange_many(PORTABLE32)),
    clean("x25519_exchange_many/portable8", || x25519::exchange_many(PORTABLE8)),
    clean("x25519_exchange_many/fma", || x25519::exchange_many(fma())),
    clean("sm2_scalars/u64", weierstrass::scalars::<NSm2, u64>),
    clean("sm2_scalars/u32", weierstrass::scalars::<NSm2, u32>),
    clean("sm2_invert/u64", weierstrass::invert::<NSm2>),
    clean("sm2_field/r64x1", weierstrass::field::<fsm2::r64x1::Fe>),
    clean("sm2_field/r52", weierstrass::field::<fsm2::r52::Fe<U64x8>>),
    clean("sm2_scalars_in_lanes/portable8", weierstrass::scalars_in_lanes::<NSm2, U64x8>),
    clean("secp256k1_scalars/u64", weierstrass::scalars::<NSecp256k1, u64>),
    clean("secp256k1_scalars/u32", weierstrass::scalars::<NSecp256k1, u32>),
    clean("secp256k1_invert/u64", weierstrass::invert::<NSecp256k1>),
    clean("secp256k1_split/u64", weierstrass::split::<NSecp256k1, u64>),
    clean("secp256k1_split/u32", weierstrass::split::<NSecp256k1, u32>),
    clean("secp256k1_field/r64x1", weierstrass::field::<fsecp256k1::r64x1::Fe>),
    clean("secp256k1_field/r64x1-32", weierstrass::field::<fsecp256k1::r64x1::Full<Words32>>),
    clean("secp256k1_field/r52", weierstrass::field::<fsecp256k1::r52::Fe<U64x8>>),
    clean("secp256k1_scalars_in_lanes/portable8", weierstrass::scalars_in_lanes::<NSecp256k1, U64x8>),
    clean("sm2_sm3_x16/portable8", || sm2::sm3_x16(PORTABLE8)),
    clean("sm2_sm3_x16/fma", || sm2::sm3_x16(fma())),
    clean("sm2_sign_many/portable", || sm2::sign_many::<{ sm2::MANY }>(PORTABLE)),
    clean("sm2_sign_many/portable8", || sm2::sign_many::<{ sm2::MANY }>(PORTABLE8)),
    clean("sm2_sign_many/fma", || sm2::sign_many::<{ sm2::MANY }>(fma())),
    clean("sm2_keygen_many/portable", || sm2::keygen_many::<{ sm2::MANY }>(PORTABLE)),
    clean("sm2_keygen_many/portable8", || sm2::keygen_many::<{ sm2::MANY }>(PORTABLE8)),
    clean("sm2_keygen_many/fma", || sm2::keygen_many::<{ sm2::MANY }>(fma())),
    clean("sm2_sign_many_affine/portable8", || sm2::sign_many::<{ sm2::AFFINE }>(PORTABLE8)),
    clean("sm2_sign_many_affine/fma", || sm2::sign_many::<{ sm2::AFFINE }>(fma())),
    clean("sm2_keygen_many_affine/portable8", || sm2::keygen_many::<{ sm2::AFFINE }>(PORTABLE8)),
    clean("sm2_keygen_many_affine/fma", || sm2::keygen_many::<{ sm2::AFFINE }>(fma())),
    clean("sm2_mul_base/portable", || sm2::mul_base(PORTABLE)),
    clean("sm2_mul/portable", || sm2::mul(PORTABLE)),
    clean("sm2_keygen/portable", || sm2::keygen(PORTABLE)),
    clean("sm2_sign/portable", || sm2::sign(PORTABLE)),
    clean("sm2_keygen/portable8", || sm2::keygen(PORTABLE8)),
    clean("sm2_keygen/fma", || sm2::keygen(fma())),
    clean("sm2_sign/portable8", || sm2::sign(PORTABLE8)),
    clean("sm2_sign/fma", || sm2::sign(fma())),
    clean("sm2_sign/portable32", || sm2::sign(PORTABLE32)),
    clean("sm2_mul/portable32", || sm2::mul(PORTABLE32)),
    clean("secp256k1_keygen/portable", || secp256k1::keygen(PORTABLE)),
    clean("secp256k1_keygen/portable8", || secp256k1::keygen(PORTABLE8)),
    clean("secp256k1_keygen/fma", || secp256k1::keygen(fma())),
    clean("secp256k1_sign/portable", || secp256k1::sign(PORTABLE)),
    clean("secp256k1_sign/portable32", || secp256k1::sign(PORTABLE32)),
    clean("secp256k1_sign/portable8", || secp256k1::sign(PORTABLE8)),
    clean("secp256k1_sign/fma", || secp256k1::sign(fma())),
    clean("secp256k1_schnorr/portable", || secp256k1::schnorr(PORTABLE)),
    clean("secp256k1_schnorr/portable32", || secp256k1::schnorr(PORTABLE32)),
    clean("secp256k1_schnorr/portable8", || secp256k1::schnorr(PORTABLE8)),
    clean("secp256k1_schnorr/fma", || secp256k1::schnorr(fma())),
    clean("secp256k1_mul/portable", || secp256k1::mul(PORTABLE)),
    clean("secp256k1_mul/portable32", || secp256k1::mul(PORTABLE32)),
    clean("secp256k1_sign_many/portable", || secp256k1::sign_many::<{ sm2::MANY }>(PORTABLE)),
    clean("secp256k1_sign_many/portable8", || secp256k1::sign_many::<{ sm2::MANY }>(PORTABLE8)),
    clean("secp256k1_sign_many/fma", || secp256k1::sign_many::<{ sm2::MANY }>(fma())),
    clean("secp256k1_sign_many_affine/portable8", || secp256k1::sign_many::<{ sm2::AFFINE }>(PORTABLE8)),
    clean("secp256k1_sign_many_affine/fma", || secp256k1::sign_many::<{ sm2::AFFINE }>(fma())),
    clean("secp256k1_keygen_many/portable", || secp256k1::keygen_many::<{ sm2::MANY }>(PORTABLE)),
    clean("secp256k1_keygen_many/portable8", || secp256k1::keygen_many::<{ sm2::MANY }>(PORTABLE8)),
    clean("secp256k1_keygen_many/fma", || secp256k1::keygen_many::<{ sm2::MANY }>(fma())),
    clean("secp256k1_keygen_many_affine/portable8", || secp256k1::keygen_many::<{ sm2::AFFINE }>(PORTABLE8)),
    clean("secp256k1_keygen_many_affine/fma", || secp256k1::keygen_many::<{ sm2::AFFINE }>(fma())),
    clean("sm2_keys_keygen/portable", || sm2_keys::keygen(PORTABLE)),
    clean("sm2_keys_sign/portable", || sm2_keys::sign(PORTABLE)),
    clean("sm2_keys_sign/portable32", || sm2_keys::sign(PORTABLE32)),
    clean("sm2_keys_sign_many/portable8", || sm2_keys::sign_many(PORTABLE8)),
    clean("sm2_keys_sign_many/fma", || sm2_keys::sign_many(fma())),
    clean("sm2_keys_encrypt/portable", || sm2_keys::encrypt(PORTABLE)),
    clean("sm2_keys_decrypt/portable", || sm2_keys::decrypt(PORTABLE)),
    clean("sm2_keys_decrypt/portable32", || sm2_keys::decrypt(PORTABLE32)),
    clean("sm2_keys_pkcs8/portable", || sm2_keys::pkcs8(PORTABLE)),
    clean("mul_base_encoded/adx", || engine::mul_base_encoded(adx())),
    clean("exchange/adx", || engine::exchange(adx())),
    clean("ed25519_sign/adx", || ed25519::sign::<Sha512>(adx())),
    clean("sm2_keys_sign/adx", || sm2_keys::sign(adx())),
    clean("sm2_keys_decrypt/adx", || sm2_keys::decrypt(adx())),
    clean("hazmat_scalars/u64", hazmat::scalars),
    clean("hazmat_select/portable", hazmat::select),
    clean("hazmat_points/portable", || hazmat::edwards_points(PORTABLE)),
    clean("hazmat_points/portable32", || hazmat::edwards_points(PORTABLE32)),
    clean("hazmat_points/portable8", || hazmat::edwards_points(PORTABLE8)),
    clean("hazmat_points/fma", || hazmat::edwards_points(fma())),
    clean("hazmat_sums/portable", || hazmat::edwards_sums(PORTABLE)),
    clean("hazmat_sums/portable32", || hazmat::edwards_sums(PORTABLE32)),
    clean("hazmat_sums/portable8", || hazmat::edwards_sums(PORTABLE8)),
    clean("hazmat_sums/fma", || hazmat::edwards_sums(fma())),
    clean("hazmat_many/portable", || hazmat::edwards_many(PORTABLE)),
    clean("hazmat_many/portable32", || hazmat::edwards_many(PORTABLE32)),
    clean("hazmat_many/portable8", || hazmat::edwards_many(PORTABLE8)),
    clean("hazmat_many/fma", || hazmat::edwards_many(fma())),
    clean("hazmat_ristretto/portable", || hazmat::ristretto(PORTABLE)),
    clean("hazmat_ristretto/portable32", || hazmat::ristretto(PORTABLE32)),
    clean("hazmat_ristretto/portable8", || hazmat::ristretto(PORTABLE8)),
    clean("hazmat_ristretto/fma", || hazmat::ristretto(fma())),
    clean("hazmat_hash/portable", || hazmat::hash_to_curve(PORTABLE)),
    clean("hazmat_hash/portable32", || hazmat::hash_to_curve(PORTABLE32)),
    clean("hazmat_hash/portable8", || hazmat::hash_to_curve(PORTABLE8)),
    clean("hazmat_hash/fma", || hazmat::hash_to_curve(fma())),
    clean("hazmat_sm2/portable", || hazmat::sm2(PORTABLE)),
    clean("hazmat_sm2/portable32", || hazmat::sm2(PORTABLE32)),
    clean("hazmat_sm2/portable8", || hazmat::sm2(PORTABLE8)),
    clean("hazmat_sm2/fma", || hazmat::sm2(fma())),
    clean("hazmat_secp256k1/portable", || hazmat::secp256k1(PORTABLE)),
    clean("hazmat_secp256k1/portable32", || hazmat::secp256k1(PORTABLE32)),
    clean("hazmat_secp256k1/portable8", || hazmat::secp256k1(PORTABLE8)),
    clean("hazmat_secp256k1/fma", || hazmat::secp256k1(fma())),
    clean("hazmat_ecdh/portable", || hazmat::ecdh(PORTABLE)),
    clean("hazmat_ecdh/portable32", || hazmat::ecdh(PORTABLE32)),
    clean("hazmat_ecdh/adx", || hazmat::ecdh(adx())),
    clean("hazmat_points/adx", || hazmat::edwards_points(adx())),
    clean("hazmat_ristretto/adx", || hazmat::ristretto(adx())),
    clean("file_pkcs8_der/ed25519", files::pkcs8_der),
    clean("file_pkcs8_pem/ed25519", files::pkcs8_pem),
    clean("file_pkcs8/x25519", files::x25519),
    clean("file_text/solana", files::solana),
    clean("file_text/others", files::text),
    clean("file_text/wif", files::wif),
    clean("file_jwk/ed25519", files::jwk),
    clean("file_openssh/ed25519", files::openssh),
    clean("file_raw_pem/blake2b", files::raw_pem::<Blake2b>),
    clean("file_raw_pem/blake3", files::raw_pem::<Blake3>),
];

/// 32 bytes with no pattern that matters: i ↦ 151·i + 41·n + 7.
pub fn bytes(n: usize) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = (151 * i + 41 * n + 7) as u8;
    }
    bytes
}

/// [`bytes`] as four words, below 2^252.
pub fn words(n: usize) -> [u64; 4] {
    let mut words = chop_core::field::f25519::bytes_to_words(&bytes(n));
    words[3] >>= 4;
    words
}
