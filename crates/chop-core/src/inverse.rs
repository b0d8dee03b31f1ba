//! Inverses modulo an odd number below 2^256, by division steps: constant time, and a fifth of the work of a
//! power.
//!
//! Bernstein and Yang 2019 ("Fast constant-time gcd computation and modular inversion", eprint 2019/266), with
//! δ starting at 1/2: from (f, g) = (m, x), a step replaces
//!
//! ```text
//! (δ, f, g)  by  (1 − δ, g, (g − f)/2)   if δ > 0 and g is odd
//!                (1 + δ, f, (g + f)/2)   if g is odd otherwise
//!                (1 + δ, f, g/2)         if g is even
//! ```
//!
//! For 256-bit numbers g is 0 after 590 steps and f is ±gcd(m, x). Steps look at the low bits only: 60 of them
//! are made on words, and what they did is a matrix of four numbers,
//!
//! ```text
//! 2^60·(f′, g′) = (u·f + v·g, q·f + r·g),   |u| + |v| ≤ 2^60,   |q| + |r| ≤ 2^60
//! ```
//!
//! which is then applied to f and g, and modulo m to d and e, where f ≡ d·x and g ≡ e·x. Ten times 60 steps
//! are 600; the steps after g = 0 change neither f nor d.
//!
//! | quantity                          | bound                                                          |
//! |-----------------------------------|----------------------------------------------------------------|
//! | f, g                              | −m ≤ f, g ≤ m: each step is a sum of two of them, halved        |
//! | d, e                              | −2m < d, e < m                                                 |
//! | what multiplies m                 | −2^61 .. 2^60                                                  |
//! | two products of limbs, a third, a carry | 2^120 + 2^121 + 2^64 < 2^127                             |
//!
//! Twenty steps are made on two words at a time, each of which holds a row: see `twenty`.

use crate::ct;
use core::array;

/// Bits of a limb, and steps at a time.
const BITS: u32 = 60;
/// The low bits of a limb.
const MASK: u64 = (1 << BITS) - 1;
/// 590 steps and ten more.
const ROUNDS: usize = 10;

/// A number in five limbs of 60 bits, the last with a sign.
type Limbs = [i64; 5];

/// An odd number m, 2 < m < 2^256, to compute modulo.
#[derive(Clone, Copy, Debug)]
pub struct Modulus {
    limbs: Limbs,
    /// 1/m modulo 2^60.
    inverse: u64,
}

impl Modulus {
    /// The modulus with these little-endian words.
    ///
    /// # Panics
    /// If it is even.
    pub const fn new(words: &[u64; 4]) -> Modulus {
        assert!(words[0] & 1 == 1, "an odd modulus");
        // Each step doubles the bits that are right; m is its own inverse modulo 8.
        let mut inverse = words[0];
        let mut i = 0;
        while i < 5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(words[0].wrapping_mul(inverse)));
            i += 1;
        }
        Modulus { limbs: to_limbs(words), inverse: inverse & MASK }
    }

    /// 1/x modulo m for x < m that has one; 0 for 0.
    ///
    /// Cost: 600 steps of 15 operations on words, and ten times 70 products of words.
    pub fn invert(&self, x: &[u64; 4]) -> [u64; 4] {
        let [inverse] = invert_side_by_side([(self, x)]);
        inverse
    }

    /// [`invert`](Modulus::invert) for a public x: time varies with it.
    ///
    /// Cost: the same steps until g = 0, about 530, those without an exchange several at a time.
    pub fn invert_vartime(&self, x: &[u64; 4]) -> [u64; 4] {
        let (mut f, mut g) = (self.limbs, to_limbs(x));
        let (mut d, mut e): (Limbs, Limbs) = ([0; 5], [1, 0, 0, 0, 0]);
        let mut zeta = -1;
        while g != [0; 5] {
            let matrix = steps_vartime(&mut zeta, f[0] as u64, g[0] as u64);
            apply(&matrix, &mut f, &mut g);
            self.apply_modulo(&matrix, &mut d, &mut e);
        }
        self.reduced(&d, f[4] >> 63)
    }

    /// (u·d + v·e, q·d + r·e)/2^60 modulo m, in the bounds of d and e.
    ///
    /// With m added to where d and e are negative they are in −m … m, the sums in −2^60·m … 2^60·m; less than
    /// 2^60·m is subtracted, so that the low 60 bits are 0.
    fn apply_modulo(&self, matrix: &[i64; 4], d: &mut Limbs, e: &mut Limbs) {
        let (old_d, old_e) = (*d, *e);
        let (d_sign, e_sign) = (old_d[4] >> 63, old_e[4] >> 63);
        for (out, row) in [d, e].into_iter().zip(matrix.chunks_exact(2)) {
            let added = (row[0] & d_sign) + (row[1] & e_sign);
            let low = product(row[0], old_d[0]) + product(row[1], old_e[0]);
            // (low + added·m)/m modulo 2^60: when so many m are subtracted the low bits are 0.
            let wanted = (low as u64).wrapping_mul(self.inverse).wrapping_add(added as u64) & MASK;
            let multiple = added - wanted as i64;
            let mut carry = (low + product(multiple, self.limbs[0])) >> BITS;
            for i in 1..5 {
                carry += product(row[0], old_d[i]) + product(row[1], old_e[i]);
                carry += product(multiple, self.limbs[i]);
                out[i - 1] = (carry as u64 & MASK) as i64;
                carry >>= BITS;
            }
            out[4] = carry as i64;
        }
    }

    /// d, negated if `negate` is −1, as words of the least non-negative number.
    fn reduced(&self, d: &Limbs, negate: i64) -> [u64; 4] {
        let mut z = *d;
        self.add_if(z[4] >> 63, &mut z);
        for limb in &mut z {
            *limb = (*limb ^ negate) - negate;
        }
        carry(&mut z);
        self.add_if(z[4] >> 63, &mut z);
        let words = to_words(&z);
        ct::wipe(&mut z);
        words
    }

    /// z + m where `mask` is −1.
    fn add_if(&self, mask: i64, z: &mut Limbs) {
        for (limb, m) in z.iter_mut().zip(&self.limbs) {
            *limb += m & mask;
        }
        carry(z);
    }
}

