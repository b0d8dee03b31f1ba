//! The loop of a program that is measured: it reads what to do from its standard input.
//!
//! | line               | answer                                                             |
//! |--------------------|--------------------------------------------------------------------|
//! | `level`            | the implementation that computes                                   |
//! | `check NAME SIZE`  | prepares the inputs; a number made of the results of all of them   |
//! | `time NAME SIZE N` | nanoseconds that N calls took                                      |
//!
//! With the arguments `NAME SIZE N` it makes N calls and ends, for tools that count instructions.
//!
//! Time is the processor time of the thread, so that what others do on the same processor is not
//! counted (what they do to its caches and its clock still shows).

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

/// Handles the requests of the standard input, or those of the arguments, until there are no more.
///
/// `level` names the implementation, `prepare` gives the operation with a name and a size.
///
/// # Panics
/// If a request is unknown.
pub fn serve(level: &str, prepare: impl Fn(&str, usize) -> Prepared) {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [name, size, calls] = &arguments[..] {
        let mut operation = prepare(name, number(size));
        for _ in 0..number(calls) {
            black_box((operation.call)());
        }
        return;
    }
    let mut prepared: HashMap<(String, usize), Prepared> = HashMap::new();
    for line in stdin().lock().lines() {
        let line = line.expect("the standard input can be read");
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words[..] {
            ["level"] => level.to_owned(),
            ["check", name, size] => {
                let size = number(size);
                let operation =
                    prepared.entry((name.to_owned(), size)).or_insert_with(|| prepare(name, size));
                fold_all((0..operation.inputs).map(|_| (operation.call)())).to_string()
            }
            ["time", name, size, calls] => {
                let operation = prepared.get_mut(&(name.to_owned(), number(size))).expect("checked before");
                let calls = number(calls);
                let start = processor_time();
                for _ in 0..calls {
                    black_box((operation.call)());
                }
                (processor_time() - start).to_string()
            }
            _ => panic!("an unknown request: {line}"),
        };
        let mut out = stdout().lock();
        writeln!(out, "{answer}").and_then(|()| out.flush()).expect("the answer can be written");
    }
}

fn number(word: &str) -> usize {
    word.parse().unwrap_or_else(|_| panic!("not a number: {word}"))
}

/// Nanoseconds that this thread has run.
fn processor_time() -> u64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}
