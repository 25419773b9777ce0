//! A council session held against contract 001.

use council_core::{diagnostic::Diagnostic, tree::Node};
use jiff::{Timestamp, civil::DateTime, tz::TimeZone};

use super::{
    CheckedCouncil,
    cycles::cycles,
    extras::raised,
    fields::{CheckedNode, ContractCheck},
    gates::gates,
    outputs::{SessionCourse, outputs},
    seats::{ModesForm, SeatsProgress, lost, seats},
    star,
};
use crate::{
    artifact::{audit::shown, named_at},
    words::EndingWord,
};

/// Returns everything in which a session does not keep to the contract.
pub fn check_session(path: &str, tree: &Node) -> Vec<Diagnostic> {
    let mut check = ContractCheck::new(path);
    let root = CheckedNode::root(tree);
    check.schema_version(&root);
    let mut council =
        CheckedCouncil { packet: check.packet_id(&root), ..CheckedCouncil::default() };
    let began = check.time(&root, "initiated_at");
    let stamp = identity(&mut check, &root, began, council.packet);
    let ending = ending(&mut check, &root, began);
    council.lost = lost(&mut check, &root);
    let list = check.list(&root, "cycles");
    let progress = if list.is_empty() { SeatsProgress::Opening } else { SeatsProgress::Begun };
    seats(&mut check, &root, ModesForm::Full, progress, &mut council);
    gates(&mut check, &root.list("gates"));
    council.phases = star::vision(&mut check, &root);
    council.raised = raised(&list);
    let completed = cycles(&mut check, &list, began, &council);
    state(&mut check, &root, ending, list.len());
    outputs(&mut check, &root, &SessionCourse { ending, cycles: &list, completed }, &council);
    if let (Some(packet), Some(stamp)) = (council.packet, stamp) {
        name(&mut check, &root, path, packet, stamp);
    }
    check.close()
}

/// The session's id is made of the packet's id and the time it began, which is returned.
fn identity<'t>(
    check: &mut ContractCheck<'_>,
    root: &CheckedNode<'t>,
    began: Option<Timestamp>,
    packet: Option<&str>,
) -> Option<&'t str> {
    let stamp = session_id(check, root, packet)?;
    let Some(began) = began.filter(|began| !is_near(*began, stamp)) else { return Some(stamp) };
    let message = format!("`session_id` says {stamp}, which is not when the session began");
    let spot = root.spot("session_id");
    // A clock that names files by another time zone explains a day at most; beyond it, it is another session's name.
    let said = if is_of_that_day(began, stamp) {
        check.warning("session-id-time", &spot, message)
    } else {
        check.error("session-id-time", &spot, message)
    };
    said.help("make it of the time in `initiated_at`");
    Some(stamp)
}

/// A session's id names its packet; the time in it is returned.
pub(super) fn session_id<'t>(
    check: &mut ContractCheck<'_>,
    at: &CheckedNode<'t>,
    packet: Option<&str>,
) -> Option<&'t str> {
    let (id, packet) = (check.text(at, "session_id")?, packet?);
    let rest = id.strip_prefix("COUNCIL-").and_then(|rest| rest.strip_prefix(packet));
    let stamp = rest.and_then(|rest| rest.strip_prefix('-')).filter(|stamp| is_stamp(stamp));
    if stamp.is_none() {
        let message =
            format!("`session_id` is `{}`, expected `COUNCIL-{packet}-YYYYMMDD-HHMMSS`", shown(id));
        check
            .error("bad-session-id", &at.spot("session_id"), message)
            .help("make it of the packet's id and the time the session began");
    }
    stamp
}

/// Tells whether a session of this name began then. Of several that begin in one second each gets the next free second.
fn is_near(began: Timestamp, stamp: &str) -> bool {
    const NEXT_FREE: i64 = 60;
    seconds_later(began, stamp).is_some_and(|later| (0..=NEXT_FREE).contains(&later))
}

fn is_of_that_day(began: Timestamp, stamp: &str) -> bool {
    const DAY: u64 = 24 * 60 * 60;
    seconds_later(began, stamp).is_some_and(|later| later.unsigned_abs() <= DAY)
}

/// Returns by how many seconds the time in a name is later than a time.
fn seconds_later(began: Timestamp, stamp: &str) -> Option<i64> {
    let named = DateTime::strptime("%Y%m%d-%H%M%S", stamp).ok()?;
    let named = named.to_zoned(TimeZone::UTC).ok()?;
    Some(named.timestamp().as_second() - began.as_second())
}

fn is_stamp(text: &str) -> bool {
    named_at(&format!("{text}.yaml")).is_some() && text.len() == 15
}

/// A session ends in one of three ways, and says when; one that has not ended says neither.
fn ending<'t>(
    check: &mut ContractCheck<'_>,
    root: &CheckedNode<'t>,
    began: Option<Timestamp>,
) -> Option<&'t str> {
    check.need_key(root, "terminal_state");
    check.need_key(root, "completed_at");
    let stated = root
        .get("terminal_state")
        .and_then(|_| check.word(root, "terminal_state", EndingWord::WORDS));
    let completed = root.get("completed_at").and_then(|_| check.time(root, "completed_at"));
    if let (Some(began), Some(completed)) = (began, completed)
        && completed < began
    {
        check
            .error(
                "time-order",
                &root.spot("completed_at"),
                "the session ended before it began".to_owned(),
            )
            .help("correct the times");
    }
    match (root.get("terminal_state").is_some(), root.get("completed_at").is_some()) {
        (false, true) => {
            let message = "`completed_at` is set, but `terminal_state` says nothing".to_owned();
            check
                .error("no-ending", &root.spot("completed_at"), message)
                .help(format!("expected {}", EndingWord::WORDS.join(", ")));
        }
        (true, false) => {
            let message = "`terminal_state` is set, but `completed_at` says nothing".to_owned();
            check
                .error("no-ending", &root.spot("terminal_state"), message)
                .help("say when the session ended");
        }
        (false, false) => {
            let message = "the session has not ended".to_owned();
            check
                .warning("session-open", root, message)
                .help("resume it, or read it as a snapshot");
        }
        (true, true) => {}
    }
    stated
}

/// The state mirrors how the session ended, or the cycle it is in.
fn state(
    check: &mut ContractCheck<'_>,
    root: &CheckedNode<'_>,
    ending: Option<&str>,
    cycles: usize,
) {
    let Some(state) = root.text("state") else {
        return;
    };
    let expected = match (ending, cycles) {
        (Some(ending), _) => ending.to_owned(),
        (None, 0) => "INIT".to_owned(),
        (None, cycle) => format!("CYCLE_{cycle}"),
    };
    if state != expected {
        let message = format!("`state` is `{}`, but the session is at {expected}", shown(state));
        check
            .error("state-mismatch", &root.spot("state"), message)
            .help(format!("write `state: {expected}`"));
    }
}

/// A session lies where the contract says, under a name that tells when it began.
fn name(
    check: &mut ContractCheck<'_>,
    root: &CheckedNode<'_>,
    path: &str,
    packet: &str,
    stamp: &str,
) {
    let expected = format!("evidence/prd/{packet}/reviews/council_session_{stamp}.yaml");
    if path != expected && !path.ends_with(&format!("/{expected}")) {
        let message = format!("the file is not `{expected}`, where others look for it");
        check.warning("misplaced", root, message).help("move it there");
    }
}
