//! OpenSSL's libcrypto and what descends from it, by the functions of `openssl/evp.h`, and of `openssl/ec.h` for
//! the public key of a secret of SM2. SM2 is taken at the level of digests.

use crate::der::{PRIVATE_HEAD, PRIVATE_TAIL, numbers, sequence};
use chop_bench::about::{About, ConstantTime};
use chop_bench::inputs::{Inputs, ROUND, fold};
use chop_bench::scheme::{Exchange, Scheme, exchanges, signatures, verdicts};
use chop_bench::subject::{Case, Prepared, Subject};
use std::ffi::{CStr, c_char, c_int, c_long, c_uchar, c_void};
use std::ptr::{null, null_mut};
use std::sync::OnceLock;

/// Gives a macro the list of functions that are used, with their types.
#[macro_export]
macro_rules! evp_functions {
    ($then:path) => {
        $then! {
            /// What is used of libcrypto. A pointer to `c_void` is one to a type that only the library knows.
            Evp {
                OpenSSL_version: fn(c_int) -> *const c_char;
                EVP_PKEY_new_raw_private_key: fn(c_int, *mut c_void, *const c_uchar, usize) -> *mut c_void;
                EVP_PKEY_new_raw_public_key: fn(c_int, *mut c_void, *const c_uchar, usize) -> *mut c_void;
                EVP_PKEY_get_raw_public_key: fn(*const c_void, *mut c_uchar, *mut usize) -> c_int;
                EVP_PKEY_free: fn(*mut c_void) -> ();
                EVP_MD_CTX_new: fn() -> *mut c_void;
                EVP_MD_CTX_free: fn(*mut c_void) -> ();
                EVP_DigestSignInit:
                    fn(*mut c_void, *mut *mut c_void, *const c_void, *mut c_void, *mut c_void) -> c_int;
                EVP_DigestSign: fn(*mut c_void, *mut c_uchar, *mut usize, *const c_uchar, usize) -> c_int;
                EVP_DigestVerifyInit:
                    fn(*mut c_void, *mut *mut c_void, *const c_void, *mut c_void, *mut c_void) -> c_int;
                EVP_DigestVerify: fn(*mut c_void, *const c_uchar, usize, *const c_uchar, usize) -> c_int;
                EVP_PKEY_CTX_new: fn(*mut c_void, *mut c_void) -> *mut c_void;
                EVP_PKEY_CTX_free: fn(*mut c_void) -> ();
                EVP_PKEY_derive_init: fn(*mut c_void) -> c_int;
                EVP_PKEY_derive_set_peer: fn(*mut c_void, *mut c_void) -> c_int;
                EVP_PKEY_derive: fn(*mut c_void, *mut c_uchar, *mut usize) -> c_int;
                EVP_PKEY_sign_init: fn(*mut c_void) -> c_int;
                EVP_PKEY_sign: fn(*mut c_void, *mut c_uchar, *mut usize, *const c_uchar, usize) -> c_int;
                EVP_PKEY_verify_init: fn(*mut c_void) -> c_int;
                EVP_PKEY_verify: fn(*mut c_void, *const c_uchar, usize, *const c_uchar, usize) -> c_int;
                d2i_PUBKEY: fn(*mut *mut c_void, *mut *const c_uchar, c_long) -> *mut c_void;
                i2d_PUBKEY: fn(*const c_void, *mut *mut c_uchar) -> c_int;
                d2i_AutoPrivateKey: fn(*mut *mut c_void, *mut *const c_uchar, c_long) -> *mut c_void;
                BN_bin2bn: fn(*const c_uchar, c_int, *mut c_void) -> *mut c_void;
                BN_clear_free: fn(*mut c_void) -> ();
                EC_GROUP_new_by_curve_name: fn(c_int) -> *mut c_void;
                EC_POINT_new: fn(*const c_void) -> *mut c_void;
                EC_POINT_free: fn(*mut c_void) -> ();
                EC_POINT_mul: fn(
                    *const c_void,
                    *mut c_void,
                    *const c_void,
                    *const c_void,
                    *const c_void,
                    *mut c_void,
                ) -> c_int;
                EC_POINT_point2oct:
                    fn(*const c_void, *const c_void, c_int, *mut c_uchar, usize, *mut c_void) -> usize;
            }
        }
    };
}
evp_functions!(crate::table);

