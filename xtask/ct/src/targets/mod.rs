//! What is checked. A target is a line in [`TARGETS`]: a name and a function that takes secrets from
//! [`secret`](crate::secret::secret), computes, and gives results to [`reveal`](crate::secret::reveal).

mod controls;
mod curve;
mod engine;
mod scalar;

use chop_core::cpu::Level;
use chop_core::field::f25519::{r52x8, u32x1, u64x1};
use chop_core::lanes::portable_u64x8::U64x8;

/// A computation on secrets.
pub struct Target {
    /// How it is called on the command line: what it computes, a slash, and with which code.
    pub name: &'static str,
    /// The computation.
    pub run: fn(),
    /// Whether it is a positive control: Valgrind must complain.
    pub leaks: bool,
}

const fn clean(name: &'static str, run: fn()) -> Target {
    Target { name, run, leaks: false }
}

const fn leaky(name: &'static str, run: fn()) -> Target {
    Target { name, run, leaks: true }
}

/// All targets.
pub const TARGETS: &[Target] = &[
    leaky("leaky/branch", controls::branch),
    leaky("leaky/index", controls::index),
    leaky("leaky/wnaf_vartime", controls::wnaf_vartime),
    clean("scalar_mul_add/u64", scalar::mul_add::<u64>),
    clean("scalar_mul_add/u32", scalar::mul_add::<u32>),
    clean("scalar_add_sub/u64", scalar::add_sub),
    clean("scalar_reduce_wide/u64", scalar::reduce_wide::<u64>),
    clean("scalar_reduce_wide/u32", scalar::reduce_wide::<u32>),
    clean("scalar_reduce_narrow/u64", scalar::reduce_narrow::<u64>),
    clean("scalar_reduce_narrow/u32", scalar::reduce_narrow::<u32>),
    clean("scalar_is_canonical/u64", scalar::is_canonical),
    clean("recode_signed_radix/4", scalar::signed_radix::<4, 64>),
    clean("recode_signed_radix/5", scalar::signed_radix::<5, 51>),
    clean("recode_signed_radix/8", scalar::signed_radix::<8, 32>),
    clean("field_words/u64x1", curve::field_words::<u64x1::Fe>),
    clean("field_words/u32x1", curve::field_words::<u32x1::Fe>),
    clean("field_words/r52x8", curve::field_words::<r52x8::Fe<U64x8>>),
    clean("fixed_base/u64x1", curve::fixed_base::<u64x1::Fe>),
    clean("fixed_base/u32x1", curve::fixed_base::<u32x1::Fe>),
    clean("fixed_base/r52x8", curve::fixed_base::<r52x8::Fe<U64x8>>),
    clean("var_base/u64x1", curve::var_base::<u64x1::Fe>),
    clean("var_base/u32x1", curve::var_base::<u32x1::Fe>),
    clean("var_base/r52x8", curve::var_base::<r52x8::Fe<U64x8>>),
    clean("ladder/u64x1", curve::ladder::<u64x1::Fe>),
    clean("ladder/u32x1", curve::ladder::<u32x1::Fe>),
    clean("ladder/r52x8", curve::ladder::<r52x8::Fe<U64x8>>),
    clean("decompress/u64x1", curve::decompress::<u64x1::Fe>),
    clean("decompress/u32x1", curve::decompress::<u32x1::Fe>),
    clean("decompress/r52x8", curve::decompress::<r52x8::Fe<U64x8>>),
    clean("mul_base_encoded/portable", || engine::mul_base_encoded(Level::PORTABLE)),
    clean("mul_base_encoded/portable32", || engine::mul_base_encoded(Level::PORTABLE32)),
    clean("mul_base_encoded_many/portable", || engine::mul_base_encoded_many(Level::PORTABLE)),
    clean("mul_base_encoded_many/portable8", || engine::mul_base_encoded_many(Level::PORTABLE8)),
    clean("exchange/portable", || engine::exchange(Level::PORTABLE)),
    clean("exchange/portable32", || engine::exchange(Level::PORTABLE32)),
    clean("exchange_many/portable8", || engine::exchange_many(Level::PORTABLE8)),
    clean("public_key/portable", || engine::public_key(Level::PORTABLE)),
    clean("public_key/portable32", || engine::public_key(Level::PORTABLE32)),
];

/// 32 bytes with no pattern that matters: i ↦ 151·i + 41·n + 7.
pub fn bytes(n: usize) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = (151 * i + 41 * n + 7) as u8;
    }
    bytes
}

/// [`bytes`] as four words, below 2^252.
pub fn words(n: usize) -> [u64; 4] {
    let mut words = chop_core::field::f25519::bytes_to_words(&bytes(n));
    words[3] >>= 4;
    words
}
