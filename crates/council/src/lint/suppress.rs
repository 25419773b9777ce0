//! Comments that suppress findings, each with its reason.
//!
//! `<!-- council-ignore RULE: why -->` counts for its own line and the next one that has words;
//! `<!-- council-ignore-file RULE: why -->` for the whole file. Without a reason it suppresses nothing and is reported.
//! A finding that the document speaks to its reviewer cannot be suppressed by the document.

use council_core::{
    council::Suppressed,
    diagnostic::{Diagnostic, Place},
    packet::Document,
};
use council_rules::{Finding, Kind};

const MARK: &str = "<!-- council-ignore";

/// One comment.
struct Comment<'a> {
    rules: Vec<&'a str>,
    reason: &'a str,
    line: u32,
    /// The last line it counts for; nothing for the whole file.
    until: Option<u32>,
}

/// Takes out what comments suppress, and returns what that was, with its reason, and what is wrong with the comments.
pub(crate) fn taken_out(
    document: &Document,
    findings: &mut Vec<Finding>,
) -> (Vec<Suppressed>, Vec<Diagnostic>) {
    let mut comments = Vec::new();
    let mut diagnostics = Vec::new();
    // Most documents suppress nothing, and one search over all of it is cheaper than one over every line.
    let text = if document.text().contains(MARK) { document.text() } else { "" };
    for (number, line) in (1..).zip(text.lines()) {
        let Some((_, rest)) = line.split_once(MARK) else {
            continue;
        };
        match read(rest) {
            Ok((is_file, rules, reason)) => {
                let until = (!is_file).then(|| next_line(document.text(), number));
                comments.push(Comment { rules, reason, line: number, until });
            }
            Err(message) => {
                let place = Place::file(document.path()).at(number);
                let diagnostic = Diagnostic::warning("bad-suppression", place, message)
                    .help("write `<!-- council-ignore RULE: why it does not apply here -->`");
                diagnostics.push(diagnostic);
            }
        }
    }
    let mut suppressed: Vec<Suppressed> = Vec::new();
    findings.retain(|finding| {
        let covers = |comment: &&Comment<'_>| comment.covers(finding);
        match comments.iter().find(covers) {
            Some(comment) if finding.rule.kind != Kind::InstructionInjection => {
                note(&mut suppressed, finding, comment);
                false
            }
            Some(_) | None => true,
        }
    });
    (suppressed, diagnostics)
}

/// Notes a finding that a comment suppresses; those of a whole file together, since there may be many.
fn note(suppressed: &mut Vec<Suppressed>, finding: &Finding, comment: &Comment<'_>) {
    let rule = finding.rule.id;
    let mut place = Place::file(finding.path());
    if comment.until.is_some() {
        place.line = Some(finding.start.line);
        place.column = Some(finding.start.column);
    }
    match suppressed.iter_mut().find(|one| one.rule == rule && one.place == place) {
        Some(known) => known.count += 1,
        None => suppressed.push(Suppressed {
            rule: rule.to_owned(),
            place,
            count: 1,
            reason: comment.reason.to_owned(),
        }),
    }
}

impl Comment<'_> {
    fn covers(&self, finding: &Finding) -> bool {
        let line = finding.start.line;
        let here = self.until.is_none_or(|until| (self.line..=until).contains(&line));
        here && self.rules.contains(&finding.rule.id)
    }
}

/// Reads what follows the mark: whether the whole file is meant, the rules, and the reason.
fn read(rest: &str) -> Result<(bool, Vec<&str>, &str), String> {
    let (is_file, rest) = match rest.strip_prefix("-file") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let (inner, _) = rest.split_once("-->").ok_or("the suppression is not closed on its line")?;
    let (rules, reason) = inner.split_once(':').ok_or("the suppression gives no reason")?;
    let rules: Vec<&str> = rules.split([',', ' ']).filter(|rule| !rule.is_empty()).collect();
    if reason.trim().chars().filter(|c| c.is_alphanumeric()).count() < 3 {
        return Err("the suppression gives no reason".to_owned());
    }
    match rules.iter().find(|rule| council_rules::rule(rule).is_none()) {
        Some(unknown) => Err(format!("there is no rule `{unknown}` to suppress")),
        None if rules.is_empty() => Err("the suppression names no rule".to_owned()),
        None => Ok((is_file, rules, reason.trim())),
    }
}

/// Returns the next line with words after a line.
fn next_line(text: &str, after: u32) -> u32 {
    let lines =
        (1..).zip(text.lines()).filter(|(number, line)| *number > after && !line.trim().is_empty());
    lines.map(|(number, _)| number).next().unwrap_or(after)
}
