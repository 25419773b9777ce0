//! Sessions, panels and forums: the list, one of them, and its findings.

use std::collections::BTreeSet;

use council::{
    StoreError, answer,
    core::severity::Severity,
    desk::{self, DeskItem, DeskItemKind},
    drill::{self, Drill},
    explain,
    formats::report::Report,
    forum::{self, ForumFolder, ForumRequest},
    handoff::{self, HandoffRequest},
    sessions, show,
};
use ratatui::{
    Frame,
    crossterm::event::{KeyCode, KeyEvent},
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::Paragraph,
};

use crate::{DeskContext, Paint, decide::failed, page::Scroll, text};

/// What people look at or decide on.
#[derive(Debug)]
pub(crate) struct Desk {
    items: Vec<DeskItem>,
    at: usize,
    top: usize,
}

impl Desk {
    /// Lists what there is.
    pub(crate) fn new(around: &DeskContext) -> Result<Self, StoreError> {
        Ok(Self { items: desk::items(&around.repo, (around.today)())?, at: 0, top: 0 })
    }

    /// Lists it again, and stays at what was chosen.
    pub(crate) fn refresh(&mut self, around: &DeskContext) -> Result<(), StoreError> {
        let chosen = self.chosen();
        self.items = desk::items(&around.repo, (around.today)())?;
        let at = chosen.and_then(|kind| self.items.iter().position(|item| item.kind == kind));
        self.at = at.unwrap_or(0);
        Ok(())
    }

    /// Returns what is chosen.
    pub(crate) fn chosen(&self) -> Option<DeskItemKind> {
        self.items.get(self.at).map(|item| item.kind.clone())
    }

    /// Moves by a key; false where the key does not move.
    pub(crate) fn press(&mut self, key: KeyEvent) -> bool {
        moved(&mut self.at, self.items.len(), key)
    }

    /// Draws the list.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, area: Rect) {
        if self.items.is_empty() {
            let said = ["There are no sessions, panels or forums here.".to_owned()];
            frame.render_widget(Paragraph::new(text::plain(&said, area.width)), area);
            return;
        }
        let width = usize::from(area.width);
        let longest = self.items.iter().map(|item| item.name.chars().count()).max();
        let name = longest.unwrap_or_default().clamp(8, width / 2);
        let row = |item: &DeskItem| {
            let kind = match &item.kind {
                DeskItemKind::Session(_) => "council",
                DeskItemKind::Panel(_) => "panel",
                DeskItemKind::Forum(_) => "forum",
            };
            let state = match &item.kind {
                DeskItemKind::Session(_) => format!("{}: ", item.state),
                DeskItemKind::Panel(_) | DeskItemKind::Forum(_) => String::new(),
            };
            let shown = text::cut(&item.name, name);
            text::cut(&format!("{kind:8}{shown:name$}  {state}{}", item.headline), width - 2)
        };
        let rows = self.items.iter().map(row).collect();
        list(frame, area, rows, self.at, &mut self.top);
    }
}

/// One of them in full, or what came of a decision.
#[derive(Debug)]
pub(crate) struct OpenedItem {
    /// What it is; nothing where it is only to be read.
    pub(crate) kind: Option<DeskItemKind>,
    /// What is said about it.
    reports: Vec<Report>,
    /// What belongs to it besides.
    page: Vec<String>,
    scroll: Scroll,
}

impl OpenedItem {
    /// Opens something.
    pub(crate) fn new(kind: DeskItemKind, around: &DeskContext) -> Self {
        let mut opened = Self::read(Vec::new());
        opened.kind = Some(kind);
        opened.refresh(around);
        opened
    }

    /// Opens reports that are only to be read.
    pub(crate) fn read(reports: Vec<Report>) -> Self {
        Self { kind: None, reports, page: Vec::new(), scroll: Scroll::default() }
    }

    /// Looks again. A session that another process holds is followed by its journal.
    pub(crate) fn refresh(&mut self, around: &DeskContext) {
        let (repo, today) = (&around.repo, (around.today)());
        match &self.kind {
            None => {}
            Some(DeskItemKind::Session(id)) => {
                self.reports = vec![match sessions::load(repo, id, Some(today)) {
                    Ok(kept) => show::report(&kept),
                    Err(error) => *failed("show", &error),
                }];
            }
            Some(DeskItemKind::Panel(project)) => {
                let gate = handoff::gate(repo, &HandoffRequest::new(project.clone(), today));
                let gate = match gate {
                    Ok(gate) => drilled(handoff::report(&gate), &gate.stand_ins),
                    Err(error) => *failed("gate handoff", &error),
                };
                let again = match handoff::rereview(repo, project) {
                    Ok(again) => {
                        handoff::rereview_report(&again, handoff::waits(repo, project, today))
                    }
                    Err(error) => *failed("gate rereview", &error),
                };
                self.reports = vec![gate, again];
            }
            Some(DeskItemKind::Forum(project)) => {
                let request = ForumRequest { project: project.clone() };
                self.reports = vec![match forum::review(repo, &request) {
                    Ok(review) => drilled(forum::report(&review), &review.stand_ins),
                    Err(error) => *failed("gate forum", &error),
                }];
                let room = ForumFolder::find(repo, project).ok();
                let page = room.and_then(|room| forum::shown(&room.discussion));
                self.page = page.iter().flat_map(|page| page.lines()).map(str::to_owned).collect();
            }
        }
        let asks = self.kind.as_ref().map(|kind| desk::asked(repo, kind)).unwrap_or_default();
        if let Some(first) = self.reports.first_mut().filter(|_| !asks.is_empty()) {
            answer::waiting(first, &asks);
        }
    }

