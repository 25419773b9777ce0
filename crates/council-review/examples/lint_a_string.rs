//! Lints a text and prints what is wrong with it: `cargo run -p council-review --example lint_a_string`.
#![expect(clippy::print_stdout, reason = "an example prints")]

const TEXT: &str = "\
# Export

## Requirements

- FR-1: The export shall be easy to use.
- FR-2: The limit shall be TBD.
";

fn main() {
    for finding in council::lint("export.md", TEXT) {
        let (line, severity) = (finding.line.unwrap_or_default(), finding.severity);
        println!("export.md:{line}: {severity:?} {}: {}", finding.rule, finding.message);
    }
}
