//! Every rule of the gates alone: what it reports, and what beside it it does not.

use super::*;

/// A requirement and its evidence with nothing wrong, in which some keys say something else.
fn changed(requirement: Vec<(&str, Node)>, artifact: Vec<(&str, Node)>) -> Vec<File> {
    let evidence = map(vec![("evidence_ids", texts(&["EVID-0001"]))]);
    let node = over(
        vec![
            ("id", text("REQ-0001")),
            ("type", text("FUNCTIONAL")),
            ("acceptance_criteria", texts(&["it answers 200"])),
            ("evidence", evidence),
        ],
        requirement,
    );
    let command = map(vec![("id", text("CMD-0001")), ("network_access", text("DISALLOWED"))]);
    let shown = over(
        vec![
            ("id", text("EVID-0001")),
            ("category", text("TEST_RESULTS")),
            ("capture", map(vec![("paths", texts(&["evidence/"]))])),
            ("verification", map(vec![("commands", list(vec![command]))])),
            ("data", map(vec![("classification", text("INTERNAL"))])),
        ],
        artifact,
    );
    vec![
        file("requirements/REQ-0001.yaml", map(vec![("prd_requirement", node)])),
        file("evidence_artifacts/EVID-0001.yaml", map(vec![("prd_evidence_artifact", shown)])),
    ]
}

fn over<'a>(mut base: Vec<(&'a str, Node)>, changes: Vec<(&'a str, Node)>) -> Node {
    base.retain(|(key, _)| changes.iter().all(|(other, _)| other != key));
    base.extend(changes);
    map(base)
}

/// Runs one gate on files of a PRD, and on the same files of a template.
fn in_both(files: Vec<File>, gate: &str) -> [Vec<&'static str>; 2] {
    let settings = PrdGateSettings { profile: Profile::Canonical, today: date(2026, 3, 1) };
    let ran = |path: &str, files: Vec<File>| {
        let folder = PrdFolder { path: path.to_owned(), files, atlas: None };
        rules(&run(&folder, settings), gate)
    };
    [ran("prds/PRD-0001", files.clone()), ran("prds/template", files)]
}

#[test]
fn a_requirement_has_criteria_that_measure_and_evidence() {
    let said = |criterion: &str| vec![("acceptance_criteria", texts(&[criterion]))];
    let cites = |ids: &[&str]| vec![("evidence", map(vec![("evidence_ids", texts(ids))]))];
    for (change, expected) in [
        (vec![], [""; 0].as_slice()),
        (vec![("acceptance_criteria", texts(&[]))], &["requirement-without-criterion"]),
        (said(" "), &["requirement-without-criterion"]),
        (cites(&[]), &["requirement-without-evidence"]),
        (said("It is user-friendly."), &["vague-criterion"]),
        (said("Good enough"), &["vague-criterion"]),
        (said("the goods arrive"), &[]),
    ] {
        let both = in_both(changed(change, vec![]), "GATE-PRD-LINT");
        assert_eq!(both, [expected.to_vec(), vec![]]);
    }
}

#[test]
fn evidence_says_how_it_is_made_where_it_is_kept_and_what_it_may_reach() {
    let commands =
        |commands: Vec<Node>| vec![("verification", map(vec![("commands", list(commands))]))];
    let reaching = |word: &str| map(vec![("id", text("CMD-0001")), ("network_access", text(word))]);
    for (change, expected) in [
        (commands(vec![]), "evidence-without-command"),
        (vec![("capture", map(vec![("paths", texts(&[]))]))], "evidence-without-capture"),
        (commands(vec![map(vec![("id", text("CMD-0001"))])]), "command-without-network-access"),
        (commands(vec![reaching("")]), "command-without-network-access"),
        (commands(vec![reaching("SOMETIMES")]), "unknown-network-access"),
    ] {
        let both = in_both(changed(vec![], change), "GATE-PRD-LINT");
        assert_eq!(both, [vec![expected], vec![]]);
    }
    let allowed = changed(vec![], commands(vec![reaching("ALLOW_LISTED_ONLY")]));
    assert_eq!(in_both(allowed, "GATE-PRD-LINT"), [vec![], vec![]] as [Vec<&str>; 2]);
}

#[test]
fn evidence_is_of_a_kind_with_a_standard_and_says_how_sensitive_it_is() {
    let gate = "GATE-PRD-EVIDENCE-STANDARDS";
    let open = vec![("data", map(vec![("classification", text(""))]))];
    let both = in_both(changed(vec![], open), gate);
    assert_eq!(both, [vec!["evidence-unclassified"], vec![]]);
    let both = in_both(changed(vec![], vec![("category", text("RUMOURS"))]), gate);
    assert_eq!(both, [vec!["evidence-without-standard"], vec![]]);
}

