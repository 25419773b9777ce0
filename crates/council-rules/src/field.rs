//! What strangers' documents say of each rule: how many of its findings were read there, how many were worth having, and
//! the severity and the confidence that follow.
//!
//! A rule is written with documents in view, so what it gets right there proves little. Its findings on documents that
//! nobody tuned it on were read by two readers who saw only the text. `field/readings.tsv` keeps what they said, and this
//! module is the only place that draws conclusions from it: a rule may block, or speak at all, only as far as it was right.

use std::{collections::BTreeMap, fmt, sync::OnceLock};

use council_core::severity::Severity;

/// What the readers said: rule, set of documents, label of each reader, and why, a line each.
const READINGS: &str = include_str!("../field/readings.tsv");

/// What became of the findings of a rule that were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Record {
    /// An author would fix it and be glad.
    pub valuable: u32,
    /// It is true, and nobody gains.
    pub trivial: u32,
    /// It is not true, or not about anything that is demanded.
    pub wrong: u32,
}

/// What a reader says of a finding, the harsher the later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// An author would fix it and be glad.
    Valuable,
    /// It is true, and nobody gains.
    Trivial,
    /// It is not true, or not about anything that is demanded.
    Wrong,
}

/// One finding that two readers judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading<'a> {
    /// The rule that reported it.
    pub rule: &'a str,
    /// The documents it is from.
    pub set: &'a str,
    /// What each of the two readers says.
    pub labels: [Label; 2],
    /// Why, in our own words.
    pub reason: &'a str,
}

/// How far a rule has earned to be heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It may be as severe as this.
    Earned(Severity),
    /// It was right more often than wrong and worth having, in too few readings to say more: it may be minor.
    Unread,
    /// It was wrong too often, and is off unless it is asked for.
    Nursery,
}

/// What the lower bound of *not wrong* must reach for each severity, the hardest first.
const WANTED: [(Severity, f64); 3] =
    [(Severity::Blocker, Record::BLOCKS), (Severity::Major, 0.65), (Severity::Minor, 0.50)];

/// How many standard deviations from the middle a 95 % interval reaches.
const Z: f64 = 1.96;

impl Record {
    /// The fewest readings that say anything about a rule: as many as it takes to earn a major, all of them right. Below
    /// that a single reading would decide.
    pub const FEWEST: u32 = 8;

    /// The fewest readings that can take a rule away: fewer would be one unlucky document.
    const FEWEST_AGAINST: u32 = 6;

    /// What the bound of a rule must reach before a finding of it may block.
    pub const BLOCKS: f64 = 0.80;

    /// The share of valuable findings below which a rule, right as it may be, only takes notes.
    const WORTH_A_WARNING: f64 = 0.25;

    /// Returns the record of a rule.
    pub fn of(rule: &str) -> Record {
        static RECORDS: OnceLock<BTreeMap<&str, Record>> = OnceLock::new();
        let records = RECORDS.get_or_init(|| {
            let mut records: BTreeMap<&str, Record> = BTreeMap::new();
            for reading in readings() {
                records.entry(reading.rule).or_default().add(reading.label());
            }
            records
        });
        records.get(rule).copied().unwrap_or_default()
    }

    fn add(&mut self, label: Label) {
        match label {
            Label::Valuable => self.valuable += 1,
            Label::Trivial => self.trivial += 1,
            Label::Wrong => self.wrong += 1,
        }
    }

    /// Returns how many findings were read.
    pub fn read(self) -> u32 {
        self.valuable + self.trivial + self.wrong
    }

    /// Returns the lower end of the 95 % Wilson interval of the share that was not wrong, to two decimals.
    ///
    /// The lower end, because a rule that was right five times of five has not shown that it always is.
    pub fn bound(self) -> f64 {
        lower_bound((self.valuable + self.trivial) as usize, self.read() as usize)
    }

    /// Returns how far the rule has earned to be heard.
    pub fn standing(self) -> Standing {
        if self.read() < Self::FEWEST {
            // A few readings cannot give a severity. That all of them but one were wrong is enough to keep silent.
            let right = self.valuable + self.trivial;
            return if self.read() >= Self::FEWEST_AGAINST && right <= 1 {
                Standing::Nursery
            } else if right > self.wrong && self.is_worth_a_warning() {
                Standing::Unread
            } else {
                Standing::Earned(Severity::Note)
            };
        }
        let bound = self.bound();
        match WANTED.iter().find(|(_, wanted)| bound >= *wanted) {
            Some(_) if !self.is_worth_a_warning() => Standing::Earned(Severity::Note),
            Some((severity, _)) => Standing::Earned(*severity),
            None => Standing::Nursery,
        }
    }

    /// Tells whether authors were glad of enough of its findings.
    fn is_worth_a_warning(self) -> bool {
        f64::from(self.valuable) >= Self::WORTH_A_WARNING * f64::from(self.read())
    }
}

