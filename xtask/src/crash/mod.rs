//! `cargo xtask crash`: kills a session of nine asks wherever it can be killed, and checks what is left of it.
//!
//! The product must pass, and a writer that does not think of crashes must not: a harness that catches nobody proves
//! nothing.

mod forum;
mod inject;
mod kills;
pub(crate) mod naive;
mod order;
mod race;
mod scene;
mod steps;
mod stub;
mod subject;
mod tally;
pub(crate) mod trace;

use std::{env, path::PathBuf};

use anyhow::{Context as _, Result, bail};

pub(crate) use self::trace::Install;
use self::{
    inject::{Begin, Order, Stride},
    kills::Dice,
    subject::Subject,
    tally::Tally,
};
use crate::shell;

/// How thorough the harness is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Effort {
    /// How many kills at random instants.
    pub(crate) kills: usize,
    /// Every how manieth system call is tried.
    pub(crate) stride: usize,
    /// Whether a missing `strace` is installed.
    pub(crate) install: Install,
    /// Where the random instants begin.
    pub(crate) seed: u64,
    /// What is killed; everything where nothing is named.
    pub(crate) part: Option<Part>,
}

/// A part of what is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Part {
    /// A council session, and writers that race for it.
    Session,
    /// The steps of a panel.
    Panel,
    /// The steps of a forum.
    Forum,
}

impl Effort {
    /// What every run of the tests can afford.
    pub(crate) const SHORT: Self =
        Self { kills: 20, stride: 23, install: Install::No, seed: 1, part: None };

    fn has(self, part: Part) -> bool {
        self.part.is_none_or(|only| only == part)
    }
}

/// Runs the whole harness.
pub(crate) fn run(effort: Effort) -> Result<()> {
    let traced = trace::is_there(effort.install);
    if !traced {
        println!(
            "skipped: without `strace` nobody is killed at system calls and no order is checked"
        );
    }
    let product = Subject::Council(council()?);
    let mut failures = Vec::new();
    if effort.has(Part::Session) {
        failures.extend(session(&product, effort, traced)?);
    }
    let (stride, mut taken) = (Stride(effort.stride), Vec::new());
    if traced && effort.has(Part::Panel) {
        taken.extend(steps::kill_everywhere(product.program(), stride)?);
    }
    if traced && effort.has(Part::Forum) {
        taken.extend(forum::kill_everywhere(product.program(), stride)?);
    }
    for (step, tally) in taken {
        println!("council: {step}: kills at system calls: {tally}");
        show_details(&tally);
        if !tally.is_clean() {
            failures.push("a file and its journal disagree");
        }
    }
    if !failures.is_empty() {
        bail!("{}", failures.join("; "));
    }
    Ok(())
}

/// Kills a session, lets eight race for one, and returns what is wrong.
fn session(product: &Subject, effort: Effort, traced: bool) -> Result<Vec<&'static str>> {
    let naive = Subject::Naive(env::current_exe().context("failed to find this program")?);
    let mut failures = Vec::new();
    let problems = blows(product, "council", effort, traced)?;
    show_details(&problems);
    if !problems.is_clean() {
        failures.push("the product has problems");
    }
    // It does not take much to catch this one.
    let less = Effort { kills: effort.kills.min(100), stride: effort.stride.max(5), ..effort };
    if blows(&naive, "naive writer", less, traced)?.is_clean() {
        failures.push("the naive writer was not caught");
    }
    if traced {
        for (begin, name) in [(Begin::Fresh, "new session"), (Begin::Resumed, "resumed session")] {
            let order = inject::check_order(product, begin, Stride(effort.stride))?;
            show_order(name, &order);
            if !order.violations.is_empty() {
                failures.push("the order of syncs is wrong");
            }
            if !order.is_missed_whole {
                failures.push("nobody notices when syncs are left out");
            }
        }
        let violations = inject::violations(&naive, Begin::Fresh, None)?;
        println!("naive writer: order of syncs: violations: {}", violations.len());
        if violations.is_empty() {
            failures.push("the naive writer's missing syncs were not noticed");
        }
    }
    let race = race::run(product)?;
    println!("council: eight at once: slowest refusal: {:.0?}, {}", race.slowest, race.tally);
    show_details(&race.tally);
    if !race.tally.is_clean() {
        failures.push("eight processes do not make one writer");
    }
    Ok(failures)
}

fn blows(subject: &Subject, name: &str, effort: Effort, traced: bool) -> Result<Tally> {
    let mut all = Tally::default();
    let mut dice = Dice::new(effort.seed);
    let mut parts = vec![("random kills", kills::run_kills(subject, effort.kills, &mut dice)?)];
    if traced {
        let stride = Stride(effort.stride);
        parts.push(("kills at system calls", inject::kill_everywhere(subject, stride)?));
        parts.push(("refused writes", inject::refuse_everywhere(subject, stride)?));
    }
    for (part, tally) in parts {
        println!("{name}: {part}: {tally}");
        all.add(tally);
    }
    Ok(all)
}

fn show_details(tally: &Tally) {
    for detail in tally.details() {
        println!("  {detail}");
    }
}

fn show_order(name: &str, order: &Order) {
    let Order { violations, syncs, unnoticed, is_missed_whole } = order;
    println!(
        "council: order of syncs, {name}: violations: {}, left out alone and noticed: {} of {syncs}, all left out: {}",
        violations.len(),
        syncs - unnoticed.len(),
        if *is_missed_whole { "noticed" } else { "not noticed" },
    );
    if !unnoticed.is_empty() {
        println!("  unnoticed alone: {}", unnoticed.join(", "));
    }
    for violation in violations.iter().take(5) {
        println!("  {violation}");
    }
}

/// Builds the product and returns its binary.
pub(crate) fn council() -> Result<PathBuf> {
    shell::run(&mut shell::command("cargo", &["build", "--quiet", "--package", "council-cli"]))?;
    let ours = env::current_exe().context("failed to find this program")?;
    Ok(ours.with_file_name("council"))
}
