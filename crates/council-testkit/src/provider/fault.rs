//! The ways in which a provider goes wrong, as the bytes it sends.

use super::dialect::{Dialect, Ending, Tokens};

/// One way to go wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderFault {
    /// None: an answer as it should be.
    None,
    /// None either: an answer as it should be, after so many milliseconds.
    After(u64),
    /// None either: an answer as it should be, with what a cache did to its question.
    Cached {
        /// Tokens read anew.
        fresh: u32,
        /// Tokens found in the cache.
        read: u32,
        /// Tokens put into the cache.
        written: u32,
    },
    /// None either: the call of a tool; the text is `{"tool": NAME, "input": {…}}`.
    ToolCall,
    /// A status instead of an answer, with whatever it says about waiting.
    Status(u16, Option<&'static str>),
    /// An error inside of a stream that began well.
    ErrorEvent,
    /// The stream is cut after so many bytes.
    CutAfter(usize),
    /// The stream is cut inside of a character.
    CutInCharacter,
    /// Everything but the last event.
    NoFinalEvent,
    /// Every event twice.
    DuplicateEvents,
    /// One byte at a time, with a wait after each.
    Dribble,
    /// More bytes than anybody wants.
    TenMegabytes,
    /// Compressed, and a bomb.
    Gzip,
    /// A stream under another type.
    WrongType,
    /// A web page.
    Html,
    /// No body.
    EmptyBody,
    /// A good answer and then garbage.
    GarbageAfter,
    /// Garbage between the events.
    GarbageBetween,
    /// The way to another host.
    Redirect,
    /// Nothing, for long.
    Silence,
    /// Nothing about tokens.
    NoUsage,
    /// Fewer than no tokens.
    NegativeUsage,
    /// More tokens than there are.
    HugeUsage,
    /// The longest length was reached.
    MaxTokens,
    /// The model refuses.
    Refusal,
    /// The model wants a tool.
    ToolUse,
    /// The model stops for a reason nobody knows.
    UnknownStop,
    /// A good answer, and the connection is reset before it is closed.
    ResetAfter,
    /// The schema comes back.
    SchemaEchoed,
    /// Thoughts before the JSON.
    ThinkingFirst,
    /// Two JSON objects.
    TwoObjects,
    /// Success, and nothing said.
    EmptyAnswer,
    /// Part of another answer.
    AnotherId,
}

impl ProviderFault {
    /// Every way to go wrong, one of each sort.
    pub const ALL: [ProviderFault; 42] = [
        Self::Status(429, Some("2")),
        Self::Status(429, None),
        Self::Status(429, Some("99999999999999999999")),
        Self::Status(429, Some("86400")),
        Self::Status(500, None),
        Self::Status(502, None),
        Self::Status(503, Some("1")),
        Self::Status(504, None),
        Self::Status(529, None),
        Self::Status(400, None),
        Self::Status(401, None),
        Self::Status(402, None),
        Self::Status(403, None),
        Self::Status(404, None),
        Self::ErrorEvent,
        Self::CutAfter(1),
        Self::CutInCharacter,
        Self::NoFinalEvent,
        Self::DuplicateEvents,
        Self::Dribble,
        Self::TenMegabytes,
        Self::Gzip,
        Self::WrongType,
        Self::Html,
        Self::EmptyBody,
        Self::GarbageAfter,
        Self::GarbageBetween,
        Self::Redirect,
        Self::Silence,
        Self::NoUsage,
        Self::NegativeUsage,
        Self::HugeUsage,
        Self::MaxTokens,
        Self::Refusal,
        Self::ToolUse,
        Self::UnknownStop,
        Self::ResetAfter,
        Self::SchemaEchoed,
        Self::ThinkingFirst,
        Self::TwoObjects,
        Self::EmptyAnswer,
        Self::AnotherId,
    ];

