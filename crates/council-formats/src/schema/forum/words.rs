//! The closed lists and patterns of the forum's record.

use council_core::forum::{
    Hearing, Loss, PointStance, RoundStatus, Style,
    answer::{AdvocateJudgement, ChallengeResponse, Manner, Stance},
    challenge::{ChallengeStatus, EscalatedBy},
    majority::Direction,
    question::About,
};
use schemars::{Schema, SchemaGenerator};

use super::super::{one_of, one_of_or_null};

pub(super) const HASH: &str = r"^[0-9a-f]{64}$";
pub(super) const SEAT: &str = r"^(po|da)-[1-9][0-9]{0,2}$";
pub(super) const POINT: &str = r"^P[1-9][0-9]*$";
pub(super) const CHALLENGE: &str = r"^CH-[1-9][0-9]*$";
pub(super) const CODE: &str = r"^[A-Z]+(_[A-Z]+)*$";
pub(super) const TIME: &str = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$";

macro_rules! words {
    ($($name:ident: $list:expr, $schema:ident;)+) => {
        $(pub(super) fn $name(_: &mut SchemaGenerator) -> Schema {
            $schema($list)
        })+
    };
}

words! {
    hearing: Hearing::ALL.iter().map(|one| one.word()), one_of;
    style: Style::ALL.iter().map(|one| one.word()), one_of;
    status: RoundStatus::ALL.iter().map(|one| one.word()), one_of;
    loss: Loss::ALL.iter().map(|one| one.word()), one_of;
    manner: Manner::ALL.iter().map(|one| one.word()), one_of;
    stand: ChallengeResponse::ALL.iter().map(|one| one.word()), one_of;
    judgement: AdvocateJudgement::ALL.iter().map(|one| one.word()), one_of;
    about: About::ALL.iter().map(|one| one.word()), one_of;
    on_point: PointStance::ALL.iter().map(|one| one.word()), one_of;
    on_point_or_nowhere: PointStance::ALL.iter().map(|one| one.word()), one_of_or_null;
    stance: Stance::ALL.iter().map(|one| one.word()), one_of_or_null;
    direction: Direction::ALL.iter().map(|one| one.word()), one_of_or_null;
    escalated_by: EscalatedBy::ALL.iter().map(|one| one.word()), one_of_or_null;
    standing: [
        ChallengeStatus::Open,
        ChallengeStatus::Conceded,
        ChallengeStatus::Escalated(EscalatedBy::Advocate),
        ChallengeStatus::Overridden,
        ChallengeStatus::Superseded,
    ].map(ChallengeStatus::word), one_of;
    choice: ["approve", "redirect", "unilateral", "open"], one_of;
}
