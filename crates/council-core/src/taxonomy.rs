//! The closed taxonomy of findings: seven categories, their subcategories, a default severity each.
//!
//! The spellings are the ones every file uses, so they stand here beside the values rather than in `council-formats`.

use crate::{journaled::journaled_as_word, severity::Severity};

/// The sort of defect a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// The specification itself.
    SpecDefect,
    /// The links between needs, requirements and evidence.
    TraceabilityDefect,
    /// How it will be shown that a requirement holds.
    EvidenceDefect,
    /// The coverage of the quality dimensions.
    QualityDefect,
    /// Who may decide what.
    GovernanceDefect,
    /// The form of the files.
    FormatDefect,
    /// Trust, secrets and threats.
    SecurityDefect,
}

impl Category {
    /// Every category, in the order of the taxonomy.
    pub const ALL: [Category; 7] = [
        Category::SpecDefect,
        Category::TraceabilityDefect,
        Category::EvidenceDefect,
        Category::QualityDefect,
        Category::GovernanceDefect,
        Category::FormatDefect,
        Category::SecurityDefect,
    ];

    /// Returns the spelling used in files.
    pub fn word(self) -> &'static str {
        match self {
            Category::SpecDefect => "SPEC_DEFECT",
            Category::TraceabilityDefect => "TRACEABILITY_DEFECT",
            Category::EvidenceDefect => "EVIDENCE_DEFECT",
            Category::QualityDefect => "QUALITY_DEFECT",
            Category::GovernanceDefect => "GOVERNANCE_DEFECT",
            Category::FormatDefect => "FORMAT_DEFECT",
            Category::SecurityDefect => "SECURITY_DEFECT",
        }
    }

    /// Reads a category by its spelling.
    pub fn read(word: &str) -> Option<Category> {
        Category::ALL.into_iter().find(|category| category.word().eq_ignore_ascii_case(word.trim()))
    }
}

macro_rules! subcategories {
    ($($name:ident: $category:ident, $word:literal, $severity:ident, $meaning:literal;)+) => {
        /// What exactly is wrong, within its category.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Subcategory {
            $(#[doc = concat!("It ", $meaning, ".")] $name,)+
        }

        impl Subcategory {
            /// Every subcategory, in the order of the taxonomy.
            pub const ALL: &[Subcategory] = &[$(Subcategory::$name,)+];

            /// Returns the spelling used in files.
            pub fn word(self) -> &'static str {
                match self { $(Subcategory::$name => $word,)+ }
            }

            /// Returns the category it belongs to.
            pub fn category(self) -> Category {
                match self { $(Subcategory::$name => Category::$category,)+ }
            }

            /// Returns the severity a finding of this kind has unless its raiser says otherwise.
            pub fn default_severity(self) -> Severity {
                match self { $(Subcategory::$name => Severity::$severity,)+ }
            }

            /// Returns what is wrong, as the rest of a sentence that begins with the place.
            pub fn meaning(self) -> &'static str {
                match self { $(Subcategory::$name => $meaning,)+ }
            }
        }
    };
}

