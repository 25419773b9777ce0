//! Front matter: YAML between a first line `---` and the next line `---` or `...`.

use std::collections::BTreeMap;

use council_core::{
    diagnostic::{Diagnostic, Place},
    tree::{Node, Value},
};

use crate::yaml;

/// The keys at the top of a Markdown file, and what follows them.
#[derive(Debug, Clone, PartialEq)]
pub struct FrontMatter<'a> {
    /// The keys: always a map. Its lines are those of the file.
    pub node: Node,
    /// The offset where the body begins.
    pub body_start: usize,
    /// The line where the body begins, from 1.
    pub body_start_line: u32,
    /// The body.
    pub body: &'a str,
}

/// Reads the front matter of a Markdown file.
///
/// It begins only where the very first line is exactly `---` and ends at the first line that is exactly `---` or
/// `...`; anything else at the top of a file is body, and the answer is `None`. Keys that differ only in case are
/// refused: a reader who skims would take one for the other.
pub fn front_matter<'a>(path: &str, text: &'a str) -> Result<Option<FrontMatter<'a>>, Diagnostic> {
    let fence = match fence(text) {
        FrontMatterFence::Absent => return Ok(None),
        FrontMatterFence::Open => {
            let place = Place::file(path).at(1);
            let message =
                "the front matter is not closed, expected a line `---` after its last key";
            return Err(Diagnostic::error("front-matter-unclosed", place, message)
                .help("add a line with exactly `---` below the last key"));
        }
        FrontMatterFence::Closed(closed) => closed,
    };
    // The opening `---` stays: to YAML it is the start of a document, and the lines count as they do in the file.
    let mut node = yaml::read(path, text.get(..fence.close).unwrap_or_default())?;
    if node.value == Value::Null {
        node.value = Value::Map(Vec::new());
    }
    if !matches!(node.value, Value::Map(_)) {
        let place = Place::file(path).at(node.line.or(Some(1)));
        let message = format!("the front matter is {}, expected keys and values", node.kind());
        return Err(Diagnostic::error("front-matter-not-a-map", place, message));
    }
    distinct(path, &node)?;
    Ok(Some(FrontMatter {
        node,
        body_start: fence.body,
        body_start_line: fence.body_line,
        body: text.get(fence.body..).unwrap_or_default(),
    }))
}

/// Returns where the body begins: after front matter that opens and closes as it should, else at the beginning.
pub(super) fn body_offset(text: &str) -> usize {
    match fence(text) {
        FrontMatterFence::Closed(closed) => closed.body,
        FrontMatterFence::Absent | FrontMatterFence::Open => 0,
    }
}

enum FrontMatterFence {
    Absent,
    Open,
    Closed(ClosedFrontMatter),
}

struct ClosedFrontMatter {
    /// Where the closing line begins.
    close: usize,
    /// Where the body begins.
    body: usize,
    /// The line of that.
    body_line: u32,
}

fn fence(text: &str) -> FrontMatterFence {
    let mut lines = text.split_inclusive('\n');
    let Some(first) = lines.next().filter(|line| bare(line) == "---") else {
        return FrontMatterFence::Absent;
    };
    let mut offset = first.len();
    let mut number: u32 = 2;
    for line in lines {
        if matches!(bare(line), "---" | "...") {
            let body = offset + line.len();
            return FrontMatterFence::Closed(ClosedFrontMatter {
                close: offset,
                body,
                body_line: number.saturating_add(1),
            });
        }
        offset += line.len();
        number = number.saturating_add(1);
    }
    FrontMatterFence::Open
}

fn bare(line: &str) -> &str {
    line.strip_suffix('\n').unwrap_or(line)
}

/// Refuses keys of one map that are the same but for case, at any depth.
fn distinct(path: &str, node: &Node) -> Result<(), Diagnostic> {
    let mut seen = BTreeMap::new();
    for entry in node.entries() {
        if let Some(other) = seen.insert(entry.key.to_lowercase(), &entry.key) {
            let place = Place::file(path).at(entry.node.line);
            let message = format!(
                "key `{}` differs from key `{}` only in case",
                entry.key.escape_debug(),
                other.escape_debug()
            );
            return Err(
                Diagnostic::error("ambiguous-key", place, message).help("keep one of the two keys")
            );
        }
        distinct(path, &entry.node)?;
    }
    node.items().iter().try_for_each(|item| distinct(path, item))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Option<FrontMatter<'_>> {
        front_matter("a.md", text).unwrap()
    }

    fn refused(text: &str) -> (&'static str, Option<u32>) {
        let error = front_matter("a.md", text).unwrap_err();
        (error.code, error.place.line)
    }

    #[test]
    fn keys_have_the_lines_of_the_file_and_the_body_follows() {
        let matter = read("---\na: 1\nb: x\n---\n# Title\n").unwrap();
        assert_eq!(matter.node.get("b").unwrap().line, Some(3));
        assert_eq!((matter.body_start_line, matter.body), (5, "# Title\n"));
        assert_eq!(matter.body_start, 18);
    }

    #[test]
    fn three_dots_close_it_too() {
        assert_eq!(read("---\na: 1\n...\nbody").unwrap().body, "body");
        assert_eq!(read("---\na: 1\n---").unwrap().body, "");
    }

    #[test]
    fn anything_but_three_dashes_on_the_first_line_is_body() {
        for text in [
            "",
            "\n---\na: 1\n---\n",
            "----\na: 1\n----\n",
            "--- \na: 1\n---\n",
            "{\"a\": 1}",
            " ---\na: 1\n---\n",
            "# x\n```\n---\na: 1\n---\n```",
        ] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }

    #[test]
    fn dashes_in_an_indented_block_are_text() {
        let matter = read("---\nnote: |\n  a\n  ---\n  b\nk: v\n---\n").unwrap();
        assert_eq!(matter.node.get("note").unwrap().text(), Some("a\n---\nb\n"));
        assert_eq!(matter.node.get("k").unwrap().text(), Some("v"));
    }

    #[test]
    fn empty_front_matter_is_an_empty_map() {
        assert_eq!(read("---\n---\nx").unwrap().node.value, Value::Map(Vec::new()));
    }

    #[test]
    fn what_could_be_read_two_ways_is_refused() {
        assert_eq!(refused("---\na: 1\n"), ("front-matter-unclosed", Some(1)));
        assert_eq!(refused("---\na: 1\n----\n"), ("front-matter-unclosed", Some(1)));
        assert_eq!(refused("---\nv: 1\nV: 2\n---\n"), ("ambiguous-key", Some(3)));
        assert_eq!(refused("---\nk:\n  - v: 1\n    V: 2\n---\n"), ("ambiguous-key", Some(4)));
        assert_eq!(refused("---\nv: 1\nv: 2\n---\n"), ("duplicate-key", Some(3)));
        assert_eq!(refused("---\nx: &v 1\ny: *v\n---\n").0, "yaml-alias");
        assert_eq!(refused("---\n- a\n---\n").0, "front-matter-not-a-map");
        assert_eq!(refused("---\njust words\n---\n").0, "front-matter-not-a-map");
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "(---\\n)?[a-zA-Z:\\- \\n&*.é\\t\"{}\\[\\]]{0,60}(---\\n)?\\PC{0,10}") {
            if let Ok(Some(matter)) = front_matter("a.md", &text) {
                prop_assert_eq!(text.get(matter.body_start..), Some(matter.body));
            }
        }
    }
}
