//! The layouts that specifications are written in, told by their headings, and what a document in each of them has.
//!
//! A layout is recognised by most of its headings, so that it is still recognised when one of them is gone: that one is
//! what the section rules report.

use std::collections::BTreeSet;

use council_core::packet::{Document, Span};

use super::{Meaning, meaning};

/// A way to lay out a specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layout {
    /// A feature specification with prioritised user stories and success criteria.
    SpecKit,
    /// Requirements with scenarios that hold now.
    OpenSpec,
    /// Requirements with scenarios that are added, changed or taken out.
    OpenSpecDelta,
    /// The decisions behind such a change.
    OpenSpecDesign,
    /// Numbered requirements, each with a user story and criteria in fixed sentence forms.
    Kiro,
    /// The design that goes with them.
    KiroDesign,
    /// A product document with epics and stories.
    Bmad,
    /// One story of such a document, as it is worked on.
    BmadStory,
    /// An enhancement proposal of Kubernetes.
    Kep,
    /// A request for comments in the manner of Rust.
    Rfc,
    /// An improvement proposal of Ethereum.
    Eip,
    /// An enhancement proposal of Python.
    Pep,
    /// A proposal to change the language Swift.
    Swift,
    /// A specification in the manner of Windows Terminal.
    Terminal,
    /// None that is known.
    Plain,
}

/// What is asked of a document about one of its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// Whether there is such a section.
    Section,
    /// Whether it requires anything.
    Requirements,
    /// Whether it says when the work is accepted.
    Acceptance,
    /// Whether it says how success is measured.
    Success,
    /// Whether it says how the work is tested.
    Tests,
}

/// A part that documents in a layout have.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// What is asked.
    pub ask: Ask,
    /// What the section is called in the layout.
    pub name: &'static str,
    /// Other beginnings of a heading that answer it, in small letters.
    pub names: &'static [&'static str],
    /// What else answers it: a section with one of these meanings, whatever it is called.
    pub meanings: &'static [Meaning],
    /// What it is for: `who uses this, and how`.
    pub says: &'static str,
    /// A heading without which nobody asks for it, in small letters: an older version of the layout had neither.
    pub with: Option<&'static str>,
}

/// A layout and the headings that tell it.
struct Shape {
    layout: Layout,
    /// Beginnings of headings, in small letters; those between bars stand for one another.
    signs: &'static [&'static [&'static str]],
    /// How many of them must be there.
    enough: usize,
}

const SHAPES: &[Shape] = &[
    Shape {
        layout: Layout::SpecKit,
        signs: &[
            &["user scenarios"],
            &["edge cases"],
            &["functional requirements"],
            &["key entities"],
            &["success criteria"],
            &["measurable outcomes"],
            &["assumptions"],
            &["user story"],
        ],
        enough: 5,
    },
    Shape {
        layout: Layout::Kep,
        signs: &[
            &["release signoff checklist"],
            &["graduation criteria"],
            &["production readiness review"],
            &["upgrade / downgrade"],
            &["version skew"],
            &["implementation history"],
            &["risks and mitigations"],
            &["design details"],
            &["proposal"],
            &["non-goals"],
        ],
        enough: 4,
    },
    Shape {
        layout: Layout::Pep,
        signs: &[
            &["abstract"],
            &["rationale"],
            &["specification"],
            &["backwards compatibility"],
            &["security implications"],
            &["how to teach this"],
            &["reference implementation"],
            &["rejected ideas"],
            &["open issues"],
        ],
        enough: 5,
    },
    Shape {
        layout: Layout::Eip,
        signs: &[
            &["abstract"],
            &["motivation"],
            &["specification"],
            &["rationale"],
            &["backwards compatibility"],
            &["security considerations"],
            &["test cases"],
            &["copyright"],
        ],
        enough: 5,
    },
    Shape {
        layout: Layout::Swift,
        signs: &[
            &["introduction"],
            &["motivation"],
            &["proposed solution"],
            &["detailed design"],
            &["source compatibility"],
            &["abi compatibility", "effect on abi"],
            &["implications on adoption", "effect on api"],
            &["alternatives considered"],
            &["future directions"],
        ],
        enough: 4,
    },
    Shape {
        layout: Layout::Terminal,
        signs: &[
            &["abstract"],
            &["inspiration"],
            &["solution design"],
            &["ui/ux design"],
            &["capabilities"],
            &["accessibility"],
            &["security"],
            &["reliability"],
            &["compatibility"],
            &["performance, power"],
            &["potential issues"],
            &["future considerations"],
        ],
        enough: 6,
    },
    Shape {
        layout: Layout::Rfc,
        signs: &[
            &["summary"],
            &["motivation"],
            &["guide-level explanation", "explanation", "detailed design"],
            &["reference-level explanation", "internal details"],
            &["drawbacks", "trade-offs and mitigations"],
            &["rationale and alternatives", "alternatives", "prior art and alternatives"],
            &["prior art"],
            &["unresolved questions", "open questions"],
            &["future possibilities"],
        ],
        enough: 4,
    },
    Shape {
        layout: Layout::OpenSpecDesign,
        signs: &[
            &["context"],
            &["goals / non-goals"],
            &["decisions"],
            &["risks / trade-offs"],
            &["migration plan"],
            &["open questions"],
        ],
        enough: 3,
    },
    Shape {
        layout: Layout::KiroDesign,
        signs: &[
            &["overview"],
            &["architecture"],
            &["components and interfaces"],
            &["data models"],
            &["correctness properties"],
            &["error handling"],
            &["testing strategy"],
        ],
        enough: 4,
    },
    Shape {
        layout: Layout::BmadStory,
        signs: &[
            &["story"],
            &["acceptance criteria"],
            &["tasks / subtasks"],
            &["dev notes"],
            &["dev agent record"],
            &["qa results"],
            &["change log"],
            &["file list"],
        ],
        enough: 4,
    },
    Shape {
        layout: Layout::Bmad,
        signs: &[
            &["goals and background"],
            &["requirements"],
            &["functional"],
            &["non functional", "non-functional"],
            &["user interface design goals"],
            &["technical assumptions"],
            &["epic list", "epics"],
            &["epic 1"],
        ],
        enough: 4,
    },
];

impl Layout {
    /// Every layout.
    pub const ALL: [Layout; 15] = [
        Layout::SpecKit,
        Layout::OpenSpec,
        Layout::OpenSpecDelta,
        Layout::OpenSpecDesign,
        Layout::Kiro,
        Layout::KiroDesign,
        Layout::Bmad,
        Layout::BmadStory,
        Layout::Kep,
        Layout::Rfc,
        Layout::Eip,
        Layout::Pep,
        Layout::Swift,
        Layout::Terminal,
        Layout::Plain,
    ];

