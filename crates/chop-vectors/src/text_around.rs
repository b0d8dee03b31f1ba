//! PEM with text around it, and requests for certificates.

/// A request for a key of Ed25519.
pub const REQUEST_ED25519: &str = include_str!("../data/text-around/ed25519.csr");
/// A request for a key of SM2.
pub const REQUEST_SM2: &str = include_str!("../data/text-around/sm2.csr");
/// The private key and the certificate of that key of Ed25519, as `openssl pkcs12 -nodes` writes them.
pub const PKCS12_NODES: &str = include_str!("../data/text-around/pkcs12-nodes.txt");
/// The certificate, as `openssl x509 -text` writes it.
pub const CERTIFICATE: &str = include_str!("../data/text-around/certificate.txt");
/// The seed of that key.
pub const SEED: [u8; 32] = [
    0x34, 0x50, 0xa2, 0xb5, 0x5d, 0x5e, 0x94, 0xfb, 0x6b, 0xb7, 0x89, 0x44, 0x37, 0xa7, 0x30, 0x07, 0xef,
    0x52, 0x2e, 0x7a, 0x10, 0xbd, 0x6a, 0xf8, 0x5a, 0x21, 0xbb, 0x50, 0xac, 0x1e, 0x90, 0x65,
];
