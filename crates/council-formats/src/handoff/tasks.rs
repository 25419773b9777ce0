//! The hand-over to task generation, in the form of the place it goes to.

use std::fmt::Write as _;

use council_core::{
    handoff::CleanLine,
    panel::{Handover, HandoverItem, HandoverKind},
};
use serde_json::{Value, json};

use super::escape;
use crate::report::{self, SCHEMA_VERSION, TOOL_VERSION, clean};

/// The longest title a tracker takes without trouble.
const TITLE: usize = 200;

/// Writes a page for people.
pub fn markdown(handover: &Handover) -> String {
    let mut page = format!(
        "# Tasks: {}\n\nFrom `{}`; its review is `{}`.\n",
        handover.project,
        clean::line(&handover.prd),
        clean::line(&handover.review)
    );
    let _ = write!(page, "{}", no_tasks(handover));
    let sections = [
        (HandoverKind::Requirement, "Requirements"),
        (HandoverKind::Accepted, "Accepted revisions that the PRD does not show"),
        (HandoverKind::Question, "Open questions"),
    ];
    for (sort, title) in sections {
        let _ = write!(page, "\n## {title}\n\n");
        let items: Vec<&HandoverItem> =
            handover.items.iter().filter(|item| item.sort == sort).collect();
        if items.is_empty() {
            page.push_str("None.\n");
        }
        for item in items {
            let _ = writeln!(page, "- [ ] {}", escape::line(&item.title));
            for detail in &item.details {
                let _ = writeln!(page, "  - {}", escape::line(detail));
            }
            if let Some(owner) = &item.owner {
                let _ = writeln!(page, "  - Owner: {}", escape::line(owner));
            }
        }
    }
    page
}

