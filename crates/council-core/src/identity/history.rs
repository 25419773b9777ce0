//! The lives of a packet's defects over its sessions: new, open, fixed, back again.

use super::{
    defect::{Defect, SearchablePacket, Trace},
    pair::pair,
};
use crate::packet::Packet;

/// One session on a packet.
#[derive(Debug)]
pub struct Visit<'a> {
    /// The packet as it was then, if that is known.
    pub packet: Option<&'a Packet>,
    /// What was found, in the session's order.
    pub findings: Vec<SessionFinding>,
}

/// A finding of a session.
#[derive(Debug, Clone)]
pub struct SessionFinding {
    /// The defect.
    pub defect: Defect,
    /// Whether the session let it stand.
    pub stands: bool,
}

/// How a defect stands at a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DefectStatus {
    /// Found for the first time.
    New,
    /// Found before and found again.
    Open,
    /// Found before and not raised again, but the text still shows it, or nobody can tell.
    NotRaised,
    /// It was fixed, and is back.
    Regressed,
    /// Not raised again, and what showed it is gone.
    Fixed,
    /// Raised again, and voted down.
    Dismissed,
}

impl DefectStatus {
    /// Every standing.
    pub const ALL: [DefectStatus; 6] = [
        DefectStatus::New,
        DefectStatus::Open,
        DefectStatus::NotRaised,
        DefectStatus::Regressed,
        DefectStatus::Fixed,
        DefectStatus::Dismissed,
    ];

    /// Returns our own word for it.
    pub fn word(self) -> &'static str {
        match self {
            DefectStatus::New => "new",
            DefectStatus::Open => "open",
            DefectStatus::NotRaised => "not_raised_again",
            DefectStatus::Regressed => "regressed",
            DefectStatus::Fixed => "fixed",
            DefectStatus::Dismissed => "dismissed",
        }
    }

    /// Tells whether somebody still has to act on it.
    pub fn is_open(self) -> bool {
        match self {
            DefectStatus::New
            | DefectStatus::Open
            | DefectStatus::NotRaised
            | DefectStatus::Regressed => true,
            DefectStatus::Fixed | DefectStatus::Dismissed => false,
        }
    }
}

/// One defect over the sessions.
#[derive(Debug, Clone, PartialEq)]
pub struct Life {
    defect: Defect,
    course: Vec<Option<DefectStatus>>,
    seen: Vec<Option<usize>>,
}

impl Life {
    /// Returns how it stood at a session; nothing before it was first found.
    pub fn at(&self, visit: usize) -> Option<DefectStatus> {
        self.course.get(visit).copied().flatten()
    }

    /// Returns its place among the findings of a session, if it was raised there.
    pub fn seen_at(&self, visit: usize) -> Option<usize> {
        self.seen.get(visit).copied().flatten()
    }

    /// Returns how it stands at the last session.
    pub fn now(&self) -> Option<DefectStatus> {
        self.course.last().copied().flatten()
    }

    /// Returns the last session that raised it, and its place among that session's findings.
    pub fn last_seen(&self) -> Option<(usize, usize)> {
        let mut seen = self.seen.iter().enumerate().rev();
        seen.find_map(|(visit, place)| place.map(|place| (visit, place)))
    }
}

/// Follows every defect through the sessions on a packet, the oldest first.
///
/// A finding that a session voted down begins no life. A finding that is not raised again counts as fixed only if the
/// text of that session no longer shows it.
pub fn lives(visits: &[Visit<'_>]) -> Vec<Life> {
    let mut lives: Vec<Life> = Vec::new();
    for (at, visit) in visits.iter().enumerate() {
        let known: Vec<&Defect> = lives.iter().map(|life| &life.defect).collect();
        let found: Vec<&Defect> = visit.findings.iter().map(|seen| &seen.defect).collect();
        let pairs = pair(&known, &found);
        let mut text: Option<SearchablePacket<'_>> = None;
        for (index, life) in lives.iter_mut().enumerate() {
            let before = life.now();
            let paired = pairs.binary_search_by_key(&index, |(one, _)| *one).ok();
            let place = paired.and_then(|paired| pairs.get(paired)).map(|(_, place)| *place);
            let seen = place.and_then(|place| visit.findings.get(place));
            let standing = match (seen, before) {
                (Some(seen), _) if !seen.stands => DefectStatus::Dismissed,
                (Some(_), Some(DefectStatus::Fixed)) => DefectStatus::Regressed,
                (Some(_), _) => DefectStatus::Open,
                (None, Some(DefectStatus::Fixed)) => DefectStatus::Fixed,
                (None, Some(DefectStatus::Dismissed)) => DefectStatus::Dismissed,
                (None, _) => {
                    if let (None, Some(packet)) = (&text, visit.packet) {
                        text = Some(SearchablePacket::of(packet));
                    }
                    match text.as_ref().map(|text| life.defect.trace(text)) {
                        Some(Trace::Gone) => DefectStatus::Fixed,
                        Some(Trace::There) | None => DefectStatus::NotRaised,
                    }
                }
            };
            life.course.push(Some(standing));
            life.seen.push(place);
            if let Some(seen) = seen {
                life.defect = seen.defect.clone();
            }
        }
        let taken: Vec<usize> = pairs.iter().map(|(_, place)| *place).collect();
        for (place, seen) in visit.findings.iter().enumerate() {
            if seen.stands && !taken.contains(&place) {
                let mut course = vec![None; at];
                course.push(Some(DefectStatus::New));
                let mut places = vec![None; at];
                places.push(Some(place));
                lives.push(Life { defect: seen.defect.clone(), course, seen: places });
            }
        }
    }
    lives
}
