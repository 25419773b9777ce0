//! Bytes from a file to text that a reader may look at: one size limit, one encoding, one line ending.

use council_core::diagnostic::{Diagnostic, Place};

/// The largest file that is read.
pub const LARGEST: usize = 4 * 1024 * 1024;

/// Turns a file's bytes into text: at most 4 MiB of UTF-8 without NUL; a byte order mark is dropped, and CRLF or
/// a lone CR becomes LF: what one reader takes for a line must be a line for all of them.
pub fn text(path: &str, bytes: &[u8]) -> Result<String, Diagnostic> {
    let place = Place::file(path);
    if bytes.len() > LARGEST {
        let message =
            format!("the file has {} bytes, more than the limit of {LARGEST}", bytes.len());
        return Err(Diagnostic::error("too-large", place, message).help("split the file"));
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(Diagnostic::error("not-utf8", place, "the file is UTF-16, expected UTF-8")
            .help("save it as UTF-8"));
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let line = line_at(bytes, error.valid_up_to());
            let message = "invalid UTF-8, expected text";
            return Err(
                Diagnostic::error("not-utf8", place.at(line), message).help("save it as UTF-8")
            );
        }
    };
    if let Some(at) = text.find('\0') {
        let line = line_at(bytes, at);
        return Err(Diagnostic::error("nul-byte", place.at(line), "a NUL byte, expected text"));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.contains('\r') {
        return Ok(text.to_owned());
    }
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// Returns the line of a byte offset, from 1.
fn line_at(bytes: &[u8], offset: usize) -> u32 {
    let newlines = bytes.iter().take(offset).filter(|byte| **byte == b'\n').count();
    u32::try_from(newlines).unwrap_or(u32::MAX).saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_and_carriage_returns_are_folded_away() {
        assert_eq!(text("a.md", b"\xef\xbb\xbfa\r\nb\r\n").unwrap(), "a\nb\n");
        assert_eq!(text("a.md", b"a\rb\r\rc").unwrap(), "a\nb\n\nc");
    }

    #[test]
    fn bad_bytes_are_refused_with_their_line() {
        let error = text("a.md", b"ok\nok\n\xff").unwrap_err();
        assert_eq!((error.code, error.place.line), ("not-utf8", Some(3)));
        assert_eq!(text("a.md", b"a\0").unwrap_err().code, "nul-byte");
        assert_eq!(text("a.md", b"\xff\xfea\0").unwrap_err().code, "not-utf8");
    }

    #[test]
    fn a_file_over_the_limit_is_refused() {
        assert_eq!(text("a.md", &vec![b'a'; LARGEST + 1]).unwrap_err().code, "too-large");
        assert!(text("a.md", &vec![b'a'; LARGEST]).is_ok());
    }
}
