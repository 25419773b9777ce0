//! Laws of identity: what may move around a defect without making it another one.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;
use crate::{
    evidence::lock,
    finding::{Claim, Confidence, Evidence, Location, LocationKind},
    ident::PacketId,
    packet::{Document, Packet, PacketKind, Section, Span, slug},
    severity::Severity,
    taxonomy::Subcategory,
};

const SAME: &str = "This is to be decided.";

/// A section: its title and its sentences.
type Part = (String, Vec<String>);

fn part(title: &str, sentences: &[&str]) -> Part {
    (title.to_owned(), sentences.iter().map(|sentence| (*sentence).to_owned()).collect())
}

/// Writes sections with lines of a width and reads them as a packet.
fn packet(parts: &[Part], width: usize) -> Packet {
    let mut text = String::new();
    let mut sections = Vec::new();
    for (title, sentences) in parts {
        let start = text.len();
        let _ = writeln!(text, "## {title}");
        let heading = Span::new(start, text.len());
        let _ = writeln!(text, "\n{}\n", filled(&sentences.join(" "), width));
        let span = Span::new(start, text.len());
        let body = Span::new(heading.end, span.end);
        let anchor = slug(title);
        let title = title.clone();
        sections.push(Section {
            level: 2,
            title,
            anchor,
            heading,
            body,
            span,
            line: 1,
            parent: None,
        });
    }
    let mut document = Document::new("prd.md", text);
    document.sections = sections;
    Packet {
        id: PacketId::new("PRD-7").unwrap(),
        version: None,
        title: String::new(),
        kind: PacketKind::MarkdownPrd,
        documents: vec![document],
    }
}

fn filled(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        if column > 0 {
            let breaks = column + word.len() > width;
            out.push(if breaks { '\n' } else { ' ' });
            column = if breaks { 0 } else { column + 1 };
        }
        out.push_str(word);
        column += word.len();
    }
    out
}

fn defect(packet: &Packet, title: &str, evidence: Evidence) -> Defect {
    sort_of_defect(packet, title, evidence, Subcategory::Ambiguity, None)
}

fn sort_of_defect(
    packet: &Packet,
    title: &str,
    evidence: Evidence,
    subcategory: Subcategory,
    rule: Option<&str>,
) -> Defect {
    let claim = Claim {
        mode: None,
        subcategory,
        severity: Severity::Minor,
        confidence: Confidence::LOW,
        location: Location {
            path: "prd.md".to_owned(),
            anchor: Some(slug(title)),
            kind: LocationKind::Section,
        },
        evidence,
        other_quotes: Vec::new(),
        rule: rule.map(str::to_owned),
        description: String::new(),
        remediation: String::new(),
    };
    Defect::of_claim(packet, &lock(packet, claim).unwrap())
}

/// Quotes every sentence of every section.
fn quoted(packet: &Packet, parts: &[Part]) -> Vec<Defect> {
    let each = parts.iter().flat_map(|(title, sentences)| {
        sentences.iter().map(|sentence| defect(packet, title, Evidence::Quote(sentence.clone())))
    });
    each.collect()
}

fn paired(earlier: &[Defect], later: &[Defect]) -> Vec<(usize, usize)> {
    pair(&earlier.iter().collect::<Vec<_>>(), &later.iter().collect::<Vec<_>>())
}

fn quote(text: &str) -> Evidence {
    Evidence::Quote(text.to_owned())
}

fn searched(term: &str, sections: &[&str]) -> Evidence {
    let sections = sections.iter().map(|section| slug(section)).collect();
    Evidence::Searched { terms: vec![term.to_owned()], sections }
}

fn visit(packet: &Packet, defects: Vec<Defect>) -> Visit<'_> {
    let seen = |defect| SessionFinding { defect, stands: true };
    Visit { packet: Some(packet), findings: defects.into_iter().map(seen).collect() }
}

