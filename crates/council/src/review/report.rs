//! What a session says to whoever ran it: the verdict first, then what it rests on.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    agreement::Agreement,
    authority::Mind,
    council::{
        AbortReason, CouncilFinding, CouncilProtocol, CouncilRecord, Ending, Round, Suppressed,
    },
    depth::Depth,
    diagnostic::Place,
    finding::SeatId,
    gate::{Hold, Outcome, Signal, Weight, report::GateFinding},
    packet::Packet,
    severity::Severity,
    slice::Slices,
    verdict::{Verdict, VerdictReason},
};
use council_engine::{Fold, Stop};
use council_formats::{
    bundle::{BundleShape, ReadingShape},
    report::{Data, Report, Telling},
    session::{self, SessionDocument, SessionShape},
};
use council_rules::{Model, NotJudged};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Demands, Keeping, ReviewResult, disk, suppressed::place};
use crate::{
    answer,
    authority::{self, Nameless},
    check::Warnings,
    cost::DryRunKeys,
    decide, history, manual,
    reviewer::awaited,
    words,
};

/// Makes the report of a session.
pub fn report(command: &'static str, reviewed: &ReviewResult, demands: Demands) -> Report {
    let record = reviewed.record();
    let subject = record.opening.id.to_string();
    let holds = disk::holds(&record, reviewed.fold.opened());
    let outcome = match (outcome(&record, reviewed.stop, demands), demands.warnings) {
        // What nobody vouches for passes no better than the rules alone would let it.
        (Outcome::Pass, Warnings::Strict) if holds.contains(&Hold::Unsigned) => {
            Outcome::WarnedStrictly
        }
        (Outcome::Pass, Warnings::Shown) if holds.contains(&Hold::Unsigned) => Outcome::Warned,
        (outcome, _) => outcome,
    };
    let mut report = Report::of_gate(command, subject, outcome, headline(&record, reviewed.stop));
    let exact = Exact::of(reviewed.fold.packet(), &record);
    let gates = record.opening.gates.iter().flat_map(|gate| &gate.findings);
    let raised = raised(&record, &exact);
    let gates = gates.filter(|found| !raised.contains(&spot(&found.rule, &found.place)));
    let protocol = record.opening.protocol;
    let rulings = record.rulings();
    let gates = gates.map(|found| {
        let signal = gate_signal(protocol, found);
        match rulings.on_gate_finding(&found.short_id()) {
            Some(_) => Signal { weight: Weight::Advisory, ..signal },
            None => signal,
        }
    });
    let findings = record.findings.iter().filter_map(|finding| signal(&record, &exact, finding));
    report.signals = gates.chain(findings).collect();
    report.signals.sort_by(|one, other| {
        other.severity().cmp(&one.severity()).then_with(|| one.place.cmp(&other.place))
    });
    report.telling = Telling::Folded;
    report.manual = manual::entry;
    report.suite = Some(record.opening.packet.to_string());
    report.facts = facts(reviewed, &record, &report.signals);
    for hold in holds {
        report.hold(hold);
    }
    report.next = next(reviewed, &record);
    if reviewed.stop == Stop::Waiting {
        answer::waiting(&mut report, &super::waits(&reviewed.fold));
    }
    report.data = data(reviewed, &record);
    report
}

/// Where exactly the rules see what a session says, since a claim quotes the whole sentence.
pub(crate) struct Exact(BTreeMap<String, Place>);

impl Exact {
    /// Takes the places from the gates, which have what the rules found. Only a session of a version whose gates did not name
    /// it has the rules look again; what they no longer see is where its quote stands.
    pub(crate) fn of(packet: &Packet, record: &CouncilRecord) -> Self {
        let gates = record.opening.gates.iter().flat_map(|gate| &gate.findings);
        let named = gates.filter_map(|found| Some((found.named.clone()?, found.place.clone())));
        let mut places = BTreeMap::new();
        for (name, place) in named {
            places.entry(name).or_insert(place);
        }
        let mut by_rules = record.findings.iter().filter(|finding| finding.claim().rule.is_some());
        if by_rules.any(|finding| !places.contains_key(&finding.short_id().to_string())) {
            for finding in council_rules::check(packet) {
                places.entry(finding.short_id().to_string()).or_insert_with(|| place(&finding));
            }
        }
        Self(places)
    }

