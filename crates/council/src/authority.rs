//! How much a session's word weighs, from what filled its seats and what left the machine.

use std::{collections::BTreeMap, fmt::Display};

use council_core::{
    authority::{Authority, Mind, MindKind, Participation},
    council::{CouncilProtocol, CouncilRecord},
    finding::SeatId,
    slice::Slices,
};
use council_engine::{Delivery, Flow, OpeningRecord, SentQuestion, Traffic};
use council_formats::bundle::{
    AuthorityShape, DeliveryShape, ReadingShape, SentShape, SliceShape, SlicesShape,
};

use serde::{Deserialize, Serialize};

use crate::reviewer::ReviewerSpec;

/// Since this version of the journal a session says how much its word weighs even where no model took part.
const ALWAYS_STATED: u32 = 2;

/// The family of a model whose name tells none. A record is folded with the one it was written with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nameless {
    /// The name itself; journals do not name it.
    #[default]
    Own,
    /// [`Authority::UNKNOWN_FAMILY`]: what a server calls a model makes no family.
    Unknown,
}

impl Nameless {
    /// What a session of today says.
    pub(crate) const TODAY: Self = Self::Unknown;

    /// Tells whether it is the one that journals do not name.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub(crate) fn is_unnamed(&self) -> bool {
        *self == Self::default()
    }
}

/// Weighs a council session.
pub(crate) fn of(record: &CouncilRecord, opened: &OpeningRecord) -> Authority {
    let is_told = record.opening.protocol >= CouncilProtocol::Fourth;
    let nameless = if is_told { Nameless::Unknown } else { Nameless::Own };
    let mut minds = minds(&opened.reviewers, nameless);
    minds.extend(record.signers.minds());
    let mut authority = Authority::of(record, &minds);
    // Agents of one program are one mind, however many seats they fill, and no model that anybody could name.
    if !authority.hosts.is_empty() {
        let is_alone = authority.models.is_empty() && authority.people.is_empty();
        authority.standing = if is_alone { Participation::Solo } else { Participation::Partial };
    }
    authority
}

/// Returns the models among what fills the seats.
pub(crate) fn minds<S: Ord + Clone>(
    named: &BTreeMap<S, String>,
    nameless: Nameless,
) -> BTreeMap<S, Mind> {
    let mind = |(seat, name): (&S, &String)| {
        let spec: ReviewerSpec = name.parse().ok()?;
        let asked = spec.asked()?;
        let family = match asked {
            ReviewerSpec::Model(model) => match (model.family(), nameless) {
                (Some(known), _) => known.to_owned(),
                (None, Nameless::Own) => model.model().to_ascii_lowercase(),
                (None, Nameless::Unknown) => Authority::UNKNOWN_FAMILY.to_owned(),
            },
            ReviewerSpec::Agent(agent) => agent.family().to_owned(),
            ReviewerSpec::Rules
            | ReviewerSpec::Human
            | ReviewerSpec::Host
            | ReviewerSpec::Scripted(_)
            | ReviewerSpec::Cassette { .. }
            | ReviewerSpec::Loopback(_) => return None,
        };
        Some((seat.clone(), Mind { model: asked.to_string(), family, kind: MindKind::Model }))
    };
    named.iter().filter_map(mind).collect()
}

/// Returns what a bundle says of it, if the journal is of a version that has it.
pub(crate) fn of_session(
    record: &CouncilRecord,
    opened: &OpeningRecord,
    traffic: &Traffic,
) -> Option<AuthorityShape> {
    let authority = of(record, opened);
    let sat = !authority.is_unheld() || !traffic.sent().is_empty();
    (sat || opened.journal_version >= ALWAYS_STATED).then(|| AuthorityShape {
        slices: record.opening.slices.as_ref().map(slices),
        effective_votes_because: (record.opening.protocol >= CouncilProtocol::Fourth
            && !authority.is_unheld())
        .then(|| authority.why_worth()),
        ..shape(&authority, traffic)
    })
}

