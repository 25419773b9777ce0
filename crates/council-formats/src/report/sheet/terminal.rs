//! A sheet in lines that fit a terminal. Only headings are styled, and nothing depends on it.

use std::fmt::Write as _;

use anstyle::Style;

use super::{Block, Item, Sheet, Table};
use crate::report::clean;

/// How wide a page is at most.
pub const WIDTH: usize = 96;

const BOLD: Style = Style::new().bold();
/// The space before everything but a heading.
const INDENT: usize = 2;
/// The space before what belongs to an item.
const BELOW: usize = 6;
/// The space between two columns.
const GAP: usize = 2;
/// The narrowest a column gets when a table is too wide.
const NARROW: usize = 12;

/// Renders a page.
pub(in crate::report) fn render(sheet: &Sheet) -> String {
    let mut page = title(sheet);
    let mut after_heading = false;
    for block in &sheet.blocks {
        if !after_heading {
            page.push('\n');
        }
        after_heading = matches!(block, Block::Heading(_));
        match block {
            Block::Heading(text) => styled(&mut page, text),
            Block::Prose(text) => wrap(&mut page, text, "", INDENT, INDENT),
            Block::Facts(facts) => pairs(&mut page, facts, INDENT),
            Block::Items(list) => items(&mut page, list),
            Block::Table(rows) => table(&mut page, rows),
        }
    }
    page
}

/// Renders the title alone.
pub(in crate::report) fn title(sheet: &Sheet) -> String {
    let mut page = String::new();
    styled(&mut page, &sheet.title);
    page
}

fn styled(page: &mut String, text: &str) {
    let mut lines = String::new();
    wrap(&mut lines, text, "", 0, 0);
    for line in lines.lines() {
        let _ = writeln!(page, "{BOLD}{line}{BOLD:#}");
    }
}

fn items(page: &mut String, items: &[Item]) {
    let is_long = |item: &Item| item.facts.len() > 1;
    for (at, one) in items.iter().enumerate() {
        if at > 0 && (is_long(one) || items.get(at - 1).is_some_and(is_long)) {
            page.push('\n');
        }
        item(page, one);
    }
}

fn item(page: &mut String, item: &Item) {
    if item.name.is_empty() {
        wrap(page, &item.text, "- ", INDENT, INDENT + 2);
    } else {
        let named = format!("{}  ", clean::line(&item.name));
        wrap(page, &item.text, &named, INDENT, BELOW);
    }
    pairs(page, &item.facts, BELOW);
}

fn pairs(page: &mut String, facts: &[(String, String)], indent: usize) {
    let width = facts.iter().map(|(name, _)| wide(&clean::line(name))).max().unwrap_or(0);
    for (name, value) in facts {
        let name = format!("{:width$}  ", clean::line(name));
        wrap(page, value, &name, indent, indent + width + GAP);
    }
}

fn table(page: &mut String, table: &Table) {
    let rows: Vec<Vec<String>> = std::iter::once(&table.head)
        .chain(&table.rows)
        .map(|row| row.iter().map(|cell| clean::line(cell).into_owned()).collect())
        .collect();
    let widths = widths(&rows, table.head.len());
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<Vec<String>> =
            row.iter().zip(&widths).map(|(cell, width)| broken(cell, *width, *width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..height {
            let mut line = " ".repeat(INDENT);
            for (cell, width) in cells.iter().zip(&widths) {
                let text = cell.get(at).map_or("", String::as_str);
                line.push_str(text);
                line.push_str(&" ".repeat(width.saturating_sub(wide(text)) + GAP));
            }
            page.push_str(line.trim_end());
            page.push('\n');
        }
        if number == 0 {
            let total: usize = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
            let _ = writeln!(page, "{}{}", " ".repeat(INDENT), "─".repeat(total));
        }
    }
}

/// Returns how wide each column is: as wide as its widest cell. Where the page ends, the widest columns give way, first
/// between words and then within them.
fn widths(rows: &[Vec<String>], columns: usize) -> Vec<usize> {
    let cell = |row: &Vec<String>, at: usize| row.get(at).map_or(0, |cell| wide(cell));
    let widest = |at: usize| rows.iter().map(|row| cell(row, at)).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..columns).map(widest).collect();
    let room = WIDTH.saturating_sub(INDENT + GAP * columns.saturating_sub(1));
    let word = |cell: &String| cell.split(' ').map(wide).max().unwrap_or(0);
    let longest = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(word).max();
    let words: Vec<usize> = (0..columns).map(|at| longest(at).unwrap_or(0)).collect();
    for least in [words, vec![NARROW; columns]] {
        while widths.iter().sum::<usize>() > room {
            let above = widths.iter_mut().zip(&least).filter(|(width, least)| **width > **least);
            match above.max_by_key(|(width, _)| **width) {
                Some((widest, _)) => *widest -= 1,
                None => break,
            }
        }
    }
    widths
}