    /// Returns where a finding is.
    pub(crate) fn place(&self, finding: &CouncilFinding) -> Place {
        let first = || finding.raised().next().map(|raised| raised.claim.place().clone());
        let exact = self.0.get(&finding.short_id().to_string()).cloned();
        exact.or_else(first).unwrap_or_default()
    }
}

/// Says that a packet was not judged: nothing judged is not a pass, and nothing is recorded of it.
pub fn not_judged(command: &'static str, packet: &str, reason: NotJudged) -> Report {
    let headline = format!("not judged: {}", reason.says());
    let mut report = Report::of_gate(command, packet, Outcome::InputNeeded, headline);
    report.data = Data::of(&NotJudgedKeys { not_judged: reason.word() });
    report
}

fn outcome(record: &CouncilRecord, stop: Stop, demands: Demands) -> Outcome {
    match stop {
        Stop::Interrupted => return Outcome::Failed,
        Stop::Waiting => return Outcome::InputNeeded,
        Stop::Ended(_) => {}
    }
    let judged =
        record.judgement().map_or(Outcome::Failed, |judgement| judgement.verdict.outcome());
    let fails = |finding: &CouncilFinding| {
        finding.severity() >= demands.fail_on && is_open(record, finding)
    };
    let rulings = record.rulings();
    let is_ruled = |found: &GateFinding| rulings.on_gate_finding(&found.short_id()).is_some();
    let fails_gate = |found: &GateFinding| {
        record.opening.protocol >= CouncilProtocol::Second
            && found.severity >= demands.fail_on
            && !is_ruled(found)
    };
    let mut gates = record.opening.gates.iter().filter(|gate| gate.not_applicable.is_none());
    let fails_gates = gates.any(|gate| gate.findings.iter().any(fails_gate));
    if judged < Outcome::Blocked && (record.findings.iter().any(fails) || fails_gates) {
        return Outcome::Blocked;
    }
    match (judged, demands.warnings) {
        (Outcome::Warned, Warnings::Strict) => Outcome::WarnedStrictly,
        (judged, _) => judged,
    }
}

/// Says in a few words how a session ended.
pub(crate) fn headline(record: &CouncilRecord, stop: Stop) -> String {
    match stop {
        Stop::Interrupted => return "not finished".to_owned(),
        Stop::Waiting => return "waits for an answer".to_owned(),
        Stop::Ended(_) => {}
    }
    let Some(judgement) = record.judgement() else {
        return "not finished".to_owned();
    };
    let words = match judgement.verdict {
        Verdict::Pass => "passed",
        Verdict::PassWithConcerns => "passed with concerns",
        Verdict::Remediate => "needs remediation",
        Verdict::Fail => "failed",
        Verdict::Adjudicate => "needs a human's decision",
        Verdict::Aborted => match record.ending {
            Some(Ending::Aborted(AbortReason::Timeout)) => "aborted: out of time",
            Some(Ending::Aborted(AbortReason::BudgetExhausted)) => "aborted: out of budget",
            Some(Ending::Aborted(AbortReason::SeatsLost)) => "aborted: two seats were lost",
            Some(Ending::Aborted(AbortReason::Cancelled)) => "aborted by a human",
            Some(Ending::Converged | Ending::Deadlocked) | None => "aborted",
        },
        Verdict::Skipped => "skipped",
    };
    words.to_owned()
}

