//! What a key of a foreign record is about, by the words it is made of: nobody has seen every spelling.

use council_core::{
    finding::SeatId,
    tree::{Node, TreeEntry},
};

use super::audit::word;

/// What an id in a record can name beside the packet.
const OF_THE_REVIEW: [&str; 13] = [
    "session", "agent", "subagent", "seat", "finding", "gate", "mode", "cycle", "review", "schema",
    "run", "vote", "trace",
];

/// Words for what is reviewed.
const PACKETS: [&str; 13] = [
    "prd",
    "rfc",
    "spec",
    "specification",
    "requirements",
    "packet",
    "document",
    "subject",
    "target",
    "reviewed",
    "artifact",
    "proposal",
    "input",
];

/// Words that only a record of a review has for its keys.
const REVIEWS: [&str; 17] = [
    "verdict",
    "verdicts",
    "finding",
    "findings",
    "gate",
    "gates",
    "vote",
    "votes",
    "review",
    "reviewed",
    "reviewer",
    "reviewers",
    "council",
    "seats",
    "subagents",
    "assessment",
    "assessments",
];

/// Returns the words of a key, in lower case: `chosenModes` and `chosen_modes` are alike.
pub(super) fn words(key: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = None::<char>;
    for c in key.chars() {
        let begins = c.is_uppercase() && before.is_some_and(char::is_lowercase);
        if begins || !c.is_alphanumeric() {
            words.push(String::new());
        }
        if let Some(last) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            last.extend(c.to_lowercase());
        }
        before = Some(c);
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Tells whether a key ends in a word: a `council_verdict` is a verdict, and a `verdict_reason` is none.
pub(super) fn ends_in(key: &str, wanted: &str) -> bool {
    words(key).last().is_some_and(|last| last == wanted)
}

/// Tells whether a key speaks of modes.
pub(super) fn is_of_modes(key: &str) -> bool {
    words(key).iter().any(|word| word == "mode" || word == "modes")
}

/// Returns the seat that a map says it is about. A `source_agent` or a `reviewer_agent` says who spoke of something else.
pub(super) fn seat(node: &Node) -> Option<String> {
    let is_seat = |key: &str| {
        let words = words(key);
        let known = ["agent", "subagent", "seat", "id"];
        words.iter().all(|word| known.contains(&word.as_str()))
            && words.iter().any(|word| word != "id")
    };
    node.entries().iter().filter(|entry| is_seat(&entry.key)).find_map(|entry| word(&entry.node))
}

/// Returns the maps in which a record speaks of itself: its body, and what stands directly below it and is about no seat.
pub(super) fn own(body: &Node) -> impl Iterator<Item = &Node> {
    let is_own = |entry: &&TreeEntry| {
        SeatId::read(&entry.key).is_none()
            && !entry.node.entries().is_empty()
            && seat(&entry.node).is_none()
    };
    std::iter::once(body).chain(body.entries().iter().filter(is_own).map(|entry| &entry.node))
}

/// Returns what a record calls the packet: an id that names nothing of the review, or what a word for a packet stands before.
pub(super) fn packet(body: &Node) -> Option<String> {
    let named = |is_wanted: &dyn Fn(&[String], &str) -> bool| {
        own(body).flat_map(Node::entries).find_map(|entry| {
            let value = word(&entry.node)?;
            is_wanted(&words(&entry.key), &value).then_some(value)
        })
    };
    let is_of =
        |words: &[String], known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let is_id = |words: &[String], value: &str| {
        words.last().is_some_and(|last| last == "id")
            && !is_of(words, &OF_THE_REVIEW)
            && is_name(value)
    };
    let is_packet = |words: &[String], value: &str| {
        is_of(words, &PACKETS)
            && !words
                .last()
                .is_some_and(|last| ["version", "state", "hash", "title"].contains(&last.as_str()))
            && is_name(value)
    };
    named(&|words, value| is_id(words, value) && is_of(words, &PACKETS))
        .or_else(|| named(&is_packet))
        .or_else(|| named(&is_id))
}

/// Tells whether a record of a review is what a tree must be: it names a packet, and a key of it speaks of a review.
pub(super) fn is_of_a_review(body: &Node) -> bool {
    let speaks =
        |entry: &TreeEntry| words(&entry.key).iter().any(|word| REVIEWS.contains(&word.as_str()));
    packet(body).is_some() && own(body).flat_map(Node::entries).any(speaks)
}

/// Tells whether a value can be a name or a path: no sentence, no number and no date.
fn is_name(value: &str) -> bool {
    value.chars().all(|c| !c.is_whitespace())
        && value.chars().any(char::is_alphabetic)
        && !value.starts_with("20")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    fn named(text: &str) -> Option<String> {
        packet(&yaml::read("a.yaml", text).unwrap())
    }

    #[test]
    fn a_key_is_the_words_it_is_made_of() {
        assert_eq!(words("chosenReasoning-modes_2"), ["chosen", "reasoning", "modes", "2"]);
        assert_eq!(words("SA-1"), ["sa", "1"]);
        assert!(ends_in("councilVerdict", "verdict") && !ends_in("verdict_reason", "verdict"));
    }

    #[test]
    fn a_packet_is_named_in_whatever_words() {
        for text in [
            "packet: P-1\n",
            "meta: {subject: P-1}\n",
            "session_id: S-1\nproposalId: P-1\n",
            "reviewed_document: P-1\n",
            "ticket_id: P-1\nreview_id: R-1\n",
            "ticket_id: T-1\nspec_id: P-1\n",
        ] {
            assert_eq!(named(text).as_deref(), Some("P-1"), "{text}");
        }
        for text in [
            "session_id: S-1\nagent_id: SA-1\nreview_id: R-1\n",
            "spec_version: v4\ndocument: the one we spoke of\n",
            "SA-1: {target: P-1}\n",
            "findings: [{id: F-1, target: P-1}]\n",
        ] {
            assert_eq!(named(text), None, "{text}");
        }
    }

    #[test]
    fn a_seat_is_who_the_map_is_about() {
        let of = |text: &str| seat(&yaml::read("a.yaml", text).unwrap());
        for text in ["agent_id: SA-1\n", "seat: SA-1\n", "subagentId: SA-1\n", "agent: SA-1\n"] {
            assert_eq!(of(text).as_deref(), Some("SA-1"), "{text}");
        }
        for text in ["source_agent: SA-1\n", "reviewer_agent: SA-1\n", "id: SA-1\n"] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
