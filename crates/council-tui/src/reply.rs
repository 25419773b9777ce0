//! The form in which a person answers for a seat: the question above, the fields of the answer below.

use council::{
    answer::{self, Field, FieldKind, Form, Handed, OpenAsk, Via},
    core::{forum::Line as Words, gate::Outcome},
    desk::Kind,
    formats::report::Report,
    run::RunError,
};
use ratatui::{
    Frame,
    crossterm::event::{KeyCode, KeyEvent},
    layout::{Constraint, Layout, Rect},
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::Paragraph,
};

use crate::{
    Surroundings,
    ballot::{Pressed, edit},
    decide::failed,
    page::Scroll,
    stages::ruled,
    text,
};

/// An answer that is being written.
#[derive(Debug)]
pub(crate) struct Reply {
    /// What the form is called.
    pub(crate) title: String,
    given: String,
    ask: OpenAsk,
    question: Vec<String>,
    form: Form,
    by: Option<Words>,
    at: usize,
    step: Step,
    problem: Option<&'static str>,
    scroll: Scroll,
}

/// What the form waits for.
#[derive(Debug)]
enum Step {
    /// Who answers.
    Naming(String),
    /// Which field.
    Choosing,
    /// What stands in the chosen field.
    Typing(String),
    /// A last yes.
    Confirming,
}

/// Opens the form of the first question that waits for a person, or says why there is none.
pub(crate) fn on(kind: &Kind, around: &Surroundings) -> Result<Reply, Box<Report>> {
    let given = match kind {
        Kind::Session(id) => id.clone(),
        Kind::Panel(project) | Kind::Forum(project) => project.to_string(),
    };
    let asks = answer::open(&around.repo, &given).map_err(|error| failed("answer", &error))?;
    let Some(ask) = asks.into_iter().find(|ask| ask.of == *kind) else {
        return Err(Box::new(answer::listed(&given, &[], Outcome::Skipped)));
    };
    let title = format!("answer for {} of {given}", ask.seat);
    let question = answer::page(&ask).lines().map(str::to_owned).collect();
    let (form, step, scroll) = (Form::new(&ask), Step::Naming(String::new()), Scroll::default());
    Ok(Reply { title, given, ask, question, form, by: None, at: 0, step, problem: None, scroll })
}

impl Reply {
    /// Takes a key.
    pub(crate) fn press(&mut self, key: KeyEvent) -> Pressed {
        self.problem = None;
        match std::mem::replace(&mut self.step, Step::Choosing) {
            Step::Naming(typed) => self.naming(typed, key),
            Step::Choosing => self.choosing(key),
            Step::Typing(typed) => {
                self.typing(typed, key);
                Pressed::On
            }
            Step::Confirming if key.code == KeyCode::Char('y') => Pressed::Agreed,
            // What is pasted comes as keys: a letter that is no `y` takes the question back.
            Step::Confirming => {
                let is_letter = matches!(key.code, KeyCode::Char(_));
                if !is_letter && self.scroll.press(key) {
                    self.step = Step::Confirming;
                }
                Pressed::On
            }
        }
    }

    fn naming(&mut self, mut typed: String, key: KeyEvent) -> Pressed {
        match key.code {
            KeyCode::Esc => return Pressed::Left,
            KeyCode::Enter => match Words::new(&typed) {
                Ok(name) => {
                    self.by = Some(name);
                    return Pressed::On;
                }
                Err(_) => self.problem = Some("somebody has to answer"),
            },
            _ => edit(&mut typed, key),
        }
        self.step = Step::Naming(typed);
        Pressed::On
    }

    fn choosing(&mut self, key: KeyEvent) -> Pressed {
        let fields = self.form.fields();
        let field = fields.get(self.at);
        match (key.code, field) {
            (KeyCode::Esc, _) => return Pressed::Left,
            (KeyCode::Up | KeyCode::Char('k'), _) => self.at = self.at.saturating_sub(1),
            (KeyCode::Down | KeyCode::Char('j'), _) => {
                self.at = (self.at + 1).min(fields.len().saturating_sub(1));
            }
            (KeyCode::Char('w'), _) => {
                self.scroll = Scroll::default();
                self.step = Step::Confirming;
            }
            (KeyCode::Char('x'), Some(field)) => self.form.remove(field),
            (KeyCode::Char(digit), Some(field)) if digit.is_ascii_digit() => {
                self.choose(field, digit);
            }
            (KeyCode::Enter | KeyCode::Char(' '), Some(field)) => self.open(field),
            _ => {
                self.scroll.press(key);
            }
        }
        self.at = self.at.min(self.form.fields().len().saturating_sub(1));
        Pressed::On
    }

    /// Does what a field is there for: types into it, turns it, or adds an entry.
    fn open(&mut self, field: &Field) {
        match &field.kind {
            FieldKind::Text | FieldKind::Number => self.step = Step::Typing(field.said.clone()),
            FieldKind::List => self.form.add(field),
            FieldKind::Flag => {
                let turned = if field.said == "yes" { "no" } else { "yes" };
                self.problem = self.form.set(field, turned).err();
            }
            FieldKind::Words(_) => self.problem = Some("a number chooses a word"),
            FieldKind::Entry => self.problem = Some("x takes this away"),
        }
    }

    fn choose(&mut self, field: &Field, digit: char) {
        let FieldKind::Words(words) = &field.kind else { return };
        let at = digit.to_digit(10).and_then(|digit| usize::try_from(digit).ok());
        match at.and_then(|at| words.get(at.checked_sub(1)?)) {
            Some(word) => self.problem = self.form.set(field, word).err(),
            None => self.problem = Some("there is no word with this number"),
        }
    }

