//! What a round or a decision came to, in words and as JSON.

use council_core::{
    council::AbortReason,
    diagnostic::Place,
    forum::{
        Blocker, ChecklistItem, Discussion, ForumAnswer, ForumInput, Round, RoundStatus,
        answer::{Objection, OwnerPosition, ReplyToChallenge, Stance},
    },
    gate::{Hold, Outcome, Signal},
};
use council_formats::{
    forum_instance,
    report::{Data, Report},
    round_summary::{self, SummaryPage},
};

use super::{DecidedRound, ForumProgress, HeldRound, convene::Instance, gate, keys};
use crate::{answer, panel, run::Refusal};

/// Says what a round came to: the page that a human decides on, its hash, and the ways on.
pub fn round_report(held: &HeldRound) -> Report {
    let project = held.discussion.project();
    let Some(latest) = held.discussion.latest() else {
        return Report::new("forum", project.as_str(), Outcome::InputNeeded, "no round was held");
    };
    let summary = latest.summary();
    let (outcome, headline) = match summary.status() {
        RoundStatus::Ready => (Outcome::ApprovalNeeded, "the round is ready for human approval"),
        RoundStatus::Open if summary.has_position() => (Outcome::Blocked, "the discussion is open"),
        RoundStatus::Open => {
            (Outcome::Blocked, "the discussion is open, and there is nothing to approve")
        }
    };
    let subject = format!("{project} round {}", summary.number());
    let mut report = Report::new("forum", subject, outcome, headline);
    report.page = shown(&held.discussion);
    report.facts = vec![
        ("authority", held.authority.in_short()),
        ("hash", summary.digest().to_string()),
        ("record", held.record.clone()),
        (
            "packet",
            if held.packet.is_empty() {
                "none: `--packet PATH` gives the members one".to_owned()
            } else {
                held.packet.join(", ")
            },
        ),
    ];
    let checklist = gate::checked(&held.discussion, summary, &held.handoffs);
    let unheld = summary.blockers().into_iter().filter(|one| matches!(one, Blocker::Unheld(_)));
    if unheld.count() == summary.seats().all().count() {
        let owner =
            summary.seats().owners().first().map_or("po-1".into(), |seat| seat.id.to_string());
        let words = format!(
            "nobody took a position: the offline rules fill every seat; `--reviewer PROVIDER:MODEL` or `--seat {owner}=human` gives a seat a voice"
        );
        report.facts.push(("not yet", words));
    } else {
        let missing = checklist.items.iter().filter(|item| !item.holds());
        let said = |item: &ChecklistItem| {
            ("not yet", format!("{}: {}", item.says, item.against.join("; ")))
        };
        report.facts.extend(missing.map(said));
    }
    if held.tokens > 0 {
        report.facts.push(("tokens", held.tokens.to_string()));
    }
    let decide = |choice: &str| {
        format!("council decide --forum {project} {choice} --hash {} --by NAME", summary.digest())
    };
    report.next = vec![format!("council forum --project {project} \"your next message\"")];
    let approve = decide(&format!("--approve {}", summary.number()));
    match summary.status() {
        RoundStatus::Ready => report.next.insert(0, approve),
        RoundStatus::Open if summary.has_position() => report.next.push(approve),
        RoundStatus::Open => {}
    }
    match &held.instance {
        Instance::Missing => {
            let page =
                format!("none: the config alone says who sits here ({})", forum_instance::FILE);
            report.facts.push(("page", page));
        }
        Instance::Read { path, differs } => report.signals.extend(gate::differs(path, differs)),
    }
    report.next.push(decide("--redirect \"the new proposal\""));
    report.next.push(decide("--unilateral \"what you decide\""));
    report.data = Data::of(&keys::RoundKeys {
        project: project.as_str(),
        round: summary.number(),
        hash: summary.digest().as_str(),
        status: summary.status().word(),
        state: held.discussion.state().word(),
        record: &held.record,
        packet: &held.packet,
        tokens: held.tokens,
        authority: &held.stated,
        summary: summary.json(),
        checklist: keys::checklist(&checklist),
    });
    report
}

