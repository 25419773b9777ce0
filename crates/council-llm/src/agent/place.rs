//! Where an agent runs: an empty folder inside one that nobody else can look into or write to.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use tempfile::TempDir;

/// What is said to Gemini in a file: it has no argument that takes its tools away.
const NO_TOOLS: &str = "[[rule]]\ntoolName = \"*\"\ndecision = \"deny\"\npriority = 999\n";

/// A folder for one call, which goes away with this.
pub(super) struct Place {
    folder: TempDir,
}

impl Place {
    /// Makes the folder below one of the user's own. An agent also reads what the folders above it say, so they must not
    /// be such as everybody can write to; only where there is no other it is the system's folder for such things.
    #[expect(
        clippy::disallowed_methods,
        reason = "what an agent is told in a file lies in the folder of its call, and goes away with it"
    )]
    pub(super) fn make(home: Option<&Path>) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("agent-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = match home {
            Some(home) => {
                make_private(home)?;
                builder.tempdir_in(home)?
            }
            None => builder.tempdir()?,
        };
        let place = Self { folder };
        make_private(&place.empty())?;
        make_private(&place.scratch())?;
        fs::write(place.rules(), NO_TOOLS)?;
        Ok(place)
    }

    /// Returns the folder that it is started in.
    pub(super) fn empty(&self) -> PathBuf {
        self.folder.path().join("empty")
    }

    /// Returns the folder for its temporary files.
    pub(super) fn scratch(&self) -> PathBuf {
        self.folder.path().join("scratch")
    }

    /// Returns the file that takes tools away.
    pub(super) fn rules(&self) -> PathBuf {
        self.folder.path().join("rules.toml")
    }
}

#[cfg(unix)]
fn make_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make_private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}
