//! Whether a review says what its journal recorded: a status in a file is a claim, a record is an act.

use council_core::{
    diagnostic::Place,
    gate::Signal,
    handoff::ruling,
    ident::ProjectName,
    series::{ReviewNumber, Reviewed},
};
use council_formats::handoff::{self as format, name, words};
use council_store::Repo;
use jiff::civil::Date;

use super::{
    Kept, KeptDecision, PanelError, Step,
    log::{self, Stand, Taken},
    versions,
};

/// Returns what the journal has against a review, on a day. A project without a journal has none.
pub fn signed(
    repo: &Repo,
    project: &ProjectName,
    review: &Reviewed,
    today: Date,
) -> Result<Vec<Signal>, PanelError> {
    let Some(taken) = log::read(repo, project)? else {
        return Ok(Vec::new());
    };
    let mut signals: Vec<Signal> = file(&taken, review).into_iter().collect();
    let own =
        |number: ReviewNumber| taken.iter().filter(move |taken| taken.act.number == number.value());
    let kept = own(review.number).find_map(|taken| match &taken.act.step {
        Step::Reviewed { record } => Some(record),
        Step::Decided { .. } | Step::Revised { .. } | Step::Closed { .. } => None,
    });
    let decision = own(review.number).find_map(|taken| match &taken.act.step {
        Step::Decided { decision, .. } => Some(decision),
        Step::Reviewed { .. } | Step::Revised { .. } | Step::Closed { .. } => None,
    });
    if let Some(kept) = kept {
        signals.extend(chair(kept, review));
        signals.extend(prd(repo, kept)?);
        if let Some(decision) = decision {
            signals.extend(waivers(repo, project, kept, decision, today)?);
        }
    }
    Ok(signals)
}

/// What a review is in the middle of, by its journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Underway {
    /// It was opened by the re-review gate, and the panel has not met.
    Opened,
    /// A human has decided, and the re-review gate has not.
    Decided,
}

/// Tells what a review is in the middle of, if its file is as the last recorded step left it.
pub(crate) fn underway(
    repo: &Repo,
    project: &ProjectName,
    path: &str,
    text: &str,
) -> Result<Option<Underway>, PanelError> {
    let taken = log::read(repo, project)?.unwrap_or_default();
    let wrote = |taken: &&Taken| taken.files.iter().any(|image| image.path == path);
    let Some(last) = taken.iter().rev().find(wrote) else {
        return Ok(None);
    };
    if !last.files.iter().any(|image| image.path == path && image.text == text) {
        return Ok(None);
    }
    let own = ReviewNumber::new(last.act.number).map(|number| name::path(project, number));
    Ok(match &last.act.step {
        Step::Decided { .. } | Step::Revised { .. } => Some(Underway::Decided),
        // The step that ends a review also writes the next one.
        Step::Closed { .. } => (own.as_deref() != Some(path)).then_some(Underway::Opened),
        Step::Reviewed { .. } => None,
    })
}

/// Compares the review with the last record of it.
fn file(taken: &[Taken], review: &Reviewed) -> Option<Signal> {
    let place = Place::file(&review.path);
    let mut images = taken.iter().rev().flat_map(|taken| &taken.files);
    let Some(image) = images.find(|image| image.path == review.path) else {
        let message = format!("review {} is not in the journal of the project", review.number);
        return Some(
            Signal::block("UNSIGNED", place, message)
                .help("only what was recorded counts; hold the panel with `council panel`"),
        );
    };
    match image.stands(Some(&review.text)) {
        Stand::Done => None,
        Stand::Cut => Some(
            Signal::advisory(
                "STEP_UNFINISHED",
                place,
                "the last recorded step is not in the file yet",
            )
            .help("take the step again; it is finished, not repeated"),
        ),
        Stand::Changed => {
            let recorded = format::read(&image.path, &image.text).value;
            let status = recorded.front.as_ref().and_then(|front| front.status);
            let decision = recorded.rereview.as_ref().and_then(|one| one.decision);
            if (status, decision) == (review.status(), review.decision()) {
                let message = "the file was edited since it was recorded";
                return Some(Signal::advisory("EDITED", place, message));
            }
            let said = |status: Option<_>, decision: Option<_>| {
                let status = status.map_or("no status", words::status);
                format!("{status} and {}", decision.map_or("no gate decision", words::decision))
            };
            let message = format!(
                "the file says {}, and what was recorded is {}",
                said(review.status(), review.decision()),
                said(status, decision)
            );
            Some(Signal::block("UNSIGNED", place, message).help(
                "a decision is made with `council decide` and `council gate rereview`, not by editing",
            ))
        }
    }
}

/// Says that the chair took the verdict to be a milder one: the file has the stricter, so it cannot say so itself.
fn chair(kept: &Kept, review: &Reviewed) -> Option<Signal> {
    let stated = kept.chair_stated.as_ref()?;
    let ruling = ruling(&review.handoff.value).filter(|ruling| ruling.agrees)?;
    let message = format!(
        "the chair took the verdict to be {stated}, and the seats amount to {}; the stricter counts",
        words::rating(ruling.verdict)
    );
    Some(Signal::advisory("CHAIR_MISMATCH", Place::file(&review.path), message))
}

/// Compares the PRD that was reviewed with the one that is there.
fn prd(repo: &Repo, kept: &Kept) -> Result<Option<Signal>, PanelError> {
    let text = repo.read_if_there(&kept.prd_file)?;
    if text.is_none_or(|text| log::hash(&text) == kept.prd_hash) {
        return Ok(None);
    }
    let message = format!("v{} is no longer the text that was reviewed", kept.prd_version);
    let signal = Signal::block("PRD_CHANGED", Place::file(&kept.prd_file), message);
    Ok(Some(signal.help("restore the version that was reviewed, or record a new one")))
}

/// Returns the waivers that no longer hold: their day is over, or what they are about is said in other words now.
fn waivers(
    repo: &Repo,
    project: &ProjectName,
    kept: &Kept,
    decision: &KeptDecision,
    today: Date,
) -> Result<Vec<Signal>, PanelError> {
    let latest = versions::known(repo, project)?.pop();
    let place = Place::file(name::journal(project));
    let mut signals = Vec::new();
    for declined in &decision.declined {
        let (Some(owner), Some(until)) = (&declined.owner, declined.until) else { continue };
        let number = declined.number;
        if until < today {
            let message =
                format!("the waiver of recommendation {number} by {owner} ran out on {until}");
            signals.push(
                Signal::block("WAIVER_EXPIRED", place.clone(), message)
                    .help("mend it, or reconvene the panel and decide again"),
            );
        }
        let issue = kept.issues.iter().find(|issue| issue.number == number);
        let quotes = issue.into_iter().flat_map(|issue| &issue.claims);
        let quotes = quotes.filter_map(|claim| claim.quote.as_deref());
        let text = latest.as_ref().map(|prd| folded(&prd.text));
        let is_gone =
            |quote: &str| text.as_ref().is_some_and(|text| !text.contains(&folded(quote)));
        if let Some(quote) = quotes.into_iter().find(|quote| is_gone(quote)) {
            let message = format!(
                "what the waiver of recommendation {number} by {owner} is about has changed: `{}`",
                folded(quote)
            );
            signals.push(
                Signal::block("WAIVER_REOPENED", place.clone(), message)
                    .help("reconvene the panel and decide again"),
            );
        }
    }
    Ok(signals)
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
