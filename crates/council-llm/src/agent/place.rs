//! Where an agent runs: an empty folder inside one that nobody else can look into or write to.

use std::{
    io,
    path::{Path, PathBuf},
};

use council_store::PrivateFolder;

/// What is said to Gemini in a file: it has no argument that takes its tools away.
const NO_TOOLS: &str = "[[rule]]\ntoolName = \"*\"\ndecision = \"deny\"\npriority = 999\n";

/// How the name of the folder of a call begins.
const PREFIX: &str = "agent-";

/// What is in it: the folder that an agent is started in, the one for its temporary files, the file that takes tools away.
const EMPTY: &str = "empty";
const SCRATCH: &str = "scratch";
const RULES: &str = "rules.toml";

/// A folder for one call, which goes away with this.
pub(super) struct CallFolder(PrivateFolder);

impl CallFolder {
    /// Makes the folder below one of the user's own. An agent also reads what the folders above it say, so they must not
    /// be such as everybody can write to; only where there is no other it is the system's folder for such things.
    pub(super) fn make(home: Option<&Path>) -> io::Result<Self> {
        let folder = PrivateFolder::make(home, PREFIX)?;
        folder.make_inside(EMPTY)?;
        folder.make_inside(SCRATCH)?;
        folder.write(RULES, NO_TOOLS)?;
        Ok(Self(folder))
    }

    /// Returns the folder that it is started in.
    pub(super) fn empty(&self) -> PathBuf {
        self.0.path().join(EMPTY)
    }

    /// Returns the folder for its temporary files.
    pub(super) fn scratch(&self) -> PathBuf {
        self.0.path().join(SCRATCH)
    }

    /// Returns the file that takes tools away.
    pub(super) fn rules(&self) -> PathBuf {
        self.0.path().join(RULES)
    }
}
