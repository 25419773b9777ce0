//! One session as a page: the verdict first, then what it rests on, then how the council worked.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    agreement::Agreement,
    council::{Ballot, CouncilFinding, CouncilRecord},
    finding::SeatId,
    gate::report::{GateFinding, GateReport, GateStatus},
    quorum::Settlement,
    severity::Severity,
};
use council_formats::report::sheet::{Sheet, SheetItem};

use super::coverage;
use crate::{
    review::{self, Exact},
    sessions::JournaledSession,
    words,
};

/// The most reasons that are named.
const REASONS: usize = 8;

/// Sets a session as a page.
pub(super) fn of(folded: &JournaledSession) -> Sheet {
    let record = &folded.record;
    let headline = review::headline(record, folded.reviewed.stop);
    let mut sheet = Sheet::new(format!("{}: {headline}", record.opening.id));
    sheet.facts(facts(folded, record));
    if let Some(said) = independence(&folded.reviewed.fold.opened().reviewers) {
        sheet.prose(said);
    }
    because(record, &mut sheet);
    decisions(record, &mut sheet);
    gates(record, &mut sheet);
    let exact = Exact::of(folded.reviewed.fold.packet(), record);
    graves(record, &exact, Severity::Blocker, &mut sheet);
    graves(record, &exact, Severity::Major, &mut sheet);
    dissent(record, &mut sheet);
    lesser(record, &exact, Severity::Minor, &mut sheet);
    lesser(record, &exact, Severity::Note, &mut sheet);
    quarantined(record, &mut sheet);
    north_star(record, &mut sheet);
    coverage::show(folded, record, &mut sheet);
    rounds(record, &mut sheet);
    files(folded, record, &mut sheet);
    sheet
}

/// Says where agreement between seats is not what it seems.
pub(super) fn independence(reviewers: &BTreeMap<SeatId, String>) -> Option<String> {
    let mut filled: BTreeMap<&str, Vec<&SeatId>> = BTreeMap::new();
    for (seat, name) in reviewers {
        filled.entry(name).or_default().push(seat);
    }
    let (name, seats) = filled.into_iter().max_by_key(|(_, seats)| seats.len())?;
    match seats.len() {
        0 | 1 => None,
        SeatId::COUNT.. => Some(format!(
            "Three seats, one reviewer ({name}): agreement between them is not independent."
        )),
        _ => Some(format!(
            "{} are filled by one reviewer ({name}): agreement between the two is not independent.",
            words::seats(seats)
        )),
    }
}

fn facts(folded: &JournaledSession, record: &CouncilRecord) -> Vec<(String, String)> {
    let opening = &record.opening;
    let version = opening.version.as_ref().map(|version| format!(", version {version}"));
    let standing = |severity: Severity| standing(record, severity).count();
    let reviewers = &folded.reviewed.fold.opened().reviewers;
    let seats = reviewers.iter().map(|(seat, name)| {
        let lens = opening.selection.lenses.iter().find(|lens| lens.seat == *seat);
        let role = lens.and_then(|lens| lens.role(opening.id.as_str()));
        let lost = if record.lost.contains_key(seat) { ", lost" } else { "" };
        match role {
            Some(role) => format!("{seat} {} ({name}{lost})", role.name),
            None => format!("{seat} ({name}{lost})"),
        }
    });
    let pairs = [
        ("packet", format!("{}{}", opening.packet, version.unwrap_or_default())),
        ("when", moment(record)),
        ("depth", opening.depth.word().to_ascii_lowercase()),
        ("state", words::state(record)),
        ("findings", words::severities(standing)),
        ("seats", seats.collect::<Vec<_>>().join("; ")),
    ];
    let mut facts: Vec<(String, String)> =
        pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let weight = review::weight(&folded.reviewed.fold, record);
    facts.extend(weight.into_iter().map(|(name, value)| (name.to_owned(), value)));
    for (seat, why) in &record.lost {
        facts.push(("lost".to_owned(), format!("{seat}: {why}")));
    }
    if let Some(damage) = &folded.damage {
        let said =
            format!("the journal is damaged from line {}; what follows is not shown", damage.line);
        facts.push(("damage".to_owned(), said));
    }
    facts
}

fn moment(record: &CouncilRecord) -> String {
    let began = record.opening.moment.at.strftime("%Y-%m-%d %H:%M:%S UTC");
    let active = record.now.active.as_secs_f64();
    format!("{began}, active for {active:.1} s, {}", words::count(tokens(record), "token"))
}

fn tokens(record: &CouncilRecord) -> usize {
    usize::try_from(record.tokens).unwrap_or(usize::MAX)
}

fn because(record: &CouncilRecord, sheet: &mut Sheet) {
    let Some(judgement) = record.judgement() else { return };
    sheet.heading("Because");
    let grounds: Vec<String> =
        judgement.decisive().map(|reason| reason.ground.to_string()).collect();
    if grounds.is_empty() {
        sheet.prose("Nothing is left to say.");
        return;
    }
    let mut items: Vec<SheetItem> = grounds.iter().take(REASONS).map(SheetItem::plain).collect();
    if grounds.len() > REASONS {
        items.push(SheetItem::plain(format!("and {} more", grounds.len() - REASONS)));
    }
    sheet.items(items);
}

