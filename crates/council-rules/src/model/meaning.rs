//! What a section is for, by the words of its heading, whatever the template it comes from.

use std::{collections::BTreeMap, sync::LazyLock};

use council_core::packet::Section;

/// What a section is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// What this is about, in short.
    Summary,
    /// What is wrong today, for whom, why now.
    Problem,
    /// What is to be reached.
    Goals,
    /// What is not to be reached.
    NonGoals,
    /// What is in and what is out.
    Scope,
    /// Who uses it.
    Users,
    /// What they want.
    Stories,
    /// What it must do.
    Requirements,
    /// Within which limits it is built.
    Constraints,
    /// How well it must do it.
    Quality,
    /// What shows that it does.
    Acceptance,
    /// By what success is measured.
    Metrics,
    /// How it is tested.
    Testing,
    /// What happens at the edges.
    EdgeCases,
    /// What could go wrong.
    Risks,
    /// What it rests on.
    Dependencies,
    /// What is taken for granted.
    Assumptions,
    /// How it comes to its users.
    Rollout,
    /// How it is protected.
    Security,
    /// How it is watched and run.
    Operations,
    /// What is not decided.
    Questions,
    /// What words mean.
    Glossary,
    /// Which things there are, and what each holds.
    Entities,
    /// Where more is to be read.
    References,
    /// What changed.
    History,
    /// How the document itself was looked at: its checklist, its state.
    Review,
    /// Who does what when.
    Plan,
    /// How it is built.
    Design,
    /// What else was thought of, and why not.
    Alternatives,
    /// What was decided.
    Decisions,
    /// How it looks in use.
    Examples,
    /// Nothing is known.
    Other,
}

