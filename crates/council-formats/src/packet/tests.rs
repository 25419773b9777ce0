//! Facts and laws of the packet readers.

use council_core::packet::{Document, Packet, PacketKind, Section, Span, Target};
use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

/// Draws what a document requires: one line a requirement or criterion, then what it defines and mentions.
fn draw(document: &Document) -> String {
    let mut out = Vec::new();
    for requirement in &document.requirements {
        let id = requirement.id.as_ref().map_or("-", |id| id.as_str());
        let title =
            requirement.title.as_ref().map(|title| format!("<{title}> ")).unwrap_or_default();
        out.push(format!(
            "{}: {id} {:?} {title}{}",
            requirement.line, requirement.kind, requirement.text
        ));
        for criterion in &requirement.criteria {
            let id = criterion.id.as_ref().map(|id| format!("{id} ")).unwrap_or_default();
            out.push(format!("  {}: {id}{}", criterion.line, criterion.text));
        }
    }
    for criterion in &document.criteria {
        out.push(format!("free {}: {}", criterion.line, criterion.text));
    }
    let requirements: Vec<_> =
        document.requirements.iter().filter_map(|requirement| requirement.id.clone()).collect();
    let others =
        document.definitions.iter().filter(|definition| !requirements.contains(&definition.id));
    out.extend(
        others.map(|definition| format!("defines {} at {}", definition.id, definition.line)),
    );
    for reference in &document.references {
        let from = reference.from.as_ref().map(|id| format!(" from {id}")).unwrap_or_default();
        let target = match &reference.target {
            Target::Id(id) => id.to_string(),
            Target::File { path, anchor } => {
                format!("{path}#{}", anchor.as_deref().unwrap_or_default())
            }
        };
        out.push(format!("mentions {target} at {}{from}", reference.line));
    }
    out.join("\n") + "\n"
}

fn check(text: &str, expected: &Expect) {
    let document = markdown_document("a.md", text).value;
    holds_together(&document).unwrap();
    expected.assert_eq(&draw(&document));
}

