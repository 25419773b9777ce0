//! What the council found, as a seat is shown it: who it was is not said, and what they wrote cannot look like a line of
//! ours.

use std::fmt::Write as _;

use council_core::{
    agreement::Agreement,
    council::{CouncilQuestion, OwnPosition, Round, ShownFinding},
    merge::FindingId,
    severity::Severity,
};
use council_formats::words::SeverityWord;

use super::{clipped, line, notes};

/// The most findings that are shown with everything that is known of them; of the others only what a vote needs.
const MOST_IN_FULL: usize = 120;

/// How much is shown of what is wrong where it may be the same as another finding, in characters.
const COMPARED: usize = 260;

/// How much is shown of it where it is only there to be known.
const KNOWN: usize = 110;

/// What remediations that exclude each other are called; no finding has more than its seats stand behind.
pub(crate) const LETTERS: [&str; 3] = ["A", "B", "C"];

/// Lists what was found, what may be the same and what is voted on.
pub(super) fn findings(text: &mut String, ask: &CouncilQuestion) {
    if !ask.findings.is_empty() {
        // Who looks for what nobody has found yet has to know that no number is kept back.
        let merged =
            if ask.may_raise { " (a number that is missing is part of another)" } else { "" };
        let _ = writeln!(text, "\nWhat the council found{merged}:");
    }
    for (number, shown) in ask.findings.iter().enumerate() {
        // In the last round only what is voted on is shown, and in a part of one the rest is there to know.
        let is_other = !is_asked_about(ask, shown);
        if is_other && ask.round == Round::Converge {
            continue;
        }
        finding(text, ask, shown, number < MOST_IN_FULL);
    }
    if !ask.alike.is_empty() {
        let groups: Vec<String> = ask.alike.iter().map(|group| listed(group.iter())).collect();
        let _ = writeln!(text, "May be one defect, each of these groups: {}.", groups.join("; "));
    }
    if !ask.validity.is_empty() {
        let _ = writeln!(text, "Vote in `validity` on {}.", listed(ask.validity.iter()));
    }
    if !ask.remediation.is_empty() {
        let voted = ask.remediation.iter().map(|(id, _)| id);
        let _ = writeln!(text, "Vote in `remediation` on {}.", listed(voted));
    }
}

fn listed<'a>(ids: impl Iterator<Item = &'a FindingId>) -> String {
    ids.map(FindingId::to_string).collect::<Vec<_>>().join(", ")
}

/// Tells whether a question asks something about a finding.
pub(crate) fn is_asked_about(ask: &CouncilQuestion, shown: &ShownFinding) -> bool {
    let is_unmended = || shown.severity == Severity::Blocker && shown.remediations.is_empty();
    match ask.round {
        Round::Broad | Round::Remediate => shown.must_assess || is_mended(ask, shown),
        Round::Converge => is_unmended() || is_judged(ask, shown) || is_mended(ask, shown),
    }
}

/// Tells whether a question asks if the text has a defect.
pub(super) fn is_judged(ask: &CouncilQuestion, shown: &ShownFinding) -> bool {
    match ask.round {
        Round::Broad => false,
        Round::Remediate => shown.must_assess,
        Round::Converge => ask.validity.contains(&shown.id),
    }
}

/// Tells whether the remediation of a finding is voted on.
fn is_mended(ask: &CouncilQuestion, shown: &ShownFinding) -> bool {
    ask.remediation.iter().any(|(id, _)| *id == shown.id)
}

