//! Masks, comparison of secrets, wiping.

use chop_core::ct::{Mask, declassify, eq, wipe};

#[test]
fn masks_agree_with_booleans() {
    for x in [0, 1, 2, 1 << 63, u64::MAX] {
        assert_eq!(declassify(Mask::is_zero(x), "test"), x == 0);
        for y in [0, 1, 1 << 63, u64::MAX] {
            assert_eq!(declassify(Mask::eq(x, y), "test"), x == y);
            assert_eq!(Mask::TRUE.select(x, y), x);
            assert_eq!(Mask::FALSE.select(x, y), y);
        }
    }
}

#[test]
fn eq_sees_every_byte() {
    let x = [7u8; 32];
    for i in 0..32 {
        let mut y = x;
        y[i] ^= 0x80;
        assert!(!declassify(eq(&x, &y), "test"));
    }
    assert!(declassify(eq(&x, &[7; 32]), "test"));
}

#[test]
fn wipe_clears_everything() {
    let mut x = [[0xA5u64; 4]; 3];
    wipe(&mut x);
    assert_eq!(x, [[0; 4]; 3]);
}
