//! What the tools that write specifications call their files, and where they put them.

use council_store::Repo;

/// What makes a file a specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Convention {
    /// `council.toml` names it or its folder.
    Configured,
    /// A feature of spec-kit below `specs`, or its constitution.
    SpecKit,
    /// What holds now below `openspec/specs`, or a change with its deltas below `openspec/changes`.
    OpenSpec,
    /// A specification of Kiro, below `.kiro/specs`.
    Kiro,
    /// A product document, an architecture or a story of BMAD.
    Bmad,
    /// A file of keys in a PRD folder.
    PrdFolder,
    /// A page in a folder for specifications, such as `specs` or `prds`.
    Folder,
    /// A page called `prd`, `spec` or `requirements`.
    Named,
    /// A page that lies anywhere and states requirements.
    Written,
}

impl Convention {
    /// Every convention.
    pub const ALL: [Convention; 9] = [
        Convention::Configured,
        Convention::SpecKit,
        Convention::OpenSpec,
        Convention::Kiro,
        Convention::Bmad,
        Convention::PrdFolder,
        Convention::Folder,
        Convention::Named,
        Convention::Written,
    ];

    /// Returns its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Convention::Configured => "council.toml",
            Convention::SpecKit => "spec-kit",
            Convention::OpenSpec => "OpenSpec",
            Convention::Kiro => "Kiro",
            Convention::Bmad => "BMAD",
            Convention::PrdFolder => "PRD folder",
            Convention::Folder => "specifications folder",
            Convention::Named => "named as a specification",
            Convention::Written => "written as a specification",
        }
    }

    /// Returns its name in the machine formats.
    pub fn word(self) -> &'static str {
        match self {
            Convention::Configured => "configured",
            Convention::SpecKit => "spec-kit",
            Convention::OpenSpec => "openspec",
            Convention::Kiro => "kiro",
            Convention::Bmad => "bmad",
            Convention::PrdFolder => "prd-folder",
            Convention::Folder => "folder",
            Convention::Named => "named",
            Convention::Written => "written",
        }
    }
}

/// Folders that hold what was made of specifications, what they are written from, or what is over.
const BESIDE_FOLDERS: [&str; 8] = [
    "archive",
    "checklists",
    "evidence",
    "node_modules",
    "reviews",
    "scripts",
    "target",
    "templates",
];

/// Pages beside a specification that are none: who does what when, what was looked up, how to try it.
const BESIDE_PAGES: [&str; 7] =
    ["changelog", "checklist", "index", "quickstart", "readme", "research", "tasks"];

/// The folders in which pages are specifications whatever they are called.
const FOLDERS: [&str; 4] = ["prd", "prds", "specifications", "specs"];

/// Tells whether a file lies beside specifications and is none.
pub(super) fn is_beside(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    let parts: Vec<&str> = lower.split('/').collect();
    let Some((name, folders)) = parts.split_last() else { return false };
    folders.iter().any(|folder| BESIDE_FOLDERS.contains(folder))
        || BESIDE_PAGES.contains(&stem(name))
}

/// Tells by which convention a page is a specification. `has_bmad` looks whether BMAD is installed in a folder.
pub(super) fn of_path(path: &str, has_bmad: impl Fn(&str) -> bool) -> Option<Convention> {
    if is_beside(path) {
        return None;
    }
    let lower = path.to_ascii_lowercase();
    let parts: Vec<&str> = lower.split('/').collect();
    let (name, folders) = parts.split_last()?;
    let page = stem(name);
    // The innermost folder of a convention decides: an example may hold a whole repository.
    for (at, folder) in folders.iter().enumerate().rev() {
        let inner = folders.get(at + 1..).unwrap_or_default();
        match (*folder, inner) {
            (".specify", ["memory"]) => {
                return (page == "constitution").then_some(Convention::SpecKit);
            }
            (".specify", ["specs", ..]) => return Some(Convention::SpecKit),
            (".kiro", ["specs", _, ..]) => {
                let is_one = matches!(page, "requirements" | "design" | "bugfix");
                return is_one.then_some(Convention::Kiro);
            }
            ("openspec", ["specs", ..] | ["changes", _, "specs", ..]) => {
                return Some(Convention::OpenSpec);
            }
            ("openspec", ["changes", _]) => {
                return matches!(page, "proposal" | "design").then_some(Convention::OpenSpec);
            }
            ("_bmad-output", _) => return Some(Convention::Bmad),
            (".kiro" | ".specify" | "openspec" | "_bmad" | ".bmad-core" | ".bmad", _) => {
                return None;
            }
            _ => {}
        }
    }
    if let Some(at) = folders.iter().position(|folder| *folder == "docs") {
        let root = folders.get(..at).unwrap_or_default().join("/");
        let is_bmad = match folders.get(at + 1..).unwrap_or_default() {
            [] => page == "prd" || page == "architecture" || page == "brief",
            [first, ..] => matches!(*first, "prd" | "architecture" | "stories" | "epics"),
        };
        // The case of a folder counts where the disk says so.
        let root = path.get(..root.len()).unwrap_or_default();
        if is_bmad && has_bmad(root) {
            return Some(Convention::Bmad);
        }
    }
    let pages = ["spec", "plan", "data-model"];
    if let [.., "specs", _] | [.., "specs", _, "contracts"] = folders
        && (pages.contains(&page) || folders.last() == Some(&"contracts"))
    {
        return Some(Convention::SpecKit);
    }
    if folders.iter().any(|folder| FOLDERS.contains(folder)) {
        return Some(Convention::Folder);
    }
    is_named(page, folders).then_some(Convention::Named)
}

/// Tells whether a page is called as specifications are.
fn is_named(page: &str, folders: &[&str]) -> bool {
    let parts: Vec<&str> = page.split(['-', '_', '.', ' ']).collect();
    if parts.first() == Some(&"prd") || parts.last() == Some(&"prd") {
        return true;
    }
    let is_near = matches!(folders, [] | [.., "docs" | "doc" | "documents" | "documentation"]);
    is_near && matches!(page, "spec" | "specification" | "requirements" | "srs")
}

/// Tells whether BMAD is installed in a folder of a repository.
pub(super) fn has_bmad(repo: &Repo, root: &str) -> bool {
    let below =
        |name: &str| if root.is_empty() { name.to_owned() } else { format!("{root}/{name}") };
    [".bmad-core", "_bmad", ".bmad", "bmad"].iter().any(|name| repo.has_folder(&below(name)))
}

/// Returns what a page is reviewed with: the folder of a feature or a change, else the page alone.
pub(super) fn packet(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').collect();
    let folders = parts.get(..parts.len().saturating_sub(1)).unwrap_or_default();
    let mut whole = None;
    for at in 0..folders.len() {
        match folders.get(at..).unwrap_or_default() {
            ["openspec", "changes" | "specs", _, ..] | [".specify" | ".kiro", "specs", _, ..] => {
                whole = Some(at + 3);
            }
            ["specs", _, ..] if whole.is_none() => whole = Some(at + 2),
            _ => {}
        }
    }
    match whole.and_then(|end| folders.get(..end)) {
        Some(folder) => folder.join("/"),
        None => path.to_owned(),
    }
}

/// Returns a file's name without its extension.
fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
