//! A stage's evidence on disk: which files there are, and what each of them says.

use std::io;

use council_core::{
    diagnostic::{Diagnostic, Parsed, Place},
    gate::stage::{
        AgentStatement, Checkpoint, EvidenceFile, NotEvidence, PacketFile, PassedOver, Stage,
        StageRead, Telemetry,
    },
    ident::SpecId,
};
use council_formats::consensus::{
    self,
    name::{self, FileKind},
    telemetry,
};

use crate::{Repo, StoreError};

/// Where the evidence of specs lives in a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceRoot(String);

impl Default for EvidenceRoot {
    /// Returns the contract's folder, which need not exist: a spec without evidence is an answer.
    fn default() -> Self {
        Self(name::EVIDENCE_ROOT.to_owned())
    }
}

impl EvidenceRoot {
    /// Takes a folder that a caller names. It must exist inside the repository: a mistyped folder must not look like a
    /// spec without evidence.
    pub fn new(repo: &Repo, folder: &str) -> Result<Self, StoreError> {
        let real = repo.resolve(folder)?;
        if !real.is_dir() {
            let source = io::ErrorKind::NotADirectory.into();
            return Err(StoreError::NotAFolder { path: folder.into(), source });
        }
        let parts: Vec<_> =
            folder.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
        Ok(Self(parts.join("/")))
    }

    /// Returns the folder of a spec's statements.
    pub fn statements(&self, spec: &SpecId) -> String {
        self.below(name::CONSENSUS_FOLDER, spec)
    }

    fn telemetry(&self, spec: &SpecId) -> String {
        self.below(name::COMMANDS_FOLDER, spec)
    }

    fn below(&self, folder: &str, spec: &SpecId) -> String {
        if self.0.is_empty() {
            format!("{folder}/{spec}")
        } else {
            format!("{}/{folder}/{spec}", self.0)
        }
    }
}

/// Reads what a review of a stage at a checkpoint looks at. A file that cannot be read is part of the answer; a folder
/// that cannot be listed is a failure.
pub fn read_stage(
    repo: &Repo,
    root: &EvidenceRoot,
    spec: &SpecId,
    stage: Stage,
    checkpoint: Checkpoint,
) -> Result<StageRead, StoreError> {
    let mut read = StageRead::nothing(spec.clone(), stage, root.statements(spec));
    for name in repo.files(&read.folder)? {
        match name::kind(checkpoint.evidence_stage(), &name) {
            FileKind::Evidence => read.files.push(evidence(repo, &read.folder, &name)),
            FileKind::PassedOver(why) => read.passed_over.push(PassedOver { name, why }),
            FileKind::Unrelated if name::kind(stage, &name) == FileKind::Evidence => {
                read.passed_over.push(PassedOver { name, why: NotEvidence::Alias });
            }
            FileKind::Unrelated => {}
        }
    }
    read.packet = checkpoint.packet_file().map(|file| {
        let path = format!("{}/{spec}/{file}", name::PACKET_ROOT);
        PacketFile { present: repo.has_file(&path), path }
    });
    read.telemetry = commands(repo, &root.telemetry(spec));
    Ok(read)
}

fn evidence(repo: &Repo, folder: &str, name: &str) -> EvidenceFile {
    let path = format!("{folder}/{name}");
    let statement = match repo.read(&path) {
        Ok(text) => consensus::read(&path, &text),
        Err(error) => Parsed { value: None, diagnostics: vec![unread(&path, error)] },
    };
    let told = |statement: &AgentStatement| statement.at;
    let at = name::time(name).or_else(|| statement.value.as_ref().and_then(told));
    EvidenceFile { path, at, statement }
}

/// Reads the commands' telemetry. Whatever goes wrong is written down and stops nothing.
fn commands(repo: &Repo, folder: &str) -> Vec<Telemetry> {
    let files = match repo.files(folder) {
        Ok(files) => files,
        Err(error) => return vec![telemetry::unread(folder, unread(folder, error).message)],
    };
    let wanted = files.iter().filter(|file| name::is_telemetry(file));
    wanted
        .map(|file| {
            let path = format!("{folder}/{file}");
            match repo.read(&path) {
                Ok(text) => telemetry::read(&path, &text),
                Err(error) => telemetry::unread(&path, unread(&path, error).message),
            }
        })
        .collect()
}

