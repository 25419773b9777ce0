//! The server: tool calls in, results out.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use council::{fence, formats::report::clean, review};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, GetPromptRequestParams,
        GetPromptResponse, Implementation, JsonObject, ListPromptsResult,
        ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
        ProgressNotificationParam, ReadResourceRequestParams, ReadResourceResponse,
        ReadResourceResult, RequestStateCodec, ServerCapabilities, ServerConfig, Tool,
    },
    service::RequestContext,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::{
    arguments::{AnswerArguments, StartArguments, StatusArguments},
    commands::{CommandResult, Commands, Order},
    jobs::{Job, Jobs, Progress},
    library,
    status::{AskFilter, ReviewState, Status},
    tools,
};

/// How long a tool waits for a session before it says that it runs; clients give up on a call after a minute or so.
const PATIENCE: Duration = Duration::from_secs(25);

/// The longest that a client may ask a tool to wait.
const LONGEST_WAIT: u64 = 600;

/// The most characters of a client's name.
const NAME: usize = 80;

const INSTRUCTIONS: &str = "Council reviews specifications before they are built. Run `lint` on a specification you wrote or \
    changed, and repair blockers and majors in it. For a review by several minds call `review_start` with `seats: \"host\"`: \
    each of `asks` goes to a fresh sub-agent, its answer comes back with `answer`. `gate` says whether the work may go on. \
    Decisions are a person's: `decide` shows them a form, and nothing else makes a decision.";

pub(crate) type Context = RequestContext<RoleServer>;

/// The server of one client.
#[derive(Clone)]
pub(crate) struct McpServer {
    pub(crate) commands: Arc<dyn Commands>,
    pub(crate) codec: Arc<RequestStateCodec>,
    jobs: Jobs,
    /// A session is written by one at a time, and the answers of several agents come at once.
    turn: Arc<Mutex<()>>,
}

impl McpServer {
    /// Makes a server over commands.
    pub(crate) fn new(commands: Arc<dyn Commands>) -> Self {
        // What it seals it opens itself, so nobody else has to know the key.
        let key = format!("{}{}", fence(), fence());
        let codec = Arc::new(RequestStateCodec::new_unchecked(key.into_bytes()));
        Self { commands, codec, jobs: Jobs::default(), turn: Arc::default() }
    }

    /// Returns what is under way.
    pub(crate) fn jobs(&self) -> Jobs {
        self.jobs.clone()
    }

    /// Returns an order of this client, without words.
    pub(crate) fn order(context: &Context) -> Order {
        let via = format!("council mcp, {}", client(context));
        Order { words: Vec::new(), input: String::new(), via, told: None }
    }

    /// Runs a command that takes no time to speak of.
    pub(crate) async fn run(&self, order: Order) -> CommandResult {
        let commands = self.commands.clone();
        let ran = tokio::task::spawn_blocking(move || commands.run(&order)).await;
        ran.unwrap_or_else(|_| CommandResult::refused("council", 3, "the command broke off", &[]))
    }

    async fn lint(&self, arguments: Option<JsonObject>, context: &Context) -> CallToolResult {
        let ready = self.commands.repo().and_then(|repo| {
            let arguments = read(arguments)?;
            tools::lint(&arguments, repo.root())
        });
        match ready {
            Ok((words, input)) => {
                let order = Order { words, input, ..Self::order(context) };
                result(&self.run(order).await)
            }
            Err(why) => result(&unusable("lint", &why)),
        }
    }

    async fn start(&self, arguments: StartArguments, context: &Context) -> CallToolResult {
        let (words, known) = match tools::start(&arguments) {
            Ok(ready) => ready,
            Err(why) => return result(&unusable("review", &why)),
        };
        let wanted = AskFilter { seat: None, brief: arguments.brief };
        let patience = patience(arguments.wait_seconds.map_or(PATIENCE, Duration::from_secs));
        status(&self.drive(words, known, wanted, patience, context).await)
    }

    /// Drives a session until it ends, waits for somebody or takes too long to wait for.
    async fn drive(
        &self,
        words: Vec<String>,
        known: Option<String>,
        wanted: AskFilter<'_>,
        patience: Duration,
        context: &Context,
    ) -> Status {
        let before = self.sessions();
        let job = self.jobs.start(&self.commands, Order { words, ..Self::order(context) });
        if let Some(session) = &known {
            self.jobs.name(session, &job);
        }
        let progress = wait(&job, patience, context).await;
        let session = known.or_else(|| self.sessions().difference(&before).last().cloned());
        if let Some(session) = &session {
            self.jobs.name(session, &job);
        }
        self.after(session, progress, wanted)
    }

