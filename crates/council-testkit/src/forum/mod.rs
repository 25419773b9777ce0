//! `forum` blocks: a scripted discussion, held by the real rounds. They take the proposal whole, as rounds did before it was
//! read as points; records of such rounds are still read. Rounds on points are shown through the binary.
//!
//! ```yaml
//! owners: 3            # 2 unless said
//! style: classic       # full unless said
//! hearing: blind       # open unless said
//! rounds:
//!   - message: Ship the export in two steps?
//!     said:
//!       - po-1: support                                  # a stance is enough
//!       - po-2: { position: Not yet, stance: oppose, reason: …, engages: { po-1: diverges } }
//!       - po-3: lost                                     # or { lost: refusal }
//!       - da-1: { risk: …, alternative: …, question: … } # or { examined: [cost, load] }
//!       - po-3: { unreadable: why }                      # an answer that nobody can read
//!       - po-1: { draft: …, stance: support }            # alone, in a blind hearing
//!       - da-1: { alternative: … }                       # when asked for the one it left out
//!       - po-1: { CH-1: mitigated }                      # an owner's reply, or { CH-1: { rejected: why } }
//!       - da-1: { CH-1: conceded }                       # an advocate's judgement
//!     decide: approve                                    # or { choice: redirect, words: …, round: 1, shown: 1 }
//! ```
//!
//! What comes back has, for each round, the `asks`, what was `refused`, the `summary`, the `page` line by line, the
//! `checklist` and what became of the decision; then the `state`, the `handoffs` and the `files` that the discussion
//! leaves, which the scenario's repository gets, so that commands can look at them.

mod read;

use std::collections::{BTreeMap, BTreeSet};

use council::{
    core::forum::{
        Challenge, Config, Discussion, ForumEffect, ForumProtocol, ForumQuestion, ForumSeat,
        Message, Presented, RoleDefinitions, RoundAct, RoundChoice, RoundSummary, Setting,
        intent_only,
    },
    formats::{council_config, forum_record, intent, round_summary},
    store::session::render,
};
use read::{ForumScript, RoundScript, ScriptDecision};
use serde_json::{Map, Value, json};

/// The folder of the project in every script.
const HOME: &str = "projects/demo";

/// Holds a scripted discussion.
pub fn run(text: &str) -> Result<Value, String> {
    let script = read::script(text)?;
    let mut discussion = Discussion::new(script.project.clone());
    let mut rounds = Vec::new();
    for round in &script.rounds {
        let (mut told, summary) = hold(&discussion, &script, round)?;
        let Some(summary) = summary else {
            rounds.push(told.into());
            break;
        };
        told.extend(shown(&discussion, &summary));
        discussion.close(summary).map_err(|refusal| refusal.to_string())?;
        if let Some(decide) = &round.decide {
            told.insert("decision".to_owned(), decided(&mut discussion, decide));
        }
        rounds.push(Value::Object(told));
    }
    let handoffs: Vec<Value> = discussion
        .intents()
        .iter()
        .map(|one| {
            let leaks = intent_only::leaks(one);
            let leaks = leaks.iter().map(|leak| json!({ leak.how.word(): leak.found }));
            json!({
                "file": one.file,
                "text": intent::write(one),
                "leaks": leaks.collect::<Vec<_>>(),
            })
        })
        .collect();
    Ok(json!({
        "rounds": rounds,
        "state": discussion.state().word(),
        "handoffs": handoffs,
        "files": files(&discussion, &script),
    }))
}

