//! Characters that are not what they look like: invisible by property, letters of other scripts that look Latin, letters in
//! costume.

use std::borrow::Cow;

use council_core::invisible::is_ignorable;

/// Tells whether an invisible character has no use in any text: tags, invisible operators, deprecated controls, annotations,
/// and what turns the direction of what follows.
pub(super) fn is_never_needed(c: char) -> bool {
    is_tag(c)
        || matches!(
            c,
            '\u{202a}'..='\u{202e}' | '\u{2061}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}'
        )
}

/// Tells whether a character is a tag, which spells ASCII unseen.
pub(super) fn is_tag(c: char) -> bool {
    matches!(c, '\u{e0000}'..='\u{e007f}')
}

/// Tells whether a character picks a variant of the one before it.
pub(super) fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Tells whether a byte can begin a character that is not shown.
pub(super) fn may_begin(byte: u8) -> bool {
    matches!(byte, 0xc2 | 0xcd | 0xd8 | 0xe1..=0xe3 | 0xef | 0xf0 | 0xf3)
}

/// Returns the Latin letter that a letter of another script looks like.
pub(super) fn look_alike(c: char) -> Option<char> {
    let at = ALIKE.binary_search_by_key(&c, |(own, _)| *own).ok()?;
    ALIKE.get(at).map(|(_, latin)| *latin)
}

/// Returns the letter below a costume: full-width letters, and the alphabets of mathematics in bold, italic, script.
pub(super) fn undressed(c: char) -> Option<char> {
    let letter = |from: u32, first: u32| char::from_u32(first + (u32::from(c) - from));
    match c {
        '\u{ff21}'..='\u{ff3a}' => letter(0xff21, u32::from('a')),
        '\u{ff41}'..='\u{ff5a}' => letter(0xff41, u32::from('a')),
        '\u{1d400}'..='\u{1d6a3}' => {
            let place = (u32::from(c) - 0x1d400) % 52;
            char::from_u32(u32::from('a') + place % 26)
        }
        '\u{24b6}'..='\u{24cf}' => letter(0x24b6, u32::from('a')),
        '\u{24d0}'..='\u{24e9}' => letter(0x24d0, u32::from('a')),
        _ => None,
    }
}

/// Returns a text as a reader takes it: without what is not shown, tags spelled out, look-alikes and costumes as Latin letters.
pub(super) fn as_read(text: &str) -> Cow<'_, str> {
    // What is in ASCII is what it looks like.
    if text.is_ascii() {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            out.push(c);
            continue;
        }
        let spelled =
            || char::from_u32(u32::from(c) - 0xe0000).filter(|c| c.is_ascii_graphic() || *c == ' ');
        if is_tag(c) {
            out.extend(spelled());
        } else if !is_ignorable(c) {
            out.push(undressed(c).or_else(|| look_alike(c)).unwrap_or(c));
        }
    }
    out.into()
}

/// Greek, Cyrillic, Armenian and Cherokee letters that look like Latin ones, in order.
const ALIKE: [(char, char); 73] = [
    ('\u{391}', 'a'),
    ('\u{392}', 'b'),
    ('\u{395}', 'e'),
    ('\u{396}', 'z'),
    ('\u{397}', 'h'),
    ('\u{399}', 'i'),
    ('\u{39a}', 'k'),
    ('\u{39c}', 'm'),
    ('\u{39d}', 'n'),
    ('\u{39f}', 'o'),
    ('\u{3a1}', 'p'),
    ('\u{3a4}', 't'),
    ('\u{3a5}', 'y'),
    ('\u{3a7}', 'x'),
    ('\u{3b1}', 'a'),
    ('\u{3b9}', 'i'),
    ('\u{3bd}', 'v'),
    ('\u{3bf}', 'o'),
    ('\u{3c1}', 'p'),
    ('\u{3c5}', 'u'),
    ('\u{3c7}', 'x'),
    ('\u{3f2}', 'c'),
    ('\u{3f3}', 'j'),
    ('\u{405}', 's'),
    ('\u{406}', 'i'),
    ('\u{408}', 'j'),
    ('\u{410}', 'a'),
    ('\u{412}', 'b'),
    ('\u{415}', 'e'),
    ('\u{41a}', 'k'),
    ('\u{41c}', 'm'),
    ('\u{41d}', 'h'),
    ('\u{41e}', 'o'),
    ('\u{420}', 'p'),
    ('\u{421}', 'c'),
    ('\u{422}', 't'),
    ('\u{425}', 'x'),
    ('\u{430}', 'a'),
    ('\u{432}', 'b'),
    ('\u{435}', 'e'),
    ('\u{43a}', 'k'),
    ('\u{43c}', 'm'),
    ('\u{43d}', 'h'),
    ('\u{43e}', 'o'),
    ('\u{440}', 'p'),
    ('\u{441}', 'c'),
    ('\u{442}', 't'),
    ('\u{443}', 'y'),
    ('\u{445}', 'x'),
    ('\u{455}', 's'),
    ('\u{456}', 'i'),
    ('\u{457}', 'i'),
    ('\u{458}', 'j'),
    ('\u{4ae}', 'y'),
    ('\u{4af}', 'y'),
    ('\u{4bb}', 'h'),
    ('\u{4c0}', 'i'),
    ('\u{4cf}', 'l'),
    ('\u{501}', 'd'),
    ('\u{51b}', 'q'),
    ('\u{51d}', 'w'),
    ('\u{54f}', 's'),
    ('\u{555}', 'o'),
    ('\u{566}', 'q'),
    ('\u{570}', 'h'),
    ('\u{578}', 'n'),
    ('\u{57d}', 'u'),
    ('\u{581}', 'g'),
    ('\u{585}', 'o'),
    ('\u{13a0}', 'd'),
    ('\u{13a1}', 'r'),
    ('\u{13a2}', 't'),
    ('\u{13aa}', 'a'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_are_in_order_and_read_as_what_they_look_like() {
        assert!(ALIKE.is_sorted());
        assert_eq!(
            as_read("\u{430}dmin p\u{200b}ass \u{1d5da}o \u{ff29}t \u{e0068}\u{e0069}"),
            "admin pass go it hi"
        );
        assert_eq!(as_read("größe Δt λ"), "größe Δt λ");
    }

    #[test]
    fn what_is_in_ascii_is_read_as_it_is_written() {
        for c in (0..=0x7f_u8).map(char::from) {
            assert!(!is_tag(c) && !is_ignorable(c), "{c:?}");
            assert_eq!(undressed(c).or_else(|| look_alike(c)).unwrap_or(c), c);
        }
    }

    #[test]
    fn what_is_not_shown_is_told_by_property() {
        for c in
            ['\u{200b}', '\u{2063}', '\u{e0101}', '\u{fe0f}', '\u{3164}', '\u{ad}', '\u{e0041}']
        {
            assert!(is_ignorable(c), "{:x}", u32::from(c));
            let mut bytes = [0; 4];
            assert!(c.encode_utf8(&mut bytes).bytes().next().is_some_and(may_begin));
        }
        for c in ['a', ' ', 'é', '中', '😀', '–'] {
            assert!(!is_ignorable(c), "{c}");
        }
    }
}
