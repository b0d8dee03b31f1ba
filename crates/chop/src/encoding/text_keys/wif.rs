//! Private keys of secp256k1 as wallets of Bitcoin write them: Wallet Import Format, Base58Check.
//!
//! | bytes  | are                                                                                         |
//! |--------|---------------------------------------------------------------------------------------------|
//! | 1      | the version: 80 on Bitcoin's main network, EF on its test networks                          |
//! | 32     | the key, big endian                                                                         |
//! | 0 or 1 | 01 if the public key is written compressed, in 33 bytes: other addresses belong to that form |
//! | 4      | a checksum, the first bytes of SHA-256 of SHA-256 of what stands before it                  |
//!
//! In base58 they are 51 characters, which begin with 5 or 9, or 52, which begin with K, L or c.
//!
//! Contract: constant time in the key; the version and the form of the public key show, and so does what is wrong with a text.
//!
//! Source: `src/key_io.cpp` of Bitcoin Core, whose published keys the tests read.

use super::{base58, malformed};
use crate::encoding::blocks::trim;
use crate::encoding::{SecretText, cleanly};
use crate::secp256k1::SigningKey;
use crate::secret::SecretBytes;
use crate::{Error, Fault};
use alloc::vec::Vec;
use chop_core::ct::{self, Mask, declassify};
use sha2::{Digest, Sha256};

/// The network of Bitcoin that a key in Wallet Import Format is for.
///
/// # Example
/// ```
/// use chop::encoding::text_keys::Network;
/// assert_eq!(Network::ALL.map(Network::name), ["mainnet", "testnet"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Network {
    /// The network whose coins have a value.
    Mainnet,
    /// All networks for tests: testnet, signet and regtest, which the format does not tell apart.
    Testnet,
}

impl Network {
    /// Both of them.
    pub const ALL: [Network; 2] = [Network::Mainnet, Network::Testnet];

    /// The name: `mainnet` or `testnet`.
    pub const fn name(self) -> &'static str {
        match self {
            Network::Mainnet => "mainnet",
            Network::Testnet => "testnet",
        }
    }

    const fn version(self) -> u8 {
        match self {
            Network::Mainnet => 0x80,
            Network::Testnet => 0xEF,
        }
    }
}

/// A private key in Wallet Import Format, with the two facts that stand beside it.
///
/// # Example
/// ```
/// use chop::encoding::text_keys::{Network, WifKey};
/// use chop::secp256k1::SigningKey;
/// let text = SigningKey::generate()?.to_wif(Network::Testnet, true)?;
/// let wif = WifKey::from_text(text.as_str())?;
/// assert_eq!((wif.network, wif.compressed), (Network::Testnet, true));
/// assert_eq!(wif.key.to_wif(wif.network, wif.compressed)?.as_str(), text.as_str());
/// # Ok::<(), chop::Error>(())
/// ```
pub struct WifKey {
    /// The key.
    pub key: SigningKey,
    /// The network that it is for.
    pub network: Network,
    /// Whether its public key is written compressed.
    pub compressed: bool,
}

impl WifKey {
    /// Reads the text, with blanks around it or without.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`](crate::KeyFileError::Malformed) with the fault: length, characters, checksum, version or the byte that says
    /// how the public key is written; [`Error::SecretKeyRange`].
    pub fn from_text(text: &str) -> Result<WifKey, Error> {
        cleanly(|| read(trim(text)))
    }
}

impl SigningKey {
    /// Reads Wallet Import Format. The network and the form of the public key are dropped: [`WifKey::from_text`] keeps them.
    ///
    /// # Errors
    /// As [`WifKey::from_text`].
    pub fn from_wif(text: &str) -> Result<SigningKey, Error> {
        cleanly(|| Ok(read(trim(text))?.key))
    }

