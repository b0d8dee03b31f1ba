//! `chop cpu`: what this processor has and what is used of it.

use crate::exit::Outcome;
use crate::output;
use chop::ed25519::{Item, Policy, Signature, SigningKey, VerifyingKey, verify_each};
use chop::level::{self, Level};
use serde_json::json;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// Show what this processor has, which implementations there are, and what each gives
///
/// For each implementation, called a level, the table says how many signatures of Ed25519 it verifies in a second on one core, measured
/// here for a few milliseconds, or which instructions it would need that this processor lacks. `chop bench` measures all
/// operations, and longer. The environment variable CHOP_LEVEL makes another level compute, in every command; a line says so if another
/// one is faster here than the one that is chosen. Results never differ, only speed.
///
/// Example: chop cpu
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const MESSAGE: &[u8] = b"chop cpu";
/// Items of the call that is timed: as many as lanes and tables need.
const ITEMS: usize = 64;
/// How long a level is timed.
const LONG_ENOUGH: Duration = Duration::from_millis(5);

/// A level, and what it gives or why it does not.
struct Row {
    name: &'static str,
    /// Verifications a second.
    rate: Option<f64>,
    /// Instructions that are not there.
    lacks: Vec<&'static str>,
}

/// Prints architecture, features and levels.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let current = level::current();
    let rows = rows();
    level::force(Some(current));
    let text = if args.json { as_json(current, &rows) } else { as_text(current, &rows) };
    output::print(&text)?;
    Ok(Outcome::Done)
}

fn as_json(current: Level, rows: &[Row]) -> String {
    let level = |row: &Row| json!({ "name": row.name, "verified_per_second": row.rate.map(f64::round), "lacks": row.lacks });
    let object = json!({
        "architecture": std::env::consts::ARCH,
        "features": chop_report::features(),
        "threads": super::all_cores(),
        "level": current.name(),
        "available": Level::available().map(Level::name).collect::<Vec<_>>(),
        "levels": rows.iter().map(level).collect::<Vec<_>>(),
    });
    format!("{object:#}\n")
}

fn as_text(current: Level, rows: &[Row]) -> String {
    let features = chop_report::features();
    let features = if features.is_empty() { "none that matter here".to_owned() } else { features.join(" ") };
    let mut text = format!(
        "architecture: {}\nfeatures:     {features}\nthreads:      {}\nlevel:        {}\n\n{:<12}signatures verified \
         a second, one core\n",
        std::env::consts::ARCH,
        super::all_cores(),
        current.name(),
        "level",
    );
    for row in rows {
        let gives = match row.rate {
            Some(rate) => format!("{rate:.0}"),
            None if row.lacks.is_empty() => format!("not on {}", std::env::consts::ARCH),
            None => format!("this processor lacks {}", row.lacks.join(" ")),
        };
        // Writing to a text never fails.
        let _ = writeln!(text, "{:<12}{gives}", row.name);
    }
    if let Some(name) = faster(current.name(), rows) {
        let _ = writeln!(
            text,
            "\n{name} is faster here: CHOP_LEVEL={name} makes every command compute on that level."
        );
    }
    text
}

/// The fastest level, if it is faster than the one that computes by more than what such a short measurement may be wrong.
fn faster(current: &str, rows: &[Row]) -> Option<&'static str> {
    let rate = |row: &Row| row.rate.unwrap_or(0.0);
    let now = rows.iter().find(|row| row.name == current).map_or(0.0, rate);
    let best = rows.iter().max_by(|x, y| rate(x).total_cmp(&rate(y)))?;
    (rate(best) > 1.15 * now).then_some(best.name)
}

/// Every level: those that would need other instructions, then those that are there, timed. Of both the fastest comes first.
fn rows() -> Vec<Row> {
    let features = chop_report::features();
    let x86 = cfg!(target_arch = "x86_64");
    let elsewhere = level::NEEDS.iter().filter(|(name, _)| Level::from_name(name).is_none());
    let mut rows: Vec<_> = elsewhere
        .map(|(name, needs)| Row {
            name,
            rate: None,
            lacks: needs.iter().copied().filter(|need| x86 && !features.contains(need)).collect(),
        })
        .collect();
    let signed = Signed::new();
    rows.extend(Level::available().map(|level| {
        level::force(Some(level));
        Row { name: level.name(), rate: Some(signed.rate()), lacks: vec![] }
    }));
    rows
}

/// Signatures to verify.
struct Signed {
    keys: Vec<VerifyingKey>,
    signatures: Vec<Signature>,
}

impl Signed {
    fn new() -> Signed {
        let keys: Vec<_> = (0..ITEMS as u8).map(|i| SigningKey::from_seed(&[i; 32])).collect();
        Signed {
            keys: keys.iter().map(SigningKey::verifying_key).collect(),
            signatures: keys.iter().map(|key| key.sign(MESSAGE)).collect(),
        }
    }

    /// How many the level that computes now verifies in a second.
    fn rate(&self) -> f64 {
        let both = self.keys.iter().zip(&self.signatures);
        let items: Vec<_> = both.map(|(key, signature)| Item::new(key, MESSAGE, signature)).collect();
        let (start, mut verified) = (Instant::now(), 0);
        while verified == 0 || start.elapsed() < LONG_ENOUGH {
            verified += std::hint::black_box(verify_each(&items, Policy::DEFAULT)).len();
        }
        verified as f64 / start.elapsed().as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_named_if_it_is_clearly_faster_than_the_one_that_computes() {
        let rows = [("a", None), ("b", Some(100.0)), ("c", Some(110.0)), ("d", Some(120.0))]
            .map(|(name, rate)| Row { name, rate, lacks: vec![] });
        assert_eq!(faster("b", &rows), Some("d"));
        assert_eq!(faster("b", &rows[..3]), None);
        assert_eq!(faster("d", &rows), None);
        let text = as_text(Level::detect(), &rows);
        assert!(text.contains("\nd is faster here: CHOP_LEVEL=d "), "{text}");
    }
}
