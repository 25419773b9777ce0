//! Several processes that want to go on with one session at once.

use std::{
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};

use super::{
    scene::{End, PATIENCE, Scene, said},
    subject::Subject,
    tally::{Problem, Tally},
};

/// How many processes there are.
const RACERS: usize = 8;

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Race {
    pub(crate) tally: Tally,
    /// How long the slowest refusal took, which depends on how busy the machine is.
    pub(crate) slowest: Duration,
}

/// Kills a session, lets eight processes go on with it at once, and looks who does. No answer comes before seven are refused,
/// so a refusal that waits for whoever holds the session never comes.
pub(crate) fn run(subject: &Subject) -> Result<Race> {
    let mut race = Race::default();
    let mut scene = Scene::new(subject)?;
    scene.stub().hold(true);
    kill_once_it_asks(&scene)?;
    scene.look(&mut race.tally)?;
    let mut racers = Vec::new();
    for _ in 0..RACERS {
        let mut command = scene.command()?;
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        racers.push((child.context("failed to start a racer")?, Instant::now()));
    }
    let mut refused = Vec::new();
    let began = Instant::now();
    while refused.len() + 1 < RACERS && began.elapsed() < PATIENCE {
        let Some((mut child, began)) = take_ended(&mut racers)? else {
            thread::sleep(Duration::from_micros(500));
            continue;
        };
        race.slowest = race.slowest.max(began.elapsed());
        let said = said(&mut child);
        match subject.end(child.wait().context("failed to wait")?.code(), &said) {
            End::Failed => refused.push(said),
            end => {
                race.tally.note(Problem::Broken, format!("a racer ended with {end:?}"));
                refused.push(String::new());
            }
        }
    }
    if refused.len() + 1 < RACERS {
        let waiting = RACERS - 1 - refused.len();
        race.tally
            .note(Problem::Broken, format!("{waiting} racers wait for whoever holds the session"));
    }
    scene.stub().hold(false);
    for (mut winner, _) in racers {
        let name = format!("process {}", winner.id());
        for said in refused.iter().filter(|said| !said.contains(&name)) {
            race.tally
                .note(Problem::Broken, format!("{name} holds the session, but was told: {said}"));
        }
        winner.wait().context("failed to wait")?;
    }
    scene.check_end(&mut race.tally, Problem::WrongEnd)?;
    Ok(race)
}

/// Begins a session and kills it while it waits for an answer.
fn kill_once_it_asks(scene: &Scene<'_>) -> Result<()> {
    let mut command = scene.command()?;
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let began = Instant::now();
    while scene.stub().asks().is_empty() && began.elapsed() < PATIENCE {
        thread::sleep(Duration::from_micros(500));
    }
    child.kill().context("failed to kill")?;
    child.wait().context("failed to wait")?;
    Ok(())
}

fn take_ended(racers: &mut Vec<(Child, Instant)>) -> Result<Option<(Child, Instant)>> {
    for (at, (child, _)) in racers.iter_mut().enumerate() {
        if child.try_wait().context("failed to wait")?.is_some() {
            return Ok(Some(racers.remove(at)));
        }
    }
    Ok(None)
}
