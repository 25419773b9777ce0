//! Questions whose answers are handed in, by people or by agents of the program that holds the session: which are open, and
//! handing an answer in.
//!
//! A session whose seats have people or the host's agents in them waits in its journal, and no process need. Whoever brings an answer, from a
//! form, a file or another program, hands it in here: it is read as a model's reply is read and held to the same evidence.

mod form;
mod report;
mod template;

use council_core::{
    diagnostic::Place, flow::Moment, forum::TrimmedLine, gate::Outcome, ident::ProjectName,
    packet::Packet, signature,
};
use council_engine::{Call, Entry, Fold, Pending, Pulse, Signature, deadline};
use council_formats::{json, user::SchemaSetting, yaml};
use council_prompts::{prompt::Prompt, schema::Bounds};
use council_store::{Holder, Repo};
use jiff::Timestamp;
use serde_json::{Map, Value};

pub use crate::reviewer::Awaited;
pub use form::{AnswerForm, FieldKind, FormField};
pub use report::{AnswerOutput, handed_report, listed, page, waiting, whom};
pub use template::{entries, kind, shown};

use crate::{
    desk::DeskItemKind,
    forum, panel,
    review::{self, SessionError},
    reviewer::{Fillable, awaited},
    run::{self, RunError, SessionPlace},
};

/// How much a person may write: more than a model, whose reply has to end.
const BOUNDS: Bounds = Bounds { entries: 100, text: 4_000 };

/// The key of an answer that says which question it is to.
const QUESTION: &str = "question_hash";

/// How many hex digits name a question.
const DIGITS: usize = 16;

/// A question whose answer is handed in.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenAsk {
    /// What it is a question of.
    pub of: DeskItemKind,
    /// The seat that is asked.
    pub seat: String,
    /// Who hands the answer in.
    pub awaits: Awaited,
    /// What is asked for, such as `round 1`.
    pub step: String,
    /// Whether it asks to put an earlier answer right.
    pub is_repair: bool,
    /// Until when it can be answered, once it was asked.
    pub deadline: Option<Timestamp>,
    /// The documents that it is about.
    pub documents: Vec<String>,
    /// What the seat is told, as a model would be: with the documents, fenced.
    pub prompt: Prompt,
    /// What the fence is.
    pub fence: String,
    /// The JSON Schema of the answer.
    pub schema: Value,
    /// The hash of everything that is asked and shown: an answer is to this question and no other.
    pub hash: String,
}

/// An answer that somebody hands in.
#[derive(Debug, Clone)]
pub struct Handed {
    /// The seat; may be left out where only one is asked.
    pub seat: Option<String>,
    /// The answer: an object of the shape that was asked for, in JSON or in YAML.
    pub text: String,
    /// The hash of the question it was written for, where the answer does not name it itself.
    pub question: Option<String>,
    /// Who.
    pub by: TrimmedLine,
    /// Whether that is a person or an agent of the program that holds the session.
    pub from: Awaited,
}

/// What became of an answer that was handed in.
#[derive(Debug, Clone, PartialEq)]
pub struct HandedIn {
    /// What it is an answer in.
    pub of: DeskItemKind,
    /// The seat.
    pub seat: String,
    /// Who answered.
    pub by: String,
    /// The questions that wait for an answer now.
    pub open: Vec<OpenAsk>,
    /// Whether the session has ended with it.
    pub is_over: bool,
}

impl OpenAsk {
    /// Returns what is asked, for somebody who reads the documents in their files.
    pub fn question(&self) -> String {
        let Prompt { instructions, role, question, .. } = &self.prompt;
        let parts = [instructions.as_str(), role, question].map(str::trim_end);
        template::readable(&parts.join("\n\n"), &self.fence)
    }

    /// Returns an answer to fill in.
    pub fn template(&self) -> Value {
        let mut answer = Map::new();
        answer.insert(QUESTION.to_owned(), Value::String(self.hash.clone()));
        if let Value::Object(keys) = template::blank("", &self.schema) {
            answer.extend(keys);
        }
        Value::Object(answer)
    }
}

