//! Pointers to what stands elsewhere under another name than a section with a number: `see note 4`, `diagram 7`, `the table in
//! 14.3`, `the Kiln Profiles section`, `[[Kiln profiles]]`.
//!
//! Only what a demand points to is looked for, since a reader cannot meet the demand without it. All of it is a note.

use std::collections::BTreeSet;

use memchr::memmem;

use super::{
    dangling_reference::RULE,
    scan,
    sections::{self, Numbers},
    titles::Titles,
};
use crate::{
    Finding, Model,
    lexicon::{self, Classes},
    model::{Shape, Text, Token, TokenKind},
};

/// Reports pointers of demands that lead to nothing in the packet.
pub(super) fn dangling(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let mut known: Option<Known> = None;
    for text in &model.texts {
        let looked_at = Classes::NUMBER.with(Classes::SLOT).with(Classes::MUST);
        let demands = scan::triggered_or(text, &RULE, looked_at).filter(|found| {
            (found.is_own() || found.is_argued())
                && (found.is_near(scan::Found::says_must)
                    || found.binds() && text.lists_demands_at(found.sentence.span.start))
        });
        for found in demands {
            for at in 0..found.tokens.len() {
                let Some(pointer) = Pointer::at(&found, at) else {
                    continue;
                };
                let known = known.get_or_insert_with(|| Known::of(model));
                if known.lack(model, &found, &pointer)
                    && !sections::is_of_another(&found, pointer.place())
                {
                    let span = found.span(pointer.first, pointer.len);
                    let message = format!("there is no `{}` in this document", text.slice(span));
                    let advice = "name the part that is meant, or the document that has it";
                    let around = found.sentence.span;
                    findings.push(Finding::at(&RULE, text, span, around, message, advice).noted());
                }
            }
        }
    }
}

/// Words, beside those of sections, tables and figures and of what is drawn, for what has a number or a letter in a document
/// or behind it.
pub(crate) const NUMBERED: [u64; 31] = lexicon::ids([
    "note",
    "notes",
    "footnote",
    "footnotes",
    "endnote",
    "remark",
    "remarks",
    "comment",
    "sidebar",
    "exhibit",
    "attachment",
    "enclosure",
    "annexure",
    "schedule",
    "addendum",
    "supplement",
    "memo",
    "memorandum",
    "dossier",
    "slide",
    "sheet",
    "worksheet",
    "matrix",
    "checklist",
    "formula",
    "item",
    "bullet",
    "subclause",
    "volume",
    "part",
    "form",
]);

/// Words for what is drawn or set apart in a document, which may be numbered by where it stands.
pub(crate) const PICTURED: [u64; 18] = lexicon::ids([
    "screenshot",
    "mockup",
    "wireframe",
    "diagram",
    "flowchart",
    "listing",
    "snippet",
    "illustration",
    "drawing",
    "sketch",
    "plate",
    "chart",
    "graph",
    "map",
    "image",
    "picture",
    "photo",
    "equation",
]);

/// Tells whether something of a name has a number or a letter, and is neither section nor table nor figure.
pub(super) fn names_part(name: u64) -> bool {
    NUMBERED.contains(&name) || PICTURED.contains(&name)
}

/// Some tokens that point to a part of the document.
struct Pointer {
    first: usize,
    len: usize,
    to: Target,
}

/// What a pointer leads to.
enum Target {
    /// Something with a number, by its token and the one of its name.
    Numbered { noun: usize, number: usize },
    /// Something with a letter or a name of both, by the same.
    Labelled { noun: usize, label: usize },
    /// A section by its number alone.
    Section { number: usize },
    /// A part of an appendix by its letter: `H.1`.
    Appendix { name: usize },
    /// A section by its title.
    Title { from: usize, len: usize },
}

impl Pointer {
    /// Returns the token beside which another document would be named. The words of a title are no such names.
    fn place(&self) -> usize {
        match self.to {
            Target::Numbered { number, .. } => number,
            Target::Labelled { label, .. } => label,
            Target::Section { .. } | Target::Appendix { .. } | Target::Title { .. } => self.first,
        }
    }