    fn typing(&mut self, mut typed: String, key: KeyEvent) {
        match key.code {
            KeyCode::Esc => return,
            KeyCode::Enter => {
                let fields = self.form.fields();
                let Some(field) = fields.get(self.at) else { return };
                match self.form.set(field, &typed) {
                    Ok(()) => return,
                    Err(problem) => self.problem = Some(problem),
                }
            }
            _ => edit(&mut typed, key),
        }
        self.step = Step::Typing(typed);
    }

    /// Hands the answer in, as `council answer` does, and says what came of it; what is refused can be changed.
    pub(crate) fn hand_in(&self, around: &Surroundings) -> Result<Report, Box<Report>> {
        let Some(by) = self.by.clone() else {
            return Err(Box::new(answer::listed(&self.given, &[&self.ask], Outcome::InputNeeded)));
        };
        let (seat, text, via) = (Some(self.ask.seat.clone()), self.form.text(), Via::Tui);
        let handed = Handed { seat, text, by, via };
        match answer::hand_in(&around.repo, &self.given, &handed, &around.holder, (around.now)()) {
            Ok(handed) => Ok(answer::handed_report(&handed)),
            Err(RunError::Refused(refusal)) => {
                Err(Box::new(council::panel::refused("answer", &self.given, &refusal)))
            }
            Err(error) => Err(failed("answer", &error)),
        }
    }

    /// Draws the question or what is to be recorded, the fields, and what is asked.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let [above, rule, list, ask] = Layout::vertical([
            Constraint::Min(5),
            Constraint::Length(1),
            Constraint::Length((area.height / 3).max(5)),
            Constraint::Length(4),
        ])
        .areas(area);
        let lines = match self.step {
            Step::Confirming => self.form.text().lines().map(str::to_owned).collect(),
            Step::Naming(_) | Step::Choosing | Step::Typing(_) => self.question.clone(),
        };
        self.scroll.draw(frame, above, text::plain(&lines, above.width));
        let title = match self.step {
            Step::Confirming => "to be recorded",
            Step::Naming(_) | Step::Choosing | Step::Typing(_) => "the answer",
        };
        frame.render_widget(Paragraph::new(ruled(title, &self.scroll.place(), rule.width)), rule);
        self.list(frame, list);
        frame.render_widget(Paragraph::new(self.asked(ask.width)), ask);
    }

    fn list(&self, frame: &mut Frame<'_>, area: Rect) {
        let height = usize::from(area.height).max(1);
        let top = (self.at + 1).saturating_sub(height);
        let fields = self.form.fields();
        let in_view = fields.iter().enumerate().skip(top).take(height);
        let lines: Vec<Line<'_>> = in_view
            .map(|(at, field)| {
                let is_chosen = at == self.at;
                let room = usize::from(area.width).saturating_sub(2);
                let said = inert(&field.said);
                let line = text::cut(&format!("{}: {said}", inert(&field.label)), room);
                let style = if is_chosen {
                    Style::new().add_modifier(Modifier::REVERSED)
                } else {
                    Style::new()
                };
                let mark = if is_chosen { "> " } else { "  " };
                Line::from(vec![Span::raw(mark), Span::styled(line, style)])
            })
            .collect();
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn asked(&self, width: u16) -> Vec<Line<'static>> {
        let by = self.by.as_ref().map_or("nobody yet", Words::as_str);
        let fields = self.form.fields();
        let field = fields.get(self.at);
        let label = field.map(|field| inert(&field.label)).unwrap_or_default();
        let (title, said) = match &self.step {
            Step::Naming(typed) => ("Who answers?".to_owned(), format!("> {typed}█")),
            Step::Typing(typed) => (label, format!("> {typed}█")),
            Step::Confirming => {
                (format!("answered by {by}"), "Hand this answer in? y yes, n no".to_owned())
            }
            Step::Choosing => (label, field.map(how).unwrap_or_default()),
        };
        let mut lines = vec![ruled(&text::cut(&title, usize::from(width) - 6), "", width)];
        let shown = text::plain(&[said], width);
        // What is typed matters where it ends.
        lines.extend(shown.into_iter().rev().take(2 + usize::from(self.problem.is_none())).rev());
        lines.extend(self.problem.map(|problem| Line::from(format!("! {problem}"))));
        lines
    }

    /// Says which keys do what now.
    pub(crate) fn keys(&self) -> &'static str {
        match self.step {
            Step::Naming(_) | Step::Typing(_) => "enter takes it, escape goes back",
            Step::Choosing => "↑↓ choose, enter fill in, page keys scroll, w hand in, esc leave",
            Step::Confirming => "y hands it in, n goes back, page keys scroll",
        }
    }
}

/// Says what can be done with a field.
fn how(field: &Field) -> String {
    match &field.kind {
        FieldKind::Words(words) => {
            let words = words.iter().zip(1_usize..).map(|(word, at)| {
                let word = if word.is_empty() { "(nobody)" } else { word };
                format!("{at} {word}")
            });
            words.collect::<Vec<_>>().join("   ")
        }
        FieldKind::Text | FieldKind::Number => "enter to type".to_owned(),
        FieldKind::Flag => "enter turns it".to_owned(),
        FieldKind::List => "enter adds one".to_owned(),
        FieldKind::Entry => "x takes it away".to_owned(),
    }
}

/// Makes text harmless that a document or a seat may have written.
fn inert(text: &str) -> String {
    let cells = text::plain(&[text.to_owned()], u16::MAX);
    cells.iter().map(ToString::to_string).collect()
}
