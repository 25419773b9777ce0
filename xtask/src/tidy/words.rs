//! The words we do not name things with: they say nothing about the thing.

use super::{Problem, lexer};
use crate::tree::Text;

/// Parts of a name that are not used.
const WORDS: &[&str] = &["manager", "helper", "util", "service", "handler", "orchestrator"];
/// Names of crates, which we did not choose.
const NOT_OURS: &[&str] = &[
    "futures_util",
    "ServerHandler",
    "ServiceExt",
    "SERVICE_UNAVAILABLE",
    "service",
    "get_info",
    "get_prompt",
    "get_tool",
];
/// How the name of a function does not start.
const PREFIXES: &[&str] = &["process_", "get_", "do_", "test_"];

pub(super) fn check(texts: &[Text]) -> Vec<Problem> {
    texts.iter().filter(|text| text.is("rs")).flat_map(one).collect()
}

fn one(source: &Text) -> Vec<Problem> {
    let mut problems = Vec::new();
    let (code, _) = lexer::split(&source.text);
    for (line, text) in (1..).zip(code.lines()) {
        let mut defines = false;
        let names = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        for name in names.filter(|name| !NOT_OURS.contains(name)) {
            if let Some(word) = parts(name).into_iter().find(|part| is_unused(part)) {
                let message = format!("`{name}` says `{word}`, not what it is");
                problems.push(Problem::error(&source.path, line, message));
            }
            if let Some(prefix) =
                PREFIXES.iter().find(|prefix| defines && name.starts_with(*prefix))
            {
                let message = format!("function `{name}` starts with `{prefix}`");
                problems.push(Problem::error(&source.path, line, message));
            }
            if !name.is_empty() {
                defines = name == "fn";
            }
        }
    }
    problems
}

fn is_unused(part: &str) -> bool {
    WORDS.iter().any(|word| part == *word || part.strip_suffix('s') == Some(word))
}

/// Splits a name into its words, in lower case.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for c in name.chars() {
        if c == '_' || c.is_uppercase() {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut().filter(|_| c != '_') {
            part.extend(c.to_lowercase());
        }
    }
    // `HANDLER` comes apart letter by letter above.
    if name.chars().all(|c| c == '_' || c.is_uppercase() || c.is_numeric()) {
        return name.to_lowercase().split('_').map(str::to_owned).collect();
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::tests::text;

    fn count(source: &str) -> usize {
        check(&[text("a.rs", source)]).len()
    }

    #[test]
    fn names_that_say_what_a_thing_is_are_fine() {
        assert_eq!(count("fn get(&self) -> Option<&V> { self.map.get_mut(key) }"), 0);
        assert_eq!(count("// a helper\nlet s = \"service\"; fn processed() {} fn utility() {}"), 0);
    }

    #[test]
    fn names_that_say_nothing_are_found() {
        for source in [
            "struct SeatManager;",
            "mod utils;",
            "let request_handler = 1;",
            "const HELPER: u8 = 1;",
            "fn process_seat() {}",
            "fn get_seat() {}",
            "pub fn do_it() {}",
            "fn test_it() {}",
        ] {
            assert_eq!(count(source), 1, "{source}");
        }
    }
}
