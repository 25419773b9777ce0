//! Two panels whose recommendations were written for this: what says the same in other words comes together, and nothing
//! else does.

use std::collections::BTreeMap;

use super::*;
use crate::{
    evidence,
    finding::{Claim, Confidence, Evidence, Location, LocationKind},
    ident::PacketId,
    packet::{Document, Packet, PacketKind},
    severity::Severity,
    taxonomy::Subcategory,
};

struct Panel {
    issues: Vec<Issue>,
    /// What each recommendation is the same as: a letter, or nothing.
    letters: Vec<Option<char>>,
}

/// Reads a panel: letter, seat, severity, section, quote, what is wrong and what is recommended, in a line each.
fn panel(text: &str) -> Panel {
    let lines: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for fields in &lines {
        let text = texts.entry(format!("{}.md", fields[3])).or_default();
        text.push_str(fields[4]);
        text.push_str(".\n");
    }
    let packet = Packet {
        id: PacketId::new("PRD-1").unwrap(),
        version: None,
        title: "t".to_owned(),
        kind: PacketKind::MarkdownPrd,
        documents: texts.iter().map(|(path, text)| Document::new(path, text)).collect(),
    };
    let issue = |fields: &Vec<&str>| {
        let severity = match fields[2] {
            "CRITICAL" => Severity::Blocker,
            "HIGH" => Severity::Major,
            "MEDIUM" => Severity::Minor,
            _ => Severity::Note,
        };
        let path = format!("{}.md", fields[3]);
        let claim = Claim {
            mode: None,
            subcategory: Subcategory::Ambiguity,
            severity,
            confidence: Confidence::new(0.9).unwrap(),
            location: Location { path, anchor: None, kind: LocationKind::Document },
            evidence: Evidence::Quote(fields[4].to_owned()),
            other_quotes: Vec::new(),
            rule: None,
            description: fields[5].to_owned(),
            remediation: fields[6].to_owned(),
        };
        Issue {
            severity,
            claims: vec![evidence::lock(&packet, claim).unwrap()],
            seats: vec![PanelSeat::new(fields[1]).unwrap()],
            places: vec![fields[3].to_owned()],
            demand: None,
        }
    };
    let letter = |fields: &Vec<&str>| fields[0].chars().next().filter(|letter| *letter != '-');
    Panel { issues: lines.iter().map(issue).collect(), letters: lines.iter().map(letter).collect() }
}

impl Panel {
    fn clusters(&self) -> Vec<Cluster> {
        clusters(&self.issues.iter().collect::<Vec<_>>(), Grouping::TODAY)
    }

    /// Returns how many sets of the same are whole, of how many, and how many that stand alone are among them.
    fn held(&self, clusters: &[Cluster]) -> (usize, usize, usize) {
        let place = |at: usize| clusters.iter().position(|one| one.members.contains(&at)).unwrap();
        let mut sets: BTreeMap<char, BTreeSet<usize>> = BTreeMap::new();
        for (at, letter) in self.letters.iter().enumerate() {
            if let Some(letter) = letter {
                sets.entry(*letter).or_default().insert(place(at));
            }
        }
        let taken: BTreeSet<usize> = sets.values().flatten().copied().collect();
        let alone = (0..self.letters.len()).filter(|at| self.letters[*at].is_none());
        let swallowed = alone.filter(|at| taken.contains(&place(*at))).count();
        (sets.values().filter(|places| places.len() == 1).count(), sets.len(), swallowed)
    }
}

fn check(text: &str, (whole, sets): (usize, usize), swallowed: usize, most: usize) {
    let panel = panel(text);
    let clusters = panel.clusters();
    let mut all: Vec<usize> = clusters.iter().flat_map(|one| one.members.iter().copied()).collect();
    all.sort_unstable();
    assert_eq!(all, (0..panel.issues.len()).collect::<Vec<_>>(), "each in exactly one");
    let held = panel.held(&clusters);
    eprintln!("{} clusters of {}: {held:?}", clusters.len(), all.len());
    assert!(held.0 >= whole && held.1 == sets && held.2 <= swallowed, "{held:?}");
    assert!(clusters.len() <= most, "{} clusters", clusters.len());
    // What stands together without saying the same is told from what says the same.
    for cluster in clusters.iter().filter(|cluster| cluster.is_mixed) {
        assert!(cluster.members.len() > 1);
        assert!(cluster.members.iter().all(|at| panel.letters[*at].is_none()), "{cluster:?}");
    }
}

#[test]
fn what_a_clinics_panel_says_twice_is_one_group() {
    check(include_str!("clinic.tsv"), (5, 6), 1, 18);
}

#[test]
fn what_a_panel_on_parcel_lockers_says_twice_is_one_group_and_there_are_no_more_than_25() {
    check(include_str!("lockers.tsv"), (9, 10), 1, DECIDED);
}

#[test]
fn the_order_of_recommendations_does_not_change_what_belongs_together() {
    let mut panel = panel(include_str!("clinic.tsv"));
    let names = |panel: &Panel| {
        let name = |at: &usize| panel.issues[*at].claims[0].claim().remediation.clone();
        let clusters = panel.clusters().into_iter();
        let named = clusters.map(|one| one.members.iter().map(name).collect::<BTreeSet<_>>());
        named.collect::<BTreeSet<_>>()
    };
    let before = names(&panel);
    panel.issues.reverse();
    panel.letters.reverse();
    assert_eq!(names(&panel), before);
}

#[test]
fn few_points_are_never_put_together() {
    let mut panel = panel(include_str!("lockers.tsv"));
    let alone: Vec<bool> = panel.letters.iter().map(Option::is_none).collect();
    let mut kept = alone.iter();
    panel.issues.retain(|_| *kept.next().unwrap());
    panel.letters.retain(Option::is_none);
    assert!(panel.issues.len() <= DECIDED);
    assert!(panel.clusters().iter().all(|cluster| !cluster.is_mixed));
}

#[test]
fn a_panel_is_grouped_as_it_was_when_it_met() {
    let panel = panel(include_str!("lockers.tsv"));
    let issues: Vec<&Issue> = panel.issues.iter().collect();
    let (then, now) = (clusters(&issues, Grouping::First), clusters(&issues, Grouping::Second));
    assert_ne!(then, now);
    let mut members: Vec<usize> = then.into_iter().flat_map(|cluster| cluster.members).collect();
    members.sort_unstable();
    assert_eq!(members, (0..issues.len()).collect::<Vec<_>>());
    let journal: Grouping = serde_json::from_str("\"second\"").unwrap();
    assert_eq!((journal, Grouping::default().is_unnamed()), (Grouping::TODAY, true));
}
