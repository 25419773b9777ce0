//! Files as an editor names them.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use gen_lsp_types::Uri;

/// Returns the file of a `file:` URI of this machine.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.0.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    if !rest.starts_with('/') {
        return None;
    }
    let decoded = decoded(rest)?;
    // `/C:/folder` is the drive `C:`.
    let is_drive = decoded.get(2..3) == Some(":") && cfg!(windows);
    let plain = if is_drive { decoded.get(1..).unwrap_or_default() } else { decoded.as_str() };
    Some(PathBuf::from(plain))
}

/// Returns the URI of a file.
pub(crate) fn of(path: &Path) -> Uri {
    let shown = path.to_string_lossy().replace('\\', "/");
    let mut uri = String::from(if shown.starts_with('/') { "file://" } else { "file:///" });
    for byte in shown.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    Uri(uri)
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let value = digit(rest.next())? * 16 + digit(rest.next())?;
        bytes.push(u8::try_from(value).ok()?);
    }
    let text = String::from_utf8(bytes).ok()?;
    (!text.contains('\0')).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_name_and_it_leads_back() {
        for path_of in ["/a/b.md", "/a b/ü%20#?.md"] {
            assert_eq!(path(&of(Path::new(path_of))), Some(PathBuf::from(path_of)));
        }
        for other in [
            "untitled:Untitled-1",
            "https://example.org/a.md",
            "file://host/a",
            "file:///%zz",
            "file:///a%00",
            "",
        ] {
            assert_eq!(path(&Uri(other.to_owned())), None, "{other}");
        }
    }
}
