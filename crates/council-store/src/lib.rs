//! Files: the only crate that touches the disk. Everything goes through a [`Repo`], and nothing leaves it.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "this crate is the file system adapter"
)]

pub mod evidence;
mod packet;
mod repo;

pub use packet::{FOLDERS, MOST_BYTES, MOST_FILES, PacketError};
pub use repo::{Repo, StoreError};
