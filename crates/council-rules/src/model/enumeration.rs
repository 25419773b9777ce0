//! Enumerations within a sentence: `formats (JSON, CSV and XML)`, `Hotkeys: F1, F2`, `identified by name, code or brand`.

use std::borrow::Cow;

use council_core::packet::{PassageKind, Span};

use super::{Text, meaning};

/// Things that a sentence names one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Enumeration {
    /// The passage it stands in: an index into the document's passages.
    pub(crate) passage: usize,
    /// Where the things stand.
    pub(crate) span: Span,
    /// The things, bare and in small letters, in order.
    pub(crate) items: Vec<String>,
    /// Whether every one of them is a name, a key or a piece of code rather than words.
    pub(crate) are_names: bool,
    /// What the last words before them mean: what the things are.
    pub(crate) head: Vec<u32>,
    /// The words before them, from the beginning of the sentence.
    pub(crate) lead: Span,
}

/// The longest text that is read as one enumeration, and the longest that is read at all.
const LONGEST: usize = 260;
const LONGEST_PASSAGE: usize = 2000;

/// How many words a thing has at most.
const WORDS: usize = 3;

/// Returns the enumerations of a document that are closed: within a sentence, below a lead, in a table and in code.
pub(super) fn all(text: &Text<'_>) -> Vec<Enumeration> {
    let mut found = text.enumerated().to_vec();
    found.extend((0..text.passages.len()).filter_map(|at| below(text, at)));
    found.extend(columns(text));
    found.extend(coded(text));
    found.sort_by_key(|list| list.span.start);
    found
}

/// Returns the enumerations within sentences that are closed: `such as` and `etc.` leave one open.
pub(super) fn within(text: &Text<'_>) -> Vec<Enumeration> {
    let mut found = Vec::new();
    for (at, passage) in text.passages.iter().enumerate() {
        let is_own = match passage.kind {
            PassageKind::Paragraph | PassageKind::Item | PassageKind::Cell | PassageKind::Value => {
                passage.quotes == 0
            }
            PassageKind::Heading | PassageKind::Head | PassageKind::Remark | PassageKind::Html => {
                false
            }
        };
        let words = text.slice(passage.span);
        if is_own && words.len() <= LONGEST_PASSAGE && has_comma(words.as_bytes()) {
            read(words, passage.span.start, at, &mut found);
        }
    }
    found
}

/// Reads the first columns of tables whose cells are names.
fn columns<'t>(text: &'t Text<'_>) -> impl Iterator<Item = Enumeration> + 't {
    const MOST: usize = 24;
    text.document.tables.iter().filter_map(|table| {
        let first = table.head.first().filter(|_| (2..=MOST).contains(&table.rows.len()))?;
        let mut items: Vec<String> = Vec::new();
        let mut are_names = true;
        for row in &table.rows {
            let cell = row.cells.first()?;
            let words = text.slice(cell.span);
            are_names &= is_name(words);
            items.push(thing(&without_remarks(words))?);
        }
        // `Name` above a column says nothing about what is named; the heading does.
        let is_generic =
            GENERIC.contains(&first.text.trim_matches(['*', '`', ' ']).to_lowercase().as_str());
        let section = text.document.section_index(table.span.start);
        let section = section.and_then(|at| text.document.sections.get(at));
        let head = match section {
            Some(section) if is_generic => head(&section.title),
            Some(_) | None => head(&first.text),
        };
        (!head.is_empty()).then_some(Enumeration {
            passage: usize::MAX,
            span: first.span,
            items,
            are_names,
            head,
            lead: first.span,
        })
    })
}

/// Heads of columns that say no more than that things are named.
const GENERIC: [&str; 16] = [
    "name",
    "key",
    "field",
    "value",
    "type",
    "id",
    "property",
    "parameter",
    "option",
    "column",
    "attribute",
    "item",
    "variable",
    "flag",
    "command",
    "code",
];

/// Reads the values that a type has in code: `status: 'open' | 'paid'`, `status IN ('open', 'paid')`.
fn coded<'t>(text: &'t Text<'_>) -> impl Iterator<Item = Enumeration> + 't {
    text.document.fences.iter().flat_map(move |fence| {
        let mut start = fence.code.start;
        text.slice(fence.code).split_inclusive('\n').filter_map(move |line| {
            let base = start;
            start += line.len();
            values(line, base)
        })
    })
}

