//! How a document is made: whether its numbered sections are all there, and which parts of its layout are not.

use council_core::packet::Span;

use crate::model::{Ask, Kind, Layout, Meaning, Part, Text};

/// Goes through the parts that a document's layout asks for and that it does not have.
pub(super) fn lacking<'t>(
    text: &'t Text<'_>,
    ask: Ask,
) -> impl Iterator<Item = &'static Part> + 't {
    // A document that lacks half of its layout follows another one.
    let all = text.layout.parts();
    let lacking = all.iter().filter(|part| !text.answers(part)).count();
    let parts = all.iter().filter(move |part| part.ask == ask && lacking <= MOST_LACKING);
    parts.filter(|part| !text.answers(part))
}

/// How many parts of a layout may be missing from a document that follows it.
const MOST_LACKING: usize = 4;

/// Counts the parts of a product document in no known layout. With six of ten it is written in full: a part which is
/// not there was left out.
pub(super) fn parts(text: &Text<'_>) -> usize {
    const PARTS: [&[Meaning]; 10] = [
        &[Meaning::Problem, Meaning::Summary],
        &[Meaning::Goals],
        &[Meaning::NonGoals, Meaning::Scope],
        &[Meaning::Users, Meaning::Stories],
        &[Meaning::Requirements, Meaning::Quality],
        &[Meaning::Acceptance],
        &[Meaning::Metrics],
        &[Meaning::Risks],
        &[Meaning::Dependencies, Meaning::Assumptions],
        &[Meaning::Testing, Meaning::Rollout],
    ];
    let has = |part: &&&[Meaning]| part.iter().any(|meaning| text.stated().contains(meaning));
    let is_plain = text.layout == Layout::Plain && text.kind == Kind::Prd;
    if is_plain { PARTS.iter().filter(has).count() } else { 0 }
}

/// Returns where the numbers of sibling sections leave one out: the number before, the one after, and its heading.
pub(super) fn gaps(text: &Text<'_>) -> Vec<(u32, u32, Span)> {
    let sections = &text.document.sections;
    let mut found = Vec::new();
    let mut last: Vec<(Option<usize>, u8, u32)> = Vec::new();
    for section in sections {
        let Some(number) = number(&section.title) else {
            continue;
        };
        let place = last
            .iter_mut()
            .find(|(parent, level, _)| *parent == section.parent && *level == section.level);
        let Some((_, _, before)) = place else {
            // A document whose own title is numbered is one chapter of several.
            if number == 2 && section.level > 1 {
                found.push((0, number, section.heading));
            }
            last.push((section.parent, section.level, number));
            continue;
        };
        if number == *before + 2 {
            found.push((*before, number, section.heading));
        }
        *before = number;
    }
    found
}

/// Reads the number a heading begins with: `3. Goals`, `3) Goals`, `2.3 Limits` has 3.
fn number(title: &str) -> Option<u32> {
    let head = title.split_whitespace().next()?;
    let bare = head.trim_end_matches(['.', ')', ':']);
    let is_numbered = bare.len() < head.len() || bare.contains('.');
    let last: u32 = bare.rsplit('.').next()?.parse().ok()?;
    // `1 Introduction`, but not `2024 in short`.
    let is_bare = bare.len() <= 2
        && title.split_whitespace().nth(1).is_some_and(|word| word.starts_with(char::is_uppercase));
    let is_number = bare.starts_with(|c: char| c.is_ascii_digit());
    (is_number && (is_numbered || is_bare)).then_some(last)
}
