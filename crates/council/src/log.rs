//! A journal of a project: what happens while a flow is driven, and every step that is taken on what came of it.
//!
//! A step is recorded before its files are written, with the files as they are to be. Whoever opens the journal next
//! finishes a step that was cut off: a file that is still as the step found it is written, one that is as the step
//! leaves it is done, and one that somebody changed since is left alone and told apart by the gates.

use std::{collections::BTreeMap, fmt::Debug};

use council_engine::{Entry, Flow, Fold, FoldError};
use council_formats::report::TOOL_VERSION;
use council_store::{Holder, Journal, Repo, StoreError};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::run::RunError;

/// Something that was done, as a journal keeps it.
pub(crate) trait Act: Clone + Debug + PartialEq + Serialize + DeserializeOwned {
    /// The events by which a record of it is known.
    const EVENTS: &'static [&'static str];

    /// Returns who did it, where a human acted.
    fn by(&self) -> Option<&str>;
}

/// Where a journal lies, and where the files of its steps lie. A step is finished by whoever opens the journal next, so a
/// journal from elsewhere must not name a file of its choice.
#[derive(Debug, Clone)]
pub(crate) struct LogPlace {
    /// The journal.
    pub(crate) path: String,
    /// The folder that holds everything its steps write.
    pub(crate) folder: String,
}

impl LogPlace {
    /// Reads a line of the journal, and refuses a step that writes elsewhere.
    fn read<F: Flow, A: Act>(&self, line: &str) -> Result<JournalRecord<F, A>, RunError> {
        let unknown = |source| RunError::UnknownRecord { path: self.path.clone(), source };
        let recorded = JournalRecord::read(line).map_err(unknown)?;
        if let JournalRecord::Taken(step) = &recorded
            && let Some(other) = step.files.iter().find(|image| !self.holds(&image.path))
        {
            return Err(RunError::OtherPlace {
                path: self.path.clone(),
                other: other.path.clone(),
            });
        }
        Ok(recorded)
    }

    /// Tells whether a file lies where the steps of the journal write. None of them writes a hidden one.
    pub(crate) fn holds(&self, path: &str) -> bool {
        let rest = path.strip_prefix(&self.folder);
        rest.is_some_and(|rest| rest.starts_with('/') && !rest.contains("/."))
    }
}

/// A file as a step leaves it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// The file.
    pub path: String,
    /// The hash of the file as the step found it; none where there was no file.
    pub before: Option<String>,
    /// The file as it is to be.
    pub text: String,
}

impl Image {
    /// Takes a file as it is and as it is to be.
    pub(crate) fn new(repo: &Repo, path: &str, text: String) -> Result<Self, StoreError> {
        let before = repo.read_if_there(path)?.map(|found| hash(&found));
        Ok(Self { path: path.to_owned(), before, text })
    }

    /// Tells how a file stands to the step that last wrote it.
    pub fn stands(&self, found: Option<&str>) -> FileState {
        match found {
            Some(found) if found == self.text => FileState::Done,
            found if found.map(hash) == self.before => FileState::Cut,
            Some(_) | None => FileState::Changed,
        }
    }
}

/// How a file stands to the step that last wrote it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileState {
    /// It is as the step left it.
    Done,
    /// It is as the step found it: the step was cut off.
    Cut,
    /// Somebody changed it since.
    Changed,
}

/// A record of the journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Taken<A> {
    /// The version of the program that wrote it.
    pub tool_version: String,
    /// What happened.
    #[serde(flatten)]
    pub act: A,
    /// The command with which a human did it, such as `council tui`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// The files it leaves.
    pub files: Vec<Image>,
}

/// One line of the journal: a step, or something that happened while a flow was driven.
pub(crate) enum JournalRecord<F: Flow, A> {
    /// A step.
    Taken(Box<Taken<A>>),
    /// Something that happened to a flow.
    Happened(Box<Entry<F>>),
}

impl<F: Flow, A: Act> JournalRecord<F, A> {
    /// Reads a line. The event tells what it is, and an event that is neither is refused.
    pub(crate) fn read(line: &str) -> serde_json::Result<Self> {
        #[derive(Deserialize)]
        struct NamedEvent {
            event: String,
        }
        let named: NamedEvent = serde_json::from_str(line)?;
        if A::EVENTS.contains(&named.event.as_str()) {
            return serde_json::from_str(line).map(|taken| JournalRecord::Taken(Box::new(taken)));
        }
        serde_json::from_str(line).map(|entry| JournalRecord::Happened(Box::new(entry)))
    }
}

/// A journal, open for writing. Nobody else writes it while this lives.
pub(crate) struct Log<F: Flow, A> {
    path: String,
    journal: Journal,
    /// The command that writes it.
    command: String,
    taken: Vec<Taken<A>>,
    unfinished: Vec<Entry<F>>,
    finished: Vec<Entry<F>>,
}

