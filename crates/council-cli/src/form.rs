//! Forms on a terminal: one question at a time, and nothing is recorded before a last yes.
//!
//! Whoever leaves a form, with Escape or Ctrl-C, has recorded nothing, and neither has whoever tells the program to stop or
//! takes its terminal away. What is shown was cleaned when it was read.

use council::core::handoff::CleanLine;
use crossterm::{cursor::Show, execute, terminal::disable_raw_mode};
use inquire::{Confirm, InquireError, Select, Text, validator::Validation};
use jiff::civil::Date;

use crate::{error::CommandError, interrupt::at_terminal, printer::Printer};

/// An answer, or nothing where the form was left.
pub(crate) type Answer<T> = Result<Option<T>, CommandError>;

/// Lets somebody choose with the arrow keys; returns the place of what was chosen.
pub(crate) fn choose(question: &str, options: &[&str]) -> Answer<usize> {
    let options: Vec<String> = options.iter().map(|one| (*one).to_owned()).collect();
    asked(question, move |question| {
        let select = Select::new(question, options).without_filtering();
        let help = "↑↓ to move, enter to choose, escape to leave";
        Ok(select.with_help_message(help).raw_prompt()?.index)
    })
}

/// Prints a remark in lines that fit the terminal, the first behind what marks it.
pub(crate) fn remark(printer: &Printer, words: &str) {
    let mark = "note: ";
    let mut lines = fitted(words, width().saturating_sub(mark.len())).into_iter();
    lines.next().iter().for_each(|line| printer.note(line));
    for line in lines {
        printer.told(&format!("{:indent$}{line}", "", indent = mark.len()));
    }
}

/// Prints a text in lines that fit the terminal.
pub(crate) fn show(printer: &Printer, text: &str) {
    for line in text.lines().flat_map(wrapped) {
        printer.told(&line);
    }
}

/// Breaks a line at blanks so that it fits the terminal; a word that is too long keeps its own line.
pub(crate) fn wrapped(line: &str) -> Vec<String> {
    fitted(line, width())
}

fn width() -> usize {
    crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns).max(20))
}

fn fitted(line: &str, width: usize) -> Vec<String> {
    if line.chars().count() < width {
        return vec![line.to_owned()];
    }
    let indent: String = line.chars().take_while(|c| *c == ' ').collect();
    let mut lines = Vec::new();
    let mut current = indent.clone();
    for word in line.split_whitespace() {
        let is_empty = current.len() == indent.len();
        if !is_empty && current.chars().count() + 1 + word.chars().count() >= width {
            lines.push(std::mem::replace(&mut current, format!("{indent}  {word}")));
            continue;
        }
        if !is_empty {
            current.push(' ');
        }
        current.push_str(word);
    }
    lines.push(current);
    lines
}

/// Asks for words until there are some.
pub(crate) fn words(question: &str, suggested: Option<&CleanLine>) -> Answer<CleanLine> {
    let suggested = suggested.cloned();
    let answer = asked(question, move |question| {
        let mut text = Text::new(question).with_validator(|text: &str| {
            Ok(match CleanLine::new(text) {
                Some(_) => Validation::Valid,
                None => Validation::Invalid("this cannot be empty".into()),
            })
        });
        if let Some(suggested) = &suggested {
            text = text.with_default(suggested.as_str());
        }
        text.prompt()
    })?;
    Ok(answer.as_deref().and_then(CleanLine::new))
}

/// Asks for a text, which may be empty.
pub(crate) fn text(question: &str) -> Answer<String> {
    asked(question, |question| Text::new(question).prompt())
}

/// What came of asking for a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Entered {
    /// A line.
    Line(String),
    /// The prompt was left.
    Left,
    /// Somebody wants the program to stop.
    Interrupted,
}

