//! The modes that models really read with: what a text speaks for is what the seats are told to apply.

use super::*;

/// Holds a first round about a text, and returns for every seat the numbers of its modes and its role, as it is told them.
fn told(prd: &str) -> (Held, Vec<(Vec<u64>, String)>) {
    let held =
        Held::on(prd, &["--depth", "standard"], |_| json!({"findings": [], "questions": []}));
    let seats = held.asked(1).into_iter().map(|heard| {
        let (before, after) = heard.text.split_once(". Your modes:\n").unwrap();
        let role = before.rsplit(", ").next().unwrap().to_owned();
        let lines = after.lines().map_while(|line| line.strip_prefix("- "));
        let numbers = lines.map_while(|line| line.split(' ').next()?.parse().ok());
        (numbers.collect(), role)
    });
    let seats = seats.collect();
    (held, seats)
}

/// Rules: 004.affinity.1, 004.affinity.2, 004.affinity.3, 004.affinity.4, 004.affinity.5, 004.affinity.6, 004.affinity.7, 004.affinity.8, 004.affinity.9, 004.affinity.10
#[test]
fn what_a_text_is_about_decides_which_modes_the_seats_read_it_with() {
    let texts: [(&str, &[u64]); 10] = [
        ("The API is an interface with a contract for each endpoint.", &[1, 7, 8]),
        ("Performance: latency stays low at the highest throughput.", &[19, 48, 49]),
        ("Security needs authentication and authorization.", &[49, 79]),
        ("A dependency: the integration with the post office.", &[43, 55]),
        ("The user experience is made for three personas.", &[56, 62]),
        ("The data model is a schema with one entity.", &[4, 6, 7]),
        ("The risk has a probability that is uncertain.", &[11, 21, 22]),
        ("The process is a workflow of the post office.", &[47, 66]),
        ("Compliance with the policy is proven.", &[65, 71]),
        ("The decision was a trade-off between alternatives.", &[45, 46, 50]),
    ];
    for (text, wanted) in texts {
        let (_, seats) = told(&format!("# Letters\n\n{text} {text} It must be written down.\n"));
        let modes: Vec<u64> = seats.into_iter().flat_map(|(modes, _)| modes).collect();
        assert!(wanted.iter().all(|mode| modes.contains(mode)), "{text}: {modes:?}");
    }
}

const INVOICES: &str = "\
# Paying an invoice

Goal: a customer pays an open invoice without a call to the desk.

- The API has one endpoint, and its schema names every field that may be empty.
- 95 % of payments are confirmed within 2 seconds; latency is measured at the gateway.
- Authentication is by single sign-on, authorization by role.
- The card processor is an external dependency. After three retries with a timeout a payment is queued.
- Risk: the processor changes its fees, and the likelihood is unknown.
- Decision: webhooks instead of polling, a trade-off between delay and cost.
- Every error has a code, and a failure raises an alert for the operator.
";

/// Rules: 001.modes.2, 001.modes.3, 004.init.2, 004.modes.1, 004.selection.1, 004.selected.1, 004.selected.2, 004.selected.3, 004.selected.4, 004.role.1, 004.role.2
#[test]
fn the_seats_of_models_read_with_a_sound_choice_of_modes_and_the_record_says_of_which_content() {
    let (held, seats) = told(INVOICES);
    let session = held.shown();
    let mut all: Vec<u64> = Vec::new();
    for (seat, (modes, role)) in session["subagents"].as_array().unwrap().iter().zip(&seats) {
        assert_eq!(modes.len(), 5, "{modes:?}");
        all.extend(modes);
        let chosen = seat["selected_modes"].as_array().unwrap();
        let strong = chosen.iter().filter(|mode| mode["affinity_score"].as_f64() >= Some(0.5));
        assert!(strong.count() >= 3, "{chosen:?}");
        let mut categories: Vec<&str> =
            chosen.iter().map(|mode| mode["category"].as_str().unwrap()).collect();
        categories.sort_unstable();
        let most = |name: &&str| categories.iter().filter(|one| **one == *name).count();
        let leading = categories.iter().max_by_key(|name| most(name)).unwrap();
        let derivation = seat["role_derivation"].as_str().unwrap();
        let is_shared = derivation.contains("comes first among");
        assert!(is_shared || derivation.contains(leading), "{derivation}: {categories:?}");
        assert_eq!(seat["emergent_role"], role.as_str());
        categories.dedup();
        assert!(categories.len() >= 3, "{categories:?}");
    }
    assert!(all.iter().any(|mode| (75..=80).contains(mode)), "{all:?}");
    let seated = all.len();
    all.sort_unstable();
    all.dedup();
    assert!(seated - all.len() <= 5, "{all:?}");
    let hash = session["content_hash"].as_str().unwrap();
    assert_eq!(held.bundle()["content_hash"], hash);
    let (other, _) = told(&INVOICES.replace("three retries", "four retries"));
    assert_ne!(other.shown()["content_hash"], hash, "another content has another hash");
}

