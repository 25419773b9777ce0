//! References to what is numbered or lettered: `see section 4.2`, `§ 4.2.1`, `clause 3`, `Appendix K`, `Table 27`.
//!
//! What is looked for must be said to be of this document: the sentence names nothing else whose section it could be. Where
//! a packet numbers its sections some of the way only, a number is left alone.

use std::collections::BTreeSet;

use council_core::packet::{PassageKind, Span};
use memchr::memmem;

use super::{dangling_reference::RULE, pointers, scan};
use crate::{
    Finding, Model,
    lexicon::{self, Classes},
    model::{Sentence, Shape, Text, Token, TokenKind},
    registry,
};

/// What is referred to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Section,
    Appendix,
    Table,
    Figure,
}

/// Reports references to numbered parts that no document of the packet has.
pub(super) fn dangling(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let mut parts: Option<Parts> = None;
    for text in &model.texts {
        // What stands around is asked once a sentence, however much it mentions.
        let mut near: Option<(Span, bool)> = None;
        for (found, at, part) in mentions(text) {
            let Some(token) = found.tokens.get(at) else {
                continue;
            };
            let number = text.word(token);
            let known = parts.get_or_insert_with(|| Parts::of(model));
            let own = found.sentence.span;
            let is_argued = !found.is_own() && !found.says_must();
            if is_argued && part != Part::Appendix {
                continue;
            }
            let (_, demands) = match near.filter(|(span, _)| *span == own) {
                Some(near) => near,
                None => *near.insert((own, found.is_near(scan::Found::says_must))),
            };
            // Where no section has a number, only a demand surely speaks of this document. An appendix is one's own.
            let is_ours = demands
                || part == Part::Appendix
                || (found.binds() && text.lists_demands_at(own.start))
                || !known.numbers.headed.is_empty();
            if !is_ours || !known.lack(part, number) || is_of_another(&found, at) {
                continue;
            }
            let before =
                found.before(at, 1).map_or(2, |before| if before.is_mark(b'.') { 3 } else { 2 });
            let span = found.span((at + 1).saturating_sub(before), before);
            let message = format!("there is no `{}` in this document", text.slice(span));
            let advice = "name the part that is meant, or the document that has it";
            let finding = Finding::at(&RULE, text, span, found.sentence.span, message, advice);
            findings.push(if demands { finding } else { finding.noted() });
        }
    }
}

/// Words before the number or letter of a part.
pub(crate) const SECTION: [u64; 18] = lexicon::ids([
    "paragraph",
    "paragraphs",
    "para",
    "ch",
    "section",
    "sections",
    "subsection",
    "sec",
    "clause",
    "chapter",
    "appendix",
    "annex",
    "table",
    "figure",
    "fig",
    "clauses",
    "chapters",
    "appendices",
]);

/// Says what a word before a number announces.
fn part(token: &Token) -> Option<Part> {
    const OTHERS: [(&[&str], Part); 3] = [
        (&["appendix", "appendices", "annex"], Part::Appendix),
        (&["table"], Part::Table),
        (&["figure", "fig"], Part::Figure),
    ];
    if token.kind != TokenKind::Word || token.quoted || !SECTION.contains(&token.id) {
        return None;
    }
    let is_of = |words: &[&str]| words.iter().any(|word| lexicon::id(word) == token.id);
    let other = OTHERS.iter().find(|(words, _)| is_of(words));
    Some(other.map_or(Part::Section, |(_, part)| *part))
}

/// Finds the numbers and letters that are said to be of a part, with their sentence.
fn mentions<'m, 'a>(
    text: &'m Text<'a>,
) -> impl Iterator<Item = (scan::Found<'m, 'a>, usize, Part)> {
    let own = registry::trigger(&RULE);
    let signs: Vec<usize> = memmem::find_iter(text.document.text().as_bytes(), "§").collect();
    let signed = if signs.is_empty() { Classes::NONE } else { Classes::NUMBER };
    let has_sign = move |sentence: &Sentence| {
        let first = signs.partition_point(|sign| *sign < sentence.span.start);
        signs.get(first).is_some_and(|sign| *sign < sentence.span.end)
    };
    let sentences = scan::triggered_or(text, &RULE, signed).filter(move |found| {
        let sentence = found.sentence;
        (sentence.triggers.intersects(own) || has_sign(sentence))
            && (found.is_own() || found.is_argued() || found.says_must())
    });
    sentences.flat_map(|found| {
        let named = found.tokens.iter().enumerate().filter_map(move |(at, token)| {
            if token.quoted { None } else { said(&found, at).map(|part| (at, part)) }
        });
        named.map(move |(at, part)| (found, at, part))
    })
}

