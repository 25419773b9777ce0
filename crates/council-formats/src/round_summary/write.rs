//! Writes the page.

use council_core::forum::{Challenge, Status};

use super::{
    escape::escape,
    page::{Entry, Member, OwnerLine, Page, Says, Stood},
};

pub(super) const RULE: &str =
    "─────────────────────────────────────────────────────────────────────";
pub(super) const TITLE: &str = "─── Council Forum — Round ";
pub(super) const MESSAGE: &str = "User message: \"";
pub(super) const OWNERS: &str = "Normal PO Responses:";
pub(super) const ADVOCATES: &str = "Devil's Advocate Challenges:";
pub(super) const POSITION: &str = "Emerging majority position:";
pub(super) const OPEN_POINTS: &str = "Open points:";
pub(super) const REMARKS: &str = "Remarks:";
pub(super) const STATUS: &str = "Status: ";
pub(super) const AWAITING: &str = " — awaiting your response or approval.";
pub(super) const MISSING: &str = "[missing]";
pub(super) const UNCOVERED: &str = "No uncovered risk. Examined: ";
pub(super) const NOTHING: &str = "[no challenge]";

/// Returns the words of a status.
pub(super) fn status(status: Status) -> &'static str {
    match status {
        Status::Open => "Discussion open",
        Status::Ready => "Ready for human approval",
    }
}

/// Writes a page in the layout of the contract.
pub fn write(page: &Page) -> String {
    let mut lines = vec![title(page.round), String::new()];
    lines.push(format!("{MESSAGE}{}\"", escape(&page.message, &['"'])));
    section(&mut lines, OWNERS, owners(&page.owners));
    section(&mut lines, ADVOCATES, page.advocates.iter().flat_map(entry));
    section(&mut lines, POSITION, [format!("  {}", escape(&page.position, &[]))]);
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
    lines.push(format!("{STATUS}{}{AWAITING}", status(page.status)));
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

pub(super) fn stood(stood: Stood) -> String {
    match stood {
        Stood::Took(stance) => format!("[{}]", stance.word()),
        Stood::Silent => "[no position]".to_owned(),
        Stood::Lost(loss) => format!("[lost: {}]", loss.word()),
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
    let line = |(head, owner): (String, &OwnerLine)| {
        format!("  {head:width$} {} {}", stood(owner.stood), escape(&owner.words, &[]))
    };
    heads.into_iter().zip(owners).map(line).collect()
}

fn entry(entry: &Entry) -> Vec<String> {
    let members: Vec<String> = entry.members.iter().map(member).collect();
    let mut lines = vec![format!("  {}:", members.join(", "))];
    match &entry.says {
        Says::Challenge { id, mark, rounds, risk, alternative, question } => {
            let word = mark.word();
            lines.push(format!(
                "    Challenge:   {id}, {word}, {rounds} of {} rounds",
                Challenge::ROUNDS
            ));
            lines.push(format!("    Risk:        {}", escape(risk, &[])));
            let alternative = alternative.as_ref().map(|text| escape(text, &[]));
            lines.push(format!("    Alternative: {}", alternative.as_deref().unwrap_or(MISSING)));
            lines.extend(
                question.iter().map(|text| format!("    Question:    {}", escape(text, &[]))),
            );
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
