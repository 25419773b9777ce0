//! Every rule of a contract has a scenario, and every scenario names a rule there is.

use std::collections::BTreeMap;

use super::Problem;
use crate::{
    registry::{self, Proof, Reach, Registry},
    tree::Text,
};

pub(super) fn check(texts: &[Text]) -> Vec<Problem> {
    let (registries, broken) = registry::registries(texts);
    let (proofs, unread) = registry::proofs(texts);
    let mut problems: Vec<Problem> = broken
        .iter()
        .chain(&unread)
        .map(|unread| Problem::error(&unread.path, None, &unread.message))
        .collect();
    let mut known: BTreeMap<&str, &Registry> = BTreeMap::new();
    for registry in &registries {
        problems.extend(own(registry));
        for rule in registry.rules() {
            if let Some(other) = known.insert(&rule.id, registry) {
                let message = format!("rule `{}` is also in {}", rule.id, other.path);
                problems.push(Problem::error(&registry.path, None, message));
            }
            // A test proves a rule and tells nobody about it: people read the pages.
            let is_enough = |proof: &Proof| (proof.reach == Reach::Wire) == registry.on_the_wire;
            if !proofs.get(&rule.id).is_some_and(|all| all.iter().any(is_enough)) {
                let proof = if registry.on_the_wire { "test on the wire" } else { "scenario" };
                let message = format!("rule `{}` has no {proof}: {}", rule.id, rule.says);
                problems.push(Problem::error(&registry.path, None, message));
            }
            let is_wired = |proof: &Proof| proof.reach == Reach::Wire;
            let is_wired = proofs.get(&rule.id).is_some_and(|all| all.iter().any(is_wired));
            if registry.seated && is_wired == rule.unasked.is_some() {
                let wanted =
                    if is_wired { "and says why there is none" } else { "and does not say why" };
                let there = if is_wired { "a" } else { "no" };
                let message = format!("rule `{}` has {there} test on the wire, {wanted}", rule.id);
                problems.push(Problem::error(&registry.path, None, message));
            }
        }
    }
    for (id, proofs) in &proofs {
        for proof in proofs.iter().filter(|_| !known.contains_key(id.as_str())) {
            let message = format!("`{}` names unknown rule `{id}`", proof.name);
            problems.push(Problem::error(&proof.page, proof.line, message));
        }
    }
    problems
}

/// Checks a registry by itself: its place and its ids carry its number, and every rule says something.
fn own(registry: &Registry) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut problem = |message| problems.push(Problem::error(&registry.path, None, message));
    let number = &registry.contract;
    if !registry.path.starts_with(&format!("scenarios/{number}-")) {
        problem(format!("contract `{number}` belongs in a folder `scenarios/{number}-…`"));
    }
    if registry.title.trim().is_empty() {
        problem("the contract has no title".to_owned());
    }
    for section in registry.sections.iter().filter(|section| section.rules.is_empty()) {
        problem(format!("section `{}` has no rules", section.name));
    }
    for rule in registry.rules() {
        if !rule.id.starts_with(&format!("{number}.")) {
            problem(format!("rule `{}` does not start with `{number}.`", rule.id));
        }
        if rule.says.trim().is_empty() {
            problem(format!("rule `{}` says nothing", rule.id));
        }
    }
    problems
}

/// Compares the registries with the contracts: a registry cannot have fewer rules than its contract lists.
pub(super) fn against_contracts(texts: &[Text], contracts: &[Text]) -> Vec<Problem> {
    let (registries, _) = registry::registries(texts);
    let mut problems = Vec::new();
    for contract in contracts.iter().filter(|text| text.is("md")) {
        let number = contract.path.split('-').next().unwrap_or_default();
        let parts: Vec<&Registry> =
            registries.iter().filter(|registry| registry.contract == number).collect();
        let Some(main) = parts.first() else {
            let message = format!("contract `{number}` has no registry");
            problems.push(Problem::error("scenarios", None, message));
            continue;
        };
        let named = parts.iter().flat_map(|part| part.rules()).count();
        let listed = items(&contract.text);
        if named < listed {
            let message = format!("{named} rules, but contract `{number}` lists {listed}");
            problems.push(Problem::error(&main.path, None, message));
        }
    }
    problems
}

/// Sections of a contract that say what follows and state no rule.
const INTRODUCTIONS: &[&str] = &["Overview", "Purpose"];

/// Counts the rules a contract lists: the items of its lists, outside of its samples and introductions. An item that
/// ends with a colon only introduces the items below it.
fn items(contract: &str) -> usize {
    let mut in_sample = false;
    let mut in_introduction = false;
    let mut count = 0;
    for line in contract.lines() {
        if line.starts_with("```") {
            in_sample = !in_sample;
        }
        if in_sample {
            continue;
        }
        if line.starts_with('#') {
            in_introduction = INTRODUCTIONS.contains(&line.trim_start_matches(['#', ' ']));
        } else if is_item(line.trim()) && !in_introduction && !line.trim_end().ends_with(':') {
            count += 1;
        }
    }
    count
}

