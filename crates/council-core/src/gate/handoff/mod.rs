//! May task generation start?
//!
//! Nine things stop it, each with its own code, and so does a missing section, which the contract's conditions to pass ask
//! for beside them. Everything else the contract asks for is listed and stops nothing. A thing passes because it was read, never because nobody complained: the hard fails are decided on the values, and
//! the reader's diagnostics only say where and why. What the journal says of the file is taken in afterwards.

mod hard_fail;
#[cfg(test)]
mod tests;

use crate::{
    diagnostic::{Diagnostic, Place},
    gate::{Hold, Outcome, Signal, Weight, rereview::LATER},
    handoff::{
        CleanLine, Front, GateDecision, Handoff, HandoffPhase, HandoffStatus, PacketVersion,
        PanelRuling, Rating, ruling,
    },
    ident::ProjectName,
    series::{Series, SeriesFault, SeriesReview},
};

pub use hard_fail::HardFail;

/// How many seats must have spoken.
const SEATS: usize = 4;

/// What the gate is asked.
#[derive(Debug, Clone, Copy)]
pub struct HandoffQuestion<'a> {
    /// The project whose tasks are to be generated.
    pub project: &'a ProjectName,
    /// Its reviews.
    pub series: &'a Series,
    /// Files that look like reviews but whose place in the series cannot be told.
    pub strays: &'a [String],
    /// The file of the packet version that was reviewed, where one was found.
    pub packet: Option<&'a str>,
    /// Who wants to go on although the panel said to revise, and why.
    pub acknowledged: Option<&'a Acknowledged>,
    /// Whether the journal of the project knows the reviews, so that commands act on them.
    pub is_recorded: bool,
}

/// Who wants to go on although the panel said to revise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acknowledged {
    /// Who.
    pub by: CleanLine,
    /// Why.
    pub reason: CleanLine,
}

/// What the gate answers.
#[derive(Debug, Clone, PartialEq)]
pub struct HandoffAnswer {
    /// The decision.
    pub outcome: Outcome,
    /// What the work waits for, whatever was decided.
    pub holds: Vec<Hold>,
    /// The hard fails, in the contract's order.
    pub fails: Vec<HardFail>,
    /// Everything that was noticed, what stops the work first.
    pub signals: Vec<Signal>,
    /// The verdict that counts.
    pub ruling: Option<PanelRuling>,
}

/// What the journal of the reviews has to say about the one that was judged.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Signatures {
    /// What is wrong with it, or worth knowing.
    pub signals: Vec<Signal>,
    /// What the work waits for, whatever the file says.
    pub holds: Vec<Hold>,
}

impl HandoffAnswer {
    /// Tells whether the work waits for a human who goes on although the panel said to revise.
    pub fn waits_for_acknowledgement(&self) -> bool {
        let blocks = |codes: &[&str]| {
            let blocks = self.signals.iter().filter(|one| one.weight == Weight::Block);
            blocks.into_iter().any(|one| codes.contains(&one.code.as_str()))
        };
        blocks(&["REVISE_WITHOUT_CHANGES", "REVISE_REJECTED"]) && !blocks(&["UNSIGNED"])
    }

    /// Takes what the journal of the reviews has to say about the one that was judged: what nobody signed needs a
    /// human's approval, whatever the file says.
    pub fn take_signatures(&mut self, signatures: Signatures) {
        let Signatures { signals, holds } = signatures;
        self.holds.extend(holds);
        let is_unsigned = signals.iter().any(|signal| signal.weight == Weight::Block);
        let noticed = if is_unsigned { Outcome::ApprovalNeeded } else { Outcome::Warned };
        if !signals.is_empty() && self.outcome < Outcome::Blocked {
            self.outcome = self.outcome.max(noticed);
        }
        self.signals.extend(signals);
        self.signals.sort_by_key(|signal| std::cmp::Reverse(signal.weight));
    }
}

