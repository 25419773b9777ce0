//! Documents with defects of which we know: each is drawn from sentences that come in two forms, one in order and one not.
//! Where the form that is in order stands, it is a decoy.

use std::fmt::Write as _;

/// The file that a document is written to.
pub(super) const PATH: &str = "prd.md";

/// A document with what was planted in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Planted {
    /// Its text.
    pub(super) text: String,
    /// The sentences with a defect.
    pub(super) plants: Vec<Sown>,
    /// The sentences that only look like one.
    pub(super) decoys: Vec<Sown>,
}

/// A sentence of a document that is looked for in what was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sown {
    /// What stands there.
    pub(super) sentence: String,
    /// The anchor of its section.
    pub(super) anchor: String,
}

/// A place of a document in both its forms; `{}` is the product.
struct Place {
    section: &'static str,
    sound: &'static str,
    broken: &'static str,
}

const PRODUCTS: [&str; 6] = [
    "ferry timetable",
    "seed library",
    "kiln log",
    "choir archive",
    "tide monitor",
    "bicycle pool",
];

const PLACES: [Place; 12] = [
    Place {
        section: "Response",
        sound: "The {} answers a search within 400 ms for 95 of 100 requests.",
        broken: "The {} answers a search as quickly as its users are used to.",
    },
    Place {
        section: "Retention",
        sound: "An entry is deleted 30 days after its owner closes the account, from backups too.",
        broken: "An entry is deleted 30 days after its owner closes the account and stays readable for 90 days after that.",
    },
    Place {
        section: "Import",
        sound: "A file that cannot be read is refused whole, and the sender is told the line.",
        broken: "A file is imported; what happens to one that cannot be read is up to the importer.",
    },
    Place {
        section: "Rights",
        sound: "Only the owner of a group and its deputies may remove a member.",
        broken: "Anybody may remove a member of any group.",
    },
    Place {
        section: "Notices",
        sound: "A notice goes out once; if sending fails, it is tried again three times within an hour.",
        broken: "A notice goes out exactly once and is repeated until somebody has read it.",
    },
    Place {
        section: "Limits",
        sound: "A group has at most 250 members; the 251st is told that it is full.",
        broken: "A group has at most 250 members, and the largest group of 400 is listed first.",
    },
    Place {
        section: "Dates",
        sound: "The yearly report of the {} is due on 28 February.",
        broken: "The yearly report of the {} is due on 30 February.",
    },
    Place {
        section: "Sign in",
        sound: "After five wrong passwords the account is locked for 15 minutes.",
        broken: "After several wrong passwords the account is locked for a while.",
    },
    Place {
        section: "Reference",
        sound: "The order of fields is given under Limits and does not change within a release.",
        broken: "The order of fields is given in the appendix on wire formats.",
    },
    Place {
        section: "Offline",
        sound: "Changes made offline are merged by time; of two to one field the later one wins and the earlier is kept in the history.",
        broken: "Changes made offline are merged when the device is back, and no change is ever lost or overwritten by another to the same field.",
    },
    Place {
        section: "Export",
        sound: "An export is a CSV file in UTF-8 with one header line.",
        broken: "An export is a file in the usual format, or a similar one.",
    },
    Place {
        section: "Availability",
        sound: "The {} is available 99.5 % of each month, planned work of two hours a month aside.",
        broken: "The {} is available 99.99 % of each month, and is taken down for two hours of work every Sunday.",
    },
];

/// Returns the document of a number: half of its places are broken, drawn by the seed.
pub(super) fn document(seed: u64, number: usize) -> Planted {
    let mut draw = Draw(seed ^ (u64::try_from(number).unwrap_or_default() << 32) ^ 0x9e37_79b9);
    let product = PRODUCTS.get(draw.below(PRODUCTS.len())).copied().unwrap_or_default();
    let mut order: Vec<usize> = (0..PLACES.len()).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, draw.below(at + 1));
    }
    let broken: Vec<usize> = order.into_iter().take(PLACES.len() / 2).collect();
    let mut text =
        format!("# The {product}\n\nThis page says what the {product} does for its users.\n");
    let (mut plants, mut decoys) = (Vec::new(), Vec::new());
    for (at, place) in PLACES.iter().enumerate() {
        let is_broken = broken.contains(&at);
        let form = if is_broken { place.broken } else { place.sound };
        let sentence = form.replace("{}", product);
        let _ = write!(text, "\n## {}\n\n{sentence}\n", place.section);
        let anchor = place.section.to_lowercase().replace(' ', "-");
        let sown = Sown { sentence, anchor };
        if is_broken { plants.push(sown) } else { decoys.push(sown) }
    }
    Planted { text, plants, decoys }
}

/// A small generator of numbers that is the same on every machine.
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let end = u64::try_from(end.max(1)).unwrap_or(1);
        usize::try_from((mixed ^ (mixed >> 31)) % end).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_and_a_number_always_give_the_same_document() {
        assert_eq!(document(7, 3), document(7, 3));
        assert_ne!(document(7, 3), document(7, 4));
        assert_ne!(document(7, 3), document(8, 3));
    }

    #[test]
    fn half_of_the_places_are_broken_and_every_sentence_stands_in_the_text() {
        for number in 0..20 {
            let document = document(1, number);
            assert_eq!((document.plants.len(), document.decoys.len()), (6, 6));
            for sown in document.plants.iter().chain(&document.decoys) {
                assert_eq!(document.text.matches(&sown.sentence).count(), 1, "{}", sown.sentence);
            }
        }
    }
}
