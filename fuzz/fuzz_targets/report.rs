//! Reports: no text from a document adds a line, an element or a terminal command of its own, and machine formats stay
//! readable by machines.
#![no_main]

use council_core::{
    diagnostic::Place,
    gate::{Outcome, Signal},
};
use council_formats::{
    json,
    report::{self, Report, clean, human::Detail},
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // White space alone may rightly be shown as nothing.
    if text.trim().is_empty() {
        return;
    }
    let (hostile, harmless) = (report(text), report("x"));
    let compare = |render: fn(&[Report]) -> String, mark: &str| {
        let (shown, plain) = (render(&hostile), render(&harmless));
        assert_eq!(shown.matches(mark).count(), plain.matches(mark).count(), "{mark:?} in {shown}");
        let hidden = |c: char| clean::is_hidden(c) && !matches!(c, '\n' | '\t' | '\u{1b}');
        assert!(!shown.contains(hidden), "{shown:?}");
        shown
    };
    compare(|reports| report::human::render(reports, Detail::Full), "\u{1b}");
    compare(report::github::render, "\n");
    compare(report::junit::render, "<");
    compare(report::markdown::render, "\u{1b}");
    compare(report::pr_comment::render, "\n");
    let gitlab = compare(report::gitlab::render, "\u{1b}");
    json::read("a.json", &gitlab).expect("the report is JSON");
    let whole = compare(report::json::render, "\u{1b}");
    json::read("a.json", &whole).expect("the report is JSON");
    let sarif = compare(report::sarif::render, "\u{1b}");
    json::read("a.sarif", &sarif).expect("the report is JSON");
    for line in compare(report::rdjsonl::render, "\n").lines() {
        json::read("a.jsonl", line).expect("each line is JSON");
    }
    for line in compare(report::jsonl::render, "\n").lines() {
        json::read("a.jsonl", line).expect("each line is JSON");
    }
});

fn report(text: &str) -> [Report; 1] {
    let place = Place::file(text).at(3);
    let signals = vec![
        Signal::block("A", place.clone(), text).help(text),
        Signal::advisory("B", place, text),
    ];
    let facts = vec![("fact", text.to_owned())];
    let next = vec![text.to_owned()];
    [Report { signals, facts, next, ..Report::new("check", text, Outcome::Blocked, text) }]
}
