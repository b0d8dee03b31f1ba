//! Integers modulo the order of a group, over a [`Modulus`] that brings the order and its reduction.
//!
//! A [`Scalar`] is the least non-negative representative, in four little-endian 64-bit words. For an order m with
//! 2^252 < m < 2^256:
//!
//! | quantity                          | bound                                                       |
//! |-----------------------------------|-------------------------------------------------------------|
//! | [`Scalar`]                        | < m                                                         |
//! | x + y                             | < 2·m, with a carry beyond 2^256: one subtraction is enough |
//! | x − y                             | > −m: one addition is enough                                |
//!
//! Reduction is written once for words of 64 and of 32 bits; the functions that reduce have a form `…_with` that takes
//! the word size as a type.
//!
//! Contract: constant time in all values, with the reservation of [`limbs`].

use super::full_order;
use super::limbs::{self, Word};
use crate::ct::{self, Mask, Wipe, Wiped};
use crate::inverse;
use core::marker::PhantomData;

/// The word size for this target: the largest whose product is one or two instructions.
#[cfg(any(target_pointer_width = "64", target_arch = "wasm32"))]
pub type Native = u64;
/// The word size for this target: the largest whose product is one or two instructions.
#[cfg(not(any(target_pointer_width = "64", target_arch = "wasm32")))]
pub type Native = u32;

/// The order m of a group, a prime, and how numbers are reduced modulo it: as `full_order` says, if it has 256 bits.
pub trait Modulus: Copy + 'static {
    /// m as little-endian words.
    const ORDER: [u64; 4];
    /// Whether the bytes of a scalar are big endian.
    const BIG_ENDIAN: bool;

    /// A 256-bit number modulo m.
    #[inline(always)]
    fn reduce<W: Word>(x: &[u64; 4]) -> Scalar<Self> {
        full_order::reduce(x)
    }
    /// low + 2^256·high modulo m.
    #[inline(always)]
    fn reduce_wide<W: Word>(low: &[u64; 4], high: &[u64; 4]) -> Scalar<Self> {
        full_order::reduce_wide::<Self, W>(low, high)
    }
    /// x·y modulo m.
    #[inline(always)]
    fn mul<W: Word>(x: &Scalar<Self>, y: &Scalar<Self>) -> Scalar<Self> {
        full_order::mul::<Self, W>(x, y)
    }
}

/// An integer modulo m. It may be a secret, so it has neither `Debug` nor `==`.
#[derive(Clone, Copy)]
pub struct Scalar<M>([u64; 4], PhantomData<M>);

impl<M: Modulus> Scalar<M> {
    /// 0.
    pub const ZERO: Scalar<M> = Scalar([0; 4], PhantomData);
    /// 1.
    pub const ONE: Scalar<M> = Scalar([1, 0, 0, 0], PhantomData);

    /// A number that is known to be below m.
    #[inline(always)]
    pub(crate) fn new(words: [u64; 4]) -> Scalar<M> {
        debug_assert!(limbs::is_less(&words, &M::ORDER).bit() == 1);
        Scalar(words, PhantomData)
    }

    /// Any 256-bit number, in the order of bytes of m, modulo m.
    #[inline]
    pub fn from_bytes_mod_order(bytes: &[u8; 32]) -> Scalar<M> {
        Scalar::from_bytes_mod_order_with::<Native>(bytes)
    }

    /// [`Scalar::from_bytes_mod_order`] in words of the given size.
    #[inline]
    pub fn from_bytes_mod_order_with<W: Word>(bytes: &[u8; 32]) -> Scalar<M> {
        M::reduce::<W>(&words::<M>(bytes))
    }

    /// Any 256-bit number, in little-endian words, modulo m: what becomes of a coordinate.
    #[inline]
    pub fn from_words_mod_order(words: &[u64; 4]) -> Scalar<M> {
        M::reduce::<Native>(words)
    }

    /// A 512-bit number modulo m: what becomes of a digest. For a number that is uniform below 2^384 or more the result is
    /// as good as uniform: its bias is 2^-128.
    #[inline]
    pub fn from_bytes_wide(bytes: &[u8; 64]) -> Scalar<M> {
        Scalar::from_bytes_wide_with::<Native>(bytes)
    }

    /// [`Scalar::from_bytes_wide`] in words of the given size.
    #[inline]
    pub fn from_bytes_wide_with<W: Word>(bytes: &[u8; 64]) -> Scalar<M> {
        // Both halves where they are: a copy would have to be wiped.
        let [first, second] = bytes.as_chunks::<32>().0 else { unreachable!("64 bytes are twice 32") };
        let (low, high) = if M::BIG_ENDIAN { (second, first) } else { (first, second) };
        M::reduce_wide::<W>(&words::<M>(low), &words::<M>(high))
    }

    /// A 256-bit number modulo m, and whether it was below m to begin with.
    #[inline]
    pub fn from_canonical_bytes(bytes: &[u8; 32]) -> (Scalar<M>, Mask) {
        (Scalar::from_bytes_mod_order(bytes), Scalar::<M>::is_canonical(bytes))
    }

    /// Whether a 256-bit number is below m (RFC 8032, 5.1.7: "in the range 0 <= s < L").
    #[inline]
    pub fn is_canonical(bytes: &[u8; 32]) -> Mask {
        limbs::is_less(&words::<M>(bytes), &M::ORDER)
    }

