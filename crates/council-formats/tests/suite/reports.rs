//! Every report format, over the same two reports.
#![expect(
    clippy::needless_raw_string_hashes,
    reason = "this is how `UPDATE_EXPECT=1 cargo test` writes the texts"
)]

use council_core::{
    diagnostic::Place,
    gate::{Outcome, Signal},
};
use council_formats::report::{
    Data, Report, github,
    human::{self, Detail},
    json, jsonl, junit, markdown, sarif,
};
use expect_test::{Expect, expect};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
struct Keys {
    resolution: &'static str,
    /// A command cannot speak for the program.
    exit_code: u8,
}

fn blocked() -> Report {
    let mut report =
        Report::new("gate stage", "SPEC-PAY-001 plan", Outcome::Blocked, "escalated to a human");
    report.facts = vec![("checkpoint", "AfterPlan".into()), ("evidence", "2 files".into())];
    report.signals = vec![
        Signal::advisory("STALE", Place::default(), "the evidence is older than the plan"),
        Signal::block(
            "CONTRADICTION",
            Place::file("evidence/plan a.json").at(4),
            "`retry` is 3 here and 5 there",
        )
        .help("settle it, then run the stage again"),
    ];
    report.next = vec!["settle the contradiction".into()];
    report.data = Data::of(&Keys { resolution: "Escalate", exit_code: 0 });
    report
}

fn passed() -> Report {
    Report::new("gate stage", "SPEC-PAY-002 plan", Outcome::Pass, "no conflicts")
}

fn check(rendered: &str, expected: &Expect) {
    expected.assert_eq(rendered);
}

/// Removes our own styles, as the printer does where colour is not wanted.
fn uncolored(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        rest = after.split_once('m').map_or("", |(_, after)| after);
    }
    plain + rest
}

