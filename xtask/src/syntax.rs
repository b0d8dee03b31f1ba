//! The outline of a source file: for each token the module and functions around it, and whether only
//! tests see it.

use crate::tokens::{self, Kind, Token};

/// A Rust file.
pub(crate) struct Source {
    /// Relative to the root of the repository.
    pub(crate) path: String,
    /// All tokens, comments included.
    pub(crate) tokens: Vec<Token>,
    /// The scope of each token, as an index into `scopes`.
    scope_of: Vec<usize>,
    /// Whether each token is compiled for tests only.
    test: Vec<bool>,
    scopes: Vec<Scope>,
}

/// Something with a name and braces. The scope 0 is the file.
struct Scope {
    parent: usize,
    kind: ScopeKind,
    name: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ScopeKind {
    File,
    Module,
    Function,
}

/// A path as it stands in the source, such as `crate::field::f25519`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Path {
    /// The names, without `as …`.
    pub(crate) names: Vec<String>,
    /// The name that a `use` binds; the last name unless there is an `as`. `*` for all.
    pub(crate) binds: String,
    /// Its first line.
    pub(crate) line: usize,
    /// The position of its first token.
    pub(crate) at: usize,
}

impl Source {
    /// The file `path` with this text.
    pub(crate) fn parse(path: &str, text: &str) -> Source {
        let tokens = tokens::tokens(text);
        let mut source = Source {
            path: path.into(),
            scope_of: vec![0; tokens.len()],
            test: vec![false; tokens.len()],
            tokens,
            scopes: vec![Scope { parent: 0, kind: ScopeKind::File, name: String::new() }],
        };
        source.outline();
        source
    }

    /// Finds the scope of each token.
    fn outline(&mut self) {
        // One entry a brace that is open: what is outside of it, in scope, test and nested.
        let mut open: Vec<(usize, bool, i32)> = Vec::new();
        let mut scope = 0;
        let mut test = self.starts_with_test_attribute();
        // An item whose brace has not come yet: (its scope, it is for tests only).
        let mut item = (0, test);
        // Parentheses and brackets that are open: a `;` in `[u8; 4]` ends no item.
        let mut nested = 0i32;
        let mut attribute_end = 0;
        for i in 0..self.tokens.len() {
            if self.tokens[i].kind == Kind::Comment {
                self.scope_of[i] = item.0;
                self.test[i] = item.1;
                continue;
            }
            if i >= attribute_end && self.is(i, "#") && self.is(i + 1, "[") {
                attribute_end = self.end_of_group(i + 1);
                item.1 |= self.is_test_attribute(i + 2, attribute_end);
            }
            let named = |kind| (kind, self.word(i + 1).map(String::from));
            let found = match self.word(i) {
                Some("mod") => named(ScopeKind::Module),
                Some("fn") => named(ScopeKind::Function),
                _ => (ScopeKind::File, None),
            };
            if let (kind, Some(name)) = found {
                self.scopes.push(Scope { parent: scope, kind, name });
                item.0 = self.scopes.len() - 1;
            }
            self.scope_of[i] = item.0;
            self.test[i] = item.1;
            match self.tokens[i].text.as_str() {
                "(" | "[" => nested += 1,
                ")" | "]" => nested -= 1,
                "{" => {
                    open.push((scope, test, nested));
                    (scope, test) = item;
                    nested = 0;
                }
                "}" => {
                    (scope, test, nested) = open.pop().unwrap_or((0, false, 0));
                    item = (scope, test);
                }
                ";" if nested == 0 => item = (scope, test),
                _ => {}
            }
        }
    }

    fn starts_with_test_attribute(&self) -> bool {
        (0..self.tokens.len()).any(|i| {
            self.is(i, "#")
                && self.is(i + 1, "!")
                && self.is(i + 2, "[")
                && self.is_test_attribute(i + 3, self.end_of_group(i + 2))
        })
    }

