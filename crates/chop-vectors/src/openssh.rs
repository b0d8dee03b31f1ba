//! A key and signatures of `ssh-keygen`.

/// The key without encryption.
pub const PRIVATE: &str = include_str!("../data/openssh/id");
/// The same, encrypted in ways that are read.
pub const ENCRYPTED: [&str; 2] =
    [include_str!("../data/openssh/id-ctr"), include_str!("../data/openssh/id-gcm")];
/// The same, encrypted with ChaCha20-Poly1305.
pub const ENCRYPTED_WITH_CHACHA20: &str = include_str!("../data/openssh/id-chacha");
/// The passphrase of all encrypted files.
pub const PASSPHRASE: &[u8] = b"correct horse";
/// The public key.
pub const PUBLIC: &str = include_str!("../data/openssh/id.pub");
/// The comment beside the key in every file.
pub const COMMENT: &str = "test key";
/// The message that is signed.
pub const MESSAGE: &[u8] = b"hello\n";
/// Signatures of it, each with its namespace and the name of its hash.
pub const SIGNATURES: [(&str, &str, &str); 2] = [
    (include_str!("../data/openssh/hello-sha512.sig"), "file", "sha512"),
    (include_str!("../data/openssh/hello-sha256.sig"), "mail@example.com", "sha256"),
];