    /// Tells the layout of a document by its headings.
    pub(super) fn of(document: &Document, titles: &Titles) -> Layout {
        let delta = ["added", "modified", "removed", "renamed"];
        let is_delta = |title: &String| {
            let mut words = title.split(' ');
            words.next().is_some_and(|word| delta.contains(&word))
                && words.next() == Some("requirements")
        };
        let is_named = titles.count("requirement:") > 0;
        if is_named && titles.all.iter().any(is_delta) {
            return Layout::OpenSpecDelta;
        }
        if is_named && titles.count("scenario:") > 0 {
            return Layout::OpenSpec;
        }
        let numbered = document.sections.iter().filter(|section| {
            let rest = section.title.strip_prefix("Requirement ");
            rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        });
        if numbered.count() > 1 && titles.all.iter().any(|title| title == "acceptance criteria") {
            return Layout::Kiro;
        }
        let counted = SHAPES.iter().map(|shape| (shape, shape.count(titles)));
        let told = counted.filter(|(shape, count)| *count >= shape.enough);
        // The one with the greatest share of its headings, the first among equals.
        let best = told.reduce(|best, one| {
            let share = |(shape, count): &(&Shape, usize)| count * 100 / shape.signs.len();
            if share(&one) > share(&best) { one } else { best }
        });
        best.map_or(Layout::Plain, |(shape, _)| shape.layout)
    }

    /// Returns its name, for people and for programs.
    pub fn word(self) -> &'static str {
        match self {
            Layout::SpecKit => "spec-kit",
            Layout::OpenSpec => "openspec",
            Layout::OpenSpecDelta => "openspec-delta",
            Layout::OpenSpecDesign => "openspec-design",
            Layout::Kiro => "kiro",
            Layout::KiroDesign => "kiro-design",
            Layout::Bmad => "bmad",
            Layout::BmadStory => "bmad-story",
            Layout::Kep => "kep",
            Layout::Rfc => "rfc",
            Layout::Eip => "eip",
            Layout::Pep => "pep",
            Layout::Swift => "swift-evolution",
            Layout::Terminal => "terminal",
            Layout::Plain => "plain",
        }
    }

