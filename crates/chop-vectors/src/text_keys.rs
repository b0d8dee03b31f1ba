//! Keys as Solana, age, WireGuard, CometBFT and `did:key` write them.

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
