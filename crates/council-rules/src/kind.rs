//! The sorts of defect that the rules report: a closed list, because programs read these words.

macro_rules! kinds {
    ($($name:ident = $word:literal, $meaning:literal;)+) => {
        /// A sort of defect.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Kind {
            $(#[doc = $meaning] $name,)+
        }

        impl Kind {
            /// Every sort.
            pub const ALL: &'static [Kind] = &[$(Kind::$name),+];

            /// Returns the spelling used in files.
            pub fn word(self) -> &'static str {
                match self { $(Kind::$name => $word,)+ }
            }

            /// Returns what it means.
            pub fn meaning(self) -> &'static str {
                match self { $(Kind::$name => $meaning,)+ }
            }
        }
    };
}

impl Kind {
    /// Tells whether such a defect matters in any text, a specification or not.
    pub fn is_of_any_text(self) -> bool {
        matches!(self, Kind::InstructionInjection | Kind::SecurityGap)
    }
}

kinds! {
    Subjective = "subjective", "A judgement that depends on who judges.";
    Ambiguous = "ambiguous", "More than one reading.";
    Unverifiable = "unverifiable", "No measurable bound.";
    Superlative = "superlative", "A claim to be the utmost.";
    Comparative = "comparative", "A comparison without the other side.";
    Negative = "negative", "A statement of what is not.";
    VaguePronoun = "vague_pronoun", "A pronoun that can stand for more than one thing.";
    WeakObligation = "weak_obligation", "A wish where a duty is meant.";
    NonAtomic = "non_atomic", "Several requirements in one.";
    MissingActor = "missing_actor", "Nobody is named who does it.";
    UndefinedTerm = "undefined_term", "A term that is never explained.";
    Incomplete = "incomplete", "Something is still to be written.";
    MissingSection = "missing_section", "A part that such a document has is absent.";
    MissingAcceptanceCriteria = "missing_acceptance_criteria", "Nothing says when it is done.";
    Contradiction = "contradiction", "Two statements that cannot both hold.";
    DanglingReference = "dangling_reference", "A reference to something that is not there.";
    DuplicateId = "duplicate_id", "One id for two things.";
    CircularReference = "circular_reference", "References that come back to where they began.";
    OrphanRequirement = "orphan_requirement", "A requirement that nothing leads to.";
    MissingFailurePath = "missing_failure_path", "Nothing says what happens when it fails.";
    Infeasible = "infeasible", "It cannot be built as it is written.";
    SecurityGap = "security_gap", "A protection is missing.";
    PrivacyGap = "privacy_gap", "Personal data without protection.";
    InconsistentUnits = "inconsistent_units", "One quantity in units that do not go together.";
    ImpossibleDate = "impossible_date", "A date that does not exist, or an order of dates that cannot be.";
    DuplicateRequirement = "duplicate_requirement", "The same requirement twice.";
    InstructionInjection = "instruction_injection", "The document speaks to its reviewer.";
    Format = "format", "The form is not what it must be.";
}
