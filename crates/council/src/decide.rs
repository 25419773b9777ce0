//! A human's word on a session that has ended: recorded in its journal, and the verdict computed again.

use std::collections::BTreeSet;

use council_core::{
    council::{CouncilDecision, CouncilFinding, CouncilRecord, DatedDecision, Moment, Ruling},
    diagnostic::Place,
    gate::{Hold, Outcome, Signal, report::GateFinding},
    handoff::CleanLine,
    severity::Severity,
    signature,
    verdict::Verdict,
};
use council_engine::{Entry, Fold};
use council_formats::report::{Data, Report};
use council_store::{Holder, Mend, Repo};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use crate::{
    review::{self, Keeping, ReviewResult},
    run::RunError,
    words,
};

/// What a human says of a session.
#[derive(Debug, Clone)]
pub struct DecideRequest {
    /// The session: its id, one of its files, its packet or `latest`.
    pub session: String,
    /// Who decides.
    pub by: Option<CleanLine>,
    /// What is said.
    pub said: Vec<RulingRequest>,
}

/// One ruling on some findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingRequest {
    /// The findings, by the ids that people are shown.
    pub ids: Vec<String>,
    /// What is decided.
    pub ruling: Ruling,
    /// Why.
    pub reason: CleanLine,
    /// Who answers for it.
    pub owner: Option<CleanLine>,
    /// The last day on which it holds.
    pub until: Option<Date>,
}

/// Why nothing was recorded.
#[derive(Debug, Error)]
pub enum DecideError {
    /// The session cannot be had.
    #[error(transparent)]
    Review(#[from] RunError),
    /// It has not ended.
    #[error("session `{0}` has not ended, so there is nothing to decide yet")]
    NotEnded(String),
    /// Nobody said anything.
    #[error("nothing is said of any finding")]
    NothingSaid(Vec<String>),
    /// A finding is not there.
    #[error("the session has no finding `{0}`")]
    NoFinding(String),
    /// The session is no longer as it was shown.
    #[error("the session has changed since it was shown, and nothing was recorded")]
    Stale,
    /// Something is missing.
    #[error("{0}")]
    Missing(&'static str),
    /// A day is over.
    #[error("the last day {0} is over")]
    Over(Date),
}

impl DecideError {
    /// Says what to do about it.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            DecideError::Review(_) => return None,
            DecideError::NotEnded(id) => format!("`council resume {id}` goes on with it"),
            DecideError::NothingSaid(open) if open.is_empty() => {
                "nothing of weight is open in it".to_owned()
            }
            DecideError::NothingSaid(open) => format!("open: {}", open.join(" | ")),
            DecideError::NoFinding(_) => "`council show SESSION` lists them".to_owned(),
            DecideError::Stale => "read it again before you decide".to_owned(),
            DecideError::Missing(_) => {
                "`--by NAME` decides, `--owner NAME` answers for it, `--until YYYY-MM-DD` is the last day".to_owned()
            }
            DecideError::Over(_) => "name a day from today on".to_owned(),
        })
    }

    /// Returns the code of the signal that says it.
    pub fn code(&self) -> &'static str {
        match self {
            DecideError::Review(_) => "NO_SESSION",
            DecideError::NotEnded(_) => "NOT_ENDED",
            DecideError::NothingSaid(_) => "DECISION_MISSING",
            DecideError::NoFinding(_) => "NO_FINDING",
            DecideError::Stale => "HASH_STALE",
            DecideError::Missing(_) => "DECISION_INCOMPLETE",
            DecideError::Over(_) => "DAY_OVER",
        }
    }

    /// Tells whether an answer would be enough.
    pub fn is_missing(&self) -> bool {
        matches!(self, DecideError::NothingSaid(_) | DecideError::Missing(_))
    }
}

/// A decision that was recorded.
#[derive(Debug)]
pub struct RecordedRuling {
    /// The session, with the decision.
    pub reviewed: ReviewResult,
    /// The decision.
    pub decided: DatedDecision,
    /// The verdict before it.
    pub before: Verdict,
    /// The verdict now.
    pub now: Verdict,
}

/// What is said in JSON of a decision on a session.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DecideOutput<'a> {
    /// The session.
    session_id: &'a str,
    /// The verdict now.
    verdict: &'static str,
    /// The verdict before the decision.
    verdict_before: &'static str,
    /// What was decided, as the journal keeps it.
    #[schemars(with = "SessionDecidedKeys")]
    decided: &'a DatedDecision,
    /// How many findings of weight are left.
    open_findings: usize,
}