/// Plays a round as far as the script goes.
fn hold(
    discussion: &Discussion,
    script: &ForumScript,
    round: &RoundScript,
) -> Result<(Map<String, Value>, Option<RoundSummary>), String> {
    let roles = RoleDefinitions::default();
    let setting = Setting {
        project: script.project.clone(),
        seats: script.seats.clone(),
        roles: roles.digests(),
        style: script.style,
        hearing: script.hearing,
        filled_by: BTreeMap::new(),
        protocol: ForumProtocol::First,
        points: Vec::new(),
        questioners: BTreeSet::new(),
    };
    let message = Message::new(&round.message, read::line("Ana"), read::noon())
        .map_err(|error| error.to_string())?;
    let (mut held, mut effects) =
        discussion.open(setting, message).map_err(|refusal| refusal.to_string())?;
    let mut asks: Vec<Value> = asked(&effects, &roles).collect();
    let mut refused = Vec::new();
    for input in &round.said {
        match held.apply(input.clone()) {
            Ok(next) => {
                asks.extend(asked(&next, &roles));
                effects = next;
            }
            Err(error) => refused.push(json!(error.to_string())),
        }
    }
    let summary = effects.into_iter().find_map(|effect| match effect {
        ForumEffect::AwaitDecision(summary) => Some(*summary),
        ForumEffect::Ask(_) => None,
    });
    let pending = held.pending().map(|(seat, step)| format!("{seat} {}", step.word()));
    let order: Vec<Value> = asks.iter().map(|ask| ask["order"].clone()).collect();
    let told = json!({ "asks": asks, "order": order, "refused": refused, "pending": pending });
    match told {
        Value::Object(told) => Ok((told, summary)),
        other => Err(format!("expected an object, found {other}")),
    }
}

fn asked(effects: &[ForumEffect], roles: &RoleDefinitions) -> impl Iterator<Item = Value> {
    effects.iter().filter_map(|effect| match effect {
        ForumEffect::Ask(ask) => Some(ask_value(ask, roles)),
        ForumEffect::AwaitDecision(_) => None,
    })
}

fn ask_value(ask: &ForumQuestion, roles: &RoleDefinitions) -> Value {
    let definition = roles.of(ask.seat.id.role());
    let prior: Vec<String> = ask.prior.iter().map(|heard| heard.seat.id.to_string()).collect();
    let ids = |all: &[Challenge]| all.iter().map(|one| one.id.to_string()).collect::<Vec<_>>();
    json!({
        "order": format!("{} {}", ask.seat.id, ask.step.word()),
        "name": ask.seat.name.as_str(),
        "lens": ask.seat.lens.as_str(),
        "definition": (ask.definition == *definition.digest()).then(|| definition.text()),
        "message": ask.message,
        "prior": prior,
        "challenges": ids(&ask.challenges),
        "standing": ids(&ask.standing),
        "drafted": ask.drafted.as_ref().map(|said| said.position.as_str()),
        "repair": ask.repair,
    })
}

