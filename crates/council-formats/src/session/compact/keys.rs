//! Which keys of a session file are always there, which are left out and what stands for them then.

use std::collections::BTreeMap;

use council_core::tree::{Node, TreeEntry, Value};

/// What every entry of a finding says itself.
pub(super) const STATED: [&str; 5] =
    ["finding_id", "source_agent", "source_cycle", "severity", "agreement_status"];

/// What an entry of the outcome says itself.
pub(super) const STATED_IN_THE_END: [&str; 6] =
    ["finding_id", "source_agent", "source_cycle", "severity", "agreement_status", "resolution"];

/// What a claim takes from the finding that it became.
pub(super) const CLAIM: [&str; 15] = [
    "source_mode",
    "category",
    "subcategory",
    "confidence",
    "location",
    "location_type",
    "quote",
    "quotes",
    "searched",
    "rule_id",
    "description",
    "remediation",
    "violation_type",
    "signature",
    "recurrence_signature",
];

/// The keys that a finding in full has only where there is something to say.
pub(super) const SKIPPED: [&str; 8] = [
    "severity_dissent",
    "quote",
    "quotes",
    "searched",
    "rule_id",
    "alternative_remediations",
    "violation_type",
    "ballots",
];

/// The lists of findings of an outcome.
pub(super) const OUTCOME_LISTS: [&str; 5] = [
    "consensus_findings",
    "deadlocked_findings",
    "unconfirmed_findings",
    "dismissed_findings",
    "partial_findings",
];

/// The maps that leave keys out where there is nothing to say. The contract's own keys stay, be they empty.
#[derive(Debug, Clone, Copy)]
pub(super) enum Dropped {
    /// The session itself.
    Session,
    /// A seat.
    Seat,
    /// A cycle.
    Cycle,
    /// What a seat said in a cycle.
    Answer,
    /// The notes of a cycle.
    Notes,
    /// The outcome.
    Outcome,
}

impl Dropped {
    fn lists(self) -> &'static [&'static str] {
        match self {
            Dropped::Session => &["lost_agents", "constraint_relaxations"],
            Dropped::Seat => &["prd_affinity_signals", "overlap_with_other_agents"],
            Dropped::Cycle => &["related_findings"],
            Dropped::Answer => &[],
            Dropped::Notes => &["convergence_targets", "consensus_candidates"],
            Dropped::Outcome => &[
                "warnings",
                "escalated_findings",
                "unconfirmed_findings",
                "dismissed_findings",
                "quarantined_findings",
                "partial_findings",
            ],
        }
    }

    fn nulls(self) -> &'static [&'static str] {
        match self {
            Dropped::Session => &["prd_version"],
            Dropped::Answer => &["north_star_assessment"],
            Dropped::Outcome => &["abort_reason", "escalation_target"],
            Dropped::Seat | Dropped::Cycle | Dropped::Notes => &[],
        }
    }
}

/// Returns the names of the shapes that leave keys out, with these keys.
pub(crate) fn left_out() -> Vec<(&'static str, Vec<&'static str>)> {
    [
        ("SessionShape", Dropped::Session),
        ("SeatShape", Dropped::Seat),
        ("CycleShape", Dropped::Cycle),
        ("SeatAnswerShape", Dropped::Answer),
        ("NotesShape", Dropped::Notes),
        ("FinalShape", Dropped::Outcome),
    ]
    .into_iter()
    .map(|(shape, dropped)| (shape, [dropped.lists(), dropped.nulls()].concat()))
    .collect()
}

/// Returns what every entry of a finding says itself.
pub(crate) fn stated() -> &'static [&'static str] {
    &STATED
}

/// Returns a map without the keys that say nothing.
pub(super) fn without(node: &Node, dropped: Dropped) -> Node {
    let says_nothing = |entry: &&TreeEntry| match &entry.node.value {
        Value::List(items) => items.is_empty() && dropped.lists().contains(&entry.key.as_str()),
        Value::Null => dropped.nulls().contains(&entry.key.as_str()),
        Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) | Value::Map(_) => false,
    };
    match &node.value {
        Value::Map(entries) => {
            let kept = entries.iter().filter(|entry| !says_nothing(entry)).cloned().collect();
            Node { value: Value::Map(kept), line: node.line }
        }
        Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::Text(_)
        | Value::List(_) => node.clone(),
    }
}

