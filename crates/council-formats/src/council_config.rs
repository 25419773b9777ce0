//! `council-config.json`: who sits in a project's forum.

use std::collections::BTreeMap;

use council_core::{
    diagnostic::{Diagnostic, Parsed},
    forum::{
        Config, ForumRole, ForumSeat, ForumSeatId, Seats, TrimmedLine, config::CompositionFault,
    },
    ident::ProjectName,
    tree::{Node, TreeEntry},
};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Map;

use crate::{
    fields::{Field, FileNotes, shown},
    json,
};

/// The name of the file.
pub const FILE: &str = "council-config.json";

/// A council config as it lies in its file, with the keys that are not ours.
#[derive(Debug, Clone, PartialEq)]
pub struct CouncilConfig {
    /// Who sits in the forum.
    pub config: Config,
    /// What else the file says; kept, never looked at.
    pub unknown: Unknown,
}

/// Keys that no rule of ours knows, by where they stand.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Unknown {
    /// Beside `project` and `created`.
    pub file: Vec<TreeEntry>,
    /// Inside `council`.
    pub council: Vec<TreeEntry>,
    /// Inside a seat.
    pub seats: Vec<(ForumSeatId, Vec<TreeEntry>)>,
}

impl From<Config> for CouncilConfig {
    fn from(config: Config) -> Self {
        Self { config, unknown: Unknown::default() }
    }
}

impl Unknown {
    fn shape(&self, seat: &ForumSeat) -> MemberShape {
        let others = self.seats.iter().filter(|(id, _)| *id == seat.id);
        MemberShape {
            id: seat.id.to_string(),
            name: seat.name.to_string(),
            perspective: seat.lens.to_string(),
            unknown: values(others.flat_map(|(_, entries)| entries)),
        }
    }
}

/// `council-config.json` as it is written. Keys that are not ours follow the ones that are.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CouncilConfig")]
pub struct ConfigShape {
    /// The project.
    #[schemars(regex(pattern = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"))]
    pub project: String,
    /// The day the forum was set up.
    #[schemars(regex(pattern = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
    pub created: String,
    /// Who sits in it.
    pub council: CouncilShape,
    /// What else the file says.
    #[serde(flatten)]
    pub unknown: Map<String, serde_json::Value>,
}

/// The members of a forum, in speaking order: one devil's advocate for every two project owners.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CouncilShape {
    /// The project owners.
    #[schemars(length(min = 2, max = 4))]
    pub normal_pos: Vec<MemberShape>,
    /// The devil's advocates.
    #[schemars(length(min = 1, max = 2))]
    pub devils_advocates: Vec<MemberShape>,
    /// What else the file says here.
    #[serde(flatten)]
    pub unknown: Map<String, serde_json::Value>,
}

/// A member of a forum.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MemberShape {
    /// `po-1` and so on for a project owner, `da-1` and so on for a devil's advocate.
    #[schemars(regex(pattern = r"^(po|da)-[1-9][0-9]{0,2}$"))]
    pub id: String,
    /// The name.
    #[schemars(length(min = 1))]
    pub name: String,
    /// How the member looks.
    #[schemars(length(min = 1))]
    pub perspective: String,
    /// What else the file says here.
    #[serde(flatten)]
    pub unknown: Map<String, serde_json::Value>,
}

const FILE_KEYS: [&str; 3] = ["project", "created", "council"];
const COUNCIL_KEYS: [&str; 2] = ["normal_pos", "devils_advocates"];
const SEAT_KEYS: [&str; 3] = ["id", "name", "perspective"];

/// Reads a council config; one that breaks a rule is nothing, with everything that is wrong with it.
pub fn read(path: &str, text: &str) -> Parsed<Option<CouncilConfig>> {
    match json::read(path, text) {
        Ok(tree) => read_tree(path, &tree),
        Err(diagnostic) => Parsed { value: None, diagnostics: vec![diagnostic] },
    }
}

/// Reads a council config from its tree.
pub fn read_tree(path: &str, tree: &Node) -> Parsed<Option<CouncilConfig>> {
    let mut log = FileNotes::new(path);
    let value = Field::root(tree, &mut log).and_then(|root| file(&root, &mut log));
    log.close(value)
}

/// Tells whether a tree is meant to be a council config.
pub fn is_council_config(tree: &Node) -> bool {
    tree.get("council")
        .is_some_and(|council| COUNCIL_KEYS.iter().any(|key| council.get(key).is_some()))
}

