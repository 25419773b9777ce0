//! `facts` blocks: one assertion a line on a JSON value.
//!
//! ```text
//! # a comment
//! verdict = "pass"
//! findings.0.severity = "major"
//! files."a.md".lines = 3
//! findings length 2
//! signals contains {"code": "CONTRADICTION"}
//! summary lacks "blocker"
//! error absent
//! ```
//!
//! `length` counts the items of a list, the entries of a map or the characters of a text. `contains` and `lacks` look
//! for an item of a list (a map as the item asks only for the entries it names), a key of a map or a part of a text.

use serde_json::Value;

/// One assertion.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// The line on the page, from 1.
    pub line: usize,
    path: Vec<String>,
    claim: FactClaim,
}

#[derive(Debug, Clone, PartialEq)]
enum FactClaim {
    Equals(Value),
    Length(usize),
    Contains(Value),
    Lacks(Value),
    Absent,
}

/// Reads a block's lines, numbered as on the page. Errors carry the line they are about.
pub fn parse(lines: &[(usize, &str)]) -> Result<Vec<Fact>, (usize, String)> {
    let mut facts = Vec::new();
    for &(line, text) in lines {
        let text = text.trim();
        if !text.is_empty() && !text.starts_with('#') {
            facts.push(fact(line, text).map_err(|message| (line, message))?);
        }
    }
    if facts.is_empty() {
        let line = lines.first().map_or(1, |(line, _)| *line);
        return Err((line, "the block states no fact".to_owned()));
    }
    Ok(facts)
}

/// Says how a value contradicts a fact, or nothing if the fact holds.
pub fn contradiction(fact: &Fact, root: &Value) -> Option<String> {
    let path = fact.path.join(".");
    let found = fact.path.iter().try_fold(root, |value, key| match value {
        Value::Object(map) => map.get(key),
        Value::Array(items) => items.get(key.parse::<usize>().ok()?),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    });
    let Some(found) = found else {
        if fact.claim == FactClaim::Absent {
            return None;
        }
        return Some(format!("`{path}` is absent in {}", short(root)));
    };
    match &fact.claim {
        FactClaim::Equals(expected) => (!same(expected, found))
            .then(|| format!("`{path}` is {}, expected {expected}", short(found))),
        FactClaim::Length(expected) => match length(found) {
            Some(length) if length == *expected => None,
            Some(length) => Some(format!("`{path}` has length {length}, expected {expected}")),
            None => Some(format!("`{path}` is {found}, which has no length")),
        },
        FactClaim::Contains(part) => match contains(found, part) {
            Some(true) => None,
            Some(false) => Some(format!("`{path}` does not contain {part}: {}", short(found))),
            None => Some(format!("`{path}` is {found}, which cannot contain {part}")),
        },
        FactClaim::Lacks(part) => match contains(found, part) {
            Some(false) => None,
            Some(true) => Some(format!("`{path}` contains {part}: {}", short(found))),
            None => Some(format!("`{path}` is {found}, which cannot contain {part}")),
        },
        FactClaim::Absent => {
            Some(format!("`{path}` is {}, expected it to be absent", short(found)))
        }
    }
}

fn fact(line: usize, text: &str) -> Result<Fact, String> {
    let (path, rest) = path(text)?;
    let (word, value) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
    let json = || {
        serde_json::from_str(value)
            .map_err(|error| format!("`{value}` is not a JSON value: {error}"))
    };
    let claim = match (word, value.is_empty()) {
        ("=", false) => FactClaim::Equals(json()?),
        ("contains", false) => FactClaim::Contains(json()?),
        ("lacks", false) => FactClaim::Lacks(json()?),
        ("length", false) => FactClaim::Length(
            value.trim().parse().map_err(|_| format!("`{value}` is not a length"))?,
        ),
        ("absent", true) => FactClaim::Absent,
        _ => {
            return Err(format!(
                "`{text}` is not a fact, expected a path and `= JSON`, `length N`, `contains JSON`, `lacks JSON` or `absent`"
            ));
        }
    };
    Ok(Fact { line, path, claim })
}

