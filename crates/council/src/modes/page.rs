//! The answers as people read them at a terminal.

use std::{collections::BTreeMap, fmt::Write as _};

use council_core::{
    finding::SeatId,
    mode::{HitPlace, Lens, Mode, ModeCategory, ModeId, ModeSelection, WordSignal, roles},
};

use super::ModesAnswer;

/// How wide prose is set.
const WIDTH: usize = 80;

/// Writes an answer as a page of text.
pub(super) fn of(answer: &ModesAnswer) -> String {
    match answer {
        ModesAnswer::Catalogue => catalogue(),
        ModesAnswer::Page(mode) => manual(mode),
        ModesAnswer::Found { word, hits, .. } => {
            let mut page = format!("{}: `{word}`\n", answer.headline());
            for hit in hits {
                let place = match hit.place {
                    HitPlace::Name => "name".to_owned(),
                    HitPlace::Category => format!("category {}", hit.mode.category()),
                    HitPlace::Signal(signal) => format!("signal `{signal}`"),
                    HitPlace::Page => "page".to_owned(),
                };
                let _ = writeln!(page, "{}  ({place})", entry(hit.mode));
            }
            page
        }
        ModesAnswer::Chosen { packet, selection } => chosen(packet, selection),
    }
}

fn catalogue() -> String {
    let mut page = String::new();
    for category in ModeCategory::ALL {
        let range = category.range();
        let _ = writeln!(
            page,
            "{category}, {} to {}: {}",
            range.start(),
            range.end(),
            category.concern()
        );
        for mode in category.modes() {
            let _ = writeln!(page, "{}", entry(mode));
        }
        page.push('\n');
    }
    page.push_str("council modes 41         the manual page of a mode\n");
    page.push_str("council modes latency    the modes a word leads to\n");
    page.push_str("council modes --for PRD  what a council would choose for a packet\n");
    page
}

fn entry(mode: &Mode) -> String {
    format!("  {:>2}  {}", mode.id.number(), mode.name)
}

fn manual(mode: &Mode) -> String {
    let category = mode.category();
    let mut page =
        format!("{}  {}\n    {category}: {}\n\n", mode.id, mode.name, category.concern());
    page.push_str(&wrapped(mode.description, "", ""));
    page.push_str("\nIt asks\n");
    for question in mode.questions {
        page.push_str(&wrapped(question, "  - ", "    "));
    }
    page.push_str("\nIt is called for by\n");
    page.push_str(&wrapped(&listed(mode.own_signals()), "  ", "  "));
    for pattern in mode.patterns() {
        let words = format!("{}: {}", pattern.subject, listed(pattern.signals()));
        page.push_str(&wrapped(&words, "  ", "    "));
    }
    let rules: Vec<&str> = council_rules::rules_of(mode.id).map(|rule| rule.id).collect();
    if rules.is_empty() {
        page.push_str("\nThe offline reviewer has no rule for it\n");
    } else {
        page.push_str("\nOffline rules\n");
        page.push_str(&wrapped(&rules.join(", "), "  ", "  "));
    }
    let _ = writeln!(page, "\nBase relevance {}", mode.base_relevance);
    page
}

/// Stands for a space at which no line is broken.
const TIE: char = '\u{a0}';

fn listed(signals: impl Iterator<Item = WordSignal>) -> String {
    let words: Vec<String> =
        signals.map(|signal| signal.notation().replace(' ', &TIE.to_string())).collect();
    words.join(", ")
}

fn chosen(packet: &str, selection: &ModeSelection) -> String {
    let mut page =
        format!("{packet}: a council would look through {} modes\n", selection.modes().len());
    for lens in &selection.lenses {
        page.push('\n');
        page.push_str(&seat(lens));
    }
    let shared = shared(selection);
    if !shared.is_empty() {
        page.push_str("\nShared\n");
    }
    for (mode, seats) in shared {
        let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
        let _ =
            writeln!(page, "  {:>2}  {}: {}", mode.number(), mode.mode().name, seats.join(", "));
    }
    if !selection.relaxations.is_empty() {
        page.push_str("\nGave way\n");
    }
    for relaxation in &selection.relaxations {
        page.push_str(&wrapped(&relaxation.to_string(), "  - ", "    "));
    }
    page
}

fn seat(lens: &Lens) -> String {
    let mut text = format!("{}  {}\n", lens.seat, lens.cluster_signature());
    if let Some((category, _)) = lens.categories().first() {
        let [first, second, third] = roles(*category);
        let _ = writeln!(text, "      {first}, {second} or {third}");
    }
    for choice in &lens.choices {
        let _ = writeln!(
            text,
            "  {:>2}  {}  {}",
            choice.mode.number(),
            choice.affinity,
            choice.mode.mode().name
        );
        text.push_str(&wrapped(&choice.rationale, "            ", "            "));
    }
    text
}

fn shared(selection: &ModeSelection) -> BTreeMap<ModeId, Vec<SeatId>> {
    let mut holders: BTreeMap<ModeId, Vec<SeatId>> = BTreeMap::new();
    for lens in &selection.lenses {
        for mode in lens.modes() {
            holders.entry(mode).or_default().push(lens.seat);
        }
    }
    holders.retain(|_, seats| seats.len() > 1);
    holders
}

/// Sets prose in lines of at most [`WIDTH`] characters, the first after one indent and the others after another; lines
/// are broken at spaces, not at ties.
fn wrapped(prose: &str, first: &str, others: &str) -> String {
    let mut text = String::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in prose.split(' ') {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            others.clone_into(&mut line);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    (text + &line + "\n").replace(TIE, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_any_page_is_wider_than_a_terminal() {
        for mode in Mode::all() {
            for line in manual(mode).lines() {
                assert!(line.chars().count() <= WIDTH, "{line}");
                assert_eq!(line.trim_end(), line);
            }
        }
        assert!(catalogue().lines().all(|line| line.chars().count() <= WIDTH));
    }

    #[test]
    fn prose_is_broken_between_words_and_loses_none() {
        let prose = ["one two three"; 30].join(" ");
        let set = wrapped(&prose, "  - ", "    ");
        assert!(set.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(set.starts_with("  - one two"));
        assert!(set.lines().skip(1).all(|line| line.starts_with("    ")));
        let words = |text: &str| text.split_whitespace().count();
        assert_eq!(words(&set), words(&prose) + 1);
    }

    #[test]
    fn a_phrase_that_is_one_signal_stays_on_one_line() {
        let tied = wrapped(&format!("{} b{TIE}c", "a".repeat(WIDTH - 2)), "", "");
        assert_eq!(tied.lines().last(), Some("b c"));
    }

    #[test]
    fn a_word_wider_than_the_page_gets_a_line_of_its_own() {
        let wide = "x".repeat(WIDTH + 5);
        assert_eq!(wrapped(&format!("a {wide} b"), "", ""), format!("a\n{wide}\nb\n"));
    }
}