/// Writes a council config: its own keys first, then the ones that are not ours.
pub fn write(config: &CouncilConfig) -> String {
    let CouncilConfig { config, unknown } = config;
    let seats = |seats: &[ForumSeat]| seats.iter().map(|seat| unknown.shape(seat)).collect();
    let shape = ConfigShape {
        project: config.project.to_string(),
        created: config.created.to_string(),
        council: CouncilShape {
            normal_pos: seats(config.seats.owners()),
            devils_advocates: seats(config.seats.advocates()),
            unknown: values(&unknown.council),
        },
        unknown: values(&unknown.file),
    };
    format!("{:#}\n", serde_json::json!(shape))
}

fn values<'e>(entries: impl IntoIterator<Item = &'e TreeEntry>) -> Map<String, serde_json::Value> {
    entries.into_iter().map(|entry| (entry.key.clone(), json::value(&entry.node))).collect()
}

fn file(root: &Field<'_>, log: &mut FileNotes<'_>) -> Option<CouncilConfig> {
    let mut unknown = Unknown { file: others(root, &FILE_KEYS, log), ..Unknown::default() };
    let project = project(root, log);
    let created = created(root, log);
    let council = root.required("council", log).and_then(|council| council.map(log))?;
    unknown.council = others(&council, &COUNCIL_KEYS, log);
    let owners = seats(&council, "normal_pos", ForumRole::Owner, &mut unknown, log);
    let advocates = seats(&council, "devils_advocates", ForumRole::Advocate, &mut unknown, log);
    let (owners, advocates) = (owners?, advocates?);
    note_shared_names(owners.iter().chain(&advocates), log);
    match Seats::new(owners, advocates) {
        Ok(seats) => {
            let config = Config { project: project?, created: created?, seats };
            Some(CouncilConfig { config, unknown })
        }
        Err(faults) => {
            let place = log.place();
            for fault in &faults {
                let error = Diagnostic::error(code(fault), place.clone(), fault.to_string());
                log.push(error.help(help(fault)));
            }
            None
        }
    }
}

fn project(root: &Field<'_>, log: &mut FileNotes<'_>) -> Option<ProjectName> {
    let field = root.required("project", log)?;
    match ProjectName::new(field.as_text(log)?) {
        Ok(project) => Some(project),
        Err(error) => log.error("bad-project", &field, &format!("cannot be used: {error}")),
    }
}

fn created(root: &Field<'_>, log: &mut FileNotes<'_>) -> Option<Date> {
    let field = root.required("created", log)?;
    let word = field.as_text(log)?;
    let day_of_time = || Some(word.parse::<Timestamp>().ok()?.to_zoned(TimeZone::UTC).date());
    let Some(day) = word.parse::<Date>().ok().or_else(day_of_time) else {
        let message = format!("is `{}`, expected a day such as `2026-03-01`", shown(word));
        return log.error("bad-date", &field, &message);
    };
    if day.to_string() != word {
        let message = format!("`created` is `{}`, taken for the day `{day}`", shown(word));
        log.push(Diagnostic::warning("created-form", log.place(), message));
    }
    Some(day)
}

fn seats(
    council: &Field<'_>,
    key: &str,
    role: ForumRole,
    unknown: &mut Unknown,
    log: &mut FileNotes<'_>,
) -> Option<Vec<ForumSeat>> {
    let items = council.list(key, log)?;
    // Every seat is read before any is missed, so that all that is wrong is said at once.
    let seats: Vec<Option<ForumSeat>> =
        items.into_iter().map(|item| seat(&item.map(log)?, role, unknown, log)).collect();
    seats.into_iter().collect()
}

fn seat(
    item: &Field<'_>,
    role: ForumRole,
    unknown: &mut Unknown,
    log: &mut FileNotes<'_>,
) -> Option<ForumSeat> {
    let expected = format!("`{0}-1`, `{0}-2` and so on", role.prefix());
    let id = item.word("id", ForumSeatId::read, &expected, log);
    let name = line(item, "name", log);
    let lens = line(item, "perspective", log);
    let others = others(item, &SEAT_KEYS, log);
    if let Some(id) = id
        && !others.is_empty()
    {
        unknown.seats.push((id, others));
    }
    Some(ForumSeat { id: id?, name: name?, lens: lens? })
}

fn line(item: &Field<'_>, key: &str, log: &mut FileNotes<'_>) -> Option<TrimmedLine> {
    let field = item.required(key, log)?;
    match TrimmedLine::new(field.as_text(log)?) {
        Ok(line) => Some(line),
        Err(error) => log.error("bad-line", &field, &format!("{error}, expected one line of text")),
    }
}