fn is_item(line: &str) -> bool {
    let Some((mark, _)) = line.split_once(' ') else { return false };
    let numbered =
        |number: &str| number.parse::<u32>().is_ok() || (number.len() == 1 && number.is_ascii());
    matches!(mark, "-" | "*") || mark.strip_suffix('.').is_some_and(numbered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::tests::{PAGE, REGISTRY, text};

    const AT: &str = "scenarios/009-x/rules.toml";

    fn problems(registry: &str, page: &str) -> Vec<String> {
        let found = check(&[text(AT, registry), text("scenarios/009-x/p.md", page)]);
        found.iter().map(ToString::to_string).collect()
    }

    fn whole_page() -> String {
        PAGE.replace("009.a.1", "009.a.1, 009.a.2")
    }

    #[test]
    fn a_registry_whose_rules_are_all_proven_is_fine() {
        assert_eq!(problems(REGISTRY, &whole_page()), [""; 0]);
    }

    #[test]
    fn a_rule_without_a_scenario_is_found() {
        let found = problems(REGISTRY, PAGE);
        assert_eq!(found, [format!("error: {AT}: rule `009.a.2` has no scenario: c")]);
    }

    #[test]
    fn a_rule_that_needs_a_test_on_the_wire_is_not_proven_by_a_page() {
        let registry = REGISTRY.replacen("title", "on_the_wire = true\ntitle", 1);
        let page = text("scenarios/009-x/p.md", &whole_page());
        let test = text("crates/council-cli/tests/x.rs", "/// Rules: 009.a.1\nfn so() {}\n");
        let found = check(&[text(AT, &registry), page, test]);
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, [format!("error: {AT}: rule `009.a.2` has no test on the wire: c")]);
    }

    #[test]
    fn a_rule_about_seats_is_proven_on_the_wire_or_says_why_not() {
        let registry = REGISTRY.replacen("title", "seated = true\ntitle", 1);
        let found = |registry: &str, rules: &str| -> Vec<String> {
            let page = text("scenarios/009-x/p.md", &whole_page());
            let test = text(
                "crates/council-cli/tests/x.rs",
                &format!("/// Rules: {rules}\nfn so() {{}}\n"),
            );
            check(&[text(AT, registry), page, test]).iter().map(ToString::to_string).collect()
        };
        let without =
            format!("error: {AT}: rule `009.a.2` has no test on the wire, and does not say why");
        assert_eq!(found(&registry, "009.a.1"), [without]);
        let told = registry.replace("says = \"c\"", "says = \"c\", unasked = \"nobody sits\"");
        assert_eq!(found(&told, "009.a.1"), [""; 0]);
        let both = format!(
            "error: {AT}: rule `009.a.2` has a test on the wire, and says why there is none"
        );
        assert_eq!(found(&told, "009.a.1, 009.a.2"), [both]);
    }

    #[test]
    fn a_test_is_no_scenario_and_names_only_rules_that_there_are() {
        let test =
            text("crates/council-cli/tests/x.rs", "/// Rules: 009.a.2, 009.b.1\nfn so() {}\n");
        let found = check(&[text(AT, REGISTRY), text("scenarios/009-x/p.md", PAGE), test]);
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("`009.a.2` has no scenario"), "{found:?}");
        assert!(found[1].contains("x.rs:1: ") && found[1].contains("`009.b.1`"), "{found:?}");
    }

    #[test]
    fn a_rule_that_nobody_wrote_down_is_found() {
        let found = problems(REGISTRY, &whole_page().replace("009.a.2", "009.a.2, 009.a.3"));
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("p.md:4: ") && found[0].contains("`009.a.3`"), "{found:?}");
    }

    #[test]
    fn a_registry_that_contradicts_itself_is_found() {
        for (from, to) in [
            ("\"009.a.2\"", "\"009.a.1\""),
            ("says = \"c\"", "says = \" \""),
            ("\"009\"", "\"008\""),
            ("\"Ninth\"", "\"\""),
            ("[[section]]", "[[part]]"),
        ] {
            assert!(!problems(&REGISTRY.replace(from, to), &whole_page()).is_empty(), "{to}");
        }
    }

    #[test]
    fn a_broken_page_is_found() {
        assert_eq!(problems(REGISTRY, &whole_page().replace("console", "consle")).len(), 4);
    }

    #[test]
    fn a_registry_that_is_shorter_than_its_contract_is_found() {
        let contract = |rules: usize| {
            text("009-ninth.md", &("```\n- sample\n```\n".to_owned() + &"- [ ] a\n".repeat(rules)))
        };
        let texts = [text(AT, REGISTRY)];
        assert_eq!(against_contracts(&texts, &[contract(2)]), []);
        assert_eq!(against_contracts(&texts, &[contract(3)]).len(), 1);
        assert_eq!(against_contracts(&[], &[contract(1)]).len(), 1);
        let part = REGISTRY.replace("009.a", "009.b");
        let parts = [text(AT, REGISTRY), text("scenarios/009-x/rules-b.toml", &part)];
        assert_eq!(against_contracts(&parts, &[contract(4)]), []);
        assert_eq!(against_contracts(&parts, &[contract(5)]).len(), 1);
    }

    #[test]
    fn every_kind_of_list_item_counts() {
        let text = "1. a\n   a. b\n- c\n  - [ ] d\n* e\n\nprose - f\n| - |\n**bold** g\n";
        assert_eq!(items(text), 5);
    }

    #[test]
    fn what_only_introduces_does_not_count() {
        assert_eq!(items("## Overview\n- a\n## Rules\n1. all of:\n   - b\n   - c\n"), 2);
    }
}