fn facts(
    reviewed: &ReviewResult,
    record: &CouncilRecord,
    signals: &[Signal],
) -> Vec<(&'static str, String)> {
    // Of what is printed, so that the summary cannot contradict the page.
    let counts = words::severities(|severity| {
        signals.iter().filter(|signal| signal.severity() == severity).count()
    });
    let mut facts = vec![
        ("verdict", headline(record, reviewed.stop)),
        ("packet", record.opening.packet.to_string()),
        ("depth", record.opening.depth.word().to_ascii_lowercase()),
        ("seats", seats(reviewed)),
        ("findings", counts),
    ];
    let suppressed: usize = record.opening.suppressed.iter().map(|one| one.count).sum();
    if suppressed > 0 {
        let rules: BTreeSet<&str> =
            record.opening.suppressed.iter().map(|one| one.rule.as_str()).collect();
        let rules: Vec<&str> = rules.into_iter().collect();
        facts.push(("suppressed", format!("{suppressed} of {}", rules.join(", "))));
    }
    let reviewers = &reviewed.fold.opened().reviewers;
    let is_awaited = reviewers.values().any(|name| awaited(name).is_some());
    let is_unheld = !is_awaited && authority::minds(reviewers, Nameless::TODAY).is_empty();
    let statements = council_rules::judged(&Model::of(reviewed.fold.packet()));
    if let (true, Ok(statements)) = (is_unheld, statements) {
        facts.push(("read", format!("{statements} statements, by rules alone")));
    }
    facts.extend(saved(record));
    facts.extend(weight(&reviewed.fold, record));
    if !record.quarantined.is_empty() {
        facts.push(("quarantined", format!("{} without evidence", record.quarantined.len())));
    }
    if !record.lost.is_empty() {
        let lost: Vec<String> =
            record.lost.iter().map(|(seat, why)| format!("{seat} ({why})")).collect();
        facts.push(("lost", lost.join(", ")));
    }
    if let Some(judgement) = record.judgement() {
        let decisive: Vec<String> =
            judgement.decisive().take(3).map(|reason| because(record, reason)).collect();
        if !decisive.is_empty() {
            let all = judgement.decisive().count();
            let more = if all > 3 { format!("; and {} more", all - 3) } else { String::new() };
            facts.push(("because", decisive.join("; ") + &more));
        }
    }
    if let Some(mended) = reviewed.mended.as_ref().filter(|mended| mended.bytes > 0) {
        facts.push(("cut", mended.to_string()));
    }
    facts.push(match reviewed.keeping {
        Keeping::Recorded => ("record", reviewed.files.yaml().to_owned()),
        Keeping::Unrecorded => ("record", "none".to_owned()),
    });
    facts
}

/// Says what a review by need did not ask: a full council asks every seat in every round.
fn saved(record: &CouncilRecord) -> Option<(&'static str, String)> {
    if record.opening.depth != Depth::Auto || record.ending.is_none() {
        return None;
    }
    let asked: usize = record.rounds.iter().map(|round| round.answers.len()).sum();
    let all = SeatId::COUNT * Round::ALL.len();
    let unasked = all.saturating_sub(asked);
    if unasked == 0 {
        return None;
    }
    Some(("saved", format!("{unasked} of {all} questions, which could have changed nothing")))
}

/// Says a reason with the name of its finding that the page has too.
fn because(record: &CouncilRecord, reason: &VerdictReason) -> String {
    let said = reason.ground.to_string();
    let Some(id) = reason.ground.finding() else { return said };
    match record.findings.iter().find(|finding| finding.id().to_string() == *id) {
        Some(finding) => said.replace(id, &finding.short_id().to_string()),
        None => said,
    }
}

/// Says how much the seats' word weighs: who they are, how much of the packet the models read, what that took.
pub(crate) fn weight(fold: &Fold, record: &CouncilRecord) -> Vec<(&'static str, String)> {
    let authority = authority::of(record, fold.opened());
    let weight = ("authority", authority.in_short());
    let slices = record.opening.slices.as_ref().map(|slices| ("slices", shares(slices)));
    let reading = authority::reading(fold.traffic().delivered());
    let reading = reading.map(|reading| ("reading", read(&reading)));
    let worth = (!authority.is_unheld()).then(|| ("votes", authority.why_worth()));
    [weight].into_iter().chain(worth).chain(slices).chain(reading).collect()
}