    /// The key in Wallet Import Format. `compressed` says that its public key is written in 33 bytes, as wallets have done since 2012.
    ///
    /// # Errors
    /// None that a key could cause.
    ///
    /// # Example
    /// ```
    /// use chop::encoding::text_keys::Network;
    /// use chop::secp256k1::SigningKey;
    /// let key = SigningKey::generate()?;
    /// let text = key.to_wif(Network::Mainnet, true)?;
    /// assert!(text.as_str().starts_with(['K', 'L']));
    /// assert_eq!(SigningKey::from_wif(text.as_str())?.verifying_key(), key.verifying_key());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn to_wif(&self, network: Network, compressed: bool) -> Result<SecretText, Error> {
        cleanly(|| {
            let mut bytes = SecretBytes(Vec::with_capacity(LONGEST + CHECKSUM));
            bytes.0.push(network.version());
            bytes.0.extend_from_slice(self.to_bytes().as_bytes());
            bytes.0.extend_from_slice(if compressed { &[COMPRESSED] } else { &[] });
            let checksum = checksum(&bytes.0);
            bytes.0.extend_from_slice(&checksum);
            SecretText::from_bytes(base58::encode(&bytes.0))
        })
    }
}

/// Bytes of the checksum, and the most that stand before it.
const CHECKSUM: usize = 4;
const LONGEST: usize = 34;
/// The byte behind a key whose public key is written compressed.
const COMPRESSED: u8 = 1;
/// Why it may be known how a text begins.
const FORMAT: &str = "which format a text has is public";
/// Why it may be known what is wrong with a text.
const DECODED: &str = "whether bytes could be decoded shows in the result";

/// Whether a text is a key, or is meant as one: by its length, its first character and those of base58, or else by its checksum, as the keys of
/// other coins are.
pub(super) fn is_one(text: &str) -> bool {
    let firsts: &[u8] = match text.len() {
        51 => b"59",
        52 => b"KLc",
        _ => return false,
    };
    let first = text.bytes().next().unwrap_or_default();
    let begins = firsts.iter().fold(Mask::FALSE, |any, known| any.or(same(first, *known)));
    let is_base58 = text.bytes().fold(Mask::TRUE, |all, character| all.and(base58::has(character)));
    declassify(begins.and(is_base58), FORMAT) || content(text).is_ok()
}

/// The key in a text without blanks around it.
fn read(text: &str) -> Result<WifKey, Error> {
    let content = content(text).map_err(malformed)?;
    let [version, key @ ..] = content.0.as_slice() else { return Err(malformed(Fault::WifLength)) };
    let network = network(*version).ok_or(malformed(Fault::WifVersion))?;
    let (key, suffix) = key.split_at(32);
    if suffix.iter().any(|byte| !declassify(same(*byte, COMPRESSED), DECODED)) {
        return Err(malformed(Fault::WifSuffix));
    }
    let key = SigningKey::from_slice(key)?;
    Ok(WifKey { key, network, compressed: !suffix.is_empty() })
}

/// The private key in a text without blanks around it.
pub(super) fn private_key(text: &str) -> Result<SigningKey, Error> {
    Ok(read(text)?.key)
}

fn network(version: u8) -> Option<Network> {
    Network::ALL.into_iter().find(|network| declassify(same(version, network.version()), FORMAT))
}

/// The 33 or 34 bytes before the checksum, which is right.
fn content(text: &str) -> Result<SecretBytes, Fault> {
    let length = match text.len() {
        51 => LONGEST - 1,
        52 => LONGEST,
        _ => return Err(Fault::WifLength),
    };
    let mut bytes = base58::decode(text, length + CHECKSUM).ok_or(Fault::WifCharacters)?;
    let right = ct::eq(&checksum(&bytes.0[..length]), &bytes.0[length..]);
    if !declassify(right, DECODED) {
        return Err(Fault::WifChecksum);
    }
    bytes.0.truncate(length);
    Ok(bytes)
}

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    let digest = Sha256::digest(Sha256::digest(bytes));
    [digest[0], digest[1], digest[2], digest[3]]
}

