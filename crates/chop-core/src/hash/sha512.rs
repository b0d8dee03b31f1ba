//! SHA-512 (FIPS 180-4), for one message or for one in each lane of a vector.
//!
//! A word of the standard is a [`Word64`]: a `u64`, or a vector with a 64-bit word per lane. No
//! operation of the compression function branches on data or moves it between lanes, so that one text
//! serves both. Messages are given in parts, which are hashed as if concatenated.
//!
//! Contract: constant time in the contents. The lengths of the parts are public, and so is which lane
//! has how many blocks. Blocks and chaining values are wiped before a digest returns; what is computed
//! from them lives in registers, and is not wiped where the compiler spills it to the stack.

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::blocks::{self, Blocks, fetch};
use crate::ct;
use crate::lanes::{Lanes, PerLane, Register, Vector, each_ref};

/// Bytes in a block.
pub const BLOCK: usize = 128;
/// Bytes in a digest.
pub const DIGEST: usize = 64;

/// A 64-bit word of SHA-512, in each lane. All arithmetic wraps.
pub trait Word64: Copy {
    /// Whether an operation is many instructions, so that the compression function is compiled once, as
    /// a loop of rounds, and called. See [`Register::OUTLINED`].
    const OUTLINED: bool;

    /// The same word in every lane.
    fn splat(x: u64) -> Self;
    /// x + y mod 2^64.
    fn add(self, y: Self) -> Self;
    /// Bitwise exclusive or.
    fn xor(self, y: Self) -> Self;
    /// Bitwise and.
    fn and(self, y: Self) -> Self;
    /// Bitwise or.
    fn or(self, y: Self) -> Self;
    /// Rotation to the right by N bits, 0 < N < 64.
    fn rotr<const N: u32>(self) -> Self;
    /// ⌊x / 2^N⌋, N < 64.
    fn shr<const N: u32>(self) -> Self;
    /// The eight bytes in the opposite order.
    fn swap_bytes(self) -> Self;

    /// Ch(x, y, z) = (x ∧ y) ⊕ (¬x ∧ z) of 4.1.3: each bit of y where x has a 1, else of z.
    #[inline(always)]
    fn ch(self, y: Self, z: Self) -> Self {
        z.xor(self.and(y.xor(z)))
    }
    /// Maj(x, y, z) = (x ∧ y) ⊕ (x ∧ z) ⊕ (y ∧ z) of 4.1.3: each bit as in two of the three at least.
    #[inline(always)]
    fn maj(self, y: Self, z: Self) -> Self {
        self.and(y).or(z.and(self.or(y)))
    }
}

/// A [`Word64`] with a lane per message.
pub trait Word64Lanes: Word64 {
    /// How many lanes there are.
    const LANES: usize;
    /// One `T` per lane.
    type Lanes<T: Copy>: Lanes<T>;
    /// Lane i is `lanes[i]`.
    fn from_lanes(lanes: Self::Lanes<u64>) -> Self;
    /// The lanes.
    fn to_lanes(self) -> Self::Lanes<u64>;
    /// Lane l of word i is `rows[l][i]`: eight words of each message.
    fn from_rows(rows: &Self::Lanes<[u64; 8]>) -> [Self; 8];
    /// The inverse: `[l][i]` is lane l of word i.
    fn to_rows(words: &[Self; 8]) -> Self::Lanes<[u64; 8]>;
}

impl Word64 for u64 {
    const OUTLINED: bool = false;

    #[inline(always)]
    fn splat(x: u64) -> u64 {
        x
    }
    #[inline(always)]
    fn add(self, y: u64) -> u64 {
        self.wrapping_add(y)
    }
    #[inline(always)]
    fn xor(self, y: u64) -> u64 {
        self ^ y
    }
    #[inline(always)]
    fn and(self, y: u64) -> u64 {
        self & y
    }
    #[inline(always)]
    fn or(self, y: u64) -> u64 {
        self | y
    }
    #[inline(always)]
    fn rotr<const N: u32>(self) -> u64 {
        self.rotate_right(N)
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> u64 {
        self >> N
    }
    #[inline(always)]
    fn swap_bytes(self) -> u64 {
        u64::swap_bytes(self)
    }
}

impl Word64Lanes for u64 {
    const LANES: usize = 1;
    type Lanes<T: Copy> = [T; 1];
    #[inline(always)]
    fn from_lanes(lanes: [u64; 1]) -> u64 {
        lanes[0]
    }
    #[inline(always)]
    fn to_lanes(self) -> [u64; 1] {
        [self]
    }
    #[inline(always)]
    fn from_rows(rows: &[[u64; 8]; 1]) -> [u64; 8] {
        rows[0]
    }
    #[inline(always)]
    fn to_rows(words: &[u64; 8]) -> [[u64; 8]; 1] {
        [*words]
    }
}

impl<V: Vector> Word64 for V {
    const OUTLINED: bool = V::OUTLINED;

