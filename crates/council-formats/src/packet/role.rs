//! What a section is for, by the words of its heading.

use council_core::packet::RequirementKind;

/// What the statements of a section are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SectionRole {
    /// Requirements of some kind.
    Requirements(RequirementKind),
    /// What shows that requirements are met.
    Criteria,
    /// What users want.
    Stories,
    /// Something that surely holds none of these, even under a heading that does.
    Context,
    /// Nothing is known.
    Other,
}

/// Words that mark a section as context wherever they stand in its heading.
const CONTEXT: TitleMarks<36> = TitleMarks::of([
    "non-goal",
    "non‑goal",
    "anti-goal",
    "out of scope",
    "question",
    "risk",
    "assumption",
    "dependenc",
    "background",
    "reference",
    "related",
    "glossary",
    "appendix",
    "traceab",
    "mapping",
    "coverage",
    "matrix",
    "changelog",
    "history",
    "revision",
    "example",
    "rationale",
    "alternative",
    "entities",
    "edge case",
    "motivation",
    "checklist",
    "notes",
    "rollout",
    "timeline",
    "milestone",
    "mitigation",
    "existing",
    "current state",
    "definitions",
    "terminology",
]);

/// Words that mark a section as context unless it also says that it holds requirements.
const SOFT_CONTEXT: TitleMarks<10> = TitleMarks::of([
    "goal",
    "objective",
    "purpose",
    "overview",
    "summary",
    "introduction",
    "problem",
    "abstract",
    "persona",
    "metric",
]);

/// Words that mark a section of criteria.
const CRITERIA: TitleMarks<4> =
    TitleMarks::of(["acceptance", "definition of done", "success criteria", "exit criteria"]);

/// Words that mark a document's title, which names no section of it.
const TITLE: [&str; 5] = ["document", "prd", "specification", "spec", "template"];

impl SectionRole {
    /// Returns the role of a section from its heading and the role of the section it is in.
    pub(super) fn of(title: &str, parent: SectionRole) -> SectionRole {
        let title = title.to_lowercase();
        let letters = letters(&title);
        let words: Vec<&str> = words(&title).collect();
        let has = |word: &str| words.contains(&word);
        if TITLE.iter().any(|word| has(word)) {
            return if parent == SectionRole::Other { SectionRole::Other } else { parent };
        }
        if CONTEXT.are_in(&title, letters) {
            return SectionRole::Context;
        }
        if (has("stories") || has("story")) && !title.starts_with("story") {
            return SectionRole::Stories;
        }
        if title.contains("user scenario") || matches!(words.as_slice(), ["use", "cases"]) {
            return SectionRole::Stories;
        }
        if let Some(kind) = requirements(&title, &words) {
            return SectionRole::Requirements(kind);
        }
        if CRITERIA.are_in(&title, letters) {
            return SectionRole::Criteria;
        }
        if SOFT_CONTEXT.are_in(&title, letters) {
            return SectionRole::Context;
        }
        match parent {
            SectionRole::Requirements(RequirementKind::Unspecified) if has("functional") => {
                SectionRole::Requirements(RequirementKind::Functional)
            }
            SectionRole::Requirements(RequirementKind::Unspecified) => SectionRole::Requirements(
                kind_of_quality(&title).unwrap_or(RequirementKind::Unspecified),
            ),
            inherited => inherited,
        }
    }
}

fn requirements(title: &str, words: &[&str]) -> Option<RequirementKind> {
    let has = |word: &str| words.contains(&word);
    if has("constraint") || has("constraints") || has("invariant") || has("invariants") {
        return Some(RequirementKind::Constraint);
    }
    let is_about_features =
        matches!(words, ["features"] | ["key" | "core" | "main" | "product", "features"]);
    let is_about_process = has("testing") || has("test") || has("approval") || has("review");
    let is_about_requirements =
        has("requirement") || has("requirements") || title.contains("business rules");
    if is_about_process || !is_about_requirements && !is_about_features {
        return None;
    }
    Some(kind_of_quality(title).unwrap_or(if has("functional") || is_about_features {
        RequirementKind::Functional
    } else {
        RequirementKind::Unspecified
    }))
}

