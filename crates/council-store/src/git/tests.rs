//! Repositories that git itself made, read without it and compared with what git says.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use miniz_oxide::deflate::compress_to_vec_zlib;
use tempfile::TempDir;

use super::*;

/// Runs git; nothing where there is none or it fails.
fn git_with(folder: &Path, date: u32, words: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    command.current_dir(folder).stdin(Stdio::null()).env_clear();
    command.env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", folder);
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "a").env(format!("GIT_{who}_EMAIL"), "a@b");
        command.env(format!("GIT_{who}_DATE"), format!("{} +0100", 1_700_000_000 + date));
    }
    command.args(["-c", "gc.auto=0", "-c", "protocol.file.allow=always"]).args(words);
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn git(folder: &Path, words: &[&str]) -> String {
    git_with(folder, 0, words).unwrap_or_else(|| panic!("git {words:?}"))
}

/// Makes a repository, if there is a git.
fn repository() -> Option<TempDir> {
    let folder = tempfile::tempdir().unwrap();
    if git_with(folder.path(), 0, &["init", "-q", "-b", "main", "."]).is_none() {
        eprintln!("skipped: there is no `git` to compare with");
        return None;
    }
    Some(folder)
}

fn commit(folder: &Path, files: &[(&str, &str)]) -> String {
    for (path, text) in files {
        fs::create_dir_all(folder.join(path).parent().unwrap()).unwrap();
        fs::write(folder.join(path), text).unwrap();
    }
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "--allow-empty", "-m", "x"]);
    git(folder, &["rev-parse", "HEAD"])
}

fn history(folder: &Path) -> GitHistory {
    Repo::open(folder).unwrap().history().unwrap()
}

fn refused(folder: &Path) -> String {
    Repo::open(folder).unwrap().history().unwrap_err().to_string()
}

fn long(line: &str) -> String {
    let lines: Vec<String> = (0..400).map(|number| format!("{number}: {line}\n")).collect();
    lines.concat()
}

/// Compares every file of a revision, and how revisions are named, with what git says.
fn agree_with_git(folder: &Path, revisions: &[&str]) {
    let history = history(folder);
    for revision in revisions {
        let id = history.commit(revision).unwrap_or_else(|error| panic!("{revision}: {error}"));
        let named = format!("{revision}^{{commit}}");
        assert_eq!(id.to_string(), git(folder, &["rev-parse", &named]), "{revision}");
        let listed = git(folder, &["ls-tree", "-r", "-z", "--full-tree", revision]);
        let wanted: BTreeMap<String, String> = listed
            .split('\0')
            .filter(|line| line.starts_with("100"))
            .map(|line| {
                let (head, path) = line.split_once('\t').unwrap();
                (path.to_owned(), head.rsplit(' ').next().unwrap().to_owned())
            })
            .collect();
        let files = history.files(id, |_| true).unwrap();
        let found: BTreeMap<String, String> =
            files.iter().map(|(path, id)| (path.clone(), id.to_string())).collect();
        assert_eq!(found, wanted, "{revision}");
        for (path, id) in files {
            let own = git(folder, &["cat-file", "blob", &id.to_string()]);
            let text = String::from_utf8(history.blob(id).unwrap()).unwrap();
            assert_eq!(text.trim(), own, "{path}");
        }
    }
}

