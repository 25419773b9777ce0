//! What an editor offers to do about a finding.

use council::{
    core::packet::Span,
    formats::packet,
    lint::Linted,
    rules::{Finding, Kind, rule},
};
use gen_lsp_types::{CodeAction, CodeActionKind, Command, TextEdit, Uri, WorkspaceEdit};
use serde_json::{Value, json};

use crate::text::Lines;

/// The command that explains a rule.
pub(crate) const EXPLAIN: &str = "council.explain";

/// What repairs everything that can be, for editors that do it when a file is saved.
const FIX_ALL: &str = "source.fixAll.council";

/// Returns what can be done about the findings in a range.
pub(crate) fn of(linted: &Linted, lines: &Lines, uri: &Uri, range: Span) -> Vec<CodeAction> {
    let touches =
        |finding: &&Finding| finding.span.start <= range.end && range.start <= finding.span.end;
    let mut actions = Vec::new();
    for finding in linted.findings.iter().filter(touches) {
        let id = finding.rule.id;
        if let Some(edit) = finding.fix.as_deref() {
            let edit = TextEdit { range: lines.range(edit.span), new_text: edit.text.clone() };
            let title = format!("Repair `{id}`");
            actions.push(action(title, CodeActionKind::QuickFix, uri, vec![edit]));
        }
        if can_be_suppressed(finding) {
            let end = line_end(lines, finding.span.start);
            // Without a reason it suppresses nothing, and says so: its author writes it.
            let comment = format!(" <!-- council-ignore {id}:  -->");
            let edit = TextEdit { range: lines.range(Span::new(end, end)), new_text: comment };
            let title = format!("Suppress `{id}` here, with the reason that you write");
            actions.push(action(title, CodeActionKind::QuickFix, uri, vec![edit]));
        }
        let title = format!("Explain `{id}`");
        actions.push(CodeAction {
            command: Some(Command {
                title: title.clone(),
                tooltip: None,
                command: EXPLAIN.to_owned(),
                arguments: Some(vec![json!(id)]),
            }),
            ..CodeAction { edit: None, ..action(title, CodeActionKind::Empty, uri, Vec::new()) }
        });
    }
    let edits: Vec<TextEdit> = council::lint::edits(lines.text(), &linted.findings)
        .map(|edit| TextEdit { range: lines.range(edit.span), new_text: edit.text.clone() })
        .collect();
    if !edits.is_empty() {
        let title = "Repair everything that can be repaired in this file".to_owned();
        actions.push(action(title, CodeActionKind::from(FIX_ALL), uri, edits));
    }
    actions
}

/// Returns the manual page of the rule that a command names.
pub(crate) fn explained(arguments: &Value) -> Option<(&'static str, String)> {
    let rule = rule(arguments.get(0)?.as_str()?)?;
    Some((rule.summary, rule.manual()))
}

/// Tells whether a comment at the end of a line can suppress a finding there: a document cannot suppress what it says to its
/// reviewer, and YAML has no such comments.
fn can_be_suppressed(finding: &Finding) -> bool {
    !packet::is_yaml(finding.path()) && finding.rule.kind != Kind::InstructionInjection
}

fn line_end(lines: &Lines, offset: usize) -> usize {
    let rest = lines.text().get(offset..).unwrap_or_default();
    offset + rest.find('\n').unwrap_or(rest.len())
}

fn action(title: String, kind: CodeActionKind, uri: &Uri, edits: Vec<TextEdit>) -> CodeAction {
    let edit = WorkspaceEdit {
        changes: Some([(uri.clone(), edits)].into_iter().collect()),
        document_changes: None,
        change_annotations: None,
    };
    CodeAction {
        title,
        kind: Some(kind),
        diagnostics: None,
        is_preferred: None,
        disabled: None,
        edit: Some(edit),
        command: None,
        data: None,
        tags: None,
    }
}