/// Tells of what a number or a letter is, by what stands before it. `4.2a` and `4 %` are no such numbers.
fn said(found: &scan::Found<'_, '_>, at: usize) -> Option<Part> {
    let token = found.tokens.get(at)?;
    let is_number = token.kind == TokenKind::Number;
    let is_letter =
        token.kind == TokenKind::Word && token.span().len() == 1 && token.shape != Shape::Lower;
    if !is_number && !is_letter {
        return None;
    }
    let mut before = found.before(at, 1)?;
    if before.is_mark(b'.') {
        before = found.before(at, 2)?;
    }
    let is_sign = before.kind == TokenKind::Mark(0) && found.text.word(before) == "§";
    let part = if is_sign { Some(Part::Section) } else { part(before) }?;
    let goes_on = found.after(at, 1).is_some_and(|next| {
        let touches = next.start == token.end;
        touches
            && matches!(
                next.kind,
                TokenKind::Word | TokenKind::Name | TokenKind::Mark(b'-' | b'%' | b'/')
            )
    });
    // Letters are for what stands at the end; `section A` is as often a name.
    let fits = if is_letter { part == Part::Appendix } else { part != Part::Appendix };
    (fits && !goes_on).then_some(part)
}

/// Tells whether a name stands before the sign of a section, or of the one beside it: `plan §4`, `plan §1 and §4`.
fn is_signed_by_name(found: &scan::Found<'_, '_>, at: usize) -> bool {
    let is_sign = |token: &Token| token.kind == TokenKind::Mark(0) && found.text.word(token) == "§";
    let Some(mut place) = at.checked_sub(1) else { return false };
    if !found.tokens.get(place).is_some_and(is_sign) {
        return false;
    }
    while let Some(before) = place.checked_sub(1).and_then(|at| found.tokens.get(at)) {
        let is_beside = is_sign(before)
            || matches!(before.kind, TokenKind::Number | TokenKind::Mark(b','))
            || AND.contains(&before.id);
        if !is_beside {
            let is_name =
                matches!(before.kind, TokenKind::Word | TokenKind::Name | TokenKind::Code);
            let leads = before.is(Classes::FUNCTION.with(Classes::PREPOSITION));
            return is_name && !leads && !SEE.contains(&before.id);
        }
        place -= 1;
    }
    false
}

const AND: [u64; 2] = lexicon::ids(["and", "or"]);

/// What leads to a section of this document.
const SEE: [u64; 8] =
    lexicon::ids(["see", "cf", "per", "section", "sections", "also", "follow", "follows"]);

/// What a packet has that can be referred to by number or letter.
struct Parts {
    numbers: Numbers,
    /// Letters of appendices.
    appendices: BTreeSet<String>,
    tables: Captioned,
    figures: Captioned,
}

/// Things that may have captions with numbers, and how many there are.
#[derive(Default)]
struct Captioned {
    numbers: BTreeSet<String>,
    count: usize,
}

impl Captioned {
    /// Tells whether a number is in no caption and beyond what there is to count.
    fn lack(&self, number: &str) -> bool {
        let is_beyond = number.parse::<usize>().is_ok_and(|number| number > self.count);
        !self.numbers.contains(number) && is_beyond
    }
}

