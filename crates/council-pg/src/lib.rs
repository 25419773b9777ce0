//! Sessions in Postgres, for many machines at once.
//!
//! A session is its journal here too: the same lines with the same hashes as in a file. One step of a session is one
//! statement: its lines, its outbox of questions, its lease and its head, or nothing. A worker takes a session under a
//! new epoch, and every step names that epoch, so whoever lost a session without noticing writes nothing any more.
//!
//! What members may read and do is checked by the database: see the files in `schema`.

mod address;
mod admin;
mod database;
mod error;
mod journal;
mod keeper;
mod link;
mod metered;
mod read;
mod schema;
mod sessions;
mod tls;

pub use address::Address;
pub use admin::{Quota, Tenant};
pub use database::{Database, MIGRATED};
pub use error::PgError;
pub use journal::{FlowFacts, PgJournal};
pub use keeper::Keeper;
pub use metered::Metered;
pub use read::{Overview, SessionHead, StoreRow};
pub use sessions::{ClaimedSession, NewSession, Pushed, SessionState, split};
