//! `chop cpu`: what this processor has and what is used of it.

use crate::exit::Outcome;
use crate::output;
use chop::level::{self, Level};
use serde_json::json;

/// Show what this processor has and which implementation computes
///
/// The environment variable CHOP_LEVEL makes another implementation compute, in every command. Results
/// never differ, only speed.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Prints architecture, features and levels.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let features = chop_report::features();
    let level = level::current().name();
    let available: Vec<_> = Level::available().map(Level::name).collect();
    let threads = super::all_cores();
    let text = if args.json {
        let object = json!({
            "architecture": std::env::consts::ARCH,
            "features": features,
            "threads": threads,
            "level": level,
            "available": available,
        });
        format!("{object:#}\n")
    } else {
        let features =
            if features.is_empty() { "none that matter here".to_owned() } else { features.join(" ") };
        format!(
            "architecture: {}\nfeatures:     {features}\nthreads:      {threads}\nlevel:        {level}\n\
             available:    {}\n",
            std::env::consts::ARCH,
            available.join(" "),
        )
    };
    output::print(&text)?;
    Ok(Outcome::Done)
}
