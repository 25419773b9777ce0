//! Makes text from documents and models harmless before anything prints it.
//!
//! Such text can hold terminal commands, characters that reorder or hide what follows, line breaks that forge a line of
//! ours, and commands for the machine that collects the log. Nothing is dropped: what cannot be shown is escaped
//! visibly, as in `\u{1b}`, so that an attempt is seen.

use std::borrow::Cow;

use council_core::invisible::is_ignorable;

/// Returns the text on one line: line breaks and tabs are escaped like everything else that cannot be shown.
pub fn line(text: &str) -> Cow<'_, str> {
    disarm(escape(text, is_hidden))
}

/// Returns the text with its line breaks and tabs, and everything else that cannot be shown escaped.
pub fn block(text: &str) -> Cow<'_, str> {
    disarm(escape(text, |c| is_hidden(c) && !matches!(c, '\n' | '\t')))
}

/// Tells whether a text is shown as it is.
pub fn is_harmless(text: &str) -> bool {
    matches!(line(text), Cow::Borrowed(_))
}

/// Tells whether a character acts on a terminal, reorders text, shows nothing or is none. What picks the look of the
/// character before it, as in emoji, is left alone.
pub fn is_hidden(c: char) -> bool {
    let is_selector = matches!(c, '\u{fe00}'..='\u{fe0f}');
    c.is_control()
        || matches!(c, '\u{2028}'..='\u{2029}' | '\u{fffe}'..='\u{ffff}')
        || is_ignorable(c) && !is_selector
}

/// Returns where the first bracket of a command is that is obeyed anywhere in a line.
pub(super) fn log_command(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_pair = |at: &usize| bytes.get(at + 1) == Some(&b'#');
    memchr::memchr_iter(b'#', bytes).filter(is_pair).find_map(|at| bracket(bytes, at))
}

/// Tells whether a text is printable ASCII throughout, as most texts are.
pub(super) fn is_printable(text: &str) -> bool {
    // Bytes are compared many at once where no answer is given between them.
    const STRETCH: usize = 32;
    let is_plain = |stretch: &[u8]| {
        !stretch.iter().fold(false, |odd, byte| odd | !(b' '..=b'~').contains(byte))
    };
    text.as_bytes().chunks(STRETCH).all(is_plain)
}

