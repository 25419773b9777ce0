//! `docs/reference/house.md`: what a newcomer has to find their way through, counted then and now.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use crate::{tidy::lexer, tree::Text};

/// How far a figure may have moved before the page is out of date. Every change moves a line count, and a page that every
/// change must rewrite is one that every two changes conflict in.
const TOLERANCE_PERCENT: usize = 3;

/// The revision the house was first measured at, and what the same functions count in it.
const BEFORE: (&str, Figures) = (
    "20c8f57",
    Figures {
        crates: 10,
        lines: 116_903,
        product: 82_296,
        public: 1920,
        supported: None,
        types: 958,
        repeated: 334,
        shapes: 21,
        with_severity: 22,
        knowing: 22,
        knowing_product: 14,
    },
);

/// The types one defect went through on its way from a rule to the terminal when the house was first measured, and the
/// other ways there were to say one.
const SHAPES: [&str; 22] = [
    "BroadSaid",
    "Claim",
    "Defect",
    "Diagnostic",
    "Finding",
    "FindingFact",
    "FindingReply",
    "FindingShape",
    "GateFinding",
    "Heard",
    "Issue",
    "KeptClaim",
    "Listed",
    "LockedClaim",
    "Noticed",
    "PanelFinding",
    "Raised",
    "RemarkReply",
    "Said",
    "Seen",
    "Signal",
    "StageSignal",
];

/// A field of a forum's answer: whatever has to change with it knows how a forum answers.
const FORUM_FIELD: &str = "engages";

/// The most names that are listed one by one.
const LISTED: usize = 24;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Figures {
    crates: usize,
    lines: usize,
    product: usize,
    public: usize,
    supported: Option<usize>,
    types: usize,
    repeated: usize,
    shapes: usize,
    with_severity: usize,
    knowing: usize,
    knowing_product: usize,
}

/// Returns the page.
pub(super) fn page(texts: &[Text]) -> String {
    let (revision, before) = BEFORE;
    let products: Vec<Product> = texts.iter().filter_map(Product::of).collect();
    let defined = definitions(&products);
    let now = figures(texts, &products, &defined);
    let mut page = format!(
        "# The house in figures\n\n\
         What a newcomer has to find their way through, counted by `cargo xtask codegen` from the sources themselves; *then* is\n\
         revision `{revision}`, counted by the same functions. The page is out of date when a figure is off by more than\n\
         {TOLERANCE_PERCENT} %.\n\n\
         | | then | now |\n|---|---:|---:|\n"
    );
    for (name, value) in ROWS {
        let _ = writeln!(page, "| {name} | {} | {} |", value(&before), value(&now));
    }
    page.push_str(
        "\n*Product* leaves out tests, the testkit and project tasks. A *repeated* name is given to two or more types or\n\
         traits of the product. The *shapes* are the types that one defect went through from a rule to the terminal, and the other ways to\n\
         say one, when this was first counted; types that came later under other names are seen by the row below it.\n\n\
         ## Names that several types have\n\n| name | types | crates |\n|---|---:|---|\n",
    );
    page.push_str(&listed(&defined));
    page
}

/// Counts the types and traits of the product, and those of them that share their name with another one.
pub(super) fn repeated_names(texts: &[Text]) -> (usize, usize) {
    let products: Vec<Product> = texts.iter().filter_map(Product::of).collect();
    let defined = definitions(&products);
    let repeated = defined.values().map(Vec::len).filter(|types| *types > 1).sum();
    (defined.values().map(Vec::len).sum(), repeated)
}

/// Tells whether a page says something else than the one that is there: other words, or a figure that has moved.
pub(super) fn has_moved(there: &str, fresh: &str) -> bool {
    // The list follows the figures: it is written anew with them and not by itself.
    let head = |page: &str| page.split("\n## ").next().unwrap_or_default().to_owned();
    let (there, fresh) = (split(&head(there)), split(&head(fresh)));
    let is_near = |(old, new): (&usize, &usize)| {
        old.abs_diff(*new) * 100 <= TOLERANCE_PERCENT * (*old).max(*new)
    };
    there.0 != fresh.0
        || there.1.len() != fresh.1.len()
        || !there.1.iter().zip(&fresh.1).all(is_near)
}

