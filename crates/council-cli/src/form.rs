//! Forms on a terminal: one question at a time, and nothing is recorded before a last yes.
//!
//! Whoever leaves a form, with Escape or Ctrl-C, has recorded nothing. What is shown was cleaned when it was read.

use council::core::handoff::Line;
use inquire::{Confirm, InquireError, Select, Text, validator::Validation};
use jiff::civil::Date;

use crate::error::CommandError;

/// An answer, or nothing where the form was left.
pub(crate) type Answer<T> = Result<Option<T>, CommandError>;

/// Lets somebody choose with the arrow keys; returns the place of what was chosen.
pub(crate) fn choose(question: &str, options: &[&str]) -> Answer<usize> {
    let select = Select::new(question, options.to_vec()).without_filtering();
    let chosen =
        select.with_help_message("↑↓ to move, enter to choose, escape to leave").raw_prompt();
    answered(chosen.map(|chosen| chosen.index))
}

/// Asks for words until there are some.
pub(crate) fn words(question: &str, suggested: Option<&Line>) -> Answer<Line> {
    let mut text = Text::new(question).with_validator(|text: &str| {
        Ok(match Line::new(text) {
            Some(_) => Validation::Valid,
            None => Validation::Invalid("this needs words".into()),
        })
    });
    if let Some(suggested) = suggested {
        text = text.with_default(suggested.as_str());
    }
    Ok(answered(text.prompt())?.as_deref().and_then(Line::new))
}

/// Asks for a day that is not over.
pub(crate) fn day(question: &str, today: Date) -> Answer<Date> {
    let text =
        Text::new(question).with_placeholder("YYYY-MM-DD").with_validator(move |text: &str| {
            Ok(match text.trim().parse::<Date>() {
                Ok(day) if day >= today => Validation::Valid,
                Ok(_) => Validation::Invalid("this day is over".into()),
                Err(_) => Validation::Invalid("a day is written as YYYY-MM-DD".into()),
            })
        });
    Ok(answered(text.prompt())?.and_then(|text| text.trim().parse().ok()))
}

/// Asks for a yes or a no; only a typed yes is one.
pub(crate) fn agrees(question: &str) -> Answer<bool> {
    answered(Confirm::new(question).with_default(false).prompt())
}

fn answered<T>(result: Result<T, InquireError>) -> Answer<T> {
    match result {
        Ok(answer) => Ok(Some(answer)),
        Err(InquireError::OperationCanceled | InquireError::OperationInterrupted) => Ok(None),
        Err(error) => Err(CommandError::from(error).hint("answer with flags instead of the form")),
    }
}