impl Parts {
    fn of(model: &Model<'_>) -> Parts {
        let mut parts = Parts {
            numbers: Numbers::of(model),
            appendices: BTreeSet::new(),
            tables: Captioned::default(),
            figures: Captioned::default(),
        };
        for text in &model.texts {
            parts.tables.count += text.document.tables.len();
            let images = memmem::find_iter(text.document.text().as_bytes(), "![").count();
            parts.figures.count += text.document.fences.len() + images;
            for passage in &text.passages {
                let words = text.slice(passage.span);
                let words = words.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
                parts.appendices.extend(captioned(words, "appendix"));
                parts.appendices.extend(captioned(words, "annex"));
                parts.tables.numbers.extend(captioned(words, "table"));
                parts.figures.numbers.extend(captioned(words, "figure"));
                parts.figures.numbers.extend(captioned(words, "fig."));
            }
        }
        parts
    }

    /// Tells whether there is surely no such part.
    fn lack(&self, part: Part, number: &str) -> bool {
        match part {
            Part::Section => self.numbers.lacks(number),
            Part::Appendix => !self.appendices.contains(number),
            Part::Table => self.tables.lack(number),
            Part::Figure => self.figures.lack(number),
        }
    }
}

/// Reads the number or letter with which a passage that opens with a name goes on: `Table 3: Limits`.
fn captioned(words: &str, name: &str) -> Option<String> {
    let lead = words.get(..name.len()).filter(|lead| lead.eq_ignore_ascii_case(name))?;
    let rest = words.get(lead.len()..)?.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    rest.get(..end).filter(|number| !number.is_empty()).map(str::to_owned)
}

/// The fewest numbered headings that show that a packet numbers its sections.
const FEWEST: usize = 3;

/// The numbers that a packet gives.
#[derive(Default)]
pub(super) struct Numbers {
    /// To sections, by their headings, alone and with those above them.
    headed: BTreeSet<String>,
    /// To anything else: paragraphs, entries of a table of contents, rows of a table.
    others: BTreeSet<String>,
}

impl Numbers {
    pub(super) fn of(model: &Model<'_>) -> Numbers {
        let mut numbers = Numbers::default();
        for text in &model.texts {
            let sections = &text.document.sections;
            for section in sections {
                let Some(own) = leading(&section.title) else {
                    continue;
                };
                let above = section.parent.and_then(|parent| leading(&sections.get(parent)?.title));
                numbers.others.extend(above.map(|above| format!("{above}.{own}")));
                // `4.2` is in the fourth section, whether that has a heading of its own or not.
                let parts = own.match_indices('.').filter_map(|(at, _)| own.get(..at));
                numbers.headed.extend(parts.map(str::to_owned));
                numbers.headed.insert(own.to_owned());
            }
        }
        for text in &model.texts {
            let others = text.passages.iter().filter(|one| one.kind != PassageKind::Heading);
            let others = others.filter_map(|passage| leading(text.slice(passage.span)));
            numbers.others.extend(others.map(str::to_owned));
        }
        numbers
    }

    /// Tells whether something has a number.
    pub(super) fn has(&self, number: &str) -> bool {
        self.headed.contains(number) || self.others.contains(number)
    }

    /// Tells whether a number belongs to those of the sections and is none of them, or no section has a number.
    ///
    /// Where nothing below a section is numbered, `4.2` may be the second item of its list, and `Section 0` may be a name
    /// where the first section is the first; they are left alone.
    pub(super) fn lacks(&self, number: &str) -> bool {
        let is_known = |number: &str| self.has(number);
        if self.headed.is_empty() && !self.others.contains(number) {
            return true;
        }
        if self.headed.len() < FEWEST || is_known(number) || number.starts_with('0') {
            return false;
        }
        let siblings = match number.rsplit_once('.') {
            Some((above, _)) if is_known(above) => format!("{above}."),
            Some((above, _)) => return self.lacks(above),
            None => return self.headed.iter().filter(|one| !one.contains('.')).count() >= FEWEST,
        };
        self.headed.iter().any(|one| one.starts_with(&siblings))
    }
}

/// Reads the number that a heading begins with: `4. Scope`, `4.2 Limits`, `Section 4: Scope`, `[4.2](#limits)`.
fn leading(title: &str) -> Option<&str> {
    let title = title.trim_start_matches(['*', '[', '#', ' ']);
    let bare = title.get(..8).filter(|lead| lead.eq_ignore_ascii_case("section "));
    let rest = bare.map_or(title, |_| title.get(8..).unwrap_or_default());
    let len = rest.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, after) = rest.split_at_checked(len)?;
    let number = number.trim_end_matches('.');
    let ends =
        after.is_empty() || after.starts_with([' ', ':', ')', ']', '*', '\t', '-', '–', '—']);
    (number.starts_with(|c: char| c.is_ascii_digit()) && ends && !number.contains(".."))
        .then_some(number)
}

