//! From what was said to the review: the evidence is looked for, issues are put together, ratings and verdict computed.

use std::collections::BTreeMap;

use super::{
    Answer, Grouping, Issue, Opening, PanelReplies, ProtocolError, Record, biases, chair, delta,
    group, issue,
};
use crate::{
    authority::Authority,
    evidence::{self, Unlocked},
    handoff::{
        CleanLine, Decisions, ExaminedSections, Front, Handoff, HandoffPhase, HandoffStatus,
        PanelFinding, PanelSeat, Prose, Rating, RevisionLog, SeatReview, computed,
    },
    packet::Packet,
    severity::Severity,
};

/// Computes the review from what the seats and the chair said; it then waits for a human. A seat that was lost is missing
/// from it, and who is missing is said.
pub fn convene(
    packet: &Packet,
    opening: &Opening,
    heard: PanelReplies,
) -> Result<Record, ProtocolError> {
    let PanelReplies { mut answers, chair, lost } = heard;
    if let Some(stranger) = answers.keys().find(|seat| !opening.seats.contains(seat)) {
        return Err(ProtocolError::NotSeated(stranger.clone()));
    }
    let is_lost = |seat: &PanelSeat| lost.contains_key(seat);
    let live: Vec<PanelSeat> =
        opening.seats.iter().filter(|seat| !is_lost(seat)).cloned().collect();
    let mut seats = live.clone();
    if let Some(stated) = beside(opening) {
        seats.push(PanelSeat::rules_beside());
        answers.insert(PanelSeat::rules_beside(), stated);
    }
    let grouping = opening.grouping;
    let earlier = opening.earlier.as_ref();
    let delta =
        earlier.and_then(|earlier| delta::follow(packet, (earlier, grouping), &mut answers));
    let mut claims = BTreeMap::new();
    let mut quarantined = Vec::new();
    let mut said = Vec::new();
    for seat in &seats {
        let mut answer =
            answers.remove(seat).ok_or_else(|| ProtocolError::Unanswered(seat.clone()))?;
        let mut locked = Vec::new();
        for claim in std::mem::take(&mut answer.claims) {
            match evidence::lock(packet, claim) {
                Ok(claim) => locked.push(claim),
                Err(unlocked) => quarantined.push((seat.clone(), *unlocked)),
            }
        }
        said.push((seat.clone(), answer));
        claims.insert(seat.clone(), locked);
    }
    let mut issues = issue::of(packet, &seats, &claims, grouping);
    let shown = amounts_to(issues.iter().map(|issue| issue.severity).max());
    issues.extend(demand(&said, shown, grouping));
    issues.sort_by_key(|issue| std::cmp::Reverse(issue.severity));
    let proposed = chair.as_ref().map(|chair| chair.groups.as_slice()).unwrap_or_default();
    let mut groups = group::settled(packet, &issues, proposed, grouping);
    let reviews: Vec<SeatReview> = said
        .into_iter()
        .map(|(seat, answer)| review(seat, opening, &issues, &quarantined, answer))
        .collect();
    let computed = computed(&reviews);
    let stated = chair.as_ref().map(|chair| chair.verdict);
    // A panel that is not whole has nothing to approve without a concern.
    let degraded = (!lost.is_empty()).then_some(Rating::Concerns);
    let verdict = computed.max(stated).max(degraded);
    let shown = amounts_to(issues.iter().map(|issue| issue.severity).max());
    if let Some(verdict) = verdict.filter(|verdict| *verdict > shown) {
        let said = chair.as_ref().filter(|chair| chair.verdict == verdict);
        let said = said.and_then(|chair| chair.assessment.paragraphs().first()).cloned();
        let gone = lost.keys().next().map(|seat| format!("the {} was lost", seat.title()));
        let reason = said.or(gone.as_deref().and_then(CleanLine::new));
        let demand = Issue::demanded(&[(PanelSeat::chair(), reason)], verdict, grouping);
        let at = issues.iter().take_while(|issue| issue.severity > demand.severity).count();
        issues.insert(at, demand);
        // The chair grouped what it was shown; what it adds itself is decided by itself.
        for number in groups.iter_mut().flat_map(|group| &mut group.members) {
            *number += usize::from(*number > at);
        }
        groups = group::settled(packet, &issues, &groups, grouping);
    }
    let authority = Authority::of_panel(&live, opening.seats.len(), &issues, &opening.minds);
    let summed = chair::Summed {
        opening,
        reviews: &reviews,
        issues: &issues,
        groups: &groups,
        authority: &authority,
        verdict,
        computed,
    };
    let history = delta.as_ref().map(|delta| delta.lines(grouping));
    let synthesis = chair::synthesis(&summed, chair.as_ref(), &lost, history);
    let front = Front {
        phase: HandoffPhase::PanelReview,
        project: Some(opening.project.clone()),
        number: Some(opening.number),
        date: Some(opening.date),
        version: Some(opening.version),
        reviewers: seats.into_iter().chain([PanelSeat::chair()]).collect(),
        verdict,
        status: Some(HandoffStatus::Pending),
        extra: opening.extra.clone(),
    };
    let handoff = Handoff {
        front: Some(front),
        reviews,
        synthesis: Some(synthesis),
        decisions: Decisions::default(),
        revisions: RevisionLog::default(),
        rereview: None,
    };
    Ok(Record {
        claims,
        quarantined,
        issues,
        groups,
        chair: stated,
        computed,
        lost,
        delta,
        authority,
        handoff,
    })
}

