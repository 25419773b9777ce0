//! A council of models on the wire: what it is asked, what it may say, and what becomes of it in the record.
#![expect(
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "these tests look into every file the binary wrote"
)]

mod auto;
mod choice;
mod contract;
mod decide;
mod forged;
mod fresh;
mod lenses;
mod limits;
mod lost;
mod names;
mod notes;
mod parts;
mod patience;
mod protocol;
mod record;
mod rules;
mod same;
mod severity;
mod small;
mod vision;
mod votes;

use std::{fs, path::PathBuf, time::Duration};

use council_testkit::{
    Output, TestEnv,
    provider::{Dialect, ProviderFault, ReceivedRequest, StandIn},
};
use serde_json::{Value, json};

const PRD: &str = "\
# Export

## Goals

The export must be fast.

## Storage

The archive is kept for ever.

## Access

Every user reads every file.
";

/// A question as a model sees it.
struct Heard {
    /// Which seat is asked.
    seat: usize,
    /// In which round, from 1.
    round: usize,
    /// Everything it is told.
    text: String,
    /// The first mode of the seat.
    mode: u8,
}

impl Heard {
    fn new(call: &ReceivedRequest) -> Self {
        let body: Value = serde_json::from_str(&call.body).unwrap();
        let mut text = String::new();
        strings(&body, &mut text);
        let after = |mark: &str| text.split(mark).nth(1).unwrap_or_default().to_owned();
        let number = |text: &str| text.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
        let rounds = ["first of three rounds", "second of three rounds", "last round"];
        let round = rounds.iter().position(|round| text.contains(&format!("This is the {round}")));
        Self {
            seat: number(&after("You are SA-")).unwrap(),
            round: round.unwrap() + 1,
            mode: number(&after("Your modes:\n- ")).unwrap().try_into().unwrap(),
            text,
        }
    }

    /// Returns the id of the first finding that is shown with these words.
    fn id(&self, words: &str) -> String {
        let line = self.text.lines().find(|line| line.contains(words) && line.contains("FND-"));
        let line = line.unwrap_or_else(|| panic!("nothing about `{words}` in {}", self.text));
        let id = line.split_whitespace().find(|word| word.starts_with("FND-")).unwrap();
        id.trim_end_matches([':', '.']).to_owned()
    }

    /// Returns the findings that lines which begin like this name next.
    fn listed(&self, begins: &str) -> Vec<String> {
        let lines = self.text.lines().filter_map(|line| line.strip_prefix(begins));
        let ids = |rest: &str| -> Vec<String> {
            let ids = rest.split(' ').take_while(|word| word.starts_with("FND-"));
            ids.map(|id| id.trim_end_matches([',', '.', ':']).to_owned()).collect()
        };
        lines.flat_map(ids).collect()
    }

    /// Returns a vote for everything that a list of the answer is asked about.
    fn votes(&self, list: &str, rationale: &str) -> Vec<Value> {
        let asked = self.listed(&format!("Vote in `{list}` on "));
        asked.iter().map(|id| vote(id, "SUPPORT", rationale)).collect()
    }

    /// Returns a finding about words of the packet.
    fn finding(&self, severity: &str, quote: &str, section: &str) -> Value {
        json!({
            "mode": self.mode, "subcategory": "AMBIGUITY", "severity": severity, "confidence": 0.9,
            "location": format!("prd.md#{section}"), "quote": quote, "searched": null,
            "description": format!("`{quote}` has no bound"), "remediation": "state a bound",
            "violation": null,
        })
    }
}

/// Does what a server does that holds a model to the schema of its answer: other keys are left out, every list is there.
fn keep_to_schema(call: &ReceivedRequest, said: &mut Value) {
    let body: Value = serde_json::from_str(&call.body).unwrap();
    let keys = body.pointer("/response_format/json_schema/schema/properties").unwrap();
    let Some(said) = said.as_object_mut() else { return };
    said.retain(|key, _| keys.get(key).is_some());
    for (key, _) in keys.as_object().unwrap().iter().filter(|(_, shape)| shape["type"] == "array") {
        said.entry(key.clone()).or_insert_with(|| json!([]));
    }
}