/// A word or phrase of a heading and what it says, the more telling first.
const MARKS: &[(&str, Meaning)] = &[
    ("non-goal", Meaning::NonGoals),
    ("nongoal", Meaning::NonGoals),
    ("non goal", Meaning::NonGoals),
    ("out of scope", Meaning::NonGoals),
    ("out-of-scope", Meaning::NonGoals),
    ("anti-goal", Meaning::NonGoals),
    ("exclusion", Meaning::NonGoals),
    ("won't", Meaning::NonGoals),
    ("not included", Meaning::NonGoals),
    ("excluded", Meaning::NonGoals),
    ("future work", Meaning::NonGoals),
    ("future possibilit", Meaning::NonGoals),
    ("future enhancement", Meaning::NonGoals),
    ("future consideration", Meaning::NonGoals),
    ("open question", Meaning::Questions),
    ("open issue", Meaning::Questions),
    ("unresolved", Meaning::Questions),
    // What a questionnaire holds are answers.
    ("questionnaire", Meaning::Other),
    ("question", Meaning::Questions),
    ("clarification", Meaning::Questions),
    ("graduation criteria", Meaning::Acceptance),
    ("acceptance", Meaning::Acceptance),
    ("definition of done", Meaning::Acceptance),
    ("exit criteria", Meaning::Acceptance),
    ("release criteria", Meaning::Acceptance),
    ("done when", Meaning::Acceptance),
    ("success metric", Meaning::Metrics),
    ("success criteri", Meaning::Metrics),
    ("success indicator", Meaning::Metrics),
    ("success measure", Meaning::Metrics),
    ("measurable outcome", Meaning::Metrics),
    ("measures of success", Meaning::Metrics),
    ("key result", Meaning::Metrics),
    ("kpi", Meaning::Metrics),
    ("metrics", Meaning::Metrics),
    ("measurement", Meaning::Metrics),
    ("threshold", Meaning::Metrics),
    ("sla", Meaning::Metrics),
    ("slo", Meaning::Metrics),
    ("traceab", Meaning::References),
    ("alternative", Meaning::Alternatives),
    ("considered option", Meaning::Alternatives),
    ("options considered", Meaning::Alternatives),
    ("drawback", Meaning::Alternatives),
    ("trade-off", Meaning::Alternatives),
    ("tradeoff", Meaning::Alternatives),
    ("prior art", Meaning::Alternatives),
    ("why not", Meaning::Alternatives),
    ("rejected", Meaning::Alternatives),
    ("edge case", Meaning::EdgeCases),
    ("corner case", Meaning::EdgeCases),
    ("error handling", Meaning::EdgeCases),
    ("failure mode", Meaning::EdgeCases),
    ("entities", Meaning::Entities),
    ("checklist", Meaning::Review),
    ("qa result", Meaning::Review),
    ("dev agent record", Meaning::History),
    ("completion note", Meaning::History),
    ("file list", Meaning::History),
    ("debug log", Meaning::History),
    ("acknowledg", Meaning::References),
    ("table of contents", Meaning::References),
    ("execution status", Meaning::Review),
    ("decision", Meaning::Decisions),
    ("test", Meaning::Testing),
    ("validation plan", Meaning::Testing),
    ("verification", Meaning::Testing),
    ("validation", Meaning::Testing),
    ("qa ", Meaning::Testing),
    ("non-functional", Meaning::Quality),
    ("nonfunctional", Meaning::Quality),
    ("non functional", Meaning::Quality),
    ("quality attribute", Meaning::Quality),
    ("quality requirement", Meaning::Quality),
    ("user stor", Meaning::Stories),
    ("user scenario", Meaning::Stories),
    ("use case", Meaning::Stories),
    ("user journey", Meaning::Stories),
    ("stories", Meaning::Stories),
    ("requirement", Meaning::Requirements),
    ("feature", Meaning::Requirements),
    ("business rule", Meaning::Requirements),
    ("capabilit", Meaning::Requirements),
    ("constraint", Meaning::Constraints),
    ("limitation", Meaning::Constraints),
    ("invariant", Meaning::Constraints),
    ("functional spec", Meaning::Requirements),
    ("security", Meaning::Security),
    ("privacy", Meaning::Security),
    ("threat", Meaning::Security),
    ("compliance", Meaning::Security),
    ("risk", Meaning::Risks),
    ("mitigation", Meaning::Risks),
    ("concern", Meaning::Risks),
    ("pitfall", Meaning::Risks),
    ("dependenc", Meaning::Dependencies),
    ("prerequisite", Meaning::Dependencies),
    ("assumption", Meaning::Assumptions),
    ("rollout", Meaning::Rollout),
    ("roll-out", Meaning::Rollout),
    ("roll out", Meaning::Rollout),
    ("rollback", Meaning::Rollout),
    ("release note", Meaning::History),
    ("release", Meaning::Rollout),
    ("launch", Meaning::Rollout),
    ("deployment", Meaning::Rollout),
    ("migration", Meaning::Rollout),
    ("monitoring", Meaning::Operations),
    ("observab", Meaning::Operations),
    ("operation", Meaning::Operations),
    ("operational", Meaning::Operations),
    ("telemetry", Meaning::Operations),
    ("runbook", Meaning::Operations),
    ("maintenance", Meaning::Operations),
    ("support", Meaning::Operations),
    ("glossary", Meaning::Glossary),
    ("terminology", Meaning::Glossary),
    ("definition", Meaning::Glossary),
    ("acronym", Meaning::Glossary),
    ("abbreviation", Meaning::Glossary),
    ("reference", Meaning::References),
    ("related", Meaning::References),
    ("further reading", Meaning::References),
    ("appendix", Meaning::References),
    ("changelog", Meaning::History),
    ("change log", Meaning::History),
    ("revision", Meaning::History),
    ("history", Meaning::History),
    ("timeline", Meaning::Plan),
    ("milestone", Meaning::Plan),
    ("roadmap", Meaning::Plan),
    ("implementation plan", Meaning::Plan),
    ("task", Meaning::Plan),
    ("phase", Meaning::Plan),
    ("schedule", Meaning::Plan),
    ("deliverable", Meaning::Plan),
    ("next step", Meaning::Plan),
    ("effort", Meaning::Plan),
    ("example", Meaning::Examples),
    ("problem", Meaning::Problem),
    ("motivation", Meaning::Problem),
    ("background", Meaning::Problem),
    ("context", Meaning::Problem),
    ("rationale", Meaning::Problem),
    ("opportunity", Meaning::Problem),
    ("pain point", Meaning::Problem),
    ("persona", Meaning::Users),
    ("target user", Meaning::Users),
    ("audience", Meaning::Users),
    ("stakeholder", Meaning::Users),
    ("users", Meaning::Users),
    ("customer", Meaning::Users),
    ("goal", Meaning::Goals),
    ("objective", Meaning::Goals),
    ("outcome", Meaning::Goals),
    ("scope", Meaning::Scope),
    ("summary", Meaning::Summary),
    ("overview", Meaning::Summary),
    ("purpose", Meaning::Summary),
    ("introduction", Meaning::Summary),
    ("abstract", Meaning::Summary),
    ("vision", Meaning::Summary),
    ("tl;dr", Meaning::Summary),
    ("description", Meaning::Summary),
    ("architecture", Meaning::Design),
    ("design", Meaning::Design),
    ("approach", Meaning::Design),
    ("solution", Meaning::Design),
    ("implementation", Meaning::Design),
    ("technical", Meaning::Design),
    ("interface", Meaning::Design),
    ("data model", Meaning::Design),
    ("why", Meaning::Problem),
    ("reason", Meaning::Problem),
    ("criteria", Meaning::Acceptance),
];

