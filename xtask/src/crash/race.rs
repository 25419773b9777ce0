//! Several processes that want to go on with one session at once.

use std::{
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};

use super::{
    scene::{End, Scene, said},
    subject::Subject,
    tally::{Problem, Tally},
};

/// How many processes there are.
const RACERS: usize = 8;
/// How long an answer takes: whoever wins is at it long after the others were refused.
const ANSWER: Duration = Duration::from_millis(500);

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Race {
    pub(crate) tally: Tally,
    /// How long the slowest refusal took.
    pub(crate) slowest: Duration,
}

/// Kills a session, lets eight processes go on with it at once, and looks who does.
pub(crate) fn run(subject: &Subject) -> Result<Race> {
    let mut race = Race::default();
    let mut scene = Scene::with_answers_after(subject, ANSWER)?;
    scene.run(&mut scene.command()?, Some(ANSWER.mul_f64(0.5)))?;
    scene.look(&mut race.tally)?;
    let mut racers = Vec::new();
    for _ in 0..RACERS {
        let mut command = scene.command()?;
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        racers.push((child.context("failed to start a racer")?, Instant::now()));
    }
    let mut refused = Vec::new();
    while refused.len() + 1 < RACERS {
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

fn take_ended(racers: &mut Vec<(Child, Instant)>) -> Result<Option<(Child, Instant)>> {
    for (at, (child, _)) in racers.iter_mut().enumerate() {
        if child.try_wait().context("failed to wait")?.is_some() {
            return Ok(Some(racers.remove(at)));
        }
    }
    Ok(None)
}
