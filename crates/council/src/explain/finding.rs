//! A finding's whole life: raised, merged, doubted, mended, voted on, in the verdict, and in other sessions.

use council_core::{
    council::{
        CouncilAnswer, CouncilFinding, CouncilRecord, FixProposal, Opinion, RoundRecord, related,
    },
    finding::{Claim, SeatId},
    merge::{FindingId, RaisedClaim},
    mode::ModeId,
    quorum::Vote,
    signature::ShortId,
};
use council_formats::report::sheet::{Sheet, SheetItem};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    history::History,
    review::Exact,
    sessions::{JournaledSession, Listed, StoredSession},
    words,
};

/// One thing that happened to a finding.
struct FindingEvent {
    round: u8,
    who: String,
    what: String,
}

/// Tells whether a session has a finding or a claim with an id.
pub(super) fn has(kept: &StoredSession, id: &str) -> bool {
    match kept {
        StoredSession::Folded(folded) => find(&folded.record, id).is_some(),
        StoredSession::Recorded(recorded) => {
            recorded.findings().iter().any(|listed| listed.id == id)
        }
    }
}

/// Sets the life of a finding as a page.
pub(super) fn sheet(kept: &StoredSession, id: &str, history: &History) -> Sheet {
    match kept {
        StoredSession::Folded(folded) => {
            let record = &folded.record;
            match find(record, id) {
                Some(finding) => of_record(folded, record, finding, id, history),
                None => Sheet::new(id),
            }
        }
        StoredSession::Recorded(recorded) => {
            let listed = recorded.findings().into_iter().find(|listed| listed.id == id);
            of_listed(&recorded.path, id, listed.as_ref())
        }
    }
}

/// A finding's whole life.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FindingKeys {
    session_id: String,
    /// The id that was asked for.
    finding_id: String,
    #[serde(flatten)]
    life: Option<LifeKeys>,
}

/// How a finding came to be; only where there is a journal.
#[derive(Debug, Serialize, JsonSchema)]
struct LifeKeys {
    short_id: String,
    /// The finding that its claims were merged into.
    merged_into: String,
    severity: &'static str,
    agreement: &'static str,
    resolution: &'static str,
    claims: Vec<ClaimKeys>,
    /// What happened to it, in order.
    events: Vec<FindingEventKeys>,
    /// What it means for the verdict.
    in_the_verdict: Vec<String>,
    /// How it stood at each session that is known, the oldest first.
    sessions: Vec<StandingKeys>,
}

/// What a seat claimed.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Claim")]
struct ClaimKeys {
    finding_id: String,
    seat: String,
    cycle: u8,
    mode_id: Option<u8>,
    mode_chosen_because: Option<String>,
    rule_id: Option<String>,
    severity: &'static str,
    confidence: f64,
    path: Option<String>,
    line: Option<u32>,
    description: String,
}

/// One thing that happened to a finding.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Event")]
struct FindingEventKeys {
    cycle: u8,
    who: String,
    what: String,
}

/// How a defect stood at a session.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Standing")]
struct StandingKeys {
    session_id: String,
    standing: &'static str,
    /// What it was called there, if it was found.
    finding_id: Option<String>,
}

/// Returns the life of a finding.
pub(super) fn keys(kept: &StoredSession, id: &str, history: &History) -> FindingKeys {
    let life = match kept {
        StoredSession::Folded(folded) => {
            find(&folded.record, id).map(|finding| life(&folded.record, finding, history))
        }
        StoredSession::Recorded(_) => None,
    };
    FindingKeys { session_id: kept.id(), finding_id: id.to_owned(), life }
}

