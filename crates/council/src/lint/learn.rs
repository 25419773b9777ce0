//! What a repository has said of the rules' findings, in comments and in decisions, and the settings that would follow.
//!
//! Nothing is written: people read the evidence and copy what they agree with into `council.toml`.

use std::{collections::BTreeMap, fmt::Write as _};

use council_core::{
    council::{CouncilRecord, Ruling},
    severity::Severity,
};
use council_formats::report::{Data, Report, Telling};
use council_rules::{RULES, Rule, field};
use council_store::Repo;

use super::{
    Linted, MinorFindings,
    keys::{LearnedKeys, ProposalKeys, RunKeys},
    outcome,
};
use crate::{
    run::RunError,
    sessions::{self, StoredSession},
    words,
};

/// What people said of the findings of one rule.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct RuleFeedback {
    /// Comments say that it does not apply.
    suppressed: usize,
    /// A human said that it is no defect.
    dismissed: usize,
    /// A human left it as it is, for a while or for good.
    left: usize,
    /// A human saw that the text was repaired.
    repaired: usize,
    /// It stands, and nobody has said anything.
    standing: usize,
    /// A reason that was given, and where.
    reason: Option<String>,
}

/// A setting that follows from what was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SettingProposal {
    /// The rule is not asked.
    Ignore,
    /// Its findings are at least this severe.
    AtLeast(Severity),
}

/// How sure a share must be before a setting is proposed: its lower bound, of a 95 % interval.
const SURE: f64 = 0.50;

/// The fewest findings that people have spoken of before anything is proposed.
const FEWEST: usize = 5;

impl RuleFeedback {
    fn rejected(&self) -> usize {
        self.suppressed + self.dismissed
    }

    fn judged(&self) -> usize {
        self.rejected() + self.left + self.repaired
    }

    /// Returns the setting that follows, if enough was said.
    fn proposal(&self, rule: &Rule) -> Option<SettingProposal> {
        if self.judged() < FEWEST {
            return None;
        }
        if field::lower_bound(self.rejected(), self.judged()) >= SURE {
            return Some(SettingProposal::Ignore);
        }
        let stricter = match rule.earned() {
            Severity::Note => Severity::Minor,
            Severity::Minor | Severity::Major | Severity::Blocker => Severity::Major,
        };
        let is_wanted = field::lower_bound(self.repaired, self.judged()) >= SURE;
        (is_wanted && stricter > rule.earned()).then_some(SettingProposal::AtLeast(stricter))
    }

