//! What the disk can do without us: the floor that a durable session stands on.

use std::{
    fs::OpenOptions,
    io::Write as _,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;

/// About as much as a session appends at once.
const RECORD: [u8; 8192] = [b'x'; 8192];

/// How long the disk is looked at.
const TIME: Duration = Duration::from_secs(1);

/// Appends and syncs records, each thread to a file of its own, and returns how many there were in a second.
pub(super) fn synced_appends_per_s(folder: &Path, threads: usize) -> Result<f64> {
    let began = Instant::now();
    let appended = thread::scope(|scope| {
        let one = |number: usize| append(folder, number);
        let all: Vec<_> = (0..threads).map(|number| scope.spawn(move || one(number))).collect();
        let counted = all.into_iter().map(|thread| thread.join().map_err(|_| super::panicked())?);
        counted.sum::<Result<u32>>()
    })?;
    Ok(f64::from(appended) / began.elapsed().as_secs_f64())
}

fn append(folder: &Path, number: usize) -> Result<u32> {
    let path = folder.join(format!("floor-{number}"));
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    let began = Instant::now();
    let mut appended = 0;
    while began.elapsed() < TIME {
        file.write_all(&RECORD)?;
        file.sync_data()?;
        appended += 1;
    }
    Ok(appended)
}
