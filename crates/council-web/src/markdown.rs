//! Markdown that somebody else wrote, as HTML that does nothing.
//!
//! Markup in it is shown as text, so that an attempt is seen. What is left is held to a list by `ammonia` once more: two
//! locks, of which either would do.

use std::fmt::Write as _;

use ammonia::Builder;
use council::formats::report::clean;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Returns Markdown as HTML in which nothing is loaded, followed or run: no pictures, no frames, no scripts, no styles, and
/// links that lead to web addresses only.
///
/// Its headings stand below that of the page it becomes part of.
pub(crate) fn rendered(text: &str) -> String {
    set(text, 1)
}

/// Returns Markdown that is a page of its own, as harmless.
pub(crate) fn page(text: &str) -> String {
    set(text, 0)
}

fn set(text: &str, lower: u8) -> String {
    let text = clean::block(text);
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut page = Page { lower, ..Page::default() };
    for event in Parser::new_ext(&text, options) {
        page.take(&event);
    }
    Builder::default()
        .rm_tags(["img", "map", "area"])
        .rm_generic_attributes(["lang", "title"])
        .url_schemes(["http", "https"].into())
        .url_relative(ammonia::UrlRelative::Deny)
        .link_rel(Some("noopener noreferrer nofollow"))
        .clean(&page.html)
        .to_string()
}

#[derive(Debug, Default)]
struct Page {
    html: String,
    is_in_head: bool,
    /// How much lower its headings are set than they are written.
    lower: u8,
}

impl Page {
    fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) => self.open(tag),
            Event::End(tag) => self.close(*tag),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(text),
            Event::Code(code) | Event::InlineMath(code) | Event::DisplayMath(code) => {
                self.html.push_str("<code>");
                self.text(code);
                self.html.push_str("</code>");
            }
            Event::FootnoteReference(name) => self.text(&format!("[{name}]")),
            Event::SoftBreak => self.html.push('\n'),
            Event::HardBreak => self.html.push_str("<br>"),
            Event::Rule => self.html.push_str("<hr>"),
            Event::TaskListMarker(is_done) => {
                self.html.push_str(if *is_done { "☑ " } else { "☐ " });
            }
        }
    }

    fn text(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '<' => self.html.push_str("&lt;"),
                '>' => self.html.push_str("&gt;"),
                '&' => self.html.push_str("&amp;"),
                '"' => self.html.push_str("&quot;"),
                c => self.html.push(c),
            }
        }
    }

    fn open(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Link { dest_url, .. } => {
                self.html.push_str("<a href=\"");
                self.text(dest_url);
                self.html.push_str("\">");
            }
            Tag::CodeBlock(_) => self.html.push_str("<pre><code>"),
            Tag::List(Some(first)) => {
                let _ = write!(self.html, "<ol start=\"{first}\">");
            }
            Tag::Table(_) => self.html.push_str("<table>"),
            Tag::TableHead => {
                self.is_in_head = true;
                self.html.push_str("<thead><tr>");
            }
            Tag::Image { .. } => self.html.push_str("[picture: "),
            other => {
                if let Some(name) = self.element(other.to_end()) {
                    let _ = write!(self.html, "<{name}>");
                }
            }
        }
    }

    fn close(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Link => self.html.push_str("</a>"),
            TagEnd::CodeBlock => self.html.push_str("</code></pre>"),
            TagEnd::Table => self.html.push_str("</tbody></table>"),
            TagEnd::TableHead => {
                self.is_in_head = false;
                self.html.push_str("</tr></thead><tbody>");
            }
            TagEnd::Image => self.html.push(']'),
            other => {
                if let Some(name) = self.element(other) {
                    let _ = writeln!(self.html, "</{name}>");
                }
            }
        }
    }
}

impl Page {
    /// Returns the element for a piece of Markdown, where it is one of its own.
    fn element(&self, tag: TagEnd) -> Option<&'static str> {
        Some(match tag {
            TagEnd::Paragraph => "p",
            TagEnd::Heading(level) => match level as u8 + self.lower {
                1 => "h1",
                2 => "h2",
                3 => "h3",
                4 => "h4",
                5 => "h5",
                _ => "h6",
            },
            TagEnd::BlockQuote(_) => "blockquote",
            TagEnd::List(true) => "ol",
            TagEnd::List(false) => "ul",
            TagEnd::Item => "li",
            TagEnd::TableRow => "tr",
            TagEnd::TableCell if self.is_in_head => "th",
            TagEnd::TableCell => "td",
            TagEnd::Emphasis => "em",
            TagEnd::Strong => "strong",
            TagEnd::Strikethrough => "s",
            TagEnd::Subscript => "sub",
            TagEnd::Superscript => "sup",
            TagEnd::DefinitionList => "dl",
            TagEnd::DefinitionListTitle => "dt",
            TagEnd::DefinitionListDefinition => "dd",
            TagEnd::CodeBlock
            | TagEnd::FootnoteDefinition
            | TagEnd::HtmlBlock
            | TagEnd::Image
            | TagEnd::Link
            | TagEnd::MetadataBlock(_)
            | TagEnd::Table
            | TagEnd::TableHead => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_a_document_does_nothing() {
        for hostile in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "![x](https://evil.example/x.png)",
            "[x](javascript:alert(1))",
            "[x](data:text/html,<script>alert(1)</script>)",
            "[x](/sessions/x/decide)",
            "[x](\"onclick=alert(1))",
            "<form action=/x><button>ok</button></form>",
            "<iframe src=https://evil.example></iframe>",
            "<svg onload=alert(1)>",
            "<style>*{display:none}</style>",
            "<div style=\"position:fixed\" class=\"x\" id=\"y\">z</div>",
            "<base href=https://evil.example>",
            "<meta http-equiv=refresh content=0;url=https://evil.example>",
        ] {
            let page = rendered(hostile);
            for sign in [
                "<script",
                "<img",
                "\"javascript:",
                "\"data:",
                "href=\"/",
                "<form",
                "<button",
                "<iframe",
                "<svg",
                "<style",
                "<div",
                "<base",
                "<meta",
                " onclick=",
            ] {
                assert!(!page.contains(sign), "{hostile} gives {page}");
            }
        }
        assert!(rendered("<b>x</b>").contains("&lt;b&gt;x"));
    }

    #[test]
    fn tables_lists_and_web_links_stay() {
        let text = "# T\n\n- a\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n[w](https://example.org)\n";
        let page = rendered(text);
        for kept in
            ["<h2>T</h2>", "<li>a</li>", "<th>x</th>", "<td>1</td>", "href=\"https://example.org\""]
        {
            assert!(page.contains(kept), "{page}");
        }
    }
}
