//! What the seats of a panel say that are filled by the rules: each rule belongs to the perspectives that care about it.
//!
//! Every rule belongs to at least one core seat, so nothing the rules find is lost whoever sits on the panel. A
//! specialist also takes what is found in a sentence about its own subject.

use council_core::{
    finding::Claim,
    handoff::{Examined, Line, PanelSeat, Prose, Rating, Review, computed},
    packet::Packet,
    panel::{Answer, ChairAnswer, concerns},
    severity::Severity,
};

use crate::{Finding, Kind, RULES, Rule};

/// What fills the seats, for a reader of the review.
pub const FILLED_BY: &str = "the offline rules, which read words and not meaning";

/// Parts of a document that a seat is glad to see, by a word of their heading, and what is good about it.
const WELCOME: &[(&str, &str, &str)] = &[
    ("technical-reviewer", "architecture", "the architecture has a part of its own"),
    ("technical-reviewer", "interfaces", "the interfaces have a part of their own"),
    ("technical-reviewer", "dependencies", "what it depends on is named"),
    ("security-reviewer", "security", "security has a part of its own"),
    ("security-reviewer", "threat", "threats are named"),
    ("executive-reviewer", "non-goals", "it says what is not to be built"),
    ("executive-reviewer", "out of scope", "it says what is not to be built"),
    ("executive-reviewer", "success", "it says what success is"),
    ("executive-reviewer", "risks", "risks are named"),
    ("user-advocate", "users", "it says who it is for"),
    ("user-advocate", "personas", "it says who it is for"),
    ("user-advocate", "user stories", "it tells what people do with it"),
    ("user-advocate", "accessibility", "accessibility has a part of its own"),
    ("compliance-reviewer", "compliance", "compliance has a part of its own"),
    ("performance-reviewer", "performance", "performance has a part of its own"),
    ("accessibility-reviewer", "accessibility", "accessibility has a part of its own"),
    ("privacy-reviewer", "privacy", "privacy has a part of its own"),
    ("api-design-reviewer", "api", "the interface has a part of its own"),
    ("migration-reviewer", "migration", "the migration has a part of its own"),
    ("migration-reviewer", "rollback", "the way back has a part of its own"),
];

/// Answers for the chair: the rules have nothing to add to what the seats amount to.
pub fn chair(reviews: &[Review]) -> ChairAnswer {
    ChairAnswer {
        groups: Vec::new(),
        verdict: computed(reviews).unwrap_or(Rating::Revise),
        conflicts: Vec::new(),
        questions: Vec::new(),
        assessment: Prose::default(),
    }
}

/// Tells whether a seat asks a rule of the whole document.
pub fn asks(seat: &PanelSeat, rule: &Rule) -> bool {
    kinds(seat).contains(&rule.kind)
}

/// Answers for one seat, from what the rules found in the packet. No seat's answer depends on another's.
pub fn answer(packet: &Packet, findings: &[Finding], seat: &PanelSeat) -> Answer {
    let is_own = |finding: &&Finding| {
        asks(seat, finding.rule) || !seat.is_core() && concerns(seat, finding.sentence())
    };
    let own: Vec<&Finding> = findings.iter().filter(is_own).collect();
    let is_silent =
        |rule: &&&Rule| asks(seat, rule) && !findings.iter().any(|finding| finding.rule == **rule);
    let silent: Vec<&Rule> = RULES.iter().filter(is_silent).copied().collect();
    let claims: Vec<Claim> = own.into_iter().map(|finding| finding.claim(None)).collect();
    let rating = match claims.iter().map(|claim| claim.severity).max() {
        None => Rating::Approved,
        Some(Severity::Blocker) => Rating::Revise,
        Some(Severity::Major | Severity::Minor | Severity::Note) => Rating::Concerns,
    };
    Answer {
        claims,
        endorsements: endorsements(packet, seat),
        examined: examined(packet, &silent),
        rating,
        summary: Prose::default(),
    }
}

/// Returns the sorts of defects a seat looks for everywhere.
fn kinds(seat: &PanelSeat) -> &'static [Kind] {
    match seat.as_str() {
        "technical-reviewer" => &[
            Kind::Ambiguous,
            Kind::CircularReference,
            Kind::Contradiction,
            Kind::DanglingReference,
            Kind::DuplicateId,
            Kind::DuplicateRequirement,
            Kind::Format,
            Kind::InconsistentUnits,
            Kind::Infeasible,
            Kind::MissingActor,
            Kind::MissingFailurePath,
            Kind::NonAtomic,
            Kind::Unverifiable,
        ],
        "security-reviewer" => &[
            Kind::InstructionInjection,
            Kind::PrivacyGap,
            Kind::SecurityGap,
            Kind::MissingFailurePath,
        ],
        "executive-reviewer" => &[
            Kind::Comparative,
            Kind::Contradiction,
            Kind::ImpossibleDate,
            Kind::Incomplete,
            Kind::MissingAcceptanceCriteria,
            Kind::MissingSection,
            Kind::OrphanRequirement,
            Kind::Superlative,
        ],
        "user-advocate" => &[
            Kind::MissingAcceptanceCriteria,
            Kind::Negative,
            Kind::PrivacyGap,
            Kind::Subjective,
            Kind::UndefinedTerm,
            Kind::VaguePronoun,
            Kind::WeakObligation,
        ],
        "compliance-reviewer" => &[Kind::PrivacyGap, Kind::WeakObligation, Kind::SecurityGap],
        "performance-reviewer" => &[Kind::Infeasible, Kind::Unverifiable, Kind::Comparative],
        "accessibility-reviewer" => &[Kind::Subjective, Kind::UndefinedTerm, Kind::Negative],
        "privacy-reviewer" => &[Kind::PrivacyGap, Kind::SecurityGap],
        "api-design-reviewer" => {
            &[Kind::MissingFailurePath, Kind::InconsistentUnits, Kind::DuplicateId]
        }
        "migration-reviewer" => &[Kind::MissingFailurePath, Kind::ImpossibleDate],
        _ => &[],
    }
}

