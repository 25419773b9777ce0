//! How a statement begins: an id, a label, a step of a scenario, a story.

use council_core::packet::ItemId;

/// An id at the beginning of a statement, and how it is set off from the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LeadingId<'a> {
    /// The id.
    pub(super) id: ItemId,
    /// What follows it, without the punctuation between.
    pub(super) rest: &'a str,
    /// Whether punctuation, or the end, sets the id off, so that it names the statement and is not its subject.
    pub(super) is_set_off: bool,
}

/// What an id is the id of, by its family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IdFamily {
    /// Surely a requirement: `FR`, `NFR`, `REQ-AUTH`.
    Requirement,
    /// A limit on the solution: `CON`, `INV`.
    Constraint,
    /// A user story or use case: `US`, `UC`.
    Story,
    /// An acceptance criterion: `AC`.
    Criterion,
    /// A measured outcome: `SC`.
    Outcome,
    /// Another document: `ADR`, `SPEC-KIT`, `PRD`. It is mentioned, never defined.
    Document,
    /// The name of something in the world: `SHA-256`, `ISO-8601`. It is neither mentioned nor defined.
    Term,
    /// Anything else: a requirement only where requirements are listed.
    Unknown,
}

impl IdFamily {
    /// Returns the family of an id.
    pub(super) fn of(id: &ItemId) -> IdFamily {
        let groups: Vec<&str> = id.family().split('-').collect();
        let has = |names: &[&str]| groups.iter().any(|group| names.contains(group));
        if has(&["ADR", "SPEC", "PRD"]) {
            return IdFamily::Document;
        }
        if has(&[
            "RFC", "ISO", "IEEE", "CVE", "CWE", "GPT", "SHA", "UTF", "NIST", "OWASP", "AES", "TLS",
            "HTTP", "PR", "NIP", "BIP", "EIP", "ERC", "PEP", "JEP",
        ]) {
            return IdFamily::Term;
        }
        // `P0` to `P4` are priorities.
        if groups == ["P"] {
            return IdFamily::Term;
        }
        if has(&["FR", "NFR", "REQ", "FREQ", "NFREQ", "BR", "SRS", "URS"]) {
            return IdFamily::Requirement;
        }
        if has(&["CON", "INV"]) {
            return IdFamily::Constraint;
        }
        if has(&["US", "UC", "STORY"]) {
            return IdFamily::Story;
        }
        if has(&["AC"]) {
            return IdFamily::Criterion;
        }
        if has(&["SC"]) {
            return IdFamily::Outcome;
        }
        IdFamily::Unknown
    }
}

/// Reads the id at the beginning of plain text, in brackets or not.
pub(super) fn id(text: &str) -> Option<LeadingId<'_>> {
    let text = text.trim_start();
    let inner = text.strip_prefix(['[', '(']);
    let (id, after) = ItemId::lead(inner.unwrap_or(text))?;
    let after = match inner {
        Some(_) => after.strip_prefix([']', ')'])?,
        None => after,
    };
    let is_punctuation = |c: char| matches!(c, ':' | '.' | ')' | '|' | '-' | '–' | '—' | '=' | '→');
    let spaced = after.trim_start();
    let rest = spaced.trim_start_matches(is_punctuation);
    let is_set_off = inner.is_some() || rest.len() < spaced.len() || rest.is_empty();
    Some(LeadingId { id, rest: rest.trim(), is_set_off })
}

/// A line that names what follows: `Acceptance Criteria:`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StatementLabel<'a> {
    /// What follows, here or in the next list, are criteria.
    Criteria {
        /// What stands behind the label on the same line.
        inline: &'a str,
    },
    /// What follows is something else.
    Else,
}

/// What criteria are called.
const CRITERIA: [&str; 13] = [
    "acceptance criteria",
    "acceptance criterion",
    "acceptance scenarios",
    "acceptance scenario",
    "acceptance tests",
    "acceptance",
    "acceptance test",
    "success criteria",
    "definition of done",
    "done when",
    "fit criterion",
    "verification criteria",
    "exit criteria",
];

