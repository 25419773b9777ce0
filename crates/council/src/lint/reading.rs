//! How a document was understood: what it is, how it is laid out, and what part each statement plays.

use std::collections::BTreeMap;

use super::{
    Linted,
    keys::{LintFileKeys, PartKeys, ReadingKeys, StatementKeys},
};
use council_core::gate::Outcome;
use council_formats::{
    packet,
    report::{Data, Report, Telling, sheet::Sheet},
};
use council_rules::model::{Ask, Model, Role, Sentence, Text};

/// Says how a file that was linted is understood, statement by statement.
pub fn reading(linted: &Linted) -> Report {
    let (path, words) = (linted.path(), linted.original.text());
    let packet = if packet::is_yaml(path) {
        packet::prd_folder(&[(path.to_owned(), words.to_owned())]).value
    } else {
        packet::markdown_prd(path, words).value
    };
    let model = Model::of(&packet);
    let Some(text) = model.texts.first() else {
        let headline = format!("{}: nothing was read", linted.path());
        let report = Report::new("lint", linted.path(), Outcome::Pass, headline);
        return Report { telling: Telling::Listing, ..report };
    };
    let sheet = sheet(linted.path(), text);
    let mut report = Report::new("lint", linted.path(), Outcome::Pass, sheet.title.clone());
    report.telling = Telling::Listing;
    report.sheet = Some(sheet);
    report.data = Data::of(&LintFileKeys { reading: Some(keys(text)), ..LintFileKeys::default() });
    report
}

fn sheet(path: &str, text: &Text<'_>) -> Sheet {
    let (kind, layout) = (text.kind.word(), text.layout.word());
    let mut sheet = Sheet::new(format!("{path}: {kind}, {layout} layout"));
    let mut facts = vec![("kind".to_owned(), kind.to_owned())];
    facts.push(("layout".to_owned(), layout.to_owned()));
    let named = |answered: bool| {
        let parts = text.layout.parts().iter().filter(move |part| text.answers(part) == answered);
        parts.map(|part| part.name).collect::<Vec<_>>().join(", ")
    };
    let (has, lacks) = (named(true), named(false));
    if !has.is_empty() {
        facts.push(("has".to_owned(), has));
    }
    if !lacks.is_empty() {
        facts.push(("lacks".to_owned(), lacks));
    }
    let mut counts: BTreeMap<Role, usize> = BTreeMap::new();
    for sentence in &text.sentences {
        *counts.entry(sentence.role).or_default() += 1;
    }
    let counts = counts.iter().map(|(role, count)| format!("{count} {}", role.word()));
    facts.push(("statements".to_owned(), counts.collect::<Vec<_>>().join(", ")));
    if !text.kind.specifies() {
        let why = "it specifies nothing, so it is only looked at for hostile text and secrets";
        facts.push(("judged".to_owned(), why.to_owned()));
    }
    sheet.facts(facts);
    let rows = text.sentences.iter().filter(|sentence| sentence.role != Role::Label);
    let rows = rows.map(|sentence| {
        let section = section(text, sentence).unwrap_or_default().to_owned();
        [
            line(text, sentence).to_string(),
            sentence.role.word().to_owned(),
            section,
            words(text, sentence),
        ]
    });
    sheet.table(["line", "role", "section", "words"], rows.collect());
    sheet
}

fn keys(text: &Text<'_>) -> ReadingKeys {
    let parts = text.layout.parts().iter();
    let statements = text.sentences.iter();
    ReadingKeys {
        kind: text.kind.word(),
        layout: text.layout.word(),
        specifies: text.kind.specifies(),
        parts: parts
            .map(|part| PartKeys {
                name: part.name,
                ask: ask(part.ask),
                answered: text.answers(part),
            })
            .collect(),
        statements: statements
            .map(|sentence| StatementKeys {
                line: line(text, sentence),
                role: sentence.role.word(),
                binds: sentence.role.binds(),
                section: section(text, sentence).map(str::to_owned),
                words: words(text, sentence),
            })
            .collect(),
    }
}

fn ask(ask: Ask) -> &'static str {
    match ask {
        Ask::Section => "section",
        Ask::Requirements => "requirements",
        Ask::Acceptance => "acceptance",
        Ask::Success => "success",
        Ask::Tests => "tests",
    }
}

pub(crate) fn line(text: &Text<'_>, sentence: &Sentence) -> u32 {
    text.document.lines().line(sentence.span.start)
}

fn section<'a>(text: &Text<'a>, sentence: &Sentence) -> Option<&'a str> {
    text.document.section_at(sentence.span.start).map(|section| section.title.as_str())
}

/// Returns the first words of a sentence, on one line.
pub(crate) fn words(text: &Text<'_>, sentence: &Sentence) -> String {
    const MOST: usize = 9;
    let mut all = text.slice(sentence.span).split_whitespace();
    let first: Vec<&str> = all.by_ref().take(MOST).collect();
    let rest = if all.next().is_some() { " …" } else { "" };
    format!("{}{rest}", first.join(" "))
}