    /// Returns how far a session is after a command that drives it.
    fn after(&self, session: Option<String>, progress: Progress, wanted: AskFilter<'_>) -> Status {
        let mut status = match (&session, self.commands.repo(), &progress.ran) {
            (Some(session), Ok(repo), Some(ran)) if ran.is_done() => {
                Status::at_rest(&repo, session, wanted)
            }
            (_, _, ran) => Status {
                state: match ran {
                    None => ReviewState::Running,
                    Some(ran) if ran.is_done() => ReviewState::Stopped,
                    Some(_) => ReviewState::Refused,
                },
                session,
                exit_code: None,
                progress: None,
                asks: Vec::new(),
                people: Vec::new(),
                next: Vec::new(),
                report: None,
            },
        };
        match progress.ran {
            None => {
                status.progress = Some(progress.line);
                status.next.push("ask again with `review_status` and `wait_seconds`".to_owned());
            }
            Some(ran) => {
                status.exit_code = Some(ran.exit_code);
                status.report = Some(ran.report);
            }
        }
        status
    }

    async fn status(&self, arguments: StatusArguments, context: &Context) -> CallToolResult {
        let order = Self::order(context);
        let Some(given) = arguments.session else {
            let ran = self.run(Order { words: tools::show(None), ..order }).await;
            let progress = Progress { ran: Some(ran), ..Progress::default() };
            return status(&self.after(None, progress, AskFilter::default()));
        };
        let wanted = AskFilter { seat: arguments.seat.as_deref(), brief: arguments.brief };
        let repo = match self.commands.repo() {
            Ok(repo) => repo,
            Err(why) => return result(&unusable("show", &why)),
        };
        let session = review::find(&repo, &given).map_or(given, |files| files.id());
        if let Some(job) = self.jobs.of(&session) {
            let most = patience(Duration::from_secs(arguments.wait_seconds.unwrap_or(0)));
            let progress = wait(&job, most, context).await;
            return status(&self.after(Some(session), progress, wanted));
        }
        let waiting = Status::at_rest(&repo, &session, wanted);
        if waiting.state == ReviewState::Waiting {
            return status(&waiting);
        }
        let ran = self.run(Order { words: tools::show(Some(&session)), ..order }).await;
        let progress = Progress { ran: Some(ran), ..Progress::default() };
        status(&self.after(Some(session), progress, wanted))
    }

