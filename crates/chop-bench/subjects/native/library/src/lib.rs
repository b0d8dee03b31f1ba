//! Libraries in C by their public functions, whether they are opened at run time or linked.
//!
//! A family is a table of functions under their C names; its operations are made of nothing else. The user
//! vouches for the file that is opened: that it is the library that it is said to be.

pub mod crypto_mb;
mod der;
pub mod evp;
pub mod firedancer;
pub mod gmssl;
pub mod sodium;

use std::error::Error;

/// What the system says of a file or a function that is not there. The error itself says no more than what failed.
pub fn reason(error: &libloading::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

/// Defines a table of C functions, and how it is filled from a library that is opened.
#[macro_export]
macro_rules! table {
    ($(#[$doc:meta])* $table:ident { $($function:ident: fn($($argument:ty),* $(,)?) -> $result:ty;)* }) => {
        $(#[$doc])*
        #[allow(non_snake_case, missing_docs)] // the names are those of C
        pub struct $table {
            $(pub $function: unsafe extern "C" fn($($argument),*) -> $result,)*
        }

        impl $table {
            /// The functions of an opened library.
            ///
            /// # Errors
            /// Names the first function that it lacks.
            ///
            /// # Safety
            /// - Functions of these names have these types in it.
            /// - It stays open as long as the table is used.
            pub unsafe fn of(library: &libloading::Library) -> Result<$table, String> {
                Ok($table {
                    $($function: {
                        // SAFETY: the caller promises the type.
                        let symbol = unsafe { library.get(stringify!($function)) };
                        *symbol.map_err(|error| $crate::reason(&error))?
                    },)*
                })
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::reason;
    use crate::firedancer::Firedancer;
    use libloading::Library;

    #[test]
    fn the_reason_names_the_file_or_the_function_that_is_missing() {
        // SAFETY: there is no such file, so nothing is loaded.
        let opened = unsafe { Library::new("/chop/no-such-file.so") };
        let reason = opened.map(drop).map_err(|error| reason(&error));
        assert!(reason.as_ref().is_err_and(|text| text.contains("no-such-file.so")), "{reason:?}");

        let this = Library::from(libloading::os::unix::Library::this());
        // SAFETY: this program has no such functions, and stays open.
        let reason = unsafe { Firedancer::of(&this) }.map(drop);
        assert!(reason.as_ref().is_err_and(|text| text.contains("fd_sha512_align")), "{reason:?}");
    }
}
