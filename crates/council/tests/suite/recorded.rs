//! Two sessions that strong models held under the first protocol, held again under today's with the same answers.
//!
//! Their second round had no key for "this is the same defect", so the seats wrote it into their reasons; what they wrote
//! is read into the key here. Without the recordings these tests say that they are skipped.
#![expect(
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "what a test cannot read has failed"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use council_app::{
    core::{
        agreement::Resolution,
        council::{
            CouncilFinding, CouncilOpening, CouncilProtocol, CouncilQuestion, CouncilSession,
            Effect, Ending, Input, Round,
        },
        depth::Depth,
        finding::SeatId,
        packet::Packet,
        policy::Policy,
        severity::Severity,
    },
    formats::packet::markdown_prd,
    prompts::{prompt, reply},
};
use council_testkit::shared_data;
use serde_json::{Value, json};

/// What the readers of the recordings call the same, by the numbers of the findings.
const WEBHOOK: &str = "2=53 10=57 12=58 13=60 16=38 18=45 19=42 23=47=61";
const PM_TUI: &str = "1=54 2=30 6=34 13=48 15=41";

struct Recording {
    folder: PathBuf,
    packet: Packet,
    opening: CouncilOpening,
}

impl Recording {
    fn open(name: &str, depth: Depth) -> Option<Self> {
        let folder = shared_data("strong-model-session")?.join(name);
        let journal = fs::read_to_string(folder.join("journal.jsonl")).unwrap();
        let first: Value = serde_json::from_str(journal.lines().next().unwrap()).unwrap();
        let opened = &first["entry"];
        let file = &opened["source"]["files"][0];
        let packet = markdown_prd(file[0].as_str().unwrap(), file[1].as_str().unwrap()).value;
        let opening: CouncilOpening = serde_json::from_value(opened["opening"].clone()).unwrap();
        let opening = CouncilOpening { protocol: CouncilProtocol::TODAY, depth, ..opening };
        Some(Self { folder, packet: Packet { id: opening.packet.clone(), ..packet }, opening })
    }

