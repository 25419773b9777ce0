//! A writer as one writes it without thinking of crashes. The harness must catch it, or it could catch nobody.
//!
//! It holds the same session of three waves with three seats each, keeps its state in one file, and writes that file
//! again, in place and without a sync, whenever it knows more.

use std::{
    fmt::Write as _,
    fs::{self, File},
    io::{BufRead as _, BufReader, Write as _},
    net::{SocketAddr, TcpStream},
    path::Path,
    thread,
};

use anyhow::{Context as _, Result};
use council::formats::{json, yaml};
use serde_json::Value;

use super::stub::Ask;

/// Where it keeps its state.
pub(crate) const STATE: &str = "session.yaml";

const SEATS: [&str; 3] = ["SA-1", "SA-2", "SA-3"];
const WAVES: usize = 3;

/// Holds a session, or goes on with the one that is there.
pub(crate) fn run(folder: &Path, server: SocketAddr) -> Result<()> {
    let path = folder.join(STATE);
    let mut kept = read(&path).unwrap_or_default();
    for wave in 1..=WAVES {
        let asks = SEATS.map(|seat| Ask { wave, seat: seat.to_owned() });
        let open: Vec<Ask> = asks.into_iter().filter(|ask| !kept.contains(ask)).collect();
        let asked: Vec<_> = open
            .into_iter()
            .map(|one| thread::spawn(move || ask(&one, server).map(|()| one)))
            .collect();
        for answer in asked {
            let Ok(Ok(ask)) = answer.join() else { continue };
            kept.push(ask);
            write(&path, &kept)?;
        }
    }
    Ok(())
}

/// Reads which answers it kept.
pub(crate) fn read(path: &Path) -> Result<Vec<Ask>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path).context("no text")?;
    let tree = yaml::read(STATE, &text).map_err(|wrong| anyhow::anyhow!(wrong.message))?;
    let value = json::value(&tree);
    let answers = value.get("answers").and_then(Value::as_array).context("no `answers`")?;
    answers
        .iter()
        .map(|answer| {
            let seat = answer.get("seat").and_then(Value::as_str).context("no `seat`")?;
            let wave = answer.get("wave").and_then(Value::as_u64).context("no `wave`")?;
            Ok(Ask { seat: seat.to_owned(), wave: usize::try_from(wave)? })
        })
        .collect()
}

fn write(path: &Path, kept: &[Ask]) -> Result<()> {
    let mut file = File::create(path)?;
    writeln!(file, "answers:")?;
    for Ask { wave, seat } in kept {
        writeln!(file, "  - seat: {seat}")?;
        writeln!(file, "    wave: {wave}")?;
        writeln!(file, "    text: what the seat said")?;
    }
    Ok(())
}

fn ask(ask: &Ask, server: SocketAddr) -> Result<()> {
    let mut stream = TcpStream::connect(server)?;
    let mut line = String::new();
    writeln!(line, r#"{{"seat":"{}","round":{}}}"#, ask.seat, ask.wave)?;
    stream.write_all(line.as_bytes())?;
    let mut back = String::new();
    BufReader::new(stream).read_line(&mut back)?;
    Ok(())
}
