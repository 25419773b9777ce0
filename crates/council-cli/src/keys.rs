//! The keys of providers, from where the user's settings say they are.

use std::path::{Path, PathBuf};

use council::{
    Repo,
    providers::{KeyLookup, KeySource, SHORTEST_KEY, SecretString, is_looked_for},
};

use crate::{env, printer::Printer};

/// Looks for keys in the process's surroundings, when a call needs one.
#[derive(Debug)]
pub(crate) struct Surrounding {
    /// The home folder, where it is not the repository's: what `~` stands for, and where a command is run.
    pub(crate) home: Option<PathBuf>,
    /// The user's own folder, from which other paths count.
    pub(crate) own: Option<PathBuf>,
    /// The repository.
    pub(crate) repo: Repo,
    /// Who is told about a key that others can read.
    pub(crate) printer: Printer,
}

impl KeyLookup for Surrounding {
    /// An agent follows what lies in its home folder and in those that its own variables name. It gets none that is in the
    /// repository, and finds the real one.
    fn variable(&self, name: &str) -> Option<String> {
        let is_repositorys = |value: &String| {
            name != "PATH" && Path::new(value).is_absolute() && self.repo.contains(Path::new(value))
        };
        env::variable(name).filter(|value| !is_repositorys(value))
    }

    fn key(&self, source: &KeySource) -> Result<SecretString, String> {
        let found = match source {
            KeySource::Variable(name) => env::variable(name).ok_or("it is not set".to_owned()),
            KeySource::File(path) => self.file(path),
            KeySource::Command(command) => {
                let folder = self.home.as_ref().or(self.own.as_ref());
                let folder = folder.ok_or_else(|| format!("{source}: `HOME` is not set"))?;
                env::printed(command, folder).map_err(|error| error.to_string())
            }
        };
        match found {
            Ok(key) if key.trim().is_empty() => Err(format!("{source} is empty")),
            Ok(key) => {
                if !is_looked_for(&key) {
                    self.printer.note(&format!(
                        "the key in {source} has fewer than {SHORTEST_KEY} characters, so it is not looked for in what the server says"
                    ));
                }
                Ok(key.trim().to_owned().into())
            }
            Err(why) => Err(format!("{source}: {why}")),
        }
    }
}

impl Surrounding {
    /// Reads a key from a file. No path counts from the current folder, which may be anybody's repository.
    fn file(&self, path: &str) -> Result<String, String> {
        let (from, rest) = match path.strip_prefix("~/") {
            Some(rest) => (self.home.as_ref(), rest),
            None => (self.own.as_ref(), path),
        };
        let from = from.ok_or("`HOME` is not set")?;
        let path = from.join(rest);
        let (key, is_shared) = env::key_file(&path).map_err(|error| error.to_string())?;
        if is_shared {
            let path = path.display();
            self.printer
                .note(&format!("other users can read the key in `{path}`: `chmod 600 {path}`"));
        }
        Ok(key)
    }
}
