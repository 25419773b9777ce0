//! What is drawn at three sizes, without colour, and of hostile text.
#![expect(clippy::unwrap_used, reason = "what a test needs is there, or it fails")]

use council::{Holder, Repo, core::ident::SpecId, formats::project::StageSettings};
use council_testkit::TestEnv;
use council_tui::{App, DeskContext, Paint, ScreenFlow};
use expect_test::{ExpectFile, expect_file};
use jiff::{Timestamp, civil::date};
use ratatui::{
    Terminal,
    backend::TestBackend,
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
    style::Color,
};

const EVIDENCE: &str = "docs/SPEC-OPS-004-integrated-coder-hooks/evidence/consensus";

fn repository() -> TestEnv {
    let env = TestEnv::new("council");
    let evidence = [
        ("SPEC-PAY-001/spec-plan_a_20260131T120000.json", r#"["two databases are named"]"#),
        ("SPEC-PAY-001/spec-plan_b_20260131T120000.json", "[]"),
        ("SPEC-PAY-002/spec-plan_a_20260131T120000.json", r#"["R1 contradicts R2"]"#),
        ("SPEC-PAY-002/spec-audit_a_20260131T120000.json", "[]"),
        ("SPEC-PAY-003/spec-tasks_a_20260131T120000.json", "5"),
    ];
    for (path, conflicts) in evidence {
        let text =
            format!(r#"{{ "agent": "critic", "consensus": {{ "conflicts": {conflicts} }} }}"#);
        env.write(&format!("{EVIDENCE}/{path}"), text);
    }
    env.write("docs/SPEC-PAY-001/plan.md", "# Plan\n");
    env.write("docs/SPEC-PAY-004-with-a-name-that-is-longer-than-its-column/spec.md", "# Spec\n");
    env
}

fn opened(env: &TestEnv, paint: Paint) -> (App, DeskContext) {
    let around = DeskContext {
        repo: Repo::open(env.repo()).unwrap(),
        demanded: StageSettings::default(),
        evidence_root: None,
        holder: Holder {
            pid: 1,
            host: "test".to_owned(),
            started: Timestamp::UNIX_EPOCH,
            command: "council tui".to_owned(),
        },
        now: || Timestamp::UNIX_EPOCH,
        today: || date(2026, 1, 31),
    };
    (App::new(around.clone(), paint).unwrap(), around)
}

fn drawn(app: &mut App, columns: u16, rows: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    terminal.backend().buffer().clone()
}

fn lines(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width);
    let rows = buffer.content.chunks(width).map(|row| {
        let line: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
        format!("{}\n", line.trim_end())
    });
    rows.collect()
}

fn press(app: &mut App, keys: &str) {
    for c in keys.chars() {
        let code = match c {
            '\t' => KeyCode::Tab,
            '\r' => KeyCode::Enter,
            '>' => KeyCode::Right,
            'v' => KeyCode::Down,
            c => KeyCode::Char(c),
        };
        assert_eq!(app.press(KeyEvent::new(code, KeyModifiers::NONE)), ScreenFlow::On);
    }
}

fn check(columns: u16, rows: u16, keys: &str, expected: &ExpectFile) {
    let env = repository();
    let (mut app, _) = opened(&env, Paint::Plain);
    press(&mut app, keys);
    expected.assert_eq(&lines(&drawn(&mut app, columns, rows)));
}

#[test]
fn the_first_screen_has_specs_and_stages_and_one_review_in_full() {
    check(80, 24, "", &expect_file!["screens/stages-80x24.txt"]);
    check(100, 30, "v", &expect_file!["screens/stages-100x30.txt"]);
    check(140, 40, "c", &expect_file!["screens/stages-140x40.txt"]);
}

#[test]
fn the_other_screens_fit_the_smallest_terminal() {
    check(80, 24, "?", &expect_file!["screens/help-80x24.txt"]);
    check(80, 24, "\t", &expect_file!["screens/sessions-80x24.txt"]);
}

/// Returns a repository with a round of a forum that waits for a person.
fn waiting() -> TestEnv {
    let env = TestEnv::new("council");
    let folder = "projects/shop";
    env.write(
        &format!("{folder}/council-config.json"),
        include_str!("waiting/council-config.json"),
    );
    let journal = include_str!("waiting/forum.journal.jsonl");
    env.write(&format!("{folder}/agent-work/forum.journal.jsonl"), journal);
    let page = include_str!("waiting/council-forum-instance.md");
    env.write(&format!("{folder}/context/agents/council-forum-instance.md"), page);
    env
}

#[test]
fn a_person_answers_in_a_form_of_any_size() {
    let check = |columns: u16, rows: u16, keys: &str, expected: &ExpectFile| {
        let env = waiting();
        let (mut app, _) = opened(&env, Paint::Plain);
        press(&mut app, "\t\ra");
        // A name may have any letter, so no key stands for another one here.
        for c in "Ada Vogel".chars() {
            app.press(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE));
        }
        press(&mut app, keys);
        expected.assert_eq(&lines(&drawn(&mut app, columns, rows)));
    };
    check(80, 24, "\rjj1", &expect_file!["screens/answer-80x24.txt"]);
    check(100, 30, "\r\rDo it.\rjj9", &expect_file!["screens/answer-100x30.txt"]);
    check(140, 40, "\rjj1w", &expect_file!["screens/answer-140x40.txt"]);
}

#[test]
fn a_terminal_that_is_too_small_is_told_so() {
    let env = repository();
    let (mut app, _) = opened(&env, Paint::Plain);
    let said = lines(&drawn(&mut app, 60, 20));
    assert!(said.starts_with("This needs 80 columns and 24 lines; here are 60 and 20."), "{said}");
    // Keys whose effect nobody sees do nothing, but for leaving.
    press(&mut app, "\t?");
    let before = lines(&drawn(&mut app, 80, 24));
    assert!(before.contains("[1 stages]"), "{before}");
    drawn(&mut app, 60, 20);
    let quit = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE);
    assert_eq!(app.press(quit), ScreenFlow::Left);
}

