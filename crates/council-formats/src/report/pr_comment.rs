//! One comment on a pull request, which is written again with every push: a mark that finds it, the decision, the worst ten, and
//! the rest folded.

use std::{
    cmp::Reverse,
    io::{self, Write},
};

use council_core::gate::Weight;

use super::{Noticed, Report, human, markdown::plain, worst};

/// What tells the comment from others, in its first line.
pub const MARK: &str = "<!-- council: pull request comment -->";

/// How many are shown before the rest is folded.
const SHOWN: usize = 10;

/// How many are listed at all.
const LISTED: usize = 100;

/// The most bytes of all that is listed: GitHub takes 65,536 characters for a comment.
const LARGEST: usize = 50_000;

/// The most bytes of one that is listed. What would be longer is told without its details.
const LONGEST: usize = 3_000;

/// Renders reports as one text.
pub fn render(reports: &[Report]) -> String {
    super::rendered(|out| write(reports, out))
}

/// Writes the comment.
pub fn write(reports: &[Report], out: &mut impl Write) -> io::Result<()> {
    let (word, _) = human::spoken(worst(reports));
    writeln!(out, "{MARK}\n### Specifications: {word}\n")?;
    let mut all: Vec<Noticed<'_>> = reports.iter().flat_map(Report::noticed).collect();
    all.sort_by_key(|noticed| Reverse((noticed.weight(), noticed.severity(), noticed.is_quoted())));
    match reports {
        [report] => {
            let subject = plain(&shortened(&report.subject));
            let subject = if subject.is_empty() { subject } else { format!("**{subject}**: ") };
            writeln!(out, "{subject}{}\n", plain(&shortened(&report.headline)))?;
        }
        _ => writeln!(out, "{} files were read, {} are listed\n", reports.len(), all.len())?,
    }
    let mut room = LARGEST;
    let mut listed = 0;
    for noticed in all.iter().take(LISTED) {
        let item = item(*noticed);
        let Some(left) = room.checked_sub(item.len()) else { break };
        room = left;
        if listed == SHOWN {
            writeln!(out, "\n<details><summary>{} more</summary>\n", all.len() - SHOWN)?;
        }
        writeln!(out, "{item}")?;
        listed += 1;
    }
    if all.len() > listed {
        writeln!(out, "- and {} that are not listed", all.len() - listed)?;
    }
    if listed > SHOWN {
        writeln!(out, "\n</details>")?;
    }
    let facts = match reports {
        [report] => report.facts.as_slice(),
        _ => &[],
    };
    let facts: Vec<String> =
        facts.iter().map(|(name, value)| format!("{name}: {}", plain(&shortened(value)))).collect();
    if !facts.is_empty() {
        writeln!(out, "\n<sub>{}</sub>", facts.join(" · "))?;
    }
    Ok(())
}

/// Returns one that was noticed as an item of a list.
fn item(noticed: Noticed<'_>) -> String {
    let severity = match noticed.weight() {
        Weight::Block => format!("**{}**", noticed.severity().word()),
        Weight::Advisory => noticed.severity().word().to_owned(),
    };
    let place = match (noticed.path(), noticed.line()) {
        (Some(path), Some(line)) => format!(" {}:{line}", plain(&shortened(path))),
        (Some(path), None) => format!(" {}", plain(&shortened(path))),
        (None, _) => String::new(),
    };
    let code = plain(noticed.code());
    let short = format!("- {severity}{place}: {} ({code})", plain(&shortened(noticed.message())));
    let details = noticed.details().iter();
    let details: Vec<String> = details
        .map(|(name, value)| format!("<br>{}: {}", plain(name), plain(&shortened(value))))
        .collect();
    let help = noticed.help().map(|help| format!("<br>help: {}", plain(&shortened(help))));
    let whole = format!("{short}{}{}", details.concat(), help.unwrap_or_default());
    if whole.len() <= LONGEST { whole } else { short }
}

