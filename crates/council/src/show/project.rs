//! A project as a page: the reviews of its panel and the rounds of its forum.

use council_core::{
    forum::{Discussion, DiscussionRound},
    gate::Outcome,
    handoff::{Handoff, Tier},
    ident::ProjectName,
    series::{Series, SeriesReview},
};
use council_formats::{
    handoff::words,
    report::{
        Data, Report,
        sheet::{Sheet, SheetItem},
    },
};
use council_store::Repo;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    answer::{self, OpenAsk},
    forum::{self, ForumFolder},
    handoff::{self, Reviews},
    run::RunError,
};

/// What is said of a gate.
const OPEN: &str = "open";
const CLOSED: &str = "closed";

/// Shows what a panel and a forum left of a project, or nothing where neither left anything.
pub fn project(repo: &Repo, given: &str, today: Date) -> Result<Option<Report>, RunError> {
    let Ok(project) = ProjectName::new(given) else { return Ok(None) };
    let Reviews { series, .. } = handoff::reviews(repo, &project)?;
    let discussion = discussion(repo, &project)?;
    let asks = answer::of_project(repo, &project)?.unwrap_or_default();
    if series.reviews().is_empty() && discussion.is_none() && asks.is_empty() {
        return Ok(None);
    }
    let keys = ProjectKeys {
        project: project.to_string(),
        reviews: series.reviews().iter().map(ReviewKeys::of).collect(),
        recommendations: series.current().map(recommendations).unwrap_or_default(),
        handoff_gate: (!series.reviews().is_empty())
            .then(|| if handoff::waits(repo, &project, today).is_none() { OPEN } else { CLOSED }),
        rounds: discussion.iter().flat_map(Discussion::held).map(ShownRoundKeys::of).collect(),
        forum_gate: discussion
            .as_ref()
            .map(|_| if forum::waits(repo, &project).is_none() { OPEN } else { CLOSED }),
    };
    let headline = headline(&keys, &asks);
    let mut report = Report::new("show", project.as_str(), Outcome::Skipped, headline.clone());
    report.sheet = Some(sheet(headline, &keys));
    report.next = next(&project, &series, &keys);
    answer::waiting(&mut report, &asks);
    report.data = Data::of(&keys);
    Ok(Some(report))
}

/// Returns what a forum discussed. A forum that is not there is nothing; one that cannot be read is an error.
fn discussion(repo: &Repo, project: &ProjectName) -> Result<Option<Discussion>, RunError> {
    match ForumFolder::find(repo, project) {
        Ok(room) => Ok((!room.discussion.held().is_empty()).then_some(room.discussion)),
        Err(RunError::Refused(refusal)) if refusal.outcome == Outcome::InputNeeded => Ok(None),
        Err(error) => Err(error),
    }
}

/// What `show` says in JSON of a project.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProjectKeys {
    /// The project.
    project: String,
    /// The reviews of its panel, in order.
    reviews: Vec<ReviewKeys>,
    /// What the last review recommends.
    recommendations: Vec<RecommendationKeys>,
    /// Whether tasks may be made, if a panel has met.
    handoff_gate: Option<&'static str>,
    /// The rounds of its forum, in order.
    rounds: Vec<ShownRoundKeys>,
    /// Whether a human approved what the forum discussed, if it has.
    forum_gate: Option<&'static str>,
}

/// One review of a panel.
#[derive(Debug, Serialize, JsonSchema)]
struct ReviewKeys {
    /// Which review of the series it is.
    number: u32,
    /// Its file.
    file: String,
    /// Its day.
    date: Option<String>,
    /// The version of the PRD that was read.
    version: Option<String>,
    /// The verdict.
    verdict: Option<&'static str>,
    /// Whether a human has decided.
    status: Option<&'static str>,
    /// Whether to go on or to meet again.
    decision: Option<&'static str>,
}

impl ReviewKeys {
    fn of(review: &SeriesReview) -> Self {
        let front = review.handoff.value.front.as_ref();
        Self {
            number: review.number.value(),
            file: review.path.clone(),
            date: front.and_then(|front| front.date).map(|date| date.to_string()),
            version: front.and_then(|front| front.version).map(|version| version.to_string()),
            verdict: front.and_then(|front| front.verdict).map(words::rating),
            status: review.status().map(words::status),
            decision: review.decision().map(words::decision),
        }
    }

    /// Returns the verdict as people write it.
    fn verdict_phrase(&self) -> Option<String> {
        Some(self.verdict?.replace('_', " "))
    }
}

