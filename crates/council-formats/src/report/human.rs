//! For people at a terminal.
//!
//! The decision comes first, then what blocks, what is only worth knowing, what was read, and what to do next. Words
//! carry the meaning; colour repeats it. The text holds ANSI styles, which the printer removes where colour is not
//! wanted, and no other control character: everything from outside goes through [`clean`] on its way in.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use anstyle::{AnsiColor, Style};
use council_core::gate::{Outcome, Signal, Weight};

use super::{
    Finding, Report, clean,
    excerpt::{self, Excerpt},
    sheet, worst,
};

/// How much to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The decision and what blocks.
    Brief,
    /// What a person wants to read.
    Normal,
    /// Also what is usually left out where several reports are shown.
    Full,
}

/// How many bytes a finding has, about.
const EXPECTED: usize = 512;

const GREEN: Style = AnsiColor::Green.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const CYAN: Style = AnsiColor::Cyan.on_default();
const BOLD: Style = Style::new().bold();

/// Renders reports as one text.
pub fn render(reports: &[Report], detail: Detail) -> String {
    super::rendered(|out| write(reports, detail, out))
}

/// Writes reports, with a summary line where there are several.
pub fn write(reports: &[Report], detail: Detail, out: &mut impl Write) -> io::Result<()> {
    let mut page = Page { out, is_begun: false, is_gap: false };
    match reports {
        [report] => page.report(report, detail),
        reports => page.reports(reports, detail),
    }
}

/// Returns the decision on one line without colour, for the formats that want one sentence.
pub(super) fn decision(report: &Report) -> String {
    let (word, _) = spoken(report.outcome);
    let said = [word, &report.subject, &report.headline];
    let said: Vec<_> = said.into_iter().filter(|part| !part.is_empty()).collect();
    clean::line(&said.join(": ")).into_owned()
}

/// Returns how an outcome is said, and in which colour.
pub(super) fn spoken(outcome: Outcome) -> (&'static str, Style) {
    match outcome {
        Outcome::Pass => ("pass", GREEN),
        Outcome::Skipped => ("skipped", YELLOW),
        Outcome::Warned | Outcome::WarnedStrictly => ("warning", YELLOW),
        Outcome::Missing => ("missing", RED),
        Outcome::Blocked => ("blocked", RED),
        Outcome::ApprovalNeeded => ("approval needed", RED),
        Outcome::InputNeeded => ("input needed", RED),
        Outcome::Failed => ("failed", RED),
    }
}

/// What is being written.
struct Page<'w, W> {
    out: &'w mut W,
    /// Whether anything has been written.
    is_begun: bool,
    /// Whether what has been written ends with an empty line.
    is_gap: bool,
}