subcategories! {
    Ambiguity: SpecDefect, "AMBIGUITY", Major, "can be read in more than one way";
    Incompleteness: SpecDefect, "INCOMPLETENESS", Major, "leaves out a detail that is needed to build it";
    Inconsistency: SpecDefect, "INCONSISTENCY", Blocker, "cannot hold together with another statement";
    Untestable: SpecDefect, "UNTESTABLE", Major, "admits no test that could fail";
    Underspecified: SpecDefect, "UNDERSPECIFIED", Major, "names no measurable criterion";
    Infeasible: SpecDefect, "INFEASIBLE", Blocker, "cannot be built as it is written";
    StackMismatch: SpecDefect, "STACK_MISMATCH", Major, "does not fit the architecture the document names";
    PerfImpossible: SpecDefect, "PERF_IMPOSSIBLE", Blocker, "asks for more than a physical or theoretical limit allows";
    WeakCustomer: SpecDefect, "WEAK_CUSTOMER", Major, "names a customer too generic to decide anything by";
    ProblemUntestable: SpecDefect, "PROBLEM_UNTESTABLE", Major, "states a problem nobody could show to exist";
    GoalDisconnected: SpecDefect, "GOAL_DISCONNECTED", Blocker, "pursues a goal that does not answer the problem";
    UnmitigatedRisk: SpecDefect, "UNMITIGATED_RISK", Major, "names a risk and nothing against it";
    MissingFallback: SpecDefect, "MISSING_FALLBACK", Major, "has a critical path with no degraded mode";
    ImplicitDependency: SpecDefect, "IMPLICIT_DEPENDENCY", Major, "relies on something outside that it does not declare";
    MissingRollback: SpecDefect, "MISSING_ROLLBACK", Major, "can be deployed but not taken back";
    NaiveOptimization: SpecDefect, "NAIVE_OPTIMIZATION", Major, "asks for the best without saying at what cost";
    HiddenCost: SpecDefect, "HIDDEN_COST", Major, "keeps quiet about a downside";
    UnstableFeedback: SpecDefect, "UNSTABLE_FEEDBACK", Blocker, "feeds its own output back without a damper";
    SecondOrderHarm: SpecDefect, "SECOND_ORDER_HARM", Major, "helps itself and harms what surrounds it";
    OrphanReq: TraceabilityDefect, "ORPHAN_REQ", Major, "serves no stated need";
    OrphanEvid: TraceabilityDefect, "ORPHAN_EVID", Minor, "is evidence that nothing cites";
    MissingChain: TraceabilityDefect, "MISSING_CHAIN", Blocker, "breaks the chain from customer to evidence";
    CircularRef: TraceabilityDefect, "CIRCULAR_REF", Blocker, "refers to itself by a round way";
    BrokenRef: TraceabilityDefect, "BROKEN_REF", Blocker, "refers to something that is not there";
    CousinAbstraction: TraceabilityDefect, "COUSIN_ABSTRACTION", Major, "builds again what exists under another name";
    IgnoredExtensionPoint: TraceabilityDefect, "IGNORED_EXTENSION_POINT", Minor, "bypasses an extension point made for it";
    UngroundedSolution: TraceabilityDefect, "UNGROUNDED_SOLUTION", Major, "belongs to no component";
    Insufficient: EvidenceDefect, "INSUFFICIENT", Major, "does not show what it is cited for";
    NonReproducible: EvidenceDefect, "NON_REPRODUCIBLE", Major, "cannot be repeated by somebody else";
    MissingCapture: EvidenceDefect, "MISSING_CAPTURE", Major, "names no place where the evidence is kept";
    NetworkUndefined: EvidenceDefect, "NETWORK_UNDEFINED", Major, "runs a command without saying whether it uses the network";
    InvalidNetworkAccess: EvidenceDefect, "INVALID_NETWORK_ACCESS", Major, "declares network access in a word nobody knows";
    UndefinedNetwork: EvidenceDefect, "UNDEFINED_NETWORK", Major, "leaves the network boundary open";
    StaleEvidence: EvidenceDefect, "STALE_EVIDENCE", Minor, "is older than what it should show";
    MissingDataClass: EvidenceDefect, "MISSING_DATA_CLASS", Major, "has no data classification or redaction rule";
    CriterionVague: EvidenceDefect, "CRITERION_VAGUE", Major, "judges by a subjective word";
    EvidenceWeak: EvidenceDefect, "EVIDENCE_WEAK", Major, "could pass while the requirement is not met";
    CoverageGap: EvidenceDefect, "COVERAGE_GAP", Major, "leaves an important scenario untested";
    NoObservability: EvidenceDefect, "NO_OBSERVABILITY", Major, "asks for no metric, log or trace";
    Uncovered: QualityDefect, "UNCOVERED", Blocker, "leaves a quality dimension out";
    InvalidException: QualityDefect, "INVALID_EXCEPTION", Blocker, "declares a dimension not applicable without reason and sign-off";
    MissingGuardrails: QualityDefect, "MISSING_GUARDRAILS", Major, "delegates a dimension without guardrails";
    WeakEvidence: QualityDefect, "WEAK_EVIDENCE", Minor, "does not link a required kind of evidence";
    MissingSignoffs: QualityDefect, "MISSING_SIGNOFFS", Blocker, "makes an exception that nobody signed";
    MissingGate: GovernanceDefect, "MISSING_GATE", Blocker, "skips a gate";
    InvalidAuthority: GovernanceDefect, "INVALID_AUTHORITY", Blocker, "is approved by somebody who may not";
    WaiverExpired: GovernanceDefect, "WAIVER_EXPIRED", Blocker, "rests on a waiver that has run out";
    WaiverMissing: GovernanceDefect, "WAIVER_MISSING", Blocker, "is waived without a waiver";
    ScopeMismatch: GovernanceDefect, "SCOPE_MISMATCH", Blocker, "goes beyond the scope it was given";
    ParseError: FormatDefect, "PARSE_ERROR", Blocker, "cannot be read";
    SchemaViolation: FormatDefect, "SCHEMA_VIOLATION", Blocker, "has not the shape it must have";
    DuplicateId: FormatDefect, "DUPLICATE_ID", Blocker, "gives one id to two things";
    IdFormat: FormatDefect, "ID_FORMAT", Major, "has an id that does not match its pattern";
    SortOrder: FormatDefect, "SORT_ORDER", Minor, "lists ids out of order";
    TabCharacter: FormatDefect, "TAB_CHARACTER", Minor, "contains a tab";
    BoundaryViolation: SecurityDefect, "BOUNDARY_VIOLATION", Blocker, "crosses a trust boundary";
    SecretExposure: SecurityDefect, "SECRET_EXPOSURE", Blocker, "exposes a secret";
    UnmitigatedThreat: SecurityDefect, "UNMITIGATED_THREAT", Major, "names a threat and no control";
    InvariantFailure: SecurityDefect, "INVARIANT_FAILURE", Major, "does not keep a security property";
    InstructionInjection: SecurityDefect, "INSTRUCTION_INJECTION", Blocker, "speaks to its reviewer instead of its reader";
}