/// 1/x modulo m of each pair (m, x), as [`Modulus::invert`] has it.
///
/// Cost: for two little more time than for one, because each step waits for the one before it.
pub fn invert_side_by_side<const N: usize>(pairs: [(&Modulus, &[u64; 4]); N]) -> [[u64; 4]; N] {
    let (mut f, mut g) = (pairs.map(|(m, _)| m.limbs), pairs.map(|(_, x)| to_limbs(x)));
    let (mut d, mut e): ([Limbs; N], [Limbs; N]) = ([[0; 5]; N], [[1, 0, 0, 0, 0]; N]);
    // −(δ + 1/2), so that its sign is that of −δ.
    let mut zeta = [-1; N];
    for _ in 0..ROUNDS {
        let mut matrices = steps(&mut zeta, &f, &g);
        for i in 0..N {
            apply(&matrices[i], &mut f[i], &mut g[i]);
            pairs[i].0.apply_modulo(&matrices[i], &mut d[i], &mut e[i]);
            ct::wipe(&mut matrices[i]);
        }
    }
    let mut inverses = [[0; 4]; N];
    for i in 0..N {
        inverses[i] = pairs[i].0.reduced(&d[i], f[i][4] >> 63);
        for limbs in [&mut f[i], &mut g[i], &mut d[i], &mut e[i]] {
            ct::wipe(limbs);
        }
    }
    inverses
}

#[inline(always)]
fn product(x: i64, y: i64) -> i128 {
    i128::from(x) * i128::from(y)
}

/// All limbs but the last to 0 … 2^60 − 1.
#[inline(always)]
fn carry(z: &mut Limbs) {
    for i in 0..4 {
        z[i + 1] += z[i] >> BITS;
        z[i] &= MASK as i64;
    }
}

/// 60 steps on the low words of each f and g: (u, v, q, r).
fn steps<const N: usize>(zeta: &mut [i64; N], f: &[Limbs; N], g: &[Limbs; N]) -> [[i64; 4]; N] {
    let (mut f, mut g) = (f.map(|limbs| limbs[0]), g.map(|limbs| limbs[0]));
    let mut all = [[1, 0, 0, 1]; N];
    for _ in 0..3 {
        let matrices = twenty(zeta, &f, &g);
        for i in 0..N {
            let [u, v, q, r] = matrices[i];
            // 64, 44 and 24 bits of f and g are right, and 20 are read.
            let (old_f, old_g) = (f[i], g[i]);
            f[i] = u.wrapping_mul(old_f).wrapping_add(v.wrapping_mul(old_g)) >> 20;
            g[i] = q.wrapping_mul(old_f).wrapping_add(r.wrapping_mul(old_g)) >> 20;
            let [a, b, c, d] = all[i];
            all[i] = [u * a + v * c, u * b + v * d, q * a + r * c, q * b + r * d];
        }
    }
    all
}

