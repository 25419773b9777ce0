//! Writes the list of all rules, every module that `src/rules/mod.rs` declares `pub(crate)`, and packs the learned tables.

use std::{env, error::Error, fmt::Write as _, fs, path::Path};

#[expect(dead_code, unreachable_pub, reason = "the library uses all of it")]
#[path = "src/lexicon/hash.rs"]
mod hash;
#[expect(dead_code, unreachable_pub, reason = "the library uses all of it")]
#[path = "src/wording/key.rs"]
mod key;

const MODULES: &str = "src/rules/mod.rs";
const WEIGHTS: &str = "src/wording/weights.txt";
const CLUSTERS: &str = "src/wording/clusters.txt";

#[expect(clippy::disallowed_methods, reason = "a build script reads and writes files")]
fn main() -> Result<(), Box<dyn Error>> {
    for file in [MODULES, WEIGHTS, CLUSTERS, "src/lexicon/hash.rs", "src/wording/key.rs"] {
        println!("cargo:rerun-if-changed={file}");
    }
    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    fs::write(out.join("rules.rs"), rules(&fs::read_to_string(MODULES)?)?)?;
    let (bias, entries) = weights(&fs::read_to_string(WEIGHTS)?)?;
    fs::write(out.join("wording_bias.rs"), bias)?;
    fs::write(out.join("wording_weights.bin"), packed(&entries))?;
    fs::write(out.join("wording_marks.bin"), marks(entries.iter().map(|(key, _)| *key)))?;
    fs::write(out.join("wording_clusters.bin"), clusters(&fs::read_to_string(CLUSTERS)?)?)?;
    Ok(())
}

fn rules(modules: &str) -> Result<String, Box<dyn Error>> {
    let mut list = String::from("&[\n");
    for line in modules.lines() {
        let name = line.strip_prefix("pub(crate) mod ").and_then(|rest| rest.strip_suffix(';'));
        if let Some(name) = name {
            writeln!(list, "    &crate::rules::{name}::RULE,")?;
        }
    }
    list.push_str("]\n");
    Ok(list)
}

/// A feature, and what it weighs for each class.
type Entry = (u64, [u8; key::CLASSES]);

/// Reads the weights of features: a line that begins with `=` has what speaks for each class before any feature does.
fn weights(table: &str) -> Result<(String, Vec<Entry>), Box<dyn Error>> {
    let mut bias = None;
    let mut entries = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        if let Some(given) = line.strip_prefix("= ") {
            bias = Some(format!("[{}]", given.replace(' ', ", ")));
            continue;
        }
        let (key, weights) =
            key::line(line, hash::hash).ok_or_else(|| format!("{WEIGHTS}: no feature: {line}"))?;
        entries.push((key, weights.map(i8::cast_unsigned)));
    }
    let bias = bias.ok_or_else(|| format!("{WEIGHTS}: nothing speaks before any feature does"))?;
    Ok((bias, entries))
}

/// Sets a bit for each feature of the table: most others are told by theirs that they are none of it.
fn marks(keys: impl Iterator<Item = u64>) -> Vec<u8> {
    let mut marks = vec![0; key::MARKS];
    for key in keys {
        let (place, bit) = key::mark(key);
        if let Some(mark) = marks.get_mut(place) {
            *mark |= bit;
        }
    }
    marks
}

/// Packs the clusters of words.
fn clusters(table: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut entries = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (path, words) = line.split_once(' ').ok_or_else(|| format!("{CLUSTERS}: {line}"))?;
        let path = u16::from_str_radix(path, 16)?.to_le_bytes();
        entries.extend(words.split(' ').map(|word| (hash::hash(word.as_bytes()), path)));
    }
    Ok(packed(&entries))
}

/// Puts entries into an open-addressed table that is at most half full: half of the key, then what is kept for it.
fn packed<const LEN: usize>(entries: &[(u64, [u8; LEN])]) -> Vec<u8> {
    let len = (entries.len() * 2).next_power_of_two();
    let mut slots: Vec<Option<(u64, [u8; LEN])>> = vec![None; len];
    for (key, value) in entries {
        let first = usize::try_from(key & u64::from(u32::MAX)).unwrap_or_default();
        let mut places = (0..64).map(|step| (first + step) & (len - 1));
        let place = places.find(|place| slots.get(*place).is_some_and(Option::is_none));
        if let Some(slot) = place.and_then(|place| slots.get_mut(place)) {
            *slot = Some((*key, *value));
        }
    }
    let mut bytes = Vec::new();
    for slot in slots {
        let (key, value) = slot.unwrap_or((0, [0; LEN]));
        bytes.extend_from_slice(&u32::try_from(key >> 32).unwrap_or_default().to_le_bytes());
        bytes.extend_from_slice(&value);
    }
    bytes
}
