//! What is said of questions whose answers are handed in, and of answers that were handed in.

use council_core::gate::Outcome;
use council_formats::{
    report::{Data, Report},
    yaml,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{Awaited, HandedIn, OpenAsk};
use crate::{desk::DeskItemKind, words};

/// What `answer` says in JSON.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum AnswerOutput<'a> {
    /// The questions that wait for an answer.
    Open(OpenKeys<'a>),
    /// An answer that was handed in.
    Handed(HandedKeys<'a>),
    /// A step that was refused.
    Refused {},
}

/// The questions that wait for an answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OpenKeys<'a> {
    asks: Vec<PendingAskKeys<'a>>,
}

/// A question that waits for an answer.
#[derive(Debug, Serialize, JsonSchema)]
struct PendingAskKeys<'a> {
    /// What it is a question of: `session`, `panel` or `forum`.
    flow: &'static str,
    /// The session or the project.
    session: String,
    seat: &'a str,
    /// Who answers: `person`, or `host` for an agent of the program that holds the session.
    awaits: &'static str,
    /// What is asked for, such as `round 1`.
    step: &'a str,
    /// Whether it asks to put an earlier answer right.
    repair: bool,
    /// Until when it can be answered, once it was asked.
    deadline: Option<String>,
    /// The documents that it is about.
    documents: &'a [String],
    /// How a seat works here.
    instructions: &'a str,
    /// The documents, between lines that no document can have.
    packet: &'a str,
    /// Who the seat is, and what it is asked.
    question: String,
    /// The hash of all of it, which an answer names.
    question_hash: &'a str,
    /// The JSON Schema of the answer.
    schema: &'a Value,
    /// An answer to fill in.
    template: Value,
}

/// An answer that was handed in.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HandedKeys<'a> {
    flow: &'static str,
    session: String,
    seat: &'a str,
    by: &'a str,
    /// Whether the session has ended with it.
    ended: bool,
    /// The seats that wait for an answer now.
    waiting: Vec<&'a str>,
}

pub(super) fn flow(of: &DeskItemKind) -> (&'static str, String) {
    match of {
        DeskItemKind::Session(id) => ("session", id.clone()),
        DeskItemKind::Panel(project) => ("panel", project.to_string()),
        DeskItemKind::Forum(project) => ("forum", project.to_string()),
    }
}

/// Says which command goes on with what a question is of.
fn onward(of: &DeskItemKind) -> String {
    format!("`council resume {}` goes on", flow(of).1)
}

/// Says for whom questions wait.
pub fn whom<'a>(asks: impl IntoIterator<Item = &'a OpenAsk>) -> &'static str {
    let mut all = asks.into_iter().map(|ask| ask.awaits);
    let first = all.next();
    match first {
        Some(Awaited::Person) if all.all(|one| one == Awaited::Person) => "a person",
        Some(Awaited::Host) if all.all(|one| one == Awaited::Host) => "the host's agent",
        Some(_) | None => "an answer",
    }
}

fn until(ask: &OpenAsk) -> String {
    ask.deadline.map_or_else(
        || "any time".to_owned(),
        |deadline| format!("until {}", deadline.strftime("%Y-%m-%d %H:%M UTC")),
    )
}

/// Lists the questions that wait for an answer, each with what is asked and an answer to fill in.
pub fn listed(given: &str, asks: &[&OpenAsk], outcome: Outcome) -> Report {
    let headline = match asks {
        [] => "nothing waits for an answer".to_owned(),
        [only] => format!("{} waits for {}", only.seat, whom([*only])),
        more => format!("{} seats wait for {}", more.len(), whom(more.iter().copied())),
    };
    let outcome = if asks.is_empty() { Outcome::Skipped } else { outcome };
    let mut report = Report::new("answer", given, outcome, headline);
    let pages = asks.iter().map(|ask| {
        let template = yaml::write(&ask.template()).unwrap_or_default();
        format!("{}\nFill this in and take out what you do not need:\n\n{template}\n", page(ask))
    });
    let pages: Vec<String> = pages.collect();
    report.page = (!pages.is_empty()).then(|| pages.join("\n"));
    report.next = asks.iter().map(|ask| answer_with(ask)).collect();
    report.data = Data::of(&AnswerOutput::Open(OpenKeys {
        asks: asks.iter().map(|ask| keys(ask)).collect(),
    }));
    report
}

