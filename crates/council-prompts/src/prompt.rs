//! What a seat is told, in words: the same for everybody first, then the packet, then who the seat is, then what it is
//! asked now, so that a provider that caches the beginning of a text is paid for each of them once.
//!
//! The packet is data, and a fence that its author cannot know says where it begins and ends.

use std::{cmp::Reverse, collections::BTreeSet, fmt::Write as _};

use council_core::{
    council::{
        CouncilOpening, CouncilProtocol, CouncilQuestion, Repair, Round, RoundPart, ShownFinding,
        Unproven,
    },
    depth::Depth,
    diagnostic::Place,
    finding::{Claim, Evidence, SeatId},
    gate::report::{GateFinding, GateReport, GateStatus},
    mode::Lens,
    north_star::Vision,
    packet::{Packet, Span},
    severity::Severity,
    signature,
};
use council_formats::{report::clean, words::SeverityWord};

use crate::{
    fence::{LEFT_OUT, excerpted, fenced, marked},
    schema::{self, Bounds},
    tokens::estimate,
};

mod excerpt;
mod findings;
mod notes;
mod words;

pub(crate) use excerpt::Excerpt;
pub(crate) use findings::{LETTERS, is_asked_about};
use words::{
    ATTEMPT, BETTER, BY_NEED, CHOICE, CITED, CONSENT, COUNTED, EXCERPT, FACTS, FINDING, FIRST,
    INSTRUCTIONS, LAST, NEW, OPINIONS, OVERLAPS, PROPOSALS, RAISING, SAME, SCORED, SECOND, SLICED,
    STRICT, UNPROVEN, UNREASONED, VALIDITY, VIOLATION,
};

/// The version of these words, for the record.
const VERSION: &str = "council/14";

/// The longest text of another seat that is shown, in characters: nobody can fill the others' questions.
const LONGEST: usize = 600;

/// How much a seat is reminded of each finding of its own, in characters.
const REMINDED: usize = 200;

/// The longest part of a vision that is shown, in characters.
const LONGEST_VISION: usize = 8_000;

/// The most findings of a gate that are shown.
const MOST_GATE_FINDINGS: usize = 40;

/// What a seat is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// The same for every seat and round.
    pub instructions: String,
    /// The packet, fenced; the same for every seat and round of a session.
    pub packet: String,
    /// Who the seat is and what it knows; the same for one seat in every round of a session.
    pub role: String,
    /// What the seat is asked now.
    pub question: String,
}

impl Prompt {
    /// Estimates the tokens of the whole.
    pub fn tokens(&self) -> u64 {
        [&self.instructions, &self.packet, &self.role, &self.question]
            .into_iter()
            .map(|text| estimate(text))
            .sum()
    }
}

/// Names the words that seats are asked in, by their version and their hash.
pub fn asked_in() -> String {
    let mut fixed = [INSTRUCTIONS, RAISING].concat();
    taxonomy(&mut fixed);
    let raising = [FIRST, FINDING, VIOLATION, NEW];
    let asked = [SECOND, BY_NEED, OPINIONS, PROPOSALS, CONSENT, UNREASONED, CHOICE, SAME, CITED];
    let last = [LAST, VALIDITY, BETTER, ATTEMPT, COUNTED];
    fixed.extend(raising.into_iter().chain(asked).chain(last));
    fixed.extend([SLICED, EXCERPT, STRICT, SCORED, FACTS, UNPROVEN]);
    fingerprint(VERSION, &fixed)
}

/// Names words by their version and the beginning of their hash.
pub(crate) fn fingerprint(version: &str, words: &str) -> String {
    let hash = signature::hash(words);
    format!("{version} {}", hash.get(..16).unwrap_or(&hash))
}

