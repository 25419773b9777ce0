//! The reviews and the packets of a project.

use council_core::{
    handoff::PacketVersion,
    ident::ProjectName,
    series::{Series, SeriesReview},
};
use council_formats::{
    handoff::{
        self,
        name::{self, SeriesName},
    },
    markdown,
};
use council_store::{Repo, StoreError};

/// The reviews of a project.
#[derive(Debug, Clone)]
pub struct Reviews {
    /// Those in order.
    pub series: Series,
    /// The files that look like reviews but do not tell which.
    pub strays: Vec<String>,
}

/// Reads the reviews of a project.
pub fn reviews(repo: &Repo, project: &ProjectName) -> Result<Reviews, StoreError> {
    let folder = name::folder(project);
    let mut found = Vec::new();
    let mut strays = Vec::new();
    for file in repo.files(&folder)? {
        let path = format!("{folder}/{file}");
        match name::read(&file) {
            SeriesName::Review(number) => {
                let text = repo.read(&path)?;
                let handoff = handoff::read(&path, &text);
                found.push(SeriesReview { path, number, text, handoff });
            }
            SeriesName::Stray => strays.push(path),
            SeriesName::Other => {}
        }
    }
    Ok(Reviews { series: Series::new(found), strays })
}

/// Finds a version of a project's packet: the file that is named for it, or the refined one if it says so.
pub fn packet(
    repo: &Repo,
    project: &ProjectName,
    version: PacketVersion,
) -> Result<Option<(String, String)>, StoreError> {
    for folder in ["tasks/", ""] {
        for name in [format!("prd-{project}-{version}.md"), format!("prd-{version}.md")] {
            let path = format!("workspace/{project}/{folder}{name}");
            if let Some(text) = repo.read_if_there(&path)? {
                return Ok(Some((path, text)));
            }
        }
    }
    let path = format!("{}/003-prd-refined.md", name::folder(project));
    let refined = repo.read_if_there(&path)?.filter(|text| states(&path, text, version));
    Ok(refined.map(|text| (path, text)))
}

/// Tells whether the front matter of a packet states this version.
fn states(path: &str, text: &str, version: PacketVersion) -> bool {
    let matter = markdown::front_matter(path, text).ok().flatten();
    let stated = matter.as_ref().and_then(|matter| matter.node.get("version")?.text());
    stated.and_then(PacketVersion::read) == Some(version)
}
