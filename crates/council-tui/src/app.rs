//! Which screen is shown, and what a key does there.

use council::{StoreError, desk::DeskItemKind, formats::report::Report};
use ratatui::{
    Frame,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
    layout::{Constraint, Layout, Rect},
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::Paragraph,
};

use crate::{
    DeskContext, Paint,
    ballot::{BallotForm, Pressed},
    decide,
    desk::{Desk, FindingsView, OpenedItem},
    reply::{self, ReplyForm},
    stages::{Stages, ruled},
    text,
};

/// The least size that everything fits in.
const LEAST: (u16, u16) = (80, 24);

/// The screens, and which of them is shown.
#[derive(Debug)]
pub struct App {
    around: DeskContext,
    paint: Paint,
    stages: Stages,
    desk: Desk,
    tab: Tab,
    /// What lies over the tab, the last on top.
    over: Vec<Over>,
    problem: Option<String>,
    /// Whether the window was too small for anything when it was last drawn.
    is_small: bool,
}

/// Whether the screen goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScreenFlow {
    /// It does.
    On,
    /// Somebody left it.
    Left,
    /// Somebody stopped it.
    Interrupted,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tab {
    Stages,
    Desk,
}

#[derive(Debug)]
enum Over {
    Page(OpenedItem),
    Findings(FindingsView),
    Form(Box<BallotForm>),
    Reply(Box<ReplyForm>),
    Help,
}

impl App {
    /// Opens the first screen.
    pub fn new(around: DeskContext, paint: Paint) -> Result<Self, StoreError> {
        let (stages, desk) = (Stages::new(&around)?, Desk::new(&around)?);
        let (tab, over, problem) = (Tab::Stages, Vec::new(), None);
        Ok(Self { around, paint, stages, desk, tab, over, problem, is_small: false })
    }

    /// Returns the first screen.
    pub fn stages(&mut self) -> &mut Stages {
        &mut self.stages
    }

    /// Looks again at what other processes may have changed, where nobody is filling in a form.
    pub fn tick(&mut self) {
        match self.over.last_mut() {
            Some(Over::Page(page)) => page.refresh(&self.around),
            Some(Over::Form(_) | Over::Reply(_) | Over::Findings(_) | Over::Help) => {}
            None => self.refresh(),
        }
    }

    fn refresh(&mut self) {
        let refreshed = match self.tab {
            Tab::Stages => self.stages.refresh(&self.around),
            Tab::Desk => self.desk.refresh(&self.around),
        };
        self.problem = refreshed.err().map(|error| error.to_string());
    }