/// [`steps`] for public numbers: zeros of g are shifted out together, and as many bits of it are made zeros at a time as steps
/// without an exchange follow each other, six at most.
fn steps_vartime(zeta: &mut i64, mut f: u64, mut g: u64) -> [i64; 4] {
    let (mut u, mut v, mut q, mut r) = (1i64, 0i64, 0i64, 1i64);
    let mut left = BITS;
    loop {
        let zeros = (g | u64::MAX << left).trailing_zeros();
        g >>= zeros;
        (u, v) = (u << zeros, v << zeros);
        *zeta -= i64::from(zeros);
        left -= zeros;
        if left == 0 {
            return [u, v, q, r];
        }
        if *zeta < 0 {
            *zeta = -1 - *zeta;
            (f, g) = (g, f.wrapping_neg());
            (u, v, q, r) = (q, r, -u, -v);
        }
        // f·(2 − f²) is 1/f modulo 64, as f is modulo 8: g + w·f has so many zeros.
        let bits = (*zeta + 1).min(i64::from(left)).min(6);
        let minus_inverse = f.wrapping_mul(f.wrapping_mul(f).wrapping_sub(2));
        let w = g.wrapping_mul(minus_inverse) & ((1 << bits) - 1);
        g = g.wrapping_add(w.wrapping_mul(f));
        (q, r) = (q + w as i64 * u, r + w as i64 * v);
    }
}

/// 20 steps on the low 20 bits of each f and g: (u, v, q, r), with |u| + |v| ≤ 2^20 and |q| + |r| ≤ 2^20.
///
/// A word holds f + 2^20·u + 2^42·v, another g + 2^20·q + 2^42·r: a step is the same sum of all three, and a
/// half. From 2^20 in u and r on, the halves of 20 steps are whole; the word's parity is that of f or g, of
/// which one bit less is right after each step.
///
/// f and g stay in −2^19 .. 2^19, so that rounding tells the fields apart. No sum reaches 2^63: of |v| and |r|,
/// both at most 2^20, the second is less once the first is not 0, as it has been halved.
#[inline(always)]
fn twenty<const N: usize>(zeta: &mut [i64; N], f: &[i64; N], g: &[i64; N]) -> [[i64; 4]; N] {
    let low = |x: i64| (x << 44) >> 44;
    let (mut f, mut g) = (f.map(|x| low(x) + (1 << 40)), g.map(|x| low(x) + (1 << 62)));
    for _ in 0..20 {
        for i in 0..N {
            step(&mut zeta[i], &mut f[i], &mut g[i]);
        }
    }
    let fields = |row: i64| {
        let both = (row + (1 << 19)) >> 20;
        let first = (both << 42) >> 42;
        [first, (both - first) >> 22]
    };
    array::from_fn(|i| {
        let ([u, v], [q, r]) = (fields(f[i]), fields(g[i]));
        [u, v, q, r]
    })
}

/// A step on two such words.
#[inline(always)]
fn step(zeta: &mut i64, f: &mut i64, g: &mut i64) {
    // The barriers keep the compiler from making branches of the masks.
    let positive = ct::barrier((*zeta >> 63) as u64) as i64;
    let odd = ct::barrier((*g as u64 & 1).wrapping_neg()) as i64;
    // g + f, or g − f where δ > 0, if g is odd.
    *g += ((*f ^ positive) - positive) & odd;
    // Where both, f becomes what g was: g − f + f.
    let both = positive & odd;
    *zeta = (*zeta ^ both) - 1;
    *f += *g & both;
    *g >>= 1;
}

/// (u·f + v·g, q·f + r·g)/2^60, which is exact.
fn apply(matrix: &[i64; 4], f: &mut Limbs, g: &mut Limbs) {
    let (old_f, old_g) = (*f, *g);
    for (out, row) in [f, g].into_iter().zip(matrix.chunks_exact(2)) {
        let mut carry = (product(row[0], old_f[0]) + product(row[1], old_g[0])) >> BITS;
        for i in 1..5 {
            carry += product(row[0], old_f[i]) + product(row[1], old_g[i]);
            out[i - 1] = (carry as u64 & MASK) as i64;
            carry >>= BITS;
        }
        out[4] = carry as i64;
    }
}

const fn to_limbs(w: &[u64; 4]) -> Limbs {
    [
        (w[0] & MASK) as i64,
        ((w[0] >> 60 | w[1] << 4) & MASK) as i64,
        ((w[1] >> 56 | w[2] << 8) & MASK) as i64,
        ((w[2] >> 52 | w[3] << 12) & MASK) as i64,
        (w[3] >> 48) as i64,
    ]
}

/// The words of limbs that are not negative and below 2^256.
fn to_words(z: &Limbs) -> [u64; 4] {
    let z = z.map(|limb| limb as u64);
    [z[0] | z[1] << 60, z[1] >> 4 | z[2] << 56, z[2] >> 8 | z[3] << 52, z[3] >> 12 | z[4] << 48]
}
