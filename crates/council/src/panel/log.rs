//! The journal of a project's reviews: every step, who took it, and the files as it leaves them.
//!
//! A step is recorded before its files are written, with the files as they are to be. Whoever opens the journal next
//! finishes a step that was cut off: a file that is still as the step found it is written, one that is as the step
//! leaves it is done, and one that somebody changed since is left alone and told apart by the gates.

use council_core::{ident::ProjectName, panel::Ending, series::ReviewNumber};
use council_engine::{Entry, Flow as _, Fold};
use council_formats::{handoff::name, report::TOOL_VERSION};
use council_store::{Holder, Journal, Repo, StoreError};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Kept, KeptClose, KeptDecision, KeptRevision, Meeting, PanelError};

/// One thing that happened to a review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Act {
    /// When.
    pub at: Timestamp,
    /// Who, where a human acted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// On which review of the series.
    pub number: u32,
    /// What.
    #[serde(flatten)]
    pub step: Step,
}

/// A step in the life of a review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Step {
    /// The panel has met.
    Reviewed {
        /// What the review was computed from.
        record: Kept,
    },
    /// A human has answered the recommendations.
    Decided {
        /// What was decided.
        decision: KeptDecision,
        /// The hash of the review as it was decided on.
        shown: String,
    },
    /// A new version of the PRD answers the review.
    Revised {
        /// What changed.
        revision: KeptRevision,
    },
    /// A human has said whether the work goes on.
    Closed {
        /// What was said.
        close: KeptClose,
    },
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
    pub(super) fn new(repo: &Repo, path: &str, text: String) -> Result<Self, StoreError> {
        let before = repo.read_if_there(path)?.map(|found| hash(&found));
        Ok(Self { path: path.to_owned(), before, text })
    }

    /// Tells how a file stands to the step that last wrote it.
    pub fn stands(&self, found: Option<&str>) -> Stand {
        match found {
            Some(found) if found == self.text => Stand::Done,
            found if found.map(hash) == self.before => Stand::Cut,
            Some(_) | None => Stand::Changed,
        }
    }
}

/// How a file stands to the step that last wrote it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stand {
    /// It is as the step left it.
    Done,
    /// It is as the step found it: the step was cut off.
    Cut,
    /// Somebody changed it since.
    Changed,
}

/// A record of the journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Taken {
    /// The version of the program that wrote it.
    pub tool_version: String,
    /// What happened.
    #[serde(flatten)]
    pub act: Act,
    /// The files it leaves.
    pub files: Vec<Image>,
}

/// One line of the journal: a step, or something that happened while a panel met.
pub(super) enum Recorded {
    /// A step.
    Taken(Box<Taken>),
    /// Something that happened to a panel.
    Happened(Box<Entry<Meeting>>),
}

impl Recorded {
    /// Reads a line. The event tells what it is, and an event that is neither is refused.
    pub(super) fn read(line: &str) -> serde_json::Result<Self> {
        #[derive(Deserialize)]
        struct Named {
            event: String,
        }
        let named: Named = serde_json::from_str(line)?;
        match named.event.as_str() {
            "reviewed" | "decided" | "revised" | "closed" => {
                serde_json::from_str(line).map(|taken| Recorded::Taken(Box::new(taken)))
            }
            _ => serde_json::from_str(line).map(|entry| Recorded::Happened(Box::new(entry))),
        }
    }
}

/// The journal of a project's reviews, open for writing. Nobody else writes it while this lives.
pub(super) struct Log {
    path: String,
    journal: Journal,
    taken: Vec<Taken>,
    unfinished: Vec<Entry<Meeting>>,
}

impl Log {
    /// Opens the journal, and finishes the last step where it was cut off.
    pub(super) fn open(
        repo: &Repo,
        project: &ProjectName,
        holder: &Holder,
    ) -> Result<Self, PanelError> {
        let path = name::journal(project);
        let (lines, journal) = repo.open_log(&path, holder)?;
        let entries: Vec<&str> = lines.iter().map(|line| line.entry.as_str()).collect();
        let (taken, unfinished) = parse(&path, &entries)?;
        if let Some(last) = taken.last() {
            for image in &last.files {
                repo.sweep(&image.path)?;
                if image.stands(repo.read_if_there(&image.path)?.as_deref()) == Stand::Cut {
                    put(repo, image)?;
                }
            }
        }
        Ok(Self { path, journal, taken, unfinished })
    }

