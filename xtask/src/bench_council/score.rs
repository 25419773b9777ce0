//! What was found of what was planted, what it cost, and what may be claimed from that.

use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::Value;

use super::plant::{Planted, Sown};

/// What a way of asking found and cost, over all documents.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Score {
    /// How many defects were planted.
    pub(super) plants: usize,
    /// How many of them were found.
    pub(super) hits: usize,
    /// How many sentences were called a defect that are in order.
    pub(super) alarms: usize,
    /// The tokens of all questions and answers.
    pub(super) tokens: u64,
    /// What they cost, where prices are known.
    pub(super) money: Option<f64>,
    /// How long it took.
    pub(super) seconds: f64,
    /// How many sessions were aborted or lost a seat: what they found is less than what was asked for.
    pub(super) broken: usize,
}

impl Score {
    pub(super) fn add(&mut self, other: &Score) {
        self.plants += other.plants;
        self.hits += other.hits;
        self.alarms += other.alarms;
        self.tokens += other.tokens;
        self.money = match (self.money, other.money) {
            (Some(one), Some(two)) => Some(one + two),
            (one, two) => one.or(two),
        };
        self.seconds += other.seconds;
        self.broken += other.broken;
    }
}

/// A finding, as far as it matters where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    quotes: Vec<String>,
    anchor: String,
}

impl Found {
    /// Reads the findings of models from a bundle that so many seats stand behind. What the rules found is not counted: it
    /// is there in every way of asking.
    pub(super) fn read(bundle: &Value, least: usize) -> Vec<Found> {
        let findings = bundle.get("findings").and_then(Value::as_array);
        let stands = |finding: &&Value| {
            let behind = finding.get("supporting_agents").and_then(Value::as_array);
            finding.get("rule_id").is_none_or(Value::is_null)
                && behind.is_some_and(|behind| behind.len() >= least)
        };
        let found = |finding: &Value| {
            let one = finding.get("quote").and_then(Value::as_str);
            let more = finding.get("quotes").and_then(Value::as_array).into_iter().flatten();
            let quotes = one.into_iter().chain(more.filter_map(Value::as_str));
            let location = finding.get("location").and_then(Value::as_str).unwrap_or_default();
            Found {
                quotes: quotes.map(folded).collect(),
                anchor: location.split_once('#').map_or("", |(_, anchor)| anchor).to_owned(),
            }
        };
        findings.into_iter().flatten().filter(stands).map(found).collect()
    }

    /// Tells whether it is about a sentence: it quotes words of it, or has its section and nothing else to show.
    fn is_about(&self, sown: &Sown) -> bool {
        let sentence = folded(&sown.sentence);
        let quotes = |quote: &String| {
            quote.len() >= 8 && (sentence.contains(quote.as_str()) || quote.contains(&sentence))
        };
        if self.quotes.is_empty() {
            self.anchor == sown.anchor
        } else {
            self.quotes.iter().any(quotes)
        }
    }
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Holds what was found against what was planted.
pub(super) fn of(found: &[Found], document: &Planted, bundle: &Value) -> Score {
    let met = |sown: &&Sown| found.iter().any(|one| one.is_about(sown));
    let deliveries = bundle.pointer("/authority/deliveries").and_then(Value::as_array);
    let keys = ["tokens_fresh", "tokens_cache_read", "tokens_cache_written", "tokens_output"];
    let tokens = deliveries
        .into_iter()
        .flatten()
        .flat_map(|one| keys.iter().filter_map(|key| one.get(*key).and_then(Value::as_u64)));
    Score {
        plants: document.plants.len(),
        hits: document.plants.iter().filter(met).count(),
        alarms: document.decoys.iter().filter(met).count(),
        tokens: tokens.sum(),
        money: None,
        seconds: 0.0,
        broken: usize::from(is_broken(bundle)),
    }
}

/// Tells whether a session did not end with all of its seats.
fn is_broken(bundle: &Value) -> bool {
    let metadata = |key: &str| bundle.pointer(&format!("/council_metadata/{key}"));
    let is_aborted = metadata("terminal_state").and_then(Value::as_str) == Some("ABORTED");
    let lost = metadata("lost_agents").and_then(Value::as_array);
    is_aborted || lost.is_some_and(|lost| !lost.is_empty())
}

/// What a model costs, in dollars for a million tokens, as its user has settled it.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub(super) struct Prices {
    input: f64,
    cache_read: Option<f64>,
    output: f64,
}