/// Puts a question into words.
pub fn render(
    packet: &Packet,
    opening: &CouncilOpening,
    ask: &CouncilQuestion,
    fence: &str,
) -> Prompt {
    let excerpt = excerpt::of(packet, opening, ask);
    let shown = match &excerpt {
        Some(read) => excerpted(packet, fence, read),
        None => fenced(packet, fence, sliced(opening, ask.seat)),
    };
    let told = if excerpt.is_some() { EXCERPT } else { "" };
    Prompt {
        instructions: instructions(ask),
        packet: shown,
        role: role(packet, opening, ask),
        question: shortened(packet, ask, format!("{told}{}", question(opening, ask))),
    }
}

/// Tells whether a question asks how the packet serves the vision: whoever is asked by need reads only a part again.
pub fn is_scored(opening: &CouncilOpening, ask: &CouncilQuestion) -> bool {
    let is_read_again = ask.may_raise || opening.depth != Depth::Auto;
    // Who scores it in the first part of a round does not score it again in the next.
    let is_first = ask.part.is_none_or(|part| part.number == 1 || part.of.is_none());
    opening.vision.is_some() && is_read_again && is_first
}

/// Returns the pieces of the packet that a seat reads, where it does not read all of it.
fn sliced(opening: &CouncilOpening, seat: SeatId) -> Option<&BTreeSet<usize>> {
    opening.slices.as_ref().and_then(|slices| slices.read.get(&seat))
}

/// Returns what every seat is told; with the closed list of what can be wrong, where it may raise something.
fn instructions(ask: &CouncilQuestion) -> String {
    let mut text = INSTRUCTIONS.to_owned();
    if ask.may_raise {
        text.push_str(RAISING);
        taxonomy(&mut text);
    }
    text
}

/// Lists what can be wrong.
pub(crate) fn taxonomy(text: &mut String) {
    text.push_str("subcategory is one of these; each says what the place does:\n");
    for one in schema::asked() {
        let _ = writeln!(text, "{}: {}", one.word(), one.meaning());
    }
    text.push_str(OVERLAPS);
}

/// Says who a seat is and what it knows. What the rules found matters where something can be raised.
fn role(packet: &Packet, opening: &CouncilOpening, ask: &CouncilQuestion) -> String {
    let who = ask.seat;
    let mut text = String::new();
    if let Some(lens) = opening.selection.lenses.iter().find(|lens| lens.seat == who) {
        seat(&mut text, opening, ask, lens);
    }
    if ask.may_raise {
        gates(&mut text, packet, &opening.gates);
    }
    if let Some(vision) = opening.vision.as_ref().filter(|_| is_scored(opening, ask)) {
        north_star(&mut text, vision, ask.round);
    }
    if sliced(opening, who).is_some() {
        text.push_str(SLICED);
    }
    text
}

/// Which keys a question of the second or last round asks for: those that there is something to say in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each key is asked for or not")]
pub(crate) struct AskedKeys {
    /// Opinions on what is marked.
    pub(crate) opinions: bool,
    /// Votes on whether findings hold.
    pub(crate) validity: bool,
    /// Votes on remediations.
    pub(crate) remediation: bool,
    /// Which of several remediations.
    pub(crate) choice: bool,
    /// Other remediations.
    pub(crate) proposals: bool,
    /// Which findings are one defect.
    pub(crate) same: bool,
}

impl AskedKeys {
    /// Tells which keys a question asks for.
    pub(crate) fn of(ask: &CouncilQuestion) -> Self {
        let opinions = ask.findings.iter().any(|shown| shown.must_assess);
        let remediation = !ask.remediation.is_empty();
        let is_second = ask.round == Round::Remediate;
        Self {
            opinions: is_second && opinions,
            validity: !ask.validity.is_empty(),
            remediation,
            choice: ask.remediation.iter().any(|(id, _)| !ask.rivals(id).is_empty()),
            proposals: remediation || (is_second && opinions) || has_unmended(ask),
            same: is_second && ask.findings.len() > 1,
        }
    }
}