    #[inline(always)]
    fn splat(x: u64) -> V {
        V::splat(x)
    }
    #[inline(always)]
    fn add(self, y: V) -> V {
        Register::add(self, y)
    }
    #[inline(always)]
    fn xor(self, y: V) -> V {
        Register::xor(self, y)
    }
    #[inline(always)]
    fn and(self, y: V) -> V {
        Register::and(self, y)
    }
    #[inline(always)]
    fn or(self, y: V) -> V {
        Register::or(self, y)
    }
    #[inline(always)]
    fn rotr<const N: u32>(self) -> V {
        Vector::ror::<N>(self)
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> V {
        Register::shr::<N>(self)
    }
    #[inline(always)]
    fn swap_bytes(self) -> V {
        Vector::swap_bytes(self)
    }
}

impl<V: Vector> Word64Lanes for V {
    const LANES: usize = V::LANES;
    type Lanes<T: Copy> = PerLane<V, T>;
    #[inline(always)]
    fn from_lanes(lanes: PerLane<V, u64>) -> V {
        V::from_array(lanes)
    }
    #[inline(always)]
    fn to_lanes(self) -> PerLane<V, u64> {
        self.to_array()
    }
    #[inline(always)]
    fn from_rows(rows: &PerLane<V, [u64; 8]>) -> [V; 8] {
        V::from_eight_words(each_ref::<V, _>(rows))
    }
    #[inline(always)]
    fn to_rows(words: &[V; 8]) -> PerLane<V, [u64; 8]> {
        V::to_eight_words(words)
    }
}

/// The initial hash value, 5.3.5: the first 64 bits of the fractional parts of the square roots of the
/// first 8 primes.
pub const INITIAL: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// The round constants, 4.2.3: the first 64 bits of the fractional parts of the cube roots of the first
/// 80 primes.
#[rustfmt::skip]
pub const ROUND: [u64; 80] = [
    0x428a_2f98_d728_ae22, 0x7137_4491_23ef_65cd, 0xb5c0_fbcf_ec4d_3b2f, 0xe9b5_dba5_8189_dbbc,
    0x3956_c25b_f348_b538, 0x59f1_11f1_b605_d019, 0x923f_82a4_af19_4f9b, 0xab1c_5ed5_da6d_8118,
    0xd807_aa98_a303_0242, 0x1283_5b01_4570_6fbe, 0x2431_85be_4ee4_b28c, 0x550c_7dc3_d5ff_b4e2,
    0x72be_5d74_f27b_896f, 0x80de_b1fe_3b16_96b1, 0x9bdc_06a7_25c7_1235, 0xc19b_f174_cf69_2694,
    0xe49b_69c1_9ef1_4ad2, 0xefbe_4786_384f_25e3, 0x0fc1_9dc6_8b8c_d5b5, 0x240c_a1cc_77ac_9c65,
    0x2de9_2c6f_592b_0275, 0x4a74_84aa_6ea6_e483, 0x5cb0_a9dc_bd41_fbd4, 0x76f9_88da_8311_53b5,
    0x983e_5152_ee66_dfab, 0xa831_c66d_2db4_3210, 0xb003_27c8_98fb_213f, 0xbf59_7fc7_beef_0ee4,
    0xc6e0_0bf3_3da8_8fc2, 0xd5a7_9147_930a_a725, 0x06ca_6351_e003_826f, 0x1429_2967_0a0e_6e70,
    0x27b7_0a85_46d2_2ffc, 0x2e1b_2138_5c26_c926, 0x4d2c_6dfc_5ac4_2aed, 0x5338_0d13_9d95_b3df,
    0x650a_7354_8baf_63de, 0x766a_0abb_3c77_b2a8, 0x81c2_c92e_47ed_aee6, 0x9272_2c85_1482_353b,
    0xa2bf_e8a1_4cf1_0364, 0xa81a_664b_bc42_3001, 0xc24b_8b70_d0f8_9791, 0xc76c_51a3_0654_be30,
    0xd192_e819_d6ef_5218, 0xd699_0624_5565_a910, 0xf40e_3585_5771_202a, 0x106a_a070_32bb_d1b8,
    0x19a4_c116_b8d2_d0c8, 0x1e37_6c08_5141_ab53, 0x2748_774c_df8e_eb99, 0x34b0_bcb5_e19b_48a8,
    0x391c_0cb3_c5c9_5a63, 0x4ed8_aa4a_e341_8acb, 0x5b9c_ca4f_7763_e373, 0x682e_6ff3_d6b2_b8a3,
    0x748f_82ee_5def_b2fc, 0x78a5_636f_4317_2f60, 0x84c8_7814_a1f0_ab72, 0x8cc7_0208_1a64_39ec,
    0x90be_fffa_2363_1e28, 0xa450_6ceb_de82_bde9, 0xbef9_a3f7_b2c6_7915, 0xc671_78f2_e372_532b,
    0xca27_3ece_ea26_619c, 0xd186_b8c7_21c0_c207, 0xeada_7dd6_cde0_eb1e, 0xf57d_4f7f_ee6e_d178,
    0x06f0_67aa_7217_6fba, 0x0a63_7dc5_a2c8_98a6, 0x113f_9804_bef9_0dae, 0x1b71_0b35_131c_471b,
    0x28db_77f5_2304_7d84, 0x32ca_ab7b_40c7_2493, 0x3c9e_be0a_15c9_bebc, 0x431d_67c4_9c10_0d4c,
    0x4cc5_d4be_cb3e_42b6, 0x597f_299c_fc65_7e2a, 0x5fcb_6fab_3ad6_faec, 0x6c44_198c_4a47_5817,
];

/// The chaining value of 6.4: eight words, each with a lane per message.
#[derive(Clone, Copy)]
pub struct State<W>(pub [W; 8]);

impl<W: Word64> State<W> {
    /// The initial hash value in every lane.
    #[inline(always)]
    pub fn initial() -> State<W> {
        let mut state = [W::splat(0); 8];
        for i in 0..8 {
            state[i] = W::splat(INITIAL[i]);
        }
        State(state)
    }

