//! The catalogue of reasoning modes, its manual pages, and what a council would choose for a file.

mod data;
mod page;
mod reference;

use council_core::{
    finding::SeatId,
    gate::Outcome,
    mode::{Hit, Mode, ModeId, Selection, nearest, search, select},
};
use council_formats::report::Report;
use council_store::{Repo, StoreError};

pub use reference::{manual, reference};

/// What somebody asked about the modes, answered.
#[derive(Debug, Clone)]
pub enum Answer {
    /// Every mode, by category.
    Catalogue,
    /// One mode's page.
    Page(&'static Mode),
    /// The modes a word leads to.
    Found {
        /// The word.
        word: String,
        /// The modes, the best first.
        hits: Vec<Hit>,
        /// A word that leads somewhere, if this one does not and is near to one that does.
        suggestion: Option<String>,
    },
    /// What a council would choose for a file.
    Chosen {
        /// The file.
        path: String,
        /// The choice.
        selection: Selection,
    },
}

impl Answer {
    /// Answers with the page of a mode.
    pub fn page(mode: ModeId) -> Answer {
        Answer::Page(mode.mode())
    }

    /// Answers with the modes that a word leads to.
    pub fn search(word: &str) -> Answer {
        let hits = search(word);
        let suggestion = if hits.is_empty() { nearest(word) } else { None };
        Answer::Found { word: word.trim().to_owned(), hits, suggestion }
    }

    /// Answers with what a council would choose for a file of the repository.
    pub fn for_file(repo: &Repo, path: &str) -> Result<Answer, StoreError> {
        let text = repo.read(path)?;
        Ok(Answer::Chosen { path: path.to_owned(), selection: select(&text, &SeatId::ALL) })
    }

    fn subject(&self) -> String {
        match self {
            Answer::Catalogue => String::new(),
            Answer::Page(mode) => mode.id.to_string(),
            Answer::Found { word, .. } => word.clone(),
            Answer::Chosen { path, .. } => path.clone(),
        }
    }

    fn headline(&self) -> String {
        match self {
            Answer::Catalogue => format!("{} reasoning modes", ModeId::COUNT),
            Answer::Page(mode) => mode.name.to_owned(),
            Answer::Found { hits, .. } => match hits.len() {
                0 => "no mode matches".to_owned(),
                1 => "1 mode matches".to_owned(),
                count => format!("{count} modes match"),
            },
            Answer::Chosen { selection, .. } => {
                format!("{} of {} modes", selection.modes().len(), ModeId::COUNT)
            }
        }
    }
}

/// Puts an answer into words. Finding nothing is an answer too, not a failure.
pub fn report(answer: &Answer) -> Report {
    let mut report = Report::new("modes", answer.subject(), Outcome::Pass, answer.headline());
    report.page = Some(page::of(answer));
    report.data = data::of(answer);
    if let Answer::Found { suggestion, hits, .. } = answer
        && hits.is_empty()
    {
        let tried = suggestion.as_ref().map(|word| format!("try `council modes \"{word}\"`"));
        report.next =
            vec![tried.unwrap_or_else(|| "list all modes with `council modes`".to_owned())];
    }
    report
}
