//! `council tui` on a terminal: from the first screen to a recorded decision, and how it is left.

use council_testkit::TestEnv;
use rustix::process::Signal;

use super::pty::{CTRL_C, ENTER, ESCAPE, TAB, Terminal};

const PRD: &str = "# Checkout\n\n## Problem\nPaying takes too long.\n\n## Requirements\n\
    - FR-1: The checkout shall be fast and easy.\n\
    - FR-2: Card data might be stored as appropriate.\n\n## Open questions\n- TBD\n";

/// What gives a terminal back: the screen before it, the cursor, and pasting as typing.
const GIVEN_BACK: [&str; 3] = ["\u{1b}[?1049l", "\u{1b}[?25h", "\u{1b}[?2004l"];

fn reviewed() -> TestEnv {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    env.write("docs/SPEC-PAY-001/plan.md", "# Plan\n");
    let panel = env.run(["panel", "prd.md", "--project", "checkout"]);
    assert_eq!(panel.code, 0, "{}", panel.stderr);
    env
}

/// Returns a text without the times in it.
fn timeless(text: &str) -> String {
    let is_time = |word: &str| word.len() > 15 && word.starts_with("20") && word.contains('T');
    let words = text.split([' ', '"', '\n']).filter(|word| !is_time(word));
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_panel_is_decided_from_the_first_screen_on_and_recorded_as_the_command_records_it() {
    let env = reviewed();
    let mut terminal = Terminal::start(&env, &["tui"]);
    terminal.once_shown("SPEC-PAY-001", TAB);
    terminal.once_shown("sessions, panels and forums", ENTER);
    terminal.once_shown("task generation may not start", "d");
    terminal.once_shown("Who decides?", "Ada\r");
    terminal.once_shown("decided by Ada", "1111111111");
    terminal.once_shown("[accept]", ENTER);
    terminal.once_shown("Record this?", "n");
    terminal.once_shown("1 accept", ENTER);
    terminal.once_shown("Record this?", "y");
    terminal.once_shown("the decision is recorded", "qqq");
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(0), "{seen}");
    assert!(GIVEN_BACK.iter().all(|code| seen.contains(code)), "{seen:?}");

    let other = reviewed();
    let typed = other.run(["decide", "--project", "checkout", "--accept-all", "--by", "Ada"]);
    assert_eq!(typed.code, 0, "{}", typed.stderr);
    for file in ["004-council-review.md", "004-council-review.json"] {
        let path = format!("workspace/checkout/handoffs/{file}");
        let (here, there) = (env.read(&path).unwrap(), other.read(&path).unwrap());
        assert_eq!(timeless(&here), timeless(&there), "{file}");
        assert!(here.contains("ACCEPTED"), "{here}");
    }
}

#[test]
fn a_form_that_is_left_has_recorded_nothing() {
    let env = reviewed();
    let path = "workspace/checkout/handoffs/004-council-review.md";
    let before = env.read(path);
    let mut terminal = Terminal::start(&env, &["tui"]);
    terminal.once_shown("SPEC-PAY-001", TAB);
    terminal.once_shown("sessions, panels and forums", ENTER);
    terminal.once_shown("task generation may not start", "d");
    terminal.once_shown("Who decides?", "Ada\r");
    terminal.once_shown("decided by Ada", "1");
    terminal.once_shown("[accept]", CTRL_C);
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(130), "{seen}");
    assert!(GIVEN_BACK.iter().all(|code| seen.contains(code)), "{seen:?}");
    assert_eq!(env.read(path), before);
}

#[test]
fn a_session_of_another_process_appears_without_a_key() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    let mut terminal = Terminal::start(&env, &["tui"]);
    terminal.once_shown("There are no specs here", TAB);
    terminal.once_shown("There are no sessions", "");
    let review = env.run(["review", "prd.md"]);
    assert!([0, 2].contains(&review.code), "{}", review.stderr);
    terminal.once_shown("COUNCIL-prd-", ENTER);
    terminal.once_shown("findings", "f");
    terminal.once_shown("findings of COUNCIL-prd-", ENTER);
    terminal.once_shown("shown by", "qqqq");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn a_signal_gives_the_terminal_back() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    for signal in [Signal::TERM, Signal::HUP, Signal::QUIT] {
        let mut terminal = Terminal::start(&env, &["tui"]);
        terminal.once_shown("There are no specs here", "");
        terminal.signal(signal);
        let (code, seen) = terminal.end();
        assert_eq!(code, Some(130), "{signal:?}: {seen}");
        assert!(GIVEN_BACK.iter().all(|code| seen.contains(code)), "{signal:?}: {seen:?}");
    }
}

