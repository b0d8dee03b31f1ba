//! Numbers of 32 bytes, the highest first, as curves of 256 bits write them.

/// The little-endian 64-bit words of 32 big-endian bytes.
#[inline(always)]
pub const fn bytes_to_words(b: &[u8; 32]) -> [u64; 4] {
    // Spelled out: a loop over bytes stays one in a kernel.
    #[inline(always)]
    const fn word(b: &[u8; 32], i: usize) -> u64 {
        u64::from_be_bytes([b[i], b[i + 1], b[i + 2], b[i + 3], b[i + 4], b[i + 5], b[i + 6], b[i + 7]])
    }
    [word(b, 24), word(b, 16), word(b, 8), word(b, 0)]
}

/// The 32 big-endian bytes of little-endian 64-bit words.
#[inline(always)]
pub const fn words_to_bytes(w: &[u64; 4]) -> [u8; 32] {
    // Spelled out: a loop over bytes stays one in a kernel.
    let [a, b, c, d] = [w[3].to_be_bytes(), w[2].to_be_bytes(), w[1].to_be_bytes(), w[0].to_be_bytes()];
    [
        a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], c[0],
        c[1], c[2], c[3], c[4], c[5], c[6], c[7], d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7],
    ]
}
