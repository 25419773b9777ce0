//! Letters, eight at a time: nearly every byte of a document is one.

use super::Shape;
use crate::lexicon;

/// How many bytes are looked at at once.
pub(super) const AT_ONCE: usize = 8;

/// The highest bit of each of eight bytes.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The bit in which a capital differs from its small letter, of each of eight bytes.
const CASE: u64 = 0x2020_2020_2020_2020;

/// Returns how many ASCII letters eight bytes begin with, the first byte being the lowest.
pub(super) fn count(eight: u64) -> usize {
    // Adding to seven bits never carries into the next byte, and sets the highest bit from a limit on.
    let small = (eight | CASE) & !HIGH;
    let from_a = small + 0x1f1f_1f1f_1f1f_1f1f;
    let beyond_z = small + 0x0505_0505_0505_0505;
    let others = !(from_a & !beyond_z & !eight) & HIGH;
    (others.trailing_zeros() / 8) as usize
}

/// Returns how less than eight letters are written that are held in one number, the rest of which is zero.
pub(super) fn shape(word: u64, len: usize) -> Shape {
    const FIRST: u64 = 0x20;
    let (small, all) = (word & CASE, lexicon::first_bytes(len) & CASE);
    match small {
        small if small == all => Shape::Lower,
        small if small == all & !FIRST => Shape::Title,
        0 => Shape::Upper,
        _ => Shape::Mixed,
    }
}

/// Tells whether none of the first bytes is a capital letter, read eight bytes at a time with what follows them.
pub(super) fn are_small(bytes: &[u8], len: usize) -> bool {
    let (mut rest, mut left) = (bytes, len);
    while let Some((eight, after)) = rest.split_first_chunk() {
        let all = if left < AT_ONCE { lexicon::first_bytes(left) } else { u64::MAX } & CASE;
        if u64::from_le_bytes(*eight) & all != all {
            return false;
        }
        if left <= AT_ONCE {
            return true;
        }
        (rest, left) = (after, left - AT_ONCE);
    }
    rest.iter().take(left).all(|byte| byte & 0x20 != 0)
}

/// Returns how many ASCII letters some bytes begin with.
pub(crate) fn run(bytes: &[u8]) -> usize {
    let (mut len, mut rest) = (0, bytes);
    while let Some((eight, after)) = rest.split_first_chunk() {
        let letters = count(u64::from_le_bytes(*eight));
        len += letters;
        if letters < AT_ONCE {
            return len;
        }
        rest = after;
    }
    len + rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn letters_are_counted_as_if_one_by_one(bytes in prop::collection::vec(any::<u8>(), 0..4), word in "[A-Za-z]{0,20}") {
            let bytes = [word.as_bytes(), &bytes].concat();
            let slow = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
            prop_assert_eq!(run(&bytes), slow);
        }

        #[test]
        fn a_short_word_has_the_shape_of_its_letters(word in "[A-Za-z]{1,7}|[A-Z][a-z]{0,6}|[A-Z]{1,7}") {
            let mut eight = [0; 8];
            eight.iter_mut().zip(word.bytes()).for_each(|(place, byte)| *place = byte);
            let capitals = word.bytes().filter(u8::is_ascii_uppercase).count();
            let slow = match (capitals, word.starts_with(|c: char| c.is_ascii_uppercase())) {
                (0, _) => Shape::Lower,
                (1, true) => Shape::Title,
                (all, _) if all == word.len() => Shape::Upper,
                _ => Shape::Mixed,
            };
            prop_assert_eq!(shape(u64::from_le_bytes(eight), word.len()), slow);
        }

        #[test]
        fn capitals_are_seen_wherever_they_are(word in "[a-z'-]{0,20}[A-Za-z]?[a-z]{0,3}", after in "[A-Z]{0,9}") {
            let bytes = [word.as_bytes(), after.as_bytes()].concat();
            let slow = !word.bytes().any(|byte| byte.is_ascii_uppercase());
            prop_assert_eq!(are_small(&bytes, word.len()), slow);
        }
    }

    #[test]
    fn every_byte_is_a_letter_or_not() {
        for byte in 0..=u8::MAX {
            assert_eq!(run(&[byte; 9]), if byte.is_ascii_alphabetic() { 9 } else { 0 }, "{byte}");
        }
    }
}