static EVP: OnceLock<Evp> = OnceLock::new();

fn evp() -> &'static Evp {
    EVP.get().expect("set before anything is asked")
}

/// The numbers that `openssl/obj_mac.h` has for the kinds of keys.
const ED25519: c_int = 1087;
const X25519: c_int = 1034;
const SM2: c_int = 1172;
/// `POINT_CONVERSION_UNCOMPRESSED`.
const UNCOMPRESSED: c_int = 4;

/// Answers requests with these functions.
///
/// # Panics
/// If this is called twice.
pub fn serve(functions: Evp, name: &str) {
    assert!(EVP.set(functions).is_ok(), "one library a process");
    // SAFETY: 0 asks for the text of the version, which is a constant.
    let version = unsafe { (evp().OpenSSL_version)(0) };
    // SAFETY: the library gives a text with a zero at its end.
    let version = unsafe { CStr::from_ptr(version) }.to_string_lossy().into_owned();
    Subject {
        about: About {
            name: name.to_owned(),
            // "OpenSSL 3.0.19 27 Jan 2026": the second word.
            version: version.split(' ').nth(1).unwrap_or(&version).to_owned(),
            language: "C, assembly".to_owned(),
            rule: "stdlib".to_owned(),
            constant_time: ConstantTime::Yes,
        },
        level: "auto",
        operations: &[
            "keygen",
            "sign",
            "verify",
            "x25519_public",
            "x25519_shared",
            "sm2_keygen",
            "sm2_sign",
            "sm2_verify",
        ],
        routes: &["verify", "sm2_verify"],
        prepare: &|name, size| {
            sm2_keygen(name)
                .or_else(|| signatures::<Sm2>(name, size))
                .or_else(|| signatures::<Ed25519>(name, size))
                .or_else(|| exchanges::<Curve25519>(name, size))
                .unwrap_or_else(|| panic!("an unknown operation: {name}"))
        },
        verdicts: &|route: &str, cases: &[Case]| match route {
            "sm2_verify" => verdicts::<Sm2>(route, cases),
            _ => verdicts::<Ed25519>(route, cases),
        },
    }
    .serve();
}

/// A key of the library, freed when dropped.
struct Key(*mut c_void);

impl Key {
    fn checked(key: *mut c_void) -> Option<Key> {
        (!key.is_null()).then_some(Key(key))
    }

    fn private(kind: c_int, secret: &[u8; 32]) -> Key {
        // SAFETY: 32 bytes are read; no engine is given.
        let key = unsafe { (evp().EVP_PKEY_new_raw_private_key)(kind, null_mut(), secret.as_ptr(), 32) };
        Key::checked(key).expect("a key")
    }

    fn public(kind: c_int, bytes: &[u8]) -> Option<Key> {
        // SAFETY: as many bytes are read as are said; no engine is given.
        let key =
            unsafe { (evp().EVP_PKEY_new_raw_public_key)(kind, null_mut(), bytes.as_ptr(), bytes.len()) };
        Key::checked(key)
    }

    fn public_bytes(&self) -> [u8; 32] {
        let (mut public, mut length) = ([0; 32], 32);
        // SAFETY: at most `length` bytes are written, which `public` has.
        let done =
            unsafe { (evp().EVP_PKEY_get_raw_public_key)(self.0, public.as_mut_ptr(), &raw mut length) };
        assert_eq!((done, length), (1, 32));
        public
    }

    /// A key from DER, by one of the functions that read it.
    fn decode(
        read: unsafe extern "C" fn(*mut *mut c_void, *mut *const c_uchar, c_long) -> *mut c_void,
        der: &[u8],
    ) -> Option<Key> {
        let mut start = der.as_ptr();
        // SAFETY: as many bytes are read as are said; a new key is made.
        Key::checked(unsafe { read(null_mut(), &raw mut start, der.len() as c_long) })
    }

    fn context(&self) -> Context {
        // SAFETY: the key is one; no engine is given.
        let context = unsafe { (evp().EVP_PKEY_CTX_new)(self.0, null_mut()) };
        assert!(!context.is_null(), "a context");
        Context(context)
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: this is the only owner.
        unsafe { (evp().EVP_PKEY_free)(self.0) };
    }
}

