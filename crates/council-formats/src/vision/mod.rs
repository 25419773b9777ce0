//! The user's vision file, Markdown, YAML or JSON: phases, progress and oath, copied and never invented.

mod keyed;
mod markdown;
#[cfg(test)]
mod tests;

use council_core::{
    diagnostic::{Diagnostic, Parsed, Place},
    north_star::{Vision, VisionPhase},
};

use crate::fields::shown;

/// Reads a vision file. Without phases that can be scored there is no vision, and a diagnostic says why.
pub fn read(path: &str, text: &str) -> Parsed<Option<Vision>> {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    let mut notes = Vec::new();
    let draft = match extension.as_deref() {
        Some("yaml" | "yml") => keyed::read(path, crate::yaml::read(path, text), &mut notes),
        Some("json") => keyed::read(path, crate::json::read(path, text), &mut notes),
        _ => Some(markdown::read(path, text, &mut notes)),
    };
    let value = draft.and_then(|draft| draft.finish(path, text, &mut notes));
    Parsed { value, diagnostics: notes }
}

/// A vision before its parts have been held against each other.
#[derive(Debug, Default)]
struct Draft {
    title: Option<String>,
    phases: Vec<PhaseDraft>,
    /// Phases called current, with the line of each.
    current: Vec<(u8, Option<u32>)>,
    oath: Option<String>,
}

#[derive(Debug, Default)]
struct PhaseDraft {
    number: u8,
    name: String,
    goal: String,
    progress: Option<f64>,
    line: Option<u32>,
}

impl Draft {
    fn finish(mut self, path: &str, text: &str, notes: &mut Vec<Diagnostic>) -> Option<Vision> {
        self.phases.sort_by_key(|phase| phase.number);
        if let Some(problem) = self.problem(path) {
            notes.push(problem);
            return None;
        }
        let current_phase = self.current_phase(path, notes);
        let file = path.rsplit('/').next().unwrap_or(path);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        Some(Vision {
            title: self.title.unwrap_or_else(|| stem.to_owned()),
            phases: self.phases.into_iter().map(PhaseDraft::finish).collect(),
            current_phase,
            oath: self.oath.filter(|oath| !oath.is_empty()),
            hash: blake3::hash(text.as_bytes()).to_hex().to_string(),
            text: text.to_owned(),
        })
    }

    /// Says why the phases cannot be scored: none, too many, or not numbered from 1 without gaps.
    fn problem(&self, path: &str) -> Option<Diagnostic> {
        let most = Vision::MOST_PHASES;
        if self.phases.is_empty() {
            let message = format!("the vision has no phases, expected 1 to {most}");
            return Some(
                Diagnostic::error("vision-without-phases", Place::file(path), message)
                    .help("add a heading for each phase, such as `## Phase 1: Launch`"),
            );
        }
        if self.phases.len() > most {
            let count = self.phases.len();
            let message = format!("the vision has {count} phases, expected 1 to {most}");
            return Some(Diagnostic::error("too-many-phases", Place::file(path), message));
        }
        let numbered = self.phases.iter().zip(1_u8..);
        let (wrong, expected) =
            numbered.into_iter().find(|(phase, number)| phase.number != *number)?;
        let message = if wrong.number < expected {
            format!("phase {} is described twice", wrong.number)
        } else {
            format!("phase {expected} is missing before phase {}", wrong.number)
        };
        let place = Place::file(path).at(wrong.line);
        Some(
            Diagnostic::error("phase-numbers", place, message)
                .help("number the phases from 1 without gaps, each once"),
        )
    }

    fn current_phase(&self, path: &str, notes: &mut Vec<Diagnostic>) -> Option<u8> {
        let (first, _) = self.current.first().copied()?;
        let exists = self.phases.iter().any(|phase| phase.number == first);
        let other = self.current.iter().find(|(number, _)| *number != first);
        let message = match (exists, other) {
            (true, None) => return Some(first),
            (_, Some((other, _))) => {
                format!("both phase {first} and phase {other} are called current")
            }
            (false, None) => format!("the current phase is {first}, and there is no such phase"),
        };
        let line = other.or(self.current.first()).and_then(|(_, line)| *line);
        notes.push(
            Diagnostic::error("current-phase", Place::file(path).at(line), message)
                .help("name one of the phases as the current one, or none"),
        );
        None
    }
}

impl PhaseDraft {
    fn finish(self) -> VisionPhase {
        VisionPhase {
            number: self.number,
            name: self.name,
            goal: self.goal,
            progress: self.progress,
        }
    }
}

/// Reads progress as a share from 0 to 1: `40%`, `0.4`. Anything else is said and left out.
fn progress(word: &str, place: Place, notes: &mut Vec<Diagnostic>) -> Option<f64> {
    let word = word.trim();
    let share = match word.strip_suffix('%') {
        Some(percent) => percent.trim().parse::<f64>().ok().map(|percent| percent / 100.0),
        None => word.parse::<f64>().ok(),
    };
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    if share.is_none() {
        let word = shown(word);
        let message = format!("progress `{word}` is not a share, expected 0 to 1 or 0% to 100%");
        notes.push(Diagnostic::warning("phase-progress", place, message));
    }
    share
}

/// Reads the number at the beginning of a text and returns it with what follows.
fn leading_number(text: &str) -> Option<(u8, &str)> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at_checked(digits)?;
    Some((number.parse().ok()?, rest))
}
