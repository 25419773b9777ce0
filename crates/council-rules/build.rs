//! Writes the list of all rules: every module that `src/rules/mod.rs` declares `pub(crate)` is one.

use std::{env, error::Error, fmt::Write as _, fs, path::Path};

const MODULES: &str = "src/rules/mod.rs";

#[expect(clippy::disallowed_methods, reason = "a build script reads and writes files")]
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={MODULES}");
    let modules = fs::read_to_string(MODULES)?;
    let mut list = String::from("&[\n");
    for line in modules.lines() {
        let name = line.strip_prefix("pub(crate) mod ").and_then(|rest| rest.strip_suffix(';'));
        if let Some(name) = name {
            writeln!(list, "    &crate::rules::{name}::RULE,")?;
        }
    }
    list.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("rules.rs"), list)?;
    Ok(())
}
