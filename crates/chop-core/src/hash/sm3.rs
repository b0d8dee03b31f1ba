//! SM3 (GB/T 32905): its constants, its message schedule, its rounds.
//!
//! | for a block of two messages per lane | rotations | additions | others |
//! |--------------------------------------|-----------|-----------|--------|
//! | 64 rounds                            | 384       | 512       | 432    |
//! | 52 words of the schedule             | 208       |           | 312    |
//!
//! 1,850 instructions, of which instruction vectors join pairs of bitwise ones. The standard rotates to the left: by n is
//! to the right by 32 − n.

use super::{Hash, Word};

/// SM3.
#[derive(Clone, Copy, Debug)]
pub enum Sm3 {}

impl Hash for Sm3 {
    type Integer = u32;

    /// 4.1.
    const INITIAL: [u32; 8] = [
        0x7380_166f,
        0x4914_b2b9,
        0x1724_42d7,
        0xda8a_0600,
        0xa96f_30bc,
        0x1631_38aa,
        0xe38d_ee4d,
        0xb0fb_0e4e,
    ];

    /// T_j ⋘ (j mod 32) of 4.2.
    const ROUND: &[u32] = &{
        let mut constants = [0; 64];
        let mut j = 0;
        while j < 64 {
            let t: u32 = if j < 16 { 0x79cc_4519 } else { 0x7a87_9d8a };
            constants[j] = t.rotate_left(j as u32 % 32);
            j += 1;
        }
        constants
    };

    /// 5.3.3, with W_t and W_(t + 4).
    #[inline(always)]
    fn round<W: Word<Integer = u32>>(s: &mut [W; 8], w: &mut [W; 16], t: usize, first: bool, constant: W) {
        let word = w[t];
        let later = if first && t < 12 { w[t + 4] } else { schedule(w, t + 4) };
        let (a, b, c, d) = (s[place(0, t)], s[place(1, t)], s[place(2, t)], s[place(3, t)]);
        let (e, f, g, h) = (s[place(4, t)], s[place(5, t)], s[place(6, t)], s[place(7, t)]);
        let a12 = a.rotr::<{ 32 - 12 }>();
        let ss1 = a12.add(e).add(constant).rotr::<{ 32 - 7 }>();
        let ff = if first { a.xor(b).xor(c) } else { a.maj(b, c) };
        let gg = if first { e.xor(f).xor(g) } else { e.ch(f, g) };
        let tt1 = ff.add(d).add(ss1.xor(a12)).add(word.xor(later));
        let tt2 = gg.add(h).add(ss1).add(word);
        s[place(1, t)] = b.rotr::<{ 32 - 9 }>(); // the next C
        s[place(3, t)] = tt1; // the next A
        s[place(5, t)] = f.rotr::<{ 32 - 19 }>(); // the next G
        s[place(7, t)] = tt2.xor(tt2.rotr::<{ 32 - 9 }>()).xor(tt2.rotr::<{ 32 - 17 }>()); // the next E
    }

    /// The end of 5.3.3.
    #[inline(always)]
    fn join<W: Word>(before: W, after: W) -> W {
        before.xor(after)
    }
}

/// Where word i of A … D, or of E … H, is in round t: instead of each word moving on to the next variable, the
/// names move, and after 4 rounds they are back.
#[inline(always)]
const fn place(i: usize, t: usize) -> usize {
    i / 4 * 4 + (i + 64 - t) % 4
}

/// Word t of the message schedule, 5.3.2, over the word 16 places before it.
#[inline(always)]
fn schedule<W: Word>(w: &mut [W; 16], t: usize) -> W {
    // W[j − 16], W[j − 9], W[j − 3], W[j − 13], W[j − 6].
    let x = w[t % 16].xor(w[(t + 7) % 16]).xor(w[(t + 13) % 16].rotr::<{ 32 - 15 }>());
    let p1 = x.xor(x.rotr::<{ 32 - 15 }>()).xor(x.rotr::<{ 32 - 23 }>());
    w[t % 16] = p1.xor(w[(t + 3) % 16].rotr::<{ 32 - 7 }>()).xor(w[(t + 10) % 16]);
    w[t % 16]
}
