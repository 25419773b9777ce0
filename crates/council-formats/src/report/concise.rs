//! For editors, `grep` and problem matchers: one line for each thing that was noticed.

use std::io::{self, Write};

use super::{Noticed, Report, clean, human};

/// Renders reports as one text.
pub fn render(reports: &[Report]) -> String {
    super::rendered(|out| write(reports, out))
}

/// Writes `path:line:column: severity[rule] message` for everything that was noticed, and the decision of what noticed
/// nothing and does not pass.
pub fn write(reports: &[Report], out: &mut impl Write) -> io::Result<()> {
    for report in reports {
        for noticed in report.noticed() {
            writeln!(out, "{}", line(noticed))?;
        }
        if report.noticed().next().is_none() && !report.passes() {
            writeln!(out, "{}", human::decision(report))?;
        }
    }
    Ok(())
}

fn line(noticed: Noticed<'_>) -> String {
    let place = match noticed.path() {
        Some(_) => format!("{}: ", noticed.place()),
        None => String::new(),
    };
    let (severity, code) = (noticed.severity().word(), noticed.code());
    clean::line(&format!("{place}{severity}[{code}] {}", noticed.message())).into_owned()
}
