//! What a piece of Markdown says, apart from how it is laid out: two texts that say the same differ in nothing that
//! anybody would build differently.

use unicode_normalization::UnicodeNormalization as _;

use super::text::is_visible;

/// Marks that lay words out or part them; other characters beyond ASCII, such as `≤` or `✅`, say something.
const TYPOGRAPHY: &str = "–—―‘’‚“”„‹›«»…•·‣◦¶§";

/// Signs of ASCII that change what a figure means.
const SIGNS: &str = "<>=%$";

/// Returns what a text says: its words and figures in small letters, one space between them. Blanks, line breaks,
/// comments, tags, emphasis, bullets and invisible characters say nothing.
pub fn said(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    for line in without_tags(text).lines() {
        let line: String = line.chars().filter(|c| is_visible(*c)).nfkc().collect();
        let words = unmarked(&line).split(|c| !is_said(c)).filter(|word| !word.is_empty());
        for word in words {
            if !said.is_empty() {
                said.push(' ');
            }
            said.extend(word.chars().flat_map(char::to_lowercase));
        }
    }
    said
}

/// Returns what stands in a text and nobody reads: the words of its comments, and characters that do not show themselves.
pub fn unsaid(text: &str) -> String {
    let mut unsaid = String::new();
    let hidden = |text: &str, unsaid: &mut String| {
        unsaid.extend(text.chars().filter(|c| !is_visible(*c) && !c.is_whitespace()));
    };
    let mut rest = text;
    while let Some((before, from)) = rest.split_once("<!--") {
        hidden(before, &mut unsaid);
        let (comment, after) = from.split_once("-->").unwrap_or((from, ""));
        unsaid.push_str(&said(comment));
        unsaid.push('\n');
        rest = after;
    }
    hidden(rest, &mut unsaid);
    unsaid
}

/// Tells whether one text says something else than another. To lay it out anew or to hide something in it is no change;
/// to take out something hidden is one.
pub fn differs_in_substance(before: &str, after: &str) -> bool {
    let hidden = unsaid(after);
    said(before) != said(after) || !unsaid(before).lines().all(|line| hidden.contains(line))
}

fn is_said(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || SIGNS.contains(c);
    }
    !c.is_whitespace() && !TYPOGRAPHY.contains(c)
}

/// Returns a line without what makes it a heading, a quotation, an item of a list or a rule between two parts.
fn unmarked(line: &str) -> &str {
    let is_layout = |c: char| c.is_whitespace() || "=-*_#|:>`~+.".contains(c);
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || "#>*+-|".contains(c));
    if line.chars().all(is_layout) {
        return "";
    }
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = digits.len() < line.len();
    let item = digits.strip_prefix(['.', ')']).filter(|rest| is_numbered && rest.starts_with(' '));
    let line = item.map_or(line, str::trim_start);
    let boxes = ["[ ] ", "[x] ", "[X] "];
    boxes.into_iter().find_map(|tick| line.strip_prefix(tick)).unwrap_or(line)
}

/// Returns a text without comments and tags. What is never closed stays.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // Looked for once each: a text full of openings stays linear.
    let (mut closes, mut comments_close) = (true, true);
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        let after = if from.starts_with("<!--") {
            let end = from.find("-->").filter(|_| comments_close);
            comments_close = end.is_some();
            end.and_then(|end| from.get(end + 3..))
        } else if is_tag(from) {
            let end = from.find('>').filter(|_| closes);
            closes = end.is_some();
            end.and_then(|end| from.get(end + 1..))
        } else {
            None
        };
        rest = if let Some(after) = after {
            after
        } else {
            out.push('<');
            from.get(1..).unwrap_or_default()
        };
    }
    out.push_str(rest);
    out
}

/// The longest tag that is looked for, in characters.
const LONGEST_TAG: usize = 200;

