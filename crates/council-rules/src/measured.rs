//! How often each rule was right where it was measured, and the confidence that follows.
//!
//! The figures are from the open parts of the shared benchmark, which were looked at while the rules were written.
//! `cargo xtask bench-lint` counts them again and says where this table no longer holds.

use std::fmt;

use crate::Kind;

/// What a rule was measured on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Set {
    /// Requirements in which people marked words: a finding is right if it holds a marked word.
    Labelled,
    /// Documents into which one defect was put: a finding is right if it is the defect, and wrong on an original.
    Seeded,
    /// Descriptions of functions that were made worse: a finding is right if the original has fewer, and wrong on one.
    Worsened,
    /// Documents that speak to their reviewer: a document that is found is right if it is one of them.
    Attacked,
    /// Documents that operators of our own damaged in one place: a finding is right if it is the damage, and wrong on an
    /// original.
    Damaged,
}

impl Set {
    /// Every set. What people marked counts before what a program changed.
    pub const ALL: [Set; 5] =
        [Set::Labelled, Set::Seeded, Set::Worsened, Set::Attacked, Set::Damaged];

    /// Returns what its documents are called.
    pub fn name(self) -> &'static str {
        match self {
            Set::Labelled => "labelled requirements",
            Set::Seeded => "specifications with a seeded defect",
            Set::Worsened => "function descriptions made worse",
            Set::Attacked => "documents that address the reviewer",
            Set::Damaged => "specifications damaged in one place",
        }
    }
}

/// What counting the findings of a rule on a set came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    /// The set.
    pub set: Set,
    /// How many findings were right.
    pub right: u32,
    /// How many findings there were.
    pub total: u32,
}

impl Measured {
    /// The fewest findings that say anything about a rule.
    pub const FEWEST: u32 = 10;

    /// Tells whether there are enough findings, and enough right ones, to say anything about a rule.
    pub fn is_enough(self) -> bool {
        let right = match self.set {
            Set::Labelled | Set::Seeded | Set::Worsened | Set::Attacked => 1,
            Set::Damaged => Self::FEWEST,
        };
        self.right >= right && self.total >= Self::FEWEST
    }

    /// Returns the lower end of the 95 % Wilson interval of the share that was right, to two decimals.
    ///
    /// The lower end, because the sets were looked at while the rules were written: a rule that was right ten times of ten
    /// has not shown that it is always right.
    fn lower_bound(self) -> f64 {
        if self.total == 0 {
            return 0.0;
        }
        let (total, share) = (f64::from(self.total), f64::from(self.right) / f64::from(self.total));
        let square = Z * Z;
        let centre = share + square / (2.0 * total);
        let spread = share * (1.0 - share) / total + square / (4.0 * total * total);
        let bound = (centre - Z * spread.sqrt()) / (1.0 + square / total);
        (bound * 100.0).round() / 100.0
    }
}

/// How many standard deviations from the middle a 95 % interval reaches.
const Z: f64 = 1.96;

/// How sure a rule is, and what that rests on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Basis {
    /// It was measured.
    Measured(Measured),
    /// It reported too little where it could have been measured; this is what is assumed for its kind.
    Assumed(f64),
}

impl Basis {
    /// Returns what is known of a rule.
    pub fn of(rule: &str, kind: Kind) -> Basis {
        let known = MEASURED.iter().find(|(id, ..)| *id == rule);
        match known {
            Some((_, set, right, total)) => {
                Basis::Measured(Measured { set: *set, right: *right, total: *total })
            }
            None => Basis::Assumed(assumed(kind)),
        }
    }

    /// Returns the confidence of a finding, from 0 to 1.
    pub fn confidence(self) -> f64 {
        match self {
            Basis::Measured(measured) => measured.lower_bound(),
            Basis::Assumed(confidence) => confidence,
        }
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "confidence {:.2}, ", self.confidence())?;
        match self {
            Basis::Measured(Measured { set, right, total }) => {
                write!(f, "{right} of {total} right on {}", set.name())
            }
            Basis::Assumed(_) => write!(f, "not measured"),
        }
    }
}

/// Returns what is assumed of a rule that was not measured: more where form or arithmetic decides, less where a word or
/// a silence is judged.
fn assumed(kind: Kind) -> f64 {
    match kind {
        Kind::DuplicateId
        | Kind::CircularReference
        | Kind::DanglingReference
        | Kind::ImpossibleDate
        | Kind::InstructionInjection
        | Kind::Format => 0.8,
        Kind::Contradiction
        | Kind::Infeasible
        | Kind::InconsistentUnits
        | Kind::DuplicateRequirement
        | Kind::Incomplete
        | Kind::SecurityGap => 0.7,
        Kind::Subjective
        | Kind::Ambiguous
        | Kind::Unverifiable
        | Kind::Superlative
        | Kind::Comparative
        | Kind::Negative
        | Kind::VaguePronoun
        | Kind::WeakObligation
        | Kind::NonAtomic
        | Kind::MissingActor
        | Kind::UndefinedTerm
        | Kind::MissingSection
        | Kind::MissingAcceptanceCriteria
        | Kind::OrphanRequirement
        | Kind::MissingFailurePath
        | Kind::PrivacyGap => 0.6,
    }
}

