//! One file per rule, whose doc comment is its manual page.

mod directive;
mod pairs;
mod scan;
mod shape;

pub(crate) mod bare_comparative;
pub(crate) mod boundless_aim;
pub(crate) mod contradicting_duties;
pub(crate) mod contradicting_numbers;
pub(crate) mod dangling_reference;
pub(crate) mod duplicate_id;
pub(crate) mod duplicate_requirement;
pub(crate) mod encoded_text;
pub(crate) mod hidden_text;
pub(crate) mod loophole;
pub(crate) mod loose_adverb;
pub(crate) mod missing_section;
pub(crate) mod mixed_script;
pub(crate) mod never_always;
pub(crate) mod no_acceptance_criteria;
pub(crate) mod no_success_measure;
pub(crate) mod no_test_plan;
pub(crate) mod open_list;
pub(crate) mod placeholder;
pub(crate) mod pronoun_subject;
pub(crate) mod reviewer_addressed;
pub(crate) mod several_in_one;
pub(crate) mod subjective_word;
pub(crate) mod superlative;
pub(crate) mod undefined_acronym;
pub(crate) mod unnamed_other;
pub(crate) mod vague_amount;
pub(crate) mod vague_time;
pub(crate) mod weak_modal;
