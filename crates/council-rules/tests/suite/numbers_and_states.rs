//! What the rules about numbers, states, roles and references find, and what they leave alone.

use crate::quoted::{found, required};

#[test]
fn a_regular_downtime_uses_up_a_promised_availability() {
    let rule = "uptime-with-downtime";
    let window = "There is a maintenance window every Sunday from 02:00 to 04:00.";
    assert_eq!(required(rule, &["The API must be up 100 % of the time.", window]), ["100 %"]);
    assert_eq!(required(rule, &["Availability shall be 99.99%.", window]), ["99.99%"]);
    assert_eq!(
        required(rule, &["Uptime is 99.9 %.", "Maintenance takes up to 2 hours per month."]),
        ["99.9 %"]
    );
}

#[test]
fn a_downtime_that_fits_or_does_not_count_is_left_alone() {
    let rule = "uptime-with-downtime";
    let window = "There is a maintenance window every Sunday from 02:00 to 04:00.";
    for promise in [
        "Availability shall be 98 %.",
        "Availability shall be 99.99 % outside of maintenance windows.",
        "Availability shall be 99.99 % excluding maintenance.",
        "The load may go up to 100 %.",
    ] {
        assert!(required(rule, &[promise, window]).is_empty(), "{promise}");
    }
    let rounded = "Downtime shall not exceed 4 minutes per month.";
    assert!(required(rule, &["Availability shall be 99.99 %.", rounded]).is_empty());
}

#[test]
fn a_day_that_no_month_has_is_found_without_a_year() {
    let rule = "impossible-date";
    let dates = |text: &str| found(rule, &format!("# Plan\n\n## Rollout\n\n{text}\n"));
    assert_eq!(dates("We launch by 31 February."), ["31 February"]);
    assert_eq!(dates("We launch on June 31st, at noon."), ["June 31st"]);
    assert_eq!(dates("We launch on the 31st of April."), ["31st of April"]);
    assert_eq!(dates("We launch on 29 February 2026."), ["29 February"]);
    for fine in [
        "We launch on 29 February.",
        "We launch on 29 February 2028.",
        "We launch on 31 March.",
        "A date such as 31 February is rejected.",
        "Since February 31 teams use it, not one.",
    ] {
        assert!(dates(fine).is_empty(), "{fine}");
    }
}

#[test]
fn a_role_that_sees_everything_is_found() {
    let rule = "sees-everything";
    assert_eq!(required(rule, &["Admins can see everything."]), ["Admins can see everything"]);
    assert_eq!(
        required(rule, &["The administrator shall have full access to all mailboxes."]),
        ["administrator shall have full access"]
    );
    for fine in [
        "Admins can see the audit log.",
        "Admins cannot see everything.",
        "Operators have full access to their own site.",
        "The guide explains everything an admin can do.",
        "Admins can configure everything that the plan includes.",
    ] {
        assert!(required(rule, &[fine]).is_empty(), "{fine}");
    }
}

#[test]
fn the_one_requirement_that_no_row_traces_is_an_orphan() {
    let list: Vec<String> =
        (1..=6).map(|n| format!("- FR-{n}: The service shall keep list {n}.\n")).collect();
    let list = list.concat();
    let document = |rows: &str| {
        format!(
            "# Product\n\n## Requirements\n\n{list}\n## Tests\n\n| Test | Covers |\n|---|---|\n{rows}"
        )
    };
    let rows = |ids: &[u32]| {
        let rows: Vec<String> = ids.iter().map(|n| format!("| T{n} | FR-{n} |\n")).collect();
        rows.concat()
    };
    let rule = "orphan-requirement";
    assert_eq!(found(rule, &document(&rows(&[1, 2, 3, 5, 6]))), ["FR-4"]);
    assert!(found(rule, &document(&rows(&[1, 2, 3, 4, 5, 6]))).is_empty());
    assert!(found(rule, &document(&rows(&[1, 2]))).is_empty(), "tracing is no habit here");
    assert!(found(rule, &document("| all | FR-1 to FR-6 |\n")).is_empty(), "a range names all");
}

