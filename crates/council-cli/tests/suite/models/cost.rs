//! What models may cost, and what happens when that is not enough.

use super::*;

#[test]
fn a_packet_that_cannot_fit_the_budget_is_refused_before_anything_is_sent() {
    let server = StandIn::start(Dialect::Chat, ProviderFault::None, "{}").unwrap();
    let env = env(&[("here", &server)], Dialect::Chat);
    let output = env.run(["review", "prd.md", "--reviewer", "here:m", "--budget", "9000"]);
    assert_eq!(output.code, 3, "{}", output.stdout);
    assert!(output.stderr.contains("more than the budget of 9000"), "{}", output.stderr);
    assert!(output.stderr.contains("--depth standard"), "{}", output.stderr);
    assert_eq!(server.received(), []);
    assert!(!env.repo().join("evidence").exists());
}

#[test]
fn a_packet_that_cannot_fit_is_shared_out_by_section_where_that_is_wanted() {
    let play = |call: &ReceivedRequest, _| (ProviderFault::None, reply(call));
    let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let env = env(&[("here", &server)], Dialect::Chat);
    let part = |number: u32| {
        format!("\n## Part {number}\n\n{}", format!("Line of part {number}.\n").repeat(80))
    };
    env.write("prd.md", PRD.to_owned() + &(1..=12).map(part).collect::<String>());
    let budget = ["--reviewer", "here:m", "--budget", "100000"];
    let refused = review(&env, &budget);
    assert_eq!((refused.code, server.received().len()), (3, 0), "{}", refused.stdout);
    assert!(refused.stderr.contains("--slice"), "{}", refused.stderr);
    let wanted: Vec<&str> = budget.iter().copied().chain(["--slice"]).collect();
    let report = json(&review(&env, &wanted));
    let slices = &report["authority"]["slices"];
    assert_eq!(slices["sections"], 15, "{report}");
    let read: Vec<usize> = slices["read"]
        .as_array()
        .unwrap()
        .iter()
        .map(|slice| slice["sections"].as_array().unwrap().len())
        .collect();
    assert!(read.len() == 3 && read.iter().all(|read| (1..15).contains(read)), "{slices}");
    let spent = report["council_metadata"]["budget_consumed_tokens"].as_u64().unwrap();
    assert!(spent <= 100_000, "{report}");
    for call in server.received() {
        assert!(call.body.contains("--- left out here: sections: "), "{}", call.body);
    }
    let whole = review(&env, &["--reviewer", "here:m", "--budget", "900000", "--slice"]);
    assert_eq!(json(&whole)["authority"]["slices"], Value::Null, "what fits is not sliced");
    let again = env.run(["replay", "latest", "--check"]);
    assert_eq!(again.code, 0, "{}{}", again.stdout, again.stderr);
}

#[test]
fn the_doctor_asks_every_model_once_and_says_what_a_review_would_cost() {
    let sound = StandIn::start(Dialect::Chat, ProviderFault::None, "{\"ok\": true}").unwrap();
    let broken = StandIn::start(Dialect::Chat, ProviderFault::Status(404, None), "").unwrap();
    let env = env(&[("sound", &sound), ("broken", &broken)], Dialect::Chat);
    let ready = env.run(["doctor", "prd.md", "--reviewer", "sound:m"]);
    assert_eq!(ready.code, 0, "{}{}", ready.stdout, ready.stderr);
    assert!(ready.stdout.contains("sound:m in SA-1, SA-2, SA-3"), "{}", ready.stdout);
    assert!(ready.stdout.contains("an unknown price (`sound:m`)"), "{}", ready.stdout);
    assert_eq!(sound.received().len(), 1);
    let ill = env.run(["doctor", "--reviewer", "sound:m", "--seat", "SA-2=broken:m"]);
    assert_eq!(ill.code, 3, "{}{}", ill.stdout, ill.stderr);
    assert!(ill.stdout.contains("NO_SUCH_MODEL"), "{}", ill.stdout);
    let unasked = env.run(["doctor", "--reviewer", "sound:m", "--no-probe"]);
    assert_eq!((unasked.code, sound.received().len()), (0, 2), "{}", unasked.stdout);
}

