//! Why an earlier version cannot be read, and what would help.

use thiserror::Error;

use super::ObjectId;

/// Why an earlier version cannot be read.
#[derive(Debug, Error)]
pub enum GitError {
    /// Git keeps no versions here.
    #[error("this folder is in no repository of git")]
    NoRepository,
    /// Nothing has this name.
    #[error("this clone has no revision `{revision}`")]
    Unknown {
        /// The name as it was given.
        revision: String,
        /// The branch of a remote that may have been meant.
        meant: Option<String>,
    },
    /// More than one object begins with these digits.
    #[error("`{0}` is the beginning of more than one object of git")]
    Ambiguous(String),
    /// The name is of something else.
    #[error("`{0}` is no commit")]
    NotACommit(String),
    /// The two commits have no ancestor in common in this clone.
    #[error("`{base}` and `HEAD` have no commit in common{}", if *.is_shallow { " in this shallow clone" } else { "" })]
    NoMergeBase {
        /// The revision as it was given.
        base: String,
        /// Whether the clone leaves out older commits.
        is_shallow: bool,
    },
    /// An object is not there.
    #[error("object {id} of git is not in this clone")]
    Missing {
        /// The object.
        id: ObjectId,
        /// Whether the clone leaves out objects on purpose.
        is_partial: bool,
    },
    /// An object is not what it should be.
    #[error("object {0} of git cannot be read: {1}")]
    Damaged(ObjectId, &'static str),
    /// The repository is larger than what is read here, or was made to look so.
    #[error("more would have to be read of this repository of git than is sensible")]
    TooMuch,
    /// The repository is of a sort that is not read here.
    #[error("this repository of git {0}, which is not supported")]
    Unsupported(String),
    /// A file of git's could not be read.
    #[error("failed to read `{path}` of git")]
    Io {
        /// The file, relative to git's folder.
        path: String,
        /// What happened.
        #[source]
        source: std::io::Error,
    },
}

impl GitError {
    /// Says what would help, with the command where there is one.
    pub fn help(&self) -> String {
        match self {
            Self::NoRepository => "run this in a clone, or name one with `--repo`".to_owned(),
            Self::Unknown { meant: Some(meant), .. } => format!("did you mean `{meant}`?"),
            Self::Unknown { revision, meant: None } => fetch(revision),
            Self::Ambiguous(_) => "give more of its digits".to_owned(),
            Self::NotACommit(_) => "name a branch, a tag or a commit".to_owned(),
            Self::NoMergeBase { is_shallow: true, .. } => {
                "fetch more of the history with `git fetch --deepen=100`, or all of it with `git fetch --unshallow`".to_owned()
            }
            Self::NoMergeBase { is_shallow: false, .. } => {
                "name a revision that this branch was made from".to_owned()
            }
            Self::Missing { is_partial: true, .. } => {
                "fetch what the clone left out with `git fetch --refetch --no-filter origin`".to_owned()
            }
            Self::Missing { .. } | Self::Damaged(..) => {
                "look for damage with `git fsck`, or make a new clone".to_owned()
            }
            Self::TooMuch => "look at its objects with `git count-objects -v`".to_owned(),
            Self::Unsupported(_) => {
                "compare in a clone that `git clone` made without further options".to_owned()
            }
            Self::Io { .. } => "look at the rights of git's folder".to_owned(),
        }
    }
}

/// Returns how a revision is fetched. `origin/main` is `main` of `origin`.
fn fetch(revision: &str) -> String {
    let (remote, name) = match revision.split_once('/') {
        Some(("refs", _)) | None => ("origin", revision),
        Some((remote, name)) => (remote, name),
    };
    let is_plain = |text: &str| {
        !text.is_empty()
            && !text.starts_with('-')
            && text.chars().all(|c| c.is_alphanumeric() || "/._-".contains(c))
    };
    if is_plain(remote) && is_plain(name) {
        format!("fetch it with `git fetch --depth=100 {remote} {name}`")
    } else {
        "name a branch, a tag or a commit that this clone has".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_to_fetch_is_a_command_that_can_be_copied_whatever_was_given() {
        assert_eq!(fetch("main"), "fetch it with `git fetch --depth=100 origin main`");
        assert_eq!(fetch("fork/a/b"), "fetch it with `git fetch --depth=100 fork a/b`");
        assert_eq!(
            fetch("refs/heads/x"),
            "fetch it with `git fetch --depth=100 origin refs/heads/x`"
        );
        for bad in ["--upload-pack=x", "x y", "$(x)", "`x`", "", "x;y"] {
            assert!(!fetch(bad).contains(bad) || bad.is_empty(), "{bad}");
        }
    }
}