/// Reads the values of a type on a line of code.
fn values(line: &str, base: usize) -> Option<Enumeration> {
    if line.len() > LONGEST {
        return None;
    }
    let first = line.find(['\'', '"'])?;
    let name = line.get(..first)?;
    let quoted = line.get(first..)?;
    let is_set = name.contains(" IN (") || name.contains(" in (") || name.contains("Literal[");
    let parts: Vec<&str> = quoted
        .split(['|', ','])
        .map(|part| part.trim().trim_end_matches([';', ')', ']', '}']))
        .collect();
    let is_union = quoted.contains('|') && !quoted.contains(',');
    let is_value = |part: &&str| {
        part.len() > 2 && part.starts_with(['\'', '"']) && part.ends_with(['\'', '"'])
    };
    if !(is_set || is_union) || parts.len() < 2 || !parts.iter().all(is_value) {
        return None;
    }
    let items: Option<Vec<String>> = parts.iter().map(|part| thing(part)).collect();
    let name = name
        .trim_end_matches([' ', '(', '[', ':', '=', '?', '|'])
        .trim_end_matches("IN")
        .trim_end_matches("Literal");
    let name = name
        .trim_end_matches([' ', ':', '=', '?'])
        .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
        .next()?;
    let head = head(&name.replace('_', " "));
    let span = Span::new(base + first, base + line.trim_end().len());
    (!head.is_empty()).then_some(Enumeration {
        passage: usize::MAX,
        span,
        items: items?,
        are_names: true,
        head,
        lead: span,
    })
}

/// Reads the list below a passage that ends with a colon, or below a heading, if each of its items begins with a name.
fn below(text: &Text<'_>, at: usize) -> Option<Enumeration> {
    const MOST: usize = 24;
    let lead = text.passages.get(at).filter(|lead| lead.quotes == 0)?;
    let words = text.slice(lead.span).trim_end_matches(['*', '_', ' ']);
    let leads = lead.kind == PassageKind::Heading || words.ends_with(':') && !is_open(words);
    let first =
        text.passages.get(at + 1).filter(|first| leads && first.kind == PassageKind::Item)?;
    let list = text.passages.get(at + 1..)?.iter().take(MOST);
    let list =
        list.take_while(|item| item.depth >= first.depth && item.kind != PassageKind::Heading);
    let mut items: Vec<String> = Vec::new();
    let mut are_names = true;
    for item in list.filter(|item| item.kind == PassageKind::Item && item.depth == first.depth) {
        let words = text.slice(item.span);
        let named = named(words)?;
        are_names &= is_name(named) || words.trim_start().starts_with('`');
        items.push(thing(named)?);
    }
    let head = head(words);
    (items.len() >= 2 && !head.is_empty()).then_some(Enumeration {
        passage: at,
        span: lead.span.trimmed(text.document.text()),
        items,
        are_names,
        head,
        lead: lead.span,
    })
}

/// Returns the name an item begins with: in bold, as code, or all of a short item.
fn named(item: &str) -> Option<&str> {
    let item = item.trim();
    let mark = ["**", "`"].iter().find(|mark| item.starts_with(**mark));
    match mark {
        Some(mark) => {
            let (name, rest) = item.strip_prefix(*mark)?.split_once(*mark)?;
            // `**A** and **B**` names two things.
            let rest = rest.trim_start();
            let is_end = rest.is_empty()
                || rest.starts_with([':', '-', '–', '—', '(', '.', ','])
                || name.ends_with(':');
            is_end.then_some(name.trim_end_matches(':'))
        }
        None => (item.split_whitespace().count() <= WORDS).then_some(item),
    }
}

/// Reads the enumerations of a passage.
fn read(words: &str, base: usize, passage: usize, found: &mut Vec<Enumeration>) {
    let mut after = 0;
    let next = |at: usize| words.as_bytes().get(at + 1);
    for (at, mark) in words.bytes().enumerate() {
        let may_open = match mark {
            b'(' | b':' => true,
            b' ' => matches!(next(at), Some(b'a' | b'b' | b'i' | b'o' | b's')),
            _ => false,
        };
        if at < after || !may_open {
            continue;
        }
        let rest = words.get(at..).unwrap_or_default();
        let Some(skip) = opening(words, at, mark, rest) else { continue };
        let inner = rest.get(skip..).unwrap_or_default();
        if !begins(inner.as_bytes()) {
            continue;
        }
        let end = if mark == b'(' { inner.find(')') } else { Some(sentence_end(inner)) };
        let Some(listed) = end.filter(|end| *end <= LONGEST).and_then(|end| inner.get(..end))
        else {
            continue;
        };
        let lead = lead(words, at);
        if is_open(lead) || is_open(listed) {
            continue;
        }
        if let Some((items, are_names)) = things(listed) {
            let start = base + at + skip;
            let head = head(lead);
            if !head.is_empty() {
                after = at + skip + listed.len();
                found.push(Enumeration {
                    passage,
                    span: Span::new(start, start + listed.len()),
                    items,
                    are_names,
                    head,
                    lead: Span::new(base + at - lead.len(), base + at),
                });
            }
        }
    }
}

