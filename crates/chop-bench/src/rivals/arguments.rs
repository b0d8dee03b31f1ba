//! The command line of the run of rivals.

use crate::builds::{BUILDS, How, Libraries, Profile, target};
use crate::rivals::measure::FEWEST_ROUNDS;
use chop_bench::operation::Operation;
use std::path::PathBuf;

/// Items a call of operations with a result for each.
const GROUPS: [usize; 7] = [1, 4, 16, 64, 256, 1024, 4096];
/// Items a call of operations with one result for all.
const BATCHES: [usize; 13] = [1, 4, 8, 16, 32, 64, 96, 128, 256, 512, 1024, 4096, 16384];

pub(crate) const USAGE: &str = "\
usage: chop-bench rivals [OPTIONS]
  --quick              under two minutes: groups of 64 and 1024 only
  --only ID,…          these builds; the first words of ids mean all of them (`dalek`)
  --without ID,…       not these builds, named likewise
  --operation NAME,…   these operations (`verify`, `sm2_sign`, `verify_all`, …)
  --library KIND=PATH  a shared library that you have built
  --rounds N           rounds, at least 5
  --built-for-tests    programs in Rust as tests are built: the run works or not, and its times say nothing
  --out FOLDER         where the three files go (default: `rivals` in the target folder)";

/// What the command line asks for.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) quick: bool,
    only: Vec<String>,
    without: Vec<String>,
    operations: Vec<String>,
    pub(crate) libraries: Libraries,
    pub(crate) profile: Profile,
    pub(crate) rounds: Option<usize>,
    pub(crate) out: PathBuf,
}