/// Says what humans have decided since the session ended.
fn decisions(record: &CouncilRecord, sheet: &mut Sheet) {
    if record.decisions.is_empty() {
        return;
    }
    sheet.heading("Decided by humans");
    if let Some(judgement) = record.councils_judgement() {
        sheet.prose(format!("The council's own verdict: {}.", words::verdict(judgement.verdict)));
    }
    let each = record.decisions.iter().flat_map(|decided| {
        decided.decisions.iter().map(move |said| {
            let about = said.findings.iter().chain(&said.gate_findings).cloned();
            let about = about.collect::<Vec<_>>().join(", ");
            let mut item =
                SheetItem::named(about, format!("{}: {}", said.ruling.in_words(), said.reason))
                    .fact("by", format!("{} on {}", decided.by, decided.at));
            if let Some(owner) = &said.owner {
                item = item.fact("owner", owner.clone());
            }
            let is_over = record.day.is_some_and(|day| said.is_over(day));
            match said.until {
                Some(until) if is_over => item.fact("until", format!("{until}, which is over")),
                Some(until) => item.fact("until", until.to_string()),
                None => item,
            }
        })
    });
    sheet.items(each.collect());
}

fn gates(record: &CouncilRecord, sheet: &mut Sheet) {
    let found = |gate: &GateReport, finding: &GateFinding| {
        SheetItem::named(finding.rule.to_string(), finding.message.clone())
            .fact("gate", gate.id.to_string())
            .fact("where", finding.place.to_string())
            .fact("fix", finding.remediation.clone())
    };
    let failed = record.opening.gates.iter().flat_map(|gate| {
        let blockers = gate.findings.iter().filter(|one| one.severity == Severity::Blocker);
        blockers.map(move |finding| found(gate, finding))
    });
    let failed: Vec<SheetItem> = failed.collect();
    if record.opening.gates.is_empty() {
        return;
    }
    sheet.heading("Gates");
    let cells = |gate: &GateReport| {
        let status = match gate.status() {
            GateStatus::Passed => "passed",
            GateStatus::Failed => "failed",
            GateStatus::NotApplicable => "not applicable",
        };
        let of = |severity| gate.findings.iter().filter(|one| one.severity == severity).count();
        [gate.id.to_string(), status.to_owned(), words::severities(of)]
    };
    let rows = record.opening.gates.iter().map(cells).collect();
    sheet.table(["gate", "status", "found"], rows);
    sheet.items(failed);
}

fn graves(record: &CouncilRecord, exact: &Exact, severity: Severity, sheet: &mut Sheet) {
    let items: Vec<SheetItem> =
        standing(record, severity).map(|finding| grave(record, exact, finding)).collect();
    if !items.is_empty() {
        sheet.heading(format!("{} ({})", plural(severity), items.len()));
        sheet.items(items);
    }
}

fn grave(record: &CouncilRecord, exact: &Exact, finding: &CouncilFinding) -> SheetItem {
    let claim = finding.claim();
    let raised: Vec<String> = finding
        .raised()
        .map(|raised| format!("{} ({})", raised.seat, words::through(raised)))
        .collect();
    let agreement = words::agreement(finding.agreement(&record.live));
    let resolution = words::resolution(finding.resolution(&record.live));
    let mut item = SheetItem::named(finding.id().to_string(), words::one_line(&claim.description))
        .fact("short id", named(finding))
        .fact("where", exact.place(finding).to_string())
        .fact("shown by", words::shown_by(claim))
        .fact("raised by", raised.join(", "))
        .fact("standing", format!("{agreement}; {resolution}"));
    if let Some(remediation) = Some(finding.remediation()).filter(|text| !text.is_empty()) {
        item = item.fact("fix", words::one_line(&remediation));
    }
    item
}

/// Returns the name that people write into tickets, with the rule where there is one.
fn named(finding: &CouncilFinding) -> String {
    match &finding.claim().rule {
        Some(rule) => format!("{} [{rule}]", finding.short_id()),
        None => finding.short_id().to_string(),
    }
}

fn dissent(record: &CouncilRecord, sheet: &mut Sheet) {
    let is_split = |ballot: &Ballot| {
        let votes: BTreeSet<_> = ballot.votes.values().map(|cast| cast.vote).collect();
        votes.len() > 1 || ballot.settlement != Settlement::Support
    };
    let disputed = record.findings.iter().filter(|finding| {
        !finding.dissenting().is_empty()
            || finding.validity().is_some_and(is_split)
            || finding.remediation_ballot().is_some_and(is_split)
    });
    let items: Vec<SheetItem> = disputed.map(|finding| disputed_item(record, finding)).collect();
    if record.rounds.len() < 2 && items.is_empty() {
        return;
    }
    sheet.heading(format!("Dissent ({})", items.len()));
    if items.is_empty() {
        sheet.prose("No seat doubted a finding of another, and no vote was split.");
    }
    sheet.items(items);
}

