//! Signatures of Bitcoin Core and go-ethereum.

/// A deterministic signature of Bitcoin Core.
pub struct Deterministic {
    /// The private key.
    pub secret: [u8; 32],
    /// The message, whose double SHA-256 is signed.
    pub message: Vec<u8>,
    /// The signature in DER.
    pub der: Vec<u8>,
    /// The recovery id.
    pub recovery_id: u8,
}

/// The deterministic signatures of Bitcoin Core.
pub fn deterministic() -> Vec<Deterministic> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(':').collect();
        let [secret, message, der, head] = cells[..] else { panic!("a row has four cells") };
        let [head] = crate::bytes(head);
        Deterministic {
            secret: crate::bytes(secret),
            message: hex::decode(message).expect("the message is hexadecimal"),
            der: hex::decode(der).expect("the signature is hexadecimal"),
            recovery_id: head - 27,
        }
    };
    include_str!("../data/secp256k1/bitcoin-core-signatures.txt").lines().map(row).collect()
}

/// DER of Bitcoin Core's tests, without the byte of the hash type, whether it is strict, and what is wrong with it.
pub fn der() -> Vec<(Vec<u8>, bool, &'static str)> {
    let row = |line: &'static str| {
        let cells: Vec<&str> = line.split(':').collect();
        let [signature, verdict, what] = cells[..] else { panic!("a row has three cells") };
        let mut der = hex::decode(signature).expect("the signature is hexadecimal");
        der.pop();
        (der, verdict == "strict", what)
    };
    include_str!("../data/secp256k1/bitcoin-core-der.txt").lines().map(row).collect()
}

/// A signed transaction of Ethereum.
pub struct Transaction {
    /// What is signed: its Keccak-256 is the digest.
    pub payload: Vec<u8>,
    /// v, with the number of the chain.
    pub v: u64,
    /// r and s.
    pub signature: [u8; 64],
    /// The sender's address.
    pub address: [u8; 20],
}

/// The transactions of go-ethereum's tests.
pub fn transactions() -> Vec<Transaction> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(':').collect();
        let [payload, v, signature, address] = cells[..] else { panic!("a row has four cells") };
        Transaction {
            payload: hex::decode(payload).expect("the payload is hexadecimal"),
            v: v.parse().expect("v is a number"),
            signature: crate::bytes(signature),
            address: crate::bytes(address),
        }
    };
    include_str!("../data/secp256k1/go-ethereum-transactions.txt").lines().map(row).collect()
}

/// A digest, its signature with the recovery id behind it, and the key that is recovered, of go-ethereum.
pub const RECOVERED: [&str; 3] = [
    "ce0677bb30baa8cf067c88db9811f4333d131bf8bcf12fe7065d211dce971008",
    "90f27b8b488db00b00606796d2987f6a5f59ae62ea05effe84fef5b8b0e549984a691139ad57a3f0b906637673aa2f63d1f55cb1a69199d4009eea23ceaddc9301",
    "04e32df42865e97135acfb65f3bae71bdc86f4d49150ad6a440b6f15878109880a0a2b2667f7e725ceea70c673093bf67663e0312623c8e091b13cf2c0f11ef652",
];

/// A key, a digest, and a signature with a high s, of go-ethereum, which refuses it.
pub const MALLEABLE: [&str; 3] = [
    "03ca634cae0d49acb401d8a4c6b6fe8c55b70d115bf400769cc1400f3258cd3138",
    "d301ce462d3e639518f482c7f03821fec1e602018630ce621e1e7851c12343a6",
    "638a54215d80a6713c8d523a6adc4e6e73652d859103a36b700851cb0e61b66b8ebfc1a610c57d732ec6e0a8f06a9a7a28df5051ece514702ff9cdff0b11f454",
];
