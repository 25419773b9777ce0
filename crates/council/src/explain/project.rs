//! Why a panel recommends something, what a forum's challenge came to, and why either came to its verdict.

use council_core::{
    forum::{Challenge, ChallengeId, Discussion, Seats, challenge::ChallengeEvent},
    gate::Outcome,
    handoff::{PanelSeat, Rating, SeatReview, computed},
    severity::Severity,
};
use council_formats::{
    handoff::words as panel_words,
    report::{
        Data, Report,
        sheet::{Sheet, SheetItem},
    },
};
use council_store::Repo;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    forum::{self, ForumFolder, PastRound},
    panel::{self, Convened, KeptClaim, KeptGroup, KeptIssue, PastReview, Proof},
    project::{ProjectSession, WhichSession},
    review::SessionError,
    run::RunError,
    words,
};

/// Why a panel recommends something, and what people did about it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExplainedRecommendationKeys {
    /// The review, such as `checkout/r2`.
    session_id: String,
    #[serde(flatten)]
    issue: KeptIssue,
    /// What is decided with it.
    group: Option<KeptGroup>,
    /// What a human answered.
    answer: Option<AnswerKeys>,
    /// Whether the next version of the PRD bears it out.
    followed: Option<Proof>,
}

/// A human's answer to a recommendation.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RecommendationAnswer")]
struct AnswerKeys {
    /// Whether it was accepted.
    accepted: bool,
    by: Option<String>,
    at: String,
    /// Why it was declined.
    rationale: Option<String>,
    /// Who carries the risk.
    waived_by: Option<String>,
    /// The last day on which that holds.
    until: Option<String>,
}

/// What a forum's challenge came to.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChallengeKeys {
    /// The last round that is looked at, such as `checkout/round-2`.
    session_id: String,
    challenge: String,
    /// How it stands after the round.
    standing: &'static str,
    risk: String,
    alternative: Option<String>,
    /// Who raised it.
    raised_by: Vec<String>,
    /// What happened to it, in order.
    history: Vec<ChallengeEventKeys>,
}

/// Something that happened to a challenge.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ChallengeEvent")]
struct ChallengeEventKeys {
    round: u32,
    event: &'static str,
    /// Which seat did it.
    seat: Option<String>,
    /// What was said.
    says: Option<String>,
}

/// Why a panel came to its verdict.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RatingKeys {
    session_id: String,
    verdict: Option<&'static str>,
    /// What the chair takes the verdict to be, where the seats amount to another one.
    chair: Option<String>,
    seats: Vec<SeatKeys>,
    /// For each milder verdict, the seats that would have to say otherwise.
    milder: Vec<MilderKeys>,
}

/// What a seat of a panel says.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SeatRating")]
struct SeatKeys {
    seat: String,
    rating: Option<&'static str>,
    /// The gravest of its findings.
    worst: Option<&'static str>,
    /// Whether it decides, or weighs less than what does.
    decides: bool,
}

/// What a milder verdict of a panel needs.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MilderRating")]
struct MilderKeys {
    verdict: &'static str,
    needed: Vec<String>,
}

/// Why a round is open or ready for approval.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StatusKeys {
    session_id: String,
    status: &'static str,
    /// What a person approves.
    position: String,
    /// What has to hold before it is handed off.
    checklist: Vec<forum::keys::ItemKeys>,
}

/// Explains a recommendation of a panel by its number, or a challenge of a forum by its id.
pub fn of_project(repo: &Repo, session: &ProjectSession, id: &str) -> Result<Report, RunError> {
    let explained = match (id.parse::<usize>(), ChallengeId::read(id)) {
        (Ok(number), _) => recommendation(repo, session, number)?,
        (Err(_), Some(challenge)) => self::challenge(repo, session, challenge)?,
        (Err(_), None) => None,
    };
    let (sheet, data) = explained.ok_or_else(|| SessionError::NoFinding(id.to_owned()))?;
    Ok(report(format!("{session} {id}"), sheet, data))
}

