//! What sort of contract file a file is.

use council_core::{diagnostic::Diagnostic, gate::stage::Stage};
use council_formats::{
    artifact::{self, ArtifactKind},
    consensus::name::{self, FileKind},
    council_config, forum_record, handoff, round_summary,
};

/// The sorts of files that can be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckedKind {
    /// The state of a council session.
    Session,
    /// The evidence bundle of a review.
    Bundle,
    /// What one seat of a council wrote.
    SeatReport,
    /// The handoff of a panel review.
    Handoff,
    /// The JSON beside a handoff.
    HandoffTwin,
    /// Who sits in a project's forum.
    CouncilConfig,
    /// The rounds of a project's forum.
    ForumRecord,
    /// The page a human is shown after a forum round.
    RoundSummary,
    /// What an agent left behind after a stage.
    StageEvidence,
    /// A specification in Markdown: a file, or a folder with its plan and tasks.
    Packet,
    /// A PRD as a folder of YAML files.
    PrdFolder,
}

impl CheckedKind {
    /// Every kind.
    pub const ALL: [CheckedKind; 11] = [
        CheckedKind::Session,
        CheckedKind::Bundle,
        CheckedKind::SeatReport,
        CheckedKind::Handoff,
        CheckedKind::HandoffTwin,
        CheckedKind::CouncilConfig,
        CheckedKind::ForumRecord,
        CheckedKind::RoundSummary,
        CheckedKind::StageEvidence,
        CheckedKind::Packet,
        CheckedKind::PrdFolder,
    ];

    /// Returns the word for it, as typed.
    pub fn word(self) -> &'static str {
        match self {
            CheckedKind::Session => "session",
            CheckedKind::Bundle => "bundle",
            CheckedKind::SeatReport => "seat-report",
            CheckedKind::Handoff => "handoff",
            CheckedKind::HandoffTwin => "handoff-json",
            CheckedKind::CouncilConfig => "council-config",
            CheckedKind::ForumRecord => "forum-record",
            CheckedKind::RoundSummary => "round-summary",
            CheckedKind::StageEvidence => "stage-evidence",
            CheckedKind::Packet => "packet",
            CheckedKind::PrdFolder => "prd-folder",
        }
    }

    /// Recognises a file by its name and its content; nothing is assumed of a file that says nothing.
    pub fn detect(path: &str, text: &str) -> Option<CheckedKind> {
        if round_summary::is_round_summary(text) {
            return Some(CheckedKind::RoundSummary);
        }
        if is_markdown(path) {
            return handoff::is_handoff(path, text).then_some(CheckedKind::Handoff);
        }
        if !is_data(path) {
            return None;
        }
        if super::twin::is_twin(text) {
            return Some(CheckedKind::HandoffTwin);
        }
        match artifact::tree(path, text) {
            Ok(parsed) if artifact::is_artifact(&parsed.value) => {
                Some(artifact::read_tree(path, &parsed.value).value.kind.into())
            }
            Ok(parsed) if council_config::is_council_config(&parsed.value) => {
                Some(CheckedKind::CouncilConfig)
            }
            Ok(parsed) if forum_record::is_forum_record(&parsed.value) => {
                Some(CheckedKind::ForumRecord)
            }
            // Files of these names are meant to be what they are called, whatever they hold.
            Ok(parsed) => {
                let is_meant = |kind: &CheckedKind| {
                    matches!(kind, CheckedKind::CouncilConfig | CheckedKind::StageEvidence)
                };
                let foreign = || {
                    let tree = &parsed.value;
                    let kind = || artifact::read_tree(path, tree).value.kind.into();
                    artifact::is_foreign(tree).then(kind)
                };
                named(path).filter(is_meant).or_else(foreign)
            }
            Err(_) => named(path),
        }
    }
}

impl From<ArtifactKind> for CheckedKind {
    fn from(kind: ArtifactKind) -> Self {
        match kind {
            ArtifactKind::Session => CheckedKind::Session,
            ArtifactKind::Bundle => CheckedKind::Bundle,
            ArtifactKind::SeatReport => CheckedKind::SeatReport,
        }
    }
}

/// Says which kinds there are.
pub(super) fn expected() -> String {
    let words: Vec<&str> = CheckedKind::ALL.into_iter().map(CheckedKind::word).collect();
    format!("expected one of: {}; say which with `--kind`", words.join(", "))
}

/// Says why a data file could not be parsed, if it could not.
pub(super) fn data_error(path: &str, text: &str) -> Option<Diagnostic> {
    is_data(path).then(|| artifact::tree(path, text).err()).flatten()
}

/// Recognises a file that cannot be parsed by what it is called.
fn named(path: &str) -> Option<CheckedKind> {
    let name = path.rsplit('/').next().unwrap_or(path);
    if name == council_config::FILE {
        return Some(CheckedKind::CouncilConfig);
    }
    if name.starts_with("council_session_") {
        return Some(CheckedKind::Session);
    }
    if is_stage_evidence(name) {
        return Some(CheckedKind::StageEvidence);
    }
    name.starts_with("prd_review_").then_some(CheckedKind::Bundle)
}

/// Tells whether a name is that of a stage's evidence, such as `spec-plan_architect_20260101.json`.
fn is_stage_evidence(file: &str) -> bool {
    Stage::ALL.into_iter().any(|stage| name::kind(stage, file) == FileKind::Evidence)
}

fn is_data(path: &str) -> bool {
    matches!(extension(path).as_deref(), Some("yaml" | "yml" | "json"))
}

pub(super) fn is_markdown(path: &str) -> bool {
    extension(path).as_deref() == Some("md")
}

fn extension(path: &str) -> Option<String> {
    path.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase())
}
