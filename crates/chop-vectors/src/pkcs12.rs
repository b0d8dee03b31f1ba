//! PKCS#12 files: with the key [`D`](crate::sm2_keys::D) of SM2, or with [`SEED`](crate::text_around::SEED) of Ed25519.

/// A file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File {
    /// The name, without its ending.
    pub name: &'static str,
    /// The bytes.
    pub bytes: &'static [u8],
    /// The passphrase.
    pub passphrase: &'static str,
}

macro_rules! files {
    ($(#[$doc:meta])* $function:ident, $passphrase:literal: $($name:literal),+ $(,)?) => {
        $(#[$doc])*
        pub const fn $function() -> &'static [File] {
            &[$(File {
                name: $name,
                bytes: include_bytes!(concat!("../data/pkcs12/", $name, ".p12")),
                passphrase: $passphrase,
            }),+]
        }
    };
}

files! {
    /// With the key of SM2.
    sm2, "correct horse":
        "openssl-sm4-cbc-sm3",
        "openssl-aes-256-cbc-sha256",
        "openssl-aes-128-cbc-sha1",
        "openssl-plain-sha512",
        "openssl-no-mac",
        "openssl-chain",
        "bc-sm3",
        "bc-chain-without-id",
        "bc-store-pieces",
        "bc-pbmac1-sha256",
}
files! {
    /// The same with an empty passphrase.
    no_passphrase, "": "openssl-no-passphrase-sha384"
}
files! {
    /// The same with a passphrase that is not ASCII.
    chinese, "口令 🐎": "openssl-chinese-sha224"
}
files! {
    /// With the key of Ed25519.
    ed25519, "correct horse": "openssl-ed25519", "keytool-ed25519"
}
files! {
    /// Whose certificate is one of another key.
    other_certificate, "correct horse":
        "bc-other-certificate",
        "bc-other-certificate-by-id",
        "bc-other-certificates-without-id",
}
files! {
    /// Encrypted with RC2 and DES, all of it and the certificate alone.
    legacy, "correct horse": "openssl-legacy", "openssl-legacy-certificate"
}
files! {
    /// With two keys, and with none.
    not_one_key, "correct horse": "bc-two-keys", "openssl-no-key"
}
