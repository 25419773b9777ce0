//! How many tokens a text will be, roughly: providers count exactly, and only after the fact.

/// Bytes of plain ASCII text in one token.
const ASCII_BYTES: u64 = 4;

/// Estimates the tokens of a text: four bytes of ASCII, or one other character, each.
pub fn estimate(text: &str) -> u64 {
    let (mut ascii, mut other) = (0_u64, 0_u64);
    for character in text.chars() {
        if character.is_ascii() { ascii += 1 } else { other += 1 }
    }
    ascii.div_ceil(ASCII_BYTES) + other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_ascii_bytes_or_one_other_character_are_a_token() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("a"), 1);
        assert_eq!(estimate("abcd efg"), 2);
        assert_eq!(estimate("日本"), 2);
    }
}
