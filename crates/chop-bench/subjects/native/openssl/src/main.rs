//! The newest OpenSSL, linked into this program, ready to be measured.

use libraries::evp::{Evp, serve};
use std::ffi::{c_char, c_int, c_long, c_uchar, c_void};

/// Declares the functions, and fills the table with them.
macro_rules! linked {
    ($(#[$doc:meta])* $table:ident { $($function:ident: fn($($argument:ty),* $(,)?) -> $result:ty;)* }) => {
        unsafe extern "C" {
            $(fn $function($(_: $argument),*) -> $result;)*
        }

        fn linked() -> $table {
            $table { $($function,)* }
        }
    };
}
libraries::evp_functions!(linked);

fn main() {
    serve(linked(), "OpenSSL");
}
