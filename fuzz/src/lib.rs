//! The bodies of the fuzz targets: functions of any bytes that panic where chop breaks a promise.
//!
//! They are plain library code, so that the tests of chop run them too, on a few thousand inputs made from
//! the seeds.

pub mod cose;
pub mod gm;
pub mod jose;
pub mod keys;
pub mod minisign;
pub mod openssh;
pub mod pem;
pub mod sm2;
pub mod text_keys;
pub mod verify;

/// Inputs that reach deep, for each target by its name.
pub fn seeds() -> [(&'static str, Vec<Vec<u8>>); 10] {
    [
        ("cose", cose::seeds()),
        ("gm", gm::seeds()),
        ("jose", jose::seeds()),
        ("keys", keys::seeds()),
        ("minisign", minisign::seeds()),
        ("openssh", openssh::seeds()),
        ("pem", pem::seeds()),
        ("sm2", sm2::seeds()),
        ("text_keys", text_keys::seeds()),
        ("verify_one_each_all", verify::seeds()),
    ]
}
