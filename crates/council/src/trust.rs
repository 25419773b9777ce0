//! Who may say what: the user's own settings, the repository's, and whether the repository's are taken at their word.
//!
//! A repository can make a review stricter. It cannot name a host, a key, a program or a price, cannot raise a limit, and
//! is not believed at all where another account could have written its settings.

use std::path::Path;

use council_core::{diagnostic::Diagnostic, policy::Policy};
use council_formats::{
    input,
    project::{self, Project},
    trust::{self, NotTrusted, Trusted},
    user::{self, User},
};
use council_store::{Doubt, NamedFile, Repo, StoreError, UserFolder, read_named};
use jiff::Timestamp;
use thiserror::Error;

/// Why settings are not taken.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// A file could not be had.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A setting is wrong, or in the wrong file.
    #[error("{}: {}", .0.place, .0.message)]
    Setting(Diagnostic),
    /// Another account could have written the repository's settings.
    #[error("`{path}` {}, and what it says is not followed", doubt.sentence())]
    Doubtful {
        /// The file.
        path: String,
        /// Why.
        doubt: Doubt,
        /// Whether it was trusted when it said something else.
        has_changed: bool,
    },
    /// The user's folder lies in the repository, whose writers would say what only a user may say.
    #[error("`{0}` is inside the repository, so it is not read as your own settings")]
    Inside(String),
    /// The repository allows itself more than its user does.
    #[error(
        "{}: `review.{setting}` is {wanted}, more than the {most} that its user allows",
        project::FILE
    )]
    Wider {
        /// The setting.
        setting: &'static str,
        /// What the repository wants.
        wanted: u64,
        /// The most it may have.
        most: u64,
    },
    /// The list of what is trusted cannot be read.
    #[error("`{path}`: {source}")]
    List {
        /// The list.
        path: String,
        /// What is wrong.
        source: NotTrusted,
    },
    /// There is nowhere to keep what is trusted.
    #[error("there is no folder for a user's settings")]
    NoFolder,
    /// Nothing of the kind is trusted.
    #[error("`{0}` is not among what is trusted")]
    NotListed(String),
}

impl SettingsError {
    /// Returns the way out.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Store(error) => error.help().map(str::to_owned),
            Self::Setting(wrong) => Some(
                wrong
                    .help
                    .clone()
                    .unwrap_or_else(|| "`docs/reference/settings.md` has every setting".to_owned()),
            ),
            Self::Doubtful { path, has_changed, .. } => {
                let since = if *has_changed { "it has changed since it was trusted: " } else { "" };
                Some(format!("{since}read it, then `council trust {path}` accepts it as it is now"))
            }
            Self::Inside(_) => {
                Some("set `XDG_CONFIG_HOME` to a folder outside of the repository".to_owned())
            }
            Self::Wider { setting, .. } => Some(format!(
                "a repository can only lower it; give `--{setting}`, or set `{setting}` under `[limits]` in `{}`",
                user::SHOWN
            )),
            Self::List { path, .. } => Some(format!("correct or remove `{path}`")),
            Self::NoFolder => Some("set `HOME` or `XDG_CONFIG_HOME`".to_owned()),
            Self::NotListed(_) => Some("`council trust --list` shows what is".to_owned()),
        }
    }
}

/// A user's settings, and what they should be told about the file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UserSettings {
    /// The settings.
    pub user: User,
    /// What is unsafe about the file, if something is.
    pub warning: Option<String>,
}

/// Refuses a folder of the user's that lies in the repository, as where a pipeline makes its checkout the home folder.
pub fn apart(repo: &Repo, folder: Option<&UserFolder>) -> Result<(), SettingsError> {
    match folder.map(UserFolder::path).filter(|path| repo.contains(path)) {
        Some(path) => Err(SettingsError::Inside(path.display().to_string())),
        None => Ok(()),
    }
}

/// Reads the user's settings; nobody has to have any.
pub fn own(folder: Option<&UserFolder>) -> Result<UserSettings, SettingsError> {
    let Some(folder) = folder else {
        return Ok(UserSettings::default());
    };
    let Some(file) = folder.read(user::FILE)? else {
        return Ok(UserSettings::default());
    };
    let path = folder.file(user::FILE).display().to_string();
    let user = user::read(&path, &file.text).map_err(SettingsError::Setting)?;
    let is_exposed = file.is_shared && user.leads_to_keys();
    let warning = is_exposed.then(|| {
        format!("other users can read `{path}`, which says where keys are: `chmod 600 {path}`")
    });
    Ok(UserSettings { user, warning })
}

