//! What the seats of a panel say that are filled by the rules: what is theirs, what they looked for in vain, and what no
//! rule can see.

mod subject;

use council_core::{
    finding::Claim,
    handoff::{CleanLine, ExaminedSections, PanelSeat, Prose, Rating, SeatReview, computed},
    packet::Packet,
    panel::{Answer, ChairAnswer, concerns},
    severity::Severity,
};

use self::subject::{Place, Subject, subjects, unseen};
use crate::{Finding, Model, check_model, model, raised, rule};

/// What fills the seats, for a reader of the review.
pub const FILLED_BY: &str = "the offline rules, which read words and not meaning";

/// Answers for the chair: the rules have nothing to add to what the seats amount to.
pub fn chair(reviews: &[SeatReview]) -> ChairAnswer {
    ChairAnswer {
        groups: Vec::new(),
        verdict: computed(reviews).unwrap_or(Rating::Revise),
        conflicts: Vec::new(),
        questions: Vec::new(),
        assessment: Prose::default(),
    }
}

/// What the rules see in a packet, read once for every seat.
#[derive(Debug)]
pub struct Seen {
    findings: Vec<Finding>,
    kinds: Vec<model::Kind>,
}

impl Seen {
    /// Reads a packet.
    pub fn of(packet: &Packet) -> Seen {
        let model = Model::of(packet);
        let findings = check_model(&model, |rule| !rule.is_in_nursery());
        let kinds = model.texts.iter().map(|text| text.kind).collect();
        Seen { findings: raised(&findings), kinds }
    }

    /// Tells whether the rules have something to say that is a seat's own. A specialist of whom nobody would hear more
    /// than a name is not worth a seat.
    pub fn has_word_of(&self, seat: &PanelSeat) -> bool {
        self.own(seat).next().is_some()
    }

    /// Returns what is a seat's own.
    fn own<'s>(&'s self, seat: &'s PanelSeat) -> impl Iterator<Item = &'s Finding> {
        self.findings.iter().filter(|finding| is_own(seat, finding))
    }
}

/// Tells whether the rules look for anything that is a seat's own.
pub fn has_rules(seat: &PanelSeat) -> bool {
    subjects(seat).iter().flat_map(|subject| subject.rules).any(|name| is_asked(name))
}

/// Answers for one seat. No seat's answer depends on another's.
pub fn answer(packet: &Packet, seen: &Seen, seat: &PanelSeat) -> Answer {
    let claims: Vec<Claim> = seen.own(seat).map(claim).collect();
    let rating = match claims.iter().map(|claim| claim.severity).max() {
        None => Rating::Approved,
        Some(Severity::Blocker) => Rating::Revise,
        Some(Severity::Major | Severity::Minor | Severity::Note) => Rating::Concerns,
    };
    Answer {
        claims,
        // What a heading promises is no merit of what stands below it.
        endorsements: Vec::new(),
        examined: examined(packet, seen, seat).into_iter().collect(),
        rating,
        summary: Prose::default(),
    }
}

/// Returns what the rules find for the core seats that somebody else fills. Every rule belongs to one core seat, so with
/// what the rules say in their own seats this is everything they find.
pub fn beside(seen: &Seen, is_filled_by_rules: impl Fn(&PanelSeat) -> bool) -> Vec<Claim> {
    let others = PanelSeat::core().into_iter().filter(|seat| !is_filled_by_rules(seat));
    others.flat_map(|seat| seen.own(&seat).map(claim).collect::<Vec<_>>()).collect()
}

/// Returns a finding as a claim in words for a page that people read.
fn claim(finding: &Finding) -> Claim {
    let claim = finding.claim(None);
    Claim {
        description: quoted(&claim.description),
        remediation: quoted(&claim.remediation),
        ..claim
    }
}

/// Puts what stands in backticks into quotation marks, which no page has to escape.
fn quoted(text: &str) -> String {
    let mut said = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some((before, opened)) = rest.split_once('`') {
        let Some((words, after)) = opened.split_once('`') else { break };
        said.extend([before, "“", words, "”"]);
        rest = after;
    }
    said.push_str(rest);
    said
}

fn is_own(seat: &PanelSeat, finding: &Finding) -> bool {
    subjects(seat).iter().filter(|subject| subject.is_of(finding.rule)).any(|subject| match subject
        .place
    {
        Place::Everywhere => true,
        Place::OwnField => concerns(seat, finding.sentence()),
    })
}

/// Tells whether a rule takes part in a panel.
fn is_asked(name: &str) -> bool {
    rule(name).is_some_and(|rule| !rule.is_in_nursery())
}