/// Lists the questions whose answers are handed in of what a name stands for: a council session, a project's panel, its forum.
pub fn open(repo: &Repo, given: &str) -> Result<Vec<OpenAsk>, RunError> {
    let begun = match ProjectName::new(given) {
        Ok(project) => of_project(repo, &project)?,
        Err(_) => None,
    };
    let is_known = begun.is_some();
    let mut asks = begun.unwrap_or_default();
    match review::replay(repo, given, None) {
        Ok(reviewed) => {
            let id = reviewed.fold.record().opening.id.to_string();
            asks.extend(of_fold(&DeskItemKind::Session(id), &reviewed.fold));
        }
        Err(RunError::Session(SessionError::NotFound(_))) if is_known => {}
        Err(error) => return Err(error),
    }
    Ok(asks)
}

/// Lists the questions whose answers are handed in, in the panel and the forum of a project; nothing where neither has begun.
pub fn of_project(repo: &Repo, project: &ProjectName) -> Result<Option<Vec<OpenAsk>>, RunError> {
    let panel = panel::begun(repo, project)?;
    let forum = forum::unfinished(repo, project)?;
    let is_begun = panel.is_some() || forum.is_some();
    let panel = panel.iter().flat_map(|fold| of_fold(&DeskItemKind::Panel(project.clone()), fold));
    let forum = forum.iter().flat_map(|fold| of_fold(&DeskItemKind::Forum(project.clone()), fold));
    Ok(is_begun.then(|| panel.chain(forum).collect()))
}

/// Hands an answer in. It is recorded if it can be read; whoever hands in what cannot is told why, and nothing is recorded.
pub fn hand_in(
    repo: &Repo,
    given: &str,
    handed: &Handed,
    holder: &Holder,
    now: Timestamp,
) -> Result<HandedIn, RunError> {
    let asks = open(repo, given)?;
    let ask = chosen(given, &asks, handed.seat.as_deref())?;
    expect_awaited(ask, handed.from)?;
    let (text, named) = in_json(&handed.text, ask)?;
    let question = handed.question.clone().or(named);
    let handed = &Handed { text, question, ..handed.clone() };
    match &ask.of {
        DeskItemKind::Session(id) => {
            let (fold, place) = review::opened(repo, id, holder)?;
            take(fold, place, ask, handed, (holder, now))
        }
        DeskItemKind::Panel(project) => match panel::opened(repo, project, holder)? {
            Some((fold, place)) => take(fold, place, ask, handed, (holder, now)),
            None => Err(nothing_open(given)),
        },
        DeskItemKind::Forum(project) => match forum::opened(repo, project, holder)? {
            Some((fold, place)) => take(fold, place, ask, handed, (holder, now)),
            None => Err(nothing_open(given)),
        },
    }
}

/// Returns an answer as JSON, which is what is recorded, and the question that it names; people also write YAML. Entries that
/// were left as the template has them, with nothing in them, are left out. JSON with words or a fence around it is read as a
/// model's reply is.
fn in_json(text: &str, ask: &OpenAsk) -> Result<(String, Option<String>), RunError> {
    let is_json = text.trim_start().starts_with('{');
    let read =
        if is_json { json::read("the answer", text) } else { yaml::read("the answer", text) };
    let node = match read {
        Ok(node) => node,
        Err(_) if text.contains('{') => return Ok((text.to_owned(), None)),
        Err(diagnostic) => {
            let line = diagnostic.place.line.map(|line| format!(", line {line}"));
            let why = format!("{}{}", diagnostic.message, line.unwrap_or_default());
            return Err(unreadable(ask, &why));
        }
    };
    let mut answer = json::value(&node);
    let named = answer.as_object_mut().and_then(|keys| keys.shift_remove(QUESTION));
    Ok((form::spoken(&ask.schema, &answer).to_string(), named.map(|named| shown(&named))))
}

fn unreadable(ask: &OpenAsk, why: &str) -> RunError {
    refused("ANSWER_UNREADABLE", &format!("nothing was recorded: {why}"), || {
        let session = report::flow(&ask.of).1;
        format!("`council answer {session} --seat {} --list` shows the shape to fill in", ask.seat)
    })
}

