//! The form in which a person answers for a seat: the question above, the fields of the answer below.

use council::{
    answer::{self, AnswerForm, Awaited, FieldKind, FormField, Handed, OpenAsk},
    core::{forum::TrimmedLine as Words, gate::Outcome},
    desk::DeskItemKind,
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
    DeskContext,
    ballot::{Pressed, edit, pasted},
    decide::failed,
    page::Scroll,
    stages::ruled,
    text,
};

/// How many words can be chosen with a digit.
const DIGITS: usize = 9;

/// An answer that is being written.
#[derive(Debug)]
pub(crate) struct ReplyForm {
    /// What the form is called.
    pub(crate) title: String,
    given: String,
    ask: OpenAsk,
    question: Vec<String>,
    form: AnswerForm,
    by: Option<Words>,
    at: usize,
    step: ReplyStep,
    problem: Option<&'static str>,
    scroll: Scroll,
}

/// What the form waits for.
#[derive(Debug)]
enum ReplyStep {
    /// Who answers.
    Naming(String),
    /// Which field.
    Choosing,
    /// What stands in the chosen field.
    Typing(String),
    /// Which of many words: those with what is typed in them, and which of these.
    Picking(String, usize),
    /// A last yes.
    Confirming,
}

/// Opens the form of the first question that waits for a person, or says why there is none.
pub(crate) fn on(kind: &DeskItemKind, around: &DeskContext) -> Result<ReplyForm, Box<Report>> {
    let given = match kind {
        DeskItemKind::Session(id) => id.clone(),
        DeskItemKind::Panel(project) | DeskItemKind::Forum(project) => project.to_string(),
    };
    let asks = answer::open(&around.repo, &given).map_err(|error| failed("answer", &error))?;
    let is_meant = |ask: &OpenAsk| ask.of == *kind && ask.awaits == Awaited::Person;
    let Some(ask) = asks.into_iter().find(is_meant) else {
        return Err(Box::new(answer::listed(&given, &[], Outcome::Skipped)));
    };
    Ok(opened(&given, ask))
}

fn opened(given: &str, ask: OpenAsk) -> ReplyForm {
    let title = format!("answer for {} of {given}", ask.seat);
    let question = answer::page(&ask).lines().map(str::to_owned).collect();
    let (form, step, scroll) =
        (AnswerForm::new(&ask), ReplyStep::Naming(String::new()), Scroll::default());
    let given = given.to_owned();
    ReplyForm { title, given, ask, question, form, by: None, at: 0, step, problem: None, scroll }
}

impl ReplyForm {
    /// Takes a key.
    pub(crate) fn press(&mut self, key: KeyEvent) -> Pressed {
        self.problem = None;
        match std::mem::replace(&mut self.step, ReplyStep::Choosing) {
            ReplyStep::Naming(typed) => self.naming(typed, key),
            ReplyStep::Choosing => self.choosing(key),
            ReplyStep::Typing(typed) => {
                self.typing(typed, key);
                Pressed::On
            }
            ReplyStep::Picking(typed, at) => {
                self.picking(typed, at, key);
                Pressed::On
            }
            ReplyStep::Confirming if key.code == KeyCode::Char('y') => Pressed::Agreed,
            // On some terminals what is pasted comes as keys: a letter that is no `y` takes the question back.
            ReplyStep::Confirming => {
                let is_letter = matches!(key.code, KeyCode::Char(_));
                if !is_letter && self.scroll.press(key) {
                    self.step = ReplyStep::Confirming;
                }
                Pressed::On
            }
        }
    }