/// Tells whether a part can be one of another document: one is named beside it, or the sentence speaks of one.
pub(super) fn is_of_another(found: &scan::Found<'_, '_>, at: usize) -> bool {
    const BEFORE: usize = 5;
    let text = found.text;
    if is_signed_by_name(found, at) {
        return true;
    }
    let is_linked = {
        const NEAR: usize = 60;
        let place =
            found.tokens.get(at).map_or(found.sentence.span.start, |token| token.start as usize);
        let whole = text.document.text();
        let from = place.saturating_sub(NEAR).max(found.sentence.span.start);
        let to = (place + NEAR).min(found.sentence.span.end);
        let words =
            Span::new(whole.ceil_char_boundary(from), whole.floor_char_boundary(to)).of(whole);
        // A link within the document leads to no other.
        let links = memmem::find_iter(words.as_bytes(), "](").filter_map(|at| words.get(at + 2..));
        let leads_out = |target: &str| !target.starts_with('#');
        links.into_iter().any(leads_out) || words.contains("][") || words.contains("://")
    };
    let near = found.tokens.get(at.saturating_sub(REACH)..(at + REACH).min(found.tokens.len()));
    let speaks = near.unwrap_or_default().iter().any(|token| OTHERS.contains(&token.id));
    let first =
        (at.saturating_sub(BEFORE)..at).filter_map(|place| Some((place, found.tokens.get(place)?)));
    let mut first = first.filter(|(place, _)| *place > 0);
    let is_document = |(place, token): (usize, &Token)| match token.kind {
        TokenKind::Name => is_file(text.word(token)) || is_numbered(text.word(token)),
        TokenKind::Code => is_file(text.word(token).trim_matches('`')),
        // `RFC 2119`, `ISO 27001`, `OAuth 2.0`.
        TokenKind::Number => found.before(place, 1).is_some_and(|before| {
            before.kind != TokenKind::Code && before.shape != Shape::Lower && part(before).is_none()
        }),
        // `the Vision and Scope document, section 4`
        TokenKind::Word if DOCUMENTS.contains(&token.id) => {
            place > 1 && found.before(place, 1).is_some_and(|name| name.shape == Shape::Title)
        }
        TokenKind::Word => {
            let is_near = place + 2 >= at.saturating_sub(1);
            is_near
                && token.shape != Shape::Lower
                && part(token).is_none()
                && !pointers::names_part(token.id)
                && !token.is(Classes::MUST)
                && token.span().len() > 1
        }
        TokenKind::Mark(_) => false,
    };
    let rest = found.tokens.get(at + 1..).unwrap_or_default();
    let joins = |token: &Token| {
        [lexicon::id("of"), lexicon::id("in"), lexicon::id("from")].contains(&token.id)
    };
    let is_this = rest.get(1).is_some_and(|token| token.id == lexicon::id("this"));
    is_linked
        || speaks
        || first.any(is_document)
        || rest.first().is_some_and(|token| joins(token) && !is_this)
}

/// What a document is called after its name.
const DOCUMENTS: [u64; 5] =
    lexicon::ids(["document", "specification", "handbook", "guide", "manual"]);

/// How far from a number another document is named.
const REACH: usize = 8;

/// Tells whether a name is of a file.
fn is_file(name: &str) -> bool {
    name.contains('/')
        || name.rsplit_once('.').is_some_and(|(_, ending)| {
            (2..=4).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphabetic())
        })
}

/// Tells whether a name is like `ECMA-262`: capitals and a number.
fn is_numbered(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.ends_with(|c: char| c.is_ascii_digit())
}