/// Shows a summary as a human sees it.
fn shown(discussion: &Discussion, summary: &RoundSummary) -> Map<String, Value> {
    let text = round_summary::write(&round_summary::SummaryPage::of(summary));
    let surfaced = round_summary::read("page", &text).map(|page| page.surfaced());
    let none: &[String] = &[];
    let presented = Presented {
        surfaced: surfaced.unwrap_or_else(|_| BTreeSet::new()),
        unapproved: discussion.unapproved(none).into_iter().map(str::to_owned).collect(),
    };
    let checklist: Vec<Value> = summary
        .checklist(&presented)
        .items
        .iter()
        .map(|item| json!({ "says": item.says, "holds": item.holds() }))
        .collect();
    let entries = [
        ("summary", summary.json()),
        ("hash", json!(summary.digest().as_str())),
        ("page", text.lines().map(Value::from).collect()),
        ("checklist", json!(checklist)),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Tries a decision and says what became of it.
fn decided(discussion: &mut Discussion, decide: &ScriptDecision) -> Value {
    let latest = discussion.held().len();
    let shown = decide.shown.unwrap_or(latest);
    let hash = shown.checked_sub(1).and_then(|at| discussion.held().get(at));
    let Some(hash) = hash.map(|held| held.summary().digest().clone()) else {
        return json!({ "refused": format!("no round {shown} was shown") });
    };
    let act = RoundAct {
        round: decide.round.unwrap_or_else(|| u32::try_from(latest).unwrap_or(u32::MAX)),
        hash,
        by: read::line("Ana"),
        at: read::noon(),
        choice: decide.choice.clone(),
    };
    match discussion.decide(act) {
        Ok(decision) => json!({ "accepted": RoundChoice::word(&decision.act().choice) }),
        Err(refusal) => json!({ "refused": refusal.to_string() }),
    }
}

/// Writes what a discussion leaves on disk.
fn files(discussion: &Discussion, script: &ForumScript) -> Map<String, Value> {
    let config = Config {
        project: script.project.clone(),
        created: read::day(),
        seats: script.seats.clone(),
    };
    let folder = format!("{HOME}/{}", forum_record::FOLDER);
    let mut files = vec![
        (format!("{HOME}/{}", council_config::FILE), council_config::write(&config.into())),
        (format!("{folder}/{}", forum_record::FILE), forum_record::write(discussion)),
    ];
    files.extend(
        discussion
            .intents()
            .iter()
            .map(|one| (format!("{folder}/{}", one.file), intent::write(one))),
    );
    let journal = journal(files.get(1..).unwrap_or_default());
    files.push((format!("{folder}/forum.journal.jsonl"), journal));
    files.into_iter().map(|(path, text)| (path, text.into())).collect()
}

/// Writes the journal of a forum whose last step left these files.
fn journal(files: &[(String, String)]) -> String {
    let images: Vec<Value> = files
        .iter()
        .map(|(path, text)| json!({ "path": path, "before": null, "text": text }))
        .collect();
    let step = json!({
        "tool_version": council::formats::report::TOOL_VERSION, "at": "2026-03-01T12:00:00Z",
        "round": 1, "event": "held", "hash": "", "tokens": 0, "files": images,
    });
    String::from_utf8(render([step.to_string().as_str()])).unwrap_or_default()
}

/// The members that scripts speak of, in order: owners, then advocates.
fn members(owners: usize) -> (Vec<ForumSeat>, Vec<ForumSeat>) {
    let seats = |all: &[(&str, &str, &str)], count: usize| {
        let seat = |(id, name, lens): &(&str, &str, &str)| ForumSeat {
            id: read::seat(id),
            name: read::line(name),
            lens: read::line(lens),
        };
        all.iter().take(count).map(seat).collect()
    };
    let of_owners = [
        ("po-1", "Ines", "people who wait"),
        ("po-2", "Bo", "what it costs"),
        ("po-3", "Ari", "the years ahead"),
        ("po-4", "Lu", "those who build it"),
    ];
    let of_advocates = [("da-1", "Kit", "what breaks"), ("da-2", "Noa", "who is left out")];
    (seats(&of_owners, owners), seats(&of_advocates, owners / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "
rounds:
  - message: Ship it?
    said:
      - po-1: support
      - po-2: { position: yes but small, stance: support, engages: { po-1: refines } }
      - da-1: { risk: it breaks }
      - da-1: { alternative: wait }
      - po-1: { CH-1: mitigated }
      - po-2: { CH-1: { rejected: it will not } }
      - da-1: { CH-1: conceded }
    decide: approve
";

    #[test]
    fn a_script_is_held_to_its_end_and_decided() {
        let told = run(SCRIPT).unwrap();
        assert_eq!(told["rounds"][0]["order"].as_array().unwrap().len(), 7);
        assert_eq!(told["rounds"][0]["summary"]["status"], "ready");
        assert_eq!(told["rounds"][0]["decision"]["accepted"], "approve");
        assert_eq!(told["state"], "approved");
        assert_eq!(told["files"].as_object().unwrap().len(), 4, "with the journal");
    }

    #[test]
    fn a_script_that_ends_early_says_who_is_awaited() {
        let told = run("rounds: [{ message: a, said: [{ po-1: support }] }]").unwrap();
        assert_eq!(told["rounds"][0]["pending"], "po-2 position");
        assert_eq!(told["state"], "empty");
    }

    #[test]
    fn what_was_not_asked_for_is_told() {
        let told = run("rounds: [{ message: a, said: [{ po-2: support }] }]").unwrap();
        let refused = "`po-2` was not asked, expected an answer of `po-1`";
        assert_eq!(told["rounds"][0]["refused"][0], refused);
    }

    #[test]
    fn a_wrong_script_is_refused() {
        for script in [
            "",
            "rounds: 1",
            "owners: 5\nrounds: []",
            "style: fast\nrounds: []",
            "rounds: []\nextra: 1",
            "rounds: [{ message: a, said: [{ po-1: maybe }] }]",
            "rounds: [{ message: a, said: [{ po-9x: support }] }]",
            "rounds: [{ message: a, said: [{ po-1: { CH-x: accepted } }] }]",
            "rounds: [{ message: a, said: [], decide: perhaps }]",
        ] {
            assert!(run(script).is_err(), "{script}");
        }
    }
}
