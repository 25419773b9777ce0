//! What lies below `integrations`, installed by the real tools and run as they run it.

use std::{
    env, fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, ensure};
use council_testkit::repo_root;

use crate::{model::build_folder, python, shell};

/// spec-kit and what it needs.
const SPEC_KIT: &[&str] = &[
    "annotated-doc==0.0.6",
    "annotated-types==0.8.0",
    "anyio==4.16.0",
    "attrs==26.1.0",
    "cffi==2.1.1",
    "click==8.5.1",
    "cryptography==50.0.2",
    "h11==0.16.0",
    "httpcore2==2.16.0",
    "httpx2==2.16.0",
    "idna==3.20",
    "json5==0.17.3",
    "jsonschema==4.26.0",
    "jsonschema-specifications==2025.9.1",
    "markdown-it-py==4.3.0",
    "mcp==2.3.0",
    "mcp-types==2.3.0",
    "mdurl==0.1.2",
    "opentelemetry-api==1.45.2",
    "packaging==26.3",
    "pathspec==1.1.1",
    "pycparser==3.12",
    "pydantic==2.14.3",
    "pydantic_core==2.50.4",
    "Pygments==2.21.0",
    "PyJWT==2.15.1",
    "python-multipart==0.0.33",
    "PyYAML==6.0.3",
    "readchar==4.2.2",
    "referencing==0.37.0",
    "rich==15.0.0",
    "rpds-py==2026.9.1",
    "shellingham==1.5.4",
    "specify-cli==1.2.3",
    "sse-starlette==3.7.0",
    "starlette==1.10.0",
    "truststore==0.10.5",
    "typer==0.29.1",
    "typing-inspection==0.4.5",
    "typing_extensions==4.16.0",
    "uvicorn==0.54.0",
];

/// A specification in which an offline rule finds something of weight, and one in which none does.
const BAD: &str =
    "# Export\n\n## Requirements\n\n- FR-1: The export must end within TBD seconds.\n";
const GOOD: &str = "# Export\n\n## Requirements\n\n- FR-1: The export must end within 5 seconds.\n";

/// Installs each integration with its tool, and runs it. Says so and does nothing where a tool cannot be had.
pub(crate) fn run() -> Result<()> {
    shell::run(&mut shell::command("cargo", &["build", "--quiet", "--package", "council-cli"]))?;
    spec_kit()
}

/// The extension and the overlay of spec-kit: what it installs into a project, and that its hook stops an agent.
fn spec_kit() -> Result<()> {
    let folder = build_folder()?.join("spec-kit");
    let Some(python) = python::install(&folder, SPEC_KIT)? else {
        println!("skipped: the integration with spec-kit: its packages cannot be had here");
        return Ok(());
    };
    let project = folder.join("project");
    if project.exists() {
        fs::remove_dir_all(&project).context("failed to remove the project of the last run")?;
    }
    fs::create_dir_all(project.join("specs/1-export"))?;
    let path = env::join_paths(
        [build_folder()?.join("debug"), build_folder()?]
            .into_iter()
            .chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())),
    )?;
    let specify = |arguments: &[&str]| -> Result<String> {
        let mut command = Command::new(python.with_file_name("specify"));
        command.args(arguments).current_dir(&project).env("PATH", &path);
        let output = command.output().context("spec-kit does not start")?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let complaints = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "`specify {}`: {said}{complaints}", arguments.join(" "));
        Ok(said)
    };
    shell::run(Command::new("git").args(["init", "--quiet", "."]).current_dir(&project))?;
    specify(&["init", "--here", "--force", "--integration", "claude", "--ignore-agent-tools"])?;
    let ours = repo_root().join("integrations/spec-kit");
    specify(&["extension", "add", "--dev", &ours.display().to_string()])?;
    let overlay = ours.join("workflow-overlay.yml");
    specify(&["workflow", "overlay", "add", &overlay.display().to_string()])?;
    let steps = specify(&["workflow", "info", "speckit"])?;
    let (council, gate) = (steps.find("council [shell]"), steps.find("review-spec [gate]"));
    ensure!(council.is_some() && council < gate, "the gate is not before the person's: {steps}");
    let hooks = fs::read_to_string(project.join(".specify/extensions.yml"))?;
    ensure!(hooks.contains("speckit.council.review"), "no hook before the plan: {hooks}");
    let spec = project.join("specs/1-export/spec.md");
    let hook = hooked(&project)?;
    for (text, code, told) in [(BAD, 2, "placeholder"), (GOOD, 0, "")] {
        fs::write(&spec, text)?;
        let (ended, said) = written(&hook, &project, &spec, &path)?;
        ensure!(ended == Some(code), "the hook ended with {ended:?}: {said}");
        ensure!(said.contains(told), "the agent is not told `{told}`: {said}");
    }
    println!("spec-kit: the extension, the overlay and the hook work");
    Ok(())
}

/// Returns the command that spec-kit wrote into the settings of Claude Code.
fn hooked(project: &Path) -> Result<String> {
    let text = fs::read_to_string(project.join(".claude/settings.json"))?;
    let settings: serde_json::Value = serde_json::from_str(&text)?;
    let command = settings.pointer("/hooks/PostToolUse/0/hooks/0/command");
    let command = command.and_then(serde_json::Value::as_str);
    Ok(command.with_context(|| format!("there is no hook: {text}"))?.to_owned())
}

/// Tells a hook that a file was written, as Claude Code does, and returns how it ended and what it said.
fn written(
    hook: &str,
    project: &Path,
    file: &PathBuf,
    path: &std::ffi::OsStr,
) -> Result<(Option<i32>, String)> {
    let event = serde_json::json!({"hook_event_name": "PostToolUse", "tool_name": "Write", "cwd": project,
        "tool_input": {"file_path": file}});
    let mut child = Command::new("sh")
        .args(["-c", hook])
        .current_dir(project)
        .env("CLAUDE_PROJECT_DIR", project)
        .env("PATH", path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(event.to_string().as_bytes())?;
    }
    let output = child.wait_with_output()?;
    let said = [output.stdout, output.stderr].concat();
    Ok((output.status.code(), String::from_utf8_lossy(&said).into_owned()))
}
