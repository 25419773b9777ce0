//! One answer on every surface: for every fixture, stage and policy the screen, each format of the command line and a run in
//! CI say the same facts, compared as values.
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a surface that lacks what is read here fails the test"
)]

use council::{
    Holder, Repo,
    core::{
        gate::{
            Weight,
            stage::{Select, Stage, StagePolicy},
        },
        ident::SpecId,
    },
    formats::{
        project::{self, StageSettings},
        report::Report,
    },
};
use council_testkit::{Output, TestEnv};
use council_tui::{App, DeskContext, Paint};
use jiff::{Timestamp, civil::date};
use ratatui::{Terminal, backend::TestBackend, buffer::Cell};
use serde_json::Value;

const EVIDENCE: &str = "docs/SPEC-OPS-004-integrated-coder-hooks/evidence";

/// A spec, the evidence of its stages by name, and whether its plan is there.
type Fixture = (&'static str, &'static [(&'static str, &'static str)], bool);

/// The specs, each with the evidence of one stage and whether the stage's packet file is there.
const FIXTURES: [Fixture; 8] = [
    ("SPEC-CLEAN", &[("a_20260131T120000", CLEAN)], true),
    ("SPEC-CONFLICT", &[("a_20260131T120000", CONFLICT)], true),
    ("SPEC-HIDDEN", &[("a_20260131T120000", CONFLICT), ("b_20260131T120000", CLEAN)], true),
    ("SPEC-OLD", &[("z_20260101T120000", CONFLICT), ("a_20260131T120000", CLEAN)], false),
    ("SPEC-ERROR", &[("a_20260131T120000", ERROR), ("b_20260131T120000_metrics", "{}")], true),
    ("SPEC-BROKEN", &[("a_20260131T120000", "{ \"agent\": \"claude\","), ("0_x", CLEAN)], true),
    ("SPEC-TEMPLATE", &[("a_20260131T120000", TEMPLATE)], true),
    ("SPEC-ABSENT", &[], true),
];

const CLEAN: &str = r#"{ "agent": "critic", "consensus": { "conflicts": [] } }"#;
const CONFLICT: &str = r#"{ "agent": "judge", "error": "cut off",
    "consensus": { "conflicts": ["R1 | R2: `retry` is 3 and 5", "R3 <differs> from R4 & R5"] } }"#;
const ERROR: &str = r#"{ "agent": "claude", "error": "timeout" }"#;
const TEMPLATE: &str = r#"{ "agent": "${agent}", "consensus": { "conflicts": [] } }"#;

const FORMATS: [&str; 7] = ["human", "json", "jsonl", "junit", "sarif", "github", "markdown"];

