//! X25519 beside x25519-dalek: equal public keys and shared secrets, zero ones included.

mod common;

use chop::x25519::{PublicKey, StaticSecret, exchange_many, public_key_many};
use common::{lifted_encodings, random};

#[test]
fn keys_and_secrets_are_those_of_dalek() {
    let mut random = random("keys_and_secrets_are_those_of_dalek");
    // 0 and 1 have small order; u = p … p + 18 are irregular forms of 0 … 18; bit 255 does not count.
    let mut odd = lifted_encodings();
    odd.extend([[0; 32], [0xff; 32]]);
    let mut one = [0; 32];
    one[0] = 1;
    odd.push(one);
    let mut zero = 0;
    for i in 0..3000 {
        let (secret, mut u): ([u8; 32], [u8; 32]) = (random.bytes(), random.bytes());
        if i % 10 == 0 {
            u = odd[i / 10 % odd.len()];
        }
        let (ours, theirs) = (StaticSecret::from_bytes(&secret), x25519_dalek::StaticSecret::from(secret));
        let public = ours.public_key();
        assert_eq!(public.as_bytes(), x25519_dalek::PublicKey::from(&theirs).as_bytes(), "{secret:?}");
        assert_eq!(public_key_many(&[&ours]), [public]);

        let other = PublicKey::from_bytes(&u);
        let expected = theirs.diffie_hellman(&x25519_dalek::PublicKey::from(u));
        assert_eq!(chop::x25519::x25519(&secret, &u), *expected.as_bytes(), "{secret:?} {u:?}");
        let shared = ours.exchange(&other);
        assert_eq!(shared.is_ok(), expected.was_contributory(), "{secret:?} {u:?}");
        zero += usize::from(shared.is_err());
        for shared in [Some(shared), exchange_many(&[(&ours, &other)]).pop()] {
            let bytes = shared.expect("one result").map_or([0; 32], |shared| *shared.as_bytes());
            assert_eq!(bytes, *expected.as_bytes(), "{secret:?} {u:?}");
        }
    }
    assert!(zero > 10, "small-order keys were among them");
}
