//! A form: some matters, what can be said to each, and who says it. Nothing is recorded before a last yes.

use council::core::handoff::Line as Words;
use jiff::civil::Date;
use ratatui::{
    Frame,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
    layout::{Constraint, Layout, Rect},
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::Paragraph,
};

use crate::{decide::Purpose, page::Scroll, stages::ruled, text};

/// A form.
#[derive(Debug)]
pub(crate) struct Ballot {
    /// What it is about.
    pub(crate) title: String,
    /// What is recorded at the end.
    pub(crate) purpose: Purpose,
    /// What is decided.
    pub(crate) matters: Vec<Matter>,
    /// Who decides.
    pub(crate) by: Option<Words>,
    today: Date,
    at: usize,
    step: Step,
    problem: Option<&'static str>,
    scroll: Scroll,
}

/// Something that is decided.
#[derive(Debug, Clone)]
pub(crate) struct Matter {
    /// What it is called.
    pub(crate) name: String,
    /// What is known about it.
    pub(crate) lines: Vec<String>,
    /// What can be said to it.
    pub(crate) ways: Vec<Way>,
    /// What it consists of, where its parts can be decided one by one.
    pub(crate) parts: Vec<Matter>,
    /// What it stands for in the record.
    pub(crate) subject: Subject,
    /// What was said.
    pub(crate) answer: Option<Answer>,
}

/// What a matter stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Subject {
    /// Recommendations by their numbers, and those of them that are grave.
    Recommendations {
        /// All of them.
        numbers: Vec<usize>,
        /// Those whose risk somebody has to carry.
        grave: Vec<usize>,
    },
    /// A finding by its id.
    Finding(String),
    /// What the whole form is about.
    Whole,
}

/// One thing that can be said.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    /// In words.
    pub(crate) words: &'static str,
    /// What has to be said with it.
    pub(crate) asks: Vec<Ask>,
}

/// What has to be said with an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    /// Why, or what instead: the question.
    Words(&'static str),
    /// Who answers for it: the question.
    Owner(&'static str),
    /// The last day.
    Day,
}

/// What was said to a matter.
#[derive(Debug, Clone, Default)]
pub(crate) struct Answer {
    /// Which of its ways.
    pub(crate) way: usize,
    /// Why, or what instead.
    pub(crate) words: Option<Words>,
    /// Who answers for it.
    pub(crate) owner: Option<Words>,
    /// The last day.
    pub(crate) until: Option<Date>,
}

/// What the form waits for.
#[derive(Debug)]
enum Step {
    /// Who decides.
    Naming(String),
    /// What is said to the matters.
    Choosing,
    /// What goes with an answer: what is typed so far, what is to be asked after it.
    Asking { answer: Answer, typed: String, asks: Vec<Ask> },
    /// A last yes.
    Confirming,
}

/// What came of a key.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Pressed {
    /// The form goes on.
    On,
    /// Somebody left it.
    Left,
    /// Somebody said yes.
    Agreed,
}

impl Ballot {
    /// Opens a form, which asks who decides before anything else.
    pub(crate) fn new(title: String, purpose: Purpose, matters: Vec<Matter>, today: Date) -> Self {
        let (step, scroll) = (Step::Naming(String::new()), Scroll::default());
        Self { title, purpose, matters, by: None, today, at: 0, step, problem: None, scroll }
    }

    /// Takes a key.
    pub(crate) fn press(&mut self, key: KeyEvent) -> Pressed {
        self.problem = None;
        match std::mem::replace(&mut self.step, Step::Choosing) {
            Step::Naming(typed) => self.naming(typed, key),
            Step::Choosing => self.choosing(key),
            Step::Asking { answer, typed, asks } => self.asking(answer, typed, asks, key),
            Step::Confirming => match key.code {
                KeyCode::Char('y') => Pressed::Agreed,
                KeyCode::Esc | KeyCode::Char('n') => Pressed::On,
                _ => {
                    self.scroll.press(key);
                    self.step = Step::Confirming;
                    Pressed::On
                }
            },
        }
    }

    /// Takes what was pasted, where something is typed.
    pub(crate) fn paste(&mut self, text: &str) {
        match &mut self.step {
            Step::Naming(typed) | Step::Asking { typed, .. } => pasted(typed, text),
            Step::Choosing | Step::Confirming => {}
        }
    }

    fn naming(&mut self, mut typed: String, key: KeyEvent) -> Pressed {
        match key.code {
            KeyCode::Esc => return Pressed::Left,
            KeyCode::Enter => match Words::new(&typed) {
                Some(name) => {
                    self.by = Some(name);
                    return Pressed::On;
                }
                None => self.problem = Some("somebody has to decide"),
            },
            _ => edit(&mut typed, key),
        }
        self.step = Step::Naming(typed);
        Pressed::On
    }

