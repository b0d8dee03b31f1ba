//! Products of constants while the library is compiled, where each step of a calculation takes long: limbs of 51 bits have the fewest.

use super::{Constant, MODULUS, words_to_51};
use crate::field::full_field::least_constant;

impl Constant {
    /// d/2.
    const HALF_D: Constant =
        Constant::new([0xbaf5a6e509acbc48, 0x00380526a0a0ec55, 0xc663a03cbbbcf44c, 0x6901b67715b7ff39]);

    /// 2·d·x·y below p, from y + x and y − x below p.
    pub(crate) const fn twice_d_x_y(y_plus_x: &[u64; 4], y_minus_x: &[u64; 4]) -> [u64; 4] {
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (words_to_51(y_plus_x), words_to_51(y_minus_x));
        const P2: [u64; 2] = [(1 << 52) - 38, (1 << 52) - 2]; // 2p
        let y2 = [a0 + b0, a1 + b1, a2 + b2, a3 + b3, a4 + b4];
        let x2 = [a0 + P2[0] - b0, a1 + P2[1] - b1, a2 + P2[1] - b2, a3 + P2[1] - b3, a4 + P2[1] - b4];
        // 2·d·x·y = (d/2)·2x·2y.
        let [c0, c1, c2, c3, c4] = product(&product(&x2, &y2), &Self::HALF_D.r51);
        let r0 = c0 as u128 + ((c1 as u128) << 51);
        let r1 = (r0 >> 64) + ((c2 as u128) << 38);
        let r2 = (r1 >> 64) + ((c3 as u128) << 25);
        let r3 = (r2 >> 64) as u64 + (c4 << 12);
        least_constant(&[r0 as u64, r1 as u64, r2 as u64, r3], &MODULUS)
    }
}

/// x·y for limbs below 2^53 and 2^52: limbs below 2^51, but the second one below 2^51 + 2^15.
const fn product(x: &[u64; 5], y: &[u64; 5]) -> [u64; 5] {
    const M: u128 = (1 << 51) - 1;
    let [x0, x1, x2, x3, x4] = [x[0] as u128, x[1] as u128, x[2] as u128, x[3] as u128, x[4] as u128];
    let [y0, y1, y2, y3, y4] = [y[0] as u128, y[1] as u128, y[2] as u128, y[3] as u128, y[4] as u128];
    let [z1, z2, z3, z4] = [19 * y1, 19 * y2, 19 * y3, 19 * y4];
    // Below 78·2^105.
    let c0 = x0 * y0 + x1 * z4 + x2 * z3 + x3 * z2 + x4 * z1;
    let c1 = x0 * y1 + x1 * y0 + x2 * z4 + x3 * z3 + x4 * z2 + (c0 >> 51);
    let c2 = x0 * y2 + x1 * y1 + x2 * y0 + x3 * z4 + x4 * z3 + (c1 >> 51);
    let c3 = x0 * y3 + x1 * y2 + x2 * y1 + x3 * y0 + x4 * z4 + (c2 >> 51);
    let c4 = x0 * y4 + x1 * y3 + x2 * y2 + x3 * y1 + x4 * y0 + (c3 >> 51);
    let c0 = (c0 & M) + 19 * (c4 >> 51);
    let c1 = (c1 & M) + (c0 >> 51);
    [(c0 & M) as u64, c1 as u64, (c2 & M) as u64, (c3 & M) as u64, (c4 & M) as u64]
}
