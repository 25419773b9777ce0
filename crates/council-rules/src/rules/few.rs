//! A few words among many: asked of nearly every word of a document.

/// Words, with marks that tell of almost every other word that it is none of them.
pub(super) struct Few {
    marks: Vec<u64>,
    ids: Vec<u64>,
}

impl Few {
    const MARKS: usize = 512;

    /// Takes the identities of words, in any order and any number of times.
    pub(super) fn of(words: impl Iterator<Item = u64>) -> Self {
        let mut ids: Vec<u64> = words.collect();
        ids.sort_unstable();
        ids.dedup();
        let mut marks = vec![0; Self::MARKS];
        for id in &ids {
            let (place, bit) = Self::mark(*id);
            if let Some(mark) = marks.get_mut(place) {
                *mark |= bit;
            }
        }
        Self { marks, ids }
    }

    fn mark(id: u64) -> (usize, u64) {
        (usize::try_from(id & (Self::MARKS as u64 - 1)).unwrap_or_default(), 1 << (id >> 58))
    }

    /// Returns how many there are.
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Finds the place of a word among them.
    pub(super) fn place(&self, id: u64) -> Option<usize> {
        let (place, bit) = Self::mark(id);
        self.marks.get(place).filter(|mark| *mark & bit != 0)?;
        self.ids.binary_search(&id).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon;

    #[test]
    fn words_are_told_from_others() {
        let few = Few::of(["sla", "api", "sla"].map(lexicon::id).into_iter());
        assert_eq!(few.len(), 2);
        let places: Vec<_> = ["sla", "api"].map(|word| few.place(lexicon::id(word))).into();
        assert!(places.contains(&Some(0)) && places.contains(&Some(1)));
        assert_eq!(few.place(lexicon::id("slo")), None);
    }
}