/// What people and models say instead, and what they mean.
const ALIASES: [(&str, Subcategory); 20] = [
    ("AMBIGUOUS_REQUIREMENT", Subcategory::Ambiguity),
    ("ACCEPTANCE_CRITERION_VAGUE", Subcategory::CriterionVague),
    ("METRIC_BOUND_MISSING", Subcategory::Underspecified),
    ("MISSING_ERROR_CASE", Subcategory::Incompleteness),
    ("SECURITY", Subcategory::UnmitigatedThreat),
    ("AMBIGUOUS", Subcategory::Ambiguity),
    ("VAGUE", Subcategory::Ambiguity),
    ("CONTRADICTION", Subcategory::Inconsistency),
    ("CONFLICT", Subcategory::Inconsistency),
    ("INCONSISTENT", Subcategory::Inconsistency),
    ("INCOMPLETE", Subcategory::Incompleteness),
    ("MISSING", Subcategory::Incompleteness),
    ("UNVERIFIABLE", Subcategory::Untestable),
    ("UNBOUNDED", Subcategory::Underspecified),
    ("UNDERSPECIFICATION", Subcategory::Underspecified),
    ("DANGLING_REFERENCE", Subcategory::BrokenRef),
    ("MISSING_FAILURE_PATH", Subcategory::MissingFallback),
    ("MISSING_ERROR_HANDLING", Subcategory::MissingFallback),
    ("PRIVACY", Subcategory::MissingDataClass),
    ("PROMPT_INJECTION", Subcategory::InstructionInjection),
];

impl Subcategory {
    /// Returns the one to use where the taxonomy has two names for one thing.
    #[must_use]
    pub fn kept(self) -> Subcategory {
        match self {
            Subcategory::WeakEvidence => Subcategory::EvidenceWeak,
            Subcategory::UndefinedNetwork => Subcategory::NetworkUndefined,
            other => other,
        }
    }

    /// Reads a subcategory by its spelling or an alias.
    pub fn read(word: &str) -> Option<Subcategory> {
        let word = word.trim();
        let exact =
            Subcategory::ALL.iter().copied().find(|known| known.word().eq_ignore_ascii_case(word));
        exact.or_else(|| {
            ALIASES
                .iter()
                .find(|(alias, _)| alias.eq_ignore_ascii_case(word))
                .map(|(_, meant)| *meant)
        })
    }

    /// Reads what a raiser wrote as category and subcategory, tolerating a category that stands alone or is wrong.
    ///
    /// The subcategory decides: it belongs to exactly one category. A security finding without a subcategory is an
    /// unmitigated threat.
    pub fn classify(category: &str, subcategory: Option<&str>) -> Option<Subcategory> {
        let named = subcategory.filter(|word| !word.trim().is_empty());
        match named {
            Some(word) => Subcategory::read(word),
            None if Category::read(category) == Some(Category::SecurityDefect) => {
                Some(Subcategory::UnmitigatedThreat)
            }
            None => Subcategory::read(category),
        }
    }
}

journaled_as_word!(Subcategory, |one| one.word().to_owned(), Subcategory::read, "subcategory");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_reads_back_to_its_own_subcategory() {
        for subcategory in Subcategory::ALL {
            assert_eq!(Subcategory::read(subcategory.word()), Some(*subcategory));
        }
    }

    #[test]
    fn every_category_has_subcategories() {
        for category in Category::ALL {
            assert!(Subcategory::ALL.iter().any(|subcategory| subcategory.category() == category));
            assert_eq!(Category::read(category.word()), Some(category));
        }
    }

    #[test]
    fn aliases_seen_in_the_wild_are_understood() {
        assert_eq!(
            Subcategory::classify("SPEC_DEFECT", Some("AMBIGUOUS_REQUIREMENT")),
            Some(Subcategory::Ambiguity)
        );
        assert_eq!(
            Subcategory::classify("SECURITY_DEFECT", None),
            Some(Subcategory::UnmitigatedThreat)
        );
        assert_eq!(
            Subcategory::classify("SECURITY", Some("")),
            Some(Subcategory::UnmitigatedThreat)
        );
    }

    #[test]
    fn an_unknown_word_is_not_guessed() {
        assert_eq!(Subcategory::classify("SPEC_DEFECT", Some("ODD")), None);
        assert_eq!(Subcategory::classify("SPEC_DEFECT", None), None);
    }
}
