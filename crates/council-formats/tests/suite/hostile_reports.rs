//! No text of a document or a model drives the terminal, the page, the comment or the log.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "these tests read shared data, and what they cannot read has failed"
)]

use council_core::{
    diagnostic::Place,
    gate::{Outcome, Signal},
};
use council_formats::report::{
    Data, Report, clean, github, gitlab,
    human::{self, Detail},
    json, jsonl, junit, markdown, pr_comment, rdjsonl, sarif,
};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};

/// Strings of our own that act on at least one surface.
const ATTEMPTS: [&str; 25] = [
    "\u{1b}]2;council passed\u{7}",
    "\u{1b}[3J\u{1b}[1;1Hpass",
    "\u{1b}[5n",
    "blocked\u{8}\u{8}\u{8}pass",
    "blocked\rpass",
    "one\npass: two",
    "\u{9b}31m\u{9d}0;x\u{9c}",
    "\u{202e}dessap\u{202c}",
    "\u{2066}a\u{2069}\u{200b}\u{feff}\u{2028}b",
    "\0\u{7f}\u{fffe}\u{e0041}",
    "::add-mask::pass",
    "a ##[add-mask]pass",
    "- The page is fast. ##vso[task.complete result=Succeeded;]",
    "a ##teamcity[buildStatus status='SUCCESS']",
    "a ::set-output name=verdict::pass ::stop-commands::x",
    "%0A::error::x",
    "a,line=1::x",
    "| a | b |\n|---|---|",
    "![x](https://example.test/a.png)",
    "<img src=x onerror=1> </failure> ]]> <!-- &amp; &#10;",
    "@everyone #1 www.example.test https://example.test a@example.test",
    "- [ ] a\n# b\n1. c\n```\nd",
    "1) a `b` *c* __d__ ~~e~~ $f$ \\| \\",
    "{\"a\": \"\\\"}",
    "=1+1",
];

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Keys<'a> {
    read: &'a str,
}

/// Returns a report with the text in every place where text from outside can be.
fn report(text: &str) -> Report {
    let mut report = Report::new("gate stage", text, Outcome::Blocked, text);
    let mut place = Place::file(text).at(1);
    place.column = Some(1);
    report.signals = vec![
        Signal::block(text, place, text).help(text),
        Signal::advisory(text, Place::default(), text),
    ];
    report.facts = vec![("read", text.to_owned())];
    report.next = vec![text.to_owned()];
    report.data = Data::of(&Keys { read: text });
    report
}

/// Checks every format of a report that says the text everywhere.
fn is_harmless(text: &str) {
    let reports = [report(text), report(text)];
    let printed = human::render(&reports, Detail::Full);
    same_number_of_lines(text, |reports| human::render(reports, Detail::Full));
    nothing_acts(&printed.replace("\u{1b}[", ""));

    for (name, render) in [
        ("json", json::render as fn(&[Report]) -> String),
        ("jsonl", jsonl::render),
        ("sarif", sarif::render),
        ("junit", junit::render),
        ("github", github::render),
        ("markdown", markdown::render),
        ("pr-comment", pr_comment::render),
        ("rdjsonl", rdjsonl::render),
        ("gitlab", gitlab::render),
    ] {
        let printed = render(&reports);
        if name == "github" {
            let lines = printed.lines().filter(|line| {
                !["::error title=", "::error file=", "::warning title="]
                    .iter()
                    .any(|start| line.starts_with(start))
            });
            assert_eq!(lines.count(), 0, "{printed}");
            nothing_acts(&printed.replace("\n::", "\n").replacen("::", "", 1));
        } else {
            nothing_acts(&printed);
        }
        same_number_of_lines(text, render);
    }
    json_keeps_the_text(text, &reports);
    a_runner_reads_the_annotation_as_it_was_meant(text, &reports);
    xml_is_well_formed(&junit::render(&reports));
    markdown_is_only_text(text, &reports);
}

/// No character but line breaks and tabs acts, and no line is a command for a runner.
fn nothing_acts(printed: &str) {
    let acts = |c| clean::is_hidden(c) && !matches!(c, '\n' | '\t');
    assert!(!printed.chars().any(acts), "{printed:?}");
    for command in ["##[", "##vso[", "##teamcity["] {
        assert!(!printed.contains(command), "{printed}");
    }
    assert!(!printed.lines().any(|line| line.trim_start().starts_with("::")), "{printed}");
}

