//! The values of RFC 7748, Wycheproof's X25519 set, and accumulated values of our own.

#[allow(unreachable_pub)]
mod levels;

use chop::Error;
use chop::x25519::{PublicKey, StaticSecret, exchange_many, public_key_many, x25519};
use chop_vectors::{accumulated, rfc7748};
use levels::on_every_level;
use sha2::{Digest, Sha512};

#[test]
fn computes_the_single_values() {
    on_every_level(|_| {
        for case in rfc7748::single() {
            assert_eq!(x25519(&case.scalar, &case.u), case.output);
        }
    });
}

#[test]
fn computes_the_exchange() {
    on_every_level(|_| {
        let case = rfc7748::exchange();
        let (a, b) = (StaticSecret::from_bytes(&case.secret_a), StaticSecret::from_bytes(&case.secret_b));
        assert_eq!(a.public_key().to_bytes(), case.public_a);
        assert_eq!(public_key_many(&[&a, &b])[1].to_bytes(), case.public_b);
        for shared in exchange_many(&[(&a, &b.public_key()), (&b, &a.public_key())]) {
            assert_eq!(shared.unwrap().as_bytes(), &case.shared);
        }
    });
}

fn iterate(n: usize) {
    let case = rfc7748::iterated();
    let (mut k, mut u) = (case.start, case.start);
    for i in 1..=n {
        (k, u) = (x25519(&k, &u), k);
        if let Some((_, expected)) = case.after.iter().find(|(mark, _)| *mark == i) {
            assert_eq!(k, *expected, "after {i}");
        }
    }
}

#[test]
fn computes_the_values_iterated_a_thousand_times() {
    iterate(1_000);
}

/// A million steps take minutes; `CHOP_LONG_TESTS=1 cargo test --release -p chop --test rfc7748` runs them.
#[test]
fn computes_the_values_iterated_a_million_times_if_asked() {
    match std::env::var_os("CHOP_LONG_TESTS") {
        Some(_) => iterate(1_000_000),
        None => eprintln!("skipped: set CHOP_LONG_TESTS=1 to iterate a million times"),
    }
}

#[test]
fn agrees_with_wycheproof() {
    use wycheproof::xdh::{TestName, TestSet};
    on_every_level(|_| {
        let set = TestSet::load(TestName::X25519).unwrap();
        let mut zero = 0;
        for case in set.test_groups.iter().flat_map(|group| &group.tests) {
            let public: [u8; 32] = case.public_key.as_slice().try_into().unwrap();
            let private: [u8; 32] = case.private_key.as_slice().try_into().unwrap();
            let expected: [u8; 32] = case.shared_secret.as_slice().try_into().unwrap();
            assert_eq!(x25519(&private, &public), expected, "tcId {}", case.tc_id);
            let shared = StaticSecret::from_bytes(&private).exchange(&PublicKey::from_bytes(&public));
            match shared {
                Ok(shared) => assert_eq!(shared.as_bytes(), &expected),
                Err(error) => {
                    assert_eq!((error, expected), (Error::ZeroSharedSecret, [0; 32]));
                    zero += 1;
                }
            }
        }
        assert_eq!(zero, 31);
    });
}

#[test]
fn ten_thousand_accumulated_results_are_right() {
    let mut hash = Sha512::new();
    let mut done = 0;
    for (n, expected) in accumulated::x25519() {
        while done < n {
            let (k, u) = accumulated::x25519_input(done);
            hash.update(x25519(&k, &u));
            done += 1;
        }
        assert_eq!(<[u8; 64]>::from(hash.clone().finalize()), expected, "after {n}");
    }
    assert_eq!(done, 10_000);
}