fn course(visits: &[Visit<'_>]) -> Vec<Vec<Option<DefectStatus>>> {
    let of = |life: &Life| (0..visits.len()).map(|at| life.at(at)).collect();
    lives(visits).iter().map(of).collect()
}

#[test]
fn a_clause_and_its_sentence_are_the_same_defect() {
    let text = packet(&[part("Speed", &["The nightly export must be fast for all tenants."])], 40);
    let clause = defect(&text, "Speed", quote("nightly export must be fast"));
    let sentence =
        defect(&text, "Speed", quote("The nightly export must be fast for all tenants."));
    let other = defect(&text, "Speed", quote("for all tenants"));
    assert!(clause.is(&sentence) && sentence.is(&clause));
    assert!(!clause.is(&other));
}

#[test]
fn the_sort_and_the_rule_tell_defects_apart() {
    let text = packet(&[part("Speed", &["The nightly export must be fast."])], 40);
    let of = |subcategory, rule| {
        sort_of_defect(&text, "Speed", quote("The nightly export must be fast."), subcategory, rule)
    };
    let one = of(Subcategory::Ambiguity, Some("vague-time"));
    assert!(!one.is(&of(Subcategory::Untestable, Some("vague-time"))));
    assert!(!one.is(&of(Subcategory::Ambiguity, Some("weak-modal"))));
    assert!(one.is(&of(Subcategory::Ambiguity, None)), "a model names no rule");
}

#[test]
fn a_few_words_need_neighbours_or_a_place_that_agree() {
    let before = packet(&[part("Roles", &["Admins can export.", "TBD."])], 80);
    let moved = packet(&[part("Rights", &["Admins can export.", "TBD."])], 80);
    let other = packet(&[part("Rollout", &["Nobody knows.", "TBD."])], 80);
    let one = defect(&before, "Roles", quote("TBD"));
    assert!(one.is(&defect(&moved, "Rights", quote("TBD"))));
    assert!(!one.is(&defect(&other, "Rollout", quote("TBD"))));
}

#[test]
fn what_is_missing_is_known_by_the_place_that_lacks_it() {
    let before = packet(
        &[
            part("Export", &["Admins export all orders of a tenant."]),
            part("Import", &["Guests import a list of addresses."]),
        ],
        80,
    );
    let after = packet(
        &[
            part("Intake", &["Guests import a list of addresses."]),
            part("Export of orders", &["Admins export all orders of a tenant."]),
        ],
        80,
    );
    let missing =
        |packet: &Packet, title: &str| defect(packet, title, searched("rollback", &[title]));
    let earlier = [missing(&before, "Export"), missing(&before, "Import")];
    let later = [missing(&after, "Intake"), missing(&after, "Export of orders")];
    assert_eq!(paired(&earlier, &later), [(0, 1), (1, 0)]);
}

#[test]
fn a_defect_that_is_not_raised_again_is_fixed_only_if_the_text_changed() {
    use DefectStatus::{Fixed, New, NotRaised, Open, Regressed};
    let old = packet(&[part("Speed", &["The nightly export must be fast."])], 80);
    let same = packet(&[part("Pace", &["The nightly export must be fast."])], 20);
    let new = packet(&[part("Speed", &["The nightly export takes at most an hour."])], 80);
    let found = |text| defect(text, "Speed", quote("The nightly export must be fast."));
    let first = || visit(&old, vec![found(&old)]);
    for (visits, expected) in [
        (vec![first(), visit(&same, vec![])], vec![New, NotRaised]),
        (vec![first(), visit(&new, vec![])], vec![New, Fixed]),
        (vec![first(), first()], vec![New, Open]),
        (vec![first(), visit(&new, vec![]), first()], vec![New, Fixed, Regressed]),
        (vec![first(), visit(&new, vec![]), first(), first()], vec![New, Fixed, Regressed, Open]),
        (
            vec![first(), Visit { packet: None, findings: vec![] }, visit(&new, vec![])],
            vec![New, NotRaised, Fixed],
        ),
    ] {
        let expected: Vec<_> = expected.into_iter().map(Some).collect();
        assert_eq!(course(&visits), [expected]);
    }
}

#[test]
fn something_missing_is_fixed_when_it_is_there_or_what_lacked_it_is_gone() {
    let section = |title: &str, more: &str| {
        packet(&[part(title, &["Admins export all the orders of one tenant.", more])], 80)
    };
    let old = section("Export", "");
    let found = defect(&old, "Export", searched("rollback", &["Export"]));
    for (new, expected) in [
        (section("Export", "A rollback restores the last export."), DefectStatus::Fixed),
        (section("Export", "Nothing is undone."), DefectStatus::NotRaised),
        (section("Orders", "Nothing is undone."), DefectStatus::NotRaised),
        (section("Orders", "A rollback restores the last export."), DefectStatus::Fixed),
        (packet(&[part("Import", &["Guests import addresses."])], 80), DefectStatus::Fixed),
    ] {
        let visits = [visit(&old, vec![found.clone()]), visit(&new, vec![])];
        assert_eq!(lives(&visits)[0].now(), Some(expected), "{}", new.documents[0].text());
    }
}

#[test]
fn what_was_voted_down_begins_no_life_and_ends_one() {
    let text = packet(&[part("Speed", &["The nightly export must be fast."])], 80);
    let found = || defect(&text, "Speed", quote("The nightly export must be fast."));
    let mut dismissed = visit(&text, vec![found()]);
    dismissed.findings[0].stands = false;
    assert_eq!(lives(&[dismissed]), []);
    let mut dismissed = visit(&text, vec![found()]);
    dismissed.findings[0].stands = false;
    let visits = [visit(&text, vec![found()]), dismissed, visit(&text, vec![])];
    assert_eq!(lives(&visits)[0].now(), Some(DefectStatus::Dismissed));
}

#[test]
fn records_without_a_text_are_told_apart_by_what_they_say() {
    let told = |evidence, said: &str| {
        let location =
            Location { path: "a.yaml".to_owned(), anchor: None, kind: LocationKind::Document };
        Defect::told(None, None, evidence, said, location)
    };
    assert!(told(None, "No owner is named").is(&told(None, "no owner is named.")));
    assert!(!told(None, "No owner is named").is(&told(None, "no date is named")));
    assert!(!told(None, "").is(&told(None, "")));
    let quoted = told(Some(quote("an owner will be named later")), "x");
    assert!(quoted.is(&told(Some(quote("an owner will be named later")), "y")));
}

fn any_parts() -> impl Strategy<Value = Vec<Part>> {
    let word = prop::sample::select(vec!["alpha", "bravo", "charlie", "delta", "echo", "foxtrot"]);
    let sentence = prop::collection::vec(word, 4..9);
    let section = prop::collection::vec(sentence, 1..4);
    prop::collection::vec(section, 2..6).prop_map(|sections| {
        let mut number = 0;
        let mut sentences = |list: Vec<Vec<&str>>| -> Vec<String> {
            let mut written = Vec::new();
            for words in list {
                number += 1;
                written.push(format!("Item n{number} {}.", words.join(" ")));
            }
            // A sentence that stands in every section is told apart by what is around it.
            written.push(SAME.to_owned());
            written
        };
        let titled = sections.into_iter().zip(["One", "Two", "Three", "Four", "Five", "Six"]);
        titled.map(|(list, title)| (title.to_owned(), sentences(list))).collect()
    })
}

/// Checks that every quoted sentence of one version is recognised in another.
fn keeps(parts: &[Part], after: &[Part], widths: (usize, usize)) -> Result<(), TestCaseError> {
    let (old, new) = (packet(parts, widths.0), packet(after, widths.1));
    let (earlier, later) = (quoted(&old, parts), quoted(&new, after));
    let names = |parts: &[Part]| -> Vec<String> {
        let each = parts.iter().flat_map(|(_, sentences)| {
            let first = sentences[0].clone();
            sentences.iter().map(move |sentence| format!("{first} / {sentence}"))
        });
        each.collect()
    };
    let (names_before, names_after) = (names(parts), names(after));
    let pairs = paired(&earlier, &later);
    prop_assert_eq!(pairs.len(), earlier.len());
    for (one, two) in pairs {
        prop_assert_eq!(&names_before[one], &names_after[two]);
    }
    Ok(())
}

proptest! {
    #[test]
    fn moving_a_section_keeps_identity(parts in any_parts(), by in 1_usize..5) {
        let mut after = parts.clone();
        let by = by % after.len();
        after.rotate_left(by);
        keeps(&parts, &after, (80, 80))?;
    }

    #[test]
    fn reflowing_keeps_identity(parts in any_parts(), one in 10_usize..90, two in 10_usize..90) {
        keeps(&parts, &parts, (one, two))?;
    }

    #[test]
    fn renaming_a_heading_keeps_identity(parts in any_parts(), at in any::<prop::sample::Index>()) {
        let mut after = parts.clone();
        let at = at.index(after.len());
        after[at].0 = "Renamed".to_owned();
        keeps(&parts, &after, (80, 80))?;
    }

    #[test]
    fn text_elsewhere_keeps_identity(parts in any_parts(), at in any::<prop::sample::Index>()) {
        let mut after = parts.clone();
        let at = at.index(after.len() + 1);
        after.insert(at, part("Inserted", &["Something else is said here at some length."]));
        let (old, new) = (packet(&parts, 80), packet(&after, 60));
        let pairs = paired(&quoted(&old, &parts), &quoted(&new, &after));
        prop_assert_eq!(pairs.len(), parts.iter().map(|(_, sentences)| sentences.len()).sum::<usize>());
    }

    #[test]
    fn changing_the_quoted_text_breaks_identity(parts in any_parts(), at in any::<prop::sample::Index>()) {
        let at = at.index(parts.len());
        let mut after = parts.clone();
        let changed = parts[at].1[0].replacen("Item", "Thing", 1);
        after[at].1[0] = changed.clone();
        let (old, new) = (packet(&parts, 80), packet(&after, 80));
        let title = &parts[at].0;
        let one = defect(&old, title, Evidence::Quote(parts[at].1[0].clone()));
        prop_assert!(!one.is(&defect(&new, title, Evidence::Quote(changed))));
        let visits = [visit(&old, vec![one]), visit(&new, vec![])];
        prop_assert_eq!(lives(&visits)[0].now(), Some(DefectStatus::Fixed));
    }

    #[test]
    fn the_same_findings_are_always_open(parts in any_parts()) {
        let text = packet(&parts, 80);
        let visits = [visit(&text, quoted(&text, &parts)), visit(&text, quoted(&text, &parts))];
        for life in lives(&visits) {
            prop_assert_eq!(life.now(), Some(DefectStatus::Open));
        }
    }
}
