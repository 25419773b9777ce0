//! `context/agents/council-forum-instance.md`: who sits in a project's forum, as a page for people and their tools.

use council_core::forum::{Config, Seat};

use crate::intent::inline;

/// Where the page lies in a project's folder.
pub const FILE: &str = "context/agents/council-forum-instance.md";

/// Writes the page of a forum. It says what the config says; where the two differ, the config counts.
pub fn write(config: &Config) -> String {
    let row = |(at, seat): (usize, &Seat)| {
        let cell = |text: &str| inline(text);
        format!(
            "| {at} | `{}` | {} | {} |\n",
            seat.id,
            cell(seat.name.as_str()),
            cell(seat.lens.as_str())
        )
    };
    let table = |seats: Vec<(usize, &Seat)>| {
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
         They speak when every owner has, and raise one challenge each: a risk, an alternative, and a question if there \
         is one. They do not vote.\n\n\
         ## After them\n\n\
         A summary is shown, and a person decides: go on, approve, redirect, or decide alone. Nothing is handed off \
         before that.\n",
        config.project,
        config.created,
        table(first),
        table(then)
    )
}

#[cfg(test)]
mod tests {
    use council_core::forum::{Line, Role, SeatId, Seats};

    use super::*;
    use crate::markdown;

    #[test]
    fn names_stay_in_their_cells() {
        let seat = |role: Role, number: u8, name: &str| Seat {
            id: SeatId::read(&format!("{}-{number}", role.prefix())).unwrap(),
            name: Line::new(name).unwrap(),
            lens: Line::new("a | b <b>").unwrap(),
        };
        let owners = vec![seat(Role::Owner, 1, "Ines"), seat(Role::Owner, 2, "## Bo")];
        let seats = Seats::new(owners, vec![seat(Role::Advocate, 1, "`Kit`")]).unwrap();
        let project = council_core::ident::ProjectName::new("demo").unwrap();
        let config = Config { project, created: "2026-03-01".parse().unwrap(), seats };
        let page = write(&config);
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
