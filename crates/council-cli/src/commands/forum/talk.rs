//! The forum at a terminal: messages and commands, one line at a time, until something is decided or somebody leaves.
//!
//! Only a command decides, and it is bound to the summary that was shown here: where another round was held meanwhile, its
//! hash is stale and nothing is recorded.

use std::fmt::Write as _;

use council::{
    core::{
        forum::{Digest, Discussion, RoundChoice, RoundStatus, TrimmedLine},
        ident::ProjectName,
    },
    drill,
    formats::report::clean,
    forum::{
        self, ForumDecideRequest, ForumFolder, ForumProgress, ForumRequest, RoundRequest,
        Unfinished,
    },
};

use super::{ended, held, unheld};
use crate::{
    commands::{
        Output,
        decide::forum::{preview, record},
    },
    error::CommandError,
    exit::Exit,
    form::{self, Entered},
    printer::Printer,
    settings::Settings,
};

/// What can be typed, what follows it, and what it does.
const COMMANDS: [(&str, &str, &str); 8] = [
    ("/approve", "", "approve the majority position of the round above and hand it off"),
    ("/redirect", "WORDS", "change the proposal, and discuss these words instead"),
    ("/decide", "WORDS", "decide alone, and hand these words off"),
    ("/points", "A | B", "discuss the latest message again, read as these points"),
    ("/open", "", "keep the discussion open"),
    ("/show", "", "show the summary of the latest round again"),
    ("/help", "", "say all this"),
    ("/quit", "", "leave; what was said stays"),
];

/// What somebody typed.
#[derive(Debug, PartialEq, Eq)]
enum Typed {
    /// Something to discuss.
    Message(String),
    /// A decision, whose words may still be missing.
    Decision(RoundChoice),
    /// The latest message makes other points than those it was read as.
    Points(Vec<String>),
    /// The latest summary is wanted again.
    Show,
    /// Help is wanted.
    Help,
    /// Somebody leaves.
    Quit,
    /// Something that looks like a command and is none.
    Unknown(String),
    /// Nothing.
    Nothing,
}

impl Typed {
    fn read(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let words = || rest.trim().to_owned();
        match word {
            "" => Self::Nothing,
            "/approve" => Self::Decision(RoundChoice::Approve),
            "/redirect" => Self::Decision(RoundChoice::Redirect(words())),
            "/decide" => Self::Decision(RoundChoice::Unilateral(words())),
            "/open" => Self::Decision(RoundChoice::Open),
            "/points" => {
                let points = rest.split('|').map(str::trim).filter(|point| !point.is_empty());
                Self::Points(points.map(str::to_owned).collect())
            }
            "/show" => Self::Show,
            "/help" => Self::Help,
            "/quit" => Self::Quit,
            _ if word.starts_with('/') => Self::Unknown(word.to_owned()),
            _ => Self::Message(line.to_owned()),
        }
    }
}

/// What becomes of the conversation after a line.
enum Then {
    /// It goes on.
    On,
    /// It is over, and this is how.
    Over(Output),
}

/// A conversation.
struct Talk<'a> {
    request: RoundRequest,
    settings: &'a Settings,
    printer: Printer,
    /// Who decides, once somebody has said so.
    by: Option<TrimmedLine>,
    /// The hash of the summary that was shown here last.
    shown: Option<(u32, Digest)>,
    /// Whether a majority holds something in it that can be approved.
    can_approve: bool,
    /// What was typed in this process, latest first.
    typed: Vec<String>,
}

/// Holds a conversation. A message that was given is discussed first, and a round that was cut off goes on.
pub(super) fn run(
    request: RoundRequest,
    by: Option<TrimmedLine>,
    settings: &Settings,
) -> Result<Output, CommandError> {
    let printer = Printer::new(settings);
    let (shown, can_approve, typed) = (None, false, Vec::new());
    let mut talk = Talk { request, settings, printer, by, shown, can_approve, typed };
    if let Some(over) = talk.begin()? {
        return Ok(over);
    }
    loop {
        let earlier = talk.earlier()?;
        let line = match form::line("council>", HINT, suggestions(earlier))? {
            Entered::Line(line) => line,
            Entered::Left => return talk.leave(),
            Entered::Interrupted => return Ok(Output::Stopped),
        };
        if let Then::Over(output) = talk.take(&line)? {
            return Ok(output);
        }
    }
}

const HINT: &str = "enter sends, ↓ and tab bring back what was said, /help says more";

