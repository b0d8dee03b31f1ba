//! Who may sign what, and when: the `allowed_signers` files of `ssh-keygen -Y` (`ssh-keygen(1)`, ALLOWED SIGNERS).
//!
//! ```text
//! principals [options] kind base64 [comment]
//! alice@example.com,*@example.org namespaces="git,file",valid-after="20260101Z" ssh-ed25519 AAAA…
//! ```
//!
//! Principals and namespaces are patterns: `*` is any text, `?` any character, `!` before a pattern excludes what it fits.
//!
//! | line                                                                | counts                                       |
//! |---------------------------------------------------------------------|----------------------------------------------|
//! | of an Ed25519 key, a security token's included                      | yes                                          |
//! | of another kind of key; empty; beginning with `#`                   | is skipped                                   |
//! | with `cert-authority`                                               | no: its key signs certificates, not messages |
//! | whose first field is an option of `authorized_keys`, or a kind of key | no: there is no principal in it            |
//! | with an unknown option, or not whole                                | no                                           |
//!
//! A line that does not count is named in [`AllowedSigners::unusable`], and does not hinder the others.

use super::public::{PublicKey, is_kind, is_options, next_word, split_options};
use super::wire::malformed;
use crate::{Error, Fault, KeyFileError};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A date and a time of day as a line has it.
///
/// Ordered by time where both have the same [`utc`](Moment::utc).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// The year, 0 to 9999.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
    /// The hour, 0 to 23.
    pub hour: u8,
    /// The minute, 0 to 59.
    pub minute: u8,
    /// The second, 0 to 59.
    pub second: u8,
    /// Whether that is in UTC, and not where the reader of the file is.
    pub utc: bool,
}

impl Moment {
    /// The moment in `YYYYMMDD`, `YYYYMMDDhhmm` or `YYYYMMDDhhmmss`, with `Z` behind it for UTC.
    ///
    /// # Example
    /// ```
    /// use chop::encoding::openssh::Moment;
    /// let moment = Moment::from_text("202602281530Z").expect("a moment");
    /// assert_eq!((moment.month, moment.hour, moment.utc), (2, 15, true));
    /// assert_eq!(Moment::from_text("20260230"), None);
    /// ```
    pub fn from_text(text: &str) -> Option<Moment> {
        let (digits, utc) = match text.strip_suffix('Z').or(text.strip_suffix("UTC")) {
            Some(digits) => (digits, true),
            None => (text, false),
        };
        if ![8, 12, 14].contains(&digits.len()) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let two = |at: usize| digits.get(at..at + 2).and_then(|pair| pair.parse().ok()).unwrap_or(0);
        let year = digits[..4].parse().ok()?;
        let (month, day, hour, minute, second) = (two(4), two(6), two(8), two(10), two(12));
        let there_is = (1..=12).contains(&month)
            && (1..=days_of(year, month)).contains(&day)
            && hour < 24
            && minute < 60
            && second < 60;
        there_is.then_some(Moment { year, month, day, hour, minute, second, utc })
    }

    /// Seconds since 1970 began, all taken as UTC.
    ///
    /// # Example
    /// ```
    /// use chop::encoding::openssh::Moment;
    /// assert_eq!(Moment::from_text("20000101Z").map(|moment| moment.to_unix()), Some(946_684_800));
    /// ```
    pub fn to_unix(&self) -> i64 {
        // Days since 0000-03-01 by years that begin in March (Hinnant, "chrono-compatible low-level date algorithms").
        let (year, month) = (i64::from(self.year), i64::from(self.month));
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let era = year.div_euclid(400);
        let of_era = year.rem_euclid(400);
        let of_year = (153 * month + 2) / 5 + i64::from(self.day) - 1;
        let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
        let hours = 24 * days + i64::from(self.hour);
        60 * (60 * hours + i64::from(self.minute)) + i64::from(self.second)
    }
}

/// Days of a month, in the calendar that is in use.
fn days_of(year: u16, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}

/// A line that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// The key.
    pub key: PublicKey,
    /// The principals that sign with the key, as the line has them: patterns between commas.
    pub principals: String,
    /// The namespaces that they sign for, likewise; all if `None`.
    pub namespaces: Option<String>,
    /// The first moment at which the key may sign; any if `None`.
    pub valid_after: Option<Moment>,
    /// The last moment at which the key may sign; any if `None`.
    pub valid_before: Option<Moment>,
}

impl Line {
    /// Whether `name` is one of its principals.
    pub fn is_principal(&self, name: &str) -> bool {
        fits_list(name, &self.principals)
    }

    /// Whether its key may sign for this use.
    pub fn is_for(&self, namespace: &str) -> bool {
        self.namespaces.as_ref().is_none_or(|patterns| fits_list(namespace, patterns))
    }
}

