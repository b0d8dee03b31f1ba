//! The signatures of BIP 340.

/// A signature, valid or not.
pub struct Signature {
    /// What makes it: the secret key and the auxiliary randomness. `None` where a row only verifies.
    pub made_by: Option<([u8; 32], [u8; 32])>,
    /// The public key, which may be none.
    pub public: [u8; 32],
    /// The message.
    pub message: Vec<u8>,
    /// The signature.
    pub signature: [u8; 64],
    /// Whether it is valid.
    pub valid: bool,
}

/// All rows.
pub fn signatures() -> Vec<Signature> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(':').collect();
        let [d, public, randomness, message, signature, verdict] = cells[..] else {
            panic!("a row has six cells")
        };
        Signature {
            made_by: (!d.is_empty()).then(|| (crate::bytes(d), crate::bytes(randomness))),
            public: crate::bytes(public),
            message: hex::decode(message).expect("the message is hexadecimal"),
            signature: crate::bytes(signature),
            valid: verdict == "valid",
        }
    };
    include_str!("../data/bip340/signatures.txt").lines().map(row).collect()
}