    fn choosing(&mut self, key: KeyEvent) -> Pressed {
        match key.code {
            KeyCode::Esc => return Pressed::Left,
            KeyCode::Up | KeyCode::Char('k') => self.go(self.at.saturating_sub(1)),
            KeyCode::Down | KeyCode::Char('j') => {
                self.go((self.at + 1).min(self.matters.len().saturating_sub(1)));
            }
            KeyCode::Char('b') => {
                self.step =
                    Step::Naming(self.by.as_ref().map(ToString::to_string).unwrap_or_default());
            }
            KeyCode::Char('o') => self.part(),
            KeyCode::Backspace | KeyCode::Delete => {
                if let Some(matter) = self.matters.get_mut(self.at) {
                    matter.answer = None;
                }
            }
            KeyCode::Enter => self.confirm(),
            KeyCode::Char(c) if c.is_ascii_digit() => self.choose(c),
            _ => {
                self.scroll.press(key);
            }
        }
        Pressed::On
    }

    fn go(&mut self, at: usize) {
        self.at = at;
        self.scroll = Scroll::default();
    }

    /// Puts the parts of a matter in its place.
    fn part(&mut self) {
        let Some(matter) = self.matters.get_mut(self.at) else { return };
        if matter.parts.len() < 2 {
            self.problem = Some("this is one thing already");
            return;
        }
        let parts = std::mem::take(&mut matter.parts);
        self.matters.splice(self.at..=self.at, parts);
        self.scroll = Scroll::default();
    }

    fn choose(&mut self, digit: char) {
        let Some(matter) = self.matters.get(self.at) else { return };
        let way = digit.to_digit(10).and_then(|digit| usize::try_from(digit).ok()).unwrap_or(0);
        let Some(chosen) = way.checked_sub(1).and_then(|way| matter.ways.get(way)) else {
            self.problem = Some("there is no such answer");
            return;
        };
        let answer = Answer { way: way - 1, ..Answer::default() };
        self.ask(answer, chosen.asks.clone());
    }

    /// Asks for what is still missing, or takes the answer.
    fn ask(&mut self, answer: Answer, asks: Vec<Ask>) {
        if !asks.is_empty() {
            let owner = matches!(asks.first(), Some(Ask::Owner(_)));
            let by = self.by.as_ref().filter(|_| owner);
            let typed = by.map(ToString::to_string).unwrap_or_default();
            self.step = Step::Asking { answer, typed, asks };
            return;
        }
        if let Some(matter) = self.matters.get_mut(self.at) {
            matter.answer = Some(answer);
        }
        if self.at + 1 < self.matters.len() {
            self.go(self.at + 1);
        }
    }

    fn asking(
        &mut self,
        mut answer: Answer,
        mut typed: String,
        mut asks: Vec<Ask>,
        key: KeyEvent,
    ) -> Pressed {
        match (key.code, asks.first().copied()) {
            (KeyCode::Esc, _) | (_, None) => return Pressed::On,
            (KeyCode::Enter, Some(ask)) => match self.taken(ask, &typed, &mut answer) {
                Ok(()) => {
                    asks.remove(0);
                    self.ask(answer, asks);
                    return Pressed::On;
                }
                Err(problem) => self.problem = Some(problem),
            },
            (_, Some(_)) => edit(&mut typed, key),
        }
        self.step = Step::Asking { answer, typed, asks };
        Pressed::On
    }

