//! Seats: which modes each holds, what each thinks of the whole, and how each voted on a finding.

use std::collections::BTreeMap;

use council_core::{
    finding::SeatId,
    mode::Mode,
    tree::{Node, Value},
};

use super::{
    audit::{Audit, nodes, shown, word},
    keys,
};

/// How each seat voted, by finding and seat, in the file's words.
pub type Votes = BTreeMap<String, BTreeMap<String, String>>;

/// Reads a mode in any of its shapes: a number, a map with an id, text that holds a number or is a mode's name.
pub(super) fn mode_id(node: &Node) -> Option<i64> {
    match &node.value {
        Value::Int(number) => Some(*number),
        Value::Text(text) => {
            let digits: String = text
                .chars()
                .skip_while(|c| !c.is_ascii_digit())
                .take_while(char::is_ascii_digit)
                .collect();
            digits.parse().ok().or_else(|| named_mode(text))
        }
        Value::Map(_) => {
            ["mode_id", "id", "mode", "name"].iter().find_map(|key| mode_id(node.get(key)?))
        }
        Value::Null | Value::Bool(_) | Value::Float(_) | Value::List(_) => None,
    }
}

fn named_mode(text: &str) -> Option<i64> {
    let is_named = |mode: &&Mode| mode.name.eq_ignore_ascii_case(text.trim());
    Mode::all().iter().find(is_named).map(|mode| i64::from(mode.id.number()))
}

/// Reads which modes each seat holds: whatever list of modes stands beside a seat's name, or under it.
///
/// What a seat leans on or leaves is a part of what it holds; of lists that differ otherwise the first stands.
pub(super) fn agents(body: &Node, audit: &mut Audit<'_>) -> BTreeMap<String, Vec<i64>> {
    let mut agents: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for (agent, modes) in mode_lists(body) {
        let read: Vec<i64> = modes.items().iter().filter_map(mode_id).collect();
        if read.len() < modes.items().len() {
            let message = format!("a mode of `{}` has no number", shown(&agent));
            audit
                .warning("mode-unknown", modes.line, message)
                .help("name modes by their number, 1 to 80");
        }
        if let Some(strange) = read.iter().find(|mode| !(1..=80).contains(*mode)) {
            let message =
                format!("`{}` holds mode `{strange}`, and there are only 80", shown(&agent));
            audit.warning("mode-unknown", modes.line, message).help("`council modes` lists them");
        }
        let holds = |all: &[i64], some: &[i64]| some.iter().all(|mode| all.contains(mode));
        let earlier = agents.entry(agent.clone()).or_default();
        if holds(&read, earlier) {
            *earlier = read;
        } else if !holds(earlier, &read) {
            let message = format!(
                "`{}` is stated twice with different modes; the first stands",
                shown(&agent)
            );
            audit.warning("seat-conflict", modes.line, message).help("state each seat once");
        }
    }
    agents
}

fn is_list(node: &Node) -> bool {
    matches!(node.value, Value::List(_))
}

/// Returns the lists of modes in a map.
fn beside(node: &Node) -> impl Iterator<Item = &Node> {
    let entries = node.entries().iter();
    let modes = entries.filter(|entry| keys::is_of_modes(&entry.key) && is_list(&entry.node));
    modes.map(|entry| &entry.node)
}

/// Returns every list of modes with the seat that it belongs to, in the order of the file. What a finding was seen through
/// is no list of a seat's.
fn mode_lists(body: &Node) -> Vec<(String, &Node)> {
    let mut lists = Vec::new();
    for node in nodes(body).filter(|node| node.get("finding_id").is_none()) {
        if let Some(seat) = keys::seat(node) {
            lists.extend(beside(node).map(|modes| (seat.clone(), modes)));
        }
        for entry in node.entries() {
            if let Some(seat) = seat_name(&entry.key).filter(|_| keys::seat(&entry.node).is_none())
            {
                lists.extend(beside(&entry.node).map(|modes| (seat.clone(), modes)));
            }
            if !keys::is_of_modes(&entry.key) {
                continue;
            }
            let by_seat = entry.node.entries().iter().filter(|below| is_list(&below.node));
            lists.extend(by_seat.filter_map(|below| Some((seat_name(&below.key)?, &below.node))));
        }
    }
    lists
}

