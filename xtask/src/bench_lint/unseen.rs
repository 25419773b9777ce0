//! Five more operators, written after the rules and measured before any of them was changed.

use super::{Damage, Operator, bare, with_unit};

pub(super) const UNSEEN: [Operator; 5] = [
    Operator {
        name: "a bound turned round in a copy",
        kinds: &["contradiction"],
        damage: turned_bound,
    },
    Operator {
        name: "a measure put into words",
        kinds: &["unverifiable", "ambiguous", "subjective"],
        damage: measure_in_words,
    },
    Operator { name: "a name nobody knows", kinds: &["undefined_term"], damage: unknown_name },
    Operator {
        name: "a section that is not there",
        kinds: &["dangling_reference"],
        damage: absent_section,
    },
    Operator { name: "a day of no month", kinds: &["impossible_date"], damage: absent_day },
];

fn binds(line: &str) -> bool {
    [" shall ", " must ", " SHALL ", " MUST "].iter().any(|word| line.contains(word))
}

fn ended(line: &str, ending: &str) -> Damage {
    Damage::Replaced(format!("{} {ending}.", line.trim_end().trim_end_matches('.')))
}

fn turned_bound(line: &str) -> Option<Damage> {
    const BOUNDS: [(&str, &str); 6] = [
        (" at most ", " at least "),
        (" at least ", " at most "),
        (" less than ", " more than "),
        (" more than ", " less than "),
        ("≤", "≥"),
        ("≥", "≤"),
    ];
    let (bound, other) = BOUNDS.iter().find(|(bound, _)| line.contains(bound))?;
    Some(Damage::Added(bare(&line.replacen(bound, other, 1)).to_owned()))
}

fn measure_in_words(line: &str) -> Option<Damage> {
    let (start, end, ..) = with_unit(line)?;
    let digits = line.get(..start)?.trim_end();
    let from = digits.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
    Some(Damage::Replaced(format!("{} a short time {}", line.get(..from)?, line.get(end..)?)))
}

fn unknown_name(line: &str) -> Option<Damage> {
    binds(line).then(|| ended(line, "through the QZX"))
}

fn absent_section(line: &str) -> Option<Damage> {
    binds(line).then(|| ended(line, "as section 97.3 describes"))
}

fn absent_day(line: &str) -> Option<Damage> {
    binds(line).then(|| ended(line, "by 31 June 2027"))
}