/// Reads a label: a few words that end with a colon.
pub(super) fn label(text: &str) -> Option<StatementLabel<'_>> {
    let colon = memchr::memchr(b':', text.as_bytes());
    let (head, rest) = colon.and_then(|at| text.split_at_checked(at)).unwrap_or((text, ""));
    let (rest, has_colon) = (rest.get(1..).unwrap_or_default().trim(), colon.is_some());
    let head = head.trim().trim_matches('*');
    let is_named = |name: &&str| {
        let begins = head.get(..name.len()).is_some_and(|lead| lead.eq_ignore_ascii_case(name));
        begins && head.split(['(', '[']).next().unwrap_or_default().trim().len() == name.len()
    };
    // Most statements show with their first letter that they are no such label.
    let first = head.bytes().next().map(|byte| byte.to_ascii_lowercase());
    let may_name = matches!(first, Some(b'a' | b's' | b'd' | b'f' | b'v' | b'e'));
    if may_name && CRITERIA.iter().any(is_named) {
        return Some(StatementLabel::Criteria { inline: rest });
    }
    let is_short = || head.split_whitespace().nth(6).is_none();
    (has_colon && rest.is_empty() && is_short()).then_some(StatementLabel::Else)
}

/// A step of a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScenarioStep {
    /// `Given …`: begins a scenario.
    Given,
    /// `When …`: begins one, unless a `Given` just did.
    When,
    /// `Then …`.
    Then,
    /// `And …`, `But …`.
    More,
}

/// Reads the step a statement begins with.
pub(super) fn step(text: &str) -> Option<ScenarioStep> {
    const STEPS: [(&str, ScenarioStep); 5] = [
        ("given", ScenarioStep::Given),
        ("when", ScenarioStep::When),
        ("then", ScenarioStep::Then),
        ("and", ScenarioStep::More),
        ("but", ScenarioStep::More),
    ];
    let word = text.split(|c: char| !c.is_alphabetic()).next()?;
    let known = STEPS.iter().find(|(step, _)| step.eq_ignore_ascii_case(word));
    known.map(|(_, step)| *step)
}

/// Tells whether a statement is a user story: `As a …, I …`.
pub(super) fn is_story(text: &str) -> bool {
    if !text.get(..3).is_some_and(|lead| lead.eq_ignore_ascii_case("as ")) {
        return false;
    }
    let begin: String = text.chars().take(160).collect::<String>().to_lowercase();
    let is_as = ["as a ", "as an ", "as the ", "as a\n"].iter().any(|lead| begin.starts_with(lead));
    is_as && (begin.contains(" i ") || begin.contains("\ni "))
}

/// Tells whether a statement binds in the words of a standard: `shall` in any case, or `MUST` and its kin in capitals.
pub(super) fn binds(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(telling) = telling(bytes) else {
        return false;
    };
    // A binding word begins with one or two letters before those that tell.
    let (before, mut rest) = bytes.split_at(telling.saturating_sub(2));
    let mut within = before.last().is_some_and(u8::is_ascii_alphanumeric);
    while let Some((byte, after)) = rest.split_first() {
        // Most words show with their first letter that they are none of these.
        if !within && matches!(byte, b's' | b'S' | b'M' | b'R') && is_binding(rest) {
            return true;
        }
        within = byte.is_ascii_alphanumeric();
        rest = after;
    }
    false
}

