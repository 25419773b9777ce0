//! A vision in Markdown: a heading for each phase, or a list of them, and a section with the oath.

use council_core::{
    diagnostic::{Diagnostic, Place},
    packet::Span,
    tree::Node,
};

use super::{Draft, PhaseDraft, keyed, leading_number, progress};
use crate::markdown::{self, BlockKind, MarkdownBlock, MarkdownSection, Outline, one_line};

/// The labels before what a phase is to reach.
const GOALS: [&str; 5] = ["objective", "goal", "mission", "purpose", "outcome"];

pub(super) fn read(path: &str, text: &str, notes: &mut Vec<Diagnostic>) -> Draft {
    let mut draft = Draft::default();
    match markdown::front_matter(path, text) {
        Ok(matter) => facts(matter.as_ref().map(|matter| &matter.node), &mut draft),
        Err(diagnostic) => notes.push(diagnostic),
    }
    let outline = markdown::outline(text);
    let sections = outline.walk();
    let first = sections.iter().find(|section| section.level == 1 && !section.title.is_empty());
    draft.title = draft.title.or_else(|| first.map(|section| section.title.clone()));
    for section in &sections {
        if let Some((number, name)) = phase_title(&section.title) {
            let (name, marks) = marks(name);
            let mut phase =
                PhaseDraft { number, name, line: Some(section.line), ..PhaseDraft::default() };
            body(path, outline.blocks_in(section.span), &mut phase, notes);
            for mark in marks {
                apply(mark, path, &mut phase, &mut draft.current, notes);
            }
            draft.phases.push(phase);
        } else if has_word(&section.title, "oath") && draft.oath.is_none() {
            draft.oath = oath(&outline, section);
        }
    }
    if draft.phases.is_empty() {
        listed(path, &outline, &sections, &mut draft, notes);
    }
    for block in &outline.blocks {
        if let BlockKind::Paragraph { text } | BlockKind::Item { text, .. } = &block.kind
            && draft.oath.is_none()
            && let Some(oath) = labelled(text, &["oath", "our oath", "the oath"])
        {
            draft.oath = Some(one_line(oath)).filter(|oath| !oath.is_empty());
        }
        if let BlockKind::Paragraph { text } | BlockKind::Item { text, .. } = &block.kind
            && let Some(word) = labelled(text, &["current phase"])
            && let Some((number, _)) =
                leading_number(word.trim_start_matches(|c: char| !c.is_ascii_digit()))
        {
            draft.current.push((number, Some(block.line)));
        }
    }
    draft
}

/// Takes what the front matter says about the whole.
fn facts(node: Option<&Node>, draft: &mut Draft) {
    let Some(node) = node else {
        return;
    };
    draft.title = node.get("title").and_then(Node::text).map(str::to_owned);
    draft.oath = node.get("oath").and_then(Node::text).map(|oath| oath.trim().to_owned());
    draft.current.extend(keyed::current(node));
}

/// Reads `Phase 2: Name`, whatever stands between.
fn phase_title(title: &str) -> Option<(u8, &str)> {
    let rest = title
        .get(5..)
        .filter(|_| title.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("phase")))?;
    let (number, rest) = leading_number(rest.trim_start())?;
    let name = rest.trim_start().trim_start_matches([':', '-', '–', '—', '.', ')']).trim();
    (number > 0).then_some((number, name))
}

/// Parts a phase's name from what stands in brackets behind it: `Launch (current, 40%)`.
fn marks(name: &str) -> (String, Vec<&str>) {
    let mut name = name.trim();
    let mut marks = Vec::new();
    while let Some((before, inside)) =
        name.strip_suffix([')', ']']).and_then(|inner| inner.rsplit_once(['(', '[']))
    {
        let words: Vec<&str> = inside.split([',', ';']).map(str::trim).collect();
        if !words.iter().all(|word| is_current(word) || word.ends_with('%')) {
            break;
        }
        marks.extend(words);
        name = before.trim_end();
    }
    (name.to_owned(), marks)
}

