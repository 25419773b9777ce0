//! Three panels whose recommendations were written for this: what says the same in other words comes together, and nothing
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
    documents: Packet,
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
            grouping: Grouping::TODAY,
        }
    };
    let letter = |fields: &Vec<&str>| fields[0].chars().next().filter(|letter| *letter != '-');
    let (issues, letters) = (lines.iter().map(issue).collect(), lines.iter().map(letter).collect());
    Panel { issues, letters, documents: packet }
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
fn a_specialists_own_point_stands_apart_from_what_three_say_of_the_same_sentence() {
    check(include_str!("museum.tsv"), (6, 6), 1, DECIDED);
    let panel = panel(include_str!("museum.tsv"));
    let clusters = panel.clusters();
    let with = |at: usize| clusters.iter().find(|one| one.members.contains(&at)).unwrap();
    assert_eq!(with(3).members, [3], "its own point");
    assert_eq!(with(4).members, [4, 5, 6, 7], "what it says with the others");
}

#[test]
fn what_is_like_one_of_a_group_only_is_not_of_it() {
    let panel = panel(
        "a\ttechnical-reviewer\tHIGH\tx\tfiles are moved\ta half written file is moved\twait until the size of the file is unchanged for seconds\n\
         a\texecutive-reviewer\tHIGH\tx\tfiles are moved\tan unfinished file is moved\tmove a file once its size is unchanged for seconds\n\
         a\tsecurity-reviewer\tHIGH\tx\tfiles are moved\ta half written file is moved away\trequire an unchanged size of the file for seconds\n\
         a\tuser-advocate\tHIGH\tx\twithin two minutes\ta half written file is moved, and the two minutes begin too early\twait until the size is unchanged, and count the two minutes under a load with a polling figure\n\
         -\taccessibility-reviewer\tHIGH\tx\twithin two minutes\tthe two minutes have no load and no percentile\tcount the two minutes as a percentile under a load with a polling figure\n\
         -\ttechnical-reviewer\tHIGH\tx\tthere is a log\tnobody may read the log\trestrict the log to its owner\n\
         -\ttechnical-reviewer\tHIGH\tx\tthere is a tray\tthe tray has no menu\tadd a menu to the tray\n\
         -\ttechnical-reviewer\tHIGH\tx\trules are listed\trules have no order\tlet people drag rules\n\
         -\ttechnical-reviewer\tHIGH\tx\trules are imported\tan import may run scripts\task before scripts run\n\
         -\ttechnical-reviewer\tHIGH\tx\tfiles are renamed\tnames may clash\tnumber names that clash\n",
    );
    let issues: Vec<&Issue> = panel.issues.iter().collect();
    let first = |grouping: Grouping| clusters(&issues, grouping).swap_remove(0).members;
    assert_eq!(first(Grouping::Second), [0, 1, 2, 3, 4], "it was taken in");
    assert_eq!(first(Grouping::TODAY), [0, 1, 2, 3]);
}

#[test]
fn two_rules_never_say_the_same_in_the_words_that_they_always_use() {
    let mut panel = panel(
        "-\ttechnical-reviewer\tHIGH\tx\tmany languages\tmany is an amount without a number\tgive the number that passes\n\
         -\ttechnical-reviewer\tHIGH\tx\tloads quickly\tquickly is a time without a number\tgive the number that passes\n\
         -\ttechnical-reviewer\tHIGH\tx\tsome cards\tsome is an amount without a number\tgive the number that passes\n\
         -\ttechnical-reviewer\tHIGH\tx\tthere is a log\tnobody may read the log\trestrict the log to its owner\n\
         -\ttechnical-reviewer\tHIGH\tx\tthere is a tray\tthe tray has no menu\tadd a menu to the tray\n\
         -\ttechnical-reviewer\tHIGH\tx\trules are listed\trules have no order\tlet people drag rules\n\
         -\ttechnical-reviewer\tHIGH\tx\trules are imported\tan import may run scripts\task before scripts run\n\
         -\ttechnical-reviewer\tHIGH\tx\tfiles are renamed\tnames may clash\tchoose names that differ\n",
    );
    let rules = ["vague-amount", "vague-time", "vague-amount"];
    for (issue, rule) in panel.issues.iter_mut().zip(rules) {
        let claim = Claim { rule: Some(rule.to_owned()), ..issue.claims[0].claim().clone() };
        issue.claims = vec![evidence::lock(&panel.documents, claim).unwrap()];
    }
    let issues: Vec<&Issue> = panel.issues.iter().collect();
    let first = |grouping: Grouping| clusters(&issues, grouping).swap_remove(0).members;
    assert_eq!(first(Grouping::Second), [0, 1, 2]);
    assert_eq!(first(Grouping::TODAY), [0, 2]);
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
    let panel = panel(include_str!("museum.tsv"));
    let issues: Vec<&Issue> = panel.issues.iter().collect();
    let members = |grouping: Grouping| -> Vec<Vec<usize>> {
        clusters(&issues, grouping).into_iter().map(|one| one.members).collect()
    };
    // As these were grouped when panels named the second way.
    let second: Vec<Vec<usize>> = serde_json::from_str(
        "[[0,1,2,3],[4,5,6,7],[10,11,25],[8,9],[12],[13,14],[15,16],[17],[18,20,24],[19],[21],[22],[23]]",
    )
    .unwrap();
    assert_eq!(members(Grouping::Second), second);
    assert_ne!(members(Grouping::First), second);
    assert_ne!(members(Grouping::TODAY), second);
    let names: Vec<Grouping> = serde_json::from_str(r#"["second", "fifth"]"#).unwrap();
    assert_eq!(names, [Grouping::Second, Grouping::TODAY]);
    assert!(Grouping::default().is_unnamed());
}
