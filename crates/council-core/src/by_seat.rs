//! A value for each seat that has one, in the order of the seats. There are three seats, so it is an array and no tree:
//! every finding has several of these, and they are looked through all the time.

use std::{
    array,
    iter::{FilterMap, Zip},
    slice,
};

use crate::finding::SeatId;

/// What the seats said, by seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BySeat<T>([Option<T>; SeatId::COUNT]);

/// The seats that have a value, with it.
pub type Iter<'a, T> = FilterMap<
    Zip<array::IntoIter<SeatId, { SeatId::COUNT }>, slice::Iter<'a, Option<T>>>,
    fn((SeatId, &'a Option<T>)) -> Option<(SeatId, &'a T)>,
>;

impl<T> Default for BySeat<T> {
    fn default() -> Self {
        Self([const { None }; SeatId::COUNT])
    }
}

impl<T> BySeat<T> {
    /// Returns the value of a seat.
    pub fn get(&self, seat: SeatId) -> Option<&T> {
        self.0.get(seat.index()).and_then(Option::as_ref)
    }

    /// Tells whether a seat has a value.
    pub fn contains(&self, seat: SeatId) -> bool {
        self.get(seat).is_some()
    }

    /// Sets the value of a seat.
    pub fn insert(&mut self, seat: SeatId, value: T) {
        if let Some(slot) = self.0.get_mut(seat.index()) {
            *slot = Some(value);
        }
    }

    /// Changes the value of a seat, made first where it has none.
    pub fn update(&mut self, seat: SeatId, make: impl FnOnce() -> T, change: impl FnOnce(&mut T)) {
        if let Some(slot) = self.0.get_mut(seat.index()) {
            change(slot.get_or_insert_with(make));
        }
    }

    /// Returns the seats that have a value, with it, in order.
    pub fn iter(&self) -> Iter<'_, T> {
        SeatId::ALL
            .into_iter()
            .zip(&self.0)
            .filter_map(|(seat, value)| Some((seat, value.as_ref()?)))
    }

    /// Makes another value of each.
    #[must_use]
    pub fn map(self, mut make: impl FnMut(SeatId, T) -> T) -> Self {
        let values = SeatId::ALL.into_iter().zip(self.0);
        values.filter_map(|(seat, value)| Some((seat, make(seat, value?)))).collect()
    }

    /// Returns the values, in the order of the seats.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }

    /// Returns how many seats have a value.
    pub fn len(&self) -> usize {
        self.values().count()
    }

    /// Tells whether no seat has a value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T> FromIterator<(SeatId, T)> for BySeat<T> {
    fn from_iter<I: IntoIterator<Item = (SeatId, T)>>(values: I) -> Self {
        let mut all = Self::default();
        for (seat, value) in values {
            all.insert(seat, value);
        }
        all
    }
}

impl<'a, T> IntoIterator for &'a BySeat<T> {
    type Item = (SeatId, &'a T);
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_in_the_order_of_the_seats() {
        let [one, two, three] = SeatId::ALL;
        let mut said: BySeat<u8> = [(three, 3), (one, 1)].into_iter().collect();
        assert_eq!(said.iter().collect::<Vec<_>>(), [(one, &1), (three, &3)]);
        assert!(!said.contains(two));
        said.update(two, || 1, |value| *value += 1);
        said.insert(one, 7);
        assert_eq!((said.len(), said.get(two)), (3, Some(&2)));
        let doubled = said.map(|_, value| value * 2);
        assert_eq!(doubled.iter().collect::<Vec<_>>(), [(one, &14), (two, &4), (three, &6)]);
    }
}