impl<W: Write> Page<'_, W> {
    fn report(&mut self, report: &Report, detail: Detail) -> io::Result<()> {
        if let Some(sheet) = &report.sheet {
            self.text(&match detail {
                Detail::Brief => sheet::title(sheet),
                Detail::Normal | Detail::Full => sheet::terminal(sheet),
            })?;
        } else {
            self.decision(report)?;
            self.signals(report, detail)?;
        }
        if detail != Detail::Brief {
            self.facts(report)?;
            self.next(report.next.iter())?;
        }
        Ok(())
    }

    fn reports(&mut self, reports: &[Report], detail: Detail) -> io::Result<()> {
        let mut next: Vec<&String> = Vec::new();
        for report in reports {
            let says_more = match detail {
                Detail::Brief => report.of_weight(Weight::Block).next().is_some(),
                Detail::Normal => !report.signals.is_empty(),
                Detail::Full => !report.signals.is_empty() || !report.facts.is_empty(),
            };
            if detail == Detail::Brief
                && !says_more
                && matches!(report.outcome, Outcome::Pass | Outcome::Warned)
            {
                continue;
            }
            if says_more {
                self.gap()?;
            }
            self.decision(report)?;
            self.signals(report, detail)?;
            if detail == Detail::Full {
                self.facts(report)?;
            }
            if says_more {
                self.gap()?;
            }
            for step in &report.next {
                if !next.contains(&step) {
                    next.push(step);
                }
            }
        }
        if detail != Detail::Brief {
            self.next(next.into_iter())?;
        }
        self.gap()?;
        let (word, style) = spoken(worst(reports));
        self.line(&format!("{style}{word}:{style:#} {}", tally(reports)))
    }

    fn decision(&mut self, report: &Report) -> io::Result<()> {
        if let Some(page) = &report.page {
            return self.line(clean::block(page).trim_end_matches('\n'));
        }
        let (word, style) = spoken(report.outcome);
        let subject = clean::line(&report.subject);
        let headline = clean::line(&report.headline);
        let said = match (subject.is_empty(), headline.is_empty()) {
            (true, _) => format!("{style}{word}:{style:#} {headline}"),
            (false, true) => format!("{style}{word}:{style:#} {BOLD}{subject}{BOLD:#}"),
            (false, false) => {
                format!("{style}{word}:{style:#} {BOLD}{subject}{BOLD:#}: {headline}")
            }
        };
        self.line(&said)
    }

    fn signals(&mut self, report: &Report, detail: Detail) -> io::Result<()> {
        let of = |weight| report.signals.iter().filter(move |signal| signal.weight == weight);
        for signal in of(Weight::Block) {
            self.signal(signal, "block", RED)?;
        }
        if detail != Detail::Brief {
            for signal in of(Weight::Advisory) {
                self.signal(signal, "advisory", YELLOW)?;
            }
        }
        for finding in &report.findings {
            if finding.weight() == Weight::Block || detail != Detail::Brief {
                self.finding(finding)?;
            }
        }
        Ok(())
    }

    /// Shows a finding with the line it stands on and a mark below the words that show it.
    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        self.gap()?;
        let style = if finding.weight() == Weight::Block { RED } else { YELLOW };
        let (severity, rule) = (finding.severity.word(), finding.rule);
        let message = clean::line(&finding.message);
        let (path, start) = (finding.original.path(), finding.start);
        let place = format!("{path}:{}:{}", start.line, start.column);
        let help = clean::line(&finding.remediation);
        let mut shown = String::with_capacity(EXPECTED);
        let _ = writeln!(shown, "{style}{severity}[{rule}]{style:#}: {message}");
        let _ = writeln!(shown, "  {CYAN}-->{CYAN:#} {}", clean::line(&place));
        if let Some(Excerpt { words, indent, marked }) = excerpt::of(finding) {
            let number = start.line.to_string();
            let width = number.len();
            let _ = writeln!(shown, "{CYAN}{:width$} |{CYAN:#}", "");
            let _ = writeln!(shown, "{CYAN}{number} |{CYAN:#} {words}");
            let _ = write!(shown, "{CYAN}{:width$} |{CYAN:#} {:indent$}", "", "");
            let _ = writeln!(shown, "{style}{:^<marked$}{style:#}", "");
        }
        let _ = write!(shown, "  {CYAN}help:{CYAN:#} {help}");
        self.line(&shown)
    }

    fn signal(&mut self, signal: &Signal, word: &str, style: Style) -> io::Result<()> {
        self.gap()?;
        let code = clean::line(&signal.code);
        let message = clean::line(&signal.message);
        self.line(&format!("{style}{word}[{code}]{style:#}: {message}"))?;
        if signal.place.path.is_some() || signal.place.line.is_some() {
            let place = signal.place.to_string();
            self.line(&format!("  {CYAN}-->{CYAN:#} {}", clean::line(&place)))?;
        }
        match &signal.help {
            Some(help) => self.line(&format!("  {CYAN}help:{CYAN:#} {}", clean::line(help))),
            None => Ok(()),
        }
    }

    fn facts(&mut self, report: &Report) -> io::Result<()> {
        if report.facts.is_empty() {
            return Ok(());
        }
        self.gap()?;
        let width = report.facts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, value) in &report.facts {
            self.line(&format!("  {name:width$}  {}", clean::line(value)))?;
        }
        Ok(())
    }

    fn next<'a>(&mut self, steps: impl Iterator<Item = &'a String>) -> io::Result<()> {
        for (index, step) in steps.enumerate() {
            if index == 0 {
                self.gap()?;
            }
            self.line(&format!("{CYAN}next:{CYAN:#} {}", clean::line(step)))?;
        }
        Ok(())
    }

    fn gap(&mut self) -> io::Result<()> {
        if self.is_begun && !self.is_gap { self.line("") } else { Ok(()) }
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(b"\n")?;
        self.is_gap = (self.is_begun && line.is_empty()) || line.ends_with('\n');
        self.is_begun = true;
        Ok(())
    }

    /// Writes lines that are ended.
    fn text(&mut self, lines: &str) -> io::Result<()> {
        match lines.strip_suffix('\n') {
            Some(lines) => self.line(lines),
            None => Ok(()),
        }
    }
}

/// Says how many reports there are, how they ended, worst first, and how many signals they hold.
fn tally(reports: &[Report]) -> String {
    let mut outcomes: Vec<_> = reports.iter().map(|report| report.outcome).collect();
    outcomes.sort_unstable_by(|a, b| b.cmp(a));
    let endings = outcomes
        .chunk_by(|a, b| counted(*a) == counted(*b))
        .filter_map(|same| Some(format!("{} {}", same.len(), counted(*same.first()?))));
    let endings: Vec<_> = endings.collect();
    let mut text = format!("{} checked: {}", reports.len(), endings.join(", "));
    let signals = [
        (Weight::Block, "blocking signal", "blocking signals"),
        (Weight::Advisory, "advisory", "advisories"),
    ];
    let signals: Vec<_> = signals
        .into_iter()
        .filter_map(|(weight, one, many)| {
            match reports.iter().map(|report| report.of_weight(weight).count()).sum() {
                0 => None,
                1 => Some(format!("1 {one}")),
                count => Some(format!("{count} {many}")),
            }
        })
        .collect();
    if !signals.is_empty() {
        let _ = write!(text, " ({})", signals.join(", "));
    }
    text
}

/// Returns how reports that ended so are counted.
fn counted(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "passed",
        Outcome::Skipped => "skipped",
        Outcome::Warned | Outcome::WarnedStrictly => "with warnings",
        Outcome::Missing => "missing",
        Outcome::Blocked => "blocked",
        Outcome::ApprovalNeeded => "without approval",
        Outcome::InputNeeded => "without input",
        Outcome::Failed => "failed",
    }
}