    /// Whether the attribute at `from..end` (without `#[`) is `test`, `cfg(test)` or `cfg(all(test, …))`.
    fn is_test_attribute(&self, from: usize, end: usize) -> bool {
        let texts: Vec<&str> = self.tokens[from..end.min(self.tokens.len())]
            .iter()
            .filter(|it| it.kind != Kind::Comment)
            .map(|it| it.text.as_str())
            .collect();
        match texts.as_slice() {
            ["test", ..] | ["cfg", "(", "test", ")", ..] => true,
            ["cfg", "(", "all", "(", list @ ..] => {
                let mut depth = 0;
                list.iter().any(|text| {
                    match *text {
                        "(" => depth += 1,
                        ")" => depth -= 1,
                        _ => {}
                    }
                    depth == 0 && *text == "test"
                })
            }
            _ => false,
        }
    }

    /// The position after the bracket that closes the one at `at`.
    pub(crate) fn end_of_group(&self, at: usize) -> usize {
        let mut depth = 0;
        for i in at..self.tokens.len() {
            match self.tokens[i].text.as_str() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return i + 1;
            }
        }
        self.tokens.len()
    }

    /// Whether token `at` is this word or punctuation.
    pub(crate) fn is(&self, at: usize, text: &str) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|it| it.text == text && matches!(it.kind, Kind::Word | Kind::Punctuation))
    }

    /// Token `at`, if it is a word.
    pub(crate) fn word(&self, at: usize) -> Option<&str> {
        self.tokens.get(at).filter(|it| it.kind == Kind::Word).map(|it| it.text.as_str())
    }

    /// Whether token `at` is compiled for tests only.
    pub(crate) fn is_test(&self, at: usize) -> bool {
        self.test[at]
    }

    /// The names of the inline modules around token `at`, outermost first.
    pub(crate) fn modules(&self, at: usize) -> Vec<&str> {
        self.around(at, ScopeKind::Module)
    }

    /// The names of the functions around token `at`, outermost first. A signature belongs to its function.
    pub(crate) fn functions(&self, at: usize) -> Vec<&str> {
        self.around(at, ScopeKind::Function)
    }

    fn around(&self, at: usize, kind: ScopeKind) -> Vec<&str> {
        let mut names = Vec::new();
        let mut scope = self.scope_of[at];
        while scope != 0 {
            if self.scopes[scope].kind == kind {
                names.push(self.scopes[scope].name.as_str());
            }
            scope = self.scopes[scope].parent;
        }
        names.reverse();
        names
    }

    /// The names of the modules that the file itself is, below the folder `src`: `mul/edwards/window.rs` is
    /// `mul`, `window`; `mul/mod.rs` is `mul`; `lib.rs` is the root.
    pub(crate) fn file_modules<'a>(&'a self, src: &str) -> Vec<&'a str> {
        let inner = self.path.strip_prefix(src).unwrap_or(&self.path).trim_start_matches('/');
        let mut names: Vec<&str> = inner.trim_end_matches(".rs").split('/').collect();
        if matches!(names.last(), Some(&("mod" | "lib" | "main"))) {
            names.pop();
        }
        names
    }

    /// The modules that the file declares for tests only and that are files of their own.
    pub(crate) fn test_files(&self) -> Vec<&str> {
        (0..self.tokens.len())
            .filter(|&i| self.test[i] && self.is(i, "mod") && self.is(i + 2, ";"))
            .filter_map(|i| self.word(i + 1))
            .collect()
    }

    /// Every path of the file that has a `::`, those of `use` trees written out.
    pub(crate) fn paths(&self) -> Vec<Path> {
        let mut paths = Vec::new();
        let mut i = 0;
        while i < self.tokens.len() {
            if self.is(i, "use") {
                i = self.use_tree(i + 1, &[], &mut paths);
            } else if self.word(i).is_some() && self.is(i + 1, "::") {
                let (names, end) = self.plain_path(i);
                let binds = names.last().cloned().unwrap_or_default();
                paths.push(Path { names, binds, line: self.tokens[i].line, at: i });
                i = end;
            } else {
                i += 1;
            }
        }
        paths
    }

    /// `a::b::c` at `at`, and the position after it.
    fn plain_path(&self, at: usize) -> (Vec<String>, usize) {
        let mut names = Vec::new();
        let mut i = at;
        while let Some(word) = self.word(i) {
            names.push(word.to_string());
            i += 1;
            if !self.is(i, "::") {
                break;
            }
            i += 1;
        }
        (names, i)
    }

    /// One tree of a `use` at `at`; the position after it.
    fn use_tree(&self, at: usize, prefix: &[String], paths: &mut Vec<Path>) -> usize {
        let mut i = if self.is(at, "::") { at + 1 } else { at };
        let (names, end) = self.plain_path(i);
        let line = self.tokens.get(at).map_or(0, |it| it.line);
        let names = [prefix, &names].concat();
        i = end;
        if self.is(i, "{") {
            i += 1;
            while i < self.tokens.len() && !self.is(i, "}") {
                let next = self.use_tree(i, &names, paths);
                i = if self.is(next, ",") || next == i { next + 1 } else { next };
            }
            return i + 1;
        }
        let mut binds = names.last().cloned().unwrap_or_default();
        if self.is(i, "*") {
            binds = "*".into();
            i += 1;
        } else if self.is(i, "as") {
            binds = self.word(i + 1).unwrap_or_default().into();
            i += 2;
        }
        if !names.is_empty() {
            paths.push(Path { names, binds, line, at });
        }
        i
    }

    /// For each token, whether it belongs to a `use` declaration.
    pub(crate) fn in_use(&self) -> Vec<bool> {
        let mut inside = false;
        let mut found = Vec::with_capacity(self.tokens.len());
        for i in 0..self.tokens.len() {
            inside = (inside && !self.is(i, ";")) || (self.is(i, "use") && !self.is(i + 1, "<"));
            found.push(inside);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(source: &Source, word: &str) -> usize {
        (0..source.tokens.len()).find(|&i| source.is(i, word)).unwrap()
    }

    #[test]
    fn tokens_know_the_modules_and_functions_around_them() {
        let source = Source::parse(
            "crates/a/src/b/c.rs",
            "fn f(x: [u8; 2]) where { g(|| { one; }); two } mod m { impl X { fn h() { three } } four } five",
        );
        assert_eq!(source.functions(at(&source, "one")), ["f"]);
        assert_eq!(source.functions(at(&source, "two")), ["f"]);
        assert_eq!(source.functions(at(&source, "three")), ["h"]);
        assert_eq!(source.modules(at(&source, "three")), ["m"]);
        assert_eq!(source.functions(at(&source, "four")), [""; 0]);
        assert_eq!(source.modules(at(&source, "five")), [""; 0]);
        assert_eq!(source.file_modules("crates/a/src"), ["b", "c"]);
    }

    #[test]
    fn only_items_marked_for_tests_are_test_code() {
        let source = Source::parse(
            "a.rs",
            "a; #[cfg(test)] use b; c; #[cfg(test)] mod m { d; mod n { e; } } f;
             #[cfg(all(unix, test))] fn g() { h } #[cfg(any(unix, test))] fn i() { j }
             #[cfg(all(any(test, unix), unix))] fn k() {} #[test] fn l() { [0; 1]; o } p; #[cfg(test)] mod q;",
        );
        for (word, test) in [
            ("a", false),
            ("b", true),
            ("c", false),
            ("d", true),
            ("e", true),
            ("f", false),
            ("h", true),
            ("j", false),
            ("k", false),
            ("o", true),
            ("p", false),
        ] {
            assert_eq!(source.is_test(at(&source, word)), test, "{word}");
        }
        assert_eq!(source.test_files(), ["q"]);
        let whole = Source::parse("a.rs", "#![cfg(test)] fn f() {}");
        assert!(whole.is_test(at(&whole, "f")));
    }

    #[test]
    fn use_trees_are_written_out() {
        let source = Source::parse("a.rs", "use a::{b, c::{self, d as e}, f::*}; g::h::<i>(); use j;");
        let found: Vec<String> =
            source.paths().iter().map(|it| format!("{} {}", it.names.join("::"), it.binds)).collect();
        assert_eq!(found, ["a::b b", "a::c::self self", "a::c::d e", "a::f *", "g::h h", "j j"]);
    }
}
