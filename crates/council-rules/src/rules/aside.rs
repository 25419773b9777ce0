//! What stands aside of what people read: comments, titles of links, descriptions of images.
//!
//! A text can open one of them with every second byte and close none. So each is looked for once, from front to back, and
//! what opens within another is read no further than to the next that does.

use std::iter::Peekable;

use council_core::packet::Span;
use memchr::memmem;

use super::reviewer_addressed::{LONG, SHORT};

/// All of a text that stands aside.
pub(super) struct Asides {
    /// Where comments are.
    pub(super) comments: Vec<Span>,
    /// The comments of one line, as [`lines`] returns them.
    pub(super) lines: Vec<Span>,
    /// The titles of links.
    pub(super) titles: Vec<Span>,
    /// The descriptions of images.
    pub(super) descriptions: Vec<Span>,
}

impl Asides {
    /// Looks for them.
    pub(super) fn of(whole: &str) -> Self {
        let comments = comments(whole);
        let lines = lines(whole, &comments);
        let (titles, descriptions) = (titles(whole).collect(), descriptions(whole).collect());
        Self { comments, lines, titles, descriptions }
    }

    /// Goes through what is on one line.
    pub(super) fn on_lines(&self) -> impl Iterator<Item = Span> {
        self.lines.iter().chain(&self.titles).chain(&self.descriptions).copied()
    }
}

/// Returns where comments are, which nobody sees who reads the document as a page.
fn comments(whole: &str) -> Vec<Span> {
    let mut closings = Ahead::of(memmem::find_iter(whole.as_bytes(), b"-->"));
    let starts = memmem::find_iter(whole.as_bytes(), b"<!--").map(|start| {
        let near = near(whole, start);
        let closing = closings.from(start).map(|at| at + 3).filter(|end| *end <= near);
        Span::new(start, closing.unwrap_or(near))
    });
    let mut breaks = Ahead::of(memchr::memchr_iter(b'\n', whole.as_bytes()));
    let links = memmem::find_iter(whole.as_bytes(), b"[//]: #").map(|start| {
        let near = near(whole, start);
        Span::new(start, breaks.from(start).map_or(near, |at| at.min(near)))
    });
    let mut all: Vec<Span> = starts.chain(links).collect();
    all.sort();
    all
}

/// Returns the comments of one line, each to where the next of its kind opens if it opens within another.
fn lines(whole: &str, comments: &[Span]) -> Vec<Span> {
    let kind = |is_link: bool| {
        let own = move |span: &Span| span.of(whole).starts_with('[') == is_link;
        let all = comments.iter().copied().filter(move |span| own(span));
        each_once(all.filter(|span| !span.of(whole).contains('\n')))
    };
    let mut lines: Vec<Span> = kind(false).chain(kind(true)).collect();
    lines.sort();
    lines
}

/// Goes through the titles of links, which show only under a pointer: `[here](page.md "title")`.
fn titles(whole: &str) -> impl Iterator<Item = Span> {
    let mut breaks = Ahead::of(memchr::memchr_iter(b'\n', whole.as_bytes()));
    let mut opened = Ahead::of(memmem::find_iter(whole.as_bytes(), b" \""));
    let mut closings = Ahead::of(memmem::find_iter(whole.as_bytes(), b"\")"));
    let titles = memmem::find_iter(whole.as_bytes(), b"](").filter_map(move |start| {
        // No further than a line may be long: a text can be one line of links.
        let near = near(whole, start);
        let line = breaks.from(start).filter(|at| *at < near);
        let line = line.or_else(|| (near == whole.len()).then_some(near))?;
        let end = closings.from(start).filter(|at| at + 2 <= line)?;
        let open = opened.from(start).filter(|at| at + 2 <= end)?;
        Some(Span::new(open + 2, end))
    });
    each_once(titles)
}

/// Goes through the descriptions of images, which show only where there is no image: `![description](image.png)`.
fn descriptions(whole: &str) -> impl Iterator<Item = Span> {
    let mut ends = Ahead::of(memchr::memchr2_iter(b'\n', b']', whole.as_bytes()));
    let descriptions = memmem::find_iter(whole.as_bytes(), b"![").filter_map(move |start| {
        let end = ends.from(start).filter(|at| *at < near(whole, start))?;
        (end > start + SHORT).then(|| Span::new(start + 2, end))
    });
    each_once(descriptions)
}