impl Talk<'_> {
    /// Discusses what was given, goes on with what was cut off, or shows where the discussion is.
    fn begin(&mut self) -> Result<Option<Output>, CommandError> {
        let room = match ForumFolder::find(&self.settings.repo()?, self.project()) {
            Ok(room) => room,
            Err(error) => return ended("forum", self.project(), error).map(Some),
        };
        let begun = match forum::begun(&self.settings.repo()?, &room) {
            Ok(begun) => begun.filter(|_| self.request.unfinished == Unfinished::GoOn),
            Err(error) => return ended("forum", self.project(), error).map(Some),
        };
        if let Some(message) = &begun {
            self.printer.note(&format!("a round was interrupted and goes on: {message}"));
        }
        if self.request.message.is_some() || begun.is_some() || room.redirected().is_some() {
            return Ok(match self.discuss(self.request.message.clone())? {
                Then::On => None,
                Then::Over(output) => Some(output),
            });
        }
        if room.discussion.latest().is_some_and(|held| held.closing().is_none()) {
            self.show(&room.discussion);
        } else {
            self.printer.note("nothing is on the table; say what is to be discussed");
        }
        Ok(None)
    }

    fn project(&self) -> &ProjectName {
        &self.request.project
    }

    fn take(&mut self, line: &str) -> Result<Then, CommandError> {
        match Typed::read(line) {
            Typed::Nothing => Ok(Then::On),
            Typed::Help => {
                for line in help().lines() {
                    self.printer.told(line);
                }
                Ok(Then::On)
            }
            Typed::Unknown(word) => {
                self.printer.note(&format!("there is no `{word}`; `/help` lists what there is"));
                Ok(Then::On)
            }
            Typed::Show => {
                if let Ok(room) = ForumFolder::find(&self.settings.repo()?, self.project()) {
                    self.show(&room.discussion);
                }
                Ok(Then::On)
            }
            Typed::Points(points) => self.read_as(points),
            Typed::Quit => Ok(Then::Over(self.leave()?)),
            Typed::Decision(choice) => self.decide(choice),
            Typed::Message(message) => {
                self.typed.insert(0, message.clone());
                self.discuss(Some(message))
            }
        }
    }

    /// Discusses the latest message again, read as other points.
    fn read_as(&mut self, points: Vec<String>) -> Result<Then, CommandError> {
        let room = ForumFolder::find(&self.settings.repo()?, self.project()).ok();
        let latest = room.as_ref().and_then(|room| room.discussion.latest());
        let Some(message) = latest.map(|held| held.summary().message().text().to_owned()) else {
            self.printer.note("no message was discussed yet");
            return Ok(Then::On);
        };
        if points.is_empty() {
            self.printer.note("name the points: `/points the first | the second`");
            return Ok(Then::On);
        }
        self.request.points = points;
        let then = self.discuss(Some(message));
        self.request.points.clear();
        then
    }

    /// Holds a round and shows its page.
    fn discuss(&mut self, message: Option<String>) -> Result<Then, CommandError> {
        let request = RoundRequest { message, ..self.request.clone() };
        // Only what was interrupted before is given up, not what this conversation begins.
        self.request.unfinished = Unfinished::GoOn;
        match held(&request, self.settings)? {
            Ok(ForumProgress::Round(round)) => {
                let mut report = forum::round_report(&round);
                drill::mark(&mut report, &round.stand_ins, request.drill);
                // Here the ways on are commands of the conversation.
                report.next.clear();
                self.print(&report.into());
                self.note_shown(&round.discussion);
                Ok(Then::On)
            }
            Ok(
                held @ (ForumProgress::Aborted { .. }
                | ForumProgress::Waiting { .. }
                | ForumProgress::Interrupted { .. }),
            ) => Ok(Then::Over(unheld("forum", &held))),
            Err(error) => {
                let refused = ended("forum", self.project(), error)?;
                self.print(&refused);
                Ok(Then::On)
            }
        }
    }

    /// Records a decision about the round that was shown, after a yes.
    fn decide(&mut self, choice: RoundChoice) -> Result<Then, CommandError> {
        let Some((round, hash)) = self.shown.clone() else {
            self.printer.note("no round was shown that could be decided; send a message first");
            return Ok(Then::On);
        };
        if choice == RoundChoice::Approve && !self.can_approve {
            self.printer.note(
                "nobody holds a position that could be approved; `/decide WORDS` decides alone",
            );
            return Ok(Then::On);
        }
        let by = match &self.by {
            Some(by) => by.clone(),
            None => match form::words("Who decides?", None)? {
                Some(name) => super::named(name.as_str())?,
                None => return Ok(Then::On),
            },
        };
        self.by = Some(by.clone());
        let Some(choice) = worded(choice)? else { return Ok(Then::On) };
        let room = ForumFolder::find(&self.settings.repo()?, self.project()).ok();
        let latest = room.as_ref().and_then(|room| room.discussion.latest());
        if let Some(held) = latest.filter(|held| *held.summary().digest() == hash) {
            preview(&self.printer, held.summary(), &choice, &by);
        }
        if form::agrees("Record this decision?")? != Some(true) {
            self.printer.note("nothing was recorded");
            return Ok(Then::On);
        }
        let project = self.project().clone();
        let closes = choice.closes();
        let redirected = choice.words().filter(|_| !closes).map(str::to_owned);
        let asked = ForumDecideRequest { project, round: Some(round), hash, by, choice };
        let output = record(&asked, self.settings)?;
        if !is_recorded(&output) {
            self.print(&output);
            return Ok(Then::On);
        }
        if closes {
            return Ok(Then::Over(output));
        }
        self.print(&output);
        self.shown = None;
        match redirected {
            Some(words) => self.discuss(Some(words)),
            None => Ok(Then::On),
        }
    }

    /// Shows the latest page, to which decisions are then bound.
    fn show(&mut self, discussion: &Discussion) {
        let Some(page) = forum::shown(discussion) else {
            self.printer.note("no round was held yet");
            return;
        };
        form::show(&self.printer, &page);
        self.note_shown(discussion);
    }

    fn note_shown(&mut self, discussion: &Discussion) {
        let latest = discussion.latest().filter(|held| held.decision().is_none());
        self.shown = latest.map(|held| (held.summary().number(), held.summary().digest().clone()));
        self.can_approve = latest.is_some_and(|held| held.summary().has_position());
        let is_ready = latest.is_some_and(|held| held.summary().status() == RoundStatus::Ready);
        if is_ready {
            self.printer.note("`/approve` hands the majority position off; nothing else does");
        }
    }

    /// Returns what was said before, latest first: in this process, then in the discussion.
    fn earlier(&self) -> Result<Vec<String>, CommandError> {
        let mut all = self.typed.clone();
        if let Ok(room) = ForumFolder::find(&self.settings.repo()?, self.project()) {
            let held = room.discussion.held().iter().rev();
            let messages =
                held.map(|held| clean::line(held.summary().message().text()).into_owned());
            for message in messages {
                if !all.contains(&message) {
                    all.push(message);
                }
            }
        }
        Ok(all)
    }

    /// Ends the conversation with what the gate says.
    fn leave(&self) -> Result<Output, CommandError> {
        let request = ForumRequest { project: self.project().clone() };
        match forum::review(&self.settings.repo()?, &request) {
            Ok(review) => Ok(forum::report(&review).into()),
            Err(error) => ended("forum", self.project(), error),
        }
    }

    fn print(&self, output: &Output) {
        let _: Exit = self.printer.output(output);
    }
}

