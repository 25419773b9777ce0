//! Text from documents and models on its way to a page.
//!
//! Templates escape what a browser would take for markup. What would still act, because it reorders or hides what stands
//! around it, is escaped here, visibly.

use council::formats::report::clean;

/// Returns a text for a page, with its line breaks.
pub(crate) fn shown(text: &str) -> String {
    clean::block(text).into_owned()
}

/// Returns a text for a page, on one line.
pub(crate) fn line(text: &str) -> String {
    clean::line(text).into_owned()
}

/// Returns a name as a piece of an address.
pub(crate) fn piece(name: &str) -> String {
    use std::fmt::Write as _;
    let mut piece = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            piece.push(char::from(byte));
        } else {
            let _ = write!(piece, "%{byte:02X}");
        }
    }
    piece
}

/// Returns a word as the id of an element.
pub(crate) fn anchor(name: &str) -> String {
    let fit = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let words: String = name.chars().map(fit).collect();
    words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Says how many there are of something: `1 session`, `2 sessions`.
pub(crate) fn count(number: usize, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_of_an_address_ends_none() {
        assert_eq!(piece("a/b?c#d%"), "a%2Fb%3Fc%23d%25");
        assert_eq!(piece("COUNCIL-PRD-1-20260126-100000"), "COUNCIL-PRD-1-20260126-100000");
        assert_eq!(piece("ü\"<"), "%C3%BC%22%3C");
    }

    #[test]
    fn what_reorders_text_is_seen() {
        assert_eq!(shown("a\u{202e}b\nc"), "a\\u{202e}b\nc");
        assert_eq!(line("a\nb"), "a\\nb");
    }

    #[test]
    fn an_anchor_has_only_letters_digits_and_hyphens() {
        assert_eq!(anchor("Blockers (2)"), "blockers-2");
        assert_eq!(anchor("\"><script>"), "script");
    }
}