fn life(record: &CouncilRecord, finding: &CouncilFinding, history: &History) -> LifeKeys {
    let claims = finding.raised().map(|raised| {
        let (claim, place) = (raised.claim.claim(), raised.claim.place());
        ClaimKeys {
            finding_id: raised.id.to_string(),
            seat: raised.seat.to_string(),
            cycle: raised.round.number(),
            mode_id: claim.mode.map(ModeId::number),
            mode_chosen_because: chosen(record, raised),
            rule_id: claim.rule.clone(),
            severity: claim.severity.word(),
            confidence: claim.confidence.value(),
            path: place.path.clone(),
            line: place.line,
            description: claim.description.clone(),
        }
    });
    let events = happened(record, finding).into_iter();
    let sessions = standings(history, finding).into_iter();
    LifeKeys {
        short_id: finding.short_id().to_string(),
        merged_into: finding.id().to_string(),
        severity: finding.severity().word(),
        agreement: words::agreement(finding.agreement(&record.live)),
        resolution: words::resolution(finding.resolution(&record.live)),
        claims: claims.collect(),
        events: events
            .map(|one| FindingEventKeys { cycle: one.round, who: one.who, what: one.what })
            .collect(),
        in_the_verdict: grounds(record, finding),
        sessions: sessions
            .map(|(session_id, standing, finding_id)| StandingKeys {
                session_id,
                standing,
                finding_id,
            })
            .collect(),
    }
}

fn of_listed(path: &str, id: &str, listed: Option<&Listed>) -> Sheet {
    let said = listed.map(|listed| words::one_line(&listed.description)).unwrap_or_default();
    let mut sheet = Sheet::new(format!("{id}: {said}"));
    let mut facts = vec![("record".to_owned(), path.to_owned())];
    if let Some(listed) = listed {
        facts.push(("where".to_owned(), listed.place.to_string()));
        if let Some(severity) = listed.severity {
            facts.push(("severity".to_owned(), severity.word().to_owned()));
        }
    }
    sheet.facts(facts);
    sheet.prose("There is no journal, so nothing more is known about how it came to be.");
    sheet
}

fn of_record(
    folded: &JournaledSession,
    record: &CouncilRecord,
    finding: &CouncilFinding,
    id: &str,
    history: &History,
) -> Sheet {
    let exact = Exact::of(folded.reviewed.fold.packet(), record);
    let claim = finding.claim();
    let own = finding.id().to_string();
    let mut sheet = Sheet::new(format!("{own}: {}", words::one_line(&claim.description)));
    if own != id && !ShortId::is_like(id) {
        sheet.prose(format!("{id} was merged into it: the same defect, raised by another seat."));
    }
    let (category, sort) = (claim.subcategory.category().word(), claim.subcategory.word());
    let agreement = words::agreement(finding.agreement(&record.live));
    let facts = [
        ("short id", finding.short_id().to_string()),
        ("session", record.opening.id.to_string()),
        ("rule", claim.rule.clone().unwrap_or_default()),
        ("severity", finding.severity().word().to_owned()),
        ("sort", format!("{category} / {sort}")),
        ("where", format!("{}, in {}", exact.place(finding), claim.location)),
        ("shown by", words::shown_by(claim)),
        (
            "standing",
            format!("{agreement}; {}", words::resolution(finding.resolution(&record.live))),
        ),
        ("fix", words::one_line(&finding.remediation())),
    ];
    let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
    sheet.facts(facts.map(|(name, value)| (name.to_owned(), value)).collect());
    sheet.heading(format!("Raised ({})", finding.raised().count()));
    sheet.items(finding.raised().map(|raised| claimed(folded, record, raised)).collect());
    let happened = happened(record, finding);
    if !happened.is_empty() {
        sheet.heading("Then");
        let item = |one: &FindingEvent| {
            SheetItem::named(format!("round {}", one.round), format!("{} {}", one.who, one.what))
        };
        sheet.items(happened.iter().map(item).collect());
    }
    let near = near(record, finding);
    if !near.is_empty() {
        sheet.heading("Near it");
        let item = |other: &&CouncilFinding| {
            SheetItem::named(other.id().to_string(), words::brief(&other.claim().description))
        };
        sheet.items(near.iter().map(item).collect());
    }
    sheet.heading("In the verdict");
    let grounds = grounds(record, finding);
    if grounds.is_empty() {
        let said = match record.ending {
            Some(_) => "It is not in the verdict: it was dismissed or settled.",
            None => "The session has not ended, so there is no verdict yet.",
        };
        sheet.prose(said);
    }
    sheet.items(grounds.into_iter().map(SheetItem::plain).collect());
    let standings = standings(history, finding);
    if standings.len() > 1 {
        sheet.heading("In the sessions on this packet");
        let rows = standings.into_iter().map(|(session, standing, listed)| {
            [session, standing.to_owned(), listed.unwrap_or_else(|| "–".to_owned())]
        });
        sheet.table(["session", "standing", "called"], rows.collect());
    }
    sheet
}

