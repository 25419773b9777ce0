//! Puts back into a session what its file says only once.

use std::collections::{BTreeMap, BTreeSet};

use council_core::tree::{Node, TreeEntry, Value};

use super::{
    has_ended, items,
    keys::{self, Dropped, Votes},
    replace,
};

/// Returns a session with every finding in full, as it stood then; any other tree, and a session whose file says
/// everything wherever it belongs, as it is.
pub fn expand(root: &Node) -> Node {
    let version = root.get("protocol_version").and_then(Node::int);
    if version.is_none_or(|version| version < 4) || root.get("cycles").is_none() {
        return root.clone();
    }
    let mut session = root.clone();
    keys::with(&mut session, Dropped::Session);
    let mut seats = items(root, "subagents").to_vec();
    for seat in &mut seats {
        keys::with(seat, Dropped::Seat);
    }
    relist(&mut session, "subagents", seats);
    let mut course = CycleState::default();
    let cycles = items(root, "cycles").iter().map(|one| course.cycle(one)).collect();
    relist(&mut session, "cycles", cycles);
    if let Some(outputs) = root.get("final_outputs").filter(|node| !node.entries().is_empty()) {
        replace(&mut session, "final_outputs", course.outcome(outputs));
    }
    session
}

/// What is known on the way from cycle to cycle.
#[derive(Default)]
struct CycleState {
    /// The findings as they stood when the last cycle ended, their claims named by ids.
    standing: Vec<Node>,
    /// Every claim, as it was raised, by its id.
    raised: BTreeMap<String, Node>,
    /// What was voted in the cycle before the outcome.
    votes: Vec<TreeEntry>,
}

impl CycleState {
    fn cycle(&mut self, cycle: &Node) -> Node {
        let ended = has_ended(cycle);
        let answers = cycle.get("subagent_findings").map(Node::entries).unwrap_or_default();
        let standing = if ended { keys::by_id(&self.standing) } else { BTreeMap::new() };
        let cast = keys::votes(answers);
        let told: Vec<Node> = items(cycle, "merged_findings")
            .iter()
            .map(|entry| {
                let mut finding = match keys::id(entry).and_then(|id| standing.get(id)) {
                    Some(before) => filled(entry, before, &keys::STATED),
                    None => filled(entry, &keys::untouched(entry), &keys::STATED),
                };
                reasons(&mut finding, &cast);
                finding
            })
            .collect();
        let merged = if ended { later(&self.standing, told) } else { told };
        let became = keys::by_claim(&merged);
        let said: Vec<TreeEntry> = answers
            .iter()
            .map(|entry| TreeEntry {
                key: entry.key.clone(),
                node: self.answer(&entry.node, &became),
            })
            .collect();
        let mut full = cycle.clone();
        keys::with(&mut full, Dropped::Cycle);
        if let Some(given) = cycle.get("subagent_findings").filter(|given| is_map(given)) {
            let said = Node { value: Value::Map(said.clone()), line: given.line };
            replace(&mut full, "subagent_findings", said);
        }
        let findings = merged.iter().map(|finding| self.with_claims(finding)).collect();
        relist(&mut full, "merged_findings", findings);
        if let Some(notes) = cycle.get("onboarding_notes") {
            let mut notes = notes.clone();
            keys::with(&mut notes, Dropped::Notes);
            replace(&mut full, "onboarding_notes", notes);
        }
        if ended {
            self.standing = merged;
        }
        self.votes = said;
        full
    }

    fn answer(&mut self, answer: &Node, became: &BTreeMap<&str, &Node>) -> Node {
        let claims: Vec<Node> = items(answer, "findings")
            .iter()
            .map(|claim| {
                let became = keys::id(claim).and_then(|id| became.get(id).copied());
                filled(claim, &keys::as_raised(claim, became), &keys::STATED)
            })
            .collect();
        let named = claims.iter().filter_map(|one| Some((keys::id(one)?.to_owned(), one.clone())));
        self.raised.extend(named);
        let mut full = answer.clone();
        keys::with(&mut full, Dropped::Answer);
        relist(&mut full, "findings", claims);
        full
    }

