//! What sort of document it is, by how it is made. A file's name is asked only where the text says nothing else.

use std::collections::BTreeSet;

use council_core::packet::{Document, Passage, PassageKind};
use memchr::memmem;

use super::{Layout, Meaning, Text, is_item, layout::Titles};

/// What sort of document it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A product requirements document: several of the sections such a document has.
    Prd,
    /// A behaviour specification: requirements with scenarios.
    Behaviour,
    /// The specification of one feature, with requirements among other things.
    Feature,
    /// A list of requirements and little else.
    Requirements,
    /// A proposal to others: an RFC, an enhancement proposal.
    Proposal,
    /// How something is built.
    Design,
    /// A norm that implementers follow, written in `MUST` and `SHOULD`.
    Norm,
    /// Who does what when.
    Plan,
    /// A list of tasks.
    Tasks,
    /// What somebody says about another document or about code.
    Review,
    /// Something that specifies nothing: a readme, a changelog, a licence.
    Notes,
    /// The description of one function.
    Function,
    /// Something else, or too little to tell.
    Page,
}

impl Kind {
    /// Returns its name, for people and for programs.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Prd => "prd",
            Kind::Behaviour => "behaviour",
            Kind::Feature => "feature",
            Kind::Requirements => "requirements",
            Kind::Proposal => "proposal",
            Kind::Design => "design",
            Kind::Norm => "norm",
            Kind::Plan => "plan",
            Kind::Tasks => "tasks",
            Kind::Review => "review",
            Kind::Notes => "notes",
            Kind::Function => "function",
            Kind::Page => "page",
        }
    }

    /// Tells whether such a document is made of demands. In the others, which argue, tell and plan, a sentence has to be
    /// in the words of a standard, or among requirements, before each of its words is weighed.
    pub fn demands(self) -> bool {
        match self {
            Kind::Prd
            | Kind::Behaviour
            | Kind::Feature
            | Kind::Requirements
            | Kind::Norm
            | Kind::Function
            | Kind::Page => true,
            Kind::Proposal
            | Kind::Design
            | Kind::Plan
            | Kind::Tasks
            | Kind::Review
            | Kind::Notes => false,
        }
    }

    /// Tells whether such a document states its demands one by one. A norm repeats a sentence for each case on purpose, and
    /// whoever argues says how much and how soon in words.
    pub fn lists_demands(self) -> bool {
        match self {
            Kind::Prd
            | Kind::Behaviour
            | Kind::Feature
            | Kind::Requirements
            | Kind::Function
            | Kind::Page => true,
            Kind::Norm
            | Kind::Proposal
            | Kind::Design
            | Kind::Plan
            | Kind::Tasks
            | Kind::Review
            | Kind::Notes => false,
        }
    }

    /// Tells whether such a document specifies something. What does not is looked at for hostile text and secrets only.
    pub fn specifies(self) -> bool {
        !matches!(self, Kind::Review | Kind::Notes)
    }

    /// Tells whether such a document says what must be built, so that what it leaves out is nobody's to answer.
    pub fn requires(self) -> bool {
        matches!(self, Kind::Prd | Kind::Behaviour | Kind::Feature | Kind::Requirements)
    }

    /// Tells the kind of a document.
    pub(super) fn of(text: &Text<'_>, titles: &Titles) -> Kind {
        if text.function.is_some() {
            return Kind::Function;
        }
        // A file of keys is one part of a document, whatever it names.
        if text.is_keyed() {
            return Kind::Page;
        }
        match text.layout {
            Layout::SpecKit | Layout::BmadStory => return Kind::Feature,
            Layout::OpenSpec | Layout::OpenSpecDelta | Layout::Kiro => return Kind::Behaviour,
            // Some put what is required and how it is built into one document.
            Layout::OpenSpecDesign | Layout::KiroDesign => {
                let asks = text.meanings.contains(&Meaning::Requirements);
                return if asks { Kind::Feature } else { Kind::Design };
            }
            Layout::Bmad => return Kind::Prd,
            Layout::Kep
            | Layout::Rfc
            | Layout::Eip
            | Layout::Pep
            | Layout::Swift
            | Layout::Terminal => {
                return Kind::Proposal;
            }
            Layout::Plain => {}
        }
        let document = text.document;
        let stated: BTreeSet<Meaning> = document
            .sections
            .iter()
            .filter(|section| !is_item(&section.title))
            .flat_map(|section| Meaning::stated(&section.title))
            .collect();
        plain(document, titles, &stated)
    }
}

