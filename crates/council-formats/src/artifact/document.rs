//! From text to a tree: YAML or JSON, strict, except for prose that a reviewer left below a finished YAML document.

use council_core::{
    diagnostic::{Diagnostic, Parsed, Place},
    tree::Node,
};

use crate::{json, session, yaml};

/// Reads a YAML or JSON file as a tree.
///
/// A file that names its `schema_version` was written to a contract and is read strictly. Any other YAML file may end
/// in prose, which is cut off and reported; nothing is ever cut that could hold a key. A session that says a thing once
/// is returned with every finding in full.
pub fn tree(path: &str, text: &str) -> Result<Parsed<Node>, Diagnostic> {
    if is_json(path, text) {
        return json::read(path, text).map(Parsed::clean);
    }
    let refusal = match yaml::read(path, text) {
        Ok(root) => return Ok(Parsed::clean(session::expand(&root))),
        Err(refusal) => refusal,
    };
    if refusal.code != "not-yaml" || names_its_schema(text) {
        return Err(refusal);
    }
    let Some((document, first)) = without_trailer(text) else {
        return Err(refusal);
    };
    let Ok(root) = yaml::read(path, &document) else {
        return Err(refusal);
    };
    let message = "the text from here on is prose, not YAML, and was not read";
    let noticed = Diagnostic::warning("prose-trailer", Place::file(path).at(first), message)
        .help("move the prose into a key or another file");
    Ok(Parsed { value: root, diagnostics: vec![noticed] })
}

fn is_json(path: &str, text: &str) -> bool {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    match extension.as_deref() {
        Some("json") => true,
        Some("yaml" | "yml") => false,
        _ => text.trim_start().starts_with(['{', '[']),
    }
}

fn names_its_schema(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("schema_version:"))
}

/// Returns the text above the prose at its end, and the line where the prose begins.
///
/// The prose begins at the first unindented line that is neither key, item nor comment and after which no line looks
/// like a key, so that no verdict can hide in what is cut.
fn without_trailer(text: &str) -> Option<(String, u32)> {
    let lines: Vec<&str> = text.lines().collect();
    let last_key = lines.iter().rposition(|line| is_key(line))?;
    let mut below = lines.iter().enumerate().skip(last_key.saturating_add(1));
    let (at, _) = below.find(|(_, line)| is_prose(line))?;
    let document: String = lines.iter().take(at).flat_map(|line| [line, "\n"]).collect();
    Some((document, u32::try_from(at).ok()?.saturating_add(1)))
}

fn is_key(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '-', '{', '"', '\'']);
    let Some((key, rest)) = line.split_once(':') else {
        return false;
    };
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let key = key.trim_end_matches(['"', '\'', ' ']);
    !key.is_empty() && key.chars().all(is_word) && (rest.is_empty() || rest.starts_with(' '))
}

fn is_prose(line: &str) -> bool {
    line.chars().next().is_some_and(|first| !first.is_whitespace() && first != '#')
        && !line.starts_with("- ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Parsed<Node>, Diagnostic> {
        tree("a.yaml", text)
    }

    #[test]
    fn prose_below_a_document_is_cut_off_with_a_warning() {
        for trailer in [
            "The council is content.\nNo more to say.\n",
            "---\nThe council is content: all is well.\n",
            "...\n\nThe council is content.\n\n* one\n* two\n",
            "```\n\nThat was the review.\n",
        ] {
            let parsed = read(&format!("verdict: PASSED\nnotes: |\n  fine\n{trailer}")).unwrap();
            assert_eq!(parsed.value.entries().len(), 2, "{trailer}");
            assert_eq!(parsed.diagnostics[0].code, "prose-trailer");
            assert_eq!(parsed.diagnostics[0].place.line, Some(4));
        }
    }

    #[test]
    fn nothing_that_looks_like_a_key_is_cut_off() {
        for trailer in
            ["garbage\nverdict: FAILED\n", "garbage\n- verdict: FAILED\n", "x\n  \"verdict\": y\n"]
        {
            assert_eq!(read(&format!("verdict: PASSED\n{trailer}")).unwrap_err().code, "not-yaml");
        }
    }

    #[test]
    fn a_file_that_names_its_schema_is_read_strictly() {
        assert!(read("schema_version: \"1.0.0\"\nverdict: PASSED\nThe end.\n").is_err());
    }

    #[test]
    fn a_duplicate_key_is_never_taken_for_prose() {
        assert_eq!(read("verdict: PASSED\nverdict: FAILED\n").unwrap_err().code, "duplicate-key");
    }

    #[test]
    fn json_is_told_by_name_or_by_its_first_character() {
        assert!(tree("a.json", "{\"a\": 1}").is_ok());
        assert!(tree("a", " {\"a\": 1}").is_ok());
        assert!(tree("a.json", "a: 1").is_err());
        assert!(tree("a.yaml", "{\"a\": 1}").is_ok());
    }
}