    /// Returns the parts that a document in this layout has; nothing is known of the plain one.
    pub fn parts(self) -> &'static [Part] {
        match self {
            Layout::SpecKit => SPEC_KIT,
            Layout::OpenSpec => OPEN_SPEC,
            Layout::OpenSpecDesign => OPEN_SPEC_DESIGN,
            Layout::Kiro => KIRO,
            Layout::KiroDesign => KIRO_DESIGN,
            Layout::Bmad => BMAD,
            Layout::BmadStory => BMAD_STORY,
            Layout::Kep => KEP,
            Layout::Rfc => RFC,
            Layout::Eip | Layout::Pep => EIP,
            Layout::Swift => SWIFT,
            Layout::Terminal => TERMINAL,
            Layout::OpenSpecDelta | Layout::Plain => &[],
        }
    }
}

impl Shape {
    /// Counts the signs that a document shows.
    fn count(&self, titles: &Titles) -> usize {
        let shown = |sign: &&&[&str]| sign.iter().any(|lead| titles.begins(lead));
        self.signs.iter().filter(shown).count()
    }
}

/// The headings of a document in small letters, without numbers, marks and what stands in brackets.
#[derive(Debug, Default)]
pub(crate) struct Titles {
    /// All of them.
    all: BTreeSet<String>,
    /// Those under which something stands that is not the document's own review or history.
    held: BTreeSet<String>,
}

impl Titles {
    pub(super) fn of(document: &Document, meanings: &[Meaning]) -> Titles {
        let title = meaning::title(&document.sections);
        let mut titles = Titles::default();
        for (index, section) in document.sections.iter().enumerate() {
            if title == Some(index) {
                continue;
            }
            let plain = plain(&section.title);
            let inside = document.slice(Span::new(section.heading.end, section.span.end));
            let is_told = matches!(meanings.get(index), Some(Meaning::Review | Meaning::History));
            if !is_told && inside.chars().filter(|c| c.is_alphanumeric()).nth(2).is_some() {
                titles.held.insert(plain.clone());
            }
            titles.all.insert(plain);
        }
        titles
    }

    /// Counts the headings that begin with some words.
    pub(super) fn count(&self, lead: &str) -> usize {
        self.all.range(lead.to_owned()..).take_while(|title| title.starts_with(lead)).count()
    }

    /// Tells whether a heading begins with some words.
    pub(crate) fn begins(&self, lead: &str) -> bool {
        let mut from =
            self.all.range(lead.to_owned()..).map_while(|title| title.strip_prefix(lead));
        from.any(|rest| !rest.starts_with(char::is_alphanumeric))
    }

    /// Tells whether a part is there under one of its names. An empty section is one that was thought of, which another
    /// rule reports, but it shows nothing.
    pub(super) fn has(&self, part: &Part) -> bool {
        let titles = match part.ask {
            Ask::Section | Ask::Requirements => &self.all,
            Ask::Acceptance | Ask::Success | Ask::Tests => &self.held,
        };
        let is_named = |title: &String| part.names.iter().any(|name| holds(title, name));
        titles.iter().any(is_named)
    }
}

/// Tells whether a heading holds some words as words.
fn holds(title: &str, words: &str) -> bool {
    let mut places = title.match_indices(words);
    places.any(|(at, _)| {
        let before = title.get(..at).unwrap_or_default();
        let after = title.get(at + words.len()..).unwrap_or_default();
        !before.ends_with(|c: char| c.is_alphanumeric() || c == '-')
            && !after.starts_with(char::is_alphanumeric)
    })
}
/// Returns a heading in small letters, without its number, its marks and what stands in brackets.
fn plain(title: &str) -> String {
    let bare = title.trim_start_matches(|c: char| !c.is_alphabetic());
    let bare = bare.split(['(', '[']).next().unwrap_or(bare);
    let bare = bare.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`' | ':'));
    let mut plain = String::with_capacity(bare.len());
    for word in bare.split_whitespace() {
        if !plain.is_empty() {
            plain.push(' ');
        }
        let is_kept = |c: &char| !matches!(c, '*' | '`');
        if word.is_ascii() {
            plain.extend(word.chars().filter(is_kept).map(|c| c.to_ascii_lowercase()));
        } else {
            plain.extend(word.chars().filter(is_kept).flat_map(char::to_lowercase));
        }
    }
    plain
}

/// A section that is asked for by name, and by what its meaning is.
const fn section(
    name: &'static str,
    names: &'static [&'static str],
    meanings: &'static [Meaning],
    says: &'static str,
) -> Part {
    Part { ask: Ask::Section, name, names, meanings, says, with: None }
}

/// The same part where something else is asked of it.
const fn asked(ask: Ask, part: Part) -> Part {
    Part { ask, ..part }
}