/// Tells whether a decision stands.
fn is_recorded(output: &Output) -> bool {
    match output {
        Output::Reports(reports) => reports.iter().all(|report| report.outcome.exit_code() == 0),
        Output::Interrupted(_)
        | Output::Stopped
        | Output::Abandoned
        | Output::Text(_)
        | Output::Apart { .. } => false,
    }
}

/// Asks for the words of a decision that came without; nothing where the form was left.
fn worded(choice: RoundChoice) -> form::Answer<RoundChoice> {
    let ask = |question: &str, words: String| -> form::Answer<String> {
        if words.is_empty() {
            return Ok(form::words(question, None)?.map(|words| words.to_string()));
        }
        Ok(Some(words))
    };
    Ok(match choice {
        RoundChoice::Redirect(words) => {
            ask("What is the new proposal?", words)?.map(RoundChoice::Redirect)
        }
        RoundChoice::Unilateral(words) => {
            ask("What do you decide?", words)?.map(RoundChoice::Unilateral)
        }
        RoundChoice::Approve | RoundChoice::Open => Some(choice),
    })
}

/// Returns what may follow what is typed: commands after a slash, else what was said before.
fn suggestions(earlier: Vec<String>) -> impl Fn(&str) -> Vec<String> + Clone + Send {
    move |typed: &str| {
        if typed.starts_with('/') {
            let commands = COMMANDS.iter().map(|(word, ..)| (*word).to_owned());
            return commands.filter(|word| word.starts_with(typed) && word != typed).collect();
        }
        let typed = typed.trim().to_lowercase();
        let fits = |message: &&String| {
            let message = message.to_lowercase();
            message.starts_with(&typed) && message != typed
        };
        earlier.iter().filter(fits).cloned().collect()
    }
}

fn help() -> String {
    let mut text = "Whatever you type is discussed; a round begins with it.\n".to_owned();
    for (word, rest, does) in COMMANDS {
        let _ = writeln!(text, "  {:<18} {does}", format!("{word} {rest}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_command_decides_and_words_never_do() {
        assert_eq!(Typed::read(" /approve "), Typed::Decision(RoundChoice::Approve));
        assert_eq!(
            Typed::read("/redirect  to a pilot "),
            Typed::Decision(RoundChoice::Redirect("to a pilot".to_owned()))
        );
        for words in ["approve", "I approve.", "approved", "please /approve", "yes", "ok /open"] {
            assert_eq!(Typed::read(words), Typed::Message(words.to_owned()));
        }
        for none in ["/approved", "/APPROVE", "//approve", "/yes"] {
            assert_eq!(Typed::read(none), Typed::Unknown(none.to_owned()));
        }
    }

    #[test]
    fn what_was_said_comes_back_by_its_beginning_and_commands_by_their_slash() {
        let suggest = suggestions(vec!["Ship it".to_owned(), "Wait".to_owned()]);
        assert_eq!(suggest(""), ["Ship it", "Wait"]);
        assert_eq!(suggest("sh"), ["Ship it"]);
        assert_eq!(suggest("/de"), ["/decide"]);
        assert!(suggest("/quit").is_empty());
    }

    #[test]
    fn every_command_is_helped_with() {
        for (word, ..) in COMMANDS {
            assert!(help().contains(word));
            assert_ne!(Typed::read(word), Typed::Unknown(word.to_owned()));
        }
    }
}
