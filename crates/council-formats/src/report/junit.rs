//! For test reporters: `JUnit` XML. A report is a suite; its decision and each of its signals are test cases.

use std::{collections::BTreeMap, fmt::Write as _};

use council_core::{
    diagnostic::Place,
    gate::{Outcome, Signal, Weight},
};

use super::{Report, clean, human};

/// Renders reports as one XML document.
pub fn render(reports: &[Report]) -> String {
    let suites: Vec<_> = reports.iter().map(Suite::of).collect();
    let total = Counts::sum(suites.iter().map(|suite| suite.counts));
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(text, "<testsuites name=\"council\" {}>", total.attributes());
    for suite in suites {
        let _ = writeln!(
            text,
            "  <testsuite name=\"{}\" {}>",
            escape(&suite.name),
            suite.counts.attributes()
        );
        for case in suite.cases {
            case.write(&mut text, &suite.name);
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

struct Suite {
    name: String,
    counts: Counts,
    cases: Vec<Case>,
}

impl Suite {
    fn of(report: &Report) -> Self {
        let decision = Case {
            name: "decision".to_owned(),
            place: Place::default(),
            ending: Ending::of(report.outcome),
            kind: super::outcome_name(report.outcome).to_owned(),
            message: human::decision(report),
            body: report.next.iter().map(|step| format!("next: {step}")).collect(),
        };
        let mut cases = vec![decision];
        // A reporter takes two cases of one name for one case.
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for signal in report.noticed() {
            let case = Case::of(signal);
            let count = seen.entry(case.name.clone()).or_default();
            *count += 1;
            let name = if *count == 1 { case.name } else { format!("{} ({count})", case.name) };
            cases.push(Case { name, ..case });
        }
        let name = format!("{} {}", report.command, report.subject).trim_end().to_owned();
        let counts = Counts::sum(cases.iter().map(|case| Counts::one(case.ending)));
        Self { name, counts, cases }
    }
}

struct Case {
    name: String,
    place: Place,
    ending: Ending,
    kind: String,
    message: String,
    body: Vec<String>,
}

impl Case {
    fn of(signal: &Signal) -> Self {
        let place = signal.place.path.iter().map(|_| format!("at: {}", signal.place));
        let help = signal.help.iter().map(|help| format!("help: {help}"));
        Self {
            name: format!("{}: {}", signal.code, signal.message),
            place: signal.place.clone(),
            ending: match signal.weight {
                Weight::Block => Ending::Failed,
                Weight::Advisory => Ending::Passed,
            },
            kind: signal.code.clone(),
            message: signal.message.clone(),
            body: place.chain(help).collect(),
        }
    }

    fn write(&self, text: &mut String, class: &str) {
        let (name, class) = (escape(&self.name), escape(class));
        let (message, kind) = (escape(&self.message), escape(&self.kind));
        let body = escape(&self.body.join("\n"));
        let _ = write!(text, "    <testcase classname=\"{class}\" name=\"{name}\"");
        if let Some(path) = &self.place.path {
            let _ = write!(text, " file=\"{}\"", escape(path));
        }
        if let Some(line) = self.place.line {
            let _ = write!(text, " line=\"{line}\"");
        }
        text.push_str(">\n");
        let _ = match self.ending {
            // A reporter shows nothing of a case that passed but what it printed.
            Ending::Passed if body.is_empty() => {
                writeln!(text, "      <system-out>{message}</system-out>")
            }
            Ending::Passed => writeln!(text, "      <system-out>{message}&#10;{body}</system-out>"),
            Ending::Skipped => writeln!(text, "      <skipped message=\"{message}\"/>"),
            Ending::Failed => writeln!(
                text,
                "      <failure message=\"{message}\" type=\"{kind}\">{body}</failure>"
            ),
            Ending::Broken => {
                writeln!(text, "      <error message=\"{message}\" type=\"{kind}\">{body}</error>")
            }
        };
        text.push_str("    </testcase>\n");
    }
}

/// How a test case ended.
#[derive(Clone, Copy)]
enum Ending {
    Passed,
    Skipped,
    Failed,
    Broken,
}

impl Ending {
    /// Whatever ends with an exit code other than 0 is red in the reporter too.
    fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Pass | Outcome::Warned => Ending::Passed,
            Outcome::Skipped => Ending::Skipped,
            Outcome::WarnedStrictly
            | Outcome::Missing
            | Outcome::Blocked
            | Outcome::ApprovalNeeded => Ending::Failed,
            Outcome::InputNeeded | Outcome::Failed => Ending::Broken,
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Counts {
    fn one(ending: Ending) -> Self {
        let one = Self { tests: 1, ..Self::default() };
        match ending {
            Ending::Passed => one,
            Ending::Skipped => Self { skipped: 1, ..one },
            Ending::Failed => Self { failures: 1, ..one },
            Ending::Broken => Self { errors: 1, ..one },
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
