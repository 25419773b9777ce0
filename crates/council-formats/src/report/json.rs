//! For programs: one JSON object with an envelope.
//!
//! The envelope comes first, then the command's own keys, then the signals and what to do next. What can be about any
//! number of things has the envelope of the whole and the objects of the parts under `reports`. A listing is one object
//! however many files were read: all findings are under `findings`, and what there is to say about each file is under
//! `files`. The types in `keys` are the shapes.

use std::io::{self, Write};

use serde::Serialize;

use super::{
    Report, Telling,
    keys::{Failed, Listing, Object, ReportObjects},
    layout::{Indented, OneLineLayout},
};

/// Renders reports as one text.
pub fn render(reports: &[Report]) -> String {
    super::rendered(|out| write(reports, out))
}

/// Writes reports as one indented JSON object.
pub fn write(reports: &[Report], out: &mut impl Write) -> io::Result<()> {
    match reports {
        [first, ..] if is_listing(first) => write_value(&Listing::from(reports), out),
        [report] if !report.is_among_others => match &report.failure {
            Some(failure) => write_value(&Failed::of(report, failure), out),
            None => write_value(&Object::from(report), out),
        },
        reports => write_value(&ReportObjects::from(reports), out),
    }
}

/// Tells whether a report is one of a linter, also where a page of its own takes the place of the findings.
fn is_listing(report: &Report) -> bool {
    match report.telling {
        Telling::Listing | Telling::WholeListing => true,
        Telling::Each | Telling::Folded => false,
    }
}

/// Returns one value, indented, as a text in which nothing acts on a terminal or a log.
pub(crate) fn page(value: &impl Serialize) -> String {
    super::rendered(|out| write_value(value, out))
}

/// Returns one value on a line, as a text in which nothing acts on a terminal or a log.
pub fn line(value: &impl Serialize) -> String {
    super::rendered(|out| write_line(value, out))
}

/// Writes one value, indented, and ends its last line.
pub(super) fn write_value(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, Indented::default()))?;
    out.write_all(b"\n")
}

/// Writes one value on a line.
pub(super) fn write_line(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, OneLineLayout))?;
    out.write_all(b"\n")
}