/// The same part, asked only beside another heading.
const fn beside(with: &'static str, part: Part) -> Part {
    Part { with: Some(with), ..part }
}

const SPEC_KIT: &[Part] = &[
    section(
        "User Scenarios & Testing",
        &["user scenarios", "user stories", "user story"],
        &[],
        "who uses this, for what, and in which order of importance",
    ),
    section(
        "Edge Cases",
        &["edge cases", "edge case", "error handling"],
        &[Meaning::EdgeCases],
        "what happens at the limits and when something fails",
    ),
    asked(
        Ask::Requirements,
        section("Functional Requirements", &["functional requirements"], &[], "what it must do"),
    ),
    section(
        "Assumptions",
        &["assumptions"],
        &[Meaning::Assumptions],
        "what was assumed where nothing was said",
    ),
    asked(
        Ask::Success,
        section(
            "Success Criteria",
            &["success criteria", "measurable outcomes", "success metrics"],
            &[Meaning::Metrics],
            "by what success is measured",
        ),
    ),
];

const OPEN_SPEC: &[Part] =
    &[section("Purpose", &["purpose", "overview"], &[], "what the capability is for")];

const OPEN_SPEC_DESIGN: &[Part] = &[
    section("Context", &["context", "background", "why"], &[], "what the change starts from"),
    section(
        "Goals / Non-Goals",
        &["goals", "non-goals", "goal"],
        &[Meaning::Goals],
        "what the change is to reach and what not",
    ),
    section(
        "Decisions",
        &["decisions", "decision", "key decisions"],
        &[],
        "what was decided, and why",
    ),
    section(
        "Risks / Trade-offs",
        &["risks", "risk", "trade-offs", "tradeoffs"],
        &[Meaning::Risks],
        "what could go wrong and what it costs",
    ),
];

const KIRO: &[Part] = &[section(
    "Introduction",
    &["introduction", "overview", "summary"],
    &[],
    "what the feature is and for whom",
)];

const KIRO_DESIGN: &[Part] = &[
    section("Overview", &["overview", "introduction", "summary"], &[], "what is designed"),
    section(
        "Error Handling",
        &["error handling", "error", "errors", "failure", "failures"],
        &[Meaning::EdgeCases],
        "what happens when something fails",
    ),
    asked(
        Ask::Tests,
        section(
            "Testing Strategy",
            &["testing strategy", "testing", "test plan", "test strategy", "tests", "verification"],
            &[],
            "how it is tested",
        ),
    ),
];

const BMAD: &[Part] = &[
    section("Goals", &["goals", "objectives"], &[Meaning::Goals], "what is to be reached"),
    section(
        "Requirements",
        &["requirements", "functional"],
        &[Meaning::Requirements],
        "what is required",
    ),
];

const BMAD_STORY: &[Part] = &[
    section(
        "Story",
        &["story", "user story", "story statement"],
        &[Meaning::Stories, Meaning::Problem, Meaning::Summary],
        "who wants this, and why",
    ),
    asked(
        Ask::Acceptance,
        section(
            "Acceptance Criteria",
            &["acceptance criteria", "acceptance"],
            &[Meaning::Acceptance],
            "when it is done",
        ),
    ),
];

/// What shows that an enhancement proposal follows the newer version of its template.
const READINESS: &str = "production readiness review";

const KEP: &[Part] = &[
    section(
        "Summary",
        &["summary", "abstract", "overview"],
        &[],
        "what is proposed, in a paragraph",
    ),
    section("Motivation", &["motivation", "background"], &[], "why it is needed"),
    section("Goals", &["goals", "goal", "objectives"], &[Meaning::Goals], "what is to be reached"),
    section(
        "Non-Goals",
        &["non-goals", "non-goal", "non goals", "out of scope"],
        &[Meaning::NonGoals],
        "what is out of scope",
    ),
    beside(
        READINESS,
        section(
            "Risks and Mitigations",
            &["risks", "risk", "security considerations"],
            &[Meaning::Risks],
            "what could go wrong and what is done about it",
        ),
    ),
    beside(READINESS, section("Dependencies", &["dependencies"], &[], "what this depends on")),
    beside(READINESS, section("Drawbacks", &["drawbacks"], &[], "why it should not be done")),
    beside(
        READINESS,
        section("Alternatives", &["alternatives", "alternative"], &[], "what else was thought of"),
    ),
    asked(
        Ask::Tests,
        section(
            "Test Plan",
            &["test plan", "testing plan", "testing", "test"],
            &[],
            "how it is tested",
        ),
    ),
    asked(
        Ask::Acceptance,
        section(
            "Graduation Criteria",
            &["graduation criteria", "graduation", "acceptance criteria"],
            &[],
            "when each stage is reached",
        ),
    ),
];

