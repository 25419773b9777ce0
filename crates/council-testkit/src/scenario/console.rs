//! `console` blocks: commands with what they must say.

use super::glob;
use crate::Output;

/// One command of a `console` block and what is expected of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The line of the `$`, from 1.
    pub line: usize,
    /// The arguments, without `council`.
    pub arguments: Vec<String>,
    stdout: Vec<String>,
    stderr: Vec<(usize, String)>,
    code: i32,
}

/// Reads a block's lines, numbered as on the page. Errors carry the line they are about.
pub fn parse(lines: &[(usize, &str)]) -> Result<Vec<Command>, (usize, String)> {
    let mut commands: Vec<Command> = Vec::new();
    let mut closed = false;
    for &(line, text) in lines {
        if let Some(typed) = text.strip_prefix("$ ") {
            let arguments = arguments(typed).map_err(|message| (line, message))?;
            commands.push(Command {
                line,
                arguments,
                stdout: Vec::new(),
                stderr: Vec::new(),
                code: 0,
            });
            closed = false;
            continue;
        }
        let Some(command) = commands.last_mut() else {
            return Err((line, "expected `$ council …` before any output".to_owned()));
        };
        if closed && text.trim().is_empty() {
            continue;
        }
        if closed {
            return Err((line, "expected a command after the exit code `? N`".to_owned()));
        }
        if let Some(code) = text.strip_prefix("? ") {
            command.code = code.trim().parse().map_err(|_| {
                (line, format!("`{code}` is not an exit code, expected `? N` with a number"))
            })?;
            closed = true;
        } else if let Some(expected) = text.strip_prefix("! ") {
            command.stderr.push((line, expected.trim_end().to_owned()));
        } else if command.stderr.is_empty() || !text.trim().is_empty() {
            command.stdout.push(text.trim_end().to_owned());
        }
    }
    if commands.is_empty() {
        let line = lines.first().map_or(1, |(line, _)| *line);
        return Err((line, "the block runs no command, expected `$ council …`".to_owned()));
    }
    for command in &mut commands {
        while command.stdout.last().is_some_and(String::is_empty) {
            command.stdout.pop();
        }
    }
    Ok(commands)
}

/// Compares what a command said with what was expected, each difference with its line on the page.
pub fn differences(command: &Command, output: &Output) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    if command.code != output.code {
        let message = format!(
            "exit code {}, expected {}{}{}",
            output.code,
            command.code,
            quoted("standard output", &output.stdout),
            quoted("standard error", &output.stderr),
        );
        found.push((command.line, message));
    }
    let mut said: Vec<&str> = output.stdout.lines().map(str::trim_end).collect();
    while said.last().is_some_and(|line| line.is_empty()) {
        said.pop();
    }
    if !glob::lines(&command.stdout, &said) {
        let message = format!(
            "standard output differs{}{}",
            quoted("expected", &command.stdout.join("\n")),
            quoted("got", &output.stdout),
        );
        found.push((command.line, message));
    }
    let mut rest = output.stderr.lines().map(str::trim_end);
    for (line, expected) in &command.stderr {
        if !rest.any(|said| glob::line(expected, said)) {
            let message = format!(
                "standard error has no line `{expected}` here{}",
                quoted("got", &output.stderr)
            );
            found.push((*line, message));
            break;
        }
    }
    found
}

/// Splits a typed command into arguments, with single and double quotes as in a shell.
fn arguments(typed: &str) -> Result<Vec<String>, String> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in typed.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (None, '|' | '>' | '<' | '&' | ';' | '$' | '`' | '\\' | '*') => {
                return Err(format!("`{c}` needs a shell; quote it or write the command plainly"));
            }
            (Some(_) | None, _) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!("a quote {open} is not closed"));
    }
    words.extend(word);
    match words.split_first() {
        Some((name, arguments)) if name == "council" => Ok(arguments.to_vec()),
        _ => Err("only `council` can be run here".to_owned()),
    }
}

/// Shows a text below a message, indented, with control characters made visible.
fn quoted(title: &str, text: &str) -> String {
    let mut shown = format!("\n    {title}:");
    if text.trim().is_empty() {
        return shown + " (nothing)";
    }
    for line in text.lines() {
        let visible = |c: char| {
            if c.is_control() { c.escape_default().to_string() } else { c.to_string() }
        };
        shown.push_str("\n      | ");
        shown.extend(line.chars().map(visible));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(text: &str) -> Command {
        let mut commands = parse(&numbered(text)).unwrap();
        assert_eq!(commands.len(), 1);
        commands.remove(0)
    }

    fn numbered(text: &str) -> Vec<(usize, &str)> {
        text.lines().enumerate().map(|(at, line)| (at + 1, line)).collect()
    }

    fn output(stdout: &str, stderr: &str, code: i32) -> Output {
        Output { stdout: stdout.into(), stderr: stderr.into(), code }
    }

    #[test]
    fn a_block_is_read_into_commands() {
        let text = "$ council a \"b c\" --x='1 2' ''\nout\n\n! err\n? 2\n\n$ council d\n";
        let commands = parse(&numbered(text)).unwrap();
        assert_eq!(commands[0].arguments, ["a", "b c", "--x=1 2", ""]);
        assert_eq!(commands[0].stdout, ["out"]);
        assert_eq!(commands[0].stderr, [(4, "err".to_owned())]);
        assert_eq!(commands[0].code, 2);
        assert_eq!((commands[1].line, commands[1].code), (7, 0));
    }

    #[test]
    fn a_block_that_cannot_mean_what_it_says_is_refused_with_its_line() {
        for (text, line) in [
            ("", 1),
            ("out\n$ council a", 1),
            ("$ rm -rf .", 1),
            ("$ council a | wc", 1),
            ("$ council 'a", 1),
            ("$ council a\n? two", 2),
            ("$ council a\n? 2\nout", 3),
        ] {
            assert_eq!(parse(&numbered(text)).unwrap_err().0, line, "{text}");
        }
    }

    #[test]
    fn what_was_expected_is_no_difference() {
        let command = command("$ council a\npass\n...\n! note: [..]\n! done\n? 1");
        let output = output("pass\nmore\n", "start\nnote: x\nother\ndone\n", 1);
        assert_eq!(differences(&command, &output), []);
    }

    #[test]
    fn a_wrong_exit_code_is_a_difference() {
        let found = differences(&command("$ council a\n? 2"), &output("", "", 0));
        assert_eq!(found.len(), 1);
        assert!(found[0].1.starts_with("exit code 0, expected 2"), "{found:?}");
    }

    #[test]
    fn an_exit_code_that_is_not_named_must_be_zero() {
        assert_eq!(differences(&command("$ council a"), &output("", "", 3)).len(), 1);
    }

    #[test]
    fn output_that_nobody_expected_is_a_difference() {
        let found = differences(&command("$ council a"), &output("surprise\u{1b}[2J\n", "", 0));
        assert_eq!(found.len(), 1);
        assert!(found[0].1.contains("| surprise\\u{1b}[2J"), "{found:?}");
    }

    #[test]
    fn stderr_lines_must_come_in_order() {
        let expected = command("$ council a\n! one\n! two");
        assert_eq!(differences(&expected, &output("", "one\ntwo\n", 0)), []);
        let found = differences(&expected, &output("", "two\none\n", 0));
        assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3]);
    }
}
