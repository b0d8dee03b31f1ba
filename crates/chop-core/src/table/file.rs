//! Points as the files in `generated` have them: two coordinates of 32 bytes, the lowest first, one point after the other.

/// Bytes of a point.
pub(super) const POINT_BYTES: usize = 64;

/// The coordinates of a point in a file, by its number, as little-endian words.
pub(super) const fn affine(bytes: &[u8], number: usize) -> [[u64; 4]; 2] {
    let words = bytes.as_chunks::<8>().0;
    let mut point = [[0; 4]; 2];
    let mut w = 0;
    while w < 8 {
        point[w / 4][w % 4] = u64::from_le_bytes(words[8 * number + w]);
        w += 1;
    }
    point
}
