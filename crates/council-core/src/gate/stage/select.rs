//! Which of a stage's evidence files the review is based on.

use super::{
    evidence::{EvidenceFile, FileTime},
    policy::Select,
};

/// Whether a file was read for the decision, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileChoice {
    /// Whether the decision is based on it.
    pub selected: bool,
    /// Why.
    pub why: Why,
}

/// Why a file was selected or left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// No other name is greater.
    GreatestName,
    /// Another name is greater.
    SmallerName,
    /// It is of the newest run.
    NewestRun(FileTime),
    /// It shares the run's id with a file of the newest run.
    SameRun,
    /// Its name tells the newest run's day but no time of day, so it may belong to the newest run.
    SameDay(FileTime),
    /// Neither its name nor its contents tell a time, so it may belong to the newest run.
    Untimed,
    /// It is of an older run.
    OlderRun(FileTime),
    /// Every file is read.
    Everything,
}

impl FileChoice {
    fn of(selected: bool, why: Why) -> Self {
        Self { selected, why }
    }
}

/// Chooses among files, one choice per file in their order. Where it is open whether a file belongs to the newest run,
/// it does: leaving it out could hide a conflict.
pub(super) fn select(files: &[EvidenceFile], how: Select) -> Vec<FileChoice> {
    match how {
        Select::LexMax => greatest_name(files),
        Select::LatestRun => latest_run(files),
        Select::Either => either(files),
        Select::All => files.iter().map(|_| FileChoice::of(true, Why::Everything)).collect(),
    }
}

fn greatest_name(files: &[EvidenceFile]) -> Vec<FileChoice> {
    let greatest = files.iter().map(EvidenceFile::name).max();
    let choose = |file: &EvidenceFile| {
        if Some(file.name()) == greatest {
            FileChoice::of(true, Why::GreatestName)
        } else {
            FileChoice::of(false, Why::SmallerName)
        }
    };
    files.iter().map(choose).collect()
}

/// Selects what one of two selections selects, for the reason that the first one gives.
fn either(files: &[EvidenceFile]) -> Vec<FileChoice> {
    let both = greatest_name(files).into_iter().zip(latest_run(files));
    both.map(|(greatest, newest)| if greatest.selected { greatest } else { newest }).collect()
}

fn latest_run(files: &[EvidenceFile]) -> Vec<FileChoice> {
    let newest = files.iter().filter_map(|file| file.at).max();
    let runs: Vec<&str> = files
        .iter()
        .filter(|file| file.at.is_some() && file.at == newest)
        .filter_map(run)
        .collect();
    let choose = |file: &EvidenceFile| {
        let (Some(at), Some(newest)) = (file.at, newest) else {
            return FileChoice::of(true, Why::Untimed);
        };
        if at == newest {
            return FileChoice::of(true, Why::NewestRun(at));
        }
        if run(file).is_some_and(|run| runs.contains(&run)) {
            return FileChoice::of(true, Why::SameRun);
        }
        if at.time.is_none() && at.day == newest.day {
            return FileChoice::of(true, Why::SameDay(at));
        }
        FileChoice::of(false, Why::OlderRun(at))
    };
    files.iter().map(choose).collect()
}

fn run(file: &EvidenceFile) -> Option<&str> {
    let run = file.statement.value.as_ref()?.run.as_deref()?;
    Some(run).filter(|run| !run.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use jiff::civil::{date, time};

    use super::*;
    use crate::{diagnostic::Parsed, gate::stage::AgentStatement};

    fn file(name: &str, at: impl Into<Option<FileTime>>, run: Option<&str>) -> EvidenceFile {
        let statement = AgentStatement { run: run.map(str::to_owned), ..AgentStatement::default() };
        EvidenceFile {
            path: format!("evidence/{name}"),
            at: at.into(),
            statement: Parsed::clean(Some(statement)),
        }
    }

    fn day(day: i8) -> FileTime {
        FileTime { day: date(2026, 1, day), time: None }
    }

    fn noon(day: i8) -> FileTime {
        FileTime { time: Some(time(12, 0, 0, 0)), ..self::day(day) }
    }

    fn selected(files: &[EvidenceFile], how: Select) -> Vec<&str> {
        let chosen = files.iter().zip(select(files, how));
        chosen.filter(|(_, choice)| choice.selected).map(|(file, _)| file.name()).collect()
    }

    #[test]
    fn the_greatest_name_is_compared_by_bytes_without_its_folder() {
        let mut files = [file("b_2", None, None), file("a_9", None, None), file("B_3", None, None)];
        files[1].path = "z/a_9".to_owned();
        assert_eq!(selected(&files, Select::LexMax), ["b_2"]);
    }

    #[test]
    fn the_newest_run_is_every_file_of_the_newest_time() {
        let files = [file("z", noon(1), None), file("a", noon(2), None), file("b", noon(2), None)];
        assert_eq!(selected(&files, Select::LatestRun), ["a", "b"]);
    }

    #[test]
    fn a_run_id_holds_a_run_together_across_seconds() {
        let early = FileTime { time: Some(time(11, 59, 58, 0)), ..day(2) };
        let files = [
            file("a", early, Some("r2")),
            file("b", noon(2), Some("r2")),
            file("c", early, Some("r1")),
        ];
        assert_eq!(selected(&files, Select::LatestRun), ["a", "b"]);
    }

    #[test]
    fn a_file_that_may_belong_to_the_newest_run_does() {
        let files = [
            file("a", day(2), None),
            file("b", noon(2), None),
            file("c", None, None),
            file("d", day(1), None),
        ];
        assert_eq!(selected(&files, Select::LatestRun), ["a", "b", "c"]);
    }

    #[test]
    fn two_selections_together_read_what_either_reads() {
        let files = [file("z", noon(1), None), file("a", noon(2), None), file("b", noon(1), None)];
        assert_eq!(selected(&files, Select::Either), ["z", "a"]);
    }

    #[test]
    fn without_any_time_every_file_is_of_the_newest_run() {
        let files = [file("a", None, None), file("b", None, None)];
        assert_eq!(selected(&files, Select::LatestRun), ["a", "b"]);
    }
}