/// Tells the kind of a document in no known layout.
fn plain(document: &Document, titles: &Titles, stated: &BTreeSet<Meaning>) -> Kind {
    let has = |meaning| stated.contains(&meaning);
    let title = document.title.as_deref().unwrap_or_default().to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| title.contains(word));
    let is_firm = document.requirements.len() >= 3;
    if !is_firm && is_notes(document, titles) || is_guide(document) {
        return Kind::Notes;
    }
    let names_review =
        ["review", "audit", "retrospective", "post-mortem", "postmortem", "assessment"];
    let reports =
        ["findings", "verdict", "recommendations", "reviewer", "conclusion", "assessment"];
    let reported = reports.iter().filter(|lead| titles.begins(lead)).count();
    if says(&names_review) && (reported > 0 || !has(Meaning::Requirements)) && !is_firm {
        return Kind::Review;
    }
    if is_tasks(document, &title) {
        return Kind::Tasks;
    }
    let telling = TELLING.into_iter().filter(|meaning| has(*meaning)).count();
    let names_itself = says(&["prd", "product requirement"]);
    let asks = has(Meaning::Requirements) || has(Meaning::Stories) || has(Meaning::Acceptance);
    if (names_itself && telling >= 2) || (telling >= 5 && asks) {
        return Kind::Prd;
    }
    let covered: usize = document.requirements.iter().map(|one| one.span.len()).sum();
    let body = document.passages.iter().filter(|one| one.kind != PassageKind::Heading);
    let body: usize = body.map(|one| one.span.len()).sum();
    let is_listed = is_firm || has(Meaning::Requirements);
    if is_listed && covered > 0 && covered * 10 >= body * 6 {
        return Kind::Requirements;
    }
    if says(&["implementation plan", "project plan", "roadmap", "migration plan"]) {
        return Kind::Plan;
    }
    if says(&["design", "architecture"]) && !has(Meaning::Requirements) {
        return Kind::Design;
    }
    if has(Meaning::Problem) && has(Meaning::Alternatives) {
        return Kind::Proposal;
    }
    if has(Meaning::Requirements) || asks && telling >= 2 {
        return Kind::Feature;
    }
    // A norm speaks in capitals; `must` in small letters is how people argue.
    let speaks = |word: &str| memmem::find(document.text().as_bytes(), word.as_bytes()).is_some();
    if is_firm && (speaks(" MUST ") || speaks(" SHALL ")) {
        return Kind::Norm;
    }
    if has(Meaning::Design) && telling >= 1 {
        return Kind::Design;
    }
    Kind::Page
}

/// Tells whether a document teaches how such documents are written: `What is a PRD?`, `How to write requirements`.
fn is_guide(document: &Document) -> bool {
    const TEACHING: [&str; 6] = [
        "what is a ",
        "what is an ",
        "what makes ",
        "how to write ",
        "writing a good ",
        "anatomy of a ",
    ];
    const TAUGHT: [&str; 7] =
        ["prd", "specification", "requirement", "user story", "user stories", "rfc", "frs"];
    let mut titles = document.sections.iter().map(|section| section.title.to_lowercase());
    titles.any(|title| {
        TEACHING.iter().any(|lead| title.starts_with(lead))
            && TAUGHT.iter().any(|word| title.contains(word))
    })
}

/// What the sections of a product document are for.
const TELLING: [Meaning; 12] = [
    Meaning::Problem,
    Meaning::Goals,
    Meaning::NonGoals,
    Meaning::Scope,
    Meaning::Requirements,
    Meaning::Quality,
    Meaning::Constraints,
    Meaning::Acceptance,
    Meaning::Metrics,
    Meaning::Stories,
    Meaning::Risks,
    Meaning::Users,
];

