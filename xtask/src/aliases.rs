//! `--quick`: what the compiler may leave out where machine code is checked at more than one optimisation level.
//!
//! For each function that it inlines the compiler copies what is known of each pointer: which others it is never equal to. That takes a third
//! of its time and most of its memory. At the level that releases have, code is checked as users build it; at the others, on request, without
//! that knowledge.

/// The level that releases have.
pub(crate) const RELEASED: &str = "3";

/// The option by which it is asked for.
pub(crate) const OPTION: &str = "--quick";

/// Flags of the compiler for a level.
pub(crate) fn flags(level: &str, quick: bool) -> &'static str {
    if quick && level != RELEASED { "-C llvm-args=-enable-noalias-to-md-conversion=0" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_of_releases_is_built_as_users_build_it() {
        for (level, quick) in [("3", false), ("3", true), ("1", false), ("s", false)] {
            assert_eq!(flags(level, quick), "");
        }
        assert_ne!(flags("1", true), "");
    }
}
