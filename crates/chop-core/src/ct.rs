//! Constant-time building blocks: masks, selection, comparison, barriers, and wiping of values and of the stack.
//!
//! A condition on secret data is a [`Mask`], never a `bool`. The only way from a mask to a branch is
//! [`declassify`], which takes the reason as text; all reasons are listed in `docs/constant-time.md`.
//!
//! Contract: every function here takes the same time and touches the same addresses whatever the
//! values are. Lengths of slices are public.

/// All ones (true) or all zeros (false): a condition that never becomes a branch by itself.
#[derive(Clone, Copy)]
pub struct Mask(u64);

impl Mask {
    /// The false mask.
    pub const FALSE: Mask = Mask(0);
    /// The true mask.
    pub const TRUE: Mask = Mask(u64::MAX);

    /// A mask from a bit that is 0 or 1.
    #[inline(always)]
    pub fn from_bit(bit: u64) -> Mask {
        debug_assert!(bit <= 1);
        Mask(barrier(bit).wrapping_neg())
    }

    /// A mask from a public condition.
    #[inline(always)]
    pub fn from_public(condition: bool) -> Mask {
        Mask((condition as u64).wrapping_neg())
    }

    /// `x == 0`.
    #[inline(always)]
    pub fn is_zero(x: u64) -> Mask {
        // x | −x has its top bit clear only for x = 0.
        Mask::from_bit(((x | x.wrapping_neg()) >> 63) ^ 1)
    }

    /// `x == y`.
    #[inline(always)]
    pub fn eq(x: u64, y: u64) -> Mask {
        Mask::is_zero(x ^ y)
    }

    /// Both.
    #[inline(always)]
    pub fn and(self, other: Mask) -> Mask {
        Mask(self.0 & other.0)
    }

    /// Either.
    #[inline(always)]
    pub fn or(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }

    /// Exactly one.
    #[inline(always)]
    pub fn xor(self, other: Mask) -> Mask {
        Mask(self.0 ^ other.0)
    }

    /// The opposite.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)] // a word of its own keeps `!` off secret data
    pub fn not(self) -> Mask {
        Mask(!self.0)
    }

    /// The mask as a word: 2^64 − 1 or 0.
    #[inline(always)]
    pub fn word(self) -> u64 {
        self.0
    }

    /// The mask as a bit: 1 or 0.
    #[inline(always)]
    pub fn bit(self) -> u64 {
        self.0 & 1
    }

    /// `x` where the mask is true, else `y`.
    #[inline(always)]
    pub fn select(self, x: u64, y: u64) -> u64 {
        y ^ (self.0 & (x ^ y))
    }
}

/// Reveals a mask. `reason` says why that bit is no secret; the list is in `docs/constant-time.md`.
///
/// Built with `--cfg chop_ct`, which only the constant-time check does, it also tells Valgrind that the
/// mask is public from here on.
#[inline(always)]
pub fn declassify(mask: Mask, reason: &'static str) -> bool {
    let _ = reason;
    #[cfg(chop_ct)]
    let mask = {
        /// MAKE_MEM_DEFINED of the tool Memcheck (`memcheck.h` of Valgrind).
        const MAKE_DEFINED: u64 = (b'M' as u64) << 24 | (b'C' as u64) << 16 | 2;
        let mut word = mask.0;
        let request = [MAKE_DEFINED, &raw mut word as u64, size_of::<u64>() as u64, 0, 0, 0];
        // SAFETY: RDI is rotated by 128 bits in all and RBX exchanged with itself: both end as they began,
        // and RDX and the flags are declared. Valgrind reads `request` and writes no memory of ours.
        unsafe {
            core::arch::asm!(
                "rol rdi, 3",
                "rol rdi, 13",
                "rol rdi, 61",
                "rol rdi, 51",
                "xchg rbx, rbx",
                in("rax") request.as_ptr(),
                inout("rdx") 0u64 => _,
                options(nostack),
            );
        }
        Mask(word)
    };
    mask.0 != 0
}

/// Whether two byte strings of equal length are equal, reading all of both.
///
/// # Panics
/// If the lengths differ: lengths are public.
pub fn eq(x: &[u8], y: &[u8]) -> Mask {
    assert_eq!(x.len(), y.len(), "constant-time comparison of different lengths");
    let mut difference = 0u8;
    for (a, b) in x.iter().zip(y) {
        difference |= a ^ b;
    }
    Mask::is_zero(difference as u64)
}

/// Hides the value from the optimiser, so that a mask made from it stays arithmetic.
#[inline(always)]
pub fn barrier(x: u64) -> u64 {
    hide(x)
}

/// One register of 64 bits.
#[cfg(all(
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64",
        target_arch = "s390x",
        target_arch = "loongarch64"
    ),
    not(miri)
))]
#[inline(always)]
fn hide(mut x: u64) -> u64 {
    // SAFETY: an empty instruction that claims to change one register and touches nothing else.
    unsafe {
        core::arch::asm!("/* {0} */", inout(reg) x, options(pure, nomem, nostack, preserves_flags));
    }
    x
}

