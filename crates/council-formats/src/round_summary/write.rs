//! Writes the page.

use council_core::forum::{Challenge, PointId, RoundStatus};

use super::{
    escape::escape,
    page::{AdvocateEntry, Member, OwnerLine, PositionTaken, Says, SettledLine, SummaryPage},
};

pub(super) const RULE: &str =
    "─────────────────────────────────────────────────────────────────────";
pub(super) const TITLE: &str = "─── Council Forum — Round ";
pub(super) const MESSAGE: &str = "User message: \"";
pub(super) const POINTS: &str = "Points of the proposal:";
pub(super) const OWNERS: &str = "Normal PO Responses:";
pub(super) const ADVOCATES: &str = "Devil's Advocate Challenges:";
pub(super) const POSITION: &str = "Emerging majority position:";
pub(super) const OPEN_POINTS: &str = "Open points:";
pub(super) const REMARKS: &str = "Remarks:";
pub(super) const STATUS: &str = "Status: ";
pub(super) const AWAITING: &str = " — awaiting your response or approval.";
/// Where nobody holds anything, an approval would approve nothing.
pub(super) const AWAITING_WORDS: &str = " — awaiting your response; there is nothing to approve.";
pub(super) const MISSING: &str = "[missing]";
pub(super) const UNCOVERED: &str = "No uncovered risk. Examined: ";
pub(super) const NOTHING: &str = "[no challenge]";
pub(super) const ASKS: &str = "[questions, no position]";
pub(super) const QUESTION: &str = "    ? ";
pub(super) const HELD: &str = "    Held by:";
pub(super) const DIFFERS: &str = "    Differs:";
pub(super) const AGAINST: &str = "    Against it:";
pub(super) const EXAMINED: &str = "    Examined:";
pub(super) const JUDGED: &str = "    Judged:";

/// Returns the words of a status.
pub(super) fn status(status: RoundStatus) -> &'static str {
    match status {
        RoundStatus::Open => "Discussion open",
        RoundStatus::Ready => "Ready for human approval",
    }
}

/// Writes a page in the layout of the contract.
pub fn write(page: &SummaryPage) -> String {
    let mut lines = vec![title(page.round), String::new()];
    lines.push(format!("{MESSAGE}{}\"", escape(&page.message, &['"'])));
    if !page.points.is_empty() {
        let point = |(id, text): &(PointId, String)| format!("  [{id}] {}", escape(text, &[]));
        section(&mut lines, POINTS, page.points.iter().map(point));
    }
    section(&mut lines, OWNERS, owners(&page.owners));
    section(&mut lines, ADVOCATES, page.advocates.iter().flat_map(entry));
    if page.settled.is_empty() {
        section(&mut lines, POSITION, [format!("  {}", escape(&page.position, &[]))]);
    } else {
        section(&mut lines, POSITION, page.settled.iter().flat_map(settled));
    }
    for (heading, points) in [(OPEN_POINTS, &page.open_points), (REMARKS, &page.remarks)] {
        if !points.is_empty() {
            section(
                &mut lines,
                heading,
                points.iter().map(|one| format!("  - {}", escape(one, &[]))),
            );
        }
    }
    lines.push(String::new());
    let awaiting = if page.has_position { AWAITING } else { AWAITING_WORDS };
    lines.push(format!("{STATUS}{}{awaiting}", status(page.status)));
    lines.push(RULE.to_owned());
    let mut text = String::new();
    for line in lines {
        text.push_str(line.trim_end_matches(' '));
        text.push('\n');
    }
    text
}

pub(super) fn title(round: u32) -> String {
    let start = format!("{TITLE}{round} ");
    let width = RULE.chars().count();
    let fill = "─".repeat(width.saturating_sub(start.chars().count()));
    format!("{start}{fill}")
}

