//! Facts about vision files.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

fn draw(path: &str, text: &str) -> String {
    let parsed = read(path, text);
    let mut out: Vec<String> = Vec::new();
    if let Some(vision) = &parsed.value {
        out.push(format!("{} current {:?}", vision.title, vision.current_phase));
        for phase in &vision.phases {
            out.push(format!(
                "{} {} | {} | {:?}",
                phase.number, phase.name, phase.goal, phase.progress
            ));
        }
        out.push(format!("oath {:?}", vision.oath));
    }
    for diagnostic in &parsed.diagnostics {
        out.push(format!("{} {}: {}", diagnostic.place, diagnostic.code, diagnostic.message));
    }
    out.join("\n") + "\n"
}

fn check(path: &str, text: &str, expected: &Expect) {
    expected.assert_eq(&draw(path, text));
}

#[test]
fn headings_of_markdown_are_phases() {
    check(
        "v.md",
        r"# Where we go

## Phase 1: Launch (Current, 40%)

**Goal:** People can
use it.

## Phase 2 – Growth

More people use it.

- Progress: 0.1

```
## Phase 3: not one
```

## The oath

We say:

> I read every line.

Not this.
",
        &expect![[r#"
            Where we go current Some(1)
            1 Launch | People can use it. | Some(0.4)
            2 Growth | More people use it. | Some(0.1)
            oath Some("I read every line.")
        "#]],
    );
}

#[test]
fn a_numbered_list_under_phases_will_do() {
    check(
        "v.md",
        "# V\n\n## Our phases\n\n1. Launch: be there\n2. Growth (25%)\n   1. not one\n\nCurrent phase: 2\n",
        &expect![[r"
            V current Some(2)
            1 Launch | be there | None
            2 Growth |  | Some(0.25)
            oath None
        "]],
    );
}

#[test]
fn keys_of_yaml_are_phases() {
    check(
        "v.yaml",
        "vision:\n  title: Us\n  oath: |\n    I read.\n  current_phase: PHASE-2\n  phases:\n    - name: Launch\n      goal: be there\n      progress: 1\n    - {id: PHASE-2, title: Growth, readiness: 30%}\n",
        &expect![[r#"
            Us current Some(2)
            1 Launch | be there | Some(1.0)
            2 Growth |  | Some(0.3)
            oath Some("I read.")
        "#]],
    );
    check(
        "v.json",
        r#"{"phases": {"phase_1": "Launch", "phase_2": {"name": "Growth", "current": true}}}"#,
        &expect![[r"
            v current Some(2)
            1 Launch |  | None
            2 Growth |  | None
            oath None
        "]],
    );
}

#[test]
fn phases_that_cannot_be_scored_are_no_vision() {
    check(
        "v.md",
        "# V\n",
        &expect![[r"
        v.md vision-without-phases: the vision has no phases, expected 1 to 9
    "]],
    );
    check(
        "v.md",
        "## Phase 1: A\n## Phase 3: B\n",
        &expect![[r"
        v.md:2 phase-numbers: phase 2 is missing before phase 3
    "]],
    );
    check(
        "v.md",
        "## Phase 1: A\n## Phase 1: B\n",
        &expect![[r"
        v.md:2 phase-numbers: phase 1 is described twice
    "]],
    );
    check(
        "v.yaml",
        "phases: [a, b, c, d, e, f, g, h, i, j]\n",
        &expect![[r"
        v.yaml too-many-phases: the vision has 10 phases, expected 1 to 9
    "]],
    );
    check(
        "v.yaml",
        "phases: [a]\nphases: [b]\n",
        &expect![[r"
        v.yaml:2:1 duplicate-key: duplicate key `phases`
    "]],
    );
}

#[test]
fn what_contradicts_itself_is_said_and_left_out() {
    check(
        "v.md",
        "## Phase 1: A (current)\n## Phase 2: B (current)\n",
        &expect![[r"
            v current None
            1 A |  | None
            2 B |  | None
            oath None
            v.md:2 current-phase: both phase 1 and phase 2 are called current
        "]],
    );
    check(
        "v.yaml",
        "current_phase: 4\nphases: [a, {name: b, progress: 7}]\n",
        &expect![[r"
            v current None
            1 a |  | None
            2 b |  | None
            oath None
            v.yaml:2 phase-progress: progress `7` is not a share, expected 0 to 1 or 0% to 100%
            v.yaml:1 current-phase: the current phase is 4, and there is no such phase
        "]],
    );
}

proptest! {
    #[test]
    fn no_text_makes_it_panic_and_progress_is_always_a_share(
        name in "v\\.(md|yaml|json)",
        text in "(## Phase [0-9]{1,3}[:(] ?|phases:|\\(current\\)|[0-9.]{1,4}%?\\)?|progress: |- |name: |\\n|\\PC){0,30}",
    ) {
        if let Some(vision) = read(&name, &text).value {
            prop_assert!((1..=9).contains(&vision.phases.len()));
            for (phase, number) in vision.phases.iter().zip(1..) {
                prop_assert_eq!(phase.number, number);
                prop_assert!(phase.progress.is_none_or(|share| (0.0..=1.0).contains(&share)));
            }
            prop_assert!(vision.current_phase.is_none_or(|current| usize::from(current) <= vision.phases.len()));
        }
    }
}
