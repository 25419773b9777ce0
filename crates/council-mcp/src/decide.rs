//! What a person is asked to decide, and the command line that their answer is.

use std::fmt::Write as _;

use council::{
    core::ident::ProjectName,
    decide,
    formats::report::clean,
    forum::{self, ForumFolder},
    sessions::{self, StoredSession},
};
use serde_json::Value;

use crate::{
    arguments::{AboutArgument, DecideArguments},
    ask::APPROVAL_NEEDED,
    commands::{CommandResult, CommandWords, Commands, Order},
    form::{DecisionField, DecisionForm, FormAnswers, LONGEST, quoted},
};

/// What is asked, and what is known of it.
#[derive(Debug)]
pub(crate) struct DecisionQuestion {
    /// The form.
    pub(crate) form: DecisionForm,
    of: String,
    matter: DecisionSubject,
}

/// What is decided on.
#[derive(Debug)]
enum DecisionSubject {
    Session { ids: Vec<String> },
    Panel,
    Forum { round: u32, hash: String },
    Rereview,
}

/// What a person can say of findings, by the flags of `council decide`; the last one records nothing.
const RULINGS: [(&str, &str); 6] = [
    ("accept-risk", "accept the risk"),
    ("defer", "fix it later"),
    ("dismiss", "it is not a defect"),
    ("waive", "waive it until a day"),
    ("verified", "it is fixed, and that was verified"),
    (LEAVE, "leave it open"),
];

const LEAVE: &str = "leave-open";

/// Makes the form of a decision; what cannot be decided now comes back as the command says it.
pub(crate) fn question(
    commands: &dyn Commands,
    arguments: &DecideArguments,
    order: &Order,
) -> Result<DecisionQuestion, CommandResult> {
    let of = arguments.of.clone();
    let run = |words: CommandWords| commands.run(&Order { words: words.line(), ..order.clone() });
    match arguments.about {
        AboutArgument::Session => {
            let unasked = || run(CommandWords::of("decide").place(Some(&of)));
            let matters = open(commands, arguments).ok_or_else(unasked)?;
            if matters.is_empty() {
                return Err(unasked());
            }
            let (message, ids) = session_message(&of, &matters);
            if ids.is_empty() {
                return Err(too_long(&format!("council decide {of}")));
            }
            let fields = [
                DecisionField::REASON,
                DecisionField::BY,
                DecisionField::OWNER,
                DecisionField::UNTIL,
            ];
            let form = DecisionForm::new(&message, &RULINGS, &fields)
                .ok_or_else(|| too_long(&format!("council decide {of}")))?;
            Ok(DecisionQuestion { form, of, matter: DecisionSubject::Session { ids } })
        }
        AboutArgument::Panel => {
            let ran = run(CommandWords::of("decide").option("project", Some(&of)));
            let is_open = ran.report.get("recommendations").is_some_and(Value::is_array);
            if !is_open {
                return Err(ran);
            }
            let choices = [
                ("accept-all", "carry out every recommendation"),
                ("reject-all", "carry out none, and say why"),
                ("some", "as the two fields below say"),
            ];
            let fields = [
                DecisionField::text("accept", "Carried out, by number or group: 1,3-5 or G2"),
                DecisionField::text("reject", "Not carried out, by number or group"),
                DecisionField::REASON,
                DecisionField::BY,
                DecisionField::OWNER,
                DecisionField::UNTIL,
            ];
            let form = DecisionForm::new(&told(&ran.report), &choices, &fields)
                .ok_or_else(|| too_long(&format!("council decide --project {of}")))?;
            Ok(DecisionQuestion { form, of, matter: DecisionSubject::Panel })
        }
        AboutArgument::Forum => {
            let unasked = || run(CommandWords::of("gate forum").place(Some(&of)));
            let project = ProjectName::new(&of).map_err(|_| unasked())?;
            let repo = commands.repo().map_err(|_| unasked())?;
            let room = ForumFolder::find(&repo, &project).map_err(|_| unasked())?;
            let latest = room.discussion.latest().filter(|held| held.decision().is_none());
            let summary = latest.ok_or_else(unasked)?.summary();
            let all = [
                ("approve", "approve the majority position and hand it off"),
                ("redirect", "the next round is about another proposal"),
                ("unilateral", "decide alone, and hand that off"),
                ("open", "keep the discussion open"),
            ];
            let choices: Vec<(&str, &str)> = all
                .into_iter()
                .filter(|(word, _)| *word != "approve" || summary.has_position())
                .collect();
            let message = forum::shown(&room.discussion).unwrap_or_default();
            let fields = [
                DecisionField::text("words", "The new proposal, or what you decide alone"),
                DecisionField::BY,
            ];
            let (round, hash) = (summary.number(), summary.digest().as_str().to_owned());
            let form = DecisionForm::new(&message, &choices, &fields)
                .ok_or_else(|| too_long(&format!("council decide --forum {of}")))?;
            Ok(DecisionQuestion { form, of, matter: DecisionSubject::Forum { round, hash } })
        }
        AboutArgument::Rereview => {
            let ran = run(CommandWords::of("gate rereview").place(Some(&of)));
            if !ran.is_done() {
                return Err(ran);
            }
            let choices = [
                ("proceed", "go on without another review"),
                ("reconvene", "the panel meets again"),
            ];
            let fields = [DecisionField::REASON, DecisionField::BY];
            let form = DecisionForm::new(&told(&ran.report), &choices, &fields)
                .ok_or_else(|| too_long(&format!("council gate rereview {of}")))?;
            Ok(DecisionQuestion { form, of, matter: DecisionSubject::Rereview })
        }
    }
}

