//! The lines of the values of a JSON text, which the JSON reader does not tell.

use council_core::tree::{Node, Value};

/// Gives every node of a tree the line its value begins at in the text that the tree was read from.
pub(super) fn place(root: &mut Node, text: &str) {
    let mut lines = starts(text).into_iter();
    let mut pending = vec![root];
    // Parents come before children and children in their order, both here and in the text.
    while let Some(node) = pending.pop() {
        node.line = lines.next();
        match &mut node.value {
            Value::List(items) => pending.extend(items.iter_mut().rev()),
            Value::Map(entries) => {
                pending.extend(entries.iter_mut().rev().map(|entry| &mut entry.node));
            }
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => {}
        }
    }
}

/// Where a scan of valid JSON is.
enum Within {
    /// Between tokens.
    Space,
    /// In a number or a word.
    Bare,
    /// In a text.
    Text,
    /// Right after a backslash in a text.
    Escape,
}

/// Returns the line of every value of a valid JSON text, in the order of the text.
fn starts(text: &str) -> Vec<u32> {
    let mut starts = Vec::new();
    let mut open: Vec<char> = Vec::new();
    let mut within = Within::Space;
    let mut line = 1_u32;
    // In a map a value comes after its colon; everywhere else the next token is one.
    let mut is_value = true;
    for c in text.chars() {
        if c == '\n' {
            line = line.saturating_add(1);
        }
        within = match (within, c) {
            (Within::Text, '\\') => Within::Escape,
            (Within::Text, '"') => Within::Space,
            (Within::Text | Within::Escape, _) => Within::Text,
            (_, '{' | '[') => {
                starts.push(line);
                open.push(c);
                is_value = c == '[';
                Within::Space
            }
            (_, '}' | ']') => {
                open.pop();
                Within::Space
            }
            (_, ',') => {
                is_value = open.last() != Some(&'{');
                Within::Space
            }
            (_, ':') => {
                is_value = true;
                Within::Space
            }
            (_, '"') => {
                if is_value {
                    starts.push(line);
                }
                Within::Text
            }
            (_, c) if c.is_whitespace() => Within::Space,
            (Within::Space, _) => {
                starts.push(line);
                Within::Bare
            }
            (Within::Bare, _) => Within::Bare,
        };
    }
    starts
}
