//! Columns inside the objects of a JSON row: `tx.sig` is the member `sig` of the object `tx`.
//!
//! A name may have dots of its own: of the members that could be meant the one with the longest name comes first, so
//! that a column really called `tx.sig` is taken before anything inside `tx`.

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;

/// A member of an object, with its name.
pub(super) type Member<'a> = (String, &'a RawValue);

/// Whether a column with the name `path` may be inside the member `name`.
pub(super) fn leads(name: &str, path: &str) -> bool {
    path.strip_prefix(name).is_some_and(|rest| rest.len() > 1 && rest.starts_with('.'))
}

/// The value at `path` inside one of the members; `None` if there is none.
///
/// # Errors
/// If a member that leads there is there twice.
pub(super) fn find<'a>(members: &[Member<'a>], path: &str) -> Result<Option<&'a RawValue>, String> {
    let mut leading: Vec<_> = members.iter().filter(|(name, _)| leads(name, path)).collect();
    leading.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    if let Some(pair) = leading.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(format!("{} is there twice", pair[0].0));
    }
    for (name, value) in leading {
        if let Some(found) = inside(value, &path[name.len() + 1..])? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The value at `path` inside a value; `None` if that is no object, or has none.
fn inside<'a>(value: &'a RawValue, path: &str) -> Result<Option<&'a RawValue>, String> {
    if !value.get().starts_with('{') {
        return Ok(None);
    }
    let mut deserializer = serde_json::Deserializer::from_str(value.get());
    let members = deserializer.deserialize_map(Members(path)).map_err(|error| error.to_string())?;
    match members.iter().find(|(name, _)| name == path) {
        Some((_, value)) => Ok(Some(value)),
        None => find(&members, path),
    }
}

/// Reads the members of an object that are called `0`, or may lead there.
struct Members<'p>(&'p str);

impl<'de> Visitor<'de> for Members<'_> {
    type Value = Vec<Member<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<Member<'de>>, A::Error> {
        let mut members: Vec<Member<'de>> = Vec::new();
        while let Some(name) = map.next_key_seed(Wanted(self.0))? {
            let Some(name) = name else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            if members.iter().any(|(earlier, _)| *earlier == name) {
                return Err(A::Error::custom(format_args!("{name} is there twice")));
            }
            members.push((name, map.next_value()?));
        }
        Ok(members)
    }
}

/// Reads a name, and keeps it if it is `0` or may lead there.
struct Wanted<'p>(&'p str);

impl<'de> DeserializeSeed<'de> for Wanted<'_> {
    type Value = Option<String>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<String>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Wanted<'_> {
    type Value = Option<String>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a column's name")
    }
    fn visit_str<E>(self, name: &str) -> Result<Option<String>, E> {
        Ok((name == self.0 || leads(name, self.0)).then(|| name.to_owned()))
    }
}

/// How deep names of columns are listed.
const DEEP: usize = 4;

/// The names of a row's columns in their order, those inside of objects with their paths; none if it is no object.
/// Columns that are null are left out, as they are where one is needed.
pub(super) fn names(bytes: &[u8]) -> Vec<String> {
    let mut names = Vec::new();
    if let Ok(text) = std::str::from_utf8(bytes) {
        add_names(text, "", DEEP, &mut names);
    }
    names
}

fn add_names(text: &str, above: &str, deep: usize, names: &mut Vec<String>) {
    let Ok(object) =
        BTreeMap::<String, &RawValue>::deserialize(&mut serde_json::Deserializer::from_str(text))
    else {
        return;
    };
    for (name, value) in object {
        if value.get() == "null" {
            continue;
        }
        let path = format!("{above}{name}");
        let within = (deep > 1 && value.get().starts_with('{')).then(|| format!("{path}."));
        names.push(path);
        if let Some(within) = within {
            add_names(value.get(), &within, deep - 1, names);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(row: &str, path: &str) -> Result<Option<String>, String> {
        let row: Box<RawValue> = serde_json::from_str(row).unwrap();
        inside(&row, path).map(|value| value.map(|value| value.get().to_owned()))
    }

    #[test]
    fn the_longest_name_comes_first() {
        let row = r#"{"a":{"b":1,"b.c":{"d":2},"c":{"d":3}},"a.b":{"c":{"d":4}},"x":{"y.z":{"":5}}}"#;
        for (path, expected) in [
            ("a.b", Some(r#"{"c":{"d":4}}"#)),
            ("a.b.c.d", Some("4")),
            ("a.c.d", Some("3")),
            ("a.b.c", Some(r#"{"d":4}"#)),
            ("x.y.z", Some(r#"{"":5}"#)),
            ("a.e", None),
            ("a.", None),
            (".a", None),
            ("a.b.d", None),
        ] {
            assert_eq!(found(row, path).unwrap().as_deref(), expected, "{path}");
        }
        // One that leads nowhere does not hide another.
        assert_eq!(found(r#"{"a.b":7,"a":{"b":{"c":8}}}"#, "a.b.c").unwrap().as_deref(), Some("8"));
    }

    #[test]
    fn a_member_that_is_there_twice_is_an_error() {
        for row in [r#"{"a":{"b":1,"b":2}}"#, r#"{"a":{"b":1},"a":{}}"#, r#"{"a":1,"a":{"b":1}}"#] {
            assert!(found(row, "a.b").unwrap_err().contains("there twice"), "{row}");
        }
        assert_eq!(found(r#"{"c":1,"c":2,"a":{"b":3,"c":4,"c":5}}"#, "a.b").unwrap().as_deref(), Some("3"));
    }

    #[test]
    fn names_are_listed_with_their_paths() {
        let row = br#"{"tx":{"sig":"00","more":{"x":[{"y":1}]}},"id":7,"none":null}"#;
        assert_eq!(names(row), ["id", "tx", "tx.more", "tx.more.x", "tx.sig"]);
        let deep = format!("{}{}", "{\"a\":".repeat(500), "1") + &"}".repeat(500);
        assert_eq!(names(deep.as_bytes()), ["a", "a.a", "a.a.a", "a.a.a.a"]);
        assert!(names(b"[1]").is_empty() && names(b"\xff").is_empty());
    }
}