    fn outcome(&self, outputs: &Node) -> Node {
        let standing = keys::by_id(&self.standing);
        let cast = keys::votes(&self.votes);
        let mut full = outputs.clone();
        for list in keys::OUTCOME_LISTS {
            let Some(findings) = outputs.get(list).map(Node::items) else { continue };
            let findings = findings.iter().map(|entry| {
                let mut finding = match keys::id(entry).and_then(|id| standing.get(id)) {
                    Some(before) => filled(entry, before, &keys::STATED_IN_THE_END),
                    None => filled(entry, &keys::untouched(entry), &keys::STATED_IN_THE_END),
                };
                reasons(&mut finding, &cast);
                self.with_claims(&finding)
            });
            relist(&mut full, list, findings.collect());
        }
        keys::with(&mut full, Dropped::Outcome);
        full
    }

    /// Puts what the claims of a finding say in the place of their ids.
    fn with_claims(&self, finding: &Node) -> Node {
        const SAID: [&str; 4] = ["finding_id", "source_mode", "severity", "description"];
        let claims = items(finding, "merged_from").iter().map(|id| {
            let raised = id.text().and_then(|id| self.raised.get(id));
            let Some(raised) = raised else { return id.clone() };
            let mut claim = keys::only(raised, &SAID);
            if let Some(seat) = raised.get("source_agent") {
                replace(&mut claim, "agent_id", seat.clone());
            }
            claim
        });
        let mut full = finding.clone();
        relist(&mut full, "merged_from", claims.collect());
        full
    }
}

/// Returns the findings as they stand after a cycle that tells what changed. One that became part of another is gone.
fn later(standing: &[Node], told: Vec<Node>) -> Vec<Node> {
    let mut changed: BTreeMap<String, Node> = BTreeMap::new();
    let mut new = Vec::new();
    let before: BTreeSet<&str> = standing.iter().filter_map(keys::id).collect();
    for finding in told {
        match keys::id(&finding).map(str::to_owned) {
            Some(id) if before.contains(id.as_str()) && !changed.contains_key(&id) => {
                changed.insert(id, finding);
            }
            // A finding that is told twice stays twice, for the check to see.
            Some(_) | None => new.push(finding),
        }
    }
    let mut findings: Vec<Node> = standing
        .iter()
        .map(|finding| {
            let now = keys::id(finding).and_then(|id| changed.remove(id));
            now.unwrap_or_else(|| finding.clone())
        })
        .collect();
    findings.extend(new);
    let is_taken = |finding: &Node, became: &BTreeMap<&str, &Node>| {
        let id = keys::id(finding);
        let other = id.and_then(|id| became.get(id)).and_then(|other| keys::id(other));
        other.is_some() && other != id
    };
    let became = keys::by_claim(&findings);
    findings.iter().filter(|finding| !is_taken(finding, &became)).cloned().collect()
}

/// Returns an entry with what another state of its finding says; what every entry says itself is never taken from there.
fn filled(entry: &Node, before: &Node, stated: &[&str]) -> Node {
    let Value::Map(own) = &entry.value else { return entry.clone() };
    let mut entries: Vec<TreeEntry> = own
        .iter()
        .filter(|entry| !(keys::SKIPPED.contains(&entry.key.as_str()) && entry.node.is_blank()))
        .cloned()
        .collect();
    for known in before.entries() {
        let is_own = own.iter().any(|entry| entry.key == known.key);
        if !is_own && !stated.contains(&known.key.as_str()) {
            let node = Node { value: known.node.value.clone(), line: entry.line };
            entries.push(TreeEntry { key: known.key.clone(), node });
        }
    }
    Node { value: Value::Map(entries), line: entry.line }
}

/// Puts the reasons of votes beside them, as their seats gave them.
fn reasons(finding: &mut Node, cast: &Votes<'_>) {
    let Some(id) = keys::id(finding).map(str::to_owned) else { return };
    keys::each_vote(finding, |question, vote| {
        if vote.get("rationale").is_some() {
            return None;
        }
        let seat = vote.get("agent_id").and_then(Node::text)?;
        let cast = cast.get(&(seat, id.as_str(), question))?;
        let mut full = vote.clone();
        for key in ["rationale", "severity"] {
            if let Some(said) = cast.get(key) {
                replace(&mut full, key, said.clone());
            }
        }
        Some(full)
    });
}

/// Puts items in the place of a list that is there.
fn relist(node: &mut Node, key: &str, items: Vec<Node>) {
    let Some(given) = node.get(key) else { return };
    if let Value::List(_) = given.value {
        let list = Node { value: Value::List(items), line: given.line };
        replace(node, key, list);
    }
}

fn is_map(node: &Node) -> bool {
    matches!(node.value, Value::Map(_))
}
