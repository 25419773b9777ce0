//! A forum from a terminal: set up by a form, discussed line by line, interrupted, gone on with, decided and handed off.
#![cfg(target_os = "linux")]

use crate::pty::{CTRL_C, DOWN, ENTER, ESCAPE, TAB, Terminal};
use council_testkit::TestEnv;
use rustix::process::Signal;

const RECORD: &str = "projects/checkout/agent-work/forum.json";
const JOURNAL: &str = "projects/checkout/agent-work/forum.journal.jsonl";
const PRD: &str = "# Checkout\n\n## Goals\n\n- Business customers order without a card.\n\n## Success\n\n- 20 % more orders.\n";

fn env() -> TestEnv {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("projects/checkout/prd.md", PRD);
    env.write("calm.yaml", "answers: []\n");
    let fear = "answers:\n  - { seat: da-1, round: 2, reply: { risk: A mistake reaches everybody., alternative: Wait. } }\n  \
                - { seat: da-1, round: 5, reply: { evaluations: [{ challenge: CH-1, judgement: insufficient }] } }\n";
    env.write("fear.yaml", fear);
    env
}

fn set_up() -> TestEnv {
    let env = env();
    let members = ["--owner", "Ines: people who wait", "--owner", "Bo: what it costs"];
    let all = ["init", "--forum", "--project", "checkout", "--advocate", "Kit: what breaks"];
    assert_eq!(env.run(all.iter().chain(&members)).code, 0);
    env
}

fn handoffs(env: &TestEnv) -> Vec<String> {
    let folder = env.repo().join("projects/checkout/agent-work");
    let names = crate::pty::names(&folder);
    names.into_iter().filter(|name| name.starts_with("COUNCIL-")).collect()
}

#[test]
fn a_forum_is_set_up_by_a_form() {
    let env = env();
    let mut form = Terminal::start(&env, &["init", "--forum"]);
    form.answer("Which project?", &format!("checkout{ENTER}"));
    form.answer("How many sit in it?", &format!("{DOWN}{ENTER}"));
    form.answer("Project owner 1 of 3, name?", ENTER);
    form.answer("Project owner 1 of 3, perspective?", &format!("people who wait{ENTER}"));
    form.answer("Project owner 2 of 3, name?", &format!("Bo{ENTER}"));
    form.answer("Project owner 2 of 3, perspective?", ENTER);
    form.answer("Project owner 3 of 3, name?", ENTER);
    form.answer("Project owner 3 of 3, perspective?", ENTER);
    form.answer("Devil's advocate 1 of 1, name?", ENTER);
    form.answer("Devil's advocate 1 of 1, perspective?", ENTER);
    form.answer("Set this forum up?", &format!("y{ENTER}"));
    let (code, seen) = form.end();
    assert_eq!(code, Some(0), "{seen}");
    let config = env.read("projects/checkout/council-config.json").unwrap_or_default();
    assert!(
        config.contains("\"name\": \"Alex\"") && config.contains("\"name\": \"Bo\""),
        "{config}"
    );
    assert_eq!(env.run(["check", "projects/checkout/council-config.json"]).code, 0);
}

#[test]
fn a_form_that_is_left_sets_nothing_up() {
    let env = env();
    let mut form = Terminal::start(&env, &["init", "--forum", "--project", "checkout"]);
    form.answer("How many sit in it?", ESCAPE);
    let (code, seen) = form.end();
    assert_eq!(code, Some(130), "{seen}");
    assert_eq!(env.read("projects/checkout/council-config.json"), None);
}

#[test]
fn a_terminal_that_goes_away_ends_the_conversation() {
    let env = set_up();
    let mut talk = Terminal::start(&env, &["forum", "--project", "checkout"]);
    talk.answer("council>", "Shall we");
    assert_eq!(talk.take_away(), Some(130));
    assert_eq!(env.read(JOURNAL), None);
}