#[test]
fn units_of_two_systems_do_not_go_together() {
    let rule = "inconsistent-units";
    let range = "The drone shall fly 5 km.";
    assert_eq!(required(rule, &[range, "It shall warn after 3 miles."]), ["3 miles"]);
    assert!(required(rule, &[range, "It shall warn after 3 km (2 miles)."]).is_empty());
    assert!(required(rule, &[range, "It shall warn after 900 meters."]).is_empty());
}

#[test]
fn one_statement_in_two_dimensions_is_found() {
    let rule = "inconsistent-units";
    let time = "The upload buffer of the gateway shall hold 30 seconds.";
    let size = "The upload buffer of the gateway shall hold 30 MB.";
    assert_eq!(required(rule, &[time, size]), ["30 MB"]);
    assert!(required(rule, &[time, time]).is_empty());
}

#[test]
fn a_waiting_state_without_a_way_out_is_found() {
    let rule = "state-without-exit";
    let table = |rows: &str| {
        found(rule, &format!("# Orders\n\n## Design\n\n| From | To |\n|---|---|\n{rows}"))
    };
    let rows = "| New | Paid |\n| Paid | Shipped |\n| Paid | On hold |\n";
    assert_eq!(table(rows), ["| Paid | On hold |"]);
    assert!(table(&format!("{rows}| On hold | Paid |\n")).is_empty());
    assert!(table("| New | Paid |\n| Paid | Shipped |\n| New | Cancelled |\n").is_empty());
    let list = |items: &str| found(rule, &format!("# Orders\n\n## States\n\n{items}"));
    let items = "- Draft → Review\n- Review → Published\n- Published → Suspended\n";
    assert_eq!(list(items), ["Published → Suspended"]);
    assert!(list(&format!("{items}- Suspended → Published\n")).is_empty());
}

#[test]
fn a_state_diagram_that_marks_its_ends_marks_all_of_them() {
    let diagram = |lines: &str| {
        let fence = format!("```mermaid\nstateDiagram-v2\n{lines}```\n");
        found("state-without-exit", &format!("# Orders\n\n## Design\n\n{fence}"))
    };
    let lines = "[*] --> New\nNew --> Paid : pays\nNew --> Lost\nPaid --> [*]\n";
    assert_eq!(diagram(lines), ["New --> Lost"]);
    assert!(diagram(&format!("{lines}Lost --> [*]\n")).is_empty());
    assert!(diagram("[*] --> New\nNew --> Paid\n").is_empty(), "no end is marked");
}

#[test]
fn a_rate_times_a_size_that_exceeds_the_capacity_is_found() {
    let rule = "capacity-exceeded";
    let size = "Each upload may have up to 5 MB.";
    let link = "The link has a capacity of 1 Gbps.";
    let busy = "The service shall take 500 uploads per second.";
    assert_eq!(required(rule, &[busy, size, link]), ["1 Gbps"]);
    let calm = "The service shall take 20 uploads per second.";
    assert!(required(rule, &[calm, size, link]).is_empty());
    let other = "The service shall take 500 searches per second.";
    assert!(required(rule, &[other, size, link]).is_empty(), "the size is another thing's");
    let disk = "The disk has a throughput of 100 MB/s.";
    assert_eq!(required(rule, &[busy, size, disk]), ["100 MB/s"]);
}

#[test]
fn one_event_has_two_deadlines_also_in_other_words() {
    let rule = "contradicting-numbers";
    let first = "Messages must be delivered within 200 ms.";
    assert_eq!(required(rule, &[first, "Delivery of a message may take up to 2 s."]), ["2 s"]);
    for fine in [
        "Delivery of a message may take up to 200 ms.",
        "Delivery of a receipt may take up to 2 s.",
        "Delivery of a message may take up to 2 s at p99.",
        "When the phone sleeps, delivery of a message may take up to 2 s.",
    ] {
        assert!(required(rule, &[first, fine]).is_empty(), "{fine}");
    }
}

