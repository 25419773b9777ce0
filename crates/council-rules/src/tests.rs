//! What holds for every rule.

use std::collections::BTreeSet;

use council_formats::packet::markdown_prd;

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

#[test]
fn a_text_that_two_threads_read_is_understood_like_a_short_one() {
    let unit = "## Requirements\n\n- FR-1: The page must open within 5 s.\n\n## Notes\n\nIt was slow. **Why**: \
                the `old` line.\n\n";
    let read = |units: usize| {
        let packet = markdown_prd("a.md", &unit.repeat(units)).value;
        let model = Model::of(&packet);
        let text = model.texts.first().unwrap();
        let sentences = text.sentences.iter().take(50).map(|sentence| {
            let (tokens, quantities) = (text.tokens(sentence), text.quantities(sentence));
            let words: Vec<_> = tokens.iter().map(|token| text.word(token).to_owned()).collect();
            (words, quantities.len(), sentence.role, sentence.meaning, sentence.span)
        });
        sentences.collect::<Vec<_>>()
    };
    let (short, long) = (read(30), read(4000));
    assert_eq!(short.len(), 50);
    assert_eq!(short, long);
}

#[test]
fn a_session_hears_a_repeated_defect_a_hundred_times_and_then_how_often() {
    let many = "The page must be printed if possible.\n\n".repeat(MOST_RAISED + 7);
    let text =
        format!("# A\n\n## Requirements\n\n{many}Refunds go to FR-9.\n\nThe price is TBD.\n");
    let found = check(&markdown_prd("a.md", &text).value);
    let heard = raised(&found);
    let of = |rule: &str| heard.iter().filter(|one| one.rule.id == rule).collect::<Vec<_>>();
    let words = of("loophole");
    assert_eq!(words.len(), MOST_RAISED);
    let first = &words.first().unwrap().message;
    assert!(first.ends_with("; it stands in 107 places, of which 100 are listed"), "{first}");
    assert!(words.iter().skip(1).all(|one| !one.message.contains("places")));
    // What stands at the end of the text is heard all the same.
    assert_eq!(of("placeholder").len(), 1);
    let sorts = |all: &[Finding]| -> BTreeSet<(&str, Severity)> {
        let voted = all.iter().filter(|one| !one.rule.is_pointer());
        voted.map(|one| (one.rule.id, one.severity)).collect()
    };
    assert_eq!(sorts(&heard), sorts(&found));
}