/// Returns the page of the latest round, as a human is shown it.
pub fn shown(discussion: &Discussion) -> Option<String> {
    discussion.latest().map(|held| round_summary::write(&SummaryPage::of(held.summary())))
}

/// Says in one line what somebody said, for whoever follows a round.
pub fn spoken(round: &Round, input: &ForumInput) -> String {
    let seat = round.seats().seat(input.seat());
    let who = seat
        .map_or_else(|| input.seat().to_string(), |seat| format!("{} ({})", seat.name, seat.lens));
    let ids = |all: Vec<String>| if all.is_empty() { "nothing".to_owned() } else { all.join("; ") };
    let said = match input {
        ForumInput::Lost { reason, .. } => format!("[lost: {}]", reason.word()),
        ForumInput::Unreadable { reason, .. } => format!("[unreadable: {reason}]"),
        ForumInput::Answered { answer, .. } => match answer {
            ForumAnswer::Reading(points) => format!("reads it as {}", ids(points.clone())),
            ForumAnswer::Questions(all) => ids(all.iter().map(|one| one.text.clone()).collect()),
            ForumAnswer::Draft(said) => format!("[draft, {}] {}", stances(said), said.position),
            ForumAnswer::Position(said) => format!("[{}] {}", stances(said), said.position),
            ForumAnswer::Challenge(said) => objection(said),
            ForumAnswer::Examination(said) => {
                let raised = said.raised.iter().map(objection);
                let examined =
                    said.examined.iter().map(|one| format!("{} examined: {}", one.point, one.what));
                ids(raised.chain(examined).collect())
            }
            ForumAnswer::NoUncoveredRisk { examined } => {
                format!("No uncovered risk. Examined: {}", examined.join("; "))
            }
            ForumAnswer::Alternative(said) => format!("Alternative: {said}"),
            ForumAnswer::Replies(all) => ids(all.iter().map(replied).collect()),
            ForumAnswer::Restated { replies, points } => {
                let stands =
                    points.iter().map(|one| format!("{} {}", one.point, one.stance.word()));
                ids(replies.iter().map(replied).chain(stands).collect())
            }
            ForumAnswer::Evaluations(all) => ids(all
                .iter()
                .map(|one| format!("{} {}: {}", one.challenge, one.judgement.word(), one.note))
                .collect()),
        },
    };
    format!("{who}: {said}")
}

fn stances(said: &OwnerPosition) -> String {
    if said.points.is_empty() {
        return said.taken().map_or("no position", Stance::word).to_owned();
    }
    let each = said.points.iter().map(|one| format!("{} {}", one.point, one.stance.word()));
    each.collect::<Vec<_>>().join(", ")
}

fn objection(said: &Objection) -> String {
    let against = said.point.map(|point| format!("{point}, ")).unwrap_or_default();
    format!("{against}Risk: {} Alternative: {}", stop(&said.risk), said.alternative)
}

fn replied(one: &ReplyToChallenge) -> String {
    format!("{} {}: {}", one.challenge, one.stand.word(), one.rationale)
}

fn stop(sentence: &str) -> String {
    let sentence = sentence.trim();
    if sentence.ends_with(['.', '!', '?']) { sentence.to_owned() } else { format!("{sentence}.") }
}

/// Says how far a round got that has no summary.
pub fn unheld_report(held: &ForumProgress) -> Option<Report> {
    let (project, headline) = match held {
        ForumProgress::Round(_) => return None,
        ForumProgress::Aborted { project, reason } => {
            let headline = match reason {
                AbortReason::Timeout => "the round ran out of time; there is no summary",
                AbortReason::BudgetExhausted => "the round ran out of budget; there is no summary",
                AbortReason::SeatsLost => "too many seats were lost; there is no summary",
                AbortReason::Cancelled => "the round was called off; there is no summary",
            };
            (project, headline)
        }
        ForumProgress::Waiting { project, .. } => (project, "the round waits for an answer"),
        ForumProgress::Interrupted { project, .. } => {
            (project, "the round was interrupted; there is no summary yet")
        }
    };
    let mut report = Report::new("forum", project.as_str(), Outcome::Failed, headline);
    match held {
        ForumProgress::Interrupted { answers, .. } => {
            report.facts.push(("answers", answers.to_string()));
            report.next.push(format!(
                "`council forum --project {project}` goes on; what was answered is not asked again"
            ));
        }
        ForumProgress::Waiting { asks, .. } => {
            report.outcome = Outcome::InputNeeded;
            answer::waiting(&mut report, asks);
        }
        ForumProgress::Round(_) | ForumProgress::Aborted { .. } => {
            report.next.push("the next message starts over".to_owned());
        }
    }
    report.data = Data::of(&keys::BareForumKeys { project: project.as_str() });
    Some(report)
}

