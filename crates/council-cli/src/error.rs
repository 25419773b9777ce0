//! Why a command could not do its work, and what the user can do about it.

use std::fmt;

use crate::exit::Exit;

/// A command that could not do its work. This is not an outcome: a gate that blocks has done its work.
///
/// Any error converts with `?` and then ends with exit code 3; [`Hint::hint`] adds the way out:
///
/// ```ignore
/// let text = repo.read(path).hint("list the sessions with `council show`")?;
/// ```
#[derive(Debug)]
pub(crate) struct CommandError {
    exit: Exit,
    error: anyhow::Error,
    hints: Vec<String>,
}

impl CommandError {
    /// Returns an error about the command line itself, found after it was parsed: exit code 64.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { exit: Exit::Usage, error: anyhow::Error::msg(message.into()), hints: Vec::new() }
    }

    /// Returns a failure that no library reported: exit code 3.
    pub(crate) fn failure(message: impl Into<String>) -> Self {
        Self { exit: Exit::Failure, ..Self::usage(message) }
    }

    /// Returns that the program was told to stop, or its terminal went away, while it asked somebody: exit code 130.
    pub(crate) fn stopped() -> Self {
        Self { exit: Exit::Interrupted, ..Self::usage("stopped before the form was finished") }
    }

    /// Says what was being done; what went wrong becomes its cause.
    #[must_use]
    pub(crate) fn context(mut self, doing: impl Into<String>) -> Self {
        self.error = self.error.context(doing.into());
        self
    }

    /// Adds a way out.
    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds a way out, if there is one.
    #[must_use]
    pub(crate) fn hinted(mut self, hint: Option<impl Into<String>>) -> Self {
        self.hints.extend(hint.map(Into::into));
        self
    }

    /// Returns how the process ends.
    pub(crate) fn exit(&self) -> Exit {
        self.exit
    }

    /// Returns what went wrong, then each cause of it, outermost first.
    pub(crate) fn chain(&self) -> impl Iterator<Item = String> {
        self.error.chain().map(ToString::to_string)
    }

    /// Returns the ways out.
    pub(crate) fn hints(&self) -> &[String] {
        &self.hints
    }
}

/// Whatever a library reports is a failure of the tool or its surroundings.
impl<E: std::error::Error + Send + Sync + 'static> From<E> for CommandError {
    fn from(error: E) -> Self {
        Self { exit: Exit::Failure, error: error.into(), hints: Vec::new() }
    }
}

/// Adds a way out to an error on its way to the user.
pub(crate) trait Hint<T> {
    /// Adds a way out.
    fn hint(self, hint: impl fmt::Display) -> Result<T, CommandError>;
}

impl<T, E: Into<CommandError>> Hint<T> for Result<T, E> {
    fn hint(self, hint: impl fmt::Display) -> Result<T, CommandError> {
        self.map_err(|error| error.into().hint(hint.to_string()))
    }
}
