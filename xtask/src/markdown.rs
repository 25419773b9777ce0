//! Links and headings of Markdown pages.

use std::collections::BTreeMap;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Returns the links and images of a page with their lines; what is in code does not count.
pub(crate) fn links(text: &str) -> Vec<(usize, String)> {
    let events = Parser::new_ext(text, options()).into_offset_iter();
    events
        .filter_map(|(event, span)| match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                Some((line(text, span.start), dest_url.into_string()))
            }
            _ => None,
        })
        .collect()
}

/// Returns the anchors of a page's headings by line, as code hosts make them.
pub(crate) fn anchors(text: &str) -> BTreeMap<usize, String> {
    let mut anchors = BTreeMap::new();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut heading: Option<(usize, String)> = None;
    for (event, span) in Parser::new_ext(text, options()).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                heading = Some((line(text, span.start), String::new()));
            }
            Event::Text(part) | Event::Code(part) => {
                if let Some((_, title)) = &mut heading {
                    title.push_str(&part);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let Some((line, title)) = heading.take() else { continue };
                let slug = slug(&title);
                let count = seen.entry(slug.clone()).or_default();
                let anchor = if *count == 0 { slug } else { format!("{slug}-{count}") };
                *count += 1;
                anchors.insert(line, anchor);
            }
            _ => {}
        }
    }
    anchors
}

/// Makes a heading into an anchor: lower case, spaces to hyphens, punctuation gone.
fn slug(title: &str) -> String {
    let kept = title.trim().chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        c if c.is_alphanumeric() => Some(c),
        _ => None,
    });
    kept.flat_map(char::to_lowercase).collect()
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS
}

fn line(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_in_text_count_and_links_in_code_do_not() {
        let text = "a [b](c.md)\n\n```md\n[x](y.md)\n```\n`[x](y.md)` ![i](d.png)\n";
        assert_eq!(links(text), [(1, "c.md".to_owned()), (6, "d.png".to_owned())]);
    }

    #[test]
    fn a_link_in_a_table_counts() {
        assert_eq!(links("| a |\n|---|\n| [b](c.md) |\n"), [(3, "c.md".to_owned())]);
    }

    #[test]
    fn anchors_are_those_of_code_hosts() {
        let text = "# A `b`, c!\n\n## A b c\n\n```\n# no\n```\n## Ünï_code – x\n";
        let anchors: Vec<_> = anchors(text).into_values().collect();
        assert_eq!(anchors, ["a-b-c", "a-b-c-1", "ünï_code--x"]);
    }
}
