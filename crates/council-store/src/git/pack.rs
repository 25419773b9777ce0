//! Objects in packs: an index of names and places, and objects that are written as deltas of others.

use std::{
    fs::File,
    io::{BufReader, Read, Seek, SeekFrom},
};

use super::{
    GitError, GitHistory, ObjectId,
    location::GitFolder,
    object::{LARGEST, Object, ObjectKind, inflated},
};

/// How many deltas lead from an object to one that is whole, at most. Git itself makes no chain longer than this.
const LONGEST_CHAIN: usize = 4096;

/// The most packs of a repository. Git puts them together long before there are so many.
const MOST_PACKS: usize = 256;

/// Where the names of an index begin: after its header and the table of first bytes.
const NAMES: u64 = 8 + 256 * 4;

/// An open index of a pack.
#[derive(Debug)]
pub(super) struct PackIndex {
    file: File,
    /// The pack, relative to git's folder.
    pack: String,
    /// How many names begin with a byte up to each one.
    fanout: Vec<u32>,
}

/// How an object is written in a pack.
enum PackedForm {
    Whole(ObjectKind),
    /// As a delta of the object that begins so many bytes before it.
    DeltaBack(u64),
    /// As a delta of an object that is named.
    DeltaOf(ObjectId),
}

/// Opens the indexes of all packs.
pub(super) fn indexes(folder: &GitFolder) -> Result<Vec<PackIndex>, GitError> {
    let mut names = folder.shared_names("objects/pack")?;
    names = names.iter().filter_map(|name| name.strip_suffix(".idx")).map(str::to_owned).collect();
    if names.len() > MOST_PACKS {
        let what = format!("has {} packs, and more than {MOST_PACKS}", names.len());
        return Err(GitError::Unsupported(what));
    }
    names.iter().map(|name| PackIndex::open(folder, name)).collect()
}

impl GitHistory {
    /// Reads an object from a pack, if one has it.
    pub(super) fn packed(&self, id: ObjectId) -> Result<Option<Object>, GitError> {
        for index in &self.packs {
            if let Some(offset) = index.offset(id)? {
                return self.unpacked(index, offset, id).map(Some);
            }
        }
        Ok(None)
    }

    /// Returns objects of packs whose names begin with some digits: all of them, or as many as make it clear that there is more
    /// than one.
    pub(super) fn packed_begun_by(&self, digits: &str) -> Result<Vec<ObjectId>, GitError> {
        let least = ObjectId::read(&format!("{digits:0<40}"));
        let most = ObjectId::read(&format!("{digits:f<40}"));
        let (Some(least), Some(most)) = (least, most) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for index in &self.packs {
            let first = index.first_from(least)?;
            for at in first..first.saturating_add(2) {
                found.extend(index.name(at)?.filter(|id| *id <= most));
            }
        }
        Ok(found)
    }

    /// Reads an object of a pack, and those that it is a delta of.
    fn unpacked(&self, index: &PackIndex, offset: u64, id: ObjectId) -> Result<Object, GitError> {
        let io_error = |source| GitError::Io { path: index.pack.clone(), source };
        let damaged = |what| GitError::Damaged(id, what);
        let missing = || GitError::Missing { id, is_partial: self.folder.is_partial() };
        let file = self.folder.shared_file(&index.pack)?.ok_or_else(missing)?;
        let mut deltas: Vec<Vec<u8>> = Vec::new();
        let mut at = offset;
        let mut whole = loop {
            if deltas.len() > LONGEST_CHAIN {
                return Err(damaged("its chain of deltas is too long"));
            }
            let mut input = BufReader::new(&file);
            input.seek(SeekFrom::Start(at)).map_err(io_error)?;
            let (stored, length) =
                header(&mut input).ok_or(damaged("its header cannot be read"))?;
            if length > LARGEST {
                return Err(damaged("it is larger than 32 MiB"));
            }
            let bytes = inflated(input, length).filter(|bytes| bytes.len() == length);
            let bytes = bytes.ok_or(damaged("it cannot be unpacked"))?;
            self.spend(length)?;
            match stored {
                PackedForm::Whole(kind) => break Object { kind, bytes },
                PackedForm::DeltaBack(back) => {
                    deltas.push(bytes);
                    let before = at.checked_sub(back).filter(|before| *before < at);
                    at = before.ok_or(damaged("it is a delta of nothing"))?;
                }
                PackedForm::DeltaOf(base) => {
                    deltas.push(bytes);
                    match index.offset(base)? {
                        Some(offset) => at = offset,
                        None => break self.loose(base)?.ok_or_else(missing)?,
                    }
                }
            }
            let held: usize = deltas.iter().map(Vec::len).sum();
            if held > 2 * LARGEST {
                return Err(damaged("its deltas are too large"));
            }
        };
        while let Some(delta) = deltas.pop() {
            let bytes = patched(&whole.bytes, &delta);
            whole.bytes = bytes.ok_or(damaged("its deltas do not fit"))?;
            self.spend(whole.bytes.len())?;
        }
        Ok(whole)
    }
}

