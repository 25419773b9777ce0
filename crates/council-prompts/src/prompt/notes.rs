//! What one round hands to the next, in words: every note has a mark by which an answer can go back to it.

use std::fmt::Write as _;

use council_core::{
    briefing::{Argument, Briefing, BriefingQuestion, Dispute, NoteKind},
    council::CouncilQuestion,
    merge::FindingId,
    mode::ModeId,
};
use council_formats::words::SeverityWord;

use super::{findings::is_asked_about, line};

/// The most open questions that are handed on; they are the author's to answer.
const MOST_QUESTIONS: usize = 6;

/// Hands the notes of the round before to a seat. Whoever said something is not named.
pub(super) fn notes(text: &mut String, briefing: &Briefing, ask: &CouncilQuestion) {
    let _ = writeln!(text, "\nNotes {} of the round before:", briefing.id());
    let own = || briefing.emphasis.iter().enumerate().filter(|(_, one)| one.seat == ask.seat);
    for (at, focus) in briefing.focus.iter().enumerate() {
        // Where nothing can be raised, nobody looks closer at a place.
        if !ask.may_raise && is_place(ask, &focus.area) {
            continue;
        }
        let (mark, area) = (briefing.mark(NoteKind::Focus, at), line(&focus.area));
        let _ = write!(text, "{mark} look closer at {area}: {}", line(&focus.rationale));
        // Only who can raise something applies a mode anew, and every seat has its own.
        let held = |mode: &ModeId| own().any(|(_, one)| one.modes.contains(mode));
        let with: Vec<ModeId> = focus.modes.iter().copied().filter(held).collect();
        if !with.is_empty() && ask.may_raise {
            let modes = if with.len() == 1 { "mode" } else { "modes" };
            let _ = write!(text, "; try your {modes} {} there", numbers(&with));
        }
        text.push('\n');
    }
    for (at, emphasis) in own() {
        let mark = briefing.mark(NoteKind::Emphasis, at);
        let (lean, why) = (numbers(&emphasis.lean_on), line(&emphasis.rationale));
        let _ = write!(text, "{mark} of your modes, lean on {lean}: {why}");
        if !emphasis.ease_off.is_empty() {
            let ease = numbers(&emphasis.ease_off);
            let _ = write!(text, "; ease off {ease}, which found nothing");
        }
        text.push('\n');
    }
    questions(text, briefing, ask);
    for (at, one) in briefing.disputes.iter().enumerate() {
        dispute(text, ask, &briefing.mark(NoteKind::Dispute, at), one);
    }
    // A number says nothing to whoever is not shown the finding.
    let shown = |ids: &[FindingId]| -> Vec<FindingId> {
        let is_shown = |id: &&FindingId| ask.findings.iter().any(|shown| shown.id == **id);
        ids.iter().filter(is_shown).cloned().collect()
    };
    let (targets, candidates) = (shown(&briefing.targets), shown(&briefing.candidates));
    if !targets.is_empty() {
        let mark = briefing.mark(NoteKind::Target, 0);
        let _ = writeln!(text, "{mark} to be settled: {}", numbered(&targets));
    }
    if !candidates.is_empty() {
        let _ = writeln!(text, "Agreed so far: {}", numbered(&candidates));
    }
}

/// Tells whether it is a place of the packet, and not something that a round has to settle.
fn is_place(ask: &CouncilQuestion, area: &str) -> bool {
    // What a round has to settle is told in words; a place is an anchor or a path, of a finding that is shown or not.
    area.contains('#')
        || !area.contains(' ')
        || ask.findings.iter().any(|shown| shown.location == area)
}