/// Returns a question as somebody reads it who has the documents in their files.
pub fn page(ask: &OpenAsk) -> String {
    let documents =
        if ask.documents.is_empty() { "none".to_owned() } else { ask.documents.join(", ") };
    let (_, session) = flow(&ask.of);
    let (seat, step, until, question) = (&ask.seat, &ask.step, until(ask), ask.question());
    format!(
        "{seat} of {session}, {step}, {until}\nDocuments: {documents}\nQuestion: {}\n\n\
         What follows is what a model in this seat is told; a person's answer need not be JSON.\n\n{question}",
        ask.hash
    )
}

fn keys(ask: &OpenAsk) -> PendingAskKeys<'_> {
    let (flow, session) = flow(&ask.of);
    PendingAskKeys {
        flow,
        session,
        seat: &ask.seat,
        awaits: match ask.awaits {
            Awaited::Person => "person",
            Awaited::Host => "host",
        },
        step: &ask.step,
        repair: ask.is_repair,
        deadline: ask.deadline.map(|deadline| deadline.to_string()),
        documents: &ask.documents,
        instructions: &ask.prompt.instructions,
        packet: &ask.prompt.packet,
        question: [ask.prompt.role.as_str(), &ask.prompt.question].concat(),
        question_hash: &ask.hash,
        schema: &ask.schema,
        template: ask.template(),
    }
}

fn answer_with(ask: &OpenAsk) -> String {
    let (_, session) = flow(&ask.of);
    let who = match ask.awaits {
        Awaited::Person => "--by",
        Awaited::Host => "--agent",
    };
    format!("council answer {session} --seat {} --file ANSWER.yaml {who} NAME", ask.seat)
}

/// Adds to a report that its session waits for answers.
pub fn waiting(report: &mut Report, asks: &[OpenAsk]) {
    for ask in asks {
        report.facts.push(("waits for", format!("{}, {}", ask.seat, until(ask))));
    }
    if let Some(first) = asks.first() {
        let (_, session) = flow(&first.of);
        report.next = vec![
            format!("`council answer {session}` shows what is asked"),
            answer_with(first),
            onward(&first.of),
        ];
    }
}

/// Returns what the seat is told about its first answer.
fn wrong_in_it(ask: &OpenAsk) -> Option<String> {
    let paragraphs = ask.prompt.question.split("\n\n");
    let told = paragraphs.filter(|one| one.to_lowercase().contains("first answer")).last()?;
    Some(words::one_line(told))
}

/// Says what became of an answer.
pub fn handed_report(handed: &HandedIn) -> Report {
    let (flow, session) = flow(&handed.of);
    let again = handed.open.iter().find(|ask| ask.seat == handed.seat && ask.is_repair);
    let headline = match (again, handed.is_over) {
        (Some(_), _) => "the answer is recorded, and something in it has to be put right",
        (None, true) => "the answer is recorded, and it was the last one",
        (None, false) => "the answer is recorded",
    };
    let mut report = Report::new("answer", session.as_str(), Outcome::Pass, headline);
    report.facts = vec![("seat", handed.seat.clone()), ("by", handed.by.clone())];
    report.facts.extend(again.and_then(wrong_in_it).map(|wrong| ("to put right", wrong)));
    if handed.open.is_empty() {
        report.next = vec![onward(&handed.of)];
    } else {
        waiting(&mut report, &handed.open);
    }
    report.data = Data::of(&AnswerOutput::Handed(HandedKeys {
        flow,
        session,
        seat: &handed.seat,
        by: &handed.by,
        ended: handed.is_over,
        waiting: handed.open.iter().map(|ask| ask.seat.as_str()).collect(),
    }));
    report
}
