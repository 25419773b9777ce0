//! What holds for the catalogue as a whole.

use std::collections::BTreeSet;

use super::*;

#[test]
fn the_catalogue_is_numbered_from_1_to_80_in_order() {
    let numbers: Vec<u8> = Mode::all().iter().map(|mode| mode.id.number()).collect();
    assert_eq!(numbers, (1..=80).collect::<Vec<u8>>());
    for mode in Mode::all() {
        assert_eq!(mode.id.mode().name, mode.name);
        assert_eq!(ModeId::new(mode.id.number()), Some(mode.id));
    }
}

#[test]
fn there_is_no_mode_below_1_or_above_80() {
    assert_eq!(ModeId::new(0), None);
    assert_eq!(ModeId::new(81), None);
    assert_eq!(ModeId::new(u8::MAX), None);
}

#[test]
fn the_categories_share_the_numbers_out_without_gap_or_overlap() {
    let numbers: Vec<u8> = ModeCategory::ALL.into_iter().flat_map(ModeCategory::range).collect();
    assert_eq!(numbers, (1..=80).collect::<Vec<u8>>());
    for category in ModeCategory::ALL {
        let modes: Vec<u8> = category.modes().map(|mode| mode.id.number()).collect();
        assert_eq!(modes, category.range().collect::<Vec<u8>>());
        assert_eq!(ModeCategory::read(category.name()), Some(category));
        assert_eq!(ModeCategory::read(category.slug()), Some(category));
        assert!(category.slug().chars().all(|c| c.is_ascii_lowercase()));
    }
}

#[test]
fn every_page_has_something_to_say() {
    let mut names = BTreeSet::new();
    for mode in Mode::all() {
        let id = mode.id;
        let sentences = mode.description.split_inclusive(['.', '?']).filter(|part| part.len() > 8);
        assert!((2..=5).contains(&sentences.count()), "{id}: two to four sentences");
        assert!(mode.description.ends_with(['.', '?']), "{id}");
        assert!((2..=4).contains(&mode.questions.len()), "{id}: two to four questions");
        assert!(mode.questions.iter().all(|question| question.ends_with('?')), "{id}");
        assert!(names.insert(mode.name), "{id}: the name is taken");
    }
}

#[test]
fn questions_and_descriptions_are_written_for_one_mode_each() {
    let questions: BTreeSet<&str> =
        Mode::all().iter().flat_map(|mode| mode.questions).copied().collect();
    assert_eq!(questions.len(), Mode::all().iter().map(|mode| mode.questions.len()).sum::<usize>());
    let descriptions: BTreeSet<&str> = Mode::all().iter().map(|mode| mode.description).collect();
    assert_eq!(descriptions.len(), ModeId::COUNT);
}

#[test]
fn every_mode_has_signals_of_its_own_and_none_has_far_more_than_another() {
    for mode in Mode::all() {
        let own: Vec<WordSignal> = mode.own_signals().collect();
        assert!(own.len() >= 8, "{}", mode.id);
        let all = mode.signals();
        assert!((12..=26).contains(&all.len()), "{}: {}", mode.id, all.len());
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{}", mode.id);
        // A signal that no other mode has is what sets it apart from its neighbours.
        let others: BTreeSet<WordSignal> = Mode::all()
            .iter()
            .filter(|other| other.id != mode.id)
            .flat_map(Mode::signals)
            .collect();
        assert!(own.iter().any(|signal| !others.contains(signal)), "{}", mode.id);
    }
}

#[test]
fn signals_are_lower_case_words_with_single_spaces() {
    for signal in Mode::all().iter().flat_map(Mode::signals) {
        let word = signal.notation().strip_suffix('*').unwrap_or(signal.notation());
        let clean = word.chars().all(|c| c == ' ' || c.is_ascii_lowercase() || c.is_ascii_digit());
        assert!(clean && !word.is_empty() && word.trim() == word, "`{signal}`");
        assert!(!word.contains("  ") && signal.matches(word), "`{signal}`");
        assert!(word.len() > 1, "`{signal}`");
    }
}

#[test]
fn the_ten_patterns_keep_the_modes_of_the_protocol() {
    let numbers = |pattern: &Pattern| pattern.modes().map(ModeId::number).collect::<Vec<u8>>();
    let modes: Vec<Vec<u8>> = Pattern::ALL.iter().map(numbers).collect();
    let expected: [&[u8]; 10] = [
        &[1, 7, 8],
        &[19, 48, 49],
        &[49, 79],
        &[43, 55],
        &[56, 62],
        &[4, 6, 7],
        &[11, 21, 22],
        &[47, 66],
        &[65, 71],
        &[45, 46, 50],
    ];
    assert_eq!(modes, expected);
}

#[test]
fn a_pattern_speaks_for_each_of_its_modes() {
    for pattern in Pattern::ALL {
        for id in pattern.modes() {
            let signals = id.mode().signals();
            assert!(pattern.signals().all(|signal| signals.contains(&signal)), "{id}");
        }
    }
}
