//! What a repository may not say: whatever names a host, a key, a program, a price or a stand-in for a reviewer.

use council_core::diagnostic::{Diagnostic, Place};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use crate::{setting, user};

/// The sections that only a user's file has.
const USERS: [&str; 5] = ["providers", "prices", "agents", "limits", "trust"];

/// What stands in for a reviewer, in front of the colon. A document that could choose it would judge itself.
const STAND_INS: [&str; 3] = ["scripted", "cassette", "loopback"];

/// Returns the first thing in `council.toml` that only a user may say. A text that is no TOML crosses nothing.
pub(super) fn crossed(path: &str, text: &str) -> Option<Diagnostic> {
    let table = DeTable::parse(text).ok()?.into_inner();
    let Crossing { at, message, help } = users(&table).or_else(|| stand_in(&table))?;
    let place = Place::file(path).at(Some(setting::line(text, at)));
    Some(Diagnostic::error("not-a-repositorys", place, message).help(help))
}

/// A setting that stands where it may not.
struct Crossing {
    at: usize,
    message: String,
    help: String,
}

/// Returns the setting of a user's section that stands first.
fn users(table: &DeTable<'_>) -> Option<Crossing> {
    let mut all = Vec::new();
    for (key, value) in table {
        let section = key.get_ref().as_ref();
        if USERS.contains(&section) {
            leaves(section, key.span().start, value, &mut all);
        }
    }
    let (at, name) = all.into_iter().min()?;
    Some(Crossing {
        at,
        message: format!("`{name}` is for a user to set, and this file is the repository's"),
        help: format!("move it into `{}`, which `council init --user` writes", user::SHOWN),
    })
}

/// Collects the settings below a key by their whole name; a section without any is one itself.
fn leaves(name: &str, at: usize, value: &Spanned<DeValue<'_>>, all: &mut Vec<(usize, String)>) {
    match value.get_ref() {
        DeValue::Table(table) if !table.is_empty() => {
            for (key, value) in table {
                leaves(&format!("{name}.{}", key.get_ref()), key.span().start, value, all);
            }
        }
        DeValue::Table(_)
        | DeValue::Array(_)
        | DeValue::String(_)
        | DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_) => all.push((at, name.to_owned())),
    }
}

/// Returns the seat that is filled with a stand-in.
fn stand_in(table: &DeTable<'_>) -> Option<Crossing> {
    let section = |name: &str| table.get(name).and_then(|value| value.get_ref().as_table());
    let every = section("review").and_then(|review| review.get_key_value("reviewer"));
    let seats = section("seats").into_iter().flatten();
    let found = every.into_iter().chain(seats).find_map(|(key, value)| {
        let named = value.get_ref().as_str()?;
        let kind = named.split(':').next().unwrap_or_default().trim();
        let kind = STAND_INS.into_iter().find(|known| kind.eq_ignore_ascii_case(known))?;
        Some((value.span().start, key.get_ref().to_string(), kind))
    });
    let (at, key, kind) = found?;
    Some(Crossing {
        at,
        message: format!("`{key}` names a `{kind}` reviewer, which only the command line may do"),
        help: format!(
            "take it out, and give it with `--reviewer {kind}:… --drill` where it is wanted"
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        let refused = crossed("council.toml", text).map(|one| {
            format!("{}: {} ({})", one.place, one.message, one.help.unwrap_or_default())
        });
        refused.unwrap_or_default()
    }

    #[test]
    fn every_setting_of_a_user_is_refused_by_its_whole_name_and_its_line() {
        for key in
            ["base_url", "key_variable", "key_file", "key_header", "proxy", "wire", "most_tokens"]
        {
            let said = refused(&format!("[review]\nbudget = 5\n[providers.evil]\n{key} = \"x\"\n"));
            let start = format!("council.toml:4: `providers.evil.{key}` is for a user to set");
            assert!(said.starts_with(&start), "{said}");
            assert!(said.contains(user::SHOWN), "{said}");
        }
        assert!(
            refused("providers.evil.key_command = [\"sh\"]\n")
                .contains("`providers.evil.key_command`")
        );
        assert!(
            refused("providers = { evil = { proxy = \"x\" } }\n")
                .contains("`providers.evil.proxy`")
        );
        assert!(
            refused("[agents.claude]\nprogram = \"./x\"\n").contains("`agents.claude.program`")
        );
        assert!(
            refused("[prices]\n\"a:b\" = { input = 0.0, output = 0.0 }\n")
                .contains("`prices.a:b.input`")
        );
        assert!(refused("[limits]\nbudget = 9\n").contains("`limits.budget`"));
        assert!(refused("[trust]\nfolders = [\"/\"]\n").contains("`trust.folders`"));
        assert!(refused("\n[providers]\n").starts_with("council.toml:2: `providers`"));
    }

    #[test]
    fn the_first_of_several_is_named() {
        let text = "[providers.b]\nproxy = \"x\"\n[providers.a]\nproxy = \"x\"\n";
        assert!(refused(text).starts_with("council.toml:2: `providers.b.proxy`"));
    }

    #[test]
    fn a_stand_in_is_refused_wherever_a_seat_is_filled() {
        for kind in STAND_INS {
            for text in ["[review]\nreviewer = ", "[seats]\nSA-2 = "] {
                let said = refused(&format!("{text}\"{kind}:x\"\n"));
                assert!(said.starts_with("council.toml:2: "), "{said}");
                assert!(said.contains(&format!("a `{kind}` reviewer")), "{said}");
            }
        }
        assert_eq!(
            refused("[review]\nreviewer = \"rules\"\n[seats]\nSA-1 = \"openai:scripted\"\n"),
            ""
        );
    }
}
