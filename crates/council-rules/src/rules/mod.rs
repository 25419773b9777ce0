//! One file per rule, whose doc comment is its manual page.

mod pairs;
mod scan;
mod shape;

pub(crate) mod contradicting_duties;
pub(crate) mod contradicting_numbers;
pub(crate) mod dangling_reference;
pub(crate) mod duplicate_id;
pub(crate) mod duplicate_requirement;
pub(crate) mod missing_section;
pub(crate) mod no_acceptance_criteria;
pub(crate) mod no_success_measure;
pub(crate) mod placeholder;
pub(crate) mod pronoun_subject;
pub(crate) mod several_in_one;
pub(crate) mod subjective_word;
pub(crate) mod undefined_acronym;
pub(crate) mod vague_amount;
pub(crate) mod vague_time;
pub(crate) mod weak_modal;