#[test]
fn a_duty_and_its_opposite_contradict_each_other() {
    let rule = "contradicting-duties";
    let accept = "The importer shall accept files with a header line.";
    assert_eq!(
        required(rule, &[accept, "The importer shall reject files with a header line."]),
        ["reject"]
    );
    for other in [
        "The importer shall reject files with a footer line.",
        "The importer shall not reject files with a header line.",
        "The importer shall accept files with a header line.",
    ] {
        assert!(required(rule, &[accept, other]).is_empty(), "{other}");
    }
    let may =
        ["A user may show the side panel at will.", "A user may hide the side panel at will."];
    assert!(required(rule, &may).is_empty());
}

#[test]
fn a_floor_here_and_a_ceiling_there_contradict_each_other() {
    let rule = "contradicting-numbers";
    let most = "An export shall hold at most 500 rows.";
    let least = "An export shall hold at least 500 rows.";
    assert_eq!(required(rule, &[most, least]), ["500 rows"]);
    let fast = "Export latency p95 ≤120 ms, and it is documented.";
    let slow = "Export latency p95 ≥120 ms, and it is documented.";
    assert_eq!(required(rule, &[fast, slow]), ["120 ms"]);
    let fewer = "A team shall have fewer than 9 active members.";
    let more = "A team shall have more than 9 active members.";
    assert_eq!(required(rule, &[fewer, more]), ["9 active members"]);
}

#[test]
fn a_range_a_condition_and_another_thing_turn_no_bound() {
    let rule = "contradicting-numbers";
    let most = "An export shall hold at most 500 rows.";
    for fine in [
        most,
        "An export shall hold at least 5 rows.",
        "An import shall hold at least 500 rows.",
        "An export shall not hold at least 500 rows.",
        "Most exports hold 500 rows at the least.",
    ] {
        assert!(required(rule, &[most, fine]).is_empty(), "{fine}");
    }
    let pairs = [
        ["The latency budget is <5 s per page.", "The latency budget is ≤5 s per page."],
        [
            "If a cart holds more than 5 items, shipping is shown.",
            "If a cart holds less than 5 items, shipping is shown.",
        ],
        ["**THEN** the list shows at most 5 items", "**THEN** the list shows at least 5 items"],
        ["Start time falls 150 ms →50 ms cold.", "Start time falls 150 ms <50 ms cold."],
    ];
    for pair in pairs {
        assert!(required(rule, &pair).is_empty(), "{pair:?}");
    }
}

#[test]
fn an_article_breaks_a_sentence_off_whatever_follows() {
    let rule = "unfinished-sentence";
    let cut = "The service shall send the whole report to the";
    assert_eq!(required(rule, &[cut, "The service shall stop."]), ["the"]);
    let list = "# Product\n\nThe service shall work with\n\n- files\n- pipes\n";
    assert!(found(rule, list).is_empty());
}

#[test]
fn two_bounds_to_choose_from_are_a_choice_left_open() {
    let rule = "unresolved-choice";
    assert_eq!(required(rule, &["The timeout shall be 5 or 10 seconds."]), ["5 or 10"]);
    assert_eq!(
        required(rule, &["The cache shall be kept for 5 minutes or 5 hours."]),
        ["minutes or 5"]
    );
    for fine in
        ["The timeout shall be 5 seconds or less.", "The timeout shall be 5 seconds or 5 s."]
    {
        assert!(required(rule, &[fine]).is_empty(), "{fine}");
    }
}

#[test]
fn what_is_kept_must_fit_where_it_is_kept() {
    let rule = "capacity-exceeded";
    let load = ["The gateway takes 100 events per second.", "An event has up to 2 KB."];
    let kept = "Events are kept for 90 days.";
    let store = |size| format!("The storage holds {size}.");
    let small = [load[0], load[1], kept, &store("500 GB")];
    assert_eq!(required(rule, &small), ["500 GB"]);
    let large = [load[0], load[1], kept, &store("5 TB")];
    assert!(required(rule, &large).is_empty());
}