/// Puts back the keys that said nothing.
pub(super) fn with(node: &mut Node, dropped: Dropped) {
    let line = node.line;
    let Value::Map(entries) = &mut node.value else { return };
    let empty = dropped.lists().iter().map(|key| (*key, Value::List(Vec::new())));
    for (key, value) in empty.chain(dropped.nulls().iter().map(|key| (*key, Value::Null))) {
        if !entries.iter().any(|entry| entry.key == key) {
            entries.push(TreeEntry { key: key.to_owned(), node: Node { value, line } });
        }
    }
}

/// Returns a finding that nobody has said anything about, from one claim.
pub(super) fn untouched(finding: &Node) -> Node {
    let own = finding.get("finding_id").map(Node::placeless);
    let mut entries = silence();
    entries.push(entry("merged_from", Value::List(own.into_iter().collect())));
    Node::new(Value::Map(entries))
}

/// Returns a claim as the finding that it became leaves it: what differs is the claim's own.
pub(super) fn as_raised(claim: &Node, became: Option<&Node>) -> Node {
    let mut entries = silence();
    entries.push(entry("merged_from", Value::List(Vec::new())));
    let raiser = claim.get("source_agent").map(Node::placeless);
    entries.push(entry("supporting_agents", Value::List(raiser.into_iter().collect())));
    let said = became.map(Node::entries).unwrap_or_default().iter();
    entries.extend(said.filter(|entry| CLAIM.contains(&entry.key.as_str())).cloned());
    Node::new(Value::Map(entries))
}

fn silence() -> Vec<TreeEntry> {
    vec![
        entry("resolution", Value::Text("OPEN".to_owned())),
        entry("dissenting_agents", Value::List(Vec::new())),
        entry("dissent_rationale", Value::Null),
        entry("onboarding_refs", Value::List(Vec::new())),
    ]
}

fn entry(key: &str, value: Value) -> TreeEntry {
    TreeEntry { key: key.to_owned(), node: Node::new(value) }
}

/// Finds findings by their ids.
pub(super) fn by_id(findings: &[Node]) -> BTreeMap<&str, &Node> {
    findings.iter().rev().filter_map(|finding| Some((id(finding)?, finding))).collect()
}

/// Finds the finding that a claim became, by the claim's id.
pub(super) fn by_claim(merged: &[Node]) -> BTreeMap<&str, &Node> {
    let claims = merged.iter().rev().flat_map(|finding| {
        let ids = finding.get("merged_from").map(Node::items).unwrap_or_default();
        ids.iter().filter_map(Node::text).map(move |id| (id, finding))
    });
    claims.collect()
}

/// Returns the id of a finding.
pub(super) fn id(finding: &Node) -> Option<&str> {
    finding.get("finding_id").and_then(Node::text)
}

/// The votes of a cycle, by seat, finding and what they are about.
pub(super) type Votes<'a> = BTreeMap<(&'a str, &'a str, &'a str), &'a Node>;

/// Finds the votes that the seats cast in a cycle.
pub(super) fn votes(answers: &[TreeEntry]) -> Votes<'_> {
    let cast = answers.iter().flat_map(|answer| {
        let votes = answer.node.get("votes").map(Node::items).unwrap_or_default();
        votes.iter().filter_map(|vote| {
            let question = vote.get("question").and_then(Node::text)?;
            Some(((answer.key.as_str(), id(vote)?, question), vote))
        })
    });
    cast.collect()
}

/// Hands out every vote on a finding with what it is about, and puts what comes back in its place.
pub(super) fn each_vote(finding: &mut Node, change: impl Fn(&str, &Node) -> Option<Node>) {
    let Value::Map(entries) = &mut finding.value else { return };
    let Some(ballots) = entries.iter_mut().find(|entry| entry.key == "ballots") else { return };
    let Value::List(ballots) = &mut ballots.node.value else { return };
    for ballot in ballots {
        let question = ballot.get("question").and_then(Node::text).unwrap_or_default().to_owned();
        let Value::Map(entries) = &mut ballot.value else { continue };
        let Some(votes) = entries.iter_mut().find(|entry| entry.key == "votes") else { continue };
        let Value::List(votes) = &mut votes.node.value else { continue };
        for vote in votes {
            if let Some(changed) = change(&question, vote) {
                *vote = changed;
            }
        }
    }
}

/// Returns a map with only some of its keys.
pub(super) fn only(node: &Node, keys: &[&str]) -> Node {
    let kept = node.entries().iter().filter(|entry| keys.contains(&entry.key.as_str()));
    Node { value: Value::Map(kept.cloned().collect()), line: node.line }
}
