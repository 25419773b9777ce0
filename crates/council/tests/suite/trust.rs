//! Whose settings count: the user's own, the repository's, and what the user accepts that others can write.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot write its files has failed")]
#![expect(clippy::disallowed_methods, reason = "a test writes the files it reads")]

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use council_app::{
    Repo, UserFolder,
    formats::{project, trust as list, user},
    trust::{self, SettingsError, UserSettings},
};
use jiff::Timestamp;

const SETTINGS: &str = "[review]\nbudget = 90000\n";

/// A repository in a folder that everybody can write to, and a user with a folder of their own.
struct Scene {
    _kept: tempfile::TempDir,
    root: PathBuf,
    own: UserFolder,
}

impl Scene {
    fn new() -> Self {
        let kept = tempfile::tempdir().unwrap();
        let base = kept.path().canonicalize().unwrap();
        let (root, own) = (base.join("repo"), base.join("own"));
        fs::create_dir(&root).unwrap();
        fs::create_dir(&own).unwrap();
        mode(&own, 0o700);
        let scene = Self { _kept: kept, root, own: UserFolder::new(own) };
        scene.says(SETTINGS);
        mode(&scene.root, 0o777);
        scene
    }

    fn settings(&self) -> PathBuf {
        self.root.join(project::FILE)
    }

    fn says(&self, text: &str) {
        fs::write(self.settings(), text).unwrap();
        mode(&self.settings(), 0o644);
    }

    fn user_says(&self, text: &str) -> user::User {
        fs::write(self.own.file(user::FILE), text).unwrap();
        mode(&self.own.file(user::FILE), 0o600);
        trust::own(Some(&self.own)).unwrap().user
    }

    /// Returns the budget that the repository's settings give, or why they are not taken.
    fn budget(&self) -> Result<Option<u64>, SettingsError> {
        self.budget_of(&user::User::default())
    }

    fn budget_of(&self, user: &user::User) -> Result<Option<u64>, SettingsError> {
        let repo = Repo::open(&self.root).unwrap();
        trust::project(&repo, Some(&self.own), user).map(|project| project.review.budget)
    }

    fn accept(&self) -> list::Trusted {
        trust::accept(Some(&self.own), &self.settings(), Timestamp::UNIX_EPOCH).unwrap()
    }

