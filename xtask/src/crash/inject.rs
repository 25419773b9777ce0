//! A kill, or a refusal, at every system call of a session.

use std::path::PathBuf;

use anyhow::Result;

use super::{
    order::{self, Rules, Violation},
    scene::{End, Scene},
    subject::Subject,
    tally::{Problem, Tally},
    trace::{self, FILES_AND_NETWORK},
};

/// The calls by which something gets to the disk.
const WRITING: &str =
    "write,pwrite64,writev,fsync,fdatasync,rename,renameat,renameat2,ftruncate,mkdir,link,linkat";

/// Which of the many calls are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stride(pub(crate) usize);

/// What the system answers when it refuses.
const REFUSALS: [&str; 2] = ["ENOSPC", "EIO"];

/// Kills a subject at every file and network call, and lets it go on after each.
pub(crate) fn kill_everywhere(subject: &Subject, stride: Stride) -> Result<Tally> {
    let mut tally = Tally::default();
    for (name, number) in points(subject, Begin::Fresh, FILES_AND_NETWORK, stride)? {
        let mut scene = Scene::new(subject)?;
        let inject = format!("{name}:signal=KILL:when={number}");
        match struck(&scene, &name, &inject)? {
            End::Killed => {
                tally.blows += 1;
                scene.look(&mut tally)?;
                scene.finish(&mut tally)?;
            }
            // The threads of two runs need not make the same calls.
            End::Well => scene.check_end(&mut tally, Problem::WrongEnd)?,
            end @ (End::Failed | End::Broken(_)) => {
                tally.note(Problem::Broken, format!("{inject}: {end:?}"));
            }
        }
    }
    Ok(tally)
}

/// Refuses every call that gets something to the disk, once, and then from there on for good.
pub(crate) fn refuse_everywhere(subject: &Subject, stride: Stride) -> Result<Tally> {
    let mut tally = Tally::default();
    for (name, number) in points(subject, Begin::Fresh, WRITING, stride)? {
        // Sockets and the runtime's own channels are written to as well, and they know no full disk.
        let lasting = if name.contains("write") { [""].as_slice() } else { &["", "+"] };
        for (refusal, when) in
            REFUSALS.iter().flat_map(|one| lasting.iter().map(move |when| (one, when)))
        {
            let mut scene = Scene::new(subject)?;
            let inject = format!("{name}:error={refusal}:when={number}{when}");
            let end = struck(&scene, &name, &inject)?;
            if !was_refused(&scene)? {
                continue;
            }
            tally.blows += 1;
            match end {
                End::Well => scene.check_end(&mut tally, Problem::SilentLoss)?,
                End::Failed => {
                    scene.look(&mut tally)?;
                    scene.finish(&mut tally)?;
                }
                end @ (End::Killed | End::Broken(_)) => {
                    tally.note(Problem::Broken, format!("{inject}: {end:?}"));
                }
            }
        }
    }
    Ok(tally)
}

/// Tells whether something below the repository was refused.
fn was_refused(scene: &Scene<'_>) -> Result<bool> {
    let repo = scene.env().repo().to_string_lossy().into_owned();
    let calls = trace::read(&log(scene))?;
    Ok(calls.iter().any(|call| call.is_injected() && call.arguments.contains(&repo)))
}

/// What the order of syncs turned out to be.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// What is wrong as the program is.
    pub(crate) violations: Vec<Violation>,
    /// How many syncs it makes.
    pub(crate) syncs: usize,
    /// Those of them that nobody notices when they are left out alone: nothing that counts comes before the next.
    pub(crate) unnoticed: Vec<String>,
    /// Whether it is noticed when all of them are left out.
    pub(crate) is_missed_whole: bool,
}

/// Checks the order of syncs, then leaves syncs out and checks that it is noticed.
pub(crate) fn check_order(subject: &Subject, begin: Begin, stride: Stride) -> Result<Order> {
    let mut order = Order { violations: violations(subject, begin, None)?, ..Order::default() };
    let kinds = ["fsync", "fdatasync"];
    let all = format!("{}:retval=0", kinds.join(","));
    order.is_missed_whole = !violations(subject, begin, Some(&all))?.is_empty();
    for (name, number) in points(subject, begin, &kinds.join(","), stride)? {
        order.syncs += 1;
        let one = format!("{name}:retval=0:when={number}");
        if violations(subject, begin, Some(&one))?.is_empty() {
            order.unnoticed.push(format!("{name} {number}"));
        }
    }
    Ok(order)
}

/// Where a run begins whose order is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Begin {
    /// With nothing.
    Fresh,
    /// With what somebody left who was killed between a write to the journal and its sync.
    Resumed,
}

/// Checks the order of syncs of one run, with something injected.
pub(crate) fn violations(
    subject: &Subject,
    begin: Begin,
    inject: Option<&str>,
) -> Result<Vec<Violation>> {
    let scene = begun(subject, begin)?;
    let found = scene.journals()?;
    scene.run(&mut trace::traced(&scene.command()?, order::CALLS, inject, &log(&scene)), None)?;
    let calls = trace::read(&log(&scene))?;
    let (root, port, good) = (scene.env().repo(), scene.port(), subject.good_codes());
    Ok(order::check(&calls, &Rules { root, port, found: &found, good }))
}

fn begun(subject: &Subject, begin: Begin) -> Result<Scene<'_>> {
    let scene = Scene::new(subject)?;
    match begin {
        Begin::Fresh => {}
        Begin::Resumed => {
            struck(&scene, "fdatasync", "fdatasync:signal=KILL:when=3")?;
        }
    }
    Ok(scene)
}

/// Runs the scene's command with something injected.
fn struck(scene: &Scene<'_>, calls: &str, inject: &str) -> Result<End> {
    scene.run(&mut trace::traced(&scene.command()?, calls, Some(inject), &log(scene)), None)
}

/// Lists the calls an undisturbed run makes: each name with the numbers of its calls.
fn points(
    subject: &Subject,
    begin: Begin,
    calls: &str,
    Stride(step): Stride,
) -> Result<Vec<(String, usize)>> {
    let scene = begun(subject, begin)?;
    scene.run(&mut trace::traced(&scene.command()?, calls, None, &log(&scene)), None)?;
    let most = trace::most_by_one_thread(&trace::read(&log(&scene))?);
    let all = most
        .into_iter()
        .flat_map(|(name, most)| (1..=most).map(move |number| (name.clone(), number)));
    Ok(all.step_by(step).collect())
}

/// Returns where the calls of a scene's runs are logged.
fn log(scene: &Scene<'_>) -> PathBuf {
    scene.env().repo().with_file_name("strace.log")
}