    /// Reads the pointer that ends or stands at a token.
    fn at(found: &scan::Found<'_, '_>, at: usize) -> Option<Pointer> {
        let token = found.tokens.get(at).filter(|token| !token.quoted)?;
        match token.kind {
            TokenKind::Number => numbered(found, at).or_else(|| bare(found, at, token)),
            TokenKind::Name => lettered(found, at, token).or_else(|| labelled(found, at)),
            TokenKind::Word if is_letter(token) || is_roman(found.text.word(token)) => {
                labelled(found, at)
            }
            TokenKind::Word if TITLED.contains(&token.id) => titled(found, at),
            TokenKind::Word if SEEING.contains(&token.id) => named(found, at),
            TokenKind::Mark(b'[') => linked(found, at),
            TokenKind::Word | TokenKind::Code | TokenKind::Mark(_) => None,
        }
    }
}

/// Tells whether a token is a letter that something can go by. `I` and `A` are words too.
fn is_letter(token: &Token) -> bool {
    token.span().len() == 1
        && token.shape != Shape::Lower
        && token.id != lexicon::id("i")
        && token.id != lexicon::id("a")
}

/// Tells whether a word is a number in Roman letters. A single one is a letter.
fn is_roman(word: &str) -> bool {
    (2..=5).contains(&word.len())
        && word.bytes().all(|byte| matches!(byte, b'I' | b'V' | b'X' | b'L'))
}

/// Tells whether a name is made of a number and at most one letter: `B-2`, `4.2a`.
fn is_mixed_number(name: &str) -> bool {
    name.len() <= 6
        && name.bytes().any(|byte| byte.is_ascii_digit())
        && name.bytes().filter(u8::is_ascii_alphabetic).count() <= 1
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'))
}

/// Reads `Exhibit R`, `Annex IV`, `Table B-2`.
fn labelled(found: &scan::Found<'_, '_>, at: usize) -> Option<Pointer> {
    let noun = at.checked_sub(1)?;
    let name = found.tokens.get(noun).filter(|token| token.is_plain_word())?;
    let label = found.tokens.get(at)?;
    // `C++`, `C#`, `B-tree`.
    let goes_on = found.after(at, 1).is_some_and(|next| {
        next.start == label.end && !matches!(next.kind, TokenKind::Mark(b'.' | b',' | b')' | b';'))
    });
    // Letters are for what stands apart; `section B` is as often a name.
    let is_part = names_part(name.id) || !is_letter(label) && sections::SECTION.contains(&name.id);
    let is_label = label.kind == TokenKind::Word || is_mixed_number(found.text.word(label));
    (is_part && is_label && !goes_on).then_some(Pointer {
        first: noun,
        len: 2,
        to: Target::Labelled { noun, label: at },
    })
}

/// Reads `note 4`, `diagram 7`, `item #12`, `equation (18)`.
fn numbered(found: &scan::Found<'_, '_>, at: usize) -> Option<Pointer> {
    let is_sign = |mark: &Token| mark.is_mark(b'#') || mark.is_mark(b'(');
    let sign = usize::from(found.before(at, 1).is_some_and(is_sign));
    let noun = at.checked_sub(1 + sign)?;
    let name = found.tokens.get(noun).filter(|token| token.is_plain_word())?;
    let is_number =
        found.text.word(found.tokens.get(at)?).bytes().all(|byte| byte.is_ascii_digit());
    let ends = found.after(at, 1).is_none_or(|next| {
        !matches!(next.kind, TokenKind::Word | TokenKind::Mark(b'%' | b'-' | b'/'))
            || next.is(Classes::PREPOSITION.with(Classes::AND).with(Classes::FUNCTION))
    });
    // Behind `see` and before `below` any noun with a number is a pointer, unless such numbers are kept elsewhere.
    let is_placed = found.after(at, 1).is_some_and(|next| PLACES.contains(&next.id));
    let is_seen = (is_placed
        || found.before(noun, 1).is_some_and(|lead| SEEING.contains(&lead.id)))
        && !ELSEWHERE.contains(&name.id)
        && !name.is(Classes::FUNCTION.with(Classes::PREPOSITION).with(Classes::UNIT));
    let is_pointer = (names_part(name.id) || is_seen) && is_number && (ends || is_placed);
    is_pointer.then_some(Pointer {
        first: noun,
        len: 2 + sign,
        to: Target::Numbered { noun, number: at },
    })
}