/// A mark with its place among all.
type Placed = (usize, &'static str, Meaning);

/// The marks by their first two letters, each with its place.
static BY_LETTERS: LazyLock<BTreeMap<u16, Vec<Placed>>> = LazyLock::new(|| {
    let mut all: BTreeMap<u16, Vec<Placed>> = BTreeMap::new();
    for (place, (mark, meaning)) in MARKS.iter().enumerate() {
        if let Some(first) = mark.as_bytes().first_chunk() {
            all.entry(u16::from_be_bytes(*first)).or_default().push((place, mark, *meaning));
        }
    }
    all
});

/// Goes through the marks with which a word may begin, the more telling first.
fn marks(word: &str) -> impl Iterator<Item = Placed> {
    let first = word.as_bytes().first_chunk();
    let marks = first.and_then(|first| BY_LETTERS.get(&u16::from_be_bytes(*first)));
    marks.into_iter().flatten().copied()
}

impl Meaning {
    /// Tells whether such a part says how a thing is to be, rather than why, for whom or what else there was.
    pub(crate) fn specifies(self) -> bool {
        match self {
            Meaning::Design
            | Meaning::Security
            | Meaning::Operations
            | Meaning::EdgeCases
            | Meaning::Requirements
            | Meaning::Quality
            | Meaning::Constraints
            | Meaning::Acceptance
            | Meaning::Metrics
            | Meaning::Rollout
            | Meaning::Scope
            | Meaning::Dependencies
            | Meaning::Testing
            | Meaning::Stories
            | Meaning::Other => true,
            Meaning::Summary
            | Meaning::Goals
            | Meaning::Assumptions
            | Meaning::Users
            | Meaning::Risks
            | Meaning::Plan
            | Meaning::Problem
            | Meaning::NonGoals
            | Meaning::Questions
            | Meaning::Glossary
            | Meaning::Entities
            | Meaning::References
            | Meaning::History
            | Meaning::Review
            | Meaning::Examples
            | Meaning::Alternatives
            | Meaning::Decisions => false,
        }
    }

    /// Returns every meaning that a heading states: `Dependencies & Risks` states two.
    pub fn stated(title: &str) -> Vec<Meaning> {
        // The keys of a file are headings too: `non_goals`.
        let mut title = title.to_lowercase();
        if title.contains('_') {
            title = title.replace('_', " ");
        }
        if title.contains(" and ") {
            title = title.replace(" and ", "&");
        }
        let mut found = Vec::new();
        let parts = title.split(['&', '/', ',', '(', '+', ';']);
        for part in parts {
            // The more telling mark counts, whichever word begins with it.
            let begun = words(part)
                .filter_map(|word| marks(word).find(|(_, mark, _)| word.starts_with(mark)));
            let first = begun.min_by_key(|(place, ..)| *place);
            if let Some((.., meaning)) = first
                && !found.contains(&meaning)
            {
                found.push(meaning);
            }
        }
        found
    }

    /// Returns the meaning that a label gives to what stands behind or below it: `Acceptance criteria`, `Why this
    /// priority`, `Out of scope`.
    ///
    /// A label is often just a name, so it counts only if what it says is its head and not an attribute: a `History` is
    /// one, a `History page` is a page.
    pub fn of_label(label: &str) -> Option<Meaning> {
        const LONGEST: usize = 48;
        let bare = label.trim_matches(|c: char| !c.is_alphanumeric());
        let bare = bare.split(['(', '[']).next().unwrap_or(bare).trim_end();
        if bare.is_empty() || bare.len() > LONGEST {
            return None;
        }
        let label = bare.to_lowercase();
        if ["why", "rationale", "reason"].iter().any(|word| label.starts_with(word)) {
            return Some(Meaning::Problem);
        }
        let shorter = label.rsplit_once(' ').filter(|(_, last)| TAILS.contains(last));
        headed(&label).or_else(|| shorter.and_then(|(before, _)| headed(before)))
    }

    /// Tells whether what stands in such a section is background, not what is asked for.
    pub fn is_aside(self) -> bool {
        matches!(
            self,
            Meaning::Questions
                | Meaning::Glossary
                | Meaning::References
                | Meaning::History
                | Meaning::Review
                | Meaning::Examples
        )
    }

    /// Tells whether what is asked for stands in such a section, whatever the headings below it are called.
    pub(super) fn asks(self) -> bool {
        matches!(
            self,
            Meaning::Requirements
                | Meaning::Quality
                | Meaning::Constraints
                | Meaning::Acceptance
                | Meaning::Stories
        )
    }
}

/// Returns the meaning of the words that end a label.
fn headed(label: &str) -> Option<Meaning> {
    words(label).find_map(|rest| {
        marks(rest).find_map(|(_, mark, meaning)| {
            let after = rest.strip_prefix(mark)?;
            after.chars().all(|c| c.is_alphanumeric() || c == '-').then_some(meaning)
        })
    })
}

/// Words that end a label and add nothing to it.
const TAILS: [&str; 14] = [
    "criteria",
    "criterion",
    "scenario",
    "scenarios",
    "test",
    "tests",
    "plan",
    "note",
    "notes",
    "statement",
    "metrics",
    "steps",
    "list",
    "considered",
];

/// Goes through the words of a title, each with everything that follows it.
fn words(title: &str) -> impl Iterator<Item = &str> {
    let mut within = false;
    title.char_indices().filter_map(move |(at, c)| {
        let begins = !within && c.is_alphanumeric();
        within = c.is_alphanumeric() || c == '-';
        title.get(at..).filter(|_| begins)
    })
}

/// Tells whether a heading opens a checklist for whoever reviews the document: `Review & Acceptance Checklist`.
fn is_checklist(title: &str) -> bool {
    let title = title.to_lowercase();
    title.contains("review") && title.contains("checklist")
}

/// Returns every meaning that each heading states.
pub(super) fn stated(sections: &[Section]) -> Vec<Vec<Meaning>> {
    sections.iter().map(|section| Meaning::stated(&section.title)).collect()
}

/// Returns the first meaning of each section; a heading that says nothing means what its parent means.
pub(super) fn of_sections(sections: &[Section], stated: &[Vec<Meaning>]) -> Vec<Meaning> {
    let mut meanings: Vec<Meaning> = Vec::with_capacity(sections.len());
    let title = title(sections);
    for (index, section) in sections.iter().enumerate() {
        let above = section.parent.and_then(|parent| meanings.get(parent)).copied();
        let own = || {
            if is_item(&section.title) {
                return None;
            }
            match above {
                // Below `Requirements` a heading names a matter: `History`, `Security`, `Task list`.
                Some(
                    Meaning::History
                    | Meaning::Review
                    | Meaning::Examples
                    | Meaning::Alternatives
                    | Meaning::NonGoals
                    | Meaning::Questions
                    | Meaning::Glossary,
                ) => None,
                Some(above) if above.asks() => {
                    Meaning::of_label(bare(&section.title)).filter(|own| sets_apart(*own, above))
                }
                // `Rollout & Success Metrics` says what is measured, too.
                _ => {
                    if is_checklist(&section.title) {
                        return Some(Meaning::Review);
                    }
                    let stated = stated.get(index).map(Vec::as_slice).unwrap_or_default();
                    let asks = stated.iter().find(|one| one.asks() || **one == Meaning::Metrics);
                    asks.or(stated.first()).copied()
                }
            }
        };
        meanings.push(match above {
            // A document's title names no section of it.
            _ if title == Some(index) => Meaning::Other,
            None => own().unwrap_or(Meaning::Other),
            Some(above) => own().unwrap_or(above),
        });
    }
    meanings
}

/// Returns which heading is the document's title: the only one of the first level.
pub(super) fn title(sections: &[Section]) -> Option<usize> {
    let mut first = sections.iter().enumerate().filter(|(_, section)| section.level == 1);
    let (index, _) = first.next()?;
    first.next().is_none().then_some(index)
}

/// Tells whether a heading below requirements says that what follows is something else.
fn sets_apart(own: Meaning, above: Meaning) -> bool {
    match own {
        Meaning::Requirements
        | Meaning::Quality
        | Meaning::Constraints
        | Meaning::Acceptance
        | Meaning::Metrics
        | Meaning::NonGoals
        | Meaning::Questions
        | Meaning::Problem
        | Meaning::Alternatives
        | Meaning::Decisions
        | Meaning::Examples
        | Meaning::Glossary
        | Meaning::Entities
        | Meaning::References
        | Meaning::Risks
        | Meaning::Assumptions
        | Meaning::Dependencies
        | Meaning::EdgeCases
        | Meaning::Review
        | Meaning::Stories
        | Meaning::Testing => true,
        Meaning::Summary
        | Meaning::Goals
        | Meaning::Scope
        | Meaning::Users
        | Meaning::Rollout
        | Meaning::Security
        | Meaning::Operations
        | Meaning::History
        | Meaning::Plan
        | Meaning::Design
        | Meaning::Other => above == Meaning::Stories,
    }
}

/// Returns a heading without its number.
fn bare(title: &str) -> &str {
    title.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | ' ' | '§'))
}

