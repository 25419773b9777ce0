//! What the gates of a project demand.

use council_core::gate::stage::{Select, StagePolicy, Strict};
use schemars::JsonSchema;
use serde::Deserialize;

/// What gates demand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GateSettings {
    /// What the stage review demands.
    pub stage: StageSettings,
}

/// What the stage review demands, on every surface. It adds to what a caller demands; a flag outranks it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct StageSettings {
    /// Which of a stage's evidence files decide, besides those that a caller's selection reads.
    pub select: Option<SelectSetting>,
    /// Missing evidence or a missing packet file ends with 2.
    pub strict_artifacts: bool,
    /// Warnings end with 1.
    pub strict_warnings: bool,
    /// Selected evidence that cannot be read ends with 3.
    pub strict_schema: bool,
    /// The stages implement and validate are reviewed too.
    pub diagnostic: bool,
}

/// Which of a stage's evidence files decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SelectSetting {
    /// The one with the greatest name.
    Lexmax,
    /// Those of the newest run.
    LatestRun,
    /// All of them.
    All,
}

impl StageSettings {
    /// Returns what a run without flags demands: the contract's selection, and what the project adds.
    pub fn policy(self) -> StagePolicy {
        self.over(StagePolicy::default())
    }

    /// Returns what a pipeline demands: what `--ci` does, and what the project adds.
    pub fn in_ci(self) -> StagePolicy {
        self.over(StagePolicy::ci())
    }

    fn over(self, base: StagePolicy) -> StagePolicy {
        let select = match self.select {
            Some(SelectSetting::Lexmax) => Select::LexMax,
            Some(SelectSetting::LatestRun) => Select::LatestRun,
            Some(SelectSetting::All) => Select::All,
            None => base.select,
        };
        let strict = Strict {
            artifacts: self.strict_artifacts,
            warnings: self.strict_warnings,
            schema: self.strict_schema,
        };
        base.and(StagePolicy { select, strict, diagnostic: self.diagnostic })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::{FILE, read};

    fn stage(text: &str) -> StageSettings {
        read(FILE, text).unwrap().gate.stage
    }

    #[test]
    fn a_project_that_says_nothing_demands_what_the_contract_does() {
        assert_eq!(stage("").policy(), StagePolicy::default());
        assert_eq!(stage("").in_ci(), StagePolicy::ci());
    }

    #[test]
    fn what_a_project_selects_is_read_besides_what_a_caller_selects() {
        let newest = stage("[gate.stage]\nselect = \"latest-run\"\n");
        assert_eq!(newest.policy().select, Select::Either);
        assert_eq!(newest.in_ci().select, Select::LatestRun);
        let all = stage("[gate.stage]\nselect = \"all\"\n");
        assert_eq!((all.policy().select, all.in_ci().select), (Select::All, Select::All));
    }

    #[test]
    fn a_project_cannot_take_a_strictness_away() {
        let lax = stage("[gate.stage]\nstrict_warnings = false\nselect = \"lexmax\"\n");
        assert_eq!(lax.in_ci().strict, StagePolicy::ci().strict);
        assert_eq!(lax.in_ci().select, Select::Either);
        let strict = stage("[gate.stage]\nstrict_artifacts = true\ndiagnostic = true\n");
        assert!(strict.policy().strict.artifacts && strict.policy().diagnostic);
    }

    #[test]
    fn a_setting_that_is_none_is_refused_with_the_one_that_was_meant() {
        let error = read(FILE, "[gate.stage]\nstrict_artefacts = true\n").unwrap_err();
        assert_eq!(error.help.as_deref(), Some("did you mean `strict_artifacts`?"));
    }
}
