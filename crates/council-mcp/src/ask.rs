//! Asks the person at a client to decide, in each of the ways that the protocol has had.

use std::time::Duration;

use rmcp::{
    ErrorData,
    model::{
        CallToolRequestParams, CallToolResponse, ElicitRequest, ElicitResult, InputRequest,
        InputRequests, InputRequiredResult, ProtocolVersion, SealOptions,
    },
};
use serde::{Deserialize, Serialize};

use crate::{
    arguments::DecideArguments,
    commands::{CommandResult, Order},
    decide::{self, DecisionQuestion},
    form::Filled,
    server::{Context, McpServer, result},
};

/// The name of the form in a request and its response.
const FORM: &str = "decision";

/// How long a form may lie on somebody's screen.
const OPEN: Duration = Duration::from_hours(24);

/// The code of a command for which an approval is needed and there is none.
pub(crate) const APPROVAL_NEEDED: u8 = 11;

/// What is sealed while a form is open: what it is about, and the hash of what is shown.
#[derive(Debug, Serialize, Deserialize)]
struct Sealed {
    arguments: DecideArguments,
    shown: String,
}

/// How a client can show a form.
enum Way {
    /// The call ends with the form, and comes again with what was filled in.
    Again,
    /// The server asks the client while the call is open.
    Meanwhile,
    /// Not at all.
    Nowhere,
}

impl McpServer {
    /// Shows a form and records what the person says. What changed while the form was open is not decided on.
    pub(crate) async fn decide(
        &self,
        arguments: DecideArguments,
        request: &CallToolRequestParams,
        context: &Context,
    ) -> Result<CallToolResponse, ErrorData> {
        if let Some(why) = self.commands.refuses_decisions() {
            let hint = "a person decides with `council decide` at a terminal";
            return Ok(
                result(&CommandResult::refused("decide", APPROVAL_NEEDED, &why, &[hint])).into()
            );
        }
        let order = Self::order(context);
        let question = match self.question(&arguments, &order).await {
            Ok(question) => question,
            Err(ran) => return Ok(result(&ran).into()),
        };
        let filled = match (&request.request_state, way(context)) {
            (Some(sealed), _) => self.came_back(sealed, &arguments, &question, request, &order),
            (None, Way::Again) => return self.ends_with(arguments, &question, &order),
            (None, Way::Meanwhile) => self.asks(&arguments, &question, context, &order).await,
            (None, Way::Nowhere) => Err(CommandResult::refused(
                "decide",
                APPROVAL_NEEDED,
                "this client shows no forms, so nobody was asked",
                &[&format!("a person decides with `{}` at a terminal", question.command())],
            )),
        };
        let ran = match filled {
            Ok(Filled::In(answers)) => match question.words(&answers) {
                Ok(Some(words)) => self.run(Order { words, ..order }).await,
                Ok(None) => undecided("the person leaves it open", &question),
                Err(why) => undecided(&why, &question),
            },
            Ok(Filled::Not(why)) => undecided(why, &question),
            Err(ran) => ran,
        };
        Ok(result(&ran).into())
    }

    async fn question(
        &self,
        arguments: &DecideArguments,
        order: &Order,
    ) -> Result<DecisionQuestion, CommandResult> {
        let (commands, arguments, order) =
            (self.commands.clone(), arguments.clone(), order.clone());
        let made =
            tokio::task::spawn_blocking(move || decide::question(&*commands, &arguments, &order));
        let broken =
            |_| Err(CommandResult::refused("decide", 3, "the question could not be made", &[]));
        made.await.unwrap_or_else(broken)
    }

    /// Ends the call with the form.
    fn ends_with(
        &self,
        arguments: DecideArguments,
        question: &DecisionQuestion,
        order: &Order,
    ) -> Result<CallToolResponse, ErrorData> {
        let failed = |why: &str| ErrorData::internal_error(why.to_owned(), None);
        let form = question.form.request().ok_or_else(|| failed("the form cannot be written"))?;
        let sealed = Sealed { arguments, shown: question.form.hash() };
        let options = SealOptions::new().associated_data(order.via.as_bytes()).ttl(OPEN);
        let state = self.codec.seal_json_with(&sealed, &options);
        let state = state.map_err(|error| failed(&error.to_string()))?;
        let mut requests = InputRequests::new();
        requests.insert(FORM.to_owned(), InputRequest::Elicitation(ElicitRequest::new(form)));
        Ok(InputRequiredResult::new(Some(requests), Some(state)).into())
    }

    /// Reads what came back with a call that comes again.
    fn came_back(
        &self,
        sealed: &str,
        arguments: &DecideArguments,
        question: &DecisionQuestion,
        request: &CallToolRequestParams,
        order: &Order,
    ) -> Result<Filled, CommandResult> {
        let opened: Result<Sealed, _> = self.codec.open_json_with(sealed, order.via.as_bytes());
        let sealed = opened.map_err(|error| {
            let why = format!("what came back is not to a form of this server: {error}");
            undecided(&why, question)
        })?;
        if sealed.arguments != *arguments || sealed.shown != question.form.hash() {
            return Err(changed(question));
        }
        let responses = request.input_responses.as_ref();
        let answer = responses.and_then(|all| all.get(FORM)).cloned();
        let answer = answer.and_then(|value| serde_json::from_value::<ElicitResult>(value).ok());
        let answer = answer.ok_or_else(|| undecided("no filled form came back", question))?;
        Ok(Filled::read(&answer.action, answer.content.as_ref()))
    }

    /// Asks the client while the call is open, and looks afterwards whether what was shown still is what it is about.
    async fn asks(
        &self,
        arguments: &DecideArguments,
        question: &DecisionQuestion,
        context: &Context,
        order: &Order,
    ) -> Result<Filled, CommandResult> {
        let broken = || undecided("the form cannot be written", question);
        let form = question.form.request().ok_or_else(broken)?;
        let answer = context.peer.create_elicitation(form).await.map_err(|error| {
            undecided(&format!("the client could not show the form: {error}"), question)
        })?;
        let now = self.question(arguments, order).await?;
        if now.form.hash() != question.form.hash() {
            return Err(changed(question));
        }
        Ok(Filled::read(&answer.action, answer.content.as_ref()))
    }
}

fn way(context: &Context) -> Way {
    let elicitation = context.client_capabilities().and_then(|all| all.elicitation);
    // Before there were two kinds of it, only forms were meant.
    let shows_forms = elicitation.is_some_and(|kinds| kinds.form.is_some() || kinds.url.is_none());
    let is_stateless =
        context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
    match (shows_forms, is_stateless) {
        (false, _) => Way::Nowhere,
        (true, true) => Way::Again,
        (true, false) => Way::Meanwhile,
    }
}

fn undecided(why: &str, question: &DecisionQuestion) -> CommandResult {
    let hint =
        format!("nothing was recorded; a person can also decide with `{}`", question.command());
    CommandResult::refused("decide", APPROVAL_NEEDED, why, &[&hint])
}

fn changed(question: &DecisionQuestion) -> CommandResult {
    undecided("what the form showed has changed since: call `decide` again", question)
}
