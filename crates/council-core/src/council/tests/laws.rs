//! What holds whatever the seats say, and in whichever order.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::{
    depth::Depth,
    diagnostic::Place,
    gate::report::{GateFinding, GateReport, Trust},
};

/// What a seat says, whatever it is asked; findings go by their numbers.
#[derive(Debug, Clone, Default)]
struct Speech {
    claims: Vec<(usize, Severity)>,
    opinions: Vec<(u32, Option<Severity>)>,
    votes: Vec<(u32, Vote)>,
    same: Vec<(u32, u32)>,
    /// Remediations by one of three texts, and whether they exclude the others.
    proposals: Vec<(u32, u8, bool)>,
}

/// What a seat does when it is asked.
#[derive(Debug, Clone)]
enum Deed {
    Speak(Speech),
    Garble,
    Vanish,
}

fn speech() -> impl Strategy<Value = Speech> {
    let severity = || prop::sample::select(Severity::ALL.to_vec());
    let claims = prop::collection::vec((0_usize..3, severity()), 0..3);
    let opinions = prop::collection::vec((1_u32..7, prop::option::of(severity())), 0..5);
    let vote = prop::sample::select(vec![Vote::Support, Vote::Oppose, Vote::Abstain]);
    let votes = prop::collection::vec((1_u32..7, vote), 0..5);
    let same = prop::collection::vec((1_u32..5, 1_u32..5), 0..2);
    let proposals = prop::collection::vec((1_u32..7, 0_u8..3, any::<bool>()), 0..3);
    (claims, opinions, votes, same, proposals).prop_map(
        |(claims, opinions, votes, same, proposals)| Speech {
            claims,
            opinions,
            votes,
            same,
            proposals,
        },
    )
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        12 => speech().prop_map(Deed::Speak),
        1 => Just(Deed::Garble),
        1 => Just(Deed::Vanish),
    ]
}

fn depth() -> impl Strategy<Value = Depth> {
    prop::sample::select(vec![Depth::Council, Depth::Auto])
}

fn spoken(round: Round, depth: Depth, speech: &Speech) -> CouncilAnswer {
    let proposed = || {
        let one = |(number, text, excludes_others): &(u32, u8, bool)| {
            let text = format!("write the bound of reading {text}");
            (id(*number), FixProposal { text, excludes_others: *excludes_others })
        };
        speech.proposals.iter().map(one).collect()
    };
    let mut answer = match round {
        Round::Broad => broad(&speech.claims),
        Round::Remediate => remediate(&speech.opinions),
        Round::Converge => converge(&speech.votes, &speech.votes),
    };
    match &mut answer {
        CouncilAnswer::Broad(answer) => {
            answer.questions =
                speech.votes.iter().map(|(number, _)| format!("why {number}?")).collect();
        }
        CouncilAnswer::Remediate(answer) => {
            answer.proposals = proposed();
            let pairs = speech.same.iter().filter(|(one, other)| one != other);
            answer.same = pairs.map(|(one, other)| (id(*one), id(*other))).collect();
            let votes = speech.votes.iter().map(|(number, vote)| (id(*number), cast(*vote)));
            answer.remediation = votes.collect();
            if let (Depth::Council, CouncilAnswer::Broad(raised)) = (depth, broad(&speech.claims)) {
                answer.findings = raised.findings;
            }
        }
        CouncilAnswer::Converge(answer) => answer.proposals = proposed(),
    }
    answer
}

/// Drives a session to its end: each wave is answered in the order the shuffle gives.
fn drive(deeds: &[[Deed; 3]; 3], order: &[usize]) -> (CouncilSession, Vec<Input>) {
    drive_from(opening(), deeds, order)
}

