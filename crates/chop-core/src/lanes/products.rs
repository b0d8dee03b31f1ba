//! The columns of products of five limbs of 52 bits, in every lane.
//!
//! Column k has the weight 2^(52·k). Of a limb a multiply-add reads the low 52 bits, so that each adds less than 2^52 to
//! its column.

use super::Vector;

/// c + x·y: 25 low and 25 high halves, each on a whole column.
///
/// Column k gets Σ_{i+j=k} lo(x_i·y_j) + Σ_{i+j=k−1} hi(x_i·y_j) ≤ 9·2^52 < 2^56.
#[inline(always)]
pub(crate) fn add_product<V: Vector>(mut c: [V; 10], x: &[V; 5], y: &[V; 5]) -> [V; 10] {
    unrolled!(i in [0 1 2 3 4] {
        unrolled!(j in [0 1 2 3 4] {
            c[i + j] = c[i + j].madd52lo(x[i], y[j]);
            c[i + j + 1] = c[i + j + 1].madd52hi(x[i], y[j]);
        });
    });
    c
}

/// 2·c + x²: the ten products off the diagonal once, doubled, and the five on it. Columns 0 and 9 are not doubled.
///
/// Not a doubled operand, which would not fit 52 bits.
#[inline(always)]
pub(crate) fn double_add_square<V: Vector>(mut c: [V; 10], x: &[V; 5]) -> [V; 10] {
    unrolled!(i in [0 1 2 3] {
        unrolled!(j in [1 2 3 4] {
            if i < j {
                c[i + j] = c[i + j].madd52lo(x[i], x[j]);
                c[i + j + 1] = c[i + j + 1].madd52hi(x[i], x[j]);
            }
        });
    });
    unrolled!(k in [1 2 3 4 5 6 7 8] {
        c[k] = c[k].add(c[k]);
    });
    unrolled!(i in [0 1 2 3 4] {
        c[2 * i] = c[2 * i].madd52lo(x[i], x[i]);
        c[2 * i + 1] = c[2 * i + 1].madd52hi(x[i], x[i]);
    });
    c
}
