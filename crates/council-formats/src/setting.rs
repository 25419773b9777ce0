//! What the two settings files share: a line for what is wrong, and the key that was probably meant.

use council_core::{
    diagnostic::{Diagnostic, Place},
    spelling,
};
use serde::de::DeserializeOwned;

/// Reads a settings file.
pub(crate) fn read<T: DeserializeOwned>(path: &str, text: &str) -> Result<T, Diagnostic> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| line(text, span.start));
        let message = error.message().to_owned();
        let refused = Diagnostic::error("bad-setting", Place::file(path).at(line), message.clone());
        match meant(&message) {
            Some(meant) => refused.help(format!("did you mean `{meant}`?")),
            None => refused,
        }
    })
}

/// Returns the number of the line that a byte stands in.
pub(crate) fn line(text: &str, at: usize) -> u32 {
    let before = text.get(..at).unwrap_or_default();
    u32::try_from(before.matches('\n').count()).unwrap_or(u32::MAX).saturating_add(1)
}

/// Returns the known word nearest to the one that was refused: the first in backticks is refused, the others are known.
fn meant(message: &str) -> Option<&str> {
    let mut words = message.split('`').skip(1).step_by(2);
    let refused = words.next()?;
    spelling::nearest(refused, words)
}

/// Takes away the `#` of every setting in a template.
#[cfg(test)]
pub(crate) fn uncommented(template: &str) -> String {
    let bare = |line: &str| match line.strip_prefix("# ") {
        Some(setting) if setting.contains(" = ") || setting.starts_with('[') => {
            format!("{setting}\n")
        }
        _ => format!("{line}\n"),
    };
    template.lines().map(bare).collect()
}
