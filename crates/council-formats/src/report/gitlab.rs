//! For merge requests of GitLab: a report of its Code Quality.

use std::io::{self, Write};

use council_core::severity::Severity;
use serde::Serialize;

use super::{Report, clean, fingerprint, json as plain_json};

/// Renders reports as one text.
pub fn render(reports: &[Report]) -> String {
    super::rendered(|out| write(reports, out))
}

/// Writes everything that was noticed in a file. GitLab shows only the first of those with equal fingerprints, so that each has
/// its own.
pub fn write(reports: &[Report], out: &mut impl Write) -> io::Result<()> {
    let issues: Vec<GitlabIssue<'_>> = fingerprint::of(reports)
        .filter_map(|(noticed, fingerprint)| {
            Some(GitlabIssue {
                description: on_one_line(&noticed.advice()),
                check_name: noticed.code(),
                fingerprint,
                severity: level(noticed.severity()),
                location: GitlabLocation {
                    path: noticed.path()?,
                    lines: GitlabLines { begin: noticed.line().unwrap_or(1).max(1) },
                },
            })
        })
        .collect();
    plain_json::write_value(&issues, out)
}

#[derive(Serialize)]
struct GitlabIssue<'a> {
    description: String,
    check_name: &'a str,
    fingerprint: String,
    severity: &'static str,
    location: GitlabLocation<'a>,
}

#[derive(Serialize)]
struct GitlabLocation<'a> {
    path: &'a str,
    lines: GitlabLines,
}

#[derive(Serialize)]
struct GitlabLines {
    begin: u32,
}

/// Returns a text on one line: GitLab shows no other.
fn on_one_line(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(clean::line).collect();
    lines.join(" · ")
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Blocker => "blocker",
        Severity::Major => "major",
        Severity::Minor => "minor",
        Severity::Note => "info",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing;

    #[test]
    fn each_has_a_place_a_level_and_a_fingerprint_of_its_own() {
        let report = testing::with_two_equal_findings();
        let issues: serde_json::Value = serde_json::from_str(&render(&[report])).unwrap();
        assert_eq!(issues[0]["location"]["path"], "a.md");
        assert_eq!(issues[0]["location"]["lines"]["begin"], 1);
        assert_eq!(issues[0]["severity"], "info");
        assert_eq!(issues[0]["check_name"], "doubled-word");
        assert_eq!(issues[0]["description"], "`the` stands twice · help: write it once");
        assert_ne!(issues[0]["fingerprint"], issues[1]["fingerprint"]);
    }
}