/// Reads the number of a section that stands alone: `the table in 14.3`, `see 14.3`.
fn bare(found: &scan::Found<'_, '_>, at: usize, token: &Token) -> Option<Pointer> {
    let number = found.text.word(token);
    let parts = || number.split('.');
    let is_section = parts().count() > 1
        && parts().all(|one| {
            (1..=2).contains(&one.len()) && one.bytes().all(|byte| byte.is_ascii_digit())
        });
    let is_led = leads(found, at);
    let goes_on = found.after(at, 1).is_some_and(|next| {
        next.start == token.end && !matches!(next.kind, TokenKind::Mark(b'.' | b',' | b')' | b';'))
            || next.is(Classes::UNIT)
            || next.is_mark(b'%')
    });
    (is_section && is_led && !goes_on).then_some(Pointer {
        first: at,
        len: 1,
        to: Target::Section { number: at },
    })
}

/// Tells whether words lead to a place in a text: `see`, or a part of a text and a preposition.
fn leads(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let before = found.before(at, 1).filter(|token| token.is_plain_word());
    let noun = found.before(at, 2).filter(|token| token.is_plain_word());
    let is_in = before.is_some_and(|token| WITHIN.contains(&token.id));
    let is_accordance = noun.is_some_and(|noun| ACCORDANCE.contains(&noun.id))
        && before.is_some_and(|to| to.id == TO || to.id == WITH);
    before.is_some_and(|token| SEEING.contains(&token.id))
        || is_accordance
        || is_in && noun.is_some_and(|token| TEXTS.contains(&token.id))
}

/// Reads `H.1`.
fn lettered(found: &scan::Found<'_, '_>, at: usize, token: &Token) -> Option<Pointer> {
    let (letter, number) = found.text.word(token).split_once('.')?;
    let is_letter = letter.len() == 1 && letter.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_in = found.before(at, 1).is_some_and(|token| WITHIN.contains(&token.id));
    (is_letter && is_number && is_in).then_some(Pointer {
        first: at,
        len: 1,
        to: Target::Appendix { name: at },
    })
}

/// Reads `the Kiln Profiles section`.
fn titled(found: &scan::Found<'_, '_>, at: usize) -> Option<Pointer> {
    const LONGEST: usize = 8;
    let before = found.tokens.get(at.saturating_sub(LONGEST)..at)?;
    let is_title = |token: &&Token| token.is_plain_word() && token.shape == Shape::Title;
    let len = before.iter().rev().take_while(is_title).count();
    let from = at.checked_sub(len)?;
    // A page that is specified has sections too, so words have to lead to one of the text: `as the … section says`.
    let is_the = found.before(from, 1).is_some_and(|token| token.id == lexicon::id("the"));
    let lead = from.checked_sub(1).filter(|_| is_the)?;
    let is_led = leads(found, lead) || found.before(lead, 1).is_some_and(|as_| as_.id == AS);
    (len >= 2 && is_led).then_some(Pointer { first: from, len, to: Target::Title { from, len } })
}

