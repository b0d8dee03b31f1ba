//! Keys of SM2 in envelopes of GM/T 0009 and GM/T 0010, all with the key [`D`](crate::sm2_keys::D).

use crate::sm2_keys::File;

/// A key pair as in GM/T 0009.
pub const GMT0009: &str = include_str!("../data/gm/gmsm-gmt0009.pem");

/// The secret key that opens all envelopes.
pub const OPENER: [u8; 32] = {
    let mut d = [0; 32];
    [d[28], d[29], d[30], d[31]] = [0x01, 0x23, 0x45, 0x67];
    d
};

macro_rules! envelopes {
    ($($name:literal),+ $(,)?) => {
        /// Keys in enveloped data of GM/T 0010.
        pub const fn gmt0010() -> &'static [File] {
            &[$(File { name: $name, pem: include_str!(concat!("../data/gm/", $name, ".pem")) }),+]
        }
    };
}

envelopes!(
    "gmsm-gmt0010-pkcs8",
    "gmsm-gmt0010-sec1",
    "gmsm-gmt0010-raw",
    "gmsm-gmt0010-cfca-raw",
    "gmsm-gmt0010-legacy-raw",
);
