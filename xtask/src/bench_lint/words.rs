//! Operators for the rules about words, ids and conditions, written from what the defect is and not from what a rule knows.

use super::{Damage, Operator};

pub(super) const WORDS: [Operator; 2] = [
    Operator { name: "an act of nobody", kinds: &["missing_actor"], damage: nobody },
    Operator { name: "another spelling", kinds: &["undefined_term"], damage: respelled },
];

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

/// Spells a word in another way. Where the document has it only here, there is nothing to be seen.
fn respelled(line: &str) -> Option<Damage> {
    const SPELLINGS: [(&str, &str); 20] = [
        ("artifact", "artefact"),
        ("metadata", "meta-data"),
        ("workflow", "work flow"),
        ("behavior", "behaviour"),
        ("timestamp", "time stamp"),
        ("filename", "file name"),
        ("namespace", "name-space"),
        ("codebase", "code base"),
        ("database", "data base"),
        ("checklist", "check list"),
        ("timeout", "time-out"),
        ("fallback", "fall-back"),
        ("plugin", "plug-in"),
        ("GitHub", "Github"),
        ("OpenSpec", "Openspec"),
        ("TypeScript", "Typescript"),
        ("initializ", "initialis"),
        ("customiz", "customis"),
        ("normaliz", "normalis"),
        ("non-interactive", "noninteractive"),
    ];
    let is_free = |word: &str| {
        let around = line.split_once(word);
        around.is_some_and(|(before, after)| {
            before.ends_with(' ') && !after.starts_with(['.', '-', '_', '/', '`'])
        })
    };
    let (word, other) = SPELLINGS.iter().find(|(word, _)| is_free(word))?;
    binds(line).then(|| Damage::Replaced(line.replacen(word, other, 1)))
}