#[test]
fn versions_are_read_as_git_reads_them_loose_and_packed() {
    let Some(place) = repository() else { return };
    let folder = place.path();
    commit(folder, &[("docs/a.md", &long("one")), ("b c.txt", "b"), ("d/\u{e9}.md", "e")]);
    commit(folder, &[("docs/a.md", &(long("one") + "two\n")), ("docs.md", "x")]);
    let last = commit(folder, &[("docs/a.md", &(long("one") + "two\nthree\n"))]);
    git(folder, &["tag", "-a", "v1", "-m", "first", "HEAD~1"]);
    git(folder, &["tag", "light"]);
    git(folder, &["checkout", "-q", "-b", "side/deep", "v1"]);
    commit(folder, &[("docs/c.md", "c\n")]);
    git(folder, &["checkout", "-q", "main"]);
    git(folder, &["merge", "-q", "--no-ff", "-m", "merge", "side/deep"]);
    let short = last.get(..9).unwrap();
    let revisions = [
        "HEAD",
        "@",
        "main",
        "refs/heads/main",
        "heads/side/deep",
        "v1",
        "light",
        "HEAD~1",
        "HEAD^",
        "HEAD^2",
        "HEAD^2~1^0",
        "main^^",
        last.as_str(),
        short,
    ];
    agree_with_git(folder, &revisions);
    git(folder, &["gc", "-q", "--aggressive", "--prune=now"]);
    assert!(!folder.join(".git/refs/heads/main").exists(), "references are packed");
    agree_with_git(folder, &revisions);
    // A thin pack, and one whose deltas name their base.
    git(folder, &["config", "repack.useDeltaBaseOffset", "false"]);
    git(folder, &["repack", "-q", "-a", "-d", "-f", "--depth=50"]);
    agree_with_git(folder, &revisions);
    let history = history(folder);
    for unknown in
        ["nothing", "HEAD~99", "HEAD^9", "../x", "config", "", "main:docs", "HEAD@{1}", "-x", "a b"]
    {
        let error = history.commit(unknown).unwrap_err();
        assert!(matches!(error, GitError::Unknown { .. }), "{unknown}: {error}");
    }
    let blob = git(folder, &["rev-parse", "HEAD:docs.md"]);
    assert!(matches!(history.commit(&blob), Err(GitError::NotACommit(_))));
}

#[test]
fn the_merge_base_is_one_that_git_names_in_any_history() {
    let Some(place) = repository() else { return };
    let folder = place.path();
    let tree = git(folder, &["write-tree"]);
    // Numbers without meaning, but the same in every run.
    let mut seed = 7_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    let mut commits: Vec<String> = Vec::new();
    for number in 0..60_usize {
        let mut words =
            vec!["commit-tree".to_owned(), tree.clone(), "-m".to_owned(), format!("{number}")];
        let most = commits.len().min(2 + random(2));
        for _ in 0..most.min(1 + random(2)) {
            let recent = random(commits.len().min(9));
            let parent = commits.get(commits.len() - 1 - recent).unwrap().clone();
            if !words.contains(&parent) {
                words.extend(["-p".to_owned(), parent]);
            }
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        // Many are of the same second.
        let date = u32::try_from(number / 4).unwrap();
        commits.push(git_with(folder, date, &words).unwrap());
    }
    git(folder, &["update-ref", "refs/heads/main", commits.last().unwrap()]);
    let history = history(folder);
    for _ in 0..80 {
        let (one, other) = (random(60), random(60));
        let (one, other) = (commits.get(one).unwrap(), commits.get(other).unwrap());
        let wanted = git_with(folder, 0, &["merge-base", "--all", one, other]).unwrap_or_default();
        let id = |text: &str| history.commit(text).unwrap();
        let found = history.merge_base(id(one), id(other)).unwrap();
        match found {
            Some(found) => assert!(
                wanted.lines().any(|line| line == found.to_string()),
                "{one} {other}: {found}, and git says {wanted}"
            ),
            None => assert_eq!(wanted, "", "{one} {other}"),
        }
    }
}

#[test]
fn a_repository_below_a_folder_of_git_sees_its_own_files() {
    let Some(place) = repository() else { return };
    commit(
        place.path(),
        &[("a.md", "a"), ("part/council.toml", ""), ("part/specs/b.md", "b"), ("parts/c.md", "c")],
    );
    let history = history(&place.path().join("part"));
    let files = history.files(history.commit("HEAD").unwrap(), |path| path.contains(".md"));
    assert_eq!(files.unwrap().into_keys().collect::<Vec<_>>(), ["specs/b.md"]);
}

#[test]
fn a_work_tree_and_a_submodule_are_followed_because_the_other_side_knows_them() {
    let Some(place) = repository() else { return };
    let folder = place.path();
    commit(folder, &[("a.md", "a")]);
    git(folder, &["worktree", "add", "-q", "-b", "other", "tree"]);
    let tree = folder.join("tree");
    commit(&tree, &[("a.md", "b")]);
    agree_with_git(&tree, &["HEAD", "other", "main"]);
    let inner = repository().unwrap();
    commit(inner.path(), &[("b.md", "b")]);
    git(folder, &["submodule", "--quiet", "add", &inner.path().display().to_string(), "module"]);
    agree_with_git(&folder.join("module"), &["HEAD", "main"]);
    // The submodule is no file of the repository around it.
    commit(folder, &[]);
    agree_with_git(folder, &["HEAD"]);
}

#[test]
fn what_leads_out_of_gits_folder_is_not_followed() {
    let Some(victim) = repository() else { return };
    commit(victim.path(), &[("secret.md", "secret")]);
    let git_of_victim = victim.path().join(".git").display().to_string();
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    // A file that leads to somebody else's repository.
    fs::write(folder.join(".git"), format!("gitdir: {git_of_victim}\n")).unwrap();
    assert!(refused(folder).contains("does not lead back"), "{}", refused(folder));
    fs::remove_file(folder.join(".git")).unwrap();
    // A folder that says that it shares another's.
    git(folder, &["init", "-q", "."]);
    fs::write(folder.join(".git/commondir"), &git_of_victim).unwrap();
    assert!(refused(folder).contains("several folders"));
    fs::remove_file(folder.join(".git/commondir")).unwrap();
    // Borrowed objects.
    let alternates = folder.join(".git/objects/info/alternates");
    fs::create_dir_all(alternates.parent().unwrap()).unwrap();
    fs::write(&alternates, format!("{git_of_victim}/objects\n")).unwrap();
    assert!(refused(folder).contains("borrows objects"));
    fs::remove_file(&alternates).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        let head = git(victim.path(), &["rev-parse", "HEAD"]);
        let objects = folder.join(".git/objects");
        fs::rename(&objects, folder.join("aside")).unwrap();
        symlink(victim.path().join(".git/objects"), &objects).unwrap();
        let opened = Repo::open(folder).unwrap().history();
        assert!(opened.is_err() || opened.unwrap().commit(&head).is_err());
        fs::remove_file(&objects).unwrap();
        fs::rename(folder.join("aside"), &objects).unwrap();
        symlink(victim.path().join(".git/refs"), folder.join(".git/refs/heads/x")).unwrap();
        assert!(history(folder).commit("x/heads/main").is_err());
        fs::rename(folder.join(".git"), folder.join("moved")).unwrap();
        symlink("moved", folder.join(".git")).unwrap();
        assert!(refused(folder).contains("is a link"));
    }
}

