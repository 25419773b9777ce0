//! Operators for the rules about words, ids and conditions, written from what the defect is and not from what a rule knows.

use super::{Damage, Operator};

pub(super) const WORDS: [Operator; 1] =
    [Operator { name: "an act of nobody", kinds: &["missing_actor"], damage: nobody }];

fn binds(line: &str) -> bool {
    [" shall ", " must ", " SHALL ", " MUST "].iter().any(|word| line.contains(word))
}

/// Takes one of some texts by a line, the same one every time.
fn one_of<const N: usize>(line: &str, texts: [&'static str; N]) -> &'static str {
    texts.get(line.len() % N).copied().unwrap_or_default()
}

fn ended(line: &str, sentence: &str) -> Damage {
    Damage::Replaced(format!("{}. {sentence}", line.trim_end().trim_end_matches('.')))
}

fn nobody(line: &str) -> Option<Damage> {
    let acts = [
        "Every exception must be approved before it is used.",
        "Each change of this rule shall be reviewed before a release.",
        "The affected teams will be notified in advance.",
        "Disputed cases shall be decided within two days.",
        "Cases that stay open for a day must be escalated.",
        "The wording needs to be signed off first.",
        "The result must be manually checked once a week.",
        "The figures have to be validated by hand.",
        "A price for it should be negotiated.",
    ];
    binds(line).then(|| ended(line, one_of(line, acts)))
}