    /// The scalar as 32 bytes.
    #[inline]
    pub fn to_bytes(&self) -> [u8; 32] {
        limbs::to_bytes(&in_order::<M>(&self.0))
    }

    /// The scalar as little-endian words, less than m.
    #[inline]
    pub fn words(&self) -> &[u64; 4] {
        &self.0
    }

    /// self·y.
    #[inline]
    pub fn mul(&self, y: &Scalar<M>) -> Scalar<M> {
        self.mul_with::<Native>(y)
    }

    /// [`Scalar::mul`] in words of the given size.
    #[inline]
    pub fn mul_with<W: Word>(&self, y: &Scalar<M>) -> Scalar<M> {
        M::mul::<W>(self, y)
    }

    /// 1/self, and 0 for 0. Cost: about ten multiplications.
    #[inline]
    pub fn invert(&self) -> Scalar<M> {
        Scalar::new(const { inverse::Modulus::new(&M::ORDER) }.invert(&self.0))
    }

    /// [`Scalar::invert`] of a public scalar.
    pub fn invert_vartime(&self) -> Scalar<M> {
        Scalar::new(const { inverse::Modulus::new(&M::ORDER) }.invert_vartime(&self.0))
    }

    /// The inverses of all in place, 0 for 0, with one inversion (Montgomery 1987) and 3 multiplications each.
    /// `before` is scratch of the same length, and wiped.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn invert_all(scalars: &mut [Scalar<M>], before: &mut [Scalar<M>]) {
        Scalar::invert_all_by(Scalar::invert, scalars, before);
    }

    /// [`Scalar::invert_all`] of public scalars.
    pub fn invert_all_vartime(scalars: &mut [Scalar<M>], before: &mut [Scalar<M>]) {
        Scalar::invert_all_by(Scalar::invert_vartime, scalars, before);
    }

    #[inline(always)]
    fn invert_all_by(
        invert: fn(&Scalar<M>) -> Scalar<M>,
        scalars: &mut [Scalar<M>],
        before: &mut [Scalar<M>],
    ) {
        assert_eq!(scalars.len(), before.len(), "one place a scalar");
        // A 0 counts as 1.
        let mut product = Wiped::new(Scalar::ONE);
        for (scalar, before) in scalars.iter().zip(before.iter_mut()) {
            *before = *product;
            *product = product.mul(&Scalar::select(scalar.is_zero(), &Scalar::ONE, scalar));
        }
        let mut inverse = Wiped::new(invert(&product));
        for (scalar, before) in scalars.iter_mut().zip(before.iter_mut()).rev() {
            let none = scalar.is_zero();
            let this = Wiped::new(inverse.mul(before));
            *inverse = inverse.mul(&Scalar::select(none, &Scalar::ONE, scalar));
            *scalar = Scalar::select(none, &Scalar::ZERO, &this);
            before.wipe();
        }
    }

    /// self + y. Additions use 64-bit words on every target: they are cheap on all.
    #[inline]
    pub fn add(&self, y: &Scalar<M>) -> Scalar<M> {
        let (sum, carry) = limbs::add(&self.0, &y.0);
        Scalar::new(limbs::sub_if_not_less(&sum, carry, &M::ORDER))
    }

    /// self − y.
    #[inline]
    pub fn sub(&self, y: &Scalar<M>) -> Scalar<M> {
        let (difference, borrow) = limbs::sub(&self.0, &y.0);
        Scalar::new(limbs::add_if(Mask::from_bit(borrow), &difference, &M::ORDER))
    }

    /// −self.
    #[inline]
    pub fn neg(&self) -> Scalar<M> {
        Scalar::ZERO.sub(self)
    }

    /// Whether the scalar is 0.
    #[inline]
    pub fn is_zero(&self) -> Mask {
        Mask::is_zero(self.0[0] | self.0[1] | self.0[2] | self.0[3])
    }

    /// Whether both are the same scalar.
    #[inline]
    pub fn eq(&self, y: &Scalar<M>) -> Mask {
        let mut difference = 0;
        for i in 0..4 {
            difference |= self.0[i] ^ y.0[i];
        }
        Mask::is_zero(difference)
    }

    /// `x` where the mask is true, else `y`.
    #[inline]
    pub fn select(mask: Mask, x: &Scalar<M>, y: &Scalar<M>) -> Scalar<M> {
        Scalar::new(limbs::select(mask, &x.0, &y.0))
    }
}

impl<M> Wipe for Scalar<M> {
    fn wipe(&mut self) {
        ct::wipe(&mut self.0);
    }
}

/// Little-endian words of bytes in the order of m.
#[inline(always)]
fn words<M: Modulus>(bytes: &[u8; 32]) -> [u64; 4] {
    in_order::<M>(&limbs::from_bytes(bytes))
}

/// The words of a number for the words of its bytes, and the other way round. A reversed copy of the bytes would have to be wiped.
#[inline(always)]
fn in_order<M: Modulus>(x: &[u64; 4]) -> [u64; 4] {
    if M::BIG_ENDIAN {
        [x[3].swap_bytes(), x[2].swap_bytes(), x[1].swap_bytes(), x[0].swap_bytes()]
    } else {
        *x
    }
}
