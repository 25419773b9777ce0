//! How much a session's word weighs, from what filled its seats and what left the machine.

use std::collections::BTreeMap;

use council_core::{
    authority::{Authority, Mind},
    council::Record,
    finding::SeatId,
};
use council_engine::{Delivery, Opened, Sent, Traffic};
use council_formats::bundle::{AuthorityShape, DeliveryShape, SentShape};

use crate::reviewer::ReviewerSpec;

/// Weighs a session.
pub(crate) fn of(record: &Record, opened: &Opened) -> Authority {
    let mind = |(seat, name): (&SeatId, &String)| {
        let family = match name.parse().ok()? {
            ReviewerSpec::Model(model) => model.family(),
            ReviewerSpec::Agent(agent) => agent.family().to_owned(),
            ReviewerSpec::Rules
            | ReviewerSpec::Scripted(_)
            | ReviewerSpec::Cassette(_)
            | ReviewerSpec::Loopback(_) => return None,
        };
        Some((*seat, Mind { model: name.clone(), family }))
    };
    Authority::of(record, &opened.reviewers.iter().filter_map(mind).collect())
}

/// Returns what the bundle says of it; nothing where no model sat.
pub(super) fn shape(record: &Record, opened: &Opened, traffic: &Traffic) -> Option<AuthorityShape> {
    let authority = of(record, opened);
    let sat = !authority.models.is_empty() || !traffic.sent().is_empty();
    sat.then(|| AuthorityShape {
        sent: traffic.sent().iter().map(sent).collect(),
        deliveries: summed(traffic.delivered()),
        ..AuthorityShape::new(&authority)
    })
}

fn sent(sent: &Sent<SeatId>) -> SentShape {
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
fn summed(delivered: &[(SeatId, Delivery)]) -> Vec<DeliveryShape> {
    let mut sums: BTreeMap<(SeatId, &str, &str), DeliveryShape> = BTreeMap::new();
    for (seat, one) in delivered {
        let sum = sums.entry((*seat, &one.host, &one.model)).or_insert_with(|| DeliveryShape {
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