/// Tells whether a document specifies nothing: a licence, a changelog, a readme.
fn is_notes(document: &Document, titles: &Titles) -> bool {
    let text = document.text();
    let head = text.get(..text.floor_char_boundary(2000)).unwrap_or(text).to_lowercase();
    let licence = ["permission is hereby granted", "apache license", "gnu general public license"];
    if licence.iter().any(|words| head.contains(words)) && titles.count("requirement") == 0 {
        return true;
    }
    let versions = document.sections.iter().filter(|section| is_version(&section.title)).count();
    let second = document.sections.iter().filter(|section| section.level == 2).count();
    if versions >= 2 && versions * 2 >= second {
        return true;
    }
    let readme = [
        "installation",
        "install",
        "usage",
        "getting started",
        "quick start",
        "quickstart",
        "license",
        "licence",
        "contributing",
        "badges",
        "faq",
    ];
    readme.iter().filter(|lead| titles.begins(lead)).count() >= 3
}

/// Tells whether a heading is a version or a date and nothing else: `[1.2.0] - 2024-01-02`, `v3.1`, `Unreleased`.
fn is_version(title: &str) -> bool {
    let mut words = title.split_whitespace().map(|word| word.trim_matches(['[', ']', '(', ')']));
    let numbered = |word: &str| {
        let bare = word.trim_start_matches(['v', 'V']);
        bare.starts_with(|c: char| c.is_ascii_digit())
            && bare.contains(['.', '-'])
            && !bare.ends_with('.')
    };
    let first = words.next().unwrap_or_default();
    let is_first = numbered(first)
        || first.eq_ignore_ascii_case("unreleased")
        || first.eq_ignore_ascii_case("version");
    is_first && words.all(|word| numbered(word) || word.chars().all(|c| !c.is_alphanumeric()))
}

/// Tells whether a document is a list of tasks: most of its items have a box to tick.
fn is_tasks(document: &Document, title: &str) -> bool {
    let mut items = 0_usize;
    let mut boxes = 0_usize;
    for passage in document.passages.iter().filter(|one| one.kind == PassageKind::Item) {
        items += 1;
        boxes += usize::from(has_box(document, passage));
    }
    items >= 5 && boxes * 10 >= items * if title.contains("task") { 4 } else { 8 }
}

/// Tells whether an item has a box to tick.
fn has_box(document: &Document, item: &Passage) -> bool {
    let boxes = ["[ ]", "[x]", "[X]"];
    let before = document.text().get(..item.span.start).unwrap_or_default().trim_end();
    let words = document.slice(item.span);
    boxes.iter().any(|own| words.starts_with(own) || before.ends_with(own))
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use super::super::Model;
    use super::*;

    fn kind(text: &str) -> Kind {
        let packet = markdown_prd("a.md", text).value;
        Model::of(&packet).texts.first().unwrap().kind
    }

    #[test]
    fn a_changelog_a_readme_a_licence_and_a_review_specify_nothing() {
        for text in [
            "# Changes\n\n## [1.2.0] - 2024-05-06\n\n- Prices must fit.\n\n## v1.1.9\n\n- Fixed a shelf.\n",
            "# Shelf\n\n## Installation\n\nRun it.\n\n## Usage\n\nPut it up.\n\n## License\n\nFree.\n",
            "# Licence\n\nPermission is hereby granted, free of charge, to any person.\n",
            "# Review of the till\n\n## Findings\n\nThe drawer must open faster.\n\n## Verdict\n\nRevise.\n",
        ] {
            assert!(!kind(text).specifies(), "{text}");
        }
    }

    #[test]
    fn numbered_sections_are_no_versions() {
        let text = "# Shelf\n\n## 1.1 Purpose\n\nTo hold.\n\n## 3.1 Requirements\n\n- It holds ten cups.\n";
        assert!(kind(text).specifies());
        assert!(
            is_version("[2.0.1] - 2024-01-02") && is_version("v3.1") && !is_version("3.1 State")
        );
    }

    #[test]
    fn a_list_of_requirements_is_told_from_a_feature_with_some() {
        let list =
            "# Till\n\n- R-1: It shall ring.\n- R-2: It shall open.\n- R-3: It shall close.\n";
        assert_eq!(kind(list), Kind::Requirements);
        let prose =
            "Tills have been built for a hundred years, and every shop knows them. ".repeat(20);
        let feature = format!("# Till\n\n{prose}\n\n## Requirements\n\n- R-1: It shall ring.\n");
        assert_eq!(kind(&feature), Kind::Feature);
    }
}
