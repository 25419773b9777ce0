//! Facts and laws of the packet readers.

mod laws;
mod layouts;
mod packets;

use council_core::packet::{Document, Target};
use expect_test::Expect;

use super::markdown_document;
use laws::holds_together;

/// Draws what a document requires: one line a requirement or criterion, then what it defines and mentions.
fn draw(document: &Document) -> String {
    let mut out = Vec::new();
    for requirement in &document.requirements {
        let id = requirement.id.as_ref().map_or("-", |id| id.as_str());
        let title =
            requirement.title.as_ref().map(|title| format!("<{title}> ")).unwrap_or_default();
        out.push(format!(
            "{}: {id} {:?} {title}{}",
            requirement.line, requirement.kind, requirement.text
        ));
        for criterion in &requirement.criteria {
            let id = criterion.id.as_ref().map(|id| format!("{id} ")).unwrap_or_default();
            out.push(format!("  {}: {id}{}", criterion.line, criterion.text));
        }
    }
    for criterion in &document.criteria {
        out.push(format!("free {}: {}", criterion.line, criterion.text));
    }
    let requirements: Vec<_> =
        document.requirements.iter().filter_map(|requirement| requirement.id.clone()).collect();
    let others =
        document.definitions.iter().filter(|definition| !requirements.contains(&definition.id));
    out.extend(
        others.map(|definition| format!("defines {} at {}", definition.id, definition.line)),
    );
    for reference in &document.references {
        let from = reference.from.as_ref().map(|id| format!(" from {id}")).unwrap_or_default();
        let target = match &reference.target {
            Target::Id(id) => id.to_string(),
            Target::File { path, anchor } => {
                format!("{path}#{}", anchor.as_deref().unwrap_or_default())
            }
        };
        out.push(format!("mentions {target} at {}{from}", reference.line));
    }
    out.join("\n") + "\n"
}

fn check(text: &str, expected: &Expect) {
    let document = markdown_document("a.md", text).value;
    holds_together(&document).unwrap();
    expected.assert_eq(&draw(&document));
}