/// Returns what is right, from what stands in the document: parts that are there and have something in them.
fn endorsements(packet: &Packet, seat: &PanelSeat) -> Vec<Line> {
    let mut said: Vec<Line> = Vec::new();
    for (_, word, good) in WELCOME.iter().filter(|(name, ..)| *name == seat.as_str()) {
        let sections = packet
            .documents
            .iter()
            .flat_map(|document| document.sections.iter().map(move |section| (document, section)));
        let found = sections
            .filter(|(document, section)| !document.slice(section.body).trim().is_empty())
            .find(|(_, section)| has_words(&section.title.to_lowercase(), word));
        let line = found
            .and_then(|(_, section)| Line::new(&format!("{good}: section `{}`", section.title)));
        said.extend(line.filter(|line| !said.iter().any(|one| says_same(one, line))));
    }
    said
}

/// Tells whether two endorsements praise the same thing in the same place or in the same words.
fn says_same(one: &Line, other: &Line) -> bool {
    let good = |line: &Line| line.as_str().split_once(':').map(|(good, _)| good.to_owned());
    good(one) == good(other)
}

fn has_words(title: &str, words: &str) -> bool {
    let folded: String =
        title.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { ' ' }).collect();
    let title = folded.split_whitespace().collect::<Vec<_>>().join(" ");
    format!(" {title} ").contains(&format!(" {words} "))
}

/// Deals the rules that found nothing out to as many entries as a review has at least.
fn examined(packet: &Packet, silent: &[&Rule]) -> Vec<Examined> {
    let sections: usize = packet.documents.iter().map(|document| document.sections.len()).sum();
    let looked = match sections {
        0 => "the whole document".to_owned(),
        1 => "the whole document, 1 section".to_owned(),
        many => format!("the whole document, {many} sections"),
    };
    let share = |entry: usize| {
        let bound = |entry: usize| silent.len() * entry / Review::FEWEST;
        silent.get(bound(entry)..bound(entry + 1)).filter(|rules| !rules.is_empty())
    };
    let entry = |rules: &[&Rule]| {
        let asked: Vec<String> =
            rules.iter().map(|rule| format!("{} (`{}`)", rule.summary, rule.id)).collect();
        Some(Examined {
            sections: Line::new(&looked)?,
            questions: Line::new(&format!("is there any of this? {}", asked.join("; ")))?,
        })
    };
    (0..Review::FEWEST).filter_map(share).filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use council_formats::packet::markdown_prd;

    use super::*;
    use crate::check;

    fn said(text: &str, seats: &[PanelSeat]) -> BTreeMap<PanelSeat, Answer> {
        let packet = markdown_prd("a.md", text).value;
        let findings = check(&packet);
        seats.iter().map(|seat| (seat.clone(), answer(&packet, &findings, seat))).collect()
    }

    fn all() -> impl Iterator<Item = PanelSeat> {
        PanelSeat::core().into_iter().chain(PanelSeat::specialists())
    }

    #[test]
    fn every_sort_of_defect_belongs_to_a_core_seat() {
        for kind in Kind::ALL {
            let owned = PanelSeat::core().iter().any(|seat| kinds(seat).contains(kind));
            assert!(owned, "{}", kind.word());
        }
    }

    #[test]
    fn every_seat_has_rules_enough_for_the_least_of_a_review() {
        for seat in all() {
            let count = RULES.iter().filter(|rule| asks(&seat, rule)).count();
            assert!(count >= Review::FEWEST, "{seat} has {count} rules");
        }
    }

    #[test]
    fn a_seat_always_has_three_entries_and_invents_none() {
        for text in
            ["# A\n", "# A\n\n## Requirements\n\nThe page must be fast and user-friendly.\n"]
        {
            for (seat, answer) in said(text, &all().collect::<Vec<_>>()) {
                let rules: std::collections::BTreeSet<_> =
                    answer.claims.iter().filter_map(|claim| claim.rule.clone()).collect();
                assert!(rules.len() + answer.examined.len() >= Review::FEWEST, "{seat}");
            }
        }
    }

    #[test]
    fn a_specialist_takes_what_is_found_in_a_sentence_about_its_subject() {
        let seat = PanelSeat::specialists()[5].clone();
        let answers = said(
            "# A\n\n## Requirements\n\nThe migration must be user-friendly.\n\nThe page must be user-friendly.\n",
            std::slice::from_ref(&seat),
        );
        let quotes: Vec<_> = answers[&seat]
            .claims
            .iter()
            .filter(|claim| claim.rule.as_deref() == Some("subjective-word"))
            .collect();
        assert_eq!(quotes.len(), 1, "{quotes:?}");
    }

    #[test]
    fn only_what_stands_there_is_endorsed() {
        let seat = PanelSeat::core()[2].clone();
        let endorsed =
            |text: &str| said(text, std::slice::from_ref(&seat))[&seat].endorsements.len();
        assert_eq!(endorsed("# A\n\n## Non-goals\n\nNo exports.\n"), 1);
        assert_eq!(endorsed("# A\n\n## Non-goals\n\n## Next\n\nx\n"), 0);
        assert_eq!(endorsed("# A\n\nThere are no risks.\n"), 0);
    }
}
