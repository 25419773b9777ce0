//! Everything that is tested through the binary, in one program: one is linked faster than thirty.

mod attacks;
mod binary;
mod chair;
mod ci_files;
mod deliberation;
mod demo;
mod durability;
mod examples;
mod forum_models;
mod forum_points;
mod forum_terminal;
mod gates;
mod handoff_record;
mod hook;
mod human_side;
mod learn;
mod life;
mod lint;
mod lsp;
#[cfg(feature = "mcp")]
mod mcp;
mod models;
mod modes;
mod not_judged;
mod outputs;
#[cfg(feature = "web")]
mod page;
mod panel;
#[cfg(feature = "tui")]
mod parity;
mod people;
mod progress;
mod project;
mod project_sessions;
mod pty;
mod pull_request;
mod reading;
mod real_agents;
#[cfg(feature = "web")]
mod real_browser;
mod real_model;
mod review;
#[cfg(feature = "tui")]
mod screen;
mod show_project;
mod stage;
#[cfg(all(feature = "postgres", target_os = "linux"))]
mod store;
mod terminal;
mod told;
mod tree;
mod trust;
mod watch;
mod without_path;
