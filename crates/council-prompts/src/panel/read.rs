//! From the text of a seat or of the chair to an answer. One closed word out of place makes the whole unreadable, and
//! every line is cleaned once, here, so that nothing later has to fear it.

use council_core::{
    council::CouncilProtocol,
    handoff::{CleanLine, ExaminedSections, Prose, Rating},
    packet::Packet,
    panel::{Answer, ChairAnswer, DecisionGroup, PanelQuestion, Said, Wave},
};
use council_formats::handoff::words;

use super::{ChairReply, ExaminedReply, GroupReply, SeatReply};
use crate::reply::{MOST_FINDINGS, Unreadable, bounded, claim, parse, unknown};

/// The most lines of one list.
const MOST_LINES: usize = 200;

/// Reads a reply to a question.
pub fn read(packet: &Packet, ask: &PanelQuestion, text: &str) -> Result<Said, Unreadable> {
    match ask.wave {
        Wave::Seats => seat(packet, parse(text)?).map(Said::Seat),
        Wave::Chair => chair(parse(text)?).map(Said::Chair),
    }
}

fn seat(packet: &Packet, reply: SeatReply) -> Result<Answer, Unreadable> {
    if reply.findings.len() > MOST_FINDINGS {
        return Err(Unreadable::new(format!("the reply has more than {MOST_FINDINGS} findings")));
    }
    let rating = rating(&reply.rating)?;
    if reply.findings.is_empty() && reply.examined.is_empty() {
        return Err(Unreadable::new(
            "the reply has neither `findings` nor `examined`, and silence is no review",
        ));
    }
    let mut claims = Vec::with_capacity(reply.findings.len());
    for said in reply.findings {
        // A panel is asked for one quote, as councils were before the third protocol.
        claims.push(claim(packet, CouncilProtocol::Second, None, said.into())?);
    }
    let examined = |one: ExaminedReply| {
        let empty = || Unreadable::new("an entry of `examined` says nothing");
        let sections = CleanLine::new(&bounded("sections", one.sections)?).ok_or_else(empty)?;
        let questions = CleanLine::new(&bounded("questions", one.questions)?).ok_or_else(empty)?;
        Ok(ExaminedSections { sections, questions })
    };
    if reply.examined.len() > MOST_LINES {
        return Err(Unreadable::new(format!("`examined` has more than {MOST_LINES} entries")));
    }
    Ok(Answer {
        claims,
        endorsements: lines("endorsements", reply.endorsements)?,
        examined: reply.examined.into_iter().map(examined).collect::<Result<_, Unreadable>>()?,
        rating,
        summary: Prose::new(&bounded("summary", reply.summary)?),
    })
}

fn chair(reply: ChairReply) -> Result<ChairAnswer, Unreadable> {
    Ok(ChairAnswer {
        verdict: rating(&reply.verdict)?,
        conflicts: lines("conflicts", reply.conflicts)?,
        questions: lines("questions", reply.questions)?,
        groups: groups(reply.groups)?,
        assessment: Prose::new(&bounded("assessment", reply.assessment)?),
    })
}

/// Reads the groups. That every recommendation is in exactly one of them is looked at by whoever knows how many there are.
fn groups(said: Vec<GroupReply>) -> Result<Vec<DecisionGroup>, Unreadable> {
    if said.len() > MOST_LINES {
        return Err(Unreadable::new(format!("`groups` has more than {MOST_LINES} entries")));
    }
    let group = |one: GroupReply| {
        let empty = || Unreadable::new("a group has no `topic`");
        let topic = CleanLine::new(&bounded("topic", one.topic)?).ok_or_else(empty)?;
        Ok(DecisionGroup {
            members: one.recommendations,
            topic,
            agreed: CleanLine::new(&bounded("agreed", one.agreed)?),
            disputed: CleanLine::new(&bounded("disputed", one.disputed)?),
            choice: CleanLine::new(&bounded("choice", one.choice)?),
            is_mixed: false,
        })
    };
    said.into_iter().map(group).collect()
}

fn rating(word: &str) -> Result<Rating, Unreadable> {
    words::read_rating(word).ok_or_else(|| unknown("rating", word))
}

fn lines(field: &str, said: Vec<String>) -> Result<Vec<CleanLine>, Unreadable> {
    if said.len() > MOST_LINES {
        return Err(Unreadable::new(format!("`{field}` has more than {MOST_LINES} lines")));
    }
    let mut all = Vec::new();
    for text in said {
        all.extend(CleanLine::new(&bounded(field, text)?));
    }
    Ok(all)
}
