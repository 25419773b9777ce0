//! The file contracts and the report formats: text to values and values to text.
//!
//! This is the only place where the contracts' spellings live. Readers are tolerant and say what they noticed; writers
//! write exactly one shape. Nothing here touches a file.

pub mod artifact;
pub mod bundle;
pub mod consensus;
pub mod council_config;
mod fields;
pub mod forum_instance;
pub mod forum_record;
pub mod handoff;
pub mod input;
pub mod intent;
pub mod json;
pub mod markdown;
pub mod packet;
pub mod prd_folder;
pub mod project;
mod remarks;
pub mod report;
pub mod round_summary;
pub mod schema;
pub mod session;
mod setting;
pub mod trust;
pub mod user;
pub mod vision;
pub mod words;
pub mod yaml;
