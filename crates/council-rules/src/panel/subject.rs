//! What each seat of a panel looks for when the rules fill it: sorts of defect in words, and the rules that find them.
//!
//! Every rule belongs to exactly one core seat, so nothing the rules find is lost whoever sits on the panel, and no two
//! core seats say the same. A specialist has the rules that are about its own field; one without any is not seated.

use council_core::handoff::PanelSeat;

use crate::{Rule, model};

/// A sort of defect that a seat looks for.
#[derive(Debug)]
pub(super) struct Subject {
    /// It in words, so that it can stand after “is there”.
    pub(super) words: &'static str,
    /// In which documents its rules look.
    pub(super) scope: Scope,
    /// Where in such a document they speak for the seat.
    pub(super) place: Place,
    /// The rules that find it, by name.
    pub(super) rules: &'static [&'static str],
}

/// In which documents rules look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// In any.
    Any,
    /// In those that specify something.
    Specified,
    /// In those that say what must be built.
    Required,
    /// In product requirements documents.
    Prd,
    /// In the description of one function.
    Function,
}

/// Where a rule speaks for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Wherever it finds something.
    Everywhere,
    /// In a sentence about the seat's own field.
    OwnField,
}

impl Scope {
    /// Tells whether a document of a kind is one of them.
    pub(super) fn holds(self, kind: model::Kind) -> bool {
        match self {
            Scope::Any => true,
            Scope::Specified => kind.specifies(),
            Scope::Required => kind.requires(),
            Scope::Prd => kind == model::Kind::Prd,
            Scope::Function => kind == model::Kind::Function,
        }
    }
}

impl Subject {
    /// Tells whether a rule finds it.
    pub(super) fn is_of(&self, rule: &Rule) -> bool {
        self.rules.contains(&rule.id)
    }
}

/// Returns what a seat looks for.
pub(super) fn subjects(seat: &PanelSeat) -> &'static [Subject] {
    match seat.as_str() {
        "technical-reviewer" => TECHNICAL,
        "security-reviewer" => SECURITY,
        "executive-reviewer" => EXECUTIVE,
        "user-advocate" => USER,
        "compliance-reviewer" => COMPLIANCE,
        "performance-reviewer" => PERFORMANCE,
        "privacy-reviewer" => PRIVACY,
        "api-design-reviewer" => API_DESIGN,
        "migration-reviewer" => MIGRATION,
        _ => &[],
    }
}

/// Returns what a seat is there for and no rule can see.
pub(super) fn unseen(seat: &PanelSeat) -> &'static str {
    match seat.as_str() {
        "technical-reviewer" => "whether the design works and what it leaves out",
        "security-reviewer" => "threats, trust boundaries and how strong a protection is",
        "executive-reviewer" => "whether it is worth its cost",
        "user-advocate" => "whether people need it, understand it and can use it",
        "compliance-reviewer" => "what the law asks for",
        "performance-reviewer" => "whether a figure can be reached",
        "privacy-reviewer" => "whether the data is needed at all",
        "api-design-reviewer" => "whether an interface is easy to call and to change",
        "migration-reviewer" => "whether the old and the new can run side by side",
        _ => "anything of this perspective",
    }
}