/// What a human decided, as the journal keeps it.
#[derive(JsonSchema)]
#[schemars(rename = "Decided")]
#[expect(dead_code, reason = "the core does not know schemas: this describes its type")]
struct SessionDecidedKeys {
    /// Who.
    by: String,
    /// The command with which they said it.
    #[schemars(skip_serializing_if = "Option::is_none")]
    via: Option<String>,
    /// When.
    at: String,
    /// The hash of the session file that they were shown.
    shown: String,
    /// What they said.
    decisions: Vec<DecisionKeys>,
    /// Whether what they let stand at a gate is a concern.
    #[schemars(skip_serializing_if = "std::ops::Not::not")]
    carries_gates: bool,
}

/// One ruling on some findings.
#[derive(JsonSchema)]
#[schemars(rename = "Decision")]
#[expect(dead_code, reason = "the core does not know schemas: this describes its type")]
struct DecisionKeys {
    /// The findings of the council.
    #[schemars(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<String>,
    /// What a gate found.
    #[schemars(skip_serializing_if = "Vec::is_empty")]
    gate_findings: Vec<String>,
    /// What is decided.
    ruling: String,
    /// Why.
    reason: String,
    /// Who answers for it.
    #[schemars(skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
    /// The last day on which it holds.
    #[schemars(skip_serializing_if = "Option::is_none")]
    until: Option<String>,
}

/// Something that a human can decide on, as it is shown.
#[derive(Debug, Clone)]
pub struct Decidable {
    /// The id that people are shown.
    pub id: String,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, where, in which words, and who says so.
    pub lines: Vec<String>,
}

/// Records what a human says of a session that has ended.
pub fn decide(
    repo: &Repo,
    request: &DecideRequest,
    at: Timestamp,
    holder: &Holder,
) -> Result<RecordedRuling, DecideError> {
    decide_as_shown(repo, request, None, at, holder)
}

/// Returns the hash of what a decision on a session is about: its record as it lies there now.
pub fn shown(repo: &Repo, session: &str) -> Result<String, RunError> {
    let files = review::find(repo, session)?;
    Ok(signature::hash(&repo.read_if_there(files.yaml())?.unwrap_or_default()))
}

/// Records what a human says of a session that has ended, unless it is no longer as it was shown to them.
pub fn decide_as_shown(
    repo: &Repo,
    request: &DecideRequest,
    expected: Option<&str>,
    at: Timestamp,
    holder: &Holder,
) -> Result<RecordedRuling, DecideError> {
    let files = review::find(repo, &request.session).map_err(RunError::from)?;
    let opened = repo.open_session(&files, holder, Mend::Refuse).map_err(RunError::from)?;
    let (lines, mut journal) = opened;
    let entries = review::entries(&files, &lines).map_err(RunError::from)?;
    let mut fold = Fold::replay(entries).map_err(RunError::from)?;
    let today = at.to_zoned(TimeZone::UTC).date();
    let record = fold.record().on(Some(today));
    let Some(before) = record.judgement() else {
        return Err(DecideError::NotEnded(files.id()));
    };
    if request.said.is_empty() {
        return Err(DecideError::NothingSaid(
            open(&record).iter().map(Decidable::in_short).collect(),
        ));
    }
    let by = request.by.as_ref().ok_or(DecideError::Missing("it is not said who decides"))?;
    let decisions = request.said.iter().map(|said| decision(&record, said, today));
    let shown = repo.read_if_there(files.yaml()).map_err(RunError::from)?.unwrap_or_default();
    if expected.is_some_and(|expected| expected != signature::hash(&shown)) {
        return Err(DecideError::Stale);
    }
    let decided = DatedDecision {
        by: by.to_string(),
        via: Some(holder.command.clone()),
        at,
        shown: signature::hash(&shown),
        decisions: decisions.collect::<Result<_, _>>()?,
        carries_gates: true,
    };
    let moment = Moment { at, active: fold.latest().active };
    let entry = Entry::Decided { decided: decided.clone(), moment };
    fold.take(&entry).map_err(RunError::from)?;
    let stop = review::stopped(&fold);
    let reviewed = ReviewResult {
        files,
        fold,
        stop,
        mended: None,
        keeping: Keeping::Recorded,
        day: Some(today),
    };
    // What cannot be written whole is not recorded either.
    let outputs = review::outputs(&reviewed)?;
    let line = serde_json::to_string(&entry).unwrap_or_default();
    journal.commit(&[line]).map_err(RunError::from)?;
    let files = &reviewed.files;
    let written = [(files.yaml(), Some(&outputs.yaml)), (files.bundle(), outputs.bundle.as_ref())];
    let stage = outputs.stage.iter().map(|(path, text)| (path.as_str(), Some(text)));
    for (path, text) in written.into_iter().chain(stage) {
        if let Some(text) = text {
            repo.write_atomic(path, text.as_bytes()).map_err(RunError::from)?;
        }
    }
    let now = reviewed.record().judgement().map_or(before.verdict, |judgement| judgement.verdict);
    Ok(RecordedRuling { reviewed, decided, before: before.verdict, now })
}

