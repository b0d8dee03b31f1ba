//! GmSSL, by its functions that read and write DER: what its structures hold changes between versions. SM2 is taken at
//! the level of digests.

use crate::der::{PRIVATE_HEAD, PRIVATE_TAIL, numbers, sequence};
use chop_bench::about::{About, ConstantTime};
use chop_bench::scheme::{self, Scheme};
use std::ffi::{CStr, c_char, c_int, c_uchar, c_void};
use std::sync::OnceLock;

crate::table! {
    /// What is used of GmSSL (`gmssl/sm2.h`). A pointer to `c_void` is one to a key.
    GmSsl {
        gmssl_version_str: fn() -> *const c_char;
        sm2_private_key_from_der: fn(*mut c_void, *mut *const c_uchar, *mut usize) -> c_int;
        sm2_public_key_from_der: fn(*mut c_void, *mut *const c_uchar, *mut usize) -> c_int;
        sm2_public_key_to_der: fn(*const c_void, *mut *mut c_uchar, *mut usize) -> c_int;
        sm2_sign: fn(*const c_void, *const c_uchar, *mut c_uchar, *mut usize) -> c_int;
        sm2_verify: fn(*const c_void, *const c_uchar, *const c_uchar, usize) -> c_int;
    }
}

static GMSSL: OnceLock<GmSsl> = OnceLock::new();

fn gmssl() -> &'static GmSsl {
    GMSSL.get().expect("set before anything is asked")
}

/// Answers requests with these functions.
///
/// # Panics
/// If this is called twice.
pub fn serve(functions: GmSsl) {
    assert!(GMSSL.set(functions).is_ok(), "one library a process");
    // SAFETY: it may be called at any time.
    let version = unsafe { (gmssl().gmssl_version_str)() };
    // SAFETY: the library gives a constant text with a zero at its end.
    let version = unsafe { CStr::from_ptr(version) }.to_string_lossy().into_owned();
    let about = About {
        name: "GmSSL".to_owned(),
        // "GmSSL 3.1.1": the second word.
        version: version.split(' ').nth(1).unwrap_or(&version).to_owned(),
        language: "C".to_owned(),
        rule: "GB/T 32918".to_owned(),
        constant_time: ConstantTime::No,
    };
    scheme::serve::<Sm2>(about, "auto");
}

/// A key: more bytes than any version takes, aligned for all that it can hold.
#[repr(align(64))]
struct Key([u8; 1024]);

impl Key {
    /// A key from DER, by one of the functions that read it.
    fn decode(
        read: unsafe extern "C" fn(*mut c_void, *mut *const c_uchar, *mut usize) -> c_int,
        der: &[u8],
    ) -> Option<Box<Key>> {
        let mut key = Box::new(Key([0; 1024]));
        let (mut start, mut length) = (der.as_ptr(), der.len());
        // SAFETY: as many bytes are read as are said, and a key fits.
        let done = unsafe { read(key.0.as_mut_ptr().cast(), &raw mut start, &raw mut length) };
        (done == 1).then_some(key)
    }

    fn as_ptr(&self) -> *const c_void {
        self.0.as_ptr().cast()
    }
}

struct Sm2;

/// `BIT STRING` of 65 bytes, before the point.
const POINT_HEAD: &[u8] = b"\x03\x42\x00";

impl Scheme for Sm2 {
    const PREFIX: &'static str = "sm2_";
    const DETERMINISTIC: bool = false;
    type Signer = Box<Key>;
    type Public = [u8; 65];
    type Key = Box<Key>;

    fn signer(secret: &[u8; 32]) -> Box<Key> {
        let der = [PRIVATE_HEAD, secret, PRIVATE_TAIL].concat();
        Key::decode(gmssl().sm2_private_key_from_der, &der).expect("a key")
    }

    fn public(signer: &Box<Key>) -> [u8; 65] {
        let (mut der, mut length) = ([0; 128], 0);
        let mut place = der.as_mut_ptr();
        // SAFETY: the key is one, and its point takes fewer bytes than there are.
        let done =
            unsafe { (gmssl().sm2_public_key_to_der)(signer.as_ptr(), &raw mut place, &raw mut length) };
        assert_eq!((done, length), (1, POINT_HEAD.len() + 65), "an uncompressed point");
        der[POINT_HEAD.len()..length].try_into().expect("65 bytes")
    }

    fn sign(signer: &Box<Key>, digest: &[u8]) -> [u8; 64] {
        let digest: &[u8; 32] = digest.try_into().expect("32 bytes");
        let (mut der, mut length) = ([0; 128], 0);
        // SAFETY: the key is one, 32 bytes are read, and a signature takes fewer than there are.
        let done = unsafe {
            (gmssl().sm2_sign)(signer.as_ptr(), digest.as_ptr(), der.as_mut_ptr(), &raw mut length)
        };
        assert_eq!(done, 1);
        numbers(&der[..length]).expect("two numbers")
    }

    fn parse(public: &[u8]) -> Option<Box<Key>> {
        Key::decode(gmssl().sm2_public_key_from_der, &[POINT_HEAD, public].concat())
    }

    fn verify_parsed(key: &Box<Key>, digest: &[u8], signature: &[u8; 64]) -> bool {
        let Ok(digest) = <&[u8; 32]>::try_from(digest) else { return false };
        let der = sequence(signature);
        // SAFETY: the key is one, 32 bytes are read, and of the signature as many as are said.
        unsafe { (gmssl().sm2_verify)(key.as_ptr(), digest.as_ptr(), der.as_ptr(), der.len()) == 1 }
    }
}
