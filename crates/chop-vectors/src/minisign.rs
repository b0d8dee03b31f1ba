//! Keys and signatures of minisign and signify.

/// A public key that the documentation of minisign has.
pub const PUBLISHED_PUBLIC: &str = include_str!("../data/minisign/published.pub");
/// The message of its published signatures.
pub const PUBLISHED_MESSAGE: &[u8] = b"test";
/// Published signatures by that key: of the message's hash, and legacy.
pub const PUBLISHED_SIGNATURES: [&str; 2] = [
    include_str!("../data/minisign/published.minisig"),
    include_str!("../data/minisign/published-legacy.minisig"),
];

/// A key of `minisign`, without encryption.
pub const MINISIGN: &str = include_str!("../data/minisign/minisign.key");
/// The same, encrypted under scrypt with 16 MiB of memory.
pub const MINISIGN_ENCRYPTED: &str = include_str!("../data/minisign/minisign-encrypted.key");
/// Its public key.
pub const MINISIGN_PUBLIC: &str = include_str!("../data/minisign/minisign.pub");
/// Its id, as `minisign` shows it.
pub const MINISIGN_ID: &str = "138DEAF1B31DCC17";
/// Signatures of [`MESSAGE`] by it, each with its trusted comment: of the message's hash, and legacy.
pub const MINISIGN_SIGNATURES: [(&str, &str); 2] = [
    (include_str!("../data/minisign/hello.minisig"), "timestamp:1795726370\tfile:hello\thashed"),
    (include_str!("../data/minisign/hello-legacy.minisig"), "a trusted comment, grüße"),
];

/// A key of `signify`, without encryption.
pub const SIGNIFY: &str = include_str!("../data/minisign/signify.sec");
/// Its public key.
pub const SIGNIFY_PUBLIC: &str = include_str!("../data/minisign/signify.pub");
/// A signature of [`MESSAGE`] by it.
pub const SIGNIFY_SIGNATURE: &str = include_str!("../data/minisign/hello.sig");
/// The same with the message behind it.
pub const SIGNIFY_EMBEDDED: &str = include_str!("../data/minisign/hello-embedded.sig");
/// Another key of `signify`, encrypted under 42 rounds of bcrypt.
pub const SIGNIFY_ENCRYPTED: &str = include_str!("../data/minisign/signify-encrypted.sec");
/// Its public key.
pub const SIGNIFY_ENCRYPTED_PUBLIC: &str = include_str!("../data/minisign/signify-encrypted.pub");
/// A signature of [`MESSAGE`] by it.
pub const SIGNIFY_ENCRYPTED_SIGNATURE: &str = include_str!("../data/minisign/hello-encrypted.sig");

/// The message that is signed.
pub const MESSAGE: &[u8] = b"hello\n";
/// The passphrase of all encrypted files.
pub const PASSPHRASE: &[u8] = b"correct horse";
