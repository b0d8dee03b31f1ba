//! Keys as Solana, age, WireGuard, CometBFT, `did:key` and Bitcoin write them.

/// A keypair of Solana: the seed is 0, 1, 2 and so on to 31.
pub const SOLANA: &str = include_str!("../data/text-keys/solana.json");
/// The same in base58.
pub const SOLANA_SECRET: &str = include_str!("../data/text-keys/solana-secret.txt");
/// Its public key in base58.
pub const SOLANA_PUBLIC: &str = include_str!("../data/text-keys/solana-public.txt");
/// Its signature of `hello` and a newline, in base58.
pub const SOLANA_SIGNATURE: &str = include_str!("../data/text-keys/solana-signature.txt");
/// A file of `age-keygen`, which has the public key in a comment.
pub const AGE: &str = include_str!("../data/text-keys/age.txt");
/// A private key of WireGuard.
pub const WIREGUARD: &str = include_str!("../data/text-keys/wireguard.key");
/// Its public key.
pub const WIREGUARD_PUBLIC: &str = include_str!("../data/text-keys/wireguard.pub");
/// A private key of CometBFT.
pub const COMETBFT: &str = include_str!("../data/text-keys/cometbft-private.json");
/// Its public key.
pub const COMETBFT_PUBLIC: &str = include_str!("../data/text-keys/cometbft-public.json");
/// A key of Ed25519 as an identifier.
pub const DID: &str = "did:key:z6MkwJSaEMnE4u6LiqrZV1BJHSkc9x8S4mTm3ArNL1m19BZR";
/// The same in base58.
pub const DID_PUBLIC: &str = "HrBXe7XnjMbscM1roSDTSMCcLNraetDQM9wSVjnzDxn3";
/// Its private key in base58: seed and public key.
pub const DID_SECRET: &str =
    "3FFXDEFub6DPDX9CEZugQKAFikm1rfnNFwdycUGksAWhrs6BNca6USdttMcyx6oAdKmtnFBQijgisU58r26JfXJF";

/// A private key in Wallet Import Format.
pub struct Wif {
    /// The text.
    pub text: &'static str,
    /// Its 32 bytes.
    pub key: [u8; 32],
    /// Whether it is for Bitcoin's main network, and for no network of tests.
    pub is_mainnet: bool,
    /// Whether its public key is written compressed.
    pub compressed: bool,
}

/// Private keys from the tests of Bitcoin Core.
pub fn wif() -> Vec<Wif> {
    include_str!("../data/text-keys/wif.txt")
        .lines()
        .map(|line| {
            let fields: Vec<&str> = line.split(' ').collect();
            Wif {
                text: fields[0],
                key: crate::bytes(fields[1]),
                is_mainnet: fields[2] == "main",
                compressed: fields[3] == "compressed",
            }
        })
        .collect()
}
