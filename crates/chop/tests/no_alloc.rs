//! Single operations allocate nothing: an allocator that counts says so.

use chop::ed25519::{self, Context, Item, Policy, PreparedVerifyingKey, Signature, SigningKey, VerifyingKey};
use chop::level::{self, Level};
use chop::x25519::{self, StaticSecret};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

thread_local! {
    /// How often this thread has asked for memory. No destructor and no lazy start: reading it allocates nothing.
    static REQUESTS: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, counting.
struct Counting;

// SAFETY: every method hands its arguments to `System` and returns what it returns.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.set(REQUESTS.get() + 1);
        // SAFETY: the caller's promises about `layout` are those that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: `pointer` came from `System` with this layout, as all of ours do.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        REQUESTS.set(REQUESTS.get() + 1);
        // SAFETY: the caller's promises about `layout` are those that `System` asks for.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        REQUESTS.set(REQUESTS.get() + 1);
        // SAFETY: `pointer` came from `System` with this layout, and the caller promises a size that fits.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often `operation` asks for memory.
fn requests<T>(operation: impl FnOnce() -> T) -> usize {
    let before = REQUESTS.get();
    black_box(operation());
    REQUESTS.get() - before
}

#[track_caller]
fn allocates_nothing<T>(name: &str, operation: impl FnOnce() -> T) {
    let requests = requests(operation);
    assert_eq!(requests, 0, "{name} asked for memory {requests} times, at level {}", level::current().name());
}

/// The levels are set for the whole process, so there is one test.
#[test]
fn single_operations_allocate_nothing_on_any_level() {
    // The counter counts: a vector of the standard library, and a bulk operation that says it allocates.
    assert!(requests(|| black_box(vec![0u8; 100])) > 0);
    assert!(requests(|| ed25519::keygen_many::<ed25519::generic::Sha512>(&[[1; 32]])) > 0);

    for level in Level::available() {
        level::force(Some(level));
        keys_and_signatures();
        verification();
        key_agreement();
        #[cfg(feature = "secp256k1")]
        ecdsa();
        #[cfg(feature = "secp256k1")]
        schnorr();
        #[cfg(all(feature = "hazmat", feature = "secp256k1"))]
        ecdh();
    }
    level::force(None);
}

fn keys_and_signatures() {
    let key = SigningKey::from_seed(&[7; 32]);
    let context = Context::new(b"context").unwrap();
    allocates_nothing("from_seed", || SigningKey::from_seed(&[8; 32]));
    allocates_nothing("from_slice", || SigningKey::from_slice(key.to_keypair_bytes().as_bytes()).is_ok());
    allocates_nothing("sign", || key.sign(&[3; 1000]));
    allocates_nothing("sign_parts", || key.sign_parts(&[b"a", b"", b"message"]));
    allocates_nothing("sign_hedged_with", || key.ctx(context).sign_hedged_with(b"message", &[9; 32]));
    allocates_nothing("sign_hedged", || key.sign_hedged(b"message").unwrap());
    allocates_nothing("sign_checked", || key.sign_checked(b"message").unwrap());
    allocates_nothing("ctx", || key.ctx(context).sign(b"message"));
    allocates_nothing("ph", || key.ph(Some(context)).sign(b"message"));
    allocates_nothing("ph, checked", || key.ph(None).sign_checked(b"message").unwrap());
    allocates_nothing("sign_prehashed", || key.ph(None).sign_prehashed(&[5; 64]));
}

fn verification() {
    let key = SigningKey::from_seed(&[7; 32]);
    let public = key.verifying_key();
    let prepared = PreparedVerifyingKey::new(&public);
    let bytes = public.to_bytes();
    let no_point: [u8; 32] = std::array::from_fn(|i| if i == 0 { 2 } else { 0 });
    let context = Context::new(b"context").unwrap();
    let valid = key.sign(b"message");
    let (in_context, prehashed) = (key.ctx(context).sign(b"message"), key.ph(None).sign(b"message"));
    let mut altered = valid.to_bytes();
    altered[40] ^= 1;
    let (altered, not_decodable) = (Signature::from_bytes(&altered), Signature::from_bytes(&[0xFF; 64]));

    allocates_nothing("from_bytes", || VerifyingKey::from_bytes(&bytes).unwrap());
    allocates_nothing("from_bytes of no point", || VerifyingKey::from_bytes(&no_point).is_ok());
    allocates_nothing("from_slice", || VerifyingKey::from_slice(&bytes[1..]).is_err());
    for named in Policy::NAMED {
        let policy = named.policy;
        for signature in [&valid, &altered, &not_decodable] {
            let expected = signature == &valid;
            let verdict = |it: Result<(), chop::Error>| assert_eq!(it.is_ok(), expected, "{}", named.id);
            let (plain, with_table) = (public.with_policy(policy), prepared.with_policy(policy));
            allocates_nothing("verify", || verdict(plain.verify(b"message", signature)));
            allocates_nothing("verify_parts", || verdict(plain.verify_parts(&[b"mess", b"age"], signature)));
            allocates_nothing("prepared verify", || verdict(with_table.verify(b"message", signature)));
            allocates_nothing("facts", || policy.rejection(&public.facts(b"message", signature)));
        }
        let (ctx, ph) = (public.ctx(context).with_policy(policy), public.ph(None).with_policy(policy));
        allocates_nothing("ctx", || ctx.verify(b"message", &in_context).unwrap());
        allocates_nothing("ctx, invalid", || ctx.verify(b"message", &valid).unwrap_err());
        allocates_nothing("ph", || ph.verify(b"message", &prehashed).unwrap());
        allocates_nothing("ph, invalid", || ph.verify(b"message", &valid).unwrap_err());

        let items: [Item<'_>; 20] = std::array::from_fn(|i| match i % 4 {
            0 => Item::new(&bytes, b"message", &valid),
            1 => Item::new(&public, b"message", &altered),
            2 => Item::new(&prepared, b"message", &valid),
            _ => Item::ctx(&public, context, b"message", &in_context),
        });
        for (i, item) in items.iter().enumerate() {
            allocates_nothing("Item::verify", || assert_eq!(item.verify(policy).is_ok(), i % 4 != 1));
        }
        let mut verdicts = [false; 20];
        allocates_nothing("verify_each_into", || {
            ed25519::verify_each_into(&items, policy, &mut verdicts);
        });
        assert!(verdicts.iter().enumerate().all(|(i, valid)| *valid == (i % 4 != 1)));
    }
    allocates_nothing("from_name", || Policy::from_name("zip251").is_err());
}

