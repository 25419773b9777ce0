//! What a terminal shows after everything that was written to it.

/// A terminal's cells. It knows what a screen is drawn with: text, places, and clearing; styles change no cell.
pub(crate) struct Grid {
    cells: Vec<Vec<char>>,
    row: usize,
    column: usize,
}

impl Grid {
    /// Shows what was written to a terminal of a size.
    pub(crate) fn of(written: &str, rows: usize, columns: usize) -> Self {
        let mut grid = Self { cells: vec![vec![' '; columns]; rows], row: 0, column: 0 };
        let mut rest = written.chars().peekable();
        while let Some(c) = rest.next() {
            match c {
                '\u{1b}' if rest.peek() == Some(&'[') => {
                    rest.next();
                    let mut given = String::new();
                    for c in rest.by_ref() {
                        if ('@'..='~').contains(&c) {
                            grid.obey(c, &given);
                            break;
                        }
                        given.push(c);
                    }
                }
                '\r' => grid.column = 0,
                '\n' => grid.row += 1,
                c if c.is_control() => {}
                c => grid.put(c),
            }
        }
        grid
    }

    /// Returns the lines.
    pub(crate) fn text(&self) -> String {
        let lines = self.cells.iter().map(|row| row.iter().collect::<String>());
        lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }

    fn obey(&mut self, command: char, given: &str) {
        let numbers: Vec<usize> = given.split(';').map(|one| one.parse().unwrap_or(1)).collect();
        let number = |at: usize| numbers.get(at).copied().unwrap_or(1).max(1);
        match command {
            'H' => (self.row, self.column) = (number(0) - 1, number(1) - 1),
            'J' => self.cells.iter_mut().flatten().for_each(|cell| *cell = ' '),
            'h' if given == "?1049" => self.obey('J', ""),
            _ => {}
        }
    }

    fn put(&mut self, c: char) {
        if let Some(cell) = self.cells.get_mut(self.row).and_then(|row| row.get_mut(self.column)) {
            *cell = c;
        }
        self.column += 1;
    }
}
