//! A command's own keys, of which only what has a schema gets in.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// The keys that are the program's word: a command cannot say them in its place.
const RESERVED: [&str; 11] = [
    "schema_version",
    "tool_version",
    "command",
    "subject",
    "outcome",
    "exit_code",
    "allows_progress",
    "held_by",
    "error",
    "signals",
    "next",
];

/// The keys of a command in its JSON, beside those that every command has.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Data(Map<String, Value>);

impl Data {
    /// Returns the keys of a value.
    pub fn of(keys: &(impl Serialize + JsonSchema)) -> Self {
        let mut data = Self::default();
        data.add(keys);
        data
    }

    /// Adds the keys of a value. What is no object has none.
    pub fn add(&mut self, keys: &(impl Serialize + JsonSchema)) {
        let Ok(Value::Object(keys)) = serde_json::to_value(keys) else { return };
        self.0.extend(keys.into_iter().filter(|(key, _)| !RESERVED.contains(&key.as_str())));
    }

    /// Tells whether a command has nothing of its own to say.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns what stands under a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, JsonSchema)]
    struct Keys {
        resolution: &'static str,
        exit_code: u8,
    }

    #[test]
    fn a_command_cannot_speak_for_the_program() {
        let data = Data::of(&Keys { resolution: "Escalate", exit_code: 0 });
        assert_eq!(data.get("resolution"), Some(&Value::from("Escalate")));
        assert_eq!(data.get("exit_code"), None);
    }
}