fn key_agreement() {
    let (a, b) = (StaticSecret::from_bytes(&[1; 32]), StaticSecret::from_bytes(&[2; 32]));
    let public = b.public_key();
    allocates_nothing("public_key", || a.public_key());
    allocates_nothing("exchange", || a.exchange(&public).is_ok());
    allocates_nothing("exchange with 0", || a.exchange(&x25519::PublicKey::from_bytes(&[0; 32])).is_err());
    let key = SigningKey::from_seed(&[7; 32]).verifying_key();
    allocates_nothing("from_ed25519", || x25519::PublicKey::from_ed25519(&key));
    let u = x25519::PublicKey::from_ed25519(&key);
    allocates_nothing("to_ed25519", || u.to_ed25519::<ed25519::generic::Sha512>(0).is_ok());
}

#[cfg(feature = "secp256k1")]
fn ecdsa() {
    use chop::secp256k1::{Address, Digest, Rule, Signature, SigningKey, VerifyingKey};
    let key = SigningKey::from_bytes(&[7; 32]).unwrap();
    let public = key.verifying_key();
    let digest = Digest::keccak256(b"hello");
    let signature = key.sign_digest_recoverable(&digest);
    let der = signature.signature().to_der();
    allocates_nothing("secp256k1 from_bytes", || SigningKey::from_bytes(&[8; 32]).is_ok());
    allocates_nothing("secp256k1 from_slice", || {
        VerifyingKey::from_slice(&public.to_compressed_bytes()).is_ok()
    });
    allocates_nothing("secp256k1 sign", || key.sign(b"hello"));
    allocates_nothing("secp256k1 sign_hedged_with", || key.sign_hedged_with(b"hello", &[9; 32]));
    allocates_nothing("secp256k1 from_der", || Signature::from_der(der.as_ref()).is_ok());
    allocates_nothing("secp256k1 from_der_lax", || Signature::from_der_lax(der.as_ref()).is_ok());
    allocates_nothing("secp256k1 verify", || {
        public.verify_digest_by(Rule::ANY_S, &digest, signature.signature()).unwrap();
    });
    allocates_nothing("secp256k1 recover", || {
        signature.recover(&digest).map(|key| Address::of(&key)).unwrap()
    });
}

#[cfg(feature = "secp256k1")]
fn schnorr() {
    use chop::bip340::{SigningKey, VerifyingKey};
    let key = SigningKey::from_bytes(&[7; 32]).unwrap();
    let public = key.verifying_key();
    let signature = key.sign(b"hello");
    allocates_nothing("bip340 from_bytes", || SigningKey::from_bytes(&[8; 32]).is_ok());
    allocates_nothing("bip340 public from_bytes", || VerifyingKey::from_bytes(&public.to_bytes()).is_ok());
    allocates_nothing("bip340 sign", || key.sign(b"hello"));
    allocates_nothing("bip340 sign_hedged_with", || key.sign_hedged_with(b"hello", &[9; 32]));
    allocates_nothing("bip340 sign_checked", || key.sign_checked(b"hello").is_ok());
    allocates_nothing("bip340 tweaked", || key.tweaked(Some(&[9; 32])).is_ok());
    allocates_nothing("bip340 public tweaked", || public.tweaked(None).is_ok());
    allocates_nothing("bip340 verify", || public.verify(b"hello", &signature).unwrap());
}

#[cfg(all(feature = "hazmat", feature = "secp256k1"))]
fn ecdh() {
    use chop::hazmat::secp256k1::{Point, Scalar, ecdh};
    let k = Scalar::from(7u64);
    let encoding = Point::mul_base(&Scalar::from(8u64)).to_compressed_bytes().unwrap();
    allocates_nothing("ecdh", || ecdh(&k, &Point::from_bytes(&encoding).unwrap()).is_ok());
    allocates_nothing("ecdh with 0", || ecdh(&Scalar::ZERO, &Point::BASE).is_err());
}
