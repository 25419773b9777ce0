//! `contracts.md`: every rule of every contract and the scenarios that prove it.

use std::fmt::Write as _;

use anyhow::{Result, bail};

use crate::{
    registry::{self, Proof, Registry},
    tree::Text,
};

pub(super) fn page(texts: &[Text]) -> Result<String> {
    let (registries, broken) = registry::registries(texts);
    let (proofs, unread) = registry::proofs(texts);
    if let Some(unread) = broken.iter().chain(&unread).next() {
        bail!("failed to read `{}`: {}", unread.path, unread.message);
    }
    let mut page = String::from(
        "# The contracts, rule by rule\n\n\
         Each rule is in our own words and links to the scenarios that prove it. Every scenario is run by\n\
         `cargo xtask test`.\n",
    );
    for parts in registries.chunk_by(|one, other| one.contract == other.contract) {
        let Some(main) = parts.first() else {
            continue;
        };
        let rules = parts.iter().flat_map(Registry::rules).count();
        write!(page, "\n## {} {}\n\n{rules} rules.\n", main.contract, main.title)?;
        for section in parts.iter().flat_map(|part| &part.sections) {
            write!(page, "\n### {}\n\n| rule | says | proven by |\n|---|---|---|\n", section.name)?;
            for rule in &section.rules {
                let proofs = proofs.get(&rule.id).map_or(&[][..], Vec::as_slice);
                let links: Vec<String> = proofs.iter().map(link).collect();
                writeln!(
                    page,
                    "| `{}` | {} | {} |",
                    rule.id,
                    cell(&rule.says),
                    links.join("<br>")
                )?;
            }
        }
    }
    Ok(page)
}

fn link(proof: &Proof) -> String {
    format!("[{}](../../{}#{})", cell(&proof.name), proof.page, proof.anchor)
}

/// Keeps a text from ending its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::tests::{PAGE, REGISTRY, text};

    #[test]
    fn a_rule_links_to_what_proves_it() {
        let texts =
            [text("scenarios/009-x/rules.toml", REGISTRY), text("scenarios/009-x/p.md", PAGE)];
        let page = page(&texts).unwrap();
        let row = "| `009.a.1` | a \\| b | [It is `so`](../../scenarios/009-x/p.md#it-is-so) |\n";
        assert!(page.contains(row), "{page}");
        assert!(page.contains("\n## 009 Ninth\n\n2 rules.\n\n### First part\n"), "{page}");
    }

    #[test]
    fn the_parts_of_a_contract_stand_below_one_heading() {
        let part = REGISTRY.replace("First part", "Second part").replace("009.a", "009.b");
        let texts = [
            text("scenarios/009-x/rules-b.toml", &part),
            text("scenarios/009-x/rules.toml", REGISTRY),
        ];
        let page = page(&texts).unwrap();
        assert_eq!(page.matches("## 009 Ninth").count(), 1, "{page}");
        assert!(page.contains("\n4 rules.\n\n### First part\n"), "{page}");
        assert!(page.find("### First part") < page.find("### Second part"), "{page}");
    }

    #[test]
    fn a_registry_that_cannot_be_read_is_an_error() {
        assert!(page(&[text("scenarios/009-x/rules.toml", "contract = 9")]).is_err());
    }
}
