//! `docs/secp256k1-rules.md`: the rules for ECDSA, from the library's own list.

use chop::secp256k1::{DerForm, RecoveryId, Rule};

/// The page.
pub(super) fn page() -> String {
    [HEAD, &rules(), TAIL].concat()
}

const HEAD: &str = "\
<!-- Written by `cargo xtask generate`; do not edit. -->
# Rules for signatures over secp256k1

ECDSA has one equation, and yet programs differ in which signatures they accept: whether s may be above n/2, in which bytes a signature
may come, and which recovery ids there are. In chop that is a value, the `Rule`, and the verdict is a function of the key, the digest, the
signature and the rule.

## Which one

- **You have no reason to choose:** `libsecp256k1`, which is what you get without asking. For each r it accepts one s, so that nobody can
  make a second signature out of a first.
- **You check what a chain accepts:** the rule of that chain.
- **You check what OpenSSL, Go or Java accepts,** or signatures made by hardware that knows nothing of a low s: `any-s`. Never use such
  signatures as identifiers: whoever sees one can make the other one of it.

## What every rule asks

- r and s are in 1 ..= n − 1, and x of R = (e/s)·G + (r/s)·P is r modulo n, R not O.
- The digest e is 256 bits and counts modulo n: one at or above n, or 0, is not refused.
- The key is a point of the curve, as 02 ‖ x or 03 ‖ x, or as 04 ‖ x ‖ y. Hybrid keys (06 and 07) are refused under every rule, by an error
  of their own. **libsecp256k1 and Bitcoin's consensus accept them:** that is the one known difference from these two.

## The rules

A signature is two numbers once it is read: of the columns below, the library judges s and, where a key is recovered, the recovery id.
The caller chooses the reader of bytes, as the column DER says: `Signature::from_der` reads the strict form of BIP 66 (without the byte
that says what was signed), `Signature::from_der_lax` what libsecp256k1's `contrib/lax_der_parsing` reads.

";

const TAIL: &str = "
`low-s` is another name of `libsecp256k1`. Recovery ids are 0 to 3: bit 0 says that y of R is odd, bit 1 that its x is r + n, which an
honest signer meets once in 2^127 signatures.

## Signing

Whatever the rule, chop writes a low s. The nonce is that of RFC 6979 with HMAC-SHA-256, whatever hashed the message, and the digest is
reduced modulo n first, as that standard says. libsecp256k1 makes the same signatures, those of digests at or above n included.

## BIP 340

The Schnorr signatures of BIP 340 have one rule, the standard's, and nothing to choose: x of the key below p and of a point, x of R below p,
s below n, R not O and with an even y. `--algorithm bip340` takes no `--policy` and no `--hash`.
";

fn rules() -> String {
    let mut text = String::from(
        "| rule | s | DER | recovery ids | who uses it |\n|------|---|-----|--------------|-------------|\n",
    );
    for rule in Rule::NAMED {
        let s = if rule.requires_low_s() { "at most (n − 1)/2" } else { "any" };
        let der = match rule.der() {
            DerForm::Any => "strict and lax",
            DerForm::Strict => "strict",
            DerForm::None => "none",
        };
        let ids: Vec<String> = (0..4)
            .filter(|id| RecoveryId::new(*id).is_some_and(|id| rule.takes_recovery_id(id)))
            .map(|id| id.to_string())
            .collect();
        let ids = if ids.is_empty() { "none".to_owned() } else { ids.join(", ") };
        text += &format!("| `{}` | {s} | {der} | {ids} | {} |\n", rule.name(), rule.summary());
    }
    text
}
