//! The points of a proposal, and where an owner stands on each.

use std::{fmt, num::NonZeroU8};

use super::{seat::ForumSeatId, words::words};

/// The id of a point, by its place in the reading: `P1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PointId(NonZeroU8);

impl PointId {
    /// Reads an id in its one spelling.
    pub fn read(word: &str) -> Option<Self> {
        let id = Self(word.strip_prefix('P')?.parse().ok()?);
        (id.to_string() == word).then_some(id)
    }
}

impl fmt::Display for PointId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{}", self.0)
    }
}

/// One point of a proposal: something that can be wanted or not by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// The id.
    pub id: PointId,
    /// What it says.
    pub text: String,
}

impl Point {
    /// The most points that a proposal is read as.
    pub const MOST: usize = 12;

    /// Numbers the points of a reading; a reading that says nothing, or too much to be decided at once, is none.
    pub fn number(texts: &[String]) -> Option<Vec<Point>> {
        let said: Vec<&str> =
            texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty()).collect();
        let numbers = (1..=u8::MAX).filter_map(NonZeroU8::new);
        let point = |(number, text): (NonZeroU8, &&str)| Point {
            id: PointId(number),
            text: (*text).to_owned(),
        };
        let fits = (1..=Self::MOST).contains(&said.len());
        fits.then(|| numbers.zip(&said).map(point).collect())
    }
}

/// Who read the message as points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointsBy {
    /// The person who sent it.
    Person,
    /// A member.
    Seat(ForumSeatId),
    /// Nobody: it is taken as one point.
    Nobody,
}

impl PointsBy {
    /// Returns the word for it, as a record keeps it.
    pub fn word(self) -> String {
        match self {
            PointsBy::Person => "person".to_owned(),
            PointsBy::Seat(seat) => seat.to_string(),
            PointsBy::Nobody => "nobody".to_owned(),
        }
    }
}

words! {
    /// Where an owner stands on a point.
    pub enum PointStance {
        /// As it is.
        Support = "support",
        /// Yes, in other words.
        Changes = "support with changes",
        /// Not at all.
        Oppose = "oppose",
        /// No stake in it.
        Abstain = "abstain",
    }
}

/// What an owner says of a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnPoint {
    /// Which.
    pub point: PointId,
    /// Where the owner stands.
    pub stance: PointStance,
    /// What the point should say instead, in the owner's own words; blank where it has none.
    pub wording: String,
    /// Whose wording the owner takes in place of its own.
    pub with: Option<ForumSeatId>,
    /// Why.
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_one_spelling() {
        assert_eq!(PointId::read("P12").map(|id| id.to_string()).as_deref(), Some("P12"));
        for word in ["P0", "P01", "p1", "P", "P-1", "1", "P256", ""] {
            assert_eq!(PointId::read(word), None, "{word}");
        }
    }

    #[test]
    fn a_reading_that_says_nothing_or_too_much_is_none() {
        let texts = |count: usize| vec!["do it".to_owned(); count];
        assert_eq!(Point::number(&[]), None);
        assert_eq!(Point::number(&[" ".to_owned()]), None);
        assert_eq!(Point::number(&texts(Point::MOST + 1)), None);
        let points = Point::number(&[" a ".to_owned(), String::new(), "b".to_owned()]).unwrap();
        let said: Vec<String> =
            points.iter().map(|point| format!("{} {}", point.id, point.text)).collect();
        assert_eq!(said, ["P1 a", "P2 b"]);
    }
}