/// Reads what each seat thinks of the whole: the `verdict` or `vote` beside its name.
pub(super) fn seat_verdicts(body: &Node) -> BTreeMap<String, String> {
    let mut verdicts = BTreeMap::new();
    for node in nodes(body) {
        let said = node.get("verdict").or_else(|| node.get("vote")).and_then(word);
        let about_all = node.get("finding_id").is_none();
        if let (Some(agent), Some(said), true) = (keys::seat(node), said, about_all) {
            verdicts.entry(agent).or_insert(said);
        }
    }
    verdicts
}

/// Reads the votes on findings, wherever they stand.
///
/// Four shapes: a seat's own list of `{finding_id, vote}`; votes inside a finding by seat; a `votes` map by finding; and
/// the ballots of a finding, which hold the votes that counted and so outrank the others. Votes on a remediation are
/// another question.
pub(super) fn votes(body: &Node) -> Votes {
    let mut votes = Votes::new();
    for node in nodes(body) {
        for entry in node.entries() {
            if let Some(seat) = SeatId::read(&entry.key) {
                for (finding, vote) in ballots(entry.node.get("votes")) {
                    cast(&mut votes, finding, seat.to_string(), vote);
                }
            }
        }
        let Some(cast_here) = node.get("votes") else {
            continue;
        };
        if let Some(finding) = node.get("finding_id").and_then(word) {
            for (seat, vote) in by_seat(cast_here) {
                cast(&mut votes, finding.clone(), seat, vote);
            }
            continue;
        }
        for entry in cast_here.entries() {
            for (seat, vote) in by_seat(&entry.node) {
                cast(&mut votes, entry.key.clone(), seat, vote);
            }
        }
        for item in cast_here.items() {
            let (seat, finding) = (keys::seat(item), item.get("finding_id").and_then(word));
            if let (Some(seat), Some(finding), Some(vote)) = (seat, finding, ballot(item)) {
                cast(&mut votes, finding, seat, vote);
            }
        }
    }
    for node in nodes(body) {
        let Some(finding) = node.get("finding_id").and_then(word) else {
            continue;
        };
        let ballots = node.get("ballots").map(Node::items).unwrap_or_default();
        for ballot in ballots.iter().filter(|ballot| is_validity(ballot)) {
            for (seat, vote) in ballot.get("votes").map(by_seat).unwrap_or_default() {
                votes.entry(finding.clone()).or_default().insert(seat, vote);
            }
        }
    }
    votes
}

/// Tells whether a vote or ballot is about the finding itself.
fn is_validity(node: &Node) -> bool {
    node.get("question").and_then(Node::text).is_none_or(|question| question == "VALIDITY")
}

fn cast(votes: &mut Votes, finding: String, seat: String, vote: String) {
    votes.entry(finding).or_default().entry(seat).or_insert(vote);
}

/// Reads a seat's own votes: a list of maps, or a map from finding to vote.
fn ballots(votes: Option<&Node>) -> Vec<(String, String)> {
    let Some(votes) = votes else {
        return Vec::new();
    };
    let listed = votes
        .items()
        .iter()
        .filter(|item| is_validity(item))
        .filter_map(|item| Some((word(item.get("finding_id")?)?, ballot(item)?)));
    let mapped =
        votes.entries().iter().filter_map(|entry| Some((entry.key.clone(), ballot(&entry.node)?)));
    listed.chain(mapped).collect()
}

/// Reads the votes on one finding: a map from seat to vote, or a list of maps that name the seat.
fn by_seat(votes: &Node) -> Vec<(String, String)> {
    let mapped = votes
        .entries()
        .iter()
        .filter_map(|entry| Some((seat_name(&entry.key)?, ballot(&entry.node)?)));
    let listed = votes.items().iter().filter_map(|item| Some((keys::seat(item)?, ballot(item)?)));
    mapped.chain(listed).collect()
}

fn seat_name(key: &str) -> Option<String> {
    SeatId::read(key).map(|seat| seat.to_string())
}

