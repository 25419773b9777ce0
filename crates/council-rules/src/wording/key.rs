//! What is weighed around a word, and how a line of the table says it. The build script reads this file as well.

/// What sort of thing a feature looks at. A word stands for what is written, a cluster for how it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// A word at some distance, from two before to two behind.
    Word(i8),
    /// The last letters of the word itself.
    Ending,
    /// How the word itself is written.
    Shape,
    /// The word before with the word itself.
    Before,
    /// The word itself with the next.
    After,
    /// The word before with the next.
    Around,
    /// All three.
    Three,
    /// The cluster of a word at some distance, cut to so many bits.
    Cluster(i8, u8),
    /// The clusters of the word before and of the word itself.
    ClusterBefore,
    /// The clusters of the word itself and of the next.
    ClusterAfter,
    /// The clusters of all three.
    ClusterThree,
    /// A class of the lexicon, of a word at some distance.
    Class(i8),
}

/// To how many bits a cluster is cut where it stands alone.
pub const DEPTHS: [u8; 4] = [4, 6, 10, 16];

/// How far to both sides words are looked at.
pub const REACH: i8 = 2;

/// A feature: its sort and up to three things that it looks at.
pub type Feature = (Sort, [u64; 3]);

/// Returns the identity of a feature.
#[inline]
pub const fn key(sort: Sort, parts: [u64; 3]) -> u64 {
    let [first, second, third] = parts;
    mix(mix(mix(sort.number(), first), second), third)
}

/// How many bytes of marks there are.
pub const MARKS: usize = 1 << 15;

/// Returns the place and the bit of the mark of a feature.
#[inline]
pub fn mark(key: u64) -> (usize, u8) {
    let place = usize::try_from(key >> 49).unwrap_or_default();
    (place & (MARKS - 1), 1 << (key >> 46 & 7))
}

#[inline]
const fn mix(sum: u64, part: u64) -> u64 {
    let product = (sum ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ (product >> 29)
}

impl Sort {
    /// Those that look at one place only.
    pub const PLAIN: [Sort; 9] = [
        Sort::Ending,
        Sort::Shape,
        Sort::Before,
        Sort::After,
        Sort::Around,
        Sort::Three,
        Sort::ClusterBefore,
        Sort::ClusterAfter,
        Sort::ClusterThree,
    ];

    /// Returns a number of its own for each sort.
    const fn number(self) -> u64 {
        const fn distance(at: i8) -> u64 {
            (at + REACH).unsigned_abs() as u64
        }
        match self {
            Sort::Word(at) => 1 + distance(at),
            Sort::Ending => 6,
            Sort::Shape => 7,
            Sort::Before => 8,
            Sort::After => 9,
            Sort::Around => 10,
            Sort::Three => 11,
            Sort::ClusterBefore => 12,
            Sort::ClusterAfter => 13,
            Sort::ClusterThree => 14,
            Sort::Class(at) => 16 + distance(at),
            Sort::Cluster(at, depth) => 32 + 8 * depth as u64 + distance(at),
        }
    }

    /// Returns how a line of the table names the sort.
    pub fn name(self) -> String {
        match self {
            Sort::Word(at) => format!("w{at}"),
            Sort::Ending => "ending".to_owned(),
            Sort::Shape => "shape".to_owned(),
            Sort::Before => "before".to_owned(),
            Sort::After => "after".to_owned(),
            Sort::Around => "around".to_owned(),
            Sort::Three => "three".to_owned(),
            Sort::Cluster(at, depth) => format!("c{at}/{depth}"),
            Sort::ClusterBefore => "c-before".to_owned(),
            Sort::ClusterAfter => "c-after".to_owned(),
            Sort::ClusterThree => "c-three".to_owned(),
            Sort::Class(at) => format!("k{at}"),
        }
    }

    /// Returns the sort that a line of the table names.
    fn named(name: &str) -> Option<Self> {
        if let Some(sort) = Self::PLAIN.into_iter().find(|sort| sort.name() == name) {
            return Some(sort);
        }
        if let Some(at) = name.strip_prefix('w') {
            return at.parse().ok().map(Sort::Word);
        }
        if let Some(at) = name.strip_prefix('k') {
            return at.parse().ok().map(Sort::Class);
        }
        let (at, depth) = name.strip_prefix('c')?.split_once('/')?;
        Some(Sort::Cluster(at.parse().ok()?, depth.parse().ok()?))
    }

    /// Tells whether its parts are words, rather than numbers.
    pub fn is_of_words(self) -> bool {
        match self {
            Sort::Word(_)
            | Sort::Ending
            | Sort::Before
            | Sort::After
            | Sort::Around
            | Sort::Three => true,
            Sort::Shape
            | Sort::Cluster(..)
            | Sort::ClusterBefore
            | Sort::ClusterAfter
            | Sort::ClusterThree
            | Sort::Class(_) => false,
        }
    }
}

/// Reads a line of the table: a weight for each class, the sort, and what it looks at.
pub fn line(text: &str, hash: impl Fn(&[u8]) -> u64) -> Option<(u64, [i8; CLASSES])> {
    let mut fields = text.split(' ');
    let mut weights = [0; CLASSES];
    for weight in &mut weights {
        *weight = fields.next()?.parse().ok()?;
    }
    let sort = Sort::named(fields.next()?)?;
    let mut parts = [0; 3];
    for (part, field) in parts.iter_mut().zip(fields) {
        *part = if sort.is_of_words() {
            hash(field.as_bytes())
        } else {
            u64::from_str_radix(field, 16).ok()?
        };
    }
    Some((key(sort, parts), weights))
}

/// How many classes are weighed at once.
pub const CLASSES: usize = 6;

/// What stands for a place before the first word or behind the last.
pub const EDGE: &str = "<edge>";

/// What stands for digits.
pub const NUMBER: &str = "<number>";
/// What stands for inline code.
pub const CODE: &str = "<code>";
/// What stands for a name.
pub const NAME: &str = "<name>";