    /// Says in a line what was said.
    fn in_words(&self) -> String {
        let counts = [
            (self.suppressed, "suppressed"),
            (self.dismissed, "dismissed"),
            (self.left, "left as it is"),
            (self.repaired, "repaired"),
            (self.standing, "standing"),
        ];
        let said = counts.iter().filter(|(count, _)| *count > 0);
        said.map(|(count, word)| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
    }
}

/// Gathers what a repository said of the findings of each rule, and reports the settings that would follow.
pub fn learn(repo: &Repo, linted: &[Linted], warnings: MinorFindings) -> Result<Report, RunError> {
    let mut heard: BTreeMap<String, RuleFeedback> = BTreeMap::new();
    for one in linted.iter().flat_map(|linted| &linted.suppressed) {
        let own = heard.entry(one.rule.clone()).or_default();
        own.suppressed += one.count;
        own.reason.get_or_insert_with(|| format!("{}: {}", one.place, one.reason));
    }
    for finding in linted.iter().flat_map(|linted| &linted.findings) {
        if let Some(own) = heard.get_mut(finding.rule.id) {
            own.standing += 1;
        }
    }
    let (rulings, unread) = rulings(repo)?;
    let decided = rulings.len();
    for ((rule, _), (ruling, reason)) in rulings {
        let own = heard.entry(rule).or_default();
        match ruling {
            Ruling::Dismiss => own.dismissed += 1,
            Ruling::AcceptRisk | Ruling::Defer | Ruling::Waive => own.left += 1,
            Ruling::Verified => own.repaired += 1,
        }
        own.reason.get_or_insert(reason);
    }
    let worst = linted.iter().map(|linted| outcome(linted, warnings)).max();
    let worst = worst.unwrap_or(council_core::gate::Outcome::Failed);
    let suppressed: usize = heard.values().map(|own| own.suppressed).sum();
    let headline = format!(
        "{} and {} were heard; nothing is written",
        words::count(suppressed, "suppression"),
        words::count(decided, "decision")
    );
    let mut report = Report::of_gate("lint", "", worst, headline);
    if unread > 0 {
        let were = if unread == 1 { "session could" } else { "sessions could" };
        report.notes.push(format!("{unread} {were} not be read, and their decisions do not count"));
    }
    let learned: Vec<(&Rule, RuleFeedback)> = RULES
        .iter()
        .filter_map(|rule| Some((*rule, heard.remove(rule.id)?)))
        .filter(|(_, own)| own.judged() > 0)
        .collect();
    report.page = Some(page(&learned));
    report.telling = Telling::Listing;
    let keys = learned.iter().map(|(rule, own)| keys(rule, own)).collect();
    report.data = Data::of(&RunKeys { learned: Some(keys), ..RunKeys::default() });
    Ok(report)
}

/// The last word on each finding of a rule: by rule and short id, which holds the place and the words of the finding.
type Rulings = BTreeMap<(String, String), (Ruling, String)>;

/// Returns the last word on each finding of a rule in any session, and how many sessions could not be read.
fn rulings(repo: &Repo) -> Result<(Rulings, usize), RunError> {
    let (mut all, mut unread) = (Rulings::new(), 0);
    // The newest session comes first, and its word counts.
    for files in repo.sessions()? {
        match sessions::of_files(repo, &files, None) {
            Ok(StoredSession::Folded(folded)) => {
                for (key, said) in said_in(&folded.record) {
                    all.entry(key).or_insert(said);
                }
            }
            // A record without its journal has no human's word that could be trusted.
            Ok(StoredSession::Recorded(_)) => {}
            Err(_) => unread += 1,
        }
    }
    Ok((all, unread))
}

/// Returns what humans said of the findings of rules in one session.
fn said_in(record: &CouncilRecord) -> Rulings {
    let rulings = record.rulings();
    let mut all = Rulings::new();
    for finding in record.findings.iter() {
        let Some(rule) = finding.claim().rule.clone() else { continue };
        if let Some((_, decision)) = rulings.on_finding(&finding.id().to_string()) {
            let said = (decision.ruling, decision.reason.clone());
            all.insert((rule, finding.short_id().to_string()), said);
        }
    }
    for found in record.opening.gates.iter().flat_map(|gate| &gate.findings) {
        let id = found.short_id();
        if let Some((_, decision)) = rulings.on_gate_finding(&id) {
            let said = (decision.ruling, decision.reason.clone());
            all.insert((found.rule.to_string(), id), said);
        }
    }
    all
}

/// Shows the evidence, and what could be copied into `council.toml`.
fn page(learned: &[(&Rule, RuleFeedback)]) -> String {
    let mut page = String::new();
    if learned.is_empty() {
        page.push_str("Nobody has said anything of a finding yet: no comment suppresses one, and no session has a decision.\n");
        return page;
    }
    for (rule, own) in learned {
        let follows = match own.proposal(rule) {
            Some(SettingProposal::Ignore) => "not wanted here".to_owned(),
            Some(SettingProposal::AtLeast(severity)) => format!("worth {} here", severity.word()),
            None if own.judged() < FEWEST => "too little to say".to_owned(),
            None => "mixed".to_owned(),
        };
        let _ = writeln!(page, "{:<32} {follows}: {}", rule.id, own.in_words());
        if let Some(reason) = &own.reason {
            let _ = writeln!(page, "{:<32} such as {reason}", "");
        }
    }
    let proposed = |wanted: fn(SettingProposal) -> bool| {
        let all = learned.iter().filter_map(|(rule, own)| Some((rule.id, own.proposal(rule)?)));
        all.filter(move |(_, proposal)| wanted(*proposal)).collect::<Vec<_>>()
    };
    let ignored = proposed(|proposal| proposal == SettingProposal::Ignore);
    let raised = proposed(|proposal| proposal != SettingProposal::Ignore);
    if ignored.is_empty() && raised.is_empty() {
        let _ = writeln!(page, "\nNothing follows for `council.toml` yet.");
        return page;
    }
    let _ = writeln!(page, "\nWhat would follow for `council.toml`:\n\n[lint]");
    if !ignored.is_empty() {
        let names: Vec<String> = ignored.iter().map(|(rule, _)| format!("\"{rule}\"")).collect();
        let _ = writeln!(page, "ignore = [{}]", names.join(", "));
    }
    let pairs: Vec<String> = raised
        .iter()
        .filter_map(|(rule, proposal)| match proposal {
            SettingProposal::AtLeast(severity) => {
                Some(format!("\"{rule}\" = \"{}\"", severity.word()))
            }
            SettingProposal::Ignore => None,
        })
        .collect();
    if !pairs.is_empty() {
        let _ = writeln!(page, "severity = {{ {} }}", pairs.join(", "));
    }
    page
}

fn keys(rule: &Rule, own: &RuleFeedback) -> LearnedKeys {
    let proposal = own.proposal(rule).map(|proposal| match proposal {
        SettingProposal::Ignore => ProposalKeys { setting: "ignore", severity: None },
        SettingProposal::AtLeast(severity) => {
            ProposalKeys { setting: "severity", severity: Some(severity.word()) }
        }
    });
    LearnedKeys {
        rule: rule.id,
        suppressed: own.suppressed,
        dismissed: own.dismissed,
        left: own.left,
        repaired: own.repaired,
        standing: own.standing,
        reason: own.reason.clone(),
        proposal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(id: &str) -> &'static Rule {
        RULES.iter().find(|rule| rule.id == id).unwrap()
    }

    #[test]
    fn a_setting_follows_only_where_most_of_several_findings_say_so() {
        let rule = rule("loophole");
        let heard = |suppressed, left, repaired| RuleFeedback {
            suppressed,
            left,
            repaired,
            standing: 9,
            ..RuleFeedback::default()
        };
        assert_eq!(heard(5, 0, 0).proposal(rule), Some(SettingProposal::Ignore));
        assert_eq!(heard(4, 0, 0).proposal(rule), None);
        assert_eq!(heard(5, 2, 2).proposal(rule), None);
        assert_eq!(heard(0, 0, 5).proposal(rule), Some(SettingProposal::AtLeast(Severity::Major)));
        assert_eq!(heard(0, 5, 0).proposal(rule), None);
        assert_eq!(heard(3, 0, 5).proposal(rule), None);
    }
}
