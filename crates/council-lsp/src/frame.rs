//! Messages on a pair of streams: a length, then JSON. Nothing a client says makes the server take more memory than a
//! message may have.

use std::io::{self, BufRead, ErrorKind, Read as _, Write};

use lsp_server::Message;

/// The longest message: a file of the largest size, every character of it escaped, and something around it.
pub(crate) const LONGEST: usize = 32 * 1024 * 1024;

/// The most bytes of the lines before a message.
const LONGEST_HEAD: u64 = 8 * 1024;

/// What a client sent.
#[derive(Debug)]
pub(crate) enum ClientMessage {
    /// A message.
    Message(Box<Message>),
    /// A message of the length it said, which is none of the protocol.
    Unreadable(String),
}

/// Reads the next message; nothing where the stream has ended. After an error nothing can be read any more, because nobody
/// knows where the next message begins.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Option<ClientMessage>> {
    let Some(length) = length(input)? else { return Ok(None) };
    let mut bytes = Vec::new();
    input.take(u64::try_from(length).unwrap_or(u64::MAX)).read_to_end(&mut bytes)?;
    if bytes.len() < length {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(match serde_json::from_slice(&bytes) {
        Ok(message) => ClientMessage::Message(Box::new(message)),
        Err(error) => ClientMessage::Unreadable(error.to_string()),
    }))
}

/// Writes a message.
pub(crate) fn write(output: &mut impl Write, message: &Message) -> io::Result<()> {
    message.write(output)
}

/// Reads the lines before a message, and returns its length.
fn length(input: &mut impl BufRead) -> io::Result<Option<usize>> {
    let mut head = input.take(LONGEST_HEAD);
    let mut length = None;
    let mut is_first = true;
    loop {
        let mut line = Vec::new();
        if head.read_until(b'\n', &mut line)? == 0 {
            let is_end = is_first && head.limit() > 0;
            return if is_end {
                Ok(None)
            } else {
                Err(malformed("the header of a message does not end"))
            };
        }
        is_first = false;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\r', '\n']);
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(malformed("a header of a message has no value"));
        };
        if name.eq_ignore_ascii_case("Content-Length") {
            length = value.trim().parse().ok();
        }
    }
    match length {
        Some(length) if length <= LONGEST => Ok(Some(length)),
        Some(_) => Err(malformed("a message is longer than 32 MiB")),
        None => Err(malformed("a message has no length")),
    }
}

fn malformed(what: &'static str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> io::Result<Option<ClientMessage>> {
        read(&mut io::BufReader::new(text.as_bytes()))
    }

    #[test]
    fn a_message_is_read_and_written() {
        let text = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let framed = format!("Content-Length: {}\r\n\r\n{text}", text.len());
        let Some(ClientMessage::Message(message)) = first(&framed).unwrap() else {
            panic!("no message")
        };
        let mut out = Vec::new();
        write(&mut out, &message).unwrap();
        assert!(String::from_utf8(out).unwrap().contains(r#""method":"exit""#));
        assert!(first("").unwrap().is_none());
    }

    #[test]
    fn what_a_client_says_of_lengths_is_not_believed() {
        for head in [
            "Content-Length: 99999999999999\r\n\r\n{}",
            "Content-Length: -1\r\n\r\n{}",
            "Content-Length: 3\r\n\r\n{}",
            "Content-Type: x\r\n\r\n{}",
            "nonsense\r\n\r\n",
            "Content-Length: 2",
        ] {
            assert!(first(head).is_err(), "{head}");
        }
        assert!(first(&"x".repeat(100_000)).is_err());
        assert!(first(&"Content-Length: 2\r\n".repeat(10_000)).is_err());
    }

    #[test]
    fn a_message_that_is_none_is_told_from_a_stream_that_is_broken() {
        for text in ["{}", "[1,2]", "null", "not json", r#"{"id":{}}"#] {
            let framed = format!("Content-Length: {}\r\n\r\n{text}", text.len());
            assert!(matches!(first(&framed), Ok(Some(ClientMessage::Unreadable(_)))), "{text}");
        }
        let deep = "[".repeat(100_000);
        let framed = format!("Content-Length: {}\r\n\r\n{deep}", deep.len());
        assert!(matches!(first(&framed), Ok(Some(ClientMessage::Unreadable(_)))));
    }
}