/// Puts how much a session's word weighs and what left the machine for it into the words of a record.
pub(crate) fn shape<F: Flow>(authority: &Authority, traffic: &Traffic<F>) -> AuthorityShape {
    AuthorityShape {
        reading: reading(traffic.delivered()),
        sent: traffic.sent().iter().map(sent).collect(),
        deliveries: summed(traffic.delivered()),
        ..AuthorityShape::new(authority)
    }
}

/// Returns what the answers took to read; nothing where no server said so.
pub(crate) fn reading<S>(delivered: &[(S, Delivery)]) -> Option<ReadingShape> {
    let sum = |tokens: &dyn Fn(&Delivery) -> u64| {
        delivered.iter().map(|(_, one)| tokens(one)).fold(0, u64::saturating_add)
    };
    let (fresh, read) = (sum(&|one| one.fresh), sum(&|one| one.cache_read));
    let written = sum(&|one| one.cache_written);
    let naive = fresh.saturating_add(read).saturating_add(written);
    if naive == 0 {
        return None;
    }
    let weighted = fresh
        .saturating_add(read.div_ceil(10))
        .saturating_add(written.saturating_add(written.div_ceil(4)));
    let share = u64_to_f64(weighted) / u64_to_f64(naive);
    Some(ReadingShape {
        tokens_naive: naive,
        tokens_weighted: weighted,
        share: (share * 1_000.0).round() / 1_000.0,
    })
}

fn u64_to_f64(number: u64) -> f64 {
    u32::try_from(number).map_or(f64::from(u32::MAX), f64::from)
}

fn slices(slices: &Slices) -> SlicesShape {
    let sections = |seat: SeatId| slices.of(seat).map(str::to_owned).collect();
    let slice = |seat: &SeatId| SliceShape { agent: seat.to_string(), sections: sections(*seat) };
    SlicesShape {
        sections: slices.pieces.len(),
        read: slices.read.keys().map(slice).collect(),
        unread: slices.unread().map(str::to_owned).collect(),
    }
}

fn sent<S: Display>(sent: &SentQuestion<S>) -> SentShape {
    SentShape {
        agent: sent.seat.to_string(),
        host: sent.what.host.clone(),
        prompt: sent.what.words.clone(),
        bytes: sent.what.bytes,
        blake3: sent.what.hash.clone(),
        times: sent.times,
    }
}

/// Sums what left the machine, by seat, host and model.
fn summed<S: Display + Ord>(delivered: &[(S, Delivery)]) -> Vec<DeliveryShape> {
    let mut sums: BTreeMap<(&S, &str, &str), DeliveryShape> = BTreeMap::new();
    for (seat, one) in delivered {
        let sum = sums.entry((seat, &one.host, &one.model)).or_insert_with(|| DeliveryShape {
            agent: seat.to_string(),
            host: one.host.clone(),
            model: one.model.clone(),
            answers: 0,
            bytes_sent: 0,
            tokens_fresh: 0,
            tokens_cache_read: 0,
            tokens_cache_written: 0,
            tokens_output: 0,
        });
        sum.answers += 1;
        sum.bytes_sent += one.bytes_sent;
        sum.tokens_fresh += one.fresh;
        sum.tokens_cache_read += one.cache_read;
        sum.tokens_cache_written += one.cache_written;
        sum.tokens_output += one.output;
    }
    sums.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_calls_a_model_is_a_family_only_in_records_that_once_said_so() {
        let named = [("a", "here:alpha"), ("b", "here:claude-one"), ("c", "rules")];
        let named: BTreeMap<&str, String> =
            named.into_iter().map(|(seat, name)| (seat, name.to_owned())).collect();
        let families = |nameless| -> Vec<String> {
            minds(&named, nameless).into_values().map(|mind| mind.family).collect()
        };
        assert_eq!(families(Nameless::TODAY), ["unknown", "claude"]);
        assert_eq!(families(Nameless::default()), ["alpha", "claude"]);
    }
}
