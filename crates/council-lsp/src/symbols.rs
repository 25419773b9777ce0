//! The outline of a specification: its sections, and the requirements in them.

use council::core::packet::{Document, Requirement, Section, Span};
use council::formats::{packet, report::clean};
use gen_lsp_types::SymbolKind;
use serde_json::{Value, json};

use crate::text::Lines;

/// Reads a text as one document.
pub(crate) fn read(path: &str, text: &str) -> Option<Document> {
    let parsed = if packet::is_yaml(path) {
        packet::prd_folder(&[(path.to_owned(), text.to_owned())])
    } else {
        packet::markdown_prd(path, text)
    };
    parsed.value.documents.into_iter().next()
}

/// Returns the sections of a document, each with the requirements and sections in it.
pub(crate) fn of(document: &Document, lines: &Lines) -> Vec<Value> {
    inside(document, lines, None)
}

fn inside(document: &Document, lines: &Lines, parent: Option<usize>) -> Vec<Value> {
    let requirements = document.requirements.iter().filter(|one| one.section == parent);
    let mut symbols: Vec<(usize, Value)> =
        requirements.map(|one| (one.span.start, of_requirement(one, lines))).collect();
    for (at, section) in document.sections.iter().enumerate() {
        // A section that is said to be in itself is in none.
        if section.parent == parent && parent.is_none_or(|parent| parent < at) {
            symbols.push((section.heading.start, of_section(document, lines, at, section)));
        }
    }
    symbols.sort_by_key(|(start, _)| *start);
    symbols.into_iter().map(|(_, symbol)| symbol).collect()
}

fn of_section(document: &Document, lines: &Lines, at: usize, section: &Section) -> Value {
    let whole = Span::new(section.heading.start, section.span.end.max(section.heading.end));
    json!({
        "name": named(&section.title),
        "kind": SymbolKind::Namespace,
        "range": lines.range(whole),
        "selectionRange": lines.range(section.heading),
        "children": inside(document, lines, Some(at)),
    })
}

fn of_requirement(requirement: &Requirement, lines: &Lines) -> Value {
    let words = clean::line(&requirement.text).into_owned();
    let name = requirement.id.as_ref().map_or_else(|| named(&words), |id| id.as_str().to_owned());
    json!({
        "name": name,
        "detail": words,
        "kind": SymbolKind::Property,
        "range": lines.range(requirement.span),
        "selectionRange": lines.range(requirement.span),
    })
}

/// Returns a name as an outline shows it; an empty one is refused by editors.
fn named(title: &str) -> String {
    let shown = clean::line(title);
    let shown: String = shown.trim().chars().take(80).collect();
    if shown.is_empty() { "(without a title)".to_owned() } else { shown }
}
