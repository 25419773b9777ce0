//! Facts and laws of a session, and a session driven by hand to state them.

mod auto;
mod faults;
mod laws;
mod related;
mod remedies;
mod rounds;
mod same;

use std::{collections::BTreeMap, time::Duration};

use jiff::Timestamp;

use super::*;
use crate::{
    agreement::{Agreement, Resolution},
    evidence::{LockedClaim, lock},
    finding::{Claim, Confidence, Evidence, Location, LocationKind, SeatId},
    ident::PacketId,
    merge::FindingId,
    mode::ModeId,
    packet::{Document, Packet, PacketKind},
    policy::Policy,
    quorum::Vote,
    severity::Severity,
    taxonomy::Subcategory,
    verdict::Verdict,
};

const TEXT: &str =
    "The export must be fast.\nThe archive is kept for ever.\nUsers may delete everything.\n";
const QUOTES: [&str; 3] = ["must be fast", "kept for ever", "may delete everything"];
const ONE: SeatId = SeatId::ALL[0];
const TWO: SeatId = SeatId::ALL[1];
const THREE: SeatId = SeatId::ALL[2];

fn packet() -> Packet {
    Packet {
        id: PacketId::new("PRD-7").unwrap(),
        version: None,
        title: "Export".to_owned(),
        kind: PacketKind::MarkdownPrd,
        documents: vec![Document::new("prd.md", TEXT)],
    }
}

fn moment(seconds: u64) -> Moment {
    let at = Timestamp::from_second(1_780_000_000 + i64::try_from(seconds).unwrap()).unwrap();
    Moment { at, active: Duration::from_secs(seconds) }
}

fn opening() -> CouncilOpening {
    let packet = packet();
    let moment = moment(0);
    let id = SessionId::new(&packet.id, moment.at);
    CouncilOpening::convene(&packet, id, None, Vec::new(), moment)
}

/// A claim about one of three places in the text, in no mode yet.
fn claim(place: usize, severity: Severity) -> LockedClaim {
    let claim = Claim {
        mode: None,
        subcategory: Subcategory::Ambiguity,
        severity,
        confidence: Confidence::new(0.9).unwrap(),
        location: Location {
            path: "prd.md".to_owned(),
            anchor: None,
            kind: LocationKind::Document,
        },
        evidence: Evidence::Quote(QUOTES[place].to_owned()),
        other_quotes: Vec::new(),
        rule: None,
        description: format!("`{}` can be read two ways", QUOTES[place]),
        remediation: "say what is meant".to_owned(),
    };
    lock(&packet(), claim).unwrap()
}

fn broad(claims: &[(usize, Severity)]) -> CouncilAnswer {
    let locked = claims.iter().map(|(place, severity)| claim(*place, *severity)).collect();
    let findings = NewFindings { locked, ..NewFindings::default() };
    CouncilAnswer::Broad(BroadAnswer { findings, ..BroadAnswer::default() })
}

/// Tags the claims of an answer with the first mode of a seat.
fn by(seat: SeatId, mut answer: CouncilAnswer) -> CouncilAnswer {
    let mode = Some(opening().selection.lenses[seat.index()].modes()[0]);
    let findings = match &mut answer {
        CouncilAnswer::Broad(answer) => &mut answer.findings,
        CouncilAnswer::Remediate(answer) => &mut answer.findings,
        CouncilAnswer::Converge(_) => return answer,
    };
    for locked in &mut findings.locked {
        *locked = lock(&packet(), Claim { mode, ..locked.claim().clone() }).unwrap();
    }
    answer
}

fn id(number: u32) -> FindingId {
    FindingId::new(packet().id, number)
}

fn cast(vote: Vote) -> Cast {
    Cast { vote, severity: None, rationale: "the text says so".into() }
}

fn remediate(opinions: &[(u32, Option<Severity>)]) -> CouncilAnswer {
    let opinion = |holds: Option<Severity>| Opinion { holds, rationale: "I looked".into() };
    let opinions = opinions.iter().map(|(number, holds)| (id(*number), opinion(*holds))).collect();
    CouncilAnswer::Remediate(RemediateAnswer { opinions, ..RemediateAnswer::default() })
}

fn converge(validity: &[(u32, Vote)], remediation: &[(u32, Vote)]) -> CouncilAnswer {
    let votes = |votes: &[(u32, Vote)]| {
        votes.iter().map(|(number, vote)| (id(*number), cast(*vote))).collect()
    };
    CouncilAnswer::Converge(ConvergeAnswer {
        validity: votes(validity),
        remediation: votes(remediation),
        ..ConvergeAnswer::default()
    })
}

/// A session driven by hand.
struct Driven {
    session: CouncilSession,
    effects: Vec<Effect>,
    seconds: u64,
}

impl Driven {
    fn open() -> Self {
        Self::with(opening())
    }

    /// Opens a session in which only votes with a reason count, and changed ones only for evidence.
    fn strict() -> Self {
        Self::with(CouncilOpening { votes: Votes::Strict, ..opening() })
    }

    /// Opens a session under the rules of journals up to version 2.
    fn first() -> Self {
        Self::with(CouncilOpening { protocol: CouncilProtocol::First, ..opening() })
    }

    fn with(opening: CouncilOpening) -> Self {
        let (session, effects) = CouncilSession::open(opening).unwrap();
        Self { session, effects, seconds: 0 }
    }

    fn answer(mut self, seat: SeatId, answer: CouncilAnswer) -> Self {
        self.seconds += 1;
        let (answer, moment) = (by(seat, answer), moment(self.seconds));
        let input = Input::Answered { seat, answer, tokens: 100, moment };
        self.effects = self.session.apply(&Policy::default(), input).unwrap();
        self
    }

    fn lose(mut self, seat: SeatId) -> Self {
        self.seconds += 1;
        let input = Input::Lost {
            seat,
            reason: "timed out".to_owned(),
            tokens: 0,
            moment: moment(self.seconds),
        };
        self.effects = self.session.apply(&Policy::default(), input).unwrap();
        self
    }

    /// Lets every seat answer that is asked in the open round.
    fn all(self, one: CouncilAnswer, two: CouncilAnswer, three: CouncilAnswer) -> Self {
        let round = self.session.round();
        let said = [(ONE, one), (TWO, two), (THREE, three)];
        said.into_iter().fold(self, |driven, (seat, answer)| {
            let is_asked = driven.session.standing.contains_key(&seat);
            let is_open = driven.session.round() == round;
            if is_asked && is_open { driven.answer(seat, answer) } else { driven }
        })
    }

    fn verdict(&self) -> Verdict {
        self.session.record().judgement().unwrap().verdict
    }

    fn agreements(&self) -> Vec<Agreement> {
        self.session
            .findings()
            .iter()
            .map(|finding| finding.agreement(self.session.live()))
            .collect()
    }
}
