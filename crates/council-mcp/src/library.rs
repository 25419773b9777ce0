//! What a client can read and be told: sessions, bundles, rules and schemas as resources, and prompts.

use council::{review, show};
use rmcp::{
    ErrorData,
    model::{
        GetPromptResult, Prompt, PromptArgument, PromptMessage, Resource, ResourceContents,
        ResourceTemplate, Role,
    },
};
use serde_json::{Map, Value};

use crate::commands::{CommandWords, Commands, Order};

/// The most sessions that are listed; the rest is found by name.
const MOST: usize = 50;

const JSON: &str = "application/json";

/// Lists the resources: what there always is, and the newest sessions.
pub(crate) fn resources(commands: &dyn Commands) -> Vec<Resource> {
    let mut all = vec![
        Resource::new("council://sessions", "sessions")
            .with_description("Every session of this repository")
            .with_mime_type(JSON),
        Resource::new("council://rules", "rules")
            .with_description("The offline rules, with how sure each one is")
            .with_mime_type(JSON),
    ];
    let rows = commands.repo().ok().and_then(|repo| show::list(&repo, commands.today()).ok());
    all.extend(rows.into_iter().flatten().take(MOST).map(|row| {
        Resource::new(format!("council://session/{}", row.id), row.id.clone())
            .with_description(row.headline)
            .with_mime_type(JSON)
    }));
    all
}

/// Lists the shapes of the names of resources.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let template = |uri: &str, name: &str, about: &str| {
        ResourceTemplate::new(uri, name).with_description(about).with_mime_type(JSON)
    };
    vec![
        template("council://session/{id}", "session", "A session with its findings and verdict"),
        template("council://session/{id}/bundle", "bundle", "The evidence bundle of a session"),
        template("council://rule/{name}", "rule", "The manual page of a rule"),
        template("council://schema/{command}", "schema", "The schema of what a command prints"),
    ]
}

/// Reads a resource.
pub(crate) fn read(
    commands: &dyn Commands,
    uri: &str,
    order: &Order,
) -> Result<ResourceContents, ErrorData> {
    let unknown = || ErrorData::resource_not_found(format!("there is no resource `{uri}`"), None);
    let run = |words: CommandWords| {
        let ran = commands.run(&Order { words: words.line(), ..order.clone() });
        if ran.exit_code == 0 { Ok(ran.report.to_string()) } else { Err(unknown()) }
    };
    let name = uri.strip_prefix("council://").ok_or_else(unknown)?;
    let parts: Vec<&str> = name.split('/').collect();
    let text = match parts.as_slice() {
        ["sessions"] => run(CommandWords::of("show"))?,
        ["rules"] => run(CommandWords::of("rules"))?,
        ["session", id] => run(CommandWords::of("show").place(Some(id)))?,
        ["session", id, "bundle"] => {
            let repo = commands.repo().map_err(|_| unknown())?;
            let files = review::find(&repo, id).map_err(|_| unknown())?;
            repo.read(files.bundle()).map_err(|_| unknown())?
        }
        ["rule", rule] => run(CommandWords::of("explain").place(Some(rule)))?,
        ["schema", command] => {
            let command = command.replace('-', " ");
            commands.schema(&command).ok_or_else(unknown)?.to_string()
        }
        _ => return Err(unknown()),
    };
    Ok(ResourceContents::text(text, uri).with_mime_type(JSON))
}

/// Lists the prompts.
pub(crate) fn prompts() -> Vec<Prompt> {
    let argument = |name: &str, about: &str| {
        PromptArgument::new(name).with_description(about).with_required(true)
    };
    vec![
        Prompt::new(
            "review-spec",
            Some("Review a specification with a council of your own sub-agents"),
            Some(vec![argument("path", "The specification, a file or folder")]),
        ),
        Prompt::new(
            "settle-findings",
            Some("Go through what is open in a session: repair the text, or let a person decide"),
            Some(vec![argument("session", "The session, or `latest`")]),
        ),
    ]
}

/// Returns a prompt with its argument filled in.
pub(crate) fn prompt(
    name: &str,
    arguments: Option<&Map<String, Value>>,
) -> Result<GetPromptResult, ErrorData> {
    let given = |key: &str| {
        let value = arguments.and_then(|all| all.get(key)).and_then(Value::as_str);
        value.ok_or_else(|| ErrorData::invalid_params(format!("`{key}` is missing"), None))
    };
    let text = match name {
        "review-spec" => format!(
            "Review the specification `{}` with the council server.\n\n\
             1. Call `lint` on it. Tell me what is a blocker or major, with line and quote; repair nothing yet.\n\
             2. Call `review_start` with that path, `seats: \"host\"` and `brief: true`.\n\
             3. For each of `asks` start a fresh sub-agent that is told only this: call `review_status` of the session with \
             your seat, answer its prompt by its schema, hand the answer in with `answer` and the question_hash. No sub-agent \
             may see what another answers.\n\
             4. Repeat for the asks that come back until there are none.\n\
             5. Tell me the verdict and the open findings in the report's own words. Decide nothing for me.",
            given("path")?
        ),
        "settle-findings" => format!(
            "Go through the session `{}` of the council server with me.\n\n\
             1. Call `explain` with `verdict: true` for it and tell me what decided it.\n\
             2. For each open finding of weight propose the smallest change of the document that removes it, and make it only \
             after I say yes.\n\
             3. What I want to leave as it is goes through `decide`, which shows me a form. Never answer for me.\n\
             4. At the end run a new review and `diff`.",
            given("session")?
        ),
        other => {
            return Err(ErrorData::invalid_params(format!("there is no prompt `{other}`"), None));
        }
    };
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]))
}
