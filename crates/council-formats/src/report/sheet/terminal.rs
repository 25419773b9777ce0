//! A sheet in lines that fit a terminal. Only headings are styled, and nothing depends on it.

use std::fmt::Write as _;

use anstyle::Style;

use super::{Sheet, SheetBlock, SheetItem, SheetTable};
use crate::report::{
    Width, clean,
    wrap::{self, lines as broken, wide},
};

const BOLD: Style = Style::new().bold();
/// The space before everything but a heading.
const INDENT: usize = 2;
/// The space before what belongs to an item.
const BELOW: usize = 6;
/// The space between two columns.
const GAP: usize = 2;

/// Renders a page.
pub(in crate::report) fn render(sheet: &Sheet, width: Width) -> String {
    let mut page = TerminalPage::new(width);
    page.styled(&sheet.title);
    let mut after_heading = false;
    for block in &sheet.blocks {
        if !after_heading {
            page.text.push('\n');
        }
        after_heading = matches!(block, SheetBlock::Heading(_));
        match block {
            SheetBlock::Heading(text) => page.styled(text),
            SheetBlock::Prose(text) => page.wrap(text, "", INDENT, INDENT),
            SheetBlock::Facts(facts) => page.pairs(facts, INDENT),
            SheetBlock::Items(list) => page.items(list),
            SheetBlock::Table(rows) => page.table(rows),
        }
    }
    page.text
}

/// Renders the title alone.
pub(in crate::report) fn title(sheet: &Sheet, width: Width) -> String {
    let mut page = TerminalPage::new(width);
    page.styled(&sheet.title);
    page.text
}

/// What is written so far, and how wide it may be.
struct TerminalPage {
    text: String,
    width: usize,
}

impl TerminalPage {
    fn new(width: Width) -> Self {
        Self { text: String::new(), width: width.of_page() }
    }

    fn styled(&mut self, text: &str) {
        let text = clean::line(text);
        for line in broken(&text, self.width, self.width) {
            let _ = writeln!(self.text, "{BOLD}{line}{BOLD:#}");
        }
    }

    fn items(&mut self, items: &[SheetItem]) {
        let is_long = |item: &SheetItem| item.facts.len() > 1;
        for (at, one) in items.iter().enumerate() {
            if at > 0 && (is_long(one) || items.get(at - 1).is_some_and(is_long)) {
                self.text.push('\n');
            }
            self.item(one);
        }
    }

    fn item(&mut self, item: &SheetItem) {
        if item.name.is_empty() {
            self.wrap(&item.text, "- ", INDENT, INDENT + 2);
        } else {
            let named = format!("{}  ", clean::line(&item.name));
            self.wrap(&item.text, &named, INDENT, BELOW);
        }
        self.pairs(&item.facts, BELOW);
    }

    fn pairs(&mut self, facts: &[(String, String)], indent: usize) {
        let width = facts.iter().map(|(name, _)| wide(&clean::line(name))).max().unwrap_or(0);
        for (name, value) in facts {
            let name = format!("{:width$}  ", clean::line(name));
            self.wrap(value, &name, indent, indent + width + GAP);
        }
    }

    /// Sets rows below a head. Where the page is too narrow for the words of all columns, each row is an entry of a list
    /// instead, so that no word is broken.
    fn table(&mut self, table: &SheetTable) {
        let rows: Vec<Vec<String>> = std::iter::once(&table.head)
            .chain(&table.rows)
            .map(|row| row.iter().map(|cell| clean::line(cell).into_owned()).collect())
            .collect();
        let room = self.width.saturating_sub(INDENT + GAP * table.head.len().saturating_sub(1));
        let Some(widths) = widths(&rows, table.head.len(), room) else {
            self.items(&table.rows.iter().map(|row| listed(&table.head, row)).collect::<Vec<_>>());
            return;
        };
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
                self.text.push_str(line.trim_end());
                self.text.push('\n');
            }
            if number == 0 {
                let gaps = GAP * widths.len().saturating_sub(1);
                let total: usize = widths.iter().sum::<usize>() + gaps;
                let _ = writeln!(self.text, "{}{}", " ".repeat(INDENT), "─".repeat(total));
            }
        }
    }

    /// Sets a text after a lead, in lines that begin at an indent.
    fn wrap(&mut self, text: &str, lead: &str, first: usize, others: usize) {
        let text = clean::line(text);
        let room = |taken: usize| wrap::room(self.width, taken);
        let lines = broken(&text, room(first + wide(lead)), room(others));
        let mut lines = lines.iter();
        let line =
            format!("{}{lead}{}", " ".repeat(first), lines.next().map_or("", String::as_str));
        self.text.push_str(line.trim_end());
        self.text.push('\n');
        for line in lines {
            self.text.push_str(&" ".repeat(others));
            self.text.push_str(line);
            self.text.push('\n');
        }
    }
}