    /// Takes what was typed, or says why not.
    fn taken(&self, ask: Ask, typed: &str, answer: &mut Answer) -> Result<(), &'static str> {
        match ask {
            Ask::Words(_) => answer.words = Some(Words::new(typed).ok_or("this needs words")?),
            Ask::Owner(_) => answer.owner = Some(Words::new(typed).ok_or("this needs a name")?),
            Ask::Day => {
                let day: Date =
                    typed.trim().parse().map_err(|_| "a day is written as YYYY-MM-DD")?;
                if day < self.today {
                    return Err("this day is over");
                }
                answer.until = Some(day);
            }
        }
        Ok(())
    }

    fn confirm(&mut self) {
        let is_open = |matter: &Matter| matter.answer.is_none();
        if self.matters.iter().all(is_open) && !self.matters.is_empty() {
            self.problem = Some("nothing is said yet: a number answers the chosen matter");
            return;
        }
        if self.purpose.needs_all() && self.matters.iter().any(is_open) {
            let open = self.matters.iter().position(is_open).unwrap_or(0);
            self.go(open);
            self.problem = Some("this one has no answer yet");
            return;
        }
        self.scroll = Scroll::default();
        self.step = Step::Confirming;
    }

    /// Says what would be recorded.
    fn preview(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for matter in &self.matters {
            let said = match &matter.answer {
                Some(answer) => said(matter, answer),
                None => "left open".to_owned(),
            };
            lines.push(format!("{said}: {}", matter.name));
        }
        lines.extend(self.by.iter().map(|by| format!("decided by {by}")));
        lines
    }

    /// Draws the matters, the chosen one in full, and what is asked.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let count = u16::try_from(self.matters.len()).unwrap_or(u16::MAX);
        let rows = count.min((area.height / 3).max(3));
        let [list, rule, detail, ask] = Layout::vertical([
            Constraint::Length(rows),
            Constraint::Length(1),
            Constraint::Min(3),
            Constraint::Length(3),
        ])
        .areas(area);
        self.list(frame, list);
        let lines = match self.step {
            Step::Confirming => self.preview(),
            Step::Naming(_) | Step::Choosing | Step::Asking { .. } => {
                self.matters.get(self.at).map(|matter| matter.lines.clone()).unwrap_or_default()
            }
        };
        self.scroll.draw(frame, detail, text::plain(&lines, detail.width));
        let title = match self.step {
            Step::Confirming => "to be recorded",
            Step::Naming(_) | Step::Choosing | Step::Asking { .. } => "what is decided on",
        };
        frame.render_widget(Paragraph::new(ruled(title, &self.scroll.place(), rule.width)), rule);
        frame.render_widget(Paragraph::new(self.question(ask.width)), ask);
    }

    fn list(&self, frame: &mut Frame<'_>, area: Rect) {
        let height = usize::from(area.height).max(1);
        let top = (self.at + 1).saturating_sub(height);
        let in_view = self.matters.iter().enumerate().skip(top).take(height);
        let lines: Vec<Line<'_>> = in_view
            .map(|(at, matter)| {
                let mark = if at == self.at { '>' } else { ' ' };
                let said = matter.answer.as_ref().map_or("-", |answer| way(matter, answer));
                let room = usize::from(area.width).saturating_sub(2);
                let line = text::cut(&format!("[{said}] {}", matter.name), room);
                let style = if at == self.at {
                    Style::new().add_modifier(Modifier::REVERSED)
                } else {
                    Style::new()
                };
                Line::from(vec![Span::raw(format!("{mark} ")), Span::styled(line, style)])
            })
            .collect();
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn question(&self, width: u16) -> Vec<Line<'static>> {
        let by = self.by.as_ref().map_or("nobody yet", Words::as_str);
        let (title, said) = match &self.step {
            Step::Naming(typed) => ("Who decides?".to_owned(), format!("> {typed}█")),
            Step::Asking { typed, asks, .. } => {
                let question = match asks.first() {
                    Some(Ask::Words(question) | Ask::Owner(question)) => question,
                    Some(Ask::Day) => "Until when? (YYYY-MM-DD)",
                    None => "",
                };
                (question.to_owned(), format!("> {typed}█"))
            }
            Step::Choosing => {
                let ways = self.matters.get(self.at).map(|matter| matter.ways.as_slice());
                let ways = ways.unwrap_or_default().iter().enumerate();
                let ways: Vec<String> =
                    ways.map(|(at, way)| format!("{} {}", at + 1, way.words)).collect();
                (format!("{}, decided by {by}", self.title), ways.join("   "))
            }
            Step::Confirming => {
                (format!("{}, decided by {by}", self.title), "Record this? y yes, n no".to_owned())
            }
        };
        let mut lines = vec![ruled(&text::cut(&title, usize::from(width) - 6), "", width)];
        let shown = text::plain(&[said], width);
        // What is typed matters where it ends.
        lines.extend(shown.into_iter().rev().take(1 + usize::from(self.problem.is_none())).rev());
        lines.extend(self.problem.map(|problem| Line::from(format!("! {problem}"))));
        lines
    }

    /// Says which keys do what now.
    pub(crate) fn keys(&self) -> &'static str {
        match self.step {
            Step::Naming(_) | Step::Asking { .. } => "enter takes it, escape goes back",
            Step::Choosing => {
                "↑↓ choose, number answers, o one by one, ⌫ clear, b who, enter record, esc"
            }
            Step::Confirming => "y records it, n goes back, page keys scroll",
        }
    }
}

fn way(matter: &Matter, answer: &Answer) -> &'static str {
    matter.ways.get(answer.way).map_or("", |way| way.words)
}

fn said(matter: &Matter, answer: &Answer) -> String {
    let mut said = way(matter, answer).to_owned();
    said.extend(answer.words.iter().map(|words| format!(", because {words}")));
    said.extend(answer.owner.iter().map(|owner| format!(", {owner} answers for it")));
    said.extend(answer.until.iter().map(|until| format!(" until {until}")));
    said
}

/// Adds what was pasted to what is typed, in one line.
pub(crate) fn pasted(typed: &mut String, text: &str) {
    let words = text.trim_end().chars().map(|c| if c.is_whitespace() { ' ' } else { c });
    typed.extend(words.filter(|c| !c.is_control()));
}

/// Changes what is typed by a key.
pub(crate) fn edit(typed: &mut String, key: KeyEvent) {
    match key.code {
        KeyCode::Backspace => {
            typed.pop();
        }
        KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => typed.clear(),
        KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) && !c.is_control() => {
            typed.push(c);
        }
        _ => {}
    }
}