    /// Returns the panel that was begun and has not come to a review, if there is one that can still go on.
    pub(super) fn unfinished(&mut self) -> Result<Option<Fold<Meeting>>, PanelError> {
        if self.unfinished.is_empty() {
            return Ok(None);
        }
        let fold = Fold::replay(std::mem::take(&mut self.unfinished))?;
        let is_over = matches!(fold.session().ending(), Some(Ending::Aborted(_)));
        Ok((!is_over).then_some(fold))
    }

    /// Makes durable what happened to a panel.
    pub(super) fn note(&mut self, entries: &[Entry<Meeting>]) -> Result<(), PanelError> {
        let unknown = |source| PanelError::UnknownRecord { path: self.path.clone(), source };
        let lines: Result<Vec<String>, _> = entries.iter().map(serde_json::to_string).collect();
        self.journal.commit(&lines.map_err(unknown)?)?;
        Ok(())
    }

    /// Returns the steps taken on a review, in order.
    pub(super) fn of(&self, number: ReviewNumber) -> impl DoubleEndedIterator<Item = &Taken> {
        self.taken.iter().filter(move |taken| taken.act.number == number.value())
    }

    /// Returns what the reviews before one were computed from, in order.
    pub(super) fn reviewed_before(&self, number: ReviewNumber) -> impl Iterator<Item = &Kept> {
        let earlier = self.taken.iter().filter(move |taken| taken.act.number < number.value());
        earlier.filter_map(|taken| match &taken.act.step {
            Step::Reviewed { record } => Some(record),
            Step::Decided { .. } | Step::Revised { .. } | Step::Closed { .. } => None,
        })
    }

    /// Returns a file as the last step that wrote it left it.
    pub(super) fn image(&self, path: &str) -> Option<&Image> {
        self.taken.iter().rev().flat_map(|taken| &taken.files).find(|image| image.path == path)
    }

    /// Records a step, then writes its files.
    pub(super) fn commit(
        &mut self,
        repo: &Repo,
        act: Act,
        files: Vec<Image>,
    ) -> Result<(), PanelError> {
        let taken = Taken { tool_version: TOOL_VERSION.to_owned(), act, files };
        let unknown = |source| PanelError::UnknownRecord { path: self.path.clone(), source };
        let record = serde_json::to_string(&taken).map_err(unknown)?;
        self.journal.commit(&[record])?;
        for image in &taken.files {
            put(repo, image)?;
        }
        self.taken.push(taken);
        Ok(())
    }
}

/// Reads the journal without its lock; `None` where there is none or nothing in it.
pub(super) fn read(repo: &Repo, project: &ProjectName) -> Result<Option<Vec<Taken>>, PanelError> {
    let path = name::journal(project);
    let Some(found) = repo.read_log(&path)? else {
        return Ok(None);
    };
    let lines = found.sound(&path)?;
    let entries: Vec<&str> = lines.iter().map(|line| line.entry.as_str()).collect();
    let (taken, _) = parse(&path, &entries)?;
    Ok((!taken.is_empty()).then_some(taken))
}

/// Returns the hash of a text, in hexadecimal.
pub(super) fn hash(text: &str) -> String {
    council_core::packet::Document::new("", text).hash().to_owned()
}

fn put(repo: &Repo, image: &Image) -> Result<(), StoreError> {
    match image.before {
        None => repo.create_new(&image.path, image.text.as_bytes()),
        Some(_) => repo.write_atomic(&image.path, image.text.as_bytes()),
    }
}

/// Reads the lines: the steps, and what happened to the panel that is not over, if there is one.
fn parse(path: &str, lines: &[&str]) -> Result<(Vec<Taken>, Vec<Entry<Meeting>>), PanelError> {
    let unknown = |source| PanelError::UnknownRecord { path: path.to_owned(), source };
    let (mut taken, mut unfinished) = (Vec::new(), Vec::new());
    for line in lines {
        match Recorded::read(line).map_err(unknown)? {
            Recorded::Taken(step) => {
                unfinished.clear();
                taken.push(*step);
            }
            Recorded::Happened(entry) => {
                if matches!(*entry, Entry::Opened(_)) {
                    unfinished.clear();
                }
                unfinished.push(*entry);
            }
        }
    }
    Ok((taken, unfinished))
}