    /// `x` where a bit of the mask is 1, else `y`.
    #[inline(always)]
    pub fn select(mask: W, x: &State<W>, y: &State<W>) -> State<W> {
        let mut z = *y;
        for i in 0..8 {
            z.0[i] = mask.ch(x.0[i], y.0[i]);
        }
        z
    }

    /// The chaining value from its words, each with its lanes.
    #[inline(always)]
    fn load(words: &[W::Lanes<u64>; 8]) -> State<W>
    where
        W: Word64Lanes,
    {
        let mut state = [W::splat(0); 8];
        for i in 0..8 {
            state[i] = W::from_lanes(words[i]);
        }
        State(state)
    }

    #[inline(always)]
    fn store(&self, words: &mut [W::Lanes<u64>; 8])
    where
        W: Word64Lanes,
    {
        for i in 0..8 {
            words[i] = self.0[i].to_lanes();
        }
    }
}

/// Where word i of a … h is in round t: instead of each word moving on to the next variable, the names
/// move, and after 8 rounds they are back.
#[inline(always)]
const fn place(i: usize, t: usize) -> usize {
    (i + 16 - t) % 8
}

/// Round t < 16 of a group of 16, 6.4.2, step 3.
#[inline(always)]
fn round<W: Word64>(s: &mut [W; 8], t: usize, constant: u64, word: W) {
    let (a, b, c, d) = (s[place(0, t)], s[place(1, t)], s[place(2, t)], s[place(3, t)]);
    let (e, f, g, h) = (s[place(4, t)], s[place(5, t)], s[place(6, t)], s[place(7, t)]);
    let sigma_1 = e.rotr::<14>().xor(e.rotr::<18>()).xor(e.rotr::<41>());
    let t_1 = h.add(sigma_1).add(e.ch(f, g)).add(W::splat(constant).add(word));
    let sigma_0 = a.rotr::<28>().xor(a.rotr::<34>()).xor(a.rotr::<39>());
    let t_2 = sigma_0.add(a.maj(b, c));
    s[place(3, t)] = d.add(t_1); // the next e
    s[place(7, t)] = t_1.add(t_2); // the next a
}

/// Word t of the message schedule, 6.4.2, step 1, over the word 16 places before it: of the window `w`
/// only the last 16 words are ever needed.
#[inline(always)]
fn schedule<W: Word64>(w: &mut [W; 16], t: usize) -> W {
    let (x, y) = (w[(t + 14) % 16], w[(t + 1) % 16]); // W[t − 2], W[t − 15]
    let sigma_1 = x.rotr::<19>().xor(x.rotr::<61>()).xor(x.shr::<6>());
    let sigma_0 = y.rotr::<1>().xor(y.rotr::<8>()).xor(y.shr::<7>());
    w[t] = sigma_1.add(w[(t + 9) % 16]).add(sigma_0).add(w[t]);
    w[t]
}

/// Sixteen rounds spelled out, so that every index into the state and the window is a constant.
macro_rules! sixteen {
    ($t:ident => $round:expr) => {
        sixteen!($t => $round; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    ($t:ident => $round:expr; $($index:literal)*) => {
        $({
            let $t: usize = $index;
            $round
        })*
    };
}

/// The compression function, 6.4.2, on one block of 16 big-endian words (already loaded) in each lane.
#[inline(always)]
pub fn compress<W: Word64>(state: &mut State<W>, block: &[W; 16]) {
    let start = state.0;
    let end = if const { W::OUTLINED } { rounds_rolled(&start, block) } else { rounds(&start, block) };
    for i in 0..8 {
        state.0[i] = start[i].add(end[i]);
    }
}

/// The 80 rounds, with state and window in registers.
#[inline(always)]
fn rounds<W: Word64>(state: &[W; 8], block: &[W; 16]) -> [W; 8] {
    let (mut s, mut w) = (*state, *block);
    sixteen!(t => round(&mut s, t, ROUND[t], w[t]));
    for group in 1..5 {
        sixteen!(t => {
            let word = schedule(&mut w, t);
            round(&mut s, t, ROUND[16 * group + t], word)
        });
    }
    s
}

/// The 80 rounds, with state and window in memory, for words that fill several registers each: spelled
/// out, these take a compiler half a minute.
#[inline(never)]
fn rounds_rolled<W: Word64>(state: &[W; 8], block: &[W; 16]) -> [W; 8] {
    let (mut s, mut w) = (*state, *block);
    for t in 0..80 {
        let word = if t < 16 { w[t] } else { schedule(&mut w, t % 16) };
        round(&mut s, t % 16, ROUND[t], word);
    }
    s
}

/// The words of a block for each lane.
#[inline(always)]
pub fn load<W: Word64Lanes>(blocks: &W::Lanes<[u8; BLOCK]>) -> [W; 16] {
    let mut words = [W::splat(0); 16];
    for half in 0..2 {
        // Read with the first byte lowest, as most processors do; turned round in all lanes at once.
        let mut rows = W::Lanes::<[u64; 8]>::splat([0; 8]);
        for l in 0..W::LANES {
            for i in 0..8 {
                let mut word = [0; 8];
                let at = 64 * half + 8 * i;
                word.copy_from_slice(&blocks[l][at..at + 8]);
                rows[l][i] = u64::from_le_bytes(word);
            }
        }
        let columns = W::from_rows(&rows);
        for i in 0..8 {
            words[8 * half + i] = columns[i].swap_bytes();
        }
    }
    words
}

/// How many blocks a message of `length` bytes has: it is followed by one byte for the bit after it and
/// by 16 bytes for its length.
#[inline]
pub fn blocks(length: u64) -> u64 {
    blocks::count::<BLOCK>(length)
}

/// The digest of each lane's message, which is the concatenation of its parts, for as many lanes as there are places.
///
/// As many compressions as the longest message has [`blocks`]: lanes that are finished keep their
/// chaining value and run on without effect. A message may be empty.
#[inline(always)]
pub fn digest_lanes<W: Word64Lanes>(messages: &W::Lanes<&[&[u8]]>, digests: &mut [[u8; DIGEST]]) {
    let mut unread = W::Lanes::<Blocks<'_, BLOCK>>::splat(Blocks::EMPTY);
    for l in 0..W::LANES {
        unread[l] = Blocks::new(messages[l]);
    }
    let mut blocks = W::Lanes::<[u8; BLOCK]>::splat([0; BLOCK]);
    let mut fetched = W::Lanes::<u64>::splat(0);
    // The chaining value is in memory while `fetch` has the registers, in memory that is wiped.
    let mut chain = [fetched; 8];
    State::<W>::initial().store(&mut chain);
    while fetch(unread.as_mut(), blocks.as_mut(), fetched.as_mut()) {
        let state = State::<W>::load(&chain);
        let mut next = state;
        compress(&mut next, &load(&blocks));
        State::select(W::from_lanes(fetched), &next, &state).store(&mut chain);
    }
    ct::wipe(blocks.as_mut());

    let mut state = State::<W>::load(&chain);
    for i in 0..8 {
        state.0[i] = state.0[i].swap_bytes();
    }
    let mut rows = W::to_rows(&state.0);
    for l in 0..W::LANES.min(digests.len()) {
        for i in 0..8 {
            digests[l][8 * i..8 * i + 8].copy_from_slice(&rows[l][i].to_le_bytes());
        }
    }
    ct::wipe(rows.as_mut());
    ct::overwrite(&mut chain, W::Lanes::splat(0));
}

/// The digest of one message, the concatenation of `parts`.
pub fn digest(parts: &[&[u8]]) -> [u8; DIGEST] {
    let mut digests = [[0; DIGEST]];
    digest_lanes::<u64>(&[parts], &mut digests);
    digests[0]
}