#[test]
fn a_shallow_clone_ends_where_it_ends_and_says_how_to_get_more() {
    let Some(place) = repository() else { return };
    let folder = place.path();
    commit(folder, &[("a.md", "a")]);
    commit(folder, &[("a.md", "b")]);
    git(folder, &["checkout", "-q", "-b", "side"]);
    commit(folder, &[("a.md", "c")]);
    let clones = tempfile::tempdir().unwrap();
    let from = format!("file://{}", folder.display());
    git(clones.path(), &["clone", "-q", "--depth=1", "--no-single-branch", &from, "one"]);
    let one = clones.path().join("one");
    let shallow = history(&one);
    assert!(shallow.is_shallow());
    let at = |revision: &str| shallow.commit(revision).unwrap();
    assert_eq!(shallow.merge_base(at("HEAD"), at("origin/main")).unwrap(), None);
    assert!(matches!(shallow.commit("HEAD~1"), Err(GitError::Unknown { .. })));
    let error = shallow.commit("main").unwrap_err();
    assert_eq!(error.help(), "did you mean `origin/main`?");
    let error = shallow.commit("origin/nothing").unwrap_err();
    assert!(error.help().contains("git fetch --depth=100 origin nothing"), "{}", error.help());
    // The help helps.
    git(&one, &["fetch", "-q", "--deepen=100"]);
    let deep = history(&one);
    let at = |revision: &str| deep.commit(revision).unwrap();
    assert_eq!(deep.merge_base(at("HEAD"), at("origin/main")).unwrap(), Some(at("origin/main")));
    git(&one, &["fetch", "-q", "--depth=1", "origin", "main"]);
    assert!(history(&one).commit("FETCH_HEAD").is_ok());
    // A clone without files says how to get them.
    git(folder, &["config", "uploadpack.allowFilter", "true"]);
    git(clones.path(), &["clone", "-q", "--filter=blob:none", "--no-checkout", &from, "two"]);
    let two = clones.path().join("two");
    let partial = history(&two);
    let files = partial.files(partial.commit("HEAD").unwrap(), |_| true).unwrap();
    let error = partial.blob(*files.get("a.md").unwrap()).unwrap_err();
    assert!(matches!(error, GitError::Missing { is_partial: true, .. }), "{error}");
    let words = error.help();
    let words = words.split('`').nth(1).unwrap().to_owned();
    let words: Vec<&str> = words.split(' ').skip(1).chain(["--quiet"]).collect();
    git(&two, &words);
    assert!(history(&two).blob(*files.get("a.md").unwrap()).is_ok(), "{words:?}");
}