/// Returns the questions of a session whose answers are handed in.
pub(crate) fn of_fold<F: Fillable>(of: &DeskItemKind, fold: &Fold<F>) -> Vec<OpenAsk> {
    let asks = fold.pending().iter().filter_map(|(seat, pending)| {
        let awaits = awaited(fold.opened().reviewers.get(seat)?)?;
        Some(open_ask(of, fold, (seat, awaits), pending))
    });
    asks.collect()
}

fn open_ask<F: Fillable>(
    of: &DeskItemKind,
    fold: &Fold<F>,
    (seat, awaits): (&F::Seat, Awaited),
    pending: &Pending<F>,
) -> OpenAsk {
    let opening = fold.session().opening();
    let call = Call {
        packet: fold.packet().clone(),
        opening: opening.clone(),
        ask: pending.ask.clone(),
        attempt: 1,
        pulse: Pulse::default(),
    };
    // Whoever wrote the packet cannot know its hash.
    let hash = F::content_hash(opening);
    let fence = hash.get(..16).unwrap_or(hash).to_owned();
    let prompt = F::prompt(&call, &fence);
    let schema = F::shape(&call, SchemaSetting::Exact, BOUNDS).unwrap_or_default();
    let (seat, step) = (seat.to_string(), F::step(&pending.ask));
    OpenAsk {
        of: of.clone(),
        hash: hash_of(&seat, &step, &prompt, &schema),
        seat,
        awaits,
        step,
        is_repair: F::is_repair(&pending.ask),
        deadline: pending.since.map(|since| until(fold, since)),
        documents: paths(fold.packet()),
        prompt,
        schema,
        fence,
    }
}

fn hash_of(seat: &str, step: &str, prompt: &Prompt, schema: &Value) -> String {
    let Prompt { instructions, packet, role, question } = prompt;
    let asked = [seat, step, instructions, packet, role, question, &schema.to_string()];
    signature::hash(&asked.join("\n")).chars().take(DIGITS).collect()
}

fn paths(packet: &Packet) -> Vec<String> {
    packet.documents.iter().map(|document| document.path().to_owned()).collect()
}

fn until<F: Fillable>(fold: &Fold<F>, since: Timestamp) -> Timestamp {
    deadline(since, fold.opened().policy.answer_within)
}

/// Finds the question that an answer is to.
fn chosen<'a>(
    given: &str,
    asks: &'a [OpenAsk],
    seat: Option<&str>,
) -> Result<&'a OpenAsk, RunError> {
    let seats = || asks.iter().map(|ask| ask.seat.as_str()).collect::<Vec<_>>().join(", ");
    match (asks, seat) {
        ([], _) => Err(nothing_open(given)),
        ([only], None) => Ok(only),
        (_, None) => Err(refused("SEAT_UNNAMED", "more than one seat is asked", || {
            format!("name one with `--seat`: {}", seats())
        })),
        (_, Some(seat)) => {
            asks.iter().find(|ask| ask.seat.eq_ignore_ascii_case(seat)).ok_or_else(|| {
                refused("NOT_ASKED", &format!("`{seat}` does not wait for an answer"), || {
                    format!("these do: {}", seats())
                })
            })
        }
    }
}

/// Refuses an agent's answer in a person's seat, and a person's in an agent's: the record says who sat there.
fn expect_awaited(ask: &OpenAsk, from: Awaited) -> Result<(), RunError> {
    let seat = &ask.seat;
    match (ask.awaits, from) {
        (Awaited::Person, Awaited::Person) | (Awaited::Host, Awaited::Host) => Ok(()),
        (Awaited::Person, Awaited::Host) => {
            let said = format!("nothing was recorded: {seat} is a person's seat");
            Err(refused("PERSONS_SEAT", &said, || {
                "a person answers with `council answer`, in their own name".to_owned()
            }))
        }
        (Awaited::Host, Awaited::Person) => {
            let said = format!("nothing was recorded: {seat} is the seat of the host's agent");
            Err(refused("HOSTS_SEAT", &said, || {
                "an agent hands in with `--agent NAME` in place of `--by NAME`; a seat for a person is filled with `human`"
                    .to_owned()
            }))
        }
    }
}

fn nothing_open(given: &str) -> RunError {
    refused("NOTHING_OPEN", &format!("nothing in `{given}` waits for an answer"), || {
        format!("`council show {given}` says how far it is")
    })
}

