//! What a comparison with a revision says in JSON.

use council_rules::Finding;
use schemars::JsonSchema;
use serde::Serialize;

use super::{BaseComparison, BaseRequest};

/// What a branch does to the specifications.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BaseKeys {
    /// The revision as it was given.
    base: String,
    /// The commit that was compared with: where the branch left its base.
    commit: String,
    /// The specifications that changed.
    changed: Vec<ChangedFileKeys>,
    /// The findings that were not there before.
    new: Vec<BranchFindingKeys>,
    /// The findings that were there before and still are.
    open: Vec<BranchFindingKeys>,
    /// The findings whose words stand in another file now.
    moved: Vec<BranchFindingKeys>,
    /// The findings that are gone.
    fixed: Vec<BranchFindingKeys>,
    /// How many more findings comments suppress than before.
    newly_suppressed: usize,
    /// The ids that mean something else now, or nothing although something refers to them.
    changed_ids: Vec<ChangedIdKeys>,
    /// The statements of other specifications that the change may contradict.
    contradicts: Vec<ContradictionKeys>,
    /// How many pairs of specifications were not compared for contradictions, because there is too much text.
    not_compared: usize,
}

/// A specification that changed.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ChangedFile")]
struct ChangedFileKeys {
    /// Where it is, or was.
    file: String,
    /// What happened to it.
    change: &'static str,
    /// Where it was, if it has a new name.
    #[serde(skip_serializing_if = "Option::is_none")]
    renamed_from: Option<String>,
}

/// A finding of either side.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "BranchFinding")]
struct BranchFindingKeys {
    /// Its name.
    id: String,
    /// The rule that found it.
    rule: &'static str,
    /// How bad it is.
    severity: &'static str,
    /// The file that it is in, or was.
    file: String,
    /// The line there.
    line: u32,
    /// The column there.
    column: u32,
    /// The words that show it.
    quote: String,
    /// What is wrong.
    message: String,
    /// What would repair it.
    remediation: String,
    /// The file that it was in, where it moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    moved_from: Option<String>,
}

impl BranchFindingKeys {
    fn of(finding: &Finding) -> Self {
        Self {
            id: finding.short_id().to_string(),
            rule: finding.rule.id,
            severity: finding.severity.word(),
            file: finding.path().to_owned(),
            line: finding.start.line,
            column: finding.start.column,
            quote: finding.quote().to_owned(),
            message: finding.message.clone().into_owned(),
            remediation: finding.remediation.clone().into_owned(),
            moved_from: None,
        }
    }
}

/// An id that means something else than before.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ChangedId")]
struct ChangedIdKeys {
    /// The id.
    id: String,
    /// The file that defines it, or did.
    file: String,
    /// The line of its definition, where it still has one.
    line: Option<u32>,
    /// What it meant.
    before: String,
    /// What it means; nothing where it is gone.
    after: Option<String>,
    /// The id that what it meant has now.
    now_called: Option<String>,
    /// Who refers to it.
    references: Vec<ReferenceKeys>,
}

/// A place that refers to an id.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "IdReference")]
struct ReferenceKeys {
    /// The file.
    file: String,
    /// The line.
    line: u32,
}

/// Two statements of two specifications that may not both hold.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Contradiction")]
struct ContradictionKeys {
    /// The rule that compared them.
    rule: &'static str,
    /// The file that changed.
    file: String,
    /// The line there.
    line: u32,
    /// What stands there.
    quote: String,
    /// The other specification.
    other_file: String,
    /// The line there.
    other_line: u32,
    /// What stands there.
    other_quote: String,
}

impl BaseKeys {
    pub(super) fn of(comparison: &BaseComparison, request: &BaseRequest, commit: &str) -> Self {
        let BaseComparison { lives, changed_ids, contradictions, texts } = comparison;
        let changed = texts.changed.iter().map(|file| ChangedFileKeys {
            file: file.path.clone(),
            change: file.word(),
            renamed_from: file.renamed_from.clone(),
        });
        let moved = lives.moved.iter().map(|(was, is)| BranchFindingKeys {
            moved_from: Some(was.path().to_owned()),
            ..BranchFindingKeys::of(is)
        });
        let changed_ids = changed_ids.iter().map(|one| ChangedIdKeys {
            id: one.id.clone(),
            file: one.file.clone(),
            line: one.line,
            before: one.before.clone(),
            after: one.after.clone(),
            now_called: one.now_called.clone(),
            references: (one.references.iter())
                .map(|(file, line)| ReferenceKeys { file: file.clone(), line: *line })
                .collect(),
        });
        let contradicts = contradictions.found.iter().map(|one| ContradictionKeys {
            rule: one.rule,
            file: one.file.clone(),
            line: one.here.line,
            quote: one.here.text.clone(),
            other_file: one.other.clone(),
            other_line: one.there.line,
            other_quote: one.there.text.clone(),
        });
        Self {
            base: request.base.clone(),
            commit: commit.to_owned(),
            changed: changed.collect(),
            new: lives.new.iter().map(BranchFindingKeys::of).collect(),
            open: lives.open.iter().map(BranchFindingKeys::of).collect(),
            moved: moved.collect(),
            fixed: lives.fixed.iter().map(BranchFindingKeys::of).collect(),
            newly_suppressed: lives.suppressed,
            changed_ids: changed_ids.collect(),
            contradicts: contradicts.collect(),
            not_compared: contradictions.left_out,
        }
    }
}
