//! What holds for any tree and any text, however wrong.

use council_core::tree::{Node, TreeEntry, Value};
use proptest::prelude::*;

use super::{audit::nodes, check_bundle, check_session, document, read, read_tree};
use crate::{json, yaml};

/// Keys that mean something to the reader, beside some that do not.
const KEYS: &[&str] = &[
    "agent_id",
    "agreement_status",
    "assigned_modes",
    "category",
    "council_metadata",
    "cycles",
    "description",
    "file",
    "final_outputs",
    "finding_id",
    "findings",
    "gate_id",
    "location",
    "mode_id",
    "north_star_assessment",
    "phase",
    "phase_1",
    "phase_scores",
    "prd_id",
    "review_meta",
    "review_timestamp",
    "SA-1",
    "schema_version",
    "score",
    "selected_modes",
    "session",
    "session_id",
    "severity",
    "source_mode",
    "status",
    "subagents",
    "subcategory",
    "updated_verdict",
    "verdict",
    "vote",
    "votes",
    "yes",
    "1",
    "~",
    " odd: key",
];

/// Words that mean something to the reader, beside some that YAML finds difficult.
const WORDS: &[&str] = &[
    "PASSED",
    "LOW",
    "INFO",
    "SA-1",
    "Mode 7 (x)",
    "no",
    "null",
    "~",
    "1e3",
    "0x1f",
    "- a",
    "a: b",
    "# c",
    "'q'",
    "\"",
    " lead",
    "trail ",
    "two\nlines",
    "two\nlines\n",
    "\ttab",
    "%",
    "@",
    "*x",
    "&x",
    "!t",
    "é",
    "{",
    "[",
    "|",
    ">",
    "---",
    "...",
    "2026-01-26",
    "1_000",
    "0o7",
    "+.inf",
    ".nan",
    "<<",
    "=",
    "a\u{7f}b",
    "\u{85}",
    "\u{2028}",
    "\u{1f600}",
];

/// Any tree a file could hold.
pub(super) fn tree() -> impl Strategy<Value = Node> {
    let text =
        prop_oneof![proptest::sample::select(WORDS).prop_map(str::to_owned), "[ -~\\n]{0,12}"];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        (-1.0e6..1.0e6).prop_map(Value::Float),
        (0.0..1.0).prop_map(Value::Float),
        text.prop_map(Value::Text),
    ];
    leaf.prop_map(Node::new).prop_recursive(5, 60, 6, |inner| {
        let list = proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::List);
        let map = proptest::collection::btree_map(proptest::sample::select(KEYS), inner, 0..6);
        let map = map.prop_map(|entries| {
            let entries =
                entries.into_iter().map(|(key, node)| TreeEntry { key: key.to_owned(), node });
            Value::Map(entries.collect())
        });
        prop_oneof![list, map].prop_map(Node::new)
    })
}

/// Forgets the lines, which a rewritten file need not keep.
fn unplaced(node: &Node) -> Node {
    let value = match &node.value {
        Value::List(items) => Value::List(items.iter().map(unplaced).collect()),
        Value::Map(entries) => {
            let entries = entries
                .iter()
                .map(|entry| TreeEntry { key: entry.key.clone(), node: unplaced(&entry.node) });
            Value::Map(entries.collect())
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => {
            node.value.clone()
        }
    };
    Node::new(value)
}

proptest! {
    #[test]
    fn any_tree_is_read_without_panic_and_kept_whole(tree in tree()) {
        let parsed = read_tree("a.yaml", &tree);
        prop_assert_eq!(&parsed.value.tree, &tree);
        let counted: usize = parsed.value.severities.values().sum();
        prop_assert_eq!(counted, parsed.value.findings.len());
    }

    #[test]
    fn any_tree_is_held_against_the_contracts_without_panic(tree in tree()) {
        prop_assert!(check_session("a.yaml", &tree).iter().any(|noticed| noticed.code == "missing-key"));
        prop_assert!(check_bundle("a.json", &tree).iter().any(|noticed| noticed.code == "missing-key"));
    }

    #[test]
    fn reading_and_writing_as_json_keeps_every_key_and_value(tree in tree()) {
        let written = json::value(&tree).to_string();
        prop_assert_eq!(unplaced(&json::read("a.json", &written).unwrap()), tree);
    }

    #[test]
    fn every_value_of_a_json_text_has_a_line_and_lines_go_down_the_text(tree in tree()) {
        let written = format!("{:#}", json::value(&tree));
        let read = json::read("a.json", &written).unwrap();
        let lines: Option<Vec<u32>> = nodes(&read).map(|node| node.line).collect();
        let lines = lines.unwrap();
        prop_assert!(lines.is_sorted());
        prop_assert!(lines.iter().all(|line| usize::try_from(*line).unwrap() <= written.lines().count()));
    }

    #[test]
    fn reading_and_writing_as_yaml_keeps_every_key_and_value(tree in tree()) {
        let written = yaml::write(&json::value(&tree)).unwrap();
        let read = yaml::read("a.yaml", &written).map_err(|error| TestCaseError::fail(format!("{error:?}\n{written}")))?;
        prop_assert_eq!(unplaced(&read), tree, "{}", written);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[ -~\\n\\t:é]{0,200}") {
        for path in ["a.yaml", "a.json", "a"] {
            let _ = read(path, &text);
        }
    }

    #[test]
    fn what_is_cut_off_never_holds_the_word_verdict_as_a_key(text in "(verdict: [A-Z]{1,6}\n|[a-z ]{0,9}\n|  x: y\n|---\n){1,8}") {
        let Ok(parsed) = document::tree("a.yaml", &text) else { return Ok(()) };
        let Some(cut) = parsed.diagnostics.first().and_then(|diagnostic| diagnostic.place.line) else { return Ok(()) };
        let rest = text.lines().skip(usize::try_from(cut).unwrap() - 1);
        prop_assert!(rest.into_iter().all(|line| !line.starts_with("verdict:")));
    }
}
