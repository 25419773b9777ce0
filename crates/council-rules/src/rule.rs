//! A rule: what it looks for, how sure it is, whose way of reading it belongs to, and its manual page.

use council_core::{mode::ModeId, severity::Severity, taxonomy::Subcategory};

use crate::{
    Kind,
    field::{Record, Standing},
    finding::Finding,
    model::Model,
    registry,
};

/// One thing the offline reviewer looks for.
#[derive(Debug)]
pub struct Rule {
    /// Its name, for settings and suppressions.
    pub id: &'static str,
    /// The sort of defect.
    pub kind: Kind,
    /// Its place in the taxonomy.
    pub subcategory: Subcategory,
    /// How bad a finding would be if it were right, never worse than the taxonomy says.
    pub severity: Severity,
    /// The reasoning modes it belongs to, by number, and why.
    pub modes: &'static [(u8, &'static str)],
    /// What it finds, in a few words.
    pub summary: &'static str,
    /// What it looks at.
    pub reads: Reads,
    /// The file it is written in, which opens with its manual page.
    pub source: &'static str,
    /// Looks at a packet.
    pub check: fn(&Model<'_>, &mut Vec<Finding>),
}

/// What a rule looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// A word or a phrase. Of the rules that speak of the same words, one is heard.
    Words,
    /// The sentences that hold one of these words.
    SentencesWith(&'static [&'static [u64]]),
    /// Whatever the document holds or lacks.
    Everything,
}

impl Rule {
    /// Returns how bad a finding is: what the rule claims, as far as it has earned that in the field.
    pub fn earned(&self) -> Severity {
        self.severity.min(self.standing().most())
    }

    /// Returns how far it has earned to be heard.
    ///
    /// What speaks to a reviewer behind the author's back is shown by its letters and its place, not judged by a reader,
    /// and honest documents have none of it.
    pub fn standing(&self) -> Standing {
        if self.kind == Kind::InstructionInjection {
            return Standing::Earned(Severity::Blocker);
        }
        self.record().standing()
    }

    /// Returns how sure it is, from 0 to 1: what the share of its findings that were not wrong in the field is at least,
    /// and for what is shown and not judged as much as it takes to block.
    pub fn confidence(&self) -> f64 {
        let bound = self.record().bound();
        if self.kind == Kind::InstructionInjection { bound.max(Record::BLOCKS) } else { bound }
    }

    /// Returns what became of its findings on strangers' documents.
    pub fn record(&self) -> Record {
        Record::of(self.id)
    }

    /// Tells whether it still has to earn its place: it is asked only by name, or with the whole nursery.
    pub fn is_in_nursery(&self) -> bool {
        self.standing() == Standing::Nursery || registry::NURSERY.contains(&self.id)
    }

    /// Tells whether it only says where to look: no verdict, no vote and no exit code rests on it.
    pub fn is_pointer(&self) -> bool {
        registry::POINTERS.contains(&self.id)
    }

    /// Tells whether it speaks of a word or a phrase.
    pub(crate) fn is_of_words(&self) -> bool {
        self.reads == Reads::Words
    }

    /// Returns its manual page, as Markdown.
    pub fn manual(&self) -> String {
        let lines = self.source.lines().map_while(|line| line.strip_prefix("//!"));
        let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns the modes it belongs to, and why.
    pub fn modes(&self) -> impl Iterator<Item = (ModeId, &'static str)> {
        self.modes.iter().filter_map(|(number, why)| Some((ModeId::new(*number)?, *why)))
    }

    /// Returns why it belongs to a mode.
    pub fn why(&self, mode: ModeId) -> Option<&'static str> {
        self.modes().find_map(|(own, why)| (own == mode).then_some(why))
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}