/// Returns a row as an entry of a list: its first cell names it, and the head names the others.
fn listed(head: &[String], row: &[String]) -> SheetItem {
    let name = row.first().cloned().unwrap_or_default();
    let others = head.iter().zip(row).skip(1).filter(|(_, cell)| !cell.is_empty());
    SheetItem {
        facts: others.map(|(name, cell)| (name.clone(), cell.clone())).collect(),
        ..SheetItem::named("", name)
    }
}

/// Returns how wide each column is: as wide as its widest cell. Where the page ends, the widest columns give way between
/// words; nothing where that does not suffice.
fn widths(rows: &[Vec<String>], columns: usize, room: usize) -> Option<Vec<usize>> {
    let cell = |row: &Vec<String>, at: usize| row.get(at).map_or(0, |cell| wide(cell));
    let widest = |at: usize| rows.iter().map(|row| cell(row, at)).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..columns).map(widest).collect();
    let word = |cell: &String| cell.split(' ').map(wide).max().unwrap_or(0);
    let longest = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(word).max();
    let words: Vec<usize> = (0..columns).map(|at| longest(at).unwrap_or(0)).collect();
    let mut total = widths.iter().sum::<usize>();
    while total > room {
        let above = widths.iter_mut().zip(&words).filter(|(width, least)| **width > **least);
        let (widest, _) = above.max_by_key(|(width, _)| **width)?;
        *widest -= 1;
        total -= 1;
    }
    Some(widths)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use proptest::prelude::*;

    use super::*;

    fn plain(sheet: &Sheet, width: Width) -> String {
        render(sheet, width).replace(&format!("{BOLD}"), "").replace(&format!("{BOLD:#}"), "")
    }

    fn sheet() -> Sheet {
        let mut sheet = Sheet::new("S-1: passed");
        sheet.facts(vec![
            ("packet".to_owned(), "PRD-1".to_owned()),
            ("by".to_owned(), "three seats".to_owned()),
        ]);
        sheet.heading("Blockers (1)");
        sheet.items(vec![
            SheetItem::named("FND-1", "there is no owner and ".repeat(6)).fact("where", "a.md:3"),
            SheetItem::plain("and one more"),
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
        .assert_eq(&plain(&sheet(), Width::Open));
    }

    #[test]
    fn a_narrow_page_breaks_no_word_and_lists_what_a_table_has_no_room_for() {
        let mut sheet = Sheet::new("S-1: passed with concerns after three rounds");
        sheet.table(
            ["requirement", "decided by", "standing"],
            vec![[
                "REQ-AUTHENTICATION-0001".to_owned(),
                "stakeholder-committee".to_owned(),
                "open".to_owned(),
            ]],
        );
        expect![[r"
            S-1: passed with concerns after three
            rounds

              - REQ-AUTHENTICATION-0001
                  decided by  stakeholder-committee
                  standing    open
        "]]
        .assert_eq(&plain(&sheet, Width::Columns(40)));
    }

    proptest! {
        #[test]
        fn no_text_goes_beyond_the_page_but_by_one_word_or_acts_on_a_terminal(
            text in "\\PC{0,300}|[\\x00-\\x9f a]{0,300}|[a: ]{0,300}",
            columns in 0_usize..200,
        ) {
            let width = Width::Columns(columns);
            let mut sheet = Sheet::new(text.clone());
            sheet.heading(text.clone());
            sheet.prose(text.clone());
            sheet.items(vec![SheetItem::named("FND-1", text.clone()).fact("where", text.clone())]);
            sheet.table(["one", "two"], vec![[text.clone(), text.clone()]]);
            for line in plain(&sheet, width).lines() {
                // Only a word that no line has room for goes beyond the page, and nothing but a name stands before it.
                // What would be a command of a build server is escaped, and takes more room than in the text.
                let said = line.replace("\\u{3a}", ":");
                let words = said.split(' ').filter(|word| !word.is_empty()).count();
                prop_assert!(wide(&said) <= width.of_page() || words <= 2, "{}", line);
                prop_assert!(!line.chars().any(clean::is_hidden));
                prop_assert!(!line.trim_start().starts_with("::"), "{}", line);
            }
        }
    }
}
