//! The chat API that OpenAI began and vLLM, llama.cpp, Ollama, LM Studio, OpenRouter, Azure and others speak.

use serde_json::{Value, json};

use super::{
    Letter, ModelQuestion, PartialAnswer, StopReason, Usage, count, count_or_zero, error, text,
};
use crate::failure::{Failure, FailureKind};

pub(super) fn letter(model: &str, question: &ModelQuestion<'_>) -> Letter {
    let mut body = json!({
        "model": model,
        "max_tokens": question.most_tokens,
        "stream": true,
        "stream_options": {"include_usage": true},
        "messages": [
            {"role": "system", "content": question.instructions},
            {"role": "user", "content": format!("{}\n{}", question.packet, question.own())},
        ],
    });
    if let (Some(schema), Some(body)) = (question.schema, body.as_object_mut()) {
        let named = json!({"name": "reply", "strict": true, "schema": schema});
        body.insert(
            "response_format".to_owned(),
            json!({"type": "json_schema", "json_schema": named}),
        );
    }
    Letter {
        path: "/chat/completions".to_owned(),
        headers: Vec::new(),
        body: body.to_string(),
        beginning: None,
    }
}

pub(super) fn hear(heard: &mut PartialAnswer, event: &Value) -> Result<(), Failure> {
    if let Some(said) = event.get("error") {
        let kind = match text(said, "/code") {
            "" => text(said, "/type"),
            code => code,
        };
        return Err(error(kind, text(said, "/message")));
    }
    heard.belongs_to(event.get("id").and_then(Value::as_str))?;
    if let Some(model) = event.get("model").and_then(Value::as_str) {
        heard.model = Some(model.to_owned());
    }
    if let Some(usage) = event.get("usage").filter(|usage| usage.is_object()) {
        heard.usage = spent(usage);
    }
    heard.text.push_str(text(event, "/choices/0/delta/content"));
    if !text(event, "/choices/0/delta/refusal").is_empty() {
        heard.stopped(StopReason::Failed(FailureKind::Refused, String::new()));
    }
    match text(event, "/choices/0/finish_reason") {
        "" => {}
        "stop" => heard.stopped(StopReason::Done),
        "length" => heard.stopped(StopReason::Failed(FailureKind::Truncated, String::new())),
        "content_filter" => heard.stopped(StopReason::Failed(FailureKind::Filtered, String::new())),
        "tool_calls" | "function_call" => {
            heard.stopped(StopReason::Failed(FailureKind::ToolUse, String::new()));
        }
        other => heard.stopped(StopReason::Failed(FailureKind::UnknownStop, other.to_owned())),
    }
    Ok(())
}

fn spent(usage: &Value) -> Option<Usage> {
    let cache_read = count_or_zero(usage, "/prompt_tokens_details/cached_tokens")?;
    Some(Usage {
        fresh: count(usage, "/prompt_tokens")?.saturating_sub(cache_read),
        cache_read,
        cache_written: 0,
        output: count(usage, "/completion_tokens")?,
    })
}
