//! Letters, eight at a time: nearly every byte of a document is one.

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

/// Returns how many of the first letters of eight bytes are capitals.
pub(super) fn capitals(word: u64, len: usize) -> usize {
    let small = (word & CASE).count_ones() as usize;
    len.saturating_sub(small)
}

/// Returns how many ASCII letters some bytes begin with.
pub(super) fn run(bytes: &[u8]) -> usize {
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
        fn capitals_are_counted_as_if_one_by_one(word in "[A-Za-z]{1,8}") {
            let mut eight = [0; 8];
            eight.iter_mut().zip(word.bytes()).for_each(|(place, byte)| *place = byte);
            let slow = word.bytes().filter(u8::is_ascii_uppercase).count();
            prop_assert_eq!(capitals(u64::from_le_bytes(eight), word.len()), slow);
        }
    }

    #[test]
    fn every_byte_is_a_letter_or_not() {
        for byte in 0..=u8::MAX {
            assert_eq!(run(&[byte; 9]), if byte.is_ascii_alphabetic() { 9 } else { 0 }, "{byte}");
        }
    }
}
