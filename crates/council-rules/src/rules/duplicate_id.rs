//! # duplicate-id
//!
//! ## What it does
//! Finds an id that is declared twice in one document for two different things: two items or two headings that it opens as
//! their label, and two headings `Requirement: …` with the same name.
//!
//! ## Why it hurts
//! A test, a ticket or a review that names the id names both, and nobody knows which was meant.
//!
//! ## Example
//! Bad: `FR-3: The login page shall show a notice.` and `FR-3: The export shall hold a header.`
//!
//! Good: `FR-3: The login page shall show a notice.` and `FR-3a: The export shall hold a header.`
//!
//! ## When not to apply it
//! Where numbers begin anew: ids that start again under each story, a checklist or a table that names what is declared
//! elsewhere, a history. These are not reported.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{packet::Span, severity::Severity, taxonomy::Subcategory};

use super::ids::{self, Declared, Form, Ids};
use crate::{Finding, Kind, Model, Reads, Rule, model::Text};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "duplicate-id",
    kind: Kind::DuplicateId,
    subcategory: Subcategory::DuplicateId,
    severity: Severity::Major,
    modes: &[
        (7, "one name, one thing"),
        (4, "equal names are taken to be equal things"),
        (73, "evidence needs one address"),
    ],
    summary: "one id for two things",
    reads: Reads::Everything,
    source: include_str!("duplicate_id.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let ids = Ids::of(model);
    let mut families: BTreeMap<(&str, &str, Form), Vec<&Declared<'_, '_>>> = BTreeMap::new();
    let stated = ids.declared.iter().filter(|one| one.form != Form::Row);
    let stated: BTreeSet<&str> = stated.map(|one| one.id.as_str()).collect();
    for one in &ids.declared {
        let text = one.place.text;
        // A table of what is stated elsewhere traces it.
        let traces = one.form == Form::Row && stated.contains(one.id.as_str());
        // `[P1]` says how urgent something is.
        let is_priority = one.id.family() == "P";
        let is_record = ids::is_record(text, one.place.span.start);
        if !text.is_keyed() && !traces && !is_priority && !is_record {
            let key = (text.document.path(), one.id.family(), one.form);
            families.entry(key).or_default().push(one);
        }
    }
    for siblings in families.values() {
        of_family(siblings, findings);
    }
    keyed(model, findings);
    for text in &model.texts {
        named_alike(text, findings);
    }
}

/// One id in so many may stand twice by mistake; with more, numbers begin anew.
const ONE_IN: usize = 3;

/// Reports the ids of one family that are declared again, all in the same way.
fn of_family(siblings: &[&Declared<'_, '_>], findings: &mut Vec<Finding>) {
    let mut first: BTreeMap<&str, &Declared<'_, '_>> = BTreeMap::new();
    let mut again: Vec<Option<&Declared<'_, '_>>> = Vec::with_capacity(siblings.len());
    for one in siblings {
        let before = first.get(one.id.as_str()).copied();
        again.push(before);
        first.entry(one.id.as_str()).or_insert(one);
    }
    let repeated = again.iter().flatten().count();
    if repeated == 0 {
        return;
    }
    let restarts = repeated * ONE_IN > siblings.len();
    for (at, one) in siblings.iter().enumerate() {
        let Some(before) = again.get(at).copied().flatten() else {
            continue;
        };
        let is_again =
            |at: Option<usize>| at.and_then(|at| again.get(at)).is_some_and(Option::is_some);
        // Two in a row that come back are a list that is gone through once more.
        let begins_anew = is_again(at.checked_sub(1)) || is_again(Some(at + 1));
        let is_beside = || {
            let section = |one: &Declared<'_, '_>| {
                one.place.text.document.section_index(one.place.span.start)
            };
            section(before) == section(one)
        };
        if !begins_anew && (!restarts || is_beside()) && is_another(before, one) {
            report(one, before, findings);
        }
    }
}

/// Tells whether two declarations of one id are of two things.
fn is_another(before: &Declared<'_, '_>, one: &Declared<'_, '_>) -> bool {
    let text = one.place.text;
    let words = |one: &Declared<'_, '_>| {
        let passage = text.passages.get(one.place.passage);
        let end = passage.map_or(one.place.span.end, |passage| passage.span.end);
        let rest = Span::new(one.place.span.end, end).of(text.document.text());
        let letters = rest.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).take(COMPARED).collect::<String>()
    };
    let in_one_table = || {
        let tables = &text.document.tables;
        let after = tables.partition_point(|table| table.span.start <= one.place.span.start);
        let table = after.checked_sub(1).and_then(|at| tables.get(at));
        table.is_some_and(|table| {
            table.span.contains(before.place.span) && table.span.contains(one.place.span)
        })
    };
    let row = |one: &Declared<'_, '_>| {
        let line = text.document.lines().line(one.place.span.start);
        let line = text.document.lines().span(text.document.text(), line);
        line.map(|line| text.slice(line))
    };
    match one.form {
        Form::Heading | Form::Statement => words(before) != words(one),
        Form::Row => in_one_table() && row(before) != row(one),
    }
}

/// How many letters of two statements are compared.
const COMPARED: usize = 200;

fn report(one: &Declared<'_, '_>, before: &Declared<'_, '_>, findings: &mut Vec<Finding>) {
    let (text, lines) = (one.place.text, one.place.text.document.lines());
    let line = lines.span(text.document.text(), lines.line(one.place.span.start));
    let first = lines.line(before.place.span.start);
    findings.push(Finding::at(
        &RULE,
        text,
        one.place.span,
        line.unwrap_or(one.place.span),
        format!("`{}` is already the id of something else, in line {first}", one.id),
        "give one of the two a new id, and check who refers to it",
    ));
}