impl PackIndex {
    fn open(folder: &GitFolder, name: &str) -> Result<Self, GitError> {
        let path = format!("objects/pack/{name}.idx");
        let io_error = |source| GitError::Io { path: path.clone(), source };
        let gone = || io_error(std::io::ErrorKind::NotFound.into());
        let mut file = folder.shared_file(&path)?.ok_or_else(gone)?;
        let mut head = [0; 8 + 256 * 4];
        file.read_exact(&mut head).map_err(io_error)?;
        let (mark, table) = head.split_at(8);
        if mark != [0xff, b't', b'O', b'c', 0, 0, 0, 2] {
            let what = "has an index of a pack that is not of version 2".to_owned();
            return Err(GitError::Unsupported(what));
        }
        let fanout =
            table.chunks_exact(4).filter_map(|four| four.try_into().ok()).map(u32::from_be_bytes);
        let pack = format!("objects/pack/{name}.pack");
        Ok(Self { fanout: fanout.collect(), file, pack })
    }

    fn count(&self) -> u64 {
        self.fanout.last().copied().unwrap_or_default().into()
    }

    /// Returns the name at a place of the list, which is in order.
    fn name(&self, at: u64) -> Result<Option<ObjectId>, GitError> {
        if at >= self.count() {
            return Ok(None);
        }
        self.bytes::<20>(NAMES + at * 20).map(|bytes| Some(ObjectId(bytes)))
    }

