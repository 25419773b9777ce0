//! Facts and laws of the evidence lock.

use proptest::prelude::*;

use super::*;
use crate::{
    finding::{Confidence, LocationKind},
    ident::PacketId,
    packet::{Definition, Document, ItemId, PacketKind, Section},
    severity::Severity,
    taxonomy::Subcategory,
};

const SPEC: &str = "# Notes\n\n## Goals\nNotes are  saved\n  quickly.\n\n## Limits\nFR-1 At most 5\u{a0}notes; naïve readers too.\n";

fn document(path: &str, text: &str) -> Document {
    let mut document = Document::new(path, text);
    let starts: Vec<usize> = text.match_indices("## ").map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    for (start, end) in starts.iter().zip(ends) {
        let title = Span::new(*start + 3, end).of(text).lines().next().unwrap().to_owned();
        document.sections.push(Section {
            level: 2,
            anchor: crate::packet::slug(&title),
            title,
            heading: Span::new(*start, *start + 3),
            body: Span::new(*start + 3, end),
            span: Span::new(*start, end),
            line: 1,
            parent: None,
        });
    }
    if let Some(start) = text.find("FR-1") {
        let id = ItemId::new("FR-1").unwrap();
        document.definitions.push(Definition { id, span: Span::new(start, text.len()), line: 1 });
    }
    document
}

fn packet(texts: &[(&str, &str)]) -> Packet {
    Packet {
        id: PacketId::new("PRD-1").unwrap(),
        version: None,
        title: "Notes".to_owned(),
        kind: PacketKind::SpecPacket,
        documents: texts.iter().map(|(path, text)| document(path, text)).collect(),
    }
}

fn claim(path: &str, anchor: Option<&str>, evidence: Evidence) -> Claim {
    Claim {
        mode: None,
        subcategory: Subcategory::ALL[0],
        severity: Severity::Major,
        confidence: Confidence::new(0.9).unwrap(),
        location: Location {
            path: path.to_owned(),
            anchor: anchor.map(str::to_owned),
            kind: LocationKind::Section,
        },
        evidence,
        other_quotes: Vec::new(),
        rule: None,
        description: "d".to_owned(),
        remediation: "r".to_owned(),
    }
}

fn quoting(anchor: Option<&str>, quote: &str) -> Result<LockedClaim, Box<Unlocked>> {
    lock(&packet(&[("a.md", SPEC)]), claim("a.md", anchor, Evidence::Quote(quote.to_owned())))
}

fn searching(terms: &[&str], sections: &[&str]) -> Result<LockedClaim, Box<Unlocked>> {
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let evidence = Evidence::Searched { terms: owned(terms), sections: owned(sections) };
    lock(
        &packet(&[("a.md", SPEC), ("b.md", "## Plan\nUse a cache.\n")]),
        claim("a.md", Some("goals"), evidence),
    )
}

fn reason(result: Result<LockedClaim, Box<Unlocked>>) -> String {
    result.unwrap_err().reason.to_string()
}

#[test]
fn a_quote_locks_whatever_its_white_space_and_the_span_is_exact() {
    let locked = quoting(Some("goals"), "saved quickly.").unwrap();
    assert_eq!(locked.quote_span().unwrap().of(SPEC), "saved\n  quickly.");
    assert_eq!(locked.place().line, Some(4));
    assert_eq!(locked.corrected_from(), None);
    let locked = quoting(Some("limits"), " most\t5 notes").unwrap();
    assert_eq!(locked.quote_span().unwrap().of(SPEC), "most 5\u{a0}notes");
}

#[test]
fn a_letter_is_the_same_however_it_is_spelled() {
    let locked = quoting(Some("limits"), &["nai", "\u{308}ve readers"].concat()).unwrap();
    assert_eq!(locked.quote_span().unwrap().of(SPEC), "naïve readers");
    assert_eq!(reason(quoting(None, "naive readers")), "the quote stands nowhere in the packet");
}