fn others(field: &Field<'_>, known: &[&str], log: &mut FileNotes<'_>) -> Vec<TreeEntry> {
    let others = field.unknown(known);
    for entry in &others {
        let place = log.place().at(entry.node.line);
        let inside =
            if field.path.is_empty() { String::new() } else { format!(" in `{}`", field.path) };
        let message =
            format!("unknown key `{}`{inside} is kept and not looked at", shown(&entry.key));
        log.push(Diagnostic::note("unknown-key", place, message));
    }
    others.into_iter().map(TreeEntry::placeless).collect()
}

fn note_shared_names<'s>(seats: impl Iterator<Item = &'s ForumSeat>, log: &mut FileNotes<'_>) {
    let mut seen: BTreeMap<&str, &ForumSeat> = BTreeMap::new();
    for seat in seats {
        let other = *seen.entry(seat.name.as_str()).or_insert(seat);
        if !std::ptr::eq(other, seat) {
            let message = format!(
                "{} and {} are both named `{}`",
                other.id,
                seat.id,
                shown(seat.name.as_str())
            );
            let note = Diagnostic::warning("shared-name", log.place(), message);
            log.push(note.help("give each member a name of their own"));
        }
    }
}

fn code(fault: &CompositionFault) -> &'static str {
    match fault {
        CompositionFault::Owners { .. } => "owner-count",
        CompositionFault::Advocates { .. } => "advocate-count",
        CompositionFault::Duplicate(_) => "duplicate-seat",
        CompositionFault::Misplaced { .. } => "misplaced-seat",
    }
}

