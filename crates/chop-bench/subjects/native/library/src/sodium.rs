//! libsodium.

use chop_bench::about::{About, ConstantTime};
use chop_bench::scheme::{Exchange, Scheme, exchanges, signatures, verdicts};
use chop_bench::subject::Subject;
use std::ffi::{CStr, c_char, c_int, c_uchar, c_ulonglong};
use std::sync::OnceLock;

crate::table! {
    /// What is used of libsodium (`sodium.h`).
    Sodium {
        sodium_init: fn() -> c_int;
        sodium_version_string: fn() -> *const c_char;
        crypto_sign_ed25519_seed_keypair: fn(*mut c_uchar, *mut c_uchar, *const c_uchar) -> c_int;
        crypto_sign_ed25519_detached:
            fn(*mut c_uchar, *mut c_ulonglong, *const c_uchar, c_ulonglong, *const c_uchar) -> c_int;
        crypto_sign_ed25519_verify_detached:
            fn(*const c_uchar, *const c_uchar, c_ulonglong, *const c_uchar) -> c_int;
        crypto_scalarmult_curve25519_base: fn(*mut c_uchar, *const c_uchar) -> c_int;
        crypto_scalarmult_curve25519: fn(*mut c_uchar, *const c_uchar, *const c_uchar) -> c_int;
    }
}

static SODIUM: OnceLock<Sodium> = OnceLock::new();

fn sodium() -> &'static Sodium {
    SODIUM.get().expect("set before anything is asked")
}

/// Answers requests with these functions.
///
/// # Panics
/// If the library does not start, or this is called twice.
pub fn serve(functions: Sodium) {
    assert!(SODIUM.set(functions).is_ok(), "one library a process");
    // SAFETY: it may be called at any time.
    let started = unsafe { (sodium().sodium_init)() };
    assert!(started >= 0, "libsodium does not start");
    // SAFETY: it may be called at any time.
    let version = unsafe { (sodium().sodium_version_string)() };
    // SAFETY: the library gives a constant text with a zero at its end.
    let version = unsafe { CStr::from_ptr(version) };
    Subject {
        about: About {
            name: "libsodium".to_owned(),
            version: version.to_string_lossy().into_owned(),
            language: "C, assembly".to_owned(),
            rule: "libsodium-1.0".to_owned(),
            constant_time: ConstantTime::Yes,
        },
        level: "auto",
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

struct Ed25519;

impl Scheme for Ed25519 {
    /// The seed and the public key.
    type Signer = [u8; 64];
    type Public = [u8; 32];
    type Key = [u8; 32];

    fn signer(secret: &[u8; 32]) -> [u8; 64] {
        let (mut public, mut key) = ([0; 32], [0; 64]);
        // SAFETY: 32 and 64 bytes are written, 32 are read.
        let done = unsafe {
            (sodium().crypto_sign_ed25519_seed_keypair)(
                public.as_mut_ptr(),
                key.as_mut_ptr(),
                secret.as_ptr(),
            )
        };
        assert_eq!(done, 0);
        key
    }

    fn public(signer: &[u8; 64]) -> [u8; 32] {
        signer[32..].try_into().expect("the second half")
    }

    fn sign(signer: &[u8; 64], message: &[u8]) -> [u8; 64] {
        let mut signature = [0; 64];
        // SAFETY: 64 bytes are written, no length; the message is as long as is said, the key has 64 bytes.
        let done = unsafe {
            (sodium().crypto_sign_ed25519_detached)(
                signature.as_mut_ptr(),
                std::ptr::null_mut(),
                message.as_ptr(),
                message.len() as c_ulonglong,
                signer.as_ptr(),
            )
        };
        assert_eq!(done, 0);
        signature
    }

    /// The point is decoded by each verification.
    fn parse(public: &[u8]) -> Option<[u8; 32]> {
        public.try_into().ok()
    }

    fn verify_parsed(key: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
        // SAFETY: the signature has 64 bytes, the key 32, and the message is as long as is said.
        let done = unsafe {
            (sodium().crypto_sign_ed25519_verify_detached)(
                signature.as_ptr(),
                message.as_ptr(),
                message.len() as c_ulonglong,
                key.as_ptr(),
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
        let done =
            unsafe { (sodium().crypto_scalarmult_curve25519_base)(public.as_mut_ptr(), secret.as_ptr()) };
        assert_eq!(done, 0);
        public
    }

    fn shared(secret: &[u8; 32], public: &[u8; 32]) -> [u8; 32] {
        let mut shared = [0; 32];
        // SAFETY: 32 bytes are written, and 32 read of each other argument.
        let done = unsafe {
            (sodium().crypto_scalarmult_curve25519)(shared.as_mut_ptr(), secret.as_ptr(), public.as_ptr())
        };
        assert_eq!(done, 0, "an honest key");
        shared
    }
}
