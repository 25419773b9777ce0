//! The twelve families of modes.

use std::{fmt, ops::RangeInclusive};

use super::{Mode, ModeId};

/// A family of reasoning modes. The order is the catalogue's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ModeCategory {
    /// What follows, what is possible, what fits.
    Formal,
    /// What was not seen, judged by what was.
    Ampliative,
    /// What is only probably so.
    Uncertainty,
    /// Words and classes without a sharp edge.
    Vagueness,
    /// Rules with exceptions, and contradictions.
    Defaults,
    /// What makes what happen.
    Causal,
    /// What to do, in which order, and how much is enough.
    Practical,
    /// Other people, and what they will do about it.
    Strategic,
    /// How the text argues, and how it can be read.
    Dialectical,
    /// What can and must be, when and where.
    Modal,
    /// How particular crafts look at a document.
    Domain,
    /// Whether the reviewers themselves are thinking well.
    Meta,
}

impl ModeCategory {
    /// Every category, in the catalogue's order.
    pub const ALL: [ModeCategory; 12] = [
        ModeCategory::Formal,
        ModeCategory::Ampliative,
        ModeCategory::Uncertainty,
        ModeCategory::Vagueness,
        ModeCategory::Defaults,
        ModeCategory::Causal,
        ModeCategory::Practical,
        ModeCategory::Strategic,
        ModeCategory::Dialectical,
        ModeCategory::Modal,
        ModeCategory::Domain,
        ModeCategory::Meta,
    ];

    /// Returns the name, as session files spell it.
    pub fn name(self) -> &'static str {
        match self {
            ModeCategory::Formal => "Formal",
            ModeCategory::Ampliative => "Ampliative",
            ModeCategory::Uncertainty => "Uncertainty",
            ModeCategory::Vagueness => "Vagueness",
            ModeCategory::Defaults => "Inconsistency & Defaults",
            ModeCategory::Causal => "Causal & Explanatory",
            ModeCategory::Practical => "Practical",
            ModeCategory::Strategic => "Strategic & Social",
            ModeCategory::Dialectical => "Dialectical & Rhetorical",
            ModeCategory::Modal => "Modal & Temporal",
            ModeCategory::Domain => "Domain-Specific",
            ModeCategory::Meta => "Meta-Level",
        }
    }

    /// Returns the one word that stands for the category in a cluster signature.
    pub fn slug(self) -> &'static str {
        match self {
            ModeCategory::Formal => "formal",
            ModeCategory::Ampliative => "ampliative",
            ModeCategory::Uncertainty => "uncertainty",
            ModeCategory::Vagueness => "vagueness",
            ModeCategory::Defaults => "defaults",
            ModeCategory::Causal => "causal",
            ModeCategory::Practical => "practical",
            ModeCategory::Strategic => "strategic",
            ModeCategory::Dialectical => "dialectical",
            ModeCategory::Modal => "modal",
            ModeCategory::Domain => "domain",
            ModeCategory::Meta => "meta",
        }
    }

    /// Returns what the modes of the category have in common, as the rest of a sentence.
    pub fn concern(self) -> &'static str {
        match self {
            ModeCategory::Formal => "what follows, what is possible, what fits",
            ModeCategory::Ampliative => "what was not seen, judged by what was",
            ModeCategory::Uncertainty => "what is only probably so, in numbers or in order",
            ModeCategory::Vagueness => "words and classes without a sharp edge",
            ModeCategory::Defaults => "rules with exceptions, and contradictions",
            ModeCategory::Causal => "what makes what happen",
            ModeCategory::Practical => "what to do, in which order, and how much is enough",
            ModeCategory::Strategic => "other people, and what they will do about it",
            ModeCategory::Dialectical => "how the text argues, and how it can be read",
            ModeCategory::Modal => "what can and must be, when and where",
            ModeCategory::Domain => "how particular crafts look at a document",
            ModeCategory::Meta => "whether the reviewers themselves are thinking well",
        }
    }

    /// Returns the numbers of its modes.
    pub fn range(self) -> RangeInclusive<u8> {
        match self {
            ModeCategory::Formal => 1..=8,
            ModeCategory::Ampliative => 9..=19,
            ModeCategory::Uncertainty => 20..=24,
            ModeCategory::Vagueness => 25..=29,
            ModeCategory::Defaults => 30..=36,
            ModeCategory::Causal => 37..=43,
            ModeCategory::Practical => 44..=54,
            ModeCategory::Strategic => 55..=58,
            ModeCategory::Dialectical => 59..=63,
            ModeCategory::Modal => 64..=67,
            ModeCategory::Domain => 68..=74,
            ModeCategory::Meta => 75..=80,
        }
    }

    /// Returns its modes, in the catalogue's order.
    pub fn modes(self) -> impl Iterator<Item = &'static Mode> {
        Mode::all().iter().filter(move |mode| mode.category() == self)
    }

    /// Reads a category by its name or its slug, in any case.
    pub fn read(word: &str) -> Option<ModeCategory> {
        let word = word.trim();
        ModeCategory::ALL.into_iter().find(|category| {
            category.name().eq_ignore_ascii_case(word) || category.slug().eq_ignore_ascii_case(word)
        })
    }

    /// Counts the categories of some modes, the most frequent first, then in the catalogue's order.
    pub fn tally(modes: &[ModeId]) -> Vec<(ModeCategory, usize)> {
        let count = |category| modes.iter().filter(|mode| mode.category() == category).count();
        let mut tally: Vec<_> = ModeCategory::ALL
            .into_iter()
            .map(|category| (category, count(category)))
            .filter(|(_, count)| *count > 0)
            .collect();
        tally.sort_by_key(|(category, count)| (std::cmp::Reverse(*count), *category));
        tally
    }
}

impl fmt::Display for ModeCategory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
