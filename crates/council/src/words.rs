//! How the reading commands put the council's own values into words.

use council_core::{
    agreement::{Agreement, Resolution},
    council::{AbortReason, CouncilRecord, Ending, Round},
    finding::{Claim, Evidence, SeatId},
    identity::DefectStatus,
    merge::RaisedClaim,
    quorum::Vote,
    severity::Severity,
    verdict::Verdict,
};

/// The longest text from a document that is shown where it is one of many.
const BRIEF: usize = 120;

/// Says how far the seats agree.
pub(crate) fn agreement(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Unanimous => "every seat agrees",
        Agreement::Majority => "most seats stand behind it",
        Agreement::Pending => "one seat says so",
        Agreement::Contested => "the seats dispute it",
        Agreement::QuorumSupport => "confirmed by vote",
        Agreement::QuorumOppose => "voted down",
        Agreement::Deadlocked => "the vote settled nothing",
    }
}

/// Says what became of a finding.
pub(crate) fn resolution(resolution: Resolution) -> &'static str {
    match resolution {
        Resolution::Open => "open",
        Resolution::RemediationAgreed => "remediation agreed, not verified",
        Resolution::RemediatedUnverified => "fixed, not verified",
        Resolution::Verified => "fixed and verified",
        Resolution::Dismissed => "dismissed",
        Resolution::AcceptedRisk => "a human accepts the risk",
        Resolution::Deferred => "put off by a human",
        Resolution::Deadlocked => "deadlocked",
    }
}

/// Says what the verdict is.
pub(crate) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "passed",
        Verdict::PassWithConcerns => "passed with concerns",
        Verdict::Remediate => "needs remediation",
        Verdict::Fail => "failed",
        Verdict::Adjudicate => "needs a human's decision",
        Verdict::Aborted => "aborted",
        Verdict::Skipped => "skipped",
    }
}

/// Says how far a session is.
pub(crate) fn state(record: &CouncilRecord) -> String {
    match (record.ending, record.rounds.last()) {
        (Some(Ending::Converged), _) => "converged".to_owned(),
        (Some(Ending::Deadlocked), _) => "deadlocked".to_owned(),
        (Some(Ending::Aborted(reason)), _) => format!("aborted: {}", abort(reason)),
        (None, Some(open)) => format!("open, in round {}", open.round.number()),
        (None, None) => "open".to_owned(),
    }
}

fn abort(reason: AbortReason) -> &'static str {
    match reason {
        AbortReason::Timeout => "out of time",
        AbortReason::BudgetExhausted => "out of budget",
        AbortReason::SeatsLost => "two seats were lost",
        AbortReason::Cancelled => "by a human",
    }
}

/// Says what a round is for.
pub(crate) fn round(round: Round) -> &'static str {
    match round {
        Round::Broad => "every seat reads alone",
        Round::Remediate => "the seats look at each other's findings",
        Round::Converge => "the seats vote",
    }
}

/// Says how a seat voted.
pub(crate) fn vote(vote: Vote) -> &'static str {
    match vote {
        Vote::Support => "supports",
        Vote::Oppose => "opposes",
        Vote::Abstain => "abstains",
    }
}

/// Says how a defect stands.
pub(crate) fn standing(standing: DefectStatus) -> &'static str {
    match standing {
        DefectStatus::New => "new",
        DefectStatus::Open => "open",
        DefectStatus::NotRaised => "open (not raised again)",
        DefectStatus::Regressed => "regressed",
        DefectStatus::Fixed => "fixed",
        DefectStatus::Dismissed => "voted down",
    }
}

/// Says through which mode a claim was made.
pub(crate) fn through(raised: &RaisedClaim) -> String {
    match raised.claim.claim().mode {
        Some(mode) => format!("mode {mode}, {}", mode.mode().name),
        None => "no mode".to_owned(),
    }
}

/// Shows everything that a claim quotes, or what it looked for.
pub(crate) fn shown_by(claim: &Claim) -> String {
    let others = claim.other_quotes.iter().map(|quote| format!(" and “{}”", one_line(quote)));
    evidence(&claim.evidence) + &others.collect::<String>()
}

/// Shows what a claim rests on.
pub(crate) fn evidence(evidence: &Evidence) -> String {
    match evidence {
        Evidence::Quote(quote) => format!("“{}”", unmarked(&one_line(quote))),
        Evidence::Searched { terms, sections } => {
            let terms: Vec<String> = terms.iter().map(|term| format!("`{term}`")).collect();
            let place = match sections.as_slice() {
                [] => "the whole packet".to_owned(),
                sections => sections.join(", "),
            };
            format!("nothing found for {} in {place}", terms.join(", "))
        }
    }
}

/// Returns a quote without the Markdown that was cut with it: marks of a list or a heading before it, and emphasis.
fn unmarked(quote: &str) -> String {
    let bare = quote.trim_start_matches(['#', '>', '*', '|', ' ']);
    let bare = bare.strip_prefix("- ").unwrap_or(bare);
    let bare = bare.strip_prefix("[ ] ").or_else(|| bare.strip_prefix("[x] ")).unwrap_or(bare);
    bare.replace("**", "").replace("__", "").trim_end_matches(['*', '|', ' ']).to_owned()
}

/// Says how many there are of something: `1 blocker`, `2 blockers`.
pub(crate) fn count(number: usize, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// Says how many findings of each severity there are, worst first; `nothing` where there are none.
pub(crate) fn severities(of: impl Fn(Severity) -> usize) -> String {
    let each = Severity::ALL.into_iter().filter_map(|severity| match of(severity) {
        0 => None,
        number => Some(count(number, severity.word())),
    });
    let each: Vec<String> = each.collect();
    if each.is_empty() { "nothing".to_owned() } else { each.join(", ") }
}

/// Returns a text with its line breaks folded.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the beginning of a text, folded to one line.
pub(crate) fn brief(text: &str) -> String {
    let line = one_line(text);
    match line.char_indices().nth(BRIEF) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or(&line).trim_end()),
        None => line,
    }
}

/// Joins the names of seats: `SA-1, SA-2 and SA-3`.
pub(crate) fn seats<'a>(seats: impl IntoIterator<Item = &'a SeatId>) -> String {
    let names: Vec<String> = seats.into_iter().map(ToString::to_string).collect();
    match names.split_last() {
        None => "nobody".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// Lists numbers in order, three or more in a row as a range: `1, 2, 5-9`, as they can be typed.
pub fn numbers(mut numbers: Vec<usize>) -> String {
    numbers.sort_unstable();
    numbers.dedup();
    let runs = numbers.chunk_by(|one, next| *next == one + 1);
    let run = |run: &[usize]| match run {
        [first, _, .., last] => format!("{first}-{last}"),
        few => few.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    };
    runs.map(run).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_shown_without_the_marks_around_it() {
        for (quote, shown) in [
            ("FR9:** The system shall respond", "FR9: The system shall respond"),
            ("- **FR9**: respond where possible", "FR9: respond where possible"),
            ("## Limits", "Limits"),
            ("- [ ] done `x**` |", "done `x` "),
        ] {
            assert_eq!(unmarked(quote).trim(), shown.trim(), "{quote}");
        }
    }

    #[test]
    fn numbers_in_a_row_are_a_range() {
        assert_eq!(numbers(vec![]), "");
        assert_eq!(numbers(vec![2, 1, 4]), "1, 2, 4");
        assert_eq!(numbers(vec![1, 2, 3, 5, 6, 8, 9, 10, 11]), "1-3, 5, 6, 8-11");
    }
}