    /// Returns the place of the first name that is not before one.
    fn first_from(&self, id: ObjectId) -> Result<u64, GitError> {
        let [first, ..] = id.0;
        let upto = |byte: usize| self.fanout.get(byte).copied().map_or(0, u64::from);
        let mut low = usize::from(first).checked_sub(1).map_or(0, upto);
        let mut high = upto(usize::from(first));
        while low < high {
            let middle = low + (high - low) / 2;
            if self.name(middle)?.is_some_and(|name| name < id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    /// Returns where an object begins in the pack.
    fn offset(&self, id: ObjectId) -> Result<Option<u64>, GitError> {
        let at = self.first_from(id)?;
        if self.name(at)? != Some(id) {
            return Ok(None);
        }
        let places = NAMES + self.count() * 24;
        let place = u32::from_be_bytes(self.bytes(places + at * 4)?);
        if place & 0x8000_0000 == 0 {
            return Ok(Some(place.into()));
        }
        let large = places + self.count() * 4 + u64::from(place & 0x7fff_ffff) * 8;
        Ok(Some(u64::from_be_bytes(self.bytes(large)?)))
    }

    fn bytes<const N: usize>(&self, at: u64) -> Result<[u8; N], GitError> {
        let mut bytes = [0; N];
        let mut file = &self.file;
        let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut bytes));
        read.map_err(|source| GitError::Io { path: self.pack.clone(), source })?;
        Ok(bytes)
    }
}

/// Reads what stands before an object of a pack: how it is written, and how long what follows is when it is unpacked.
fn header(input: &mut impl Read) -> Option<(PackedForm, usize)> {
    let first = byte(input)?;
    let mut length = usize::from(first & 0x0f);
    if first & 0x80 != 0 {
        length |= number(input)?.checked_mul(16)?;
    }
    let stored = match (first >> 4) & 7 {
        1 => PackedForm::Whole(ObjectKind::Commit),
        2 => PackedForm::Whole(ObjectKind::Tree),
        3 => PackedForm::Whole(ObjectKind::Blob),
        4 => PackedForm::Whole(ObjectKind::Tag),
        6 => {
            let mut last = byte(input)?;
            let mut back = u64::from(last & 0x7f);
            while last & 0x80 != 0 {
                last = byte(input)?;
                back =
                    back.checked_add(1)?.checked_mul(128)?.checked_add(u64::from(last & 0x7f))?;
            }
            PackedForm::DeltaBack(back)
        }
        7 => {
            let mut name = [0; 20];
            input.read_exact(&mut name).ok()?;
            PackedForm::DeltaOf(ObjectId(name))
        }
        _ => return None,
    };
    Some((stored, length))
}

fn byte(input: &mut impl Read) -> Option<u8> {
    let mut byte = [0];
    input.read_exact(&mut byte).ok()?;
    let [byte] = byte;
    Some(byte)
}

/// Reads a number, seven bits in each byte, the lowest first; one that is longer than any length is refused.
fn number(input: &mut impl Read) -> Option<usize> {
    let (mut number, mut shift) = (0_usize, 0_u32);
    loop {
        let last = byte(input)?;
        if shift > 35 {
            return None;
        }
        number |= usize::from(last & 0x7f).checked_shl(shift)?;
        shift += 7;
        if last & 0x80 == 0 {
            return Some(number);
        }
    }
}

/// Makes an object from another one and a delta: pieces of the other, and new ones.
fn patched(base: &[u8], mut delta: &[u8]) -> Option<Vec<u8>> {
    if number(&mut delta)? != base.len() {
        return None;
    }
    let whole = number(&mut delta).filter(|whole| *whole <= LARGEST)?;
    let mut bytes = Vec::with_capacity(whole);
    while let Some(order) = byte(&mut delta) {
        if order == 0 {
            return None;
        }
        if order & 0x80 == 0 {
            let (new, rest) = delta.split_at_checked(usize::from(order))?;
            bytes.extend_from_slice(new);
            delta = rest;
        } else {
            let offset = copied(order, &mut delta, 0..4)?;
            let size = copied(order, &mut delta, 4..7)?;
            let size = if size == 0 { 0x10000 } else { size };
            bytes.extend_from_slice(base.get(offset..offset.checked_add(size)?)?);
        }
        if bytes.len() > whole {
            return None;
        }
    }
    (bytes.len() == whole).then_some(bytes)
}

/// Reads a number of an order to copy: the bits of the order say which of its bytes follow.
fn copied(order: u8, delta: &mut &[u8], bits: std::ops::Range<u32>) -> Option<usize> {
    let mut number = 0;
    for (place, bit) in bits.enumerate() {
        if order & (1 << bit) != 0 {
            number |= usize::from(byte(delta)?) << (8 * place);
        }
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_delta_copies_pieces_and_adds_new_ones() {
        let delta = [5, 4, 0x90 | 0x01, 1, 2, 2, b'x', b'y'];
        assert_eq!(patched(b"abcde", &delta), Some(b"bcxy".to_vec()));
        assert_eq!(patched(b"abcd", &delta), None, "another base");
        assert_eq!(patched(b"abcde", &[5, 4, 0x91, 9, 2]), None, "beyond its end");
        assert_eq!(patched(b"abcde", &[5, 4, 0]), None, "an order that is reserved");
        assert_eq!(patched(b"abcde", &[5, 1, 2, b'x', b'y']), None, "more than it says");
        let huge = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
        assert_eq!(number(&mut huge.as_slice()), None);
    }

    proptest! {
        /// Nothing that stands in a pack can do more than not be read.
        #[test]
        fn whatever_stands_in_a_pack_is_read_or_refused(
            base in proptest::collection::vec(any::<u8>(), 0..40),
            delta in proptest::collection::vec(any::<u8>(), 0..60),
        ) {
            if let Some(bytes) = patched(&base, &delta) {
                prop_assert!(bytes.len() <= LARGEST);
            }
            let _ = header(&mut delta.as_slice());
            let _ = inflated(delta.as_slice(), 100);
        }
    }
}
