//! A session file says a thing once. A finding stands in full where the seats' claims first became one; a claim says how
//! it differs from the finding it became, a later cycle and the outcome say what has changed since.
//!
//! Every entry names its finding, who raised it and when, how bad it is and how far the seats agree; that is never left to
//! another entry. [`expand`] puts back what was left out, so that readers and checks see every finding in full.

mod expand;
mod keys;

use std::collections::BTreeMap;

use council_core::tree::{Node, TreeEntry, Value};

pub use self::expand::expand;
use self::keys::{Dropped, SKIPPED, STATED, STATED_IN_THE_END, Votes};
pub(crate) use self::keys::{left_out, stated};

/// Returns a session as its file has it.
pub fn compact(session: &Node) -> Node {
    let mut standing = Vec::new();
    let cycles: Vec<Node> = items(session, "cycles")
        .iter()
        .map(|one| {
            let written = cycle(one, &standing);
            if has_ended(one) {
                standing = items(one, "merged_findings").iter().map(by_ids).collect();
            }
            written
        })
        .collect();
    let outcome = session.get("final_outputs").map(|outputs| outcome(outputs, &standing));
    let seats = items(session, "subagents").iter().map(|seat| keys::without(seat, Dropped::Seat));
    let seats = Node::new(Value::List(seats.collect()));
    let mut written = keys::without(session, Dropped::Session);
    replace(&mut written, "subagents", seats);
    replace(&mut written, "cycles", Node::new(Value::List(cycles)));
    if let Some(outcome) = outcome {
        replace(&mut written, "final_outputs", outcome);
    }
    written
}

fn cycle(cycle: &Node, standing: &[Node]) -> Node {
    let merged: Vec<Node> = items(cycle, "merged_findings").iter().map(by_ids).collect();
    let answers = cycle.get("subagent_findings").map(Node::entries).unwrap_or_default();
    let became = keys::by_claim(&merged);
    let said = answers
        .iter()
        .map(|entry| TreeEntry { key: entry.key.clone(), node: answer(&entry.node, &became) });
    let said = Node::new(Value::Map(said.collect()));
    // A cycle that is open has not settled anything: what stands in it stands by itself.
    let standing = if has_ended(cycle) { keys::by_id(standing) } else { BTreeMap::new() };
    let before = |finding: &Node| keys::id(finding).and_then(|id| standing.get(id).copied());
    let cast = keys::votes(answers);
    let changed: Vec<Node> = merged
        .iter()
        .filter(|finding| before(finding) != Some(*finding))
        .map(|finding| {
            let mut entry = match before(finding) {
                Some(before) => changes(finding, before, &STATED),
                None => changes(finding, &keys::untouched(finding), &STATED),
            };
            votes_by_name(&mut entry, &cast);
            entry
        })
        .collect();
    let mut written = keys::without(cycle, Dropped::Cycle);
    replace(&mut written, "subagent_findings", said);
    replace(&mut written, "merged_findings", Node::new(Value::List(changed)));
    if let Some(notes) = cycle.get("onboarding_notes") {
        replace(&mut written, "onboarding_notes", keys::without(notes, Dropped::Notes));
    }
    written
}

fn answer(answer: &Node, became: &BTreeMap<&str, &Node>) -> Node {
    let raised = items(answer, "findings").iter().map(|claim| {
        let became = keys::id(claim).and_then(|id| became.get(id).copied());
        changes(claim, &keys::as_raised(claim, became), &STATED)
    });
    let raised = Node::new(Value::List(raised.collect()));
    let mut written = keys::without(answer, Dropped::Answer);
    replace(&mut written, "findings", raised);
    written
}

fn outcome(outputs: &Node, standing: &[Node]) -> Node {
    let standing = keys::by_id(standing);
    let mut written = keys::without(outputs, Dropped::Outcome);
    for list in keys::OUTCOME_LISTS {
        let Some(findings) = written.get(list) else { continue };
        let changed = findings.items().iter().map(|finding| {
            let finding = by_ids(finding);
            match keys::id(&finding).and_then(|id| standing.get(id)) {
                Some(before) => changes(&finding, before, &STATED_IN_THE_END),
                None => changes(&finding, &keys::untouched(&finding), &STATED_IN_THE_END),
            }
        });
        let changed = Node::new(Value::List(changed.collect()));
        replace(&mut written, list, changed);
    }
    written
}

/// Returns what a finding says that another state of it does not; what is gone is said to be empty.
fn changes(now: &Node, before: &Node, stated: &[&str]) -> Node {
    let is_new = |entry: &&TreeEntry| {
        stated.contains(&entry.key.as_str()) || before.get(&entry.key) != Some(&entry.node)
    };
    let gone = before.entries().iter().filter(|entry| now.get(&entry.key).is_none());
    let emptied =
        gone.filter(|entry| SKIPPED.contains(&entry.key.as_str())).map(|entry| TreeEntry {
            key: entry.key.clone(),
            node: Node::new(match entry.node.value {
                Value::List(_) => Value::List(Vec::new()),
                Value::Null
                | Value::Bool(_)
                | Value::Int(_)
                | Value::Float(_)
                | Value::Text(_)
                | Value::Map(_) => Value::Null,
            }),
        });
    Node::new(Value::Map(now.entries().iter().filter(is_new).cloned().chain(emptied).collect()))
}

/// Names the claims of a finding by their ids; what they say stands where they were raised.
fn by_ids(finding: &Node) -> Node {
    let claims = items(finding, "merged_from").iter();
    let ids = claims.filter_map(|claim| claim.get("finding_id")).map(Node::placeless);
    let ids = Node::new(Value::List(ids.collect()));
    let mut named = finding.clone();
    if finding.get("merged_from").is_some() {
        replace(&mut named, "merged_from", ids);
    }
    named
}

/// Leaves out the reasons of votes that their seats gave in this cycle: they stand there.
fn votes_by_name(finding: &mut Node, cast: &Votes<'_>) {
    let Some(id) = keys::id(finding).map(str::to_owned) else { return };
    keys::each_vote(finding, |question, vote| {
        let seat = vote.get("agent_id").and_then(Node::text)?;
        let cast = cast.get(&(seat, id.as_str(), question))?;
        let same = |key: &str| vote.get(key) == cast.get(key);
        let same = same("rationale") && same("severity");
        same.then(|| keys::only(vote, &["agent_id", "vote"]))
    });
}

fn has_ended(cycle: &Node) -> bool {
    cycle.get("completed_at").is_some_and(|at| at.value != Value::Null)
}

fn items<'a>(node: &'a Node, key: &str) -> &'a [Node] {
    node.get(key).map(Node::items).unwrap_or_default()
}

fn replace(node: &mut Node, key: &str, with: Node) {
    if let Value::Map(entries) = &mut node.value {
        match entries.iter_mut().find(|entry| entry.key == key) {
            Some(entry) => entry.node = with,
            None => entries.push(TreeEntry { key: key.to_owned(), node: with }),
        }
    }
}