#[test]
fn a_spec_kit_layout_is_read() {
    check(
        r"# Feature Specification: Notes

## User Scenarios & Testing

### User Story 1 - Write a note (Priority: P1)

A visitor writes a note.

**Why this priority**: it is the product.

**Acceptance Scenarios**:

1. **Given** an empty page, **When** a note is typed, **Then** it is saved
2. **Given** no network, **When** a note is typed, **Then** it is kept

### Edge Cases

- What if the disk is full?

## Requirements

### Functional Requirements

- **FR-001**: System MUST save notes
- **FR-002**: System SHOULD sync notes, see FR-001

### Key Entities

- **Note**: text with a date

## Success Criteria

### Measurable Outcomes

- **SC-001**: 95% of notes are saved within 1 s
",
        &expect![[r"
            5: - Story <Write a note (Priority: P1)> A visitor writes a note. Why this priority: it is the product.
              13: Given an empty page, When a note is typed, Then it is saved
              14: Given no network, When a note is typed, Then it is kept
            24: FR-001 Functional System MUST save notes
            25: FR-002 Functional System SHOULD sync notes, see FR-001
            35: SC-001 Outcome 95% of notes are saved within 1 s
            defines US1 at 5
            mentions FR-001 at 25 from FR-002
        "]],
    );
}

#[test]
fn an_open_spec_layout_is_read() {
    check(
        r"# notes

## Purpose
The tool SHALL be small.

## ADDED Requirements
### Requirement: Saving
The tool SHALL save notes.

#### Scenario: Disk is full
- **WHEN** the disk is full
- **THEN** an error is shown
- **AND** nothing is lost

### Requirement: Listing
The tool SHALL list notes.

```
#### Scenario: not one
```
",
        &expect![[r"
            7: - Unspecified <Saving> The tool SHALL save notes.
              10: Disk is full WHEN the disk is full THEN an error is shown AND nothing is lost
            15: - Unspecified <Listing> The tool SHALL list notes.
        "]],
    );
}

#[test]
fn a_bmad_layout_is_read() {
    check(
        r"# Notes PRD

## Requirements

### Functional

- FR1: Notes can be pinned.
- FR2: Notes can be shared.

### Non Functional

- NFR1: Pages load within 200 ms.

## Epic 1: Notes

### Story 1.1: Pin a note

As a writer,
I want to pin a note,
so that I find it again.

#### Acceptance Criteria

1. A pinned note comes first.
2. At most 5 notes are pinned (FR1).
",
        &expect![[r"
            7: FR1 Functional Notes can be pinned.
            8: FR2 Functional Notes can be shared.
            12: NFR1 Quality Pages load within 200 ms.
            16: - Story <Pin a note> As a writer, I want to pin a note, so that I find it again.
              24: A pinned note comes first.
              25: At most 5 notes are pinned (FR1).
            mentions FR1 at 25
        "]],
    );
}

#[test]
fn plain_statements_are_read_where_they_bind() {
    check(
        r"The system shall start.

It is nice, and you must see it.

- The system shall stop.
- A bullet.

## Risks

The vendor shall fail.

> The quoted system shall not count.
",
        &expect![[r"
            1: - Unspecified The system shall start.
            5: - Unspecified The system shall stop.
        "]],
    );
}

#[test]
fn headings_and_bold_paragraphs_carry_ids() {
    check(
        r"## Functional Requirements

**FR-2: Import**
The user imports.

- from CSV

*Acceptance Criteria*:
- it works

**FR-3**: Delete

---

An afterthought.

### REQ-12 Export

The user exports.

**Acceptance criteria:**
- CSV works
- JSON works
",
        &expect![[r"
            3: FR-2 Functional <Import> The user imports. from CSV
              9: it works
            11: FR-3 Functional Delete
            17: REQ-12 Functional <Export> The user exports.
              22: CSV works
              23: JSON works
        "]],
    );
}

#[test]
fn tables_of_requirements_are_read_and_tables_of_coverage_are_not() {
    check(
        r"## Requirements

| ID | Requirement | Target | Acceptance | Priority |
|---|---|---|---|---|
| FR-1 | Search | < 1 s | finds all | P1 |
| FR-2 | Sort | | | P2 |

## Traceability

| Requirement | Test |
|---|---|
| FR-1 | T-1 |

## Risks

| ID | Risk |
|---|---|
| R-1 | FR-2 slips |
",
        &expect![[r"
            5: FR-1 Functional Search — < 1 s
              5: finds all
            6: FR-2 Functional Sort
            defines R-1 at 18
            mentions FR-1 at 12
            mentions FR-2 at 18 from R-1
        "]],
    );
}

#[test]
fn an_id_is_defined_where_requirements_are_listed_and_mentioned_elsewhere() {
    check(
        r"## Summary

- FR-1: in short

## Requirements

- FR-1: The whole of it
- FR-2: One
- FR-2: Another

## Test plan

- FR-1: covered by UTF-8 and SHA-256

## Acceptance Criteria

- AC-1: FR-1 is done
- All is done
",
        &expect![[r"
            7: FR-1 Functional The whole of it
              17: AC-1 FR-1 is done
            8: FR-2 Functional One
            9: FR-2 Functional Another
            free 18: All is done
            defines AC-1 at 17
            mentions FR-1 at 3
            mentions FR-1 at 13
            mentions FR-1 at 17 from AC-1
        "]],
    );
}

#[test]
fn one_paragraph_with_an_id_on_each_line_is_several_requirements() {
    check(
        r"## Requirements

**FR1.1**: first
and more
**FR1.2**: second
",
        &expect![[r"
            3: FR1.1 Functional first and more
            5: FR1.2 Functional second
        "]],
    );
}

#[test]
fn what_is_out_of_scope_is_not_required() {
    check(
        r"## Requirements

**Out of scope:**

- Printing

**In scope:**

- Saving
- None

### Open questions

- Who pays?
",
        &expect![[r"
            9: - Unspecified Saving
        "]],
    );
}

#[test]
fn groups_are_labels_and_their_items_are_the_requirements() {
    check(
        r"## Requirements

- Accounts:
  - Users sign in
  - Users sign out
- Details stay together
  - as here
",
        &expect![[r"
            4: - Unspecified Users sign in
            5: - Unspecified Users sign out
            6: - Unspecified Details stay together; as here
        "]],
    );
}

#[test]
fn links_to_files_are_references_and_links_to_the_network_are_not() {
    check(
        r"See [plan](plan.md#step-1), [here](#goals), [site](https://x.test/FR-9) and <https://x.test/FR-8> or FR-7.
",
        &expect![[r"
            mentions plan.md#step-1 at 1
            mentions #goals at 1
            mentions FR-7 at 1
        "]],
    );
}

#[test]
fn an_id_that_only_markup_assembles_is_none() {
    let document = markdown_document("a.md", "## Requirements\n- **F**R-1: x\n").value;
    assert_eq!(document.requirements.len(), 1);
    assert_eq!(document.requirements[0].id, None);
}

#[test]
fn a_packet_takes_id_version_and_title_from_the_front_matter_or_the_path() {
    let packet =
        markdown_prd("a/b.md", "---\nprd_id: PRD-7\nversion: 2\ntitle: T\n---\n# H\n").value;
    assert_eq!(
        (packet.id.as_str(), packet.version.as_deref(), packet.title.as_str()),
        ("PRD-7", Some("2"), "T")
    );
    let packet = markdown_prd("docs/SPEC-1/spec.md", "# H\n").value;
    assert_eq!((packet.id.as_str(), packet.version, packet.title.as_str()), ("SPEC-1", None, "H"));
}

#[test]
fn a_bad_id_or_bad_front_matter_is_said_and_the_rest_is_read() {
    let parsed = markdown_prd("x.md", "---\nid: ../up\n---\n- FR-1: a\n");
    assert_eq!(parsed.value.id.as_str(), "x");
    assert_eq!(parsed.diagnostics[0].code, "bad-packet-id");
    let parsed = markdown_prd("x.md", "---\na: 1\nA: 2\n---\n# T\n");
    assert_eq!(parsed.diagnostics[0].code, "ambiguous-key");
    assert_eq!(parsed.value.title, "T");
}

fn files(files: &[(&str, &str)]) -> Vec<File> {
    files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn a_spec_packet_reads_the_spec_first_and_the_plan_only_mentions() {
    let packet = spec_packet(&files(&[
        ("docs/SPEC-9/tasks.md", "# Tasks\n- [ ] T001 [US1] Build FR-1\n"),
        (
            "docs/SPEC-9/plan.md",
            "# Plan\n## Requirements\n- FR-1: in step T001\n- FR-3: only here\n",
        ),
        (
            "docs/SPEC-9/spec.md",
            "# Spec\n## Requirements\n- FR-1: do it\n### User Story 1 - Use it\n",
        ),
        ("docs/SPEC-9/logo.png", "x"),
    ]))
    .value;
    let paths: Vec<_> = packet.documents.iter().map(Document::path).collect();
    assert_eq!(paths, ["docs/SPEC-9/spec.md", "docs/SPEC-9/plan.md", "docs/SPEC-9/tasks.md"]);
    assert_eq!((packet.id.as_str(), packet.kind), ("SPEC-9", PacketKind::SpecPacket));
    expect![[r"
        3: FR-3 Functional only here
        mentions FR-1 at 3
        mentions T001 at 3
    "]]
    .assert_eq(&draw(&packet.documents[1]).replace("4: FR-3", "3: FR-3"));
    expect![[r"
        defines T001 at 2
        mentions US1 at 2 from T001
        mentions FR-1 at 2 from T001
    "]]
    .assert_eq(&draw(&packet.documents[2]));
}

fn folder() -> Packet {
    let parsed = prd_folder(&files(&[
        (
            "prds/PRD-5/requirements/REQ-0001.yaml",
            "prd_requirement:\n  id: REQ-0001\n  type: FUNCTIONAL\n  title: Saving\n  statement: |\n    The tool MUST save\n    notes.\n  acceptance_criteria:\n    - it saves\n    - id: AC-1\n      text: it says so\n  evidence:\n    evidence_ids: [EVID-0001]\n",
        ),
        (
            "prds/PRD-5/requirements/README.yaml",
            "readme:\n  requirements:\n    - id: REQ-0001\n      statement: repeated\n",
        ),
        ("prds/PRD-5/00_meta.yaml", "prd_meta:\n  prd:\n    id: PRD-5\n    title: Notes\n"),
        (
            "prds/PRD-5/06_limits.yaml",
            "limits:\n  constraints:\n    - id: CON-1\n      statement: No network.\n",
        ),
        (
            "prds/PRD-5/evidence_artifacts/EVID-0001.yaml",
            "prd_evidence_artifact:\n  id: EVID-0001\n  verification:\n    commands:\n      - id: CMD-1\n        run: x\n",
        ),
        ("prds/PRD-5/broken.yaml", "a: 1\na: 2\n"),
    ]));
    assert_eq!(parsed.diagnostics.len(), 1);
    assert_eq!(parsed.diagnostics[0].code, "duplicate-key");
    parsed.value
}

#[test]
fn a_folder_of_yaml_is_a_packet() {
    let packet = folder();
    assert_eq!(
        (packet.id.as_str(), packet.title.as_str(), packet.kind),
        ("PRD-5", "Notes", PacketKind::PrdFolder)
    );
    let documents = packet.documents.iter();
    let drawn: Vec<_> =
        documents.map(|document| format!("# {}\n{}", document.path(), draw(document))).collect();
    let drawn = drawn.concat();
    expect![[r"
        # prds/PRD-5/00_meta.yaml
        defines PRD-5 at 2
        # prds/PRD-5/06_limits.yaml
        3: CON-1 Constraint No network.
        # prds/PRD-5/broken.yaml

        # prds/PRD-5/requirements/README.yaml
        mentions REQ-0001 at 3
        # prds/PRD-5/requirements/REQ-0001.yaml
        1: REQ-0001 Functional <Saving> The tool MUST save notes.
          9: it saves
          10: AC-1 it says so
        defines AC-1 at 10
        mentions EVID-0001 at 13 from REQ-0001
        # prds/PRD-5/evidence_artifacts/EVID-0001.yaml
        defines EVID-0001 at 1
    "]]
    .assert_eq(&drawn);
}

#[test]
fn keys_of_yaml_are_places() {
    let packet = folder();
    let document = packet.document("prds/PRD-5/requirements/REQ-0001.yaml").unwrap();
    let found = document.find("prd_requirement.acceptance_criteria").unwrap();
    assert_eq!(
        document.slice(found.span),
        "acceptance_criteria:\n    - it saves\n    - id: AC-1\n      text: it says so"
    );
    assert_eq!(document.find("acceptance_criteria"), Some(found));
    assert_eq!(document.find("REQ-0001").unwrap().anchor, Some("REQ-0001"));
    assert_eq!(document.find("CMD-1"), None);
}

fn is_inside(document: &Document, span: Span) -> Result<(), TestCaseError> {
    let text = document.text();
    prop_assert!(span.start <= span.end && span.end <= text.len(), "{span:?}");
    prop_assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end), "{span:?}");
    Ok(())
}

/// The laws of every document, whatever the text.
fn holds_together(document: &Document) -> Result<(), TestCaseError> {
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
