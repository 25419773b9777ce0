//! The catalogue and the choice of modes against real files.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its data has failed")]

use std::{collections::BTreeSet, path::Path};

use council_app::{
    Repo,
    core::mode::{Mode, ModeSelection, Relaxation, validate},
    modes::ModesAnswer,
};
use council_testkit::shared_data;

/// A page too short to say what it is about asks for no particular modes.
const SHORTEST: usize = 1500;

#[test]
fn the_catalogue_has_the_names_and_the_order_of_the_list() {
    let Some(list) = shared_data("modes80.json") else { return };
    let repo = Repo::open(list.parent().unwrap()).unwrap();
    let text = repo.read("modes80.json").unwrap();
    let listed: Vec<(u64, String, String)> = serde_json::from_str::<serde_json::Value>(&text)
        .unwrap()
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let word = |key: &str| row[key].as_str().unwrap().to_owned();
            (row["id"].as_u64().unwrap(), word("name"), word("category"))
        })
        .collect();
    let ours: Vec<(u64, String, String)> = Mode::all()
        .iter()
        .map(|mode| {
            let category = mode.category().name().to_owned();
            (u64::from(mode.id.number()), mode.name.to_owned(), category)
        })
        .collect();
    assert_eq!(ours, listed);
}

#[test]
fn real_specifications_speak_for_enough_modes() {
    let mut selections: Vec<(String, ModeSelection)> = Vec::new();
    for name in ["speckit", "n8n"] {
        let Some(folder) = shared_data(name) else { return };
        choose_below(&Repo::open(&folder).unwrap(), "", &mut selections);
    }
    assert!(selections.len() > 50, "{}", selections.len());
    for (path, selection) in &selections {
        let declared: Vec<_> =
            selection.lenses.iter().map(|lens| (lens.seat, lens.modes())).collect();
        let sound = validate(&declared).is_empty() || relaxes_overlap(selection);
        assert!(sound, "{path}: {:?}", validate(&declared));
    }
    // The minimum of three strong modes a seat is within reach of ordinary documents.
    let weak = |selection: &ModeSelection| {
        selection.relaxations.iter().any(|one| matches!(one, Relaxation::Affinity { .. }))
    };
    let weak: Vec<&String> =
        selections.iter().filter(|(_, selection)| weak(selection)).map(|(path, _)| path).collect();
    assert!(weak.is_empty(), "{weak:?}");
    let shared = selections.iter().filter(|(_, selection)| relaxes_overlap(selection)).count();
    assert!(shared * 10 <= selections.len(), "{shared} of {}", selections.len());
    // And different documents are looked at differently.
    let used: BTreeSet<_> =
        selections.iter().flat_map(|(_, selection)| selection.modes()).collect();
    assert!(used.len() >= 55, "{}", used.len());
}

fn relaxes_overlap(selection: &ModeSelection) -> bool {
    selection.relaxations.iter().any(|one| matches!(one, Relaxation::Overlap { .. }))
}

fn choose_below(repo: &Repo, folder: &str, selections: &mut Vec<(String, ModeSelection)>) {
    let below = |name: &String| match folder {
        "" => name.clone(),
        folder => format!("{folder}/{name}"),
    };
    for path in repo.files(folder).unwrap().iter().map(below) {
        let is_page = Path::new(&path).extension().is_some_and(|extension| extension == "md");
        if !is_page || repo.read(&path).unwrap().len() < SHORTEST {
            continue;
        }
        if let ModesAnswer::Chosen { selection, .. } = ModesAnswer::for_packet(repo, &path).unwrap()
        {
            selections.push((path, selection));
        }
    }
    for path in repo.folders(folder).unwrap().iter().map(below) {
        choose_below(repo, &path, selections);
    }
}