/// Tells whether a comma or a bar stands somewhere.
fn has_comma(words: &[u8]) -> bool {
    memchr::memchr2(b',', b'|', words).is_some()
}

/// Tells whether a few words and a comma stand here: most places are told apart by that alone.
fn begins(words: &[u8]) -> bool {
    const FIRST: usize = 64;
    let mut spaces = 0;
    for byte in words.iter().take(FIRST) {
        match byte {
            b',' | b'|' => return true,
            b' ' => spaces += 1,
            _ => {}
        }
        // Words, a space before them, a remark in brackets, and `and`.
        if spaces > WORDS + 5 {
            return false;
        }
    }
    false
}

/// Tells whether an enumeration can begin at a mark, and how many bytes stand before it.
fn opening(words: &str, at: usize, mark: u8, rest: &str) -> Option<usize> {
    match mark {
        // `f(a, b)` is a call.
        b'(' => words.get(..at)?.ends_with(' ').then_some(1),
        b':' => {
            let skip = rest.find(|c: char| !matches!(c, ':' | '*' | '_'))?;
            rest.get(skip..)?.starts_with([' ', '\n']).then_some(skip)
        }
        _ => leads(rest.as_bytes()),
    }
}

/// Returns how long the words are after which things are named, where such words stand here.
fn leads(words: &[u8]) -> Option<usize> {
    // Hardly any word begins like these.
    let leads: &[&str] = match words.get(1)? {
        b'a' => &[" are "],
        b'b' => &[" by "],
        b'i' => &[" is either "],
        b'o' => &[" on ", " one of "],
        b's' => &[" supports ", " support "],
        _ => return None,
    };
    leads.iter().find(|lead| words.starts_with(lead.as_bytes())).map(|lead| lead.len())
}

/// Returns where a sentence ends: at a stop or a semicolon that no letter follows, or with the passage.
fn sentence_end(words: &str) -> usize {
    // Dashes are three bytes, of which the first begins few other characters.
    let mut marks = memchr::memchr3_iter(b'.', b';', 0xe2, words.as_bytes());
    let end = marks.find(|at| {
        let mut rest = words.get(*at..).unwrap_or_default().chars();
        match rest.next() {
            Some('.') => rest.next().is_none_or(char::is_whitespace),
            mark => matches!(mark, Some(';' | '—' | '–')),
        }
    });
    end.unwrap_or(words.len())
}

/// Returns the words of a sentence before a place.
fn lead(words: &str, at: usize) -> &str {
    let before = words.get(..at).unwrap_or_default();
    let stop = before.rfind(';').map_or(0, |at| at + 1);
    let mut stops = memchr::memrchr_iter(b'.', before.as_bytes());
    let full = stops.find(|at| before.as_bytes().get(at + 1) == Some(&b' '));
    let full = full.map_or(0, |at| at + 2);
    before.get(stop.max(full)..).unwrap_or_default()
}

/// Tells whether words leave an enumeration open, or say that it is an example.
fn is_open(words: &str) -> bool {
    let lower = words.to_lowercase();
    let mut rest = lower.as_bytes();
    while let Some((_, after)) = rest.split_first() {
        if opens(rest) {
            return true;
        }
        rest = after;
    }
    false
}

/// Tells whether words begin with what leaves an enumeration open, or says that it is an example.
fn opens(words: &[u8]) -> bool {
    match words {
        [b'.', b'.', b'.', ..]
        | [b'-', b'>', ..]
        | [b'e', b'.', b'g', ..]
        | [b'e', b't', b'c', ..]
        | [b'i', b'.', b'e', ..] => true,
        [b'a', b'm' | b't' | b'n', ..] => begins_with(words, &["among", "at least", "any of"]),
        [b'e', b'x', ..] => begins_with(words, &["example"]),
        [b'i', b'n', ..] => begins_with(words, &["instance", "includ"]),
        [b'l', b'i', ..] => begins_with(words, &["like"]),
        [b'o', b't', ..] => begins_with(words, &["other"]),
        [b's', b'u' | b'o' | b'i', ..] => begins_with(words, &["such as", "some", "similar"]),
        [0xe2, ..] => begins_with(words, &["…", "→"]),
        _ => false,
    }
}

fn begins_with(words: &[u8], any: &[&str]) -> bool {
    any.iter().any(|own| words.starts_with(own.as_bytes()))
}

