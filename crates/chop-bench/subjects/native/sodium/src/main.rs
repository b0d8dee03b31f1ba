//! The newest libsodium, built with its fastest code for this processor, ready to be measured.

use libraries::sodium::{Sodium, serve};

fn main() {
    serve(Sodium {
        sodium_init: libsodium_sys::sodium_init,
        sodium_version_string: libsodium_sys::sodium_version_string,
        crypto_sign_ed25519_seed_keypair: libsodium_sys::crypto_sign_ed25519_seed_keypair,
        crypto_sign_ed25519_detached: libsodium_sys::crypto_sign_ed25519_detached,
        crypto_sign_ed25519_verify_detached: libsodium_sys::crypto_sign_ed25519_verify_detached,
        crypto_scalarmult_curve25519_base: libsodium_sys::crypto_scalarmult_curve25519_base,
        crypto_scalarmult_curve25519: libsodium_sys::crypto_scalarmult_curve25519,
    });
}
