//! Names of commits.

use super::{GitError, GitHistory, ObjectId};

/// How many references lead from one to the next at most.
const LONGEST_CHAIN: usize = 8;

/// The fewest digits that name an object.
const FEWEST: usize = 7;

impl GitHistory {
    /// Returns the object of a name.
    pub(super) fn named(&self, name: &str) -> Result<ObjectId, GitError> {
        let unknown = |meant| GitError::Unknown { revision: name.to_owned(), meant };
        let name = if name == "@" { "HEAD" } else { name };
        let is_plain = |part: &str| {
            !matches!(part, "" | "." | "..")
                && !part.contains(['\\', ':', '*', '?', '['])
                && !part.contains(|c: char| c.is_control() || c.is_whitespace())
        };
        if !name.split('/').all(is_plain) {
            return Err(unknown(None));
        }
        if let Some(id) = ObjectId::read(name) {
            return Ok(id);
        }
        let packed = self.folder.shared_text("packed-refs")?.unwrap_or_default();
        let places = ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"];
        let mut names: Vec<String> = places.iter().map(|place| format!("{place}{name}")).collect();
        names.push(format!("refs/remotes/{name}/HEAD"));
        for full in names {
            if let Some(id) = self.reference(&full, &packed, 0)? {
                return Ok(id);
            }
        }
        match self.begun_by(name)? {
            Some(id) => Ok(id),
            None => Err(unknown(self.of_a_remote(name, &packed)?)),
        }
    }

    fn reference(
        &self,
        full: &str,
        packed: &str,
        led: usize,
    ) -> Result<Option<ObjectId>, GitError> {
        // Other files of git's lie beside `HEAD`.
        let is_name =
            full.starts_with("refs/") || full.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        if !is_name || led > LONGEST_CHAIN || full.split('/').any(|part| part == "..") {
            return Ok(None);
        }
        // A folder can have the name of a reference that is not there.
        let own = self.folder.own_text(full).ok().flatten();
        let written = own.or_else(|| self.folder.shared_text(full).ok().flatten());
        if let Some(text) = written {
            return match text.strip_prefix("ref:") {
                Some(next) => self.reference(next.trim(), packed, led + 1),
                // `FETCH_HEAD` says more behind it.
                None => Ok(text.split_whitespace().next().and_then(ObjectId::read)),
            };
        }
        let mut lines = packed.lines().filter_map(|line| line.split_once(' '));
        Ok(lines.find(|(_, name)| *name == full).and_then(|(id, _)| ObjectId::read(id)))
    }

    /// Returns the branch of a remote that has this name.
    fn of_a_remote(&self, name: &str, packed: &str) -> Result<Option<String>, GitError> {
        let mut remotes = self.folder.shared_folders("refs/remotes")?;
        let packed_names = packed.lines().filter_map(|line| line.split_once(" refs/remotes/"));
        let of_packed = packed_names.filter_map(|(_, name)| name.split_once('/'));
        remotes.extend(of_packed.map(|(remote, _)| remote.to_owned()));
        remotes.dedup();
        for remote in remotes {
            let full = format!("refs/remotes/{remote}/{name}");
            if self.reference(&full, packed, 0)?.is_some() {
                return Ok(Some(format!("{remote}/{name}")));
            }
        }
        Ok(None)
    }

    /// Returns the one object whose name begins with some digits.
    fn begun_by(&self, digits: &str) -> Result<Option<ObjectId>, GitError> {
        let digits = digits.to_ascii_lowercase();
        let is_short = (FEWEST..40).contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_short {
            return Ok(None);
        }
        let (first, rest) = digits.split_at(2);
        let names = self.folder.shared_names(&format!("objects/{first}"))?;
        let names = names.iter().filter(|name| name.starts_with(rest));
        let mut found: Vec<ObjectId> =
            names.filter_map(|name| ObjectId::read(&format!("{first}{name}"))).collect();
        found.extend(self.packed_begun_by(&digits)?);
        found.sort_unstable();
        found.dedup();
        match found.as_slice() {
            [] => Ok(None),
            [id] => Ok(Some(*id)),
            [_, _, ..] => Err(GitError::Ambiguous(digits)),
        }
    }
}