/// Explains the verdict of a panel's review or the status of a forum's round; of the last one where none is named.
pub fn verdict_of_project(repo: &Repo, session: &ProjectSession) -> Result<Report, RunError> {
    if let Some(review) = review(repo, session)? {
        let keys = rating(&review.convened);
        let sheet = rating_sheet(&keys);
        return Ok(report(keys.session_id.clone(), sheet, Data::of(&keys)));
    }
    let round = round(repo, session)?;
    let round = round.ok_or_else(|| SessionError::NotFound(session.to_string()))?;
    let keys = status(session, &round);
    let mut sheet = Sheet::new(format!("{}: {}", keys.session_id, keys.status));
    sheet.prose(keys.position.clone());
    sheet.heading("What has to hold before it is handed off");
    sheet.items(keys.checklist.iter().map(forum::keys::ItemKeys::item).collect());
    Ok(report(keys.session_id.clone(), sheet, Data::of(&keys)))
}

fn report(subject: String, sheet: Sheet, data: Data) -> Report {
    let mut report = Report::new("explain", subject, Outcome::Skipped, sheet.title.clone());
    report.sheet = Some(sheet);
    report.data = data;
    report
}

fn review(repo: &Repo, session: &ProjectSession) -> Result<Option<PastReview>, RunError> {
    let mut reviews = match session.which {
        WhichSession::Newest | WhichSession::Review(_) => {
            panel::past_reviews(repo, &session.project)?
        }
        WhichSession::Round(_) => Vec::new(),
    };
    if let WhichSession::Review(number) = session.which {
        reviews.retain(|review| review.convened.number == number);
    }
    Ok(reviews.pop())
}

fn round(repo: &Repo, session: &ProjectSession) -> Result<Option<PastRound>, RunError> {
    let mut rounds = match session.which {
        WhichSession::Newest | WhichSession::Round(_)
            if forum::is_begun(repo, &session.project)? =>
        {
            forum::past_rounds(repo, &session.project)?
        }
        WhichSession::Newest | WhichSession::Round(_) | WhichSession::Review(_) => Vec::new(),
    };
    if let WhichSession::Round(number) = session.which {
        rounds.retain(|round| round.number == number);
    }
    Ok(rounds.pop())
}

fn recommendation(
    repo: &Repo,
    session: &ProjectSession,
    number: usize,
) -> Result<Option<(Sheet, Data)>, RunError> {
    let Some(PastReview { convened, .. }) = review(repo, session)? else { return Ok(None) };
    let Convened { project, kept, .. } = &convened;
    let Some(issue) = kept.issues.iter().find(|issue| issue.number == number) else {
        return Ok(None);
    };
    let after = panel::aftermath(repo, project, convened.number)?;
    let answer = after.decision.and_then(|(decision, by, at)| {
        let declined = decision.declined.iter().find(|one| one.number == number);
        let accepted = decision.accepted.contains(&number);
        (accepted || declined.is_some()).then(|| AnswerKeys {
            accepted,
            by,
            at: at.to_string(),
            rationale: declined.map(|one| one.rationale.clone()),
            waived_by: declined.and_then(|one| one.owner.clone()),
            until: declined.and_then(|one| Some(one.until?.to_string())),
        })
    });
    let proofs = after.revision.into_iter().flat_map(|revision| revision.proofs);
    let keys = ExplainedRecommendationKeys {
        session_id: ProjectSession::review(project, convened.number),
        issue: issue.clone(),
        group: kept.groups.iter().find(|one| one.recommendations.contains(&number)).cloned(),
        answer,
        followed: proofs.into_iter().find(|proof| proof.number == number),
    };
    Ok(Some((recommendation_sheet(&keys), Data::of(&keys))))
}