    /// Takes a key.
    pub fn press(&mut self, key: KeyEvent) -> ScreenFlow {
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return ScreenFlow::Interrupted;
        }
        if self.is_small {
            // Nobody sees what a key would do.
            return if key.code == KeyCode::Char('q') { ScreenFlow::Left } else { ScreenFlow::On };
        }
        match self.over.pop() {
            None => return self.on_tab(key),
            Some(Over::Help) => {}
            Some(Over::Form(ballot)) => self.on_form(ballot, key),
            Some(Over::Reply(reply)) => self.on_reply(reply, key),
            Some(Over::Findings(findings)) => self.on_findings(findings, key),
            Some(Over::Page(page)) => self.on_page(page, key),
        }
        ScreenFlow::On
    }

    /// Takes what was pasted: it goes where something is typed, and does nothing elsewhere.
    pub fn paste(&mut self, text: &str) {
        match self.over.last_mut() {
            Some(Over::Form(ballot)) if !self.is_small => ballot.paste(text),
            Some(Over::Reply(reply)) if !self.is_small => reply.paste(text),
            Some(
                Over::Form(_) | Over::Reply(_) | Over::Page(_) | Over::Findings(_) | Over::Help,
            )
            | None => {}
        }
    }

    fn on_tab(&mut self, key: KeyEvent) -> ScreenFlow {
        match key.code {
            KeyCode::Char('q') => return ScreenFlow::Left,
            KeyCode::Char('?') => self.over.push(Over::Help),
            KeyCode::Char('r') => self.refresh(),
            KeyCode::Tab | KeyCode::BackTab => {
                self.tab = match self.tab {
                    Tab::Stages => Tab::Desk,
                    Tab::Desk => Tab::Stages,
                };
                self.refresh();
            }
            KeyCode::Char('1') => self.tab = Tab::Stages,
            KeyCode::Char('2') => self.tab = Tab::Desk,
            KeyCode::Enter if self.tab == Tab::Desk => {
                let opened = self.desk.chosen().map(|kind| OpenedItem::new(kind, &self.around));
                self.over.extend(opened.map(Over::Page));
            }
            _ => match self.tab {
                Tab::Stages => {
                    self.stages.press(key, &self.around);
                }
                Tab::Desk => {
                    self.desk.press(key);
                }
            },
        }
        ScreenFlow::On
    }

    fn on_page(&mut self, mut page: OpenedItem, key: KeyEvent) {
        let form = match (key.code, &page.kind) {
            (KeyCode::Esc | KeyCode::Char('q'), _) => return,
            (KeyCode::Char('d'), Some(DeskItemKind::Session(id))) => {
                decide::on_session(id, &self.around)
            }
            (KeyCode::Char('d'), Some(DeskItemKind::Panel(project))) => {
                decide::on_panel(project, &self.around)
            }
            (KeyCode::Char('g'), Some(DeskItemKind::Panel(project))) => {
                decide::on_gate(project, &self.around)
            }
            (KeyCode::Char('d'), Some(DeskItemKind::Forum(project))) => {
                decide::on_forum(project, &self.around)
            }
            (KeyCode::Char('a'), Some(kind)) => {
                let reply = reply::on(kind, &self.around);
                self.over.push(Over::Page(page));
                self.over.push(match reply {
                    Ok(reply) => Over::Reply(Box::new(reply)),
                    Err(report) => read(*report),
                });
                return;
            }
            (KeyCode::Char('f'), Some(DeskItemKind::Session(id))) => {
                let findings = FindingsView::new(id, &self.around);
                self.over.push(Over::Page(page));
                self.over.push(match findings {
                    Ok(findings) => Over::Findings(findings),
                    Err(report) => read(*report),
                });
                return;
            }
            _ => {
                page.press(key);
                self.over.push(Over::Page(page));
                return;
            }
        };
        self.over.push(Over::Page(page));
        self.over.push(match form {
            Ok(ballot) => Over::Form(Box::new(ballot)),
            Err(report) => read(*report),
        });
    }

    fn on_findings(&mut self, mut findings: FindingsView, key: KeyEvent) {
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => {}
            KeyCode::Enter => {
                let page = findings.open(&self.around);
                self.over.push(Over::Findings(findings));
                self.over.extend(page.map(Over::Page));
            }
            _ => {
                findings.press(key);
                self.over.push(Over::Findings(findings));
            }
        }
    }

    fn on_form(&mut self, mut ballot: Box<BallotForm>, key: KeyEvent) {
        match ballot.press(key) {
            Pressed::On => self.over.push(Over::Form(ballot)),
            Pressed::Left => {}
            Pressed::Agreed => {
                let report = decide::record(&ballot, &self.around);
                if let Some(Over::Page(page)) = self.over.last_mut() {
                    page.refresh(&self.around);
                }
                self.over.push(read(report));
            }
        }
    }

    fn on_reply(&mut self, mut reply: Box<ReplyForm>, key: KeyEvent) {
        match reply.press(key) {
            Pressed::On => self.over.push(Over::Reply(reply)),
            Pressed::Left => {}
            Pressed::Agreed => match reply.hand_in(&self.around) {
                Ok(report) => {
                    if let Some(Over::Page(page)) = self.over.last_mut() {
                        page.refresh(&self.around);
                    }
                    self.over.push(read(report));
                }
                // Nothing was recorded: the answer is still there to be put right.
                Err(report) => {
                    self.over.push(Over::Reply(reply));
                    self.over.push(read(*report));
                }
            },
        }
    }

    /// Draws what is shown.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.is_small = area.width < LEAST.0 || area.height < LEAST.1;
        if self.is_small {
            let said = format!(
                "This needs {} columns and {} lines; here are {} and {}. Make the window larger, or press q.",
                LEAST.0, LEAST.1, area.width, area.height
            );
            frame.render_widget(Paragraph::new(text::plain(&[said], area.width)), area);
            return;
        }
        let [head, body, foot] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(1), Constraint::Length(1)])
                .areas(area);
        self.head(frame, head);
        self.body(frame, body);
        let keys =
            self.problem.as_ref().map_or_else(|| self.keys().to_owned(), |why| format!("! {why}"));
        let keys = text::cut(&format!(" {keys}"), usize::from(foot.width));
        frame.render_widget(
            Paragraph::new(Line::styled(keys, Style::new().add_modifier(Modifier::DIM))),
            foot,
        );
    }

    fn head(&self, frame: &mut Frame<'_>, area: Rect) {
        let (bold, chosen) = (
            Style::new().add_modifier(Modifier::BOLD),
            Style::new().add_modifier(Modifier::REVERSED),
        );
        let tab = |name: &str, tab: Tab| {
            if self.tab == tab {
                Span::styled(format!("[{name}]"), chosen)
            } else {
                Span::raw(format!(" {name} "))
            }
        };
        let root = self.around.repo.root();
        let name = root.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = text::cut(&name.unwrap_or_default(), 30);
        let spans = vec![
            Span::styled(" council ", bold),
            tab("1 stages", Tab::Stages),
            tab("2 sessions", Tab::Desk),
            Span::raw(format!("  in {name}")),
        ];
        frame.render_widget(Paragraph::new(Line::from(spans)), area);
    }

    fn body(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let [rule, rest] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(1)]).areas(area);
        let (title, place) = match self.over.last_mut() {
            None => match self.tab {
                Tab::Stages => {
                    self.stages.draw(frame, rest, &self.around, self.paint);
                    ("stage review".to_owned(), String::new())
                }
                Tab::Desk => {
                    self.desk.draw(frame, rest);
                    ("sessions, panels and forums".to_owned(), String::new())
                }
            },
            Some(Over::Page(page)) => {
                page.draw(frame, rest, self.paint);
                (page.title(), page.place())
            }
            Some(Over::Findings(findings)) => {
                findings.draw(frame, rest);
                (findings.title(), String::new())
            }
            Some(Over::Form(ballot)) => {
                ballot.draw(frame, rest);
                (ballot.title.clone(), String::new())
            }
            Some(Over::Reply(reply)) => {
                reply.draw(frame, rest);
                (reply.title.clone(), String::new())
            }
            Some(Over::Help) => {
                let lines: Vec<String> = HELP.lines().map(str::to_owned).collect();
                frame.render_widget(Paragraph::new(text::plain(&lines, rest.width)), rest);
                ("help".to_owned(), String::new())
            }
        };
        let room = usize::from(rule.width).saturating_sub(place.chars().count() + 10);
        let title = text::cut(&title, room);
        frame.render_widget(Paragraph::new(ruled(&title, &place, rule.width)), rule);
    }

    fn keys(&self) -> &'static str {
        match (self.over.last(), self.tab) {
            (None, Tab::Stages) => {
                "arrows choose, page keys scroll, tab sessions, r look again, ? help, q quit"
            }
            (None, Tab::Desk) => "↑↓ choose, enter open, tab stages, r look again, ? help, q quit",
            (Some(Over::Page(page)), _) => match page.kind {
                Some(DeskItemKind::Session(_)) => {
                    "↑↓ and page keys scroll, f findings, d decide, a answer, esc back"
                }
                Some(DeskItemKind::Panel(_)) => {
                    "↑↓ scroll, d decide, g proceed or reconvene, a answer, esc back"
                }
                Some(DeskItemKind::Forum(_)) => {
                    "↑↓ and page keys scroll, d decide, a answer, esc back"
                }
                None => "↑↓ and page keys scroll, esc back",
            },
            (Some(Over::Findings(_)), _) => "↑↓ choose, enter open, esc back",
            (Some(Over::Form(ballot)), _) => ballot.keys(),
            (Some(Over::Reply(reply)), _) => reply.keys(),
            (Some(Over::Help), _) => "any key goes back",
        }
    }
}

fn read(report: Report) -> Over {
    Over::Page(OpenedItem::read(vec![report]))
}

/// What the keys do.
const HELP: &str = "\
Stages: every spec and stage, reviewed as `council gate stage --explain` does.
  arrows, hjkl   choose a spec and a stage
  page keys      scroll what is said about it
  s a w x d      change the policy; the number is the exit code it would give
  c              ask as CI does
  p              ask as the project's council.toml does
  passed, warned, FAILED   the verdict
  none           no evidence                empty   nothing usable in it
  off            only as a diagnostic (d)   n/a     leaves no evidence
  UNREAD         evidence that cannot be read and must be

Sessions: council sessions, panel reviews and forums. One that runs is followed.
  enter, f       open what is chosen; list the findings of a session
  d              decide: the same record as `council decide` makes
  g              proceed or reconvene, as `council gate rereview` does
  a              answer for a seat that a person fills, as `council answer` does

In a form a number answers, o takes a group one by one, enter shows what would
be recorded, and only y records it. Escape leaves it with nothing recorded.

tab switches, r looks again, q quits. Ctrl-C stops.";