/// A category with the first and the last of its modes, and the roles of a seat that it leads.
type Category = (&'static str, [u64; 2], [&'static str; 3]);

const CATEGORIES: [Category; 12] = [
    ("Formal", [1, 8], ["Formal Rigorist", "Logic Guardian", "Proof Architect"]),
    ("Ampliative", [9, 19], ["Pattern Synthesizer", "Evidence Weaver", "Inference Engine"]),
    ("Uncertainty", [20, 24], ["Risk Assessor", "Uncertainty Navigator", "Probability Sage"]),
    ("Vagueness", [25, 29], ["Boundary Analyst", "Gradient Thinker", "Fuzzy Reasoner"]),
    (
        "Inconsistency & Defaults",
        [30, 36],
        ["Conflict Resolver", "Default Challenger", "Belief Auditor"],
    ),
    (
        "Causal & Explanatory",
        [37, 43],
        ["Causal Detective", "Systems Thinker", "Root Cause Analyst"],
    ),
    ("Practical", [44, 54], ["Pragmatic Optimizer", "Decision Engineer", "Solution Architect"]),
    ("Strategic & Social", [55, 58], ["Strategic Analyst", "Game Theorist", "Stakeholder Modeler"]),
    ("Dialectical & Rhetorical", [59, 63], ["Dialectician", "Narrative Analyst", "Frame Builder"]),
    ("Modal & Temporal", [64, 67], ["Modal Reasoner", "Temporal Analyst", "Possibility Explorer"]),
    ("Domain-Specific", [68, 74], ["Domain Expert", "Specialist Reviewer", "Context Maven"]),
    ("Meta-Level", [75, 80], ["Meta-Reasoner", "Epistemic Auditor", "Calibration Sentinel"]),
];

/// Returns a text that speaks for all modes of a category, in the words that the catalogue has for them.
fn speaking_for([first, last]: [u64; 2]) -> String {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let mut text = "# Letters\n\n".to_owned();
    for mode in first..=last {
        let page = env.run(["modes", &mode.to_string(), "--format", "json"]).stdout;
        let page: Value = serde_json::from_str(&page).unwrap();
        for signal in page["mode"]["signals"].as_array().unwrap() {
            let word = signal.as_str().unwrap().trim_end_matches('*');
            text.extend(["The letter must name the ", word, ". "]);
        }
    }
    text
}

/// Rules: 004.role.3, 004.role.4, 004.role.5, 004.role.6, 004.role.7, 004.role.8, 004.role.9, 004.role.10, 004.role.11, 004.role.12, 004.role.13, 004.role.14, 004.categories.1, 004.categories.2, 004.categories.3, 004.categories.4, 004.categories.5, 004.categories.6, 004.categories.7, 004.categories.8, 004.categories.9, 004.categories.10, 004.categories.11, 004.categories.12
#[test]
fn a_seat_is_told_a_role_of_the_category_that_leads_its_modes() {
    let range = |name: &str| CATEGORIES.iter().find(|(one, ..)| *one == name).unwrap().1;
    for (name, own, roles) in CATEGORIES {
        let (held, seats) = told(&speaking_for(own));
        let session = held.shown();
        for (seat, (modes, role)) in session["subagents"].as_array().unwrap().iter().zip(&seats) {
            assert!(roles.contains(&role.as_str()), "{name}: {role}");
            assert_eq!(seat["emergent_role"], role.as_str());
            let chosen = seat["selected_modes"].as_array().unwrap();
            assert_eq!(modes.len(), chosen.len());
            for (mode, chosen) in modes.iter().zip(chosen) {
                let [first, last] = range(chosen["category"].as_str().unwrap());
                assert!((first..=last).contains(mode), "{mode}: {chosen}");
            }
        }
    }
}