/// Splits a path off a line: keys with dots between them; a key with dots or spaces in it is in double quotes.
fn path(text: &str) -> Result<(Vec<String>, &str), String> {
    let mut keys = Vec::new();
    let mut rest = text;
    loop {
        let (key, after) = if let Some(quoted) = rest.strip_prefix('"') {
            quoted.split_once('"').ok_or("a quote in the path is not closed")?
        } else {
            rest.split_at(rest.find(['.', ' ']).unwrap_or(rest.len()))
        };
        if key.is_empty() {
            return Err(format!("`{text}` has an empty key in its path"));
        }
        keys.push(key.to_owned());
        match after.strip_prefix('.') {
            Some(more) => rest = more,
            None => return Ok((keys, after)),
        }
    }
}

/// Compares as a reader would: `3` and `3.0` are one number.
fn same(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => expected == found,
    }
}

fn length(value: &Value) -> Option<usize> {
    match value {
        Value::Array(items) => Some(items.len()),
        Value::Object(map) => Some(map.len()),
        Value::String(text) => Some(text.chars().count()),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

fn contains(whole: &Value, part: &Value) -> Option<bool> {
    match (whole, part) {
        (Value::Array(items), _) => Some(items.iter().any(|item| includes(item, part))),
        (Value::Object(map), Value::String(key)) => Some(map.contains_key(key)),
        (Value::String(text), Value::String(part)) => Some(text.contains(part)),
        _ => None,
    }
}

/// Tells whether an item is what was asked for; of a map, only the entries that were named count.
fn includes(item: &Value, asked: &Value) -> bool {
    match (item, asked) {
        (Value::Object(item), Value::Object(asked)) => {
            asked.iter().all(|(key, asked)| item.get(key).is_some_and(|item| includes(item, asked)))
        }
        _ => same(asked, item),
    }
}

/// Shows a value, cut where a reader would stop reading.
fn short(value: &Value) -> String {
    const ENOUGH: usize = 600;
    let text = value.to_string();
    let cut: String = text.chars().take(ENOUGH).collect();
    if cut.len() < text.len() { cut + " …" } else { cut }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn value() -> Value {
        json!({
            "verdict": "pass", "score": 1.0, "null": null, "a.b": {"c": [1, 2]},
            "signals": [{"code": "X", "line": 3}, {"code": "Y", "line": 4}],
        })
    }

    fn holds(text: &str) -> bool {
        let facts = parse(&[(1, text)]).unwrap();
        facts.iter().all(|fact| contradiction(fact, &value()).is_none())
    }

    #[test]
    fn true_facts_hold() {
        for fact in [
            r#"verdict = "pass""#,
            "score = 1",
            "null = null",
            r#""a.b".c = [1, 2]"#,
            r#""a.b".c.1 = 2"#,
            "signals length 2",
            "verdict length 4",
            r#"signals contains {"code": "Y"}"#,
            r#"signals lacks {"code": "X", "line": 4}"#,
            r#"verdict contains "as""#,
            r#"verdict lacks "fail""#,
            r#""a.b" contains "c""#,
            "signals.0.note absent",
            "signals.2 absent",
            "verdict.deeper absent",
        ] {
            assert!(holds(fact), "{fact}");
        }
    }

    #[test]
    fn wrong_facts_do_not_hold() {
        for fact in [
            r#"verdict = "fail""#,
            r#"score = "1""#,
            "missing = null",
            r#""a.b".c = [2, 1]"#,
            "signals length 3",
            "score length 1",
            "missing length 0",
            r#"signals contains {"code": "Z"}"#,
            r#"signals lacks {"code": "X"}"#,
            r#"missing lacks "x""#,
            "score lacks 1",
            r#"verdict contains "fail""#,
            "null absent",
            "verdict absent",
        ] {
            assert!(!holds(fact), "{fact}");
        }
    }

    #[test]
    fn lines_that_are_no_facts_are_refused() {
        for text in
            ["", "# only a comment", "a", "a =", "a = x", "a == 1", "a length x", "a absent 1"]
        {
            assert!(parse(&[(1, text)]).is_err(), "{text}");
        }
        for text in [".a = 1", "a..b = 1", "\"a = 1"] {
            assert!(parse(&[(1, text)]).is_err(), "{text}");
        }
    }

    #[test]
    fn a_contradiction_says_what_was_found() {
        let facts = parse(&[(1, "signals.0.line = 7")]).unwrap();
        let said = contradiction(&facts[0], &value()).unwrap();
        assert_eq!(said, "`signals.0.line` is 3, expected 7");
    }
}