/// Reads the repository's settings, if it has some. They are refused where they say what only a user may say, and where
/// another account could have written them and the user has not accepted just these.
pub fn project(
    repo: &Repo,
    folder: Option<&UserFolder>,
    user: &User,
) -> Result<Project, SettingsError> {
    let Some(file) = repo.named_if_there(project::FILE)? else {
        return Ok(Project::default());
    };
    believed(&file, folder, user)?;
    let text = input::text(project::FILE, &file.bytes).map_err(StoreError::NotText)?;
    let project = project::read(project::FILE, &text).map_err(SettingsError::Setting)?;
    let (default, review) = (Policy::default(), &project.review);
    narrower("budget", review.budget, user.limits.budget.unwrap_or(default.budget))?;
    narrower("timeout", review.timeout, user.limits.timeout.unwrap_or(default.timeout.as_secs()))?;
    Ok(project)
}

/// Accepts a settings file as it is now.
pub fn accept(
    folder: Option<&UserFolder>,
    path: &Path,
    at: Timestamp,
) -> Result<Trusted, SettingsError> {
    let folder = folder.ok_or(SettingsError::NoFolder)?;
    let file = read_named(path)?;
    // What cannot be a repository's settings is not worth trusting.
    let text = input::text(project::FILE, &file.bytes).map_err(StoreError::NotText)?;
    project::read(&shown(&file), &text).map_err(SettingsError::Setting)?;
    let accepted = Trusted { path: shown(&file), blake3: file.blake3.clone(), at };
    let mut all = accepted_by(folder)?;
    all.retain(|one| one.path != accepted.path);
    all.push(accepted.clone());
    folder.replace(trust::FILE, trust::write(&all).as_bytes())?;
    Ok(accepted)
}

/// Lists what is accepted.
pub fn accepted(folder: Option<&UserFolder>) -> Result<Vec<Trusted>, SettingsError> {
    folder.map_or(Ok(Vec::new()), accepted_by)
}

/// Takes back what was accepted, also where the file is gone.
pub fn revoke(folder: Option<&UserFolder>, path: &Path) -> Result<Trusted, SettingsError> {
    let folder = folder.ok_or(SettingsError::NoFolder)?;
    let name = read_named(path).map_or_else(|_| path.display().to_string(), |file| shown(&file));
    let mut all = accepted_by(folder)?;
    let at = all.iter().position(|one| one.path == name);
    let revoked = all.remove(at.ok_or(SettingsError::NotListed(name))?);
    folder.replace(trust::FILE, trust::write(&all).as_bytes())?;
    Ok(revoked)
}

fn believed(
    file: &NamedFile,
    folder: Option<&UserFolder>,
    user: &User,
) -> Result<(), SettingsError> {
    let Some(doubt) = file.doubt else {
        return Ok(());
    };
    if user
        .trust
        .folders
        .iter()
        .any(|one| Path::new(one).is_absolute() && file.path.starts_with(one))
    {
        return Ok(());
    }
    let path = shown(file);
    let accepted = accepted(folder)?;
    let known = accepted.iter().find(|one| one.path == path);
    if known.is_some_and(|one| one.blake3 == file.blake3) {
        return Ok(());
    }
    Err(SettingsError::Doubtful { path, doubt, has_changed: known.is_some() })
}

fn accepted_by(folder: &UserFolder) -> Result<Vec<Trusted>, SettingsError> {
    let Some(file) = folder.read(trust::FILE)? else {
        return Ok(Vec::new());
    };
    trust::read(&file.text).map_err(|source| SettingsError::List {
        path: folder.file(trust::FILE).display().to_string(),
        source,
    })
}

fn narrower(setting: &'static str, wanted: Option<u64>, most: u64) -> Result<(), SettingsError> {
    match wanted {
        Some(wanted) if wanted > most => Err(SettingsError::Wider { setting, wanted, most }),
        Some(_) | None => Ok(()),
    }
}

fn shown(file: &NamedFile) -> String {
    file.path.display().to_string()
}