const fn everywhere(words: &'static str, scope: Scope, rules: &'static [&'static str]) -> Subject {
    Subject { words, scope, place: Place::Everywhere, rules }
}

const fn in_own_field(words: &'static str, rules: &'static [&'static str]) -> Subject {
    Subject { words, scope: Scope::Specified, place: Place::OwnField, rules }
}

const TECHNICAL: &[Subject] = &[
    everywhere(
        "a contradiction",
        Scope::Specified,
        &[
            "contradicting-duties",
            "contradicting-numbers",
            "differing-lists",
            "example-contradicts-text",
            "exception-to-all",
            "exclusive-conditions",
            "limits-apart",
            "miscounted-list",
            "optional-feature",
            "two-endpoints",
            "undeclared-twin",
            "uptime-with-downtime",
            "waits-too-long",
        ],
    ),
    everywhere(
        "a figure that cannot be met",
        Scope::Specified,
        &["capacity-exceeded", "impossible-share", "inconsistent-units", "timeout-below-latency"],
    ),
    everywhere(
        "an id or a link that leads nowhere or to two places",
        Scope::Specified,
        &[
            "broken-link",
            "circular-reference",
            "dangling-reference",
            "duplicate-id",
            "duplicate-requirement",
            "example-of-another",
            "id-out-of-pattern",
            "link-to-another-number",
        ],
    ),
    everywhere(
        "a failure that is not handled",
        Scope::Specified,
        &[
            "missing-else",
            "no-degradation",
            "no-error-path",
            "no-observability",
            "payment-without-idempotency",
            "state-without-exit",
            "unbounded-retry",
        ],
    ),
    everywhere(
        "a step or a file that may fail halfway",
        Scope::Required,
        &["half-done", "unreadable-input"],
    ),
    everywhere(
        "an amount, a time or a limit without a number",
        Scope::Specified,
        &["boundless-aim", "possible-anything", "vague-amount", "vague-time"],
    ),
    everywhere(
        "a figure without its conditions",
        Scope::Required,
        &["limit-without-number", "target-without-conditions", "time-without-zone"],
    ),
    everywhere(
        "a requirement that does not bind or holds several",
        Scope::Specified,
        &["loophole", "loose-adverb", "never-always", "several-in-one", "weak-modal"],
    ),
    everywhere(
        "an action that nobody is named for",
        Scope::Specified,
        &["passive-without-agent", "pronoun-subject"],
    ),
    everywhere("a doubled word", Scope::Specified, &["doubled-word"]),
    everywhere(
        "a function or a parameter that is not described",
        Scope::Function,
        &["no-description", "no-example", "unmentioned-parameter"],
    ),
];

const SECURITY: &[Subject] = &[
    everywhere(
        "a permission that anyone has or that never expires",
        Scope::Any,
        &["anybody-may", "missing-authorisation", "never-expires", "sees-everything"],
    ),
    everywhere("a weak sign-in", Scope::Any, &["sign-in-without-limit", "weak-password"]),
    everywhere(
        "a secret or payment data left exposed",
        Scope::Any,
        &["card-data-stored", "secret-shown"],
    ),
    everywhere("input that is never validated", Scope::Any, &["untrusted-input"]),
    everywhere("a download that nothing verifies", Scope::Specified, &["unverified-download"]),
    everywhere(
        "text addressed to its reviewer",
        Scope::Any,
        &["encoded-text", "hidden-text", "mixed-script", "reviewer-addressed"],
    ),
];

const EXECUTIVE: &[Subject] = &[
    everywhere(
        "a goal without a measure or an open point without an owner",
        Scope::Prd,
        &["no-owner", "no-success-measure"],
    ),
    everywhere(
        "work without a criterion or a test",
        Scope::Specified,
        &["change-without-baseline", "no-acceptance-criteria", "no-test-plan", "vague-criterion"],
    ),
    everywhere(
        "a part that is missing or unfinished",
        Scope::Specified,
        &[
            "done-with-open-work",
            "empty-section",
            "missing-section",
            "open-list",
            "placeholder",
            "unfinished-sentence",
        ],
    ),
    everywhere(
        "a decision that is left open",
        Scope::Specified,
        &[
            "decision-left-open",
            "likely-conflict",
            "likely-gap",
            "option-not-chosen",
            "question-in-design",
            "unanswered-edge-case",
            "unresolved-choice",
        ],
    ),
    everywhere(
        "a risk without an answer or a change without a way back",
        Scope::Specified,
        &["no-migration", "no-rollback", "risk-without-mitigation"],
    ),
    everywhere("an impossible date", Scope::Specified, &["impossible-date"]),
    everywhere("a requirement that no goal leads to", Scope::Specified, &["orphan-requirement"]),
    everywhere(
        "a boast or a comparison with nothing to compare to",
        Scope::Specified,
        &["bare-comparative", "superlative"],
    ),
];

const USER: &[Subject] = &[
    everywhere(
        "a word whose meaning depends on who judges",
        Scope::Specified,
        &["subjective-word"],
    ),
    everywhere(
        "a name or an abbreviation that a reader cannot know",
        Scope::Specified,
        &["inconsistent-terminology", "undefined-acronym", "unnamed-other"],
    ),
    everywhere(
        "personal data without a legal ground or a retention time",
        Scope::Specified,
        &["personal-data-without-consent", "personal-data-without-retention"],
    ),
];

const COMPLIANCE: &[Subject] = &[
    everywhere("payment data left exposed", Scope::Any, &["card-data-stored"]),
    everywhere(
        "personal data without a legal ground or a retention time",
        Scope::Specified,
        &["personal-data-without-consent", "personal-data-without-retention"],
    ),
    in_own_field("a clause by which a rule need not be kept", &["loophole"]),
];

const PERFORMANCE: &[Subject] = &[
    everywhere(
        "a figure that cannot be met",
        Scope::Specified,
        &["capacity-exceeded", "timeout-below-latency", "uptime-with-downtime", "waits-too-long"],
    ),
    everywhere(
        "a response time without a load or a limit without a number",
        Scope::Required,
        &["limit-without-number", "target-without-conditions"],
    ),
    in_own_field(
        "speed or load without a number",
        &["boundless-aim", "change-without-baseline", "loophole", "vague-amount", "vague-time"],
    ),
];

const PRIVACY: &[Subject] = &[everywhere(
    "personal data without a legal ground or a retention time",
    Scope::Specified,
    &["personal-data-without-consent", "personal-data-without-retention"],
)];

const API_DESIGN: &[Subject] = &[
    everywhere(
        "a call with two paths or an example that does not fit",
        Scope::Specified,
        &["example-contradicts-text", "example-of-another", "two-endpoints", "undeclared-twin"],
    ),
    everywhere(
        "a function or a parameter that is not described",
        Scope::Function,
        &["no-description", "no-example", "unmentioned-parameter"],
    ),
    in_own_field(
        "a call that says nothing of its failures, callers or input",
        &["missing-authorisation", "no-degradation", "no-error-path", "untrusted-input"],
    ),
];

const MIGRATION: &[Subject] = &[everywhere(
    "a change that says nothing of what is there or has no way back",
    Scope::Specified,
    &["no-migration", "no-rollback"],
)];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RULES;

    #[test]
    fn every_rule_belongs_to_exactly_one_core_seat() {
        for rule in RULES {
            let count: usize = PanelSeat::core()
                .iter()
                .map(|seat| subjects(seat).iter().filter(|one| one.is_of(rule)).count())
                .sum();
            assert_eq!(count, 1, "{}", rule.id);
        }
    }

    #[test]
    fn every_name_is_a_rule_and_what_specialists_have_is_theirs_everywhere_or_in_their_field() {
        for seat in PanelSeat::core().into_iter().chain(PanelSeat::specialists()) {
            for name in subjects(&seat).iter().flat_map(|one| one.rules) {
                assert!(crate::rule(name).is_some(), "{seat}: {name}");
            }
            let own = subjects(&seat).iter().any(|one| one.place == Place::OwnField);
            assert!(!(own && seat.is_core()), "{seat}");
        }
    }
}