fn kind_of_quality(title: &str) -> Option<RequirementKind> {
    QUALITY.are_in(title, letters(title)).then_some(RequirementKind::Quality)
}

/// Words that mark a section about how well something is done.
const QUALITY: TitleMarks<5> = TitleMarks::of([
    "non-functional",
    "nonfunctional",
    "non functional",
    "non‑functional",
    "quality attribute",
]);

/// Words that are looked for in every title, each with the letters it has: most titles lack one of them.
struct TitleMarks<const N: usize> {
    words: [&'static str; N],
    letters: [u32; N],
}

impl<const N: usize> TitleMarks<N> {
    const fn of(words: [&'static str; N]) -> Self {
        let mut all = [0; N];
        let (mut rest, mut places): (&[&str], &mut [u32]) = (&words, &mut all);
        while let (Some((word, words_left)), Some((place, places_left))) =
            (rest.split_first(), places.split_first_mut())
        {
            *place = letters(word);
            (rest, places) = (words_left, places_left);
        }
        Self { words, letters: all }
    }

    /// Tells whether a title with these letters holds one of the words.
    fn are_in(&self, title: &str, letters: u32) -> bool {
        let mut each = self.words.iter().zip(self.letters);
        each.any(|(word, own)| own & letters == own && title.contains(word))
    }
}

/// Returns a bit for each letter of a text, whatever its case.
const fn letters(text: &str) -> u32 {
    let (mut letters, mut rest) = (0, text.as_bytes());
    while let Some((byte, after)) = rest.split_first() {
        letters |= 1 << (*byte & 31);
        rest = after;
    }
    letters
}

fn words(title: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '-';
    title.split(move |c| !is_word(c)).filter(|word| word.chars().any(char::is_alphabetic))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn top(title: &str) -> SectionRole {
        SectionRole::of(title, SectionRole::Other)
    }

    #[test]
    fn headings_say_what_stands_under_them() {
        let requirements = SectionRole::Requirements;
        for (title, role) in [
            ("Requirements", requirements(RequirementKind::Unspecified)),
            ("2. Functional Requirements", requirements(RequirementKind::Functional)),
            ("Non-Functional Requirements (NFRs)", requirements(RequirementKind::Quality)),
            ("ADDED Requirements", requirements(RequirementKind::Unspecified)),
            ("Key Features", requirements(RequirementKind::Functional)),
            ("Technical Constraints", requirements(RequirementKind::Constraint)),
            ("Acceptance Criteria (testable)", SectionRole::Criteria),
            ("User Stories & Acceptance Criteria", SectionRole::Stories),
            ("User Scenarios & Testing *(mandatory)*", SectionRole::Stories),
            ("Requirements Traceability", SectionRole::Context),
            ("Product Requirements Document: Portal", SectionRole::Other),
            (
                "Functional Requirements & Acceptance Criteria",
                requirements(RequirementKind::Functional),
            ),
            ("Goals & Non-Functional Requirements", requirements(RequirementKind::Quality)),
            ("Goals", SectionRole::Context),
            ("Testing Requirements", SectionRole::Other),
            ("Target Users & Use Cases", SectionRole::Other),
        ] {
            assert_eq!(top(title), role, "{title}");
        }
    }

    #[test]
    fn a_heading_that_says_nothing_is_what_its_parent_is() {
        let parent = SectionRole::Requirements(RequirementKind::Functional);
        assert_eq!(SectionRole::of("Authentication", parent), parent);
        assert_eq!(SectionRole::of("Key Entities", parent), SectionRole::Context);
        assert_eq!(SectionRole::of("Anything", SectionRole::Context), SectionRole::Context);
        assert_eq!(SectionRole::of("Functional Requirements", SectionRole::Context), parent);
    }
}
