//! Operators whose damage is plain: a slip of the pen or of the hand that nobody can mean. They tell how often a rule is
//! right, not how much it sees, since each was written for a rule that is there.

use super::{Damage, Operator, bare};

pub(super) const PLAIN: [Operator; 6] = [
    Operator { name: "a word twice", kinds: &["ambiguous", "format"], damage: doubled_word },
    Operator { name: "a requirement twice", kinds: &["duplicate_requirement"], damage: twice },
    Operator { name: "one id for two", kinds: &["duplicate_id"], damage: one_id },
    Operator { name: "a link to no part", kinds: &["dangling_reference"], damage: broken_link },
    Operator {
        name: "a share above a hundred",
        kinds: &["infeasible", "contradiction", "impossible_date"],
        damage: share,
    },
    Operator { name: "an end before its beginning", kinds: &["impossible_date"], damage: reversed },
];

fn binds(line: &str) -> bool {
    [" shall ", " must ", " SHALL ", " MUST "].iter().any(|word| line.contains(word))
}

fn ended(line: &str, ending: &str) -> Damage {
    Damage::Replaced(format!("{} {ending}.", line.trim_end().trim_end_matches('.')))
}

fn doubled_word(line: &str) -> Option<Damage> {
    let word = [" the ", " to ", " with ", " of "].iter().find(|word| line.contains(*word))?;
    let twice = format!("{word}{}", word.trim_start());
    binds(line).then(|| Damage::Replaced(line.replacen(word, &twice, 1)))
}

fn twice(line: &str) -> Option<Damage> {
    (binds(line) && !line.contains("**")).then(|| Damage::Added(bare(line).to_owned()))
}

/// Gives the id of a line to something else below it. An id that names another document is given to nothing here.
fn one_id(line: &str) -> Option<Damage> {
    let bullet = if line.starts_with("- ") { "- " } else { "" };
    let bold = line.strip_prefix(bullet)?.strip_prefix("**")?;
    let end = bold.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '.'))?;
    let id = bold.get(..end)?.trim_end_matches('.');
    let is_id = id.ends_with(|c: char| c.is_ascii_digit())
        && id.starts_with(|c: char| c.is_ascii_uppercase())
        && !id.contains(|c: char| c.is_ascii_lowercase())
        && !id.split('-').any(|group| ["SPEC", "ADR", "PRD", "RFC"].contains(&group));
    let other = "The page MUST close when nobody is there.";
    is_id.then(|| Damage::Below(format!("{bullet}**{id}**: {other}")))
}

fn broken_link(line: &str) -> Option<Damage> {
    binds(line).then(|| ended(line, "(see [limits](#no-such-part-of-it))"))
}

fn share(line: &str) -> Option<Damage> {
    binds(line).then(|| ended(line, "for 140% of all users"))
}

fn reversed(line: &str) -> Option<Damage> {
    binds(line).then(|| ended(line, "from 2027-05-01 to 2027-04-01"))
}