#[test]
fn a_forum_is_held_from_its_first_message_to_the_handoff() {
    let env = set_up();
    let scripted = ["--reviewer", "scripted:fear.yaml", "--drill"];
    let arguments: Vec<&str> =
        ["forum", "--project", "checkout"].into_iter().chain(scripted).collect();
    let mut talk = Terminal::start(&env, &arguments);
    talk.answer("nothing is on the table", "");
    talk.answer("council>", &format!("/help{ENTER}"));
    talk.answer("approve the majority position", "");
    talk.answer("council>", &format!("/approve{ENTER}"));
    talk.answer("no round was shown", "");
    talk.answer("council>", &format!("/nonsense{ENTER}"));
    talk.answer("there is no `/nonsense`", "");
    talk.answer("council>", &format!("Let all business customers order on account{ENTER}"));
    // The members are heard one by one, before there is a page.
    talk.answer("Ines (people who wait): [P1 support]", "");
    talk.answer("Kit (what breaks): P1, Risk: A mistake reaches everybody", "");
    talk.answer("Bo (what it costs): CH-1 mitigated", "");
    talk.answer("Status: Discussion open", "");
    // Words are words, whatever they say, and the window may change its size under them.
    talk.resize(24, 60);
    talk.answer("council>", &format!("I approve this, hand it off{ENTER}"));
    talk.answer("Council Forum — Round 2", "");
    talk.resize(50, 220);
    assert!(handoffs(&env).is_empty());
    talk.answer(
        "council>",
        &format!("/redirect Let a small group of business customers order on account{ENTER}"),
    );
    talk.answer("Who decides?", &format!("Ana{ENTER}"));
    talk.answer("Record this decision?", &format!("y{ENTER}"));
    talk.answer("Council Forum — Round 3", "");
    talk.answer("Status: Discussion open", "");
    talk.answer("council>", &format!("/points a small group | on account{ENTER}"));
    talk.answer("Council Forum — Round 4", "");
    talk.answer("[P2] on account", "");
    talk.answer("council>", &format!("/approve{ENTER}"));
    // Nothing is recorded before a yes.
    talk.answer("Record this decision?", ENTER);
    talk.answer("nothing was recorded", "");
    assert!(handoffs(&env).is_empty());
    talk.answer("council>", &format!("/approve{ENTER}"));
    talk.answer("Record this decision?", &format!("y{ENTER}"));
    let (code, seen) = talk.end();
    assert_eq!(code, Some(0), "{seen}");
    assert_eq!(handoffs(&env).len(), 1, "{seen}");
    assert_eq!(env.run(["gate", "forum", "checkout", "--drill"]).code, 0);
}

#[test]
fn where_nobody_holds_a_position_an_approval_is_refused_before_anything_is_asked() {
    let env = set_up();
    let mut talk = Terminal::start(&env, &["forum", "--project", "checkout", "Ship it"]);
    talk.answer("Nobody took a position.", "");
    talk.answer("council>", &format!("/approve{ENTER}"));
    talk.answer("nobody holds a position that could be approved", "");
    talk.answer("council>", &format!("/quit{ENTER}"));
    let (code, seen) = talk.end();
    assert_eq!(code, Some(2), "{seen}");
    assert!(!seen.contains("Who decides?"), "{seen}");
}

#[test]
fn what_was_said_is_brought_back_and_leaving_keeps_everything() {
    let env = set_up();
    let mut talk =
        Terminal::start(&env, &["forum", "--project", "checkout", "Ship the order page?"]);
    talk.answer("Council Forum — Round 1", "");
    talk.answer("council>", &format!("{DOWN}{TAB} Or wait{ENTER}"));
    talk.answer("Council Forum — Round 2", "");
    talk.answer("council>", &format!("/quit{ENTER}"));
    let (code, seen) = talk.end();
    assert_eq!(code, Some(2), "{seen}");
    let record = env.read(RECORD).unwrap_or_default();
    assert!(record.contains("Ship the order page? Or wait"), "{record}");
    // Whoever comes back finds the discussion where it was left.
    let mut talk = Terminal::start(&env, &["forum", "--project", "checkout"]);
    talk.answer("Council Forum — Round 2", "");
    talk.answer("council>", CTRL_C);
    let (code, seen) = talk.end();
    assert_eq!(code, Some(130), "{seen}");
    assert_eq!(env.read(RECORD).unwrap_or_default(), record);
}

#[test]
fn a_program_that_is_told_to_stop_at_the_prompt_stops() {
    let env = set_up();
    let mut talk = Terminal::start(&env, &["forum", "--project", "checkout", "Ship it?"]);
    talk.answer("Council Forum — Round 1", "");
    talk.answer("/help says more", "");
    talk.signal(Signal::TERM);
    let (code, seen) = talk.end();
    assert_eq!(code, Some(130), "{seen}");
    assert!(env.read(RECORD).unwrap_or_default().contains("Ship it?"));
}