#[test]
fn repositories_of_other_sorts_are_refused_with_their_sort() {
    let Some(place) = repository() else { return };
    let folder = place.path();
    let settings = fs::read_to_string(folder.join(".git/config")).unwrap();
    for (extension, why) in [
        ("objectFormat = sha256", "SHA-256"),
        ("refStorage = reftable", "in tables"),
        ("somethingNew = true", "not known here"),
    ] {
        let text = format!("{settings}[extensions]\n\t{extension}\n");
        fs::write(folder.join(".git/config"), text).unwrap();
        assert!(refused(folder).contains(why), "{}", refused(folder));
    }
    let nothing = tempfile::tempdir().unwrap();
    fs::create_dir(nothing.path().join(".git")).unwrap();
    assert!(history(nothing.path()).commit("main").is_err());
}

/// Writes a loose object, whatever it says.
fn forge(folder: &Path, id: &str, bytes: &[u8]) {
    let (first, rest) = id.split_at(2);
    let place = folder.join(".git/objects").join(first);
    fs::create_dir_all(&place).unwrap();
    fs::write(place.join(rest), compress_to_vec_zlib(bytes, 9)).unwrap();
}

#[test]
fn forged_objects_are_refused_and_cost_little() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    fs::create_dir(folder.join(".git")).unwrap();
    let id = |digit: char| digit.to_string().repeat(40);
    let read = |digit: char| ObjectId::read(&id(digit)).unwrap();
    let headed =
        |kind: &str, body: &[u8]| [format!("{kind} {}\0", body.len()).as_bytes(), body].concat();
    // A file of 40 MiB that takes 40 KiB, a length that lies, a kind that is none, no header at all.
    forge(folder, &id('1'), &headed("blob", &vec![0; 40 * 1024 * 1024]));
    forge(folder, &id('2'), b"blob 9\0short");
    forge(folder, &id('3'), b"thing 1\0x");
    forge(folder, &id('4'), b"nothing");
    for digit in ['1', '2', '3', '4'] {
        let error = history(folder).blob(read(digit)).unwrap_err();
        assert!(matches!(error, GitError::Damaged(..)), "{digit}: {error}");
    }
    // A folder that holds itself, twice.
    let bytes = [b"40000 a\0".as_slice(), &read('5').0, b"40000 b\0", &read('5').0].concat();
    forge(folder, &id('5'), &headed("tree", &bytes));
    forge(folder, &id('6'), &headed("commit", format!("tree {}\n\nx", id('5')).as_bytes()));
    let error = history(folder).files(read('6'), |_| true).unwrap_err();
    assert!(error.to_string().contains("too many"), "{error}");
    // A commit that comes from itself, a tag that names itself, names that lead elsewhere.
    let body = format!("tree {}\nparent {}\ncommitter a <b> 5 +0000\n\nx", id('5'), id('7'));
    forge(folder, &id('7'), &headed("commit", body.as_bytes()));
    let history = history(folder);
    assert_eq!(history.merge_base(read('7'), read('6')).unwrap(), None);
    assert_eq!(history.merge_base(read('7'), read('7')).unwrap(), Some(read('7')));
    forge(folder, &id('8'), &headed("tag", format!("object {}\n\nx", id('8')).as_bytes()));
    assert!(history.commit(&id('8')).is_err());
    let entry = |name: &str| [format!("100644 {name}\0").as_bytes(), &read('2').0].concat();
    let bytes = ["..", ".", "a/b", ".git", "a\\b", "good.md", "\u{1b}[2J.md"].map(entry).concat();
    forge(folder, &id('9'), &headed("tree", &bytes));
    forge(folder, &id('a'), &headed("commit", format!("tree {}\n\nx", id('9')).as_bytes()));
    let files = history.files(read('a'), |_| true).unwrap();
    assert_eq!(files.into_keys().collect::<Vec<_>>(), ["good.md"]);
}

