//! The measured operations.

use crate::inputs::{COLD_KEYS, WARM_KEYS};
use std::fmt;

/// An operation and its size: bytes of the message for one signature, items for many.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// What is done.
    pub name: &'static str,
    /// The size.
    pub size: usize,
    items: usize,
    rivals: &'static [Rival],
}

/// Whom chop is measured beside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// ed25519-dalek and x25519-dalek.
    Dalek,
    /// commonware-cryptography-curve25519.
    Commonware,
    /// efficient-sm2.
    EfficientSm2,
    /// sm2, of RustCrypto.
    Sm2,
}

impl Rival {
    /// The rival of a name.
    pub fn from_name(name: &str) -> Option<Rival> {
        [Rival::Dalek, Rival::Commonware, Rival::EfficientSm2, Rival::Sm2]
            .into_iter()
            .find(|rival| rival.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Rival::Dalek => "dalek",
            Rival::Commonware => "commonware",
            Rival::EfficientSm2 => "efficient-sm2",
            Rival::Sm2 => "sm2",
        }
    }
}

/// What the size of an operation counts.
#[derive(Clone, Copy)]
enum Sizes {
    /// One item a call, with a message of so many bytes.
    Bytes(usize),
    /// So many items a call.
    Items(&'static [usize]),
}

/// Bytes of the message where one call handles one item.
const ONE: Sizes = Sizes::Bytes(32);
/// One equation for all: from the smallest to what no cache holds.
const BATCHES: Sizes = Sizes::Items(&[1, 4, 16, 64, 256, 1024, 4096, 16384]);
/// A result for each: less than, as much as and more than the lanes of a level.
const GROUPS: Sizes = Sizes::Items(&[1, 2, 4, 8, 64, 1024]);
/// As many items as prepared keys, or more.
const PREPARED: Sizes = Sizes::Items(&[64, 1024]);

const ALL: &[Rival] = &[Rival::Dalek, Rival::Commonware];
const SM2: &[Rival] = &[Rival::EfficientSm2, Rival::Sm2];
const DALEK: &[Rival] = &[Rival::Dalek];
/// In the run of all rivals only.
const NOBODY: &[Rival] = &[];

/// Every measured operation: its name, its sizes, and the rivals that are measured with it.
///
/// A call of an operation on many takes n items; a rival without such a function does one after the other.
///
/// | name                 | one call                                                                   |
/// |----------------------|----------------------------------------------------------------------------|
/// | `keygen`             | a seed of 32 bytes → a key that can sign                                   |
/// | `keygen_many`        | n seeds → n keys                                                           |
/// | `sign`               | a key and a message → a signature                                          |
/// | `sign_decoded`       | the same with the seed expanded before                                     |
/// | `sign_many`          | n keys, all different, and messages → n signatures                         |
/// | `verify`             | 32 bytes of key, a message, a signature → a verdict, each key new          |
/// | `verify_decoded`     | the same with a key that was parsed before                                 |
/// | `verify_prepared`    | the same with the library's fastest form of a key that was met before      |
/// | `verify_each`        | n keys of 32 bytes, messages, signatures → n verdicts, all keys different  |
/// | `verify_each_decoded`| the same with keys that were parsed before                                 |
/// | `verify_each_prepared` | the same with 64 keys in the library's fastest form, in turns            |
/// | `verify_each_prepared_1024` | the same with 1,024 keys                                            |
/// | `verify_all`         | n keys of 32 bytes, messages, signatures → one verdict, all keys different |
/// | `verify_all_decoded` | the same with keys that were parsed before                                 |
/// | `verify_all_same`    | as `verify_all`, all keys equal                                            |
/// | `x25519_public`      | a secret → its public key                                                  |
/// | `x25519_public_many` | n secrets → n public keys                                                  |
/// | `x25519_shared`      | a secret and another's public key → the shared secret                      |
/// | `x25519_shared_many` | n of each → n shared secrets                                               |
/// | `sm2_keygen`         | a secret of 32 bytes → a key that can sign                                 |
/// | `sm2_keygen_many`    | n secrets → n keys                                                         |
/// | `sm2_sign`           | a key and a digest → a signature, with randomness as the library takes it  |
/// | `sm2_sign_many`      | n keys, all different, and messages → n signatures                         |
/// | `sm2_verify`         | a parsed key, a digest, a signature → a verdict                            |
/// | `sm2_verify_prepared` | the same with the library's fastest form of a key that was met before     |
/// | `sm2_verify_each`    | n parsed keys, all different, digests, signatures → n verdicts             |
/// | `sm2_verify_each_prepared` | the same with 64 keys in the library's fastest form, in turns        |
/// | `secp256k1_…`        | as of SM2, for ECDSA on secp256k1; nonces are those of RFC 6979            |
/// | `secp256k1_recover`  | a digest and a signature that says which point R was → the key             |
/// | `secp256k1_recover_many` | n of each → n keys                                                     |
/// | `bip340_…`           | as of SM2, for Schnorr signatures of messages of 32 bytes, without auxiliary randomness |
const OPERATIONS: [(&str, Sizes, &[Rival]); 41] = [
    ("keygen", ONE, ALL),
    ("keygen_many", GROUPS, DALEK),
    ("sign", ONE, ALL),
    ("sign_decoded", ONE, DALEK),
    ("sign_many", GROUPS, DALEK),
    ("verify", ONE, ALL),
    ("verify_decoded", ONE, DALEK),
    ("verify_prepared", ONE, DALEK),
    ("verify_each", GROUPS, DALEK),
    ("verify_each_decoded", GROUPS, DALEK),
    ("verify_each_prepared", PREPARED, DALEK),
    ("verify_each_prepared_1024", PREPARED, DALEK),
    ("verify_all", BATCHES, ALL),
    ("verify_all_decoded", BATCHES, DALEK),
    ("verify_all_same", GROUPS, ALL),
    ("x25519_public", ONE, DALEK),
    ("x25519_public_many", GROUPS, DALEK),
    ("x25519_shared", ONE, DALEK),
    ("x25519_shared_many", GROUPS, DALEK),
    ("sm2_keygen", ONE, SM2),
    ("sm2_keygen_many", GROUPS, SM2),
    ("sm2_sign", ONE, SM2),
    ("sm2_sign_many", GROUPS, SM2),
    ("sm2_verify", ONE, SM2),
    ("sm2_verify_prepared", ONE, SM2),
    ("sm2_verify_each", GROUPS, SM2),
    ("sm2_verify_each_prepared", PREPARED, SM2),
    ("secp256k1_keygen", ONE, NOBODY),
    ("secp256k1_keygen_many", GROUPS, NOBODY),
    ("secp256k1_sign", ONE, NOBODY),
    ("secp256k1_sign_many", GROUPS, NOBODY),
    ("secp256k1_verify", ONE, NOBODY),
    ("secp256k1_verify_prepared", ONE, NOBODY),
    ("secp256k1_verify_each", GROUPS, NOBODY),
    ("secp256k1_verify_each_prepared", PREPARED, NOBODY),
    ("secp256k1_recover", ONE, NOBODY),
    ("secp256k1_recover_many", GROUPS, NOBODY),
    ("bip340_sign", ONE, NOBODY),
    ("bip340_verify", ONE, NOBODY),
    ("bip340_verify_each", GROUPS, NOBODY),
    ("bip340_verify_all", BATCHES, NOBODY),
];

/// Points and scalars a call of what is too fast to be timed alone, or whose results are added up to be compared.
const SUMS: Sizes = Sizes::Items(&[64]);
/// Many points a call.
const POINTS: Sizes = Sizes::Items(&[8, 64, 1024]);

/// What protocols are built of. One call takes n items and gives the encoding of the sum of the results, or all of them
/// where they are encodings.
///
/// | name                      | one item                                                              |
/// |---------------------------|-----------------------------------------------------------------------|
/// | `point_add`, `point_double` | P + Q, 2·P on edwards25519                                          |
/// | `point_compress`, `…_decompress` | a point → 32 bytes, and back; `…_many` for n at a time         |
/// | `point_mul`, `…_many`     | s·P in constant time                                                  |
/// | `point_mul_base`, `…_many` | s·B in constant time                                                 |
/// | `point_table_mul`         | s·P in constant time, by a table of P                                 |
/// | `point_double_base`       | a·A + b·B, public                                                     |
/// | `point_torsion_free`      | whether P has order ℓ                                                 |
/// | `multiscalar`, `…_vartime` | a term of Σ s·P: in constant time, public                            |
/// | `ristretto_…`             | the same of ristretto255; `uniform`: 64 bytes → an element            |
/// | `hash_to_curve`           | 32 bytes → a point, RFC 9380                                          |
/// | `scalar_mul`, `…_invert`, `…_invert_all` | products, inverses, inverses of all together           |
const OF_POINTS: [(&str, Sizes, &[Rival]); 24] = [
    ("point_add", SUMS, DALEK),
    ("point_double", SUMS, DALEK),
    ("point_compress", SUMS, DALEK),
    ("point_compress_many", POINTS, DALEK),
    ("point_decompress", SUMS, DALEK),
    ("point_decompress_many", POINTS, DALEK),
    ("point_mul", SUMS, DALEK),
    ("point_mul_many", POINTS, DALEK),
    ("point_mul_base", SUMS, DALEK),
    ("point_mul_base_many", POINTS, DALEK),
    ("point_table_mul", SUMS, DALEK),
    ("point_double_base", SUMS, DALEK),
    ("point_torsion_free", SUMS, DALEK),
    ("multiscalar", Sizes::Items(&[2, 16, 128]), DALEK),
    ("multiscalar_vartime", Sizes::Items(&[2, 16, 128, 1024]), DALEK),
    ("ristretto_compress", SUMS, DALEK),
    ("ristretto_compress_many", POINTS, DALEK),
    ("ristretto_decompress", SUMS, DALEK),
    ("ristretto_decompress_many", POINTS, DALEK),
    ("ristretto_uniform", SUMS, DALEK),
    ("hash_to_curve", SUMS, DALEK),
    ("scalar_mul", SUMS, DALEK),
    ("scalar_invert", SUMS, DALEK),
    ("scalar_invert_all", SUMS, DALEK),
];

impl Operation {
    /// Every measured operation, in the sizes of the lists.
    pub fn all() -> Vec<Operation> {
        let mut all = Operation::with(&OPERATIONS, |sizes| sizes);
        all.extend(Operation::with(&OF_POINTS, |sizes| sizes));
        all
    }

