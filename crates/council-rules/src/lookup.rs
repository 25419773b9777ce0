//! A table that is read once and asked very often: an open-addressed one, so that asking it takes a step or two.

/// Values by their keys.
#[derive(Debug)]
pub(crate) struct Lookup<V> {
    /// As many slots as a power of two, at most half of them taken.
    slots: Vec<Option<(u64, V)>>,
}

impl<V: Copy> Lookup<V> {
    /// Takes values with their keys; of two values with one key the first is kept.
    pub(crate) fn of(entries: impl IntoIterator<Item = (u64, V)>) -> Self {
        let entries: Vec<(u64, V)> = entries.into_iter().collect();
        let mut table = Self { slots: vec![None; (entries.len() * 2 + 1).next_power_of_two()] };
        for (key, value) in entries {
            let slot = table.find(key);
            if let Some(slot) = table.slots.get_mut(slot) {
                slot.get_or_insert((key, value));
            }
        }
        table
    }

    /// Returns the value of a key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<V> {
        self.slots.get(self.find(key)).copied().flatten().map(|(_, value)| value)
    }

    /// Returns how many there are.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.slots.iter().flatten().count()
    }

    /// Returns the slot of a key, or the free one in which it would be.
    #[inline]
    fn find(&self, key: u64) -> usize {
        // The upper half of the product depends on all bits of the key.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let mask = self.slots.len() - 1;
        let mut slot = usize::try_from(mixed).unwrap_or_default() & mask;
        while self.slots.get(slot).copied().flatten().is_some_and(|(own, _)| own != key) {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_is_found_and_nothing_else() {
        let table = Lookup::of((0..1000).map(|key| (key * 7, key)).chain([(7, 2)]));
        assert_eq!(table.len(), 1000);
        for key in 0..7000 {
            assert_eq!(table.get(key), (key % 7 == 0).then_some(key / 7));
        }
        assert_eq!(Lookup::<u8>::of([]).get(0), None);
    }
}