type Row = (&'static str, fn(&Figures) -> String);

const ROWS: [Row; 9] = [
    ("crates", |of| of.crates.to_string()),
    ("lines of Rust", |of| of.lines.to_string()),
    ("lines of Rust in the product", |of| of.product.to_string()),
    ("public items in the product", |of| of.public.to_string()),
    ("public items that are supported", |of| {
        of.supported.map_or("all of them".to_owned(), |items| items.to_string())
    }),
    ("types in the product, and in percent those with a repeated name", |of| {
        format!("{}, {}", of.types, (of.repeated * 100).checked_div(of.types).unwrap_or_default())
    }),
    ("shapes of a defect", |of| of.shapes.to_string()),
    ("types with a `severity`", |of| of.with_severity.to_string()),
    ("files that know a field of a forum's answer, and of these in the product", |of| {
        format!("{}, {}", of.knowing, of.knowing_product)
    }),
];

/// A source file of the product, without its comments, its literals and its tests.
struct Product {
    krate: String,
    code: String,
    lines: usize,
}

impl Product {
    fn of(text: &Text) -> Option<Self> {
        let (krate, rest) = text.path.strip_prefix("crates/")?.split_once('/')?;
        let is_test = rest.split('/').any(|part| part == "tests" || part == "tests.rs");
        if !text.is("rs") || !rest.starts_with("src/") || is_test || is_for_tests(krate) {
            return None;
        }
        let own = text.text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
        let (code, _) = lexer::split(own);
        Some(Self { krate: krate.to_owned(), code, lines: own.lines().count() })
    }
}

fn is_for_tests(krate: &str) -> bool {
    matches!(krate, "council-testkit" | "council-fixtures")
}

/// Where each type of the product is defined, by its name.
type Definitions<'text> = BTreeMap<&'text str, Vec<&'text Product>>;

fn definitions(products: &[Product]) -> Definitions<'_> {
    let mut defined: Definitions<'_> = BTreeMap::new();
    for product in products {
        for name in product.code.lines().filter_map(type_name) {
            defined.entry(name).or_default().push(product);
        }
    }
    defined
}

/// Returns the name of the type that a line begins to define.
fn type_name(line: &str) -> Option<&str> {
    let line = after_visibility(line.trim_start());
    let name = ["struct ", "enum ", "trait "].iter().find_map(|kind| line.strip_prefix(kind))?;
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
    name.get(..end).filter(|name| name.starts_with(char::is_uppercase))
}

fn after_visibility(line: &str) -> &str {
    let Some(rest) = line.strip_prefix("pub") else { return line };
    let rest = rest.trim_start();
    match rest.strip_prefix('(').and_then(|inner| inner.split_once(')')) {
        Some((_, after)) => after.trim_start(),
        None => rest,
    }
}

fn figures(texts: &[Text], products: &[Product], defined: &Definitions<'_>) -> Figures {
    let sources = || texts.iter().filter(|text| text.is("rs"));
    let manifests = texts
        .iter()
        .filter(|text| text.path.starts_with("crates/") && text.path.ends_with("/Cargo.toml"));
    let knows = |text: &&Text| has_word(&text.text, FORUM_FIELD);
    let repeated = || defined.values().filter(|places| places.len() > 1);
    let supported = texts.iter().find(|text| text.path.ends_with("council-review/src/lib.rs"));
    Figures {
        crates: manifests.count(),
        lines: sources().map(|text| text.text.lines().count()).sum(),
        product: products.iter().map(|product| product.lines).sum(),
        public: products.iter().flat_map(|product| product.code.lines()).filter(is_public).count(),
        supported: supported.map(|library| exported(&library.text)),
        types: defined.values().map(Vec::len).sum(),
        repeated: repeated().map(Vec::len).sum(),
        shapes: SHAPES.iter().filter(|shape| defined.contains_key(**shape)).count(),
        with_severity: products.iter().map(|product| with_severity(&product.code)).sum(),
        knowing: sources().filter(|text| text.path.starts_with("crates/")).filter(knows).count(),
        knowing_product: texts
            .iter()
            .filter(|text| Product::of(text).is_some())
            .filter(knows)
            .count(),
    }
}

fn is_public(line: &&str) -> bool {
    const ITEMS: [&str; 10] =
        ["async fn", "const", "enum", "fn", "mod", "static", "struct", "trait", "type", "use"];
    let item = line.trim_start().strip_prefix("pub ");
    item.is_some_and(|item| ITEMS.iter().any(|kind| item.starts_with(&format!("{kind} "))))
}

