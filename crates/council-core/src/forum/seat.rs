//! The seats of a forum: owners take positions, advocates challenge them.

use std::{fmt, num::NonZeroU8};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::line::TrimmedLine;

/// What a seat is there for. Owners speak before advocates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ForumRole {
    /// A project owner: takes a position and has a voice in the majority.
    Owner,
    /// A devil's advocate: challenges the direction and never votes.
    Advocate,
}

impl ForumRole {
    /// Both roles, in speaking order.
    pub const ALL: [ForumRole; 2] = [ForumRole::Owner, ForumRole::Advocate];

    /// Returns what the ids of the role's seats begin with.
    pub fn prefix(self) -> &'static str {
        match self {
            ForumRole::Owner => "po",
            ForumRole::Advocate => "da",
        }
    }
}

/// The id of a seat: `po-1`, `da-2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ForumSeatId {
    role: ForumRole,
    number: NonZeroU8,
}

impl ForumSeatId {
    /// Returns the id of a role's seat.
    pub fn new(role: ForumRole, number: NonZeroU8) -> Self {
        Self { role, number }
    }

    /// Reads an id in its one spelling; `PO-1`, `po-01` and `po-0` are none.
    pub fn read(word: &str) -> Option<Self> {
        let (prefix, number) = word.split_once('-')?;
        let role = ForumRole::ALL.into_iter().find(|role| role.prefix() == prefix)?;
        let id = Self { role, number: number.parse().ok()? };
        (id.to_string() == word).then_some(id)
    }

    /// Returns the seat's role.
    pub fn role(self) -> ForumRole {
        self.role
    }
}

impl fmt::Display for ForumSeatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.role.prefix(), self.number)
    }
}

/// A journal keeps the id as it is written.
impl Serialize for ForumSeatId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ForumSeatId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = String::deserialize(from)?;
        Self::read(&word).ok_or_else(|| {
            D::Error::custom(format!("`{word}` is no seat of a forum, such as `po-1`"))
        })
    }
}

/// A place in the forum: who sits there and how they look at things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForumSeat {
    /// The id.
    pub id: ForumSeatId,
    /// The member's name.
    pub name: TrimmedLine,
    /// How the member looks at things, such as `user-focused`.
    pub lens: TrimmedLine,
}

impl fmt::Display for ForumSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_one_spelling() {
        for word in ["po-1", "po-12", "da-2", "da-255"] {
            assert_eq!(ForumSeatId::read(word).map(|id| id.to_string()).as_deref(), Some(word));
        }
        for word in ["po-0", "po-01", "PO-1", "po1", "po-", "po-+1", "po-256", "sa-1", "", "po-1 "]
        {
            assert_eq!(ForumSeatId::read(word), None, "{word}");
        }
    }

    #[test]
    fn owners_come_before_advocates() {
        assert!(ForumSeatId::read("po-4") < ForumSeatId::read("da-1"));
    }
}
