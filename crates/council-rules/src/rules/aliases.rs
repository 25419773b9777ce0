//! Words for what a glossary explains under another name.

use super::{
    inconsistent_terminology::RULE,
    scan::{self, Found},
};
use crate::{
    Finding, lexicon,
    model::{Meaning, Text, Token},
};

/// Reports in a document with a glossary the words that mean the same as a word it explains.
pub(super) fn report(text: &Text<'_>, findings: &mut Vec<Finding>) {
    if !text.meanings.contains(&Meaning::Glossary) {
        return;
    }
    let explained = explained(text);
    for (one, other) in PAIRS {
        for (term, alias) in [(one, other), (other, one)] {
            let Some((_, line)) = explained.heads.iter().find(|(head, _)| is_form(head, term))
            else {
                continue;
            };
            if explained.words.contains(alias) {
                continue;
            }
            let mut places = scan::triggered_in(text, &RULE).filter(Found::binds);
            let place = places.find_map(|found| Some((found, use_of(&found, alias)?)));
            if let Some((found, token)) = place {
                let word = text.word(token);
                let message = format!(
                    "one thing under two names: `{word}` here, `{term}` in the glossary on line {line}"
                );
                let advice = format!("call it `{term}`, or explain `{word}` in the glossary too");
                let around = found.sentence.span;
                findings.push(Finding::at(&RULE, text, token.span(), around, message, advice));
            }
        }
    }
}

/// What a glossary explains.
struct Explained {
    /// The words that are explained, small, with their lines.
    heads: Vec<(String, u32)>,
    /// All its words, small.
    words: String,
}

fn explained(text: &Text<'_>) -> Explained {
    let within = text.passages.iter().filter(|passage| {
        passage.quotes == 0 && text.meaning(passage.span.start) == Meaning::Glossary
    });
    let mut explained = Explained { heads: Vec::new(), words: String::new() };
    for passage in within {
        let words = text.slice(passage.span).to_ascii_lowercase();
        let head = words.split([':', '—', '–', '|', '(']).next().unwrap_or_default();
        let head = head.split(" - ").next().unwrap_or_default();
        let bare = head.trim_matches(|c: char| !c.is_alphanumeric());
        explained.heads.push((bare.to_owned(), passage.line));
        explained.words.push_str(&words);
        explained.words.push('\n');
    }
    explained
}

/// Finds a word or its plural in a sentence, not as a part of a name.
fn use_of<'m>(found: &Found<'m, '_>, word: &str) -> Option<&'m Token> {
    let ids = [lexicon::id(word), lexicon::hash(format!("{word}s").as_bytes())];
    let mut words = found.tokens.iter().enumerate();
    let place = words.find(|(at, token)| {
        token.is_plain_word() && ids.contains(&token.id) && !found.is_name(*at)
    });
    place.map(|(_, token)| token)
}

fn is_form(head: &str, term: &str) -> bool {
    head == term || head.strip_suffix('s') == Some(term)
}

/// Words that mean the same where both are about trade or work.
const PAIRS: [(&str, &str); 9] = [
    ("cart", "basket"),
    ("supplier", "vendor"),
    ("seller", "merchant"),
    ("buyer", "purchaser"),
    ("invoice", "bill"),
    ("voucher", "coupon"),
    ("tenant", "lessee"),
    ("physician", "doctor"),
    ("refund", "reimbursement"),
];