/// Decides whether task generation may start.
pub fn judge(question: HandoffQuestion<'_>) -> HandoffAnswer {
    let series = question.series;
    let Some(review) = series.latest().or(series.current()) else {
        return nothing_to_judge(&question);
    };
    let handoff = &review.handoff.value;
    let ruling = ruling(handoff);
    // Which review is the latest is a question to the series, not to one file.
    let of_file = HardFail::ALL.into_iter().filter(|fail| *fail != HardFail::NotLatest);
    let mut signals = hard_fails(review, question.project, of_file);
    signals.extend(order(review, &question));
    signals.extend(missing(review));
    signals.extend(contradicting(review));
    if question.is_recorded {
        for signal in &mut signals {
            point_to_command(signal, review, &question);
        }
    }
    let fails = fails(&signals);
    let is_blocked = !signals.is_empty();
    // A human is asked for their word only where nothing else stops the work.
    let stop = unmended(review, ruling, &question).filter(|_| !is_blocked);
    signals.extend(stop.clone());
    signals.extend(advisories(review, &question));
    signals.sort_by_key(|signal| std::cmp::Reverse(signal.weight));

    let outcome = if is_blocked {
        Outcome::Blocked
    } else if stop.is_some_and(|stop| stop.weight == Weight::Block) {
        Outcome::ApprovalNeeded
    } else if signals.is_empty() {
        Outcome::Pass
    } else {
        Outcome::Warned
    };
    HandoffAnswer { outcome, holds: Vec::new(), fails, signals, ruling }
}

/// Returns the signal of a project without a review.
pub(super) fn no_review(project: &ProjectName) -> Signal {
    let place = Place::file(format!("workspace/{project}/handoffs"));
    let message = format!("project `{project}` has no council review");
    Signal::block("REVIEW_MISSING", place, message).help(format!(
        "`council panel PATH --project {project}` holds one; another's is expected in `004-council-review.md` there"
    ))
}

/// Returns the signal of a file that looks like a review and does not tell which: it could be the latest.
pub(super) fn stray(path: &String) -> Signal {
    let message = "the file name does not tell which review this is";
    Signal::block(HardFail::NotLatest.code(), Place::file(path), message)
        .help("reviews after the first are named `004-council-review-r2.md`, `-r3.md` and so on")
}

fn nothing_to_judge(question: &HandoffQuestion<'_>) -> HandoffAnswer {
    let mut signals = vec![no_review(question.project)];
    signals.extend(question.strays.iter().map(stray));
    let (outcome, holds, fails) = (Outcome::InputNeeded, Vec::new(), Vec::new());
    HandoffAnswer { outcome, holds, fails, signals, ruling: None }
}

/// Returns those hard fails that stand in a file: decided on its values, explained by its diagnostics.
pub(super) fn hard_fails(
    review: &SeriesReview,
    project: &ProjectName,
    wanted: impl IntoIterator<Item = HardFail>,
) -> Vec<Signal> {
    let mut signals = Vec::new();
    for fail in wanted {
        let said: Vec<&Diagnostic> = review
            .handoff
            .errors()
            .filter(|diagnostic| fail.diagnostics().contains(&diagnostic.code))
            .collect();
        if !stands(fail, &review.handoff.value, project) && said.is_empty() {
            continue;
        }
        if said.is_empty() {
            let place = Place::file(&review.path);
            signals.push(Signal::block(fail.code(), place, fail.message()).help(fail.help()));
        }
        signals.extend(said.into_iter().map(|diagnostic| Signal {
            code: fail.code().to_owned(),
            ..Signal::from(diagnostic.clone())
        }));
    }
    signals
}

/// Tells whether a hard fail stands by the values alone. A value below a missing part is not missed a second time.
fn stands(fail: HardFail, handoff: &Handoff, project: &ProjectName) -> bool {
    let front = handoff.front.as_ref();
    let wrong = |is_wrong: fn(&Front) -> bool| front.is_some_and(is_wrong);
    match fail {
        HardFail::Front => front.is_none_or(|front| {
            front.project.as_ref() != Some(project)
                || front.number.is_none()
                || front.date.is_none()
                || front.version.is_none()
                || front.reviewers.is_empty()
                || front.status.is_none()
        }),
        HardFail::Phase => wrong(|front| front.phase != HandoffPhase::PanelReview),
        HardFail::Verdict => wrong(|front| front.verdict.is_none()),
        HardFail::Pending => wrong(|front| front.status == Some(HandoffStatus::Pending)),
        HardFail::Reviewers => {
            let spoke = handoff.reviews.iter().filter(|one| one.seat.is_core() && !one.is_empty());
            spoke.count() < SEATS
        }
        HardFail::Synthesis => handoff.synthesis.is_none(),
        HardFail::ChairVerdict => {
            handoff.synthesis.as_ref().is_some_and(|synthesis| synthesis.verdict.is_none())
        }
        HardFail::ReReview => handoff.rereview.is_none(),
        HardFail::NotProceed => handoff
            .rereview
            .as_ref()
            .is_some_and(|rereview| rereview.decision != Some(GateDecision::Proceed)),
        HardFail::NotLatest => false,
    }
}

