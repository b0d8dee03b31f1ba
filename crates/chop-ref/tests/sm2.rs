//! The reference for SM2 against the sample of GB/T 32918.5, annex A, and against itself.
#![allow(non_snake_case)] // points are capital letters

use chop_ref::BigUint;
use chop_ref::sm2::sm2;
use chop_ref::weierstrass::Curve;

fn hex(text: &str) -> BigUint {
    BigUint::parse_bytes(text.as_bytes(), 16).unwrap()
}

#[test]
fn the_base_point_is_on_the_curve_and_has_order_n() {
    let Curve { n, G, .. } = sm2();
    assert!(sm2().contains(G));
    assert_eq!(sm2().mul(n, G), None);
    assert_eq!(sm2().mul(&(n - 1u8), G), sm2().neg(G));
    let (x, y) = G.clone().unwrap();
    assert_eq!(sm2().lift(&x, y.bit(0)), *G);
}

#[test]
fn the_sample_signature_of_the_standard_is_reproduced() {
    let d = hex("3945208F7B2144B13F36E38AC6D39F95889393692860B51A42FB81EF4DF7C5B8");
    let e = hex("F0B43E94BA45ACCAACE692ED534382EB17E6AB5A19CE7B31F4486FDFC0D28640");
    let k = hex("59276E27D506861A16680F3AD9C02DCCEF3CC1FA3CDBE4CE6D54B80DEAC1BC21");
    let r = hex("F5A03B0648D2C4630EEAC513E1BB81A15944DA3827D5B74143AC7EACEEE720B3");
    let s = hex("B1B6AA29DF212FD8763182BC0D421CA1BB9038FD1F7F42D4840B69C485BBC1AA");
    let P = sm2().mul(&d, &sm2().G);
    assert_eq!(
        P,
        Some((
            hex("09F9DF311E5421A150DD7D161E4BC5C672179FAD1833FC076BB08FF356F35020"),
            hex("CCEA490CE26775A52DC6EA718CC1AA600AED05FBF35E084A6632F6072DA9AD13"),
        ))
    );
    assert_eq!(sm2().sign(&d, &k, &e), Some((r.clone(), s.clone())));
    assert!(sm2().verify(&P, &e, &r, &s));
    assert!(!sm2().verify(&P, &(e + 1u8), &r, &s));
}