fn claimed(folded: &JournaledSession, record: &CouncilRecord, raised: &RaisedClaim) -> SheetItem {
    let claim = raised.claim.claim();
    let reviewers = &folded.reviewed.fold.opened().reviewers;
    let reviewer = reviewers.get(&raised.seat).map_or("nobody", String::as_str);
    let name = format!("{} in round {}", raised.seat, raised.round.number());
    let mut item = SheetItem::named(name, words::one_line(&claim.description))
        .fact("id", raised.id.to_string())
        .fact("through", words::through(raised));
    if let Some(why) = chosen(record, raised) {
        item = item.fact("chosen as", why);
    }
    let rule = claim.rule.as_deref().and_then(council_rules::rule);
    item = match rule {
        Some(rule) => item.fact("by", format!("{reviewer}, rule {}: {}", rule.id, rule.summary)),
        None => item.fact("by", reviewer),
    };
    item = item
        .fact("severity", format!("{}, {}", claim.severity.word(), sure(claim)))
        .fact("stands at", raised.claim.place().to_string())
        .fact("shown by", words::shown_by(claim));
    if let Some(given) = raised.claim.corrected_from() {
        item = item.fact("corrected", format!("the seat had said {given}"));
    }
    if let Some(violation) = raised.violation {
        item = item.fact("vision", format!("{violation:?}"));
    }
    item
}

/// Says how sure the seat is. A rule is as sure as its findings were right before, and of one that nobody has read there is
/// nothing to say.
fn sure(claim: &Claim) -> String {
    let is_unread = |rule: &str| council_rules::field::Record::of(rule).read() == 0;
    if claim.rule.as_deref().is_some_and(is_unread) {
        return "confidence not measured yet".to_owned();
    }
    format!("confidence {:.2}", claim.confidence.value())
}

/// Says why the seat holds the mode of a claim.
fn chosen(record: &CouncilRecord, raised: &RaisedClaim) -> Option<String> {
    let mode = raised.claim.claim().mode?;
    let lens = record.opening.selection.lenses.iter().find(|lens| lens.seat == raised.seat)?;
    let choice = lens.choices.iter().find(|choice| choice.mode == mode)?;
    Some(format!("affinity {}: {}", choice.affinity, choice.rationale))
}

/// Returns what happened to a finding after it was raised, in order.
fn happened(record: &CouncilRecord, finding: &CouncilFinding) -> Vec<FindingEvent> {
    let ids: Vec<&FindingId> = finding.raised().map(|raised| &raised.id).collect();
    let mut happened = Vec::new();
    for round in &record.rounds {
        let number = round.round.number();
        let mut tell =
            |who: String, what: String| happened.push(FindingEvent { round: number, who, what });
        for (seat, answer) in &round.answers {
            said(*seat, answer, finding, &mut tell);
        }
        if let Some(merged) = standing_in(round, &ids) {
            let joined = merged.raised().filter(|raised| raised.round == round.round).count();
            if joined > 1 || joined == 1 && merged.raised().count() > 1 {
                tell(
                    "the program".to_owned(),
                    format!("merged {joined} claims into {}", merged.id()),
                );
            }
            tell(
                "the council".to_owned(),
                format!("ends the round: {}", words::agreement(merged.agreement(&round.live))),
            );
        }
    }
    happened
}