    fn accepted(&self) -> Vec<list::Trusted> {
        trust::accepted(Some(&self.own)).unwrap()
    }
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn help(error: &SettingsError) -> String {
    error.help().unwrap_or_default()
}

#[test]
fn settings_that_everybody_can_write_count_once_they_are_accepted_and_as_they_were() {
    let scene = Scene::new();
    let refused = scene.budget().unwrap_err();
    let path = scene.settings().display().to_string();
    assert!(
        matches!(&refused, SettingsError::Doubtful { path: own, has_changed: false, .. } if *own == path)
    );
    assert_eq!(
        help(&refused),
        format!("read it, then `council trust {path}` accepts it as it is now")
    );

    let accepted = scene.accept();
    assert_eq!((accepted.path.as_str(), accepted.at), (path.as_str(), Timestamp::UNIX_EPOCH));
    assert_eq!(scene.accepted(), std::slice::from_ref(&accepted));
    assert_eq!(scene.budget().unwrap(), Some(90_000));

    scene.says("[review]\nbudget = 80000\n");
    let changed = scene.budget().unwrap_err();
    assert!(matches!(&changed, SettingsError::Doubtful { has_changed: true, .. }), "{changed}");
    assert!(help(&changed).starts_with("it has changed since it was trusted: "), "{changed}");

    // Accepting it anew takes the place of what was accepted before.
    let anew = scene.accept();
    assert!(anew.blake3 != accepted.blake3);
    assert_eq!(scene.accepted(), [anew]);
    assert_eq!(scene.budget().unwrap(), Some(80_000));

    mode(&scene.root, 0o755);
    trust::revoke(Some(&scene.own), &scene.settings()).unwrap();
    assert_eq!(scene.budget().unwrap(), Some(80_000), "nobody else can write it");
}

/// Whoever writes the repository would say there what only a user may say.
#[test]
fn a_folder_of_the_repository_is_no_users() {
    let scene = Scene::new();
    let repo = Repo::open(&scene.root).unwrap();
    let inside = UserFolder::new(scene.root.join(".config/council"));
    let refused = trust::apart(&repo, Some(&inside)).unwrap_err();
    let path = scene.root.join(".config/council").display().to_string();
    assert!(matches!(&refused, SettingsError::Inside(own) if *own == path), "{refused}");
    assert!(help(&refused).contains("XDG_CONFIG_HOME"));
    trust::apart(&repo, Some(&scene.own)).unwrap();
    trust::apart(&repo, None).unwrap();
}

#[test]
fn what_is_taken_back_is_refused_again_and_only_that() {
    let scene = Scene::new();
    let accepted = scene.accept();
    let other = scene.root.join("below").join(project::FILE);
    fs::create_dir(other.parent().unwrap()).unwrap();
    fs::write(&other, SETTINGS).unwrap();
    let beside = trust::accept(Some(&scene.own), &other, Timestamp::UNIX_EPOCH).unwrap();
    assert_eq!(scene.accepted(), [accepted.clone(), beside.clone()]);

    assert_eq!(trust::revoke(Some(&scene.own), &scene.settings()).unwrap(), accepted);
    assert_eq!(scene.accepted(), std::slice::from_ref(&beside));
    assert!(matches!(scene.budget(), Err(SettingsError::Doubtful { has_changed: false, .. })));
    let again = trust::revoke(Some(&scene.own), &scene.settings()).unwrap_err();
    assert!(matches!(&again, SettingsError::NotListed(path) if *path == accepted.path), "{again}");
    assert!(help(&again).contains("council trust --list"));

    // Also where the file is gone.
    fs::remove_file(&other).unwrap();
    assert_eq!(trust::revoke(Some(&scene.own), &other).unwrap(), beside);
    assert_eq!(scene.accepted(), []);
}

#[test]
fn a_folder_that_the_user_names_may_be_anybodys_and_only_by_its_whole_path() {
    let scene = Scene::new();
    let named = |folder: &str| scene.user_says(&format!("[trust]\nfolders = [\"{folder}\"]\n"));
    let root = scene.root.display().to_string();
    assert_eq!(scene.budget_of(&named(&root)).unwrap(), Some(90_000));
    let above = scene.root.parent().unwrap().display().to_string();
    assert_eq!(scene.budget_of(&named(&above)).unwrap(), Some(90_000));
    for other in ["", ".", "repo", "/elsewhere", &format!("{root}-two")] {
        assert!(scene.budget_of(&named(other)).is_err(), "{other}");
    }
}

#[test]
fn only_what_a_repository_may_say_is_accepted_and_an_unreadable_list_accepts_nothing() {
    let scene = Scene::new();
    scene.says("[providers.a]\nkey_command = [\"id\"]\n");
    let at = Timestamp::UNIX_EPOCH;
    let refused = trust::accept(Some(&scene.own), &scene.settings(), at).unwrap_err();
    assert!(matches!(&refused, SettingsError::Setting(_)), "{refused}");
    assert!(!help(&refused).is_empty());
    scene.says(SETTINGS);
    scene.accept();
    fs::write(scene.own.file(list::FILE), "{}\n").unwrap();
    let unread = scene.budget().unwrap_err();
    let path = scene.own.file(list::FILE).display().to_string();
    assert!(matches!(&unread, SettingsError::List { path: own, .. } if *own == path), "{unread}");
    assert_eq!(help(&unread), format!("correct or remove `{path}`"));
    assert!(trust::accepted(Some(&scene.own)).is_err());
}

#[test]
fn without_a_folder_of_the_users_nothing_is_accepted_and_nothing_is_set() {
    let scene = Scene::new();
    assert_eq!(trust::own(None).unwrap(), UserSettings::default());
    assert_eq!(
        trust::own(Some(&scene.own)).unwrap(),
        UserSettings::default(),
        "nobody has to have a file"
    );
    assert_eq!(trust::accepted(None).unwrap(), []);
    let accepted = trust::accept(None, &scene.settings(), Timestamp::UNIX_EPOCH).unwrap_err();
    let revoked = trust::revoke(None, &scene.settings()).unwrap_err();
    for error in [accepted, revoked] {
        assert!(matches!(&error, SettingsError::NoFolder), "{error}");
        assert_eq!(help(&error), "set `HOME` or `XDG_CONFIG_HOME`");
    }
}

#[test]
fn a_repository_may_ask_for_as_much_as_its_user_allows_and_for_no_more() {
    let scene = Scene::new();
    mode(&scene.root, 0o755);
    let user = scene.user_says("[limits]\nbudget = 70000\ntimeout = 60\n");
    assert_eq!(user.limits.budget, Some(70_000));
    for (settings, is_taken) in [
        ("[review]\nbudget = 70000\n", true),
        ("[review]\nbudget = 70001\n", false),
        ("[review]\ntimeout = 60\n", true),
        ("[review]\ntimeout = 61\n", false),
        ("", true),
    ] {
        scene.says(settings);
        assert_eq!(scene.budget_of(&user).is_ok(), is_taken, "{settings}");
    }
    scene.says("[review]\nbudget = 70001\n");
    let wider = scene.budget_of(&user).unwrap_err();
    assert!(wider.to_string().contains("`review.budget` is 70001, more than the 70000"), "{wider}");
    assert!(help(&wider).contains("give `--budget`"), "{}", help(&wider));
    fs::remove_file(scene.settings()).unwrap();
    assert_eq!(scene.budget_of(&user).unwrap(), None, "no repository has to have settings");
}

#[test]
fn a_user_is_warned_where_others_can_read_what_says_where_keys_are() {
    let scene = Scene::new();
    let file = scene.own.file(user::FILE);
    for (text, readable, is_warned) in [
        ("[providers.a]\nkey_file = \"k\"\n", 0o644, true),
        ("[providers.a]\nkey_file = \"k\"\n", 0o600, false),
        ("[limits]\nbudget = 1\n", 0o644, false),
    ] {
        fs::write(&file, text).unwrap();
        mode(&file, readable);
        let warning = trust::own(Some(&scene.own)).unwrap().warning;
        assert_eq!(warning.is_some(), is_warned, "{text} {readable:o}");
        let path = file.display().to_string();
        assert!(warning.is_none_or(|said| said.contains(&format!("chmod 600 {path}"))));
    }
    fs::write(&file, "[limits]\nbudgt = 1\n").unwrap();
    assert!(matches!(trust::own(Some(&scene.own)), Err(SettingsError::Setting(_))));
}
