//! The screen of Council: what the command line says, for people who look around before they decide.
//!
//! It is a shell over the application. A screen holds the same report values that commands print and draws them as a
//! terminal shows them; a form fills the same request that a command makes, and the same function records it. So the
//! screen cannot know more, less or otherwise than the command line, and it decides nothing itself.
#![expect(
    clippy::disallowed_methods,
    reason = "this crate draws on the terminal that the process was started with"
)]

mod app;
mod ballot;
mod decide;
mod desk;
mod page;
mod reply;
mod stages;
mod terminal;
mod text;

pub use app::{App, ScreenFlow};
pub use council::desk::DeskContext;
pub use stages::Stages;
pub use terminal::{Left, give_back, run};

/// Whether there is colour. What is said never depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// With colour.
    Colored,
    /// Without.
    Plain,
}