/// Says in one sentence what a seat looked for in vain, and what it cannot see. Only what its rules looked for in a
/// document of this kind is named.
fn examined(packet: &Packet, seen: &Seen, seat: &PanelSeat) -> Option<ExaminedSections> {
    let looked: Vec<&Subject> = subjects(seat)
        .iter()
        .filter(|subject| seen.kinds.iter().any(|kind| subject.scope.holds(*kind)))
        .filter(|subject| subject.rules.iter().any(|name| is_asked(name)))
        .collect();
    let is_silent = |subject: &&&Subject| !seen.own(seat).any(|one| subject.is_of(one.rule));
    let in_vain: Vec<&str> = looked.iter().filter(is_silent).map(|subject| subject.words).collect();
    let sections: usize = packet.documents.iter().map(|document| document.sections.len()).sum();
    let place = match sections {
        _ if looked.is_empty() => "none".to_owned(),
        0 => "the whole document".to_owned(),
        1 => "the whole document, 1 section".to_owned(),
        many => format!("the whole document, {many} sections"),
    };
    let unseen = unseen(seat);
    let said = match in_vain.as_slice() {
        [] if looked.is_empty() => {
            format!("no rule of this perspective reads a document of this kind, nor sees {unseen}")
        }
        [] => format!("no rule sees {unseen}"),
        sorts => {
            format!("looked for by wording and not found: {}; no rule sees {unseen}", or(sorts))
        }
    };
    Some(ExaminedSections { sections: CleanLine::new(&place)?, questions: CleanLine::new(&said)? })
}

/// Lists things with an “or” before the last.
fn or(things: &[&str]) -> String {
    match things {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use council_formats::packet::markdown_prd;

    use super::*;

    fn said(text: &str, seats: &[PanelSeat]) -> BTreeMap<PanelSeat, Answer> {
        let packet = markdown_prd("a.md", text).value;
        let seen = Seen::of(&packet);
        seats.iter().map(|seat| (seat.clone(), answer(&packet, &seen, seat))).collect()
    }

    fn all() -> impl Iterator<Item = PanelSeat> {
        PanelSeat::core().into_iter().chain(PanelSeat::specialists())
    }

    fn seat(name: &str) -> PanelSeat {
        PanelSeat::new(name).unwrap()
    }

    #[test]
    fn a_seat_says_in_one_sentence_what_it_looked_for_and_names_no_rule() {
        for text in
            ["# A\n", "# A\n\n## Requirements\n\nThe page must be fast and user-friendly.\n"]
        {
            for (seat, answer) in said(text, &all().collect::<Vec<_>>()) {
                let [examined] = answer.examined.as_slice() else { panic!("{seat}") };
                let words = examined.questions.as_str();
                assert!(!words.contains('`') && words.split_whitespace().count() < 110, "{words}");
                assert!(words.contains(" sees "), "{words}");
            }
        }
    }

    #[test]
    fn what_was_found_is_not_said_to_be_missing() {
        let seat = seat("user-advocate");
        let looked = |text: &str| {
            let answers = said(text, std::slice::from_ref(&seat));
            answers[&seat].examined[0].questions.to_string()
        };
        let word = "a word whose meaning depends on who judges";
        let plain = "# A\n\n## Requirements\n\n- FR-1: The page must show the name.\n";
        assert!(looked(plain).contains(word), "{}", looked(plain));
        let judging = "# A\n\n## Requirements\n\n- FR-1: The page must be user-friendly.\n";
        assert!(!looked(judging).contains(word), "{}", looked(judging));
    }

    #[test]
    fn what_no_rule_looks_for_in_such_a_document_is_not_claimed() {
        let seat = seat("executive-reviewer");
        let owner = "an open point without an owner";
        let plain = "# A\n\n## Requirements\n\n- FR-1: The page must show the name.\n";
        let answers = said(plain, std::slice::from_ref(&seat));
        let words = answers[&seat].examined[0].questions.as_str();
        assert!(!words.contains(owner), "{words}");
    }

    #[test]
    fn a_seat_without_a_rule_says_so() {
        let seat = seat("accessibility-reviewer");
        assert!(!has_rules(&seat));
        let answers = said("# A\n\nThe page must be user-friendly.\n", std::slice::from_ref(&seat));
        let answer = &answers[&seat];
        assert!(answer.claims.is_empty());
        let words = answer.examined[0].questions.as_str();
        assert!(words.starts_with("no rule of this perspective"), "{words}");
    }

    #[test]
    fn a_specialist_has_what_is_about_its_field_and_nothing_else() {
        let seat = seat("performance-reviewer");
        let text = "# A\n\n## Requirements\n\n- FR-1: The latency must be low for many requests.\n- FR-2: The page must show many names.\n";
        let answers = said(text, std::slice::from_ref(&seat));
        let quotes: Vec<_> = answers[&seat]
            .claims
            .iter()
            .filter(|claim| claim.rule.as_deref() == Some("vague-amount"))
            .collect();
        assert_eq!(quotes.len(), 1, "{quotes:?}");
    }

    #[test]
    fn words_stand_in_quotation_marks() {
        assert_eq!(quoted("`a` or `b`: say `c"), "“a” or “b”: say `c");
        assert_eq!(quoted("plain"), "plain");
    }
}