#[test]
fn a_review_keeps_below_what_it_may_cost_or_does_not_begin() {
    let play = |call: &ReceivedRequest, _| (ProviderFault::None, reply(call));
    let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let env = env(&[("here", &server)], Dialect::Chat);
    let review =
        |cost: &str| env.run(["review", "prd.md", "--reviewer", "here:m", "--max-cost", cost]);
    let unknown = review("1");
    assert_eq!(unknown.code, 3, "{}", unknown.stdout);
    assert!(unknown.stderr.contains("there is no price for `here:m`"), "{}", unknown.stderr);
    let toml = fs::read_to_string(env.home().join(".config/council/config.toml")).unwrap();
    env.write_user(&format!("{toml}[prices]\n\"here:m\" = {{ input = 1.0, output = 2.0 }}\n"));
    let dear = review("0.01");
    assert!(dear.stderr.contains("more than $0.01"), "{}", dear.stderr);
    assert_eq!(server.received(), []);
    assert_eq!(review("10").code, 2);
}

#[test]
fn a_panel_keeps_below_its_budget_and_its_price_or_does_not_begin() {
    let server = StandIn::start(Dialect::Chat, ProviderFault::None, "{}").unwrap();
    let env = env(&[("here", &server)], Dialect::Chat);
    let panel = |more: &[&str]| {
        let panel = ["panel", "prd.md", "--project", "export", "--reviewer", "here:m"];
        env.run(panel.iter().chain(more))
    };
    let large = panel(&["--budget", "9000"]);
    assert_eq!(large.code, 3, "{}", large.stdout);
    assert!(large.stderr.contains("more than the budget of 9000"), "{}", large.stderr);
    let unknown = panel(&["--max-cost", "1"]);
    assert!(unknown.stderr.contains("there is no price for `here:m`"), "{}", unknown.stderr);
    assert_eq!(server.received(), []);
    assert!(!env.repo().join("workspace/export/handoffs").exists());
}

#[test]
fn a_dry_run_says_what_models_cost_and_needs_no_key() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    let model = "anthropic:claude-sonnet-4-5";
    for command in [vec!["review", "prd.md"], vec!["panel", "prd.md", "--project", "export"]] {
        let seated = ["--reviewer", model, "--dry-run"];
        let shown = env.run_keyless(command.iter().chain(&seated));
        assert_eq!(shown.code, 0, "{}", shown.stderr);
        assert!(shown.stdout.contains("at most $"), "{}", shown.stdout);
        let json = env.run(command.iter().chain(&seated).chain(&["--format", "json"]));
        let json = self::json(&json);
        assert!(json["nanodollars"].as_u64().unwrap() > 0, "{json}");
        assert_eq!(json["tokens_estimated"], json["tokens_charged"], "{json}");
        let offline = env.run(command.iter().chain(&["--dry-run", "--format", "json"]));
        assert_eq!(self::json(&offline)["tokens_charged"], 0, "{}", offline.stdout);
    }
}

#[test]
fn a_call_that_broke_off_counts_towards_the_budget_with_the_most_it_can_have_cost() {
    let play = |call: &ReceivedRequest, number| {
        let fault = if number < 2 { ProviderFault::CutAfter(40) } else { ProviderFault::None };
        (fault, reply(call))
    };
    let server = StandIn::play(Dialect::Chat, Duration::ZERO, play).unwrap();
    let env = env(&[("here", &server)], Dialect::Chat);
    let spent = || {
        let output = review(&env, &["--seat", "SA-1=here:m", "--depth", "standard"]);
        json(&output)["council_metadata"]["budget_consumed_tokens"].as_u64().unwrap()
    };
    let (broken, whole) = (spent(), spent());
    assert!(broken > whole + 2 * 4_000, "{broken} with two that broke off, {whole} without");
}
