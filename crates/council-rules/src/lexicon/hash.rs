//! The identity of a word: a hash of its letters. The build script reads this file as well.

/// Returns the identity of a word: the same for the same letters, whatever their case.
#[inline]
pub const fn hash(word: &[u8]) -> u64 {
    // A length is far below what `as` would cut; `From` is not yet `const`.
    let mut mixed = SEED ^ word.len() as u64;
    let mut rest = word;
    while let Some((eight, after)) = rest.split_first_chunk() {
        mixed = mix(mixed, u64::from_le_bytes(*eight));
        rest = after;
    }
    let (mut last, mut bits) = (0, 0);
    if let Some((four, after)) = rest.split_first_chunk() {
        (last, bits, rest) = (u32::from_le_bytes(*four) as u64, 32, after);
    }
    if let Some((two, after)) = rest.split_first_chunk() {
        last |= (u16::from_le_bytes(*two) as u64) << bits;
        (bits, rest) = (bits + 16, after);
    }
    if let Some(byte) = rest.first() {
        last |= (*byte as u64) << bits;
    }
    mix(mixed, last)
}

/// Returns the identity of the word that the first bytes are, read eight bytes at a time with what follows the word.
#[inline]
pub fn hash_first(bytes: &[u8], len: usize) -> u64 {
    let (mut mixed, mut rest, mut left) = (SEED ^ len as u64, bytes, len);
    while let Some((eight, after)) = rest.split_first_chunk() {
        let eight = u64::from_le_bytes(*eight);
        if left < EIGHT {
            return mix(mixed, eight & first_bytes(left));
        }
        mixed = mix(mixed, eight);
        (rest, left) = (after, left - EIGHT);
    }
    // Too close to the end to be read like that.
    hash(bytes.get(..len).unwrap_or(bytes))
}

/// Returns the identity of a word of less than eight bytes that are held in one number, the rest of which is zero.
#[inline]
pub fn hash_short(word: u64, len: usize) -> u64 {
    mix(SEED ^ len as u64, word)
}

/// Returns what masks the first few bytes of eight.
#[inline]
pub fn first_bytes(len: usize) -> u64 {
    FIRST.get(len).copied().unwrap_or(u64::MAX)
}

/// What masks none of eight bytes, the first, the first two, and so on.
const FIRST: [u64; EIGHT] = [
    0,
    0xff,
    0xffff,
    0x00ff_ffff,
    0xffff_ffff,
    0x00ff_ffff_ffff,
    0xffff_ffff_ffff,
    0x00ff_ffff_ffff_ffff,
];

/// How many bytes are read at once.
const EIGHT: usize = 8;

/// What the identity of a word begins with.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes eight letters in, as small ones: where a byte is ASCII its sixth bit is the case.
#[inline]
const fn mix(mixed: u64, eight: u64) -> u64 {
    let small = eight | ((!eight & 0x8080_8080_8080_8080) >> 2);
    let product = (mixed ^ small).wrapping_mul(0xd6e8_feb8_6659_fd93);
    product ^ (product >> 32)
}