/// Returns the findings of a session that a person is asked about; nothing where the session cannot be read.
fn open(commands: &dyn Commands, arguments: &DecideArguments) -> Option<Vec<decide::Decidable>> {
    let repo = commands.repo().ok()?;
    let kept = sessions::load(&repo, &arguments.of, Some(commands.today())).ok()?;
    let StoredSession::Folded(folded) = kept else { return None };
    let mut open = decide::open(&folded.record);
    if !arguments.findings.is_empty() {
        open.retain(|matter| {
            arguments.findings.iter().any(|id| id.eq_ignore_ascii_case(&matter.id))
        });
    }
    Some(open)
}

/// The characters of a form that are left for how many findings it does not show.
const REST: usize = 200;

/// Says what a session's findings are, as many as a form shows whole, and returns their ids: nothing else is decided on.
fn session_message(of: &str, matters: &[decide::Decidable]) -> (String, Vec<String>) {
    let mut message = format!("Session {of}: what becomes of this?\n");
    let (mut ids, mut length) = (Vec::new(), message.chars().count());
    for matter in matters {
        let said: String = matter.lines.iter().map(|line| quoted(line)).collect();
        let said = format!("\n{}\n{said}", matter.id);
        length += clean::block(&said).chars().count();
        if length > LONGEST - REST {
            break;
        }
        message.push_str(&said);
        ids.push(matter.id.clone());
    }
    let left = matters.len() - ids.len();
    if left > 0 {
        let _ = writeln!(
            message,
            "\nThis is about the {} above. {left} more are open, and stay so: decide again for them.",
            ids.len()
        );
    }
    (message, ids)
}

/// Refuses what a form cannot show whole.
fn too_long(command: &str) -> CommandResult {
    let hint = format!("nothing was recorded; a person decides with `{command}` at a terminal");
    CommandResult::refused(
        "decide",
        APPROVAL_NEEDED,
        "what is to be decided is too long for a form",
        &[&hint],
    )
}

/// Says what a report says, for a person who decides on it.
fn told(report: &Value) -> String {
    let text = |key: &str| report.get(key).and_then(Value::as_str).unwrap_or_default();
    let mut said = format!("{} {}\n", text("subject"), text("headline"));
    for signal in report.get("signals").and_then(Value::as_array).into_iter().flatten() {
        let part = |key: &str| signal.get(key).and_then(Value::as_str).unwrap_or_default();
        let _ = write!(said, "\n{}", quoted(part("message")));
        if !part("help").is_empty() && part("code") != "DECISION_MISSING" {
            said.push_str(&quoted(part("help")));
        }
    }
    said
}

impl DecisionQuestion {
    /// Returns the command line that records what a person said; nothing where they leave it open.
    pub(crate) fn words(&self, answers: &FormAnswers) -> Result<Option<Vec<String>>, String> {
        let (decision, by) = (answers.need("decision")?, answers.need("by")?);
        let words = match &self.matter {
            DecisionSubject::Session { .. } if decision == LEAVE => return Ok(None),
            DecisionSubject::Session { ids } => {
                let is_known = RULINGS.iter().any(|(word, _)| *word == decision);
                let flag = is_known.then_some(decision).ok_or_else(|| unknown(decision))?;
                let said = format!("{}: {}", ids.join(","), answers.need("reason")?);
                CommandWords::of("decide")
                    .option(flag, Some(&said))
                    .option("owner", answers.get("owner"))
                    .option("until", answers.get("until"))
                    .place(Some(&self.of))
            }
            DecisionSubject::Panel => {
                let words = CommandWords::of("decide").option("project", Some(&self.of));
                let words = match decision {
                    "accept-all" => words.flag("accept-all"),
                    "reject-all" => words.option("reject-all", Some(answers.need("reason")?)),
                    "some" => {
                        let reject = answers.get("reject");
                        let why = reject.map(|_| answers.need("reason")).transpose()?;
                        let rejected = reject.zip(why).map(|(what, why)| format!("{what}: {why}"));
                        words
                            .option("accept", answers.get("accept"))
                            .option("reject", rejected.as_deref())
                    }
                    other => return Err(unknown(other)),
                };
                let waived = answers.get("owner").zip(answers.get("until"));
                let waived = waived.map(|(owner, until)| format!("all: {owner}, {until}"));
                words.option("waive", waived.as_deref())
            }
            DecisionSubject::Forum { round, hash } => {
                let words = CommandWords::of("decide")
                    .option("forum", Some(&self.of))
                    .option("hash", Some(hash));
                match decision {
                    "approve" => words.option("approve", Some(&round.to_string())),
                    "redirect" | "unilateral" => {
                        words.option(decision, Some(answers.need("words")?))
                    }
                    "open" => words.flag("open"),
                    other => return Err(unknown(other)),
                }
            }
            DecisionSubject::Rereview => {
                let words = CommandWords::of("gate rereview").place(Some(&self.of));
                let words = match decision {
                    "proceed" | "reconvene" => words.flag(decision),
                    other => return Err(unknown(other)),
                };
                words.option("rationale", Some(answers.need("reason")?))
            }
        };
        Ok(Some(words.option("by", Some(by)).line()))
    }

    /// Returns the command with which a person decides the same at a terminal.
    pub(crate) fn command(&self) -> String {
        let of = &self.of;
        match self.matter {
            DecisionSubject::Session { .. } => format!("council decide {of}"),
            DecisionSubject::Panel => format!("council decide --project {of}"),
            DecisionSubject::Forum { .. } => format!("council decide --forum {of}"),
            DecisionSubject::Rereview => format!("council gate rereview {of}"),
        }
    }
}

fn unknown(decision: &str) -> String {
    format!("`{decision}` was not among the choices")
}
