//! `context/agents/council-forum-instance.md`: who sits in a project's forum, as a page for people and their tools.

use council_core::forum::{Config, ForumRole, ForumSeat, ForumSeatId};

use crate::intent::inline;

/// Where the page lies in a project's folder.
pub const FILE: &str = "context/agents/council-forum-instance.md";

/// Writes the page of a forum. It says what the config says; where the two differ, the config counts.
pub fn write(config: &Config) -> String {
    let row = |(at, seat): (usize, &ForumSeat)| {
        let cell = |text: &str| inline(text);
        format!(
            "| {at} | `{}` | {} | {} |\n",
            seat.id,
            cell(seat.name.as_str()),
            cell(seat.lens.as_str())
        )
    };
    let table = |seats: Vec<(usize, &ForumSeat)>| {
        let rows: String = seats.into_iter().map(row).collect();
        format!("| speaks | seat | name | perspective |\n|---|---|---|---|\n{rows}")
    };
    let owners = config.seats.owners();
    let advocates = config.seats.advocates();
    let first = (1..).zip(owners).collect();
    let then = (owners.len() + 1..).zip(advocates).collect();
    format!(
        "# Council forum: {}\n\n\
         Set up on {}. `council-config.json` in the project's folder is what counts; this page says the same in words.\n\n\
         ## Project owners\n\n{}\n\
         They answer a message in this order, each with everything said before, and take a position.\n\n\
         ## Devil's advocates\n\n{}\n\
         They speak when every owner has, and challenge the points of a message: a risk, an alternative, and a question if \
         there is one. They do not vote.\n\n\
         ## After them\n\n\
         A summary is shown, and a person decides: go on, approve, redirect, or decide alone. Nothing is handed off \
         before that.\n",
        config.project,
        config.created,
        table(first),
        table(then)
    )
}

/// Lists where a page says something else of the seats than the config. A page that lists no seats says nothing of them.
pub fn differences(page: &str, config: &Config) -> Vec<String> {
    let rows: Vec<&str> =
        page.lines().map(str::trim).filter(|line| line.starts_with('|')).collect();
    let row_of = |id: &str| rows.iter().find(|row| row.contains(&format!("| `{id}` |")));
    let mut found = Vec::new();
    let mut is_listed = false;
    for seat in config.seats.all() {
        let Some(row) = row_of(&seat.id.to_string()) else {
            found.push(format!("`{}` is not on the page", seat.id));
            continue;
        };
        is_listed = true;
        let (name, lens) = (inline(seat.name.as_str()), inline(seat.lens.as_str()));
        if !row.contains(&format!("| `{}` | {name} | {lens} |", seat.id)) {
            found.push(format!("the page says something else of `{}`", seat.id));
        }
    }
    let numbers = || (1..=u8::MAX).filter_map(std::num::NonZeroU8::new);
    let absent = [ForumRole::Owner, ForumRole::Advocate]
        .into_iter()
        .flat_map(|role| numbers().map(move |number| ForumSeatId::new(role, number)))
        .filter(|id| config.seats.seat(*id).is_none() && row_of(&id.to_string()).is_some());
    found.extend(absent.map(|id| format!("the page lists `{id}`, and the config does not")));
    if is_listed { found } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use council_core::forum::{Seats, TrimmedLine};

    use super::*;
    use crate::markdown;

    #[test]
    fn names_stay_in_their_cells() {
        let seat = |role: ForumRole, number: u8, name: &str| ForumSeat {
            id: ForumSeatId::read(&format!("{}-{number}", role.prefix())).unwrap(),
            name: TrimmedLine::new(name).unwrap(),
            lens: TrimmedLine::new("a | b <b>").unwrap(),
        };
        let owners = vec![seat(ForumRole::Owner, 1, "Ines"), seat(ForumRole::Owner, 2, "## Bo")];
        let seats = Seats::new(owners, vec![seat(ForumRole::Advocate, 1, "`Kit`")]).unwrap();
        let project = council_core::ident::ProjectName::new("demo").unwrap();
        let config = Config { project, created: "2026-03-01".parse().unwrap(), seats };
        let page = write(&config);
        assert_eq!(differences(&page, &config), [""; 0]);
        assert_eq!(differences("Speak plainly.\n", &config), [""; 0]);
        let edited = page.replace("\\#\\# Bo", "Bo").replace("`da-1`", "`da-2`");
        assert_eq!(
            differences(&edited, &config),
            [
                "the page says something else of `po-2`",
                "`da-1` is not on the page",
                "the page lists `da-2`, and the config does not"
            ]
        );
        assert!(page.contains("| 2 | `po-2` | \\#\\# Bo | a \\| b \\<b\\> |"), "{page}");
        assert!(page.contains("| 3 | `da-1` | \\`Kit\\` |"), "{page}");
        let outline = markdown::outline(&page);
        let titles: Vec<_> = outline.walk().iter().map(|one| one.title.clone()).collect();
        assert_eq!(
            titles,
            ["Council forum: demo", "Project owners", "Devil's advocates", "After them"]
        );
    }
}
