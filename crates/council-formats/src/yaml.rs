//! YAML, through one strict door: no duplicate keys, no aliases, no tags, no merge keys, no NaN, bounded depth.

use std::fmt;

use council_core::{
    diagnostic::{Diagnostic, Place},
    tree::{Node, TreeEntry, Value},
};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, SeqAccess, Visitor},
};
use serde_saphyr::{
    DuplicateKeyPolicy, Error, FlowSeq, MergeKeyPolicy, NonFiniteFloatPolicy, Options, Spanned,
    budget::BudgetBreach,
};

use crate::input::LARGEST;

/// The deepest nesting that is read.
const DEEPEST: usize = 32;

/// The most values that are read from one file.
const MOST: usize = 100_000;

/// What the scanner says where brackets are nested too deep.
const SCANNER_DEPTH: &str = "recursion limit exceeded";

/// Reads one YAML document as a tree with lines.
pub fn read(path: &str, text: &str) -> Result<Node, Diagnostic> {
    if text.len() > LARGEST {
        return Err(Diagnostic::error(
            "too-large",
            Place::file(path),
            "the text is larger than 4 MiB",
        ));
    }
    match serde_saphyr::from_str_with_options::<Spanned<YamlTree>>(text, options()) {
        Ok(root) => Ok(node(root)),
        Err(error) => Err(refusal(path, &error)),
    }
}

/// A value that YAML cannot say, such as a map whose keys are lists; none of our shapes is one.
pub type WriteError = serde_saphyr::ser::Error;

/// Writes a value as YAML: block style, two spaces, the keys in the order of the type.
pub fn write<T: Serialize>(value: &T) -> Result<String, WriteError> {
    let mut out = String::new();
    let options = serde_saphyr::ser_options! { prefer_block_scalars: true };
    serde_saphyr::to_fmt_writer_with_options(&mut out, value, options)?;
    Ok(out)
}

/// Writes a tree as YAML, lists of plain values on one line where they are short.
pub fn write_flowing(node: &Node) -> Result<String, WriteError> {
    write(&Flowing(node))
}

/// The most that a list on one line may hold, in bytes.
const ONE_LINE: usize = 100;

struct Flowing<'a>(&'a Node);

impl Serialize for Flowing<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0.value {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(truth) => serializer.serialize_bool(*truth),
            Value::Int(number) => serializer.serialize_i64(*number),
            Value::Float(number) => serializer.serialize_f64(*number),
            Value::Text(text) => serializer.serialize_str(text),
            Value::List(items) => {
                let items: Vec<Flowing<'_>> = items.iter().map(Flowing).collect();
                if fits_one_line(self.0) {
                    FlowSeq(items).serialize(serializer)
                } else {
                    items.serialize(serializer)
                }
            }
            Value::Map(entries) => serializer
                .collect_map(entries.iter().map(|entry| (&entry.key, Flowing(&entry.node)))),
        }
    }
}

/// Tells whether a list holds plain values only, few and short enough for one line.
fn fits_one_line(list: &Node) -> bool {
    let widths = list.items().iter().map(|item| match &item.value {
        Value::Null | Value::Bool(_) => Some(6),
        Value::Int(_) | Value::Float(_) => Some(8),
        Value::Text(text) => (!text.contains('\n')).then_some(text.len() + 4),
        Value::List(_) | Value::Map(_) => None,
    });
    widths.sum::<Option<usize>>().is_some_and(|width| width <= ONE_LINE)
}

fn options() -> Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: DEEPEST,
            flow_nesting_limit: DEEPEST,
            max_aliases: 0,
            max_anchors: 0,
            max_documents: 1,
            max_nodes: MOST,
        },
        duplicate_keys: DuplicateKeyPolicy::Error,
        merge_keys: MergeKeyPolicy::Error,
        strict_booleans: true,
        reject_unsupported_tags: true,
        non_finite_float_policy: NonFiniteFloatPolicy::Reject,
        with_snippet: false,
    }
}

