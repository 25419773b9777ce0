//! What was typed and what surrounds it, made into one value that commands read.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use council::{
    Holder, Repo, UserFolder,
    formats::{input, project::Project, report::Width, user::User},
    providers::Providers,
    trust::{self, SettingsError, UserSettings},
};
#[cfg(any(feature = "tui", feature = "web"))]
use council::{desk::DeskContext, store::evidence::EvidenceRoot};

use crate::{
    args::{Color, Format, GlobalArgs},
    clock,
    env::{self, ColorWish, Environment, Hidden, Sink},
    error::{CommandError, Hint as _},
    keys::Surrounding,
    printer::Printer,
};

/// Everything a command may know besides its own arguments.
#[derive(Debug)]
pub(crate) struct Settings {
    /// How to print the result.
    pub(crate) format: Format,
    /// How much to say.
    pub(crate) verbosity: Verbosity,
    /// Whether progress may be drawn on standard error.
    pub(crate) progress: ProgressDisplay,
    /// Whether there is somebody to ask.
    pub(crate) presence: Presence,
    /// Whether this is a pipeline, in which nobody can answer for anything.
    pub(crate) is_pipeline: bool,
    /// How wide a page on standard output may be.
    pub(crate) width: Width,
    /// Whether standard output is coloured.
    pub(crate) stdout: StreamColor,
    /// Whether standard error is coloured.
    pub(crate) stderr: StreamColor,
    repo: Option<PathBuf>,
    folder: Option<PathBuf>,
    home: Option<PathBuf>,
    own: Option<PathBuf>,
    cache: Option<PathBuf>,
    host: String,
    caller: Option<Caller>,
    /// The address of a store that many machines share, if one is named in the environment.
    pub(crate) store: Option<Hidden>,
    /// The token of that store.
    pub(crate) store_token: Option<Hidden>,
    opened: OnceLock<Repo>,
    settled: OnceLock<UserSettings>,
}

/// Somebody who gives a command through a server.
#[derive(Clone)]
pub(crate) struct Caller {
    /// What the command reads as its standard input; the process's own is the server's.
    pub(crate) input: String,
    /// By what way the command came, for records.
    pub(crate) via: String,
    /// Who hears how a session goes.
    pub(crate) told: Option<Arc<dyn Fn(String) + Send + Sync>>,
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller").field("via", &self.via).finish_non_exhaustive()
    }
}

/// How much to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verbosity {
    /// The decision and what blocks.
    Quiet,
    /// What a person wants to read.
    Normal,
    /// Also what was resolved and why.
    Verbose,
}

/// Whether progress may be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProgressDisplay {
    /// A person is looking at standard error and did not refuse.
    Drawn,
    /// Nobody would see it, or somebody refused.
    Hidden,
}

/// Whether there is somebody to ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    /// A person types into standard input and reads standard output.
    Human,
    /// Nobody does, or a machine reads what is printed.
    Nobody,
}

/// Whether a stream is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StreamColor {
    /// With colour.
    Colored,
    /// Without.
    Plain,
}

impl Settings {
    /// Resolves the global flags against the environment; a flag always outranks a variable.
    pub(crate) fn resolve(global: &GlobalArgs, environment: Environment) -> Self {
        let verbosity = match (global.quiet, global.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Normal,
        };
        let is_human = environment.stdin == Sink::Terminal
            && environment.stdout == Sink::Terminal
            && global.format == Format::Human;
        let seen = environment.stderr == Sink::Terminal && verbosity != Verbosity::Quiet;
        Self {
            format: global.format,
            verbosity,
            progress: if seen && !global.no_progress {
                ProgressDisplay::Drawn
            } else {
                ProgressDisplay::Hidden
            },
            width: environment.width(),
            presence: if is_human { Presence::Human } else { Presence::Nobody },
            is_pipeline: environment.is_pipeline,
            stdout: StreamColor::resolve(global.color, environment.wish, environment.stdout),
            stderr: StreamColor::resolve(global.color, environment.wish, environment.stderr),
            repo: global.repo.clone(),
            folder: environment.folder,
            home: environment.home,
            own: environment.config,
            cache: environment.cache,
            host: environment.host,
            caller: None,
            store: environment.store,
            store_token: environment.store_token,
            opened: OnceLock::new(),
            settled: OnceLock::new(),
        }
    }

