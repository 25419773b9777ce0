//! The catalogue of reasoning modes, its manual pages, and what a council would choose for a packet.

mod data;
mod page;
mod reference;

use council_core::{
    finding::SeatId,
    gate::Outcome,
    mode::{Hit, Mode, ModeId, ModeSelection, nearest, search, select_for},
};
use council_formats::report::{Data, Report};
use council_store::{PacketError, Repo};

pub use data::ModesOutput;
pub use reference::{manual, reference};

/// What somebody asked about the modes, answered.
#[derive(Debug, Clone)]
pub enum ModesAnswer {
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
    /// What a council would choose for a packet.
    Chosen {
        /// The packet, as it was asked for.
        packet: String,
        /// The choice.
        selection: ModeSelection,
    },
}

impl ModesAnswer {
    /// Answers with the page of a mode.
    pub fn page(mode: ModeId) -> ModesAnswer {
        ModesAnswer::Page(mode.mode())
    }

    /// Answers with the modes that a word leads to.
    pub fn search(word: &str) -> ModesAnswer {
        let hits = search(word);
        let suggestion = if hits.is_empty() { nearest(word) } else { None };
        ModesAnswer::Found { word: word.trim().to_owned(), hits, suggestion }
    }

    /// Answers with what a council would choose for a packet: a file, a folder or an id.
    pub fn for_packet(repo: &Repo, given: &str) -> Result<ModesAnswer, PacketError> {
        let packet = repo.load_packet(given)?.value;
        let selection = select_for(&packet, &SeatId::ALL);
        Ok(ModesAnswer::Chosen { packet: given.to_owned(), selection })
    }

    fn subject(&self) -> String {
        match self {
            ModesAnswer::Catalogue => String::new(),
            ModesAnswer::Page(mode) => mode.id.to_string(),
            ModesAnswer::Found { word, .. } => word.clone(),
            ModesAnswer::Chosen { packet, .. } => packet.clone(),
        }
    }

    fn headline(&self) -> String {
        match self {
            ModesAnswer::Catalogue => format!("{} reasoning modes", ModeId::COUNT),
            ModesAnswer::Page(mode) => mode.name.to_owned(),
            ModesAnswer::Found { hits, .. } => match hits.len() {
                0 => "no mode matches".to_owned(),
                1 => "1 mode matches".to_owned(),
                count => format!("{count} modes match"),
            },
            ModesAnswer::Chosen { selection, .. } => {
                format!("{} of {} modes", selection.modes().len(), ModeId::COUNT)
            }
        }
    }
}

/// Puts an answer into words. Finding nothing is an answer too, not a failure.
pub fn report(answer: &ModesAnswer) -> Report {
    let mut report = Report::new("modes", answer.subject(), Outcome::Pass, answer.headline());
    report.page = Some(page::of(answer));
    report.data = Data::of(&data::of(answer));
    if let ModesAnswer::Found { suggestion, hits, .. } = answer
        && hits.is_empty()
    {
        report.next = vec![match suggestion {
            Some(word) if word.contains(' ') => format!("try `council modes \"{word}\"`"),
            Some(word) => format!("try `council modes {word}`"),
            None => "list all modes with `council modes`".to_owned(),
        }];
    }
    report
}