impl Prices {
    /// Reads the prices of a model from its user's settings.
    pub(super) fn read(settings: &str, model: &str) -> Option<Self> {
        let settings: toml::Table = settings.parse().ok()?;
        settings.get("prices")?.get(model)?.clone().try_into().ok()
    }

    /// Returns what a session has cost by the tokens that its bundle counts.
    pub(super) fn of(self, bundle: &Value) -> f64 {
        let deliveries = bundle.pointer("/authority/deliveries").and_then(Value::as_array);
        let cost = |delivery: &Value| {
            let tokens = |key: &str| delivery.get(key).and_then(Value::as_f64).unwrap_or_default();
            let input = tokens("tokens_fresh") + tokens("tokens_cache_written");
            let read = tokens("tokens_cache_read") * self.cache_read.unwrap_or(self.input);
            (input * self.input + read + tokens("tokens_output") * self.output) / 1e6
        };
        deliveries.into_iter().flatten().map(cost).sum()
    }
}

/// Returns the bounds within which a share lies with 95 of 100, after Wilson.
pub(super) fn bounds(hits: usize, of: usize) -> Option<(f64, f64)> {
    if of == 0 {
        return None;
    }
    let number = |count: usize| u32::try_from(count).map_or(f64::from(u32::MAX), f64::from);
    let (n, z) = (number(of), 1.96_f64);
    let share = number(hits) / n;
    let middle = share + z * z / (2.0 * n);
    let width = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    Some((((middle - width) / scale).max(0.0), ((middle + width) / scale).min(1.0)))
}

/// Puts the ways of asking side by side; below so many plants nothing is claimed.
pub(super) fn table(rows: &[(&str, Score)], fewest: usize) -> String {
    let mut text = format!(
        "{:<24}{:>20}{:>20}{:>11}{:>9}{:>9}\n",
        "", "recall", "precision", "tokens", "money", "seconds"
    );
    for (name, score) in rows {
        let _ = writeln!(
            text,
            "{name:<24}{:>20}{:>20}{:>11}{:>9}{:>9.1}",
            share(score.hits, score.plants),
            share(score.hits, score.hits + score.alarms),
            score.tokens,
            score.money.map_or_else(|| "–".to_owned(), |money| format!("{money:.3}")),
            score.seconds
        );
    }
    let plants = rows.iter().map(|(_, score)| score.plants).min().unwrap_or_default();
    let broken: usize = rows.iter().map(|(_, score)| score.broken).sum();
    if broken > 0 {
        let _ = writeln!(text, "no claim: {broken} sessions were aborted or lost a seat");
    } else if plants < fewest {
        let _ = writeln!(text, "no claim: {plants} plants, and at least {fewest} are needed");
    } else {
        let _ = writeln!(text, "{plants} plants; in brackets what holds with 95 of 100");
    }
    text
}

