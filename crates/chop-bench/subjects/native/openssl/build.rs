//! Builds OpenSSL and links it.

fn main() {
    openssl_src::Build::new().build().print_cargo_metadata();
}