/// Says why nothing was recorded.
pub fn refused(session: &str, error: &DecideError) -> Report {
    let outcome = if error.is_missing() { Outcome::InputNeeded } else { Outcome::Blocked };
    let said = error.to_string();
    let mut report = Report::new("decide", session, outcome, &said);
    let signal = Signal::block(error.code(), Place::default(), said);
    report.signals.push(match error.hint() {
        Some(hint) => signal.help(hint),
        None => signal,
    });
    report
}

/// Checks one ruling and finds what it is about.
fn decision(
    record: &CouncilRecord,
    said: &RulingRequest,
    today: Date,
) -> Result<CouncilDecision, DecideError> {
    if said.ruling.needs_owner() && said.owner.is_none() {
        return Err(DecideError::Missing("it is not said who owns the risk"));
    }
    if said.ruling.needs_day() && said.until.is_none() {
        return Err(DecideError::Missing("no last day is named"));
    }
    if let Some(until) = said.until.filter(|until| *until < today) {
        return Err(DecideError::Over(until));
    }
    let (mut findings, mut gate_findings) = (BTreeSet::new(), BTreeSet::new());
    for id in &said.ids {
        let meant: Vec<&CouncilFinding> =
            record.findings.iter().filter(|finding| is_called(finding, id)).collect();
        let mut found: BTreeSet<String> =
            at_gates(record).map(GateFinding::short_id).filter(|short| short == id).collect();
        // What a seat raised by a rule is weighed where the gate found it, so the word is about both.
        let by_rules = meant.iter().filter(|finding| finding.claim().rule.is_some());
        let named: BTreeSet<String> = by_rules.map(|one| one.short_id().to_string()).collect();
        found.extend(at_gates(record).map(GateFinding::short_id).filter(|id| named.contains(id)));
        if meant.is_empty() && found.is_empty() {
            return Err(DecideError::NoFinding(id.clone()));
        }
        findings.extend(meant.iter().map(|finding| finding.id().to_string()));
        gate_findings.extend(found);
    }
    let (owner, until) = (said.owner.as_ref().map(ToString::to_string), said.until);
    let reason = said.reason.to_string();
    Ok(CouncilDecision { findings, gate_findings, ruling: said.ruling, reason, owner, until })
}

fn is_called(finding: &CouncilFinding, id: &str) -> bool {
    finding.id().to_string() == id || finding.short_id().to_string() == id
}

fn at_gates(record: &CouncilRecord) -> impl Iterator<Item = &GateFinding> {
    let gates = record.opening.gates.iter().filter(|gate| gate.not_applicable.is_none());
    gates.flat_map(|gate| &gate.findings)
}

/// Returns the short ids of the blockers and majors of one gate that nobody has decided on.
pub(crate) fn at_gate(record: &CouncilRecord, id: &str) -> Vec<String> {
    let rulings = record.rulings();
    let gates = record.opening.gates.iter().filter(|gate| gate.id == id);
    let grave = gates.flat_map(|gate| &gate.findings).filter(|one| one.severity >= Severity::Major);
    let ids: BTreeSet<String> = grave.map(GateFinding::short_id).collect();
    ids.into_iter().filter(|id| rulings.on_gate_finding(id).is_none()).collect()
}