/// Reads `(see Kiln Profiles)`: a title in capitals behind `see`, to the end of a bracket.
fn named(found: &scan::Found<'_, '_>, at: usize) -> Option<Pointer> {
    const LONGEST: usize = 6;
    let opens = found.before(at, 1).is_some_and(|mark| mark.is_mark(b'('));
    let is_mark = |token: &Token| matches!(token.kind, TokenKind::Mark(b'[' | b'\'' | b']'));
    let skip = usize::from(found.after(at, 1).is_some_and(is_mark));
    let from = at + 1 + skip;
    let rest = found.tokens.get(from..)?;
    let is_title = |token: &&Token| {
        token.is_plain_word() && (token.shape == Shape::Title || token.is(Classes::PREPOSITION))
    };
    let len = rest.iter().take(LONGEST).take_while(is_title).count();
    let words = rest.get(..len)?;
    let big = words.iter().filter(|token| token.shape == Shape::Title).count();
    let ends = rest.get(len + skip).is_some_and(|mark| mark.is_mark(b')'));
    let is_whole = words.last().is_some_and(|last| last.shape == Shape::Title);
    (opens && big >= 2 && is_whole && ends).then_some(Pointer {
        first: from,
        len,
        to: Target::Title { from, len },
    })
}

/// Reads `[[Kiln profiles]]`.
fn linked(found: &scan::Found<'_, '_>, at: usize) -> Option<Pointer> {
    const LONGEST: usize = 8;
    found.after(at, 1).filter(|next| next.is_mark(b'['))?;
    let from = at + 2;
    let rest = found.tokens.get(from..)?;
    let len = rest.iter().take(LONGEST).position(|token| token.is_mark(b']'))?;
    let is_closed = rest.get(len + 1).is_some_and(|token| token.is_mark(b']'));
    let words = rest.get(..len)?;
    let is_title = words.first().is_some_and(|first| first.shape == Shape::Title)
        && words.iter().all(Token::is_plain_word)
        && len >= 2;
    (is_closed && is_title).then_some(Pointer { first: from, len, to: Target::Title { from, len } })
}

/// What the packet has that can be pointed to.
struct Known {
    numbers: Numbers,
    /// The titles of sections, once one was looked for.
    titles: Option<Titles>,
    /// The names and numbers with which a passage begins: `Note 4: …`.
    captions: BTreeSet<(u64, String)>,
    /// All letters with which a section or a passage is named.
    letters: BTreeSet<char>,
    /// How many pictures there are, which may be numbered without saying so.
    pictures: usize,
    /// How many pointers may still be looked for in the whole text.
    left: usize,
}

impl Known {
    fn of(model: &Model<'_>) -> Known {
        let mut captions = BTreeSet::new();
        let mut letters = BTreeSet::new();
        let mut pictures = 0;
        for text in &model.texts {
            pictures += text.document.fences.len()
                + memmem::find_iter(text.document.text().as_bytes(), "![").count();
            for passage in &text.passages {
                let words = text.slice(passage.span);
                captions.extend(caption(words));
                letters.extend(letter(words));
            }
            letters.extend(text.document.sections.iter().filter_map(|one| letter(&one.title)));
        }
        Known { numbers: Numbers::of(model), titles: None, captions, letters, pictures, left: 200 }
    }

    /// Tells whether a pointer leads to nothing.
    fn lack(&mut self, model: &Model<'_>, found: &scan::Found<'_, '_>, pointer: &Pointer) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        let word = |at: usize| found.tokens.get(at).map_or("", |token| found.text.word(token));
        match pointer.to {
            Target::Numbered { noun, number } => {
                let name = found.tokens.get(noun).map_or(0, |token| token.id);
                let digits = word(number);
                let pictures = if PICTURED.contains(&name) { self.pictures } else { 0 };
                let is_counted = digits.parse::<usize>().is_ok_and(|one| one <= pictures.max(9));
                let called = found.text.slice(found.span(noun, number + 1 - noun));
                !is_counted
                    && times(found.text, called) == 1
                    && !self.numbers.has(digits)
                    && !self.captions.contains(&(name, digits.to_owned()))
                    && !is_marked(found.text, digits)
            }
            Target::Labelled { noun, label } => {
                let name = word(label);
                let is_letter =
                    name.len() == 1 && name.starts_with(|one| self.letters.contains(&one));
                let is_once = |words: &str| times(found.text, words) == 1;
                !is_letter
                    && is_once(found.text.slice(found.span(noun, 2)))
                    && (name.len() == 1 || is_once(name))
            }
            Target::Section { number } => {
                let digits = word(number);
                self.numbers.lacks(digits) && times(found.text, digits) == 1
            }
            Target::Appendix { name } => {
                let letter = word(name).chars().next();
                letter.is_some_and(|letter| !self.letters.contains(&letter))
                    && times(found.text, word(name)) == 1
            }
            Target::Title { from, len } => {
                let titles = self.titles.get_or_insert_with(|| Titles::of(model));
                titles.lack(found.text.slice(found.span(from, len)))
            }
        }
    }
}