    /// Takes what was pasted, where something is typed.
    pub(crate) fn paste(&mut self, text: &str) {
        match &mut self.step {
            ReplyStep::Naming(typed) | ReplyStep::Typing(typed) => pasted(typed, text),
            ReplyStep::Picking(typed, at) => {
                pasted(typed, text);
                *at = 0;
            }
            ReplyStep::Choosing | ReplyStep::Confirming => {}
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
        self.step = ReplyStep::Naming(typed);
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
                if let Some(at) = fields.iter().position(|field| field.is_missing) {
                    self.at = at;
                    self.problem = Some("this one has no answer yet");
                } else {
                    self.scroll = Scroll::default();
                    self.step = ReplyStep::Confirming;
                }
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
    fn open(&mut self, field: &FormField) {
        match &field.kind {
            FieldKind::Text | FieldKind::Number => {
                self.step = ReplyStep::Typing(field.said.clone());
            }
            FieldKind::List => self.add(field),
            FieldKind::Flag => {
                let turned = if field.said == "yes" { "no" } else { "yes" };
                self.problem = self.form.set(field, turned).err();
            }
            FieldKind::Words(words) => {
                let at = words.iter().position(|word| *word == field.said).unwrap_or(0);
                self.step = ReplyStep::Picking(String::new(), at);
            }
            FieldKind::Entry => self.problem = Some("x takes this away"),
        }
    }

    /// Adds an entry and goes to it.
    fn add(&mut self, field: &FormField) {
        let before = self.form.fields();
        self.form.add(field);
        let now = self.form.fields();
        let is_new = |at: &usize| {
            let label = |fields: &[FormField]| fields.get(*at).map(|field| field.label.clone());
            label(&before) != label(&now)
        };
        self.at = (self.at + 1..now.len()).find(is_new).unwrap_or(self.at);
    }

    fn choose(&mut self, field: &FormField, digit: char) {
        let FieldKind::Words(words) = &field.kind else { return };
        if words.len() > DIGITS {
            self.problem = Some("these are too many for a number: enter shows them");
            return;
        }
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
        self.step = ReplyStep::Typing(typed);
    }

    fn picking(&mut self, mut typed: String, mut at: usize, key: KeyEvent) {
        let words = self.words(&typed);
        match key.code {
            KeyCode::Esc => return,
            KeyCode::Up => at = at.saturating_sub(1),
            KeyCode::Down => at = (at + 1).min(words.len().saturating_sub(1)),
            KeyCode::PageUp => at = at.saturating_sub(10),
            KeyCode::PageDown => at = (at + 10).min(words.len().saturating_sub(1)),
            KeyCode::Enter => {
                let fields = self.form.fields();
                match (words.get(at), fields.get(self.at)) {
                    (Some(word), Some(field)) => {
                        self.problem = self.form.set(field, word).err();
                        return;
                    }
                    _ => self.problem = Some("no word has this in it"),
                }
            }
            _ => {
                edit(&mut typed, key);
                at = 0;
            }
        }
        self.step = ReplyStep::Picking(typed, at);
    }

    /// Returns the words of the chosen field that have what is typed in them.
    fn words(&self, typed: &str) -> Vec<String> {
        let fields = self.form.fields();
        let typed = typed.trim().to_lowercase();
        let words = match fields.get(self.at).map(|field| &field.kind) {
            Some(FieldKind::Words(words)) => words.as_slice(),
            Some(
                FieldKind::Text
                | FieldKind::Number
                | FieldKind::Flag
                | FieldKind::List
                | FieldKind::Entry,
            )
            | None => &[],
        };
        words.iter().filter(|word| word.to_lowercase().contains(&typed)).cloned().collect()
    }

    /// Hands the answer in, as `council answer` does, and says what came of it; what is refused can be changed.
    pub(crate) fn hand_in(&self, around: &DeskContext) -> Result<Report, Box<Report>> {
        let Some(by) = self.by.clone() else {
            return Err(Box::new(answer::listed(&self.given, &[&self.ask], Outcome::InputNeeded)));
        };
        let (seat, question) = (Some(self.ask.seat.clone()), Some(self.ask.hash.clone()));
        let handed = Handed { seat, text: self.form.text(), question, by, from: Awaited::Person };
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
            ReplyStep::Confirming => self.form.text().lines().map(str::to_owned).collect(),
            ReplyStep::Naming(_)
            | ReplyStep::Choosing
            | ReplyStep::Typing(_)
            | ReplyStep::Picking(..) => self.question.clone(),
        };
        self.scroll.draw(frame, above, text::plain(&lines, above.width));
        let title = match self.step {
            ReplyStep::Confirming => "to be recorded",
            ReplyStep::Picking(..) => "one of these",
            ReplyStep::Naming(_) | ReplyStep::Choosing | ReplyStep::Typing(_) => "the answer",
        };
        frame.render_widget(Paragraph::new(ruled(title, &self.scroll.place(), rule.width)), rule);
        self.list(frame, list);
        frame.render_widget(Paragraph::new(self.asked(ask.width)), ask);
    }

    fn list(&self, frame: &mut Frame<'_>, area: Rect) {
        let (rows, chosen): (Vec<String>, usize) = match &self.step {
            ReplyStep::Picking(typed, at) => (self.words(typed), *at),
            ReplyStep::Naming(_)
            | ReplyStep::Choosing
            | ReplyStep::Typing(_)
            | ReplyStep::Confirming => {
                let fields = self.form.fields();
                (fields.iter().map(|one| format!("{}: {}", one.label, one.said)).collect(), self.at)
            }
        };
        let height = usize::from(area.height).max(1);
        let top = (chosen + 1).saturating_sub(height);
        let in_view = rows.iter().enumerate().skip(top).take(height);
        let lines: Vec<Line<'_>> = in_view
            .map(|(at, row)| {
                let is_chosen = at == chosen;
                let room = usize::from(area.width).saturating_sub(2);
                let line = text::cut(&inert(row), room);
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
            ReplyStep::Naming(typed) => ("Who answers?".to_owned(), format!("> {typed}█")),
            ReplyStep::Typing(typed) | ReplyStep::Picking(typed, _) => {
                (label, format!("> {typed}█"))
            }
            ReplyStep::Confirming => {
                (format!("answered by {by}"), "Hand this answer in? y yes, n no".to_owned())
            }
            ReplyStep::Choosing => (label, field.map(how).unwrap_or_default()),
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
            ReplyStep::Naming(_) | ReplyStep::Typing(_) => "enter takes it, escape goes back",
            ReplyStep::Picking(..) => {
                "letters narrow it down, ↑↓ choose, enter takes it, esc goes back"
            }
            ReplyStep::Choosing => {
                "↑↓ choose, enter fill in, page keys scroll, w hand in, esc leave"
            }
            ReplyStep::Confirming => "y hands it in, n goes back, page keys scroll",
        }
    }
}

/// Says what can be done with a field.
fn how(field: &FormField) -> String {
    let taken_away = if field.is_entry { ", x takes it away" } else { "" };
    match &field.kind {
        FieldKind::Words(words) if words.len() > DIGITS => {
            format!("enter shows the {} words to choose from{taken_away}", words.len())
        }
        FieldKind::Words(words) => {
            let words = words.iter().zip(1_usize..).map(|(word, at)| format!("{at} {word}"));
            words.collect::<Vec<_>>().join("   ")
        }
        FieldKind::Text | FieldKind::Number => format!("enter to type{taken_away}"),
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

#[cfg(test)]
mod tests {
    use council::prompts::prompt::Prompt;
    use ratatui::{Terminal, backend::TestBackend, crossterm::event::KeyModifiers};
    use serde_json::json;

    use super::*;

    fn reply() -> ReplyForm {
        let many: Vec<String> = (1..=30).map(|number| format!("WORD_{number}")).collect();
        let finding = json!({"type": "object", "properties": {
            "mode": {"type": "integer", "enum": [7, 43]},
            "sort": {"type": "string", "enum": many},
            "severity": {"anyOf": [{"type": "string", "enum": ["MAJOR", "MINOR"]}, {"type": "null"}]},
            "text": {"type": "string"}}});
        let schema = json!({"type": "object", "properties": {
            "findings": {"type": "array", "items": finding}}});
        let prompt = Prompt {
            instructions: "Look at it.\n".to_owned(),
            packet: String::new(),
            role: String::new(),
            question: "What is wrong?\n".to_owned(),
        };
        let ask = OpenAsk {
            of: DeskItemKind::Session("S".to_owned()),
            seat: "SA-2".to_owned(),
            awaits: Awaited::Person,
            step: "round 1".to_owned(),
            is_repair: false,
            deadline: None,
            documents: vec!["prd.md".to_owned()],
            prompt,
            fence: "f".to_owned(),
            schema,
            hash: "0123456789abcdef".to_owned(),
        };
        let mut reply = opened("S", ask);
        press(&mut reply, "Ada\r");
        reply
    }

    fn press(reply: &mut ReplyForm, keys: &str) {
        for c in keys.chars() {
            let code = match c {
                '\r' => KeyCode::Enter,
                'v' => KeyCode::Down,
                c => KeyCode::Char(c),
            };
            assert_eq!(reply.press(KeyEvent::new(code, KeyModifiers::NONE)), Pressed::On);
        }
    }

    fn drawn(reply: &mut ReplyForm, columns: u16, rows: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        terminal.draw(|frame| reply.draw(frame, frame.area())).unwrap();
        let buffer = terminal.backend().buffer();
        let rows = buffer.content.chunks(usize::from(columns));
        let line = |row: &[ratatui::buffer::Cell]| -> String {
            row.iter().map(ratatui::buffer::Cell::symbol).collect()
        };
        rows.map(|row| line(row).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }

    fn said(reply: &ReplyForm) -> serde_json::Value {
        serde_json::from_str(&reply.form.text()).unwrap()
    }

    #[test]
    fn numbers_many_words_and_what_may_be_left_out_can_be_chosen() {
        let mut reply = reply();
        press(&mut reply, "\r");
        assert!(drawn(&mut reply, 80, 22).contains("> findings 1:"));
        press(&mut reply, "v2v");
        assert!(drawn(&mut reply, 80, 22).contains("enter shows the 30 words to choose from"));
        press(&mut reply, "4");
        assert!(drawn(&mut reply, 80, 22).contains("too many for a number"));
        press(&mut reply, "\rword_2v");
        for (columns, rows) in [(80, 22), (100, 28), (140, 38)] {
            let shown = drawn(&mut reply, columns, rows);
            assert!(shown.contains("── one of these"), "{shown}");
            assert!(shown.contains("> WORD_20") && !shown.contains("WORD_3"), "{shown}");
        }
        press(&mut reply, "\rv2");
        let finding = json!({"mode": 43, "sort": "WORD_20", "severity": "MINOR", "text": ""});
        assert_eq!(said(&reply), json!({"findings": [finding]}));
        press(&mut reply, "3");
        assert_eq!(said(&reply)["findings"][0]["severity"], json!(null));
    }

    #[test]
    fn what_nobody_has_chosen_is_gone_to_before_anything_is_handed_in() {
        let mut reply = reply();
        press(&mut reply, "\rw");
        let shown = drawn(&mut reply, 80, 22);
        assert!(shown.contains("> findings 1, mode: ?"), "{shown}");
        assert!(shown.contains("! this one has no answer yet"), "{shown}");
        press(&mut reply, "1w\rWORD_7\rw");
        let shown = drawn(&mut reply, 80, 22);
        assert!(shown.contains("Hand this answer in?") && shown.contains("WORD_7"), "{shown}");
    }

    #[test]
    fn what_is_pasted_is_typed_in_one_line_and_never_acts() {
        let mut reply = reply();
        reply.paste("w\ny");
        assert!(!drawn(&mut reply, 80, 22).contains("Hand this answer in?"));
        press(&mut reply, "\rv1v\rWORD_7\rvv\r");
        reply.paste("two\r\nlines\u{1b}[2J\n");
        press(&mut reply, "\r");
        assert_eq!(said(&reply)["findings"][0]["text"], json!("two  lines[2J"));
    }
}
