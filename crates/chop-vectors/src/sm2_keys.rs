//! Files of one SM2 key as other software writes them.

/// A file in PEM, and how it came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File {
    /// The name, without its ending.
    pub name: &'static str,
    /// The text.
    pub pem: &'static str,
}

/// The secret key of all files but `tjfoc-short-d`: d of the example of GM/T 0003.5, A.
pub const D: [u8; 32] = [
    0x39, 0x45, 0x20, 0x8f, 0x7b, 0x21, 0x44, 0xb1, 0x3f, 0x36, 0xe3, 0x8a, 0xc6, 0xd3, 0x9f, 0x95, 0x88,
    0x93, 0x93, 0x69, 0x28, 0x60, 0xb5, 0x1a, 0x42, 0xfb, 0x81, 0xef, 0x4d, 0xf7, 0xc5, 0xb8,
];

/// The secret key of `tjfoc-short-d`, which has it in four bytes.
pub const SHORT_D: u32 = 0x0123_4567;

/// The passphrase of all encrypted files.
pub const PASSPHRASE: &[u8] = b"correct horse";

macro_rules! files {
    ($(#[$doc:meta])* $function:ident: $($name:literal),+ $(,)?) => {
        $(#[$doc])*
        pub const fn $function() -> &'static [File] {
            &[$(File { name: $name, pem: include_str!(concat!("../data/sm2-keys/", $name, ".pem")) }),+]
        }
    };
}

files! {
    /// PKCS#8.
    pkcs8: "openssl-pkcs8", "gmsm-pkcs8", "tjfoc-pkcs8", "bc-pkcs8"
}
files! {
    /// PKCS#8 with d in four bytes.
    short_d: "tjfoc-short-d"
}
files! {
    /// SEC1: labels `SM2 PRIVATE KEY` and `EC PRIVATE KEY`, with and without public key.
    sec1: "openssl-sec1", "openssl-sec1-no-public", "gmsm-sec1", "bc-sec1"
}
files! {
    /// SPKI, uncompressed and compressed.
    spki: "openssl-spki", "openssl-spki-compressed", "gmsm-spki", "tjfoc-spki", "bc-spki"
}
files! {
    /// PKCS#8 encrypted with PBES2.
    encrypted:
        "openssl-aes256-cbc-sha256",
        "openssl-aes128-cbc-sha1",
        "openssl-sm4-cbc-sha256",
        "openssl-scrypt",
        "gmsm-default",
        "gmsm-sm4-cbc-sm3",
        "gmsm-sm4-cbc-sha256",
        "gmsm-sm4-cbc-scrypt",
        "gmsm-sm4-gcm-sm3",
        "gmsm-aes256-cbc-sm3",
        "gmsm-aes192-cbc-sha512",
        "gmsm-aes128-gcm-sha1",
        "gmsm-gmt0091",
        "tjfoc-encrypted",
        "bc-aes256-cbc-default",
}
files! {
    /// Encrypted in ways that are not PBES2 with AES or SM4.
    encrypted_otherwise: "openssl-pbes1", "openssl-des3", "openssl-sec1-legacy-encrypted"
}
files! {
    /// Public, with the hybrid form of the point; public and private, with the curve in numbers.
    odd: "openssl-spki-hybrid", "openssl-spki-explicit", "openssl-sec1-explicit"
}
files! {
    /// A CFCA file, a key in an envelope of GM/T 0009.
    foreign: "gmsm-cfca", "gmsm-enveloped-key"
}
files! {
    /// Certificates: three roots with the key of all files, signed by it; a leaf with another, signed by it.
    certificates: "openssl-root", "gmsm-root", "bc-root", "gmsm-leaf"
}
