//! Which commits come from which.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::{DEEPEST, GitError, GitHistory, ObjectId, object::ObjectKind};

/// The most commits that are looked at.
const MOST_COMMITS: usize = 200_000;

/// From which side a commit was reached.
const ONE: u8 = 1;
const OTHER: u8 = 2;
const BOTH: u8 = ONE | OTHER;
/// An ancestor of a commit that both sides share.
const OLDER: u8 = 4;

impl GitHistory {
    /// Returns the commit that a revision names: a branch, a tag, a remote's branch, an id or its beginning, with `~N` and
    /// `^N` behind it.
    pub fn commit(&self, revision: &str) -> Result<ObjectId, GitError> {
        let end = revision.find(['~', '^']).unwrap_or(revision.len());
        let (name, mut steps) = revision.split_at(end);
        let unknown = || GitError::Unknown { revision: revision.to_owned(), meant: None };
        let mut at = self.peeled(self.named(name)?, name)?;
        while let Some(sign) = steps.chars().next() {
            steps = steps.get(1..).unwrap_or_default();
            let digits = steps.find(|c: char| !c.is_ascii_digit()).unwrap_or(steps.len());
            let (count, rest) = steps.split_at(digits);
            steps = rest;
            let count: usize =
                if count.is_empty() { 1 } else { count.parse().map_err(|_| unknown())? };
            let (times, parent) = match sign {
                '~' => (count.min(MOST_COMMITS), 0),
                '^' if count == 0 => (0, 0),
                '^' => (1, count - 1),
                _ => return Err(unknown()),
            };
            for _ in 0..times {
                let (_, parents) = self.parents(at)?;
                at = *parents.get(parent).ok_or_else(unknown)?;
            }
        }
        Ok(at)
    }

    /// Returns the newest commit that two revisions come from, as `git merge-base` does; nothing where this clone has none.
    ///
    /// Commits are walked from the newest. What both sides reach is a candidate, and what lies behind one is not.
    pub fn merge_base(&self, one: ObjectId, other: ObjectId) -> Result<Option<ObjectId>, GitError> {
        if one == other {
            return Ok(Some(one));
        }
        let mut walk = MergeBaseWalk::default();
        let mut known: BTreeMap<ObjectId, (i64, Vec<ObjectId>)> = BTreeMap::new();
        for (id, side) in [(one, ONE), (other, OTHER)] {
            let about = self.parents(id)?;
            walk.reach(id, about.0, side);
            known.insert(id, about);
        }
        while let Some((id, mut flags)) = walk.next() {
            if flags & BOTH == BOTH {
                if flags & OLDER == 0 {
                    walk.shared.insert(id);
                }
                flags |= OLDER;
            }
            let parents = known.get(&id).map(|(_, parents)| parents.clone()).unwrap_or_default();
            for parent in parents {
                if !known.contains_key(&parent) {
                    if known.len() >= MOST_COMMITS {
                        return Err(GitError::TooMuch);
                    }
                    known.insert(parent, self.parents(parent)?);
                }
                let date = known.get(&parent).map_or(0, |(date, _)| *date);
                walk.reach(parent, date, flags);
            }
        }
        Ok(walk.best())
    }

    /// Returns whether this clone leaves out older commits.
    pub fn is_shallow(&self) -> bool {
        !self.shallow.is_empty()
    }

    /// Returns when a commit was made and what it comes from. Where a shallow clone ends, it comes from nothing.
    fn parents(&self, commit: ObjectId) -> Result<(i64, Vec<ObjectId>), GitError> {
        let object = self.object(commit, ObjectKind::Commit)?;
        let is_end = self.shallow.contains(&commit);
        let parents = if is_end { Vec::new() } else { object.field("parent").collect() };
        Ok((object.committed_at(), parents))
    }

    /// Follows tags to the commit that they name.
    fn peeled(&self, mut id: ObjectId, name: &str) -> Result<ObjectId, GitError> {
        for _ in 0..DEEPEST {
            let object = self.any(id)?;
            match object.kind {
                ObjectKind::Commit => return Ok(id),
                ObjectKind::Tag => {
                    let named = object.field("object").next();
                    id = named.ok_or(GitError::Damaged(id, "it names nothing"))?;
                }
                ObjectKind::Tree | ObjectKind::Blob => break,
            }
        }
        Err(GitError::NotACommit(name.to_owned()))
    }
}

/// A walk from two commits towards what they share.
#[derive(Debug, Default)]
struct MergeBaseWalk {
    flags: BTreeMap<ObjectId, u8>,
    dates: BTreeMap<ObjectId, i64>,
    /// The commits to go on from, the newest last; each once.
    waiting: BinaryHeap<(i64, ObjectId)>,
    queued: BTreeSet<ObjectId>,
    /// How many of them may still lead to something.
    open: usize,
    /// The commits that both sides reach.
    shared: BTreeSet<ObjectId>,
}

impl MergeBaseWalk {
    /// Reaches a commit from somewhere.
    fn reach(&mut self, id: ObjectId, date: i64, flags: u8) {
        let had = self.flags.get(&id).copied().unwrap_or_default();
        let now = had | flags;
        if now == had {
            return;
        }
        self.flags.insert(id, now);
        self.dates.insert(id, date);
        let is_queued = !self.queued.insert(id);
        if !is_queued {
            self.waiting.push((date, id));
        }
        let was_open = is_queued && had & OLDER == 0;
        let is_open = now & OLDER == 0;
        self.open = self.open + usize::from(is_open) - usize::from(was_open);
    }

    /// Returns the next commit to go on from; none where nothing can change the answer any more.
    fn next(&mut self) -> Option<(ObjectId, u8)> {
        let (newest, _) = self.waiting.peek()?;
        // Of several candidates one can lie behind another; that shows before the oldest of them is passed.
        let is_settled = self.open == 0
            && (self.candidates().count() < 2 || self.candidates().all(|(date, _)| date > *newest));
        if is_settled {
            return None;
        }
        let (_, id) = self.waiting.pop()?;
        self.queued.remove(&id);
        let flags = self.flags.get(&id).copied().unwrap_or_default();
        if flags & OLDER == 0 {
            self.open = self.open.saturating_sub(1);
        }
        Some((id, flags))
    }

    fn candidates(&self) -> impl Iterator<Item = (i64, ObjectId)> {
        let is_one = |id: &&ObjectId| self.flags.get(*id).is_some_and(|flags| flags & OLDER == 0);
        let date = |id: &ObjectId| self.dates.get(id).copied().unwrap_or_default();
        self.shared.iter().filter(is_one).map(move |id| (date(id), *id))
    }

    fn best(&self) -> Option<ObjectId> {
        self.candidates().max().map(|(_, id)| id)
    }
}
