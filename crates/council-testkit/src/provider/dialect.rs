//! What each wire format looks like when all is well, and in which words it says that something is not.

use serde_json::{Value, json};

/// A wire format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// Anthropic's Messages.
    Anthropic,
    /// The chat API that OpenAI began.
    Chat,
    /// OpenAI's Responses.
    Responses,
    /// Google's Gemini.
    Gemini,
}

/// Why a model stops, in whatever words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Done,
    Length,
    Refusal,
    Tool,
    Unknown,
}

/// What is said about tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tokens {
    Said,
    /// Said by a server that caches, where its dialect can tell.
    Cached {
        fresh: u32,
        read: u32,
        written: u32,
    },
    Missing,
    Negative,
    Huge,
}

impl Dialect {
    /// Every wire format.
    pub const ALL: [Dialect; 4] =
        [Dialect::Anthropic, Dialect::Chat, Dialect::Responses, Dialect::Gemini];

    /// Returns the word that settings use for it.
    pub fn word(self) -> &'static str {
        match self {
            Dialect::Anthropic => "anthropic",
            Dialect::Chat => "chat",
            Dialect::Responses => "responses",
            Dialect::Gemini => "gemini",
        }
    }

    /// Returns an answer as it streams, event by event; the last one says that it is complete.
    pub(super) fn events(self, text: &str, ending: Ending, tokens: Tokens) -> Vec<String> {
        let half = text.char_indices().nth(text.chars().count() / 2).map_or(0, |(at, _)| at);
        let (first, second) = text.split_at(half);
        let values = match self {
            Dialect::Anthropic => anthropic(first, second, ending, tokens),
            Dialect::Chat => chat(first, second, ending, tokens),
            Dialect::Responses => responses(first, second, ending, tokens),
            Dialect::Gemini => gemini(first, second, ending, tokens),
        };
        let name = |value: &Value| match self {
            Dialect::Anthropic | Dialect::Responses => {
                format!("event: {}\n", value["type"].as_str().unwrap_or_default())
            }
            Dialect::Chat | Dialect::Gemini => String::new(),
        };
        let mut events: Vec<String> =
            values.iter().map(|value| format!("{}data: {value}\n\n", name(value))).collect();
        if self == Dialect::Chat {
            events.push("data: [DONE]\n\n".to_owned());
        }
        events
    }

    /// Returns the call of a tool, event by event.
    pub(super) fn tool_call(self, text: &str) -> Vec<String> {
        let call: Value = serde_json::from_str(text).unwrap_or_default();
        let part = |key: &str| call.get(key).cloned().unwrap_or_default();
        let (name, input) = (part("tool"), part("input"));
        let values = match self {
            Dialect::Anthropic => vec![
                json!({"type": "message_start", "message": {
                    "id": "msg_1", "type": "message", "role": "assistant", "model": "stand-in", "content": [],
                    "usage": {"input_tokens": 1, "output_tokens": 1},
                }}),
                json!({"type": "content_block_start", "index": 0,
                    "content_block": {"type": "tool_use", "id": "toolu_1", "name": name, "input": {}}}),
                json!({"type": "content_block_delta", "index": 0,
                    "delta": {"type": "input_json_delta", "partial_json": input.to_string()}}),
                json!({"type": "content_block_stop", "index": 0}),
                json!({"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 1}}),
                json!({"type": "message_stop"}),
            ],
            Dialect::Responses => vec![
                json!({"type": "response.created", "response": {"id": "resp_1"}}),
                json!({"type": "response.output_item.done", "item": {"type": "function_call", "id": "item_1",
                    "call_id": "call_1", "name": name, "arguments": input.to_string()}}),
                json!({"type": "response.completed", "response": {"id": "resp_1", "model": "stand-in",
                    "usage": {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}}}),
            ],
            Dialect::Gemini => vec![json!({
                "responseId": "gem_1", "modelVersion": "stand-in",
                "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1},
                "candidates": [{"content": {"role": "model", "parts": [{"functionCall": {"name": name, "args": input}}]},
                    "finishReason": "STOP"}],
            })],
            Dialect::Chat => Vec::new(),
        };
        let event = |value: &Value| match self {
            Dialect::Anthropic | Dialect::Responses => {
                format!("event: {}\ndata: {value}\n\n", value["type"].as_str().unwrap_or_default())
            }
            Dialect::Chat | Dialect::Gemini => format!("data: {value}\n\n"),
        };
        values.iter().map(event).collect()
    }

    /// Returns an error that comes inside of an answer.
    pub(super) fn error_event(self) -> String {
        let said = match self {
            Dialect::Anthropic => {
                json!({"type": "error", "error": {"type": "overloaded_error", "message": "busy"}})
            }
            Dialect::Chat => json!({"error": {"type": "server_error", "message": "busy"}}),
            Dialect::Responses => {
                json!({"type": "error", "code": "server_error", "message": "busy"})
            }
            Dialect::Gemini => json!({"error": {"status": "UNAVAILABLE", "message": "busy"}}),
        };
        format!("data: {said}\n\n")
    }

    /// Returns an event of somebody else's answer.
    pub(super) fn strange_event(self) -> String {
        let said = match self {
            Dialect::Anthropic => json!({"type": "message_start", "message": {"id": "other"}}),
            Dialect::Chat => json!({"id": "other", "choices": [{"delta": {"content": "x"}}]}),
            Dialect::Responses => json!({"type": "response.created", "response": {"id": "other"}}),
            Dialect::Gemini => json!({"responseId": "other", "candidates": []}),
        };
        format!("data: {said}\n\n")
    }
}

fn count(tokens: Tokens, said: u64) -> Option<Value> {
    match tokens {
        Tokens::Said | Tokens::Cached { .. } => Some(said.into()),
        Tokens::Missing => None,
        Tokens::Negative => Some((-5).into()),
        Tokens::Huge => Some(u64::MAX.into()),
    }
}

fn anthropic(first: &str, second: &str, ending: Ending, tokens: Tokens) -> Vec<Value> {
    let read = count(tokens, 100);
    let usage = match tokens {
        Tokens::Cached { fresh, read, written } => Some(json!({
            "input_tokens": fresh, "cache_read_input_tokens": read,
            "cache_creation_input_tokens": written, "output_tokens": 1,
        })),
        Tokens::Said | Tokens::Missing | Tokens::Negative | Tokens::Huge => read.map(
            |read| json!({"input_tokens": read, "cache_read_input_tokens": 900, "output_tokens": 1}),
        ),
    };
    let written = count(tokens, 50).map(|written| json!({"output_tokens": written}));
    let delta = |text: &str| json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}});
    let stop = match ending {
        Ending::Done => "end_turn",
        Ending::Length => "max_tokens",
        Ending::Refusal => "refusal",
        Ending::Tool => "tool_use",
        Ending::Unknown => "bored",
    };
    vec![
        json!({"type": "message_start", "message": {
            "id": "msg_1", "type": "message", "role": "assistant", "model": "stand-in", "content": [], "usage": usage,
        }}),
        json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
        json!({"type": "ping"}),
        delta(first),
        delta(second),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta", "delta": {"stop_reason": stop}, "usage": written}),
        json!({"type": "message_stop"}),
    ]
}

