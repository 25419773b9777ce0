//! What an id must look like.

/// Which patterns ids must match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Profile {
    /// A known prefix and four digits: `REQ-0001`.
    Canonical,
    /// The same with names between them: `REQ-PAY-0001`, `ALT-PARALLEL`.
    Namespaced,
}

/// The prefixes and how many digits follow.
const PREFIXES: [(&str, usize); 27] = [
    ("ALT", 4),
    ("CMD", 4),
    ("CNS", 4),
    ("CTR", 4),
    ("CUST", 4),
    ("DEC", 4),
    ("EPOL", 4),
    ("EVID", 4),
    ("G", 4),
    ("GRD", 4),
    ("INV", 4),
    ("LINT", 4),
    ("MET", 4),
    ("NG", 4),
    ("PRD", 4),
    ("Q", 4),
    ("REQ", 4),
    ("RFC", 4),
    ("ROL", 4),
    ("RSK", 4),
    ("SCH", 4),
    ("STKH", 4),
    ("TB", 4),
    ("TCK", 5),
    ("TV", 4),
    ("UJ", 4),
    ("WVR", 4),
];

impl Profile {
    /// Tells whether an id matches.
    pub(super) fn accepts(self, id: &str) -> bool {
        match self {
            Profile::Canonical => is_canonical(id),
            Profile::Namespaced => true,
        }
    }
}

/// Tells whether a text has the form of an id at all: capitals and digits in two or more parts.
pub(super) fn is_id(text: &str) -> bool {
    let mut parts = text.split('-');
    let first = parts.next().unwrap_or_default();
    let word = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    };
    let begins = first.starts_with(|c: char| c.is_ascii_uppercase()) && word(first);
    let mut more = parts.peekable();
    begins && more.peek().is_some() && more.all(word)
}

fn is_canonical(id: &str) -> bool {
    let Some((prefix, rest)) = id.split_once('-') else {
        return false;
    };
    let digits = |text: &str, count: usize| {
        text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if matches!(prefix, "GATE" | "IMP") {
        return !rest.is_empty();
    }
    if rest.strip_prefix("SCH-").is_some_and(|number| digits(number, 4)) {
        return true;
    }
    PREFIXES.iter().any(|(known, count)| *known == prefix && digits(rest, *count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_and_its_digits_are_canonical() {
        for id in ["REQ-0001", "TCK-00001", "GATE-PRD-LINT", "IMP-PAY", "HTF-SCH-0001", "G-0001"] {
            assert!(is_canonical(id), "{id}");
        }
        for id in ["REQ-1", "REQ-PAY-0001", "CON-0001", "TCK-0001", "ALT-PARALLEL", "REQ"] {
            assert!(!is_canonical(id), "{id}");
        }
    }

    #[test]
    fn an_id_is_capitals_and_digits_in_parts() {
        assert!(is_id("ALT-FM001-01"));
        for text in ["NONE", "req-1", "A-", "-A", "A B-1", "1-A", ""] {
            assert!(!is_id(text), "{text}");
        }
    }
}