#[test]
fn a_quote_that_stands_elsewhere_corrects_the_location() {
    let locked = quoting(Some("goals"), "At most 5").unwrap();
    assert_eq!(locked.claim().location.to_string(), "a.md#FR-1");
    assert_eq!(locked.corrected_from().unwrap().to_string(), "a.md#goals");
    let locked = quoting(Some("no-such"), "Notes are saved").unwrap();
    assert_eq!(locked.claim().location.to_string(), "a.md#goals");
    let two = packet(&[("a.md", SPEC), ("b.md", "## Plan\nUse a cache.\n")]);
    let locked =
        lock(&two, claim("a.md", None, Evidence::Quote("Use a cache".to_owned()))).unwrap();
    assert_eq!(locked.claim().location.to_string(), "b.md#plan");
}

#[test]
fn a_title_is_accepted_for_an_anchor_and_written_back_as_one() {
    let locked = quoting(Some("Goals"), "Notes are saved").unwrap();
    assert_eq!(locked.claim().location.anchor.as_deref(), Some("goals"));
    assert_eq!(locked.corrected_from(), None);
}

#[test]
fn a_quote_that_says_nothing_is_refused() {
    for quote in ["", " ", "…", "**", "to", "of the", "a", "is a", "s."] {
        assert_eq!(
            reason(quoting(None, quote)),
            "the quote is too short to be evidence",
            "{quote}"
        );
    }
    for quote in ["Notes", "most 5", "FR-1"] {
        assert!(quoting(None, quote).is_ok(), "{quote}");
    }
}

#[test]
fn a_document_that_is_not_there_is_refused() {
    let quote = Evidence::Quote("Notes are saved".to_owned());
    let result = lock(&packet(&[("a.md", SPEC)]), claim("b.md", Some("goals"), quote));
    assert_eq!(reason(result), "`b.md#goals` is no place in the packet");
}

#[test]
fn something_missing_locks_where_it_is_missing() {
    assert!(searching(&["rate limit", "timeout"], &["goals", "Limits"]).is_ok());
    assert!(searching(&["cache"], &["goals"]).is_ok());
    let locked = searching(&["encryption"], &[]).unwrap();
    assert_eq!((locked.quote_span(), locked.place().line), (None, Some(3)));
}

#[test]
fn something_that_is_there_is_not_missing() {
    let found = |terms: &[&str], sections: &[&str]| reason(searching(terms, sections));
    let at = "the term `cache` is said to be missing but stands at b.md:2:7";
    assert_eq!(found(&["cache"], &[]), at);
    assert_eq!(found(&["x-ray", "cache"], &["b.md#plan"]), at);
    assert_eq!(
        found(&["SAVED  Quickly"], &["goals"]),
        "the term `SAVED  Quickly` is said to be missing but stands at a.md:4:12"
    );
    assert_eq!(
        found(&["note"], &["a.md"]),
        "the term `note` is said to be missing but stands at a.md:1:3"
    );
    assert!(searching(&["read"], &[]).is_ok(), "`readers` is another word");
    assert!(searching(&["otes"], &[]).is_ok(), "a part of a word is not the word");
}

#[test]
fn a_search_that_could_not_have_found_anything_is_refused() {
    assert_eq!(reason(searching(&[], &[])), "no term was looked for");
    assert_eq!(reason(searching(&["the"], &[])), "the term `the` is too short to be looked for");
    assert_eq!(
        reason(searching(&["x-ray"], &["Costs"])),
        "the section `Costs` that was looked through does not exist"
    );
}

#[test]
fn a_refusal_keeps_the_claim_and_shows_no_control_characters() {
    let unlocked = searching(&["x\u{1b}[2J"], &["\u{7}"]).unwrap_err();
    assert_eq!(unlocked.claim.description, "d");
    assert_eq!(
        unlocked.reason.to_string(),
        "the section `\\u{7}` that was looked through does not exist"
    );
}