fn recommendation_sheet(keys: &ExplainedRecommendationKeys) -> Sheet {
    let ExplainedRecommendationKeys { session_id, issue, group, answer, followed } = keys;
    let title = format!("{session_id}, recommendation {}: {}", issue.number, issue.recommendation);
    let mut sheet = Sheet::new(title);
    let mut facts = vec![
        ("severity".to_owned(), issue.severity.word().to_owned()),
        ("says".to_owned(), issue.seats.join(", ")),
    ];
    facts.extend(
        group
            .iter()
            .map(|group| ("group".to_owned(), format!("G{} {}", group.number, group.topic))),
    );
    facts.push((
        "answer".to_owned(),
        match answer {
            None => "none yet".to_owned(),
            Some(answer) => {
                let word = if answer.accepted { "accepted" } else { "declined" };
                let why = answer.rationale.iter().map(|why| format!(": {why}"));
                let by = answer.by.iter().map(|by| format!(" by {by}"));
                by.chain(why).fold(word.to_owned(), |said, more| said + &more)
            }
        },
    ));
    facts.extend(followed.iter().map(|proof| {
        let places = format!("{} of {} places changed", proof.changed, proof.places);
        ("next version".to_owned(), places)
    }));
    sheet.facts(facts);
    sheet.heading("What shows it");
    let item = |claim: &KeptClaim| {
        let line = claim.line.map(|line| format!(":{line}")).unwrap_or_default();
        let evidence = words::evidence(&claim.claim(issue.severity).evidence);
        let item = SheetItem::named(format!("{}{line}", claim.path), claim.description.clone());
        let item = item.fact("shown by", evidence).fact("remedy", claim.remediation.clone());
        match &claim.rule {
            Some(rule) => item.fact("rule", rule.clone()),
            None => item,
        }
    };
    sheet.items(issue.claims.iter().map(item).collect());
    sheet
}

fn challenge(
    repo: &Repo,
    session: &ProjectSession,
    id: ChallengeId,
) -> Result<Option<(Sheet, Data)>, RunError> {
    if let WhichSession::Review(_) = session.which {
        return Ok(None);
    }
    let room = ForumFolder::find(repo, &session.project)?;
    let mut rounds =
        room.discussion.held().iter().rev().map(council_core::forum::DiscussionRound::summary);
    let summary = rounds.find(|summary| match session.which {
        WhichSession::Round(number) => summary.number() == number,
        WhichSession::Newest | WhichSession::Review(_) => summary.table().challenge(id).is_some(),
    });
    let Some(summary) = summary else { return Ok(None) };
    let Some(challenge) = summary.table().challenge(id) else { return Ok(None) };
    let session_id = ProjectSession::round(&session.project, summary.number());
    let keys = challenge_keys(session_id, challenge);
    let mut sheet = Sheet::new(format!("{}, {id}: {}", keys.session_id, keys.standing));
    let alternative = keys.alternative.as_deref().unwrap_or("none").to_owned();
    sheet.facts(vec![
        ("risk".to_owned(), keys.risk.clone()),
        ("alternative".to_owned(), alternative),
        ("raised by".to_owned(), keys.raised_by.join(", ")),
    ]);
    sheet.heading("What happened to it");
    let item = |event: &ChallengeEventKeys| {
        let seat = event.seat.as_ref().map(|seat| named(summary.seats(), seat));
        let says = event.says.clone().unwrap_or_default();
        let who = seat.map(|seat| format!(" by {seat}")).unwrap_or_default();
        SheetItem::named(format!("round {}: {}{who}", event.round, event.event), says)
    };
    sheet.items(keys.history.iter().map(item).collect());
    Ok(Some((sheet, Data::of(&keys))))
}

fn named(seats: &Seats, id: &str) -> String {
    let seat = seats.all().find(|seat| seat.id.to_string() == id);
    seat.map_or_else(|| id.to_owned(), |seat| seat.name.to_string())
}