fn drive_from(
    opening: CouncilOpening,
    deeds: &[[Deed; 3]; 3],
    order: &[usize],
) -> (CouncilSession, Vec<Input>) {
    let (mut session, effects) = CouncilSession::open(opening).unwrap();
    let mut waiting: Vec<SeatId> = asked(&effects);
    let (mut inputs, mut seconds) = (Vec::new(), 0);
    while session.ending().is_none() {
        assert!(!waiting.is_empty(), "an open session waits for somebody");
        waiting.sort_by_key(|seat| order[seat.index()]);
        let seat = waiting.remove(0);
        let round = session.round();
        seconds += 1;
        let moment = moment(seconds);
        let input = match &deeds[usize::from(round.number()) - 1][seat.index()] {
            Deed::Speak(speech) => {
                let answer = by(seat, spoken(round, session.opening().depth, speech));
                Input::Answered { seat, answer, tokens: 10, moment }
            }
            Deed::Garble => {
                Input::Unreadable { seat, reason: "garbled".to_owned(), tokens: 10, moment }
            }
            Deed::Vanish => Input::Lost { seat, reason: "gone".to_owned(), tokens: 0, moment },
        };
        inputs.push(input.clone());
        let effects = session.apply(&Policy::default(), input).unwrap();
        waiting.extend(asked(&effects));
        waiting.retain(|seat| session.live().contains(seat));
    }
    (session, inputs)
}

/// A gate that found one thing.
fn gate(severity: Severity) -> GateReport {
    let found = GateFinding {
        rule: "open-ended".into(),
        subcategory: Subcategory::Ambiguity,
        severity,
        place: Place::file("prd.md"),
        message: "for ever has no end".to_owned(),
        remediation: "name one".to_owned(),
        named: None,
    };
    GateReport {
        id: "GATE-PRD-LINT".into(),
        trust: Trust::Trusted,
        findings: vec![found],
        evidence: Vec::new(),
        not_applicable: None,
    }
}

/// What a human says of findings of the seats and of the gates.
fn decided(
    ruling: Ruling,
    findings: BTreeSet<String>,
    gate_findings: BTreeSet<String>,
) -> DatedDecision {
    let decision = CouncilDecision {
        findings,
        gate_findings,
        ruling,
        reason: "so it is".to_owned(),
        owner: ruling.needs_owner().then(|| "Ben".to_owned()),
        until: None,
    };
    DatedDecision {
        by: "Ada".to_owned(),
        via: None,
        at: moment(9).at,
        shown: String::new(),
        decisions: vec![decision],
        carries_gates: true,
    }
}

fn asked(effects: &[Effect]) -> Vec<SeatId> {
    let ask = |effect: &Effect| match effect {
        Effect::Ask(ask) => Some(ask.seat),
        Effect::Snapshot | Effect::Warn(_) | Effect::Close(_) => None,
    };
    effects.iter().filter_map(ask).collect()
}