impl Standing {
    /// Returns the worst severity that a finding may have.
    pub fn most(self) -> Severity {
        match self {
            Standing::Earned(severity) => severity,
            Standing::Unread | Standing::Nursery => Severity::Minor,
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let read = self.read();
        if read == 0 {
            return f.write_str("none of its findings was met in the field");
        }
        let Record { valuable, trivial, wrong } = self;
        write!(f, "confidence {:.2}: of {read} findings read in the field ", self.bound())?;
        write!(f, "{valuable} valuable, {trivial} trivial, {wrong} wrong")
    }
}

impl Label {
    fn read(word: &str) -> Option<Label> {
        match word {
            "valuable" => Some(Label::Valuable),
            "trivial" => Some(Label::Trivial),
            "wrong" => Some(Label::Wrong),
            _ => None,
        }
    }
}

impl Reading<'_> {
    /// Returns the label that counts: the harsher of the two.
    pub fn label(&self) -> Label {
        let [one, other] = self.labels;
        one.max(other)
    }
}

/// Returns the lower end of the 95 % Wilson interval of a share, to two decimals.
#[expect(
    clippy::cast_precision_loss,
    reason = "nobody reads as many findings as a float can count"
)]
pub fn lower_bound(hits: usize, total: usize) -> f64 {
    if total == 0 {
        return 0.0;
    }
    let (hits, total) = (hits as f64, total as f64);
    let share = hits / total;
    let square = Z * Z;
    let centre = share + square / (2.0 * total);
    let spread = share * (1.0 - share) / total + square / (4.0 * total * total);
    let bound = (centre - Z * spread.sqrt()) / (1.0 + square / total);
    (bound * 100.0).round() / 100.0
}

/// Goes through what was read.
pub fn readings() -> impl Iterator<Item = Reading<'static>> {
    READINGS.lines().filter(|line| !line.starts_with('#')).filter_map(reading)
}

fn reading(line: &str) -> Option<Reading<'_>> {
    let mut cells = line.split('\t');
    let (rule, set) = (cells.next()?, cells.next()?);
    let labels = [Label::read(cells.next()?)?, Label::read(cells.next()?)?];
    Some(Reading { rule, set, labels, reason: cells.next()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(right: u32, wrong: u32) -> Record {
        Record { valuable: right, trivial: 0, wrong }
    }

    #[test]
    fn every_line_is_a_reading_of_a_rule_that_exists() {
        let lines = READINGS.lines().filter(|line| !line.starts_with('#'));
        for line in lines {
            let read = reading(line).unwrap_or_else(|| panic!("not a reading: {line}"));
            assert!(crate::rule(read.rule).is_some(), "no such rule: {line}");
            assert!(!read.reason.is_empty(), "no reason: {line}");
        }
    }

    #[test]
    fn the_bound_is_below_the_share_and_grows_with_what_was_read() {
        assert!((record(0, 0).bound() - 0.0).abs() < f64::EPSILON);
        assert!((record(16, 0).bound() - 0.81).abs() < 1e-9);
        assert!(record(8, 2).bound() < 0.8);
        assert!(record(80, 20).bound() > record(8, 2).bound());
    }

    #[test]
    fn a_severity_is_earned_by_what_was_not_wrong() {
        assert_eq!(record(16, 0).standing(), Standing::Earned(Severity::Blocker));
        assert_eq!(record(9, 0).standing(), Standing::Earned(Severity::Major));
        assert_eq!(record(12, 4).standing(), Standing::Earned(Severity::Minor));
        assert_eq!(record(10, 10).standing(), Standing::Nursery);
        assert_eq!(record(7, 0).standing(), Standing::Unread);
    }

    #[test]
    fn a_few_readings_give_nothing_and_can_take_away() {
        assert_eq!(record(0, 0).standing(), Standing::Earned(Severity::Note));
        assert_eq!(record(0, 5).standing(), Standing::Earned(Severity::Note));
        assert_eq!(record(0, 6).standing(), Standing::Nursery);
        assert_eq!(record(1, 6).standing(), Standing::Nursery);
        assert_eq!(record(3, 2).standing(), Standing::Unread);
    }

    #[test]
    fn what_is_right_and_helps_nobody_is_a_note() {
        let trivial = Record { valuable: 1, trivial: 20, wrong: 0 };
        assert_eq!(trivial.standing(), Standing::Earned(Severity::Note));
        let few = Record { valuable: 0, trivial: 3, wrong: 1 };
        assert_eq!(few.standing(), Standing::Earned(Severity::Note));
        let valued = Record { valuable: 6, trivial: 15, wrong: 0 };
        assert_eq!(valued.standing(), Standing::Earned(Severity::Blocker));
    }

    #[test]
    fn the_harsher_reader_counts() {
        let labels = [Label::Valuable, Label::Wrong];
        let reading = Reading { rule: "a", set: "b", labels, reason: "c" };
        assert_eq!(reading.label(), Label::Wrong);
    }

    #[test]
    fn no_rule_is_more_severe_than_it_has_earned() {
        for rule in crate::RULES {
            assert!(rule.earned() <= rule.standing().most(), "{}", rule.id);
        }
    }
}