/// Reads one vote: the word itself, or a map that holds it.
fn ballot(node: &Node) -> Option<String> {
    node.text()
        .map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty())
        .or_else(|| ["vote", "ballot"].iter().find_map(|key| word(node.get(key)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    fn tree(text: &str) -> Node {
        yaml::read("a.yaml", text).unwrap()
    }

    #[test]
    fn every_shape_of_a_mode_is_a_number() {
        for (written, expected) in [
            ("7", Some(7)),
            ("'Mode 42 (IBE)'", Some(42)),
            ("{mode_id: 11, name: x}", Some(11)),
            ("'79'", Some(79)),
            ("Bayesian", None),
            ("[7]", None),
        ] {
            assert_eq!(mode_id(&tree(written)), expected, "{written}");
        }
    }

    #[test]
    fn a_seat_is_read_wherever_it_names_its_modes() {
        let text = "m:\n  subagents:\n  - {agent_id: SA-1, selected_modes: [1, {mode_id: 7}]}\n  - {agent_id: SA-2, assigned_modes: ['Mode 9: x']}\n";
        let read = agents(&tree(text), &mut Audit::new("a.yaml"));
        assert_eq!(read, [("SA-1".to_owned(), vec![1, 7]), ("SA-2".to_owned(), vec![9])].into());
    }

    #[test]
    fn any_list_of_modes_beside_a_seat_is_the_seats() {
        for text in [
            "x: [{seat: SA-1, lenses_and_modes: [1, 7]}]",
            "x: [{subagentId: SA-1, chosenModes: [{name: Deductive reasoning}, 7]}]",
            "members: {SA-1: {modes: [1, 7], rank: 2}}",
            "modes_by_seat: {SA-1: [1, 7]}",
            "x: [{agent: SA-1, modes_used: [1, 7]}, {agent: SA-1, leaned_on_modes: [7]}]",
            "x: [{agent: SA-1, leaned_on_modes: [7]}, {agent: SA-1, modes_used: [1, 7]}]",
        ] {
            let mut audit = Audit::new("a.yaml");
            let read = agents(&tree(text), &mut audit);
            assert_eq!(read, [("SA-1".to_owned(), vec![1, 7])].into(), "{text}");
            assert_eq!(audit.close(), [], "{text}");
        }
        let mut audit = Audit::new("a.yaml");
        agents(
            &tree("x: [{seat: SA-1, modes: [1, gut feeling]}, {seat: SA-1, modes: [2]}]"),
            &mut audit,
        );
        let said: Vec<&str> = audit.close().iter().map(|one| one.code).collect();
        assert_eq!(said, ["mode-unknown", "seat-conflict"]);
        let finding = "f: [{finding_id: A, agent: SA-1, modes: [9]}]";
        assert!(agents(&tree(finding), &mut Audit::new("a.yaml")).is_empty());
    }

    #[test]
    fn every_shape_of_votes_reads_alike() {
        for text in [
            "cycles:\n- subagent_findings:\n    SA-1: {votes: [{finding_id: F, vote: SUPPORT}]}\n    SA-2: {votes: {F: OPPOSE}}\n",
            "findings:\n- {finding_id: F, votes: {SA-1: SUPPORT, SA-2: {vote: OPPOSE}}}\n",
            "findings:\n- {finding_id: F, votes: [{agent_id: SA-1, vote: SUPPORT}, {agent: SA-2, vote: OPPOSE}]}\n",
            "cycles:\n- subagent_findings:\n    SA-1: {votes: [{finding_id: F, question: REMEDIATION, vote: OPPOSE}]}\n  merged_findings:\n  - finding_id: F\n    ballots:\n    - question: VALIDITY\n      votes: [{agent_id: SA-1, vote: SUPPORT}, {agent_id: SA-2, vote: OPPOSE}]\n    - question: REMEDIATION\n      votes: [{agent_id: SA-1, vote: OPPOSE}]\n",
            "votes: {F: {SA-1: SUPPORT, SA-2: OPPOSE}}\n",
            "votes: [{finding_id: F, agent_id: SA-1, vote: SUPPORT}, {finding_id: F, seat: SA-2, vote: OPPOSE}]\n",
        ] {
            let votes = votes(&tree(text));
            let cast = votes.get("F").unwrap_or_else(|| panic!("no votes in {text}"));
            assert_eq!(
                (cast["SA-1"].as_str(), cast["SA-2"].as_str()),
                ("SUPPORT", "OPPOSE"),
                "{text}"
            );
        }
    }

    #[test]
    fn what_a_seat_thinks_of_the_whole_is_not_a_vote_on_a_finding() {
        let root =
            tree("subagents: [{agent_id: SA-1, vote: READY}, {agent_id: SA-2, verdict: PASS}]\n");
        assert!(votes(&root).is_empty());
        assert_eq!(seat_verdicts(&root).into_values().collect::<Vec<_>>(), ["READY", "PASS"]);
    }
}