/// Tells whether a heading names one requirement, scenario or story, whose words say nothing about what a section is for.
pub(crate) fn is_item(title: &str) -> bool {
    let title = title.trim();
    let begins =
        |lead: &&str| title.get(..lead.len()).is_some_and(|own| own.eq_ignore_ascii_case(lead));
    let is_named = [
        "requirement:",
        "scenario:",
        "scenario ",
        "user story",
        "story ",
        "use case",
        "requirement ",
    ]
    .iter()
    .any(begins);
    is_named
        && !title.eq_ignore_ascii_case("use cases")
        && !title.eq_ignore_ascii_case("user stories")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_any_template_are_understood() {
        for (title, meanings) in [
            ("3. Goals", &[Meaning::Goals][..]),
            ("Dependencies & Risks", &[Meaning::Dependencies, Meaning::Risks]),
            ("Non-Goals (Out of Scope)", &[Meaning::NonGoals]),
            ("Success Metrics", &[Meaning::Metrics]),
            (
                "Functional Requirements & Acceptance Criteria",
                &[Meaning::Requirements, Meaning::Acceptance],
            ),
            ("Problem statement", &[Meaning::Problem]),
            ("Success Criteria", &[Meaning::Metrics]),
            ("Graduation Criteria", &[Meaning::Acceptance]),
            ("Rationale and alternatives", &[Meaning::Problem, Meaning::Alternatives]),
            ("Latest changes", &[]),
        ] {
            assert_eq!(Meaning::stated(title), meanings, "{title}");
        }
    }

    #[test]
    fn a_label_means_what_its_head_says() {
        for (label, meaning) in [
            ("Acceptance Criteria:", Some(Meaning::Acceptance)),
            ("Acceptance scenarios (P1)", Some(Meaning::Acceptance)),
            ("Why this matters", Some(Meaning::Problem)),
            ("Out of scope", Some(Meaning::NonGoals)),
            ("Known constraints", Some(Meaning::Constraints)),
            ("Independent Test", Some(Meaning::Testing)),
            ("Open questions", Some(Meaning::Questions)),
            ("History page", None),
            ("Example queue", None),
            ("Upload", None),
        ] {
            assert_eq!(Meaning::of_label(label), meaning, "{label}");
        }
    }
}