impl<F: Flow, A: Act> Log<F, A> {
    /// Opens the journal, and finishes the last step where it was cut off.
    pub(crate) fn at(repo: &Repo, place: LogPlace, holder: &Holder) -> Result<Self, RunError> {
        let (lines, journal) = repo.open_log(&place.path, holder)?;
        let entries: Vec<&str> = lines.iter().map(|line| line.entry.as_str()).collect();
        let ParsedJournal { taken, unfinished, finished } = parse(&place, &entries)?;
        let path = place.path;
        if let Some(last) = taken.last() {
            for image in &last.files {
                repo.sweep(&image.path)?;
                if image.stands(repo.read_if_there(&image.path)?.as_deref()) == FileState::Cut {
                    put(repo, image)?;
                }
            }
        }
        let command = holder.command.clone();
        Ok(Self { path, journal, command, taken, unfinished, finished })
    }

    /// Returns the session that the last step came of, if nothing happened since.
    pub(crate) fn finished(&mut self) -> Result<Option<Fold<F>>, FoldError> {
        if !self.unfinished.is_empty() {
            return Ok(None);
        }
        unfinished(std::mem::take(&mut self.finished), |_| false)
    }

    /// Returns the session that was begun and has not come to a step, if there is one that can still go on.
    pub(crate) fn unfinished(
        &mut self,
        is_over: impl Fn(F::Ending) -> bool,
    ) -> Result<Option<Fold<F>>, FoldError> {
        unfinished(std::mem::take(&mut self.unfinished), is_over)
    }

    /// Returns the steps, in order.
    pub(crate) fn taken(&self) -> &[Taken<A>] {
        &self.taken
    }

    /// Returns the journal.
    pub(crate) fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Returns the journal, to be written.
    pub(crate) fn journal_mut(&mut self) -> &mut Journal {
        &mut self.journal
    }

    /// Returns the path of the journal.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// Returns a file as the last step that wrote it left it.
    pub(crate) fn image(&self, path: &str) -> Option<&Image> {
        self.taken.iter().rev().flat_map(|taken| &taken.files).find(|image| image.path == path)
    }

    /// Records a step, then writes its files.
    pub(crate) fn commit(
        &mut self,
        repo: &Repo,
        act: A,
        files: Vec<Image>,
    ) -> Result<(), RunError> {
        let via = act.by().map(|_| self.command.clone());
        let taken = Taken { tool_version: TOOL_VERSION.to_owned(), act, via, files };
        let unknown = |source| RunError::UnknownRecord { path: self.path.clone(), source };
        let record = serde_json::to_string(&taken).map_err(unknown)?;
        self.journal.commit(&[record])?;
        for image in &taken.files {
            put(repo, image)?;
        }
        self.taken.push(taken);
        Ok(())
    }
}

/// Returns the session that these records are of, if it can still go on.
pub(crate) fn unfinished<F: Flow>(
    entries: Vec<Entry<F>>,
    is_over: impl Fn(F::Ending) -> bool,
) -> Result<Option<Fold<F>>, FoldError> {
    if entries.is_empty() {
        return Ok(None);
    }
    let fold = Fold::replay(entries)?;
    let is_over = fold.session().ending().is_some_and(is_over);
    Ok((!is_over).then_some(fold))
}

/// Reads the steps of a journal without its lock; `None` where there is no journal. An empty one, or one that was cut off
/// in its first record, is there and has no steps: that is not the same as none.
pub(crate) fn read<F: Flow, A: Act>(
    repo: &Repo,
    place: &LogPlace,
) -> Result<Option<Vec<Taken<A>>>, RunError> {
    Ok(whole::<F, A>(repo, place)?.map(|parsed| parsed.taken))
}

/// Reads a journal without its lock; nothing happened where there is none.
pub(crate) fn look<F: Flow, A: Act>(
    repo: &Repo,
    place: &LogPlace,
) -> Result<ParsedJournal<F, A>, RunError> {
    Ok(whole(repo, place)?.unwrap_or_default())
}

/// A session that came to a step.
pub(crate) struct PastSession<F: Flow, A> {
    /// The session, as its entries give it.
    pub(crate) fold: Fold<F>,
    /// The step.
    pub(crate) step: Taken<A>,
}

/// Everything that a journal has recorded so far.
pub(crate) struct RecordedPast<F: Flow, A> {
    /// The sessions that came to a step, in order.
    pub(crate) sessions: Vec<PastSession<F, A>>,
    /// How many steps were taken.
    pub(crate) steps: usize,
    /// Every file that a step wrote, as the last of them left it.
    pub(crate) files: BTreeMap<String, String>,
}

