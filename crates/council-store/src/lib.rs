//! Files: the only crate that touches the disk. Everything goes through a [`Repo`], and nothing leaves it.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "this crate is the file system adapter"
)]

mod error;
pub mod evidence;
mod folder;
mod git;
mod ignored;
mod open;
mod owner;
mod packet;
mod private;
mod repo;
mod scratch;
pub mod session;
#[cfg(test)]
mod testing;
mod user;
mod write;

pub use error::StoreError;
pub use git::{GitError, GitHistory, ObjectId};
pub use owner::Doubt;
pub use packet::{FOLDERS, MOST_BYTES, MOST_FILES, PacketError};
pub use private::PrivateFolder;
pub use repo::{Repo, Stamp};
pub use scratch::Scratch;
pub use session::{Holder, Journal, JournalLine, JournalRead, Mend, Mended, SessionFiles};
pub use user::{NamedFile, UserFile, UserFolder, read_named};
