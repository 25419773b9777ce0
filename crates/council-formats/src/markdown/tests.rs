//! Facts and laws of the Markdown outline.

use council_core::packet::Cell;
use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

/// Draws the outline: one line a section, then one line a block.
fn draw(text: &str) -> String {
    let outline = outline(text);
    let mut out = Vec::new();
    for section in outline.walk() {
        let indent = "  ".repeat(usize::from(section.level) - 1);
        let body = section.body.of(text).trim().escape_debug().to_string();
        out.push(format!("{indent}{} @{} [{body}]\n", section.title, section.line));
    }
    for block in &outline.blocks {
        let nesting = "> ".repeat(block.quotes as usize) + &"- ".repeat(block.items as usize);
        out.push(format!("{} {nesting}{}\n", block.line, shown(&block.kind, text)));
    }
    out.concat()
}

fn shown(kind: &BlockKind, text: &str) -> String {
    match kind {
        BlockKind::Heading { level, text } => format!("h{level} {text:?}"),
        BlockKind::Paragraph { text } => format!("p {text:?}"),
        BlockKind::Item { number, ticked, text: words, lead } => {
            format!("item {number:?} {ticked:?} {words:?} from {:?}", lead.of(text))
        }
        BlockKind::Table(table) => {
            let row = |cells: &[Cell]| {
                cells.iter().map(|cell| cell.text.clone()).collect::<Vec<_>>().join("|")
            };
            let rows: Vec<_> = table
                .rows
                .iter()
                .map(|line| format!("{}:{}", line.line, row(&line.cells)))
                .collect();
            format!("table {} / {}", row(&table.head), rows.join(" / "))
        }
        BlockKind::Code { info, code } => format!("code {info:?} {:?}", code.of(text)),
        BlockKind::Html => "html".to_owned(),
        BlockKind::Rule => "rule".to_owned(),
    }
}

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&draw(text));
}