/// Words for documents that are not the packet's own.
const OTHERS: [u64; 27] = [
    lexicon::id("act"),
    lexicon::id("agreement"),
    lexicon::id("article"),
    lexicon::id("book"),
    lexicon::id("contract"),
    lexicon::id("directive"),
    lexicon::id("gdpr"),
    lexicon::id("guide"),
    lexicon::id("guideline"),
    lexicon::id("guidelines"),
    lexicon::id("handbook"),
    lexicon::id("ieee"),
    lexicon::id("iso"),
    lexicon::id("law"),
    lexicon::id("manual"),
    lexicon::id("nist"),
    lexicon::id("paper"),
    lexicon::id("policy"),
    lexicon::id("regulation"),
    lexicon::id("rfc"),
    lexicon::id("standard"),
    lexicon::id("standards"),
    lexicon::id("wcag"),
    lexicon::id("constitution"),
    lexicon::id("upstream"),
    lexicon::id("specification"),
    lexicon::id("license"),
];

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use crate::check;

    fn quotes(sentence: &str) -> Vec<String> {
        let text = format!(
            "# Doc\n\n## 1. Goals\n\nx\n\n## 2. Scope\n\n### 2.1 In\n\nx\n\n### 2.2 Out\n\nx\n\n## 3. Rules\n\n{sentence}\n"
        );
        let packet = markdown_prd("a.md", &text).value;
        let found = check(&packet).into_iter().filter(|one| one.rule.id == "dangling-reference");
        found.map(|finding| finding.quote().to_owned()).collect()
    }

    #[test]
    fn a_section_that_is_not_there_is_reported() {
        assert_eq!(quotes("The server shall stop as section 97.3 describes."), ["section 97.3"]);
        assert_eq!(quotes("The limits of section 2.3 hold."), ["section 2.3"]);
        assert_eq!(quotes("See § 9 for the limits."), ["§ 9"]);
        assert_eq!(quotes("See section 9 of this document."), ["section 9"]);
    }

    #[test]
    fn a_section_that_is_there_is_not() {
        for sentence in [
            "The server shall stop as section 2.1 describes.",
            "See §2.2 and section 3.",
            "It follows the plan §7 and §9.",
            "It follows release-audit §10.",
            "See section 3.2, the second rule below.",
        ] {
            assert!(quotes(sentence).is_empty(), "{sentence}");
        }
    }

    #[test]
    fn a_section_of_another_document_is_not_ours() {
        for sentence in [
            "Words are used as in RFC 2119 section 9.",
            "The server shall follow section 9 of ISO 27001.",
            "The contract states it in section 9.4.",
            "See `plan.md`, section 9.",
            "The limits are in the Vision and Scope document, section 9.",
            "As the Data Protection Act says in section 9, they are deleted.",
            "It shall stop as [the handbook](../handbook.md) has it, section 9.",
        ] {
            assert!(quotes(sentence).is_empty(), "{sentence}");
        }
    }

    #[test]
    fn a_part_that_no_document_has_is_reported() {
        assert_eq!(quotes("It shall stop, using the values in Table 27."), ["Table 27"]);
        assert_eq!(quotes("It shall stop (details: Appendix K)."), ["Appendix K"]);
        assert_eq!(quotes("It shall call `stop` (cf. sec. 14.2)."), ["sec. 14.2"]);
        assert_eq!(quotes("It shall stop (see Figure 12)."), ["Figure 12"]);
        assert_eq!(quotes("It shall stop, as described in clause 12.3."), ["clause 12.3"]);
        let beside = "It shall stop what is [running](#2-scope), using the values in Table 27.";
        assert_eq!(quotes(beside), ["Table 27"]);
    }

    #[test]
    fn a_part_with_a_caption_is_there() {
        let text = "# A\n\nSee Table 7, Figure 9 and Appendix B.\n\nTable 7: Limits\n\n**Figure 9.** How\n\n## Appendix B\n\nx\n";
        let packet = markdown_prd("a.md", text).value;
        assert!(check(&packet).iter().all(|finding| finding.rule.id != "dangling-reference"));
    }

    #[test]
    fn a_document_with_one_numbered_heading_is_left_alone() {
        let packet = markdown_prd("a.md", "# A\n\n## 1. B\n\nSee section 9.\n").value;
        assert!(check(&packet).iter().all(|finding| finding.rule.id != "dangling-reference"));
    }
}