/// Says what the parser objected to in words a person can act on.
fn refusal(path: &str, error: &Error) -> Diagnostic {
    let mut place = Place::file(path);
    if let Some(location) = error.location() {
        place.line =
            Some(u32::try_from(location.line()).unwrap_or(u32::MAX)).filter(|line| *line > 0);
        place.column =
            Some(u32::try_from(location.column()).unwrap_or(u32::MAX)).filter(|column| *column > 0);
    }
    match YamlRefusal::of(error) {
        YamlRefusal::DuplicateKey(key) => {
            let message = match key {
                Some(key) => format!("duplicate key `{}`", shown(key)),
                None => "duplicate key".to_owned(),
            };
            Diagnostic::error("duplicate-key", place, message).help("keep one of the two keys")
        }
        YamlRefusal::Alias => {
            let message = "anchors and aliases are not allowed here";
            Diagnostic::error("yaml-alias", place, message).help("write the value out")
        }
        YamlRefusal::Depth => {
            let message = format!("values are nested deeper than {DEEPEST} levels");
            Diagnostic::error("too-deep", place, message)
        }
        YamlRefusal::Documents => {
            let message = "more than one document, expected one";
            Diagnostic::error("not-yaml", place, message).help("remove what follows the first")
        }
        YamlRefusal::Size => {
            let message = format!("the file has more than {MOST} values");
            Diagnostic::error("too-large", place, message).help("split the file")
        }
        YamlRefusal::Other => {
            let said = error.to_string();
            let first = said.lines().next().unwrap_or("not valid YAML");
            let message = first.split(" at line ").next().unwrap_or(first);
            Diagnostic::error("not-yaml", place, shown(message))
        }
    }
}

/// What the parser objected to.
enum YamlRefusal<'error> {
    DuplicateKey(Option<&'error str>),
    Alias,
    Depth,
    Documents,
    Size,
    Other,
}

impl<'error> YamlRefusal<'error> {
    fn of(error: &'error Error) -> Self {
        match error {
            Error::WithSnippet { error, .. } => Self::of(error),
            Error::DuplicateMappingKey { key, .. } => Self::DuplicateKey(key.as_deref()),
            Error::AliasError { .. }
            | Error::UnknownAnchor { .. }
            | Error::AliasReplayCounterOverflow { .. }
            | Error::AliasReplayLimitExceeded { .. }
            | Error::AliasExpansionLimitExceeded { .. }
            | Error::AliasReplayStackDepthExceeded { .. } => Self::Alias,
            Error::Budget { breach, .. } => match breach {
                BudgetBreach::Aliases { .. } | BudgetBreach::Anchors { .. } => Self::Alias,
                BudgetBreach::Depth { .. } => Self::Depth,
                BudgetBreach::Documents { .. } => Self::Documents,
                // The parser may be given more to count; whatever it counts, there is too much of it.
                _ => Self::Size,
            },
            Error::MultipleDocuments { .. } => Self::Documents,
            // The scanner has no kinds: this is all it says of brackets within brackets.
            Error::ExternalMessage { msg, .. } if msg == SCANNER_DEPTH => Self::Depth,
            _ => Self::Other,
        }
    }
}

/// Shows what a file says on one short line, whatever is in it.
fn shown(text: &str) -> String {
    const LONGEST: usize = 120;
    let mut out: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        out.push('…');
    }
    out
}

/// What the deserializer fills; the public tree has no serde in it.
enum YamlTree {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    List(Vec<Spanned<YamlTree>>),
    Map(Vec<(String, Spanned<YamlTree>)>),
}

fn node(spanned: Spanned<YamlTree>) -> Node {
    let line = u32::try_from(spanned.defined.line()).ok().filter(|line| *line > 0);
    let value = match spanned.value {
        YamlTree::Null => Value::Null,
        YamlTree::Bool(truth) => Value::Bool(truth),
        YamlTree::Int(number) => Value::Int(number),
        YamlTree::Float(number) => Value::Float(number),
        YamlTree::Text(text) => Value::Text(text),
        YamlTree::List(items) => Value::List(items.into_iter().map(node).collect()),
        YamlTree::Map(entries) => Value::Map(
            entries.into_iter().map(|(key, value)| TreeEntry { key, node: node(value) }).collect(),
        ),
    };
    Node { value, line }
}