fn refused(code: &str, message: &str, help: impl FnOnce() -> String) -> RunError {
    RunError::refused(Outcome::InputNeeded, code, Place::default(), message, help())
}

/// Reads an answer and records it. What follows from it is written by whoever goes on with the session.
fn take<F: Fillable, P: SessionPlace<F>>(
    mut fold: Fold<F>,
    mut place: P,
    ask: &OpenAsk,
    handed: &Handed,
    (holder, now): (&Holder, Timestamp),
) -> Result<HandedIn, RunError> {
    let pending = fold.pending().iter().find(|(seat, _)| seat.to_string() == ask.seat);
    let Some((seat, pending)) = pending.map(|(seat, pending)| (seat.clone(), pending)) else {
        return Err(nothing_open(&ask.seat));
    };
    if let Some(since) = pending.since
        && now > until(&fold, since)
    {
        let late = format!("{seat} could be answered until {}", until(&fold, since));
        return Err(refused("TOO_LATE", &late, || {
            let name = report::flow(&ask.of).1;
            format!(
                "`council resume {name}` goes on without the seat, and the record says that it was lost"
            )
        }));
    }
    // It may have changed since it was listed: only now nobody else can.
    let now_asked = open_ask(&ask.of, &fold, (&seat, ask.awaits), pending);
    expect_question(&now_asked, handed.question.as_deref())?;
    if let Err(why) = fold.session().read(fold.packet(), &pending.ask, &handed.text) {
        return Err(unreadable(ask, &why));
    }
    let moment = Moment { at: now, active: fold.latest().active };
    let signed = Signature {
        by: handed.by.to_string(),
        via: Some(holder.command.clone()),
        question: Some(now_asked.hash),
        is_host: ask.awaits == Awaited::Host,
    };
    let mut entries = vec![Entry::Answered {
        seat,
        text: handed.text.clone(),
        tokens: 0,
        delivery: None,
        signed: Some(signed),
        moment,
    }];
    for entry in &entries {
        fold.take(entry)?;
    }
    // Whoever is asked next has been asked from now on.
    let asked = unasked(&fold, moment);
    for entry in &asked {
        fold.take(entry)?;
    }
    entries.extend(asked);
    run::append(&mut place, &entries)?;
    Ok(HandedIn {
        of: ask.of.clone(),
        seat: ask.seat.clone(),
        by: handed.by.to_string(),
        open: of_fold(&ask.of, &fold),
        is_over: fold.session().ending().is_some(),
    })
}

/// Refuses an answer that was written for another question than the one that is asked now.
fn expect_question(ask: &OpenAsk, named: Option<&str>) -> Result<(), RunError> {
    let (_, session) = report::flow(&ask.of);
    let shows = format!("`council answer {session} --seat {} --list` shows the question", ask.seat);
    match named {
        Some(named) if named.trim().eq_ignore_ascii_case(&ask.hash) => Ok(()),
        Some(_) => {
            let changed = "nothing was recorded: this is an answer to another question than the one that is asked now";
            Err(refused("QUESTION_CHANGED", changed, || format!("{shows} of now with its hash")))
        }
        None => {
            let unnamed = "nothing was recorded: the answer does not say which question it is to";
            Err(refused("QUESTION_UNNAMED", unnamed, || {
                format!(
                    "{shows} with its `{QUESTION}`: put that into the answer, or say `--question`"
                )
            }))
        }
    }
}

/// Returns the records of the questions whose answers are handed in and that were not handed out.
fn unasked<F: Fillable>(fold: &Fold<F>, moment: Moment) -> Vec<Entry<F>> {
    let reviewers = &fold.opened().reviewers;
    let is_new = |(seat, pending): &(&F::Seat, &Pending<F>)| {
        pending.since.is_none() && reviewers.get(*seat).is_some_and(|name| awaited(name).is_some())
    };
    let asked = fold.pending().iter().filter(is_new).map(|(seat, pending)| Entry::Asked {
        seat: seat.clone(),
        round: F::round(&pending.ask),
        bound: 0,
        sending: None,
        moment,
    });
    asked.collect()
}