/// Says how much of the packet each seat with a model reads.
pub(crate) fn shares(slices: &Slices) -> String {
    let all = slices.pieces.len();
    let mut said: Vec<String> = slices
        .read
        .iter()
        .map(|(seat, read)| format!("{seat} {} of {all} sections", read.len()))
        .collect();
    let unread = slices.unread().count();
    said.push(match unread {
        0 => "every section is read".to_owned(),
        1 => "1 section is read by no model".to_owned(),
        unread => format!("{unread} sections are read by no model"),
    });
    said.join(", ")
}

/// Says what the questions took to read, beside what they take where nothing is cached.
fn read(reading: &ReadingShape) -> String {
    format!(
        "{} tokens, counted as {}: {:.0} % of what it takes without a cache",
        reading.tokens_naive,
        reading.tokens_weighted,
        reading.share * 100.0
    )
}

/// Names what fills the seats; one name where it is the same thing three times, so that nobody takes it for three.
fn seats(reviewed: &ReviewResult) -> String {
    if reviewed.fold.record().opening.depth.rounds() == 0 {
        return "none was asked".to_owned();
    }
    let reviewers = &reviewed.fold.opened().reviewers;
    let first = reviewers.values().next();
    if let Some(only) = first.filter(|first| reviewers.values().all(|name| name == *first)) {
        return format!("{} filled by {only}", reviewers.len());
    }
    let people: BTreeMap<SeatId, Mind> = reviewed.fold.record().signers.minds().collect();
    let each = reviewers.iter().map(|(seat, name)| match people.get(seat) {
        Some(people) => format!("{seat} {name} ({})", people.model),
        None => format!("{seat} {name}"),
    });
    each.collect::<Vec<_>>().join(", ")
}

fn next(reviewed: &ReviewResult, record: &CouncilRecord) -> Vec<String> {
    let id = &record.opening.id;
    if reviewed.keeping == Keeping::Unrecorded {
        return Vec::new();
    }
    if reviewed.stop == Stop::Interrupted {
        return vec![format!("`council resume {id}` goes on where it stopped")];
    }
    let mut next = vec![format!("`council show {id}` has the whole session")];
    if record.ending.is_some() && !decide::open(record).is_empty() {
        next.push(format!("`council decide {id}` records what a human says of it"));
    }
    let first = record.findings.iter().find(|finding| finding.severity() >= Severity::Major);
    if let Some(finding) = first {
        next.push(format!("`council explain {}` tells a finding's whole life", finding.short_id()));
    }
    next
}

/// Tells whether a finding still says something: it was not voted down.
fn is_standing(record: &CouncilRecord, finding: &CouncilFinding) -> bool {
    finding.agreement(&record.live) != Agreement::QuorumOppose
}

/// Tells whether a finding stands and no human has decided on it.
fn is_open(record: &CouncilRecord, finding: &CouncilFinding) -> bool {
    let ruled = record.rulings().on_finding(&finding.id().to_string());
    is_standing(record, finding) && ruled.is_none()
}

fn signal(record: &CouncilRecord, exact: &Exact, finding: &CouncilFinding) -> Option<Signal> {
    if !is_standing(record, finding) {
        return None;
    }
    let claim = finding.claim();
    let code = claim.rule.as_deref().unwrap_or_else(|| claim.subcategory.word());
    let rulings = record.rulings();
    let ruled = rulings.on_finding(&finding.id().to_string());
    let ruling = ruled.map(|(decided, said)| {
        format!(" [{}, says {}: {}]", said.ruling.in_words(), decided.by, said.reason)
    });
    let ruling = ruling.unwrap_or_default();
    let message = format!("{} ({}){ruling}", claim.description, finding.short_id());
    let is_grave = finding.severity() >= Severity::Major && ruled.is_none();
    let weight = if is_grave { Weight::Block } else { Weight::Advisory };
    let signal = Signal { weight, ..Signal::block(code, exact.place(finding), message) };
    let mut signal = signal.graded(finding.severity()).named(finding.short_id());
    if !finding.remediation().is_empty() {
        signal = signal.help(finding.remediation());
    }
    Some(signal)
}

/// A rule and a line of a file.
type Spot = (String, Option<String>, Option<u32>);

fn spot(rule: &str, place: &Place) -> Spot {
    (rule.to_owned(), place.path.clone(), place.line)
}