    /// Hands an answer in; after the last one that was waited for the session goes on.
    async fn answer(&self, arguments: AnswerArguments, context: &Context) -> CallToolResult {
        let order = Self::order(context);
        let words = tools::answer(&arguments, &client(context));
        let input = match &arguments.answer {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let turn = self.turn.lock().await;
        let handed = self.run(Order { words, input, ..order }).await;
        let session = arguments.session;
        let wanted = AskFilter { seat: None, brief: arguments.brief };
        let repo = match self.commands.repo() {
            Ok(repo) => repo,
            Err(why) => return result(&unusable("answer", &why)),
        };
        let rest = Status::at_rest(&repo, &session, wanted);
        drop(turn);
        if handed.exit_code != 0 {
            let status =
                Status { exit_code: Some(handed.exit_code), report: Some(handed.report), ..rest };
            return structured(&Status { state: ReviewState::Refused, ..status }, true);
        }
        if rest.state == ReviewState::Waiting {
            let report = Some(handed.report);
            return status(&Status { exit_code: Some(0), report, ..rest });
        }
        let words = tools::resume(&session);
        status(&self.drive(words, Some(session), wanted, PATIENCE, context).await)
    }

    fn sessions(&self) -> BTreeSet<String> {
        let files = self.commands.repo().ok().and_then(|repo| repo.sessions().ok());
        files.into_iter().flatten().map(|files| files.id()).collect()
    }
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .build();
        let mut config = ServerConfig::new(capabilities);
        config.server_info = Implementation::new("council", env!("CARGO_PKG_VERSION"));
        config.instructions = Some(INSTRUCTIONS.to_owned());
        config
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all(&*self.commands)))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::all(&*self.commands).into_iter().find(|tool| tool.name == name)
    }

    async fn call_tool(
        &self,
        mut request: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.take();
        let order = |words: Vec<String>| Order { words, ..Self::order(&context) };
        let said = match request.name.as_ref() {
            "lint" => self.lint(arguments, &context).await,
            "review_start" => match read(arguments) {
                Ok(arguments) => self.start(arguments, &context).await,
                Err(why) => result(&unusable("review", &why)),
            },
            "review_status" => match read(arguments) {
                Ok(arguments) => self.status(arguments, &context).await,
                Err(why) => result(&unusable("show", &why)),
            },
            "answer" => match read(arguments) {
                Ok(arguments) => self.answer(arguments, &context).await,
                Err(why) => result(&unusable("answer", &why)),
            },
            "explain" => match read(arguments) {
                Ok(given) => result(&self.run(order(tools::explain(&given))).await),
                Err(why) => result(&unusable("explain", &why)),
            },
            "diff" => match read(arguments) {
                Ok(given) => result(&self.run(order(tools::diff(&given))).await),
                Err(why) => result(&unusable("diff", &why)),
            },
            "gate" => match read(arguments) {
                Ok(given) => result(&self.run(order(tools::gate(&given))).await),
                Err(why) => result(&unusable("gate", &why)),
            },
            "decide" => match read(arguments) {
                Ok(arguments) => return self.decide(arguments, &request, &context).await,
                Err(why) => result(&unusable("decide", &why)),
            },
            other => {
                return Err(ErrorData::invalid_params(format!("there is no tool `{other}`"), None));
            }
        };
        Ok(said.into())
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(library::resources(&*self.commands)))
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(library::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let order = Self::order(&context);
        let contents = library::read(&*self.commands, &request.uri, &order)?;
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(library::prompts()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        Ok(library::prompt(&request.name, request.arguments.as_ref())?.into())
    }
}

/// Waits for a command and tells the client how it goes, where it wants to know.
async fn wait(job: &Job, most: Duration, context: &Context) -> Progress {
    let token = context.meta.get_progress_token();
    let mut job = job.clone();
    let ended = async {
        loop {
            let progress = job.progress();
            if progress.ran.is_some() {
                return;
            }
            if let Some(token) = token.clone().filter(|_| progress.steps > 0) {
                let told = ProgressNotificationParam::new(token, f64::from(progress.steps));
                // A client that has left is noticed elsewhere.
                let _ = context.peer.notify_progress(told.with_message(progress.line)).await;
            }
            if !job.changes().await {
                return;
            }
        }
    };
    // Whether it has ended is in its progress.
    let _ = tokio::time::timeout(most, ended).await;
    job.progress()
}

fn patience(wanted: Duration) -> Duration {
    wanted.min(Duration::from_secs(LONGEST_WAIT))
}

/// Names the program at the other end, by what it calls itself.
pub(crate) fn client(context: &Context) -> String {
    let said = context.client_info().map(|info| format!("{} {}", info.name, info.version));
    let said = said.unwrap_or_default();
    let name: String = clean::line(said.trim()).chars().take(NAME).collect();
    if name.is_empty() { "a client without a name".to_owned() } else { name }
}

/// Reads the arguments of a tool.
fn read<T: DeserializeOwned>(arguments: Option<JsonObject>) -> Result<T, String> {
    let given = Value::Object(arguments.unwrap_or_default());
    serde_json::from_value(given).map_err(|error| error.to_string())
}

fn unusable(command: &'static str, why: &str) -> CommandResult {
    CommandResult::refused(command, 64, &format!("the arguments make no sense: {why}"), &[])
}

/// Returns the result of a command.
pub(crate) fn result(ran: &CommandResult) -> CallToolResult {
    let CommandResult { exit_code, report } = ran;
    structured(&json!({ "exit_code": exit_code, "report": report }), !ran.is_done())
}

fn status(status: &Status) -> CallToolResult {
    structured(status, status.state == ReviewState::Refused)
}

fn structured(said: &impl Serialize, is_error: bool) -> CallToolResult {
    let value = serde_json::to_value(said).unwrap_or_default();
    if is_error {
        CallToolResult::structured_error(value)
    } else {
        CallToolResult::structured(value)
    }
}
