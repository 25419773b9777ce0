//! Google's Gemini.

use serde_json::{Value, json};

use super::{
    Letter, ModelQuestion, PartialAnswer, StopReason, Usage, count, count_or_zero, error, text,
    without,
};
use crate::failure::{Failure, FailureKind};

pub(super) fn letter(model: &str, question: &ModelQuestion<'_>) -> Letter {
    let mut config = json!({"maxOutputTokens": question.most_tokens});
    if let (Some(schema), Some(config)) = (question.schema, config.as_object_mut()) {
        let schema = without(schema, &["maxLength", "minLength"]);
        config.insert("responseMimeType".to_owned(), json!("application/json"));
        config.insert("responseJsonSchema".to_owned(), schema);
    }
    let body = json!({
        "systemInstruction": {"parts": [{"text": question.instructions}]},
        "contents": [{"role": "user", "parts": [
            {"text": question.packet},
            {"text": question.own()},
        ]}],
        "generationConfig": config,
    });
    Letter {
        path: format!("/v1beta/models/{model}:streamGenerateContent?alt=sse"),
        headers: Vec::new(),
        body: body.to_string(),
        beginning: None,
    }
}

pub(super) fn hear(heard: &mut PartialAnswer, event: &Value) -> Result<(), Failure> {
    if let Some(said) = event.get("error") {
        return Err(error(text(said, "/status"), text(said, "/message")));
    }
    heard.belongs_to(event.get("responseId").and_then(Value::as_str))?;
    if let Some(model) = event.get("modelVersion").and_then(Value::as_str) {
        heard.model = Some(model.to_owned());
    }
    if let Some(usage) = event.get("usageMetadata") {
        heard.usage = spent(usage);
    }
    if !text(event, "/promptFeedback/blockReason").is_empty() {
        let reason = text(event, "/promptFeedback/blockReason").to_owned();
        heard.stopped(StopReason::Failed(FailureKind::Filtered, reason));
        heard.is_over = true;
    }
    let parts = event.pointer("/candidates/0/content/parts").and_then(Value::as_array);
    for part in parts.into_iter().flatten() {
        if part.get("functionCall").is_some() {
            heard.stopped(StopReason::Failed(
                FailureKind::ToolUse,
                text(part, "/functionCall/name").to_owned(),
            ));
        }
        let is_thought = part.get("thought").and_then(Value::as_bool).unwrap_or(false);
        if !is_thought {
            heard.text.push_str(text(part, "/text"));
        }
    }
    match text(event, "/candidates/0/finishReason") {
        "" => return Ok(()),
        "STOP" => heard.stopped(StopReason::Done),
        "MAX_TOKENS" => heard.stopped(StopReason::Failed(FailureKind::Truncated, String::new())),
        reason @ ("SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII") => {
            heard.stopped(StopReason::Failed(FailureKind::Filtered, reason.to_owned()));
        }
        "MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" => {
            heard.stopped(StopReason::Failed(FailureKind::ToolUse, String::new()));
        }
        other => heard.stopped(StopReason::Failed(FailureKind::UnknownStop, other.to_owned())),
    }
    heard.is_over = true;
    Ok(())
}

fn spent(usage: &Value) -> Option<Usage> {
    let cache_read = count_or_zero(usage, "/cachedContentTokenCount")?;
    let thought = count_or_zero(usage, "/thoughtsTokenCount")?;
    Some(Usage {
        fresh: count(usage, "/promptTokenCount")?.saturating_sub(cache_read),
        cache_read,
        cache_written: 0,
        output: count_or_zero(usage, "/candidatesTokenCount")?.saturating_add(thought),
    })
}
