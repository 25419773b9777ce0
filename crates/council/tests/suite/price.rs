//! What a council of diligent seats takes: each fills its list of findings, and reasons about everything it is asked.
//!
//! Strong models do so. The recorded sessions do not show it, because their seats were asked otherwise; the lengths here are
//! those that such seats wrote, and the words are made up.
#![expect(clippy::unwrap_used, reason = "what a test cannot read has failed")]

use std::{fmt::Write as _, time::Duration};

use council_app::{
    core::{
        council::{
            CouncilOpening, CouncilProtocol, CouncilQuestion, CouncilSession, Ending, Moment,
            Round, SessionId,
        },
        depth::Depth,
        finding::SeatId,
        packet::Packet,
    },
    formats::packet::markdown_prd,
};
use jiff::Timestamp;
use serde_json::{Value, json};

use super::recorded::hold;

/// How many entries an answer of four thousand tokens holds.
const ENTRIES: usize = 16;

/// How many sections the text has; every seat finds something in the first twelve and in some of its own.
const SECTIONS: usize = 24;

/// Words that are filled in so that no two sections read alike.
const THINGS: [&str; SECTIONS] = [
    "anchor", "barrel", "candle", "dynamo", "engine", "funnel", "girder", "hammer", "icebox",
    "jigsaw", "kettle", "ladder", "magnet", "needle", "orchid", "piston", "quarry", "rudder",
    "saddle", "tunnel", "urn", "valve", "wicker", "zipper",
];

fn packet() -> Packet {
    let mut text = "# The workshop\n".to_owned();
    for thing in THINGS {
        let _ = write!(
            text,
            "\n## The {thing}\n\nThe {thing} is checked every morning by whoever opens the workshop, and what was found is \
             written into the book that hangs beside it.\n\nA {thing} that is worn is set aside at once. It is used again on \
             the next day if nobody has mended it by then.\n\nWhoever sets one aside tells the others, and the {thing} keeps \
             its number for as long as it is in the house, also after it was mended, lent or given back to its owner.\n"
        );
    }
    markdown_prd("workshop.md", &text).value
}

/// What a seat finds in a section: three seats say much the same of it.
fn claim(ask: &CouncilQuestion, mode: u8, at: usize) -> Value {
    let (thing, seat) = (THINGS.get(at).unwrap(), ask.seat.index());
    let severity = ["BLOCKER", "MAJOR", "MINOR"].get(at / 8).unwrap();
    let opening = ["As it is written", "If this is built", "Taken together"].get(seat).unwrap();
    let quote = format!("A {thing} that is worn is set aside at once.");
    let again = "It is used again on the next day if nobody has mended it by then.";
    json!({
        "mode": mode, "subcategory": "INCONSISTENCY", "severity": severity, "confidence": 0.8,
        "location": format!("workshop.md#the-{thing}"), "quotes": [quote, again], "searched": null,
        "description": format!("{opening}, a worn {thing} is set aside and used again on the next morning although nobody has \
            mended it, so setting the {thing} aside protects nobody; whoever opens the workshop has to decide alone whether \
            the {thing} may be used, and two people who open it on two mornings decide it in two ways, which the book beside \
            the {thing} shows only after somebody was hurt."),
        "remediation": format!("Write, in the words of seat {seat}: a worn {thing} stays aside until whoever mended it has signed \
            for it in the book, with the day and the name; a {thing} without a signature is not used, and who finds one in use \
            sets it aside again and tells the others."),
    })
}

/// Answers a question as a diligent seat does.
fn diligent(opening: &CouncilOpening, ask: &CouncilQuestion) -> String {
    let lens = opening.selection.lenses.iter().find(|lens| lens.seat == ask.seat).unwrap();
    let mode = lens.modes().first().unwrap().number();
    let why = "it is so as it is described: I have read the section twice, and the two sentences stand side by side, so that \
               both can be followed only where somebody mends it within a day";
    let answer = match ask.round {
        Round::Broad if ask.part.is_some() => json!({"findings": [], "questions": []}),
        Round::Broad => {
            // Fourteen that all seats find, and two of its own.
            let own = [14 + 2 * ask.seat.index(), 15 + 2 * ask.seat.index()];
            let findings: Vec<Value> = (0..14).chain(own).map(|at| claim(ask, mode, at)).collect();
            let questions: Vec<String> = (0..7)
                .map(|number| format!("Who signs for what was mended on day {number} of the week?"))
                .collect();
            json!({"findings": findings, "questions": questions})
        }
        Round::Remediate => {
            let marked = ask.findings.iter().filter(|shown| shown.must_assess);
            let opinion = |severity: &str, id: String| json!({"finding": id, "holds": true, "severity": severity, "rationale": why});
            let opinions: Vec<Value> =
                marked.map(|shown| opinion("MAJOR", shown.id.short())).collect();
            json!({"opinions": opinions, "proposals": [], "same": [], "remediation": votes(ask, why)})
        }
        Round::Converge => {
            let vote = |id: String| json!({"finding": id, "vote": "SUPPORT", "rationale": why});
            let validity: Vec<Value> = ask.validity.iter().map(|id| vote(id.short())).collect();
            json!({"validity": validity, "remediation": votes(ask, why), "proposals": []})
        }
    };
    answer.to_string()
}

fn votes(ask: &CouncilQuestion, why: &str) -> Vec<Value> {
    // Who is not asked why a remediation will do does not say it.
    let why = if ask.protocol >= CouncilProtocol::Eighth { "" } else { why };
    let vote = |id: String| json!({"finding": id, "vote": "SUPPORT", "rationale": why});
    ask.remediation.iter().map(|(id, _)| vote(id.short())).collect()
}

fn held(protocol: CouncilProtocol, depth: Depth) -> (CouncilSession, usize) {
    let packet = packet();
    let moment = Moment { at: Timestamp::UNIX_EPOCH, active: Duration::ZERO };
    let id = SessionId::new(&packet.id, moment.at);
    let opening = CouncilOpening::convene(&packet, id, None, Vec::new(), moment);
    let reply_entries = SeatId::ALL.into_iter().map(|seat| (seat, ENTRIES)).collect();
    let opening = CouncilOpening { protocol, depth, reply_entries, ..opening };
    hold(&packet, &opening, |ask| diligent(&opening, ask))
}

#[test]
fn full_lists_and_long_reasons_do_not_make_a_council_dear() {
    for (depth, most) in [(Depth::Council, 80), (Depth::Auto, 80)] {
        let (before, dear) = held(CouncilProtocol::Sixth, depth);
        let (session, tokens) = held(CouncilProtocol::TODAY, depth);
        println!("{depth:?}: {tokens} tokens, {dear} under the sixth protocol");
        assert!(tokens * 100 <= dear * most, "{depth:?}: {tokens} of {dear}");
        for session in [&before, &session] {
            assert_eq!(session.ending(), Some(Ending::Converged), "{depth:?}");
        }
        assert_eq!(session.findings().len(), before.findings().len());
    }
}
