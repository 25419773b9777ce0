//! Sessions as results: folded from their journal where there is one, else read from the record that was left.

use council_core::{
    agreement::Agreement,
    council::{CouncilFinding, CouncilRecord},
    diagnostic::{Diagnostic, Place},
    finding::{Evidence, Location, LocationKind},
    identity::{Defect, SessionFinding},
    severity::Severity,
    verdict::Verdict,
};
use council_engine::Fold;
use council_formats::artifact::{self, ArtifactReading};
use council_store::{
    Repo, SessionFiles,
    session::{Damage, Tail},
};
use jiff::civil::Date;

use crate::{
    review::{self, Keeping, ReviewResult, SessionError},
    run::RunError,
};

/// A session, as much of it as there is.
#[derive(Debug)]
pub enum StoredSession {
    /// Everything that happened, from the journal.
    Folded(Box<JournaledSession>),
    /// What a record says.
    Recorded(Box<RecordedSession>),
}

/// A session from its journal.
#[derive(Debug)]
pub struct JournaledSession {
    /// The session.
    pub reviewed: ReviewResult,
    /// The session as plain values.
    pub record: CouncilRecord,
    /// What is wrong with the rest of the journal, which was not read.
    pub damage: Option<Damage>,
}

/// A session from its record, in whatever shape that is.
#[derive(Debug)]
pub struct RecordedSession {
    /// The file.
    pub path: String,
    /// What it says.
    pub reading: ArtifactReading,
    /// What was noticed while reading it.
    pub diagnostics: Vec<Diagnostic>,
}

/// A finding of a session, however the session was kept.
#[derive(Debug, Clone)]
pub struct Listed {
    /// Its id, which only means something within its session.
    pub id: String,
    /// How bad it is, if the word for it is known.
    pub severity: Option<Severity>,
    /// What is wrong.
    pub description: String,
    /// Where it is.
    pub place: Place,
    /// What identifies it, and whether the session let it stand.
    pub seen: SessionFinding,
}

/// Loads a session as it stands on a day, or as it was recorded: by its id, one of its files, its packet, `latest`, or the path of any record of a review.
pub fn load(repo: &Repo, given: &str, day: Option<Date>) -> Result<StoredSession, RunError> {
    match review::find(repo, given) {
        Ok(files) => of_files(repo, &files, day),
        Err(SessionError::NotFound(given)) => match on_packet(repo, &given)? {
            Some(files) => of_files(repo, &files, day),
            None if repo.has_file(&given) => {
                Ok(StoredSession::Recorded(Box::new(recorded(repo, &given)?)))
            }
            None => Err(SessionError::NotFound(given).into()),
        },
        Err(error) => Err(error.into()),
    }
}

/// Returns the newest session on what a path or an id names, if it was reviewed.
fn on_packet(repo: &Repo, given: &str) -> Result<Option<SessionFiles>, RunError> {
    let Ok((source, _)) = repo.load_source(given) else { return Ok(None) };
    let packet = repo.identify(&source, &source.read().value);
    Ok(repo.sessions()?.into_iter().find(|files| *files.packet() == packet))
}

/// Loads the session that has these files, as it stands on a day, or as it was recorded.
pub fn of_files(
    repo: &Repo,
    files: &SessionFiles,
    day: Option<Date>,
) -> Result<StoredSession, RunError> {
    if !repo.has_file(files.journal()) {
        return Ok(StoredSession::Recorded(Box::new(recorded(repo, files.yaml())?)));
    }
    let read = repo.read_journal(files)?;
    let fold = Fold::replay(review::entries(files, &read.lines)?)?;
    let stop = review::stopped(&fold);
    let damage = match read.tail {
        Tail::Damaged(damage) => Some(damage),
        Tail::Clean | Tail::Torn { .. } => None,
    };
    let keeping = Keeping::Recorded;
    let reviewed = ReviewResult { files: files.clone(), fold, stop, mended: None, keeping, day };
    let record = reviewed.record();
    Ok(StoredSession::Folded(Box::new(JournaledSession { reviewed, record, damage })))
}