/// Two registers of 32 bits.
#[cfg(all(any(target_arch = "x86", target_arch = "arm", target_arch = "riscv32"), not(miri)))]
#[inline(always)]
fn hide(x: u64) -> u64 {
    let (mut low, mut high) = (x as u32, (x >> 32) as u32);
    // SAFETY: an empty instruction that claims to change two registers and touches nothing else.
    unsafe {
        core::arch::asm!(
            "/* {0} {1} */",
            inout(reg) low,
            inout(reg) high,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    u64::from(high) << 32 | u64::from(low)
}

/// Best effort, where the language has no `asm!`.
#[cfg(any(
    not(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64",
        target_arch = "s390x",
        target_arch = "loongarch64",
        target_arch = "x86",
        target_arch = "arm",
        target_arch = "riscv32"
    )),
    miri
))]
#[inline(always)]
fn hide(x: u64) -> u64 {
    core::hint::black_box(x)
}

mod plain {
    /// Integers: any bit pattern is a value, and zero is all zero bits.
    pub trait Plain: Copy {
        /// Zero.
        const ZERO: Self;
    }
    macro_rules! plain { ($($t:ty)*) => { $(impl Plain for $t { const ZERO: $t = 0; })* } }
    plain!(u8 i8 u16 i16 u32 i32 u64 i64 u128);
    impl<T: Plain, const N: usize> Plain for [T; N] {
        const ZERO: [T; N] = [T::ZERO; N];
    }
}
pub use plain::Plain;

/// Overwrites secrets with zeros in a way that the compiler may not drop.
pub fn wipe<T: Plain>(secret: &mut [T]) {
    overwrite(secret, T::ZERO);
}

/// Overwrites secrets with a public value in a way that the compiler may not drop.
pub fn overwrite<T: Copy>(secrets: &mut [T], value: T) {
    for secret in secrets {
        // SAFETY: `secret` is a valid, aligned, exclusive reference, and a value that can be copied has no destructor.
        unsafe { core::ptr::write_volatile(secret, value) };
    }
    core::sync::atomic::compiler_fence(core::sync::atomic::Ordering::SeqCst);
}

/// A value that can be overwritten with zeros in a way that the compiler may not drop.
pub trait Wipe {
    /// Overwrites it with zeros.
    fn wipe(&mut self);
}

impl<E: Plain, const N: usize> Wipe for [E; N] {
    #[inline(always)]
    fn wipe(&mut self) {
        wipe(&mut self[..]);
    }
}

#[cfg(feature = "alloc")]
impl<T: Wipe> Wipe for alloc::vec::Vec<T> {
    fn wipe(&mut self) {
        self.iter_mut().for_each(T::wipe);
    }
}

/// A secret that is overwritten when it goes out of scope, on every way out: words, digits, bytes and scalars.
///
/// Not for elements of fields: a guard keeps in memory what would stay in registers.
pub struct Wiped<T: Wipe>(T);

impl<T: Wipe> Wiped<T> {
    /// Guards a value.
    #[inline(always)]
    pub fn new(value: T) -> Wiped<T> {
        Wiped(value)
    }
}

impl<T: Wipe> core::ops::Deref for Wiped<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Wipe> core::ops::DerefMut for Wiped<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Wipe> Drop for Wiped<T> {
    #[inline(always)]
    fn drop(&mut self) {
        self.0.wipe();
    }
}

/// Returns what `f` returns; the first N words of the stack that `f` and what it calls have used are overwritten with zeros.
///
/// Compilers keep copies of secrets on the stack that no name belongs to: of what is moved, and of registers that were in
/// the way. The result is made in the place of the caller's.
#[inline(always)]
pub fn on_wiped_stack<const N: usize, T>(f: impl FnOnce() -> T) -> T {
    // A guard, so that no variable holds the result until the stack is wiped.
    let _wiped = WipedStack::<N>;
    call(f)
}

/// Wipes N words of the stack when it is dropped.
struct WipedStack<const N: usize>;

impl<const N: usize> Drop for WipedStack<N> {
    #[inline(always)]
    fn drop(&mut self) {
        wipe_stack::<N>();
    }
}

/// A frame of its own, which begins where that of [`wipe_stack`] will.
#[inline(never)]
fn call<T>(f: impl FnOnce() -> T) -> T {
    f()
}

/// Overwrites N words below the frame of the caller; twice as many in debug builds, whose kernels keep more of what they compute on the
/// stack.
#[inline(never)]
fn wipe_stack<const N: usize>() {
    let zeros = [[0u64; N]; if cfg!(debug_assertions) { 2 } else { 1 }];
    // Whatever this reads, the zeros have been written.
    core::hint::black_box(&zeros);
}