/// Reports ids that the files of a folder of keys give twice.
fn keyed(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let mut first: BTreeMap<&str, (&Text<'_>, Span, u32)> = BTreeMap::new();
    for text in model.texts.iter().filter(|text| text.is_keyed()) {
        for definition in &text.document.definitions {
            let (id, line) = (definition.id.as_str(), definition.line);
            let Some((other, span, first_line)) = first.get(id) else {
                first.insert(id, (text, definition.span, line));
                continue;
            };
            let is_one = text.document.path() == other.document.path()
                && (span.contains(definition.span) || definition.span.contains(*span));
            if is_one {
                continue;
            }
            let offset = text.slice(definition.span).find(id).unwrap_or_default();
            let start = definition.span.start + offset;
            let at = Span::new(start, start + id.len());
            let around = text.document.lines().span(text.document.text(), line).unwrap_or(at);
            let place = format!("{}:{first_line}", other.document.path());
            findings.push(Finding::at(
                &RULE,
                text,
                at,
                around,
                format!("`{id}` is already the id of something else, at {place}"),
                "give one of the two a new id, and check who refers to it",
            ));
        }
    }
}

/// Reports headings `Requirement: …` that are called alike. A document of changes may name one under two of them.
fn named_alike(text: &Text<'_>, findings: &mut Vec<Finding>) {
    let sections = &text.document.sections;
    let mut first: BTreeMap<String, (Option<usize>, u32)> = BTreeMap::new();
    let changes: BTreeSet<usize> = (0..sections.len())
        .filter(|at| sections.get(*at).is_some_and(|section| is_change(&section.title)))
        .collect();
    for section in sections {
        let Some(name) = required(&section.title) else {
            continue;
        };
        let Some((parent, line)) = first.get(&name) else {
            first.insert(name, (section.parent, section.line));
            continue;
        };
        let is_changed = |parent: Option<usize>| parent.is_some_and(|at| changes.contains(&at));
        if *parent != section.parent && (is_changed(*parent) || is_changed(section.parent)) {
            continue;
        }
        let span = section.heading.trimmed(text.document.text());
        findings.push(Finding::at(
            &RULE,
            text,
            span,
            span,
            format!("a requirement with this name is already there, in line {line}"),
            "give each requirement a name of its own, or make them one",
        ));
    }
}

/// Returns the name of the requirement that a heading announces, in letters and digits only.
fn required(title: &str) -> Option<String> {
    let (lead, name) = title.split_once(':')?;
    let is_required = lead.trim_matches(['*', ' ']).eq_ignore_ascii_case("requirement");
    let name: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    (is_required && !name.is_empty()).then(|| name.to_lowercase())
}

/// Tells whether a heading opens a part of a document of changes.
fn is_change(title: &str) -> bool {
    let first = title.split_whitespace().next().unwrap_or_default();
    ["ADDED", "MODIFIED", "REMOVED", "RENAMED"].contains(&first)
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use crate::check_with;

    fn repeated(text: &str) -> Vec<u32> {
        let packet = markdown_prd("prd.md", text).value;
        let found = check_with(&packet, |rule| rule.id == "duplicate-id");
        found.iter().map(|finding| finding.start.line).collect()
    }

    #[test]
    fn one_id_for_two_statements_is_reported_at_the_second() {
        let text = "# A\n\n## Requirements\n\n- FR-1: Staff sign in.\n- FR-2: Staff sign out.\n- **FR-1**: Pages print.\n";
        assert_eq!(repeated(text), [7]);
        let text = "# A\n\n## In\n\n- FR-1 Staff sign in.\n- FR-2 Staff sign out.\n\n## Out\n\n- FR-2 Pages print.\n";
        assert_eq!(repeated(text), [10]);
    }

    #[test]
    fn numbers_that_begin_anew_are_no_conflict() {
        let story = |name: &str| {
            format!("### {name}\n\n**IV1**: {name} opens.\n\n**IV2**: {name} shuts.\n\n")
        };
        let text = format!("# A\n\n## Stories\n\n{}{}{}", story("One"), story("Two"), story("Six"));
        assert!(repeated(&text).is_empty());
    }

    #[test]
    fn what_only_names_an_id_declares_nothing() {
        for text in [
            "# A\n\n### AC1: It opens\n\nx\n\n### AC2: It shuts\n\nx\n\n## Sign-off\n\n- [ ] AC1: opened once\n",
            "# A\n\n- **V1 NOTE:** it was so\n- **V1 NOTE:** it was otherwise\n- V2\n- V3\n",
            "# A\n\n`A1,A2...AN` are arguments\n\n`A1,A2...AN` again\n\n- A3: x\n- A4: y\n",
            "# A\n\n- FR-1: x\n- FR-2: y\n- FR-3: z\n\n| Id | Test |\n|---|---|\n| FR-1 | t |\n| FR-1 | u |\n",
            "# A\n\n- FR-4: It opens.\n- FR-4.5A: It shuts.\n- FR-4.5: It locks.\n- FR-4a: It stays.\n",
            "# A\n\n- FR-1: x\n- FR-2: y\n- FR-3: z\n\n## Changelog\n\n- FR-1: was added\n",
        ] {
            assert!(repeated(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn two_requirements_with_one_name_are_reported() {
        let one = "### Requirement: Keep it\n\nIt SHALL stay.\n\n";
        let text = format!("# A\n\n## Requirements\n\n{one}### Requirement: Drop it\n\nx\n\n{one}");
        assert_eq!(repeated(&text), [13]);
        let text = format!("# A\n\n## ADDED Requirements\n\n{one}## REMOVED Requirements\n\n{one}");
        assert!(repeated(&text).is_empty());
    }
}
