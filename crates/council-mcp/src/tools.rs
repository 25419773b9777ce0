//! The tools: what they are called, what they take and give, and the command line each one is.

use std::{path::Path, sync::Arc};

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::{
    arguments::{
        AnswerArguments, DecideArguments, DepthArgument, DiffArguments, ExplainArguments,
        FlowArgument, GateArgument, GateArguments, LintArguments, SeatsArgument, StartArguments,
        StatusArguments,
    },
    commands::{CommandWords, Commands},
    status::Status,
};

/// Lists the tools.
pub(crate) fn all(commands: &dyn Commands) -> Vec<Tool> {
    let reads = || ToolAnnotations::new().read_only(true).open_world(false);
    let writes = || ToolAnnotations::new().read_only(false).destructive(false).open_world(false);
    vec![
        tool::<LintArguments>(
            "lint",
            "Check specifications with the offline rules, in milliseconds. A blocker or major finding (exit_code 2) should be \
             repaired in the document before anything is planned or built from it; minor findings are advice. Each finding \
             has a quote, a line and a fix.",
            report_of(commands, &["lint"]),
            reads(),
        ),
        tool::<StartArguments>(
            "review_start",
            "Begin a review of a specification, or go on with one. With `seats: \"host\"` the questions for the seats come \
             back in `asks`: give each to a fresh sub-agent that sees nothing but its prompt, and hand its answer in with \
             `answer`. The evidence check, the votes and the verdict are made here. The session survives restarts.",
            schema::<Status>(),
            // With models in the seats text goes to their providers.
            writes().open_world(true),
        ),
        tool::<StatusArguments>(
            "review_status",
            "Say how far a session is: running, waiting for answers (with the questions), or stopped, with its report. \
             Without a session all sessions are listed.",
            schema::<Status>(),
            reads(),
        ),
        tool::<AnswerArguments>(
            "answer",
            "Hand in the answer of a sub-agent to one of `asks`. Quotes are checked against the documents; what cannot be read \
             is refused and nothing is recorded. When the last answer of a round is there the session goes on by itself and \
             the next questions come back.",
            schema::<Status>(),
            writes(),
        ),
        tool::<ExplainArguments>(
            "explain",
            "Explain a finding, a rule, or with `verdict` what decided a session and the fewest facts that would change it.",
            report_of(commands, &["explain"]),
            reads(),
        ),
        tool::<DiffArguments>(
            "diff",
            "Compare two sessions: which findings are new, open, fixed or back again.",
            report_of(commands, &["diff"]),
            reads(),
        ),
        tool::<GateArguments>(
            "gate",
            "Ask whether the work may go on, from the recorded files. exit_code 0: yes. 2: a human must look. 11: a human has \
             to approve first; nothing you do can replace that.",
            report_of(commands, &["gate stage", "gate handoff", "gate rereview", "gate forum"]),
            reads(),
        ),
        tool::<DecideArguments>(
            "decide",
            "Ask the person at this client to decide, in a form that only they fill in. You say what it is about; you cannot \
             say what is decided. A form that is declined or closed decides nothing.",
            report_of(commands, &["decide", "gate rereview"]),
            writes(),
        ),
    ]
}

fn tool<A: JsonSchema>(
    name: &'static str,
    description: &'static str,
    output: JsonObject,
    annotations: ToolAnnotations,
) -> Tool {
    Tool::new(name, description, Arc::new(schema::<A>()))
        .with_raw_output_schema(Arc::new(output))
        .with_annotations(annotations)
}

/// Returns the schema of a type, as an object.
pub(crate) fn schema<T: JsonSchema>() -> JsonObject {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    match generator.into_root_schema_for::<T>().to_value() {
        Value::Object(schema) => schema,
        _ => Map::new(),
    }
}

/// Returns the schema of a result that holds the report of one of these commands, or of a failure.
fn report_of(commands: &dyn Commands, of: &[&str]) -> JsonObject {
    let mut defs = Map::new();
    let mut ways = Vec::new();
    for name in of.iter().copied().chain(["error"]) {
        let Some(Value::Object(mut schema)) = commands.schema(name) else { continue };
        if let Some(Value::Object(own)) = schema.remove("$defs") {
            defs.extend(own);
        }
        schema.remove("$schema");
        ways.push(Value::Object(schema));
    }
    let root = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "exit_code": { "type": "integer", "description": "How the command ended, as its process would." },
            "report": { "type": "object", "anyOf": ways, "description": "What the command printed." },
        },
        "required": ["exit_code", "report"],
        "$defs": defs,
    });
    match root {
        Value::Object(root) => root,
        _ => Map::new(),
    }
}