/// Computes every session of a journal again that came to a step. The journal's lock is not taken.
pub(crate) fn past<F: Flow, A: Act>(
    repo: &Repo,
    place: &LogPlace,
) -> Result<RecordedPast<F, A>, RunError> {
    let mut past = RecordedPast { sessions: Vec::new(), steps: 0, files: BTreeMap::new() };
    let Some(found) = repo.read_log(&place.path)? else { return Ok(past) };
    let mut entries: Vec<Entry<F>> = Vec::new();
    for line in found.sound(&place.path)? {
        match place.read::<F, A>(&line.entry)? {
            JournalRecord::Happened(entry) => {
                if matches!(*entry, Entry::Opened(_)) {
                    entries.clear();
                }
                entries.push(*entry);
            }
            JournalRecord::Taken(step) => {
                past.steps += 1;
                let files = step.files.iter();
                past.files.extend(files.map(|image| (image.path.clone(), image.text.clone())));
                if !entries.is_empty() {
                    let fold = Fold::replay(std::mem::take(&mut entries))?;
                    past.sessions.push(PastSession { fold, step: *step });
                }
            }
        }
    }
    Ok(past)
}

fn whole<F: Flow, A: Act>(
    repo: &Repo,
    place: &LogPlace,
) -> Result<Option<ParsedJournal<F, A>>, RunError> {
    let Some(found) = repo.read_log(&place.path)? else {
        return Ok(None);
    };
    let lines = found.sound(&place.path)?;
    let entries: Vec<&str> = lines.iter().map(|line| line.entry.as_str()).collect();
    parse::<F, A>(place, &entries).map(Some)
}

/// Returns the hash of a text, in hexadecimal.
pub(crate) fn hash(text: &str) -> String {
    council_core::packet::Document::new("", text).hash().to_owned()
}

/// A file that was written again as it was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestoredFile {
    /// The file.
    pub path: String,
    /// Where the text is kept that stood there, if there was one.
    pub kept: Option<String>,
}

/// Writes files as they were recorded, and keeps what stands in their place under the name that `aside` gives it.
pub(crate) fn put_back(
    repo: &Repo,
    recorded: BTreeMap<String, String>,
    aside: impl Fn(&str, &[u8]) -> String,
) -> Result<Vec<RestoredFile>, RunError> {
    let mut files = Vec::new();
    for (path, text) in recorded {
        let found = repo.read_bytes_if_there(&path)?;
        if found.as_deref() == Some(text.as_bytes()) {
            continue;
        }
        let kept = found.as_ref().map(|bytes| aside(&path, bytes));
        if let (Some(kept), Some(bytes)) = (&kept, &found)
            && !repo.has_file(kept)
        {
            repo.create_new(kept, bytes)?;
        }
        repo.write_atomic(&path, text.as_bytes())?;
        files.push(RestoredFile { path, kept });
    }
    Ok(files)
}

fn put(repo: &Repo, image: &Image) -> Result<(), StoreError> {
    match image.before {
        None => repo.create_new(&image.path, image.text.as_bytes()),
        Some(_) => repo.write_atomic(&image.path, image.text.as_bytes()),
    }
}

/// What a journal holds.
pub(crate) struct ParsedJournal<F: Flow, A> {
    /// The steps.
    pub(crate) taken: Vec<Taken<A>>,
    /// What happened to the session that is not over.
    pub(crate) unfinished: Vec<Entry<F>>,
    /// What happened to the session that the last step came of, where that is the last thing in the journal.
    pub(crate) finished: Vec<Entry<F>>,
}

impl<F: Flow, A> Default for ParsedJournal<F, A> {
    fn default() -> Self {
        Self { taken: Vec::new(), unfinished: Vec::new(), finished: Vec::new() }
    }
}

/// Reads the lines: the steps, and what happened to the session that is not over, if there is one.
fn parse<F: Flow, A: Act>(
    place: &LogPlace,
    lines: &[&str],
) -> Result<ParsedJournal<F, A>, RunError> {
    let ParsedJournal { mut taken, mut unfinished, mut finished } =
        ParsedJournal::<F, A>::default();
    for line in lines {
        match place.read(line)? {
            JournalRecord::Taken(step) => {
                finished = std::mem::take(&mut unfinished);
                taken.push(*step);
            }
            JournalRecord::Happened(entry) => {
                if matches!(*entry, Entry::Opened(_)) {
                    unfinished.clear();
                }
                unfinished.push(*entry);
            }
        }
    }
    Ok(ParsedJournal { taken, unfinished, finished })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_writes_no_hidden_file_and_none_elsewhere() {
        let place = LogPlace { path: String::new(), folder: "workspace/p".to_owned() };
        assert!(place.holds("workspace/p/handoffs/a.md"));
        for path in [
            "workspace/p",
            "workspace/pp/a.md",
            "workspace/p/../q/a.md",
            "workspace/p/.git/config",
            "workspace/p/tasks/.env",
            ".git/config",
            "/workspace/p/a.md",
        ] {
            assert!(!place.holds(path), "{path}");
        }
    }
}