const RFC: &[Part] = &[
    section("Motivation", &["motivation", "background", "problem"], &[], "why it is needed"),
    section(
        "Drawbacks",
        &[
            "drawbacks",
            "drawback",
            "trade-offs",
            "trade-off",
            "tradeoffs",
            "tradeoff",
            "disadvantages",
            "disadvantage",
            "downsides",
            "downside",
            "limitations",
            "cons",
            "risks",
            "consequences",
            "negative",
            "concerns",
            "costs",
        ],
        &[Meaning::Risks],
        "what speaks against it",
    ),
];

const EIP: &[Part] = &[
    section("Abstract", &["abstract", "simple summary"], &[], "what is proposed, in a paragraph"),
    section("Specification", &["specification", "design"], &[], "what implementers have to do"),
    section("Security Considerations", &["security"], &[], "what an attacker could make of it"),
];

const SWIFT: &[Part] = &[
    section("Introduction", &["introduction"], &[], "what is proposed"),
    section("Motivation", &["motivation"], &[], "why it is needed"),
    section(
        "Detailed design",
        &["detailed design", "design", "proposed solution"],
        &[],
        "how it works in detail",
    ),
    section(
        "Source compatibility",
        &["source compatibility", "existing code", "compatibility", "source stability"],
        &[],
        "what becomes of code that exists",
    ),
    section(
        "Alternatives considered",
        &["alternatives", "alternative", "alternatives considered"],
        &[],
        "what else was thought of",
    ),
];

const TERMINAL: &[Part] = &[
    section(
        "Abstract",
        &["abstract", "summary", "overview"],
        &[],
        "what is proposed, in a paragraph",
    ),
    section(
        "Solution Design",
        &["solution design", "solution", "proposal"],
        &[],
        "how it is solved",
    ),
    section("Accessibility", &["accessibility"], &[], "who can use it"),
    section("Security", &["security"], &[], "what an attacker could make of it"),
    section("Reliability", &["reliability"], &[], "what happens when something fails"),
    section("Compatibility", &["compatibility"], &[], "what breaks for whom"),
    section(
        "Performance, Power, and Efficiency",
        &["performance, power, and efficiency", "performance"],
        &[],
        "what it costs to run",
    ),
    section(
        "Potential Issues",
        &["potential issues", "issues", "risks"],
        &[],
        "what could go wrong",
    ),
];

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use super::*;

    fn layout(headings: &[&str]) -> Layout {
        let text: Vec<String> =
            headings.iter().map(|heading| format!("{heading}\n\nSome words.\n")).collect();
        let packet = markdown_prd("a.md", &format!("# A\n\n{}", text.join("\n"))).value;
        let document = packet.documents.first().unwrap();
        let sections = &document.sections;
        let meanings = meaning::of_sections(sections, &meaning::stated(sections));
        Layout::of(document, &Titles::of(document, &meanings))
    }

    #[test]
    fn a_layout_is_told_by_most_of_its_headings() {
        let spec_kit = [
            "## User Scenarios & Testing *(mandatory)*",
            "### User Story 1 - Pay (Priority: P1)",
            "### Edge Cases",
            "## Requirements *(mandatory)*",
            "### Functional Requirements",
            "## Success Criteria",
            "### Measurable Outcomes",
            "## Assumptions",
        ];
        assert_eq!(layout(&spec_kit), Layout::SpecKit);
        for gone in 0..spec_kit.len() {
            let rest: Vec<&str> = spec_kit
                .iter()
                .enumerate()
                .filter(|(at, _)| *at != gone)
                .map(|(_, one)| *one)
                .collect();
            assert_eq!(layout(&rest), Layout::SpecKit, "without {}", spec_kit[gone]);
        }
        assert_eq!(
            layout(&["## Requirements", "### Requirement: Lock", "#### Scenario: Night"]),
            Layout::OpenSpec
        );
        assert_eq!(
            layout(&["## ADDED Requirements", "### Requirement: Lock", "#### Scenario: Night"]),
            Layout::OpenSpecDelta
        );
        assert_eq!(
            layout(&[
                "# Summary",
                "# Motivation",
                "# Detailed design",
                "# Drawbacks",
                "# Alternatives"
            ]),
            Layout::Rfc
        );
        assert_eq!(layout(&["## Goals", "## Requirements", "## Risks"]), Layout::Plain);
    }
}