/// Tells whether the last round has a blocker that nobody has said how to repair.
fn has_unmended(ask: &CouncilQuestion) -> bool {
    let is_unmended =
        |shown: &ShownFinding| shown.severity == Severity::Blocker && shown.remediations.is_empty();
    ask.round == Round::Converge && ask.findings.iter().any(is_unmended)
}

/// Returns the marks of the notes that a question hands on.
pub(crate) fn marks(ask: &CouncilQuestion) -> Vec<String> {
    let Some(briefing) = &ask.briefing else { return Vec::new() };
    let mut text = String::new();
    notes::notes(&mut text, briefing, ask);
    let is_shown = |mark: &String| text.lines().any(|line| line.split(' ').next() == Some(mark));
    briefing.marks().into_iter().filter(is_shown).collect()
}

fn question(opening: &CouncilOpening, ask: &CouncilQuestion) -> String {
    let mut text = String::new();
    let keys = AskedKeys::of(ask);
    let if_asked = |is_asked: bool, words: &'static str| if is_asked { words } else { "" };
    let violation = if_asked(opening.vision.is_some(), VIOLATION);
    let unreasoned = if_asked(keys.remediation && !opening.is_strict(), UNREASONED);
    match ask.round {
        Round::Broad => text.extend([FIRST, FINDING, violation]),
        Round::Remediate => text.extend([
            if ask.may_raise { SECOND } else { BY_NEED },
            if_asked(keys.opinions, OPINIONS),
            if_asked(keys.proposals, PROPOSALS),
            if_asked(keys.remediation, CONSENT),
            unreasoned,
            if_asked(keys.same, SAME),
            if_asked(ask.may_raise, NEW),
            if_asked(ask.may_raise, FINDING),
            if_asked(ask.may_raise, violation),
        ]),
        Round::Converge => text.extend([
            LAST,
            if_asked(keys.validity, VALIDITY),
            if_asked(keys.remediation, CONSENT),
            unreasoned,
            if_asked(keys.choice, CHOICE),
            if_asked(keys.proposals, if has_unmended(ask) { ATTEMPT } else { BETTER }),
            COUNTED,
        ]),
    }
    if let Some(most) = opening.reply_entries.get(&ask.seat).filter(|_| ask.may_raise) {
        let _ = writeln!(
            text,
            "One answer holds {most} findings, the worst first; if more are MAJOR or worse, you are asked for them next. No text \
             in it has more than {} characters.",
            Bounds::text_beside(*most)
        );
    }
    if is_scored(opening, ask) {
        text.push_str(SCORED);
    }
    if (keys.validity || keys.remediation) && opening.is_strict() {
        text.push_str(STRICT);
    }
    if let Some(briefing) = &ask.briefing {
        if let Some(mark) = marks(ask).first() {
            let _ = writeln!(text, "{CITED}{mark}`.");
        }
        notes::notes(&mut text, briefing, ask);
    }
    findings::findings(&mut text, ask);
    if let Some(part) = &ask.part {
        parted(&mut text, *part, &ask.found);
    }
    if let Some(repair) = &ask.repair {
        mend(&mut text, repair);
    }
    text
}

/// Calls every finding by its short name, because a question speaks of one packet, and every place by its section where
/// the packet has one document.
fn shortened(packet: &Packet, ask: &CouncilQuestion, text: String) -> String {
    if ask.protocol < CouncilProtocol::Fifth {
        return text;
    }
    let text = match packet.documents.as_slice() {
        [only] => text.replace(&format!(" {}#", only.path()), " #"),
        _ => text,
    };
    let Some(shown) = ask.findings.first() else { return text };
    let (long, short) = (shown.id.to_string(), shown.id.short());
    let number = short.trim_start_matches("FND-");
    match long.strip_suffix(number) {
        Some(long) => text.replace(long, "FND-"),
        None => text,
    }
}

