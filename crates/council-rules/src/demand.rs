//! What a document demands to be built, in the layouts that people have: requirements with an id, and statements that are
//! requirements by where they stand.

use council_core::packet::{ItemId, Requirement, Span};

use crate::model::{Meaning, Model, Role, Sentence, Text};

/// One thing that is to be built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    /// Its words on one line, its id first where it has one.
    pub text: String,
    /// What shows that it is met.
    pub criteria: Vec<String>,
    /// The line where it begins, from 1.
    pub line: u32,
}

/// Returns what a packet demands, in the order of the text. Where nothing is stated as a requirement, what shows that the
/// work is done is what there is to build by.
pub fn demands(model: &Model<'_>) -> Vec<Demand> {
    model.texts.iter().filter(|text| text.kind.specifies()).flat_map(of_text).collect()
}

fn of_text(text: &Text<'_>) -> Vec<Demand> {
    let requirements = &text.document.requirements;
    let mut found: Vec<Demand> = requirements.iter().filter_map(named).collect();
    let is_stated = |one: &Sentence| {
        // Where requirements have names or ids, a `must` in the prose around them is none.
        let is_among = requirements.is_empty() || one.meaning == Meaning::Requirements;
        is_among && matches!(one.role, Role::Requirement | Role::Constraint)
    };
    let is_shown = |role: Role| matches!(role, Role::Criterion | Role::Then);
    let inside = |span: Span| {
        requirements.iter().any(|one| one.span.start <= span.start && span.start < one.span.end)
    };
    found.extend(by_passage(text, |one| is_stated(one) && !inside(one.span)));
    if found.is_empty() {
        found = by_passage(text, |one| is_shown(one.role));
    }
    found.sort_by_key(|demand| demand.line);
    found
}

/// Returns a requirement that the document names as one. Of a user story with criteria the story is what is built.
fn named(requirement: &Requirement) -> Option<Demand> {
    let words = requirement.text.trim();
    let title = requirement.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
    let words = match title {
        Some(title) if words.is_empty() || title == words => title.to_owned(),
        Some(title) if !words.starts_with(title) => format!("{title}: {words}"),
        Some(_) | None => words.to_owned(),
    };
    let id = requirement.id.as_ref().map(ItemId::as_str);
    let text = match id {
        Some(id) if !words.starts_with(id) => format!("{id}: {words}"),
        Some(_) | None => words,
    };
    let criteria = requirement.criteria.iter().map(|one| one.text.trim().to_owned());
    let criteria = criteria.filter(|words| !words.is_empty()).collect();
    let is_of_form = id.is_none() && is_of_a_form(&text);
    (!text.is_empty() && !is_of_form).then_some(Demand { text, criteria, line: requirement.line })
}

/// Returns the sentences that are wanted, those of one passage as one demand.
fn by_passage(text: &Text<'_>, is_wanted: impl Fn(&Sentence) -> bool) -> Vec<Demand> {
    let is_of_form = |one: &Sentence| is_of_a_form(&plain(text.slice(one.span)));
    let is_wanted = |one: &&Sentence| is_wanted(one) && !is_of_form(one);
    let wanted: Vec<&Sentence> = text.sentences.iter().filter(is_wanted).collect();
    let demand = |same: &[&Sentence]| {
        let (first, last) = (same.first()?, same.last()?);
        let words = plain(text.slice(Span::new(first.span.start, last.span.end)));
        let line = text.document.lines().line(first.span.start);
        let has_words = words.split_whitespace().nth(1).is_some();
        has_words.then_some(Demand { text: words, criteria: Vec::new(), line })
    };
    wanted.chunk_by(|one, next| one.passage == next.passage).filter_map(demand).collect()
}

/// How sentences begin with which a template tells whoever fills it in what to do: they demand nothing of what is built.
const OF_A_FORM: [&str; 11] = [
    "this section ",
    "this template ",
    "this checklist ",
    "this document must be ",
    "this document should be ",
    "items marked ",
    "(r) ",
    "i/we understand ",
    "fill in this ",
    "delete this ",
    "remove this section",
];

/// Tells whether a sentence is a template's own.
fn is_of_a_form(words: &str) -> bool {
    let words = words.trim_start_matches(['*', '_', '(']).to_lowercase();
    let inside = format!("({words}");
    OF_A_FORM.iter().any(|begin| words.starts_with(begin) || inside.starts_with(begin))
}

/// Returns words on one line, without the marks of a list, a box or strong print around them.
fn plain(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ").replace("**", "");
    let words = words.trim_start_matches(['-', '*', '+', ' ']);
    let boxed = ["[ ] ", "[x] ", "[X] "].iter().find_map(|mark| words.strip_prefix(mark));
    boxed.unwrap_or(words).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use super::*;

    fn texts(words: &str) -> Vec<(String, usize)> {
        let packet = markdown_prd("a.md", words).value;
        let demands = demands(&Model::of(&packet));
        demands.into_iter().map(|one| (one.text, one.criteria.len())).collect()
    }

    fn one(words: &str) -> (String, usize) {
        (words.to_owned(), 0)
    }

    #[test]
    fn what_has_an_id_is_found_with_its_criteria() {
        let found = texts(
            "# A\n\n## Requirements\n\n- FR-1: The page must show the name.\n  - Acceptance: given Ada, when it opens, then it shows `Ada`.\n",
        );
        assert_eq!(found, [("FR-1: The page must show the name.".to_owned(), 1)]);
    }

    #[test]
    fn what_stands_among_requirements_needs_no_id() {
        let found = texts(
            "# Export\n\n## Goals\n\nPeople take their data along.\n\n## Requirements\n\n- Every report can be exported as CSV.\n- The export holds all columns.\n",
        );
        assert_eq!(
            found,
            [one("Every report can be exported as CSV."), one("The export holds all columns.")]
        );
    }

    #[test]
    fn prose_around_requirements_with_ids_is_none() {
        let found = texts(
            "# A\n\n## Background\n\nToday clerks must type everything twice.\n\n## Requirements\n\n- FR-1: The page must show the name.\n",
        );
        assert_eq!(found, [one("FR-1: The page must show the name.")]);
    }

    #[test]
    fn a_story_without_requirements_is_built_by_its_criteria() {
        let found = texts(
            "# Story 1.2: Sign out\n\n## Story\n\nAs a user I want to sign out.\n\n## Acceptance Criteria\n\n1. The session ends when the button is pressed.\n2. The page shows the sign-in form.\n",
        );
        assert!(!found.is_empty(), "{found:?}");
    }

    #[test]
    fn what_a_template_says_of_itself_is_not_built() {
        let found = texts(
            "# Quotas\n\n## Release checklist\n\nItems marked with (R) are required before a release.\n\n\
             - [ ] (R) The design details must be documented.\n- [ ] I/we understand that owners may require more tests.\n\n\
             ## Requirements\n\nThis section must be completed before the alpha.\n\n- Every namespace must have a quota.\n",
        );
        assert_eq!(found, [one("Every namespace must have a quota.")]);
    }

    #[test]
    fn what_only_tells_demands_nothing() {
        assert_eq!(texts("# Notes\n\n## Motivation\n\nWe met and talked about lunch.\n"), []);
    }
}