#[test]
fn people_read_the_decision_then_what_blocks_then_the_rest() {
    check(
        &uncolored(&human::render(&[blocked()], Detail::Normal)),
        &expect![[r#"
            blocked: SPEC-PAY-001 plan: escalated to a human

            blocker[CONTRADICTION]: `retry` is 3 here and 5 there
              --> evidence/plan a.json:4
              help: settle it, then run the stage again

            minor[STALE]: the evidence is older than the plan

              checkpoint  AfterPlan
              evidence    2 files

            next: settle the contradiction
        "#]],
    );
}

#[test]
fn a_brief_report_has_only_the_decision_and_what_blocks() {
    check(
        &uncolored(&human::render(&[blocked()], Detail::Brief)),
        &expect![[r#"
            blocked: SPEC-PAY-001 plan: escalated to a human

            blocker[CONTRADICTION]: `retry` is 3 here and 5 there
              --> evidence/plan a.json:4
              help: settle it, then run the stage again
        "#]],
    );
}

#[test]
fn several_reports_end_with_a_line_that_counts_them() {
    let reports = [passed(), blocked(), passed()];
    check(
        &uncolored(&human::render(&reports, Detail::Normal)),
        &expect![[r#"
            pass: SPEC-PAY-002 plan: no conflicts

            blocked: SPEC-PAY-001 plan: escalated to a human

            blocker[CONTRADICTION]: `retry` is 3 here and 5 there
              --> evidence/plan a.json:4
              help: settle it, then run the stage again

            minor[STALE]: the evidence is older than the plan

            pass: SPEC-PAY-002 plan: no conflicts

            next: settle the contradiction

            blocked: 3 checked: 1 blocked, 2 passed (1 blocker, 1 minor)
        "#]],
    );
}

#[test]
fn a_brief_summary_leaves_out_what_passed() {
    check(
        &uncolored(&human::render(&[passed(), blocked(), passed()], Detail::Brief)),
        &expect![[r#"
            blocked: SPEC-PAY-001 plan: escalated to a human

            blocker[CONTRADICTION]: `retry` is 3 here and 5 there
              --> evidence/plan a.json:4
              help: settle it, then run the stage again

            blocked: 3 checked: 1 blocked, 2 passed (1 blocker, 1 minor)
        "#]],
    );
}

#[test]
fn a_page_takes_the_place_of_the_decision() {
    let mut report = passed();
    report.page = Some("Deductive inference\n\n  From rules to cases.\n".into());
    check(
        &uncolored(&human::render(&[report], Detail::Normal)),
        &expect![[r#"
        Deductive inference

          From rules to cases.
    "#]],
    );
}

#[test]
fn json_has_the_envelope_then_the_commands_own_keys_then_the_signals() {
    check(
        &json::render(&[blocked()]),
        &expect![[r#"
            {
              "schema_version": "1.0.0",
              "tool_version": "0.1.0",
              "command": "gate stage",
              "subject": "SPEC-PAY-001 plan",
              "outcome": "blocked",
              "exit_code": 2,
              "allows_progress": false,
              "resolution": "Escalate",
              "signals": [
                {
                  "code": "STALE",
                  "id": null,
                  "weight": "advisory",
                  "severity": "minor",
                  "message": "the evidence is older than the plan",
                  "path": null,
                  "line": null,
                  "column": null,
                  "help": null
                },
                {
                  "code": "CONTRADICTION",
                  "id": null,
                  "weight": "block",
                  "severity": "blocker",
                  "message": "`retry` is 3 here and 5 there",
                  "path": "evidence/plan a.json",
                  "line": 4,
                  "column": null,
                  "help": "settle it, then run the stage again"
                }
              ],
              "next": [
                "settle the contradiction"
              ]
            }
        "#]],
    );
}

#[test]
fn json_of_several_reports_has_one_envelope_around_them() {
    check(
        &json::render(&[passed(), passed()]),
        &expect![[r#"
            {
              "schema_version": "1.0.0",
              "tool_version": "0.1.0",
              "command": "gate stage",
              "outcome": "pass",
              "exit_code": 0,
              "allows_progress": false,
              "reports": [
                {
                  "schema_version": "1.0.0",
                  "tool_version": "0.1.0",
                  "command": "gate stage",
                  "subject": "SPEC-PAY-002 plan",
                  "outcome": "pass",
                  "exit_code": 0,
                  "allows_progress": false,
                  "signals": [],
                  "next": []
                },
                {
                  "schema_version": "1.0.0",
                  "tool_version": "0.1.0",
                  "command": "gate stage",
                  "subject": "SPEC-PAY-002 plan",
                  "outcome": "pass",
                  "exit_code": 0,
                  "allows_progress": false,
                  "signals": [],
                  "next": []
                }
              ]
            }
        "#]],
    );
}

#[test]
fn jsonl_has_a_line_for_each_signal_and_one_for_the_whole() {
    check(
        &jsonl::render(&[passed(), blocked()]),
        &expect![[r#"
            {"type":"signal","schema_version":"1.0.0","tool_version":"0.1.0","subject":"SPEC-PAY-001 plan","code":"STALE","id":null,"weight":"advisory","severity":"minor","message":"the evidence is older than the plan","path":null,"line":null,"column":null,"help":null}
            {"type":"signal","schema_version":"1.0.0","tool_version":"0.1.0","subject":"SPEC-PAY-001 plan","code":"CONTRADICTION","id":null,"weight":"block","severity":"blocker","message":"`retry` is 3 here and 5 there","path":"evidence/plan a.json","line":4,"column":null,"help":"settle it, then run the stage again"}
            {"type":"summary","schema_version":"1.0.0","tool_version":"0.1.0","command":"gate stage","outcome":"blocked","exit_code":2,"allows_progress":false,"subjects":["SPEC-PAY-002 plan","SPEC-PAY-001 plan"],"blocking":1,"advisory":1,"blocker":1,"major":0,"minor":1,"note":0}
        "#]],
    );
}

#[test]
fn sarif_names_rules_results_and_the_decision() {
    check(
        &sarif::render(&[blocked()]),
        &expect![[r#"
            {
              "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
              "version": "2.1.0",
              "runs": [
                {
                  "tool": {
                    "driver": {
                      "name": "council",
                      "semanticVersion": "0.1.0",
                      "version": "0.1.0",
                      "rules": [
                        {
                          "id": "CONTRADICTION",
                          "defaultConfiguration": {
                            "level": "error"
                          }
                        },
                        {
                          "id": "STALE",
                          "defaultConfiguration": {
                            "level": "warning"
                          }
                        }
                      ]
                    }
                  },
                  "automationDetails": {
                    "id": "council/gate-stage/"
                  },
                  "columnKind": "unicodeCodePoints",
                  "originalUriBaseIds": {
                    "%SRCROOT%": {
                      "description": {
                        "text": "the root of the repository"
                      }
                    }
                  },
                  "invocations": [
                    {
                      "executionSuccessful": true,
                      "exitCode": 2,
                      "exitCodeDescription": "blocked: SPEC-PAY-001 plan: escalated to a human"
                    }
                  ],
                  "results": [
                    {
                      "ruleId": "STALE",
                      "ruleIndex": 1,
                      "level": "warning",
                      "message": {
                        "text": "the evidence is older than the plan"
                      },
                      "locations": [
                        {
                          "physicalLocation": {
                            "artifactLocation": {
                              "uri": ".",
                              "uriBaseId": "%SRCROOT%"
                            }
                          }
                        }
                      ],
                      "partialFingerprints": {
                        "councilSignal/v2": "3e2adc5d81be2656:1"
                      }
                    },
                    {
                      "ruleId": "CONTRADICTION",
                      "ruleIndex": 0,
                      "level": "error",
                      "message": {
                        "text": "`retry` is 3 here and 5 there\nhelp: settle it, then run the stage again"
                      },
                      "locations": [
                        {
                          "physicalLocation": {
                            "artifactLocation": {
                              "uri": "evidence/plan%20a.json",
                              "uriBaseId": "%SRCROOT%"
                            },
                            "region": {
                              "startLine": 4
                            }
                          }
                        }
                      ],
                      "partialFingerprints": {
                        "councilSignal/v2": "ea55aa099d70c3a1:1"
                      }
                    }
                  ],
                  "properties": {
                    "schema_version": "1.0.0",
                    "tool_version": "0.1.0",
                    "command": "gate stage",
                    "outcome": "blocked",
                    "allows_progress": false
                  }
                }
              ]
            }
        "#]],
    );
}

#[test]
fn junit_has_a_suite_for_each_report() {
    check(
        &junit::render(&[passed(), blocked()]),
        &expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="council" tests="4" failures="2" errors="0" skipped="0">
              <testsuite name="gate stage SPEC-PAY-002 plan" tests="1" failures="0" errors="0" skipped="0">
                <testcase classname="gate stage SPEC-PAY-002 plan" name="decision">
                  <system-out>pass: SPEC-PAY-002 plan: no conflicts</system-out>
                </testcase>
              </testsuite>
              <testsuite name="gate stage SPEC-PAY-001 plan" tests="3" failures="2" errors="0" skipped="0">
                <testcase classname="gate stage SPEC-PAY-001 plan" name="decision">
                  <failure message="blocked: SPEC-PAY-001 plan: escalated to a human" type="blocked">next: settle the contradiction</failure>
                </testcase>
                <testcase classname="gate stage SPEC-PAY-001 plan" name="STALE: the evidence is older than the plan">
                  <system-out>the evidence is older than the plan</system-out>
                </testcase>
                <testcase classname="gate stage SPEC-PAY-001 plan" name="CONTRADICTION: `retry` is 3 here and 5 there" file="evidence/plan a.json" line="4">
                  <failure message="`retry` is 3 here and 5 there" type="CONTRADICTION">at: evidence/plan a.json:4&#10;help: settle it, then run the stage again</failure>
                </testcase>
              </testsuite>
            </testsuites>
        "#]],
    );
}

#[test]
fn github_annotates_the_decision_first() {
    check(
        &github::render(&[blocked()]),
        &expect![[r#"
            ::error title=council gate stage::blocked: SPEC-PAY-001 plan: escalated to a human
            ::error file=evidence/plan a.json,line=4,title=blocker[CONTRADICTION]::`retry` is 3 here and 5 there%0Ahelp: settle it, then run the stage again
            ::warning title=minor[STALE]::the evidence is older than the plan
        "#]],
    );
}

#[test]
fn markdown_is_a_table_of_signals() {
    check(
        &markdown::render(&[blocked(), passed()]),
        &expect![[r#"
            ### council gate stage: blocked

            blocked: **SPEC-PAY-001 plan**: escalated to a human

            | severity | where | what |
            |---|---|---|
            | **blocker** CONTRADICTION | evidence/plan a.json:4 | \`retry\` is 3 here and 5 there<br>help: settle it, then run the stage again |
            | minor STALE |  | the evidence is older than the plan |

            | read | |
            |---|---|
            | checkpoint | AfterPlan |
            | evidence | 2 files |

            **Next**

            - settle the contradiction

            pass: **SPEC-PAY-002 plan**: no conflicts
        "#]],
    );
}
