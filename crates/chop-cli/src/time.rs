//! Points in time: given as arguments, in files, and now.

use anyhow::Context;
use chop::encoding::openssh::Moment;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// The argument that says when.
#[derive(clap::Args, Debug)]
pub(crate) struct TimeArg {
    /// Judge what has a time of validity as of TIME and not of now: 2026-02-28T15:30:00Z, 20260228[hhmm[ss]][Z] or @SECONDS since 1970;
    /// without Z in this machine's time zone
    #[arg(long, value_name = "TIME", value_parser = unix_of_text)]
    time: Option<i64>,
}

impl TimeArg {
    /// Seconds since 1970 began.
    pub(crate) fn unix(&self) -> i64 {
        self.time.unwrap_or_else(|| Timestamp::now().as_second())
    }
}

fn unix_of_text(text: &str) -> Result<i64, String> {
    if let Some(seconds) = text.strip_prefix('@') {
        return seconds.parse().map_err(|_| "no number of seconds behind @".to_owned());
    }
    if let Some(moment) = Moment::from_text(text) {
        return unix_of(&moment).map_err(|error| format!("{error:#}"));
    }
    let timestamp: Result<Timestamp, _> = text.parse();
    timestamp.map(Timestamp::as_second).map_err(|_| {
        "neither 2026-02-28T15:30:00Z, 20260228, 202602281530, 20260228153000, one of these with Z, nor @ and seconds".to_owned()
    })
}

/// Seconds since 1970 began; a moment that is not in UTC is in this machine's time zone.
///
/// # Errors
/// If there is no such moment here.
pub(crate) fn unix_of(moment: &Moment) -> anyhow::Result<i64> {
    if moment.utc {
        return Ok(moment.to_unix());
    }
    let small = |number: u8| i8::try_from(number);
    let (month, day) = (small(moment.month)?, small(moment.day)?);
    let (hour, minute, second) = (small(moment.hour)?, small(moment.minute)?, small(moment.second)?);
    let there = DateTime::new(i16::try_from(moment.year)?, month, day, hour, minute, second, 0)?;
    let timestamp = TimeZone::system().to_timestamp(there).context("no such moment in this time zone")?;
    Ok(timestamp.as_second())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_a_time_agree() {
        for text in [
            "@1772292600",
            "202602281530Z",
            "20260228153000Z",
            "2026-02-28T15:30:00Z",
            "2026-02-28T16:30:00+01:00",
        ] {
            assert_eq!(unix_of_text(text), Ok(1_772_292_600), "{text}");
        }
        for wrong in ["", "now", "@", "2026", "2026-02-28", "20260230"] {
            assert!(unix_of_text(wrong).is_err(), "{wrong}");
        }
    }
}
