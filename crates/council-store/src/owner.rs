//! Whose a file is, and who else can write it.
//!
//! A file that another account owns, or that lies where other accounts can put one, says what they want it to say. Git
//! refuses such a repository for the same reason.

use std::{fs::Metadata, path::Path};

/// Why a file is not taken at its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// The file belongs to another account.
    FileOfAnother(u32),
    /// Everybody can write the file.
    OpenFile,
    /// The folder that it lies in belongs to another account.
    FolderOfAnother(u32),
    /// Everybody can put files into the folder that it lies in.
    OpenFolder,
}

impl Doubt {
    /// Says it, as the rest of a sentence about the file.
    pub fn sentence(self) -> String {
        match self {
            Self::FileOfAnother(owner) => format!("belongs to another user ({owner})"),
            Self::OpenFile => "can be written by everybody".to_owned(),
            Self::FolderOfAnother(owner) => {
                format!("is in a folder of another user ({owner})")
            }
            Self::OpenFolder => "is in a folder that everybody can write to".to_owned(),
        }
    }
}

/// What is known about a file or a folder: who owns it, and who may write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ownership {
    owner: u32,
    mode: u32,
}

impl Ownership {
    /// Whether anybody may write it, also where a sticky bit keeps them from replacing what others put there: they can
    /// put a file there that is not there yet.
    fn is_open(self) -> bool {
        self.mode & 0o002 != 0
    }
}

/// Returns why a file is not taken at its word, from what the system says about it and the folder it lies in.
#[cfg(unix)]
pub(crate) fn doubt(file: &Metadata, folder: &Path) -> std::io::Result<Option<Doubt>> {
    use std::os::unix::fs::MetadataExt as _;
    let of = |about: &Metadata| Ownership { owner: about.uid(), mode: about.mode() };
    let folder = std::fs::metadata(folder)?;
    let me = rustix::process::geteuid().as_raw();
    Ok(judged(me, of(file), of(&folder)))
}

/// Other systems do not say who owns a file in a way that could be compared.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "other systems are asked")]
pub(crate) fn doubt(_file: &Metadata, _folder: &Path) -> std::io::Result<Option<Doubt>> {
    Ok(None)
}

/// Tells whether something is there that the owner of its folder, the administrator or we ourselves have put there.
#[cfg(unix)]
pub(crate) fn is_mark(path: &Path, folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(about), Ok(folder)) = (std::fs::symlink_metadata(path), std::fs::metadata(folder))
    else {
        return false;
    };
    let me = rustix::process::geteuid().as_raw();
    is_ones_own(me, about.uid(), folder.uid())
}

/// Tells whether what lies in a folder is nobody's trick: who owns the folder can do with it what they want.
#[cfg_attr(not(unix), expect(dead_code, reason = "only these systems say who owns a file"))]
fn is_ones_own(me: u32, owner: u32, of_folder: u32) -> bool {
    [me, 0, of_folder].contains(&owner)
}

#[cfg(not(unix))]
pub(crate) fn is_mark(path: &Path, _folder: &Path) -> bool {
    path.exists()
}

/// Tells whether others than its owner can read or write a file.
#[cfg(unix)]
pub(crate) fn is_shared(file: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    file.mode() & 0o077 != 0
}

#[cfg(not(unix))]
pub(crate) fn is_shared(_file: &Metadata) -> bool {
    false
}

/// The administrator can do anything here without a file's help, so their files are nobody's trick.
#[cfg_attr(not(unix), expect(dead_code, reason = "only these systems say who owns a file"))]
fn judged(me: u32, file: Ownership, folder: Ownership) -> Option<Doubt> {
    let is_another = |owner: u32| owner != me && owner != 0;
    if is_another(file.owner) {
        return Some(Doubt::FileOfAnother(file.owner));
    }
    if file.is_open() {
        return Some(Doubt::OpenFile);
    }
    if is_another(folder.owner) {
        return Some(Doubt::FolderOfAnother(folder.owner));
    }
    folder.is_open().then_some(Doubt::OpenFolder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(owner: u32, mode: u32) -> Ownership {
        Ownership { owner, mode }
    }

    #[test]
    fn only_ones_own_and_the_administrators_files_are_taken_at_their_word() {
        let mine = standing(1000, 0o644);
        let folder = standing(1000, 0o755);
        assert_eq!(judged(1000, mine, folder), None);
        assert_eq!(judged(1000, standing(0, 0o644), standing(0, 0o755)), None);
        assert_eq!(judged(1000, standing(7, 0o644), folder), Some(Doubt::FileOfAnother(7)));
        assert_eq!(judged(0, mine, folder), Some(Doubt::FileOfAnother(1000)));
        assert_eq!(judged(1000, mine, standing(7, 0o755)), Some(Doubt::FolderOfAnother(7)));
    }

    #[test]
    fn a_place_that_everybody_can_write_is_doubted_with_or_without_a_sticky_bit() {
        let mine = standing(1000, 0o644);
        assert_eq!(judged(1000, mine, standing(0, 0o1777)), Some(Doubt::OpenFolder));
        assert_eq!(judged(1000, mine, standing(1000, 0o777)), Some(Doubt::OpenFolder));
        assert_eq!(
            judged(1000, standing(1000, 0o666), standing(1000, 0o755)),
            Some(Doubt::OpenFile)
        );
        assert_eq!(
            judged(1000, standing(1000, 0o664), standing(1000, 0o775)),
            None,
            "a group is chosen"
        );
    }

    #[test]
    fn a_third_account_marks_no_folder() {
        assert!(is_ones_own(1000, 1000, 0), "ours");
        assert!(is_ones_own(1000, 0, 7), "the administrator's");
        assert!(is_ones_own(1000, 7, 7), "of whoever owns the folder");
        assert!(!is_ones_own(1000, 7, 0));
    }

    #[cfg(unix)]
    #[test]
    fn a_mark_is_one_that_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let mark = folder.path().join(".git");
        assert!(!is_mark(&mark, folder.path()));
        std::fs::create_dir(&mark).unwrap();
        assert!(is_mark(&mark, folder.path()));
    }

    #[test]
    fn a_doubt_says_who_else_has_a_hand_in_it() {
        assert_eq!(Doubt::FileOfAnother(7).sentence(), "belongs to another user (7)");
        assert_eq!(Doubt::OpenFile.sentence(), "can be written by everybody");
        assert_eq!(Doubt::FolderOfAnother(7).sentence(), "is in a folder of another user (7)");
        let open = "is in a folder that everybody can write to";
        assert_eq!(Doubt::OpenFolder.sentence(), open);
    }
}