fn deeds() -> impl Strategy<Value = [[Deed; 3]; 3]> {
    let wave = || [deed(), deed(), deed()];
    [wave(), wave(), wave()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_session_ends_and_any_order_of_answers_gives_the_same_one(
        deeds in deeds(), depth in depth(), order in Just(vec![0_usize, 1, 2]).prop_shuffle(),
    ) {
        let opening = || CouncilOpening { depth, ..opening() };
        let (straight, _) = drive_from(opening(), &deeds, &[0, 1, 2]);
        let (shuffled, _) = drive_from(opening(), &deeds, &order);
        let aborted = matches!(straight.ending(), Some(Ending::Aborted(_)));
        if aborted {
            // Where a wave breaks off, what was heard before depends on who spoke first; that it ends does not.
            prop_assert_eq!(straight.ending(), shuffled.ending());
        } else {
            prop_assert_eq!(straight.record(), shuffled.record());
        }
    }

    #[test]
    fn replaying_the_inputs_gives_the_same_session(deeds in deeds(), depth in depth()) {
        let opening = || CouncilOpening { depth, ..opening() };
        let (live, inputs) = drive_from(opening(), &deeds, &[2, 0, 1]);
        let (mut replayed, _) = CouncilSession::open(opening()).unwrap();
        for input in inputs {
            replayed.apply(&Policy::default(), input).unwrap();
        }
        prop_assert_eq!(live, replayed);
    }

    #[test]
    fn a_lost_seat_never_votes_and_no_seat_decides_alone(deeds in deeds()) {
        let (session, _) = drive(&deeds, &[0, 1, 2]);
        for finding in session.findings() {
            for ballot in finding.validity().into_iter().chain(finding.remediation_ballot()) {
                prop_assert!(ballot.votes.iter().all(|(seat, _)| session.live().contains(&seat)));
            }
            if finding.agreement(session.live()).is_confirmed() {
                let voting = |ballot: &Ballot| {
                    ballot.votes.values().filter(|cast| cast.vote == Vote::Support).count()
                };
                let behind = finding.supporting().intersection(session.live()).count();
                prop_assert!(finding.validity().map_or(behind, voting) >= 2);
            }
        }
    }

    #[test]
    fn a_vote_counts_as_it_was_cast_so_that_three_in_support_never_deadlock(deeds in deeds()) {
        let (session, _) = drive(&deeds, &[0, 1, 2]);
        let record = session.record();
        for (round, finding) in record.rounds.iter().flat_map(|round| {
            session.findings().iter().map(move |finding| (round, finding))
        }) {
            let Some(ballot) = finding.validity().filter(|_| round.ballot.contains(finding.id())) else {
                continue;
            };
            let cast = |seat: &SeatId| match round.answers.get(seat) {
                Some(CouncilAnswer::Converge(answer)) => answer.validity.get(finding.id()).map(|cast| cast.vote),
                _ => None,
            };
            let cast: Vec<Vote> = session.live().iter().map(|seat| cast(seat).unwrap_or(Vote::Abstain)).collect();
            let counted: Vec<Vote> = ballot.votes.values().map(|cast| cast.vote).collect();
            prop_assert_eq!(&counted, &cast);
            if cast.iter().filter(|vote| **vote == Vote::Support).count() >= 2 {
                prop_assert_eq!(finding.agreement(session.live()), Agreement::QuorumSupport);
            }
        }
    }

    #[test]
    fn where_every_seat_supports_everything_that_is_voted_on_nothing_deadlocks(
        said in [[speech(), speech(), speech()], [speech(), speech(), speech()]], depth in depth(),
    ) {
        let support = || {
            let votes = (1..40).map(|number| (number, Vote::Support)).collect();
            Deed::Speak(Speech { votes, ..Speech::default() })
        };
        let [first, second] = said.map(|round| round.map(Deed::Speak));
        let deeds = [first, second, [support(), support(), support()]];
        let (session, _) = drive_from(CouncilOpening { depth, ..opening() }, &deeds, &[0, 1, 2]);
        prop_assert_eq!(session.ending(), Some(Ending::Converged));
    }

    #[test]
    fn nothing_but_a_humans_word_on_it_takes_a_blocker_or_major_of_the_rules_away(
        deeds in deeds(), depth in depth(), is_blocker in any::<bool>(),
        ruling in prop::sample::select(Ruling::ALL.to_vec()),
    ) {
        let severity = if is_blocker { Severity::Blocker } else { Severity::Major };
        let opening = CouncilOpening { gates: vec![gate(severity)], depth, ..opening() };
        let (mut session, _) = drive_from(opening, &deeds, &[0, 1, 2]);
        let least = if is_blocker { Verdict::Fail } else { Verdict::Remediate };
        let verdict = |session: &CouncilSession| session.record().judgement().unwrap().verdict;
        prop_assert_eq!(session.record().opening.gates[0].findings.len(), 1);
        prop_assert!(verdict(&session) >= least, "{:?}", verdict(&session));
        // A word on everything else leaves it where it is.
        let others = session.findings().iter().map(|finding| finding.id().to_string()).collect();
        session.decide(decided(ruling, others, BTreeSet::from(["F-0000000000".to_owned()])));
        prop_assert!(verdict(&session) >= least.min(Verdict::Fail), "{:?}", verdict(&session));
        let own = session.record().opening.gates[0].findings[0].short_id();
        session.decide(decided(ruling, BTreeSet::new(), BTreeSet::from([own])));
        if !matches!(session.ending(), Some(Ending::Aborted(_))) {
            prop_assert!(verdict(&session) < least, "{:?}", verdict(&session));
        }
    }

    #[test]
    fn seats_that_vote_everything_down_take_nothing_of_the_rules_away(
        claims in prop::collection::vec((0_usize..3, prop::sample::select(vec![Severity::Blocker, Severity::Major])), 1..3),
        is_blocker in any::<bool>(),
    ) {
        let against = || {
            let (opinions, votes) = ((1..5).map(|id| (id, None)), (1..5).map(|id| (id, Vote::Oppose)));
            Deed::Speak(Speech { opinions: opinions.collect(), votes: votes.collect(), ..Speech::default() })
        };
        let first = [Deed::Speak(Speech { claims, ..Speech::default() }), against(), against()];
        let again = || [against(), against(), against()];
        let severity = if is_blocker { Severity::Blocker } else { Severity::Major };
        let gates = vec![gate(severity)];
        let (session, _) = drive_from(CouncilOpening { gates, ..opening() }, &[first, again(), again()], &[0, 1, 2]);
        let voted_down = |finding: &CouncilFinding| finding.agreement(session.live()) == Agreement::QuorumOppose;
        prop_assert!(session.findings().iter().all(voted_down));
        let verdict = session.record().judgement().unwrap().verdict;
        prop_assert_eq!(verdict, if is_blocker { Verdict::Fail } else { Verdict::Remediate });
    }

    #[test]
    fn numbers_and_rounds_stay_in_order(deeds in deeds()) {
        let (session, _) = drive(&deeds, &[1, 2, 0]);
        let record = session.record();
        let rounds: Vec<Round> = record.rounds.iter().map(|round| round.round).collect();
        prop_assert_eq!(&rounds[..], &Round::ALL[..rounds.len()]);
        let mut ids: Vec<FindingId> = record.rounds.iter().flat_map(|round| &round.raised).map(|raised| raised.id.clone()).collect();
        let sorted = { let mut sorted = ids.clone(); sorted.sort(); sorted.dedup(); sorted };
        prop_assert_eq!(&ids, &sorted);
        ids.clear();
    }
}

/// Returns how bad a finding is that SA-1 raised, after opinions and votes with these severities.
fn settled(raised: Severity, opinions: [Severity; 2], voted: [Option<Severity>; 3]) -> Severity {
    let ballot = |severity: Option<Severity>| {
        let mut answer = converge(&[(1, Vote::Support)], &[]);
        if let CouncilAnswer::Converge(answer) = &mut answer {
            answer.validity.values_mut().for_each(|cast| cast.severity = severity);
        }
        answer
    };
    let [two, three] = opinions;
    let [first, second, third] = voted;
    let mut driven = Driven::open().all(broad(&[(0, raised)]), broad(&[]), broad(&[]));
    if driven.session.ending().is_none() {
        driven = driven.all(
            remediate(&[]),
            remediate(&[(1, Some(two))]),
            remediate(&[(1, Some(three))]),
        );
    }
    if driven.session.ending().is_none() {
        driven = driven.all(ballot(first), ballot(second), ballot(third));
    }
    driven.session.findings()[0].severity()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_severity_is_monotone_in_what_the_seats_say(
        opinions in prop::array::uniform2(prop::sample::select(Severity::ALL.to_vec())),
        at in 0_usize..2, worse in prop::sample::select(Severity::ALL.to_vec()),
    ) {
        let mut more = opinions;
        more[at] = more[at].max(worse);
        let before = settled(Severity::Blocker, opinions, [None; 3]);
        prop_assert!(settled(Severity::Blocker, more, [None; 3]) >= before);
        // Two seats hold it, or more, and no two hold anything worse.
        let held = [Severity::Blocker, opinions[0], opinions[1]];
        prop_assert!(held.iter().filter(|one| **one >= before).count() >= 2);
        prop_assert!(held.iter().filter(|one| **one > before).count() < 2);
    }

    #[test]
    fn a_vote_that_says_worse_never_makes_it_better(
        raised in prop::sample::select(Severity::ALL.to_vec()),
        opinions in prop::array::uniform2(prop::sample::select(Severity::ALL.to_vec())),
        voted in prop::array::uniform3(prop::option::of(prop::sample::select(Severity::ALL.to_vec()))),
        at in 0_usize..3, worse in prop::sample::select(Severity::ALL.to_vec()),
    ) {
        let before = settled(raised, opinions, voted);
        let view = voted[at].unwrap_or([raised, opinions[0], opinions[1]][at]);
        let mut more = voted;
        more[at] = Some(view.max(worse));
        prop_assert!(settled(raised, opinions, more) >= before);
    }
}
