//! `cargo xtask bench`: how long a gate takes from a cold start, beside programs everybody knows, in one run.

use std::{fs, path::PathBuf};

use anyhow::{Context as _, Result, bail};
use council_testkit::{TestEnv, repo_root};
use serde_json::Value;

use crate::shell;

/// Where the stage review finds its evidence.
const EVIDENCE: &str = "docs/SPEC-OPS-004-integrated-coder-hooks/evidence/consensus";
const SPEC: &str = "SPEC-BENCH-001";

/// Something that is timed.
struct Contender {
    name: &'static str,
    command: Vec<String>,
}

/// Times the stage gate and its peers and prints each as a multiple of `grep`'s time.
pub(crate) fn run() -> Result<()> {
    install_hyperfine()?;
    shell::run(&mut shell::command(
        "cargo",
        &["build", "--profile", "dist", "--package", "council-cli"],
    ))?;
    let env = TestEnv::new(binary()?);
    let evidence = format!("{EVIDENCE}/{SPEC}/spec-plan_architect_20260101.json");
    env.write(&format!("docs/{SPEC}/plan.md"), "# Plan\n\nBuild it in two steps.\n");
    env.write(&evidence, EVIDENCE_JSON);

    let mut present = Vec::new();
    for contender in contenders(&binary()?.display().to_string(), &evidence) {
        let Some((program, arguments)) = contender.command.split_first() else { continue };
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        if shell::works(shell::command(program, &arguments).current_dir(env.repo())) {
            present.push(contender);
        } else {
            println!("skipped: `{}` does not run here", contender.command.join(" "));
        }
    }
    let seconds = measure(&env, &present)?;
    print!("{}", table(&present, &seconds)?);
    Ok(())
}

const EVIDENCE_JSON: &str = r#"{
  "agent": "architect",
  "model": "a model",
  "consensus": { "conflicts": [], "synthesis_status": "ok" }
}
"#;

fn contenders(council: &str, evidence: &str) -> Vec<Contender> {
    let contender = |name, command: &[&str]| Contender {
        name,
        command: command.iter().map(ToString::to_string).collect(),
    };
    vec![
        contender("council gate stage", &[council, "gate", "stage", SPEC, "--stage", "plan"]),
        contender("council --version", &[council, "--version"]),
        contender("grep", &["grep", "--count", "conflicts", evidence]),
        contender("jq", &["jq", ".consensus.conflicts", evidence]),
        contender("python3 -c 'import json'", &["python3", "-c", "import json"]),
    ]
}

/// Runs everything in one go, so that a busy machine is as unfair to the one as to the other.
fn measure(env: &TestEnv, contenders: &[Contender]) -> Result<Vec<f64>> {
    let results = env.repo().with_file_name("results.json");
    let mut command =
        shell::command("hyperfine", &["--shell", "none", "--warmup", "10", "--runs", "200"]);
    command.args(["--style", "none", "--export-json"]).arg(&results).current_dir(env.repo());
    for contender in contenders {
        command
            .arg(contender.command.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "));
    }
    shell::run(&mut command)?;
    let text = fs::read_to_string(&results).context("failed to read what hyperfine measured")?;
    medians(&serde_json::from_str(&text).context("failed to read what hyperfine measured")?)
}

fn quoted(word: &str) -> String {
    if word.contains(' ') { format!("'{word}'") } else { word.to_owned() }
}

fn medians(results: &Value) -> Result<Vec<f64>> {
    let results = results.get("results").and_then(Value::as_array).context("no `results`")?;
    let median = |result: &Value| result.get("median").and_then(Value::as_f64);
    results.iter().map(|result| median(result).context("no `median`")).collect()
}

/// Shows each time as a multiple of `grep`'s, which does next to nothing and does it everywhere.
fn table(contenders: &[Contender], seconds: &[f64]) -> Result<String> {
    let rows = contenders.iter().zip(seconds);
    let Some((_, base)) = rows.clone().find(|(contender, _)| contender.name == "grep") else {
        bail!("there is no `grep` to compare with");
    };
    let shown = |(contender, seconds): (&Contender, &f64)| {
        format!("{:<26} {:>8.2} ms {:>6.2} × grep\n", contender.name, seconds * 1e3, seconds / base)
    };
    Ok(rows.map(shown).collect())
}

pub(crate) fn binary() -> Result<PathBuf> {
    let metadata = shell::command("cargo", &["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .context("failed to start `cargo metadata`")?;
    let metadata: Value =
        serde_json::from_slice(&metadata.stdout).context("failed to read `cargo metadata`")?;
    let target = metadata.get("target_directory").and_then(Value::as_str);
    Ok(repo_root().join(target.context("no target folder")?).join("dist/council"))
}

fn install_hyperfine() -> Result<()> {
    if shell::works(&mut shell::command("hyperfine", &["--version"])) {
        return Ok(());
    }
    let installed = shell::run(&mut shell::command("apt-get", &["install", "--yes", "hyperfine"]));
    installed.context("hyperfine is missing and could not be installed; install it and try again")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn times_are_shown_beside_greps() {
        let contenders = contenders("council", "e.json");
        let shown = table(&contenders, &[0.004, 0.003, 0.002, 0.005, 0.02]).unwrap();
        assert!(
            shown.starts_with("council gate stage             4.00 ms   2.00 × grep\n"),
            "{shown}"
        );
        assert_eq!(shown.lines().count(), 5);
    }

    #[test]
    fn without_grep_there_is_nothing_to_say() {
        let contenders = contenders("council", "e.json");
        assert!(table(&contenders[..2], &[0.1, 0.1]).is_err());
    }

    #[test]
    fn results_that_are_not_there_are_an_error() {
        assert!(medians(&json!({"results": [{"mean": 1.0}]})).is_err());
        assert_eq!(medians(&json!({"results": [{"median": 1.5}]})).unwrap(), [1.5]);
    }
}
