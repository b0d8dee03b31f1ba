//! Firedancer. Its `fd_ed25519_verify_batch_single_msg` is not measured: its signatures, 16 at most, are all of
//! one message, and it verifies one after the other.

use chop_bench::about::{About, ConstantTime};
use chop_bench::scheme::{Exchange, Scheme, exchanges, signatures, verdicts};
use chop_bench::subject::Subject;
use std::alloc::{Layout, alloc};
use std::ffi::{c_int, c_uchar, c_ulong, c_void};
use std::ptr::NonNull;
use std::sync::OnceLock;

crate::table! {
    /// What is used of Firedancer (`ballet/ed25519/fd_ed25519.h`, `ballet/ed25519/fd_x25519.h`,
    /// `ballet/sha512/fd_sha512.h`). A pointer to `c_void` is one to a state of SHA-512.
    Firedancer {
        fd_sha512_align: fn() -> c_ulong;
        fd_sha512_footprint: fn() -> c_ulong;
        fd_sha512_new: fn(*mut c_void) -> *mut c_void;
        fd_sha512_join: fn(*mut c_void) -> *mut c_void;
        fd_ed25519_public_from_private: fn(*mut c_uchar, *const c_uchar, *mut c_void) -> *mut c_uchar;
        fd_ed25519_sign:
            fn(*mut c_uchar, *const c_uchar, c_ulong, *const c_uchar, *const c_uchar, *mut c_void)
                -> *mut c_uchar;
        fd_ed25519_verify: fn(*const c_uchar, c_ulong, *const c_uchar, *const c_uchar, *mut c_void) -> c_int;
        fd_x25519_public: fn(*mut c_uchar, *const c_uchar) -> *mut c_uchar;
        fd_x25519_exchange: fn(*mut c_uchar, *const c_uchar, *const c_uchar) -> *mut c_uchar;
    }
}

static FIREDANCER: OnceLock<Firedancer> = OnceLock::new();

fn firedancer() -> &'static Firedancer {
    FIREDANCER.get().expect("set before anything is asked")
}

/// Answers requests with these functions.
///
/// # Panics
/// If its signature is not valid for it, or this is called twice.
pub fn serve(functions: Firedancer) {
    assert!(FIREDANCER.set(functions).is_ok(), "one library a process");
    // Which instructions it uses was decided when it was built. If this processor lacks one, it ends here, where
    // it is merely absent, and not when others wait for its verdicts.
    let signer = Ed25519::signer(&[0; 32]);
    assert!(Ed25519::verify(&signer.1, &[], &Ed25519::sign(&signer, &[])), "its own signature");
    X25519::shared(&signer.0, &X25519::public(&signer.0));
    Subject {
        about: About {
            name: "Firedancer".to_owned(),
            version: "of the file".to_owned(),
            language: "C, assembly".to_owned(),
            rule: "firedancer".to_owned(),
            constant_time: ConstantTime::Yes,
        },
        level: "as it was built",
        operations: &["keygen", "sign", "verify", "x25519_public", "x25519_shared"],
        routes: &["verify"],
        prepare: &|name, size| {
            signatures::<Ed25519>(name, size)
                .or_else(|| exchanges::<X25519>(name, size))
                .unwrap_or_else(|| panic!("an unknown operation: {name}"))
        },
        verdicts: &verdicts::<Ed25519>,
    }
    .serve();
}

thread_local! {
    /// The state of SHA-512 that every call hashes with: its callers keep one, and so does this thread.
    static SHA512: NonNull<c_void> = new_sha512();
}

/// A state of SHA-512, never freed.
fn new_sha512() -> NonNull<c_void> {
    // SAFETY: it may be called at any time.
    let footprint = unsafe { (firedancer().fd_sha512_footprint)() };
    // SAFETY: it may be called at any time.
    let align = unsafe { (firedancer().fd_sha512_align)() };
    assert_ne!(footprint, 0, "a state has bytes");
    let layout = Layout::from_size_align(footprint as usize, align as usize).expect("a power of two");
    // SAFETY: the layout has bytes, by the line above.
    let place = unsafe { alloc(layout) };
    assert!(!place.is_null(), "no memory");
    // SAFETY: the place has the size and the alignment that the library asks for, and is nobody else's.
    let state = unsafe { (firedancer().fd_sha512_new)(place.cast()) };
    // SAFETY: `fd_sha512_new` made the state, and null is refused with null.
    let state = unsafe { (firedancer().fd_sha512_join)(state) };
    NonNull::new(state).expect("a state of SHA-512")
}

fn sha512() -> *mut c_void {
    SHA512.with(|state| state.as_ptr())
}

struct Ed25519;

impl Scheme for Ed25519 {
    /// The seed and the public key.
    type Signer = ([u8; 32], [u8; 32]);
    type Public = [u8; 32];
    type Key = [u8; 32];

    fn signer(secret: &[u8; 32]) -> ([u8; 32], [u8; 32]) {
        let mut public = [0; 32];
        // SAFETY: 32 bytes are written and 32 read, and the state is this thread's.
        unsafe {
            (firedancer().fd_ed25519_public_from_private)(public.as_mut_ptr(), secret.as_ptr(), sha512())
        };
        (*secret, public)
    }

    fn public(signer: &([u8; 32], [u8; 32])) -> [u8; 32] {
        signer.1
    }

    fn sign((secret, public): &([u8; 32], [u8; 32]), message: &[u8]) -> [u8; 64] {
        let mut signature = [0; 64];
        // SAFETY: 64 bytes are written; the message is as long as is said, each key has 32 bytes, and the
        // state is this thread's.
        unsafe {
            (firedancer().fd_ed25519_sign)(
                signature.as_mut_ptr(),
                message.as_ptr(),
                message.len() as c_ulong,
                public.as_ptr(),
                secret.as_ptr(),
                sha512(),
            )
        };
        signature
    }

    /// The point is decoded by each verification.
    fn parse(public: &[u8]) -> Option<[u8; 32]> {
        public.try_into().ok()
    }

    fn verify_parsed(key: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
        // SAFETY: the message is as long as is said, the signature has 64 bytes, the key 32, and the state is
        // this thread's.
        let done = unsafe {
            (firedancer().fd_ed25519_verify)(
                message.as_ptr(),
                message.len() as c_ulong,
                signature.as_ptr(),
                key.as_ptr(),
                sha512(),
            )
        };
        done == 0
    }
}

struct X25519;

impl Exchange for X25519 {
    type Secret = [u8; 32];

    fn secret(secret: &[u8; 32]) -> [u8; 32] {
        *secret
    }

    fn public(secret: &[u8; 32]) -> [u8; 32] {
        let mut public = [0; 32];
        // SAFETY: 32 bytes are written and 32 read.
        unsafe { (firedancer().fd_x25519_public)(public.as_mut_ptr(), secret.as_ptr()) };
        public
    }

    fn shared(secret: &[u8; 32], public: &[u8; 32]) -> [u8; 32] {
        let mut shared = [0; 32];
        // SAFETY: 32 bytes are written, and 32 read of each other argument.
        let done = unsafe {
            (firedancer().fd_x25519_exchange)(shared.as_mut_ptr(), secret.as_ptr(), public.as_ptr())
        };
        assert!(!done.is_null(), "an honest key");
        shared
    }
}
