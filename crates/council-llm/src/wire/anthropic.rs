//! Anthropic's Messages.

use serde_json::{Value, json};

use super::{
    Letter, ModelQuestion, PartialAnswer, StopReason, Usage, count, count_or_zero, error, text,
    without,
};
use crate::failure::{Failure, FailureKind};

pub(super) fn letter(model: &str, question: &ModelQuestion<'_>) -> Letter {
    // What stands before a mark is kept: the packet for all seats, the role for this seat's next rounds.
    let kept =
        |text: &str| json!({"type": "text", "text": text, "cache_control": {"type": "ephemeral"}});
    let mut content = vec![kept(question.packet)];
    if !question.role.is_empty() {
        content.push(kept(question.role));
    }
    content.push(json!({"type": "text", "text": question.question}));
    let mut body = json!({
        "model": model,
        "max_tokens": question.most_tokens,
        "stream": true,
        "system": [{"type": "text", "text": question.instructions}],
        "messages": [{"role": "user", "content": content}],
    });
    if let (Some(schema), Some(body)) = (question.schema, body.as_object_mut()) {
        let refused = ["maxLength", "minLength", "maxItems", "minimum", "maximum"];
        let format = json!({"type": "json_schema", "schema": without(schema, &refused)});
        body.insert("output_config".to_owned(), json!({"format": format}));
    }
    Letter {
        path: "/v1/messages".to_owned(),
        headers: vec![("anthropic-version", "2023-06-01")],
        body: body.to_string(),
        beginning: question.beginning(model),
    }
}

pub(super) fn hear(heard: &mut PartialAnswer, event: &Value) -> Result<(), Failure> {
    match text(event, "/type") {
        "message_start" => {
            let id = text(event, "/message/id");
            heard.belongs_to(Some(if id.is_empty() { "unnamed" } else { id }))?;
            heard.model = Some(text(event, "/message/model").to_owned());
            heard.usage = event.pointer("/message/usage").and_then(|usage| spent(usage, None));
        }
        "content_block_start" if text(event, "/content_block/type") == "tool_use" => {
            heard.stopped(StopReason::Failed(
                FailureKind::ToolUse,
                text(event, "/content_block/name").to_owned(),
            ));
        }
        "content_block_delta" if text(event, "/delta/type") == "text_delta" => {
            heard.text.push_str(text(event, "/delta/text"));
        }
        "message_delta" => {
            if let Some(usage) = event.pointer("/usage") {
                heard.usage = spent(usage, heard.usage);
            }
            match text(event, "/delta/stop_reason") {
                "" => {}
                "end_turn" | "stop_sequence" => heard.stopped(StopReason::Done),
                "max_tokens" | "model_context_window_exceeded" => {
                    heard.stopped(StopReason::Failed(FailureKind::Truncated, String::new()));
                }
                "refusal" => heard.stopped(StopReason::Failed(FailureKind::Refused, String::new())),
                "tool_use" => {
                    heard.stopped(StopReason::Failed(FailureKind::ToolUse, String::new()));
                }
                other => {
                    heard.stopped(StopReason::Failed(FailureKind::UnknownStop, other.to_owned()));
                }
            }
        }
        "message_stop" => heard.is_over = true,
        "error" => return Err(error(text(event, "/error/type"), text(event, "/error/message"))),
        // Pings, and blocks that begin and end.
        _ => {}
    }
    Ok(())
}

/// Reads what was spent. The end of an answer counts what was written, and some gateways only then what was read.
pub(crate) fn spent(usage: &Value, before: Option<Usage>) -> Option<Usage> {
    let before = before.unwrap_or_default();
    let or_before = |pointer, before: u64| {
        Some(Some(count_or_zero(usage, pointer)?).filter(|count| *count > 0).unwrap_or(before))
    };
    Some(Usage {
        fresh: or_before("/input_tokens", before.fresh)?,
        cache_read: or_before("/cache_read_input_tokens", before.cache_read)?,
        cache_written: or_before("/cache_creation_input_tokens", before.cache_written)?,
        output: count(usage, "/output_tokens")?,
    })
}