fn disputed_item(record: &CouncilRecord, finding: &CouncilFinding) -> SheetItem {
    let name = format!("{} {}", finding.id(), finding.severity().word());
    let mut item = SheetItem::named(name, words::brief(&finding.claim().description))
        .fact("standing", words::agreement(finding.agreement(&record.live)));
    for (seat, opinion) in finding.opinions() {
        if opinion.holds.is_none() {
            item = item.fact(&format!("{seat} doubts"), words::one_line(&opinion.rationale));
        }
    }
    let ballots = [("valid", finding.validity()), ("remedy", finding.remediation_ballot())];
    for (question, ballot) in ballots {
        for (seat, cast) in ballot.iter().flat_map(|ballot| &ballot.votes) {
            let why = words::one_line(&cast.rationale);
            let why = if why.is_empty() { String::new() } else { format!(": {why}") };
            item = item
                .fact(&format!("{question}?"), format!("{seat} {}{why}", words::vote(cast.vote)));
        }
    }
    item
}

fn lesser(record: &CouncilRecord, exact: &Exact, severity: Severity, sheet: &mut Sheet) {
    let brief = |finding: &CouncilFinding| {
        let said = words::brief(&finding.claim().description);
        let place = exact.place(finding);
        SheetItem::named(finding.id().to_string(), format!("{said} ({place}, {})", named(finding)))
    };
    let items: Vec<SheetItem> = standing(record, severity).map(brief).collect();
    if !items.is_empty() {
        sheet.heading(format!("{} ({})", plural(severity), items.len()));
        sheet.items(items);
    }
}

fn quarantined(record: &CouncilRecord, sheet: &mut Sheet) {
    if record.quarantined.is_empty() {
        return;
    }
    sheet.heading(format!("Quarantined ({})", record.quarantined.len()));
    sheet.prose(
        "Claims that the text does not show. They were not voted on and are not in the verdict.",
    );
    let items = record.quarantined.iter().map(|one| {
        let name = format!("{} in round {}", one.seat, one.round.number());
        SheetItem::named(name, words::brief(&one.claim.claim.description))
            .fact("why", words::one_line(&one.claim.reason))
    });
    sheet.items(items.collect());
}

fn north_star(record: &CouncilRecord, sheet: &mut Sheet) {
    sheet.heading("North Star");
    let (Some(vision), Some(alignment)) = (&record.opening.vision, record.alignment()) else {
        sheet.prose("No vision was given, so the packet was not held against one.");
        return;
    };
    let rows = vision.phases.iter().map(|phase| {
        let name = format!("{} {}", phase.number, phase.name);
        match alignment.phases.get(&phase.number) {
            Some(aligned) => [
                name,
                format!("{:.2}", aligned.score),
                format!("{:.3}", aligned.variance),
                if aligned.is_consensus() { "yes" } else { "no" }.to_owned(),
            ],
            None => [name, "–".to_owned(), "–".to_owned(), "not assessed".to_owned()],
        }
    });
    sheet.table(["phase", "score", "variance", "seats agree"], rows.collect());
    if !record.is_assessed() {
        sheet.prose("Not every seat has assessed every phase.");
    }
}

fn rounds(record: &CouncilRecord, sheet: &mut Sheet) {
    let rows: Vec<[String; 5]> = record
        .rounds
        .iter()
        .map(|round| {
            let took = round.ended.map(|ended| ended.active.saturating_sub(round.began.active));
            [
                format!("{} {}", round.round.number(), words::round(round.round)),
                words::seats(round.answers.keys()),
                round.raised.len().to_string(),
                round.tokens.to_string(),
                took.map_or("open".to_owned(), |took| format!("{:.1} s", took.as_secs_f64())),
            ]
        })
        .collect();
    if !rows.is_empty() {
        sheet.heading("Rounds");
    }
    sheet.table(["round", "answered", "claims", "tokens", "time"], rows);
}

fn files(folded: &JournaledSession, record: &CouncilRecord, sheet: &mut Sheet) {
    let files = &folded.reviewed.files;
    sheet.heading("Files");
    let mut list = vec![
        ("record".to_owned(), files.yaml().to_owned()),
        ("journal".to_owned(), files.journal().to_owned()),
    ];
    if record.ending.is_some() {
        list.push(("bundle".to_owned(), files.bundle().to_owned()));
    }
    sheet.facts(list);
}

/// Returns the findings of a severity that were not voted down.
fn standing(record: &CouncilRecord, severity: Severity) -> impl Iterator<Item = &CouncilFinding> {
    record.findings.iter().filter(move |finding| {
        finding.severity() == severity && finding.agreement(&record.live) != Agreement::QuorumOppose
    })
}

fn plural(severity: Severity) -> &'static str {
    match severity {
        Severity::Blocker => "Blockers",
        Severity::Major => "Majors",
        Severity::Minor => "Minors",
        Severity::Note => "Notes",
    }
}