/// Hands on what is open: where nothing can be raised, what the findings of the question leave open.
fn questions(text: &mut String, briefing: &Briefing, ask: &CouncilQuestion) {
    let is_near = |question: &BriefingQuestion| {
        let mut asked = ask.findings.iter().filter(|shown| is_asked_about(ask, shown));
        ask.may_raise || asked.any(|shown| question.findings.contains(&shown.id))
    };
    // Whether a disputed finding holds is asked with the dispute.
    let open = briefing.questions.iter().enumerate();
    let open: Vec<_> = open.filter(|(_, question)| !is_of_dispute(briefing, question)).collect();
    let near = open.iter().filter(|(_, question)| is_near(question)).take(MOST_QUESTIONS);
    let mut more = open.len();
    for (at, question) in near {
        let mark = briefing.mark(NoteKind::Question, *at);
        let _ = writeln!(text, "{mark} an open question: {}", line(&question.text));
        more -= 1;
    }
    // How many others there are says nothing to whoever can raise nothing.
    if more > 0 && ask.may_raise {
        let questions = if more == 1 { "question" } else { "questions" };
        let _ = writeln!(text, "and {more} more open {questions} to the author");
    }
}

/// Tells whether a question only asks whether a disputed finding holds.
fn is_of_dispute(briefing: &Briefing, question: &BriefingQuestion) -> bool {
    briefing.disputes.iter().any(|dispute| {
        question.findings == [dispute.finding.clone()]
            && question.text.starts_with(&format!("does {} hold: ", dispute.finding))
    })
}

fn dispute(text: &mut String, ask: &CouncilQuestion, mark: &str, dispute: &Dispute) {
    let shown = ask.findings.iter().find(|shown| shown.id == dispute.finding);
    let told = shown.map(|shown| shown.description.as_str());
    // What the objection is stands below it.
    let about = dispute.disagreement.split(": ").next().unwrap_or_default();
    let _ = writeln!(text, "{mark} {} is contested: {}", dispute.finding, line(about));
    // Where the seats only differ on how to mend it, nobody has to be told why it holds.
    let is_doubted = !dispute.objections.is_empty() || differs(&dispute.arguments);
    let arguments = if is_doubted { dispute.arguments.as_slice() } else { &[] };
    for Argument { severity, text: said, .. } in arguments {
        let severity = severity.map_or_else(String::new, |severity| {
            format!(" ({})", SeverityWord::from(severity).word())
        });
        // What is wrong is told with the finding.
        let is_told = told == Some(said.as_str());
        let said = if is_told { "as it is described below".to_owned() } else { line(said) };
        let _ = writeln!(text, "    for{severity}: {said}");
    }
    for Argument { text: said, .. } in &dispute.objections {
        let _ = writeln!(text, "    against: {}", line(said));
    }
    // Where the ways to repair it are shown by letter, nobody needs the words of one of them.
    let is_asked = ask.remediation.iter().any(|(id, _)| *id == dispute.finding);
    let way_out = match (ask.rivals(&dispute.finding), is_asked) {
        ([], _) => line(&dispute.way_out),
        (_, true) => "choose one of the remediations that are shown below".to_owned(),
        (_, false) => "the other seats choose between your remediation and others".to_owned(),
    };
    let _ = writeln!(text, "    what would settle it: {way_out}");
}

/// Tells whether those who stand behind a finding differ on how bad it is.
pub(super) fn differs(arguments: &[Argument]) -> bool {
    let mut severities = arguments.iter().map(|argument| argument.severity);
    let first = severities.next();
    severities.any(|severity| Some(severity) != first)
}

/// Lists findings by their numbers, the first of them by its whole id.
fn numbered(ids: &[FindingId]) -> String {
    let names = ids.iter().enumerate().map(|(at, id)| {
        let id = id.to_string();
        match id.rsplit_once('-') {
            Some((_, number)) if at > 0 => number.to_owned(),
            Some(_) | None => id,
        }
    });
    names.collect::<Vec<_>>().join(", ")
}

fn numbers(modes: &[ModeId]) -> String {
    let numbers: Vec<String> = modes.iter().map(|mode| mode.number().to_string()).collect();
    numbers.join(", ")
}
