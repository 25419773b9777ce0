//! What a branch does to the specifications of a repository, compared with the commit that it was made from: which findings are
//! new, what became of the others, which ids mean something else now, and what other specifications it may contradict.

mod contradictions;
mod findings;
mod ids;
mod keys;
mod texts;
mod wording;

use council_core::{
    gate::{Outcome, Signal},
    severity::Severity,
};
use council_formats::report::{Data, Manual, Report, Telling};
use council_store::{GitError, Repo, StoreError};
use thiserror::Error;

use self::{contradictions::Contradictions, findings::FindingLives, texts::BaseTexts};
use crate::{
    lint::{self, LintRequest, MinorFindings},
    manual,
    specifications::Specifications,
    words,
};

pub(super) use keys::BaseKeys;

/// What is compared.
#[derive(Debug, Clone)]
pub struct BaseRequest {
    /// The revision: a branch, a tag or a commit.
    pub base: String,
    /// The files and folders to look at; all of the repository where there are none.
    pub paths: Vec<String>,
    /// What is a specification here.
    pub specifications: Specifications,
    /// How documents are linted.
    pub lint: LintRequest,
    /// What becomes of minor findings.
    pub warnings: MinorFindings,
}

/// Why nothing can be compared.
#[derive(Debug, Error)]
pub enum BaseError {
    /// The earlier version cannot be read.
    #[error(transparent)]
    Git(#[from] GitError),
    /// The repository cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A path names nothing.
    #[error("there is no `{path}`, neither here nor in `{base}`")]
    NoPath {
        /// The path as it was given.
        path: String,
        /// The revision as it was given.
        base: String,
    },
}

impl BaseError {
    /// Says what would help.
    pub fn help(&self) -> String {
        match self {
            Self::Git(error) => error.help(),
            Self::Store(_) => "look at the rights of the repository's folder".to_owned(),
            Self::NoPath { .. } => "name files and folders of the repository".to_owned(),
        }
    }
}

/// Compares the specifications on the disk with those of the commit where this branch left its base: what the base did since is
/// not this branch's doing.
pub fn against_base(repo: &Repo, request: &BaseRequest) -> Result<Report, BaseError> {
    let history = repo.history()?;
    let base = history.commit(&request.base)?;
    let from = match history.commit("HEAD") {
        // Nothing was committed here yet.
        Err(GitError::Unknown { .. }) => base,
        head => {
            let none = || GitError::NoMergeBase {
                base: request.base.clone(),
                is_shallow: history.is_shallow(),
            };
            history.merge_base(base, head?)?.ok_or_else(none)?
        }
    };
    let texts = BaseTexts::read(repo, &history, from, request)?;
    let lives = FindingLives::of(request, &texts);
    let changed_ids = ids::changed(repo, &texts);
    let contradictions = contradictions::of(&texts);
    Ok(BaseComparison { lives, changed_ids, contradictions, texts }
        .report(request, &from.to_string()))
}

/// Everything that was compared.
struct BaseComparison {
    lives: FindingLives,
    changed_ids: Vec<ids::ChangedId>,
    contradictions: Contradictions,
    texts: BaseTexts,
}

impl BaseComparison {
    fn report(self, request: &BaseRequest, commit: &str) -> Report {
        let Self { lives, changed_ids, contradictions, texts } = &self;
        let mut report =
            Report::of_gate("diff", &request.base, self.outcome(request.warnings), self.headline());
        report.telling = Telling::Folded;
        report.manual = manual_entry;
        report.is_in_full = true;
        let short = commit.get(..12).unwrap_or(commit);
        report.facts = vec![
            ("compared with", format!("{} at {short}", request.base)),
            ("specifications", texts.summary()),
            ("findings", lives.summary()),
        ];
        if let Some(fact) = contradictions.passed_over() {
            report.facts.push(("not compared", fact));
        }
        report.signals.clone_from(&texts.signals);
        report.signals.extend(lives.signals.iter().cloned());
        report.signals.extend(changed_ids.iter().map(ids::ChangedId::signal));
        report.signals.extend(contradictions.signals());
        report.data = Data::of(&BaseKeys::of(&self, request, commit));
        report.findings = self.lives.new.into_iter().map(lint::reported).collect();
        report
    }

    fn headline(&self) -> String {
        if self.texts.changed.is_empty() {
            return "no specification changed".to_owned();
        }
        let new = &self.lives.new;
        let of = |severity| new.iter().filter(|one| one.severity == severity).count();
        let mut parts = vec![match new.len() {
            0 => "no new finding".to_owned(),
            count => format!("{} ({})", words::count(count, "new finding"), words::severities(of)),
        }];
        let counts = [
            (self.changed_ids.len(), "changed id"),
            (self.contradictions.found.len(), "possible contradiction"),
        ];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        parts.extend(counts.map(|(count, what)| words::count(*count, what)));
        parts.join(", ")
    }

    fn outcome(&self, warnings: MinorFindings) -> Outcome {
        if self.texts.is_unreadable || self.lives.is_unreadable {
            return Outcome::Failed;
        }
        let claims = self.lives.new.iter().filter(|finding| !finding.rule.is_pointer());
        let worst = claims.map(|finding| finding.severity).max();
        let has_signals = !self.changed_ids.is_empty()
            || !self.contradictions.found.is_empty()
            || !self.lives.signals.is_empty()
            || !self.texts.signals.is_empty();
        match (worst, warnings) {
            (Some(Severity::Blocker | Severity::Major), _) => Outcome::Blocked,
            (None, _) if !has_signals => Outcome::Pass,
            (Some(Severity::Minor | Severity::Note) | None, MinorFindings::Strict) => {
                Outcome::WarnedStrictly
            }
            (Some(Severity::Minor | Severity::Note) | None, MinorFindings::Shown) => {
                Outcome::Warned
            }
        }
    }
}

/// Returns what the manual says about what is told here, for formats that carry it along.
fn manual_entry(code: &str) -> Option<Manual> {
    let told = TOLD.iter().find(|(told, ..)| *told == code);
    let own = told.map(|(_, summary, page)| Manual {
        summary,
        page: format!("# {code}\n\n{page}\n"),
        address: manual::guide("pull-request"),
    });
    own.or_else(|| manual::entry(code))
}

/// What is told besides findings: its name, what it is, and what to do about it.
const TOLD: [(&str, &str, &str); 4] = [
    (
        "id-changed",
        "an id means something else than before",
        "The words behind an id changed, and what refers to it may now say something that nobody meant. Read each place that refers to it. Where the old requirement is still meant somewhere, give the new one an id of its own.",
    ),
    (
        "id-gone",
        "an id is gone and still referred to",
        "Something refers to a requirement that is not there any more. Take the reference out, or bring the requirement back.",
    ),
    (
        contradictions::CODE,
        "a change may contradict another specification",
        "Two statements of two specifications may not both hold. The rules that compare them were made for one document, so that this is a place to look and not a finding. Decide which of the two holds, or say in both when each does.",
    ),
    (
        "settings-changed",
        "the settings of the review changed",
        "The branch changes `council.toml`, which says what is looked for. Read that change as carefully as the specifications.",
    ),
];

/// Says something about a file as a whole.
fn about(code: &'static str, path: &str, message: impl Into<String>) -> Signal {
    Signal::advisory(code, council_core::diagnostic::Place::file(path), message)
}