/// What an operation with a key needs, freed when dropped.
struct Context(*mut c_void);

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: this is the only owner.
        unsafe { (evp().EVP_PKEY_CTX_free)(self.0) };
    }
}

/// The same for operations on messages.
struct Messages(*mut c_void);

impl Messages {
    fn new() -> Messages {
        // SAFETY: it may be called at any time.
        let context = unsafe { (evp().EVP_MD_CTX_new)() };
        assert!(!context.is_null(), "a context");
        Messages(context)
    }
}

impl Drop for Messages {
    fn drop(&mut self) {
        // SAFETY: this is the only owner.
        unsafe { (evp().EVP_MD_CTX_free)(self.0) };
    }
}

struct Ed25519;

impl Scheme for Ed25519 {
    type Signer = Key;
    type Public = [u8; 32];
    type Key = Key;

    fn signer(secret: &[u8; 32]) -> Key {
        Key::private(ED25519, secret)
    }

    fn public(signer: &Key) -> [u8; 32] {
        signer.public_bytes()
    }

    fn sign(signer: &Key, message: &[u8]) -> [u8; 64] {
        let (context, mut signature, mut length) = (Messages::new(), [0; 64], 64);
        // SAFETY: context and key are ours; no digest, engine or result is wanted.
        let ready =
            unsafe { (evp().EVP_DigestSignInit)(context.0, null_mut(), null(), null_mut(), signer.0) };
        assert_eq!(ready, 1);
        // SAFETY: at most `length` bytes are written, and as many read as are said.
        let done = unsafe {
            (evp().EVP_DigestSign)(
                context.0,
                signature.as_mut_ptr(),
                &raw mut length,
                message.as_ptr(),
                message.len(),
            )
        };
        assert_eq!((done, length), (1, 64));
        signature
    }

    fn parse(public: &[u8]) -> Option<Key> {
        Key::public(ED25519, public)
    }

    fn verify_parsed(key: &Key, message: &[u8], signature: &[u8; 64]) -> bool {
        let context = Messages::new();
        // SAFETY: context and key are ours; no digest, engine or result is wanted.
        let ready = unsafe { (evp().EVP_DigestVerifyInit)(context.0, null_mut(), null(), null_mut(), key.0) };
        assert_eq!(ready, 1);
        // SAFETY: as many bytes are read as are said.
        let done = unsafe {
            (evp().EVP_DigestVerify)(context.0, signature.as_ptr(), 64, message.as_ptr(), message.len())
        };
        done == 1
    }
}

struct Curve25519;

impl Exchange for Curve25519 {
    /// Its bytes, and the key that they make.
    type Secret = ([u8; 32], Key);

    fn secret(secret: &[u8; 32]) -> ([u8; 32], Key) {
        (*secret, Key::private(X25519, secret))
    }

    /// A key computes its public key when it is made.
    fn public(secret: &([u8; 32], Key)) -> [u8; 32] {
        Key::private(X25519, &secret.0).public_bytes()
    }

    fn shared(secret: &([u8; 32], Key), public: &[u8; 32]) -> [u8; 32] {
        let (context, peer) = (secret.1.context(), Key::public(X25519, public).expect("32 bytes"));
        // SAFETY: the context is ours.
        assert_eq!(unsafe { (evp().EVP_PKEY_derive_init)(context.0) }, 1);
        // SAFETY: the context and the key are ours.
        assert_eq!(unsafe { (evp().EVP_PKEY_derive_set_peer)(context.0, peer.0) }, 1);
        let (mut shared, mut length) = ([0; 32], 32);
        // SAFETY: at most `length` bytes are written.
        let done = unsafe { (evp().EVP_PKEY_derive)(context.0, shared.as_mut_ptr(), &raw mut length) };
        assert_eq!((done, length), (1, 32));
        shared
    }
}

struct Sm2;

/// `SEQUENCE { SEQUENCE { ecPublicKey, 1.2.156.10197.1.301 }, BIT STRING of 65 bytes` (RFC 5480), before the point.
const PUBLIC_HEAD: &[u8] =
    b"\x30\x59\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a\x81\x1c\xcf\x55\x01\x82\x2d\x03\x42\x00";

