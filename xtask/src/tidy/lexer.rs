//! Rust source taken apart just far enough: code here, comments there, literals nowhere.

use std::{iter::Peekable, str::CharIndices};

/// Splits a source into its code and its comments, each with everything else blanked and every line in its place.
pub(crate) fn split(source: &str) -> (String, String) {
    let mut split = Split { code: String::new(), comments: String::new() };
    let mut chars = source.char_indices().peekable();
    let mut before = ' ';
    while let Some((at, c)) = chars.next() {
        let rest = source.get(at..).unwrap_or_default();
        if rest.starts_with("//") {
            split.comment(c);
            take_while(&mut chars, |c| c != '\n', |c| split.comment(c));
        } else if rest.starts_with("/*") {
            split.comment(c);
            let length = block_comment(rest);
            take(&mut chars, at + length, |c| split.comment(c));
        } else if let Some(length) = literal(rest, before) {
            split.blank(c);
            take(&mut chars, at + length, |c| split.blank(c));
        } else {
            split.code(c);
        }
        before = c;
    }
    (split.code, split.comments)
}

struct Split {
    code: String,
    comments: String,
}

impl Split {
    fn code(&mut self, c: char) {
        self.code.push(c);
        self.comments.push(blank(c));
    }

    fn comment(&mut self, c: char) {
        self.comments.push(c);
        self.code.push(blank(c));
    }

    fn blank(&mut self, c: char) {
        self.code.push(blank(c));
        self.comments.push(blank(c));
    }
}

fn blank(c: char) -> char {
    if c == '\n' { c } else { ' ' }
}

fn take(chars: &mut Peekable<CharIndices<'_>>, end: usize, mut each: impl FnMut(char)) {
    while let Some((_, c)) = chars.next_if(|(at, _)| *at < end) {
        each(c);
    }
}

fn take_while(
    chars: &mut Peekable<CharIndices<'_>>,
    wanted: impl Fn(char) -> bool,
    mut each: impl FnMut(char),
) {
    while let Some((_, c)) = chars.next_if(|(_, c)| wanted(*c)) {
        each(c);
    }
}

/// Returns the length of the block comment a text starts with; they nest.
fn block_comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// Returns the length of the string or character literal a text starts with.
fn literal(text: &str, before: char) -> Option<usize> {
    if before.is_alphanumeric() || before == '_' {
        // What follows a name is not a prefix of a literal; a quote after a name still opens a string.
        return text.starts_with('"').then(|| escaped(text, '"'));
    }
    let body = text.trim_start_matches(['b', 'c']);
    let prefix = text.len() - body.len();
    if prefix > 1 {
        return None;
    }
    if let Some(raw) = body.strip_prefix('r') {
        let quote = raw.trim_start_matches('#');
        let hashes = "#".repeat(raw.len() - quote.len());
        let inner = quote.strip_prefix('"')?;
        let end = format!("\"{hashes}");
        let length = inner.find(&end).map_or(inner.len(), |at| at + end.len());
        return Some(text.len() - inner.len() + length);
    }
    if body.starts_with('"') {
        return Some(prefix + escaped(body, '"'));
    }
    // A lifetime is a quote with a name and no closing quote.
    let inner = body.strip_prefix('\'')?;
    let mut chars = inner.chars();
    match (chars.next(), chars.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => Some(prefix + escaped(body, '\'')),
        _ => None,
    }
}

/// Returns the length of a quoted literal with backslash escapes.
fn escaped(text: &str, quote: char) -> usize {
    let mut skip = true;
    for (at, c) in text.char_indices() {
        if skip {
            skip = false;
        } else if c == '\\' {
            skip = true;
        } else if c == quote {
            return at + c.len_utf8();
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(source: &str) -> String {
        split(source).0.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn comments(source: &str) -> String {
        split(source).1.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn literals_are_neither_code_nor_comments() {
        for literal in [
            r#""a // b""#,
            r#""a \" b""#,
            r##"r#"a " b"#"##,
            r#"b"x""#,
            r#"br"\""#,
            "'\"'",
            "'\\''",
            "'\\u{7f}'",
            "b'x'",
        ] {
            let source = format!("f({literal}); // end\ng");
            assert_eq!(code(&source), "f( ); g", "{literal}");
            assert_eq!(comments(&source), "// end", "{literal}");
        }
    }

    #[test]
    fn lifetimes_and_names_with_prefix_letters_are_code() {
        assert_eq!(code("fn a<'a>(b: &'a str, r: u8) {}"), "fn a<'a>(b: &'a str, r: u8) {}");
        assert_eq!(code("let rb = cr; 'x: loop {}"), "let rb = cr; 'x: loop {}");
    }

    #[test]
    fn comments_nest_and_lines_stay_in_their_place() {
        let (code, comments) = split("a /* b /* c */ d */ e\n// f\ng");
        assert_eq!(code.lines().count(), 3);
        assert_eq!(code.split_whitespace().collect::<Vec<_>>(), ["a", "e", "g"]);
        assert_eq!(comments.lines().nth(1), Some("// f"));
    }
}