fn chat(first: &str, second: &str, ending: Ending, tokens: Tokens) -> Vec<Value> {
    let stop = match ending {
        Ending::Done => "stop",
        Ending::Length => "length",
        Ending::Refusal => "content_filter",
        Ending::Tool => "tool_calls",
        Ending::Unknown => "bored",
    };
    let usage = count(tokens, 1000).map(|read| {
        json!({"prompt_tokens": read, "completion_tokens": 50, "prompt_tokens_details": {"cached_tokens": 900}})
    });
    let chunk = |delta: Value, stop: Option<&str>| json!({"id": "chat_1", "model": "stand-in", "choices": [{"index": 0, "delta": delta, "finish_reason": stop}]});
    vec![
        chunk(json!({"role": "assistant", "content": ""}), None),
        chunk(json!({"content": first}), None),
        chunk(json!({"content": second}), None),
        chunk(json!({}), Some(stop)),
        json!({"id": "chat_1", "model": "stand-in", "choices": [], "usage": usage}),
    ]
}

fn responses(first: &str, second: &str, ending: Ending, tokens: Tokens) -> Vec<Value> {
    let usage = count(tokens, 1000).map(|read| {
        json!({
            "input_tokens": read, "output_tokens": 50, "total_tokens": 1050,
            "input_tokens_details": {"cached_tokens": 900},
        })
    });
    let delta = |text: &str| json!({"type": "response.output_text.delta", "delta": text});
    let ended = |kind: &str, details: Value| {
        json!({"type": kind, "response": {
            "id": "resp_1", "model": "stand-in", "usage": usage, "incomplete_details": details,
        }})
    };
    let mut events = vec![
        json!({"type": "response.created", "response": {"id": "resp_1"}}),
        delta(first),
        delta(second),
    ];
    match ending {
        Ending::Refusal => events.push(json!({"type": "response.refusal.done", "refusal": "no"})),
        Ending::Tool => events.push(
            json!({"type": "response.output_item.added", "item": {"type": "function_call", "name": "shell"}}),
        ),
        Ending::Done => events.push(json!({"type": "response.output_item.done", "item": {
            "type": "message", "id": "item_1", "role": "assistant",
            "content": [{"type": "output_text", "text": format!("{first}{second}")}],
        }})),
        Ending::Length | Ending::Unknown => {}
    }
    events.push(match ending {
        Ending::Done | Ending::Refusal | Ending::Tool => ended("response.completed", Value::Null),
        Ending::Length => ended("response.incomplete", json!({"reason": "max_output_tokens"})),
        Ending::Unknown => ended("response.incomplete", json!({"reason": "bored"})),
    });
    events
}

fn gemini(first: &str, second: &str, ending: Ending, tokens: Tokens) -> Vec<Value> {
    let stop = match ending {
        Ending::Done => "STOP",
        Ending::Length => "MAX_TOKENS",
        Ending::Refusal => "SAFETY",
        Ending::Tool => "UNEXPECTED_TOOL_CALL",
        Ending::Unknown => "BORED",
    };
    let usage = count(tokens, 1000).map(|read| {
        json!({"promptTokenCount": read, "candidatesTokenCount": 50, "cachedContentTokenCount": 900})
    });
    let part = |text: &str| json!({"role": "model", "parts": [{"text": text}]});
    vec![
        json!({"responseId": "gem_1", "candidates": [{"content": part(first)}]}),
        json!({
            "responseId": "gem_1", "modelVersion": "stand-in", "usageMetadata": usage,
            "candidates": [{"content": part(second), "finishReason": stop}],
        }),
    ]
}