impl Scheme for Sm2 {
    const PREFIX: &'static str = "sm2_";
    const DETERMINISTIC: bool = false;
    type Signer = Key;
    type Public = [u8; 65];
    type Key = Key;

    fn signer(secret: &[u8; 32]) -> Key {
        let der = [PRIVATE_HEAD, secret, PRIVATE_TAIL].concat();
        Key::decode(evp().d2i_AutoPrivateKey, &der).expect("a key")
    }

    fn public(signer: &Key) -> [u8; 65] {
        let mut der = [0; 128];
        // SAFETY: no place to write to is given, so the length is computed.
        let length = unsafe { (evp().i2d_PUBKEY)(signer.0, null_mut()) };
        assert_eq!(length as usize, PUBLIC_HEAD.len() + 65, "an uncompressed point");
        let mut place = der.as_mut_ptr();
        // SAFETY: as many bytes are written as were computed, fewer than there are.
        assert_eq!(unsafe { (evp().i2d_PUBKEY)(signer.0, &raw mut place) }, length);
        der[PUBLIC_HEAD.len()..length as usize].try_into().expect("65 bytes")
    }

    fn sign(signer: &Key, digest: &[u8]) -> [u8; 64] {
        let (context, mut der, mut length) = (signer.context(), [0; 128], 128);
        // SAFETY: the context is ours.
        assert_eq!(unsafe { (evp().EVP_PKEY_sign_init)(context.0) }, 1);
        // SAFETY: at most `length` bytes are written, and as many read as are said.
        let done = unsafe {
            (evp().EVP_PKEY_sign)(context.0, der.as_mut_ptr(), &raw mut length, digest.as_ptr(), digest.len())
        };
        assert_eq!(done, 1);
        numbers(&der[..length]).expect("two numbers")
    }

    fn parse(public: &[u8]) -> Option<Key> {
        Key::decode(evp().d2i_PUBKEY, &[PUBLIC_HEAD, public].concat())
    }

    fn verify_parsed(key: &Key, digest: &[u8], signature: &[u8; 64]) -> bool {
        let (context, der) = (key.context(), sequence(signature));
        // SAFETY: the context is ours.
        assert_eq!(unsafe { (evp().EVP_PKEY_verify_init)(context.0) }, 1);
        // SAFETY: as many bytes are read as are said.
        let done = unsafe {
            (evp().EVP_PKEY_verify)(context.0, der.as_ptr(), der.len(), digest.as_ptr(), digest.len())
        };
        done == 1
    }
}

/// The operation `sm2_keygen`. Reading a key from DER, as [`Sm2`] does, takes longer than its multiplication.
fn sm2_keygen(name: &str) -> Option<Prepared> {
    // SAFETY: it may be called at any time.
    let group = (name == "sm2_keygen").then(|| unsafe { (evp().EC_GROUP_new_by_curve_name)(SM2) })?;
    assert!(!group.is_null(), "a curve");
    Some(Prepared::new(Inputs::new(ROUND).seeds, move |secret| fold(&public_point(group, secret))))
}

/// The point of a secret on a curve of 256 bits.
fn public_point(group: *const c_void, secret: &[u8; 32]) -> [u8; 65] {
    // SAFETY: 32 bytes are read; a new number is made.
    let number = unsafe { (evp().BN_bin2bn)(secret.as_ptr(), 32, null_mut()) };
    // SAFETY: the group is one.
    let point = unsafe { (evp().EC_POINT_new)(group) };
    assert!(!number.is_null() && !point.is_null(), "a number and a point");
    // SAFETY: the group, the point and the number are ours; no other point is given.
    let done = unsafe { (evp().EC_POINT_mul)(group, point, number, null(), null(), null_mut()) };
    assert_eq!(done, 1);
    let mut bytes = [0; 65];
    // SAFETY: the group and the point are ours; at most 65 bytes are written.
    let written =
        unsafe { (evp().EC_POINT_point2oct)(group, point, UNCOMPRESSED, bytes.as_mut_ptr(), 65, null_mut()) };
    assert_eq!(written, 65, "an uncompressed point");
    // SAFETY: this is the only owner.
    unsafe { (evp().EC_POINT_free)(point) };
    // SAFETY: this is the only owner.
    unsafe { (evp().BN_clear_free)(number) };
    bytes
}
