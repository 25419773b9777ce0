//! Reads the record by holding its rounds again.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    diagnostic::{Diagnostic, Parsed},
    forum::{
        Digest, Discussion, ForumEffect, ForumProtocol, ForumSeat, ForumSeatId, Hearing, Message,
        PointsBy, RoleDigests, RoundAct, RoundSummary, Seats, Setting, Style, TrimmedLine,
    },
    ident::ProjectName,
    tree::Node,
};
use jiff::Timestamp;

use super::{KIND, choice, transcript};
use crate::{
    fields::{Field, FileNotes, shown},
    json,
};

const FILE_KEYS: [&str; 4] = ["schema_version", "kind", "project", "rounds"];

/// Reads a record; one that does not hold together is nothing, with the first round that does not and why.
pub fn read(path: &str, text: &str) -> Parsed<Option<Discussion>> {
    match json::read(path, text) {
        Ok(tree) => read_tree(path, &tree),
        Err(diagnostic) => Parsed { value: None, diagnostics: vec![diagnostic] },
    }
}

/// Reads a record from its tree.
pub fn read_tree(path: &str, tree: &Node) -> Parsed<Option<Discussion>> {
    let mut log = FileNotes::new(path);
    let value = Field::root(tree, &mut log).and_then(|root| file(&root, &mut log));
    log.close(value)
}

fn file(root: &Field<'_>, log: &mut FileNotes<'_>) -> Option<Discussion> {
    for entry in root.unknown(&FILE_KEYS) {
        let message =
            format!("unknown key `{}`, expected only what the program writes", shown(&entry.key));
        log.push(Diagnostic::error("unknown-key", log.place(), message));
    }
    root.word("schema_version", major_one, "a version `1.x.y`", log)?;
    root.word("kind", |word| (word == KIND).then_some(()), &format!("`{KIND}`"), log)?;
    let project =
        root.word("project", |word| ProjectName::new(word).ok(), "a project name", log)?;
    let mut discussion = Discussion::new(project);
    for round in root.list("rounds", log)? {
        // A round rests on the ones before it: after the first that fails nothing more can be said.
        hold(&mut discussion, &round.map(log)?, log)?;
    }
    Some(discussion)
}

fn major_one(version: &str) -> Option<()> {
    let parts: Vec<&str> = version.split('.').collect();
    let numeric = parts.iter().all(|part| part.parse::<u32>().is_ok());
    (parts.len() == 3 && numeric && parts.first() == Some(&"1")).then_some(())
}

fn hold(discussion: &mut Discussion, round: &Field<'_>, log: &mut FileNotes<'_>) -> Option<()> {
    let setting = setting(round, discussion.project().clone(), log)?;
    let message = message(round, log)?;
    let inputs = transcript::inputs(round, log)?;
    let opened = discussion.open(setting, message);
    let (mut again, mut effects) = match opened {
        Ok(opened) => opened,
        Err(refusal) => {
            return log.error("impossible-round", round, &format!("cannot be: {refusal}"));
        }
    };
    for (at, input) in inputs.into_iter().enumerate() {
        match again.apply(input) {
            Ok(next) => effects = next,
            Err(error) => {
                let message = format!("cannot be, at `transcript[{at}]`: {error}");
                return log.error("impossible-round", round, &message);
            }
        }
    }
    let Some(summary) = effects.into_iter().find_map(awaited) else {
        let asked = again.pending().map(|(seat, step)| format!("{} of {seat}", step.word()));
        let message = format!("ends too early, expected the {}", asked.unwrap_or_default());
        return log.error("unfinished-round", round, &message);
    };
    compare(round, &summary, log)?;
    let hash = round.word("hash", Digest::read, "64 lowercase hex digits", log)?;
    if hash != *summary.digest() {
        let message = format!("has hash `{hash}`, expected `{}`", summary.digest());
        return log.error("hash-mismatch", round, &message);
    }
    if let Err(refusal) = discussion.close(summary) {
        return log.error("impossible-round", round, &format!("cannot be: {refusal}"));
    }
    let Some(decision) = round.optional("decision") else { return Some(()) };
    let act = act(&decision.map(log)?, log)?;
    match discussion.decide(act) {
        Ok(_) => Some(()),
        Err(refusal) => log.error(
            "refused-decision",
            round,
            &format!("has a decision that was refused: {refusal}"),
        ),
    }
}

fn awaited(effect: ForumEffect) -> Option<RoundSummary> {
    match effect {
        ForumEffect::AwaitDecision(summary) => Some(*summary),
        ForumEffect::Ask(_) => None,
    }
}

/// Compares what the file says about a round with what follows from what was said in it.
fn compare(round: &Field<'_>, summary: &RoundSummary, log: &mut FileNotes<'_>) -> Option<()> {
    let own = |key: &str| key != "hash" && key != "decision";
    let expected = summary.json();
    let empty = serde_json::Map::new();
    let expected = expected.as_object().unwrap_or(&empty);
    let stray = round
        .node
        .entries()
        .iter()
        .find(|entry| own(&entry.key) && !expected.contains_key(&entry.key));
    if let Some(entry) = stray {
        let message = format!("has an unknown key `{}`", shown(&entry.key));
        return log.error("edited-round", round, &message);
    }
    let differs = expected
        .iter()
        .find(|(key, value)| round.node.get(key).map(json::value).as_ref() != Some(value));
    let Some((key, _)) = differs else { return Some(()) };
    let message = format!("says something else under `{key}` than what was said in it comes to");
    log.error("edited-round", round, &message)
}

