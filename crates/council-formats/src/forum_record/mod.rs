//! `agent-work/forum.json`: the rounds of a project's forum and what a human decided about them.
//!
//! The record is read by holding every round again from what its members said. Whatever the file claims besides (a
//! majority, a status, a hash, a decision) must come out the same, or the file is refused.

mod read;
mod transcript;

#[cfg(test)]
pub(crate) mod tests;

use council_core::forum::{Discussion, DiscussionRound, RoundChoice, RoundDecision};
use serde_json::{Map, Value, json};

use crate::report::SCHEMA_VERSION;

pub use read::{read, read_tree};

/// The folder beside the council config that the record and the handoffs lie in.
pub const FOLDER: &str = "agent-work";

/// The name of the file.
pub const FILE: &str = "forum.json";

/// What the file says it is.
pub const KIND: &str = "council-forum-record";

/// Writes a record.
pub fn write(discussion: &Discussion) -> String {
    let rounds: Vec<Value> = discussion.held().iter().map(held).collect();
    let record = json!({
        "schema_version": SCHEMA_VERSION,
        "kind": KIND,
        "project": discussion.project().as_str(),
        "rounds": rounds,
    });
    format!("{record:#}\n")
}

/// Tells whether a tree is meant to be a forum record.
pub fn is_forum_record(tree: &council_core::tree::Node) -> bool {
    tree.get("kind").and_then(|kind| kind.text()) == Some(KIND)
}

fn held(held: &DiscussionRound) -> Value {
    let mut round = match held.summary().json() {
        Value::Object(round) => round,
        other => Map::from_iter([("summary".to_owned(), other)]),
    };
    round.insert("hash".to_owned(), held.summary().digest().as_str().into());
    round.insert("decision".to_owned(), held.decision().map_or(Value::Null, decision));
    Value::Object(round)
}

fn decision(decision: &RoundDecision) -> Value {
    let act = decision.act();
    json!({
        "choice": act.choice.word(),
        "words": act.choice.words(),
        "round": act.round,
        "hash": act.hash.as_str(),
        "by": act.by.as_str(),
        "at": act.at.to_string(),
    })
}

/// Returns the choice of a word; `approve` and `open` have no words of their own, the others must have some.
fn choice(word: &str, words: Option<&str>) -> Option<RoundChoice> {
    match (word, words) {
        ("approve", None) => Some(RoundChoice::Approve),
        ("open", None) => Some(RoundChoice::Open),
        ("redirect", Some(words)) => Some(RoundChoice::Redirect(words.to_owned())),
        ("unilateral", Some(words)) => Some(RoundChoice::Unilateral(words.to_owned())),
        _ => None,
    }
}
