//! `check-unsafe`: the keyword `unsafe` is in the listed files only, and each use says why it is sound.

use crate::syntax::Source;
use crate::tokens::Kind;
use crate::{Outcome, outcome, repository};

/// Where `unsafe` may be: a file, or a folder with a slash at its end.
const ALLOWED: &[(&str, &str)] = &[
    ("crates/chop-core/src/lanes/", "the instructions of vector registers"),
    ("crates/chop-core/src/cpu.rs", "asking the processor what it has"),
    ("crates/chop-core/src/field/mulx.rs", "products by instructions that the compiler does not use"),
    ("crates/chop-core/src/run/enter.rs", "entering code with target features"),
    ("crates/chop-core/src/ct.rs", "the barrier, wiping, and what the constant-time check is told"),
    ("crates/chop-ffi/", "pointers from C"),
    ("bindings/python/src/capsule.rs", "the Arrow C data interface"),
    ("bindings/python/src/memory.rs", "the memory of Python's buffers"),
    ("crates/chop-bench/subjects/native/library/src/", "functions of other implementations, in C"),
    ("crates/chop-bench/subjects/native/openssl/src/main.rs", "the same, linked"),
    ("xtask/ct/src/valgrind.rs", "requests to Valgrind"),
    ("xtask/wasm/src/lib.rs", "the names of functions that JavaScript calls"),
    ("crates/chop-core/tests/rounding.rs", "changing how doubles are rounded"),
    ("crates/chop/tests/no_alloc.rs", "an allocator that counts"),
    ("crates/chop/tests/scrypt_memory.rs", "an allocator with a limit"),
    ("crates/chop/tests/secrets/heap.rs", "an allocator that searches what is freed"),
    ("crates/chop/tests/secrets/stack.rs", "a call on a stack that can be searched"),
];

/// Modules whose safe functions run instructions that a processor may lack, and the only files that may
/// name them: their place in the tree, and the backend that is entered with a token.
const GUARDED: &[(&str, &[&str])] = &[
    ("aarch64_neon", &["crates/chop-core/src/lanes/mod.rs", "crates/chop-core/src/run/levels.rs"]),
    ("x86_avx2", &["crates/chop-core/src/lanes/mod.rs", "crates/chop-core/src/run/levels.rs"]),
    ("x86_avx512vl", &["crates/chop-core/src/lanes/mod.rs", "crates/chop-core/src/run/levels.rs"]),
    (
        "x86_avx512",
        &[
            "crates/chop-core/src/lanes/mod.rs",
            "crates/chop-core/src/lanes/x86_avx512vl.rs", // in its documentation
            "crates/chop-core/src/run/levels.rs",
        ],
    ),
    (
        "mulx",
        &[
            "crates/chop-core/src/field/mod.rs",
            "crates/chop-core/src/run/levels.rs",
            "crates/chop-core/tests/full_limbs.rs",
        ],
    ),
];

/// Reads all Rust files of the repository.
pub(crate) fn check() -> Outcome {
    let sources = repository::sources(&[""])?;
    let (mut uses, mut violations) = (0, Vec::new());
    for source in &sources {
        let (found, wrong) = violations_in(source);
        uses += found;
        violations.extend(wrong);
        violations.extend(unguarded(source));
    }
    outcome(violations, format!("{uses} uses of unsafe in {} files", sources.len()))
}

/// How often `source` says `unsafe`, and where it must not.
fn violations_in(source: &Source) -> (usize, Vec<String>) {
    let allowed = ALLOWED
        .iter()
        .any(|(place, _)| source.path == *place || (place.ends_with('/') && source.path.starts_with(place)));
    let (mut uses, mut violations) = (0, Vec::new());
    for i in (0..source.tokens.len()).filter(|&i| source.is(i, "unsafe")) {
        uses += 1;
        let line = source.tokens[i].line;
        if !allowed {
            violations.push(format!("{}:{line}: unsafe code, and the file is not listed", source.path));
        } else if !has_reason(source, i) {
            violations.push(format!("{}:{line}: no `// SAFETY:` before it", source.path));
        }
    }
    (uses, violations)
}

