//! The rules of the contracts, and the scenarios that prove them.

use std::collections::BTreeMap;

use council_testkit::scenario::{Action, Page, Step};
use serde::Deserialize;

use crate::{markdown, tree::Text};

/// Rules of one contract: a `scenarios/*/rules.toml`, or a `rules-….toml` beside it for a part of the contract that has
/// its own keeper.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Registry {
    /// The contract's number, e.g. `002`.
    pub(crate) contract: String,
    /// The contract's title, in our words.
    pub(crate) title: String,
    /// Whether every rule needs a test with something in the seats, which is then proof enough: no page has to tell it.
    #[serde(default)]
    pub(crate) on_the_wire: bool,
    /// Whether it is about what seats are asked and say, so that a rule without a test on the wire tells why.
    #[serde(default)]
    pub(crate) seated: bool,
    /// The parts of the contract.
    #[serde(rename = "section")]
    pub(crate) sections: Vec<Section>,
    /// Where the registry is.
    #[serde(skip)]
    pub(crate) path: String,
}

/// A part of a contract.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Section {
    /// Which part.
    pub(crate) name: String,
    /// Its rules.
    pub(crate) rules: Vec<Rule>,
}

/// One rule.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rule {
    /// The id, e.g. `002.signals.1`.
    pub(crate) id: String,
    /// What the rule says, in our words.
    pub(crate) says: String,
    /// Why no seat is asked where it is proven.
    #[serde(default)]
    pub(crate) unasked: Option<String>,
}

/// A scenario or a test that proves a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Proof {
    /// The scenario's heading, or the test's name in words.
    pub(crate) name: String,
    /// The page, or the test's file.
    pub(crate) page: String,
    /// The line that names the rule.
    pub(crate) line: usize,
    /// The heading's anchor on the page; a test has none.
    pub(crate) anchor: String,
    /// What was run.
    pub(crate) reach: Reach,
}

/// What a proof runs, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// A flow in the process of the test.
    Process,
    /// The binary.
    Binary,
    /// The binary, with something in the seats that it asks over a socket.
    Wire,
}

/// A registry or a page that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unread {
    /// The file.
    pub(crate) path: String,
    /// What is wrong with it.
    pub(crate) message: String,
}

/// The scenarios that prove a rule, by the rule's id.
pub(crate) type Proofs = BTreeMap<String, Vec<Proof>>;

impl Registry {
    /// Returns every rule of the contract, in order.
    pub(crate) fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.sections.iter().flat_map(|section| &section.rules)
    }

    fn is_main(&self) -> bool {
        self.path.ends_with("/rules.toml")
    }
}

/// Reads the registries among the texts, by contract and the main one first; what cannot be read comes back beside them.
pub(crate) fn registries(texts: &[Text]) -> (Vec<Registry>, Vec<Unread>) {
    let mut registries = Vec::new();
    let mut errors = Vec::new();
    for text in texts {
        if !is_registry(&text.path) {
            continue;
        }
        match toml::from_str::<Registry>(&text.text) {
            Ok(registry) => registries.push(Registry { path: text.path.clone(), ..registry }),
            Err(error) => {
                errors.push(Unread { path: text.path.clone(), message: error.to_string() });
            }
        }
    }
    registries.sort_by_key(|registry| (registry.contract.clone(), !registry.is_main()));
    (registries, errors)
}

fn is_registry(path: &str) -> bool {
    let name = path.strip_prefix("scenarios/").and_then(|path| path.split_once('/'));
    let stem = name.and_then(|(_, name)| name.strip_suffix(".toml"));
    stem.is_some_and(|stem| stem == "rules" || stem.starts_with("rules-"))
}

/// Where the tests are that run the binary with something in the seats.
const WIRE_TESTS: &str = "crates/council-cli/tests/";

/// What names the rules of a test, above it.
const NAMES_RULES: &str = "/// Rules: ";

/// Collects which tests of the binary prove which rule.
fn wire_proofs(text: &Text, proofs: &mut Proofs) {
    let mut lines = text.text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let Some(rules) = line.trim().strip_prefix(NAMES_RULES) else { continue };
        let mut names = lines.by_ref().map(|(line, _)| line.trim());
        let name = names.find_map(|line| line.strip_prefix("fn ")).unwrap_or_default();
        let name = name.split('(').next().unwrap_or_default().replace('_', " ");
        for rule in rules.split(',').map(str::trim) {
            proofs.entry(rule.to_owned()).or_default().push(Proof {
                name: name.clone(),
                page: text.path.clone(),
                line: number,
                anchor: String::new(),
                reach: Reach::Wire,
            });
        }
    }
}