/// Returns what of weight the rules say beside the seats that others fill, which nobody who sits there can leave out.
/// What is less is a fact of the assessment: nobody decides on forty vague words that no seat minds.
fn beside(opening: &Opening) -> Option<Answer> {
    let of_weight = opening.beside.iter().filter(|claim| claim.severity >= Severity::Major);
    let claims: Vec<_> = of_weight.cloned().collect();
    let sections = CleanLine::new("the whole document")?;
    let questions = CleanLine::new(
        "what the rules find is stated here, whoever fills the seat that would say it",
    )?;
    (!claims.is_empty()).then(|| Answer {
        claims,
        endorsements: Vec::new(),
        examined: vec![ExaminedSections { sections, questions }],
        rating: Rating::Approved,
        summary: Prose::default(),
    })
}

/// Returns what those seats demand whose rating is stricter than anything the panel shows.
fn demand(said: &[(PanelSeat, Answer)], shown: Rating, grouping: Grouping) -> Option<Issue> {
    let strictest = said.iter().map(|(_, answer)| answer.rating).max()?;
    let demanding = said.iter().filter(|(_, answer)| answer.rating == strictest);
    let reasons: Vec<(PanelSeat, Option<CleanLine>)> = demanding
        .map(|(seat, answer)| (seat.clone(), answer.summary.paragraphs().first().cloned()))
        .collect();
    (strictest > shown).then(|| Issue::demanded(&reasons, strictest, grouping))
}

/// Returns what a seat says with its findings. Anything at all to mend is a concern; how grave it is decides whether it
/// is more than that.
fn amounts_to(worst: Option<Severity>) -> Rating {
    match worst {
        None => Rating::Approved,
        Some(Severity::Blocker) => Rating::Revise,
        Some(Severity::Major | Severity::Minor | Severity::Note) => Rating::Concerns,
    }
}

fn review(
    seat: PanelSeat,
    opening: &Opening,
    issues: &[Issue],
    quarantined: &[(PanelSeat, Unlocked)],
    answer: Answer,
) -> SeatReview {
    let findings: Vec<_> = issues.iter().filter_map(|issue| issue.as_finding_of(&seat)).collect();
    let leanings = biases(&seat).iter().filter_map(|words| CleanLine::new(words));
    let filled = opening.filled_by.get(&seat);
    let filled = filled.and_then(|by| CleanLine::new(&format!("this seat is filled by {by}")));
    let amounts_to = amounts_to(findings.iter().filter_map(|finding| finding.severity).max());
    let summary = match answer.summary {
        said if said.is_empty() => summary(&findings, opening.grouping),
        said => said,
    };
    let mut examined = answer.examined;
    let own = quarantined.iter().filter(|(who, _)| *who == seat).map(|(_, one)| one);
    examined.extend(own.filter_map(unproven));
    SeatReview {
        biases: leanings.chain(filled).collect(),
        rating: Some(answer.rating.max(amounts_to)),
        summary,
        findings,
        endorsements: answer.endorsements,
        examined,
        ..SeatReview::new(seat)
    }
}

/// Lists a claim that the text does not bear out as what it is: something that was looked for.
fn unproven(one: &Unlocked) -> Option<ExaminedSections> {
    Some(ExaminedSections {
        sections: CleanLine::new(&one.claim.location.to_string())?,
        questions: CleanLine::new(&format!(
            "claimed, and not shown by the text: {} ({})",
            one.claim.description, one.reason
        ))?,
    })
}

fn summary(findings: &[PanelFinding], grouping: Grouping) -> Prose {
    Prose::new(&match findings {
        [] if grouping >= Grouping::Fourth => {
            "This seat found nothing of what it looks for.".to_owned()
        }
        [] => "nothing was found that this seat looks for".to_owned(),
        some if grouping >= Grouping::Fifth => counted(some),
        [only] => format!("one finding: {}", only.text),
        [first, ..] => format!("{} findings; the gravest: {}", findings.len(), first.text),
    })
}

/// Says how many findings there are of each severity, the worst first.
fn counted(findings: &[PanelFinding]) -> String {
    let of = |severity| findings.iter().filter(|one| one.severity == Some(severity)).count();
    let worst_first = [Severity::Blocker, Severity::Major, Severity::Minor, Severity::Note];
    let each = worst_first.into_iter().map(|severity| (of(severity), chair::grade(severity)));
    let each: Vec<String> = each
        .filter(|(count, _)| *count > 0)
        .map(|(count, grade)| format!("{count} {grade}"))
        .collect();
    let all = if findings.len() == 1 { "finding" } else { "findings" };
    format!("{} {all}: {}.", findings.len(), each.join(", "))
}
