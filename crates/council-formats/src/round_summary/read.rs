//! Reads the page back, line by line; anything that is not the layout is refused with its line.

use std::iter::Peekable;

use council_core::{
    diagnostic::{Diagnostic, Place},
    forum::{Challenge, ChallengeId, Loss, PointId, PointStance, RoundStatus, answer::Stance},
};

use super::{
    escape::{split, unescape},
    page::{
        AdvocateEntry, ChallengeMark, Member, OwnerLine, PositionTaken, Says, SettledLine,
        SummaryPage,
    },
    write::{
        ADVOCATES, AGAINST, ASKS, AWAITING, AWAITING_WORDS, DIFFERS, EXAMINED, HELD, JUDGED,
        MESSAGE, MISSING, NOTHING, OPEN_POINTS, OWNERS, POINTS, POSITION, QUESTION, REMARKS, RULE,
        STATUS, TITLE, UNCOVERED, status, stood, title,
    },
};

/// Reads a page that was written in the layout of the contract.
pub fn read(path: &str, text: &str) -> Result<SummaryPage, Diagnostic> {
    let lines = text.lines().zip(1..);
    let mut lines = SummaryLines { lines: lines.peekable(), last: 0 };
    page(&mut lines).map_err(|expected| {
        let message = format!("not the layout of a round summary, expected {expected}");
        Diagnostic::error("not-a-summary", Place::file(path).at(lines.last.max(1)), message)
    })
}

/// Tells whether a text is meant to be a round summary: it begins like one.
pub fn is_round_summary(text: &str) -> bool {
    text.starts_with(TITLE)
}

/// What was expected where something else stands.
type Expected = &'static str;

struct SummaryLines<'t, I: Iterator<Item = (&'t str, u32)>> {
    lines: Peekable<I>,
    last: u32,
}

impl<'t, I: Iterator<Item = (&'t str, u32)>> SummaryLines<'t, I> {
    fn next(&mut self, expected: Expected) -> Result<&'t str, Expected> {
        let (line, number) = self.lines.next().ok_or(expected)?;
        self.last = number;
        Ok(line)
    }

    fn exactly(&mut self, wanted: &str, expected: Expected) -> Result<(), Expected> {
        if self.next(expected)? == wanted { Ok(()) } else { Err(expected) }
    }

    /// Takes the next line without its beginning, if it has that beginning.
    fn take(&mut self, start: &str) -> Option<&'t str> {
        let rest = self.lines.peek()?.0.strip_prefix(start)?;
        self.last = self.lines.next()?.1;
        Some(rest)
    }

    fn heading(&mut self, heading: Expected) -> Result<(), Expected> {
        self.exactly("", "an empty line")?;
        self.exactly(heading, heading)
    }
}

fn page<'t>(
    lines: &mut SummaryLines<'t, impl Iterator<Item = (&'t str, u32)>>,
) -> Result<SummaryPage, Expected> {
    let first = lines.next("the title")?;
    let number = first.strip_prefix(TITLE).and_then(|rest| rest.split(' ').next());
    let round: u32 = number.and_then(|number| number.parse().ok()).ok_or("the round's number")?;
    if first != title(round) {
        return Err("the title");
    }
    lines.exactly("", "an empty line")?;
    let message = lines.next("the message")?.strip_prefix(MESSAGE).ok_or("the message")?;
    let (message, after) = split(message, "\"").ok_or("the end of the message")?;
    let message = unescape(message).filter(|_| after.is_empty()).ok_or("the message alone")?;
    lines.exactly("", "an empty line")?;
    let mut points = Vec::new();
    if lines.take(POINTS) == Some("") {
        while let Some(line) = lines.take("  [") {
            points.push(point(line).ok_or("a point")?);
        }
        lines.exactly("", "an empty line")?;
    }
    lines.exactly(OWNERS, OWNERS)?;
    let mut owners = Vec::new();
    while let Some(line) = lines.take("  ") {
        let owner = owner(line).ok_or("a member's position")?;
        owners.push(OwnerLine { asks: questions(lines)?, ..owner });
    }
    lines.heading(ADVOCATES)?;
    let mut advocates = Vec::new();
    while let Some(line) = lines.take("  ") {
        let (members, after) = members(line).ok_or("a member")?;
        if after != ":" {
            return Err("a colon after the members");
        }
        advocates.push(AdvocateEntry { members, says: says(lines)? });
    }
    lines.heading(POSITION)?;
    let mut settled = Vec::new();
    while let Some(line) = lines.take("  [") {
        settled.push(self::settled(line, lines)?);
    }
    let mut position = String::new();
    if settled.is_empty() {
        let line = lines.next("the position")?;
        let line = if line.is_empty() { Some("") } else { line.strip_prefix("  ") };
        position = line.and_then(unescape).ok_or("the position")?;
    }
    lines.exactly("", "an empty line")?;
    let open_points = listed(lines, OPEN_POINTS)?;
    let remarks = listed(lines, REMARKS)?;
    let said = lines.next("the status")?.strip_prefix(STATUS).ok_or("the status")?;
    let (said, has_position) =
        match (said.strip_suffix(AWAITING), said.strip_suffix(AWAITING_WORDS)) {
            (Some(said), _) => (said, true),
            (None, Some(said)) => (said, false),
            (None, None) => return Err("the status"),
        };
    let status =
        RoundStatus::ALL.iter().find(|one| status(**one) == said).ok_or("a known status")?;
    lines.exactly(RULE, "the closing rule")?;
    if lines.lines.peek().is_some() {
        return Err("nothing after the closing rule");
    }
    Ok(SummaryPage {
        round,
        message,
        points,
        owners,
        advocates,
        position,
        settled,
        open_points,
        remarks,
        status: *status,
        has_position,
    })
}