#[test]
fn lists_of_ids_are_sorted_and_other_lists_need_not_be() {
    let sorted = vec![("related_ids", texts(&["A", "B"])), ("steps", texts(&["b", "a"]))];
    assert_eq!(in_both(changed(sorted, vec![]), "GATE-PRD-LINT")[0], [""; 0]);
    let unsorted = changed(vec![("related_ids", texts(&["B", "A"]))], vec![]);
    assert_eq!(in_both(unsorted, "GATE-PRD-LINT")[0], ["unsorted-ids"]);
}

/// Files whose requirement refers to something, with what another PRD is asked for.
fn referring(reference: (&str, Node)) -> Vec<File> {
    let import = map(vec![("requirement_id", text("REQ-0044"))]);
    let registry = map(vec![("imports", list(vec![import]))]);
    let traced =
        map(vec![("requirement_registry", registry), ("requirement_ids", texts(&["REQ-0001"]))]);
    let mut files = changed(vec![reference], vec![]);
    files.push(file("07_traceability.yaml", map(vec![("prd_traceability", traced)])));
    files
}

#[test]
fn a_reference_leads_somewhere() {
    let to = |place: &str| referring(("see", text(place)));
    for (files, expected) in [
        (referring(("requirement_id", text("REQ-0001"))), [""; 0].as_slice()),
        (referring(("requirement_id", text("REQ-0044"))), &[]),
        (referring(("requirement_id", text("other:REQ-0099"))), &[]),
        (referring(("requirement_id", text("REQ-0099"))), &["broken-reference"]),
        (to("07_traceability.yaml#prd_traceability.requirement_ids"), &[]),
        (to("REQ-0001.yaml#prd_requirement"), &[]),
        (to("07_traceability.yaml#prd_traceability.nothing"), &["dangling-subpath"]),
        (to("07_traceability.yaml#nothing"), &["broken-reference"]),
        (to("nothing.yaml#prd_traceability"), &["broken-reference"]),
        (to("requirements/nothing.yaml#prd_requirement"), &["broken-reference"]),
        (to("evidence_artifacts/nothing.yaml#a"), &["broken-reference"]),
        (to("elsewhere/nothing.yaml#prd_requirement"), &[]),
        (to("a sentence about x.yaml#prd_requirement"), &[]),
        (to("notes.txt#prd_requirement"), &[]),
    ] {
        let both = in_both(files.clone(), "GATE-PRD-LINT");
        assert_eq!(both, [expected.to_vec(), vec![]], "{:?}", files[0].tree);
    }
    let severities = |place: &str| {
        let lint = run_on(to(place)).into_iter().find(|gate| gate.id == "GATE-PRD-LINT").unwrap();
        lint.findings.iter().map(|found| found.severity).collect::<Vec<_>>()
    };
    let stale = "07_traceability.yaml#prd_traceability.nothing";
    assert_eq!(severities(stale), [Severity::Major], "what is stale is not lost");
    assert_eq!(severities("07_traceability.yaml#nothing"), [Severity::Blocker]);
    let unread = Diagnostic::error("yaml", Place::file("nothing.yaml"), "said");
    let mut files = to("nothing.yaml#prd_traceability");
    files.push(File { path: "nothing.yaml".to_owned(), text: String::new(), tree: Err(unread) });
    assert_eq!(in_both(files, "GATE-PRD-LINT")[0], [""; 0], "a file that cannot be read is there");
}

#[test]
fn a_file_can_be_read_has_one_root_and_known_words() {
    let gate = "GATE-PRD-SCHEMA";
    let found = |files: Vec<File>| {
        let [here, template] = in_both(files, gate);
        let own = |all: Vec<&'static str>| {
            all.into_iter().filter(|rule| *rule != "missing-core-file").collect::<Vec<_>>()
        };
        [own(here), own(template)]
    };
    assert_eq!(in_both(vec![], gate)[0], ["missing-core-file"; 14]);
    let meta = file("00_meta.yaml", map(vec![("prd_meta", text("x"))]));
    let schema = run_on(vec![meta]).remove(0);
    let missing: Vec<&str> = schema.findings.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(missing.len(), 13);
    assert_eq!(missing[0], "the file `01_customer.yaml` is missing");
    let mut tabbed = changed(vec![], vec![]);
    tabbed[0].text = "a: 1\n\tb: 2\n".to_owned();
    assert_eq!(found(tabbed.clone()), [["tab-character"], ["tab-character"]]);
    let folder = PrdFolder { path: "p".to_owned(), files: tabbed, atlas: None };
    let settings = PrdGateSettings { profile: Profile::Canonical, today: date(2026, 3, 1) };
    let schema = run(&folder, settings).remove(0);
    let tab = schema.findings.iter().find(|one| rule(one) == "tab-character").unwrap();
    assert_eq!(tab.place.line, Some(2));
    let two = file("a.yaml", map(vec![("a", text("x")), ("b", text("y"))]));
    assert_eq!(found(vec![two])[0], ["multiple-roots"]);
    assert_eq!(found(vec![file("a.yaml", texts(&["x"]))])[0], ["multiple-roots"]);
    let mistaken = Diagnostic::error("yaml", Place::file("a.yaml"), "said");
    let unread = File { path: "a.yaml".to_owned(), text: String::new(), tree: Err(mistaken) };
    assert_eq!(found(vec![unread])[0], ["parse-error"]);
    let odd = changed(vec![("type", text("ODD"))], vec![("category", text("ODD"))]);
    let both = ["unknown-requirement-type", "unknown-evidence-category"];
    assert_eq!(found(odd), [both, both]);
    let blank = changed(vec![("type", text(""))], vec![("category", text(""))]);
    assert_eq!(found(blank), [both.to_vec(), vec![]]);
}

