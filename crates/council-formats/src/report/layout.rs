//! How JSON is laid out: on one line or indented, with nothing in its strings that acts on a terminal or a log.

use std::io::{self, Write};

use serde_json::ser::Formatter;

use super::clean;

/// Everything on one line.
pub(super) struct OneLineLayout;

impl Formatter for OneLineLayout {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        write_fragment(out, fragment)
    }
}

/// Every value on a line of its own, as `serde_json` indents them.
#[derive(Default)]
pub(super) struct Indented {
    depth: usize,
    /// Whether what was closed or written last stands in something that is not empty.
    has_value: bool,
}

impl Indented {
    fn open<W: ?Sized + Write>(&mut self, out: &mut W, mark: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.has_value = false;
        out.write_all(mark)
    }

    fn close<W: ?Sized + Write>(&mut self, out: &mut W, mark: &[u8]) -> io::Result<()> {
        self.depth = self.depth.saturating_sub(1);
        if self.has_value {
            self.begin_line(out)?;
        }
        out.write_all(mark)
    }

    fn part<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        self.begin_line(out)
    }

    fn begin_line<W: ?Sized + Write>(&self, out: &mut W) -> io::Result<()> {
        const SPACES: &[u8] = &[b' '; 64];
        out.write_all(b"\n")?;
        let mut left = self.depth * 2;
        while left > 0 {
            let some = SPACES.get(..left).unwrap_or(SPACES);
            out.write_all(some)?;
            left -= some.len();
        }
        Ok(())
    }
}

impl Formatter for Indented {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.part(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _out: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.part(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _out: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        write_fragment(out, fragment)
    }
}

/// Writes a piece of a string in which JSON itself has nothing to escape; what a terminal would not is escaped here, and
/// the value stays the same.
fn write_fragment<W: ?Sized + Write>(out: &mut W, fragment: &str) -> io::Result<()> {
    let mut command = clean::log_command(fragment);
    if command.is_none() && clean::is_printable(fragment) {
        return out.write_all(fragment.as_bytes());
    }
    for (at, c) in fragment.char_indices() {
        if command == Some(at) {
            out.write_all(b"\\u005b")?;
            let after = at + c.len_utf8();
            let next = clean::log_command(fragment.get(after..).unwrap_or_default());
            command = next.map(|next| after + next);
        } else if clean::is_hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
        } else {
            out.write_all(c.encode_utf8(&mut [0; 4]).as_bytes())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Serialize as _;
    use serde_json::{Serializer, Value, json};

    use super::*;

    fn written(value: &Value, formatter: impl Formatter) -> String {
        let mut out = Vec::new();
        value.serialize(&mut Serializer::with_formatter(&mut out, formatter)).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            "([a-c\"#\\[\\\\\n]|##vso\\[){0,8}".prop_map(Value::from),
            Just(json!(null))
        ];
        leaf.prop_recursive(4, 32, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("[a-z#]{0,3}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn json_is_indented_as_serde_json_does_it(value in values()) {
            let disarmed = |mut text: String| {
                while let Some(at) = clean::log_command(&text) {
                    text.replace_range(at..=at, "\\u005b");
                }
                text
            };
            prop_assert_eq!(written(&value, Indented::default()), disarmed(format!("{value:#}")));
            prop_assert_eq!(written(&value, OneLineLayout), disarmed(value.to_string()));
        }

        #[test]
        fn a_string_comes_back_and_nothing_in_it_acts(
            text in "\\PC*|[\\x00-\\x9f#\\[: ]*|(##|vso|\\[|é|\u{202e}){0,20}"
        ) {
            let line = written(&Value::from(text.as_str()), OneLineLayout);
            prop_assert!(!line.chars().any(clean::is_hidden));
            prop_assert!(!line.contains("##[") && !line.contains("##vso["));
            prop_assert_eq!(serde_json::from_str::<String>(&line).unwrap(), text);
        }
    }
}
