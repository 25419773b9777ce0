//! A sheet as Markdown, for pull request comments and job summaries.

use std::fmt::Write as _;

use super::{Sheet, SheetBlock, SheetItem, SheetTable};
use crate::report::markdown::plain;

/// Renders a page.
pub(in crate::report) fn render(sheet: &Sheet) -> String {
    let mut page = String::new();
    let _ = writeln!(page, "### {}", plain(&sheet.title));
    for block in &sheet.blocks {
        page.push('\n');
        match block {
            SheetBlock::Heading(text) => {
                let _ = writeln!(page, "#### {}", plain(text));
            }
            SheetBlock::Prose(text) => {
                let _ = writeln!(page, "{}", plain(text));
            }
            SheetBlock::Facts(facts) => {
                page.push_str("| | |\n|---|---|\n");
                for (name, value) in facts {
                    let _ = writeln!(page, "| {} | {} |", plain(name), plain(value));
                }
            }
            SheetBlock::Items(items) => items.iter().for_each(|one| item(&mut page, one)),
            SheetBlock::Table(rows) => table(&mut page, rows),
        }
    }
    page
}

fn item(page: &mut String, item: &SheetItem) {
    let name = match item.name.as_str() {
        "" => String::new(),
        name => format!("**{}** ", plain(name)),
    };
    let _ = writeln!(page, "- {name}{}", plain(&item.text));
    for (name, value) in &item.facts {
        let _ = writeln!(page, "  - {}: {}", plain(name), plain(value));
    }
}

fn table(page: &mut String, table: &SheetTable) {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| plain(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    page.push_str(&row(&table.head));
    let _ = writeln!(page, "|{}", "---|".repeat(table.head.len()));
    for cells in &table.rows {
        page.push_str(&row(cells));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn text_from_documents_is_only_text() {
        let mut sheet = Sheet::new("PRD-1: passed");
        sheet.heading("Blockers (1)");
        sheet.items(vec![
            SheetItem::named("FND-1", "see ![x](http://a.example) | <b>@all</b>")
                .fact("where", "a.md:3"),
        ]);
        sheet.table(["mode", "found"], vec![["a | b\n# c".to_owned(), "1".to_owned()]]);
        expect![[r"
            ### PRD-1: passed

            #### Blockers (1)

            - **FND-1** see \!\[x\](http:<!-- -->//a.example) &#124; &lt;b&gt;@<!-- -->all&lt;/b&gt;
              - where: a.md:3

            | mode | found |
            |---|---|
            | a &#124; b\\n\# c | 1 |
        "]]
        .assert_eq(&render(&sheet));
    }
}
