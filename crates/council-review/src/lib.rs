//! Reviews specifications before machines build them.
//!
//! [`lint`] reads a text with the offline rules and answers at once:
//!
//! ```
//! let text = "# Search\n\n## Requirements\n\n- The limit shall be TBD.\n";
//! let findings = council::lint("prd.md", text);
//! assert_eq!(findings[0].rule, "placeholder");
//! assert_eq!((findings[0].line, findings[0].severity), (Some(5), council::Severity::Major));
//! ```
//!
//! [`Council`] holds a review: three seats look at a specification, what they find is checked against the text and voted
//! on, and one [`Verdict`] comes out. The offline rules fill every seat that nobody else fills; a program can fill one
//! with a [`Reviewer`] of its own.
//!
//! ```
//! # let folder = tempfile::tempdir()?;
//! # let text = "# Search\n\n## Requirements\n\n- FR-1: The limit shall be TBD.\n- FR-2: The page shall show ten results.\n";
//! # std::fs::write(folder.path().join("prd.md"), text)?;
//! use council::{Council, Verdict};
//!
//! # let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
//! # runtime.block_on(async {
//! let review = Council::open(folder.path())?.review("prd.md").await?;
//! assert!(review.verdict > Verdict::Pass);
//! assert!(review.findings.iter().any(|finding| finding.rule == "placeholder"));
//! # Ok::<(), council::Error>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is public here is what is supported, and `api.txt` beside the manifest lists it. The crates below are how it is
//! made and change without notice.
//!
//! # Features
//!
//! - `models` (on by default): the command line and its library can ask models behind a network. Without it no TLS and no
//!   network crate is built; [`lint`] and [`Council`] are the same.

mod finding;
mod lint;
mod review;
mod reviewer;

pub use council_app::SystemClock;

pub use finding::{Finding, Severity};
pub use lint::{lint, manual};
pub use review::{Council, Error, Review, Verdict};
pub use reviewer::{Answer, Question, Reviewer, Seat};
