//! Setting a forum up: who sits in it, checked, written as the config and as a page for people.

use std::num::NonZeroU8;

use council_core::{
    forum::{
        Config, ForumRole, ForumSeat, ForumSeatId, Seats, TrimmedLine, config::CompositionFault,
        line::NotALine,
    },
    ident::ProjectName,
};
use council_formats::{council_config, forum_instance};
use council_store::{Repo, StoreError};
use jiff::civil::Date;
use thiserror::Error;

/// Who is to sit in a forum: names with their perspectives, in speaking order.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    /// The project owners.
    pub owners: Vec<(String, String)>,
    /// The devil's advocates.
    pub advocates: Vec<(String, String)>,
}

/// A forum that can be written.
#[derive(Debug, Clone)]
pub struct Drafted {
    /// Who sits in it.
    pub config: Config,
    /// The files, with their text.
    pub files: Vec<(String, String)>,
}

/// Why a forum cannot be set up.
#[derive(Debug, Error)]
pub enum SetupError {
    /// A name or a perspective cannot stand on a line.
    #[error("`{given}` {why}")]
    Name {
        /// What was given.
        given: String,
        /// What is wrong with it.
        why: NotALine,
    },
    /// Two members have one name.
    #[error("two members are named `{0}`")]
    SameName(String),
    /// The seats break rules of composition.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Seats(Vec<CompositionFault>),
    /// A file could not be made.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Checks who is to sit in a project's forum, and makes its files. Nothing is written.
pub fn draft(project: &ProjectName, setup: &Setup, created: Date) -> Result<Drafted, SetupError> {
    let owners = seats(ForumRole::Owner, &setup.owners)?;
    let advocates = seats(ForumRole::Advocate, &setup.advocates)?;
    let mut names: Vec<String> =
        owners.iter().chain(&advocates).map(|seat| seat.name.as_str().to_lowercase()).collect();
    names.sort();
    if let Some([same, _]) = names.windows(2).find(|pair| pair.first() == pair.last()) {
        return Err(SetupError::SameName(same.clone()));
    }
    let seats = Seats::new(owners, advocates).map_err(SetupError::Seats)?;
    let config = Config { project: project.clone(), created, seats };
    let home = format!("projects/{project}");
    let files = vec![
        (format!("{home}/{}", council_config::FILE), council_config::write(&config.clone().into())),
        (format!("{home}/{}", forum_instance::FILE), forum_instance::write(&config)),
    ];
    Ok(Drafted { config, files })
}

/// Writes a forum's files. Nothing is overwritten: where one of them is there, none is written.
pub fn write(repo: &Repo, drafted: &Drafted) -> Result<(), SetupError> {
    if let Some((path, _)) = drafted.files.iter().find(|(path, _)| repo.has_file(path)) {
        return Err(StoreError::Exists { path: path.clone() }.into());
    }
    for (path, text) in &drafted.files {
        repo.create_new(path, text.as_bytes())?;
    }
    Ok(())
}

fn seats(role: ForumRole, given: &[(String, String)]) -> Result<Vec<ForumSeat>, SetupError> {
    let line = |given: &String| {
        TrimmedLine::new(given).map_err(|why| SetupError::Name { given: given.clone(), why })
    };
    let numbers = (1..=u8::MAX).filter_map(NonZeroU8::new);
    let seat = |(number, (name, lens)): (NonZeroU8, &(String, String))| {
        Ok(ForumSeat { id: ForumSeatId::new(role, number), name: line(name)?, lens: line(lens)? })
    };
    numbers.zip(given).map(seat).collect()
}
