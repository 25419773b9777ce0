//! Holds any contract file against its contract, and says what it read.

mod forum;
mod kind;
mod packet;
mod read;
mod twin;
mod walk;

use council_core::{
    diagnostic::{Diagnostic, Level, Place},
    gate::Outcome,
};
use council_formats::{
    artifact::{self, ArtifactReading},
    handoff,
    report::{Data, Report},
};
use council_store::{Repo, StoreError};
use jiff::civil::Date;

use crate::panel::{LATER, Underway, underway};

pub use kind::CheckedKind;
pub use read::{CheckOutput, Read};

/// What is to be checked and how.
#[derive(Debug, Clone)]
pub struct CheckRequest {
    /// A file or folder of the repository; a folder stands for every contract file below it.
    pub path: String,
    /// What the files are; without it, each is recognised by its name and content.
    pub kind: Option<CheckedKind>,
    /// The day of the check: what is waived is waived until a day.
    pub today: Date,
}

/// One file, checked.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The file.
    pub path: String,
    /// What it is, if that is known.
    pub kind: Option<CheckedKind>,
    /// How far the check came.
    pub reach: CheckDepth,
    /// What was noticed, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// What was read, normalised; nothing where there was nothing to read.
    pub read: Option<Read>,
}

/// How far the check of a file came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckDepth {
    /// It was held against its contract.
    Held,
    /// It was read, but no contract defines its shape.
    Read,
    /// It is a record of a review, and nothing in it could be read that anybody could verify.
    Nothing,
    /// It could not be had, is no text, cannot be parsed, or is of no known kind.
    Refused,
}

/// What becomes of warnings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Warnings {
    /// They are shown.
    Shown,
    /// They are a soft failure.
    Strict,
}

/// Checks a file, or every contract file below a folder.
pub fn check(repo: &Repo, request: &CheckRequest) -> Vec<Checked> {
    let CheckRequest { path, kind, .. } = request;
    let kind = *kind;
    if !repo.has_folder(path) {
        return vec![check_file(repo, path, request)];
    }
    if let Some(checked) = check_folder(repo, path, request) {
        return vec![checked];
    }
    let found = match walk::contract_files(repo, path, kind) {
        Ok(found) => found,
        Err(error) => return vec![refused(path, error)],
    };
    if found.is_empty() {
        let message = "no file below this folder is of a known kind";
        let diagnostic = Diagnostic::error("nothing-to-check", Place::file(path), message)
            .help(kind::expected());
        return vec![refusal(path, kind, diagnostic)];
    }
    let one = |path: &String| {
        check_folder(repo, path, request).unwrap_or_else(|| check_file(repo, path, request))
    };
    found.iter().map(one).collect()
}

/// Tells whether a request is about one thing: a file, or a folder that is one thing. Any other folder stands for the
/// files below it, however many there are.
pub fn is_one(repo: &Repo, request: &CheckRequest) -> bool {
    let CheckRequest { path, kind, .. } = request;
    let is_whole = |kind: CheckedKind| matches!(kind, CheckedKind::PrdFolder | CheckedKind::Packet);
    !repo.has_folder(path) || kind.or_else(|| packet::folder_kind(repo, path)).is_some_and(is_whole)
}

/// Checks a folder that is one thing.
fn check_folder(repo: &Repo, path: &str, request: &CheckRequest) -> Option<Checked> {
    match request.kind.or_else(|| packet::folder_kind(repo, path))? {
        CheckedKind::PrdFolder if repo.has_folder(path) => {
            Some(packet::prd_folder(repo, path, request.today))
        }
        CheckedKind::Packet if repo.has_folder(path) => Some(packet::packet(repo, path)),
        CheckedKind::PrdFolder
        | CheckedKind::Packet
        | CheckedKind::Session
        | CheckedKind::Bundle
        | CheckedKind::SeatReport
        | CheckedKind::Handoff
        | CheckedKind::HandoffTwin
        | CheckedKind::CouncilConfig
        | CheckedKind::ForumRecord
        | CheckedKind::RoundSummary
        | CheckedKind::StageEvidence => None,
    }
}