/// Collects every text in a value.
fn strings(value: &Value, text: &mut String) {
    match value {
        Value::String(one) => {
            text.push_str(one);
            text.push('\n');
        }
        Value::Array(all) => all.iter().for_each(|one| strings(one, text)),
        Value::Object(all) => all.values().for_each(|one| strings(one, text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn vote(finding: &str, vote: &str, rationale: &str) -> Value {
    json!({"finding": finding, "vote": vote, "rationale": rationale})
}

fn opinion(finding: &str, severity: Option<&str>, rationale: &str) -> Value {
    json!({"finding": finding, "holds": severity.is_some(), "severity": severity, "rationale": rationale})
}

/// A council that was held.
struct Held {
    env: TestEnv,
    server: StandIn,
    output: Output,
}

impl Held {
    /// Holds a full council in which one model sits in all seats, and says what it is made to.
    fn new(args: &[&str], play: impl Fn(&Heard) -> Value + Send + Sync + 'static) -> Self {
        Self::on(PRD, args, play)
    }

    fn on(
        prd: &str,
        args: &[&str],
        play: impl Fn(&Heard) -> Value + Send + Sync + 'static,
    ) -> Self {
        let is_said = args.contains(&"--depth");
        let full = if is_said { &[][..] } else { &["--depth", "council"][..] };
        Self::as_usual(prd, &[full, args].concat(), play)
    }

    /// Holds a council that is as deep as nobody says.
    fn as_usual(
        prd: &str,
        args: &[&str],
        play: impl Fn(&Heard) -> Value + Send + Sync + 'static,
    ) -> Self {
        Self::with(&[("prd.md", prd)], args, move |heard| (ProviderFault::None, play(heard)))
    }

    /// Holds a council in a repository with these files, in which calls can go wrong.
    fn with(
        files: &[(&str, &str)],
        args: &[&str],
        play: impl Fn(&Heard) -> (ProviderFault, Value) + Send + Sync + 'static,
    ) -> Self {
        let play = move |call: &ReceivedRequest, _| {
            let (fault, mut said) = play(&Heard::new(call));
            keep_to_schema(call, &mut said);
            (fault, said.to_string())
        };
        let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
        let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
        for (name, text) in files {
            env.write(name, text);
        }
        let url = server.base_url();
        env.write_user(&format!(
            "[providers.here]\nwire = \"chat\"\nbase_url = \"{url}\"\nkey_variable = \"OPENAI_API_KEY\"\n"
        ));
        let budget: &[&str] =
            if args.contains(&"--budget") { &[] } else { &["--budget", "1000000"] };
        let fixed = [&["review", "prd.md", "--format", "json"], budget].concat();
        let seated = ["--reviewer", "here:model"];
        let is_seated = args.contains(&"--seat");
        let seated = if is_seated { &[][..] } else { &seated[..] };
        let output = env.run(fixed.iter().chain(seated).chain(args));
        let checked = env.run(["check", "evidence"]);
        assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
        let replayed = env.run(["replay", "latest", "--check"]);
        assert_eq!(replayed.code, 0, "{}{}", replayed.stdout, replayed.stderr);
        Self { env, server, output }
    }

    /// Returns what the seats were asked in a round, in the order of the seats.
    fn asked(&self, round: usize) -> Vec<Heard> {
        let heard = self.server.received().iter().map(Heard::new).collect::<Vec<_>>();
        let mut heard: Vec<Heard> = heard.into_iter().filter(|one| one.round == round).collect();
        heard.sort_by_key(|one| one.seat);
        heard
    }

    fn file(&self, begins: &str, ends: &str) -> String {
        fs::read_to_string(self.path(begins, ends)).unwrap()
    }

    /// Returns where a file of the session is.
    fn path(&self, begins: &str, ends: &str) -> PathBuf {
        let folder = self.env.repo().join("evidence/prd");
        let packet = fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
        let mut files = fs::read_dir(packet.join("reviews")).unwrap().map(Result::unwrap);
        let is_it = |name: &str| name.starts_with(begins) && name.ends_with(ends);
        let file = files.find(|file| is_it(file.file_name().to_str().unwrap()));
        file.unwrap().path()
    }

    fn bundle(&self) -> Value {
        serde_json::from_str(&self.file("prd_review_council_", ".json")).unwrap()
    }

    /// Returns the session as `show` reads it from its files.
    fn shown(&self) -> Value {
        let shown = self.env.run(["show", "latest", "--format", "json"]);
        let shown: Value = serde_json::from_str(&shown.stdout).unwrap();
        shown["session"].clone()
    }

    /// Returns the session's YAML.
    fn session(&self) -> String {
        self.file("council_session_", ".yaml")
    }

    /// Returns the finding of the bundle that says so.
    fn finding(&self, words: &str) -> Value {
        let bundle = self.bundle();
        let findings = bundle["findings"].as_array().unwrap();
        let is_it = |finding: &&Value| finding["description"].as_str().unwrap().contains(words);
        let found = findings.iter().find(is_it);
        found.unwrap_or_else(|| panic!("nothing about `{words}`: {}", self.output.stdout)).clone()
    }
}