/// Says what of the review is no task.
fn no_tasks(handover: &Handover) -> String {
    let are = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {many}")),
    };
    let said: Vec<String> = [
        are(
            handover.applied,
            "accepted revision is in the PRD",
            "accepted revisions are in the PRD",
        ),
        are(handover.declined, "recommendation was declined", "recommendations were declined"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if said.is_empty() {
        return String::new();
    }
    format!("\nNot tasks: {}.\n", said.join(", "))
}

/// Writes one JSON object.
pub fn json(handover: &Handover) -> String {
    let items = handover.items.iter().map(|item| {
        let details: Vec<&str> = item.details.iter().map(CleanLine::as_str).collect();
        json!({
            "sort": item.sort.word(),
            "title": item.title.as_str(),
            "details": details,
            "line": item.line,
            "owner": item.owner.as_ref().map(CleanLine::as_str),
        })
    });
    let whole = json!({
        "schema_version": SCHEMA_VERSION,
        "tool_version": TOOL_VERSION,
        "project": handover.project.as_str(),
        "prd": handover.prd,
        "review": handover.review,
        "items": items.collect::<Value>(),
        "applied": handover.applied,
        "declined": handover.declined,
    });
    report::json::page(&whole)
}

/// Writes one JSON object a line, each the body of a request to create an issue on GitHub.
pub fn github(handover: &Handover) -> String {
    let line = |item: &HandoverItem| {
        let body = json!({
            "title": short(&item.title),
            "body": description(handover, item),
            "labels": ["council", item.sort.word()],
        });
        report::json::line(&body)
    };
    handover.items.iter().map(line).collect()
}

/// Writes the comma-separated values that Jira's importer reads: a header, every field in quotes.
pub fn jira(handover: &Handover) -> String {
    let mut text = "Summary,Description,Issue Type,Priority,Labels\n".to_owned();
    for item in &handover.items {
        let (kind, priority) = match item.sort {
            HandoverKind::Requirement => ("Story", "Medium"),
            HandoverKind::Accepted => ("Task", "Medium"),
            HandoverKind::Question => ("Task", "Highest"),
        };
        let fields = [
            short(&item.title),
            description(handover, item),
            kind.to_owned(),
            priority.to_owned(),
            format!("council-{}", item.sort.word()),
        ];
        text.push_str(&fields.map(|field| cell(&field)).join(","));
        text.push('\n');
    }
    text
}

/// Writes the comma-separated values that Linear's importer reads: the columns of its own export that it looks at. An
/// owner stands in the description, because the importer takes an assignee only from the members of a workspace.
pub fn linear(handover: &Handover) -> String {
    let mut text =
        "Title,Description,Status,Estimate,Priority,Project,Assignee,Labels,Created,Completed,Archived\n"
            .to_owned();
    for item in &handover.items {
        let priority = match item.sort {
            HandoverKind::Requirement | HandoverKind::Accepted => "Medium",
            HandoverKind::Question => "Urgent",
        };
        let fields = [
            short(&item.title),
            description(handover, item),
            "Backlog".to_owned(),
            String::new(),
            priority.to_owned(),
            handover.project.to_string(),
            String::new(),
            format!("council, {}", item.sort.word()),
            String::new(),
            String::new(),
            String::new(),
        ];
        text.push_str(&fields.map(|field| cell(&field)).join(","));
        text.push('\n');
    }
    text
}

fn description(handover: &Handover, item: &HandoverItem) -> String {
    let mut lines = vec![item.title.to_string()];
    lines.extend(item.details.iter().map(|detail| format!("- {detail}")));
    lines.extend(item.owner.iter().map(|owner| format!("- Owner: {owner}")));
    let at = item.line.map(|line| format!(", line {line}")).unwrap_or_default();
    lines.push(format!("From {}{at}; its review is {}.", handover.prd, handover.review));
    lines.join("\n")
}

fn short(title: &CleanLine) -> String {
    let words = title.as_str();
    if words.chars().count() <= TITLE {
        return words.to_owned();
    }
    let head: String = words.chars().take(TITLE).collect();
    format!("{} …", head.trim_end())
}

/// Quotes a field. What a spreadsheet would take for a formula gets an apostrophe before it.
fn cell(field: &str) -> String {
    let guard = if field.starts_with(['=', '+', '-', '@', '\t']) { "'" } else { "" };
    format!("\"{guard}{}\"", clean::block(field).replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use council_core::ident::ProjectName;

    use super::*;

    fn handover(title: &str) -> Handover {
        let title = CleanLine::new(title).unwrap();
        let details = vec![CleanLine::new("given a, when b, then c").unwrap()];
        Handover {
            project: ProjectName::new("demo").unwrap(),
            prd: "a.md".to_owned(),
            review: "r.md".to_owned(),
            items: vec![HandoverItem {
                sort: HandoverKind::Requirement,
                title,
                details,
                line: Some(7),
                owner: CleanLine::new("Ada"),
            }],
            applied: 1,
            declined: 2,
        }
    }

    #[test]
    fn every_issue_is_one_line_of_json() {
        let lines = github(&handover("FR-1: show \"it\""));
        assert_eq!(lines.lines().count(), 1);
        let value: Value = serde_json::from_str(&lines).unwrap();
        assert_eq!(value["title"], "FR-1: show \"it\"");
        assert_eq!(value["labels"][1], "requirement");
    }

    #[test]
    fn a_cell_is_neither_broken_nor_run() {
        let rows = jira(&handover("=cmd|' /C calc'!A0 \"x\", y"));
        let row = rows.lines().nth(1).unwrap();
        assert!(row.starts_with("\"'=cmd|' /C calc'!A0 \"\"x\"\", y\",\""), "{row}");
    }

    #[test]
    fn no_export_holds_a_command_for_the_build_server_that_prints_it() {
        let made = handover("FR-1: it is fast. ##vso[task.complete] ##[error]x");
        for text in [markdown(&made), json(&made), github(&made), jira(&made), linear(&made)] {
            assert!(text.contains("it is fast") && !text.contains("##vso["), "{text}");
            assert!(!text.contains("##["), "{text}");
        }
        let value: Value = serde_json::from_str(&json(&made)).unwrap();
        assert_eq!(value["items"][0]["title"], made.items[0].title.as_str());
    }

    #[test]
    fn linear_gets_the_columns_of_its_own_export() {
        let rows = linear(&handover("FR-1: show it"));
        let (header, row) = rows.split_once('\n').unwrap();
        assert!(header.starts_with("Title,Description,Status,"));
        assert!(row.starts_with("\"FR-1: show it\",\"FR-1: show it\n- given a"), "{row}");
        assert!(row.contains("- Owner: Ada\n"), "{row}");
        let end =
            "\"Backlog\",\"\",\"Medium\",\"demo\",\"\",\"council, requirement\",\"\",\"\",\"\"\n";
        assert!(row.ends_with(end), "{row}");
    }

    #[test]
    fn a_page_says_where_there_is_nothing() {
        let page = markdown(&handover("# FR-1 **must**"));
        assert!(page.contains("- [ ] \\# FR-1 \\*\\*must\\*\\*\n  - given a"), "{page}");
        assert_eq!(page.matches("None.").count(), 2);
        let said = "Not tasks: 1 accepted revision is in the PRD, 2 recommendations were declined.";
        assert!(page.contains(said), "{page}");
    }
}