#[test]
fn an_interrupted_round_goes_on_without_asking_again() {
    let env = set_up();
    env.write("slow.yaml", "answers:\n  - seat: po-2\n    round: 1\n    delay_ms: 600000\n");
    let slow = ["forum", "--project", "checkout", "Ship it?", "--seat", "po-2=scripted:slow.yaml"];
    let mut talk = Terminal::start(&env, &slow);
    talk.answer("Ines (people who wait): the message is read", "");
    talk.signal(Signal::INT);
    let (code, seen) = talk.end();
    assert_eq!(code, Some(130), "{seen}");
    assert!(seen.contains("the round was interrupted"), "{seen}");
    assert_eq!(env.read(RECORD), None);
    env.write("slow.yaml", "answers: []\n");
    let mut talk = Terminal::start(&env, &["forum", "--project", "checkout", "--drill"]);
    talk.answer("a round was interrupted and goes on: Ship it?", "");
    talk.answer("Council Forum — Round 1", "");
    talk.answer("council>", &format!("/open{ENTER}"));
    talk.answer("Who decides?", &format!("Ana{ENTER}"));
    talk.answer("Record this decision?", &format!("y{ENTER}"));
    talk.answer("kept open", "");
    talk.answer("council>", ESCAPE);
    let (code, seen) = talk.end();
    assert_eq!(code, Some(2), "{seen}");
    let journal = env.read(JOURNAL).unwrap_or_default();
    let asked_first = journal.lines().filter(|line| {
        line.contains(r#""event":"asked""#) && line.contains("po-1") && line.contains("question")
    });
    assert_eq!(asked_first.count(), 1, "{journal}");
}

#[test]
fn a_decision_is_asked_for_where_none_is_given() {
    let env = set_up();
    let message = "Let business customers order on account";
    let calm = ["--reviewer", "scripted:calm.yaml", "--drill"];
    assert_eq!(env.run(["forum", "--project", "checkout", message].iter().chain(&calm)).code, 11);
    let mut form = Terminal::start(&env, &["decide", "--forum", "checkout"]);
    form.answer("Status: Ready for human approval", "");
    form.answer("Who decides?", &format!("Ana{ENTER}"));
    form.answer("What do you decide?", &format!("{DOWN}{DOWN}{ENTER}"));
    form.answer("What do you decide?", &format!("We wait for a year{ENTER}"));
    form.answer("Record this decision?", &format!("y{ENTER}"));
    let (code, seen) = form.end();
    assert_eq!(code, Some(0), "{seen}");
    let name = handoffs(&env).pop().unwrap_or_default();
    let text = env.read(&format!("projects/checkout/agent-work/{name}")).unwrap_or_default();
    assert!(text.contains("> We wait for a year"), "{text}");
}

#[test]
fn a_person_at_the_terminal_answers_for_a_seat_in_a_form() {
    let env = set_up();
    let round = ["forum", "--project", "checkout", "Order on account", "--once", "--drill"];
    let seats = ["--seat", "po-1=human", "--seat", "po-2=scripted:calm.yaml"];
    let rest = ["--seat", "da-1=scripted:calm.yaml", "--point", "order on account"];
    let all: Vec<&str> = round.into_iter().chain(seats).chain(rest).collect();
    let mut form = Terminal::start(&env, &all);
    // Whoever puts it off finds the round waiting.
    form.answer("po-1 is asked. Answer now?", &format!("{DOWN}{ENTER}"));
    let (code, seen) = form.end();
    assert_eq!(code, Some(10), "{seen}");
    let mut form = Terminal::start(&env, &["resume", "checkout", "--drill"]);
    form.answer("po-1 is asked. Answer now?", ENTER);
    form.answer("Who answers?", &format!("Ada{ENTER}"));
    form.answer("You are Ines", "");
    form.answer("position:", &format!("Do it{ENTER}"));
    form.answer("reason:", &format!("They ask for it{ENTER}"));
    form.answer("P1, stance:", ENTER);
    form.answer("P1, wording:", ENTER);
    form.answer("P1, reason:", ENTER);
    form.answer("Hand this answer in?", &format!("y{ENTER}"));
    form.answer("Status: Ready for human approval", "");
    let (code, seen) = form.end();
    assert_eq!(code, Some(11), "{seen}");
    let journal = env.read(JOURNAL).unwrap_or_default();
    assert!(journal.contains(r#""by":"Ada","via":"council answer""#), "{journal}");
    assert!(env.read(RECORD).unwrap_or_default().contains("a person, Ada"));
}
