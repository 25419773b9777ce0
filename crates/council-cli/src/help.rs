//! The first page of the help: what most people need on top, the rest under headings.

use std::fmt::Write as _;

use clap::Command;

use crate::args::{LITERAL, TITLE};

/// The commands under their headings, in the order in which somebody meets them.
const HEADINGS: [(&str, &[&str]); 5] = [
    ("Commands", &["lint", "review", "show", "explain", "decide", "gate", "init"]),
    (
        "Sessions and records",
        &["serve", "tui", "lsp", "answer", "diff", "resume", "replay", "check"],
    ),
    ("Panels and forums", &["panel", "revise", "tasks", "forum", "restore"]),
    (
        "Rules, models and this machine",
        &["demo", "rules", "modes", "doctor", "trust", "completions"],
    ),
    ("Many machines", &["worker", "store", "export", "import"]),
];

/// What a command is listed under that stands under no heading yet.
const MORE: &str = "More";

/// Lists the commands under headings on the first page of the help: clap's own layout, with our list in place of its
/// flat one.
pub(crate) fn arranged(command: Command) -> Command {
    let list = list(&command);
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{{before-help}}\
         {TITLE}Options:{TITLE:#}\n{{options}}{{after-help}}"
    );
    command.help_template(template).before_help(list.clone()).before_long_help(list)
}

fn list(command: &Command) -> String {
    let about = |name: &str| {
        let found = command.get_subcommands().find(|one| one.get_name() == name)?;
        Some(found.get_about().map(ToString::to_string).unwrap_or_default())
    };
    let is_listed = |name: &str| HEADINGS.iter().any(|(_, names)| names.contains(&name));
    let shown = command.get_subcommands().filter(|one| !one.is_hide_set());
    let rest: Vec<&str> = shown.map(Command::get_name).filter(|name| !is_listed(name)).collect();
    let width = command.get_subcommands().map(|one| one.get_name().len()).max().unwrap_or(0);
    let mut text = String::new();
    for (heading, names) in HEADINGS.into_iter().chain([(MORE, rest.as_slice())]) {
        let listed: Vec<(&str, String)> =
            names.iter().filter_map(|name| Some((*name, about(name)?))).collect();
        if listed.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{TITLE}{heading}:{TITLE:#}");
        for (name, about) in listed {
            let _ = writeln!(text, "  {LITERAL}{name:width$}{LITERAL:#}  {about}");
        }
        text.push('\n');
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::args::Cli;

    #[test]
    fn every_command_stands_under_a_heading_once() {
        let text = list(&Cli::command()).replace(&format!("{LITERAL}"), "");
        let text = text.replace(&format!("{LITERAL:#}"), "");
        for command in Cli::command().get_subcommands() {
            let name = format!("\n  {} ", command.get_name());
            assert_eq!(text.matches(&name).count(), 1, "{name}");
        }
        assert!(text.find("  lint ").unwrap() < text.find("  review ").unwrap());
        assert!(text.find("  init ").unwrap() < text.find("Sessions and records").unwrap());
    }
}
