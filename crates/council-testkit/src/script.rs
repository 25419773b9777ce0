//! The kinds of scripted blocks: scenarios for rules that no command reaches.
//!
//! A scripted block is a fenced block whose language names a kind. Its text drives a pure flow, and what comes back is
//! the JSON that the next `facts` block looks at. **This table is the one place where a kind is registered**: add a
//! module with a function `fn(&str) -> Result<serde_json::Value, String>` and one line here.
//!
//! Texts under `files`, by path, are written into the scenario's repository, so that commands can look at what the flow
//! left.

use serde_json::Value;

/// Runs a scripted block's text. An error says what is wrong with the script, not with what it drives.
pub type Script = fn(&str) -> Result<Value, String>;

/// Every kind of scripted block, by the block's language.
pub const KINDS: &[(&str, Script)] =
    &[("forum", crate::forum::run), ("session", crate::session::run)];
