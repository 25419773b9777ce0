//! A journal that belongs to no session: one file of a project, named by its path.

use super::{
    Holder, Journal, JournalLine, JournalRead, Mend,
    journal::{self, Names},
    name,
    read::parse,
};
use crate::{Repo, StoreError};

impl Repo {
    /// Opens a journal for writing, and begins it where there is none: takes its lock, cuts a torn end, makes what stands
    /// durable. Damage before the end is refused with its line.
    pub fn open_log(
        &self,
        path: &str,
        holder: &Holder,
    ) -> Result<(Vec<JournalLine>, Journal), StoreError> {
        let (parent, own) = crate::folder::split(path)?;
        let folder = self.make_folder(parent)?;
        match folder.create(own) {
            Ok(_) => folder.sync()?,
            Err(StoreError::Exists { .. }) => {}
            Err(error) => return Err(error),
        }
        let lock = format!("{}.lock", name(path));
        let names = Names { journal: own, lock: &lock };
        let (read, journal) = Journal::resume(&folder, names, holder, Mend::Refuse)?;
        Ok((read.lines, journal))
    }

    /// Copies a journal as it is, whole or not at all. Missing folders are made.
    pub fn copy_log(&self, from: &str, to: &str) -> Result<(), StoreError> {
        let bytes = journal::read_all(from, &mut self.open_to_read(from)?)?;
        self.write_atomic(to, &bytes)
    }

    /// Reads a journal without its lock; `None` where there is none.
    pub fn read_log(&self, path: &str) -> Result<Option<JournalRead>, StoreError> {
        match self.open_to_read(path) {
            Ok(mut file) => Ok(Some(parse(&journal::read_all(path, &mut file)?))),
            Err(StoreError::Missing { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::session::Tail;

    const LOG: &str = "workspace/demo/log.journal.jsonl";

    fn holder() -> Holder {
        let host = "desk".to_owned();
        Holder { pid: 7, host, started: Timestamp::UNIX_EPOCH, command: String::new() }
    }

    #[test]
    fn a_log_is_begun_gone_on_with_and_held_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let repo = Repo::open(folder.path()).unwrap();
        assert_eq!(repo.read_log(LOG).unwrap(), None);
        let (lines, mut log) = repo.open_log(LOG, &holder()).unwrap();
        assert!(lines.is_empty());
        log.commit(&["{\"a\":1}".to_owned()]).unwrap();
        assert!(matches!(repo.open_log(LOG, &holder()), Err(StoreError::Held { .. })));
        drop(log);
        let (lines, mut log) = repo.open_log(LOG, &holder()).unwrap();
        assert_eq!(lines.len(), 1);
        log.commit(&["{\"b\":2}".to_owned()]).unwrap();
        let read = repo.read_log(LOG).unwrap().unwrap();
        assert_eq!((read.lines.len(), read.tail), (2, Tail::Clean));
    }

    #[test]
    fn a_log_is_copied_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let repo = Repo::open(folder.path()).unwrap();
        let (_, mut log) = repo.open_log(LOG, &holder()).unwrap();
        log.commit(&["{\"a\":1}".to_owned()]).unwrap();
        repo.copy_log(LOG, "workspace/other/log.journal.jsonl").unwrap();
        let bytes = |path: &str| repo.read_bytes_if_there(path).unwrap().unwrap();
        assert_eq!(bytes("workspace/other/log.journal.jsonl"), bytes(LOG));
        assert!(repo.copy_log("none", "other").is_err());
    }
}
