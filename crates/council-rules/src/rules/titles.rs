//! References to a section by its title in quotation marks: `as described under "Limits"`.

use std::collections::BTreeSet;

use council_core::packet::{Span, slug};
use memchr::memmem;

use super::{dangling_reference::RULE, pointers::times, scan};
use crate::{Finding, Model, model::Text};

/// Reports titles in quotation marks that no heading of the packet has.
pub(super) fn dangling(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let mut titles: Option<Titles> = None;
    // Each title of an aside is looked for in the whole text, so not any number of them.
    let mut asides_left = 100_usize;
    for text in &model.texts {
        let whole = text.document.text().as_bytes();
        // All of them end with a space and the mark, which is looked for once.
        let marks = memchr::memchr_iter(b'"', whole).filter_map(|at| whole.get(..=at));
        let leads = marks.filter(|before| {
            before.ends_with(b" \"") && LEADS.iter().any(|lead| before.ends_with(lead.as_bytes()))
        });
        let leads: BTreeSet<usize> =
            leads.map(<[u8]>::len).chain(asides(text.document.text())).collect();
        for start in leads {
            let Some((title, sentence, is_named)) = quoted(text, start) else {
                continue;
            };
            let known = titles.get_or_insert_with(|| Titles::of(model));
            let words = text.slice(title);
            if !is_named {
                let Some(left) = asides_left.checked_sub(1) else { continue };
                asides_left = left;
                // What the text says elsewhere is a name of something.
                if times(text, words) > 1 {
                    continue;
                }
            }
            if known.lack(words) {
                let message = format!("there is no section `{words}` in this document");
                let advice = "name a heading that is there, or the document that has it";
                let found = Finding::at(&RULE, text, title, sentence, message, advice);
                findings.push(if is_named { found } else { found.noted() });
            }
        }
    }
}

/// Finds where a title begins that opens or ends an aside of a few words: `(back in "Kiln profiles")`.
fn asides(whole: &str) -> impl Iterator<Item = usize> {
    let opening = memmem::find_iter(whole.as_bytes(), "(\"").map(|at| at + 2);
    let ending = memmem::find_iter(whole.as_bytes(), "\")").filter_map(|end| {
        let from = whole.ceil_char_boundary(end.saturating_sub(LONGEST));
        let near = whole.get(from..end)?;
        let start = from + near.rfind('"')? + 1;
        is_aside(whole.get(from..start)?).then_some(start)
    });
    opening.chain(ending)
}

/// Tells whether a title that opens an aside is all of it but for a word or two: `("Kiln profiles" applies)`.
fn opens_aside(before: &str, after: &str) -> bool {
    let near = after.get(..after.floor_char_boundary(LONGEST)).unwrap_or(after);
    let rest = near.split_once(')').map(|(rest, _)| rest);
    before.ends_with("(\"")
        && rest.is_some_and(|rest| {
            (1..=2).contains(&rest.split_whitespace().count())
                && rest.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b' ')
        })
}

/// Tells whether words up to a title are the beginning of an aside, with nothing but plain words.
fn is_aside(before: &str) -> bool {
    let lead = before.strip_suffix('"').and_then(|before| Some(before.rsplit_once('(')?.1));
    lead.is_some_and(|lead| {
        lead.ends_with(' ') && lead.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b' ')
    })
}

/// What stands right before a title.
const LEADS: [&str; 16] = [
    "under \"",
    "section \"",
    "Section \"",
    "chapter \"",
    "procedure \"",
    "steps \"",
    "rules \"",
    "table \"",
    "heading \"",
    "(see \"",
    "(See \"",
    ", see \"",
    "(cf. \"",
    " in \"",
    "where \"",
    "by \"",
];

/// The titles of all sections, and the labels in bold, as letters and digits.
pub(super) struct Titles {
    names: BTreeSet<String>,
    /// How many titles may still be looked for in all others.
    left: usize,
}

impl Titles {
    pub(super) fn of(model: &Model<'_>) -> Titles {
        let mut names = BTreeSet::new();
        for text in &model.texts {
            names.extend(text.document.sections.iter().map(|section| letters(&section.title)));
            for passage in &text.passages {
                let words = text.slice(passage.span);
                let bold = words.trim_start_matches(['-', ' ']).strip_prefix("**");
                let bold = bold.and_then(|bold| bold.split_once("**"));
                names.extend(bold.map(|(bold, _)| letters(bold)));
            }
        }
        names.remove("");
        Titles { names, left: 100 }
    }

    /// Tells whether a title is none of these, neither whole nor in part: people leave out numbers and remarks.
    pub(super) fn lack(&mut self, title: &str) -> bool {
        let wanted = letters(title);
        if wanted.is_empty() || self.names.contains(&wanted) || self.left == 0 {
            return false;
        }
        // All of them are gone through, so not for any number of titles.
        self.left -= 1;
        let is_part = |own: &String| own.len() > 3 && wanted.contains(own.as_str());
        !self.names.iter().any(|own| own.contains(&wanted) || is_part(own))
    }
}

