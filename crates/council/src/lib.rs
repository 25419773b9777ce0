//! Reviews specifications before machines build them.
//!
//! What the command line and the library share. Each capability is a module with a request, a function and a report; the
//! `council` binary is a thin shell over them, and the library `council` (the package `council-review`) exports what others
//! may rely on.

pub mod answer;
mod authority;
pub mod check;
pub mod clock;
pub mod cost;
pub mod decide;
pub mod desk;
pub mod diff;
pub mod doctor;
pub mod drill;
pub mod explain;
pub mod follow;
pub mod forum;
pub mod handoff;
pub mod history;
pub mod hook;
pub mod lint;
mod log;
pub mod manual;
pub mod modes;
pub mod panel;
pub mod prd;
pub mod project;
pub mod providers;
pub mod review;
mod reviewer;
pub mod run;
pub mod sessions;
#[cfg(feature = "postgres")]
pub mod shared;
pub mod show;
pub mod specifications;
pub mod stage;
pub mod trust;
mod words;

pub use clock::SystemClock;
pub use council_core as core;
pub use council_engine as engine;
pub use council_formats as formats;
pub use council_llm::fence;
pub use council_prompts as prompts;
pub use council_rules as rules;
pub use council_store as store;
pub use council_store::{Holder, Mend, PacketError, Repo, SessionFiles, StoreError, UserFolder};
