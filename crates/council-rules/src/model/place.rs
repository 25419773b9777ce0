//! Where passages stand: under which heading, and under which label that stands for one.
//!
//! Many documents have few headings and many labels: `**Acceptance Criteria:**` before a list, `**Why**: …` before a
//! sentence, `Out of scope:` on a line of its own, the head of a column.

use std::collections::BTreeSet;

use council_core::packet::{Document, Passage, PassageKind};

use super::Meaning;

/// Where a passage stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// What the section, or the label around the passage, is for.
    pub(super) meaning: Meaning,
    /// What it is there.
    pub(super) standing: Standing,
    /// Whether it begins with words in bold.
    pub(super) is_bold: bool,
}

/// What a passage is where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// A passage like any other.
    Plain,
    /// It only names what follows.
    Label,
    /// It goes with a requirement and is none itself: its test, its notes, its dependencies.
    Beside,
    /// It is what a template says, not yet what an author says.
    Template,
    /// It is a link and nothing else: the words are another page's name.
    Link,
}

/// Says of passages where they stand, in the order of the text.
pub(super) struct Places<'t> {
    document: &'t Document,
    meanings: &'t [Meaning],
    /// The section of the passage before: an index, and where it ends.
    section: (Option<usize>, usize),
    /// The labels that hold now, the innermost last.
    open: Vec<Open>,
    /// What the columns of the table are for.
    columns: Vec<Option<Meaning>>,
    /// The column of the next cell.
    column: usize,
    /// What labels said so far.
    labelled: BTreeSet<Meaning>,
}

/// A label that holds for what follows it.
#[derive(Debug, Clone, Copy)]
struct Open {
    meaning: Option<Meaning>,
    depth: u32,
    reach: Reach,
}

/// How far a label holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// To the next label or heading: it is a line of its own in bold.
    Section,
    /// Over the list or the paragraphs that follow, until a paragraph comes after a list.
    List {
        /// Whether the list has begun.
        has_begun: bool,
    },
    /// Over what stands below it in its own item.
    Item,
}

