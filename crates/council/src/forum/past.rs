//! The rounds of a forum, computed again from its journal.

use std::collections::BTreeMap;

use council_core::{forum::Discussion, ident::ProjectName};
use council_formats::forum_record;
use council_store::Repo;
use jiff::Timestamp;

use super::{ForumFolder, HeldRound, gate, log, log::ForumStep};
use crate::{log::Image, run::RunError};

/// A round as the session that it came of gives it.
#[derive(Debug)]
pub struct PastRound {
    /// The round, the latest of its discussion.
    pub held: HeldRound,
    /// Which round it is.
    pub number: u32,
    /// When it began.
    pub began: Timestamp,
    /// The files of the step that made it, as they were recorded.
    pub recorded: Vec<Image>,
}

impl PastRound {
    /// Returns the record as the round leaves it.
    pub(crate) fn computed(&self) -> (String, String) {
        (self.held.record.clone(), forum_record::write(&self.held.discussion))
    }
}

/// Returns the rounds that the journal of a forum can compute again, in order.
pub(crate) fn past_rounds(repo: &Repo, project: &ProjectName) -> Result<Vec<PastRound>, RunError> {
    let room = ForumFolder::find(repo, project)?;
    let mut rounds = Vec::new();
    for session in log::past(repo, &room.home)?.sessions {
        let number = match session.step.act.step {
            ForumStep::Held { .. } => session.step.act.round,
            ForumStep::Decided { .. } => continue,
        };
        let opening = &session.fold.opened().opening;
        let Some(summary) = session.fold.record().summary else { continue };
        let discussion: Discussion = opening.held(summary)?;
        rounds.push(PastRound {
            held: HeldRound::new(repo, &room, discussion, &session.fold)?,
            number,
            began: opening.moment.at,
            recorded: session.step.files,
        });
    }
    Ok(rounds)
}

/// Returns how many steps the journal of a forum has, and every file that they wrote as the last of them left it.
pub(crate) fn recorded_files(
    repo: &Repo,
    project: &ProjectName,
) -> Result<(usize, BTreeMap<String, String>), RunError> {
    let past = log::past(repo, &gate::find(repo, project)?.home)?;
    Ok((past.steps, past.files))
}

/// Tells whether a project has a forum that was begun.
pub(crate) fn is_begun(repo: &Repo, project: &ProjectName) -> Result<bool, RunError> {
    let home = gate::find(repo, project)?.home;
    let is_named = repo.has_file(&gate::beside(&home, council_formats::council_config::FILE));
    let folder = gate::beside(&home, forum_record::FOLDER);
    let has_record = repo.has_file(&gate::beside(&folder, forum_record::FILE));
    Ok(is_named && (has_record || repo.has_file(&log::path(&home))))
}

/// Returns when the round began that was cut off, if there is one.
pub(crate) fn begun_at(repo: &Repo, project: &ProjectName) -> Result<Option<Timestamp>, RunError> {
    if !is_begun(repo, project)? {
        return Ok(None);
    }
    let home = gate::find(repo, project)?.home;
    Ok(log::begun(repo, &home)?.map(|fold| fold.opened().opening.moment.at))
}
