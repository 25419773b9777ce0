//! Journals: whatever is read was written like that, byte for byte, and one change hides nothing before it.
#![no_main]

use council_store::session::{JournalRead, Tail, parse, render};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u32, u8, &str)| {
    let (at, change, text) = input;
    holds(text.as_bytes());

    let entries: Vec<&str> = text.lines().collect();
    let mut bytes = render(entries.iter().copied());
    let whole = holds(&bytes);
    assert_eq!((whole.lines.len(), whole.tail), (entries.len(), Tail::Clean));
    let Some(at) = (at as usize).checked_rem(bytes.len()) else { return };
    if change == 0 {
        bytes.truncate(at);
        holds(&bytes);
        return;
    }
    bytes[at] ^= change;
    let changed = holds(&bytes);
    let before = bytes[..at].iter().filter(|byte| **byte == b'\n').count();
    assert!(changed.lines.len() >= before.min(entries.len()));
    assert_ne!(changed.tail, Tail::Clean);
});

/// Reads a journal and holds it against the one way to write it.
fn holds(bytes: &[u8]) -> JournalRead {
    let read = parse(bytes);
    let kept = &bytes[..usize::try_from(read.kept).expect("a journal in memory")];
    let written = render(read.lines.iter().map(|line| line.entry.as_str()));
    // The last newline may be missing.
    assert_eq!(kept.strip_suffix(b"\n").unwrap_or(kept), written.strip_suffix(b"\n").unwrap_or(&written));
    assert_eq!(parse(kept).lines, read.lines);
    read
}
