//! GB/T 32918.5 (GM/T 0003.5): the sample signature and encryption on the recommended curve.

use serde::Deserialize;

/// The sample signature.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Signed {
    /// The signer's identifier.
    #[serde(rename = "ident_hex", with = "hex::serde")]
    pub id: Vec<u8>,
    /// The secret key.
    #[serde(with = "hex::serde")]
    pub d: [u8; 32],
    /// The public key, 04 ‖ x ‖ y.
    #[serde(rename = "pub", with = "hex::serde")]
    pub public: [u8; 65],
    /// The message.
    #[serde(rename = "msg_hex", with = "hex::serde")]
    pub message: Vec<u8>,
    /// SM3 of identifier, curve and key.
    #[serde(with = "hex::serde")]
    pub z: [u8; 32],
    /// SM3(Z ‖ M).
    #[serde(with = "hex::serde")]
    pub e: [u8; 32],
    /// The nonce.
    #[serde(with = "hex::serde")]
    pub k: [u8; 32],
    /// (1 + d)^−1.
    #[serde(with = "hex::serde")]
    pub inv_1_plus_d: [u8; 32],
    /// r.
    #[serde(with = "hex::serde")]
    pub r: [u8; 32],
    /// s.
    #[serde(with = "hex::serde")]
    pub s: [u8; 32],
    /// The signature in DER.
    #[serde(with = "hex::serde")]
    pub der: Vec<u8>,
}

/// The sample encryption.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Encrypted {
    /// The secret key.
    #[serde(with = "hex::serde")]
    pub d: [u8; 32],
    /// The public key, 04 ‖ x ‖ y.
    #[serde(rename = "pub", with = "hex::serde")]
    pub public: [u8; 65],
    /// The message.
    #[serde(rename = "plaintext_hex", with = "hex::serde")]
    pub message: Vec<u8>,
    /// The ciphertext C1 ‖ C3 ‖ C2.
    #[serde(with = "hex::serde")]
    pub c1c3c2: Vec<u8>,
    /// The ciphertext C1 ‖ C2 ‖ C3.
    #[serde(rename = "c1c2c3_legacy", with = "hex::serde")]
    pub c1c2c3: Vec<u8>,
    /// The ciphertext in DER.
    #[serde(with = "hex::serde")]
    pub der: Vec<u8>,
}

/// C.2 of GM/T 0003.5: a signature.
pub fn signature() -> Signed {
    file().signature
}

/// C.4 of GM/T 0003.5: an encryption.
pub fn encryption() -> Encrypted {
    file().encryption
}

#[derive(Deserialize)]
struct File {
    signature: Signed,
    encryption: Encrypted,
}

fn file() -> File {
    serde_json::from_str(include_str!("../data/sm2/gbt32918.json")).expect("the file is well-formed")
}
