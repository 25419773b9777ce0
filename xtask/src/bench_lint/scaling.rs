//! Whether the time of the rules grows with a text and no faster: the same text in five sizes, ordinary and hostile.

use std::time::Instant;

use council::lint::{RuleSelection, lint_text};

/// A quarter of a mebibyte, the smallest size; each of the others is twice the one before.
const QUARTER: usize = 1 << 18;

/// How many sizes there are.
const SIZES: u32 = 5;

/// Texts that cost more than others do, each a unit over and over.
const HOSTILE: [(&str, &str); 31] = [
    ("a defect in every line", "The page should be fast and easy to use, etc.\n\n"),
    ("defects on one line", "It may be adequate, where appropriate. "),
    ("requirements with one id", "- **FR-1**: The page must load.\n"),
    ("mentions of ids", "FR-1 FR-2 FR-3 "),
    ("sections", "## Requirements\n\n- The page must load.\n\n"),
    ("sections that are not there", "## 1. A\n\nsee section 9\n\n"),
    ("brackets", "[[a"),
    ("quotes in lists", "- >>"),
    ("tables", "|a|b|\n|-|-|\n|1|2|\n\n"),
    ("open comments", "<!-- a "),
    ("open quotations", "\"a "),
    ("backticks", "` `` ``` "),
    ("dates", "2026-02-30 to "),
    ("abbreviations", "ABC (abc) "),
    ("headings", "# a\n"),
    ("open tags", "<a "),
    ("open curly quotations", "“a "),
    ("targets of links", "](a"),
    ("open links", "[a]("),
    ("open images", "!["),
    ("images that open in one another", "![a word or two ]("),
    ("comments of a line", "<!-- a word or two -->\n\n"),
    ("conditions", "if it "),
    ("bounds in one sentence", "5 s at most "),
    ("numbers in one sentence", "5 ms or 6 MB "),
    ("approvals", "The request shall be approved.\n\n"),
    ("checks", "If the card is valid, the order shall be sent.\n\n"),
    ("two spellings", "The e-mail and the email shall be sent.\n\n"),
    ("links to nowhere", "## Part\n\nSee [limits](#rate-limits).\n\n"),
    ("rollouts", "## Rollout\n\nIt goes out to everybody.\n\n"),
    ("rights", "Users may always delete files. Users must not delete files.\n\n"),
];

/// Times the rules on a text that grows, and prints the time of a mebibyte at each size.
pub(super) fn run(ordinary: &str) {
    println!("{:<28}    1/4    1/2      1      2      4 MiB, in ms per MiB", "");
    row("ordinary text", ordinary);
    for (name, unit) in HOSTILE {
        row(name, unit);
    }
}

/// Prints the time of a mebibyte at each size, and how much more it is at the largest than at the smallest.
fn row(name: &str, unit: &str) {
    let times: Vec<f64> = (0..SIZES).map(|step| per_mebibyte(unit, QUARTER << step)).collect();
    let printed: Vec<String> = times.iter().map(|time| format!("{time:>7.1}")).collect();
    let growth = match (times.first(), times.last()) {
        (Some(first), Some(last)) => last / first,
        _ => 0.0,
    };
    println!("{name:<28}{}, {growth:.1} times", printed.concat());
}

/// Returns the milliseconds that a mebibyte of a text of some size takes, the best of three.
fn per_mebibyte(unit: &str, size: usize) -> f64 {
    let text = unit.repeat(size / unit.len() + 1);
    let text = text.get(..text.floor_char_boundary(size)).unwrap_or(&text);
    let times = (0..3).map(|_| {
        let start = Instant::now();
        let linted = lint_text("a.md", text, &RuleSelection::default());
        let time = start.elapsed();
        drop(linted);
        time
    });
    let best = times.min().unwrap_or_default().as_secs_f64() * 1e3;
    best * f64::from(1 << 20) / f64::from(u32::try_from(size).unwrap_or(u32::MAX))
}
