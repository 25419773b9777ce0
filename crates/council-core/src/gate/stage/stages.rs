//! The seven stages and the checkpoints they are reviewed at.

/// A stage of the work on a spec, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The spec is written.
    Specify,
    /// The plan is made.
    Plan,
    /// The plan is cut into tasks.
    Tasks,
    /// The tasks are carried out.
    Implement,
    /// The work is validated.
    Validate,
    /// The work is audited.
    Audit,
    /// The work is released.
    Unlock,
}

/// A point at which a stage's evidence is reviewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Checkpoint {
    /// Once the plan is there.
    AfterPlan,
    /// Once the tasks are there.
    AfterTasks,
    /// Once the implementation is there.
    AfterImplement,
    /// Once the validation is there.
    AfterValidate,
    /// Once the audit is there and before anything is released.
    BeforeUnlock,
}

impl Stage {
    /// Every stage, in order.
    pub const ALL: [Stage; 7] = [
        Stage::Specify,
        Stage::Plan,
        Stage::Tasks,
        Stage::Implement,
        Stage::Validate,
        Stage::Audit,
        Stage::Unlock,
    ];

    /// Returns the stage's word.
    pub fn word(self) -> &'static str {
        match self {
            Stage::Specify => "specify",
            Stage::Plan => "plan",
            Stage::Tasks => "tasks",
            Stage::Implement => "implement",
            Stage::Validate => "validate",
            Stage::Audit => "audit",
            Stage::Unlock => "unlock",
        }
    }

    /// Reads a stage's word in any case. There is no default.
    pub fn read(word: &str) -> Option<Stage> {
        Stage::ALL.into_iter().find(|stage| stage.word().eq_ignore_ascii_case(word))
    }

    /// Returns the checkpoint the stage is reviewed at, none for a stage that leaves no evidence.
    pub fn checkpoint(self) -> Option<Checkpoint> {
        match self {
            Stage::Specify => None,
            Stage::Plan => Some(Checkpoint::AfterPlan),
            Stage::Tasks => Some(Checkpoint::AfterTasks),
            Stage::Implement => Some(Checkpoint::AfterImplement),
            Stage::Validate => Some(Checkpoint::AfterValidate),
            Stage::Audit | Stage::Unlock => Some(Checkpoint::BeforeUnlock),
        }
    }

    /// Returns what to tell a user whose stage is another name for a checkpoint.
    pub fn alias_note(self) -> Option<&'static str> {
        match self {
            Stage::Unlock => Some("Reviewing Audit output"),
            Stage::Specify
            | Stage::Plan
            | Stage::Tasks
            | Stage::Implement
            | Stage::Validate
            | Stage::Audit => None,
        }
    }

    /// Returns what to do instead of reviewing a stage that leaves no evidence.
    pub fn advice(self) -> Option<&'static str> {
        match self {
            Stage::Specify => Some("Run /speckit.status or review Plan"),
            Stage::Plan
            | Stage::Tasks
            | Stage::Implement
            | Stage::Validate
            | Stage::Audit
            | Stage::Unlock => None,
        }
    }
}

impl Checkpoint {
    /// Returns the stage whose evidence is read here. Its word is the slug in the evidence files' names.
    pub fn evidence_stage(self) -> Stage {
        match self {
            Checkpoint::AfterPlan => Stage::Plan,
            Checkpoint::AfterTasks => Stage::Tasks,
            Checkpoint::AfterImplement => Stage::Implement,
            Checkpoint::AfterValidate => Stage::Validate,
            Checkpoint::BeforeUnlock => Stage::Audit,
        }
    }

    /// Tells whether the checkpoint is looked at only when asked for.
    pub fn is_diagnostic(self) -> bool {
        match self {
            Checkpoint::AfterImplement | Checkpoint::AfterValidate => true,
            Checkpoint::AfterPlan | Checkpoint::AfterTasks | Checkpoint::BeforeUnlock => false,
        }
    }

    /// Returns the packet file that shows the stage was done. The diagnostic stages leave code and test results
    /// instead of a document.
    pub fn packet_file(self) -> Option<&'static str> {
        match self {
            Checkpoint::AfterPlan => Some("plan.md"),
            Checkpoint::AfterTasks => Some("tasks.md"),
            Checkpoint::BeforeUnlock => Some("audit.md"),
            Checkpoint::AfterImplement | Checkpoint::AfterValidate => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stage_has_the_checkpoint_of_the_contract() {
        let expected = [
            (Stage::Specify, None),
            (Stage::Plan, Some(Checkpoint::AfterPlan)),
            (Stage::Tasks, Some(Checkpoint::AfterTasks)),
            (Stage::Implement, Some(Checkpoint::AfterImplement)),
            (Stage::Validate, Some(Checkpoint::AfterValidate)),
            (Stage::Audit, Some(Checkpoint::BeforeUnlock)),
            (Stage::Unlock, Some(Checkpoint::BeforeUnlock)),
        ];
        assert_eq!(Stage::ALL.map(|stage| (stage, stage.checkpoint())), expected);
    }

    #[test]
    fn a_stage_is_read_in_any_case_and_never_guessed() {
        assert_eq!(Stage::read("Plan"), Some(Stage::Plan));
        assert_eq!(Stage::read("plans"), None);
        assert_eq!(Stage::read(""), None);
    }

    #[test]
    fn unlock_reads_the_evidence_of_the_audit() {
        let checkpoint = Stage::Unlock.checkpoint().unwrap();
        assert_eq!(checkpoint.evidence_stage(), Stage::Audit);
    }
}