/// Returns a text that is not too long for one of many.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 300;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use council_core::{
        diagnostic::Place,
        gate::{Outcome, Signal},
    };
    use pulldown_cmark::{Event, Options, Parser, Tag};

    use super::*;

    fn report(count: usize) -> Report {
        let mut report = Report::new("diff", "main", Outcome::Blocked, "new findings");
        let signal =
            |number| Signal::advisory("noted", Place::file("a.md").at(number), "something");
        report.signals = (1..).take(count).map(signal).collect();
        report.signals.push(Signal::block(
            "bad",
            Place::file("<b>.md"),
            "it is @bad ![x](http://a)",
        ));
        report
    }

    #[test]
    fn the_worst_come_first_and_the_rest_is_folded() {
        let text = render(&[report(30)]);
        assert!(text.starts_with(MARK));
        let (before, folded) = text.split_once("<details>").unwrap();
        assert_eq!(before.matches("\n- ").count(), 10);
        assert!(folded.starts_with("<summary>21 more</summary>"));
        assert_eq!(folded.matches("\n- ").count(), 21);
        assert!(before.find("**").unwrap() < before.find("noted").unwrap());
        assert!(!render(&[report(3)]).contains("<details>"));
    }

    #[test]
    fn a_comment_is_never_longer_than_it_may_be() {
        let text = render(&[report(100_000)]);
        assert!(text.len() < 65_536, "{}", text.len());
        assert!(text.contains("that are not listed"));
        // What is longest when it is made harmless.
        let mut report =
            Report::new("diff", "@".repeat(9_000), Outcome::Blocked, "@".repeat(9_000));
        let long = || "@".repeat(9_000);
        let signal = || Signal::block("bad", Place::file(long()), long()).detail("here", long());
        report.signals = (0..200).map(|_| signal().help(long())).collect();
        report.facts = vec![("fact", long())];
        let text = render(&[report.clone()]);
        assert!(text.len() < 65_536, "{}", text.len());
        assert!(text.trim_end().ends_with("</sub>"));
        let many: Vec<Report> = std::iter::repeat_n(report, 300).collect();
        assert!(render(&many).len() < 65_536);
    }

    #[test]
    fn text_of_a_document_is_only_text() {
        let hostile = [
            "it is @bad and @org/team",
            "![x](http://a.example/x.png) [link](javascript:alert)",
            "</details><img src=x onerror=alert(1)><script>",
            "<!-- council: pull request comment -->",
            "--> out <!--",
            "\n\n# heading\n\n- [ ] task\n> quote\n```sh\nrm\n```",
            "a | b | https://evil.example www.evil.example #123 GH-1",
            "\u{202e}reversed \u{1b}[31m red",
            "$$\\unicode{x}$$ `code` **bold** ~~gone~~",
        ];
        for text in hostile {
            let mut report = Report::new("diff", text, Outcome::Warned, text);
            let signal = Signal::advisory("odd", Place::file(text).at(1), text);
            report.signals = vec![signal.detail("here", text).help(text)];
            report.facts = vec![("fact", text.to_owned())];
            let comment = render(&[report]);
            assert_eq!(comment.matches(MARK).count(), 1, "{comment}");
            // What is left to Markdown is what we wrote: a heading, one item, breaks and small print.
            let events: Vec<Event<'_>> = Parser::new_ext(&comment, Options::all()).collect();
            for event in &events {
                match event {
                    Event::Start(
                        Tag::Paragraph
                        | Tag::Heading { .. }
                        | Tag::List(_)
                        | Tag::Item
                        | Tag::Strong
                        | Tag::HtmlBlock,
                    )
                    | Event::End(_)
                    | Event::Text(_)
                    | Event::SoftBreak => {}
                    Event::Html(html) | Event::InlineHtml(html) => {
                        let ours = [MARK, "<!-- -->", "<br>", "<sub>", "</sub>"];
                        assert!(ours.contains(&html.trim()), "{html}: {comment}");
                    }
                    other => panic!("{other:?}: {comment}"),
                }
            }
            let headings =
                events.iter().filter(|one| matches!(one, Event::Start(Tag::Heading { .. })));
            assert_eq!(headings.count(), 1, "{comment}");
            for word in
                ["@bad", "@org", "http://", "https://", "www.e", "#123", "\u{202e}", "\u{1b}"]
            {
                assert!(!comment.contains(word), "{word}: {comment}");
            }
        }
    }
}