#[test]
fn a_terminal_that_goes_away_ends_the_screen() {
    let env = reviewed();
    let mut terminal = Terminal::start(&env, &["tui"]);
    terminal.once_shown("SPEC-PAY-001", "");
    assert_eq!(terminal.take_away(), Some(130));

    // With words typed into a form, nothing is recorded.
    let path = "workspace/checkout/handoffs/004-council-review.md";
    let before = env.read(path);
    let mut terminal = Terminal::start(&env, &["tui"]);
    terminal.once_shown("SPEC-PAY-001", TAB);
    terminal.once_shown("sessions, panels and forums", ENTER);
    terminal.once_shown("task generation may not start", "d");
    terminal.once_shown("Who decides?", "Ada");
    assert_eq!(terminal.take_away(), Some(130));
    assert_eq!(env.read(path), before);
}

#[test]
fn without_a_terminal_it_says_so_and_ends_with_10() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let output = env.run(["tui"]);
    assert_eq!(output.code, 10, "{}", output.stdout);
    assert!(output.stdout.contains("there is no terminal to show the screen on"));
    assert_eq!(env.run(["tui", "--format", "json"]).code, 64);
}

#[test]
fn a_forum_is_decided_on_the_screen_in_a_window_that_changes_its_size() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let members = ["--owner", "Ann: a", "--owner", "Bo: b", "--advocate", "Cy: c"];
    let init = env.run(["init", "--forum", "--project", "shop"].iter().chain(&members));
    assert_eq!(init.code, 0, "{}", init.stderr);
    let mut terminal = Terminal::start(&env, &["tui"]);
    terminal.once_shown("There are no specs here", TAB);
    terminal.once_shown("sessions, panels and forums", ENTER);
    // The round of another process shows up on the page that is open.
    let round = env.run(["forum", "--project", "shop", "Where do we begin?"]);
    assert_eq!(round.code, 2, "{}{}", round.stdout, round.stderr);
    terminal.once_shown("Where do we begin?", "");
    terminal.resize(20, 60);
    terminal.once_shown("This needs 80 columns", "");
    terminal.resize(30, 100);
    terminal.once_shown("esc back", "d");
    terminal.once_shown("Who decides?", "Ada\r");
    terminal.once_shown("decided by Ada", "2");
    terminal.once_shown("What do you decide?", "We begin with the shops that asked\r");
    terminal.once_shown("[decide alone]", ENTER);
    terminal.once_shown("Record this?", "y");
    terminal.once_shown("decided by the human alone", "qqq");
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(0), "{seen}");
    assert!(GIVEN_BACK.iter().all(|code| seen.contains(code)), "{seen:?}");
    assert_eq!(env.run(["gate", "forum", "shop"]).code, 0);
    let journal = env.read("projects/shop/agent-work/forum.journal.jsonl").unwrap();
    assert!(journal.contains("We begin with the shops that asked"), "{journal}");
    assert!(journal.contains(r#""via":"council tui""#), "{journal}");
}

#[test]
fn a_person_answers_for_a_seat_on_the_screen_and_only_the_question_that_was_shown() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("calm.yaml", "answers: []\n");
    let members = ["--owner", "Ann: a", "--owner", "Bo: b", "--advocate", "Cy: c"];
    let init = env.run(["init", "--forum", "--project", "shop"].iter().chain(&members));
    assert_eq!(init.code, 0, "{}", init.stderr);
    let round = ["forum", "--project", "shop", "Let shops order on account", "--drill"];
    let seats = ["--seat", "po-1=human", "--seat", "po-2=scripted:calm.yaml"];
    let rest = ["--seat", "da-1=scripted:calm.yaml", "--point", "order on account"];
    let held = env.run(round.iter().chain(&seats).chain(&rest));
    assert_eq!(held.code, 10, "{}{}", held.stdout, held.stderr);

    let mut terminal = Terminal::start(&env, &["tui"]);
    terminal.once_shown("There are no specs here", TAB);
    terminal.once_shown("waits for a person in po-1", ENTER);
    terminal.once_shown("waits for  po-1, until", "a");
    terminal.once_shown("Who answers?", "Ada\r");
    // Without a stance it cannot be handed in.
    terminal.once_shown("w hand in", "w");
    terminal.once_shown("this one has no answer yet", "1");
    // Meanwhile somebody else answers for the seat, opposes without a reason, and is asked again.
    let asks = env.run(["answer", "shop", "--list", "--format", "json"]);
    let asks: serde_json::Value = serde_json::from_str(&asks.stdout).unwrap();
    let hash = asks["asks"][0]["question_hash"].as_str().unwrap();
    env.write(
        "bo.yaml",
        format!("question_hash: {hash}\nposition: No.\nreason: ''\npoints: [{{point: P1, stance: oppose, wording: '', with: '', reason: ''}}]\n"),
    );
    let other = env.run(["answer", "shop", "--file", "bo.yaml", "--by", "Bo"]);
    assert_eq!(other.code, 0, "{}{}", other.stdout, other.stderr);
    assert!(other.stdout.contains("has to be put right"), "{}", other.stdout);
    terminal.once_shown("P1, stance: support", "w");
    terminal.once_shown("Hand this answer in?", "y");
    terminal.once_shown("another question than the one that is asked now", "q");
    // The form is as it was; another one has the question of now.
    terminal.once_shown("P1, stance: support", ESCAPE);
    terminal.once_shown("waits for  po-1, until", "a");
    terminal.once_shown("Who answers?", "Ada\r");
    // What is pasted is typed, in one line, and no key of it acts.
    terminal.once_shown("enter to type", "\r\u{1b}[200~Do it\rw\ry\u{1b}[201~.\r");
    terminal.once_shown("position: Do it w y.", "\u{1b}[200~xxx\u{1b}[201~j\rShops ask for it.\r");
    terminal.once_shown("reason: Shops ask for it.", "j");
    terminal.once_shown("1 support", "1");
    terminal.once_shown("P1, stance: support", "w");
    terminal.once_shown("Hand this answer in?", "y");
    terminal.once_shown("the answer is recorded", "qqq");
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(0), "{seen}");
    assert!(GIVEN_BACK.iter().all(|code| seen.contains(code)), "{seen:?}");
    let journal = env.read("projects/shop/agent-work/forum.journal.jsonl").unwrap();
    assert!(journal.contains(r#""by":"Ada","via":"council tui""#), "{journal}");
    let resumed = env.run(["resume", "shop", "--drill", "--format", "json"]);
    assert_eq!(resumed.code, 11, "{}{}", resumed.stdout, resumed.stderr);
}

#[test]
fn a_person_raises_a_finding_of_a_council_on_the_screen() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    let review = ["review", "prd.md", "--seat", "SA-2=human", "--depth", "standard"];
    assert_eq!(env.run(review).code, 10);
    let mut terminal = Terminal::start(&env, &["tui"]);
    terminal.once_shown("There are no specs here", TAB);
    terminal.once_shown("sessions, panels and forums", ENTER);
    terminal.once_shown("a answer", "a");
    terminal.once_shown("Who answers?", "Ada\r");
    terminal.once_shown("findings: 0 so far", ENTER);
    // The new entry is chosen; its mode is one of five numbers.
    terminal.once_shown("> findings 1:", "j");
    terminal.once_shown("> findings 1, mode: ?", "2");
    // What there are many of is found by its letters.
    terminal.once_shown("  findings 1, subcategory: ?", "j\r");
    terminal.once_shown("letters narrow it down", "AMBIG\r");
    terminal.once_shown("subcategory: AMBIGUITY", "j2");
    terminal.once_shown("severity: MAJOR", "j\r0.9\r");
    terminal.once_shown("confidence: 0.9", "j\rrequirements\r");
    terminal.once_shown("prd.md#requirements", "j\r");
    terminal.once_shown("> findings 1, quotes 1:", "\rfast and easy\r");
    terminal.once_shown("quotes 1: fast and easy", "jj\rFast is not measured.\r");
    terminal.once_shown("description: Fast is not measured.", "j\rSay how fast.\r");
    terminal.once_shown("remediation: Say how fast.", "w");
    terminal.once_shown("Hand this answer in?", "y");
    terminal.once_shown("the answer is recorded", "qqq");
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(0), "{seen}");
    let resumed = env.run(["resume", "latest", "--format", "json"]);
    assert!(resumed.stdout.contains("Fast is not measured."), "{}", resumed.stdout);
    assert!(resumed.stdout.contains("fast and easy"), "{}", resumed.stdout);
}
