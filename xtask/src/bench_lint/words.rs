//! Operators for the rules about words, ids and conditions, written from what the defect is and not from what a rule knows.

use super::{Damage, Operator};

pub(super) const WORDS: [Operator; 5] = [
    Operator { name: "an act of nobody", kinds: &["missing_actor"], damage: nobody },
    Operator { name: "another spelling", kinds: &["undefined_term"], damage: respelled },
    Operator { name: "an id written differently", kinds: &["format"], damage: other_id },
    Operator {
        name: "a condition that never holds",
        kinds: &["contradiction"],
        damage: never_holds,
    },
    Operator { name: "a check with one end", kinds: &["missing_failure_path"], damage: untold_end },
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

/// Writes the id of a line in another way than its siblings are written. What names another document is no id of a line.
fn other_id(line: &str) -> Option<Damage> {
    let lead = line.trim_start_matches(['-', ' ']).trim_start_matches("**");
    let end = lead.find(|c: char| !c.is_ascii_alphanumeric() && c != '-')?;
    let (id, rest) = lead.split_at_checked(end)?;
    let number = id.trim_start_matches(|c: char| !c.is_ascii_digit());
    let head = id.strip_suffix(number)?;
    let is_id = head.len() > 1
        && head.chars().all(|c| c.is_ascii_uppercase() || c == '-')
        && !number.is_empty()
        && number.chars().all(|c| c.is_ascii_digit())
        && rest.starts_with([':', '*', '.'])
        && !id.split('-').any(|group| ["SPEC", "ADR", "PRD", "RFC", "GPT"].contains(&group));
    let bare = number.trim_start_matches('0');
    let other = match line.len() % 3 {
        0 => format!("{}_{number}", head.trim_end_matches('-')),
        1 if bare.len() < number.len() => format!("{head}{bare}"),
        1 => format!("{head}00{number}"),
        _ => format!("{}{}{number}", head.get(..1)?, head.get(1..)?.to_lowercase()),
    };
    is_id.then(|| Damage::Replaced(line.replacen(id, &other, 1)))
}

/// Adds a condition that never holds.
fn never_holds(line: &str) -> Option<Damage> {
    let conditions = [
        "If the session is active and inactive, it SHALL stop.",
        "When the user is signed in and signed out, nothing SHALL be shown.",
        "If the file is locked and unlocked, the command MUST wait.",
        "If the load is below 20 and above 80, a warning MUST be shown.",
        "The option MUST be both on and off.",
        "If the entry exists and does not exist, it MUST be written.",
        "While the connection is open and closed, data MUST be kept.",
        "If the count is more than 10 and less than 3, the job SHALL end.",
    ];
    binds(line).then(|| ended(line, one_of(line, conditions)))
}

/// Adds a check of which only the good end is told.
fn untold_end(line: &str) -> Option<Damage> {
    let checks = [
        "If the licence key is valid, the program SHALL start.",
        "If the seat is available, the booking MUST be kept for ten minutes.",
        "If the visitor is allowed to enter, the gate SHALL open.",
        "If the article is in stock, the parcel MUST leave on the same day.",
        "If the donor is old enough, the form SHALL be shown.",
        "If the balance is sufficient, the transfer MUST be made.",
        "If the signature matches, the parcel SHALL be handed over.",
    ];
    binds(line).then(|| ended(line, one_of(line, checks)))
}