/// Returns what there is to say about a file that could not be had.
pub fn refused(path: &str, error: StoreError) -> Checked {
    let place = Place::file(path);
    let diagnostic = match error {
        StoreError::NotText(diagnostic) => diagnostic,
        StoreError::Missing { .. } => {
            Diagnostic::error("missing-file", place, "there is no such file").help("check the path")
        }
        StoreError::Outside { .. } => {
            Diagnostic::error("outside", place, "the path leads out of the repository")
                .help("name its repository with `--repo`")
        }
        StoreError::NotAFile { .. } | StoreError::NotAFolder { .. } => {
            Diagnostic::error("not-a-file", place, "this is not a regular file")
        }
        StoreError::Io { source, .. } => {
            Diagnostic::error("unreadable", place, format!("the file cannot be read: {source}"))
        }
        error @ (StoreError::Exists { .. }
        | StoreError::Linked { .. }
        | StoreError::Write { .. }
        | StoreError::Held { .. }
        | StoreError::Damaged { .. }
        | StoreError::TooLarge { .. }
        | StoreError::NotARecord { .. }
        | StoreError::Doubtful { .. }
        | StoreError::Poisoned { .. }
        | StoreError::TooManyPatterns { .. }
        | StoreError::TooDeep { .. }
        | StoreError::NoFreeName { .. }) => {
            Diagnostic::error("unreadable", place, error.to_string())
        }
    };
    refusal(path, None, diagnostic)
}

/// Returns what a checked file decides.
pub fn outcome(checked: &Checked, warnings: Warnings) -> Outcome {
    let worst = checked.diagnostics.iter().map(|diagnostic| diagnostic.level).max();
    match checked.reach {
        CheckDepth::Refused => return Outcome::Failed,
        CheckDepth::Nothing => return Outcome::InputNeeded,
        CheckDepth::Held | CheckDepth::Read => {}
    }
    match (worst, warnings) {
        (Some(Level::Error), _) => Outcome::Blocked,
        (Some(Level::Warning), Warnings::Strict) => Outcome::WarnedStrictly,
        (Some(Level::Warning), Warnings::Shown) => Outcome::Warned,
        (Some(Level::Note) | None, _) => Outcome::Pass,
    }
}

/// Puts a checked file into words.
pub fn report(checked: &Checked, warnings: Warnings) -> Report {
    let outcome = outcome(checked, warnings);
    let mut report = Report::new("check", &checked.path, outcome, headline(checked));
    report.signals = checked.diagnostics.iter().cloned().map(Into::into).collect();
    report.facts = checked.read.as_ref().map(Read::facts).unwrap_or_default();
    let kind = checked.kind.map(CheckedKind::word);
    report.data = Data::of(&CheckOutput { kind, read: checked.read.as_ref() });
    report
}

fn check_file(repo: &Repo, path: &str, request: &CheckRequest) -> Checked {
    let CheckRequest { kind, today, .. } = *request;
    let text = match repo.read(path) {
        Ok(text) => text,
        Err(error) => return refused(path, error),
    };
    // A Markdown file that somebody names is a specification unless it is something else.
    let packet = || kind::is_markdown(path).then_some(CheckedKind::Packet);
    let Some(kind_found) = kind.or_else(|| CheckedKind::detect(path, &text)).or_else(packet) else {
        let unparsed = kind::data_error(path, &text);
        let unknown = || {
            let message = "the file is of no known kind";
            Diagnostic::error("unknown-kind", Place::file(path), message).help(kind::expected())
        };
        return refusal(path, None, unparsed.unwrap_or_else(unknown));
    };
    match kind_found {
        CheckedKind::Session | CheckedKind::Bundle | CheckedKind::SeatReport => {
            artifact(path, &text, kind_found, kind)
        }
        CheckedKind::Handoff => handoff(repo, path, &text),
        CheckedKind::HandoffTwin => twin::check(repo, path, &text),
        CheckedKind::CouncilConfig => forum::council_config(path, &text),
        CheckedKind::ForumRecord => forum::forum_record(path, &text),
        CheckedKind::RoundSummary => forum::round_summary(path, &text),
        CheckedKind::StageEvidence => packet::stage_evidence(path, &text),
        CheckedKind::Packet => packet::packet(repo, path),
        CheckedKind::PrdFolder => packet::prd_folder(repo, path, today),
    }
}