impl Arguments {
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let mut arguments = Arguments {
            quick: false,
            only: Vec::new(),
            without: Vec::new(),
            operations: Vec::new(),
            libraries: Libraries::new(),
            profile: Profile::Release,
            rounds: None,
            out: target()?.join("rivals"),
        };
        while let Some(name) = words.next() {
            match name.as_str() {
                "--quick" => arguments.quick = true,
                "--built-for-tests" => arguments.profile = Profile::Tests,
                _ => arguments
                    .set(&name, words.next().ok_or_else(|| format!("{name} needs a value\n{USAGE}"))?)?,
            }
        }
        arguments.check()?;
        Ok(arguments)
    }

    /// Takes an option that has a value.
    fn set(&mut self, name: &str, value: String) -> Result<(), String> {
        let list = |value: &str| value.split(',').map(str::to_owned).collect::<Vec<_>>();
        match name {
            "--only" => self.only.extend(list(&value)),
            "--without" => self.without.extend(list(&value)),
            "--operation" => self.operations.extend(list(&value)),
            "--library" => {
                let (kind, path) = value.split_once('=').ok_or("--library: KIND=PATH is wanted")?;
                self.libraries.insert(kind.to_owned(), path.into());
            }
            "--rounds" => {
                let rounds = value.parse().ok().filter(|rounds| *rounds >= FEWEST_ROUNDS);
                self.rounds = Some(rounds.ok_or("--rounds: a number of at least 5")?);
            }
            "--out" => self.out = value.into(),
            _ => return Err(format!("unknown: {name}\n{USAGE}")),
        }
        Ok(())
    }

    /// Names that mean nothing are mistakes, and would make a run that shows less than was asked for.
    fn check(&self) -> Result<(), String> {
        let mut named = self.only.iter().chain(&self.without);
        if let Some(name) = named.find(|name| !BUILDS.iter().any(|build| build.is_named(name))) {
            let ids: Vec<&str> = BUILDS.iter().map(|build| build.id).collect();
            return Err(format!("no build {name}; there are {}", ids.join(", ")));
        }
        let known = Operation::in_groups_of(&GROUPS);
        if let Some(name) = self.operations.iter().find(|name| !known.iter().any(|o| o.name == *name)) {
            let mut names: Vec<&str> = known.iter().map(|operation| operation.name).collect();
            names.dedup();
            return Err(format!("--operation: no operation {name}; there are {}", names.join(", ")));
        }
        let takes = |kind: &str| {
            BUILDS.iter().any(|build| matches!(build.how, How::Library { kind: k, .. } if k == kind))
        };
        match self.libraries.keys().find(|kind| !takes(kind)) {
            Some(kind) => Err(format!("--library: no kind {kind}")),
            None => Ok(()),
        }
    }

    /// The command that asks for this, without the paths of one machine.
    pub(crate) fn command(&self) -> String {
        let mut words = vec!["cargo xtask rivals".to_owned()];
        if self.quick {
            words.push("--quick".to_owned());
        }
        if self.profile == Profile::Tests {
            words.push("--built-for-tests".to_owned());
        }
        for (name, list) in
            [("--only", &self.only), ("--without", &self.without), ("--operation", &self.operations)]
        {
            if !list.is_empty() {
                words.push(format!("{name} {}", list.join(",")));
            }
        }
        words.extend(self.libraries.keys().map(|kind| format!("--library {kind}=PATH")));
        words.extend(self.rounds.map(|rounds| format!("--rounds {rounds}")));
        words.join(" ")
    }

    /// Whether a build is asked for.
    pub(crate) fn wants(&self, build: &crate::builds::Build) -> bool {
        let names = |list: &[String]| list.iter().any(|name| build.is_named(name));
        (self.only.is_empty() || names(&self.only)) && !names(&self.without)
    }

    /// What is measured.
    pub(crate) fn operations(&self) -> Vec<Operation> {
        let mut operations = if self.quick {
            Operation::in_groups_of(&[64, 1024])
        } else {
            // One equation has every size of which somebody has published a time.
            let is_batch = |o: &Operation| ["verify_all", "verify_all_decoded"].contains(&o.name);
            let others = Operation::in_groups_of(&GROUPS).into_iter().filter(|o| !is_batch(o));
            others.chain(Operation::in_groups_of(&BATCHES).into_iter().filter(is_batch)).collect()
        };
        // A report has no word for how many keys are prepared.
        operations.retain(|o| o.name != "verify_each_prepared_1024");
        operations
            .retain(|o| self.operations.is_empty() || self.operations.iter().any(|name| name == o.name));
        operations
    }

    /// Nanoseconds for everything after building.
    pub(crate) fn budget(&self) -> u64 {
        if self.quick { 105_000_000_000 } else { 840_000_000_000 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Arguments, String> {
        // The default folder needs the environment of `cargo run`.
        Arguments::parse(line.split_whitespace().map(str::to_owned).chain(["--out", "x"].map(str::to_owned)))
    }

    #[test]
    fn what_is_not_known_is_an_error() {
        for line in [
            "--only nobody",
            "--without nobody",
            "--operation nothing",
            "--library x=y",
            "--rounds 4",
            "--fast 1",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn the_command_is_kept_without_paths() {
        let arguments =
            parse("--library openssl=/opt/libcrypto.so --rounds 7 --only chop --built-for-tests --quick")
                .expect("known");
        let command =
            "cargo xtask rivals --quick --built-for-tests --only chop --library openssl=PATH --rounds 7";
        assert_eq!(arguments.command(), command);
    }

    #[test]
    fn builds_and_operations_are_chosen_by_name() {
        let arguments =
            parse("--quick --only chop,dalek-serial --operation verify,verify_all").expect("known");
        let wanted: Vec<&str> = BUILDS.iter().filter(|b| arguments.wants(b)).map(|b| b.id).collect();
        assert_eq!(wanted, ["chop-portable", "chop-adx", "chop-fma", "chop-ifma", "dalek-serial"]);
        let others = parse("--only chop,dalek --without chop-ifma,dalek-avx512,dalek-native").expect("known");
        let wanted: Vec<&str> = BUILDS.iter().filter(|b| others.wants(b)).map(|b| b.id).collect();
        assert_eq!(wanted, ["chop-portable", "chop-adx", "chop-fma", "dalek-auto", "dalek-serial"]);
        let operations: Vec<String> = arguments.operations().iter().map(ToString::to_string).collect();
        assert_eq!(operations, ["verify/32", "verify_all/64", "verify_all/1024"]);
    }
}
