//! The library as its users call it, in one program.

mod byzantine;
mod examples;
mod forum;
mod forum_golden;
mod forum_life;
mod golden;
mod handoff;
mod lint_folder;
mod meeting;
mod modes;
mod panel;
mod panel_life;
mod prd_gates;
mod price;
mod real_artifacts;
mod recorded;
mod sitting;
mod stage;
mod trust;
mod writer_and_check;

/// Returns how many cases a walk at random is tried with: a few, unless `PROPTEST_CASES` asks for a number of its own.
fn cases(few: u32) -> proptest::test_runner::Config {
    let asked = proptest::test_runner::Config::default();
    let usual = 256;
    proptest::test_runner::Config {
        cases: if asked.cases == usual { few } else { asked.cases },
        ..asked
    }
}
