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
