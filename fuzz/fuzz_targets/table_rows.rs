#![no_main]
#[path = "../src/table_rows.rs"]
#[allow(dead_code)] // the seeds are for `cargo run --bin seeds` and for the tests of the program
mod table_rows;

libfuzzer_sys::fuzz_target!(|data: &[u8]| table_rows::run(data));