/// One recommendation of a panel.
#[derive(Debug, Serialize, JsonSchema)]
struct RecommendationKeys {
    /// Its number, which `council decide` takes.
    number: usize,
    /// How urgent it is.
    tier: &'static str,
    /// What should change.
    text: String,
}

fn recommendations(review: &SeriesReview) -> Vec<RecommendationKeys> {
    let Handoff { synthesis, .. } = &review.handoff.value;
    let revisions = synthesis.iter().flat_map(|synthesis| &synthesis.revisions);
    let numbered = (1..).zip(revisions);
    numbered
        .map(|(number, revision)| RecommendationKeys {
            number,
            tier: match revision.tier {
                Tier::Must => "must",
                Tier::Should => "should",
                Tier::Could => "could",
                Tier::Deferred => "deferred",
            },
            text: revision.text.to_string(),
        })
        .collect()
}

/// One round of a forum.
#[derive(Debug, Serialize, JsonSchema)]
struct ShownRoundKeys {
    /// Which round it is.
    number: u32,
    /// What a human is asked to approve, by its hash.
    hash: String,
    /// Whether it is ready for approval.
    status: &'static str,
    /// What a human decided about it.
    decision: Option<&'static str>,
    /// What most of its members are for.
    position: String,
}

impl ShownRoundKeys {
    fn of(held: &DiscussionRound) -> Self {
        let summary = held.summary();
        Self {
            number: summary.number(),
            hash: summary.digest().to_string(),
            status: summary.status().word(),
            decision: held.decision().map(|decision| decision.act().choice.word()),
            position: summary.position(),
        }
    }
}

fn headline(keys: &ProjectKeys, asks: &[OpenAsk]) -> String {
    let panel = keys.reviews.last().map(|last| {
        let verdict = last.verdict_phrase().unwrap_or_else(|| "unknown".to_owned());
        format!("review {}: {verdict}, {}", last.number, last.status.unwrap_or("unknown"))
    });
    let forum = keys.rounds.last().map(|last| {
        format!("forum round {}: {}", last.number, last.decision.unwrap_or(last.status))
    });
    let waits = asks.iter().map(|ask| format!("{} waits for {}", ask.seat, answer::whom([ask])));
    panel.into_iter().chain(forum).chain(waits).collect::<Vec<_>>().join("; ")
}

fn sheet(headline: String, keys: &ProjectKeys) -> Sheet {
    let mut sheet = Sheet::new(headline);
    let or_dash = |word: Option<&str>| word.unwrap_or("–").to_owned();
    if !keys.reviews.is_empty() {
        sheet.heading("Reviews of the panel");
        let row = |review: &ReviewKeys| {
            [
                review.number.to_string(),
                or_dash(review.version.as_deref()),
                or_dash(review.verdict_phrase().as_deref()),
                or_dash(review.status),
                or_dash(review.decision),
                review.file.clone(),
            ]
        };
        let rows = keys.reviews.iter().map(row).collect();
        sheet.table(["review", "version", "verdict", "status", "decision", "file"], rows);
    }
    if !keys.recommendations.is_empty() {
        sheet.heading("What the last review recommends");
        let item = |one: &RecommendationKeys| {
            SheetItem::named(one.number.to_string(), one.text.clone()).fact("tier", one.tier)
        };
        sheet.items(keys.recommendations.iter().map(item).collect());
    }
    if !keys.rounds.is_empty() {
        sheet.heading("Rounds of the forum");
        let row = |round: &ShownRoundKeys| {
            [round.number.to_string(), round.status.to_owned(), or_dash(round.decision)]
        };
        sheet.table(["round", "status", "decision"], keys.rounds.iter().map(row).collect());
        let last = keys.rounds.last().map(|round| round.position.clone());
        sheet.prose(last.unwrap_or_default());
    }
    let gates = [("handoff gate", keys.handoff_gate), ("forum gate", keys.forum_gate)];
    let gates =
        gates.into_iter().filter_map(|(name, gate)| Some((name.to_owned(), gate?.to_owned())));
    sheet.facts(gates.collect());
    sheet
}

fn next(project: &ProjectName, series: &Series, keys: &ProjectKeys) -> Vec<String> {
    let panel = series.current().map(|review| {
        if review.is_pending() {
            format!("`council decide --project {project}` answers the review")
        } else if keys.handoff_gate == Some(OPEN) {
            format!("`council tasks --project {project}` hands over to task generation")
        } else {
            format!("`council gate handoff {project}` says what is in the way")
        }
    });
    let forum = keys.forum_gate.filter(|gate| *gate != OPEN);
    let forum = forum.map(|_| format!("`council gate forum {project}` says what is in the way"));
    panel.into_iter().chain(forum).collect()
}
