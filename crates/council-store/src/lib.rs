//! Files: the only crate that touches the disk. Everything goes through a [`Repo`], and nothing leaves it.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "this crate is the file system adapter"
)]

pub mod evidence;
mod repo;

pub use repo::{Repo, StoreError};
