//! Coverage as a picture: which mode of which seat claimed something in which section.

use askama::Template;
use council::show::Grid;

use crate::text;

const LEFT: usize = 300;
const CELL: usize = 30;
const ROW: usize = 22;
const HEAD: usize = 140;
const LONGEST: usize = 40;

/// A picture of modes and sections. It has no colours of its own, so it is read on paper and on any ground.
#[derive(Debug, Template)]
#[template(path = "coverage.svg")]
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) label: String,
    pub(crate) sections: Vec<SectionLabel>,
    pub(crate) modes: Vec<PictureRow>,
}

#[derive(Debug)]
pub(crate) struct SectionLabel {
    pub(crate) x: usize,
    pub(crate) y: usize,
    pub(crate) name: String,
}

#[derive(Debug)]
pub(crate) struct PictureRow {
    pub(crate) x: usize,
    pub(crate) y: usize,
    pub(crate) name: String,
    pub(crate) cells: Vec<PictureCell>,
}

#[derive(Debug)]
pub(crate) struct PictureCell {
    pub(crate) x: usize,
    pub(crate) y: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) opacity: &'static str,
    pub(crate) text_x: usize,
    pub(crate) text_y: usize,
    pub(crate) claims: usize,
}

impl Picture {
    /// Draws a grid; nothing where there is nothing in it.
    pub(crate) fn of(grid: &Grid) -> Option<Self> {
        if grid.modes.is_empty() || grid.sections.is_empty() {
            return None;
        }
        let sections = grid.sections.iter().enumerate().map(|(at, name)| SectionLabel {
            x: LEFT + at * CELL + CELL / 2,
            y: HEAD - 8,
            name: short(name),
        });
        let modes = grid.modes.iter().zip(&grid.claims).enumerate().map(|(row, (name, claims))| {
            let top = HEAD + row * ROW;
            let cells = claims.iter().enumerate().map(|(column, claims)| PictureCell {
                x: LEFT + column * CELL + 2,
                y: top + 2,
                width: CELL - 4,
                height: ROW - 4,
                opacity: match claims {
                    0 => "0.06",
                    1 => "0.3",
                    2 | 3 => "0.5",
                    _ => "0.75",
                },
                text_x: LEFT + column * CELL + CELL / 2,
                text_y: top + ROW - 7,
                claims: *claims,
            });
            PictureRow { x: LEFT - 8, y: top + ROW - 7, name: short(name), cells: cells.collect() }
        });
        let claims: usize = grid.claims.iter().flatten().sum();
        Some(Self {
            width: LEFT + grid.sections.len() * CELL + 120,
            height: HEAD + grid.modes.len() * ROW + 8,
            label: format!(
                "{} through {} in {}",
                text::count(claims, "claim"),
                text::count(grid.modes.len(), "mode"),
                text::count(grid.sections.len(), "section")
            ),
            sections: sections.collect(),
            modes: modes.collect(),
        })
    }

    /// Returns the file.
    pub(crate) fn svg(&self) -> String {
        self.render().unwrap_or_default()
    }
}

fn short(name: &str) -> String {
    let line = text::line(name);
    match line.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or(&line)),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_says_in_words_what_it_shows_and_escapes_names() {
        let grid = Grid {
            modes: vec!["SA-1 1 <script>".to_owned()],
            sections: vec!["Goals".to_owned(), "\"Limits\" & more".to_owned()],
            claims: vec![vec![0, 2]],
        };
        let svg = Picture::of(&grid).unwrap().svg();
        assert!(svg.contains("2 claims through 1 mode in 2 sections"), "{svg}");
        assert!(!svg.contains("<script"), "{svg}");
        assert!(svg.contains(">2</text>"), "{svg}");
        let nothing = Grid { modes: Vec::new(), sections: Vec::new(), claims: Vec::new() };
        assert!(Picture::of(&nothing).is_none());
    }
}