fn help(fault: &CompositionFault) -> &'static str {
    match fault {
        CompositionFault::Owners { .. } => "list 2 to 4 members in `council.normal_pos`",
        CompositionFault::Advocates { .. } => {
            "list one devil's advocate for every two project owners, rounded down, in \
             `council.devils_advocates`"
        }
        CompositionFault::Duplicate(_) => "number the members of a list from 1",
        CompositionFault::Misplaced { .. } => "move the member to the other list or correct its id",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const GOOD: &str = r#"{
  "project": "demo",
  "created": "2026-03-01",
  "council": {
    "normal_pos": [
      {
        "id": "po-1",
        "name": "Ines",
        "perspective": "people who wait"
      },
      {
        "id": "po-2",
        "name": "Bo",
        "perspective": "cost"
      }
    ],
    "devils_advocates": [
      {
        "id": "da-1",
        "name": "Kit",
        "perspective": "what breaks"
      }
    ]
  }
}
"#;

    fn said(text: &str) -> Vec<String> {
        let parsed = read("c.json", text);
        assert_eq!(parsed.value.is_none(), parsed.errors().count() > 0);
        parsed.diagnostics.into_iter().map(|one| format!("{}: {}", one.code, one.message)).collect()
    }

    #[test]
    fn a_good_config_is_read_and_written_byte_for_byte() {
        let parsed = read("c.json", GOOD);
        assert_eq!(parsed.diagnostics, []);
        let config = parsed.value.unwrap();
        assert_eq!(config.config.seats.owners()[1].name.as_str(), "Bo");
        assert_eq!(write(&config), GOOD);
    }

    #[test]
    fn unknown_keys_are_kept_and_noted() {
        let text = GOOD
            .replace("\"project\"", "\"v\": 2, \"project\"")
            .replace("\"normal_pos\"", "\"chair\": null, \"normal_pos\"")
            .replace("\"name\": \"Kit\"", "\"model\": {\"a\": [1]}, \"name\": \"Kit\"");
        assert_eq!(
            said(&text),
            [
                "unknown-key: unknown key `v` is kept and not looked at",
                "unknown-key: unknown key `chair` in `council` is kept and not looked at",
                "unknown-key: unknown key `model` in `council.devils_advocates[0]` is kept and not looked at",
            ]
        );
        let config = read("c.json", &text).value.unwrap();
        let again = read("c.json", &write(&config)).value.unwrap();
        assert_eq!(write(&again), write(&config));
        assert!(write(&config).contains("\"chair\": null"));
    }

    #[test]
    fn everything_that_is_wrong_is_said_at_once() {
        let text = r#"{"project": "../x", "council": {"normal_pos": [
            {"id": "po-01", "name": "", "perspective": "a\nb"}, {"id": "po-2", "perspective": 3}, 7
        ]}}"#;
        assert_eq!(
            said(text),
            [
                "bad-project: `project` cannot be used: `../x` is not a valid project name: it must start with an ASCII letter or digit",
                "missing-key: the file has no `created`",
                "unknown-value: `council.normal_pos[0].id` is `po-01`, expected `po-1`, `po-2` and so on",
                "bad-line: `council.normal_pos[0].name` is empty, expected one line of text",
                "bad-line: `council.normal_pos[0].perspective` has a line break or another control character, expected one line of text",
                "missing-key: `council.normal_pos[1]` has no `name`",
                "wrong-type: `council.normal_pos[1].perspective` is a number, expected text",
                "wrong-type: `council.normal_pos[2]` is a number, expected a map",
                "missing-key: `council` has no `devils_advocates`",
            ]
        );
    }

    #[test]
    fn the_rules_of_composition_are_checked_with_a_way_out() {
        let text = GOOD.replace("\"id\": \"po-2\"", "\"id\": \"po-1\"");
        let parsed = read("c.json", &text);
        assert_eq!(parsed.value, None);
        assert_eq!(parsed.diagnostics[0].message, "seat id `po-1` is used twice");
        assert_eq!(
            parsed.diagnostics[0].help.as_deref(),
            Some("number the members of a list from 1")
        );
    }

    #[test]
    fn a_flood_of_members_is_counted_and_not_listed() {
        let seat =
            |n: usize| format!(r#"{{"id": "po-1", "name": "n{}", "perspective": "b"}}"#, n % 5_000);
        let seats: Vec<String> = (0..10_000).map(seat).collect();
        let text = format!(
            r#"{{"project": "a", "created": "2026-03-01", "council": {{"normal_pos": [{}], "devils_advocates": []}}}}"#,
            seats.join(",")
        );
        let said = said(&text);
        assert!(said.len() < 250, "{}", said.len());
        assert!(said.contains(&"more-remarks: 9899 more remarks like `duplicate-seat`".to_owned()));
        assert!(said.contains(&"more-remarks: 4900 more remarks like `shared-name`".to_owned()));
    }

    #[test]
    fn a_time_is_taken_for_its_day_and_a_shared_name_is_warned_about() {
        let text =
            GOOD.replace("2026-03-01", "2026-03-01T23:30:00+01:00").replace("\"Bo\"", "\"Ines\"");
        let parsed = read("c.json", &text);
        let codes: Vec<_> = parsed.diagnostics.iter().map(|one| one.code).collect();
        assert_eq!(codes, ["created-form", "shared-name"]);
        assert_eq!(parsed.value.unwrap().config.created.to_string(), "2026-03-01");
    }

    #[test]
    fn what_is_no_config_is_refused() {
        for text in [
            "",
            "[]",
            "null",
            "{}",
            "{\"council\": []}",
            "{\"project\": \"a\", \"project\": \"b\"}",
        ] {
            assert_eq!(read("c.json", text).value, None, "{text}");
        }
    }

    prop_compose! {
        fn members(role: ForumRole, count: usize)(
            numbers in prop::sample::subsequence((1_u8..=99).collect::<Vec<_>>(), count).prop_shuffle(),
            words in prop::collection::vec(("[^\\p{C}\\p{Zl}\\p{Zp}]{1,12}", "[^\\p{C}\\p{Zl}\\p{Zp}]{1,12}"), count),
        ) -> Vec<ForumSeat> {
            let seat = |(number, (name, lens)): (u8, (String, String))| ForumSeat {
                id: ForumSeatId::read(&format!("{}-{number}", role.prefix())).unwrap(),
                name: TrimmedLine::new(&format!("n{name}")).unwrap(),
                lens: TrimmedLine::new(&format!("l{lens}")).unwrap(),
            };
            numbers.into_iter().zip(words).map(seat).collect()
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_as_it_was(
            (owners, advocates) in (2_usize..=4).prop_flat_map(|owners| (
                members(ForumRole::Owner, owners),
                members(ForumRole::Advocate, Seats::advocates_for(owners)),
            )),
            days in 0_i32..40_000,
        ) {
            let created = Date::constant(1970, 1, 1).checked_add(jiff::Span::new().days(days)).unwrap();
            let project = ProjectName::new("demo").unwrap();
            let config = CouncilConfig::from(Config { project, created, seats: Seats::new(owners, advocates).unwrap() });
            prop_assert_eq!(read("c.json", &write(&config)).value, Some(config));
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "\\PC{0,80}") {
            let _ = read("c.json", &text);
        }
    }
}