/// Returns the letters and digits of a title.
fn letters(title: &str) -> String {
    if title.is_ascii() {
        let mut letters = title.to_ascii_lowercase().into_bytes();
        letters.retain(u8::is_ascii_alphanumeric);
        return String::from_utf8(letters).unwrap_or_default();
    }
    slug(title).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// How far around a title its sentence is looked at.
const NEAR: usize = 240;

/// The longest title.
const LONGEST: usize = 80;

/// Reads the title that begins at an offset, if its sentence refers to it as one of this document, with its sentence and
/// whether it is said to be a title.
fn quoted(text: &Text<'_>, start: usize) -> Option<(Span, Span, bool)> {
    let whole = text.document.text();
    let after = text.sentences.partition_point(|sentence| sentence.span.start <= start);
    let sentence = text.sentences.get(after.checked_sub(1)?)?;
    let rest = whole.get(start..)?;
    let near = rest.get(..rest.floor_char_boundary(LONGEST)).unwrap_or(rest);
    let title = near.get(..near.find('"')?)?;
    let from =
        whole.ceil_char_boundary(start.saturating_sub(NEAR).max(sentence.span.start.min(start)));
    let before = Span::new(from, start).of(whole);
    let is_title = title.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
        && title.len() >= 3
        && !title.ends_with(['.', '!', '?', ','])
        && !title.contains(['`', '<', '{', '/', '=', '\n']);
    let to =
        whole.floor_char_boundary(start.saturating_add(NEAR).min(sentence.span.end.max(start)));
    let around = Span::new(from, to).of(whole);
    let names_other = ["](", "://", "][", ".md"].iter().any(|mark| around.contains(mark));
    let is_here = start < sentence.span.end + 2 && sentence.role.is_own();
    // `in "Retry-After" headers` names something else; a title ends what is said, or says something itself.
    let after = whole.get(start + title.len() + 1..).unwrap_or_default();
    let is_named_only = !is_led_by_noun(before)
        || title.contains(' ')
            && [")", ",", ".", ";", " says", " applies", " states"]
                .iter()
                .any(|next| after.starts_with(next));
    let is_named = is_named_only && refers(before);
    // An aside names a title without saying so.
    let is_told = || {
        let found = scan::Found { text, sentence, tokens: text.tokens(sentence) };
        let is_aside = is_aside(before) || opens_aside(before, after);
        title.contains(' ') && is_aside && found.is_near(scan::Found::says_must)
    };
    (is_here && is_title && !names_other && (is_named || is_told()))
        .then(|| (Span::new(start, start + title.len()), sentence.span, is_named))
}

/// Tells whether a title is led to by a mere preposition, as much else is.
fn is_led_by_noun(before: &str) -> bool {
    ["in \"", "by \"", "where \""].iter().any(|lead| before.ends_with(lead))
}

/// Tells whether words lead to a section: a verb of saying and `under` or `in section`, or `see section`.
fn refers(before: &str) -> bool {
    const SAYING: [&str; 12] = [
        "described",
        "defined",
        "specified",
        "explained",
        "outlined",
        "documented",
        "covered",
        "discussed",
        "detailed",
        "steps",
        "rules",
        "procedure",
    ];
    /// What stands in a section, and what is made an exception of.
    const TEXTS: [&str; 10] = [
        "definitions",
        "limits",
        "values",
        "exceptions",
        "conditions",
        "criteria",
        "table",
        "list",
        "except",
        "unless",
    ];
    let words: Vec<String> = before
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    let last: Vec<&str> = words.iter().rev().take(3).map(String::as_str).collect();
    match last.as_slice() {
        ["section" | "chapter" | "heading" | "see" | "cf", ..]
        | ["procedure" | "steps" | "rules" | "table", "the", ..] => true,
        ["under", verb, ..] | ["the" | "in", "under" | "section", verb, ..] => {
            SAYING.contains(verb)
        }
        ["in" | "by" | "where", verb, ..] => SAYING.contains(verb) || TEXTS.contains(verb),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use crate::check_with;

    fn quotes(sentence: &str) -> Vec<String> {
        let text = format!(
            "# A\n\n## 2. Limits (v2)\n\nx\n\n## Rules\n\n**Quotas**: none\n\n{sentence}\n"
        );
        let packet = markdown_prd("prd.md", &text).value;
        let found = check_with(&packet, |rule| rule.id == "dangling-reference");
        found.iter().map(|finding| finding.quote().to_owned()).collect()
    }

    #[test]
    fn a_title_that_no_heading_has_is_reported() {
        assert_eq!(
            quotes("It shall stop, following the steps under \"Quota escalation\"."),
            ["Quota escalation"]
        );
        assert_eq!(quotes("It shall stop as section \"Cold start\" says."), ["Cold start"]);
    }

    #[test]
    fn titles_that_are_there_and_words_on_a_screen_are_not() {
        for sentence in [
            "It shall stop, as described under \"Limits\".",
            "It shall stop, as described under \"2. Limits (v2)\".",
            "It shall stop, as described under \"Quotas\".",
            "The files are listed under \"Recent files\".",
            "The button under \"Account settings\" signs out.",
        ] {
            assert!(quotes(sentence).is_empty(), "{sentence}");
        }
    }
}