/// Returns where seats raised what a rule reports: what a gate found by the same rule at the same line is said once.
fn raised(record: &CouncilRecord, exact: &Exact) -> BTreeSet<Spot> {
    let standing = record.findings.iter().filter(|finding| is_standing(record, finding));
    let mut spots = BTreeSet::new();
    for finding in standing {
        for raised in finding.raised() {
            let Some(rule) = raised.claim.claim().rule.as_deref() else { continue };
            spots.insert(spot(rule, raised.claim.place()));
            spots.insert(spot(rule, &exact.place(finding)));
        }
    }
    spots
}

fn gate_signal(protocol: CouncilProtocol, finding: &GateFinding) -> Signal {
    let (code, place) = (finding.rule.to_string(), finding.place.clone());
    let blocking =
        if protocol < CouncilProtocol::Second { Severity::Blocker } else { Severity::Major };
    let weight = if finding.severity >= blocking { Weight::Block } else { Weight::Advisory };
    let signal = Signal { weight, ..Signal::block(code, place, finding.message.clone()) };
    let signal = signal.graded(finding.severity);
    match finding.remediation.as_str() {
        "" => signal,
        help => signal.help(help),
    }
}

/// What a review says in JSON.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ReviewOutput<'a> {
    /// A session.
    Session(Box<ReviewSessionKeys<'a>>),
    /// A packet that was not judged.
    NotJudged(NotJudgedKeys),
    /// A session that nobody has held.
    DryRun(DryRunKeys),
}

/// A session: its bundle where it has ended, its record where it has not, and where the files are.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReviewSessionKeys<'a> {
    #[serde(flatten)]
    whole: Whole,
    /// What nobody hears because somebody said that it does not apply.
    #[serde(skip_serializing_if = "<[Suppressed]>::is_empty")]
    #[schemars(with = "Vec<SuppressedKeys>")]
    suppressed: &'a [Suppressed],
    /// Where everything is; not there where nothing is recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<ReviewFilesKeys>,
    #[serde(flatten)]
    history: Option<history::HistoryOutput<'a>>,
}

/// A session.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "BundleOrSession")]
enum Whole {
    /// The bundle of a session that has ended.
    Bundle(Box<BundleShape>),
    /// The record of one that has not.
    Session(Box<SessionShape>),
}

/// The files of a session.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ReviewFiles")]
struct ReviewFilesKeys {
    session: String,
    /// Only of a session that has ended.
    bundle: Option<String>,
    journal: String,
}

/// Findings of a rule that nobody hears, and why.
#[derive(JsonSchema)]
#[schemars(rename = "Suppressed")]
#[expect(dead_code, reason = "the core does not know schemas: this describes its type")]
struct SuppressedKeys {
    rule: String,
    place: PlaceKeys,
    count: usize,
    reason: String,
}

/// Where something is.
#[derive(JsonSchema)]
#[schemars(rename = "Place")]
#[expect(dead_code, reason = "the core does not know schemas: this describes its type")]
struct PlaceKeys {
    path: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
}

/// A packet that was not judged.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NotJudgedKeys {
    /// Why.
    not_judged: &'static str,
}

fn data(reviewed: &ReviewResult, record: &CouncilRecord) -> Data {
    let opened = reviewed.fold.opened();
    let review =
        SessionDocument { record, policy: &opened.policy, tool_version: &opened.tool_version };
    let whole = match disk::bundle(&review, opened, reviewed.fold.traffic()) {
        Some(bundle) => Whole::Bundle(Box::new(bundle)),
        None => Whole::Session(Box::new(session::shape(&review))),
    };
    let files = &reviewed.files;
    let files = match reviewed.keeping {
        Keeping::Unrecorded => None,
        Keeping::Recorded => Some(ReviewFilesKeys {
            session: files.yaml().to_owned(),
            bundle: record.ending.map(|_| files.bundle().to_owned()),
            journal: files.journal().to_owned(),
        }),
    };
    Data::of(&ReviewSessionKeys {
        whole,
        suppressed: &record.opening.suppressed,
        files,
        history: None,
    })
}
