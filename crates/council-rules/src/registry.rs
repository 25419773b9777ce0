//! Every rule, in one list. A new rule is a file below `rules` and a line here.

use crate::{Rule, rules};

/// The rules, by family.
pub static RULES: &[&Rule] = &[
    &rules::subjective_word::RULE,
    &rules::vague_amount::RULE,
    &rules::vague_time::RULE,
    &rules::weak_modal::RULE,
    &rules::placeholder::RULE,
    &rules::undefined_acronym::RULE,
    &rules::several_in_one::RULE,
    &rules::pronoun_subject::RULE,
    &rules::dangling_reference::RULE,
    &rules::duplicate_id::RULE,
    &rules::contradicting_numbers::RULE,
    &rules::contradicting_duties::RULE,
    &rules::duplicate_requirement::RULE,
    &rules::missing_section::RULE,
    &rules::no_acceptance_criteria::RULE,
    &rules::no_success_measure::RULE,
];
