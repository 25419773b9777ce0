//! What the reader takes, what it refuses, and that it reads what we write.

use council_core::{
    diagnostic::Parsed,
    gate::stage::{AgentStatement, FileTime},
};
use expect_test::{Expect, expect};
use jiff::civil::{Date, Time};
use proptest::prelude::*;

use super::*;

fn parsed(text: &str) -> Parsed<Option<AgentStatement>> {
    read("evidence/a.json", text)
}

fn conflicts(text: &str) -> Vec<String> {
    parsed(text).value.expect("a statement").conflicts
}

fn check_problem(text: &str, expected: &Expect) {
    let parsed = parsed(text);
    let messages: Vec<_> = parsed.errors().map(|problem| problem.message.as_str()).collect();
    expected.assert_eq(&messages.join("; "));
}

#[test]
fn the_contracts_shape_is_read() {
    let text = r#"{"agent": "critic", "model": "m-1", "error": "late", "timestamp": "2026-01-31T12:00:00Z",
        "consensus": {"conflicts": ["R1 contradicts R2", "R1 contradicts R2"], "synthesis_status": "blocked"}}"#;
    let parsed = parsed(text);
    assert!(parsed.diagnostics.is_empty());
    let statement = parsed.value.unwrap();
    assert_eq!(statement.agent.as_deref(), Some("critic"));
    assert_eq!(statement.model.as_deref(), Some("m-1"));
    assert_eq!(statement.error.as_deref(), Some("late"));
    assert_eq!(statement.at.unwrap().to_string(), "2026-01-31T12:00:00Z");
    assert_eq!(statement.conflicts, ["R1 contradicts R2", "R1 contradicts R2"]);
    assert_eq!(statement.status.as_deref(), Some("blocked"));
}

#[test]
fn everything_but_the_consensus_may_be_missing_or_null() {
    for text in [
        r#"{"consensus": {}}"#,
        r#"{"agent": null, "model": null, "error": null, "consensus": {"conflicts": null}}"#,
        r#"{"consensus": {"conflicts_resolved": ["R1 against R2"]}}"#,
    ] {
        let parsed = parsed(text);
        assert!(parsed.diagnostics.is_empty(), "{text}");
        assert!(parsed.value.unwrap().conflicts.is_empty(), "{text}");
    }
}

#[test]
fn a_conflict_may_be_an_object() {
    let text = r#"{"consensus": {"conflicts": [
        {"id": 1, "description": "R1 contradicts R2"},
        {"issue": "R3 contradicts R4", "severity": "high"},
        {"between": ["R5", "R6"]}
    ]}}"#;
    assert_eq!(
        conflicts(text),
        ["R1 contradicts R2", "R3 contradicts R4", r#"{"between":["R5","R6"]}"#]
    );
}

#[test]
fn conflicts_count_at_any_depth_and_a_repetition_counts_once() {
    let text = r#"{
        "consensus": {"conflicts": ["A"]},
        "final_plan": {"consensus": {"conflicts": ["A", "B"]}},
        "agents": [{"agent": "x", "conflicts": ["C"]}],
        "conflicts": "D"
    }"#;
    assert_eq!(conflicts(text), ["A", "B", "C", "D"]);
}

#[test]
fn a_file_that_is_wrong_elsewhere_still_states_its_conflicts() {
    let parsed = parsed(r#"{"agent": 7, "consensus": {"conflicts": ["A", 3, null, 4, ["B"]]}}"#);
    assert_eq!(parsed.value.as_ref().unwrap().conflicts, ["A", "B"]);
    let messages: Vec<_> = parsed.errors().map(|problem| problem.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "`conflicts`: expected a text, found a number",
            "`conflicts`: expected a text, found nothing",
            "`agent`: expected a text, found a number",
        ]
    );
}