    /// Every measured operation of a scheme; those on many in groups of each of `sizes`, but no more prepared keys than
    /// items.
    pub fn in_groups_of(sizes: &[usize]) -> Vec<Operation> {
        let mut all = Operation::with(&OPERATIONS, |_| sizes);
        all.retain(|o| !o.name.ends_with("_prepared") || o.items == 1 || o.items >= WARM_KEYS);
        all.retain(|o| !o.name.ends_with("_prepared_1024") || o.items >= COLD_KEYS);
        all
    }

    fn with<'a>(
        list: &[(&'static str, Sizes, &'static [Rival])],
        sizes_of: impl Fn(&'static [usize]) -> &'a [usize],
    ) -> Vec<Operation> {
        let mut all = Vec::new();
        for &(name, sizes, rivals) in list {
            match sizes {
                Sizes::Bytes(size) => all.push(Operation { name, size, items: 1, rivals }),
                Sizes::Items(sizes) => {
                    let sizes = sizes_of(sizes).iter();
                    all.extend(sizes.map(|&size| Operation { name, size, items: size, rivals }));
                }
            }
        }
        all
    }

    /// How many signatures, keys or secrets one call handles.
    pub fn items(&self) -> usize {
        self.items
    }

    /// Whether it is measured with this rival.
    pub fn is_measured_with(&self, rival: Rival) -> bool {
        self.rivals.contains(&rival)
    }

    /// `operation/level/size`.
    pub fn title(&self, level: &str) -> String {
        format!("{}/{level}/{}", self.name, self.size)
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.name, self.size)
    }
}
