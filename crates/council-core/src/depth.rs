//! How deep a review must go, computed from what is at stake unless somebody asks for a depth.

use crate::journaled::journaled_as_word;

/// How deep a review goes. The order is the order of depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// The deterministic gates.
    Light,
    /// The gates, and every seat reads once.
    Standard,
    /// The gates, every seat reads and looks at what the others found.
    Deep,
    /// The gates, every seat reads, and then only what is contested, unconfirmed or needs a remediation goes on, to the
    /// seats whose word can change it.
    Auto,
    /// The gates and a full council: what is not settled is voted on.
    Council,
}

impl Depth {
    /// Every depth, shallowest first.
    pub const ALL: [Depth; 5] =
        [Depth::Light, Depth::Standard, Depth::Deep, Depth::Auto, Depth::Council];

    /// Returns the spelling used in files.
    pub fn word(self) -> &'static str {
        match self {
            Depth::Light => "LIGHT",
            Depth::Standard => "STANDARD",
            Depth::Deep => "DEEP",
            Depth::Auto => "AUTO",
            Depth::Council => "COUNCIL",
        }
    }

    /// Returns how many rounds the seats are asked in: what a shallow review leaves unsettled, a human settles.
    pub fn rounds(self) -> u8 {
        match self {
            Depth::Light => 0,
            Depth::Standard => 1,
            Depth::Deep => 2,
            Depth::Auto | Depth::Council => 3,
        }
    }

    /// Reads a depth in any case.
    pub fn read(word: &str) -> Option<Depth> {
        Depth::ALL.into_iter().find(|depth| depth.word().eq_ignore_ascii_case(word.trim()))
    }
}

journaled_as_word!(Depth, |depth| depth.word().to_owned(), Depth::read, "depth");

/// How much one side of a packet asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stake {
    /// Little.
    Low,
    /// Some.
    Medium,
    /// Much.
    High,
}

/// How sensitive the data is that a packet touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DataClass {
    /// Anybody may see it.
    Public,
    /// Nobody outside should see it.
    Internal,
    /// It is about people, or confidential.
    Confidential,
}

/// How much breaks when it breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BlastRadius {
    /// One component.
    Component,
    /// Several components.
    Several,
    /// The whole system.
    System,
}

/// Whether the review holds the packet against a vision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NorthStar {
    /// Somebody asked for it.
    Asked,
    /// Nobody did.
    NotAsked,
}

/// What is at stake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stakes {
    /// Requirements.
    pub requirements: usize,
    /// Things outside that it depends on.
    pub dependencies: usize,
    /// Concepts that did not exist before.
    pub abstractions: usize,
    /// The data it touches.
    pub data: DataClass,
    /// How much breaks when it breaks.
    pub blast: BlastRadius,
    /// Whether a vision is to be considered.
    pub north_star: NorthStar,
}

impl Stakes {
    /// Returns each side with how much it asks for.
    pub fn sides(&self) -> [(&'static str, Stake); 5] {
        let data = match self.data {
            DataClass::Public => Stake::Low,
            DataClass::Internal => Stake::Medium,
            DataClass::Confidential => Stake::High,
        };
        let blast = match self.blast {
            BlastRadius::Component => Stake::Low,
            BlastRadius::Several => Stake::Medium,
            BlastRadius::System => Stake::High,
        };
        [
            ("requirements", banded(self.requirements, 3, 10)),
            ("external dependencies", banded(self.dependencies, 0, 2)),
            ("new abstractions", banded(self.abstractions, 0, 1)),
            ("data class", data),
            ("blast radius", blast),
        ]
    }

    /// Computes the depth: the side that asks for most decides.
    pub fn depth(&self) -> Depth {
        let wide = self.blast == BlastRadius::System;
        if wide && (self.abstractions > 2 || self.north_star == NorthStar::Asked) {
            return Depth::Council;
        }
        let most = self.sides().into_iter().map(|(_, stake)| stake).max().unwrap_or(Stake::Low);
        match most {
            Stake::Low => Depth::Light,
            Stake::Medium => Depth::Standard,
            Stake::High => Depth::Deep,
        }
    }
}

fn banded(number: usize, low: usize, medium: usize) -> Stake {
    if number <= low {
        return Stake::Low;
    }
    if number <= medium { Stake::Medium } else { Stake::High }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Stakes = Stakes {
        requirements: 3,
        dependencies: 0,
        abstractions: 0,
        data: DataClass::Public,
        blast: BlastRadius::Component,
        north_star: NorthStar::NotAsked,
    };

    #[test]
    fn all_low_is_light() {
        assert_eq!(SMALL.depth(), Depth::Light);
    }

    #[test]
    fn any_medium_side_makes_it_standard() {
        for stakes in [
            Stakes { requirements: 4, ..SMALL },
            Stakes { requirements: 10, ..SMALL },
            Stakes { dependencies: 2, ..SMALL },
            Stakes { abstractions: 1, ..SMALL },
            Stakes { data: DataClass::Internal, ..SMALL },
            Stakes { blast: BlastRadius::Several, ..SMALL },
        ] {
            assert_eq!(stakes.depth(), Depth::Standard, "{stakes:?}");
        }
    }

    #[test]
    fn any_high_side_makes_it_deep() {
        for stakes in [
            Stakes { requirements: 11, ..SMALL },
            Stakes { dependencies: 3, ..SMALL },
            Stakes { abstractions: 2, ..SMALL },
            Stakes { data: DataClass::Confidential, ..SMALL },
            Stakes { blast: BlastRadius::System, ..SMALL },
        ] {
            assert_eq!(stakes.depth(), Depth::Deep, "{stakes:?}");
        }
    }

    #[test]
    fn system_wide_with_new_concepts_or_a_vision_needs_a_council() {
        let wide = Stakes { blast: BlastRadius::System, ..SMALL };
        assert_eq!(Stakes { abstractions: 2, ..wide }.depth(), Depth::Deep);
        assert_eq!(Stakes { abstractions: 3, ..wide }.depth(), Depth::Council);
        assert_eq!(Stakes { north_star: NorthStar::Asked, ..wide }.depth(), Depth::Council);
        assert_eq!(Stakes { north_star: NorthStar::Asked, ..SMALL }.depth(), Depth::Light);
    }
}
