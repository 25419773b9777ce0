//! Server-sent events, read as bytes come in, in whatever pieces they come.

use crate::failure::{Failure, FailureKind};

/// The most bytes of one answer.
pub(crate) const LARGEST: usize = 4 * 1024 * 1024;

/// Takes bytes and gives the events that are complete.
#[derive(Debug, Default)]
pub(crate) struct Events {
    /// The line that is not complete yet.
    line: Vec<u8>,
    /// The data of the event that is not complete yet.
    data: String,
    /// The bytes taken so far.
    taken: usize,
}

impl Events {
    /// Takes bytes and returns the data of every event that they complete.
    ///
    /// Only `data` fields count: every wire format repeats the name of the event inside of it.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> Result<Vec<String>, Failure> {
        self.taken = self.taken.saturating_add(bytes.len());
        if self.taken > LARGEST {
            return Err(Failure::new(FailureKind::TooLarge, format!("more than {LARGEST} bytes")));
        }
        let mut events = Vec::new();
        for byte in bytes {
            if *byte != b'\n' {
                self.line.push(*byte);
                continue;
            }
            let line = std::mem::take(&mut self.line);
            let line = line.strip_suffix(b"\r").unwrap_or(&line);
            let line = std::str::from_utf8(line)
                .map_err(|_| Failure::new(FailureKind::Garbled, "an event is not UTF-8"))?;
            if line.is_empty() {
                if !self.data.is_empty() {
                    events.push(std::mem::take(&mut self.data));
                }
            } else if let Some(data) = line.strip_prefix("data:") {
                if !self.data.is_empty() {
                    self.data.push('\n');
                }
                self.data.push_str(data.strip_prefix(' ').unwrap_or(data));
            }
        }
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const STREAM: &str = ": hello\r\nevent: a\r\ndata: {\"a\":\ndata:1}\n\nid: 7\n\ndata: \u{e4}\u{20ac}\n\ndata: cut off";

    #[test]
    fn fields_that_carry_no_data_are_passed_over() {
        let events = Events::default().take(STREAM.as_bytes()).unwrap();
        assert_eq!(events, ["{\"a\":\n1}", "\u{e4}\u{20ac}"]);
    }

    #[test]
    fn a_line_that_never_ends_is_given_up() {
        let mut events = Events::default();
        let piece = vec![b'x'; LARGEST];
        assert_eq!(events.take(&piece), Ok(Vec::new()));
        assert_eq!(events.take(b"x").unwrap_err().kind, FailureKind::TooLarge);
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        assert_eq!(
            Events::default().take(b"data: \xc3\n\n").unwrap_err().kind,
            FailureKind::Garbled
        );
    }

    proptest! {
        #[test]
        fn it_does_not_matter_in_which_pieces_bytes_come(cuts in proptest::collection::vec(0..STREAM.len(), 0..6)) {
            let mut cuts = cuts;
            cuts.extend([0, STREAM.len()]);
            cuts.sort_unstable();
            let mut events = Events::default();
            let mut heard = Vec::new();
            for pair in cuts.windows(2) {
                heard.extend(events.take(&STREAM.as_bytes()[pair[0]..pair[1]]).unwrap());
            }
            prop_assert_eq!(heard, Events::default().take(STREAM.as_bytes()).unwrap());
        }
    }
}
