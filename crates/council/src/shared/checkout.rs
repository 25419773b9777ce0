//! A session of the store, laid out as files.

use std::path::Path;

use council_core::ident::PacketId;
use council_engine::Fold;
use council_pg::{NewSession, PgError, Pushed, SessionState};
use council_store::{JournalLine, Repo, Scratch, SessionFiles, session::Chain};

use super::{COUNCIL, SHAPE, Shared};
use crate::{
    review::{self, Keeping, ReviewResult, SessionError},
    run::RunError,
};

/// A session of the store, laid out as files in a repository of its own.
#[derive(Debug)]
pub struct Checkout {
    scratch: Scratch,
    files: SessionFiles,
    seen: Chain,
    lines: usize,
}

impl Checkout {
    /// Lays a session out, by its id, its packet or `latest`, below the user's own folder `home`.
    pub async fn of(shared: &Shared, given: &str, home: Option<&Path>) -> Result<Self, RunError> {
        let (bytes, lines, seen, name) = read(shared, given).await?;
        let (files, reviewed) = replayed(&name, &lines)?;
        let scratch = Scratch::new(home)?;
        write(scratch.repo(), &files, &bytes, &reviewed)?;
        Ok(Self { scratch, files, seen, lines: lines.len() })
    }

    /// Returns the repository it lies in.
    pub fn repo(&self) -> &Repo {
        self.scratch.repo()
    }

    /// Returns what the session is called.
    pub fn name(&self) -> String {
        self.files.id()
    }

    /// Takes what was added to the session back into the store, if anything was. A session that waited goes on.
    pub async fn give_back(&self, shared: &Shared) -> Result<(), RunError> {
        let lines = self.repo().read_journal(&self.files)?.sound(self.files.journal())?;
        let added: Vec<String> =
            lines.iter().skip(self.lines).map(|line| line.entry.clone()).collect();
        if added.is_empty() {
            return Ok(());
        }
        let name = self.name();
        let (_, reviewed) = replayed(&name, &lines)?;
        let (ending, verdict) = ended(&reviewed.fold);
        let pushed = Pushed {
            tenant: shared.tenant(),
            name: &name,
            seen: &self.seen,
            entries: &added,
            state: if ending.is_some() { SessionState::Done } else { SessionState::Open },
            ending: ending.as_deref(),
            verdict: verdict.as_deref(),
        };
        Ok(shared.database.push(&pushed).await?)
    }
}

/// Writes the files of a session of the store into a repository, byte for byte as a run there would have left them. What is
/// there already and differs is not overwritten. Returns what was exported.
pub async fn export(shared: &Shared, repo: &Repo, given: &str) -> Result<SessionFiles, RunError> {
    let (bytes, lines, _, name) = read(shared, given).await?;
    let (files, reviewed) = replayed(&name, &lines)?;
    if let Some(there) = repo.read_if_there(files.journal())?
        && !bytes.starts_with(there.as_bytes())
    {
        return Err(council_store::StoreError::Exists { path: files.journal().to_owned() }.into());
    }
    write(repo, &files, &bytes, &reviewed)?;
    Ok(files)
}

/// Puts a session of a repository into the store, with everything that happened. One that has not ended goes on there.
pub async fn import(shared: &Shared, repo: &Repo, given: &str) -> Result<String, RunError> {
    let files = review::find(repo, given)?;
    let lines = repo.read_journal(&files)?.sound(files.journal())?;
    let fold = Fold::replay(review::entries(&files, &lines)?)?;
    let (ending, verdict) = ended(&fold);
    let entries: Vec<String> = lines.into_iter().map(|line| line.entry).collect();
    let name = files.id();
    let new = NewSession {
        tenant: shared.tenant(),
        name: &name,
        flow: COUNCIL,
        packet: files.packet().as_str(),
        priority: 5,
        state: if ending.is_some() { SessionState::Done } else { SessionState::Open },
        entries: &entries,
        ending: ending.as_deref(),
        verdict: verdict.as_deref(),
    };
    if shared.database.submit(&new).await? { Ok(name) } else { Err(PgError::Exists(name).into()) }
}

async fn read(
    shared: &Shared,
    given: &str,
) -> Result<(Vec<u8>, Vec<JournalLine>, Chain, String), RunError> {
    let name = shared.database.find(shared.tenant(), given).await?;
    let standing = shared.database.standing(shared.tenant(), &name).await?;
    if standing.is_erased {
        return Err(PgError::Erased(name).into());
    }
    let (bytes, lines) = shared.database.journal(standing.id, &name, &standing.chain).await?;
    Ok((bytes, lines, standing.chain, name))
}

/// Folds the lines of a session, and returns where its files lie.
pub(super) fn replayed(
    name: &str,
    lines: &[JournalLine],
) -> Result<(SessionFiles, ReviewResult), RunError> {
    let files = files(name).ok_or_else(|| SessionError::NotFound(name.to_owned()))?;
    let fold = Fold::replay(review::entries(&files, lines)?)?;
    let stop = review::stopped(&fold);
    let keeping = Keeping::Recorded;
    let reviewed =
        ReviewResult { files: files.clone(), fold, stop, mended: None, keeping, day: None };
    Ok((files, reviewed))
}

/// Returns the files of a session by its id, `COUNCIL-{packet}-{stamp}`.
fn files(name: &str) -> Option<SessionFiles> {
    let at = name.len().checked_sub("-YYYYMMDD-HHMMSS".len())?;
    let packet = PacketId::new(name.get(..at)?.strip_prefix("COUNCIL-")?).ok()?;
    Some(SessionFiles::of(&packet, name.get(at + 1..)?))
}

fn ended(fold: &Fold) -> (Option<String>, Option<String>) {
    let ending = fold.session().ending().map(|ending| format!("{ending:?}").to_lowercase());
    let verdict = ending.as_ref().and_then(|_| (SHAPE.verdict)(fold.session()));
    (ending, verdict)
}

fn write(
    repo: &Repo,
    files: &SessionFiles,
    journal: &[u8],
    reviewed: &ReviewResult,
) -> Result<(), RunError> {
    let outputs = review::outputs(reviewed)?;
    repo.write_atomic(files.journal(), journal)?;
    repo.write_atomic(files.yaml(), outputs.yaml.as_bytes())?;
    if let Some(bundle) = &outputs.bundle {
        repo.write_atomic(files.bundle(), bundle.as_bytes())?;
    }
    if let Some((path, text)) = &outputs.stage {
        repo.write_atomic(path, text.as_bytes())?;
    }
    Ok(())
}