#[test]
fn headings_nest_by_level_and_lines_count_the_front_matter() {
    check(
        "---\nk: v\n---\nintro\n\n# One\na\n### Three\nb\n## Two\nc\nSetext\n===\nd\n",
        &expect![[r#"
            One @6 [a]
                Three @8 [b]
              Two @10 []
            c Setext @11 [d]
            4 p "intro"
            6 h1 "One"
            7 p "a"
            8 h3 "Three"
            9 p "b"
            10 h2 "Two"
            11 h1 "c\nSetext"
            14 p "d"
        "#]],
    );
}

#[test]
fn a_heading_in_a_fence_a_quote_a_list_or_a_comment_is_no_section() {
    check(
        "# Real\n```\n# fenced\n```\n> ## quoted\n\n- # listed\n\n<!--\n# hidden\n-->\n\n    # indented\n",
        &expect![[r##"
            Real @1 [```\n# fenced\n```\n> ## quoted\n\n- # listed\n\n<!--\n# hidden\n-->\n\n    # indented]
            1 h1 "Real"
            2 code "" "# fenced\n"
            5 > h2 "quoted"
            7 item None None "" from ""
            7 - h1 "listed"
            9 html
            13 code "" "# indented\n"
        "##]],
    );
}

#[test]
fn items_keep_their_own_words_apart_from_what_they_hold() {
    check(
        "1. **FR-1**: first\n   more\n   - inner\n\n   after\n2. second\n\n- [x] done\n- [ ] open\n",
        &expect![[r#"
              1 item Some(1) None "FR-1: first\nmore" from "**FR-1**: first\n   more"
              3 - item None None "inner" from "inner"
              5 - p "after"
              6 item Some(2) None "second" from "second"
              8 item None Some(true) "done" from "done"
              9 item None Some(false) "open" from "open"
        "#]],
    );
}

#[test]
fn tables_have_cells_with_places() {
    let text = "| ID | What |\n|---|---|\n| R-1 | a `b` |\n| R-2 | |\n";
    check(
        text,
        &expect![[r"
            1 table ID|What / 3:R-1|a b / 4:R-2|
        "]],
    );
    let outline = outline(text);
    let BlockKind::Table(table) = &outline.blocks[0].kind else { panic!("a table") };
    assert_eq!(table.rows[0].cells[1].span.of(text), "a `b`");
    assert_eq!(table.rows[0].span.of(text), "| R-1 | a `b` |");
}

#[test]
fn links_are_listed_with_their_targets() {
    let text = "see [a](#b) and [c][d]\n\n[d]: e.md\n";
    let links = outline(text).links;
    let targets: Vec<_> = links.iter().map(|link| link.target.as_str()).collect();
    assert_eq!(targets, ["#b", "e.md"]);
    assert_eq!(links[1].span.of(text), "[c][d]");
}

#[test]
fn blocks_are_found_by_section() {
    let text = "# A\none\n## B\ntwo\n\nthree\n# C\n";
    let outline = outline(text);
    let a = &outline.sections[0];
    assert_eq!(outline.blocks_in(a.body).len(), 1);
    assert_eq!(outline.blocks_in(a.span).len(), 5);
    assert_eq!(outline.blocks_in(a.child("b").unwrap().body).len(), 2);
}

#[test]
fn a_text_of_too_many_pieces_is_read_to_where_it_is_cut() {
    let most = blocks::MOST;
    assert_eq!(outline(&"a\n\n".repeat(most)).cut, None);
    let text = "a\n\n".repeat(most + 2);
    let outline = outline(&text);
    assert_eq!(outline.blocks.len(), most + 1);
    assert_eq!(outline.cut, Some(3 * (most + 1)));
    let cells = "| a | b |\n|---|---|\n".to_owned() + &"| c | d |\n".repeat(most);
    assert!(super::outline(&cells).cut.is_some());
    assert!(super::outline(&"[".repeat(4_000_000)).cut.is_some());
    assert!(super::outline(&"word ".repeat(800_000)).cut.is_none());
}

/// Markdown made of the pieces that change how a line is read.
fn markdown() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "# ",
        "## ",
        "###### ",
        "---",
        "===",
        "- ",
        "1. ",
        "> ",
        "```",
        "~~~",
        "    ",
        "<!--",
        "-->",
        "<div>",
        "| a | b |",
        "|---|---|",
        "**",
        "*",
        "`",
        "[x](y)",
        "[ ] ",
        "\\",
        "&amp;",
        "word",
        "é𝄞",
        "\n",
        "\n\n",
        "\t",
        "\r",
        "\u{a0}",
        " ",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn inside(outer: Span, inner: Span, text: &str) -> bool {
    outer.contains(inner)
        && inner.start <= inner.end
        && text.is_char_boundary(inner.start)
        && text.is_char_boundary(inner.end)
}

fn nested(
    sections: &[MarkdownSection],
    outer: Span,
    above: u8,
    text: &str,
) -> Result<(), TestCaseError> {
    let mut last = outer.start;
    for section in sections {
        prop_assert!(section.level > above);
        prop_assert!(inside(outer, section.span, text));
        prop_assert!(inside(section.span, section.heading, text));
        prop_assert!(inside(section.span, section.body, text));
        prop_assert!(section.span.start >= last);
        last = section.span.end;
        nested(&section.children, section.span, section.level, text)?;
    }
    Ok(())
}

proptest! {
    #[test]
    fn every_span_is_inside_on_characters_and_in_order(text in prop_oneof![markdown(), any::<String>()]) {
        let outline = outline(&text);
        let whole = Span::new(0, text.len());
        nested(&outline.sections, whole, 0, &text)?;
        prop_assert!(inside(whole, outline.preamble, &text));
        let mut last = 0;
        for block in &outline.blocks {
            prop_assert!(inside(whole, block.span, &text), "{:?}", block);
            prop_assert!(block.span.start >= last, "{:?} begins before {}", block, last);
            prop_assert_eq!(block.line, outline.lines.line(block.span.start));
            last = block.span.start;
            match &block.kind {
                BlockKind::Item { lead, .. } => prop_assert!(inside(whole, *lead, &text)),
                BlockKind::Code { code, .. } => prop_assert!(inside(whole, *code, &text)),
                BlockKind::Table(table) => {
                    for row in &table.rows {
                        prop_assert!(inside(whole, row.span, &text));
                        for cell in &row.cells {
                            prop_assert!(inside(row.span, cell.span, &text) || cell.span.is_empty());
                        }
                    }
                }
                BlockKind::Heading { .. } | BlockKind::Paragraph { .. } | BlockKind::Html | BlockKind::Rule => {}
            }
        }
        for link in &outline.links {
            prop_assert!(inside(whole, link.span, &text));
        }
    }
}
