//! What a repository holds that people look at or decide on: specs, council sessions, panel reviews and forums.

use std::collections::BTreeSet;

use council_core::ident::{ProjectName, SpecId};
use council_formats::{consensus, council_config, handoff::name, project::StageSettings};
use council_store::{Holder, Repo, StoreError};
use jiff::{Timestamp, civil::Date};

use crate::{
    answer::{self, OpenAsk},
    forum::{self, ForumRequest},
    handoff::{self, HandoffRequest},
    show,
};

/// What a screen or a page over a repository works with. Neither looks at the clock or the environment itself.
#[derive(Debug, Clone)]
pub struct DeskContext {
    /// The repository.
    pub repo: Repo,
    /// What the project demands of a stage.
    pub demanded: StageSettings,
    /// The folder of stage evidence, if it is not the contract's.
    pub evidence_root: Option<String>,
    /// Who writes.
    pub holder: Holder,
    /// Tells the time.
    pub now: fn() -> Timestamp,
    /// Tells the day.
    pub today: fn() -> Date,
}

/// What something on the desk is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeskItemKind {
    /// A council session, by its id.
    Session(String),
    /// A project whose PRD a panel reviewed.
    Panel(ProjectName),
    /// A project that has a forum.
    Forum(ProjectName),
}

/// Something that people look at or decide on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskItem {
    /// What it is.
    pub kind: DeskItemKind,
    /// What it is called.
    pub name: String,
    /// How far it is.
    pub state: String,
    /// What came of it.
    pub headline: String,
}

/// Lists the specs that have a packet or evidence, by name.
pub fn specs(repo: &Repo, evidence_root: Option<&str>) -> Result<Vec<SpecId>, StoreError> {
    let root = evidence_root.unwrap_or(consensus::name::EVIDENCE_ROOT);
    let evidence = repo.folders(&format!("{root}/{}", consensus::name::CONSENSUS_FOLDER))?;
    let packets = repo.folders(consensus::name::PACKET_ROOT)?.into_iter().filter(|folder| {
        let has = |file: &&str| {
            repo.has_file(&format!("{}/{folder}/{file}", consensus::name::PACKET_ROOT))
        };
        PACKET_FILES.iter().any(has)
    });
    let names: BTreeSet<String> = evidence.into_iter().chain(packets).collect();
    Ok(names.iter().filter_map(|name| SpecId::new(name).ok()).collect())
}

/// What shows that a folder of documents is the packet of a spec.
const PACKET_FILES: [&str; 4] = ["spec.md", "plan.md", "tasks.md", "audit.md"];

/// Lists the sessions, the newest first, then the panels and the forums by name.
pub fn items(repo: &Repo, today: Date) -> Result<Vec<DeskItem>, StoreError> {
    let sessions = show::list(repo, today)?.into_iter().map(|row| DeskItem {
        kind: DeskItemKind::Session(row.id.clone()),
        name: row.id,
        state: row.state,
        headline: row.headline,
    });
    let mut items: Vec<DeskItem> = sessions.collect();
    items.extend(projects(repo, today)?);
    Ok(items)
}

/// Lists the panels and then the forums, by name.
pub fn projects(repo: &Repo, today: Date) -> Result<Vec<DeskItem>, StoreError> {
    let panels = panels(repo)?.into_iter().map(|project| panel(repo, project, today));
    let forums = forums(repo)?.into_iter().map(|project| forum(repo, project));
    Ok(panels.chain(forums).collect())
}

/// Lists the projects that a panel reviewed.
fn panels(repo: &Repo) -> Result<Vec<ProjectName>, StoreError> {
    let names = repo.folders("workspace")?;
    let projects = names.iter().filter_map(|name| ProjectName::new(name).ok());
    Ok(projects.filter(|project| repo.has_folder(&name::folder(project))).collect())
}

/// Lists the projects that have a forum.
fn forums(repo: &Repo) -> Result<Vec<ProjectName>, StoreError> {
    let mut projects: BTreeSet<ProjectName> = BTreeSet::new();
    for folder in repo.folders("projects")? {
        if repo.has_file(&format!("projects/{folder}/{}", council_config::FILE)) {
            projects.extend(ProjectName::new(&folder).ok());
        }
    }
    if let Some(text) = repo.read_if_there(council_config::FILE)? {
        let config = council_config::read(council_config::FILE, &text).value;
        projects.extend(config.map(|file| file.config.project));
    }
    Ok(projects.into_iter().collect())
}

fn panel(repo: &Repo, project: ProjectName, today: Date) -> DeskItem {
    let gate = handoff::gate(repo, &HandoffRequest::new(project.clone(), today));
    let headline = match gate {
        Ok(gate) => handoff::report(&gate).headline,
        Err(error) => error.to_string(),
    };
    let (name, kind) = (project.to_string(), DeskItemKind::Panel(project));
    let headline = waits(repo, &kind).unwrap_or(headline);
    DeskItem { kind, name, state: "panel".to_owned(), headline }
}

fn forum(repo: &Repo, project: ProjectName) -> DeskItem {
    let headline = match forum::review(repo, &ForumRequest { project: project.clone() }) {
        Ok(review) => review.judged.headline,
        Err(error) => error.to_string(),
    };
    let (name, kind) = (project.to_string(), DeskItemKind::Forum(project));
    let headline = waits(repo, &kind).unwrap_or(headline);
    DeskItem { kind, name, state: "forum".to_owned(), headline }
}

/// Says for whom something waits, if it does.
fn waits(repo: &Repo, kind: &DeskItemKind) -> Option<String> {
    let asks = asked(repo, kind);
    let seats: Vec<&str> = asks.iter().map(|ask| ask.seat.as_str()).collect();
    (!seats.is_empty())
        .then(|| format!("waits for {} in {}", answer::whom(&asks), seats.join(", ")))
}

/// Lists the questions in a panel or a forum that wait for a person. What cannot be read is told by whoever shows it.
pub fn asked(repo: &Repo, kind: &DeskItemKind) -> Vec<OpenAsk> {
    let asks = match kind {
        DeskItemKind::Session(_) => None,
        DeskItemKind::Panel(project) | DeskItemKind::Forum(project) => {
            answer::of_project(repo, project).ok().flatten()
        }
    };
    asks.unwrap_or_default().into_iter().filter(|ask| ask.of == *kind).collect()
}
