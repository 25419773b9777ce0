//! A form: some matters, what can be said to each, and who says it. Nothing is recorded before a last yes.

use council::core::handoff::CleanLine as Words;
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
pub(crate) struct BallotForm {
    /// What it is about.
    pub(crate) title: String,
    /// What is recorded at the end.
    pub(crate) purpose: Purpose,
    /// What is decided.
    pub(crate) matters: Vec<BallotItem>,
    /// Who decides.
    pub(crate) by: Option<Words>,
    today: Date,
    at: usize,
    step: BallotStep,
    problem: Option<&'static str>,
    scroll: Scroll,
}

/// Something that is decided.
#[derive(Debug, Clone)]
pub(crate) struct BallotItem {
    /// What it is called.
    pub(crate) name: String,
    /// What is known about it.
    pub(crate) lines: Vec<String>,
    /// What can be said to it.
    pub(crate) ways: Vec<BallotOption>,
    /// What it consists of, where its parts can be decided one by one.
    pub(crate) parts: Vec<BallotItem>,
    /// What it stands for in the record.
    pub(crate) subject: BallotSubject,
    /// What was said.
    pub(crate) answer: Option<BallotAnswer>,
}

/// What a matter stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BallotSubject {
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
pub(crate) struct BallotOption {
    /// In words.
    pub(crate) words: &'static str,
    /// What has to be said with it.
    pub(crate) asks: Vec<NeededText>,
}

