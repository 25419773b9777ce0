//! The common layouts of a Markdown document.

use expect_test::expect;

use super::{super::markdown_document, check};

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