/// Text cannot add a line: a harmless text gives as many.
fn same_number_of_lines(text: &str, render: impl Fn(&[Report]) -> String) {
    let lines = |text: &str| render(&[report(text), report(text)]).lines().count();
    assert_eq!(lines(text), lines("x"), "{text:?}");
}

fn json_keeps_the_text(text: &str, reports: &[Report]) {
    let value: serde_json::Value = serde_json::from_str(&json::render(reports)).unwrap();
    assert_eq!(value["reports"][0]["read"], text);
    assert_eq!(value["reports"][1]["signals"][0]["help"], text);
    let sarif: serde_json::Value = serde_json::from_str(&sarif::render(reports)).unwrap();
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], text);
    for line in jsonl::render(reports).lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(value["type"].is_string());
    }
}

/// Takes a command apart as a runner does: up to the second `::`, at spaces, at commas, at the first `=`.
fn a_runner_reads_the_annotation_as_it_was_meant(text: &str, reports: &[Report]) {
    let printed = github::render(reports);
    let command = printed.lines().find_map(|line| line.strip_prefix("::error file=")).unwrap();
    let (properties, data) = command.split_once("::").unwrap();
    let values: Vec<_> = properties.split(',').collect();
    let [path, "line=1", "col=1", title] = values.as_slice() else {
        panic!("{properties}");
    };
    let decoded = |value: &str| {
        let value = value.replace("%3A", ":").replace("%2C", ",");
        value.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
    };
    assert_eq!(decoded(path), clean::line(text));
    let title = decoded(title.strip_prefix("title=").unwrap());
    assert_eq!(title, clean::line(&format!("blocker[{text}]")));
    assert_eq!(decoded(data), clean::block(&format!("{text}\nhelp: {text}")));
}

/// A small reader of the XML that we write: tags nest, attributes are quoted, references are known.
fn xml_is_well_formed(xml: &str) {
    let mut open = Vec::new();
    let body = xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").unwrap();
    let mut rest = body;
    while let Some((text, after)) = rest.split_once('<') {
        references_are_known(text);
        let (tag, after) = after.split_once('>').unwrap();
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{xml}");
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap();
        for value in tag.split('"').skip(1).step_by(2) {
            references_are_known(value);
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{xml}");
}

fn references_are_known(text: &str) {
    assert!(!text.contains(['<', '>']), "{text}");
    for reference in text.split('&').skip(1) {
        let (name, _) = reference.split_once(';').unwrap();
        assert!(["amp", "lt", "gt", "quot", "apos", "#10", "#9"].contains(&name), "{name}");
    }
}

/// Read back by a Markdown reader, the text is text: no link, no image, no markup that is not ours.
fn markdown_is_only_text(text: &str, reports: &[Report]) {
    let printed = markdown::render(reports);
    let shown = clean::line(text);
    let mut seen = Vec::new();
    let mut cell = String::new();
    for event in Parser::new_ext(&printed, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        match event {
            Event::Start(
                Tag::Heading { .. }
                | Tag::Paragraph
                | Tag::Table(_)
                | Tag::List(None)
                | Tag::TableHead
                | Tag::TableRow
                | Tag::Strong,
            ) => {}
            Event::Start(Tag::TableCell | Tag::Item) => cell.clear(),
            Event::End(_) => seen.push(cell.trim().to_owned()),
            Event::Text(text) => cell.push_str(&text),
            Event::InlineHtml(html) => assert!(["<!-- -->", "<br>"].contains(&&*html), "{html}"),
            other => panic!("{other:?} in {printed}"),
        }
    }
    assert!(seen.iter().any(|cell| cell == shown.trim()), "{shown} is not in {seen:#?}");
}

#[test]
fn our_own_attempts_are_harmless_in_every_format() {
    for attempt in ATTEMPTS {
        is_harmless(attempt);
    }
}

#[test]
fn the_shared_attempts_are_harmless_in_every_format() {
    let Some(path) = council_fixtures::shared_data("hostile/terminal/output_injection.json") else {
        return;
    };
    let text = std::fs::read_to_string(path).unwrap();
    let data: serde_json::Value = serde_json::from_str(&text).unwrap();
    let values = data["values"].as_array().unwrap();
    assert!(!values.is_empty());
    for value in values {
        is_harmless(value.as_str().unwrap());
    }
}

proptest! {
    #[test]
    fn any_text_is_harmless_in_every_format(text in ".*|[-+*_#:@|.`<>&!\\[\\]()0-9 a\\\\\\n\\t]{0,40}") {
        is_harmless(&text);
    }
}