    /// Returns what a seat said in a round of the recording.
    fn recorded(&self, seat: SeatId, round: Round) -> Value {
        let name = format!("{seat}-cycle{}.answer.json", round.number());
        let text = fs::read_to_string(self.folder.join(name)).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    /// Returns what a seat answered in the recording, in the shape of today and with the names that findings have in a
    /// question of today. Where a remediation is voted on in the second round already, its vote of the third is taken.
    fn answer(&self, ask: &CouncilQuestion) -> String {
        let mut said = self.recorded(ask.seat, ask.round);
        match ask.round {
            Round::Broad => {}
            Round::Remediate => {
                let same = same(&said, ask);
                for key in ["opinions", "proposals"] {
                    keep(&mut said, key, ask, &same);
                }
                let pair =
                    |(one, kept): &(String, String)| json!({"finding": one, "same_as": kept});
                said["same"] = same.iter().map(pair).collect();
                if !ask.remediation.is_empty() {
                    let mut voted = self.recorded(ask.seat, Round::Converge);
                    let listed: BTreeSet<String> =
                        ask.remediation.iter().map(|(id, _)| id.to_string()).collect();
                    let list = voted["remediation"].as_array_mut().unwrap();
                    list.retain(|vote| listed.contains(vote["finding"].as_str().unwrap()));
                    said["remediation"] = voted["remediation"].take();
                }
            }
            Round::Converge => {
                for key in ["validity", "remediation"] {
                    keep(&mut said, key, ask, &[]);
                }
            }
        }
        support(&mut said, ask);
        let long = format!("FND-{}-", self.opening.packet);
        said.to_string().replace(&long, "FND-")
    }

    /// Holds the session again, and returns it with the tokens it would have used, counted as they were counted then.
    fn hold(&self) -> (CouncilSession, usize) {
        hold(&self.packet, &self.opening, |ask| self.answer(ask))
    }
}

/// Holds a session with these answers, and returns it with its tokens: the characters of questions and answers by four.
pub(crate) fn hold(
    packet: &Packet,
    opening: &CouncilOpening,
    say: impl Fn(&CouncilQuestion) -> String,
) -> (CouncilSession, usize) {
    let policy = Policy { budget: u64::MAX, ..Policy::default() };
    let (mut session, mut open) = CouncilSession::open(opening.clone()).unwrap();
    let mut characters = 0;
    while let Some(effect) = open.pop() {
        let Effect::Ask(ask) = effect else { continue };
        let words = prompt::render(packet, opening, &ask, "0123456789abcdef");
        let asked = [&words.instructions, &words.packet, &words.role, &words.question];
        let said = say(&ask);
        characters += asked.iter().map(|text| text.chars().count()).sum::<usize>() + said.len();
        let lenses = &opening.selection.lenses;
        let lens = lenses.iter().find(|lens| lens.seat == ask.seat).unwrap();
        let asked = reply::ReplyContext { packet, lens, ask: &ask };
        let answer = reply::read(asked, &said).unwrap();
        let input = Input::Answered { seat: ask.seat, answer, tokens: 0, moment: opening.moment };
        open.extend(session.apply(&policy, input).unwrap());
    }
    (session, characters / 4)
}

/// Puts votes for remediations into the shape of today: nobody is asked why, and where several are shown, the one that was
/// voted on then is the first.
fn support(said: &mut Value, ask: &CouncilQuestion) {
    let Some(votes) = said.get_mut("remediation").and_then(Value::as_array_mut) else { return };
    for vote in votes.iter_mut().filter(|vote| vote["vote"] == "SUPPORT") {
        vote["rationale"] = json!("");
        let is_it = |id: &str| Some(id) == vote["finding"].as_str();
        let mut shown = ask.findings.iter().filter(|shown| is_it(&shown.id.to_string()));
        if shown.any(|shown| !shown.rivals.is_empty()) {
            vote["choice"] = json!("A");
        }
    }
}

/// Leaves out what was said of findings that are one with others now: what is the same is told once.
fn keep(said: &mut Value, key: &str, ask: &CouncilQuestion, same: &[(String, String)]) {
    // A seat answers what it is asked: not of what it has raised itself and nobody doubts.
    let asked = ask.findings.iter().filter(|one| ask.round != Round::Remediate || one.must_assess);
    let asked: BTreeSet<String> = asked.map(|one| one.id.to_string()).collect();
    let shown = |id: &Value| id.as_str().is_some_and(|id| asked.contains(id));
    let gone = |id: &Value| same.iter().any(|(one, _)| Some(one.as_str()) == id.as_str());
    let list = said[key].as_array_mut().unwrap();
    list.retain(|entry| shown(&entry["finding"]) && !gone(&entry["finding"]));
}

/// Reads from the reasons of a seat which findings it calls the same.
fn same(said: &Value, ask: &CouncilQuestion) -> Vec<(String, String)> {
    let by_number: BTreeMap<String, String> = ask
        .findings
        .iter()
        .map(|shown| shown.id.to_string())
        .map(|id| (tail(&id).to_owned(), id))
        .collect();
    let mut pairs = Vec::new();
    for opinion in said["opinions"].as_array().unwrap() {
        let own = opinion["finding"].as_str().unwrap();
        for sentence in opinion["rationale"].as_str().unwrap().split(['.', ';']) {
            let numbers = sentence.split(|c: char| !c.is_ascii_digit());
            for other in numbers.filter_map(|number| by_number.get(number)) {
                let is_shown = by_number.values().any(|id| id == own);
                if is_shown && says_same(sentence) && own != other {
                    let (kept, gone) = (own.min(other.as_str()), own.max(other.as_str()));
                    pairs.push((gone.to_owned(), kept.to_owned()));
                }
            }
        }
    }
    pairs.sort();
    pairs.dedup();
    pairs
}

fn says_same(sentence: &str) -> bool {
    let text = sentence.to_lowercase();
    let says = [
        "same defect",
        "merge",
        "same gap",
        "same contradiction",
        "is the same",
        "says the same",
        "same root",
    ];
    let denies = [" not ", "another", "part ", "repeats"];
    says.iter().any(|words| text.contains(words))
        && !denies.iter().any(|words| text.contains(words))
}

fn number(finding: &CouncilFinding) -> u32 {
    tail(&finding.id().to_string()).parse().unwrap()
}

/// Returns the number at the end of an id, as it is written.
fn tail(id: &str) -> &str {
    id.rsplit('-').next().unwrap()
}

/// Counts what stands there twice, by what the readers of the recording call the same.
fn twice(findings: &[CouncilFinding], readers: &str) -> usize {
    let owner = |wanted: u32| {
        let holds = |finding: &&CouncilFinding| {
            finding.raised().any(|raised| {
                let id = raised.id.to_string();
                tail(&id).parse::<u32>().unwrap() == wanted
            })
        };
        number(findings.iter().find(holds).unwrap_or_else(|| panic!("{wanted} is lost")))
    };
    let groups = readers.split(' ').map(|group| {
        let owners = group.split('=').map(|number| owner(number.parse().unwrap()));
        owners.collect::<BTreeSet<u32>>().len() - 1
    });
    groups.sum()
}

/// Holds a session again by need: everything of weight is settled with a part of the tokens.
fn check_auto(name: &str, most: usize) {
    let Some(recording) = Recording::open(name, Depth::Auto) else { return };
    let (session, tokens) = recording.hold();
    assert!(tokens <= most, "{tokens} tokens");
    assert_eq!(session.ending(), Some(Ending::Converged));
    for finding in session.findings() {
        let is_settled = finding.agreement(session.live()).is_confirmed();
        assert!(is_settled || finding.severity() < Severity::Major, "{} is open", finding.id());
        let resolution = finding.resolution(session.live());
        let is_agreed = resolution == Resolution::RemediationAgreed;
        assert!(is_agreed || finding.severity() < Severity::Blocker, "{}", finding.id());
    }
}

/// Holds a session again: its name, what its readers call the same, how many claims and findings it had then, and the most
/// tokens that it may take now.
fn check(name: &str, readers: &str, (raised, merged): (usize, usize), most: usize) {
    let Some(recording) = Recording::open(name, Depth::Council) else { return };
    let (session, tokens) = recording.hold();
    let findings = session.findings();
    let left = twice(findings, readers);
    assert!(left <= 2, "{left} of {} findings stand there twice", findings.len());
    assert!(tokens <= most, "{tokens} tokens");
    assert_eq!(session.ending(), Some(Ending::Converged));
    assert_eq!(
        findings.iter().flat_map(CouncilFinding::raised).count(),
        raised,
        "every claim is kept"
    );
    // What the readers do not call the same stays apart, but for a few that share a sentence and much of what is said.
    let same = readers.matches('=').count();
    assert!(findings.len() + 2 >= merged - same, "{} findings", findings.len());
    assert!(session.record().judgement().is_some());
}

#[test]
fn the_webhook_session_says_no_defect_twice_and_converges() {
    check("webhook", WEBHOOK, (66, 37), 154_555 * 60 / 100);
}

#[test]
fn the_tui_session_says_no_defect_twice_and_converges() {
    check("pm-tui", PM_TUI, (72, 40), 167_612 * 60 / 100);
}

#[test]
fn by_need_the_webhook_session_settles_the_same_for_less() {
    check_auto("webhook", 154_555 * 35 / 100);
}

#[test]
fn by_need_the_tui_session_settles_the_same_for_less() {
    check_auto("pm-tui", 167_612 * 35 / 100);
}