fn finding(text: &mut String, ask: &CouncilQuestion, shown: &ShownFinding, is_full: bool) {
    let mark = if shown.must_assess && ask.round == Round::Remediate { "*" } else { "-" };
    let severity = SeverityWord::from(shown.severity).word();
    let (id, location) = (&shown.id, line(&shown.location));
    let agreement = agreement(shown.agreement, ask.round);
    let _ = write!(text, "{mark} {id} {severity}, {agreement}, at {location}");
    if !is_full {
        text.push('\n');
        return;
    }
    // What a seat need not say anything of is there to be compared with. Where only the remediation is voted on, nobody
    // doubts that the text has the defect, and nobody has to be shown what shows it.
    let is_asked = is_asked_about(ask, shown);
    let may_be_same = || ask.alike.iter().any(|group| group.contains(&shown.id));
    let most = if is_asked || ask.may_raise {
        // Who votes on a remediation has to know all that it is to repair, and who looks for what nobody has found yet all
        // that was found.
        super::LONGEST
    } else if may_be_same() {
        COMPARED
    } else {
        KNOWN
    };
    let _ = write!(text, ": {}", clipped(&shown.description, most));
    if is_judged(ask, shown) {
        let _ = write!(text, " [{}]", line(&shown.evidence));
    }
    text.push('\n');
    // Where all seats stand behind a finding and only its remediation is voted on, they know what they said.
    let is_settled = ask.round == Round::Converge
        && shown.agreement == Agreement::Unanimous
        && !is_judged(ask, shown);
    let own = ask.own.iter().find(|own| own.finding == shown.id);
    if let Some(own) = own.filter(|own| !is_settled || own.holds() != Some(shown.severity)) {
        position(text, own, is_doubted(ask, shown));
    }
    let voted = ask.remediation.iter().find(|(id, _)| *id == shown.id).map(|(_, text)| text);
    let best = shown.remediations.first().filter(|_| is_judged(ask, shown));
    if voted.is_some() && !shown.rivals.is_empty() {
        for (letter, rival) in LETTERS.iter().zip(&shown.rivals) {
            let whose = if shown.own_remedy.as_ref() == Some(rival) { " (yours)" } else { "" };
            let _ = writeln!(text, "    remediation {letter}{whose}: {}", line(rival));
        }
    } else if let Some(remediation) = voted.or(best.filter(|_| ask.round != Round::Converge)) {
        let _ = writeln!(text, "    remediation: {}", line(remediation));
    } else if is_judged(ask, shown) && best.is_some() && shown.own_remedy.as_ref() == best {
        text.push_str("    its remediation is yours\n");
    }
}

/// Tells whether seats differ on whether a finding holds or how bad it is.
fn is_doubted(ask: &CouncilQuestion, shown: &ShownFinding) -> bool {
    let disputes = ask.briefing.iter().flat_map(|briefing| &briefing.disputes);
    let mut own = disputes.filter(|dispute| dispute.finding == shown.id);
    own.any(|dispute| !dispute.objections.is_empty() || notes::differs(&dispute.arguments))
}

/// Tells a seat what it said itself: who does not know it cannot change it. Why it said so is told where it is doubted.
fn position(text: &mut String, own: &OwnPosition, is_doubted: bool) {
    let mut said = Vec::new();
    if let Some(severity) = own.raised {
        said.push(format!("raised it as {}", SeverityWord::from(severity).word()));
    }
    if let Some(opinion) = &own.opinion {
        let holds = match opinion.holds {
            Some(severity) => format!("holds as {}", SeverityWord::from(severity).word()),
            None => "does not hold".to_owned(),
        };
        let why =
            if is_doubted { format!(": {}", line(&opinion.rationale)) } else { String::new() };
        said.push(format!("said that it {holds}{why}"));
    }
    let _ = writeln!(text, "    you {}", said.join(" and "));
}

/// Says how far the seats agree: before anybody has spoken of a finding beyond having raised it, who found it.
fn agreement(agreement: Agreement, round: Round) -> &'static str {
    let is_spoken_of = round == Round::Converge;
    match agreement {
        Agreement::Unanimous if is_spoken_of => "held by all seats",
        Agreement::Majority if is_spoken_of => "held by two seats",
        Agreement::Pending if is_spoken_of => "held by one seat",
        Agreement::Unanimous => "found by all seats",
        Agreement::Majority => "found by two seats",
        Agreement::Pending => "found by one seat",
        Agreement::Contested => "contested",
        Agreement::QuorumSupport => "voted valid",
        Agreement::QuorumOppose => "voted down",
        Agreement::Deadlocked => "undecided by vote",
    }
}