fn challenge_keys(session_id: String, challenge: &Challenge) -> ChallengeKeys {
    let event = |past: &council_core::forum::challenge::PastEvent| {
        let (event, seat, says) = match &past.event {
            ChallengeEvent::Raised { by } => ("raised", Some(by), None),
            ChallengeEvent::Answered { by, stand, rationale } => {
                (stand.word(), Some(by), Some(rationale.clone()))
            }
            ChallengeEvent::Judged { by, judgement, note, .. } => {
                (judgement.word(), Some(by), Some(note.clone()))
            }
            ChallengeEvent::Escalated(_) => ("escalated", None, None),
            ChallengeEvent::Overridden => ("overridden", None, None),
            ChallengeEvent::Superseded => ("superseded", None, None),
        };
        ChallengeEventKeys { round: past.round, event, seat: seat.map(ToString::to_string), says }
    };
    ChallengeKeys {
        session_id,
        challenge: challenge.id.to_string(),
        standing: challenge.standing.word(),
        risk: challenge.risk.clone(),
        alternative: challenge.alternative.clone(),
        raised_by: challenge.raisers.iter().map(|seat| seat.name.to_string()).collect(),
        history: challenge.history.iter().map(event).collect(),
    }
}

fn rating(convened: &Convened) -> RatingKeys {
    let reviews = &convened.record.handoff.reviews;
    let alone = |review: &SeatReview| computed(std::slice::from_ref(review));
    let verdict = computed(reviews);
    let milder = Rating::ALL.into_iter().rev().filter(|rating| Some(*rating) < verdict);
    RatingKeys {
        session_id: ProjectSession::review(&convened.project, convened.number),
        verdict: verdict.map(panel_words::rating),
        chair: convened.kept.chair_stated.clone(),
        seats: reviews
            .iter()
            .map(|review| SeatKeys {
                seat: review.seat.to_string(),
                rating: review.rating.map(panel_words::rating),
                worst: review.worst().map(Severity::word),
                decides: alone(review) == verdict,
            })
            .collect(),
        milder: milder
            .map(|rating| MilderKeys {
                verdict: panel_words::rating(rating),
                needed: reviews
                    .iter()
                    .filter(|review| alone(review) > Some(rating))
                    .map(|review| PanelSeat::to_string(&review.seat))
                    .collect(),
            })
            .collect(),
    }
}

fn rating_sheet(keys: &RatingKeys) -> Sheet {
    let verdict = keys.verdict.unwrap_or("no verdict");
    let mut sheet = Sheet::new(format!("{}: {verdict}", keys.session_id));
    sheet.prose(
        "The strictest seat decides: a blocker means to revise, a major finding means concerns.",
    );
    let row = |seat: &SeatKeys| {
        let word = |word: Option<&str>| word.unwrap_or("–").to_owned();
        let decides = if seat.decides { "yes" } else { "no" };
        [seat.seat.clone(), word(seat.rating), word(seat.worst), decides.to_owned()]
    };
    let rows = keys.seats.iter().map(row).collect();
    sheet.table(["seat", "rating", "gravest finding", "decides"], rows);
    if let Some(chair) = &keys.chair {
        sheet.prose(format!("The chair takes the verdict to be {chair}; the stricter counts."));
    }
    for step in &keys.milder {
        sheet.heading(format!("What {} would need", step.verdict));
        let item = |seat: &String| SheetItem::plain(format!("{seat} would have to say otherwise"));
        sheet.items(step.needed.iter().map(item).collect());
    }
    sheet
}

fn status(session: &ProjectSession, round: &PastRound) -> StatusKeys {
    let discussion: &Discussion = &round.held.discussion;
    let latest = discussion.latest().map(council_core::forum::DiscussionRound::summary);
    let checklist = latest.map(|summary| round.held.checklist(summary));
    StatusKeys {
        session_id: ProjectSession::round(&session.project, round.number),
        status: latest.map_or("none", |summary| summary.status().word()),
        position: latest.map(council_core::forum::RoundSummary::position).unwrap_or_default(),
        checklist: checklist.unwrap_or_default(),
    }
}