/// Collects which scenarios and tests prove which rule; pages that cannot be read come back beside them.
pub(crate) fn proofs(texts: &[Text]) -> (Proofs, Vec<Unread>) {
    let mut proofs = Proofs::new();
    let mut errors = Vec::new();
    for text in texts.iter().filter(|text| text.path.starts_with("scenarios/") && text.is("md")) {
        let page = match Page::parse(&text.path, &text.text) {
            Ok(page) => page,
            Err(failures) => {
                errors.extend(failures.iter().map(|failure| Unread {
                    path: text.path.clone(),
                    message: format!("line {}: {}", failure.line, failure.message),
                }));
                continue;
            }
        };
        let anchors = markdown::anchors(&text.text);
        for scenario in &page.scenarios {
            let anchor = anchors.get(&scenario.line).cloned().unwrap_or_default();
            let runs = |step: &Step| matches!(step.action, Action::Run(_));
            let is_run = scenario.steps.iter().any(runs);
            let reach = if is_run { Reach::Binary } else { Reach::Process };
            for rule in &scenario.rules {
                proofs.entry(rule.id.clone()).or_default().push(Proof {
                    name: scenario.name.clone(),
                    page: text.path.clone(),
                    line: rule.line,
                    anchor: anchor.clone(),
                    reach,
                });
            }
        }
    }
    let on_wire = texts.iter().filter(|text| text.path.starts_with(WIRE_TESTS) && text.is("rs"));
    on_wire.for_each(|text| wire_proofs(text, &mut proofs));
    (proofs, errors)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn text(path: &str, text: &str) -> Text {
        Text { path: path.to_owned(), text: text.to_owned() }
    }

    pub(crate) const REGISTRY: &str = r#"
contract = "009"
title = "Ninth"

[[section]]
name = "First part"
rules = [
  { id = "009.a.1", says = "a | b" },
  { id = "009.a.2", says = "c" },
]
"#;

    pub(crate) const PAGE: &str = "\
# Page

## It is `so`
Rules: 009.a.1

```console
$ council x
```
";

    #[test]
    fn a_registry_and_its_proofs_are_read() {
        let texts =
            [text("scenarios/009-x/rules.toml", REGISTRY), text("scenarios/009-x/p.md", PAGE)];
        let (registries, errors) = registries(&texts);
        assert_eq!(errors, []);
        assert_eq!(registries[0].rules().count(), 2);
        let (proofs, errors) = proofs(&texts);
        assert_eq!(errors, []);
        let proof = &proofs["009.a.1"][0];
        assert_eq!((proof.line, proof.anchor.as_str()), (4, "it-is-so"));
        assert_eq!(proof.reach, Reach::Binary);
    }

    pub(crate) const TEST: &str = "\
/// Rules: 009.a.1, 009.a.2
#[test]
fn it_is_so_on_the_wire() {}

#[test]
fn this_proves_nothing() {}
";

    #[test]
    fn a_test_of_the_binary_proves_the_rules_that_it_names() {
        let (proofs, _) = proofs(&[text("crates/council-cli/tests/suite/x.rs", TEST)]);
        for rule in ["009.a.1", "009.a.2"] {
            let [proof] = &proofs[rule][..] else { panic!("{proofs:?}") };
            assert_eq!((proof.name.as_str(), proof.line), ("it is so on the wire", 1));
            assert_eq!(proof.reach, Reach::Wire);
        }
        let (elsewhere, _) = super::proofs(&[text("crates/council-core/src/x.rs", TEST)]);
        assert!(elsewhere.is_empty(), "only what runs the binary counts");
    }

    #[test]
    fn a_part_of_a_contract_can_have_a_file_of_its_own() {
        let texts = [
            text("scenarios/009-x/rules-b.toml", REGISTRY),
            text("scenarios/009-x/rules.toml", REGISTRY),
            text("scenarios/009-x/rulesb.toml", REGISTRY),
            text("scenarios/rules.toml", REGISTRY),
        ];
        let (registries, _) = registries(&texts);
        let paths: Vec<&str> = registries.iter().map(|registry| registry.path.as_str()).collect();
        assert_eq!(paths, ["scenarios/009-x/rules.toml", "scenarios/009-x/rules-b.toml"]);
    }

    #[test]
    fn a_registry_with_an_unknown_key_is_refused() {
        let bad = REGISTRY.replace("says", "say");
        assert_eq!(registries(&[text("scenarios/009-x/rules.toml", &bad)]).1.len(), 1);
    }
}
