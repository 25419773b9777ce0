//! What holds for every document, whatever the text.

use council_core::packet::{Document, Section, Span, Target};
use proptest::prelude::*;

use super::super::{File, markdown_prd, prd_folder, spec_packet};

fn is_inside(document: &Document, span: Span) -> Result<(), TestCaseError> {
    let text = document.text();
    prop_assert!(span.start <= span.end && span.end <= text.len(), "{span:?}");
    prop_assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end), "{span:?}");
    Ok(())
}

/// The laws of every document, whatever the text.
pub(super) fn holds_together(document: &Document) -> Result<(), TestCaseError> {
    let mut anchors = std::collections::BTreeSet::new();
    let mut last = 0;
    for (index, Section { span, heading, body, parent, anchor, .. }) in
        document.sections.iter().enumerate()
    {
        for inner in [span, heading, body] {
            is_inside(document, *inner)?;
            prop_assert!(span.contains(*inner));
        }
        prop_assert!(span.start >= last);
        last = span.start;
        prop_assert!(anchors.insert(anchor.clone()), "{anchor} twice");
        if let Some(parent) = parent {
            prop_assert!(*parent < index);
            prop_assert!(document.sections[*parent].span.contains(*span));
        }
    }
    let mut last = 0;
    for requirement in &document.requirements {
        is_inside(document, requirement.span)?;
        prop_assert!(requirement.span.start >= last);
        last = requirement.span.start;
        prop_assert_eq!(requirement.line, document.lines().line(requirement.span.start));
        prop_assert!(!requirement.text.contains('\n'));
        if let Some(id) = &requirement.id {
            prop_assert!(document.slice(requirement.span).contains(id.as_str()));
            prop_assert!(document.find(id.as_str()).is_some());
        }
    }
    let attached = document.requirements.iter().flat_map(|requirement| &requirement.criteria);
    for criterion in attached.chain(&document.criteria) {
        is_inside(document, criterion.span)?;
        prop_assert_eq!(criterion.line, document.lines().line(criterion.span.start));
    }
    let mut last = 0;
    for definition in &document.definitions {
        is_inside(document, definition.span)?;
        prop_assert!(definition.span.start >= last);
        last = definition.span.start;
    }
    let mut last = 0;
    for reference in &document.references {
        is_inside(document, reference.span)?;
        prop_assert!(reference.span.start >= last);
        last = reference.span.start;
        if let Target::Id(id) = &reference.target {
            prop_assert_eq!(document.slice(reference.span), id.as_str());
        }
    }
    Ok(())
}

/// Text made of the pieces that the readers look for.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "# ",
        "## ",
        "### ",
        "- ",
        "  - ",
        "1. ",
        "> ",
        "```\n",
        "---\n",
        "| ",
        "|---|---|\n",
        "**",
        "FR-1",
        "FR-2: ",
        "AC-1: ",
        "US1",
        "R1 ",
        "T-1. ",
        "[",
        "](",
        ")",
        "Requirements",
        "Requirement: ",
        "Acceptance Criteria",
        ":",
        "User Story 1 - ",
        "Scenario: ",
        "Given a",
        "When b",
        "Then c",
        "And d",
        "The x shall y",
        "As a z, I w",
        "Out of scope:",
        "é",
        "\n",
        "\n\n",
        " ",
        "\t",
        "&amp;",
        "id: ",
        "statement: ",
        "prd: ",
        "acceptance_criteria:\n",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_markdown_gives_a_document_that_holds_together(text in prop_oneof![4 => pieces(), 1 => any::<String>()]) {
        holds_together(&markdown_prd("a.md", &text).value.documents[0])?;
    }

    #[test]
    fn any_yaml_gives_a_document_that_holds_together(
        text in prop_oneof!["([ ]{0,4}(- )?(id|statement|k|acceptance_criteria): ?(REQ-1|FR-2|x|\\||\\{a: 1, id: FR-3\\})?\\n){0,12}", pieces()],
    ) {
        for document in &prd_folder(&[("a/x.yaml".to_owned(), text)]).value.documents {
            holds_together(document)?;
        }
    }

    #[test]
    fn any_files_give_packets(names in prop::collection::vec("[a-z/.]{0,12}(md|yaml)?", 0..5), text in pieces()) {
        let files: Vec<File> = names.into_iter().map(|name| (name, text.clone())).collect();
        for document in spec_packet(&files).value.documents.iter().chain(&prd_folder(&files).value.documents) {
            holds_together(document)?;
        }
    }
}
