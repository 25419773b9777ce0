//! Tables of requirements: a column of ids, or a section that says what the rows are.

use council_core::packet::{Cell, Criterion, ItemId, RequirementKind, Row, Table};

use super::{
    draft::{RequirementDraft, RequirementScope},
    lead::{self, IdFamily},
    reader::{self, DocumentReader},
    role::SectionRole,
};
use crate::markdown::one_line;

/// What a column holds, by the words of its head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Id,
    Statement,
    Criteria,
    /// Says something about the row but nothing that is required: priority, status, owner.
    Aside,
    /// Part of the statement: a target, a metric.
    Part,
}

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RowMeaning {
    Requirement(RequirementKind),
    Criterion,
    /// Something else that has an id.
    Named,
    Nothing,
}

/// Reads a table for requirements, criteria and definitions.
pub(super) fn read(reader: &mut DocumentReader<'_>, table: &Table) {
    reader.extend(table.span);
    let columns = columns(table);
    let (role, section) = reader.place(table.span.start);
    for row in &table.rows {
        let id = id(row, &columns);
        match meaning(id.as_ref().map(|(id, _)| id), role, &columns) {
            RowMeaning::Requirement(kind) => add(reader, row, &columns, id, kind, (role, section)),
            RowMeaning::Criterion => criterion(reader, row, &columns, id.map(|(id, _)| id)),
            RowMeaning::Named => {
                if let Some((id, _)) = id {
                    reader.name(id, row.span, row.line);
                }
            }
            RowMeaning::Nothing => {}
        }
    }
}

fn meaning(id: Option<&ItemId>, role: SectionRole, columns: &[Column]) -> RowMeaning {
    let has_statement = columns.contains(&Column::Statement);
    let Some(id) = id else {
        return match role {
            SectionRole::Criteria => RowMeaning::Criterion,
            SectionRole::Requirements(kind) if has_statement => RowMeaning::Requirement(kind),
            SectionRole::Requirements(_)
            | SectionRole::Stories
            | SectionRole::Context
            | SectionRole::Other => RowMeaning::Nothing,
        };
    };
    let family = IdFamily::of(id);
    match (family, role) {
        (IdFamily::Document | IdFamily::Term, _) => RowMeaning::Nothing,
        (IdFamily::Criterion, _) | (_, SectionRole::Criteria) => RowMeaning::Criterion,
        (_, SectionRole::Requirements(_) | SectionRole::Stories) => {
            RowMeaning::Requirement(reader::kind(family, id, role))
        }
        (IdFamily::Unknown, SectionRole::Other | SectionRole::Context) => RowMeaning::Named,
        (_, SectionRole::Other) if has_statement => {
            RowMeaning::Requirement(reader::kind(family, id, role))
        }
        // A requirement's id without its words is a mention, as in a table of coverage.
        (_, SectionRole::Other | SectionRole::Context) => RowMeaning::Nothing,
    }
}

fn add(
    reader: &mut DocumentReader<'_>,
    row: &Row,
    columns: &[Column],
    id: Option<(ItemId, String)>,
    kind: RequirementKind,
    (role, section): (SectionRole, Option<usize>),
) {
    let criteria = pick(row, columns, Column::Criteria).filter(|cell| !cell.text.is_empty());
    let criteria = criteria.map(|cell| Criterion {
        id: lead::id(&cell.text)
            .map(|lead| lead.id)
            .filter(|id| IdFamily::of(id) == IdFamily::Criterion),
        text: one_line(&cell.text),
        span: cell.span,
        line: row.line,
    });
    let (id, name) = id.map_or((None, String::new()), |(id, rest)| (Some(id), rest));
    let words = join(&name, &statement(row, columns));
    if words.is_empty() {
        return;
    }
    reader.add(RequirementDraft {
        id,
        alias: None,
        kind,
        title: None,
        words,
        criteria: criteria.collect(),
        span: row.span,
        line: row.line,
        section,
        scope: RequirementScope::Until(row.span.end),
        is_firm: matches!(role, SectionRole::Requirements(_) | SectionRole::Stories),
    });
}

/// Takes a row that is a criterion: all of its words but the id.
fn criterion(reader: &mut DocumentReader<'_>, row: &Row, columns: &[Column], id: Option<ItemId>) {
    let cells =
        row.cells.iter().zip(columns).map(|(cell, column)| match (column, lead::id(&cell.text)) {
            (Column::Id, Some(lead)) => one_line(lead.rest),
            (
                Column::Id | Column::Statement | Column::Criteria | Column::Aside | Column::Part,
                _,
            ) => one_line(&cell.text),
        });
    let words: Vec<String> = cells.filter(|text| !text.is_empty()).collect();
    if !words.is_empty() {
        reader
            .criterion(Criterion { id, text: words.join(" — "), span: row.span, line: row.line });
    }
}

fn columns(table: &Table) -> Vec<Column> {
    let mut columns: Vec<Column> = table.head.iter().map(|cell| column(&cell.text)).collect();
    // Where no head says so, a first column of nothing but ids is one.
    if !columns.contains(&Column::Id) {
        let first = table.rows.iter().filter_map(|row| row.cells.first());
        let are_ids =
            first.clone().all(|cell| lead::id(&cell.text).is_some_and(|lead| lead.is_set_off));
        if let (true, Some(_), Some(column)) = (are_ids, first.clone().next(), columns.first_mut())
        {
            *column = Column::Id;
        }
    }
    columns
}

fn column(head: &str) -> Column {
    let head = head.trim().to_lowercase();
    let has = |marks: &[&str]| marks.iter().any(|mark| head.contains(mark));
    let is_id = matches!(
        head.as_str(),
        "id" | "#" | "ref" | "req" | "req." | "no" | "no." | "nr" | "key" | "identifier"
    );
    if is_id || head.ends_with(" id") || head.ends_with(" #") {
        return Column::Id;
    }
    if has(&["accept", "criteri"]) {
        return Column::Criteria;
    }
    if has(&["requirement", "description", "statement", "user story", "feature", "constraint"]) {
        return Column::Statement;
    }
    if has(&[
        "priority",
        "status",
        "owner",
        "effort",
        "moscow",
        "source",
        "validation",
        "verification",
        "test",
        "notes",
    ]) {
        return Column::Aside;
    }
    Column::Part
}

fn id(row: &Row, columns: &[Column]) -> Option<(ItemId, String)> {
    let cell = pick(row, columns, Column::Id).next()?;
    let lead = lead::id(&cell.text)?;
    Some((lead.id, one_line(lead.rest)))
}

fn statement(row: &Row, columns: &[Column]) -> String {
    let cells = row.cells.iter().zip(columns);
    let words = cells.filter(|(_, column)| matches!(column, Column::Statement | Column::Part));
    let words: Vec<String> =
        words.map(|(cell, _)| one_line(&cell.text)).filter(|text| !text.is_empty()).collect();
    words.join(" — ")
}

fn pick<'a>(row: &'a Row, columns: &'a [Column], wanted: Column) -> impl Iterator<Item = &'a Cell> {
    let cells = row.cells.iter().zip(columns);
    cells.filter(move |(_, column)| **column == wanted).map(|(cell, _)| cell)
}

fn join(one: &str, other: &str) -> String {
    match (one.is_empty(), other.is_empty()) {
        (true, _) => other.to_owned(),
        (false, true) => one.to_owned(),
        (false, false) => format!("{one} — {other}"),
    }
}
