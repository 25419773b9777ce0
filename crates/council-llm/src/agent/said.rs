//! What agents print: each has its own way of saying its answer, what it used, and what went wrong.

use serde_json::Value;

use super::AgentKind;
use crate::{
    failure::{Failure, FailureKind},
    wire::{Usage, anthropic_usage},
};

/// Reads the answer of an agent that ended well. One that used a tool has looked at something else than the question, and
/// is not heard.
pub(super) fn read(kind: AgentKind, said: &str) -> Result<(String, Option<Usage>), Failure> {
    let (text, usage) = match kind {
        AgentKind::Claude => claude(&whole(said)?)?,
        AgentKind::Codex => codex(said)?,
        AgentKind::Gemini => gemini(&whole(said)?)?,
    };
    // One that claims to have read nothing is not believed.
    Ok((text, usage.filter(|usage| usage.total() > usage.output)))
}

/// Says why an agent failed, from what it printed: its own words for it, or else its last complaint.
pub(super) fn why(kind: AgentKind, said: &str, complaints: &str) -> String {
    let own = match kind {
        AgentKind::Claude | AgentKind::Codex => {
            let failure = read(kind, said).err();
            failure.filter(|one| one.kind == FailureKind::ServerError).map(|one| one.said)
        }
        // It says so in JSON where others complain.
        AgentKind::Gemini => complaints
            .match_indices("{\n")
            .filter_map(|(at, _)| serde_json::from_str::<Value>(complaints.get(at..)?).ok())
            .find_map(|value| value.pointer("/error/message")?.as_str().map(str::to_owned)),
    };
    let last = || complaints.lines().rev().find(|line| !line.trim().is_empty());
    own.filter(|own| !own.is_empty()).or_else(|| last().map(str::to_owned)).unwrap_or_default()
}

fn claude(value: &Value) -> Result<(String, Option<Usage>), Failure> {
    let text = text(value, "/result");
    if value.get("is_error").and_then(Value::as_bool) == Some(true) {
        return Err(Failure::new(FailureKind::ServerError, text));
    }
    let asked = value.pointer("/usage/server_tool_use").and_then(Value::as_object);
    if asked.is_some_and(|tools| tools.values().any(|count| count.as_u64() != Some(0))) {
        return Err(Failure::new(FailureKind::ToolUse, ""));
    }
    Ok((text, value.get("usage").and_then(|usage| anthropic_usage(usage, None))))
}

/// Reads events, one a line. What is neither an answer nor a thought nor a complaint is the use of a tool.
fn codex(said: &str) -> Result<(String, Option<Usage>), Failure> {
    let (mut answer, mut usage) = (String::new(), None);
    for line in said.lines().filter(|line| !line.trim().is_empty()) {
        let event = whole(line)?;
        match event.get("type").and_then(Value::as_str).unwrap_or_default() {
            "item.started" | "item.updated" | "item.completed" => {
                match event.pointer("/item/type").and_then(Value::as_str).unwrap_or_default() {
                    "agent_message" => answer = text(&event, "/item/text"),
                    "reasoning" | "error" => {}
                    tool => return Err(Failure::new(FailureKind::ToolUse, format!("`{tool}`"))),
                }
            }
            "turn.failed" => {
                return Err(Failure::new(FailureKind::ServerError, text(&event, "/error/message")));
            }
            "turn.completed" => usage = codex_usage(&event),
            _ => {}
        }
    }
    Ok((answer, usage))
}

fn codex_usage(event: &Value) -> Option<Usage> {
    let tokens = |name: &str| event.pointer(&format!("/usage/{name}")).and_then(Value::as_u64);
    let cache_read = tokens("cached_input_tokens").unwrap_or(0);
    Some(Usage {
        fresh: tokens("input_tokens")?.saturating_sub(cache_read),
        cache_read,
        cache_written: 0,
        output: tokens("output_tokens")?,
    })
}

fn gemini(value: &Value) -> Result<(String, Option<Usage>), Failure> {
    if value.get("error").is_some() {
        return Err(Failure::new(FailureKind::ServerError, text(value, "/error/message")));
    }
    let calls = value.pointer("/stats/tools/totalCalls");
    if calls.is_some_and(|calls| calls.as_u64() != Some(0)) {
        return Err(Failure::new(FailureKind::ToolUse, ""));
    }
    Ok((text(value, "/response"), gemini_usage(value)))
}

/// Sums over the models: it asks a small one which of the others to take.
fn gemini_usage(value: &Value) -> Option<Usage> {
    let models = value.pointer("/stats/models")?.as_object()?;
    let sum = |name: &str| {
        let tokens =
            models.values().map(|model| model.pointer(&format!("/tokens/{name}"))?.as_u64());
        tokens.map(Option::unwrap_or_default).fold(0, u64::saturating_add)
    };
    let cache_read = sum("cached");
    Some(Usage {
        fresh: sum("prompt").saturating_sub(cache_read),
        cache_read,
        cache_written: 0,
        output: sum("candidates").saturating_add(sum("thoughts")),
    })
}

fn whole(said: &str) -> Result<Value, Failure> {
    serde_json::from_str(said)
        .map_err(|error| Failure::new(FailureKind::Garbled, format!("not JSON: {error}")))
}

fn text(value: &Value, pointer: &str) -> String {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned()
}