/// Returns the command line of `lint`, and what it reads.
pub(crate) fn lint(
    arguments: &LintArguments,
    root: &Path,
) -> Result<(Vec<String>, String), String> {
    if let Some(text) = &arguments.text {
        return Ok((CommandWords::of("lint").place(Some("-")).line(), text.clone()));
    }
    let mut words = CommandWords::of("lint");
    for path in &arguments.paths {
        words = words.place(Some(inside(path, root)?));
    }
    Ok((words.line(), String::new()))
}

/// Refuses a path that is not in the repository: an agent has no business elsewhere here.
fn inside<'a>(path: &'a str, root: &Path) -> Result<&'a str, String> {
    let given = Path::new(path);
    let leaves = given.components().any(|part| part == std::path::Component::ParentDir);
    let is_elsewhere = given.is_absolute() && !given.starts_with(root);
    if path.is_empty() || path == "-" || leaves || is_elsewhere {
        return Err(format!(
            "`{path}` is not a path in this repository; give it relative to the repository's root"
        ));
    }
    Ok(path)
}

/// Returns the command line that begins or goes on with a session, and the session where its name is known before.
pub(crate) fn start(arguments: &StartArguments) -> Result<(Vec<String>, Option<String>), String> {
    if let Some(session) = &arguments.session {
        return Ok((resume(session), Some(session.clone())));
    }
    let reviewer = match arguments.seats {
        SeatsArgument::Settled => None,
        SeatsArgument::Host => Some("host"),
        SeatsArgument::Rules => Some("rules"),
    };
    let project = arguments.project.as_deref();
    let needed = |what: &str, given: Option<&str>| match given {
        Some(given) => Ok(given.to_owned()),
        None => Err(format!("`{what}` is missing")),
    };
    let words = |command: &str| CommandWords::of(command).option("reviewer", reviewer);
    match arguments.flow {
        FlowArgument::Council => {
            let path = needed("path", arguments.path.as_deref())?;
            let depth = arguments.depth.map(DepthArgument::word);
            Ok((words("review").option("depth", depth).place(Some(&path)).line(), None))
        }
        FlowArgument::Panel => {
            let project = needed("project", project)?;
            let words = words("panel").option("project", Some(&project));
            Ok((words.place(arguments.path.as_deref()).line(), Some(project)))
        }
        FlowArgument::Forum => {
            let project = needed("project", project)?;
            let words = words("forum").option("project", Some(&project)).flag("once");
            let words = words.option("packet", arguments.path.as_deref());
            let message = arguments.message.as_deref().filter(|message| *message != "-");
            Ok((words.place(message).line(), Some(project)))
        }
    }
}

/// Returns the command line that goes on with a session.
pub(crate) fn resume(session: &str) -> Vec<String> {
    CommandWords::of("resume").place(Some(session)).line()
}

/// Returns the command line that shows a session, or lists all.
pub(crate) fn show(session: Option<&str>) -> Vec<String> {
    CommandWords::of("show").place(session).line()
}

/// Returns the command line that hands an answer in.
pub(crate) fn answer(arguments: &AnswerArguments, client: &str) -> Vec<String> {
    CommandWords::of("answer")
        .option("seat", Some(&arguments.seat))
        .option("question", Some(&arguments.question_hash))
        .option("file", Some("-"))
        .option("agent", Some(client))
        .place(Some(&arguments.session))
        .line()
}

/// Returns the command line of `explain`.
pub(crate) fn explain(arguments: &ExplainArguments) -> Vec<String> {
    let words = CommandWords::of("explain").option("session", arguments.session.as_deref());
    let words = if arguments.verdict { words.flag("verdict") } else { words };
    words.place(arguments.what.as_deref()).line()
}

/// Returns the command line of `diff`.
pub(crate) fn diff(arguments: &DiffArguments) -> Vec<String> {
    CommandWords::of("diff").place(arguments.from.as_deref()).place(arguments.to.as_deref()).line()
}

/// Returns the command line of a gate.
pub(crate) fn gate(arguments: &GateArguments) -> Vec<String> {
    let stage = arguments.stage.as_deref().filter(|_| arguments.gate == GateArgument::Stage);
    CommandWords::of(&format!("gate {}", arguments.gate.word()))
        .option("stage", stage)
        .place(Some(&arguments.of))
        .line()
}
