//! Looks for a key in what a server says, so that it reaches no file and no screen.
//!
//! An answer that repeats the key is not taken at all: to take the key out of it would change what is then read, and what
//! is read from the journal later must be what was read at first. Only what is shown to people is cleaned.

use std::borrow::Cow;

use secrecy::{ExposeSecret as _, SecretString};

/// The fewest characters of a key that is looked for. Local servers take keys such as `none` or `test`, which stand in
/// ordinary sentences.
pub const SHORTEST: usize = 12;

/// How often something may have been put into a JSON string before nobody unwraps it any more.
const LAYERS: usize = 4;

/// What stands in place of a key.
const MARK: &str = "[key]";

/// Looks for one key.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scrub {
    key: Option<SecretString>,
}

impl Scrub {
    /// Takes the key, if it is long enough to be told from other words.
    pub(crate) fn new(key: Option<&SecretString>) -> Self {
        let long = |key: &&SecretString| is_looked_for(key.expose_secret());
        Self { key: key.filter(long).cloned() }
    }

    /// Tells whether the key stands in a text, as it is or escaped as JSON escapes.
    pub(crate) fn finds(&self, said: &str) -> bool {
        let Some(key) = self.key.as_ref().map(|key| key.expose_secret().trim()) else {
            return false;
        };
        let mut layer = Cow::Borrowed(said);
        for _ in 0..LAYERS {
            if layer.contains(key) {
                return true;
            }
            match unescaped(&layer) {
                Some(below) => layer = Cow::Owned(below),
                None => return false,
            }
        }
        layer.contains(key)
    }

    /// Takes the key out of what people are shown.
    pub(crate) fn clean(&self, said: String) -> String {
        if !self.finds(&said) {
            return said;
        }
        let key = self.key.as_ref().map(|key| key.expose_secret().trim()).unwrap_or_default();
        let plain = said.replace(key, MARK);
        // Where it is escaped, nobody needs the rest of the sentence.
        if self.finds(&plain) { MARK.to_owned() } else { plain }
    }
}

/// Tells whether a key is long enough to be looked for.
pub fn is_looked_for(key: &str) -> bool {
    key.trim().chars().count() >= SHORTEST
}

/// Returns a text with one layer of JSON's escapes taken away; nothing where there is none.
fn unescaped(text: &str) -> Option<String> {
    if !text.contains('\\') {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            plain.push(c);
            continue;
        }
        match rest.next() {
            Some('u') => {
                let ahead = rest.clone();
                let digits: String = ahead.take(4).collect();
                let number = u32::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4);
                if let Some(known) = number.and_then(char::from_u32) {
                    plain.push(known);
                    rest.nth(3);
                }
            }
            Some(other) => plain.push(other),
            None => {}
        }
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "sk-proj-0123456789";

    fn scrub(key: &str) -> Scrub {
        Scrub::new(Some(&key.to_owned().into()))
    }

    fn escaped(key: &str) -> String {
        key.chars().map(|c| format!("\\u{:04X}", u32::from(c))).collect::<Vec<_>>().concat()
    }

    #[test]
    fn a_key_is_found_however_often_it_is_escaped() {
        let mut said = format!("{{\"quote\": \"{KEY}\"}}");
        for _ in 0..LAYERS {
            assert!(scrub(KEY).finds(&said), "{said}");
            said = serde_json::json!({ "text": said }).to_string();
        }
        assert!(scrub(KEY).finds(&escaped(KEY)));
        assert!(scrub(KEY).finds(&escaped(KEY).replace("\\u", "\\\\u")));
        assert!(scrub("a/key/with/slashes").finds("a\\/key\\/with\\/slashes"));
        assert!(!scrub(KEY).finds("sk-proj-\\u00zz \\ud800 \\"));
    }

    #[test]
    fn a_short_key_is_a_word_and_nobody_looks_for_it() {
        for key in ["x", "test", "none", "quote", "elevenchars"] {
            assert!(!is_looked_for(key) && !scrub(key).finds(&format!("a {key}")), "{key}");
            assert_eq!(scrub(key).clean("a test quote".to_owned()), "a test quote");
        }
        assert!(is_looked_for("twelve-chars"));
    }

    #[test]
    fn what_people_are_shown_has_no_key_in_any_form() {
        assert_eq!(scrub(KEY).clean(format!("no {KEY} here")), "no [key] here");
        assert_eq!(scrub(KEY).clean(format!("no {} here", escaped(KEY))), "[key]");
        assert_eq!(scrub(KEY).clean("nothing".to_owned()), "nothing");
        assert_eq!(Scrub::default().clean(KEY.to_owned()), KEY);
    }
}
