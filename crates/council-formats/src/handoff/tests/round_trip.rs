//! The laws of reading and writing.

use council_core::{
    handoff::{Handoff, HandoffStatus, PacketVersion, PanelSeat, ReReview, Synthesis},
    ident::ProjectName,
    series::ReviewNumber,
};
use jiff::civil::Date;
use proptest::prelude::*;

use super::arbitrary;
use crate::{
    handoff::{read, shell, write},
    markdown,
};

const PATH: &str = "a.md";

fn titles(text: &str) -> Vec<String> {
    let outline = markdown::outline(text);
    let seconds = outline.walk().into_iter().filter(|section| section.level <= 2);
    seconds.map(|section| section.title.clone()).collect()
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(handoff in arbitrary::handoff()) {
        let text = write(&handoff);
        let again = read(PATH, &text).value;
        prop_assert_eq!(&again, &handoff, "{}", text);
        prop_assert_eq!(write(&again), text);
    }

    #[test]
    fn no_words_make_another_section(handoff in arbitrary::handoff()) {
        let all = titles(&write(&handoff));
        prop_assert_eq!(all.get(1..).unwrap_or_default(), [
            "Reviewer Outputs",
            "Council Chair Synthesis",
            "User Decisions",
            "PRD Revision Log",
            "Re-Review Status",
        ]);
    }

    #[test]
    fn no_control_or_hidden_character_is_written(handoff in arbitrary::handoff()) {
        let text = write(&handoff);
        let hidden: Vec<char> = text
            .chars()
            .filter(|c| *c != '\n' && crate::report::clean::is_hidden(*c))
            .collect();
        prop_assert_eq!(hidden, Vec::<char>::new());
    }

    #[test]
    fn damage_anywhere_is_read_and_settles_in_one_writing(
        handoff in arbitrary::handoff(),
        at in any::<prop::sample::Index>(),
        cut in 0_usize..200,
        words in arbitrary::words(),
    ) {
        let whole = write(&handoff);
        let at = at.index(whole.chars().count());
        let before: String = whole.chars().take(at).collect();
        let after: String = whole.chars().skip(at + cut).collect();
        let text = format!("{before}{words}{after}");
        let once = write(&read(PATH, &text).value);
        prop_assert_eq!(write(&read(PATH, &once).value), once);
    }

    #[test]
    fn no_text_makes_the_reader_panic(words in prop::collection::vec(arbitrary::words(), 0..12)) {
        let headings = ["## Reviewer Outputs", "### User Advocate", "## Council Chair Synthesis",
            "## User Decisions", "## PRD Revision Log", "## Re-Review Status"];
        let text: Vec<String> =
            words.iter().zip(headings.iter().cycle()).map(|(a, b)| format!("{b}\n\n{a}\n")).collect();
        let text = text.join("\n");
        let parsed = read(PATH, &text);
        prop_assert!(parsed.value.front.is_none());
        // Reading what was read and written again changes nothing more.
        let once = write(&parsed.value);
        prop_assert_eq!(write(&read(PATH, &once).value), once);
    }
}

#[test]
fn a_shell_names_the_panel_and_has_no_verdict() {
    let project = ProjectName::new("demo").unwrap();
    let number = ReviewNumber::new(2).unwrap();
    let date = Date::constant(2026, 3, 3);
    let text = shell(&project, number, PacketVersion(2), date, PanelSeat::core().to_vec());
    expect_test::expect![[r"
        ---
        phase: council-review
        project: demo
        review_number: 2
        date: 2026-03-03
        prd_version_reviewed: v2
        reviewers:
          - technical-reviewer
          - security-reviewer
          - executive-reviewer
          - user-advocate
        status: PENDING
        ---

        # Council Review: demo

        ## Reviewer Outputs

        The panel has not met.

        ## Council Chair Synthesis

        The chair has not spoken.

        ## User Decisions

        User review in progress. Decisions not yet recorded.

        ## PRD Revision Log

        No revision recorded.

        ## Re-Review Status

        No gate decision recorded.
    "]]
    .assert_eq(&text);
    let Handoff { front: Some(front), reviews, synthesis, rereview, .. } = read(PATH, &text).value
    else {
        panic!("the shell has front matter");
    };
    assert_eq!((front.verdict, front.status), (None, Some(HandoffStatus::Pending)));
    assert!(reviews.is_empty());
    assert_eq!(synthesis, Some(Synthesis::default()));
    assert_eq!(rereview, Some(ReReview::default()));
}
