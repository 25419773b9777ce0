//! Identifiers that come from users or files, checked before they can touch a path.

use std::{cmp::Ordering, fmt, sync::Arc};

use thiserror::Error;

use crate::journaled::journaled_as_word;

/// Why a string is not an identifier.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{}` is not a valid {what}: {why}", shown(.given))]
pub struct InvalidIdent {
    what: &'static str,
    given: String,
    why: &'static str,
}

/// Names that Windows resolves to devices whatever their folder or extension.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

/// The longest identifier.
const LONGEST: usize = 64;

/// Checks the one rule for identifiers: `^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`, no `..`, no Windows device name.
pub(crate) fn check(what: &'static str, given: &str) -> Result<(), InvalidIdent> {
    let refuse = |why| Err(InvalidIdent { what, given: given.to_owned(), why });
    let Some(first) = given.chars().next() else {
        return refuse("it is empty");
    };
    if !first.is_ascii_alphanumeric() {
        return refuse("it must start with an ASCII letter or digit");
    }
    if given.len() > LONGEST {
        return refuse("it is longer than 64 characters");
    }
    if !given.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-')) {
        return refuse("only ASCII letters, digits, `.`, `_` and `-` are allowed");
    }
    if given.contains("..") {
        return refuse("it contains `..`");
    }
    if given.ends_with('.') {
        return refuse("it ends with a dot");
    }
    if is_device(given) {
        return refuse("it is the name of a Windows device");
    }
    Ok(())
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).to_ascii_uppercase();
    if DEVICES.contains(&stem.as_str()) {
        return true;
    }
    let numbered = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    numbered.is_some_and(|rest| rest.len() == 1 && rest.chars().all(|c| c.is_ascii_digit()))
}

/// Shows a refused identifier on one line, whatever is in it.
fn shown(given: &str) -> String {
    let mut text: String = given.chars().take(LONGEST).flat_map(char::escape_default).collect();
    if given.chars().count() > LONGEST {
        text.push('…');
    }
    text
}

macro_rules! ident {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $name(Arc<str>);

        impl Ord for $name {
            fn cmp(&self, other: &Self) -> Ordering {
                // The ids of one session share their text.
                if Arc::ptr_eq(&self.0, &other.0) { Ordering::Equal } else { self.0.cmp(&other.0) }
            }
        }

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl $name {
            /// Checks and takes an identifier.
            pub fn new(given: impl Into<String>) -> Result<Self, InvalidIdent> {
                let given = given.into();
                check($what, &given)?;
                Ok(Self(given.into()))
            }

            /// Returns the identifier as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::str::FromStr for $name {
            type Err = InvalidIdent;
            fn from_str(given: &str) -> Result<Self, InvalidIdent> {
                Self::new(given)
            }
        }
    };
}

journaled_as_word!(
    ProjectName,
    ToString::to_string,
    |word| ProjectName::new(word).ok(),
    "project name"
);
journaled_as_word!(PacketId, ToString::to_string, |word| PacketId::new(word).ok(), "packet id");

ident!(
    /// The id of what is reviewed, such as `PRD-0007`.
    PacketId,
    "packet id"
);
ident!(
    /// The id of a spec packet, such as `SPEC-PAY-001`.
    SpecId,
    "spec id"
);
ident!(
    /// The name of a project with a panel or a forum.
    ProjectName,
    "project name"
);

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(given: &str) -> bool {
        PacketId::new(given).is_ok()
    }

    #[test]
    fn ordinary_names_are_accepted() {
        for name in
            ["PRD-0007", "SPEC-CI-001-clean", "demo", "a", "v1.2_x", "console", "COMET", "LPT10"]
        {
            assert!(accepts(name), "{name}");
        }
    }

    #[test]
    fn anything_that_could_leave_the_folder_is_refused() {
        for name in [
            "", ".", "..", "a..b", "a/b", "a\\b", "/etc", "~root", "-rf", ".git", "a:b", "a b",
            "é", "a\n",
        ] {
            assert!(!accepts(name), "{name:?}");
        }
    }

    #[test]
    fn windows_devices_are_refused_with_any_extension_and_case() {
        for name in ["CON", "con", "nul.txt", "COM1", "lpt9.md", "aux"] {
            assert!(!accepts(name), "{name}");
        }
    }

    #[test]
    fn a_refusal_shows_control_characters_escaped() {
        let error = ProjectName::new("a\u{1b}[2J").unwrap_err().to_string();
        assert_eq!(
            error,
            "`a\\u{1b}[2J` is not a valid project name: only ASCII letters, digits, `.`, `_` and `-` are allowed"
        );
    }

    #[test]
    fn the_longest_identifier_has_64_characters() {
        assert!(accepts(&"a".repeat(64)));
        assert!(!accepts(&"a".repeat(65)));
    }
}