/// Counts what a library's root exports: the names in its `pub use` and the items it defines.
fn exported(library: &str) -> usize {
    let (code, _) = lexer::split(library);
    let own = code.lines().filter(|line| is_public(line) && !line.starts_with("pub use")).count();
    let uses = code.split("pub use ").skip(1);
    let names = uses.map(|list| {
        let list = list.split(';').next().unwrap_or_default();
        let names = list.split(['{', '}', ',']).map(str::trim);
        names.filter(|name| !name.is_empty() && !name.ends_with("::")).count()
    });
    own + names.sum::<usize>()
}

/// Counts the types that have a field called `severity`.
fn with_severity(code: &str) -> usize {
    let mut within = BTreeSet::new();
    let mut current = None;
    for line in code.lines() {
        if let Some(name) = type_name(line) {
            current = Some(name);
        }
        let is_field = after_visibility(line.trim_start()).starts_with("severity:");
        if line.starts_with('}') {
            current = None;
        } else if let Some(name) = current.filter(|_| is_field) {
            within.insert(name);
        }
    }
    within.len()
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|found| found == word)
}

fn listed(defined: &Definitions<'_>) -> String {
    let mut repeated: Vec<_> = defined.iter().filter(|(_, places)| places.len() > 1).collect();
    repeated.sort_by_key(|(name, places)| (std::cmp::Reverse(places.len()), **name));
    let mut rows = String::new();
    for (name, places) in repeated.iter().take(LISTED) {
        let crates: BTreeSet<&str> = places.iter().map(|place| place.krate.as_str()).collect();
        let crates = crates.into_iter().collect::<Vec<_>>().join(", ");
        let _ = writeln!(rows, "| `{name}` | {} | {crates} |", places.len());
    }
    let rest = repeated.len().saturating_sub(LISTED);
    if rest > 0 {
        let _ = writeln!(rows, "\nand {rest} more names.");
    }
    rows
}

/// Takes a text apart: its words without the figures, and the figures.
fn split(text: &str) -> (String, Vec<usize>) {
    let mut words = String::new();
    let mut figures = Vec::new();
    let mut figure = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_digit() {
            figure.push(c);
            continue;
        }
        figures.extend(figure.parse::<usize>());
        figure.clear();
        words.push(c);
    }
    (words, figures)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::tests::text;

    #[test]
    fn a_type_is_counted_once_for_each_place_that_defines_it() {
        let texts = [
            text(
                "crates/a/src/lib.rs",
                "pub struct Same<'a>(&'a str);\n// struct Not;\nenum Own {}\n",
            ),
            text(
                "crates/b/src/x.rs",
                "pub(crate) enum Same { A }\n\n#[cfg(test)]\nmod tests {\n    struct Own;\n}\n",
            ),
            text("crates/b/tests/suite.rs", "struct Own;\n"),
        ];
        let products: Vec<_> = texts.iter().filter_map(Product::of).collect();
        let defined = definitions(&products);
        let now = figures(&texts, &products, &defined);
        assert_eq!((now.types, now.repeated, now.public), (3, 2, 1));
        assert_eq!(listed(&defined), "| `Same` | 2 | a, b |\n");
    }

    #[test]
    fn what_a_library_exports_is_counted_by_name() {
        let library =
            "pub use a::{b, c::D};\npub use e::F;\npub mod g;\nuse h::I;\npub fn j() {}\n";
        assert_eq!(exported(library), 5);
    }

    #[test]
    fn a_field_called_severity_makes_a_shape() {
        let code = "struct A {\n    severity: u8,\n}\nstruct B {\n    other: u8,\n}\nfn c(severity: u8) {}\n";
        assert_eq!(with_severity(code), 1);
    }

    #[test]
    fn a_page_is_out_of_date_when_a_figure_or_a_word_has_moved() {
        let page =
            |lines: usize, word: &str| format!("| {word} | {lines} |\n\n## Names\n\n{lines}");
        assert!(!has_moved(&page(1000, "lines"), &page(1030, "lines")));
        assert!(has_moved(&page(1000, "lines"), &page(1032, "lines")));
        assert!(has_moved(&page(14, "shapes"), &page(13, "shapes")));
        assert!(has_moved(&page(14, "shapes"), &page(14, "kinds")));
    }
}
