//! The library as its users call it, in one program.

mod byzantine;
mod examples;
mod forum;
mod forum_golden;
mod forum_life;
mod golden;
mod handoff;
mod lint_folder;
mod meeting;
mod modes;
mod panel;
mod panel_life;
mod prd_gates;
mod price;
mod real_artifacts;
mod recorded;
mod sitting;
mod stage;
mod trust;
mod writer_and_check;
