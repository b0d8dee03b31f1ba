//! What a measured program says of itself.

/// An implementation, as its row in a table names it. None of the texts has a tab or a line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// What it is called.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it is written in.
    pub language: String,
    /// The policy that its verification follows, by the name that chop has for it where there is one.
    pub rule: String,
    /// Whether operations on secrets take constant time, by what its authors say.
    pub constant_time: ConstantTime,
}

/// Whether operations on secrets take constant time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstantTime {
    /// Its authors say so.
    Yes,
    /// Its code branches on secrets, or reads memory at places that depend on them.
    No,
}

impl ConstantTime {
    /// `yes` or `no`.
    pub fn name(self) -> &'static str {
        match self {
            ConstantTime::Yes => "yes",
            ConstantTime::No => "no",
        }
    }
}

impl About {
    /// The answer to the request `about`: the fields in order, separated by tabs.
    pub fn to_line(&self) -> String {
        let About { name, version, language, rule, constant_time } = self;
        [name, version, language, rule, constant_time.name()].join("\t")
    }

    /// What [`to_line`](About::to_line) wrote.
    ///
    /// # Errors
    /// If there are not five fields, or one is empty, or the last is neither `yes` nor `no`.
    pub fn from_line(line: &str) -> Result<About, String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, version, language, rule, constant_time] = fields[..] else {
            return Err(format!("not five fields about an implementation: {line:?}"));
        };
        if fields.contains(&"") {
            return Err(format!("an empty field about an implementation: {line:?}"));
        }
        let constant_time = match constant_time {
            "yes" => ConstantTime::Yes,
            "no" => ConstantTime::No,
            _ => return Err(format!("constant time: neither yes nor no: {line:?}")),
        };
        let [name, version, language, rule] = [name, version, language, rule].map(str::to_owned);
        Ok(About { name, version, language, rule, constant_time })
    }
}

/// The version of a dependency that `manifest`, a `Cargo.toml`, asks for exactly (`name = "=1.2.3"`).
///
/// # Panics
/// If it does not: a row would name a version that was not measured.
pub fn pinned(manifest: &str, name: &str) -> String {
    manifest
        .lines()
        .filter_map(|line| line.split_once('='))
        .find(|(key, _)| key.trim() == name)
        .and_then(|(_, value)| value.split_once("\"="))
        .and_then(|(_, rest)| rest.split_once('"'))
        .map(|(version, _)| version.to_owned())
        .unwrap_or_else(|| panic!("the manifest has no exact version of {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let about = About {
            name: "a b".to_owned(),
            version: "1.0".to_owned(),
            language: "C".to_owned(),
            rule: "zip-215".to_owned(),
            constant_time: ConstantTime::No,
        };
        assert_eq!(About::from_line(&about.to_line()), Ok(about));
    }

    #[test]
    fn what_is_not_about_an_implementation_is_refused() {
        for line in ["", "a\tb\tc\td", "a\tb\tc\td\tmaybe", "a\t\tc\td\tyes", "a\tb\tc\td\tyes\tf"] {
            assert!(About::from_line(line).is_err(), "{line:?}");
        }
    }

    #[test]
    fn exact_versions_are_found_in_both_forms() {
        let manifest =
            "[dependencies]\nab = \"=9\"\na = \"=1.2.3\"\nb = { version = \"=4\", features = [] }\n";
        assert_eq!(pinned(manifest, "a"), "1.2.3");
        assert_eq!(pinned(manifest, "b"), "4");
    }
}
