//! Why a stage review came out as it did, and what would change it.

use super::{
    evidence::NotEvidence,
    policy::{Select, StagePolicy},
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
    /// The file, repo-relative.
    pub path: String,
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
            path: file.path.clone(),
            selected: choice.selected,
            why: choice.why.to_string(),
        });
        let passed_over = self.read().passed_over.iter().map(|file| Considered {
            path: file.path.clone(),
            selected: false,
            why: file.why.to_string(),
        });
        let mut considered: Vec<_> = evidence.chain(passed_over).collect();
        considered.sort_by(|a, b| a.path.cmp(&b.path));
        considered
    }

    fn decided_by(&self) -> String {
        if let Some(reason) = self.skipped()
            && self.display().is_some()
        {
            return self.why_skipped(reason);
        }
        let files = counted(self.selected().count(), "selected file");
        let Some(display) = self.display() else {
            return format!(
                "evidence among the {files} cannot be read and strict schema demands it"
            );
        };
        if let Some(first) = self.blocking().next() {
            let conflicts = counted(self.blocking().count(), "conflict");
            return format!("{conflicts} in the {files}, the first in `{}`", first.place);
        }
        match display {
            DisplayVerdict::PassedWithWarnings if self.nobody_reviewed() => {
                format!("no conflict in the {files}, but every agent failed: nothing was reviewed")
            }
            DisplayVerdict::PassedWithWarnings => {
                let warnings = counted(self.advisory().count(), "warning");
                format!("no conflict and {warnings} in the {files}")
            }
            DisplayVerdict::Passed | DisplayVerdict::Failed | DisplayVerdict::Skipped(_) => {
                format!("no conflict and no warning in the {files}")
            }
        }
    }

    /// Says why nothing was reviewed.
    pub fn why_skipped(&self, reason: SkipReason) -> String {
        match reason {
            SkipReason::NoArtifactsFound => {
                format!("`{}` holds no evidence of this stage", self.read().folder)
            }
            SkipReason::NoUsableArtifacts => {
                let files = counted(self.selected().count(), "selected file");
                format!("nothing usable in the {files}")
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

    fn would_change(&self) -> Vec<String> {
        let mut ways = Vec::new();
        let conflicts = self.blocking().count();
        if conflicts > 0 {
            let conflicts = counted(conflicts, "conflict");
            ways.push(format!("new evidence of this stage without the {conflicts}"));
        }
        if self.skipped() == Some(SkipReason::NoArtifactsFound) {
            ways.push(format!("evidence of this stage in `{}`", self.read().folder));
        }
        ways.extend(self.other_policies().into_iter().filter_map(|(change, policy)| {
            let other = judge(self.read().clone(), policy);
            if (other.display(), other.outcome()) == (self.display(), self.outcome()) {
                return None;
            }
            let verdict = other.display().map_or("no verdict", DisplayVerdict::words);
            Some(format!("{change}: {verdict}, exit code {}", other.outcome().exit_code()))
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
        let flags: [(&str, fn(&mut StagePolicy) -> &mut bool); 3] = [
            ("--strict-artifacts", |policy| &mut policy.strict.artifacts),
            ("--strict-warnings", |policy| &mut policy.strict.warnings),
            ("--strict-schema", |policy| &mut policy.strict.schema),
        ];
        for (name, flag) in flags {
            let mut policy = mine;
            let value = flag(&mut policy);
            *value = !*value;
            let change = if *value { format!("`{name}`") } else { format!("without `{name}`") };
            others.push((change, policy));
        }
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

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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

impl std::fmt::Display for NotEvidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NotEvidence::Metrics => "no evidence: it measures an agent",
            NotEvidence::NotJson => "no evidence: it is not a JSON file",
            NotEvidence::Alias => "no evidence: this stage is reviewed by another stage's evidence",
        })
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