impl<'de> Deserialize<'de> for YamlTree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(YamlVisitor)
    }
}

struct YamlVisitor;

impl<'de> Visitor<'de> for YamlVisitor {
    type Value = YamlTree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_unit<E>(self) -> Result<YamlTree, E> {
        Ok(YamlTree::Null)
    }

    fn visit_none<E>(self) -> Result<YamlTree, E> {
        Ok(YamlTree::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<YamlTree, D::Error> {
        YamlTree::deserialize(deserializer)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<YamlTree, E> {
        Ok(YamlTree::Bool(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<YamlTree, E> {
        Ok(YamlTree::Int(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<YamlTree, E> {
        Ok(i64::try_from(number).map_or_else(|_| YamlTree::Text(number.to_string()), YamlTree::Int))
    }

    fn visit_f64<E>(self, number: f64) -> Result<YamlTree, E> {
        Ok(YamlTree::Float(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<YamlTree, E> {
        Ok(YamlTree::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<YamlTree, E> {
        Ok(YamlTree::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<YamlTree, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(YamlTree::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<YamlTree, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(YamlTree::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> &'static str {
        read("a.yaml", text).unwrap_err().code
    }

    #[test]
    fn every_value_knows_its_line() {
        let root = read("a.yaml", "a: 1\nb:\n  - x\n  - y: true\n").unwrap();
        let list = root.get("b").unwrap();
        assert_eq!(root.get("a").unwrap().line, Some(1));
        assert_eq!(list.items()[0].line, Some(3));
        assert_eq!(list.items()[1].get("y").unwrap().line, Some(4));
    }

    #[test]
    fn a_duplicate_key_is_refused_with_its_line() {
        let error = read("a.yaml", "v: 1\nw: 2\nv: 3\n").unwrap_err();
        assert_eq!((error.code, error.place.line), ("duplicate-key", Some(3)));
    }

    #[test]
    fn words_that_look_like_booleans_stay_words() {
        let root = read("a.yaml", "a: no\nb: yes\nc: off\nd: true\n").unwrap();
        assert_eq!(root.get("a").unwrap().text(), Some("no"));
        assert_eq!(root.get("c").unwrap().text(), Some("off"));
        assert_eq!(root.get("d").unwrap().bool(), Some(true));
    }

    #[test]
    fn tricks_are_refused() {
        assert_eq!(code("a: &x 1\nb: *x\n"), "yaml-alias");
        for text in [
            "a: !!python/object:os.system x",
            "a: .nan",
            "--- 1\n--- 2\n",
            "a: [",
            "a:\n\tb: 1\n",
            "<<: {a: 1}",
        ] {
            assert!(read("a.yaml", text).is_err(), "{text}");
        }
        assert!(read("a.yaml", &"[".repeat(33)).is_err());
    }

    #[test]
    fn refusals_are_in_our_own_words() {
        let said = |text: &str| {
            let error = read("a.yaml", text).unwrap_err();
            (error.code, error.message)
        };
        let owned = |code, message: &str| (code, message.to_owned());
        assert_eq!(said("a: 1\na: 2\n"), owned("duplicate-key", "duplicate key `a`"));
        assert_eq!(
            said(&"[".repeat(40)),
            owned("too-deep", "values are nested deeper than 32 levels")
        );
        assert_eq!(
            said("--- 1\n--- 2\n"),
            owned("not-yaml", "more than one document, expected one")
        );
        assert_eq!(
            said(&"- 1\n".repeat(MOST)),
            owned("too-large", "the file has more than 100000 values")
        );
        assert_eq!(said("a: !anchor x").0, "not-yaml");
        assert!(!said("a: !x\u{9b}31m y").1.contains('\u{9b}'));
    }

    #[test]
    fn an_empty_document_is_nothing() {
        assert_eq!(read("a.yaml", "").unwrap().value, Value::Null);
    }
}
