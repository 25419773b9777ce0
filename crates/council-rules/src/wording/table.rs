//! The learned weights and the clusters of words, packed by the build script so that nothing is read before the first word.

use super::{
    LANES,
    key::{self, CLASSES},
};

/// What speaks for each class before any word is read; what is no class is never likely.
pub(super) const BIAS: [i16; LANES] = {
    let [time, amount, weak, open, nobody, joint]: [i16; CLASSES] =
        include!(concat!(env!("OUT_DIR"), "/wording_bias.rs"));
    [time, amount, weak, open, nobody, joint, i16::MIN / 2, i16::MIN / 2]
};

/// Returns how much a feature weighs for each class.
#[inline]
pub(super) fn weights(key: u64) -> Option<[i16; LANES]> {
    // The marks are small enough to stay close to the processor; the table is not.
    let (place, bit) = key::mark(key);
    MARKS.get(place).filter(|mark| *mark & bit != 0)?;
    let [time, amount, weak, open, nobody, joint] = slot::<CLASSES>(WEIGHTS, key)?;
    Some([time, amount, weak, open, nobody, joint, 0, 0].map(|own| i16::from(own.cast_signed())))
}

/// Returns the cluster of a word.
#[inline]
pub(super) fn cluster(id: u64) -> Option<u16> {
    slot::<2>(CLUSTERS, id).map(u16::from_le_bytes)
}

/// How many bytes of a slot are half of its key, which with the place tells it from nearly all others; a test holds that each
/// entry is found.
const HALF: usize = 4;

/// Finds what is kept for a key. A table has a power of two of slots, and one that is free is zero throughout.
#[inline]
fn slot<const LEN: usize>(table: &[u8], key: u64) -> Option<[u8; LEN]> {
    /// How far a key can be from its first slot.
    const REACH: usize = 64;
    let mask = table.len() / (HALF + LEN) - 1;
    let first = usize::try_from(key & u64::from(u32::MAX)).ok()?;
    let half = u32::try_from(key >> 32).ok()?;
    for step in 0..REACH {
        let (own, rest) =
            table.get(((first + step) & mask) * (HALF + LEN)..)?.split_first_chunk()?;
        let value = *rest.first_chunk()?;
        if value == [0; LEN] {
            return None;
        }
        if u32::from_le_bytes(*own) == half {
            return Some(value);
        }
    }
    None
}

static MARKS: &[u8; key::MARKS] = include_bytes!(concat!(env!("OUT_DIR"), "/wording_marks.bin"));

static WEIGHTS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/wording_weights.bin"));

static CLUSTERS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/wording_clusters.bin"));
