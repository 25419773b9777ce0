//! Packets: any Markdown is a document, and any pair of files is a packet or a refusal.
#![no_main]

use council_formats::packet::{self, File};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    packet::markdown_prd("docs/prd.md", text);
    let (one, other) = text.split_once('\0').unwrap_or((text, ""));
    packet::spec_packet(&files([("spec.md", one), ("tasks.md", other)]));
    packet::prd_folder(&files([("00_meta.yaml", one), ("requirements/REQ-0001.yaml", other)]));
});

fn files<const N: usize>(files: [(&str, &str); N]) -> [File; N] {
    files.map(|(path, text)| (format!("packet/{path}"), text.to_owned()))
}