/// A line that does not count, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusableLine {
    /// Its number, from 1.
    pub number: usize,
    /// The fault, as the rest of a sentence: `has an option twice`.
    pub fault: &'static str,
}

/// The lines of an `allowed_signers` file.
///
/// # Example
/// ```
/// use chop::encoding::openssh::{AllowedSigners, PublicKey};
/// let key = PublicKey::from(chop::ed25519::SigningKey::from_seed(&[7; 32]).verifying_key());
/// let text = format!("alice@example.com namespaces=\"git\" {}\n", key.to_line(""));
/// let signers = AllowedSigners::from_text(&text)?;
/// let line = signers.lines().iter().find(|line| line.key == key).expect("alice's");
/// assert!(line.is_principal("alice@example.com") && line.is_for("git") && !line.is_for("file"));
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllowedSigners {
    lines: Vec<Line>,
    unusable: Vec<UnusableLine>,
}

impl AllowedSigners {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`] for a list of revoked keys, which is another kind of file.
    pub fn from_text(text: &str) -> Result<AllowedSigners, Error> {
        if text.starts_with("SSHKRL\n") {
            return Err(malformed(Fault::SignersRevoked));
        }
        let mut signers = AllowedSigners::default();
        for (line, number) in text.lines().zip(1..) {
            match read_line(line, number) {
                Ok(Some(line)) => signers.lines.push(line),
                Ok(None) => {}
                Err(fault) => signers.unusable.push(UnusableLine { number, fault }),
            }
        }
        Ok(signers)
    }

    /// The lines that count.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The lines that do not count, though they are no comments and name no other kind of key.
    pub fn unusable(&self) -> &[UnusableLine] {
        &self.unusable
    }
}

/// Whether a text is of this format: whether any line of it has principals, perhaps options, and a kind of key.
pub(crate) fn is_allowed_signers(text: &str) -> bool {
    text.lines().any(|mut rest| {
        let words =
            [next_word(&mut rest), next_word(&mut rest), next_word(&mut rest)].map(Option::unwrap_or_default);
        let has_principals = !words[0].starts_with('#') && !is_kind(words[0]) && !is_options(words[0]);
        has_principals && (is_kind(words[1]) || is_kind(words[2]))
    })
}

/// The line, `None` if there is none for Ed25519 in it, or what is wrong.
fn read_line(text: &str, number: usize) -> Result<Option<Line>, &'static str> {
    let mut rest = text.trim();
    if rest.is_empty() || rest.starts_with('#') {
        return Ok(None);
    }
    let first = next_word(&mut rest).ok_or("is empty")?;
    if is_kind(first) {
        return Err("has no principal before its key");
    }
    if is_options(first) {
        return Err("begins with an option of authorized_keys, and has no principal");
    }
    let principals = unquoted(first).ok_or("has principals with quotation marks that do not match")?;
    let mut key = rest;
    let mut options = Options::default();
    if !is_kind(next_word(&mut rest).ok_or("ends behind its principals")?) {
        options = Options::read(next_word(&mut key).unwrap_or_default())?;
    }
    if options.cert_authority {
        return Err("is a certificate authority's: its key signs certificates, not messages");
    }
    if options
        .valid_after
        .zip(options.valid_before)
        .is_some_and(|(after, before)| after.utc == before.utc && after > before)
    {
        return Err("is valid after it has expired");
    }
    let key = match PublicKey::from_line(key) {
        Ok((key, _)) => key,
        Err(Error::KeyFile(KeyFileError::WrongAlgorithm)) => return Ok(None),
        Err(Error::KeyFile(KeyFileError::Malformed(fault))) => return Err(fault.text()),
        Err(_) => return Err("has a key that is no point"),
    };
    let Options { namespaces, valid_after, valid_before, .. } = options;
    Ok(Some(Line { number, key, principals, namespaces, valid_after, valid_before }))
}

/// The options of a line.
#[derive(Default)]
struct Options {
    cert_authority: bool,
    namespaces: Option<String>,
    valid_after: Option<Moment>,
    valid_before: Option<Moment>,
}

impl Options {
    fn read(text: &str) -> Result<Options, &'static str> {
        let mut options = Options::default();
        for option in split_options(text) {
            let (name, value) =
                option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)));
            let value =
                value.map(|value| unquoted(value).ok_or("has an option whose quotation marks do not match"));
            let value = value.transpose()?;
            let twice = match (&*name.to_ascii_lowercase(), value) {
                ("cert-authority", None) => core::mem::replace(&mut options.cert_authority, true),
                ("namespaces", Some(value)) => options.namespaces.replace(value).is_some(),
                ("valid-after", Some(value)) => options.valid_after.replace(moment(&value)?).is_some(),
                ("valid-before", Some(value)) => options.valid_before.replace(moment(&value)?).is_some(),
                _ => return Err("has an option that is not one of this file's"),
            };
            if twice {
                return Err("has an option twice");
            }
        }
        Ok(options)
    }
}

fn moment(text: &str) -> Result<Moment, &'static str> {
    Moment::from_text(text)
        .ok_or("has a time that is neither YYYYMMDD, YYYYMMDDhhmm nor YYYYMMDDhhmmss, with or without Z")
}

/// A value without the quotation marks around it; `None` if they do not match.
fn unquoted(text: &str) -> Option<String> {
    match text.strip_prefix('"') {
        None if text.contains('"') => None,
        None => Some(text.to_string()),
        Some(rest) => {
            let inner = rest.strip_suffix('"')?;
            let plain = inner.replace("\\\"", "");
            (!plain.contains('"')).then(|| inner.replace("\\\"", "\""))
        }
    }
}

/// Whether a text fits one of the patterns between commas, and none of those with `!`.
fn fits_list(text: &str, patterns: &str) -> bool {
    let mut fits_one = false;
    for pattern in patterns.split(',') {
        match pattern.strip_prefix('!') {
            Some(excluded) if fits(text, excluded) => return false,
            Some(_) => {}
            None => fits_one |= fits(text, pattern),
        }
    }
    fits_one
}

/// Whether a text fits a pattern of `*`, `?` and characters that stand for themselves.
///
/// The last `*` is tried again where what follows does not fit, so that the time is at most the product of both lengths.
fn fits(text: &str, pattern: &str) -> bool {
    let (text, pattern): (Vec<char>, Vec<char>) = (text.chars().collect(), pattern.chars().collect());
    let (mut t, mut p) = (0, 0);
    // Behind the last `*`, and where what it stands for ends.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some('*') => {
                p += 1;
                star = Some((p, t));
            }
            Some(&c) if c == '?' || c == text[t] => (t, p) = (t + 1, p + 1),
            _ => match &mut star {
                Some((after, end)) => {
                    *end += 1;
                    (t, p) = (*end, *after);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ed25519::SigningKey;

    fn line_of(seed: u8) -> String {
        PublicKey::from(SigningKey::from_seed(&[seed; 32]).verifying_key()).to_line("")
    }

    #[test]
    fn patterns_fit_as_in_openssh() {
        for (text, pattern, fit) in [
            ("git", "git", true),
            ("git", "g?t", true),
            ("git", "*", true),
            ("", "*", true),
            ("", "", true),
            ("a@b.c", "*@b.c", true),
            ("a@b.cc", "*@b.c", false),
            ("aab", "*ab", true),
            ("abcabd", "a*bd", true),
            ("abc", "a*d", false),
            ("git", "gi", false),
            ("git", "git?", false),
        ] {
            assert_eq!(fits(text, pattern), fit, "{text} {pattern}");
        }
        assert!(fits_list("a", "b,a") && !fits_list("a", "*,!a") && !fits_list("a", "!b"));
    }

    #[test]
    fn lines_count_or_are_named() {
        let (one, two) = (line_of(1), line_of(2));
        let text = [
            "# a comment",
            "",
            &["alice,bob ", &one].concat(),
            &["\"a b\" namespaces=\"git,file\",valid-after=20260101Z ", &two, " comment"].concat(),
            "carol ssh-rsa AAAA",
            &["ca cert-authority ", &one].concat(),
            &["cert-authority ", &one].concat(),
            &["no-pty,command=\"x\" ", &one].concat(),
            &one,
            &["dora frobnicate ", &one].concat(),
            &["emil valid-after=20260230 ", &one].concat(),
            &["fred ", &one[..30]].concat(),
            "gaby",
        ]
        .join("\n");
        let signers = AllowedSigners::from_text(&text).unwrap();
        let lines: Vec<_> = signers.lines().iter().map(|line| (line.number, &*line.principals)).collect();
        assert_eq!(lines, [(3, "alice,bob"), (4, "a b")]);
        assert_eq!(signers.lines()[1].namespaces.as_deref(), Some("git,file"));
        assert_eq!(signers.lines()[1].valid_after, Moment::from_text("20260101Z"));
        let unusable: Vec<_> = signers.unusable().iter().map(|line| line.number).collect();
        assert_eq!(unusable, [6, 7, 8, 9, 10, 11, 12, 13]);
        assert!(AllowedSigners::from_text("SSHKRL\n\0").is_err());
    }

    #[test]
    fn moments_are_those_of_the_calendar() {
        let unix = |text| Moment::from_text(text).map(|moment| moment.to_unix());
        assert_eq!(unix("19700101Z"), Some(0));
        assert_eq!(unix("19691231235959Z"), Some(-1));
        assert_eq!(unix("20240229Z"), Some(1_709_164_800));
        assert_eq!(unix("203801190314Z"), Some(2_147_483_640));
        for wrong in ["", "2026", "20261301", "20260229", "202601012460", "2026010a", "20260101z"] {
            assert_eq!(Moment::from_text(wrong), None, "{wrong}");
        }
    }
}
