//! `modes.md`: the catalogue of reasoning modes as a manual.

use std::fmt::Write as _;

use anyhow::Result;
use council::core::mode::{Mode, ModeCategory, Pattern, roles};

pub(super) fn page() -> Result<String> {
    let mut page = String::from(
        "# The eighty reasoning modes\n\n\
         A mode is a way of reading a specification: it brings questions of its own. Each seat of a council holds five,\n\
         chosen by what the text is about. A signal is a word or phrase that speaks for a mode; one that ends with `*` is\n\
         a stem. A mode's relevance is its score on a text that matches it best.\n",
    );
    for category in ModeCategory::ALL {
        let (range, concern) = (category.range(), category.concern());
        write!(page, "\n## {}\n\n", category.name())?;
        writeln!(page, "Modes {} to {}: {concern}.", range.start(), range.end())?;
        writeln!(page, "A seat that leans this way is called {}.", roles(category).join(" or "))?;
        for mode in category.modes() {
            describe(&mut page, mode)?;
        }
    }
    page.push_str("\n## Subjects\n\n| a text about | calls for |\n|---|---|\n");
    for pattern in Pattern::ALL {
        let names: Vec<String> =
            pattern.modes().map(|id| format!("{id} {}", id.mode().name)).collect();
        writeln!(page, "| {} | {} |", pattern.subject, names.join(", "))?;
    }
    Ok(page)
}

fn describe(page: &mut String, mode: &Mode) -> Result<()> {
    write!(page, "\n### {} {}\n\n{}\n\n", mode.id, mode.name, mode.description)?;
    for question in mode.questions {
        writeln!(page, "- {question}")?;
    }
    let signals: Vec<String> =
        mode.signals().iter().map(|signal| format!("`{}`", signal.notation())).collect();
    let relevance = mode.base_relevance.value();
    writeln!(page, "\nRelevance {relevance:.2}. Signals: {}.", signals.join(", "))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_has_its_place_on_the_page() {
        let page = page().unwrap();
        for mode in Mode::all() {
            assert!(page.contains(&format!("\n### {} {}\n", mode.id, mode.name)), "{}", mode.name);
        }
        assert_eq!(page.matches("\n### ").count(), 80);
    }
}
