//! Which packet it is: id and version, from what a document says about itself or else from where it is.

use council_core::{
    diagnostic::{Diagnostic, Place},
    ident::PacketId,
    packet::Document,
    tree::{Node, Value},
};

/// File names that say what a file is and not which packet it belongs to.
const GENERIC: [&str; 9] =
    ["prd", "spec", "plan", "tasks", "readme", "index", "requirements", "proposal", "design"];

/// Returns the id that the document states, else the one its path gives.
pub(super) fn id(
    document: Option<&Document>,
    fallback: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> PacketId {
    if let (Some(document), Some(node)) = (document, document.and_then(stated_id)) {
        let stated = node.text().unwrap_or_default();
        match PacketId::new(stated) {
            Ok(id) => return id,
            Err(error) => {
                let place = Place::file(document.path()).at(node.line);
                diagnostics.push(
                    Diagnostic::warning("bad-packet-id", place, error.to_string())
                        .help("the id is taken from the file's path instead"),
                );
            }
        }
    }
    from_name(fallback)
}

/// Returns the version that the document states.
pub(super) fn version(document: Option<&Document>) -> Option<String> {
    let facts = document?.facts.as_ref()?;
    let node = ["version", "prd_version", "spec_version"].iter().find_map(|key| facts.get(key))?;
    match &node.value {
        Value::Text(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Int(number) => Some(number.to_string()),
        // The tree keeps the number and not its spelling; `1.0` is written back as it most likely was.
        Value::Float(number) => Some(format!("{number:?}")),
        Value::Null | Value::Bool(_) | Value::List(_) | Value::Map(_) => None,
    }
}

/// Returns the part of a path that names the packet: the file's stem, or its folder where the stem is a common word.
pub(super) fn stem(path: &str) -> &str {
    let mut parts = path.rsplit('/');
    let file = parts.next().unwrap_or(path);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let is_generic = GENERIC.contains(&stem.to_lowercase().as_str());
    match parts.next() {
        Some(folder) if is_generic && !folder.is_empty() => folder,
        _ => stem,
    }
}

/// Returns the id that a document states.
pub(super) fn stated_id(document: &Document) -> Option<&Node> {
    id_in(document.facts.as_ref()?)
}

/// Returns the id among the facts that a document states about itself.
pub(super) fn id_in(facts: &Node) -> Option<&Node> {
    let keys = ["prd_id", "spec_id", "packet_id", "id"];
    keys.iter().find_map(|key| facts.get(key)).filter(|node| node.text().is_some())
}

/// Makes an id of a name: what an id cannot hold becomes a hyphen.
fn from_name(name: &str) -> PacketId {
    let folded: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '-' })
        .collect();
    let trimmed = folded.trim_matches(['-', '_']);
    if trimmed.is_empty() {
        return fallback();
    }
    if trimmed.len() > LONGEST {
        return with_hash(trimmed, name);
    }
    let prefixed: String = format!("packet-{trimmed}").chars().take(LONGEST).collect();
    PacketId::new(trimmed).or_else(|_| PacketId::new(prefixed)).unwrap_or_else(|_| fallback())
}

/// How many hex digits tell two paths apart that would be one id.
const TAIL: usize = 12;

/// The longest id.
const LONGEST: usize = 64;

/// Makes an id of a path: its parts, joined by dots, without the `.md` at its end. Where that could be another path as
/// well, or does not fit, a hash of the path follows, so that two paths are never one packet.
pub(super) fn from_path(path: &str) -> PacketId {
    let bare = path.strip_suffix(".md").unwrap_or(path);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let is_exact = !bare.is_empty()
        && bare.split('/').all(|part| !part.is_empty() && part.chars().all(is_plain));
    let folded: String = bare
        .chars()
        .map(|c| match c {
            '/' => '.',
            c if is_plain(c) || c == '.' => c,
            _ => '-',
        })
        .collect();
    if is_exact && let Ok(id) = PacketId::new(folded.as_str()) {
        return id;
    }
    with_hash(&folded, path)
}

/// Makes an id of the beginning of a name and a hash of all of it.
fn with_hash(folded: &str, whole: &str) -> PacketId {
    let hash = blake3::hash(whole.as_bytes()).to_hex();
    let tail = hash.get(..TAIL).unwrap_or_default();
    let kept: String = folded.chars().take(LONGEST - TAIL - 1).collect();
    let kept = kept.replace("..", "-");
    let kept = kept.trim_matches(['.', '-', '_']);
    let named = [format!("{kept}-{tail}"), format!("packet-{tail}")];
    named.into_iter().find_map(|name| PacketId::new(name).ok()).unwrap_or_else(fallback)
}

#[expect(clippy::expect_used, reason = "the literal is a valid id, and a test says so")]
fn fallback() -> PacketId {
    PacketId::new("packet").expect("`packet` is a valid id")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_gives_an_id_when_the_document_does_not() {
        for (path, id) in [
            ("docs/SPEC-PAY-001/spec.md", "SPEC-PAY-001"),
            ("prd-payments.md", "prd-payments"),
            ("PRD.md", "PRD"),
            ("a/b c (v2).md", "b-c--v2"),
            ("con.md", "packet-con"),
            ("….md", "packet"),
            ("", "packet"),
        ] {
            assert_eq!(from_name(stem(path)).as_str(), id, "{path}");
        }
    }

    #[test]
    fn a_path_is_an_id_of_its_own() {
        for (path, id) in [
            ("prd.md", "prd"),
            ("docs/prd.md", "docs.prd"),
            ("teamA/docs/prd.md", "teamA.docs.prd"),
            ("specs/SPEC-1", "specs.SPEC-1"),
        ] {
            assert_eq!(from_path(path).as_str(), id, "{path}");
        }
        let long = |name: &str| format!("{}/{name}.md", "folder/".repeat(12));
        let paths = [
            "a/b.md",
            "a.b.md",
            "a b.md",
            "a-b.md",
            "a.b",
            "con.md",
            "c/on.md",
            "….md",
            "….markdown",
            "",
            "a..b.md",
            &long("one"),
            &long("two"),
        ];
        let ids: Vec<String> = paths.iter().map(|path| from_path(path).to_string()).collect();
        for (at, id) in ids.iter().enumerate() {
            assert!(id.len() <= LONGEST, "{id}");
            assert!(!ids[..at].contains(id), "{id} of {}", paths[at]);
        }
    }

    #[test]
    fn a_name_that_does_not_fit_is_cut_so_that_two_stay_two() {
        let name = |end: &str| format!("{}-{end}", "long".repeat(20));
        let (one, two) = (from_name(&name("one")), from_name(&name("two")));
        assert_ne!(one, two);
        assert!(one.as_str().len() <= LONGEST && one.as_str().starts_with("longlong"), "{one}");
    }

    #[test]
    fn the_last_resort_is_an_id() {
        assert_eq!(fallback().as_str(), "packet");
    }
}
