//! For test reporters: `JUnit` XML. A report is a suite; its decision and each of its signals are test cases.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use council_core::gate::{Outcome, Weight};

use super::{Noticed, Report, clean, human};

/// Renders reports as one text.
pub fn render(reports: &[Report]) -> String {
    super::rendered(|out| write(reports, out))
}

/// Writes reports as one XML document.
pub fn write(reports: &[Report], out: &mut impl Write) -> io::Result<()> {
    let total = JunitCounts::sum(reports.iter().map(JunitCounts::of));
    out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
    writeln!(out, "<testsuites name=\"council\" {}>", total.attributes())?;
    for report in reports {
        let subject = report.suite.as_ref().unwrap_or(&report.subject);
        let name = format!("{} {subject}", report.command);
        let name = escape(name.trim_end());
        let counts = JunitCounts::of(report).attributes();
        writeln!(out, "  <testsuite name=\"{name}\" {counts}>")?;
        properties(report, out)?;
        cases(report, &name, out)?;
        out.write_all(b"  </testsuite>\n")?;
    }
    out.write_all(b"</testsuites>\n")
}

/// Writes the facts of a report that says them in every format.
fn properties(report: &Report, out: &mut impl Write) -> io::Result<()> {
    if report.full_facts().next().is_none() {
        return Ok(());
    }
    out.write_all(b"    <properties>\n")?;
    for (name, value) in report.full_facts() {
        let (name, value) = (escape(name), escape(value));
        writeln!(out, "      <property name=\"{name}\" value=\"{value}\"/>")?;
    }
    out.write_all(b"    </properties>\n")
}

/// Writes the cases of a report, of a class that is escaped already.
fn cases(report: &Report, class: &str, out: &mut impl Write) -> io::Result<()> {
    TestCase::decision(report).write(class, out)?;
    // A reporter takes two cases of one name for one case.
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for noticed in report.noticed() {
        let mut case = TestCase::of(noticed);
        let count = seen.entry(case.name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            case.name = format!("{} ({count})", case.name);
        }
        case.write(class, out)?;
    }
    Ok(())
}

struct TestCase<'a> {
    name: String,
    path: Option<&'a str>,
    line: Option<u32>,
    ending: CaseEnding,
    kind: &'a str,
    message: String,
    body: Vec<String>,
}

impl<'a> TestCase<'a> {
    fn decision(report: &Report) -> Self {
        let causes = report.failure.iter().flat_map(|failure| &failure.causes);
        let causes = causes.map(|cause| format!("cause: {cause}"));
        Self {
            name: "decision".to_owned(),
            path: None,
            line: None,
            ending: CaseEnding::of(report.outcome),
            kind: super::outcome_name(report.outcome),
            message: human::decision(report),
            body: causes.chain(report.next.iter().map(|step| format!("next: {step}"))).collect(),
        }
    }

    fn of(noticed: Noticed<'a>) -> Self {
        let place = noticed.path().map(|_| format!("at: {}", noticed.place()));
        let details = noticed.details().iter().map(|(name, value)| format!("{name}: {value}"));
        let help = noticed.help().map(|help| format!("help: {help}"));
        Self {
            name: format!("{}: {}", noticed.code(), steady(noticed.message())),
            path: noticed.path(),
            line: noticed.line(),
            ending: CaseEnding::of_weight(noticed.weight()),
            kind: noticed.code(),
            message: noticed.message().to_owned(),
            body: place.into_iter().chain(details).chain(help).collect(),
        }
    }