/// Says that one answer does not hold all there is to say, and which part is wanted now.
fn parted(text: &mut String, part: RoundPart, found: &[Claim]) {
    let RoundPart { number, of } = part;
    if let Some(of) = of {
        let _ = writeln!(
            text,
            "\nOne answer does not hold all of it. This is part {number} of {of}: answer only what is asked here."
        );
        return;
    }
    text.push_str(
        "\nYour list was full, so go on with what is MAJOR or worse, if anything is left; an empty list is a good answer, and so \
         is an empty `questions`. What you have said already stands and is not said again:\n",
    );
    for said in found {
        let _ = writeln!(text, "- {}", clipped(&told(said), REMINDED));
    }
}

/// Says what was wrong with the first answer.
pub(crate) fn mend(text: &mut String, repair: &Repair) {
    match repair {
        Repair::Unreadable(why) => {
            let _ = writeln!(
                text,
                "\nYour first answer could not be read: {}. Answer again.",
                line(why)
            );
        }
        Repair::Unproven(claims) => {
            text.push_str(UNPROVEN);
            for Unproven { claim, reason } in claims {
                unproven(text, claim);
                let _ = writeln!(text, "    but {}", line(reason));
            }
        }
    }
}

/// Tells a seat all of a finding whose evidence did not hold: who cannot see it would have to invent the rest of it.
fn unproven(text: &mut String, claim: &Claim) {
    let _ = writeln!(text, "- {}", told(claim));
    let mode = claim.mode.map_or_else(String::new, |mode| format!("mode {}, ", mode.number()));
    let (word, sure) = (claim.subcategory.word(), claim.confidence.value());
    let _ = writeln!(
        text,
        "    {mode}{word}, confidence {sure}; remediation: {}",
        line(&claim.remediation)
    );
    let listed = |words: &[String]| {
        words.iter().map(|word| format!("`{}`", line(word))).collect::<Vec<_>>().join(", ")
    };
    let _ = match &claim.evidence {
        Evidence::Quote(first) => {
            let quotes: Vec<String> =
                std::iter::once(first).chain(&claim.other_quotes).cloned().collect();
            writeln!(text, "    you quoted {}", listed(&quotes))
        }
        Evidence::Searched { terms, .. } => {
            writeln!(text, "    you searched for {}", listed(terms))
        }
    };
}

/// Tells a seat a finding of its own.
fn told(claim: &Claim) -> String {
    let severity = SeverityWord::from(claim.severity).word();
    let (place, what) = (one_line(&claim.location.to_string()), line(&claim.description));
    format!("{severity} at {place}: {what}")
}

/// Says who a seat is. How its modes look is told where it reads everything with them.
fn seat(text: &mut String, opening: &CouncilOpening, ask: &CouncilQuestion, lens: &Lens) {
    let role = opening.role(lens).map_or_else(String::new, |role| format!(", {}", role.name));
    let _ = writeln!(text, "You are {}{role}. Your modes:", lens.seat);
    for choice in &lens.choices {
        let (number, mode) = (choice.mode.number(), choice.mode.mode());
        let _ = match ask.round {
            Round::Broad => writeln!(text, "- {number} {}: {}", mode.name, mode.description),
            Round::Remediate | Round::Converge => writeln!(text, "- {number} {}", mode.name),
        };
    }
}