/// Says what was decided, and what the gate makes of it now.
pub fn decided_report(decided: &DecidedRound, gate: Option<Hold>) -> Report {
    let project = decided.discussion.project();
    let latest = decided.discussion.latest();
    let number = latest.map_or(0, |held| held.summary().number());
    let act = latest.and_then(|held| held.decision()).map(|decision| decision.act().clone());
    let word = act.as_ref().map_or("nothing", |act| act.choice.word());
    let headline = match (decided.is_new, word) {
        (false, _) => "this was decided already",
        (true, "approve") => "the majority position is approved, and its intent is handed off",
        (true, "unilateral") => "decided by the human alone, and the intent is handed off",
        (true, "redirect") => "the proposal is redirected; the next round is about the new one",
        (true, _) => "the discussion is kept open",
    };
    let outcome = if decided.leaks.is_empty() { Outcome::Pass } else { Outcome::Warned };
    let subject = format!("{project} round {number}");
    let mut report = Report::of_gate("decide", subject, outcome, headline);
    if let Some(act) = &act {
        report.facts.push(("decision", format!("{word} by {} at {}", act.by, act.at)));
        report.facts.extend(act.choice.words().map(|words| ("words", words.to_owned())));
    }
    report.facts.push(("record", decided.record.clone()));
    if let Some((path, intent)) = &decided.handoff {
        report.facts.push(("handoff", path.clone()));
        let unresolved: Vec<String> =
            intent.unresolved.iter().map(|one| one.id.to_string()).collect();
        if !unresolved.is_empty() {
            report.facts.push(("unresolved", unresolved.join(", ")));
        }
        report.signals = decided
            .leaks
            .iter()
            .map(|leak| {
                let message = format!(
                    "`{}` in the {} says how ({})",
                    leak.found,
                    leak.place,
                    leak.how.word()
                );
                Signal::advisory("INTENT_ONLY", Place::file(path), message)
                    .help("intent says what and why; those who build it choose how")
            })
            .collect();
        report.next.push(format!("hand `{path}` to the business analyst; the council steps back"));
        report.next.push("another message opens a new discussion that cites it".to_owned());
    } else if word == "redirect" {
        report.next.push(format!("`council forum --project {project}` holds the round on it"));
    } else {
        report.next.push(format!("`council forum --project {project} \"your next message\"`"));
    }
    if decided.gives_up {
        report.notes.push("a round that was begun and cut off is given up".to_owned());
    }
    report.data = Data::of(&keys::RoundDecidedKeys {
        project: project.as_str(),
        round: number,
        choice: word,
        words: act.as_ref().and_then(|act| act.choice.words()),
        by: act.as_ref().map(|act| act.by.as_str()),
        at: act.as_ref().map(|act| act.at.to_string()),
        hash: act.as_ref().map(|act| act.hash.as_str()),
        handoff: decided.handoff.as_ref().map(|(path, _)| path.as_str()),
        state: decided.discussion.state().word(),
        recorded_now: decided.is_new,
    });
    if let Some(hold) = gate {
        report.hold(hold);
    }
    report
}

/// Says why a forum does not allow a step.
pub fn refused(command: &'static str, project: &str, refusal: &Refusal) -> Report {
    let mut report = panel::refused(command, project, refusal);
    report.data = Data::of(&keys::BareForumKeys { project });
    report
}