/// Goes through spans whose starts and ends come in order. One that opens within another ends where the next opens, so that
/// no byte is read more than twice, and what is there twice is read once.
fn each_once(spans: impl Iterator<Item = Span>) -> impl Iterator<Item = Span> {
    let (mut spans, mut upto) = (spans.peekable(), 0);
    std::iter::from_fn(move || {
        loop {
            let span = spans.next()?;
            while spans.next_if_eq(&span).is_some() {}
            let is_outer = span.start >= upto;
            upto = upto.max(span.end);
            let next = spans.peek().map_or(usize::MAX, |next| next.start);
            let end = if is_outer { span.end } else { span.end.min(next) };
            if end > span.start {
                return Some(Span::new(span.start, end));
            }
        }
    })
}

/// Returns how far is looked from a place.
fn near(whole: &str, start: usize) -> usize {
    whole.floor_char_boundary((start + LONG).min(whole.len()))
}

/// Places of something, asked for from one end of a text to the other.
struct Ahead<I: Iterator<Item = usize>> {
    rest: Peekable<I>,
}

impl<I: Iterator<Item = usize>> Ahead<I> {
    fn of(places: I) -> Self {
        Self { rest: places.peekable() }
    }

    /// Returns the first place that is not before another; these must come in order.
    fn from(&mut self, start: usize) -> Option<usize> {
        while self.rest.next_if(|at| *at < start).is_some() {}
        self.rest.peek().copied()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Says where comments, titles and descriptions are by looking for the end of each anew.
    fn plainly(whole: &str) -> [Vec<Span>; 3] {
        let ahead = |start: usize| whole.get(start..near(whole, start)).unwrap();
        let found = |mark: &'static str| whole.match_indices(mark).map(|(at, _)| at);
        let closed = found("<!--").map(|start| {
            let near = ahead(start);
            Span::new(start, start + near.find("-->").map_or(near.len(), |at| at + 3))
        });
        let links = found("[//]: #").map(|start| {
            let near = ahead(start);
            Span::new(start, start + near.find('\n').unwrap_or(near.len()))
        });
        let mut comments: Vec<Span> = closed.chain(links).collect();
        comments.sort();
        let titles = found("](").filter_map(|start| {
            let near = ahead(start);
            let is_last = start + near.len() == whole.len();
            let len = near.find('\n').or_else(|| is_last.then_some(near.len()))?;
            let line = near.get(..len)?;
            let end = line.find("\")")?;
            Some(Span::new(start + line.get(..end)?.find(" \"")? + 2, start + end))
        });
        let descriptions = found("![").filter_map(|start| {
            let end = ahead(start).find(['\n', ']'])?;
            (end > SHORT).then(|| Span::new(start + 2, start + end))
        });
        let (titles, descriptions) = (titles.collect(), descriptions.collect());
        [comments, titles, descriptions]
    }

    fn texts() -> impl Strategy<Value = String> {
        let long = "a few words ".repeat(LONG / 24);
        let parts =
            ["<!--", "-->", "[//]: #", "\n", "](", " \"", "\")", "![", "]", "é", "some words", "-"];
        let parts = parts.map(str::to_owned).into_iter().chain([long]);
        prop::collection::vec(prop::sample::select(parts.collect::<Vec<_>>()), 0..40)
            .prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn what_is_found_is_what_looking_anew_each_time_finds(text in texts()) {
            let [all, titled, described] = plainly(&text);
            prop_assert_eq!(comments(&text), all);
            prop_assert_eq!(titles(&text).collect::<Vec<_>>(), each_once(titled.into_iter()).collect::<Vec<_>>());
            let found: Vec<_> = descriptions(&text).collect();
            prop_assert_eq!(found, each_once(described.into_iter()).collect::<Vec<_>>());
        }

        #[test]
        fn nothing_is_left_out_and_nothing_is_read_more_than_twice(text in texts()) {
            let [all, titled, described] = plainly(&text);
            let short = |span: &Span| !span.of(&text).contains('\n');
            let short = all.iter().copied().filter(short).collect();
            let found = [lines(&text, &all), titles(&text).collect(), descriptions(&text).collect()];
            for (all, once) in [short, titled, described].into_iter().zip(found) {
                let times = |spans: &[Span], at: usize| {
                    spans.iter().filter(|span| (span.start..span.end).contains(&at)).count()
                };
                for at in 0..text.len() {
                    let (before, now) = (times(&all, at), times(&once, at));
                    // Of each of the two kinds of comments.
                    prop_assert!(now <= 4 && (now > 0) == (before > 0), "{at}: {before}, {now}");
                }
            }
        }
    }

    #[test]
    fn what_opens_within_another_is_read_to_the_next_and_the_outer_one_whole() {
        let text = "![one two ![three four ![five six](a.png)";
        let said: Vec<&str> = descriptions(text).map(|span| span.of(text)).collect();
        assert_eq!(said, ["one two ![three four ![five six", "three four ![", "five six"]);
    }
}