impl<'t> Places<'t> {
    pub(super) fn of(document: &'t Document, meanings: &'t [Meaning]) -> Places<'t> {
        Places {
            document,
            meanings,
            section: (None, 0),
            open: Vec::new(),
            columns: Vec::new(),
            column: 0,
            labelled: BTreeSet::new(),
        }
    }

    /// Returns what the labels of the document say is there.
    pub(super) fn into_labelled(self) -> BTreeSet<Meaning> {
        self.labelled
    }

    /// Says where the next passage stands.
    pub(super) fn next(&mut self, passage: &Passage) -> Place {
        let words = passage.span.of(self.document.text());
        let is_bold = words.starts_with("**") || words.starts_with("__");
        let around = self.section(passage.span.start);
        let plain = |meaning| Place { meaning, standing: Standing::Plain, is_bold };
        match passage.kind {
            PassageKind::Heading => {
                self.open.clear();
                return plain(around);
            }
            PassageKind::Html | PassageKind::Value | PassageKind::Remark => return plain(around),
            PassageKind::Head => {
                if self.column > 0 {
                    (self.columns, self.column) = (Vec::new(), 0);
                }
                self.columns.push(column(words));
                return plain(around);
            }
            PassageKind::Cell => return self.cell(passage, around, is_bold),
            PassageKind::Paragraph | PassageKind::Item => {}
        }
        (self.columns, self.column) = (Vec::new(), 0);
        self.leave(passage);
        let meaning = self.meaning(around);
        if is_template(words) {
            return Place { meaning, standing: Standing::Template, is_bold };
        }
        if is_link(words) {
            return Place { meaning, standing: Standing::Link, is_bold };
        }
        let Some(label) = Label::read(words) else {
            return plain(meaning);
        };
        let stated = Meaning::of_label(label.name);
        self.labelled.extend(stated);
        if label.rest.is_empty() {
            self.open(passage, &label, stated);
            let meaning = stated.filter(|own| turns(*own, around)).unwrap_or(meaning);
            return Place { meaning, standing: Standing::Label, is_bold };
        }
        let Some(own) = stated.filter(|own| turns(*own, meaning)) else {
            return plain(meaning);
        };
        if passage.kind == PassageKind::Item || label.rest.ends_with(':') {
            self.open(passage, &label, Some(own));
        }
        let standing = if goes_beside(own) { Standing::Beside } else { Standing::Plain };
        Place { meaning: own, standing, is_bold }
    }

    /// Says where a sentence stands that begins a line within a passage, perhaps with a label of its own.
    pub(super) fn within(&mut self, place: Place, offset: usize) -> Place {
        let text = self.document.text();
        let before = text.get(..offset).unwrap_or_default();
        // The marks of a label in bold are no tokens.
        let Some(line) = before.strip_suffix("**").filter(|_| place.standing != Standing::Template)
        else {
            return place;
        };
        if !line.trim_end_matches([' ', '\t']).ends_with('\n') {
            return place;
        }
        let words = text.get(line.len()..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let stated = Label::read(words).and_then(|label| Meaning::of_label(label.name));
        self.labelled.extend(stated);
        match stated.filter(|own| turns(*own, place.meaning)) {
            Some(own) => {
                let standing = if goes_beside(own) { Standing::Beside } else { Standing::Plain };
                Place { meaning: own, standing, is_bold: true }
            }
            None => Place { standing: Standing::Plain, is_bold: true, ..place },
        }
    }

    /// Says where the next cell of a table stands.
    fn cell(&mut self, passage: &Passage, around: Meaning, is_bold: bool) -> Place {
        let column = self.column.checked_rem(self.columns.len()).unwrap_or(0);
        self.column += 1;
        self.leave(passage);
        let meaning = self.meaning(around);
        let own = self.columns.get(column).copied().flatten();
        match own.filter(|own| turns(*own, meaning) || *own == Meaning::Other) {
            Some(own) if goes_beside(own) || own == Meaning::Other => {
                Place { meaning, standing: Standing::Beside, is_bold }
            }
            Some(own) => Place { meaning: own, standing: Standing::Plain, is_bold },
            None => Place { meaning, standing: Standing::Plain, is_bold },
        }
    }

    /// Returns what the section of an offset is for. Passages come in order, so the section is mostly the one before.
    fn section(&mut self, offset: usize) -> Meaning {
        let (mut index, end) = self.section;
        if offset >= end {
            index = self.document.section_index(offset);
            let next = index.map_or(0, |index| index + 1);
            let next = self.document.sections.get(next).map(|section| section.heading.start);
            self.section = (index, next.unwrap_or(usize::MAX));
        }
        index.and_then(|index| self.meanings.get(index)).copied().unwrap_or(Meaning::Other)
    }

    /// Returns what the innermost label says, else what the section says.
    fn meaning(&self, around: Meaning) -> Meaning {
        let stated = self.open.iter().rev().find_map(|label| label.meaning);
        stated.filter(|own| turns(*own, around)).unwrap_or(around)
    }

    /// Takes a label that holds for what follows.
    fn open(&mut self, passage: &Passage, label: &Label<'_>, meaning: Option<Meaning>) {
        let depth = passage.depth;
        let reach = match passage.kind {
            PassageKind::Item => Reach::Item,
            _ if label.is_bold && !label.has_colon => Reach::Section,
            _ => Reach::List { has_begun: false },
        };
        if reach != Reach::Item {
            self.open.retain(|open| open.depth < depth);
        }
        self.open.push(Open { meaning, depth, reach });
    }

    /// Leaves the labels that do not hold for a passage.
    fn leave(&mut self, passage: &Passage) {
        let is_listed = passage.kind != PassageKind::Paragraph;
        self.open.retain_mut(|open| {
            if passage.depth < open.depth {
                return false;
            }
            let is_below = passage.depth > open.depth;
            match &mut open.reach {
                Reach::Section => true,
                Reach::Item => is_below,
                Reach::List { has_begun } => {
                    let holds = is_below || is_listed || !*has_begun;
                    *has_begun |= is_listed;
                    holds
                }
            }
        });
    }
}

/// A label at the beginning of a passage.
struct Label<'w> {
    name: &'w str,
    rest: &'w str,
    is_bold: bool,
    has_colon: bool,
}