/// Tells whether a text begins with a tag: `<b>`, `</b>`, `<br />`; `a <b and c> d` has none.
fn is_tag(text: &str) -> bool {
    let inside = text.chars().skip(1).take(LONGEST_TAG).take_while(|c| *c != '>' && *c != '<');
    let inside: String = inside.collect();
    let inside = inside.strip_prefix('/').unwrap_or(&inside);
    let rest = inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-');
    let is_named = inside.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_bare = matches!(rest.trim(), "" | "/");
    is_named && (is_bare || (rest.starts_with(' ') && rest.contains('=')))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn layout_says_nothing() {
        let plain = "It answers within 5 s";
        for laid_out in [
            "It  answers\nwithin 5 s \t",
            "## It answers within 5 s\r\n\r\n",
            "- **It** _answers_ within `5 s`.",
            "12. [x] It answers within 5 s",
            "> It answers\n> within 5 s\n\n---\n",
            "| It answers | within 5 s |\n|---|:-:|",
            "It answers <!-- not by far,\nnot yet --> within <b>5</b> s<br/>",
            "IT ANSWERS “within” 5\u{a0}s…",
            "It an\u{200b}swers within \u{ff15} s",
            "It answers within 5 s\n=====\n",
        ] {
            assert_eq!(said(laid_out), said(plain), "{laid_out}");
        }
    }

    #[test]
    fn words_figures_and_signs_say_something() {
        let plain = "It answers within 5 s";
        for other in [
            "It answers within 6 s",
            "It answers within < 5 s",
            "It answers within ≤ 5 s",
            "It answers within 5 % s",
            "It answers within 5 s ✅",
            "It must answer within 5 s",
            "answers within 5 s",
            "within 5 s it answers",
        ] {
            assert_ne!(said(other), said(plain), "{other}");
        }
    }

    #[test]
    fn a_comparison_is_no_tag_and_what_is_never_closed_stays() {
        assert_eq!(said("a <b and c> d"), "a <b and c> d");
        assert_eq!(said("a <!-- b"), "a < b");
        assert_eq!(said("<a href=\"x\">site</a>"), "site");
    }

    #[test]
    fn comments_and_what_does_not_show_itself_are_there_unsaid() {
        assert_eq!(unsaid("a <!-- No  *findings* --> b <!-- c"), "no findings\nc\n");
        assert_eq!(unsaid("a\u{e0061}b\tc\n"), "\u{e0061}");
        assert_eq!(unsaid("a **b** <i>c</i>\r\n"), "");
    }

    #[test]
    fn only_other_words_or_something_hidden_that_is_gone_are_a_change() {
        let before = "It is fast. <!-- one --> It is safe. <!-- two -->\n";
        for same in [
            "It is fast.\n\n<!-- one -->\n\nIt is **safe**. <!-- two -->\n",
            "It is fast. <!-- one --><!-- more --> It is safe. <!-- two --><!-- most -->\n",
            "It is fast. <!-- two --> It is safe. <!-- one -->\n",
        ] {
            assert!(!differs_in_substance(before, same), "{same}");
        }
        for other in [
            "It is fast. <!-- one --> It is sound. <!-- two -->\n",
            "It is fast. It is safe. <!-- two -->\n",
            "It is safe. <!-- one --> It is fast. <!-- two -->\n",
        ] {
            assert!(differs_in_substance(before, other), "{other}");
        }
    }

    proptest! {
        #[test]
        fn blanks_and_emphasis_never_change_what_is_said(
            words in prop::collection::vec("[a-z]{1,8}", 1..12), gap in "[ \t\n]{1,3}", mark in "[*_`]{1,2}",
        ) {
            let marked: Vec<String> = words.iter().map(|word| format!("{mark}{word}{mark}")).collect();
            prop_assert_eq!(said(&marked.join(&gap)), words.join(" "));
        }

        #[test]
        fn any_text_can_be_read(text in any::<String>()) {
            let once = said(&text);
            prop_assert!(!once.starts_with(' ') && !once.ends_with(' '));
        }
    }
}