/// Sets a text after a lead, in lines that begin at an indent.
fn wrap(page: &mut String, text: &str, lead: &str, first: usize, others: usize) {
    let text = clean::line(text);
    let taken = first + wide(lead);
    let room = |taken: usize| WIDTH.saturating_sub(taken).max(NARROW);
    let lines = broken(&text, room(taken), room(others));
    let mut lines = lines.iter();
    let line = format!("{}{lead}{}", " ".repeat(first), lines.next().map_or("", String::as_str));
    page.push_str(line.trim_end());
    page.push('\n');
    for line in lines {
        page.push_str(&" ".repeat(others));
        page.push_str(line);
        page.push('\n');
    }
}

/// Breaks a text between words; a word that is wider than a line is broken too.
fn broken(text: &str, first: usize, others: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let room = |lines: &[String]| if lines.is_empty() { first } else { others };
        if !line.is_empty() && wide(&line) + 1 + wide(word) > room(&lines) {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        for c in word.chars() {
            if wide(&line) >= room(&lines).max(1) {
                lines.push(std::mem::take(&mut line));
            }
            // Where the text is broken, `::` that stood within a line must not begin one: build servers obey it there.
            if c == ':' && line.trim_start() == ":" {
                line = line.replace(':', "\\u{3a}");
            }
            line.push(c);
        }
    }
    lines.push(line);
    lines
}

fn wide(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use proptest::prelude::*;

    use super::*;

    fn plain(sheet: &Sheet) -> String {
        render(sheet).replace(&format!("{BOLD}"), "").replace(&format!("{BOLD:#}"), "")
    }

    fn sheet() -> Sheet {
        let mut sheet = Sheet::new("S-1: passed");
        sheet.facts(vec![
            ("packet".to_owned(), "PRD-1".to_owned()),
            ("by".to_owned(), "three seats".to_owned()),
        ]);
        sheet.heading("Blockers (1)");
        sheet.items(vec![
            Item::named("FND-1", "there is no owner and ".repeat(6)).fact("where", "a.md:3"),
            Item::plain("and one more"),
        ]);
        sheet.heading("Modes");
        sheet.table(
            ["seat", "mode"],
            vec![
                ["SA-1".to_owned(), "Deductive reasoning".to_owned()],
                ["SA-2".to_owned(), "word ".repeat(30)],
            ],
        );
        sheet.prose("The end.");
        sheet
    }

    #[test]
    fn a_page_is_set_in_indented_lines() {
        expect![[r"
            S-1: passed

              packet  PRD-1
              by      three seats

            Blockers (1)
              FND-1  there is no owner and there is no owner and there is no owner and there is no owner and
                  there is no owner and there is no owner and
                  where  a.md:3
              - and one more

            Modes
              seat  mode
              ──────────────────────────────────────────────────────────────────────────────────────────────
              SA-1  Deductive reasoning
              SA-2  word word word word word word word word word word word word word word word word word
                    word word word word word word word word word word word word word

              The end.
        "]]
        .assert_eq(&plain(&sheet()));
    }

    proptest! {
        #[test]
        fn no_text_makes_a_line_wider_or_acts_on_a_terminal(text in "\\PC{0,300}|[\\x00-\\x9f a]{0,300}|[a: ]{0,300}") {
            let mut sheet = Sheet::new(text.clone());
            sheet.heading(text.clone());
            sheet.prose(text.clone());
            sheet.items(vec![Item::named("FND-1", text.clone()).fact("where", text.clone())]);
            sheet.table(["one", "two"], vec![[text.clone(), text.clone()]]);
            for line in plain(&sheet).lines() {
                prop_assert!(wide(line) <= WIDTH, "{}", line);
                prop_assert!(!line.chars().any(clean::is_hidden));
                prop_assert!(!line.trim_start().starts_with("::"), "{}", line);
            }
        }
    }
}
