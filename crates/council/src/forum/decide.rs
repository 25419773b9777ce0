//! What a human decides about a round. Only this lets intent be handed off, and only with the hash of what was shown.

use council_core::{
    diagnostic::Place,
    forum::{
        Digest, Discussion, DiscussionRefusal, Intent, RoundAct, RoundChoice, TrimmedLine,
        intent_only::{Leak, leaks},
    },
    gate::Outcome,
    ident::ProjectName,
};
use council_formats::{forum_record, intent};
use council_store::{Holder, Repo};
use jiff::Timestamp;

use super::{ForumFolder, convene::expect_recorded, gate::beside, log};
use crate::{log::Image, run::RunError};

/// What a human says about a round.
#[derive(Debug, Clone)]
pub struct ForumDecideRequest {
    /// The project.
    pub project: ProjectName,
    /// The round that is meant; the latest where nobody says so.
    pub round: Option<u32>,
    /// The hash of the summary that was shown.
    pub hash: Digest,
    /// Who decides.
    pub by: TrimmedLine,
    /// What.
    pub choice: RoundChoice,
}

/// A decision that stands.
#[derive(Debug)]
pub struct DecidedRound {
    /// The discussion, with the decision.
    pub discussion: Discussion,
    /// Where the record lies.
    pub record: String,
    /// What was handed off, with its file, where the decision closes the discussion.
    pub handoff: Option<(String, Intent)>,
    /// Words in it that say how, and not what and why.
    pub leaks: Vec<Leak>,
    /// Whether it was recorded now or stood already.
    pub is_new: bool,
    /// Whether a round that was begun and cut off was given up by it.
    pub gives_up: bool,
}

/// Records a decision about the latest round, and hands intent off where it closes the discussion.
pub fn decide(
    repo: &Repo,
    asked: &ForumDecideRequest,
    at: Timestamp,
    holder: &Holder,
) -> Result<DecidedRound, RunError> {
    let (project, at) = (&asked.project, super::whole(at));
    let room = ForumFolder::find(repo, project)?;
    // A forum without a round gets no journal from a decision that is refused anyway.
    if room.discussion.latest().is_none() {
        return Err(refused(&room, &DiscussionRefusal::NothingShown));
    }
    let mut log = log::Log::open(repo, &room.home, holder)?;
    // What was cut off is finished now, so the record is looked at again.
    let room = ForumFolder::find(repo, project)?;
    expect_recorded(&room, &log)?;
    let gives_up = log.round()?.is_some();
    let record = room.record_path();
    let latest = room.discussion.latest().map(|held| (held.summary().number(), held.decision()));
    let Some((number, decision)) = latest else {
        return Err(refused(&room, &DiscussionRefusal::NothingShown));
    };
    let round = asked.round.unwrap_or(number);
    let act = RoundAct {
        round,
        hash: asked.hash.clone(),
        by: asked.by.clone(),
        at,
        choice: asked.choice.clone(),
    };
    let is_repeated = decision.is_some_and(|decision| {
        let made = decision.act();
        (made.round, &made.hash, &made.by, &made.choice)
            == (act.round, &act.hash, &act.by, &act.choice)
    });
    if is_repeated {
        let stands = DecidedRound::of(room.discussion, &room.home, record);
        return Ok(DecidedRound { is_new: false, ..stands });
    }
    let mut discussion = room.discussion.clone();
    discussion.decide(act.clone()).map_err(|refusal| refused(&room, &refusal))?;
    let decided =
        DecidedRound { gives_up, ..DecidedRound::of(discussion, &room.home, record.clone()) };
    let mut images = vec![Image::new(repo, &record, forum_record::write(&decided.discussion))?];
    if let Some((path, intent)) = &decided.handoff {
        let image = Image::new(repo, path, intent::write(intent))?;
        if image.before.is_some() {
            return Err(RunError::refused(
                Outcome::Blocked,
                "HANDOFF_UNAPPROVED",
                Place::file(path),
                "there is a file where the handoff goes, but no decision behind it",
                "take it away; nothing is overwritten",
            ));
        }
        images.push(image);
    }
    let step = log::ForumStep::Decided {
        choice: act.choice.word().to_owned(),
        words: act.choice.words().map(str::to_owned),
        shown: act.hash.as_str().to_owned(),
    };
    let taken = log::ForumAct { at, by: Some(act.by.to_string()), round, step };
    log.commit(repo, taken, images)?;
    Ok(decided)
}

impl DecidedRound {
    /// Returns what the latest decision of a discussion comes to, as one that was recorded now.
    fn of(discussion: Discussion, home: &str, record: String) -> Self {
        let handoff = handed_off(&discussion, home);
        let leaks = handoff.as_ref().map(|(_, intent)| leaks(intent)).unwrap_or_default();
        Self { discussion, record, handoff, leaks, is_new: true, gives_up: false }
    }
}

/// Returns what the latest decision hands off, with its file.
fn handed_off(discussion: &Discussion, home: &str) -> Option<(String, Intent)> {
    discussion.latest()?.closing()?;
    let intent = discussion.intents().pop()?;
    let folder = beside(home, forum_record::FOLDER);
    Some((beside(&folder, &intent.file), intent))
}

/// Says why a decision was not taken, and what to do.
fn refused(room: &ForumFolder, refusal: &DiscussionRefusal) -> RunError {
    let project = room.discussion.project();
    let gate = format!("`council gate forum {project}` shows what can be decided now");
    let discuss = format!("`council forum --project {project} \"your message\"` holds a round");
    let (code, outcome, help) = match refusal {
        DiscussionRefusal::NothingShown => ("NOTHING_SHOWN", Outcome::InputNeeded, discuss),
        DiscussionRefusal::NotLatest { .. } => ("NOT_LATEST", Outcome::Blocked, gate),
        DiscussionRefusal::Stale { .. } => (
            "HASH_STALE",
            Outcome::Blocked,
            format!("read the latest summary before you decide; {gate}"),
        ),
        DiscussionRefusal::NoPosition { .. } => (
            "NO_POSITION",
            Outcome::Blocked,
            "decide alone (`--unilateral`, and `/decide` in a conversation), or go on with another message and let models or \
             people hold the seats"
                .to_owned(),
        ),
        DiscussionRefusal::NoWords { .. } => {
            ("NO_WORDS", Outcome::InputNeeded, "say what you decide".to_owned())
        }
        DiscussionRefusal::Decided { .. } => ("DECIDED", Outcome::Blocked, discuss),
        DiscussionRefusal::OtherProject { .. } | DiscussionRefusal::OutOfOrder { .. } => {
            ("RECORD_CHANGED", Outcome::Failed, gate)
        }
    };
    RunError::refused(outcome, code, Place::file(room.record_path()), refusal.to_string(), help)
}
