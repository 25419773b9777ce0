//! Why a stage review came out as it did, and what would change it.

use std::fmt;

use super::{
    evidence::{EvidenceFile, NotEvidence},
    policy::{Select, StagePolicy, Strict},
    review::{DisplayVerdict, SkipReason, StageReview, judge},
    select::Why,
};

/// Why a review came out as it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Every file that was looked at, by name.
    pub considered: Vec<Considered>,
    /// What decided.
    pub decided_by: String,
    /// What would change the result, one way a line.
    pub would_change: Vec<String>,
}

/// One file that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Considered {
    /// The file's name in the evidence folder.
    pub name: String,
    /// Whether the decision is based on it.
    pub selected: bool,
    /// Why.
    pub why: String,
}

impl StageReview {
    /// Explains the review.
    pub fn explain(&self) -> Explanation {
        Explanation {
            considered: self.considered(),
            decided_by: self.decided_by(),
            would_change: self.would_change(),
        }
    }

    fn considered(&self) -> Vec<Considered> {
        let evidence = self.files().map(|(file, choice)| Considered {
            name: file.name().to_owned(),
            selected: choice.selected,
            why: choice.why.to_string(),
        });
        let passed_over = self.read().passed_over.iter().map(|file| Considered {
            name: file.name.clone(),
            selected: false,
            why: file.why.to_string(),
        });
        let mut considered: Vec<_> = evidence.chain(passed_over).collect();
        considered.sort_by(|a, b| a.name.cmp(&b.name));
        considered
    }

    fn decided_by(&self) -> String {
        let files = self.selected_files();
        let Some(display) = self.display() else {
            return format!("{files}, which cannot be read and must be under `--strict-schema`");
        };
        match display {
            DisplayVerdict::Skipped(reason) => self.why_skipped(reason),
            DisplayVerdict::Failed => {
                let conflicts = counted(self.blocking().count(), "conflict");
                let first = self.blocking().next().map_or("", |signal| signal.message.as_str());
                format!("{conflicts} in {files}, the first: {first}")
            }
            DisplayVerdict::PassedWithWarnings if self.nobody_reviewed() => {
                format!("no conflict in {files}, but every agent failed and nothing was reviewed")
            }
            DisplayVerdict::PassedWithWarnings => {
                let warnings = counted(self.advisory().count(), "warning");
                format!("no conflict and {warnings} in {files}")
            }
            DisplayVerdict::Passed => format!("no conflict and no warning in {files}"),
        }
    }

    /// Says why nothing was reviewed.
    pub fn why_skipped(&self, reason: SkipReason) -> String {
        match reason {
            SkipReason::NoArtifactsFound => {
                format!("`{}` holds no evidence of this stage", self.read().folder)
            }
            SkipReason::NoUsableArtifacts => {
                let files = self.selected_files();
                if self.selected().all(EvidenceFile::is_unfilled) {
                    return format!("nothing usable in {files}, a template that nobody filled in");
                }
                format!("nothing usable in {files}")
            }
            SkipReason::NotApplicable => {
                format!("stage `{}` leaves no evidence to review", self.stage().word())
            }
            SkipReason::PolicyDisabled => {
                format!(
                    "stage `{}` is reviewed only as a diagnostic, and that was not asked for",
                    self.stage().word()
                )
            }
        }
    }

    fn selected_files(&self) -> String {
        match self.selected().count() {
            1 => "the selected file".to_owned(),
            count => format!("the {count} selected files"),
        }
    }

    fn would_change(&self) -> Vec<String> {
        let mut ways = Vec::new();
        let conflicts = self.blocking().count();
        if conflicts > 0 {
            let conflicts = counted(conflicts, "conflict");
            ways.push(format!("new evidence of this stage without the {conflicts}"));
        }
        ways.extend(match self.skipped() {
            Some(SkipReason::NoArtifactsFound) => {
                Some(format!("evidence of this stage in `{}`", self.read().folder))
            }
            Some(SkipReason::PolicyDisabled) => {
                Some("`--diagnostic`: the stage is reviewed".to_owned())
            }
            Some(SkipReason::NotApplicable) => self.stage().advice().map(str::to_owned),
            Some(SkipReason::NoUsableArtifacts) | None => None,
        });
        let seen =
            |review: &StageReview| (review.display(), review.outcome(), review.allows_progress());
        let mine = seen(self);
        ways.extend(self.other_policies().into_iter().filter_map(|(change, policy)| {
            let other = judge(self.read().clone(), policy);
            if seen(&other) == mine {
                return None;
            }
            let verdict = other.display().map_or("no verdict", DisplayVerdict::words);
            let progress = match (other.allows_progress(), self.allows_progress()) {
                (true, false) => ", and automation may go on",
                (false, true) => ", and automation may not go on",
                (true, true) | (false, false) => "",
            };
            Some(format!(
                "{change}: {verdict}, exit code {}{progress}",
                other.outcome().exit_code()
            ))
        }));
        ways
    }

    /// Returns every policy that differs from this review's in one demand. Turning on a diagnostic is not among them:
    /// nothing was read for it.
    fn other_policies(&self) -> Vec<(String, StagePolicy)> {
        let mine = self.policy();
        let selects = Select::ALL.into_iter().filter(|select| *select != mine.select);
        let mut others: Vec<_> = selects
            .map(|select| (format!("`--select {}`", select.word()), StagePolicy { select, ..mine }))
            .collect();
        let strict = mine.strict;
        let flags = [
            ("--strict-artifacts", Strict { artifacts: !strict.artifacts, ..strict }),
            ("--strict-warnings", Strict { warnings: !strict.warnings, ..strict }),
            ("--strict-schema", Strict { schema: !strict.schema, ..strict }),
        ];
        let on = [strict.artifacts, strict.warnings, strict.schema];
        others.extend(flags.into_iter().zip(on).map(|((name, strict), on)| {
            let change = if on { format!("without `{name}`") } else { format!("`{name}`") };
            (change, StagePolicy { strict, ..mine })
        }));
        others
    }
}

impl DisplayVerdict {
    /// Returns the verdict in words.
    pub fn words(self) -> &'static str {
        match self {
            DisplayVerdict::Passed => "passed",
            DisplayVerdict::PassedWithWarnings => "passed with warnings",
            DisplayVerdict::Failed => "failed",
            DisplayVerdict::Skipped(_) => "skipped",
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::GreatestName => f.write_str("its name is the greatest"),
            Why::SmallerName => f.write_str("another name is greater"),
            Why::NewestRun(at) => write!(f, "of the newest run, {at}"),
            Why::SameRun => f.write_str("it has the run id of the newest run"),
            Why::SameDay(at) => {
                write!(f, "of the newest run's day, {at}, without a time of day")
            }
            Why::Untimed => f.write_str("it tells no time, so it may be of the newest run"),
            Why::OlderRun(at) => write!(f, "of an older run, {at}"),
            Why::Everything => f.write_str("every file is read"),
        }
    }
}

impl fmt::Display for NotEvidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotEvidence::Metrics => "not evidence, it measures an agent",
            NotEvidence::NotJson => "not evidence, it is no JSON file",
            NotEvidence::Alias => "not evidence, this stage is reviewed by another's",
        })
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
