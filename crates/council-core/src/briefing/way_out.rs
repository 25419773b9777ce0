//! What would settle a dispute, from what the seats themselves have said. No seat is named: what counts is what is said.

use crate::council::CouncilFinding;

/// The longest piece of a remediation that is repeated.
const LONGEST: usize = 80;

/// Whether a finding holds is settled by the text.
pub(super) fn of_doubt(finding: &CouncilFinding) -> String {
    let quotes: Vec<&str> = finding.claim().quotes().collect();
    let shown =
        quotes.first().map_or_else(String::new, |quote| format!(" beside `{}`", short(quote)));
    format!(
        "quote the text that rules it out, or the text{shown} that shows the defect at {}",
        finding.claim().location
    )
}

/// How bad it is, is settled by what it does.
pub(super) fn of_severity(finding: &CouncilFinding) -> String {
    let held = finding.arguments().into_iter();
    let held: Vec<&str> = held.filter_map(|one| Some(one.severity?.word())).collect();
    format!(
        "say what breaks if the work goes on with {} as it is; it is called {}",
        finding.claim().location,
        held.join(" and ")
    )
}

/// Which remediation is right is settled by one that serves both aims.
pub(super) fn of_remedies(finding: &CouncilFinding) -> String {
    let proposed = finding.proposals().iter().filter_map(|(_, said)| said.last());
    let proposed: Vec<String> = proposed.map(|one| format!("`{}`", short(&one.text))).collect();
    format!("choose one of {}, or word one that serves them all", proposed.join(", "))
}

fn short(text: &str) -> String {
    let mut short: String = text.chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}