#[test]
fn every_demand_says_the_exit_code_that_it_then_gives() {
    let env = repository();
    let (mut app, around) = opened(&env, Paint::Plain);
    let said = lines(&drawn(&mut app, 80, 24));
    assert!(said.contains("s select lexmax (latest-run: 2)"), "{said}");
    assert!(said.contains("policy: exit 0 now, 2 in CI"), "{said}");
    press(&mut app, "s");
    assert!(lines(&drawn(&mut app, 80, 24)).contains("policy: exit 2 now, 2 in CI"));
    let report = app.stages().report(&around).unwrap().unwrap();
    assert_eq!(report.exit_code(), 2);
}

#[test]
fn the_meaning_is_in_words_and_colour_only_repeats_it() {
    let env = repository();
    let (mut plain, _) = opened(&env, Paint::Plain);
    let (mut colored, _) = opened(&env, Paint::Colored);
    let (plain, colored) = (drawn(&mut plain, 80, 24), drawn(&mut colored, 80, 24));
    assert_eq!(lines(&plain), lines(&colored));
    assert!(plain.content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    assert!(colored.content.iter().any(|cell| cell.fg == Color::Red));
}

#[test]
fn hostile_text_reaches_no_cell_as_it_is() {
    let env = repository();
    let hostile = "\\u001b[2J\\u001b]0;owned\\u0007 \\u202egnorw\\u202c \\u009b31m";
    let text = format!(r#"{{ "agent": "a", "consensus": {{ "conflicts": ["{hostile}"] }} }}"#);
    env.write(&format!("{EVIDENCE}/SPEC-HOSTILE/spec-plan_a.json"), text);
    let (mut app, around) = opened(&env, Paint::Colored);
    let spec = SpecId::new("SPEC-HOSTILE").unwrap();
    assert!(app.stages().choose(&spec, council::core::gate::stage::Stage::Plan));
    assert_eq!(app.stages().report(&around).unwrap().unwrap().exit_code(), 2);
    for (columns, rows) in [(80, 24), (140, 40)] {
        let said = lines(&drawn(&mut app, columns, rows));
        assert!(said.contains("owned"), "the conflict is shown: {said}");
        let acts =
            |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c);
        assert!(!said.contains(acts), "{said:?}");
    }
}

#[test]
fn ctrl_c_stops_on_every_screen_and_q_leaves_the_first() {
    let env = repository();
    let (mut app, _) = opened(&env, Paint::Plain);
    let stop = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    for keys in ["", "?", "\t"] {
        press(&mut app, keys);
        assert_eq!(app.press(stop), ScreenFlow::Interrupted);
    }
    press(&mut app, "\t");
    let quit = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE);
    assert_eq!(app.press(quit), ScreenFlow::Left);
}
