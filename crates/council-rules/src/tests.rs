//! What holds for every rule.

use std::collections::BTreeSet;

use super::*;

#[test]
fn every_rule_has_a_name_of_its_own_and_a_whole_manual_page() {
    let mut names = BTreeSet::new();
    for rule in RULES {
        assert!(names.insert(rule.id), "{} twice", rule.id);
        let is_slug = rule.id.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        assert!(is_slug, "{}", rule.id);
        let manual = rule.manual();
        assert!(manual.starts_with(&format!("# {}\n", rule.id)), "{}", rule.id);
        for part in ["## What it does", "## Why it hurts", "## Example", "## When not to apply it"]
        {
            assert!(manual.contains(part), "{} lacks {part}", rule.id);
        }
    }
}

#[test]
fn no_rule_is_graver_than_the_taxonomy_and_every_one_has_modes() {
    for rule in RULES {
        assert!(rule.severity <= rule.subcategory.default_severity(), "{}", rule.id);
        assert!((0.0..=1.0).contains(&rule.confidence()), "{}", rule.id);
        assert!(!rule.modes.is_empty(), "{}", rule.id);
        assert_eq!(rule.modes().count(), rule.modes.len(), "{} names a mode that is none", rule.id);
    }
}
