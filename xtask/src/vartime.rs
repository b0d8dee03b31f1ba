//! `check-vartime`: what is named `_vartime` is used only by what is named `_vartime`, and by the listed
//! files, all of whose inputs are public.
//!
//! A function or module says by its name that its time depends on its arguments. This check makes the name
//! contagious; what the names promise is tested by `cargo xtask ct`.

use crate::syntax::Source;
use crate::{Outcome, outcome, repository};

/// Files outside modules named `_vartime` that have public inputs only, or a folder with a slash at its end.
const PUBLIC: &[(&str, &str)] = &[
    ("crates/chop-core/src/engine/ed25519/decode.rs", "verification: keys and signatures are public"),
    (
        "crates/chop-core/src/engine/ed25519/verify.rs",
        "verification: keys, messages and signatures are public",
    ),
    ("crates/chop-core/src/engine/ed25519/prepared.rs", "the same, under keys that are used often"),
    (
        "crates/chop-core/src/engine/weierstrass/equation.rs",
        "verification: keys, digests and signatures are public",
    ),
    ("crates/chop-core/src/engine/weierstrass/alone.rs", "the same, one over the lanes"),
    ("crates/chop-core/src/engine/weierstrass/prepared.rs", "the same, under keys that are used often"),
    ("crates/chop-core/src/engine/weierstrass/sums.rs", "sums for verification and of public keys"),
    (
        "crates/chop-core/src/engine/weierstrass/mod.rs",
        "what a curve has: it names a trait, and the way to decide an equation",
    ),
    ("crates/chop-core/src/engine/secp256k1/verify.rs", "the same"),
    ("crates/chop-core/src/engine/secp256k1/recover.rs", "the same: the key of a signature is public"),
    ("crates/chop-core/src/engine/secp256k1/schnorr_batch.rs", "verification of a whole batch"),
    ("crates/chop/src/bip340/verifying.rs", "public keys and verification"),
    ("crates/chop/src/bip340/many/all.rs", "verification of a whole batch"),
    ("crates/chop/src/ed25519/many/all.rs", "verification of a whole batch"),
    ("crates/chop/src/hazmat/curve25519/tables.rs", "tables of points that are public"),
];

/// The folders that are searched.
const FOLDERS: &[&str] = &["crates/chop-core/src", "crates/chop/src"];
const SUFFIX: &str = "_vartime";

/// Reads the library.
pub(crate) fn check() -> Outcome {
    let sources = repository::sources(FOLDERS)?;
    let (mut uses, mut violations) = (0, Vec::new());
    for (place, _) in PUBLIC {
        if !sources.iter().any(|source| is_at(source, place)) {
            violations.push(format!("xtask/src/vartime.rs: `{place}` is listed and does not exist"));
        }
    }
    for source in sources.iter().filter(|source| !PUBLIC.iter().any(|(place, _)| is_at(source, place))) {
        let (found, wrong) = violations_in(source);
        uses += found;
        violations.extend(wrong);
    }
    outcome(violations, format!("{uses} names in {} files, {} listed", sources.len(), PUBLIC.len()))
}

fn is_at(source: &Source, place: &str) -> bool {
    source.path == place || (place.ends_with('/') && source.path.starts_with(place))
}

/// How often `source` uses a name that ends in `_vartime`, and where it must not.
fn violations_in(source: &Source) -> (usize, Vec<String>) {
    let file_is_vartime = source.path.split(['/', '.']).any(|part| part.ends_with(SUFFIX));
    let is_public = |at: usize| {
        file_is_vartime
            || source.is_test(at)
            || source.functions(at).iter().chain(&source.modules(at)).any(|name| name.ends_with(SUFFIX))
    };
    let in_use = source.in_use();
    let (mut uses, mut violations) = (0, Vec::new());
    for (at, &imported) in in_use.iter().enumerate() {
        let Some(word) = source.word(at).filter(|word| word.ends_with(SUFFIX)) else { continue };
        // `fn`, `mod`: a definition. `use`: below.
        let defined = at > 0 && (source.is(at - 1, "fn") || source.is(at - 1, "mod"));
        if defined || imported {
            continue;
        }
        uses += 1;
        if !is_public(at) {
            let line = source.tokens[at].line;
            violations
                .push(format!("{}:{line}: `{word}` in code that is constant time by its name", source.path));
        }
    }
    // An import may not take the warning out of the name.
    for path in source.paths().into_iter().filter(|path| in_use[path.at]) {
        let warns = path.names.iter().any(|name| name.ends_with(SUFFIX));
        if warns && !path.binds.ends_with(SUFFIX) && !is_public(path.at) {
            let names = path.names.join("::");
            violations.push(format!("{}:{}: `{names}` imported as `{}`", source.path, path.line, path.binds));
        }
    }
    (uses, violations)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(path: &str, text: &str) -> usize {
        violations_in(&Source::parse(path, text)).1.len()
    }

    #[test]
    fn calls_from_constant_time_code_are_found() {
        for text in [
            "fn f() { g_vartime() }",
            "fn f() { x.g_vartime::<3>() }",
            "fn f() { a.map(digits::g_vartime) }",
            "fn f() { b_vartime::g() }",
            "const A: u8 = g_vartime();",
            "mod m { fn f() { fn h_vartime() {} g_vartime() } }",
            "use a_vartime::g;",
            "use a::{b, c_vartime::{d, e_vartime}};",
            "use a::g_vartime as g;",
            "use a_vartime::*;",
        ] {
            assert_eq!(violations("crates/chop-core/src/mul/a.rs", text), 1, "{text}");
        }
    }

    #[test]
    fn calls_from_code_with_the_name_pass() {
        for text in [
            "fn f_vartime() { g_vartime() }",
            "fn f_vartime() { fn h() { g_vartime() } }",
            "mod m_vartime { fn f() { g_vartime() } }",
            "use a::{g_vartime, b_vartime::h_vartime}; pub mod c_vartime;",
            "use a_vartime;",
            "#[cfg(test)] mod tests { fn f() { g_vartime() } }",
            "// g_vartime()\nfn f() { \"g_vartime\" }",
        ] {
            assert_eq!(violations("crates/chop-core/src/mul/a.rs", text), 0, "{text}");
        }
        assert_eq!(violations("crates/chop-core/src/mul/a_vartime.rs", "fn f() { g_vartime() }"), 0);
        assert_eq!(violations("crates/chop-core/src/a_vartime/b.rs", "use super::c_vartime::d;"), 0);
    }
}