/// Rules: 004.meta.1, 004.meta.2, 004.meta.3, 004.meta.4, 004.meta.5, 004.meta.6
#[test]
fn the_modes_about_reviewing_itself_are_told_by_their_names() {
    let (held, _) = told(&speaking_for([75, 80]));
    let text: String = held.asked(1).into_iter().map(|heard| heard.text).collect();
    for told in [
        "- 75 Meta-reasoning",
        "- 76 Calibration and epistemic humility",
        "- 77 Reflective equilibrium",
        "- 78 Transcendental reasoning",
        "- 79 Adversarial / red-team reasoning",
        "- 80 Debiasing / epistemic hygiene",
    ] {
        assert!(text.contains(told), "{told}");
    }
}

/// Rules: 004.selection.2
#[test]
fn a_mode_that_another_seat_holds_weighs_less() {
    let (held, _) = told(INVOICES);
    let session = held.shown();
    let seats = session["subagents"].as_array().unwrap();
    let number = |mode: &Value, key: &str| mode[key].as_f64().unwrap();
    let mut held_before: Vec<u64> = Vec::new();
    let mut shared = 0;
    for seat in seats {
        let chosen = seat["selected_modes"].as_array().unwrap();
        for mode in chosen {
            let id = mode["mode_id"].as_u64().unwrap();
            let times = held_before.iter().filter(|one| **one == id).count();
            // Base relevance times matches over the most matches, less a tenth for each seat that has it, and more for a
            // new category.
            let bonus = number(mode, "selection_score") - number(mode, "affinity_score")
                + 0.1 * f64::from(u32::try_from(times).unwrap());
            assert!((-0.001..=0.201).contains(&bonus), "{mode}: {bonus}");
            shared += times;
        }
        held_before.extend(chosen.iter().map(|mode| mode["mode_id"].as_u64().unwrap()));
    }
    assert!(shared > 0, "no seat shares a mode, so nothing was shown: {held_before:?}");
}

const RECORDS: &str =
    "# Records\n\n- FR-1: The data model has one schema; the entity is an invoice.\n";

const GATEWAY: &str = "\
# Gateway

Performance: latency and throughput are measured after an outage too. Security: authentication by key, authorization by role.
A call is retried after a timeout, then the fallback answers. Retry is mandatory, polling is forbidden. The API has one
interface, one endpoint and one contract with every upstream and downstream system.
";

/// Rules: 004.selection.3, 004.selection.4, 004.relaxation.1, 004.relaxation.2, 004.relaxation.3
#[test]
fn the_best_modes_are_told_and_what_gave_way_for_them_is_on_record() {
    let (held, seats) = told(RECORDS);
    for (modes, _) in &seats {
        assert!([6, 7, 4].iter().all(|mode| modes.contains(mode)), "{modes:?}");
    }
    let shown = held.shown();
    let gave_way = shown["constraint_relaxations"].to_string();
    assert!(gave_way.contains("so the seats share them without a penalty"), "{gave_way}");
    assert_eq!(seats[0].0, [6, 7, 4, 49, 65], "the best scores, then categories that are new");
    let (held, seats) = told(GATEWAY);
    let gave_way = held.shown()["constraint_relaxations"].to_string();
    assert!(gave_way.contains("before one of a new category"), "{gave_way}");
    assert!(seats.iter().all(|(modes, _)| modes.len() == 5));
}

/// Rules: 004.score.1
#[test]
fn a_mode_with_half_the_matches_has_half_of_its_relevance() {
    let text = "# Load\n\n- FR-1: What is irreversible we regret. Hedge against the downside. The load is uniform.\n";
    let (held, _) = told(text);
    let session = held.shown();
    let seats = session["subagents"].as_array().unwrap().iter();
    let mut chosen = seats.flat_map(|seat| seat["selected_modes"].as_array().unwrap());
    let mut affinity = |mode: u64| {
        let found =
            chosen.find(|one| one["mode_id"] == mode).unwrap_or_else(|| panic!("no mode {mode}"));
        found["affinity_score"].as_f64().unwrap()
    };
    assert!((affinity(50) - 2.0 * affinity(23)).abs() < 0.002, "{session}");
}