#[test]
fn the_chain_from_customer_to_evidence_is_whole() {
    let gate = "GATE-PRD-TRACEABILITY";
    assert_eq!(in_both(vec![], gate), [vec!["missing-link"], vec![]]);
    let mut silent = changed(vec![], vec![]);
    let nothing = map(vec![("schema_version", text("1")), ("customer", text(""))]);
    silent.push(file("01_customer.yaml", map(vec![("prd_customer", nothing)])));
    assert_eq!(in_both(silent, gate), [vec!["missing-link"], vec![]]);
    let mut said = changed(vec![], vec![]);
    let somebody = map(vec![("customer", text("support staff"))]);
    said.push(file("01_customer.yaml", map(vec![("prd_customer", somebody)])));
    assert_eq!(in_both(said, gate)[0], [""; 0]);
    let traced = |key: &'static str, value: Node| {
        let mut files = changed(vec![], vec![]);
        let node = map(vec![(key, value)]);
        files.push(file("07_traceability.yaml", map(vec![("prd_traceability", node)])));
        in_both(files, gate)[0].clone()
    };
    assert_eq!(traced("requirement_id", text("REQ-0001")), [""; 0]);
    assert_eq!(traced("requirement_ids", texts(&["REQ-0001"])), [""; 0]);
    assert_eq!(traced("requirement_ids", texts(&["REQ-0002"])), ["orphan-requirement"]);
    let circle = changed(vec![("dependencies", texts(&["REQ-0001"]))], vec![]);
    assert_eq!(in_both(circle, gate)[0], ["circular-reference"]);
    let reports = run_on(changed(vec![], vec![]));
    assert_eq!(reports[2].evidence, ["1 of 1 evidence artifacts cited"]);
    let reports = run_on(changed(vec![("evidence", text(""))], vec![]));
    assert_eq!(reports[2].evidence, ["0 of 1 evidence artifacts cited"]);
}

/// Runs the quality gate on one dimension. Returns what is found beside those that are missing.
fn dimension(entries: Vec<(&str, Node)>) -> [Vec<&'static str>; 2] {
    let framework = map(vec![("dimensions", list(vec![map(entries)]))]);
    let files = vec![file("10_quality_framework.yaml", map(vec![("prd_quality", framework)]))];
    in_both(files, "GATE-PRD-QUALITY-COVERAGE")
        .map(|all| all.into_iter().filter(|rule| *rule != "dimension-missing").collect())
}