/// Words of a text, with marks that combine and white space of every kind between them.
fn text() -> impl Strategy<Value = String> {
    let word = r"[a-zA-Z0-9éßİ\u{ac00}\u{ac01}\u{1100}.]{1,6}(\u{301}|\u{323}|\u{308}|\u{1161})?(\u{301}|\u{11a8})?";
    let space = "[ \\n\\t\u{a0}]{1,3}";
    prop::collection::vec((word, space), 1..12)
        .prop_map(|words| words.into_iter().map(|(word, space)| word + &space).collect())
}

fn cut(text: &str, one: prop::sample::Index, other: prop::sample::Index) -> &str {
    let edges: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    Span::new(*one.get(&edges), *other.get(&edges)).of(text)
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn lock_quote(text: &str, quote: &str) -> Result<LockedClaim, Box<Unlocked>> {
    lock(&packet(&[("a.md", text)]), claim("a.md", None, Evidence::Quote(quote.to_owned())))
}

proptest! {
    #[test]
    fn a_quote_cut_from_the_text_always_locks(text in text(), one in any::<prop::sample::Index>(), other in any::<prop::sample::Index>()) {
        let quote = cut(&text, one, other);
        match lock_quote(&text, quote) {
            Ok(locked) => prop_assert_eq!(folded(locked.quote_span().unwrap().of(&text)), folded(quote)),
            Err(unlocked) => prop_assert_eq!(unlocked.reason, Reason::QuoteTooShort),
        }
    }

    #[test]
    fn a_quote_that_is_not_in_the_text_never_locks(text in text(), quote in r"[aeé0\u{ac00}\u{ac01}\u{301}\u{323} ]{1,6}") {
        use unicode_normalization::UnicodeNormalization as _;
        let plain = |text: &str| folded(text).nfc().collect::<String>();
        if let Ok(locked) = lock_quote(&text, &quote) {
            let found = locked.quote_span().unwrap().of(&text).to_owned();
            prop_assert_eq!(plain(&found), plain(&quote));
        } else {
            prop_assert!(!folded(&text).contains(&folded(&quote)) || lock_quote(&quote, &quote).is_err());
        }
    }

    #[test]
    fn reflowing_white_space_changes_nothing(text in text(), one in any::<prop::sample::Index>(), other in any::<prop::sample::Index>()) {
        let quote = cut(&text, one, other);
        let reflowed = folded(quote).replace(' ', "\n\t ");
        prop_assert_eq!(lock_quote(&text, quote).is_ok(), lock_quote(&text, &reflowed).is_ok());
        prop_assert_eq!(lock_quote(&text, quote).is_ok(), lock_quote(&folded(&text), quote).is_ok());
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>(), quote in any::<String>()) {
        let _ = lock_quote(&text, &quote);
        let evidence = Evidence::Searched { terms: vec![quote], sections: Vec::new() };
        let _ = lock(&packet(&[("a.md", &text)]), claim("a.md", None, evidence));
    }
}

#[test]
fn a_reason_cites_what_stands_in_the_packet_or_another_finding() {
    let packet = packet(&[("spec.md", SPEC)]);
    let other = FindingId::new(PacketId::new("PRD-1").unwrap(), 2);
    let is_cited = |reason: &str| cites(&packet, CouncilProtocol::TODAY, reason, [&other]);
    assert!(is_cited(&format!("{other} says the same")));
    assert!(is_cited(&format!("{} says the same", other.short())), "by the name it is shown with");
    assert!(is_cited("the text says \"Notes are saved quickly\""));
    assert!(is_cited("`saved quickly` has no number"));
    assert!(is_cited("it says \u{201c}At most 5 notes\u{201d}"));
    assert!(!is_cited(&format!("{other}9 is another")));
    assert!(!is_cited("the others are right"));
    assert!(!is_cited("\"words that stand nowhere\" are no evidence"));
    assert!(!is_cited("\"Notes are saved quickly"), "a mark that nothing closes quotes nothing");
    assert!(!is_cited("`the`"), "a word that stands everywhere says nothing");
}
