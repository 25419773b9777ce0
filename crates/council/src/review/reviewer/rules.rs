//! The offline reviewer in a seat: it answers in text like any other, and costs nothing.

use council_core::finding::Claim;
use council_engine::{Answered, BoxFuture, Call, Fault, Reviewer};
use council_prompts::reply::{Reply, Said};
use council_rules::seat::{self, SeatAnswer};

/// The rules.
#[derive(Debug)]
pub(super) struct Rules;

impl Reviewer for Rules {
    fn name(&self) -> String {
        "rules".to_owned()
    }

    fn bound(&self, _call: &Call) -> u64 {
        0
    }

    fn answer<'a>(&'a self, call: &'a Call) -> BoxFuture<'a, Result<Answered, Fault>> {
        Box::pin(async move {
            let said = said(seat::answer(&call.packet, &call.opening, &call.ask));
            Ok(Answered { text: Reply::from(said).text(), tokens: 0 })
        })
    }
}

fn said(answer: SeatAnswer) -> Said {
    let plain = |claims: Vec<Claim>| claims.into_iter().map(|claim| (claim, None)).collect();
    match answer {
        SeatAnswer::Broad(said) => Said {
            claims: plain(said.claims),
            north_star: said.north_star,
            questions: said.questions,
            ..Said::default()
        },
        SeatAnswer::Remediate(said) => Said {
            claims: plain(said.claims),
            opinions: said.opinions,
            proposals: said.proposals,
            north_star: said.north_star,
            questions: said.questions,
            ..Said::default()
        },
        SeatAnswer::Converge(said) => Said {
            opinions: said.opinions,
            proposals: said.proposals,
            validity: said.validity,
            remediation: said.remediation,
            north_star: said.north_star,
            ..Said::default()
        },
    }
}