fn same(x: u8, y: u8) -> Mask {
    Mask::eq(u64::from(x), u64::from(y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::text_keys::{TextFormat, TextKey};
    use alloc::string::String;

    fn fault(text: &str) -> Error {
        WifKey::from_text(text).map(|_| ()).unwrap_err()
    }

    /// The text of some bytes with their checksum.
    fn checked(bytes: &[u8]) -> String {
        base58::to_base58(&[bytes, &checksum(bytes)].concat())
    }

    #[test]
    fn every_network_and_form_of_the_public_key_is_written_and_read_back() {
        let key = SigningKey::from_bytes(&[7; 32]).unwrap();
        let forms = [(Network::Mainnet, "5", "KL"), (Network::Testnet, "9", "c")];
        for (network, uncompressed, compressed) in forms {
            for (is_compressed, firsts, length) in [(false, uncompressed, 51), (true, compressed, 52)] {
                let text = key.to_wif(network, is_compressed).unwrap();
                assert!(
                    text.as_str().starts_with(|first| firsts.contains(first))
                        && text.as_str().len() == length
                );
                let wif = WifKey::from_text(text.as_str()).unwrap();
                assert_eq!((wif.network, wif.compressed), (network, is_compressed));
                assert_eq!(wif.key.verifying_key(), key.verifying_key());
            }
        }
    }

    #[test]
    fn what_bitcoin_core_refuses_is_refused_with_its_fault() {
        let refused = [
            ("cPTVQ1hbo4qdoysf6Jx5GthqucNmdfqt6J2pZRFeXv8Ep7Kmjqud", Fault::WifSuffix),
            ("cQbR2Ny85XFBzUMx3Ed6HsTLw2pVruSgPvt5AofnBUnhiv86gYeW", Fault::WifSuffix),
            ("Kwjk3Vy6sdXMQDGWJzaWmqFxUNtWZCX1q4F4Kpt8jNNUoWJUUaTY", Fault::WifChecksum),
            ("KNYsv6v9GtkGeD4WdQnBEJCrPKQm91PTxAbCfXr66LEd4JDmhPWC", Fault::WifVersion),
            ("39TKsUQ5QpEL1wowc6GMUqak94ijirPuP69ooV3xsFmiKQX2dau", Fault::WifVersion),
            ("6aLMfayKF4TW4ecn5SEc8FExpyJA2peKxYRGZhes6tQ4NTTzuGy", Fault::WifVersion),
            ("8iVk9nLM3nYwRuwypjy9NK5rsuZH7BbrQRZ1pgcQmvMnjAgRXD", Fault::WifLength),
        ];
        for (text, expected) in refused {
            assert_eq!(fault(text), malformed(expected), "{text}");
            let is_meant = TextKey::of(text).map(|key| key.format()) == Some(TextFormat::Wif);
            assert_eq!(is_meant, expected != Fault::WifLength, "{text}");
        }
    }

    #[test]
    fn a_changed_character_is_noticed() {
        let text = "5JuW2AMDYu4xVwRG9DZW18VbzQrGcd5RCgb99sS6ehJsNQXu5b9";
        for at in 0..text.len() {
            for other in ["1", "z", "0", "é"] {
                let changed = [&text[..at], other, &text[at + 1..]].concat();
                assert!(changed == text || WifKey::from_text(&changed).is_err(), "{changed}");
            }
        }
        assert_eq!(fault(&text.replacen('J', "0", 1)), malformed(Fault::WifCharacters));
    }

    #[test]
    fn numbers_that_are_no_key_are_refused() {
        for number in [[0; 32], [0xFF; 32]] {
            assert_eq!(fault(&checked(&[&[0x80], number.as_slice()].concat())), Error::SecretKeyRange);
            assert_eq!(fault(&checked(&[&[0xEF], number.as_slice(), &[1]].concat())), Error::SecretKeyRange);
        }
    }

    #[test]
    fn text_that_has_another_beginning_and_no_checksum_is_no_key_in_this_format() {
        let digits = "c1".repeat(26);
        assert!(TextKey::of(&digits.replace('1', "0")).is_none(), "hexadecimal digits");
        assert!(TextKey::of(&"A".repeat(52)).is_none(), "base64");
        assert!(TextKey::of(&"5".repeat(52)).is_none() && TextKey::of(&"K".repeat(51)).is_none());
    }
}
