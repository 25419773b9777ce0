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

use council::{Holder, Repo, formats::project::StageSettings};
use jiff::{Timestamp, civil::Date};

pub use app::{App, Flow};
pub use stages::Stages;
pub use terminal::{Left, give_back, run};

/// What surrounds the screen. Nothing in this crate looks at the clock or the environment itself.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// The repository.
    pub repo: Repo,
    /// What the project demands of a stage.
    pub demanded: StageSettings,
    /// The folder of stage evidence, if it is not the contract's.
    pub evidence_root: Option<String>,
    /// Who writes.
    pub holder: Holder,
    /// Tells the time.
    pub now: fn() -> Timestamp,
    /// Tells the day.
    pub today: fn() -> Date,
    /// Whether there is colour.
    pub paint: Paint,
}

/// Whether there is colour. What is said never depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// With colour.
    Colored,
    /// Without.
    Plain,
}