fn share(hits: usize, of: usize) -> String {
    let Some((low, high)) = bounds(hits, of) else { return "–".to_owned() };
    format!("{hits}/{of} [{low:.2}, {high:.2}]")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::plant, *};

    /// A recorded answer: one plant is quoted, one decoy is, a rule reports a plant, and one seat alone says another.
    fn recorded(document: &Planted) -> Value {
        let finding = |sown: &Sown, seats: &[&str]| {
            json!({"quote": sown.sentence, "location": format!("prd.md#{}", sown.anchor),
                   "supporting_agents": seats})
        };
        let mut ruled = finding(&document.plants[2], &["SA-1"]);
        ruled["rule_id"] = json!("vague-word");
        let all = ["SA-1", "SA-2"];
        json!({
            "findings": [finding(&document.plants[0], &all), finding(&document.decoys[0], &all),
                         finding(&document.plants[1], &["SA-3"]), ruled],
            "authority": {"deliveries": [
                {"tokens_fresh": 100, "tokens_cache_read": 20, "tokens_cache_written": 3, "tokens_output": 7},
                {"tokens_fresh": 70, "tokens_output": 0},
            ]},
        })
    }

    #[test]
    fn what_models_said_is_held_against_what_was_planted() {
        let document = plant::document(1, 0);
        let bundle = recorded(&document);
        let score = of(&Found::read(&bundle, 1), &document, &bundle);
        assert_eq!((score.plants, score.hits, score.alarms, score.tokens), (6, 2, 1, 200));
        let voted = of(&Found::read(&bundle, 2), &document, &bundle);
        assert_eq!((voted.hits, voted.alarms), (1, 1));
    }

    #[test]
    fn what_it_cost_is_told_from_the_tokens_and_the_prices_of_its_user() {
        let settings =
            "[prices]\n\"here:model\" = { input = 2.0, cache_read = 0.5, output = 10.0 }\n";
        let bundle = recorded(&plant::document(1, 0));
        let prices = Prices::read(settings, "here:model").unwrap();
        // 173 tokens are read anew, 20 from a cache, and 7 are written.
        assert!((prices.of(&bundle) - 426e-6).abs() < 1e-12, "{}", prices.of(&bundle));
        assert_eq!(Prices::read(settings, "here:other"), None);
    }

    #[test]
    fn a_claim_about_something_missing_counts_for_its_section_only() {
        let document = plant::document(1, 0);
        let missing = |anchor: &str| json!({"findings": [{"location": format!("prd.md#{anchor}"), "supporting_agents": ["SA-1"]}]});
        let there = missing(&document.plants[0].anchor);
        assert_eq!(of(&Found::read(&there, 1), &document, &there).hits, 1);
        let nowhere = missing("elsewhere");
        assert_eq!(of(&Found::read(&nowhere, 1), &document, &nowhere).hits, 0);
    }

    #[test]
    fn bounds_hold_the_share_and_narrow_with_more_plants() {
        let (low, high) = bounds(10, 20).unwrap();
        assert!((0.29..0.31).contains(&low) && (0.69..0.71).contains(&high), "{low} {high}");
        let (lower, higher) = bounds(100, 200).unwrap();
        assert!(lower > low && higher < high);
        assert_eq!(bounds(0, 0), None);
        assert!(bounds(5, 5).unwrap().1 > 0.999);
    }

    #[test]
    fn what_did_not_end_with_all_of_its_seats_is_no_claim() {
        let document = plant::document(1, 0);
        for (metadata, is_whole) in [
            (json!({"terminal_state": "CONVERGED", "lost_agents": []}), true),
            (json!({"terminal_state": "DEADLOCKED"}), true),
            (json!({"terminal_state": "ABORTED"}), false),
            (json!({"terminal_state": "CONVERGED", "lost_agents": [{"agent_id": "SA-2"}]}), false),
        ] {
            let mut bundle = recorded(&document);
            bundle["council_metadata"] = metadata;
            let score = of(&Found::read(&bundle, 1), &document, &bundle);
            let table = table(&[("auto", Score { plants: 24, ..score })], 20);
            assert_eq!(table.contains("no claim"), !is_whole, "{table}");
        }
    }

    #[test]
    fn below_twenty_plants_nothing_is_claimed() {
        let score =
            |plants| Score { plants, hits: 5, alarms: 1, tokens: 1_000, ..Score::default() };
        let few = table(&[("one call", score(19)), ("auto", score(19))], 20);
        assert!(few.contains("no claim: 19 plants"), "{few}");
        let enough = table(&[("one call", score(20))], 20);
        assert!(!enough.contains("no claim") && enough.contains("5/20 [0.11, 0.47]"), "{enough}");
        assert!(enough.contains("5/6 ["), "{enough}");
    }
}