/// Writes a pack of objects as they are, with an index that names them in order.
fn forge_pack(folder: &Path, objects: &[(u8, usize, Vec<u8>, Vec<u8>)]) {
    let mut pack = b"PACK\0\0\0\x02\0\0\0\x01".to_vec();
    let mut places = Vec::new();
    for (kind, length, between, body) in objects {
        places.push(u32::try_from(pack.len()).unwrap());
        let mut rest = length >> 4;
        let low = u8::try_from(length & 0x0f).unwrap();
        pack.push((kind << 4) | low | if rest > 0 { 0x80 } else { 0 });
        while rest > 0 {
            let low = u8::try_from(rest & 0x7f).unwrap();
            rest >>= 7;
            pack.push(low | if rest > 0 { 0x80 } else { 0 });
        }
        pack.extend(between);
        pack.extend(compress_to_vec_zlib(body, 9));
    }
    let count = u32::try_from(objects.len()).unwrap();
    let mut index = b"\xfftOc\0\0\0\x02".to_vec();
    for byte in 0..256_u32 {
        index.extend(byte.saturating_add(1).min(count).to_be_bytes());
    }
    for number in 0..count {
        index.extend([u8::try_from(number).unwrap(); 20]);
    }
    index.extend(vec![0; objects.len() * 4]);
    index.extend(places.iter().flat_map(|place| place.to_be_bytes()));
    let place = folder.join(".git/objects/pack");
    fs::create_dir_all(&place).unwrap();
    fs::write(place.join("pack-1.pack"), pack).unwrap();
    fs::write(place.join("pack-1.idx"), index).unwrap();
}

#[test]
fn forged_packs_are_refused_and_cost_little() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let of_itself = vec![4; 20];
    let of_first = vec![0; 20];
    // A delta of 32 MiB: every order copies the base once more, and each base is such a delta.
    let grown = |from: usize, to: usize| {
        let number = |mut number: usize| {
            let mut bytes = Vec::new();
            loop {
                let low = u8::try_from(number & 0x7f).unwrap();
                number >>= 7;
                bytes.push(low | if number > 0 { 0x80 } else { 0 });
                if number == 0 {
                    return bytes;
                }
            }
        };
        let mut delta = [number(from), number(to)].concat();
        // Each copies 64 KiB from the beginning.
        delta.extend(std::iter::repeat_n(0x80, to / 0x10000));
        delta
    };
    let (start, large) = (0x10000, 32 * 1024 * 1024);
    let first = grown(start, large);
    let again = grown(large, large);
    let mut objects = vec![
        (3, start, Vec::new(), vec![b'x'; start]),
        (7, first.len(), of_first.clone(), first.clone()),
        // More than it says, and more than is taken.
        (3, 5, Vec::new(), vec![b'x'; 6]),
        (3, 1 << 40, Vec::new(), vec![b'x'; 6]),
        // Of itself, of nothing, of a kind that is none.
        (7, first.len(), of_itself, first.clone()),
        (7, first.len(), vec![0xee; 20], first),
        (5, 1, Vec::new(), vec![b'x']),
    ];
    // A chain of objects of 32 MiB each, of a few bytes in the pack.
    for number in 7..120_u8 {
        let base = if number == 7 { 1 } else { number - 1 };
        objects.push((7, again.len(), vec![base; 20], again.clone()));
    }
    forge_pack(folder, &objects);
    let history = history(folder);
    let read = |number: u8| history.blob(ObjectId([number; 20]));
    assert_eq!(read(0).unwrap().len(), start);
    assert_eq!(read(1).unwrap().len(), large);
    for number in 2..7 {
        assert!(
            matches!(read(number), Err(GitError::Damaged(..) | GitError::Missing { .. })),
            "{number}: {:?}",
            read(number).map(|bytes| bytes.len())
        );
    }
    assert!(matches!(read(119), Err(GitError::TooMuch)));
    // An index that counts more than it holds, and one of nothing.
    let index = folder.join(".git/objects/pack/pack-1.idx");
    let bytes = fs::read(&index).unwrap();
    fs::write(&index, bytes.get(..1100).unwrap()).unwrap();
    assert!(self::history(folder).blob(ObjectId([90; 20])).is_err());
    fs::write(&index, b"").unwrap();
    assert!(Repo::open(folder).unwrap().history().is_err());
}