/// Returns what keeps the review from being the latest of a series in order.
fn order(review: &SeriesReview, question: &HandoffQuestion<'_>) -> Vec<Signal> {
    let later = question.series.reviews().iter().filter(|one| one.number > review.number);
    let later = later.map(|one| {
        let message = format!(
            "review {} is still PENDING, so {} is not the latest of the series",
            one.number, review.number
        );
        Signal::block(HardFail::NotLatest.code(), Place::file(&one.path), message)
            .help(HardFail::NotLatest.help())
    });
    let faults = question.series.faults().iter().map(fault);
    later.chain(faults).chain(question.strays.iter().map(stray)).collect()
}

/// Returns the signal of a fault of the series: it leaves open which review is the latest.
pub(super) fn fault(fault: &SeriesFault) -> Signal {
    let block = |path: &str, message: String| {
        Signal::block(HardFail::NotLatest.code(), Place::file(path), message)
    };
    match fault {
        SeriesFault::Twins { number, path, other } => {
            block(other, format!("review {number} exists twice: this file and `{path}` differ"))
                .help("keep the one that is true")
        }
        SeriesFault::Gap { missing } => Signal::block(
            HardFail::NotLatest.code(),
            Place::default(),
            format!("review {missing} is missing from the series"),
        )
        .help("every review file is kept: bring the missing one back"),
        SeriesFault::Misnumbered { path, named, stated } => block(
            path,
            format!("the file is named as review {named} and says it is review {stated}"),
        )
        .help("let `review_number` and the file name agree"),
        SeriesFault::NotReconvened { path, missing } => {
            block(path, format!("the panel was to meet again, and review {missing} does not exist"))
                .help("reconvene the panel, or decide to proceed")
        }
    }
}

fn fails(signals: &[Signal]) -> Vec<HardFail> {
    let is_there = |fail: &HardFail| signals.iter().any(|signal| signal.code == fail.code());
    HardFail::ALL.into_iter().filter(is_there).collect()
}

/// Names the command that mends a review which the journal knows. Nobody is told to edit the file.
fn point_to_command(signal: &mut Signal, review: &SeriesReview, question: &HandoffQuestion<'_>) {
    let project = question.project;
    let is = |fail: HardFail| signal.code == fail.code();
    let reconvenes = review.decision() == Some(GateDecision::Reconvene);
    let later = question.series.reviews().last().filter(|last| last.number > review.number);
    let is_about_later = later.is_some_and(|one| signal.place.path.as_ref() == Some(&one.path));
    // A panel that meets again has a file as soon as that is decided, so that one which is not there was lost.
    let is_lost = later.is_none() && reconvenes || signal.place.path.is_none();
    if is(HardFail::NotLatest) && !is_about_later && !is_lost {
        return;
    }
    signal.help = Some(if is(HardFail::Pending) {
        format!("`council decide --project {project}` records what is accepted and rejected")
    } else if is(HardFail::NotProceed) && reconvenes || is(HardFail::NotLatest) {
        match later {
            Some(later) if later.is_shell() => {
                format!("`council panel --project {project}` holds review {}", later.number)
            }
            Some(later) => format!(
                "`council decide --project {project}` answers review {}, which waits for it",
                later.number
            ),
            None => format!("`council restore {project}` writes the file of the next review again"),
        }
    } else if is(HardFail::NotProceed) {
        format!(
            "`council gate rereview {project}` records whether to proceed, once the review is decided on"
        )
    } else if is(HardFail::Reviewers) {
        format!(
            "`council gate rereview {project} --reconvene --rationale REASON --by NAME` lets the panel meet again"
        )
    } else {
        format!("`council restore {project}` writes the file as it was recorded")
    });
}