/// Reads a file as a record of a review.
pub fn recorded(repo: &Repo, path: &str) -> Result<RecordedSession, RunError> {
    let unreadable = |why: String| RunError::Unreadable { path: path.to_owned(), why };
    let text = repo.read(path)?;
    let parsed = artifact::read(path, &text).map_err(|error| unreadable(error.message.clone()))?;
    if !artifact::is_artifact(&parsed.value.tree) {
        return Err(unreadable("it has no verdict, findings, gates or seats".to_owned()));
    }
    let (reading, diagnostics) = (parsed.value, parsed.diagnostics);
    Ok(RecordedSession { path: path.to_owned(), reading, diagnostics })
}

impl StoredSession {
    /// Returns what the session is called.
    pub fn id(&self) -> String {
        match self {
            StoredSession::Folded(folded) => folded.reviewed.files.id(),
            StoredSession::Recorded(recorded) => {
                recorded.reading.session_id.clone().unwrap_or_else(|| recorded.path.clone())
            }
        }
    }

    /// Returns the id of what was reviewed, if the record says.
    pub fn packet(&self) -> Option<String> {
        match self {
            StoredSession::Folded(folded) => Some(folded.reviewed.files.packet().to_string()),
            StoredSession::Recorded(recorded) => recorded.reading.id.clone(),
        }
    }

    /// Returns the verdict, if there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            StoredSession::Folded(folded) => {
                folded.record.judgement().map(|judgement| judgement.verdict)
            }
            StoredSession::Recorded(recorded) => recorded.reading.verdict,
        }
    }

    /// Returns the findings, in the session's order.
    pub fn findings(&self) -> Vec<Listed> {
        match self {
            StoredSession::Folded(folded) => folded.findings(),
            StoredSession::Recorded(recorded) => recorded.findings(),
        }
    }
}

impl JournaledSession {
    fn findings(&self) -> Vec<Listed> {
        listed(&self.reviewed.fold, &self.record)
    }
}

/// Lists the findings of a session.
pub(crate) fn listed(fold: &Fold, record: &CouncilRecord) -> Vec<Listed> {
    let packet = fold.packet();
    let listed = |finding: &CouncilFinding| Listed {
        id: finding.id().to_string(),
        severity: Some(finding.severity()),
        description: finding.claim().description.clone(),
        place: place(finding),
        seen: SessionFinding {
            defect: Defect::of(packet, finding),
            stands: finding.agreement(&record.live) != Agreement::QuorumOppose,
        },
    };
    record.findings.iter().map(listed).collect()
}

impl RecordedSession {
    /// Returns every finding once, as it is stated last; a later statement knows how it ended.
    pub fn findings(&self) -> Vec<Listed> {
        let mut listed: Vec<Listed> = Vec::new();
        for found in &self.reading.findings {
            let (path, anchor) = match found.location.as_deref().unwrap_or_default().split_once('#')
            {
                Some((path, anchor)) => (path.to_owned(), Some(anchor.to_owned())),
                None => (found.location.clone().unwrap_or_default(), None),
            };
            let location = Location { path, anchor, kind: LocationKind::Document };
            let evidence = match (&found.quote, found.terms.as_slice()) {
                (Some(quote), _) => Some(Evidence::Quote(quote.clone())),
                (None, []) => None,
                (None, terms) => Some(Evidence::Searched {
                    terms: terms.to_vec(),
                    sections: found.sections.clone(),
                }),
            };
            let said = found.description.as_deref().unwrap_or_default();
            let defect =
                Defect::told(found.classified, found.rule.clone(), evidence, said, location);
            let is_dismissed = |word: &str| {
                let word = word.to_ascii_uppercase();
                word == "QUORUM_OPPOSE" || word == "DISMISSED"
            };
            let dismissed = [&found.agreement, &found.status];
            let stands = !dismissed.into_iter().flatten().any(|word| is_dismissed(word));
            let one = Listed {
                id: found.id.clone(),
                severity: found.severity,
                description: said.to_owned(),
                place: found.location.as_deref().map_or_else(Place::default, Place::file),
                seen: SessionFinding { defect, stands },
            };
            match listed.iter_mut().find(|listed| listed.id == found.id) {
                Some(earlier) if !said.is_empty() => *earlier = one,
                Some(_) => {}
                None => listed.push(one),
            }
        }
        listed
    }
}

/// Returns the file and line to show for a finding.
pub(crate) fn place(finding: &CouncilFinding) -> Place {
    let first = finding.raised().next();
    first.map_or_else(Place::default, |raised| raised.claim.place().clone())
}
