//! Where a round is written down: what happens goes into the forum's journal as it happens, and the round itself is one
//! step of it, taken when everyone was heard.

use council_formats::forum_record;
use council_store::{Journal, Repo};

use super::{
    Sitting,
    log::{ForumAct, ForumStep, Log},
};
use crate::{
    log::Image,
    run::{RunError, SessionPlace, WrittenSession},
};

/// A round's place in the repository.
pub(crate) struct ForumPlace {
    /// The forum's journal.
    pub(super) log: Log,
}

impl SessionPlace<Sitting> for ForumPlace {
    fn journal(&self) -> &Journal {
        self.log.journal()
    }

    fn journal_mut(&mut self) -> &mut Journal {
        self.log.journal_mut()
    }

    fn path(&self) -> &str {
        self.log.path()
    }

    /// Takes the step that holds the round: one record, then its file.
    fn write(
        &mut self,
        repo: &Repo,
        session: &WrittenSession<'_, Sitting>,
    ) -> Result<(), RunError> {
        let Some(summary) = &session.record.summary else { return Ok(()) };
        let convening = &session.opened.opening;
        let discussion = convening.held(summary.clone())?;
        let record = convening.record_path();
        let image = Image::new(repo, &record, forum_record::write(&discussion))?;
        let (hash, tokens) = (summary.digest().as_str().to_owned(), session.record.tokens);
        let step = ForumStep::Held { hash, tokens };
        let act = ForumAct { at: session.record.now.at, by: None, round: summary.number(), step };
        self.log.commit(repo, act, vec![image])
    }
}
