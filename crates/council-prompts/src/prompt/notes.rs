//! What one round hands to the next, in words: every note has a mark by which an answer can go back to it.

use std::fmt::Write as _;

use council_core::{
    briefing::{Argument, Briefing, Dispute, Question, Sort},
    finding::SeatId,
    merge::FindingId,
    mode::ModeId,
};
use council_formats::words::SeverityWord;

use super::line;

/// The most open questions that are handed on; they are the author's to answer.
const MOST_QUESTIONS: usize = 6;

/// Hands the notes of the round before to a seat. Whoever said something is not named.
pub(super) fn notes(text: &mut String, briefing: &Briefing, seat: SeatId) {
    let _ = writeln!(text, "\nNotes {} of the round before:", briefing.id());
    for (at, focus) in briefing.focus.iter().enumerate() {
        let (mark, area) = (briefing.mark(Sort::Focus, at), line(&focus.area));
        let _ = writeln!(text, "{mark} look closer at {area}: {}", line(&focus.rationale));
    }
    let own = briefing.emphasis.iter().enumerate().filter(|(_, emphasis)| emphasis.seat == seat);
    for (at, emphasis) in own {
        let mark = briefing.mark(Sort::Emphasis, at);
        let (lean, why) = (numbers(&emphasis.lean_on), line(&emphasis.rationale));
        let _ = write!(text, "{mark} of your modes, lean on {lean}: {why}");
        if !emphasis.ease_off.is_empty() {
            let ease = numbers(&emphasis.ease_off);
            let _ = write!(text, "; ease off {ease}, which found nothing");
        }
        text.push('\n');
    }
    // Whether a disputed finding holds is asked with the dispute.
    let open = briefing.questions.iter().enumerate();
    let open: Vec<_> = open.filter(|(_, question)| !is_of_dispute(briefing, question)).collect();
    let more = open.len().saturating_sub(MOST_QUESTIONS);
    for (at, question) in open.into_iter().take(MOST_QUESTIONS) {
        let mark = briefing.mark(Sort::Question, at);
        let _ = writeln!(text, "{mark} an open question: {}", line(&question.text));
    }
    if more > 0 {
        let _ = writeln!(text, "and {more} more open questions to the author");
    }
    for (at, one) in briefing.disputes.iter().enumerate() {
        dispute(text, &briefing.mark(Sort::Dispute, at), one);
    }
    if !briefing.targets.is_empty() {
        let mark = briefing.mark(Sort::Target, 0);
        let _ = writeln!(text, "{mark} to be settled: {}", numbered(&briefing.targets));
    }
    if !briefing.candidates.is_empty() {
        let _ = writeln!(text, "Agreed so far: {}", numbered(&briefing.candidates));
    }
}

/// Tells whether a question only asks whether a disputed finding holds.
fn is_of_dispute(briefing: &Briefing, question: &Question) -> bool {
    briefing.disputes.iter().any(|dispute| {
        question.findings == [dispute.finding.clone()]
            && question.text.starts_with(&format!("does {} hold: ", dispute.finding))
    })
}

fn dispute(text: &mut String, mark: &str, dispute: &Dispute) {
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
        let _ = writeln!(text, "    for{severity}: {}", line(said));
    }
    for Argument { text: said, .. } in &dispute.objections {
        let _ = writeln!(text, "    against: {}", line(said));
    }
    let _ = writeln!(text, "    what would settle it: {}", line(&dispute.way_out));
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
