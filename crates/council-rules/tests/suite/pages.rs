//! The manual pages, run: each rule reports what its page calls bad, and nothing that its page calls good.
//!
//! An example is a paragraph that begins with `Bad:` or `Good:`. What stands in backticks is read as a list of
//! requirements, an item each; a fenced block below it is read as a whole document.

use std::fmt::Write as _;

use council_formats::packet::markdown_prd;
use council_rules::{RULES, Rule, check_with};

/// One example of a manual page.
#[derive(Debug, Default)]
struct Example {
    is_bad: bool,
    /// The paragraph, with what stands in backticks.
    said: String,
    /// The fenced block below it.
    block: Option<String>,
}

impl Example {
    /// Returns the document that shows it, or nothing where the page only describes it.
    fn document(&self) -> Option<String> {
        if let Some(block) = &self.block {
            return Some(block.clone());
        }
        let quoted = self.said.split('`').skip(1).step_by(2);
        let items: Vec<String> = quoted.map(|item| format!("- {item}\n")).collect();
        let items = items.concat();
        (!items.is_empty()).then(|| format!("# Product\n\n## Requirements\n\n{items}"))
    }
}

/// Returns the examples of a manual page, in order.
fn examples(page: &str) -> Vec<Example> {
    let section = page.split_once("## Example\n").map_or("", |(_, after)| after);
    let section = section.split_once("\n## When not to apply it").map_or("", |(before, _)| before);
    let mut examples: Vec<Example> = Vec::new();
    let mut lines = section.lines();
    while let Some(line) = lines.next() {
        let is_bad = line.starts_with("Bad:");
        if is_bad || line.starts_with("Good:") {
            examples.push(Example { is_bad, ..Example::default() });
        }
        let Some(example) = examples.last_mut() else { continue };
        let fence: String = line.chars().take_while(|c| *c == '`').collect();
        if fence.len() >= 3 {
            let block = lines.by_ref().take_while(|line| *line != fence);
            example.block = Some(block.fold(String::new(), |block, line| block + line + "\n"));
        } else {
            let _ = writeln!(example.said, "{line}");
        }
    }
    examples
}

/// Returns how the examples of a rule differ from what it reports.
fn faults(rule: &Rule) -> Vec<String> {
    let examples = examples(&rule.manual());
    let mut faults = Vec::new();
    for (what, is_bad) in [("bad", true), ("good", false)] {
        if !examples.iter().any(|example| example.is_bad == is_bad && example.document().is_some())
        {
            faults.push(format!("{}: no {what} example that can be run", rule.id));
        }
    }
    for example in &examples {
        let Some(text) = example.document() else {
            faults.push(format!("{}: nothing to run in `{}`", rule.id, example.said.trim()));
            continue;
        };
        let packet = markdown_prd("prd.md", &text).value;
        let found = check_with(&packet, |own| own.id == rule.id);
        if example.is_bad == found.is_empty() {
            let what = if example.is_bad { "misses its bad" } else { "reports its good" };
            let said: Vec<&str> = found.iter().map(|finding| finding.message.as_ref()).collect();
            faults.push(format!("{} {what} example: {said:?}\n{text}", rule.id));
        }
    }
    faults
}

#[test]
fn every_rule_reports_the_bad_examples_of_its_page_and_no_good_one() {
    let faults: Vec<String> = RULES.iter().flat_map(|rule| faults(rule)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn an_example_is_read_from_backticks_or_from_the_block_below_it() {
    let page = "# a\n\n## Example\nBad: `One.` and\nlater `Two.`\n\nGood: with words.\n\n````markdown\n# A\n\n```\nx\n```\n\
                ````\n\nBad: nothing.\n\n## When not to apply it\nBad: `Three.`\n";
    let found = examples(page);
    let read: Vec<(bool, Option<String>)> =
        found.iter().map(|example| (example.is_bad, example.document())).collect();
    let items = "# Product\n\n## Requirements\n\n- One.\n- Two.\n".to_owned();
    let block = "# A\n\n```\nx\n```\n".to_owned();
    assert_eq!(read, [(true, Some(items)), (false, Some(block)), (true, None)]);
}