impl<'w> Label<'w> {
    /// Reads the label a passage begins with.
    fn read(words: &'w str) -> Option<Label<'w>> {
        const LONGEST: usize = 64;
        let mark = ["**", "__"].into_iter().find(|mark| words.starts_with(mark));
        if let Some(mark) = mark {
            let inner = words.get(mark.len()..)?;
            let end = inner.find(mark).filter(|end| *end <= LONGEST)?;
            let (name, rest) = (inner.get(..end)?, inner.get(end + mark.len()..)?);
            let has_colon = name.trim_end().ends_with(':') || rest.starts_with(':');
            let behind = rest.trim_start_matches([':', ' ', '.']).trim();
            let is_set_off = has_colon
                || rest.trim_start().starts_with(['-', '–', '—', '.'])
                || behind.is_empty();
            let rest = behind.trim_start_matches(['-', '–', '—']).trim();
            return is_set_off.then_some(Label { name, rest, is_bold: true, has_colon });
        }
        if !words.starts_with(|c: char| c.is_ascii_uppercase()) {
            return None;
        }
        let head = words.as_bytes().get(..words.len().min(LONGEST))?;
        let colon = memchr::memchr2(b':', b'\n', head)?;
        let (name, rest) = words.split_at_checked(colon)?;
        let rest = rest.strip_prefix(':')?;
        let is_apart = rest.is_empty() || rest.starts_with(char::is_whitespace);
        let is_short = name.split_whitespace().nth(5).is_none();
        (is_apart && is_short).then(|| Label {
            name,
            rest: rest.trim(),
            is_bold: false,
            has_colon: true,
        })
    }
}

/// Tells whether a label changes what stands in a section: most labels below requirements only name a matter.
fn turns(own: Meaning, around: Meaning) -> bool {
    match own {
        Meaning::NonGoals
        | Meaning::Questions
        | Meaning::Acceptance
        | Meaning::Metrics
        | Meaning::Requirements
        | Meaning::Constraints
        | Meaning::Quality
        | Meaning::Problem
        | Meaning::Alternatives
        | Meaning::Decisions
        | Meaning::Examples
        | Meaning::Glossary
        | Meaning::References
        | Meaning::EdgeCases
        | Meaning::Testing
        | Meaning::Dependencies
        | Meaning::Assumptions
        | Meaning::Stories
        | Meaning::Risks => !(around.is_aside() || around == Meaning::NonGoals),
        Meaning::Goals | Meaning::Summary | Meaning::Users | Meaning::Scope | Meaning::Plan => {
            !around.is_aside() && !around.asks()
        }
        Meaning::Entities
        | Meaning::History
        | Meaning::Review
        | Meaning::Rollout
        | Meaning::Security
        | Meaning::Operations
        | Meaning::Design
        | Meaning::Other => false,
    }
}

/// Tells whether a label says that what stands behind it goes with a requirement and is none itself.
fn goes_beside(own: Meaning) -> bool {
    matches!(
        own,
        Meaning::Testing
            | Meaning::Dependencies
            | Meaning::Assumptions
            | Meaning::Risks
            | Meaning::EdgeCases
            | Meaning::Stories
    )
}

/// Returns what the head of a column says of its cells; [`Meaning::Other`] where they are notes and keys.
fn column(head: &str) -> Option<Meaning> {
    const NOTES: [&str; 16] = [
        "note", "notes", "comment", "comments", "remarks", "priority", "status", "owner", "id",
        "type", "phase", "source", "version", "date", "author", "effort",
    ];
    // What a program says to its users is shown, and demands nothing.
    const SHOWN: [&str; 10] = [
        "message",
        "message text",
        "error message",
        "user message",
        "text",
        "copy",
        "wording",
        "caption",
        "tooltip",
        "suggested action",
    ];
    let bare = head.trim_matches(|c: char| !c.is_alphanumeric());
    if SHOWN.iter().any(|shown| shown.eq_ignore_ascii_case(bare)) {
        return Some(Meaning::Examples);
    }
    if NOTES.iter().any(|note| note.eq_ignore_ascii_case(bare)) {
        return Some(Meaning::Other);
    }
    Meaning::of_label(bare)
}

/// Tells whether a whole passage is one link.
fn is_link(words: &str) -> bool {
    let inner = words.strip_prefix('[').and_then(|rest| rest.strip_suffix(')'));
    let parts = inner.and_then(|inner| inner.split_once("]("));
    parts.is_some_and(|(name, target)| {
        !name.contains(['[', ']']) && !target.contains(|c: char| c.is_whitespace() || c == '(')
    })
}

/// Tells whether a whole passage is a slot of a template: `[What the feature is for]`.
fn is_template(words: &str) -> bool {
    let bare = words.trim_matches(['*', '_', ' ', '.']);
    let Some(inner) = bare.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return false;
    };
    !inner.contains(['[', ']']) && inner.split_whitespace().nth(1).is_some()
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use super::super::{Model, Role};