fn escape(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if is_printable(text) || !text.chars().any(&hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if hidden(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Breaks what a build server would obey if it saw it in its log: one character of each command is escaped.
fn disarm(text: Cow<'_, str>) -> Cow<'_, str> {
    let commands = commands(&text);
    if commands.is_empty() {
        return text;
    }
    let mut shown = String::with_capacity(text.len() + 8 * commands.len());
    let mut done = 0;
    for at in commands {
        shown.push_str(text.get(done..at).unwrap_or_default());
        done = at + 1;
        shown.extend(text.get(at..done).unwrap_or_default().chars().flat_map(char::escape_unicode));
    }
    shown.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(shown)
}

/// Finds, in order, the characters that make something a command; all of them are ASCII.
fn commands(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    for at in memchr::memchr2_iter(b'#', b':', bytes) {
        if bytes.get(at) != bytes.get(at + 1) {
            continue;
        }
        if bytes.get(at) == Some(&b'#') {
            found.extend(bracket(bytes, at));
        } else if begins_a_line(text, at) || is_workflow_command(bytes, at) {
            found.push(at);
        }
    }
    found
}

/// Returns the bracket of `##[`, `##vso[`, `##teamcity[` and their like, which Azure Pipelines, `TeamCity`, Octopus
/// and old runners of GitHub Actions obey anywhere in a line.
fn bracket(bytes: &[u8], hashes: usize) -> Option<usize> {
    let end = word_end(bytes, hashes + 2);
    (bytes.get(end) == Some(&b'[')).then_some(end)
}

/// Tells whether only white space stands before a place in its line. A GitHub Actions runner obeys `::` there.
fn begins_a_line(text: &str, at: usize) -> bool {
    let before = text
        .get(..at)
        .unwrap_or_default()
        .trim_end_matches(|c: char| c != '\n' && c.is_whitespace());
    before.is_empty() || before.ends_with('\n')
}

/// Tells whether `::name::` or `::name key=…` stands here, on its own and not in a path of some program. No runner is
/// known to obey it within a line, but whoever shows the text may break the line there.
fn is_workflow_command(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| bytes.get(before));
    if before.is_some_and(|byte| is_word(*byte) || *byte == b'>') {
        return false;
    }
    let end = word_end(bytes, at + 2);
    let after = bytes.get(end..).unwrap_or_default();
    let has_property = || {
        let key = word_end(bytes, end + 1);
        after.first() == Some(&b' ') && key > end + 1 && bytes.get(key) == Some(&b'=')
    };
    end > at + 2 && (after.starts_with(b"::") || has_property())
}

/// Returns where a word that begins at a place ends.
fn word_end(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    start + rest.iter().take_while(|byte| is_word(**byte)).count()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Strings that act on a terminal or a log, and what is shown in their place.
    const ATTEMPTS: [(&str, &str); 25] = [
        ("\u{1b}]2;title\u{7}", "\\u{1b}]2;title\\u{7}"),
        ("\u{1b}[3J\u{1b}[1;1H", "\\u{1b}[3J\\u{1b}[1;1H"),
        ("a\u{8}b", "a\\u{8}b"),
        ("blocked\rpass", "blocked\\rpass"),
        ("blocked\npass", "blocked\\npass"),
        ("a\tb", "a\\tb"),
        ("a\u{b}\u{c}b", "a\\u{b}\\u{c}b"),
        ("\u{9b}2J", "\\u{9b}2J"),
        ("\u{202e}ssap", "\\u{202e}ssap"),
        ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
        ("pa\u{200b}ss\u{feff}", "pa\\u{200b}ss\\u{feff}"),
        ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
        ("\0\u{7f}", "\\u{0}\\u{7f}"),
        ("\u{e0041}\u{e007f}", "\\u{e0041}\\u{e007f}"),
        (" ::add-mask::a", " \\u{3a}:add-mask::a"),
        ("a ##[add-mask]b", "a ##\\u{5b}add-mask]b"),
        ("a. ##vso[task.complete]", "a. ##vso\\u{5b}task.complete]"),
        ("a ##teamcity[x] ##VSO[y]", "a ##teamcity\\u{5b}x] ##VSO\\u{5b}y]"),
        ("a ####[group]", "a ####\\u{5b}group]"),
        ("a###octopus[x]", "a###octopus\\u{5b}x]"),
        ("a ::add-mask::b", "a \\u{3a}:add-mask::b"),
        ("(::error file=a::b)", "(\\u{3a}:error file=a::b)"),
        ("\u{a0}::warning::x", "\u{a0}\\u{3a}:warning::x"),
        (":::error::", "\\u{3a}\\u{3a}:error::"),
        ("::error ::a ::b::", "\\u{3a}:error ::a \\u{3a}:b::"),
    ];

    #[test]
    fn what_acts_is_shown_instead() {
        for (attempt, shown) in ATTEMPTS {
            assert_eq!(line(attempt), shown);
        }
    }

    #[test]
    fn a_block_keeps_its_lines_and_tabs_and_no_line_of_it_is_a_command() {
        assert_eq!(block("a\n\tb\r\n::debug::c\n"), "a\n\tb\\r\n\\u{3a}:debug::c\n");
    }

    #[test]
    fn ordinary_text_is_not_touched() {
        for text in [
            "plain",
            "naïve 日本語 ✔",
            "a::b and # [c]",
            "🏳\u{fe0f}",
            "## Scope [draft]",
            "### 3.1 [SHALL]",
            "std::vec::Vec and <T>::from::x",
            "the ::before element, p::after",
            "at 10:30::00, A::B c=1",
            "#[test] # #[x]",
        ] {
            assert!(is_harmless(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_keeps_a_hidden_character_or_a_command(
            text in "\\PC*|[\\x00-\\x9f#\\[: ]*|(##|vso|teamcity|\\[|:|::|add-mask| a=|\\n| ){0,20}"
        ) {
            let shown = line(&text);
            prop_assert!(!shown.chars().any(is_hidden));
            let shown = [shown, block(&text)];
            let lines = shown.iter().flat_map(|shown| shown.lines());
            for shown in lines {
                prop_assert!(!shown.chars().any(|c| is_hidden(c) && c != '\t'));
                for command in ["##[", "##vso[", "##teamcity[", " ::add-mask::", " ::add-mask a="] {
                    prop_assert!(!shown.contains(command), "{shown}");
                }
                prop_assert!(!shown.trim_start().starts_with("::"), "{shown}");
                prop_assert_eq!(block(shown), shown);
            }
        }

        #[test]
        fn what_is_escaped_can_be_read_again(text in "(##|vso|\\[|:|::|mask|\\n| ){0,20}") {
            let shown = block(&text).replace("\\u{5b}", "[").replace("\\u{3a}", ":");
            prop_assert_eq!(shown, text);
        }
    }
}