    /// Returns the settings of a command that somebody gives through a server: nobody is at a terminal, and what it prints
    /// goes to them.
    pub(crate) fn called(&self, caller: Caller) -> Self {
        Self {
            format: Format::Json,
            verbosity: Verbosity::Normal,
            progress: ProgressDisplay::Hidden,
            presence: Presence::Nobody,
            is_pipeline: self.is_pipeline,
            width: Width::Open,
            stdout: StreamColor::Plain,
            stderr: StreamColor::Plain,
            repo: self.repo.clone(),
            folder: self.folder.clone(),
            home: self.home.clone(),
            own: self.own.clone(),
            cache: self.cache.clone(),
            host: self.host.clone(),
            caller: Some(caller),
            store: None,
            store_token: None,
            opened: OnceLock::new(),
            settled: OnceLock::new(),
        }
    }

    /// Returns who gives the command through a server, if somebody does.
    pub(crate) fn caller(&self) -> Option<&Caller> {
        self.caller.as_ref()
    }

    /// Opens the repository: the folder of `--repo`, else the one around the current folder.
    ///
    /// This is the first touch of the disk, so that a command can refuse bad identifiers before it.
    pub(crate) fn repo(&self) -> Result<Repo, CommandError> {
        if let Some(repo) = self.opened.get() {
            return Ok(repo.clone());
        }
        let repo = match &self.repo {
            Some(given) => Repo::open(given).hint("give a folder that exists with `--repo DIR`")?,
            None => Repo::discover(self.folder()?, self.home.as_deref())?,
        };
        Ok(self.opened.get_or_init(|| repo).clone())
    }

    /// Returns the same settings for another folder, which is a repository of its own.
    pub(crate) fn within(&self, folder: &Path, verbosity: Verbosity) -> Self {
        Self {
            verbosity,
            repo: Some(folder.to_owned()),
            folder: Some(folder.to_owned()),
            home: self.home.clone(),
            own: self.own.clone(),
            cache: self.cache.clone(),
            host: self.host.clone(),
            caller: self.caller.clone(),
            store: None,
            store_token: None,
            opened: OnceLock::new(),
            settled: OnceLock::new(),
            ..*self
        }
    }

    /// Returns what a language server needs: it opens repositories by itself, around each file.
    pub(crate) fn editor_around(&self) -> council_lsp::LspContext {
        let (own, home) = (self.own.clone(), self.home.clone());
        let project = move |repo: &Repo| {
            let own = own.clone().map(UserFolder::new);
            trust::apart(repo, own.as_ref()).map_err(|error| error.to_string())?;
            let is_there = own.as_ref().is_some_and(UserFolder::is_there);
            let settled = trust::own(own.as_ref().filter(|_| is_there));
            let user = settled.map_err(|error| error.to_string())?.user;
            trust::project(repo, own.as_ref(), &user).map_err(|error| error.to_string())
        };
        council_lsp::LspContext { home, project: Box::new(project) }
    }

    /// Returns what the screen and the page work with.
    #[cfg(any(feature = "tui", feature = "web"))]
    pub(crate) fn desk(
        &self,
        command: &str,
        evidence_root: Option<&str>,
    ) -> Result<DeskContext, CommandError> {
        let repo = self.repo()?;
        if let Some(folder) = evidence_root {
            EvidenceRoot::new(&repo, folder).hint(
                "evidence is read inside the repository only; see `--repo` and `--evidence-root`",
            )?;
        }
        Ok(DeskContext {
            demanded: self.project(&repo)?.gate.stage,
            repo,
            evidence_root: evidence_root.map(str::to_owned),
            holder: self.holder(command),
            now: clock::now,
            today: clock::today,
        })
    }

    /// Reads what the project has decided, if it has a `council.toml` and it can be believed.
    pub(crate) fn project(&self, repo: &Repo) -> Result<Project, CommandError> {
        let user = self.user()?;
        trust::project(repo, self.own().as_ref(), &user).map_err(|error| self.refused(error))
    }

    /// Reads what the user has settled.
    pub(crate) fn user(&self) -> Result<User, CommandError> {
        Ok(self.settled()?.user.clone())
    }

    /// Reads the user's own file, once.
    fn settled(&self) -> Result<&UserSettings, CommandError> {
        if let Some(own) = self.settled.get() {
            return Ok(own);
        }
        let is_there = self.own().is_some_and(|own| own.is_there());
        let folder = if is_there { self.own_apart()? } else { None };
        let own = trust::own(folder.as_ref()).map_err(|error| self.refused(error))?;
        Ok(self.settled.get_or_init(|| own))
    }

