//! Makes a page of HTML of measurements that were saved as JSON:
//!
//! ```sh
//! chop bench --json >run.json
//! cargo run --package chop-report --example page -- run.json >run.html
//! ```

use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: page FILE.json >FILE.html");
        return ExitCode::from(2);
    };
    let run = std::fs::read_to_string(&path).map_err(|error| error.to_string());
    match run.and_then(|text| chop_report::Run::from_json(&text).map_err(|error| error.to_string())) {
        Ok(run) => {
            print!("{}", chop_report::html(&run));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}