fn is_current(word: &str) -> bool {
    ["current", "current phase", "we are here"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

fn apply(
    mark: &str,
    path: &str,
    phase: &mut PhaseDraft,
    current: &mut Vec<(u8, Option<u32>)>,
    notes: &mut Vec<Diagnostic>,
) {
    if is_current(mark) {
        current.push((phase.number, phase.line));
        return;
    }
    let stated = progress(mark, Place::file(path).at(phase.line), notes);
    phase.progress = phase.progress.or(stated);
}

/// Reads a phase's goal and progress from what stands under it.
fn body(path: &str, blocks: &[MarkdownBlock], phase: &mut PhaseDraft, notes: &mut Vec<Diagnostic>) {
    let mut first = None;
    let mut goal = None;
    for block in blocks {
        let (BlockKind::Paragraph { text } | BlockKind::Item { text, .. }) = &block.kind else {
            continue;
        };
        for line in text.lines() {
            if let Some(word) = labelled(line, &["progress", "readiness"]) {
                phase.progress =
                    phase.progress.or(progress(word, Place::file(path).at(block.line), notes));
            }
        }
        goal = goal.or_else(|| labelled(text, &GOALS));
        if matches!(block.kind, BlockKind::Paragraph { .. }) && block.quotes == 0 {
            first = first.or(Some(text.as_str()));
        }
    }
    phase.goal = one_line(goal.or(first).unwrap_or_default());
}

/// Returns what stands behind one of these labels.
fn labelled<'a>(text: &'a str, labels: &[&str]) -> Option<&'a str> {
    let (head, rest) = text.split_once(':')?;
    labels.iter().any(|label| head.trim().eq_ignore_ascii_case(label)).then(|| rest.trim())
}

/// Reads phases from the numbered list or the table under a heading that speaks of phases.
fn listed(
    path: &str,
    outline: &Outline,
    sections: &[&MarkdownSection],
    draft: &mut Draft,
    notes: &mut Vec<Diagnostic>,
) {
    let about = sections.iter().find(|section| has_word(&section.title, "phases"));
    let body = about.map_or(Span::default(), |section| section.body);
    for block in outline.blocks_in(body) {
        let BlockKind::Item { number: Some(number), text, .. } = &block.kind else {
            continue;
        };
        let Ok(number) = u8::try_from(*number) else {
            continue;
        };
        if block.items > 0 {
            continue;
        }
        let (name, goal) = text.split_once([':', '—', '–']).unwrap_or((text, ""));
        let (name, marks) = marks(name);
        let mut phase = PhaseDraft {
            number,
            name,
            goal: one_line(goal),
            line: Some(block.line),
            progress: None,
        };
        for mark in marks {
            apply(mark, path, &mut phase, &mut draft.current, notes);
        }
        draft.phases.push(phase);
    }
}

/// Returns the oath: what is quoted in its section, else its first paragraph.
fn oath(outline: &Outline, section: &MarkdownSection) -> Option<String> {
    let paragraphs = outline.blocks_in(section.body).iter().filter_map(|block| match &block.kind {
        BlockKind::Paragraph { text } => Some((block.quotes > 0, one_line(text))),
        BlockKind::Heading { .. }
        | BlockKind::Item { .. }
        | BlockKind::Table(_)
        | BlockKind::Code { .. }
        | BlockKind::Html
        | BlockKind::Rule => None,
    });
    let paragraphs: Vec<(bool, String)> = paragraphs.collect();
    let quoted =
        paragraphs.iter().filter(|(is_quoted, _)| *is_quoted).map(|(_, text)| text.as_str());
    let quoted: Vec<&str> = quoted.collect();
    if quoted.is_empty() {
        return paragraphs.into_iter().next().map(|(_, text)| text);
    }
    Some(quoted.join("\n\n"))
}

fn has_word(title: &str, wanted: &str) -> bool {
    title.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case(wanted))
}