    /// Returns where models are asked.
    pub(crate) fn providers(&self) -> Result<Providers, CommandError> {
        let own = self.settled()?;
        let printer = Printer::new(self);
        if let Some(warning) = &own.warning {
            printer.note(warning);
        }
        let repo = self.repo()?;
        let elsewhere =
            |folder: &Option<PathBuf>| folder.clone().filter(|folder| !repo.contains(folder));
        let (home, cache) = (elsewhere(&self.home), elsewhere(&self.cache));
        let keys = Surrounding { home, own: self.own.clone(), repo, printer };
        Ok(Providers::new(&own.user, keys).with_agents_in(cache))
    }

    /// Returns the user's folder for what lasts a while, unless it lies in the repository.
    pub(crate) fn cache(&self) -> Option<PathBuf> {
        let repo = self.repo().ok();
        let is_apart = |folder: &PathBuf| !repo.as_ref().is_some_and(|repo| repo.contains(folder));
        self.cache.clone().filter(is_apart)
    }

    /// Returns the user's own folder, if there can be one.
    pub(crate) fn own(&self) -> Option<UserFolder> {
        self.own.clone().map(UserFolder::new)
    }

    /// Returns the user's own folder, and refuses one that lies in the repository.
    pub(crate) fn own_apart(&self) -> Result<Option<UserFolder>, CommandError> {
        let own = self.own();
        trust::apart(&self.repo()?, own.as_ref()).map_err(|error| self.refused(error))?;
        Ok(own)
    }

    /// Says why settings are not taken, with the real path of the user's file in place of the usual one.
    pub(crate) fn refused(&self, error: SettingsError) -> CommandError {
        let mut help = error.help();
        if let (Some(help), Some(own)) = (&mut help, self.own()) {
            let real = own.file(council::formats::user::FILE).display().to_string();
            *help = help.replace(council::formats::user::SHOWN, &real);
        }
        CommandError::from(error).hinted(help)
    }

    /// Returns the current folder, from which paths in arguments count.
    pub(crate) fn folder(&self) -> Result<&Path, CommandError> {
        self.folder.as_deref().ok_or_else(|| {
            CommandError::failure("the current folder cannot be determined")
                .hint("change into a folder that exists")
        })
    }

    /// Reads standard input: text, at most as long as a file may be.
    pub(crate) fn standard_input(&self) -> Result<String, CommandError> {
        if let Some(caller) = &self.caller {
            return input::text("-", caller.input.as_bytes())
                .map_err(|diagnostic| CommandError::failure(diagnostic.message));
        }
        let bytes = env::standard_input().map_err(CommandError::from)?;
        input::text("-", &bytes).map_err(|diagnostic| CommandError::failure(diagnostic.message))
    }

    /// Returns who a session that this process writes is held by.
    pub(crate) fn holder(&self, command: &str) -> Holder {
        Holder {
            pid: std::process::id(),
            host: self.host.clone(),
            started: clock::now(),
            command: match &self.caller {
                Some(caller) => caller.via.clone(),
                None => format!("council {command}"),
            },
        }
    }

    /// Returns what was resolved, a line each, for `--verbose`.
    pub(crate) fn describe(&self) -> Vec<String> {
        let repo = match self.repo() {
            Ok(repo) => repo.root().display().to_string(),
            Err(_) => "none".to_owned(),
        };
        vec![
            format!("repository: {repo}"),
            format!("format: {}", self.format.name()),
            format!("standard output: {}", self.stdout.word()),
            format!("standard error: {}", self.stderr.word()),
            format!("progress: {}", self.progress.word()),
        ]
    }
}

impl ProgressDisplay {
    fn word(self) -> &'static str {
        match self {
            ProgressDisplay::Drawn => "drawn",
            ProgressDisplay::Hidden => "hidden",
        }
    }
}

impl StreamColor {
    fn word(self) -> &'static str {
        match self {
            StreamColor::Colored => "coloured",
            StreamColor::Plain => "without colour",
        }
    }

    /// Decides whether a stream is coloured.
    pub(crate) fn resolve(color: Color, wish: ColorWish, sink: Sink) -> Self {
        match (color, wish, sink) {
            (Color::Always, _, _)
            | (Color::Auto, ColorWish::Forced, _)
            | (Color::Auto, ColorWish::Unsaid, Sink::Terminal) => StreamColor::Colored,
            (Color::Never, _, _)
            | (Color::Auto, ColorWish::Refused, _)
            | (Color::Auto, ColorWish::Unsaid, Sink::Other) => StreamColor::Plain,
        }
    }
}