    /// Returns the role of the sentence that holds some words.
    fn role(text: &str, words: &str) -> Role {
        let packet = markdown_prd("a.md", text).value;
        let model = Model::of(&packet);
        let read = model.texts.first().unwrap();
        let holds = |one: &&super::super::Sentence| read.slice(one.span).contains(words);
        read.sentences.iter().find(holds).unwrap_or_else(|| panic!("no `{words}`")).role
    }

    #[test]
    fn a_line_under_requirements_binds_without_a_modal() {
        let text = "# A\n\n## Requirements\n\n- Orders are kept for a year.\n\n## Motivation\n\nIt \
                    must become easier to sell things.\n";
        assert_eq!(role(text, "kept"), Role::Requirement);
        assert_eq!(role(text, "easier"), Role::Rationale);
    }

    #[test]
    fn a_bold_label_is_a_heading_for_what_follows() {
        let text = "# A\n\n## Story 1\n\nAs a clerk, I want to pay.\n\n**Acceptance Criteria:**\n\n1. The \
                    receipt is printed.\n2. The drawer opens.\n\n**Why now**: the till is old and must go.\n\n\
                    Out of scope:\n\n- Refunds by mail must wait.\n";
        assert_eq!(role(text, "clerk"), Role::Goal);
        assert_eq!(role(text, "receipt"), Role::Criterion);
        assert_eq!(role(text, "drawer"), Role::Criterion);
        assert_eq!(role(text, "till"), Role::Rationale);
        assert_eq!(role(text, "Refunds"), Role::NonGoal);
    }

    #[test]
    fn steps_of_a_scenario_are_told_apart() {
        let text = "# A\n\n## Requirements\n\n### Requirement: Lock\n\nThe door SHALL lock.\n\n#### Scenario: \
                    Night\n\n- **GIVEN** a shop\n- **WHEN** the sun sets\n- **AND** nobody is in\n- **THEN** the \
                    bolt slides\n- **AND** a lamp is lit\n";
        for (words, wanted) in [
            ("SHALL lock", Role::Requirement),
            ("a shop", Role::Given),
            ("sun sets", Role::When),
            ("nobody", Role::When),
            ("bolt", Role::Then),
            ("lamp", Role::Then),
        ] {
            assert_eq!(role(text, words), wanted, "{words}");
        }
    }

    #[test]
    fn columns_that_hold_notes_do_not_bind() {
        let text = "# A\n\n## Requirements\n\n| ID | Requirement | Rationale |\n|---|---|---|\n| R1 | Orders are \
                    kept for a year | The law wants it so |\n";
        assert_eq!(role(text, "kept"), Role::Requirement);
        assert_eq!(role(text, "law"), Role::Rationale);
    }

    #[test]
    fn a_matter_below_requirements_is_no_section_of_its_own() {
        let text = "# A\n\n## Functional Requirements\n\n### History\n\n- Every change is listed by day.\n\n\
                    ### Examples\n\n- A change of the price on Monday.\n";
        assert_eq!(role(text, "listed by day"), Role::Requirement);
        assert_eq!(role(text, "Monday"), Role::Example);
    }

    #[test]
    fn a_questionnaire_is_answered_and_a_checklist_can_demand() {
        let text = "# A\n\n## Launch Questionnaire\n\nIs there a lock?\n\nThe door must lock at night.\n\n## Open \
                    Questions\n\nThe key must be found.\n\n## Signoff Checklist\n\n- [ ] The lock must be \
                    oiled.\n- [x] The door was painted.\n";
        assert_eq!(role(text, "Is there"), Role::Question);
        assert_eq!(role(text, "at night"), Role::Requirement);
        assert_eq!(role(text, "key"), Role::Question);
        assert_eq!(role(text, "oiled"), Role::Criterion);
        assert_eq!(role(text, "painted"), Role::History);
    }

    #[test]
    fn what_a_template_says_is_not_what_the_author_says() {
        let text =
            "# A\n\n## Requirements\n\n[Describe what it must do]\n\n- The shop closes at ten.\n";
        assert_eq!(role(text, "Describe"), Role::Template);
        assert_eq!(role(text, "closes"), Role::Requirement);
    }
}