/// Checks a record of a review: exactly where it has the contract's shape or was said to have it, else as it was found.
fn artifact(path: &str, text: &str, found: CheckedKind, asked: Option<CheckedKind>) -> Checked {
    let parsed = match artifact::read(path, text) {
        Ok(parsed) => parsed,
        Err(diagnostic) => return refusal(path, Some(found), diagnostic),
    };
    let ArtifactReading { tree, .. } = &parsed.value;
    let exact = asked.is_some() || artifact::is_exact(tree);
    let (reach, diagnostics) = match found {
        CheckedKind::Session if exact => (CheckDepth::Held, artifact::check_session(path, tree)),
        CheckedKind::Bundle if exact => (CheckDepth::Held, artifact::check_bundle(path, tree)),
        CheckedKind::Session | CheckedKind::Bundle | CheckedKind::SeatReport
            if parsed.value.is_empty() =>
        {
            let message = "nothing in the record can be verified: no verdict, finding, gate, seat, vote or score";
            let nothing = Diagnostic::error("nothing-read", Place::file(path), message)
                .help(format!("hold it against the contract with `--kind {}`", found.word()));
            (CheckDepth::Nothing, std::iter::once(nothing).chain(parsed.diagnostics).collect())
        }
        CheckedKind::Session | CheckedKind::Bundle => {
            let message = format!("a {} in a legacy shape", found.word());
            let note = Diagnostic::note("legacy-shape", Place::file(path), message)
                .help(format!("hold it against the contract with `--kind {}`", found.word()));
            (CheckDepth::Read, std::iter::once(note).chain(parsed.diagnostics).collect())
        }
        CheckedKind::SeatReport
        | CheckedKind::Handoff
        | CheckedKind::HandoffTwin
        | CheckedKind::CouncilConfig
        | CheckedKind::ForumRecord
        | CheckedKind::RoundSummary
        | CheckedKind::StageEvidence
        | CheckedKind::Packet
        | CheckedKind::PrdFolder => (CheckDepth::Read, parsed.diagnostics),
    };
    let read = Some(Read::Artifact(Box::new(artifact::normalised(&parsed.value))));
    Checked { path: path.to_owned(), kind: Some(found), reach, diagnostics, read }
}

/// Checks the handoff of a panel review against every rule of its contract.
fn handoff(repo: &Repo, path: &str, text: &str) -> Checked {
    let parsed = handoff::read(path, text);
    let project = parsed.value.front.as_ref().and_then(|front| front.project.as_ref());
    let underway = project.map(|project| underway(repo, project, path, text));
    let diagnostics = match underway.transpose() {
        Ok(underway) => awaited(path, underway.flatten(), parsed.diagnostics),
        Err(error) => {
            let place = Place::file(path);
            let message = format!("the journal of the project cannot be read: {error}");
            let unread = Diagnostic::warning("journal-unreadable", place, message);
            std::iter::once(unread).chain(parsed.diagnostics).collect()
        }
    };
    Checked {
        path: path.to_owned(),
        kind: Some(CheckedKind::Handoff),
        reach: CheckDepth::Held,
        diagnostics,
        read: Some(Read::Handoff(Box::new(handoff::normalised(&parsed.value)))),
    }
}

/// Takes what a later step fills in for what it is where the journal says that the step is still to come. The gates do
/// not: they stay closed until it is there.
fn awaited(path: &str, underway: Option<Underway>, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let (message, later): (&str, fn(&Diagnostic) -> bool) = match underway {
        None => return found,
        Some(Underway::Opened) => {
            ("this review was opened by the re-review gate, and the panel has not met", |_| true)
        }
        Some(Underway::Decided) => {
            ("this review waits for the decision of the re-review gate", |one| {
                LATER.contains(&one.code)
            })
        }
    };
    let mut kept: Vec<Diagnostic> = found.into_iter().filter(|one| !later(one)).collect();
    kept.push(Diagnostic::note("in-progress", Place::file(path), message));
    kept
}

fn refusal(path: &str, kind: Option<CheckedKind>, diagnostic: Diagnostic) -> Checked {
    let (path, diagnostics) = (path.to_owned(), vec![diagnostic]);
    Checked { path, kind, reach: CheckDepth::Refused, diagnostics, read: None }
}

fn headline(checked: &Checked) -> String {
    let count =
        |level| checked.diagnostics.iter().filter(|diagnostic| diagnostic.level == level).count();
    let (errors, warnings) = (count(Level::Error), count(Level::Warning));
    let kind = checked.kind.map_or("file", CheckedKind::word);
    let found = match checked.reach {
        CheckDepth::Refused => return format!("the {kind} cannot be checked"),
        CheckDepth::Held if errors > 0 => {
            return format!("the {kind} breaks its contract, {}", counted(errors, "error"));
        }
        CheckDepth::Held => format!("valid {kind}"),
        CheckDepth::Nothing => {
            return format!("{kind}, not judged: it says nothing that can be verified");
        }
        CheckDepth::Read => format!("{kind}, read but held against no contract"),
    };
    if warnings == 0 { found } else { format!("{found}, {}", counted(warnings, "warning")) }
}

fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