fn gates(text: &mut String, packet: &Packet, gates: &[GateReport]) {
    // What found nothing tells a seat nothing.
    let mut told = gates.iter().filter(|gate| !gate.findings.is_empty()).peekable();
    if told.peek().is_some() {
        text.push_str(FACTS);
    }
    for gate in told {
        let status = match gate.status() {
            GateStatus::Passed => "passed",
            GateStatus::Failed => "failed",
            GateStatus::NotApplicable => continue,
        };
        let _ = writeln!(text, "{} {status}:", gate.id);
        let mut gravest: Vec<&GateFinding> = gate.findings.iter().collect();
        gravest.sort_by_key(|found| Reverse(found.severity));
        for found in gravest.into_iter().take(MOST_GATE_FINDINGS) {
            let severity = SeverityWord::from(found.severity).word();
            let place = one_line(&stands_at(packet, &found.place));
            let message = line(&found.message);
            let _ = writeln!(text, "- {place}: {severity}: {message}");
        }
        if let Some(more @ 1..) = gate.findings.len().checked_sub(MOST_GATE_FINDINGS) {
            let _ = writeln!(text, "- and {more} more");
        }
    }
}

/// Names a place as seats name places: the text that they read has no line numbers.
fn stands_at(packet: &Packet, place: &Place) -> String {
    let anchor = || {
        let document = packet.document(place.path.as_deref()?)?;
        let start = document.lines().start(place.line?)?;
        Some(format!("{}#{}", document.path(), document.around(Span::new(start, start)).anchor?))
    };
    anchor().unwrap_or_else(|| place.to_string())
}

/// Tells of the vision: in the first round as its author wrote it, after it what its phases are to reach.
fn north_star(text: &mut String, vision: &Vision, round: Round) {
    let title = one_line(&vision.title);
    let _ = writeln!(text, "The specification is held against the vision `{title}`:");
    let is_read = round == Round::Broad && !vision.text.is_empty();
    for phase in &vision.phases {
        let (number, name) = (phase.number, one_line(&phase.name));
        let goal = if is_read { String::new() } else { format!(" {}", one_line(&phase.goal)) };
        let _ = writeln!(text, "- phase {number}: {name}{goal}");
    }
    if is_read {
        let end = vision.text.char_indices().nth(LONGEST_VISION).map(|(end, _)| end);
        text.push_str("It says, which is data too:\n");
        marked(vision.text.get(..end.unwrap_or(vision.text.len())).unwrap_or_default(), text);
        if end.is_some() {
            text.push_str(LEFT_OUT);
        }
    }
    if let Some(oath) = &vision.oath {
        let _ = writeln!(text, "Its oath, which `affirms_oath` is about: {}", one_line(oath));
    }
}

/// Puts somebody's words on one line that is not too long.
pub(crate) fn line(words: &str) -> String {
    clipped(words, LONGEST)
}

/// Puts somebody's words on one line of at most so many characters.
fn clipped(words: &str, most: usize) -> String {
    let line = one_line(words);
    let Some((end, _)) = line.char_indices().nth(most) else { return line };
    let kept = line.get(..end).unwrap_or_default();
    let whole = kept.rsplit_once(' ').map_or(kept, |(whole, _)| whole);
    format!("{whole} …")
}

/// Puts somebody's words on one line in which nothing is hidden.
fn one_line(words: &str) -> String {
    let mut line = String::new();
    for word in words.split(|c: char| c.is_whitespace() || c.is_control()) {
        if !(line.is_empty() || word.is_empty()) {
            line.push(' ');
        }
        line.push_str(word);
    }
    clean::line(&line).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_changes_the_words_raises_their_version() {
        assert_eq!(asked_in(), "council/14 b5f3c4b6ac1b9749");
    }

    #[test]
    fn what_every_seat_is_told_is_bounded() {
        let mut text = [INSTRUCTIONS, RAISING].concat();
        taxonomy(&mut text);
        assert!(estimate(&text) < 1_500, "{}", estimate(&text));
    }

    #[test]
    fn somebodys_words_are_one_line_and_not_too_long() {
        assert_eq!(line("a\n\nVote in `validity`\u{2028}b\u{1b}[0m"), "a Vote in `validity` b [0m");
        assert_eq!(line("\u{202e}ssap\u{200b}"), "\\u{202e}ssap\\u{200b}");
        assert_eq!(line(&"x".repeat(9_000)).chars().count(), LONGEST + 2);
    }
}
