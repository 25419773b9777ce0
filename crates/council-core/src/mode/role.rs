//! The role that emerges from a seat's modes.

use super::{ModeCategory, ModeId};
use crate::finding::SeatId;

/// What a seat is called in one session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatTitle {
    /// The name, such as `Formal Rigorist`.
    pub name: &'static str,
    /// How it follows from the modes: a lowercase fragment.
    pub derivation: String,
}

/// Returns the names a seat can have when a category dominates its modes.
pub fn roles(category: ModeCategory) -> [&'static str; 3] {
    match category {
        ModeCategory::Formal => ["Formal Rigorist", "Logic Guardian", "Proof Architect"],
        ModeCategory::Ampliative => ["Pattern Synthesizer", "Evidence Weaver", "Inference Engine"],
        ModeCategory::Uncertainty => ["Risk Assessor", "Uncertainty Navigator", "Probability Sage"],
        ModeCategory::Vagueness => ["Boundary Analyst", "Gradient Thinker", "Fuzzy Reasoner"],
        ModeCategory::Defaults => ["Conflict Resolver", "Default Challenger", "Belief Auditor"],
        ModeCategory::Causal => ["Causal Detective", "Systems Thinker", "Root Cause Analyst"],
        ModeCategory::Practical => {
            ["Pragmatic Optimizer", "Decision Engineer", "Solution Architect"]
        }
        ModeCategory::Strategic => ["Strategic Analyst", "Game Theorist", "Stakeholder Modeler"],
        ModeCategory::Dialectical => ["Dialectician", "Narrative Analyst", "Frame Builder"],
        ModeCategory::Modal => ["Modal Reasoner", "Temporal Analyst", "Possibility Explorer"],
        ModeCategory::Domain => ["Domain Expert", "Specialist Reviewer", "Context Maven"],
        ModeCategory::Meta => ["Meta-Reasoner", "Epistemic Auditor", "Calibration Sentinel"],
    }
}

/// Returns the role that emerges from some modes; no modes, no role.
///
/// Which of the dominant category's three names is taken depends on a hash of session and seat: varied between sessions,
/// and the same in every replay.
pub(super) fn emergent(session: &str, seat: SeatId, modes: &[ModeId]) -> Option<SeatTitle> {
    let (dominant, _) = ModeCategory::tally(modes).first().copied()?;
    let [first, second, third] = roles(dominant);
    let name = match blake3::hash(format!("{session}\n{seat}").as_bytes()).as_bytes() {
        [byte, ..] if *byte < 86 => first,
        [byte, ..] if *byte < 171 => second,
        _ => third,
    };
    Some(SeatTitle { name, derivation: derivation(modes)? })
}

/// Says which category dominates some modes: the most frequent one, the earlier in the catalogue where two are equal.
pub fn derivation(modes: &[ModeId]) -> Option<String> {
    let tally = ModeCategory::tally(modes);
    let (dominant, count) = tally.first().copied()?;
    let equals = tally.iter().filter(|(_, other)| *other == count);
    let equals: Vec<&str> = equals.map(|(category, _)| category.name()).collect();
    let all = modes.len();
    Some(match equals.as_slice() {
        [_] => format!("plurality in {dominant} ({count} of {all} modes)"),
        equals => format!(
            "{dominant} comes first among {} ({count} of {all} modes each)",
            equals.join(", ")
        ),
    })
}

/// Returns the categories of some modes as one word: slugs by count, then in the catalogue's order.
pub fn cluster_signature(modes: &[ModeId]) -> String {
    let tally = ModeCategory::tally(modes);
    let slugs: Vec<&str> = tally.iter().map(|(category, _)| category.slug()).collect();
    slugs.join("-")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn modes(numbers: &[u8]) -> Vec<ModeId> {
        numbers.iter().map(|number| ModeId::new(*number).unwrap()).collect()
    }

    fn role(session: &str, numbers: &[u8]) -> SeatTitle {
        emergent(session, SeatId::ALL[0], &modes(numbers)).unwrap()
    }

    #[test]
    fn the_most_frequent_category_names_the_role() {
        let role = role("COUNCIL-PRD-0001-20260126-100000", &[1, 7, 8, 43, 75]);
        assert!(roles(ModeCategory::Formal).contains(&role.name));
        assert_eq!(role.derivation, "plurality in Formal (3 of 5 modes)");
    }

    #[test]
    fn a_tie_goes_to_the_category_that_comes_first_in_the_catalogue() {
        let role = role("S", &[75, 76, 45, 48, 20]);
        assert!(roles(ModeCategory::Practical).contains(&role.name));
        assert_eq!(
            role.derivation,
            "Practical comes first among Practical, Meta-Level (2 of 5 modes each)"
        );
    }

    #[test]
    fn the_name_depends_on_session_and_seat_and_on_nothing_else() {
        let names: BTreeSet<&str> =
            (0..40).map(|n| role(&format!("S-{n}"), &[1, 2, 3, 43, 75]).name).collect();
        assert_eq!(names.len(), 3);
        assert_eq!(role("S-1", &[1, 2, 3, 43, 75]), role("S-1", &[3, 2, 1, 43, 75]));
        let seats: BTreeSet<&str> = (0..40)
            .flat_map(|n| SeatId::ALL.map(|seat| (n, seat)))
            .map(|(n, seat)| emergent(&format!("S-{n}"), seat, &modes(&[1, 2, 3])).unwrap().name)
            .collect();
        assert_eq!(seats.len(), 3);
    }

    #[test]
    fn no_modes_no_role() {
        assert_eq!(emergent("S", SeatId::ALL[0], &[]), None);
    }

    #[test]
    fn the_signature_lists_categories_by_count_then_by_catalogue_order() {
        assert_eq!(cluster_signature(&modes(&[75, 43, 1, 7, 8])), "formal-causal-meta");
        assert_eq!(cluster_signature(&modes(&[79, 49, 43, 44, 1])), "practical-formal-causal-meta");
        assert_eq!(cluster_signature(&[]), "");
    }
}