#[test]
fn an_error_may_be_an_object_and_may_be_empty() {
    let error = |text| parsed(text).value.unwrap().error.unwrap();
    assert_eq!(error(r#"{"error": {"code": 7, "message": "no answer"}}"#), "no answer");
    assert_eq!(error(r#"{"error": ""}"#), "");
}

#[test]
fn what_says_nothing_is_no_statement() {
    for text in ["", "{", "[]", "null", "{}", r#"{"agent": "claude"}"#, r#"{"consensus": null}"#] {
        let parsed = parsed(text);
        assert_eq!(parsed.value, None, "{text}");
        assert_eq!(parsed.errors().count(), 1, "{text}");
    }
}

#[test]
fn a_problem_says_what_was_expected() {
    check_problem("{}", &expect!["expected `consensus`, `conflicts` or `error`, found none"]);
    check_problem("[1]", &expect!["expected an object, found a list"]);
    check_problem(
        r#"{"consensus": "agreed"}"#,
        &expect!["`consensus`: expected an object, found text"],
    );
    check_problem(
        r#"{"consensus": {"conflicts": 2}}"#,
        &expect!["`conflicts`: expected a list of texts, found a number"],
    );
    check_problem(r#"{"error": true}"#, &expect!["`error`: expected a text, found true or false"]);
    check_problem(r#"{"consensus": {}, "consensus": {}}"#, &expect!["duplicate key `consensus`"]);
}

#[test]
fn a_flood_of_conflicts_is_cut_and_still_states_conflicts() {
    let conflicts: Vec<_> = (0..100_000).map(|number| format!("\"c{number}\"")).collect();
    let list = conflicts.join(",");
    let parsed = parsed(&format!(
        r#"{{"consensus": {{"conflicts": [{list}]}}, "x": {{"conflicts": [{list}]}}}}"#
    ));
    assert_eq!(parsed.value.unwrap().conflicts.len(), 1000);
    assert_eq!(parsed.diagnostics.len(), 1);
    let said = &parsed.diagnostics[0].message;
    assert_eq!(said, "more than 1000 conflicts, only the first 1000 are read");
}

#[test]
fn telemetry_is_read_for_its_outermost_plain_values() {
    let read =
        telemetry::read("t.json", r#"{"cost": 1.5, "deep": {"x": 1}, "ok": true, "no": null}"#);
    let keys: Vec<_> = read.facts.iter().map(|fact| fact.key.as_str()).collect();
    assert_eq!(keys, ["cost", "ok"]);
    let broken = telemetry::read("t.json", "{");
    assert!(broken.facts.is_empty() && broken.problem.is_some());
}

#[test]
fn a_statement_is_written_in_one_shape() {
    let statement = AgentStatement {
        agent: Some("claude".to_owned()),
        at: name::moment("20260131T120000"),
        conflicts: vec!["R1 contradicts R2".to_owned()],
        status: Some("blocked".to_owned()),
        ..AgentStatement::default()
    };
    expect![[r#"
        {
          "agent": "claude",
          "timestamp": "2026-01-31T12:00:00Z",
          "consensus": {
            "conflicts": [
              "R1 contradicts R2"
            ],
            "synthesis_status": "blocked"
          }
        }
    "#]]
    .assert_eq(&render(&statement));
}

fn moments() -> impl Strategy<Value = FileTime> {
    let time = prop::option::of((0i8..24, 0i8..60, 0i8..60));
    (1970i16..2100, 1i8..13, 1i8..29, time).prop_map(|(year, month, day, time)| FileTime {
        day: Date::new(year, month, day).unwrap(),
        time: time.map(|(hour, minute, second)| Time::new(hour, minute, second, 0).unwrap()),
    })
}

fn statements() -> impl Strategy<Value = AgentStatement> {
    let texts = (
        prop::option::of(any::<String>()),
        prop::option::of(any::<String>()),
        prop::option::of(any::<String>()),
    );
    let more = (prop::option::of(any::<String>()), prop::option::of(any::<String>()));
    let until = prop::option::of(moments().prop_map(|moment| moment.day));
    let conflicts = prop::collection::vec(any::<String>(), 0..4);
    (texts, more, prop::option::of(moments()), conflicts, until).prop_map(
        |((agent, model, run), (error, status), at, conflicts, until)| AgentStatement {
            agent,
            model,
            run,
            at,
            error,
            conflicts,
            status,
            is_template: false,
            until,
        },
    )
}

#[test]
fn a_last_day_that_cannot_be_read_is_over() {
    let until = |day: &str| {
        parsed(&format!(r#"{{"holds_until": {day}, "consensus": {{}}}}"#)).value.unwrap().until
    };
    assert_eq!(until("\"2026-03-03\""), Some(jiff::civil::date(2026, 3, 3)));
    for wrong in ["\"soon\"", "7", "null", "[]"] {
        assert_eq!(until(wrong), Some(Date::MIN), "{wrong}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(statement in statements()) {
        let parsed = parsed(&render(&statement));
        prop_assert!(parsed.diagnostics.is_empty());
        prop_assert_eq!(parsed.value, Some(statement));
    }

    #[test]
    fn no_text_stops_the_reader(text in any::<String>()) {
        let parsed = parsed(&text);
        prop_assert!(parsed.value.is_some() || parsed.errors().count() > 0);
    }
}
