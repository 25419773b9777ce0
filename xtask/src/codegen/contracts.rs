//! `contracts.md`: every rule of every contract and the scenarios that prove it.

use std::fmt::Write as _;

use anyhow::{Result, bail};

use crate::{
    registry::{self, Proof, Reach, Registry, Rule},
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
         Each rule is in our own words and links to what proves it. All of it is run by `cargo xtask test`.\n\n\
         The last column says how far the proof reaches: *wire*, the binary with models in its seats, which a stand-in\n\
         plays over a socket; *binary*, the binary alone; *process*, the flow without the binary. Where no seat is asked, it\n\
         says why.\n",
    );
    for parts in registries.chunk_by(|one, other| one.contract == other.contract) {
        let Some(main) = parts.first() else {
            continue;
        };
        let rules = parts.iter().flat_map(Registry::rules).count();
        let farthest = |reach: Reach| {
            let of = |rule: &Rule| proofs.get(&rule.id)?.iter().map(|proof| proof.reach).max();
            parts.iter().flat_map(Registry::rules).filter(|rule| of(rule) == Some(reach)).count()
        };
        write!(
            page,
            "\n## {} {}\n\n{rules} rules: {} on the wire, {} through the binary, {} in process.\n",
            main.contract,
            main.title,
            farthest(Reach::Wire),
            farthest(Reach::Binary),
            farthest(Reach::Process),
        )?;
        for section in parts.iter().flat_map(|part| &part.sections) {
            write!(
                page,
                "\n### {}\n\n| rule | says | proven by | reach |\n|---|---|---|---|\n",
                section.name
            )?;
            for rule in &section.rules {
                let proofs = proofs.get(&rule.id).map_or(&[][..], Vec::as_slice);
                let links: Vec<String> = proofs.iter().map(link).collect();
                let reach = proofs.iter().map(|proof| proof.reach).max().map_or("", word);
                let unasked = rule.unasked.as_ref().map(|why| format!(": {}", cell(why)));
                let reach = format!("{reach}{}", unasked.unwrap_or_default());
                let (says, links) = (cell(&rule.says), links.join("<br>"));
                writeln!(page, "| `{}` | {says} | {links} | {reach} |", rule.id)?;
            }
        }
    }
    Ok(page)
}

fn link(proof: &Proof) -> String {
    let anchor = if proof.anchor.is_empty() { "" } else { "#" };
    format!("[{}](../../{}{anchor}{})", cell(&proof.name), proof.page, proof.anchor)
}

fn word(reach: Reach) -> &'static str {
    match reach {
        Reach::Process => "process",
        Reach::Binary => "binary",
        Reach::Wire => "wire",
    }
}

/// Keeps a text from ending its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::tests::{PAGE, REGISTRY, TEST, text};

    #[test]
    fn a_rule_links_to_what_proves_it() {
        let texts =
            [text("scenarios/009-x/rules.toml", REGISTRY), text("scenarios/009-x/p.md", PAGE)];
        let page = page(&texts).unwrap();
        let row = "| `009.a.1` | a \\| b | [It is `so`](../../scenarios/009-x/p.md#it-is-so) | binary |\n";
        assert!(page.contains(row), "{page}");
        let head =
            "\n## 009 Ninth\n\n2 rules: 0 on the wire, 1 through the binary, 0 in process.\n";
        assert!(page.contains(head), "{page}");
    }

    #[test]
    fn a_rule_says_how_far_its_proof_reaches() {
        let texts = [
            text("scenarios/009-x/rules.toml", REGISTRY),
            text("scenarios/009-x/p.md", PAGE),
            text("crates/council-cli/tests/x.rs", TEST),
        ];
        let page = page(&texts).unwrap();
        let link = "[it is so on the wire](../../crates/council-cli/tests/x.rs)";
        assert!(page.contains(&format!("| `009.a.2` | c | {link} | wire |\n")), "{page}");
        assert!(page.contains("2 rules: 2 on the wire, 0 through"), "{page}");
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
        assert!(page.contains("\n4 rules: "), "{page}");
        assert!(page.find("### First part") < page.find("### Second part"), "{page}");
    }

    #[test]
    fn a_registry_that_cannot_be_read_is_an_error() {
        assert!(page(&[text("scenarios/009-x/rules.toml", "contract = 9")]).is_err());
    }
}