/// What a surface says: the facts, then the signals.
#[derive(Debug, PartialEq, Eq)]
struct Said {
    facts: Vec<(String, String)>,
    signals: Vec<Signal>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Signal {
    code: String,
    blocks: bool,
    message: String,
    path: String,
    kind: String,
    origin: String,
}

#[test]
fn every_surface_says_the_same_of_every_stage_under_every_policy() {
    let none = StageSettings::default();
    let all = "[gate.stage]\nselect = \"all\"\nstrict_warnings = true\ndiagnostic = true\n";
    let file = project::read("council.toml", all).unwrap().gate.stage;
    let strict = StagePolicy { select: Select::LatestRun, ..StagePolicy::ci() };
    let runs: [(StageSettings, Option<&str>, StagePolicy, &[&str]); 4] = [
        (none, None, none.policy(), &[]),
        (none, None, none.in_ci(), &["--ci"]),
        (file, Some(all), file.policy(), &[]),
        (
            none,
            None,
            StagePolicy { diagnostic: true, ..strict },
            &[
                "--select=latest-run",
                "--strict-artifacts",
                "--strict-warnings",
                "--strict-schema",
                "--diagnostic",
            ],
        ),
    ];
    std::thread::scope(|scope| {
        for (settings, text, policy, flags) in runs {
            scope.spawn(move || {
                let env = repository(text);
                let around = surroundings(&env, settings);
                let mut app = App::new(around.clone(), Paint::Plain).unwrap();
                for (spec, ..) in FIXTURES {
                    for stage in Stage::ALL {
                        let report = on_screen(&mut app, &around, policy, spec, stage);
                        agree(&env, &report, &format!("{policy}"), flags, spec, stage);
                    }
                }
            });
        }
    });
}

fn repository(settings: Option<&str>) -> TestEnv {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    for (spec, files, has_packet) in FIXTURES {
        for stage in ["plan", "implement", "audit"] {
            for (name, text) in files {
                let path = format!("{EVIDENCE}/consensus/{spec}/spec-{stage}_{name}.json");
                env.write(&path, text);
            }
        }
        env.write(&format!("docs/{spec}/spec.md"), "# Spec\n");
        if has_packet {
            env.write(&format!("docs/{spec}/plan.md"), "# Plan\n");
        }
    }
    let telemetry = format!("{EVIDENCE}/commands/SPEC-CLEAN/plan_telemetry_1.json");
    env.write(&telemetry, "{ \"conflicts\": 3 }");
    if let Some(settings) = settings {
        env.write("council.toml", settings);
    }
    env
}

fn agree(env: &TestEnv, report: &Report, policy: &str, flags: &[&str], spec: &str, stage: Stage) {
    let expected = of_report(report);
    for format in FORMATS {
        let mut arguments = vec!["gate", "stage", spec, "--stage", stage.word(), "--explain"];
        arguments.extend(["--format", format]);
        arguments.extend(flags);
        let output = env.run(arguments);
        let code = i32::from(report.exit_code());
        let case = format!("{spec} {} {policy} as {format}", stage.word());
        assert_eq!(output.code, code, "{case}");
        assert_eq!(read(format, &output), expected, "{case}:\n{}", output.stdout);
    }
}

fn surroundings(env: &TestEnv, demanded: StageSettings) -> DeskContext {
    DeskContext {
        repo: Repo::open(env.repo()).unwrap(),
        demanded,
        evidence_root: None,
        holder: Holder {
            pid: 1,
            host: "test".to_owned(),
            started: Timestamp::UNIX_EPOCH,
            command: "council tui".to_owned(),
        },
        now: || Timestamp::UNIX_EPOCH,
        today: || date(2026, 1, 31),
    }
}

/// Returns the report that the screen has of a stage, once everything that is drawn of it says the same.
fn on_screen(
    app: &mut App,
    around: &DeskContext,
    policy: StagePolicy,
    spec: &str,
    stage: Stage,
) -> Report {
    let case = format!("{spec} {} {policy} on the screen", stage.word());
    let id = SpecId::new(spec).unwrap();
    let mut report_under = |policy: StagePolicy| {
        let stages = app.stages();
        stages.demand(policy);
        assert!(stages.choose(&id, stage), "{spec} is listed");
        stages.report(around).unwrap().unwrap()
    };
    // What is said of a demand that is turned is what turning it gives.
    let mut turned = Vec::new();
    for (key, policy) in [
        ("a strict artifacts", turned_in(policy, |policy| policy.strict.artifacts ^= true)),
        ("w warnings", turned_in(policy, |policy| policy.strict.warnings ^= true)),
        ("x schema", turned_in(policy, |policy| policy.strict.schema ^= true)),
        ("d diagnostic", turned_in(policy, |policy| policy.diagnostic ^= true)),
    ] {
        turned.push((key, report_under(policy).exit_code()));
    }
    let report = report_under(policy);
    let page = drawn(app);
    assert_eq!(human(&page), of_report(&report), "{case}:\n{page}");
    let fact = |name: &str| {
        let found = report.facts.iter().find(|(one, _)| *one == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    };
    let in_ci = fact("in CI").split(',').next().unwrap();
    let title = format!("policy: exit {} now, {in_ci} in CI", report.exit_code());
    assert!(page.contains(&title), "{case}: `{title}`\n{page}");
    let row = page.lines().find(|line| line.starts_with('>')).unwrap();
    assert!(row.contains(&format!("[{}]", cell(fact("verdict")))), "{case}:\n{row}");
    for (key, code) in turned {
        let said = page.split_once(key).and_then(|(_, rest)| rest.split(')').next()).unwrap();
        assert!(said.ends_with(&format!(": {code}")), "{case}: {key}{said}");
    }
    report
}

fn turned_in(mut policy: StagePolicy, turn: impl Fn(&mut StagePolicy)) -> StagePolicy {
    turn(&mut policy);
    policy
}

/// Returns the word of the table for a verdict.
fn cell(verdict: &str) -> &'static str {
    match verdict {
        "passed" => "passed",
        "passed with warnings" => "warned",
        "failed" => "FAILED",
        "skipped, no artifacts found" => "none",
        "skipped, no usable artifacts" => "empty",
        "skipped, not applicable" => "n/a",
        "skipped, policy disabled" => "off",
        "none" => "UNREAD",
        other => panic!("the table has no word for `{other}`"),
    }
}

/// Returns what is drawn on a screen on which every line has its place.
fn drawn(app: &mut App) -> String {
    let mut terminal = Terminal::new(TestBackend::new(500, 90)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    let rows = terminal.backend().buffer().content.chunks(500);
    let lines = rows.map(|row| row.iter().map(Cell::symbol).collect::<String>());
    lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

fn of_report(report: &Report) -> Said {
    let facts = report.facts.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
    let signals = report.signals.iter().map(|signal| {
        let detail = |wanted: &str| {
            let found = signal.details.iter().find(|(name, _)| *name == wanted);
            found.map(|(_, value)| value.clone()).unwrap_or_default()
        };
        Signal {
            code: signal.code.clone(),
            blocks: signal.weight == Weight::Block,
            message: signal.message.clone(),
            path: signal.place.path.clone().unwrap_or_default(),
            kind: detail("kind"),
            origin: detail("origin"),
        }
    });
    Said { facts: facts.collect(), signals: signals.collect() }
}

fn read(format: &str, output: &Output) -> Said {
    let text = output.stdout.as_str();
    match format {
        "human" => human(text),
        "json" => of_object(&serde_json::from_str(text).unwrap()),
        "jsonl" => jsonl(text),
        "junit" => junit(text),
        "sarif" => sarif(text),
        "github" => github(text),
        _ => markdown(text),
    }
}

/// Puts the facts together again from the keys of the JSON.
fn of_object(object: &Value) -> Said {
    let word = |value: &Value| value.as_str().unwrap_or("none").replace('_', " ");
    let progress = |allows: &Value| {
        if allows.as_bool().unwrap() { "the work may go on" } else { "the work has to wait" }
    };
    let verdict = |object: &Value| match object["skip_reason"].as_str() {
        Some(reason) => {
            format!("{}, {}", word(&object["display_verdict"]), reason.replace('_', " "))
        }
        None => word(&object["display_verdict"]),
    };
    let mut facts = Facts::default();
    facts.add("stage", object["requested_stage"].as_str().unwrap());
    facts.add("checkpoint", word(&object["evaluated_checkpoint"]));
    facts.add("verdict", verdict(object));
    facts.add("resolution", word(&object["resolution"]));
    facts.add("policy", flags(&object["policy"]));
    let allows = progress(&object["allows_progress"]);
    facts.add("exit code", format!("{}, {allows}", object["exit_code"]));
    let ci = &object["in_ci"];
    let (allows, demanded) = (progress(&ci["allows_progress"]), flags(&ci["policy"]));
    facts.add("in CI", format!("{}, {}, {allows} ({demanded})", ci["exit_code"], verdict(ci)));
    if let Some(note) = object["alias_note"].as_str() {
        facts.add("alias", note);
    }
    if !object["evaluated_checkpoint"].is_null() {
        evidence(object, &mut facts);
    }
    for held in object["held_by"].as_array().into_iter().flatten() {
        assert_eq!(held, "nothing_reviewed");
        facts.add("on hold", "every agent failed, so nothing was reviewed");
    }
    facts.add("decided by", object["explanation"]["decided_by"].as_str().unwrap());
    for way in object["explanation"]["would_change"].as_array().unwrap() {
        facts.add("would change", way.as_str().unwrap());
    }
    let signals = object["signals"].as_array().unwrap().iter().map(of_keys).collect();
    // The contract's own lists say the same again.
    let contract = [&object["blocking_signals"], &object["advisory_signals"]];
    let contract: Vec<&Value> =
        contract.into_iter().flat_map(|list| list.as_array().unwrap()).collect();
    let said = Said { facts: facts.0, signals };
    assert_eq!(contract.len(), said.signals.len());
    for (one, other) in contract.into_iter().zip(&said.signals) {
        assert_eq!(one["kind"], other.kind);
        assert_eq!(one["severity"], if other.blocks { "block" } else { "advisory" });
        assert_eq!(one["path"], other.path);
        let role = one["origin"]["role"].as_str().map(|role| format!("role {role}"));
        assert_eq!(role.unwrap_or_else(|| "system".to_owned()), other.origin);
    }
    said
}

#[derive(Default)]
struct Facts(Vec<(String, String)>);

impl Facts {
    fn add(&mut self, name: &str, value: impl Into<String>) {
        self.0.push((name.to_owned(), value.into()));
    }
}

fn flags(policy: &Value) -> String {
    let mut said = format!("--select {}", policy["select"].as_str().unwrap());
    for key in ["strict_artifacts", "strict_warnings", "strict_schema", "diagnostic"] {
        if policy[key] == true {
            said.extend([" --", &key.replace('_', "-")]);
        }
    }
    said
}

fn evidence(object: &Value, facts: &mut Facts) {
    let evidence = &object["evidence"];
    let files = evidence["files"].as_array().unwrap();
    facts.add("folder", evidence["folder"].as_str().unwrap());
    facts.add("evidence", format!("{} of {} files", object["artifacts_collected"], files.len()));
    let name = |path: &Value| path.as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let passed_over = evidence["passed_over"].as_array().unwrap().iter();
    let mut considered: Vec<(String, bool, String)> = files
        .iter()
        .map(|file| {
            (
                name(&file["path"]),
                file["selected"] == true,
                file["why"].as_str().unwrap().to_owned(),
            )
        })
        .chain(
            passed_over
                .map(|file| (name(&file["name"]), false, file["why"].as_str().unwrap().to_owned())),
        )
        .collect();
    considered.sort();
    for (selected, label) in [(true, "read"), (false, "left out")] {
        let mut reasons: std::collections::BTreeMap<&str, Vec<&str>> =
            std::collections::BTreeMap::new();
        for (name, _, why) in considered.iter().filter(|(_, is, _)| *is == selected) {
            reasons.entry(why).or_default().push(name);
        }
        for (why, names) in reasons {
            facts.add(label, format!("{}: {why}", names.join(", ")));
        }
    }
    for path in object["overlooked"].as_array().unwrap() {
        let name = name(path);
        facts.add("overlooked", format!("{name} holds conflicts that the selected evidence lacks"));
    }
    if let Some(packet) = evidence["packet"].as_object() {
        let state = if packet["present"] == true { "present" } else { "missing" };
        facts.add("packet", format!("{}, {state}", packet["path"].as_str().unwrap()));
    }
    for one in object["telemetry"].as_array().unwrap() {
        facts.add("telemetry", format!("{}, never decides", one["path"].as_str().unwrap()));
    }
}

fn of_keys(signal: &Value) -> Signal {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Signal {
        code: text(&signal["code"]),
        blocks: signal["weight"] == "block",
        message: text(&signal["message"]),
        path: text(&signal["path"]),
        kind: text(&signal["details"]["kind"]),
        origin: text(&signal["details"]["origin"]),
    }
}

fn jsonl(text: &str) -> Said {
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let said = of_object(lines.iter().find(|line| line["type"] == "report").unwrap());
    let signals: Vec<Signal> =
        lines.iter().filter(|line| line["type"] == "signal").map(of_keys).collect();
    assert_eq!(signals, said.signals);
    said
}

fn sarif(text: &str) -> Said {
    let log: Value = serde_json::from_str(text).unwrap();
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap().iter();
    let signals = results.map(|result| Signal {
        code: result["ruleId"].as_str().unwrap().to_owned(),
        blocks: result["level"] == "error",
        path: result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            .as_str()
            .unwrap()
            .to_owned(),
        ..of_advice(result["message"]["text"].as_str().unwrap())
    });
    let signals: Vec<Signal> = signals.collect();
    Said { signals, ..of_object(&run["properties"]["reports"][0]) }
}

/// Returns the file of a place, without the line that follows where one is known.
fn file(place: &str) -> String {
    let end = place.find(".json").map_or(place.len(), |at| at + ".json".len());
    place.get(..end).unwrap().to_owned()
}

/// Reads a message with what is known of it on lines of their own.
fn of_advice(advice: &str) -> Signal {
    let mut lines = advice.lines();
    let mut signal = Signal { message: lines.next().unwrap().to_owned(), ..Signal::default() };
    for line in lines {
        match line.split_once(": ").unwrap() {
            ("kind", kind) => kind.clone_into(&mut signal.kind),
            ("origin", origin) => origin.clone_into(&mut signal.origin),
            _ => {}
        }
    }
    signal
}

fn github(text: &str) -> Said {
    let data = |text: &str| text.replace("%0A", "\n").replace("%25", "%");
    let property = |text: &str| text.replace("%3A", ":").replace("%2C", ",").replace("%25", "%");
    let mut lines = text.lines();
    let (_, decision) = lines.next().unwrap().split_once("title=council gate stage::").unwrap();
    let decision = data(decision);
    let facts = decision.lines().skip(1).map(|line| {
        let (name, value) = line.split_once(": ").unwrap();
        (name.to_owned(), value.to_owned())
    });
    let signals = lines.map(|line| {
        let (head, advice) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
        let of = |key: &str| {
            let found = head.split([' ', ',']).find_map(|part| part.strip_prefix(key));
            property(found.unwrap_or_default())
        };
        let title = of("title=");
        Signal {
            code: title.split(['[', ']']).nth(1).unwrap().to_owned(),
            blocks: head.starts_with("error"),
            path: of("file="),
            ..of_advice(&data(advice))
        }
    });
    Said { facts: facts.collect(), signals: signals.collect() }
}

fn junit(text: &str) -> Said {
    let plain = |text: &str| {
        let text = text.replace("&#10;", "\n").replace("&lt;", "<").replace("&gt;", ">");
        text.replace("&quot;", "\"").replace("&apos;", "'").replace("&amp;", "&")
    };
    let attribute = |line: &str, name: &str| {
        let found = line.split_once(&format!(" {name}=\"")).map(|(_, rest)| rest);
        plain(found.and_then(|rest| rest.split('"').next()).unwrap_or_default())
    };
    let facts = text.lines().filter(|line| line.contains("<property "));
    let facts = facts.map(|line| (attribute(line, "name"), attribute(line, "value"))).collect();
    let lines: Vec<&str> = text.lines().collect();
    let cases = lines.windows(2).filter(|pair| pair[0].contains("<testcase")).skip(1);
    let signals = cases.map(|pair| {
        let (case, body) = (pair[0], pair[1]);
        let blocks = body.contains("<failure");
        let inner = body.split_once('>').unwrap().1.rsplit_once("</").unwrap().0;
        let advice = if blocks {
            format!("{}\n{}", attribute(body, "message"), plain(inner))
        } else {
            plain(inner)
        };
        Signal {
            code: attribute(case, "name").split(": ").next().unwrap().to_owned(),
            blocks,
            path: attribute(case, "file"),
            ..of_advice(&advice)
        }
    });
    Said { facts, signals: signals.collect() }
}

fn markdown(text: &str) -> Said {
    let plain = |text: &str| {
        let text = text.replace("<!-- -->", "").replace('\\', "").replace("&#124;", "|");
        text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    };
    let (above, below) = text.split_once("| read | |\n|---|---|\n").unwrap();
    let rows = |text: &str| -> Vec<Vec<String>> {
        let rows = text.lines().filter(|line| line.starts_with("| "));
        let cells = |line: &str| {
            line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()
        };
        rows.map(cells).collect()
    };
    let facts = rows(below).into_iter().map(|row| (plain(&row[0]), plain(&row[1]))).collect();
    let signals = rows(above).into_iter().skip(1).map(|row| Signal {
        code: plain(row[0].rsplit(' ').next().unwrap()),
        blocks: row[0].starts_with("**"),
        path: file(&plain(&row[1])),
        ..of_advice(&row[2].split("<br>").map(plain).collect::<Vec<_>>().join("\n"))
    });
    Said { facts, signals: signals.collect() }
}

fn human(text: &str) -> Said {
    const NAMES: [&str; 16] = [
        "stage",
        "checkpoint",
        "verdict",
        "resolution",
        "policy",
        "exit code",
        "in CI",
        "alias",
        "folder",
        "evidence",
        "read",
        "left out",
        "overlooked",
        "packet",
        "telemetry",
        "on hold",
    ];
    let names: Vec<&str> = NAMES.into_iter().chain(["decided by", "would change"]).collect();
    let mut facts = Vec::new();
    let mut signals: Vec<Signal> = Vec::new();
    for line in text.lines().skip(1) {
        if let Some((severity, rest)) = line.split_once('[').filter(|_| !line.starts_with(' '))
            && let Some((code, message)) = rest.split_once("]: ")
        {
            let (code, message) = (code.to_owned(), message.to_owned());
            let blocks = severity == "blocker";
            signals.push(Signal { code, blocks, message, ..Signal::default() });
            continue;
        }
        let Some(line) = line.strip_prefix("  ") else { continue };
        if let (Some(signal), true) = (signals.last_mut(), facts.is_empty()) {
            if let Some(path) = line.strip_prefix("--> ") {
                signal.path = file(path);
                continue;
            }
            if let Some(kind) = line.strip_prefix("kind: ") {
                kind.clone_into(&mut signal.kind);
                continue;
            }
            if let Some(origin) = line.strip_prefix("origin: ") {
                origin.clone_into(&mut signal.origin);
                continue;
            }
        }
        let found = names
            .iter()
            .find(|name| line.strip_prefix(**name).is_some_and(|rest| rest.starts_with("  ")));
        if let Some(name) = found {
            let value = line.strip_prefix(name).unwrap().trim_start().to_owned();
            facts.push(((*name).to_owned(), value));
        }
    }
    Said { facts, signals }
}
