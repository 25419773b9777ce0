//! The versions of a project's PRD: each is a file that stays as it was reviewed.

use council_core::{
    diagnostic::{Diagnostic, Parsed, Place},
    handoff::PacketVersion,
    ident::ProjectName,
    packet::Packet,
};
use council_store::{Repo, StoreError};

use crate::handoff::packet;

/// A version of a PRD.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prd {
    /// Its file.
    pub file: String,
    /// Its version.
    pub version: PacketVersion,
    /// Its text.
    pub text: String,
    /// The BLAKE3 hash of its text, in hexadecimal.
    pub hash: String,
    /// Whether the file is there already.
    pub exists: bool,
}

/// Tells which version a text is: one that is kept already, or the next one, whose file is then to be written.
pub(super) fn of(
    repo: &Repo,
    project: &ProjectName,
    path: &str,
    text: String,
) -> Result<Prd, StoreError> {
    let hash = super::log::hash(&text);
    let all = known(repo, project)?;
    let same = all.iter().rev().find(|prd| prd.file == path || prd.text == text);
    if let Some(prd) = same {
        return Ok(prd.clone());
    }
    let version = all.last().map_or(PacketVersion(1), |last| last.version.next());
    Ok(Prd { file: file(project, version), version, text, hash, exists: false })
}

/// Returns what was read of a version, if that is all of it: nobody can approve, compare or hand over what is left unread.
pub(super) fn whole(path: &str, read: Parsed<Packet>) -> Result<Packet, StoreError> {
    let Some(cut) = read.diagnostics.into_iter().find(|noticed| noticed.code == "too-large") else {
        return Ok(read.value);
    };
    let place = Place { path: Some(path.to_owned()), ..cut.place };
    Err(StoreError::NotText(Diagnostic { place, ..cut }))
}

/// Returns the versions that are kept, oldest first.
pub(crate) fn known(repo: &Repo, project: &ProjectName) -> Result<Vec<Prd>, StoreError> {
    let mut versions = Vec::new();
    for folder in [format!("workspace/{project}/tasks"), format!("workspace/{project}")] {
        for name in repo.files(&folder)? {
            versions.extend(version_in(project, &name));
        }
    }
    versions.sort_unstable();
    versions.dedup();
    let mut all = Vec::new();
    for version in versions {
        if let Some((file, text)) = packet(repo, project, version)? {
            all.push(Prd { hash: super::log::hash(&text), file, version, text, exists: true });
        }
    }
    Ok(all)
}

/// Returns the file of the newest version that is kept: what a panel reads that nobody gives another text.
pub fn newest(repo: &Repo, project: &ProjectName) -> Result<Option<String>, StoreError> {
    Ok(known(repo, project)?.pop().map(|prd| prd.file))
}

/// Returns where a version is kept.
pub(super) fn file(project: &ProjectName, version: PacketVersion) -> String {
    format!("workspace/{project}/tasks/prd-{project}-{version}.md")
}

fn version_in(project: &ProjectName, name: &str) -> Option<PacketVersion> {
    let rest = name.strip_prefix("prd-")?.strip_suffix(".md")?;
    let own = rest.strip_prefix(project.as_str()).and_then(|rest| rest.strip_prefix('-'));
    PacketVersion::read(own.unwrap_or(rest))
}
