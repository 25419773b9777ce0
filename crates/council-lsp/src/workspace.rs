//! The repositories that open files lie in, each with its settings.

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
};

use council::{
    Repo,
    formats::project::Project,
    lint::{self, Linted},
    specifications::{Convention, Specifications},
};

/// Reads the settings of a repository, or says why they are not taken.
pub type ReadProject = Box<dyn Fn(&Repo) -> Result<Project, String>>;

/// What surrounds the server.
pub struct LspContext {
    /// The user's home, above which no repository is looked for.
    pub home: Option<PathBuf>,
    /// Reads the settings of a repository.
    pub project: ReadProject,
}

impl fmt::Debug for LspContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LspContext").field("home", &self.home).finish_non_exhaustive()
    }
}

/// A repository with open files.
#[derive(Debug)]
pub(crate) struct OpenRepository {
    pub(crate) repo: Repo,
    pub(crate) specifications: Specifications,
    request: lint::LintRequest,
}

/// The repositories by their folder.
#[derive(Debug)]
pub(crate) struct Workspace {
    around: LspContext,
    places: BTreeMap<PathBuf, OpenRepository>,
    /// Settings that are not taken, for the user to hear of once.
    pub(crate) refusals: Vec<String>,
}

impl Workspace {
    pub(crate) fn new(around: LspContext) -> Self {
        Self { around, places: BTreeMap::new(), refusals: Vec::new() }
    }

    /// Forgets settings, because somebody wrote a file.
    pub(crate) fn forget(&mut self) {
        self.places.clear();
    }

    /// Returns the repository of a file and its path there.
    pub(crate) fn place(&mut self, file: &Path) -> Option<(&OpenRepository, String)> {
        // A file that was never saved can lie in a folder that is not there yet.
        let folder = file.ancestors().skip(1).find(|folder| Repo::open(folder).is_ok())?;
        let repo = Repo::discover(folder, self.around.home.as_deref()).ok()?;
        let within = repo.relative(folder, Path::new(".")).ok()?;
        let rest = file.strip_prefix(folder).ok()?.to_str()?.replace('\\', "/");
        let path = if within.is_empty() { rest } else { format!("{within}/{rest}") };
        let root = repo.root().to_owned();
        if !self.places.contains_key(&root) {
            let place = self.opened(repo);
            self.places.insert(root.clone(), place);
        }
        self.places.get(&root).map(|place| (place, path))
    }

    fn opened(&mut self, repo: Repo) -> OpenRepository {
        let mut request = lint::LintRequest::default();
        let project = (self.around.project)(&repo).and_then(|project| {
            request.settle(&project);
            match request.unknown() {
                Some(word) => {
                    Err(format!("`council.toml` names no rule, kind or category with `{word}`"))
                }
                None => Ok(project),
            }
        });
        // Settings that are not taken leave everything to be asked.
        let project = project.unwrap_or_else(|reason| {
            self.refusals.push(reason);
            request = lint::LintRequest::default();
            Project::default()
        });
        OpenRepository { repo, specifications: Specifications::of(&project), request }
    }
}

impl OpenRepository {
    /// Lints a text as the file that it will be, if that is a specification.
    pub(crate) fn lint(&self, path: &str, text: &str) -> Option<(Convention, Linted)> {
        let convention = self.specifications.convention_of_text(&self.repo, path, text)?;
        Some((convention, lint::lint_open(&self.repo, &self.request, path, text)))
    }
}