pub(super) fn stood(stood: &PositionTaken) -> String {
    match stood {
        PositionTaken::TookEach(stances) => {
            let each = stances.iter().map(|(point, stance)| format!("{point} {}", stance.word()));
            format!("[{}]", each.collect::<Vec<_>>().join(", "))
        }
        PositionTaken::Asks => ASKS.to_owned(),
        PositionTaken::Took(stance) => format!("[{}]", stance.word()),
        PositionTaken::Silent => "[no position]".to_owned(),
        PositionTaken::Lost(loss) => format!("[lost: {}]", loss.word()),
    }
}

fn section(lines: &mut Vec<String>, heading: &str, body: impl IntoIterator<Item = String>) {
    lines.push(String::new());
    lines.push(heading.to_owned());
    lines.extend(body);
}

fn member(member: &Member) -> String {
    let marks = ['(', ')', ',', ':'];
    format!("{} ({})", escape(&member.name, &marks), escape(&member.lens, &marks))
}

/// Aligns the owners' words, as far as the names are not too long for it.
fn owners(owners: &[OwnerLine]) -> Vec<String> {
    let heads: Vec<String> =
        owners.iter().map(|owner| format!("{}:", member(&owner.member))).collect();
    let width = heads.iter().map(|head| head.chars().count()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for (head, owner) in heads.into_iter().zip(owners) {
        let (stood, words) = (stood(&owner.stood), escape(&owner.words, &[]));
        lines.push(format!("  {head:width$} {stood} {words}"));
        lines.extend(questions(&owner.asks));
    }
    lines
}

fn questions(asks: &[String]) -> impl Iterator<Item = String> {
    asks.iter().map(|one| format!("{QUESTION}{}", escape(one, &[])))
}

fn settled(line: &SettledLine) -> Vec<String> {
    let mut lines = vec![format!("  [{}] {}", line.point, escape(&line.says, &[]))];
    lines.push(format!("{HELD}    {}", escape(&line.held, &[])));
    lines.extend(line.differs.iter().map(|one| format!("{DIFFERS}    {}", escape(one, &[]))));
    if !line.against.is_empty() {
        lines.push(format!("{AGAINST} {}", escape(&line.against, &[])));
    }
    lines
}

fn entry(entry: &AdvocateEntry) -> Vec<String> {
    let members: Vec<String> = entry.members.iter().map(member).collect();
    let mut lines = vec![format!("  {}:", members.join(", "))];
    match &entry.says {
        Says::Challenge { id, against, mark, rounds, risk, alternative, question, judged } => {
            let (word, most) = (mark.word(), Challenge::ROUNDS);
            let points: Vec<String> = against.iter().map(ToString::to_string).collect();
            let against = if points.is_empty() {
                String::new()
            } else {
                format!(" against {}", points.join(" and "))
            };
            lines
                .push(format!("    Challenge:   {id}{against}, {word}, {rounds} of {most} rounds"));
            lines.push(format!("    Risk:        {}", escape(risk, &[])));
            let alternative = alternative.as_ref().map(|text| escape(text, &[]));
            lines.push(format!("    Alternative: {}", alternative.as_deref().unwrap_or(MISSING)));
            lines.extend(
                question.iter().map(|text| format!("    Question:    {}", escape(text, &[]))),
            );
            lines.extend(judged.iter().map(|one| format!("{JUDGED}      {}", escape(one, &[]))));
        }
        Says::Examined(examined) => lines.extend(
            examined
                .iter()
                .map(|(point, what)| format!("{EXAMINED}    [{point}] {}", escape(what, &[]))),
        ),
        Says::Asks(asks) => {
            lines.push(format!("    {ASKS}"));
            lines.extend(questions(asks));
        }
        Says::NothingUncovered(examined) => {
            let examined: Vec<String> = examined.iter().map(|one| escape(one, &[';'])).collect();
            lines.push(format!("    {UNCOVERED}{}", examined.join("; ")));
        }
        Says::Nothing => lines.push(format!("    {NOTHING}")),
        Says::Lost(loss) => lines.push(format!("    [lost: {}]", loss.word())),
    }
    lines
}