/// Tells whether a number is that of a footnote.
fn is_marked(text: &Text<'_>, number: &str) -> bool {
    let mark = format!("[^{number}]");
    memmem::find(text.document.text().as_bytes(), mark.as_bytes()).is_some()
}

/// Counts how often a text holds some letters.
pub(super) fn times(text: &Text<'_>, letters: &str) -> usize {
    memmem::find_iter(text.document.text().as_bytes(), letters.as_bytes()).take(2).count()
}

/// Reads the name and the number with which a passage begins.
fn caption(words: &str) -> Option<(u64, String)> {
    let words = words.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let (name, rest) = words.split_at(words.find(|c: char| !c.is_ascii_alphabetic())?);
    let id = lexicon::hash(name.as_bytes());
    let rest = rest.trim_start_matches([' ', '.', '#']);
    let len = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest.get(..len).filter(|number| !number.is_empty())?;
    names_part(id).then(|| (id, number.to_owned()))
}

/// Reads the letter by which a section or a passage is named: `A. Forms`, `Appendix A`.
fn letter(title: &str) -> Option<char> {
    const BEHIND: [u64; 2] = lexicon::ids(["appendix", "annex"]);
    let title = title.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let mut words = title.split(|c: char| !c.is_ascii_alphanumeric());
    let first = words.next()?;
    let name = lexicon::hash(first.as_bytes());
    let is_named = BEHIND.contains(&name) || names_part(name);
    let letter = if is_named { words.next()? } else { first };
    let mut letters = letter.chars();
    letters.next().filter(|one| one.is_ascii_uppercase() && letters.next().is_none())
}

const AS: u64 = lexicon::id("as");
const TO: u64 = lexicon::id("to");
const WITH: u64 = lexicon::id("with");

/// Words before `to` or `with` that point to a rule: `according to`, `in line with`.
const ACCORDANCE: [u64; 5] =
    lexicon::ids(["according", "line", "accordance", "keeping", "pursuant"]);

/// Parts of a document that have a title.
const TITLED: [u64; 5] = lexicon::ids(["section", "chapter", "subsection", "appendix", "annex"]);

/// What has numbers that no document gives: lines of code, tickets, versions.
const ELSEWHERE: [u64; 22] = lexicon::ids([
    "line", "lines", "page", "pages", "issue", "issues", "ticket", "bug", "pr", "version",
    "release", "port", "commit", "rfc", "section", "sections", "table", "figure", "chapter",
    "clause", "step", "year",
]);

/// Words behind what stands in the same text.
const PLACES: [u64; 3] = lexicon::ids(["above", "below", "overleaf"]);

/// Words that tell a reader to look somewhere.
const SEEING: [u64; 6] = lexicon::ids(["see", "cf", "ref", "compare", "per", "vide"]);

/// Words between a part of a text and the place where it stands.
const WITHIN: [u64; 6] = lexicon::ids(["in", "of", "from", "under", "per", "by"]);

/// What texts are made of.
const TEXTS: [u64; 36] = lexicon::ids([
    "table",
    "matrix",
    "conditions",
    "condition",
    "preconditions",
    "procedure",
    "procedures",
    "formula",
    "rule",
    "rules",
    "limits",
    "definition",
    "definitions",
    "rationale",
    "requirement",
    "requirements",
    "method",
    "values",
    "list",
    "steps",
    "exceptions",
    "parameters",
    "provisions",
    "described",
    "defined",
    "specified",
    "listed",
    "given",
    "stated",
    "stands",
    "shown",
    "set",
    "laid",
    "explained",
    "terms",
    "criteria",
]);
