//! Every rule, in one list. A new rule is a file below `rules` and a line here.

use crate::{Rule, lexicon::Triggers, rules};

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
    &rules::bare_comparative::RULE,
    &rules::superlative::RULE,
    &rules::loose_adverb::RULE,
    &rules::unnamed_other::RULE,
    &rules::loophole::RULE,
    &rules::boundless_aim::RULE,
    &rules::open_list::RULE,
    &rules::never_always::RULE,
    &rules::no_test_plan::RULE,
    &rules::reviewer_addressed::RULE,
    &rules::hidden_text::RULE,
    &rules::mixed_script::RULE,
    &rules::encoded_text::RULE,
    &rules::secret_shown::RULE,
    &rules::card_data_stored::RULE,
    &rules::never_expires::RULE,
    &rules::anybody_may::RULE,
    &rules::weak_password::RULE,
    &rules::unbounded_retry::RULE,
    &rules::unresolved_choice::RULE,
    &rules::no_example::RULE,
    &rules::example_of_another::RULE,
    &rules::unmentioned_parameter::RULE,
    &rules::impossible_share::RULE,
    &rules::impossible_date::RULE,
    &rules::circular_reference::RULE,
    &rules::empty_section::RULE,
    &rules::broken_link::RULE,
    &rules::vague_criterion::RULE,
    &rules::risk_without_mitigation::RULE,
    &rules::no_rollback::RULE,
    &rules::payment_without_idempotency::RULE,
    &rules::personal_data_without_retention::RULE,
    &rules::sign_in_without_limit::RULE,
    &rules::no_description::RULE,
    &rules::unfinished_sentence::RULE,
    &rules::example_contradicts_text::RULE,
    &rules::possible_anything::RULE,
    &rules::doubled_word::RULE,
    &rules::contradicting_permission::RULE,
    &rules::two_deadlines::RULE,
    &rules::timeout_below_latency::RULE,
    &rules::uptime_with_downtime::RULE,
    &rules::sees_everything::RULE,
    &rules::orphan_requirement::RULE,
    &rules::inconsistent_units::RULE,
    &rules::state_without_exit::RULE,
    &rules::capacity_exceeded::RULE,
];

/// The words of which a sentence must hold one before a rule looks at it, for rules that turn on a few words.
pub(crate) static TRIGGERS: &[(&Rule, &[u64])] = &[
    (&rules::anybody_may::RULE, &rules::anybody_may::ANYBODY),
    (&rules::card_data_stored::RULE, &rules::card_data_stored::STORING),
    (&rules::never_expires::RULE, &rules::never_expires::EXPIRE),
    (&rules::payment_without_idempotency::RULE, &rules::payment_without_idempotency::ACTS),
    (
        &rules::personal_data_without_retention::RULE,
        &rules::personal_data_without_retention::PERSONAL,
    ),
    (&rules::sees_everything::RULE, &rules::sees_everything::ROLE),
    (&rules::sign_in_without_limit::RULE, &rules::sign_in_without_limit::PASSWORD),
    (&rules::two_deadlines::RULE, &rules::two_deadlines::AT_ONCE),
    (&rules::unbounded_retry::RULE, &rules::unbounded_retry::RETRY),
    (&rules::uptime_with_downtime::RULE, &rules::uptime_with_downtime::DOWN),
];

/// Returns what marks a sentence that holds one of a rule's words.
pub(crate) fn trigger(rule: &Rule) -> Triggers {
    let place = TRIGGERS.iter().position(|(triggered, _)| *triggered == rule);
    place.map(Triggers::only).unwrap_or_default()
}