    /// Moves by a key; false where the key does not move.
    pub(crate) fn press(&mut self, key: KeyEvent) -> bool {
        match key.code {
            KeyCode::Down | KeyCode::Char('j') => self.scroll.step(true),
            KeyCode::Up | KeyCode::Char('k') => self.scroll.step(false),
            _ => return self.scroll.press(key),
        }
        true
    }

    /// Returns what it is called.
    pub(crate) fn title(&self) -> String {
        match &self.kind {
            None => {
                self.reports.first().map(|report| report.command).unwrap_or_default().to_owned()
            }
            Some(DeskItemKind::Session(id)) => format!("session {id}"),
            Some(DeskItemKind::Panel(project)) => format!("panel {project}"),
            Some(DeskItemKind::Forum(project)) => format!("forum {project}"),
        }
    }

    /// Says where the view is.
    pub(crate) fn place(&self) -> String {
        self.scroll.place()
    }

    /// Draws it.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, paint: Paint) {
        let mut lines = text::reports(&self.reports, area.width, paint);
        lines.extend(text::plain(&self.page, area.width));
        self.scroll.draw(frame, area, lines);
    }
}

/// Marks what stand-ins came to, as the gates do where nobody says that a drill is meant.
fn drilled(mut report: Report, stand_ins: &BTreeSet<&'static str>) -> Report {
    drill::mark(&mut report, stand_ins, Drill::Unsaid);
    report
}

/// The findings of a session.
#[derive(Debug)]
pub(crate) struct FindingsView {
    session: String,
    rows: Vec<(String, String)>,
    at: usize,
    top: usize,
}

impl FindingsView {
    /// Lists the findings of a session.
    pub(crate) fn new(session: &str, around: &DeskContext) -> Result<Self, Box<Report>> {
        let kept = sessions::load(&around.repo, session, Some((around.today)()))
            .map_err(|error| failed("show", &error))?;
        let rows = kept.findings().into_iter().map(|found| {
            let severity = found.severity.map_or("–", Severity::word);
            let place = found.place.to_string();
            let line = format!("{severity:8}{}  {place}  {}", found.id, found.description);
            (found.id, line)
        });
        Ok(Self { session: session.to_owned(), rows: rows.collect(), at: 0, top: 0 })
    }

    /// Moves by a key; false where the key does not move.
    pub(crate) fn press(&mut self, key: KeyEvent) -> bool {
        moved(&mut self.at, self.rows.len(), key)
    }

    /// Opens the chosen finding: its words, its lines, who said what about it.
    pub(crate) fn open(&self, around: &DeskContext) -> Option<OpenedItem> {
        let (id, _) = self.rows.get(self.at)?;
        let today = (around.today)();
        let explained = explain::finding(&around.repo, id, Some(&self.session), today);
        Some(OpenedItem::read(vec![match explained {
            Ok(explained) => explain::report(&explained),
            Err(error) => *failed("explain", &error),
        }]))
    }

    /// Returns what it is called.
    pub(crate) fn title(&self) -> String {
        format!("findings of {}", self.session)
    }

    /// Draws the list.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, area: Rect) {
        if self.rows.is_empty() {
            frame.render_widget(Paragraph::new("It has no findings."), area);
            return;
        }
        let width = usize::from(area.width).saturating_sub(2);
        let rows = self.rows.iter().map(|(_, line)| text::cut(line, width)).collect();
        list(frame, area, rows, self.at, &mut self.top);
    }
}

/// Moves a choice by a key; false where the key does not move.
fn moved(at: &mut usize, count: usize, key: KeyEvent) -> bool {
    let last = count.saturating_sub(1);
    *at = match key.code {
        KeyCode::Up | KeyCode::Char('k') => at.saturating_sub(1),
        KeyCode::Down | KeyCode::Char('j') => (*at + 1).min(last),
        KeyCode::PageUp => at.saturating_sub(10),
        KeyCode::PageDown => (*at + 10).min(last),
        KeyCode::Home => 0,
        KeyCode::End => last,
        _ => return false,
    };
    true
}

/// Draws rows with one of them chosen.
fn list(frame: &mut Frame<'_>, area: Rect, rows: Vec<String>, at: usize, top: &mut usize) {
    let height = usize::from(area.height).max(1);
    *top = (*top).min(at).max((at + 1).saturating_sub(height));
    let in_view = rows.into_iter().enumerate().skip(*top).take(height);
    let lines: Vec<Line<'_>> = in_view
        .map(|(row, words)| {
            if row == at {
                let chosen = Style::new().add_modifier(Modifier::REVERSED);
                return Line::from(vec![Span::raw("> "), Span::styled(words, chosen)]);
            }
            Line::from(format!("  {words}"))
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), area);
}