fn said(
    seat: SeatId,
    answer: &CouncilAnswer,
    finding: &CouncilFinding,
    tell: &mut impl FnMut(String, String),
) {
    let who = seat.to_string();
    let opinion = |opinion: &Opinion| {
        let why = words::one_line(&opinion.rationale);
        match opinion.holds {
            Some(severity) => format!("finds that it holds as {}: {why}", severity.word()),
            None => format!("doubts it: {why}"),
        }
    };
    let proposal = |proposal: &FixProposal| {
        let excludes = if proposal.excludes_others { ", and nothing else" } else { "" };
        format!("would fix it: {}{excludes}", words::one_line(&proposal.text))
    };
    let (opinions, proposals) = match answer {
        CouncilAnswer::Broad(_) => return,
        CouncilAnswer::Remediate(answer) => (&answer.opinions, &answer.proposals),
        CouncilAnswer::Converge(answer) => (&answer.opinions, &answer.proposals),
    };
    for id in finding.raised().map(|raised| &raised.id) {
        opinions.get(id).into_iter().for_each(|one| tell(who.clone(), opinion(one)));
        proposals.get(id).into_iter().for_each(|one| tell(who.clone(), proposal(one)));
        let good = "the remediation is good";
        let ballots = match answer {
            CouncilAnswer::Broad(_) => Vec::new(),
            CouncilAnswer::Remediate(answer) => {
                vec![(good, &answer.remediation, finding.remediation_ballot())]
            }
            CouncilAnswer::Converge(answer) => vec![
                ("it is valid", &answer.validity, finding.validity()),
                (good, &answer.remediation, finding.remediation_ballot()),
            ],
        };
        for (question, votes, ballot) in ballots {
            if let Some(cast) = votes.get(id) {
                let counted = ballot.and_then(|ballot| ballot.votes.get(seat));
                let counted = match counted {
                    Some(counted) if counted.vote != cast.vote => " (counted as an abstention)",
                    Some(_) | None => "",
                };
                let why = match (cast.is_reasoned(), cast.vote) {
                    (true, _) => format!(": {}", words::one_line(&cast.rationale)),
                    // Nobody is asked why a remediation will do.
                    (false, Vote::Support) if question == good => String::new(),
                    (false, _) => ": no reason given".to_owned(),
                };
                tell(
                    who.clone(),
                    format!("{} that {question}{counted}{why}", words::vote(cast.vote)),
                );
            }
        }
    }
}

fn standing_in<'a>(round: &'a RoundRecord, ids: &[&FindingId]) -> Option<&'a CouncilFinding> {
    let holds =
        |finding: &&CouncilFinding| finding.raised().any(|raised| ids.contains(&&raised.id));
    round.merged.iter().find(holds)
}

/// Returns the findings that may be about the same thing, and were not merged.
fn near<'a>(record: &'a CouncilRecord, finding: &CouncilFinding) -> Vec<&'a CouncilFinding> {
    let groups = related(&record.findings);
    let group = groups.iter().find(|group| group.contains(finding.id()));
    let is_near = |other: &&CouncilFinding| {
        other.id() != finding.id() && group.is_some_and(|group| group.contains(other.id()))
    };
    record.findings.iter().filter(is_near).collect()
}

fn grounds(record: &CouncilRecord, finding: &CouncilFinding) -> Vec<String> {
    let Some(judgement) = record.judgement() else { return Vec::new() };
    let id = finding.id().to_string();
    let of = judgement.reasons.iter().filter(|reason| reason.ground.finding() == Some(id.as_str()));
    of.map(|reason| {
        let decides = if reason.verdict == judgement.verdict {
            "decides it"
        } else {
            "weighs less than what decides it"
        };
        format!("{}: alone “{}”, which {decides}", reason.ground, words::verdict(reason.verdict))
    })
    .collect()
}

/// Returns how the defect stood at each session that is known, oldest first, and what it was called there.
fn standings(
    history: &History,
    finding: &CouncilFinding,
) -> Vec<(String, &'static str, Option<String>)> {
    let id = finding.id().to_string();
    let Some(last) = history.chapters.len().checked_sub(1) else { return Vec::new() };
    let is_it = |place: usize| {
        let chapter = history.chapters.get(last);
        chapter.and_then(|chapter| chapter.findings.get(place)).is_some_and(|one| one.id == id)
    };
    let life = history.lives.iter().find(|life| life.seen_at(last).is_some_and(is_it));
    let Some(life) = life else { return Vec::new() };
    let at = |(at, chapter): (usize, &crate::history::Chapter)| {
        let standing = words::standing(life.at(at)?);
        let listed = life.seen_at(at).and_then(|place| chapter.findings.get(place));
        Some((chapter.id.clone(), standing, listed.map(|listed| listed.id.clone())))
    };
    history.chapters.iter().enumerate().filter_map(at).collect()
}

fn find<'a>(record: &'a CouncilRecord, id: &str) -> Option<&'a CouncilFinding> {
    let is_it = |finding: &&CouncilFinding| {
        finding.short_id().to_string() == id
            || finding.raised().any(|raised| raised.id.to_string() == id)
    };
    record.findings.iter().find(is_it)
}
