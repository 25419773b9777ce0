//! Headings: what a section is for, and sections that are a requirement, a story or a criterion as a whole.

use council_core::packet::{ItemId, Section};

use super::{
    super::{
        lead::{self, IdFamily},
        role::SectionRole,
    },
    DocumentReader, ReaderMode,
    criteria::Scenario,
};
use crate::markdown::MarkdownBlock;

/// Returns what each section is for. The name of a requirement or story says nothing about that, whatever its words.
pub(super) fn roles(sections: &[Section]) -> Vec<SectionRole> {
    let mut roles: Vec<SectionRole> = Vec::with_capacity(sections.len());
    for section in sections {
        let above = section.parent.and_then(|parent| roles.get(parent)).copied();
        let above = above.unwrap_or(SectionRole::Other);
        roles.push(match meaning(&section.title, above) {
            HeadingMeaning::Story { .. } => SectionRole::Stories,
            HeadingMeaning::Requirement { .. } => above,
            HeadingMeaning::Criterion { .. }
            | HeadingMeaning::Scenario { .. }
            | HeadingMeaning::Named(_)
            | HeadingMeaning::Plain => SectionRole::of(&section.title, above),
        });
    }
    roles
}

/// What a heading announces.
enum HeadingMeaning<'a> {
    Requirement {
        id: Option<ItemId>,
        name: &'a str,
    },
    Story {
        alias: Option<ItemId>,
        name: &'a str,
    },
    Criterion {
        id: ItemId,
        name: &'a str,
    },
    /// A criterion if it stands under a requirement.
    Scenario {
        name: &'a str,
    },
    /// Something else that has an id.
    Named(ItemId),
    Plain,
}

fn meaning(title: &str, above: SectionRole) -> HeadingMeaning<'_> {
    if let Some(lead) = lead::id(title) {
        let (id, name) = (lead.id, lead.rest);
        match IdFamily::of(&id) {
            IdFamily::Criterion => return HeadingMeaning::Criterion { id, name },
            IdFamily::Requirement | IdFamily::Constraint | IdFamily::Story | IdFamily::Outcome => {
                return HeadingMeaning::Requirement { id: Some(id), name };
            }
            IdFamily::Unknown
                if lead.is_set_off && matches!(above, SectionRole::Requirements(_)) =>
            {
                return HeadingMeaning::Requirement { id: Some(id), name };
            }
            IdFamily::Unknown if lead.is_set_off => return HeadingMeaning::Named(id),
            IdFamily::Unknown | IdFamily::Document | IdFamily::Term => {}
        }
    }
    if let Some((_, name)) = numbered(title, "requirement") {
        return HeadingMeaning::Requirement { id: None, name };
    }
    let story = ["user story", "story", "use case"].iter().find_map(|word| numbered(title, word));
    if let Some((number, name)) = story {
        let alias = ItemId::new(&format!("US{number}")).filter(|_| !number.contains('.'));
        return HeadingMeaning::Story { alias, name };
    }
    match numbered(title, "scenario") {
        Some((_, name)) => HeadingMeaning::Scenario { name },
        None => HeadingMeaning::Plain,
    }
}

impl DocumentReader<'_> {
    pub(super) fn heading(&mut self, block: &MarkdownBlock, title: &str) {
        self.end_open_scopes();
        self.scenario = Scenario::None;
        self.trails = false;
        let document = self.document;
        let Some(index) = document.section_index(block.span.start) else {
            return;
        };
        let Some(section) = document.sections.get(index) else {
            return;
        };
        let above = self.role(section.parent);
        let role = self.role(Some(index));
        self.mode = match role {
            SectionRole::Criteria => ReaderMode::CriteriaUntil(section.span.end),
            SectionRole::Requirements(_)
            | SectionRole::Stories
            | SectionRole::Context
            | SectionRole::Other => ReaderMode::Statements,
        };
        match meaning(title, above) {
            HeadingMeaning::Requirement { id, name } => {
                self.open_section(section, index, id, name, above);
            }
            HeadingMeaning::Story { alias, name } => {
                self.open_section(section, index, None, name, SectionRole::Stories);
                if let Some(draft) = self.drafts.last_mut() {
                    draft.alias = alias;
                }
            }
            HeadingMeaning::Criterion { id, name } => {
                self.section_criterion(section, Some(id), name);
            }
            HeadingMeaning::Scenario { name } if !self.open.is_empty() => {
                self.section_criterion(section, None, name);
            }
            HeadingMeaning::Named(id) => self.name(id, section.span, section.line),
            // What stands directly under `User stories` is one, however it is called.
            HeadingMeaning::Scenario { .. } | HeadingMeaning::Plain => {
                if above == SectionRole::Stories
                    && role == SectionRole::Stories
                    && self.open.is_empty()
                {
                    self.open_section(section, index, None, title, above);
                }
            }
        }
    }
}

/// Reads `Word: name`, `Word 3: name` or `Word 3`, and returns the number and the name. `Word 3.1` is a clause of a norm,
/// which argues below it.
fn numbered<'a>(title: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let (begin, rest) = title.split_at_checked(word.len())?;
    if !begin.eq_ignore_ascii_case(word) {
        return None;
    }
    let rest = rest.trim_start().trim_start_matches('#');
    let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let (number, after) = rest.split_at_checked(digits)?;
    let bare = number.trim_end_matches('.');
    if after.trim().is_empty() && !bare.is_empty() && !bare.contains('.') {
        return Some((bare, title));
    }
    let name = after.trim_start().strip_prefix([':', '-', '–', '—'])?;
    Some((bare, name.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_and_a_number_announce_a_name() {
        assert_eq!(numbered("Requirement: Saving", "requirement"), Some(("", "Saving")));
        assert_eq!(numbered("USER STORY 12 - Pin", "user story"), Some(("12", "Pin")));
        assert_eq!(numbered("Story 1.2: Pin", "story"), Some(("1.2", "Pin")));
        assert_eq!(numbered("Requirement 3", "requirement"), Some(("3", "Requirement 3")));
        assert_eq!(numbered("Requirement 3.1", "requirement"), None);
        assert_eq!(numbered("Requirements", "requirement"), None);
        assert_eq!(numbered("Story of a note", "story"), None);
    }
}
