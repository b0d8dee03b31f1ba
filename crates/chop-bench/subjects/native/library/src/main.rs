//! A shared library, ready to be measured. The environment variable `LIBRARY` is its file and `SUBJECT` says
//! what it is: `sodium`, `crypto_mb`, `firedancer`, `gmssl`, or `openssl` and `tongsuo` for a libcrypto.

use libloading::Library;
use libraries::{crypto_mb, evp, firedancer, gmssl, reason, sodium};
use std::process::ExitCode;

fn main() -> ExitCode {
    let variable = |name: &str| std::env::var(name).map_err(|_| format!("{name} is not set"));
    let served = variable("LIBRARY").and_then(|file| serve(&file, &variable("SUBJECT")?));
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::from(2)
        }
    }
}

fn serve(file: &str, kind: &str) -> Result<(), String> {
    // SAFETY: the user asks for this file, and vouches for what it does when it is loaded.
    let library = unsafe { Library::new(file) }.map_err(|error| reason(&error))?;
    // Open for as long as this process lives.
    let library: &'static Library = Box::leak(Box::new(library));
    match kind {
        "sodium" => {
            // SAFETY: the types are those of libsodium's headers, and the library is never closed.
            let table = unsafe { sodium::Sodium::of(library) }?;
            sodium::serve(table);
        }
        "crypto_mb" => {
            // SAFETY: the types are those of crypto_mb's headers, and the library is never closed.
            let table = unsafe { crypto_mb::CryptoMb::of(library) }?;
            return crypto_mb::serve(table);
        }
        "firedancer" => {
            // SAFETY: the types are those of Firedancer's headers, and the library is never closed.
            let table = unsafe { firedancer::Firedancer::of(library) }?;
            firedancer::serve(table);
        }
        "gmssl" => {
            // SAFETY: the types are those of GmSSL's headers, and the library is never closed.
            let table = unsafe { gmssl::GmSsl::of(library) }?;
            gmssl::serve(table);
        }
        "openssl" | "tongsuo" => {
            // SAFETY: the types are those of OpenSSL's headers, and the library is never closed.
            let table = unsafe { evp::Evp::of(library) }?;
            evp::serve(table, if kind == "openssl" { "OpenSSL" } else { "Tongsuo" });
        }
        _ => return Err(format!("SUBJECT is no kind of library: {kind}")),
    }
    Ok(())
}