/// Reads `P1] text`.
fn point(line: &str) -> Option<(PointId, String)> {
    let (id, text) = line.split_once(']')?;
    Some((PointId::read(id)?, unescape(text.strip_prefix(' ').unwrap_or(text))?))
}

fn questions<'t>(
    lines: &mut SummaryLines<'t, impl Iterator<Item = (&'t str, u32)>>,
) -> Result<Vec<String>, Expected> {
    let mut asks = Vec::new();
    while let Some(line) = lines.take(QUESTION.trim_end()) {
        let line = line.strip_prefix(' ').unwrap_or(line);
        asks.push(unescape(line).ok_or("a question")?);
    }
    Ok(asks)
}

fn settled<'t>(
    line: &str,
    lines: &mut SummaryLines<'t, impl Iterator<Item = (&'t str, u32)>>,
) -> Result<SettledLine, Expected> {
    let (point, says) = point(line).ok_or("what is held on a point")?;
    let text = |text: &str| unescape(text).ok_or("words about a point");
    let held = text(field(lines, HELD).ok_or("who holds it")?)?;
    let mut differs = Vec::new();
    while let Some(one) = field(lines, DIFFERS) {
        differs.push(text(one)?);
    }
    let against = text(field(lines, AGAINST).unwrap_or_default())?;
    Ok(SettledLine { point, says, held, differs, against })
}

/// Reads `P1 support, P2 oppose` up to the bracket that closes it, and returns what follows.
fn each(text: &str) -> Option<(Vec<(PointId, PointStance)>, &str)> {
    let (inner, after) = text.strip_prefix('[')?.split_once(']')?;
    let one = |part: &str| {
        let (point, stance) = part.split_once(' ')?;
        Some((PointId::read(point)?, PointStance::read(stance)?))
    };
    Some((inner.split(", ").map(one).collect::<Option<_>>()?, after))
}

fn listed<'t>(
    lines: &mut SummaryLines<'t, impl Iterator<Item = (&'t str, u32)>>,
    heading: &str,
) -> Result<Vec<String>, Expected> {
    let mut points = Vec::new();
    match lines.take(heading) {
        None => return Ok(points),
        Some("") => {}
        Some(_) => return Err("a heading alone on its line"),
    }
    while let Some(point) = lines.take("  -") {
        let point = point.strip_prefix(' ').unwrap_or(point);
        points.push(unescape(point).ok_or("a point")?);
    }
    lines.exactly("", "an empty line")?;
    Ok(points)
}

/// Reads `name (lens)`, repeated with commas, and returns what follows.
fn members(text: &str) -> Option<(Vec<Member>, &str)> {
    let mut members = Vec::new();
    let mut rest = text;
    loop {
        let (name, after) = split(rest, " (")?;
        let (lens, after) = split(after, ")")?;
        members.push(Member { name: unescape(name)?, lens: unescape(lens)? });
        match after.strip_prefix(", ") {
            Some(more) => rest = more,
            None => return Some((members, after)),
        }
    }
}