    /// Returns the head and the body that are sent for a text.
    pub(super) fn bytes(self, dialect: Dialect, text: &str, elsewhere: &str) -> (String, Vec<u8>) {
        let stream = |events: Vec<String>| {
            (head(200, "text/event-stream", &[]), events.concat().into_bytes())
        };
        let good = || dialect.events(text, Ending::Done, Tokens::Said);
        let ended = |ending| stream(dialect.events(text, ending, Tokens::Said));
        let counted = |tokens| stream(dialect.events(text, Ending::Done, tokens));
        let said = |text: &str| stream(dialect.events(text, Ending::Done, Tokens::Said));
        match self {
            Self::None | Self::After(_) | Self::Dribble | Self::ResetAfter => stream(good()),
            Self::ToolCall => stream(dialect.tool_call(text)),
            Self::Cached { fresh, read, written } => {
                counted(Tokens::Cached { fresh, read, written })
            }
            Self::Status(status, wait) => {
                let wait = wait.map(|wait| ("retry-after", wait));
                let body =
                    r#"{"error": {"message": "not today, key sk-canary-of-faults", "type": "x"}}"#;
                (head(status, "application/json", wait.as_slice()), body.as_bytes().to_vec())
            }
            Self::ErrorEvent => {
                let mut events = good();
                events.insert(1, dialect.error_event());
                stream(events)
            }
            Self::CutAfter(bytes) => {
                let (head, mut body) = stream(good());
                body.truncate(bytes);
                (head, body)
            }
            Self::CutInCharacter => {
                let (head, mut body) = said("\u{20ac}\u{20ac}");
                let at = body.iter().position(|byte| *byte == 0xe2).unwrap_or(body.len());
                body.truncate(at + 1);
                (head, body)
            }
            Self::NoFinalEvent => {
                let mut events = good();
                events.pop();
                stream(events)
            }
            Self::DuplicateEvents => {
                stream(good().into_iter().flat_map(|event| [event.clone(), event]).collect())
            }
            Self::TenMegabytes => said(&"x".repeat(10 * 1024 * 1024)),
            Self::Gzip => {
                let head = head(200, "text/event-stream", &[("content-encoding", "gzip")]);
                (head, vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0])
            }
            Self::WrongType => (head(200, "application/json", &[]), good().concat().into_bytes()),
            Self::Html => (head(200, "text/html", &[]), b"<html><h1>Sign in</h1></html>".to_vec()),
            Self::EmptyBody => stream(Vec::new()),
            Self::GarbageAfter => {
                let mut events = good();
                events.push("data: }}}} not json\n\n\u{0}\u{1}".to_owned());
                stream(events)
            }
            Self::GarbageBetween => {
                let mut events = good();
                events.insert(1, "data: }}}} not json\n\n".to_owned());
                stream(events)
            }
            Self::Redirect => (head(307, "text/plain", &[("location", elsewhere)]), Vec::new()),
            Self::Silence => (String::new(), Vec::new()),
            Self::NoUsage => counted(Tokens::Missing),
            Self::NegativeUsage => counted(Tokens::Negative),
            Self::HugeUsage => counted(Tokens::Huge),
            Self::MaxTokens => ended(Ending::Length),
            Self::Refusal => ended(Ending::Refusal),
            Self::ToolUse => ended(Ending::Tool),
            Self::UnknownStop => ended(Ending::Unknown),
            Self::SchemaEchoed => said(r#"{"type": "object", "properties": {"findings": {}}}"#),
            Self::ThinkingFirst => said(&format!("<think>Is {{this}} fine?</think>\n{text}")),
            Self::TwoObjects => said(&format!("{text}\n{text}")),
            Self::EmptyAnswer => said(""),
            Self::AnotherId => {
                let mut events = good();
                events.insert(1, dialect.strange_event());
                stream(events)
            }
        }
    }
}

fn head(status: u16, kind: &str, more: &[(&str, &str)]) -> String {
    use std::fmt::Write as _;
    let mut head = format!("HTTP/1.1 {status} X\r\ncontent-type: {kind}\r\nconnection: close\r\n");
    for (name, value) in more {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    head.push_str("\r\n");
    head
}