/// Says why a file could not be read, without repeating its path.
fn unread(path: &str, error: StoreError) -> Diagnostic {
    let message = match error {
        StoreError::NotText(problem) => return problem,
        StoreError::Outside { .. } => "it leads out of the repository".to_owned(),
        StoreError::NotAFile { .. } => "it is not a regular file".to_owned(),
        StoreError::Missing { .. } => "it does not exist".to_owned(),
        StoreError::Io { source, .. }
        | StoreError::Write { source, .. }
        | StoreError::NotAFolder { source, .. } => source.to_string(),
        error @ (StoreError::Exists { .. }
        | StoreError::Linked { .. }
        | StoreError::Held { .. }
        | StoreError::Damaged { .. }
        | StoreError::TooLarge { .. }
        | StoreError::NotARecord { .. }
        | StoreError::Poisoned { .. }
        | StoreError::Doubtful { .. }
        | StoreError::TooManyPatterns { .. }
        | StoreError::TooDeep { .. }
        | StoreError::NoFreeName { .. }) => error.to_string(),
    };
    Diagnostic::error("unreadable", Place::file(path), message)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::testing::repo;

    const FOLDER: &str = "docs/SPEC-OPS-004-integrated-coder-hooks/evidence/consensus/SPEC-1";

    fn read(repo: &Repo) -> StageRead {
        let spec = SpecId::new("SPEC-1").unwrap();
        let root = EvidenceRoot::default();
        read_stage(repo, &root, &spec, Stage::Plan, Checkpoint::AfterPlan).unwrap()
    }

    #[test]
    fn a_repository_without_evidence_holds_nothing() {
        let (_folder, repo) = repo(&[]);
        let read = read(&repo);
        assert!(read.files.is_empty() && read.telemetry.is_empty());
        let packet = read.packet.unwrap();
        assert_eq!((packet.path.as_str(), packet.present), ("docs/SPEC-1/plan.md", false));
    }

    #[test]
    fn the_time_of_a_name_goes_before_the_time_of_the_contents() {
        let text = r#"{"consensus": {}, "timestamp": "2026-02-02T00:00:00Z"}"#;
        let named = format!("{FOLDER}/spec-plan_a_20260101T000000.json");
        let unnamed = format!("{FOLDER}/spec-plan_b.json");
        let (_folder, repo) = repo(&[(&named, text), (&unnamed, text)]);
        let times: Vec<_> =
            read(&repo).files.iter().map(|file| file.at.unwrap().to_string()).collect();
        assert_eq!(times, ["2026-01-01T00:00:00Z", "2026-02-02T00:00:00Z"]);
    }

    #[cfg(unix)]
    #[test]
    fn evidence_that_leads_out_of_the_repository_is_unreadable() {
        let (folder, repo) = repo(&[("docs/x", "")]);
        fs::create_dir_all(folder.path().join(FOLDER)).unwrap();
        let link = folder.path().join(FOLDER).join("spec-plan_a.json");
        std::os::unix::fs::symlink("/etc/passwd", link).unwrap();
        let read = read(&repo);
        let [file] = read.files.as_slice() else { panic!("{:?}", read.files) };
        assert_eq!(file.statement.value, None);
        assert_eq!(file.statement.diagnostics[0].message, "it leads out of the repository");
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_of_evidence_that_leads_out_is_a_failure() {
        let (folder, repo) = repo(&[("docs/x", "")]);
        let statements = folder.path().join(name::EVIDENCE_ROOT).join("consensus");
        fs::create_dir_all(&statements).unwrap();
        std::os::unix::fs::symlink("/etc", statements.join("SPEC-1")).unwrap();
        let spec = SpecId::new("SPEC-1").unwrap();
        let root = EvidenceRoot::default();
        let read = read_stage(&repo, &root, &spec, Stage::Plan, Checkpoint::AfterPlan);
        assert!(matches!(read, Err(StoreError::Outside { .. })), "{read:?}");
    }

    #[cfg(unix)]
    #[test]
    fn a_telemetry_folder_that_leads_out_stops_nothing() {
        let (folder, repo) = repo(&[("docs/x", "")]);
        let commands = folder.path().join(name::EVIDENCE_ROOT).join("commands");
        fs::create_dir_all(&commands).unwrap();
        std::os::unix::fs::symlink("/etc", commands.join("SPEC-1")).unwrap();
        let read = read(&repo);
        let [telemetry] = read.telemetry.as_slice() else { panic!("{:?}", read.telemetry) };
        assert_eq!(telemetry.problem.as_deref(), Some("it leads out of the repository"));
    }

    #[test]
    fn a_root_that_a_caller_names_must_be_a_folder_inside() {
        let (_folder, repo) = repo(&[("ev/consensus/x", "")]);
        let spec = SpecId::new("SPEC-1").unwrap();
        let root = EvidenceRoot::new(&repo, "./ev/").unwrap();
        assert_eq!(root.statements(&spec), "ev/consensus/SPEC-1");
        assert_eq!(EvidenceRoot::new(&repo, ".").unwrap().statements(&spec), "consensus/SPEC-1");
        for (folder, expected) in [
            ("../x", "Outside"),
            ("/etc", "Outside"),
            ("no", "Missing"),
            ("ev/consensus/x", "NotAFolder"),
        ] {
            let error = EvidenceRoot::new(&repo, folder).unwrap_err();
            assert!(format!("{error:?}").starts_with(expected), "{folder}: {error:?}");
        }
    }

    #[test]
    fn files_of_a_stage_that_is_reviewed_by_anothers_are_passed_over_and_told() {
        let file = |stage: &str| format!("{FOLDER}/spec-{stage}_a.json");
        let [audit, unlock, plan] = ["audit", "unlock", "plan"].map(file);
        let (_folder, repo) = repo(&[(&audit, "{}"), (&unlock, "{}"), (&plan, "{}")]);
        let spec = SpecId::new("SPEC-1").unwrap();
        let root = EvidenceRoot::default();
        let read =
            read_stage(&repo, &root, &spec, Stage::Unlock, Checkpoint::BeforeUnlock).unwrap();
        let paths: Vec<&str> = read.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, [audit.as_str()]);
        let alias = PassedOver { name: "spec-unlock_a.json".to_owned(), why: NotEvidence::Alias };
        assert_eq!(read.passed_over, [alias]);
    }
}
