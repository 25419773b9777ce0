//! Sessions of models side by side: whose they are, when they began, and what is on disk while a seat is asked.

use std::{
    path::Path,
    process::Stdio,
    sync::{Arc, Mutex, OnceLock},
};

use super::*;

/// What a seat says that finds one major and stands by it.
fn one_major(heard: &Heard) -> Value {
    match heard.round {
        1 => {
            json!({"findings": [heard.finding("MAJOR", "must be fast", "goals")], "questions": []})
        }
        2 => json!({"opinions": [], "proposals": [], "same": [], "findings": []}),
        _ => {
            let votes = |list| heard.votes(list, "it holds");
            json!({"validity": votes("validity"), "remediation": votes("remediation"), "proposals": []})
        }
    }
}

const REVIEW: [&str; 6] = ["--reviewer", "here:model", "--budget", "1000000", "--format", "json"];

/// Rules: D.23
#[test]
fn two_packets_whose_long_names_begin_alike_share_neither_folder_nor_findings() {
    let path = |name: &str| {
        let folder = "docs/a-product-area-with-a-long-name/a-feature-with-a-name-that-is-longer";
        format!("{folder}/requirements-of-{name}.md")
    };
    let held = Held::new(&[], move |heard| {
        let mut said = one_major(heard);
        let read = ["one", "two"].map(path).into_iter().find(|path| heard.text.contains(path));
        if let (Some(path), Some(finding)) = (read, said.pointer_mut("/findings/0")) {
            finding["location"] = json!(format!("{path}#goals"));
        }
        said
    });
    let mut ids = Vec::new();
    for (name, text) in [("one", PRD.to_owned()), ("two", PRD.replace("export", "import"))] {
        let path = path(name);
        held.env.write(&path, text);
        let output = held.env.run(["review", &path].iter().chain(&REVIEW));
        let report: Value = serde_json::from_str(&output.stdout).unwrap();
        assert_eq!(report["findings"].as_array().unwrap().len(), 1, "{report}");
        assert!(!output.stdout.contains("fixed"), "there is no earlier review: {report}");
        ids.push(report["prd_id"].as_str().unwrap().to_owned());
    }
    assert_ne!(ids[0], ids[1]);
    for id in &ids {
        let reviews = held.env.repo().join("evidence/prd").join(id).join("reviews");
        let files = fs::read_dir(reviews).unwrap().map(|file| file.unwrap().path());
        let sessions = files.filter(|file| file.extension().is_some_and(|kind| kind == "yaml"));
        assert_eq!(sessions.count(), 1, "{id}");
    }
    assert_eq!(held.env.run(["check", "evidence"]).code, 0);
}

/// Rules: D.31
#[test]
fn sessions_that_begin_at_once_are_named_apart_and_check_has_nothing_to_say() {
    let held = Held::new(&[], one_major);
    let command = || {
        let mut command = held.env.command(["review", "prd.md"].iter().chain(&REVIEW));
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let running: Vec<_> = (0..4).map(|_| command()).collect();
    let mut ids: Vec<String> = Vec::new();
    for one in running {
        let output = one.wait_with_output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        ids.push(report["council_metadata"]["session_id"].as_str().unwrap().to_owned());
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 4, "{ids:?}");
    let checked = held.env.run(["check", "evidence"]);
    assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
    assert!(!checked.stdout.contains("session-id"), "{}", checked.stdout);
    for id in &ids {
        let replayed = held.env.run(["replay", id, "--check"]);
        assert_eq!(replayed.code, 0, "{id}: {}{}", replayed.stdout, replayed.stderr);
    }
}

/// What is on disk while a seat is asked: in which round, and the session file if there is one.
type OnDisk = (usize, Option<String>);

/// Returns the session file of the only packet, if there is one.
fn on_disk(repo: &Path) -> Option<String> {
    let files = fs::read_dir(repo.join("evidence/prd/prd/reviews")).ok()?;
    let mut files = files.map(|file| file.unwrap().path());
    let file = files.find(|file| file.extension().is_some_and(|kind| kind == "yaml"))?;
    fs::read_to_string(file).ok()
}

/// Rules: D.33
#[test]
fn while_a_seat_is_asked_the_session_is_on_disk_with_its_seats_and_without_outputs() {
    let seen: Arc<Mutex<Vec<OnDisk>>> = Arc::default();
    let repo: Arc<OnceLock<PathBuf>> = Arc::default();
    let (log, root) = (Arc::clone(&seen), Arc::clone(&repo));
    let play = move |call: &ReceivedRequest, _| {
        let heard = Heard::new(call);
        log.lock().unwrap().push((heard.round, root.get().and_then(|root| on_disk(root))));
        (ProviderFault::None, one_major(&heard).to_string())
    };
    let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    repo.set(env.repo().to_owned()).unwrap();
    env.write("prd.md", PRD);
    env.write_user(&format!(
        "[providers.here]\nwire = \"chat\"\nbase_url = \"{}\"\n",
        server.base_url()
    ));
    let review = ["review", "prd.md", "--depth", "council"];
    assert!(env.run(review.iter().chain(&REVIEW)).code <= 2);
    let seen = seen.lock().unwrap();
    let rounds: Vec<usize> = seen.iter().map(|(round, _)| *round).collect();
    assert!(rounds.contains(&1) && rounds.contains(&3), "{rounds:?}");
    for (round, text) in seen.iter() {
        let text = text.as_ref().unwrap_or_else(|| panic!("nothing on disk in round {round}"));
        for line in ["terminal_state: null", "completed_at: null", "final_outputs: null"] {
            assert!(text.lines().any(|one| one == line), "{line}: {text}");
        }
        assert!(text.contains(&format!("\nstate: CYCLE_{round}\n")), "{text}");
        assert_eq!(text.matches("mode_id: ").count(), 15, "every seat has its modes: {text}");
        env.write("open.yaml", text);
        let checked = env.run(["check", "open.yaml"]);
        assert_eq!(checked.code, 0, "{}", checked.stdout);
        assert!(checked.stdout.contains("session-open"), "{}", checked.stdout);
    }
}
