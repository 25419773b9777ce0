//! A vision in YAML or JSON: a list or map of phases, wherever in the file it stands.

use council_core::{
    diagnostic::{Diagnostic, Place},
    tree::{Node, Value},
};

use super::{Draft, PhaseDraft, leading_number, progress};
use crate::markdown::one_line;

/// How deep the phases are looked for.
const DEEPEST: usize = 4;

/// The keys that hold phases.
const PHASES: [&str; 3] = ["phases", "phase_model", "phase_context"];

pub(super) fn read(
    path: &str,
    root: Result<Node, Diagnostic>,
    notes: &mut Vec<Diagnostic>,
) -> Option<Draft> {
    let root = match root {
        Ok(root) => root,
        Err(diagnostic) => {
            notes.push(diagnostic);
            return None;
        }
    };
    let holder = holder(&root, 0).unwrap_or(&root);
    let mut draft = Draft {
        title: text(holder, &["title", "name"]).or_else(|| text(&root, &["title", "name"])),
        oath: oath(holder).or_else(|| oath(&root)),
        ..Draft::default()
    };
    draft.current.extend(current(holder).or_else(|| current(&root)));
    if let Some(phases) = holder.get("phases").or_else(|| holder.get("phase_model")) {
        let entries = phases.entries().iter().map(|entry| (Some(entry.key.as_str()), &entry.node));
        let items = phases.items().iter().map(|item| (None, item));
        for ((key, node), place) in entries.chain(items).zip(1_u8..) {
            let phase = phase(path, key, node, place, notes);
            if is_current(node) {
                draft.current.push((phase.number, phase.line));
            }
            draft.phases.push(phase);
        }
    }
    if let Some(context) = holder.get("phase_context") {
        apply_context(path, context, &mut draft, notes);
    }
    Some(draft)
}

/// Returns the phase that a map calls the current one.
pub(super) fn current(node: &Node) -> Option<(u8, Option<u32>)> {
    let node = node.get("current_phase")?;
    let number = match &node.value {
        Value::Int(number) => u8::try_from(*number).ok(),
        Value::Text(text) => number_in(text),
        Value::Null | Value::Bool(_) | Value::Float(_) | Value::List(_) | Value::Map(_) => None,
    };
    number.map(|number| (number, node.line))
}

/// Finds the map that holds the phases.
fn holder(node: &Node, depth: usize) -> Option<&Node> {
    if PHASES.iter().any(|key| node.get(key).is_some()) {
        return Some(node);
    }
    if depth >= DEEPEST {
        return None;
    }
    node.entries().iter().find_map(|entry| holder(&entry.node, depth + 1))
}

fn phase(
    path: &str,
    key: Option<&str>,
    node: &Node,
    place: u8,
    notes: &mut Vec<Diagnostic>,
) -> PhaseDraft {
    let keys = ["number", "phase", "id", "phase_id"];
    let stated = keys.iter().find_map(|key| match &node.get(key)?.value {
        Value::Int(number) => u8::try_from(*number).ok(),
        Value::Text(text) => number_in(text),
        Value::Null | Value::Bool(_) | Value::Float(_) | Value::List(_) | Value::Map(_) => None,
    });
    let line = node.line;
    let number = stated.or_else(|| key.and_then(number_in)).unwrap_or(place);
    if let Some(name) = node.text() {
        return PhaseDraft { number, name: name.trim().to_owned(), line, ..PhaseDraft::default() };
    }
    let shared = ["progress", "readiness"].iter().find_map(|key| node.get(key));
    PhaseDraft {
        number,
        name: text(node, &["name", "title"]).unwrap_or_default(),
        goal: text(node, &["goal", "objective", "mission", "purpose", "description"])
            .unwrap_or_default(),
        progress: shared.and_then(|node| share(path, node, notes)),
        line,
    }
}

/// Takes the progress that a session file states beside the phases: `phase_1_progress`, `phase_2_readiness`.
fn apply_context(path: &str, context: &Node, draft: &mut Draft, notes: &mut Vec<Diagnostic>) {
    draft.current.extend(current(context));
    for entry in context.entries() {
        let rest = entry.key.strip_prefix("phase_").and_then(leading_number);
        let Some((number, "_progress" | "_readiness")) = rest else {
            continue;
        };
        let stated = share(path, &entry.node, notes);
        if let Some(phase) = draft.phases.iter_mut().find(|phase| phase.number == number) {
            phase.progress = phase.progress.or(stated);
        }
    }
}

fn share(path: &str, node: &Node, notes: &mut Vec<Diagnostic>) -> Option<f64> {
    let word = match &node.value {
        Value::Int(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::Null | Value::Bool(_) | Value::List(_) | Value::Map(_) => return None,
    };
    progress(&word, Place::file(path).at(node.line), notes)
}

fn is_current(node: &Node) -> bool {
    let is_said = node.get("current").and_then(Node::bool) == Some(true);
    is_said || text(node, &["status"]).is_some_and(|status| status.eq_ignore_ascii_case("current"))
}

fn oath(node: &Node) -> Option<String> {
    let oath = node.get("oath")?;
    oath.text().map(|oath| oath.trim().to_owned()).or_else(|| text(oath, &["text", "statement"]))
}

fn text(node: &Node, keys: &[&str]) -> Option<String> {
    let found = keys.iter().find_map(|key| node.get(key)?.text())?;
    Some(one_line(found)).filter(|text| !text.is_empty())
}

/// Returns the first number in a word: `PHASE-2`, `phase_2`, `2`.
fn number_in(word: &str) -> Option<u8> {
    leading_number(word.trim_start_matches(|c: char| !c.is_ascii_digit())).map(|(number, _)| number)
}