/// Asks for a line, with what was said before at hand: the arrow keys choose one, tab brings it back. Whoever tells the
/// program to stop meanwhile has it stop as Ctrl-C does.
pub(crate) fn line(
    prompt: &'static str,
    hint: &'static str,
    suggest: impl Fn(&str) -> Vec<String> + Clone + Send + 'static,
) -> Result<Entered, CommandError> {
    let Some(entered) = at_terminal(move |_| typed(prompt, hint, suggest))? else {
        give_back();
        return Ok(Entered::Interrupted);
    };
    entered
}

fn typed(
    prompt: &str,
    hint: &str,
    suggest: impl Fn(&str) -> Vec<String> + Clone + 'static,
) -> Result<Entered, CommandError> {
    let suggest = move |typed: &str| Ok(suggest(typed));
    let text = Text::new(prompt).with_help_message(hint).with_autocomplete(suggest);
    match text.with_page_size(SUGGESTIONS).prompt() {
        Ok(line) => Ok(Entered::Line(line)),
        Err(InquireError::OperationCanceled) => Ok(Entered::Left),
        Err(InquireError::OperationInterrupted) => Ok(Entered::Interrupted),
        Err(error) => {
            Err(CommandError::from(error).hint("give the message as an argument instead"))
        }
    }
}

/// How many suggestions are shown at once.
const SUGGESTIONS: usize = 4;

/// Asks for a day that is not over.
pub(crate) fn day(question: &str, today: Date) -> Answer<Date> {
    let answer = asked(question, move |question| {
        let text = Text::new(question).with_placeholder("YYYY-MM-DD");
        let text = text.with_validator(move |text: &str| {
            Ok(match text.trim().parse::<Date>() {
                Ok(day) if day >= today => Validation::Valid,
                Ok(_) => Validation::Invalid("this day is over".into()),
                Err(_) => Validation::Invalid("a day is written as YYYY-MM-DD".into()),
            })
        });
        text.prompt()
    })?;
    Ok(answer.and_then(|text| text.trim().parse().ok()))
}

/// Asks for a yes or a no; only a typed yes is one.
pub(crate) fn agrees(question: &str) -> Answer<bool> {
    asked(question, |question| Confirm::new(question).with_default(false).prompt())
}

/// Asks one question. Whoever tells the program to stop meanwhile, or takes the terminal away, ends the command and not
/// only the question.
fn asked<T: Send + 'static>(
    question: &str,
    ask: impl FnOnce(&str) -> Result<T, InquireError> + Send + 'static,
) -> Answer<T> {
    let question = question.to_owned();
    let Some(answer) = at_terminal(move |_| ask(&question))? else {
        give_back();
        return Err(CommandError::stopped());
    };
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(InquireError::OperationCanceled | InquireError::OperationInterrupted) => Ok(None),
        Err(error) => Err(CommandError::from(error).hint("answer with flags instead of the form")),
    }
}

/// Gives the terminal back where a question was left behind: whoever asked it still waits for a key. If that fails there is
/// nothing more that could be done.
#[expect(clippy::disallowed_methods, reason = "questions are drawn on standard error")]
fn give_back() {
    let _ = disable_raw_mode();
    let _ = execute!(std::io::stderr(), Show);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays_as_it_is() {
        assert_eq!(fitted("  Ines (users):    [support]", 40), ["  Ines (users):    [support]"]);
        assert_eq!(fitted("", 40), [""]);
    }

    #[test]
    fn lines_are_broken_at_blanks_and_keep_their_indent() {
        let said = "  accept 1: say how the failure is noticed, and whether it is tried again";
        let lines = fitted(said, 24);
        assert!(lines.iter().all(|line| line.chars().count() < 24), "{lines:?}");
        let words: Vec<&str> = lines.iter().flat_map(|line| line.split_whitespace()).collect();
        assert_eq!(words, said.split_whitespace().collect::<Vec<_>>());
        assert!(lines.iter().skip(1).all(|line| line.starts_with("    ")), "{lines:?}");
    }
}
