//! The screen without a terminal: what is drawn, cell by cell.

mod drawn;
