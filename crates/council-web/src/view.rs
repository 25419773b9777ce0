//! Reports as templates take them: the same values that commands print, cleaned piece by piece.

use askama::Template;
use council::{
    StoreError,
    core::{
        gate::{Outcome, Weight},
        severity::Severity,
        verdict::Verdict,
    },
    formats::report::{
        CommandFailure, Report,
        sheet::{Sheet, SheetBlock, SheetItem},
    },
    run::RunError,
};

use crate::{markdown, text};

/// A report.
#[derive(Debug, Template)]
#[template(path = "report.html")]
pub(crate) struct ReportView {
    /// What tells its headings from those of other reports on a page.
    pub(crate) key: &'static str,
    pub(crate) subject: String,
    pub(crate) headline: String,
    /// How it ended: a shape, a word and a colour, so that none of them has to be seen.
    pub(crate) outcome: Tone,
    pub(crate) outcome_word: &'static str,
    pub(crate) facts: Vec<(String, String)>,
    pub(crate) signals: Vec<SignalView>,
    pub(crate) next: Vec<String>,
    /// A page of Markdown, as HTML.
    pub(crate) page: Option<String>,
    /// A page as data, as HTML.
    pub(crate) sheet: Option<String>,
}

/// What was noticed.
#[derive(Debug)]
pub(crate) struct SignalView {
    pub(crate) tone: Tone,
    pub(crate) word: &'static str,
    pub(crate) code: String,
    pub(crate) place: String,
    pub(crate) message: String,
    pub(crate) help: String,
    pub(crate) details: Vec<(String, String)>,
}

/// How grave something is to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    Good,
    Mild,
    Grave,
    Worst,
    Quiet,
}

impl Tone {
    /// Returns the name of the class.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Tone::Good => "good",
            Tone::Mild => "mild",
            Tone::Grave => "grave",
            Tone::Worst => "worst",
            Tone::Quiet => "quiet",
        }
    }

    /// Returns a shape that can be told from the others without colour.
    pub(crate) fn shape(self) -> &'static str {
        match self {
            Tone::Good => "✓",
            Tone::Mild => "△",
            Tone::Grave => "▲",
            Tone::Worst => "■",
            Tone::Quiet => "○",
        }
    }

    pub(crate) fn of_severity(severity: Option<Severity>) -> Self {
        match severity {
            Some(Severity::Blocker) => Tone::Worst,
            Some(Severity::Major) => Tone::Grave,
            Some(Severity::Minor) => Tone::Mild,
            Some(Severity::Note) | None => Tone::Quiet,
        }
    }

    pub(crate) fn of_verdict(verdict: Option<Verdict>) -> Self {
        match verdict {
            Some(Verdict::Pass) => Tone::Good,
            Some(Verdict::PassWithConcerns) => Tone::Mild,
            Some(Verdict::Remediate) => Tone::Grave,
            Some(Verdict::Fail | Verdict::Adjudicate | Verdict::Aborted) => Tone::Worst,
            Some(Verdict::Skipped) | None => Tone::Quiet,
        }
    }

    pub(crate) fn of_outcome(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Pass => Tone::Good,
            Outcome::Warned | Outcome::WarnedStrictly => Tone::Mild,
            Outcome::ApprovalNeeded | Outcome::InputNeeded => Tone::Grave,
            Outcome::Blocked | Outcome::Failed | Outcome::Missing => Tone::Worst,
            Outcome::Skipped => Tone::Quiet,
        }
    }
}

/// Says in a word how something ended.
pub(crate) fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "passed",
        Outcome::Warned => "passed with warnings",
        Outcome::WarnedStrictly => "warnings that count",
        Outcome::Skipped => "nothing decided",
        Outcome::Missing => "missing",
        Outcome::Blocked => "blocked",
        Outcome::ApprovalNeeded => "waits for an approval",
        Outcome::InputNeeded => "waits for an answer",
        Outcome::Failed => "failed",
    }
}

/// Says that something could not be done.
pub(crate) fn failure(command: &'static str, error: &RunError) -> Report {
    let hints = error.help().into_iter().collect();
    let failure = CommandFailure { exit_code: 3, causes: Vec::new(), hints };
    Report::failed(command, error.to_string(), failure)
}

/// Says that the repository could not be read.
pub(crate) fn unreadable(command: &'static str, error: &StoreError) -> Report {
    let hints = error.help().map(str::to_owned).into_iter().collect();
    let failure = CommandFailure { exit_code: 3, causes: Vec::new(), hints };
    Report::failed(command, error.to_string(), failure)
}

impl ReportView {
    /// Sets a report.
    pub(crate) fn of(report: &Report) -> Self {
        Self::linked(report, &Links::default())
    }