/// Returns the signal of a verdict to revise that nothing was done about: it stops the work until a human says why not.
fn unmended(
    review: &SeriesReview,
    ruling: Option<PanelRuling>,
    question: &HandoffQuestion<'_>,
) -> Option<Signal> {
    let handoff = &review.handoff.value;
    if ruling?.verdict != Rating::Revise {
        return None;
    }
    let project = question.project;
    let confirm = format!(
        "`council gate handoff {project} --acknowledge REASON --by NAME` records that the mandatory findings stay open"
    );
    let (code, message, help) = match handoff.front.as_ref()?.status? {
        HandoffStatus::Accepted if !handoff.revisions.shows_changes() => (
            "REVISE_WITHOUT_CHANGES",
            "The council issued a REVISE AND RESUBMIT verdict but no PRD changes are recorded. Confirm you wish to proceed without addressing the council's mandatory findings.",
            confirm,
        ),
        HandoffStatus::Rejected => (
            "REVISE_REJECTED",
            "the panel's verdict is REVISE AND RESUBMIT, and its recommendations were rejected",
            confirm,
        ),
        HandoffStatus::Accepted | HandoffStatus::Pending => return None,
    };
    let place = Place::file(&review.path);
    Some(match question.acknowledged {
        Some(Acknowledged { by, reason }) => {
            let message = message.trim_end_matches('.');
            Signal::advisory(code, place, format!("{message}; acknowledged by {by}: {reason}"))
        }
        None => Signal::block(code, place, message).help(help),
    })
}

/// What the contract's conditions to pass ask for beside the nine, by the reader's codes.
const SECTIONS: [&str; 4] =
    ["decisions-duplicate", "decisions-missing", "revision-log-duplicate", "revision-log-missing"];

/// Returns which sections are missing for a pass beside those of the nine.
fn missing(review: &SeriesReview) -> impl Iterator<Item = Signal> {
    let sections = review.handoff.errors().filter(|one| SECTIONS.contains(&one.code));
    sections.map(|diagnostic| Signal {
        code: "SECTION_MISSING".to_owned(),
        ..Signal::from(diagnostic.clone())
    })
}

/// What of a file contradicts another part of it on what a human decided, by the reader's codes. Nobody can answer for a
/// decision that the file states in two ways.
const CONTRADICTIONS: [&str; 1] = ["decisions-contradict"];

/// Returns where a file says two things about what was decided.
fn contradicting(review: &SeriesReview) -> impl Iterator<Item = Signal> {
    let said = review.handoff.errors().filter(|one| CONTRADICTIONS.contains(&one.code));
    said.map(|diagnostic| Signal {
        code: "DECISIONS_CONTRADICT".to_owned(),
        ..Signal::from(diagnostic.clone())
    })
}

/// Returns the rest of what the contract asks for, and what else is worth knowing.
fn advisories(review: &SeriesReview, question: &HandoffQuestion<'_>) -> Vec<Signal> {
    let is_rest = |one: &&Diagnostic| {
        let is_told = SECTIONS.contains(&one.code) || CONTRADICTIONS.contains(&one.code);
        HardFail::of(one.code).is_none() && !is_told
    };
    let rest = review.handoff.diagnostics.iter().filter(is_rest);
    let mut signals: Vec<Signal> = rest.map(advisory).collect();
    if question.is_recorded {
        let is_later = |signal: &Signal| LATER.contains(&signal.code.as_str());
        signals.retain(|signal| review.decision().is_some() || !is_later(signal));
        signals.iter_mut().for_each(not_by_hand);
    }
    let version = review.handoff.value.front.as_ref().and_then(|front| front.version);
    if let (Some(version), None) = (version, question.packet) {
        signals.push(packet_missing(question.project, version));
    }
    signals
}

/// Takes back the advice to write something into a review that Council wrote: nobody edits that by hand.
pub(super) fn not_by_hand(signal: &mut Signal) {
    signal.help = match signal.code.as_str() {
        "too-few-findings" | "severity-missing" => {
            Some("a model or a person in that seat may find more".to_owned())
        }
        _ => None,
    };
}

/// Returns a diagnostic as something worth knowing.
pub(super) fn advisory(diagnostic: &Diagnostic) -> Signal {
    let code = if diagnostic.code == "chair-mismatch" { "CHAIR_MISMATCH" } else { diagnostic.code };
    Signal { code: code.to_owned(), weight: Weight::Advisory, ..Signal::from(diagnostic.clone()) }
}

fn packet_missing(project: &ProjectName, version: PacketVersion) -> Signal {
    let place = Place::file(format!("workspace/{project}"));
    let message = format!("PRD {version}, which was reviewed, was not found in the project");
    Signal::advisory("PRD_NOT_FOUND", place, message)
        .help(format!("it is expected as `tasks/prd-{project}-{version}.md`"))
}