fn setting(round: &Field<'_>, project: ProjectName, log: &mut FileNotes<'_>) -> Option<Setting> {
    let style = round.word("style", Style::read, "`full` or `classic`", log)?;
    let owners = seats(round, "owners", log)?;
    let advocates = seats(round, "advocates", log)?;
    let roles = round.required("roles", log)?;
    let digest = |key, log: &mut FileNotes<'_>| {
        roles.word(key, Digest::read, "64 lowercase hex digits", log)
    };
    let roles = RoleDigests { owner: digest("owner", log)?, advocate: digest("advocate", log)? };
    let hearing = round.word("hearing", Hearing::read, "`open` or `blind`", log)?;
    let filled = round.required("filled_by", log)?.map(log)?;
    let filled_by = filled.node.entries().iter().filter_map(|entry| {
        Some((ForumSeatId::read(&entry.key)?, TrimmedLine::new(entry.node.text()?).ok()?))
    });
    let filled_by: BTreeMap<ForumSeatId, TrimmedLine> = filled_by.collect();
    let (protocol, points, questioners) = by_point(round, log)?;
    match Seats::new(owners, advocates) {
        // What fills a seat is compared with everything else once the round is held again.
        Ok(seats) => Some(Setting {
            project,
            seats,
            roles,
            style,
            hearing,
            filled_by,
            protocol,
            points,
            questioners,
        }),
        Err(faults) => {
            let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
            log.error(
                "bad-seats",
                round,
                &format!("is not seated by the rules: {}", said.join("; ")),
            )
        }
    }
}

/// Reads the rules a round was held under, the points where a person named them, and the seats nobody held.
fn by_point(
    round: &Field<'_>,
    log: &mut FileNotes<'_>,
) -> Option<(ForumProtocol, Vec<String>, BTreeSet<ForumSeatId>)> {
    let Some(field) = round.optional("protocol") else {
        return Some((ForumProtocol::First, Vec::new(), BTreeSet::new()));
    };
    let Some(protocol) = field.node.int().and_then(ForumProtocol::read) else {
        return log.error("unknown-value", &field, "names rules that this program does not know");
    };
    let mut questioners = BTreeSet::new();
    for seat in round.list("questioners", log)? {
        questioners.insert(seat.as_word(ForumSeatId::read, "a seat such as `po-1`", log)?);
    }
    let mut points = Vec::new();
    if round.text("points_by", log)? == PointsBy::Person.word() {
        for point in round.list("points", log)? {
            points.push(point.map(log)?.text("text", log)?.to_owned());
        }
    }
    Some((protocol, points, questioners))
}

fn seats(round: &Field<'_>, key: &str, log: &mut FileNotes<'_>) -> Option<Vec<ForumSeat>> {
    let items = round.list(key, log)?;
    let seat = |item: Field<'_>| {
        Some(ForumSeat {
            id: item.word("id", ForumSeatId::read, "a seat such as `po-1`", log)?,
            name: item.word("name", |text| TrimmedLine::new(text).ok(), "one line of text", log)?,
            lens: item.word("lens", |text| TrimmedLine::new(text).ok(), "one line of text", log)?,
        })
    };
    items.into_iter().map(seat).collect()
}

fn message(round: &Field<'_>, log: &mut FileNotes<'_>) -> Option<Message> {
    let field = round.required("message", log)?;
    let text = field.text("text", log)?;
    let (by, at) = signed(&field, log)?;
    match Message::new(text, by, at) {
        Ok(message) => Some(message),
        Err(error) => log.error("empty-message", &field, &format!("cannot be: {error}")),
    }
}

fn act(decision: &Field<'_>, log: &mut FileNotes<'_>) -> Option<RoundAct> {
    let words = match decision.optional("words") {
        Some(words) => Some(words.as_text(log)?),
        None => None,
    };
    let expected = "`approve` or `open`, or `redirect` or `unilateral` with `words`";
    let choice = decision.word("choice", |word| choice(word, words), expected, log)?;
    let field = decision.required("round", log)?;
    let Some(round) = field.node.int().and_then(|number| u32::try_from(number).ok()) else {
        return log.error("wrong-type", &field, "is not the number of a round");
    };
    let hash = decision.word("hash", Digest::read, "64 lowercase hex digits", log)?;
    let (by, at) = signed(decision, log)?;
    let known = ["choice", "words", "round", "hash", "by", "at"];
    if let Some(entry) = decision.unknown(&known).first() {
        let message = format!("has an unknown key `{}`", shown(&entry.key));
        return log.error("unknown-key", decision, &message);
    }
    Some(RoundAct { round, hash, by, at, choice })
}

fn signed(field: &Field<'_>, log: &mut FileNotes<'_>) -> Option<(TrimmedLine, Timestamp)> {
    let by = field.word("by", |text| TrimmedLine::new(text).ok(), "who, on one line", log)?;
    let time = |text: &str| text.parse::<Timestamp>().ok().filter(|time| time.to_string() == text);
    let at = field.word("at", time, "a time such as `2026-03-01T12:00:00Z`", log)?;
    Some((by, at))
}
