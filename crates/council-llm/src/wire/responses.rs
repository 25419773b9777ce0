//! OpenAI's Responses.

use serde_json::{Value, json};

use super::{
    Letter, ModelQuestion, PartialAnswer, StopReason, Usage, count, count_or_zero, error, text,
    without,
};
use crate::failure::{Failure, FailureKind};

pub(super) fn letter(model: &str, question: &ModelQuestion<'_>) -> Letter {
    let mut body = json!({
        "model": model,
        "max_output_tokens": question.most_tokens,
        "stream": true,
        "store": false,
        "prompt_cache_key": question.cache_key,
        "instructions": question.instructions,
        "input": [{"role": "user", "content": [
            {"type": "input_text", "text": question.packet},
            {"type": "input_text", "text": question.own()},
        ]}],
    });
    if let (Some(schema), Some(body)) = (question.schema, body.as_object_mut()) {
        let schema = without(schema, &["maxLength", "minLength"]);
        let format =
            json!({"type": "json_schema", "name": "reply", "strict": true, "schema": schema});
        body.insert("text".to_owned(), json!({"format": format}));
    }
    Letter {
        path: "/responses".to_owned(),
        headers: Vec::new(),
        body: body.to_string(),
        beginning: None,
    }
}

pub(super) fn hear(heard: &mut PartialAnswer, event: &Value) -> Result<(), Failure> {
    heard.belongs_to(event.pointer("/response/id").and_then(Value::as_str))?;
    match text(event, "/type") {
        "response.output_text.delta" => heard.text.push_str(text(event, "/delta")),
        "response.refusal.delta" | "response.refusal.done" => {
            heard.stopped(StopReason::Failed(FailureKind::Refused, String::new()));
        }
        "response.output_item.added" if text(event, "/item/type").ends_with("_call") => {
            heard.stopped(StopReason::Failed(
                FailureKind::ToolUse,
                text(event, "/item/name").to_owned(),
            ));
        }
        "response.completed" => {
            ended(heard, event);
            heard.stopped(StopReason::Done);
        }
        "response.incomplete" => {
            ended(heard, event);
            heard.stopped(match text(event, "/response/incomplete_details/reason") {
                "max_output_tokens" => StopReason::Failed(FailureKind::Truncated, String::new()),
                "content_filter" => StopReason::Failed(FailureKind::Filtered, String::new()),
                other => StopReason::Failed(FailureKind::UnknownStop, other.to_owned()),
            });
        }
        "response.failed" => {
            let said = text(event, "/response/error/message");
            return Err(error(text(event, "/response/error/code"), said));
        }
        "error" => return Err(error(text(event, "/code"), text(event, "/message"))),
        // Items and parts that begin and end.
        _ => {}
    }
    Ok(())
}

fn ended(heard: &mut PartialAnswer, event: &Value) {
    heard.is_over = true;
    heard.model = event.pointer("/response/model").and_then(Value::as_str).map(str::to_owned);
    heard.usage = event.pointer("/response/usage").and_then(spent);
}

fn spent(usage: &Value) -> Option<Usage> {
    let cache_read = count_or_zero(usage, "/input_tokens_details/cached_tokens")?;
    Some(Usage {
        fresh: count(usage, "/input_tokens")?.saturating_sub(cache_read),
        cache_read,
        cache_written: 0,
        output: count(usage, "/output_tokens")?,
    })
}
