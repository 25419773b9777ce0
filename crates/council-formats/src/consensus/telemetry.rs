//! A command's telemetry, read for its outermost plain values and for nothing else.

use council_core::{
    gate::stage::Telemetry,
    tree::{TreeEntry, Value},
};

use crate::json;

/// How many values of one file are kept.
const MOST: usize = 64;

/// Reads a telemetry file. It enriches a report and decides nothing, so a file that cannot be read is only said to be so.
pub fn read(path: &str, text: &str) -> Telemetry {
    match json::read(path, text) {
        Ok(node) => {
            let plain = |entry: &&TreeEntry| match entry.node.value {
                Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => true,
                Value::Null | Value::List(_) | Value::Map(_) => false,
            };
            let facts = node.entries().iter().filter(plain).take(MOST).cloned().collect();
            Telemetry { path: path.to_owned(), facts, problem: None }
        }
        Err(problem) => unread(path, problem.message),
    }
}

/// Returns what stands for a telemetry file that could not be read.
pub fn unread(path: &str, problem: impl Into<String>) -> Telemetry {
    Telemetry { path: path.to_owned(), facts: Vec::new(), problem: Some(problem.into()) }
}