/// Returns from where on there may be three letters that only few words but the binding ones have. Bytes are compared many
/// at once where no answer is given between them.
fn telling(text: &[u8]) -> Option<usize> {
    const STRETCH: usize = 32;
    let folded = |one: &u8, letter: u8| (one | 0x20) ^ letter;
    // How far three letters are from each of the three that tell; none is no distance.
    let distance = |((one, two), three): ((&u8, &u8), &u8)| {
        let shall = folded(one, b'h') | folded(two, b'a') | folded(three, b'l');
        let must = (one ^ b'U') | (two ^ b'S') | (three ^ b'T');
        let should = (one ^ b'O') | (two ^ b'U') | (three ^ b'L');
        let required = (one ^ b'Q') | (two ^ b'U') | (three ^ b'I');
        shall.min(must).min(should).min(required)
    };
    let onward = |by: usize| text.get(by..).unwrap_or_default().chunks(STRETCH);
    let mut stretches = onward(0).zip(onward(1)).zip(onward(2));
    let place = stretches.position(|((one, two), three)| {
        one.iter().zip(two).zip(three).fold(u8::MAX, |least, at| least.min(distance(at))) == 0
    });
    place.map(|place| place * STRETCH)
}

/// Tells whether a text begins with a binding word.
fn is_binding(text: &[u8]) -> bool {
    let len = text.iter().take_while(|byte| byte.is_ascii_alphanumeric()).take(9).count();
    let word = text.get(..len).unwrap_or_default();
    word.eq_ignore_ascii_case(b"shall") || matches!(word, b"MUST" | b"SHOULD" | b"REQUIRED")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, String, bool)> {
        id(text).map(|lead| (lead.id.to_string(), lead.rest.to_owned(), lead.is_set_off))
    }

    #[test]
    fn an_id_is_read_with_its_punctuation() {
        for (text, rest, is_set_off) in [
            ("FR-1: do it", "do it", true),
            ("FR-1 do it", "do it", false),
            ("[FR-1] do it", "do it", true),
            ("(FR-1) do it", "do it", true),
            ("FR-1 — do it", "do it", true),
            ("FR-1", "", true),
            ("FR-1. do it", "do it", true),
        ] {
            assert_eq!(
                read(text),
                Some(("FR-1".to_owned(), rest.to_owned(), is_set_off)),
                "{text}"
            );
        }
        assert_eq!(read("do FR-1"), None);
        assert_eq!(read("(FR-1, FR-2)"), None);
    }

    #[test]
    fn families_tell_what_an_id_names() {
        for (id, family) in [
            ("NFR-2", IdFamily::Requirement),
            ("REQ-COORD-0001", IdFamily::Requirement),
            ("US1", IdFamily::Story),
            ("SPEC-KIT-900", IdFamily::Document),
            ("SHA-256", IdFamily::Term),
            ("T001", IdFamily::Unknown),
        ] {
            assert_eq!(IdFamily::of(&ItemId::new(id).unwrap()), family, "{id}");
        }
    }

    #[test]
    fn labels_are_told_from_sentences() {
        assert_eq!(label("Acceptance Criteria:"), Some(StatementLabel::Criteria { inline: "" }));
        assert_eq!(
            label("Acceptance Scenarios (P1):"),
            Some(StatementLabel::Criteria { inline: "" })
        );
        assert_eq!(
            label("Acceptance: it works"),
            Some(StatementLabel::Criteria { inline: "it works" })
        );
        assert_eq!(label("Rationale:"), Some(StatementLabel::Else));
        assert_eq!(label("Rationale: because"), None);
        assert_eq!(label("a sentence"), None);
    }

    #[test]
    fn stories_and_binding_words_are_recognised() {
        assert!(is_story("As an operator, I can run it"));
        assert!(!is_story("As a rule, files are small"));
        assert!(binds("The system Shall stop"));
        assert!(binds("however long the sentence before it is, in the end there is a word: sHALL"));
        assert!(binds("it is REQUIRED") && binds("SHOULD") && binds("-shall-"));
        assert!(!binds("shallow waters, MUSTARD, marshal, shall2, UST"));
        assert!(binds("It MUST stop"));
        assert!(!binds("you must be joking"));
    }
}