fn owner(line: &str) -> Option<OwnerLine> {
    let (members, rest) = members(line)?;
    let [member] = <[Member; 1]>::try_from(members).ok()?;
    let rest = rest.strip_prefix(':')?.trim_start_matches(' ');
    let took = Stance::ALL.iter().map(|stance| PositionTaken::Took(*stance));
    let lost = Loss::ALL.iter().map(|loss| PositionTaken::Lost(*loss));
    let mut all = took.chain(lost).chain([PositionTaken::Silent, PositionTaken::Asks]);
    let (stood, words) = match each(rest) {
        Some((stances, words)) => (PositionTaken::TookEach(stances), words),
        None => all.find_map(|one| {
            let words = rest.strip_prefix(&stood(&one))?;
            Some((one, words))
        })?,
    };
    let words = unescape(words.strip_prefix(' ').unwrap_or(words))?;
    Some(OwnerLine { member, stood, words, asks: Vec::new() })
}

fn says<'t>(
    lines: &mut SummaryLines<'t, impl Iterator<Item = (&'t str, u32)>>,
) -> Result<Says, Expected> {
    let line = lines.next("a challenge")?.strip_prefix("    ").ok_or("a challenge")?;
    if line == NOTHING {
        return Ok(Says::Nothing);
    }
    if line == ASKS {
        return Ok(Says::Asks(questions(lines)?));
    }
    if let Some(first) = line.strip_prefix(EXAMINED.trim_start()) {
        let read = |text: &str| {
            let text = text.trim_start_matches(' ').strip_prefix('[');
            text.and_then(point).ok_or("what was examined of a point")
        };
        let mut examined = vec![read(first)?];
        while let Some(more) = lines.take(EXAMINED) {
            examined.push(read(more)?);
        }
        return Ok(Says::Examined(examined));
    }
    if let Some(loss) = line.strip_prefix("[lost: ").and_then(|rest| rest.strip_suffix(']')) {
        return Loss::read(loss).map(Says::Lost).ok_or("a known reason of a loss");
    }
    if let Some(examined) = line.strip_prefix(UNCOVERED.trim_end()) {
        let examined = examined.strip_prefix(' ').unwrap_or(examined);
        return self::examined(examined).map(Says::NothingUncovered).ok_or("what was examined");
    }
    let head = line.strip_prefix("Challenge:   ").and_then(challenge).ok_or("a challenge")?;
    let risk = field(lines, "    Risk:").ok_or("the risk")?;
    let risk = unescape(risk).ok_or("the risk")?;
    let alternative = match field(lines, "    Alternative:").ok_or("the alternative")? {
        MISSING => None,
        text => Some(unescape(text).ok_or("the alternative")?),
    };
    let question = match field(lines, "    Question:") {
        None => None,
        Some(text) => Some(unescape(text).ok_or("the question")?),
    };
    let mut judged = Vec::new();
    while let Some(one) = field(lines, JUDGED) {
        judged.push(unescape(one).ok_or("a judgement")?);
    }
    let (id, against, mark, rounds) = head;
    Ok(Says::Challenge { id, against, mark, rounds, risk, alternative, question, judged })
}

fn field<'t>(
    lines: &mut SummaryLines<'t, impl Iterator<Item = (&'t str, u32)>>,
    label: &str,
) -> Option<&'t str> {
    lines.take(label).map(|text| text.trim_start_matches(' '))
}

fn examined(text: &str) -> Option<Vec<String>> {
    let mut examined = Vec::new();
    let mut rest = text;
    while let Some((one, after)) = split(rest, "; ") {
        examined.push(unescape(one)?);
        rest = after;
    }
    if !rest.is_empty() {
        examined.push(unescape(rest)?);
    }
    Some(examined)
}

/// Reads `CH-1 against P1 and P3, open, 1 of 2 rounds`.
fn challenge(text: &str) -> Option<(ChallengeId, Vec<PointId>, ChallengeMark, u32)> {
    let mut parts = text.split(", ");
    let (id, against) = match parts.next()?.split_once(" against ") {
        Some((id, points)) => {
            (id, points.split(" and ").map(PointId::read).collect::<Option<_>>()?)
        }
        None => (text.split(", ").next()?, Vec::new()),
    };
    let id = ChallengeId::read(id)?;
    let word = parts.next()?;
    let mark = ChallengeMark::ALL.into_iter().find(|mark| mark.word() == word)?;
    let (rounds, limit) = parts.next()?.strip_suffix(" rounds")?.split_once(" of ")?;
    let known = limit == Challenge::ROUNDS.to_string() && parts.next().is_none();
    Some((id, against, mark, rounds.parse().ok().filter(|_| known)?))
}
