//! For people at a terminal.
//!
//! The decision comes first, then what was noticed, the worst first, what was read, and what to do next. A linter's page
//! ends with the decision instead, since it is long and its end is what stays on the screen. Words carry the meaning;
//! colour repeats it. The text holds ANSI styles, which the printer removes where colour is not
//! wanted, and no other control character: everything from outside goes through [`clean`] on its way in.

mod fold;
mod tally;

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use anstyle::{AnsiColor, Style};
use council_core::{
    gate::{Outcome, Weight},
    severity::Severity,
};

use super::{
    Noticed, Report, ReportFinding, Telling, Width, clean,
    excerpt::{self, Excerpt},
    sheet, worst, wrap,
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
const MAGENTA: Style = AnsiColor::Magenta.on_default().bold();
const BLUE: Style = AnsiColor::Blue.on_default().bold();
const CYAN: Style = AnsiColor::Cyan.on_default();
const BOLD: Style = Style::new().bold();

/// Renders reports as one text, with lines as long as they are.
pub fn render(reports: &[Report], detail: Detail) -> String {
    super::rendered(|out| write(reports, detail, Width::Open, out))
}

/// Writes reports, with a summary line where there are several.
pub fn write(
    reports: &[Report],
    detail: Detail,
    width: Width,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut page = HumanPage { out, width, is_begun: false, is_gap: false };
    let is_listing = |report: &Report| match report.telling {
        Telling::Listing | Telling::WholeListing => report.sheet.is_none() && report.page.is_none(),
        Telling::Each | Telling::Folded => false,
    };
    match reports {
        reports if !reports.is_empty() && reports.iter().all(is_listing) => {
            page.listing(reports, detail)
        }
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

/// Returns the colour of a severity.
fn color(severity: Severity) -> Style {
    match severity {
        Severity::Blocker => RED,
        Severity::Major => MAGENTA,
        Severity::Minor => YELLOW,
        Severity::Note => BLUE,
    }
}

/// What is being written.
struct HumanPage<'w, W> {
    out: &'w mut W,
    width: Width,
    /// Whether anything has been written.
    is_begun: bool,
    /// Whether what has been written ends with an empty line.
    is_gap: bool,
}

impl<W: Write> HumanPage<'_, W> {
    fn report(&mut self, report: &Report, detail: Detail) -> io::Result<()> {
        if let Some(sheet) = &report.sheet {
            self.text(&match detail {
                Detail::Brief => sheet::title(sheet, self.width),
                Detail::Normal | Detail::Full => sheet::terminal(sheet, self.width),
            })?;
        } else {
            self.decision(report)?;
            self.noticed(std::slice::from_ref(report), detail)?;
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
            if detail == Detail::Brief && !says_more && report.passes() {
                continue;
            }
            if says_more {
                self.gap()?;
            }
            self.decision(report)?;
            self.noticed(std::slice::from_ref(report), detail)?;
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
        self.line(&format!("{style}{word}:{style:#} {}", tally::of(reports)))
    }

    /// Writes what was found in all reports, and how it ends below it.
    fn listing(&mut self, reports: &[Report], detail: Detail) -> io::Result<()> {
        self.noticed(reports, detail)?;
        // What stops without anything found says why in its headline.
        let is_silent = |report: &&Report| report.noticed().next().is_none() && !report.passes();
        if reports.len() > 1 && reports.iter().any(|report| is_silent(&report)) {
            self.gap()?;
            reports.iter().filter(is_silent).try_for_each(|report| self.decision(report))?;
        }
        let mut next: Vec<&String> = Vec::new();
        for step in reports.iter().flat_map(|report| &report.next) {
            if !next.contains(&step) {
                next.push(step);
            }
        }
        if detail == Detail::Full || (reports.len() == 1 && detail == Detail::Normal) {
            for report in reports {
                self.facts(report)?;
            }
        }
        if detail != Detail::Brief {
            self.next(next.into_iter())?;
        }
        self.gap()?;
        match reports {
            [report] => self.decision(report),
            reports => {
                let (word, style) = spoken(worst(reports));
                self.wrapped(&style, &format!("{word}:"), &tally::of(reports), 2)
            }
        }
    }

    fn decision(&mut self, report: &Report) -> io::Result<()> {
        if let Some(page) = &report.page {
            return self.whole_page(clean::block(page).trim_end_matches('\n'));
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

    /// Writes a page as it is; on a terminal, lines that do not fit are broken between words under their own indent.
    fn whole_page(&mut self, page: &str) -> io::Result<()> {
        let Some(width) = self.width.of_line() else { return self.line(page) };
        for line in page.lines() {
            let text = line.trim_start_matches(' ');
            let indent = line.len() - text.len();
            if wrap::wide(line) <= width {
                self.line(line)?;
                continue;
            }
            let (first, others) = (wrap::room(width, indent), wrap::room(width, indent + 2));
            for (at, part) in wrap::lines(text, first, others).iter().enumerate() {
                let indent = if at == 0 { indent } else { indent + 2 };
                self.line(&format!("{:indent$}{part}", ""))?;
            }
        }
        Ok(())
    }

    /// Shows what was noticed, the worst first; of a rule that repeats only the first few, where that is wanted.
    fn noticed(&mut self, reports: &[Report], detail: Detail) -> io::Result<()> {
        let folds = |report: &Report| match report.telling {
            Telling::Folded | Telling::Listing => detail != Detail::Full,
            Telling::Each | Telling::WholeListing => false,
        };
        let folds = reports.iter().any(folds);
        let mut hidden = 0;
        let all = fold::by_severity(reports);
        let wanted = |one: &&Noticed<'_>| detail != Detail::Brief || one.weight() == Weight::Block;
        let all: Vec<Noticed<'_>> = all.iter().filter(wanted).copied().collect();
        for same in all.chunk_by(|one, other| one.severity() == other.severity()) {
            let (shown, folded) =
                if folds { fold::parted(same) } else { (same.to_vec(), Vec::new()) };
            for one in shown {
                self.gap()?;
                self.one(one)?;
            }
            for (at, rest) in folded.iter().enumerate() {
                if at == 0 {
                    self.gap()?;
                }
                hidden += rest.count();
                let (severity, code) = (rest.severity.word(), clean::line(rest.code));
                let name = format!("{severity}[{code}] {}:", rest.times());
                self.wrapped(&color(rest.severity), &name, &rest.sentence(), 4)?;
            }
        }
        let is_listing = reports.iter().any(|report| report.telling == Telling::Listing);
        let flag = if is_listing { "--all" } else { "--verbose" };
        match hidden {
            0 => Ok(()),
            hidden => {
                let folded = format!("`{flag}` shows the {hidden} that are folded");
                self.gap()?;
                self.wrapped(&CYAN, "note:", &folded, 6)
            }
        }
    }

    /// Shows one thing that was noticed; of a finding also the line it stands on, with a mark below the words.
    fn one(&mut self, noticed: Noticed<'_>) -> io::Result<()> {
        let style = color(noticed.severity());
        let name = format!("{}[{}]:", noticed.severity().word(), clean::line(noticed.code()));
        self.wrapped(&style, &name, noticed.message(), 2)?;
        if noticed.path().is_some() || noticed.line().is_some() {
            let place = noticed.place().to_string();
            self.line(&format!("  {CYAN}-->{CYAN:#} {}", clean::line(&place)))?;
        }
        if let Noticed::Finding(finding) = noticed {
            self.excerpt(finding, style)?;
        }
        for (name, value) in noticed.details() {
            self.wrapped(&CYAN, &format!("  {name}:"), value, 8)?;
        }
        match noticed.help() {
            Some(help) => self.wrapped(&CYAN, "  help:", help, 8),
            None => Ok(()),
        }
    }

    fn excerpt(&mut self, finding: &ReportFinding, style: Style) -> io::Result<()> {
        let number = finding.start.line.to_string();
        let gutter = number.len() + 3;
        let room = self.width.of_line().map(|width| wrap::room(width, gutter));
        let Some(Excerpt { words, indent, marked }) = excerpt::of(finding, room) else {
            return Ok(());
        };
        let width = number.len();
        let mut shown = String::with_capacity(EXPECTED);
        let _ = writeln!(shown, "{CYAN}{:width$} |{CYAN:#}", "");
        let _ = writeln!(shown, "{CYAN}{number} |{CYAN:#} {words}");
        let _ = write!(shown, "{CYAN}{:width$} |{CYAN:#} {:indent$}", "", "");
        let _ = write!(shown, "{style}{:^<marked$}{style:#}", "");
        self.line(&shown)
    }

    /// Writes a text behind its name, in lines that begin at an indent where the terminal ends.
    fn wrapped(&mut self, style: &Style, name: &str, text: &str, indent: usize) -> io::Result<()> {
        let text = clean::line(text);
        let named = format!("{style}{name}{style:#}");
        let Some(width) = self.width.of_line() else {
            return self.line(&format!("{named} {text}"));
        };
        let first = wrap::room(width, wrap::wide(name) + 1);
        for (at, line) in wrap::lines(&text, first, wrap::room(width, indent)).iter().enumerate() {
            match at {
                0 => self.line(&format!("{named} {line}"))?,
                _ => self.line(&format!("{:indent$}{line}", ""))?,
            }
        }
        Ok(())
    }

    fn facts(&mut self, report: &Report) -> io::Result<()> {
        if report.facts.is_empty() {
            return Ok(());
        }
        self.gap()?;
        let width = report.facts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, value) in &report.facts {
            let name = format!("  {name:width$} ");
            self.wrapped(&Style::new(), &name, value, width + 4)?;
        }
        Ok(())
    }

    fn next<'a>(&mut self, steps: impl Iterator<Item = &'a String>) -> io::Result<()> {
        for (index, step) in steps.enumerate() {
            if index == 0 {
                self.gap()?;
            }
            self.wrapped(&CYAN, "next:", step, 6)?;
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

#[cfg(test)]
mod tests {
    use council_core::gate::Outcome;

    use super::*;

    #[test]
    fn a_page_is_broken_between_words_on_a_terminal_and_nowhere_else() {
        let long =
            "    ? by which measure, and by when, is it a success? Another way: name one measure";
        let mut report = Report::new("forum", "shop", Outcome::Pass, "");
        report.page = Some(format!("Round 1\n{long}\n"));
        let shown = |width: Width| {
            let mut out = Vec::new();
            write(std::slice::from_ref(&report), Detail::Normal, width, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert!(shown(Width::Open).starts_with(&format!("Round 1\n{long}\n")));
        let narrow = shown(Width::Columns(40));
        let expected = "Round 1\n    ? by which measure, and by when, is\n      it a success? Another way: name\n      one measure\n";
        assert!(narrow.starts_with(expected), "{narrow}");
    }
}
