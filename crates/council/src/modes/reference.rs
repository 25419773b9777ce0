//! The catalogue as a page of the reference.

use std::fmt::Write as _;

use council_core::{
    finding::SeatId,
    mode::{
        CATEGORIES_PER_SEAT, MODES_PER_SEAT, Mode, ModeCategory, ModeId, OVERLAP_LIMIT, Pattern,
        Relevance, STRONG_PER_SEAT, WordSignal, roles,
    },
};

/// Writes the whole catalogue in Markdown.
pub fn reference() -> String {
    let mut page = introduction();
    page.push_str("\n## Patterns\n\n| a text that speaks of | by | calls for |\n|---|---|---|\n");
    for pattern in Pattern::ALL {
        let modes: Vec<String> =
            pattern.modes().map(|id| format!("{id} {}", id.mode().name)).collect();
        let _ = writeln!(
            page,
            "| {} | {} | {} |",
            pattern.subject,
            code(pattern.signals()),
            modes.join("<br>")
        );
    }
    for category in ModeCategory::ALL {
        let range = category.range();
        let _ = writeln!(
            page,
            "\n## {category}, {} to {}\n\nAbout {}. A seat that holds mostly such modes is called {}.",
            range.start(),
            range.end(),
            category.concern(),
            listed(roles(category)),
        );
        for mode in category.modes() {
            page.push('\n');
            page.push_str(&manual(mode));
        }
    }
    page
}

/// Writes the page of one mode in Markdown.
pub fn manual(mode: &Mode) -> String {
    let mut page = format!("### {} {}\n\n{}\n\n", mode.id, mode.name, mode.description);
    for question in mode.questions {
        let _ = writeln!(page, "- {question}");
    }
    let _ = writeln!(page, "\nCalled for by {}.", code(mode.own_signals()));
    for pattern in mode.patterns() {
        let _ = writeln!(page, "Also by {}: {}.", pattern.subject, code(pattern.signals()));
    }
    let _ = writeln!(page, "Base relevance {}.", mode.base_relevance);
    page
}

fn introduction() -> String {
    format!(
        "\
# The eighty reasoning modes

A seat of the council looks at a packet through {MODES_PER_SEAT} of these {modes} modes. Which ones, the text decides:
`council modes --for PACKET` shows the choice and its reasons. At a terminal, `council modes 41` shows a mode's page and
`council modes WORD` finds modes by a word.

## How a seat chooses

The text is searched for the signals of every mode. A signal matches whole words in any case, also with a plural `s`; a
trailing `*` stands for any ending. A signal that occurs `n` times counts as the number of binary digits of `n`, at most
5, and the matches of a mode are the square root of the sum over its signals, so that neither one repeated word nor one
favourite subject crowds out the rest. Then

```text
affinity = base relevance × matches / most matches of any mode
score    = affinity − 0.1 for each seat that already holds the mode
                    + 0.1 if its category is new to the seat, and 0.1 more if it is new to the council
```

The seats choose one after the other, {seats}, each the best scores; equal scores go by base relevance, then by
number. These constraints hold:

- exactly {MODES_PER_SEAT} modes a seat, none twice;
- at least {STRONG_PER_SEAT} of them with an affinity of {strong} or more;
- at least {CATEGORIES_PER_SEAT} categories a seat;
- at most {OVERLAP_LIMIT} places of the whole council repeat a mode of another seat;
- at least one seat holds a mode of 75 to 80.

A text that does not allow it relaxes them in this order, and the session records it: the seats share strong modes
without a penalty and beyond the limit; a seat takes another mode of a category it holds before one of a new category;
a seat holds fewer than {STRONG_PER_SEAT} strong modes, because the text speaks strongly for fewer.
",
        modes = ModeId::COUNT,
        strong = Relevance::STRONG,
        seats = SeatId::ALL.map(|seat| seat.to_string()).join(", "),
    )
}

fn code(signals: impl Iterator<Item = WordSignal>) -> String {
    signals.map(|signal| format!("`{signal}`")).collect::<Vec<_>>().join(", ")
}

fn listed<T: AsRef<str>>(words: [T; 3]) -> String {
    let [first, second, third] = words;
    format!("{}, {} or {}", first.as_ref(), second.as_ref(), third.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_has_its_place_on_the_page() {
        let page = reference();
        for mode in Mode::all() {
            assert!(page.contains(&format!("\n### {} {}\n", mode.id, mode.name)), "{}", mode.name);
        }
        assert_eq!(page.matches("\n### ").count(), ModeId::COUNT);
    }
}