/// Splits what is named into things; nothing where one of them is more than a name.
fn things(listed: &str) -> Option<(Vec<String>, bool)> {
    let bare = without_remarks(listed);
    let bare = if bare.contains('\n') { Cow::from(bare.replace('\n', " ")) } else { bare };
    let mut items: Vec<String> = Vec::new();
    let mut are_names = true;
    let commas = bare
        .split([',', '|'])
        .flat_map(|part| part.split(" and "))
        .flat_map(|part| part.split(" or "));
    for part in commas.map(str::trim).filter(|part| !part.is_empty()) {
        let item = thing(part)?;
        are_names &= is_name(part);
        if !items.contains(&item) {
            items.push(item);
        }
    }
    (items.len() >= 2).then_some((items, are_names))
}

/// Returns words without what stands in brackets.
fn without_remarks(words: &str) -> Cow<'_, str> {
    if !words.contains('(') {
        return words.into();
    }
    let mut depth = 0_u32;
    words
        .chars()
        .filter(|c| {
            depth = if *c == '(' { depth + 1 } else { depth };
            let is_kept = depth == 0;
            depth = if *c == ')' { depth.saturating_sub(1) } else { depth };
            is_kept
        })
        .collect()
}

/// Returns a thing as it is compared; nothing where it is none.
fn thing(part: &str) -> Option<String> {
    let bare =
        part.trim_matches(['`', '*', '_', '"', '“', '”', '\'', '.', '+', ' ']).to_lowercase();
    let bare = ["and ", "or ", "the ", "a ", "an ", "both ", "either "]
        .iter()
        .fold(bare.as_str(), |bare, word| bare.strip_prefix(word).unwrap_or(bare))
        .trim_matches(['`', '*', '_', '"', '“', '”', '.', '+', ' ']);
    let is_code = bare.contains(['=', '<', '>', '{', '}', '"', '[', ']', ':', '~', '`']);
    // `224 more files` is an amount, `ordered by price` says how.
    let is_amount = bare.starts_with(|c: char| c.is_ascii_digit());
    let is_told = [" by ", " of ", " in ", " to ", " from ", " for ", " with "]
        .iter()
        .any(|word| bare.contains(word));
    let is_path = bare.contains('/') && bare.contains('.');
    let is_short = (1..=WORDS).contains(&bare.split_whitespace().count());
    (is_short && !is_amount && !is_told && !is_code && !is_path && bare.len() > 1)
        .then(|| bare.to_owned())
}

/// Tells whether a thing is a name: code, capitals, or a key.
fn is_name(part: &str) -> bool {
    let part = part.trim();
    let capitals = part.chars().filter(|c| c.is_uppercase()).count();
    part.starts_with('`')
        || part.contains(['+', '_', '/'])
        || part.contains(|c: char| c.is_ascii_digit())
        || capitals >= 2
}

/// Returns what the last words before an enumeration mean.
fn head(lead: &str) -> Vec<u32> {
    const NEAR: usize = 3;
    let words = lead.split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '\''));
    let told = words.filter(|word| word.len() > 2 && !is_empty(word));
    let mut near: Vec<u32> = told.map(meaning).collect();
    near.split_off(near.len().saturating_sub(NEAR))
}

/// Tells whether a word carries grammar only, or says no more than that things are named.
fn is_empty(word: &str) -> bool {
    use crate::lexicon::{self, Classes};
    let id = lexicon::hash(word.to_ascii_lowercase().as_bytes());
    let grammar = Classes::FUNCTION
        .with(Classes::PREPOSITION)
        .with(Classes::DETERMINER)
        .with(lexicon::MODAL)
        .with(Classes::BE);
    lexicon::classes(id).intersects(grammar) || NAMING.contains(&word.to_ascii_lowercase().as_str())
}

/// Words before a list that say nothing about what is in it.
const NAMING: [&str; 16] = [
    "require",
    "requires",
    "required",
    "support",
    "supports",
    "supported",
    "show",
    "shows",
    "contain",
    "contains",
    "use",
    "uses",
    "using",
    "following",
    "provide",
    "provides",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn items(words: &str) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        read(words, 0, 0, &mut found);
        found.into_iter().map(|one| one.items).collect()
    }

    #[test]
    fn things_are_named_in_brackets_behind_a_colon_and_behind_by() {
        let three = [vec!["json".to_owned(), "csv".to_owned(), "xml".to_owned()]];
        for words in [
            "Export formats (JSON, CSV and XML) are chosen in the menu",
            "**Export formats**: `JSON` (default), `CSV` (no types), or `XML`.",
            "An export is told by JSON, CSV or XML",
        ] {
            assert_eq!(items(words), three, "{words}");
        }
    }

    #[test]
    fn what_is_open_or_a_clause_or_a_call_names_nothing() {
        for words in [
            "Export formats (JSON, CSV, etc.)",
            "formats such as (JSON, CSV)",
            "Steps: open the file in the editor, close it",
            "call f(a, b)",
            "Sizes: 10, 20, 30",
        ] {
            assert!(items(words).is_empty(), "{words}");
        }
    }
}
