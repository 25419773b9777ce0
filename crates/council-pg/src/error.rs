//! Why the database could not do what it was asked.

use thiserror::Error;
use tokio_postgres::error::SqlState;

use crate::database::MIGRATED;

/// Why the database could not do what it was asked.
#[derive(Debug, Error)]
pub enum PgError {
    /// What was given is no address of a database.
    #[error("the store's address is not a `postgres://` URL")]
    NotAnAddress,
    /// The address asks for a connection that everybody on the way can read.
    #[error("the store is on another machine, and its address asks for an unencrypted connection")]
    Unencrypted,
    /// Encrypted connections cannot be made here.
    #[error("no encrypted connection can be made")]
    Tls(#[source] rustls::Error),
    /// The program ends, and what it was about to ask with it.
    #[error("the store was not asked any more")]
    Gone,
    /// There is no connection.
    #[error("the store cannot be reached")]
    Unreachable(#[source] tokio_postgres::Error),
    /// The database refused a statement.
    #[error("the store refused a statement")]
    Refused(#[source] tokio_postgres::Error),
    /// Nobody has set the database up.
    #[error("the database holds no store yet")]
    NoSchema,
    /// It was set up by an older program.
    #[error("the store has version {found}, and this program needs {MIGRATED}")]
    OldSchema {
        /// Its version.
        found: i32,
    },
    /// It was set up by a newer program.
    #[error("the store has version {found}, and this program knows up to {MIGRATED}")]
    NewSchema {
        /// Its version.
        found: i32,
    },
    /// The token is not one of the store's, or was revoked.
    #[error("the store does not know this token")]
    UnknownToken,
    /// The token may not do that.
    #[error("{0}")]
    NotAllowed(String),
    /// There is no such tenant.
    #[error("{0}")]
    NoTenant(String),
    /// The month's tokens are used up.
    #[error("{0}")]
    Spent(String),
    /// Somebody else has the session by now.
    #[error("session `{0}` was taken over by another worker; what came after that is not recorded")]
    Fenced(String),
    /// Somebody works on the session.
    #[error("somebody works on session `{0}` right now")]
    Held(String),
    /// The session has changed since it was looked at.
    #[error("session `{0}` has changed since it was read; nothing was recorded")]
    Changed(String),
    /// There is no such session.
    #[error("the store has no session `{0}`")]
    NotFound(String),
    /// What stood in the session was erased.
    #[error("what stood in session `{0}` was erased; its hashes and its verdict are kept")]
    Erased(String),
    /// A session of that name is there already.
    #[error("the store has a session `{0}` already")]
    Exists(String),
    /// The lines of a session are not what was written.
    #[error("the journal of session `{name}` is damaged in line {line}")]
    Damaged {
        /// The session.
        name: String,
        /// The line.
        line: u64,
    },
    /// What was to be recorded is no record.
    #[error("what was to be recorded of session `{0}` is not a record, or the journal is full")]
    NotARecord(String),
}

impl PgError {
    /// Returns the way out, where there is one that fits everybody.
    pub fn help(&self) -> Option<String> {
        Some(
            match self {
                Self::NotAnAddress => {
                    "write it as `postgres://USER:PASSWORD@HOST/DATABASE`; `COUNCIL_STORE` keeps it out of the list of processes"
                }
                Self::Unencrypted => "leave `sslmode` out, or set it to `require`",
                Self::Tls(_) | Self::Unreachable(_) => {
                    "check that the server runs, and that host, user and password are right"
                }
                Self::NoSchema | Self::OldSchema { .. } => {
                    "`council store migrate` sets it up, as the owner of the database"
                }
                Self::NewSchema { .. } => "update this program",
                Self::UnknownToken => {
                    "`council store token` makes one; it is read from `COUNCIL_STORE_TOKEN`"
                }
                Self::NotAllowed(_) => "ask for a token with that right",
                Self::NoTenant(_) => "`council store tenant NAME` makes one",
                Self::Spent(_) => "wait for the next month, or raise it with `council store tenant`",
                Self::Held(_) => "wait until it has ended or waits; `council show --store` says so",
                Self::Changed(_) => "look at it again with `council show`, then say it again",
                Self::NotFound(_) => "`council show --store` lists the sessions",
                Self::Exists(_) => "nothing is overwritten; it may have been imported before",
                Self::Gone
                | Self::Refused(_)
                | Self::Fenced(_)
                | Self::Erased(_)
                | Self::Damaged { .. }
                | Self::NotARecord(_) => return None,
            }
            .to_owned(),
        )
    }

    /// Takes what the database said to a statement.
    pub(crate) fn of(error: tokio_postgres::Error) -> Self {
        let Some(said) = error.as_db_error() else {
            let is_away = error.is_closed()
                || std::error::Error::source(&error)
                    .is_some_and(<dyn std::error::Error>::is::<std::io::Error>);
            return if is_away { Self::Unreachable(error) } else { Self::Refused(error) };
        };
        let message = said.message().to_owned();
        match said.code().code() {
            "CN001" => Self::UnknownToken,
            "CN002" => Self::NotAllowed(message),
            "CN003" => Self::NoTenant(message),
            "CN004" => Self::Spent(message),
            _ if is_shutdown(said.code()) => Self::Unreachable(error),
            _ => Self::Refused(error),
        }
    }
}

/// Tells whether the server ended a connection because it ends or begins itself.
fn is_shutdown(code: &SqlState) -> bool {
    [
        &SqlState::ADMIN_SHUTDOWN,
        &SqlState::CRASH_SHUTDOWN,
        &SqlState::CANNOT_CONNECT_NOW,
        &SqlState::TOO_MANY_CONNECTIONS,
    ]
    .contains(&code)
}
