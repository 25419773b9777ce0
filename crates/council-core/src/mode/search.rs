//! Looking a mode up by a word.

use crate::spelling;

use super::{Mode, WordSignal};

/// A mode that a word leads to.
#[derive(Debug, Clone, Copy)]
pub struct Hit {
    /// The mode.
    pub mode: &'static Mode,
    /// Where the word was found first.
    pub place: HitPlace,
}

/// Where in a mode's page a word was found. The order is the order of the hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HitPlace {
    /// In its name.
    Name,
    /// In the name of its category.
    Category,
    /// It is one of its signals.
    Signal(WordSignal),
    /// In its description or one of its questions.
    Page,
}

/// Finds the modes that a word or phrase leads to: by name first, then by category, by signal and by what the page
/// says.
pub fn search(word: &str) -> Vec<Hit> {
    let word = word.trim().to_lowercase();
    if word.is_empty() {
        return Vec::new();
    }
    let mut hits: Vec<Hit> = Mode::all()
        .iter()
        .filter_map(|mode| place_of(mode, &word).map(|place| Hit { mode, place }))
        .collect();
    hits.sort_by_key(|hit| match hit.place {
        HitPlace::Name => 0,
        HitPlace::Category => 1,
        HitPlace::Signal(_) => 2,
        HitPlace::Page => 3,
    });
    hits
}

/// Returns the word nearest to one that leads nowhere, if one is near.
pub fn nearest(word: &str) -> Option<String> {
    let names = Mode::all().iter().flat_map(|mode| mode.name.split(|c: char| !c.is_alphanumeric()));
    let signals = Mode::all().iter().flat_map(Mode::signals);
    let words: Vec<String> = names
        .map(str::to_lowercase)
        .chain(signals.map(|signal| signal.notation().trim_end_matches('*').to_owned()))
        .collect();
    let near = spelling::nearest(&word.trim().to_lowercase(), words.iter().map(String::as_str));
    near.map(str::to_owned)
}

fn place_of(mode: &'static Mode, word: &str) -> Option<HitPlace> {
    let contains = |text: &str| text.to_lowercase().contains(word);
    if contains(mode.name) {
        return Some(HitPlace::Name);
    }
    if contains(mode.category().name()) || mode.category().slug() == word {
        return Some(HitPlace::Category);
    }
    let signals = mode.signals();
    let signal = signals.into_iter().find(|signal| signal.matches(word));
    if let Some(signal) = signal {
        return Some(HitPlace::Signal(signal));
    }
    let page =
        contains(mode.description) || mode.questions.iter().any(|question| contains(question));
    page.then_some(HitPlace::Page)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(word: &str) -> Vec<u8> {
        search(word).iter().map(|hit| hit.mode.id.number()).collect()
    }

    #[test]
    fn a_name_comes_before_a_page_that_only_mentions_the_word() {
        assert_eq!(search("bayesian").first().map(|hit| hit.mode.id.number()), Some(11));
        assert_eq!(search("Bayesian").first().map(|hit| hit.place), Some(HitPlace::Name));
    }

    #[test]
    fn a_word_finds_the_modes_whose_signals_it_fires() {
        let found = numbers("latency");
        assert!([19, 48, 49].iter().all(|number| found.contains(number)), "{found:?}");
        let found = numbers("authentication");
        assert!(found.contains(&79), "{found:?}");
    }

    #[test]
    fn a_category_lists_its_modes() {
        assert_eq!(numbers("meta-level"), [75, 76, 77, 78, 79, 80]);
    }

    #[test]
    fn nothing_leads_to_nothing() {
        assert!(search("").is_empty());
        assert!(search("zzzz").is_empty());
    }

    #[test]
    fn a_slip_of_the_finger_finds_its_word() {
        assert_eq!(nearest("baysian").as_deref(), Some("bayesian"));
        assert_eq!(nearest("throuput").as_deref(), Some("throughput"));
        assert_eq!(nearest("xyz"), None);
        assert_eq!(nearest(""), None);
    }
}