#[test]
fn a_quality_is_covered_delegated_with_guardrails_or_excepted_by_somebody() {
    let of = |applies: &str, how: &str, more: Vec<(&'static str, Node)>| {
        let base = vec![
            ("dimension_id", text("PERFORMANCE")),
            ("applicability", text(applies)),
            ("disposition", text(how)),
        ];
        dimension(base.into_iter().chain(more).collect())
    };
    let (explicit, delegated) = ("EXPLICIT_REQUIREMENTS", "DELEGATED_WITH_GUARDRAILS");
    let covered = vec![("coverage", map(vec![("requirement_ids", texts(&["REQ-0001"]))]))];
    assert_eq!(of("APPLIES", explicit, covered)[0], [""; 0]);
    assert_eq!(of("APPLIES", explicit, vec![]), [vec!["dimension-uncovered"], vec![]]);
    let guarded = vec![("delegation", map(vec![("guardrails", texts(&["no writes"]))]))];
    assert_eq!(of("APPLIES", delegated, guarded)[0], [""; 0]);
    assert_eq!(of("APPLIES", delegated, vec![]), [vec!["missing-guardrails"], vec![]]);
    assert_eq!(of("APPLIES", "", vec![])[0], ["dimension-undecided"]);
    let excepted = |asked: bool, why: &str, who: &[&str]| {
        let entries = vec![
            ("requested", Node::new(Value::Bool(asked))),
            ("rationale", text(why)),
            ("required_signoffs", texts(who)),
        ];
        of("DOES_NOT_APPLY", "", vec![("exception", map(entries))])[0].clone()
    };
    assert_eq!(excepted(true, "no page is shown", &["AUTH_UX"]), [""; 0]);
    assert_eq!(excepted(false, "no page is shown", &["AUTH_UX"]), ["exception-invalid"]);
    assert_eq!(excepted(true, "", &["AUTH_UX"]), ["exception-invalid"]);
    assert_eq!(excepted(true, "no page is shown", &[]), ["exception-unsigned"]);
    let unknown = dimension(vec![
        ("dimension_id", text("SPEED")),
        ("applicability", text("APPLIES")),
        ("disposition", text(explicit)),
    ]);
    assert_eq!(unknown[1], ["dimension-unknown"]);
    let twice = map(vec![("dimension_id", text("PERFORMANCE"))]);
    let framework = map(vec![("dimensions", list(vec![twice.clone(), twice]))]);
    let files = vec![file("10_quality_framework.yaml", map(vec![("prd_quality", framework)]))];
    let found = in_both(files, "GATE-PRD-QUALITY-COVERAGE")[0].clone();
    let count = |name: &str| found.iter().filter(|rule| **rule == name).count();
    assert_eq!((count("dimension-repeated"), count("dimension-missing")), (1, 17), "{found:?}");
}

#[test]
fn a_waiver_has_a_reason_a_signature_and_a_day() {
    let waiver = |changes: Vec<(&'static str, Node)>| {
        let base = vec![
            ("id", text("WVR-0001")),
            ("rationale", text("ten signs.")),
            ("expiration_date", text("2026-03-01")),
            ("required_signoffs", texts(&["AUTH_SECURITY"])),
            ("status", text("APPROVED")),
        ];
        let review = map(vec![("waivers", list(vec![over(base, changes)]))]);
        let files = vec![file("09_decisions_review.yaml", map(vec![("prd_review", review)]))];
        in_both(files, "GATE-PRD-LINT")[0].clone()
    };
    assert_eq!(waiver(vec![]), [""; 0], "it lasts to the end of its day");
    assert_eq!(waiver(vec![("rationale", text("nine sign"))]), ["waiver-unfounded"]);
    assert_eq!(waiver(vec![("required_signoffs", texts(&[]))]), ["waiver-unsigned"]);
    assert_eq!(waiver(vec![("status", text("EXPIRED"))]), ["waiver-expired"]);
    let gates = |key: &'static str, status: &str| {
        let gate = map(vec![("gate_id", text("GATE-PRD-LINT")), ("status", text(status))]);
        let review = map(vec![(key, list(vec![gate]))]);
        let files = vec![file("09_decisions_review.yaml", map(vec![("prd_review", review)]))];
        in_both(files, "GATE-PRD-LINT")[0].clone()
    };
    assert_eq!(gates("gates", "WAIVED"), ["waiver-missing"]);
    assert_eq!(gates("gates", "PASSED"), [""; 0]);
    assert_eq!(gates("stages", "WAIVED"), [""; 0]);
}

#[test]
fn what_is_at_stake_is_counted() {
    use crate::depth::{BlastRadius, DataClass, NorthStar};
    let of = |domains: &[&str], class: &str| {
        let meta = map(vec![
            ("responsible_domains", texts(domains)),
            ("external_systems", texts(&["mail", "bank"])),
            ("external_dependencies", texts(&["clock"])),
            ("new_components", texts(&["ledger"])),
            ("new_abstractions", texts(&["a", "b"])),
            ("data_classification", text(class)),
        ]);
        let files = vec![file("00_meta.yaml", map(vec![("prd_meta", meta)]))];
        let folder = PrdFolder { path: "p".to_owned(), files, atlas: None };
        stakes(&folder, NorthStar::NotAsked)
    };
    let small = of(&["A"], "PUBLIC");
    assert_eq!((small.dependencies, small.abstractions), (3, 3));
    assert_eq!((small.blast, small.data), (BlastRadius::Component, DataClass::Public));
    assert_eq!(of(&["A", "B"], "INTERNAL").blast, BlastRadius::Several);
    assert_eq!(of(&["A"], "INTERNAL").data, DataClass::Internal);
    assert_eq!(of(&["A"], "SECRET").data, DataClass::Confidential, "unknown is not public");
}