/// The rules that were measured: on which set, how many findings were right, and how many there were.
///
/// A rule is measured on the first set of [`Set::ALL`] on which it reported at least [`Measured::FEWEST`] findings, one of
/// them right: where none is, nothing was put into the documents that it looks for. What we damage ourselves counts only
/// where that many damages were found, since how many there are is ours to choose.
pub static MEASURED: &[(&str, Set, u32, u32)] = &[
    ("bare-comparative", Set::Labelled, 12, 17),
    ("loophole", Set::Labelled, 10, 13),
    ("loose-adverb", Set::Labelled, 19, 21),
    ("subjective-word", Set::Labelled, 104, 157),
    ("unnamed-other", Set::Labelled, 8, 12),
    ("vague-amount", Set::Labelled, 18, 23),
    ("vague-time", Set::Labelled, 4, 12),
    ("weak-modal", Set::Labelled, 117, 126),
    ("contradicting-duties", Set::Seeded, 70, 74),
    ("contradicting-numbers", Set::Seeded, 36, 42),
    ("missing-section", Set::Seeded, 62, 154),
    ("no-acceptance-criteria", Set::Seeded, 44, 51),
    ("no-success-measure", Set::Seeded, 14, 26),
    ("no-test-plan", Set::Seeded, 12, 27),
    ("placeholder", Set::Seeded, 71, 90),
    ("pronoun-subject", Set::Seeded, 33, 33),
    ("several-in-one", Set::Seeded, 46, 47),
    ("undefined-acronym", Set::Seeded, 71, 94),
    ("example-contradicts-text", Set::Worsened, 20, 20),
    ("no-example", Set::Worsened, 64, 64),
    ("superlative", Set::Worsened, 15, 15),
    ("unfinished-sentence", Set::Worsened, 11, 12),
    ("unmentioned-parameter", Set::Worsened, 16, 18),
    ("unresolved-choice", Set::Worsened, 55, 57),
    ("encoded-text", Set::Attacked, 13, 13),
    ("hidden-text", Set::Attacked, 44, 44),
    ("reviewer-addressed", Set::Attacked, 325, 325),
    ("broken-link", Set::Damaged, 59, 59),
    ("doubled-word", Set::Damaged, 52, 52),
    ("duplicate-requirement", Set::Damaged, 43, 43),
    ("exclusive-conditions", Set::Damaged, 45, 45),
    ("impossible-date", Set::Damaged, 101, 101),
    ("impossible-share", Set::Damaged, 58, 58),
    ("inconsistent-terminology", Set::Damaged, 16, 16),
    ("missing-authorisation", Set::Damaged, 16, 16),
    ("missing-else", Set::Damaged, 32, 32),
    ("no-degradation", Set::Damaged, 12, 12),
    ("no-error-path", Set::Damaged, 17, 17),
    ("no-migration", Set::Damaged, 13, 13),
    ("no-observability", Set::Damaged, 16, 16),
    ("no-owner", Set::Damaged, 17, 19),
    ("no-rollback", Set::Damaged, 10, 13),
    ("open-list", Set::Damaged, 58, 63),
    ("passive-without-agent", Set::Damaged, 46, 46),
    ("personal-data-without-consent", Set::Damaged, 27, 27),
    ("untrusted-input", Set::Damaged, 16, 16),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_table_names_rules_once_and_with_enough_findings() {
        let mut seen = BTreeSet::new();
        for (id, set, right, total) in MEASURED {
            assert!(crate::rule(id).is_some(), "{id} is no rule");
            assert!(seen.insert(id), "{id} twice");
            let measured = Measured { set: *set, right: *right, total: *total };
            assert!(measured.is_enough() && right <= total, "{id}");
        }
    }

    #[test]
    fn a_measured_confidence_is_below_the_share_and_nears_it_with_more_findings() {
        let bound = |right, total| Measured { set: Set::Seeded, right, total }.lower_bound();
        assert!(bound(9, 10) < bound(90, 100) && bound(90, 100) < bound(900, 1000));
        assert!(bound(900, 1000) < 0.9);
        assert!(bound(10, 10) < 0.75);
        assert!((bound(117, 126) - 0.87).abs() < f64::EPSILON);
    }

    #[test]
    fn a_rule_says_what_its_confidence_rests_on() {
        let says = |rule, kind| Basis::of(rule, kind).to_string();
        assert_eq!(
            says("weak-modal", Kind::WeakObligation),
            "confidence 0.87, 117 of 126 right on labelled requirements"
        );
        assert_eq!(
            says("dangling-reference", Kind::DanglingReference),
            "confidence 0.80, not measured"
        );
    }

    #[test]
    fn what_blocks_is_never_of_low_confidence() {
        let low = council_core::finding::Confidence::LOW.value();
        for rule in crate::RULES {
            let grave = rule.severity >= council_core::severity::Severity::Major;
            assert!(!grave || rule.confidence() >= low, "{}", rule.id);
        }
    }
}