/// Where `source` names a guarded module and must not.
fn unguarded(source: &Source) -> Vec<String> {
    let mut violations = Vec::new();
    for (module, files) in GUARDED {
        let strangers = (0..source.tokens.len())
            .filter(|&i| source.is(i, module) && !files.contains(&source.path.as_str()))
            .map(|i| format!("{}:{}: names `{module}`", source.path, source.tokens[i].line));
        violations.extend(strangers);
    }
    violations
}

/// Whether the `unsafe` at `at` states a reason: a block and an `impl` by a comment `// SAFETY:` between the
/// end of the statement before it and itself. What asks for promises instead (`unsafe fn`, `unsafe trait`,
/// `unsafe extern`, an attribute) needs none here.
fn has_reason(source: &Source, at: usize) -> bool {
    if !source.is(at + 1, "{") && !source.is(at + 1, "impl") {
        return true;
    }
    (0..at)
        .rev()
        .take_while(|&i| !["{", "}", ";"].iter().any(|end| source.is(i, end)))
        .any(|i| source.tokens[i].kind == Kind::Comment && source.tokens[i].text.contains("SAFETY:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(path: &str, text: &str) -> usize {
        violations_in(&Source::parse(path, text)).1.len()
    }

    #[test]
    fn unsafe_outside_the_listed_files_is_found() {
        let text = "// SAFETY: none.\nunsafe { f() }";
        assert_eq!(violations("crates/chop-core/src/cpu.rs", text), 0);
        assert_eq!(violations("crates/chop-core/src/lanes/x.rs", text), 0);
        assert_eq!(violations("crates/chop-core/src/lanes.rs", text), 1);
        assert_eq!(violations("crates/chop-core/src/cpu.rs.rs", text), 1);
        assert_eq!(violations("crates/chop/src/lib.rs", "unsafe fn f();"), 1);
        assert_eq!(violations("crates/chop/tests/t.rs", "#[unsafe(no_mangle)] fn f() {}"), 1);
    }

    #[test]
    fn the_word_in_comments_strings_and_lint_names_is_not_the_keyword() {
        let text = "#![deny(unsafe_code)] // unsafe {\nconst A: &str = \"unsafe { }\"; /* unsafe */";
        assert_eq!(violations("crates/chop/src/lib.rs", text), 0);
    }

    #[test]
    fn strangers_that_name_a_guarded_module_are_found() {
        let named = |path: &str| unguarded(&Source::parse(path, "use crate::lanes::x86_avx512;")).len();
        assert_eq!(named("crates/chop-core/src/run/levels.rs"), 0);
        assert_eq!(named("crates/chop-core/src/engine/group/sum_vartime.rs"), 1);
        let comment = Source::parse(
            "crates/chop-core/src/engine/group/sum_vartime.rs",
            "// x86_avx512\n/* x86_avx512 */",
        );
        assert_eq!(unguarded(&comment), [""; 0]);
    }

    #[test]
    fn blocks_without_a_reason_are_found() {
        let path = "crates/chop-core/src/ct.rs";
        assert_eq!(violations(path, "fn f() { unsafe { g() } }"), 1);
        assert_eq!(violations(path, "// SAFETY: stale.\nh(); unsafe { g() }"), 1);
        assert_eq!(violations(path, "// SAFETY: one.\nlet x = unsafe { g() } + unsafe { g() };"), 1);
        assert_eq!(violations(path, "// SAFETY: spans\n// two lines.\nlet x: u8 =\n    unsafe { g() };"), 0);
        assert_eq!(violations(path, "// SAFETY: an impl.\nunsafe impl Send for X {}"), 0);
        assert_eq!(violations(path, "unsafe impl Send for X {}"), 1);
        assert_eq!(violations(path, "unsafe fn f() {}"), 0);
    }
}
