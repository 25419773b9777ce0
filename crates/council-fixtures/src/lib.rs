//! Where tests find the repository, and the data that is not part of it. A leaf: a test of the rules builds no more than
//! the rules.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "tests read files and one variable, and start a server; a broken set-up may stop them"
)]

#[cfg(target_os = "linux")]
pub mod postgres;

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// Returns the folder of this repository.
pub fn repo_root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().and_then(Path::parent).expect("the crate lies two folders below the root")
}

/// Returns a file or folder of the shared test data, or says on stderr that the caller is skipped.
///
/// The data is looked for in `COUNCIL_SHARED_DATA`, else in `../shared/data` beside the repository; a linked worktree
/// also looks beside the checkout it is linked to.
pub fn shared_data(name: &str) -> Option<PathBuf> {
    let places = places(env::var_os("COUNCIL_SHARED_DATA").map(PathBuf::from), repo_root());
    let found = places.iter().map(|place| place.join(name)).find(|path| path.exists());
    if found.is_none() {
        eprintln!("skipped: no shared data `{name}` (set COUNCIL_SHARED_DATA to its folder)");
    }
    found
}

/// Lists where the data may be. A folder that was named is the only one: a typo must not fall back to other data.
fn places(named: Option<PathBuf>, root: &Path) -> Vec<PathBuf> {
    if let Some(named) = named {
        return vec![named];
    }
    let beside = |root: &Path| root.parent().map(|parent| parent.join("shared").join("data"));
    [beside(root), main_checkout(root).as_deref().and_then(beside)].into_iter().flatten().collect()
}

/// Returns the checkout that a linked worktree belongs to: its `.git` is a file that names it.
fn main_checkout(root: &Path) -> Option<PathBuf> {
    let link = fs::read_to_string(root.join(".git")).ok()?;
    let git = Path::new(link.strip_prefix("gitdir: ")?.trim_end());
    let checkout = git.ancestors().find(|folder| folder.ends_with(".git"))?.parent()?;
    Some(checkout.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_where_the_workspace_is() {
        assert!(repo_root().join("Cargo.lock").exists());
    }

    #[test]
    fn a_named_folder_is_the_only_place() {
        let named = places(Some(PathBuf::from("/somewhere")), Path::new("/a/repo"));
        assert_eq!(named, [Path::new("/somewhere")]);
    }

    #[test]
    fn without_a_name_the_data_lies_beside_the_repository() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("repo");
        assert_eq!(places(None, &root), [folder.path().join("shared/data")]);
    }

    #[test]
    fn a_linked_worktree_looks_beside_its_checkout_too() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(".git"), "gitdir: /code/main/.git/worktrees/x\n").unwrap();
        assert_eq!(places(None, folder.path()).last().unwrap(), Path::new("/code/shared/data"));
    }
}