    /// Sets a report with the names in it that lead somewhere.
    pub(crate) fn linked(report: &Report, links: &Links) -> Self {
        let signals = report.noticed().map(|one| SignalView {
            tone: match one.weight() {
                Weight::Block => Tone::Worst,
                Weight::Advisory => Tone::Mild,
            },
            word: match one.weight() {
                Weight::Block => "blocks",
                Weight::Advisory => "advises",
            },
            code: text::line(one.code()),
            place: one.path().map(|_| text::line(&one.place().to_string())).unwrap_or_default(),
            message: text::shown(one.message()),
            help: text::shown(one.help().unwrap_or_default()),
            details: pairs(one.details()),
        });
        Self {
            key: report.command,
            subject: text::line(&report.subject),
            headline: text::shown(&report.headline),
            outcome: Tone::of_outcome(report.outcome),
            outcome_word: outcome_word(report.outcome),
            facts: pairs(&report.facts),
            signals: signals.collect(),
            next: report.next.iter().map(|one| text::shown(one)).collect(),
            page: report.page.as_deref().map(markdown::rendered),
            sheet: report
                .sheet
                .as_ref()
                .map(|sheet| SheetView::of(sheet, links).render().unwrap_or_default()),
        }
    }
}

fn pairs<N: AsRef<str>>(facts: &[(N, String)]) -> Vec<(String, String)> {
    facts.iter().map(|(name, value)| (text::line(name.as_ref()), text::shown(value))).collect()
}

/// Where the names of a sheet lead.
#[derive(Debug, Clone, Default)]
pub(crate) struct Links {
    /// The session whose findings have pages.
    pub(crate) session: Option<String>,
    /// The headings that are set elsewhere on the page.
    pub(crate) left_out: &'static [&'static str],
}

impl Links {
    fn to(&self, name: &str) -> Option<String> {
        let session = self.session.as_ref()?;
        let finding = name.split_whitespace().next()?;
        let is_finding = finding.starts_with("FND-");
        is_finding.then(|| {
            format!("/sessions/{}/findings/{}", text::piece(session), text::piece(finding))
        })
    }
}

/// A page as data.
#[derive(Debug, Template)]
#[template(path = "sheet.html")]
pub(crate) struct SheetView {
    pub(crate) sections: Vec<SectionView>,
}

/// A heading and what stands below it.
#[derive(Debug, Default)]
pub(crate) struct SectionView {
    pub(crate) id: String,
    pub(crate) heading: String,
    pub(crate) blocks: Vec<BlockView>,
}

/// One piece; everything but one part of it is empty.
#[derive(Debug, Default)]
pub(crate) struct BlockView {
    pub(crate) prose: String,
    pub(crate) facts: Vec<(String, String)>,
    pub(crate) items: Vec<ItemView>,
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// An entry of a list.
#[derive(Debug)]
pub(crate) struct ItemView {
    pub(crate) tone: Tone,
    pub(crate) name: String,
    pub(crate) href: String,
    pub(crate) text: String,
    pub(crate) facts: Vec<(String, String)>,
}

impl SheetView {
    /// Sets a sheet: what stands before its first heading is a section without one.
    pub(crate) fn of(sheet: &Sheet, links: &Links) -> Self {
        let mut sections = vec![SectionView::default()];
        let mut is_left_out = false;
        let mut tone = Tone::Quiet;
        for block in &sheet.blocks {
            if let SheetBlock::Heading(heading) = block {
                tone = tone_of(heading);
                is_left_out = links.left_out.iter().any(|left| heading.starts_with(left));
                if !is_left_out {
                    let (id, heading) = (text::anchor(heading), text::shown(heading));
                    sections.push(SectionView { id, heading, blocks: Vec::new() });
                }
                continue;
            }
            if let Some(section) = sections.last_mut().filter(|_| !is_left_out) {
                section.blocks.push(BlockView::of(block, tone, links));
            }
        }
        sections.retain(|section| !section.blocks.is_empty());
        Self { sections }
    }
}

/// Tells how grave what stands below a heading is.
fn tone_of(heading: &str) -> Tone {
    let grave = [("Blockers", Tone::Worst), ("Majors", Tone::Grave), ("Minors", Tone::Mild)];
    let found = grave.into_iter().find(|(word, _)| heading.starts_with(word));
    found.map_or(Tone::Quiet, |(_, tone)| tone)
}

impl BlockView {
    fn of(block: &SheetBlock, tone: Tone, links: &Links) -> Self {
        match block {
            SheetBlock::Heading(_) => Self::default(),
            SheetBlock::Prose(prose) => Self { prose: text::shown(prose), ..Self::default() },
            SheetBlock::Facts(facts) => Self { facts: pairs(facts), ..Self::default() },
            SheetBlock::Items(items) => {
                let items = items.iter().map(|item| ItemView::of(item, tone, links));
                Self { items: items.collect(), ..Self::default() }
            }
            SheetBlock::Table(table) => Self {
                head: table.head.iter().map(|cell| text::line(cell)).collect(),
                rows: table
                    .rows
                    .iter()
                    .map(|row| row.iter().map(|cell| text::line(cell)).collect())
                    .collect(),
                ..Self::default()
            },
        }
    }
}

impl ItemView {
    fn of(item: &SheetItem, tone: Tone, links: &Links) -> Self {
        Self {
            tone,
            name: text::line(&item.name),
            href: links.to(&item.name).unwrap_or_default(),
            text: text::shown(&item.text),
            facts: pairs(&item.facts),
        }
    }
}
