//! The loop of a program that is measured: it reads what to do from its standard input.
//!
//! | line               | answer, one line                                                        |
//! |--------------------|-------------------------------------------------------------------------|
//! | `about`            | what it is: see [`About`]                                               |
//! | `level`            | the implementation that computes                                        |
//! | `operations`       | the names of the operations that it has a function for                  |
//! | `routes`           | the ways to a verdict, `OPERATION` or `OPERATION@RULE`                  |
//! | `verdicts ROUTE N` | after N lines more, each a [`Case`]: its verdicts, as below             |
//! | `check NAME SIZE`  | prepares the inputs; a number made of the results of all of them        |
//! | `time NAME SIZE N` | nanoseconds that N calls took, after an eighth as many that warm it up  |
//!
//! A verdict is `1` (valid), `0` (invalid) or `-` (the case cannot be put to this implementation); a route
//! gives one for each case, but one of `verify_all` gives a single verdict for all of them together.
//!
//! With the arguments `NAME SIZE N` it makes N calls and ends, for tools that count instructions.
//!
//! Time is the processor time of the thread, so that what others do on the same processor is not
//! counted (what they do to its caches and its clock still shows).

use crate::about::About;
use crate::hex;
use crate::inputs::fold_all;
use rustix::time::{ClockId, clock_gettime};
use std::collections::HashMap;
use std::hint::black_box;
use std::io::{BufRead, Write, stdin, stdout};

/// An operation with its inputs: each call handles the next input and gives a number made of the result.
pub struct Prepared {
    call: Box<dyn FnMut() -> u64>,
    inputs: usize,
}

impl Prepared {
    /// An operation that goes round its inputs.
    pub fn new<T: 'static>(inputs: Vec<T>, mut call: impl FnMut(&T) -> u64 + 'static) -> Prepared {
        let (n, mut next) = (inputs.len(), 0);
        let call = Box::new(move || {
            let input = &inputs[next];
            next = if next + 1 == inputs.len() { 0 } else { next + 1 };
            call(black_box(input))
        });
        Prepared { call, inputs: n }
    }
}

/// A public key, a message (of SM2: a digest) and a signature to judge, as bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// 32 bytes, or of SM2 the 65 bytes of an uncompressed point.
    pub key: Vec<u8>,
    /// The message, or of SM2 the 32 bytes that are signed.
    pub message: Vec<u8>,
    /// 64 bytes.
    pub signature: [u8; 64],
}

impl Case {
    /// The three in hexadecimal, separated by spaces; `-` is nothing.
    pub fn to_line(&self) -> String {
        [&self.key, &self.message, &self.signature[..]].map(hex::encode).join(" ")
    }

    /// What [`to_line`](Case::to_line) wrote.
    pub fn from_line(line: &str) -> Option<Case> {
        let words: Vec<&str> = line.split(' ').collect();
        let [key, message, signature] = words[..] else { return None };
        let signature = hex::decode(signature)?.try_into().ok()?;
        Some(Case { key: hex::decode(key)?, message: hex::decode(message)?, signature })
    }
}

/// Gives the verdicts of a route on cases, `None` where a case cannot be put to it.
pub type Judge = dyn Fn(&str, &[Case]) -> Vec<Option<bool>>;

/// What a measured program can do.
pub struct Subject<'a> {
    /// What it is.
    pub about: About,
    /// The implementation that computes.
    pub level: &'a str,
    /// The operations that it has a function for.
    pub operations: &'a [&'a str],
    /// The ways to a verdict.
    pub routes: &'a [&'a str],
    /// The operation with a name and a size.
    pub prepare: &'a dyn Fn(&str, usize) -> Prepared,
    /// The verdicts of a route.
    pub verdicts: &'a Judge,
}

/// Whether a route gives one verdict for all cases together: `verify_all` and what begins with it, of any scheme.
pub fn is_together(route: &str) -> bool {
    let begins = |scheme: &str| route.strip_prefix(scheme).is_some_and(|rest| rest.starts_with("verify_all"));
    ["", "sm2_", "bip340_"].into_iter().any(begins)
}

impl Subject<'_> {
    /// Handles the requests of the standard input, or those of the arguments, until there are no more.
    ///
    /// # Panics
    /// If a request is unknown.
    pub fn serve(&self) {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        if let [name, size, calls] = &arguments[..] {
            let mut operation = (self.prepare)(name, number(size));
            for _ in 0..number(calls) {
                black_box((operation.call)());
            }
            return;
        }
        let mut prepared: HashMap<(String, usize), Prepared> = HashMap::new();
        let mut lines = stdin().lock().lines().map(|line| line.expect("the standard input can be read"));
        while let Some(line) = lines.next() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let answer = match words[..] {
                ["about"] => self.about.to_line(),
                ["level"] => self.level.to_owned(),
                ["operations"] => self.operations.join(" "),
                ["routes"] => self.routes.join(" "),
                ["verdicts", route, n] => {
                    let cases: Option<Vec<Case>> =
                        lines.by_ref().take(number(n)).map(|line| Case::from_line(&line)).collect();
                    letters(&(self.verdicts)(route, &cases.expect("cases in hexadecimal")))
                }
                ["check", name, size] => {
                    let size = number(size);
                    let operation =
                        prepared.entry((name.to_owned(), size)).or_insert_with(|| (self.prepare)(name, size));
                    fold_all((0..operation.inputs).map(|_| (operation.call)())).to_string()
                }
                ["time", name, size, calls] => {
                    let operation =
                        prepared.get_mut(&(name.to_owned(), number(size))).expect("checked before");
                    time(operation, number(calls)).to_string()
                }
                _ => panic!("an unknown request: {line}"),
            };
            let mut out = stdout().lock();
            writeln!(out, "{answer}").and_then(|()| out.flush()).expect("the answer can be written");
        }
    }
}

fn letters(verdicts: &[Option<bool>]) -> String {
    let letter = |verdict: &Option<bool>| match verdict {
        Some(true) => '1',
        Some(false) => '0',
        None => '-',
    };
    verdicts.iter().map(letter).collect()
}

fn time(operation: &mut Prepared, calls: usize) -> u64 {
    for _ in 0..calls / 8 {
        black_box((operation.call)());
    }
    let start = processor_time();
    for _ in 0..calls {
        black_box((operation.call)());
    }
    processor_time() - start
}

fn number(word: &str) -> usize {
    word.parse().unwrap_or_else(|_| panic!("not a number: {word}"))
}

/// Nanoseconds that this thread has run.
fn processor_time() -> u64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_that_are_written_are_read() {
        let case = Case { key: vec![4; 65], message: Vec::new(), signature: [0xab; 64] };
        assert_eq!(Case::from_line(&case.to_line()), Some(case));
        assert_eq!(Case::from_line("00 -"), None);
        assert_eq!(Case::from_line("00 - 00"), None);
    }
}