/// Returns what of a session waits for a human: what keeps its verdict from passing, the gravest first.
pub fn open(record: &CouncilRecord) -> Vec<Decidable> {
    let rulings = record.rulings();
    let grave = |severity: Severity| severity >= Severity::Major;
    let is_open = |found: &&GateFinding| {
        grave(found.severity) && rulings.on_gate_finding(&found.short_id()).is_none()
    };
    let gates: Vec<Decidable> = at_gates(record).filter(is_open).map(Decidable::of_gate).collect();
    let at_gate: BTreeSet<String> = gates.iter().map(|matter| matter.id.clone()).collect();
    let council = record.findings.iter().filter(|finding| {
        let is_told = at_gate.contains(&finding.short_id().to_string());
        grave(finding.severity()) && record.resolution(finding).is_open() && !is_told
    });
    let council = council.filter(|finding| !record.is_weighed_by_gates(finding));
    let mut open: Vec<Decidable> =
        gates.into_iter().chain(council.map(|finding| Decidable::of(record, finding))).collect();
    open.sort_by_key(|matter| std::cmp::Reverse(matter.severity));
    open
}

impl Decidable {
    fn of(record: &CouncilRecord, finding: &CouncilFinding) -> Self {
        let claim = finding.claim();
        let place = crate::sessions::place(finding);
        let mut lines = vec![
            format!("{}: {}", finding.severity().word(), claim.description),
            format!("at {place}: {}", words::shown_by(claim)),
            format!(
                "agreement: {}; behind it: {}",
                words::agreement(finding.agreement(&record.live)),
                words::seats(&finding.supporting())
            ),
        ];
        lines.extend(
            finding.objections().iter().map(|(seat, why)| format!("{seat} objects: {why}")),
        );
        for ballot in finding.validity().into_iter().chain(finding.remediation_ballot()) {
            let votes = ballot.votes.iter().map(|(seat, cast)| {
                let why = cast.rationale.trim();
                let why = if why.is_empty() { String::new() } else { format!(": {why}") };
                format!("voted: {seat} {}{why}", words::vote(cast.vote))
            });
            lines.extend(votes);
        }
        let remedy = finding.remediation();
        lines.extend((!remedy.is_empty()).then(|| format!("to fix it: {remedy}")));
        Self { id: finding.short_id().to_string(), severity: finding.severity(), lines }
    }

    fn of_gate(found: &GateFinding) -> Self {
        let lines = vec![
            format!("{}: {}", found.severity.word(), found.message),
            format!("at {}, by the rule {}", found.place, found.rule),
        ];
        Self { id: found.short_id(), severity: found.severity, lines }
    }

    fn in_short(&self) -> String {
        format!("{} {}", self.id, self.lines.first().map_or("", String::as_str))
    }
}

/// Makes the report of a decision. It exits 0 because it is recorded; whether the work may go on is the verdict's to say.
pub fn report(recorded: &RecordedRuling) -> Report {
    let record = recorded.reviewed.record();
    let subject = record.opening.id.to_string();
    let mut report = Report::of_gate("decide", &subject, Outcome::Pass, "the decision is recorded");
    report.facts = vec![
        (
            "verdict",
            format!("{}, was {}", words::verdict(recorded.now), words::verdict(recorded.before)),
        ),
        ("by", recorded.decided.by.clone()),
    ];
    for said in &recorded.decided.decisions {
        let about = said.findings.iter().chain(&said.gate_findings).cloned().collect::<Vec<_>>();
        let owner = said.owner.as_ref().map(|owner| format!("; {owner} answers for it"));
        let until = said.until.map(|until| format!(" until {until}"));
        report.facts.push((
            "decided",
            format!(
                "{}: {}, because {}{}{}",
                about.join(", "),
                said.ruling.in_words(),
                said.reason,
                owner.unwrap_or_default(),
                until.unwrap_or_default()
            ),
        ));
    }
    let left = open(&record).len();
    report.facts.push(("open", format!("{} of weight", words::count(left, "finding"))));
    report.facts.push(("record", recorded.reviewed.files.yaml().to_owned()));
    if recorded.now.outcome() > Outcome::Warned {
        report.hold(Hold::GateClosed);
        report.next.push(format!("`council explain --verdict {subject}` says what is left"));
    }
    for hold in review::holds(&recorded.reviewed) {
        report.hold(hold);
    }
    report.data = Data::of(&DecideOutput {
        session_id: &subject,
        verdict: recorded.now.word(),
        verdict_before: recorded.before.word(),
        decided: &recorded.decided,
        open_findings: left,
    });
    report
}
