//! A document of keys and values with the line of every one of them: what YAML and JSON files become before anything
//! is known about their meaning.

/// A value and where it begins.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// The line, from 1, where the format tells it.
    pub line: Option<u32>,
}

/// What a node can be.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing, written as such or left empty.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A finite number.
    Float(f64),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// Keys and values in the order of the file; keys are unique.
    Map(Vec<TreeEntry>),
}

/// A key, its line and its value.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeEntry {
    /// The key.
    pub key: String,
    /// The value.
    pub node: Node,
}

impl TreeEntry {
    /// Returns the same entry without its lines.
    #[must_use]
    pub fn placeless(&self) -> TreeEntry {
        TreeEntry { key: self.key.clone(), node: self.node.placeless() }
    }
}

impl Node {
    /// Returns a node without a line.
    pub fn new(value: Value) -> Self {
        Self { value, line: None }
    }

    /// Returns the same value without its lines: it moves when its file is written again.
    #[must_use]
    pub fn placeless(&self) -> Node {
        let value = match &self.value {
            Value::List(items) => Value::List(items.iter().map(Node::placeless).collect()),
            Value::Map(entries) => Value::Map(entries.iter().map(TreeEntry::placeless).collect()),
            plain @ (Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Text(_)) => plain.clone(),
        };
        Node::new(value)
    }

    /// Returns the value of a key of a map.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries().iter().find(|entry| entry.key == key).map(|entry| &entry.node)
    }

    /// Returns the value at a path of keys.
    pub fn path(&self, keys: &[&str]) -> Option<&Node> {
        keys.iter().try_fold(self, |node, key| node.get(key))
    }

    /// Returns the entries of a map, nothing for anything else.
    pub fn entries(&self) -> &[TreeEntry] {
        match &self.value {
            Value::Map(entries) => entries,
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Text(_)
            | Value::List(_) => &[],
        }
    }

    /// Returns the items of a list, nothing for anything else.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Text(_)
            | Value::Map(_) => &[],
        }
    }

    /// Returns the text of a text node.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::List(_)
            | Value::Map(_) => None,
        }
    }

    /// Returns a whole number.
    pub fn int(&self) -> Option<i64> {
        match &self.value {
            Value::Int(number) => Some(*number),
            Value::Null
            | Value::Bool(_)
            | Value::Float(_)
            | Value::Text(_)
            | Value::List(_)
            | Value::Map(_) => None,
        }
    }

    /// Returns a number, whole or not.
    #[expect(clippy::cast_precision_loss, reason = "numbers in these files are small")]
    pub fn number(&self) -> Option<f64> {
        match &self.value {
            Value::Int(number) => Some(*number as f64),
            Value::Float(number) => Some(*number),
            Value::Null | Value::Bool(_) | Value::Text(_) | Value::List(_) | Value::Map(_) => None,
        }
    }

    /// Returns a truth value.
    pub fn bool(&self) -> Option<bool> {
        match &self.value {
            Value::Bool(truth) => Some(*truth),
            Value::Null
            | Value::Int(_)
            | Value::Float(_)
            | Value::Text(_)
            | Value::List(_)
            | Value::Map(_) => None,
        }
    }

    /// Tells whether the node says nothing: null, empty text, an empty list or map.
    pub fn is_blank(&self) -> bool {
        match &self.value {
            Value::Null => true,
            Value::Text(text) => text.trim().is_empty(),
            Value::List(items) => items.is_empty(),
            Value::Map(entries) => entries.is_empty(),
            Value::Bool(_) | Value::Int(_) | Value::Float(_) => false,
        }
    }

    /// Returns what kind of value this is, for messages.
    pub fn kind(&self) -> &'static str {
        match &self.value {
            Value::Null => "nothing",
            Value::Bool(_) => "true or false",
            Value::Int(_) | Value::Float(_) => "a number",
            Value::Text(_) => "text",
            Value::List(_) => "a list",
            Value::Map(_) => "a map",
        }
    }
}