/// What has to be said with an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NeededText {
    /// Why, or what instead: the question.
    Words(&'static str),
    /// Who answers for it: the question.
    Owner(&'static str),
    /// The last day.
    Day,
}

/// What was said to a matter.
#[derive(Debug, Clone, Default)]
pub(crate) struct BallotAnswer {
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
enum BallotStep {
    /// Who decides.
    Naming(String),
    /// What is said to the matters.
    Choosing,
    /// What goes with an answer: what is typed so far, what is to be asked after it.
    Asking { answer: BallotAnswer, typed: TypedText, asks: Vec<NeededText> },
    /// A last yes.
    Confirming,
}

/// What is typed, or proposed until somebody types.
#[derive(Debug, Default)]
struct TypedText {
    text: String,
    /// Whether nobody has typed it: the first key replaces it.
    is_proposed: bool,
}

impl TypedText {
    /// Changes it by a key.
    fn press(&mut self, key: KeyEvent) {
        self.replace();
        edit(&mut self.text, key);
    }

    /// Takes what was pasted.
    fn paste(&mut self, text: &str) {
        self.replace();
        pasted(&mut self.text, text);
    }

    /// Makes room for what somebody types instead of what is proposed.
    fn replace(&mut self) {
        if std::mem::take(&mut self.is_proposed) {
            self.text.clear();
        }
    }
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

impl BallotForm {
    /// Opens a form, which asks who decides before anything else.
    pub(crate) fn new(
        title: String,
        purpose: Purpose,
        matters: Vec<BallotItem>,
        today: Date,
    ) -> Self {
        let (step, scroll) = (BallotStep::Naming(String::new()), Scroll::default());
        Self { title, purpose, matters, by: None, today, at: 0, step, problem: None, scroll }
    }

    /// Takes a key.
    pub(crate) fn press(&mut self, key: KeyEvent) -> Pressed {
        self.problem = None;
        match std::mem::replace(&mut self.step, BallotStep::Choosing) {
            BallotStep::Naming(typed) => self.naming(typed, key),
            BallotStep::Choosing => self.choosing(key),
            BallotStep::Asking { answer, typed, asks } => self.asking(answer, typed, asks, key),
            BallotStep::Confirming => match key.code {
                KeyCode::Char('y') => Pressed::Agreed,
                KeyCode::Esc | KeyCode::Char('n') => Pressed::On,
                _ => {
                    self.scroll.press(key);
                    self.step = BallotStep::Confirming;
                    Pressed::On
                }
            },
        }
    }

    /// Takes what was pasted, where something is typed.
    pub(crate) fn paste(&mut self, text: &str) {
        match &mut self.step {
            BallotStep::Naming(typed) => pasted(typed, text),
            BallotStep::Asking { typed, .. } => typed.paste(text),
            BallotStep::Choosing | BallotStep::Confirming => {}
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
        self.step = BallotStep::Naming(typed);
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
                self.step = BallotStep::Naming(
                    self.by.as_ref().map(ToString::to_string).unwrap_or_default(),
                );
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
        let answer = BallotAnswer { way: way - 1, ..BallotAnswer::default() };
        self.ask(answer, chosen.asks.clone());
    }

    /// Asks for what is still missing, or takes the answer.
    fn ask(&mut self, answer: BallotAnswer, asks: Vec<NeededText>) {
        if !asks.is_empty() {
            let owner = matches!(asks.first(), Some(NeededText::Owner(_)));
            let by = self.by.as_ref().filter(|_| owner);
            let text = by.map(ToString::to_string).unwrap_or_default();
            let typed = TypedText { is_proposed: !text.is_empty(), text };
            self.step = BallotStep::Asking { answer, typed, asks };
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
        mut answer: BallotAnswer,
        mut typed: TypedText,
        mut asks: Vec<NeededText>,
        key: KeyEvent,
    ) -> Pressed {
        match (key.code, asks.first().copied()) {
            (KeyCode::Esc, _) | (_, None) => return Pressed::On,
            (KeyCode::Enter, Some(ask)) => match self.taken(ask, &typed.text, &mut answer) {
                Ok(()) => {
                    asks.remove(0);
                    self.ask(answer, asks);
                    return Pressed::On;
                }
                Err(problem) => self.problem = Some(problem),
            },
            (_, Some(_)) => typed.press(key),
        }
        self.step = BallotStep::Asking { answer, typed, asks };
        Pressed::On
    }

    /// Takes what was typed, or says why not.
    fn taken(
        &self,
        ask: NeededText,
        typed: &str,
        answer: &mut BallotAnswer,
    ) -> Result<(), &'static str> {
        match ask {
            NeededText::Words(_) => {
                answer.words = Some(Words::new(typed).ok_or("this needs words")?);
            }
            NeededText::Owner(_) => {
                answer.owner = Some(Words::new(typed).ok_or("this needs a name")?);
            }
            NeededText::Day => {
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
        let is_open = |matter: &BallotItem| matter.answer.is_none();
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
        self.step = BallotStep::Confirming;
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
            BallotStep::Confirming => self.preview(),
            BallotStep::Naming(_) | BallotStep::Choosing | BallotStep::Asking { .. } => {
                self.matters.get(self.at).map(|matter| matter.lines.clone()).unwrap_or_default()
            }
        };
        self.scroll.draw(frame, detail, text::plain(&lines, detail.width));
        let title = match self.step {
            BallotStep::Confirming => "to be recorded",
            BallotStep::Naming(_) | BallotStep::Choosing | BallotStep::Asking { .. } => {
                "what is decided on"
            }
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
            BallotStep::Naming(typed) => ("Who decides?".to_owned(), format!("> {typed}█")),
            BallotStep::Asking { typed, asks, .. } => {
                let question = match asks.first() {
                    Some(NeededText::Words(question) | NeededText::Owner(question)) => question,
                    Some(NeededText::Day) => "Until when? (YYYY-MM-DD)",
                    None => "",
                };
                (question.to_owned(), format!("> {}█", typed.text))
            }
            BallotStep::Choosing => {
                let ways = self.matters.get(self.at).map(|matter| matter.ways.as_slice());
                let ways = ways.unwrap_or_default().iter().enumerate();
                let ways: Vec<String> =
                    ways.map(|(at, way)| format!("{} {}", at + 1, way.words)).collect();
                (format!("{}, decided by {by}", self.title), ways.join("   "))
            }
            BallotStep::Confirming => {
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
            BallotStep::Naming(_) | BallotStep::Asking { .. } => "enter takes it, escape goes back",
            BallotStep::Choosing => {
                "↑↓ choose, number answers, o one by one, ⌫ clear, b who, enter record, esc"
            }
            BallotStep::Confirming => "y records it, n goes back, page keys scroll",
        }
    }
}

fn way(matter: &BallotItem, answer: &BallotAnswer) -> &'static str {
    matter.ways.get(answer.way).map_or("", |way| way.words)
}

fn said(matter: &BallotItem, answer: &BallotAnswer) -> String {
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