    fn write(&self, class: &str, out: &mut impl Write) -> io::Result<()> {
        let (name, message, kind) = (escape(&self.name), escape(&self.message), escape(self.kind));
        let body = escape(&self.body.join("\n"));
        write!(out, "    <testcase classname=\"{class}\" name=\"{name}\"")?;
        if let Some(path) = self.path {
            write!(out, " file=\"{}\"", escape(path))?;
        }
        if let Some(line) = self.line {
            write!(out, " line=\"{line}\"")?;
        }
        out.write_all(b">\n")?;
        match self.ending {
            // A reporter shows nothing of a case that passed but what it printed.
            CaseEnding::Passed if body.is_empty() => {
                writeln!(out, "      <system-out>{message}</system-out>")
            }
            CaseEnding::Passed => {
                writeln!(out, "      <system-out>{message}&#10;{body}</system-out>")
            }
            CaseEnding::Skipped => writeln!(out, "      <skipped message=\"{message}\"/>"),
            CaseEnding::Failed => writeln!(
                out,
                "      <failure message=\"{message}\" type=\"{kind}\">{body}</failure>"
            ),
            CaseEnding::Broken => {
                writeln!(out, "      <error message=\"{message}\" type=\"{kind}\">{body}</error>")
            }
        }?;
        out.write_all(b"    </testcase>\n")
    }
}

/// Returns a message without the lines that it names, so that a test keeps its name, and with it its history, when a line
/// is inserted above.
fn steady(message: &str) -> String {
    let mut steady = String::with_capacity(message.len());
    for c in message.chars() {
        let is_line = ["line ", "lines ", ":", "line …", "lines …", ":…"];
        match c {
            '0'..='9' if is_line.iter().any(|before| steady.ends_with(before)) => {
                if !steady.ends_with('…') {
                    steady.push('…');
                }
            }
            c => steady.push(c),
        }
    }
    steady
}

/// How a test case ended.
#[derive(Clone, Copy)]
enum CaseEnding {
    Passed,
    Skipped,
    Failed,
    Broken,
}

impl CaseEnding {
    /// Whatever ends with an exit code other than 0 is red in the reporter too.
    fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Pass | Outcome::Warned => CaseEnding::Passed,
            Outcome::Skipped => CaseEnding::Skipped,
            Outcome::WarnedStrictly
            | Outcome::Missing
            | Outcome::Blocked
            | Outcome::ApprovalNeeded => CaseEnding::Failed,
            Outcome::InputNeeded | Outcome::Failed => CaseEnding::Broken,
        }
    }

    fn of_weight(weight: Weight) -> Self {
        match weight {
            Weight::Block => CaseEnding::Failed,
            Weight::Advisory => CaseEnding::Passed,
        }
    }
}

#[derive(Clone, Copy, Default)]
struct JunitCounts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl JunitCounts {
    /// Counts the cases of a report: its decision, and everything it noticed.
    fn of(report: &Report) -> Self {
        let noticed = report.noticed().map(|noticed| CaseEnding::of_weight(noticed.weight()));
        let endings = std::iter::once(CaseEnding::of(report.outcome)).chain(noticed);
        Self::sum(endings.map(Self::one))
    }

    fn one(ending: CaseEnding) -> Self {
        let one = Self { tests: 1, ..Self::default() };
        match ending {
            CaseEnding::Passed => one,
            CaseEnding::Skipped => Self { skipped: 1, ..one },
            CaseEnding::Failed => Self { failures: 1, ..one },
            CaseEnding::Broken => Self { errors: 1, ..one },
        }
    }

    fn sum(all: impl Iterator<Item = Self>) -> Self {
        all.fold(Self::default(), |sum, next| Self {
            tests: sum.tests + next.tests,
            failures: sum.failures + next.failures,
            errors: sum.errors + next.errors,
            skipped: sum.skipped + next.skipped,
        })
    }

    fn attributes(self) -> String {
        let Self { tests, failures, errors, skipped } = self;
        format!(
            "tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\""
        )
    }
}

/// Escapes text for an attribute or an element. What XML cannot hold is already shown as an escape by [`clean`], and
/// line breaks are references, so that no text begins a line of the document.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in clean::block(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_does_not_change_with_the_lines_it_speaks_of() {
        assert_eq!(
            steady("line 210 already requires 3 of these"),
            "line … already requires 3 of these"
        );
        assert_eq!(
            steady("given at prd.md:11, `2 s` on lines 4"),
            "given at prd.md:…, `2 s` on lines …"
        );
    }
}
