//! What each command prints as JSON: the schemas of the reference, made from the types that are printed.

use council::{
    answer, check, decide, diff, doctor, drill, explain,
    formats::{
        consensus::review::{ExplainedKeys, StageKeys},
        report::schema,
    },
    forum::keys as forum,
    handoff::{HandoffKeys, ReReviewKeys},
    lint, manual, modes,
    panel::keys as panel,
    review, show,
};
use schemars::JsonSchema;
use serde_json::Value;

#[cfg(feature = "postgres")]
use crate::commands::{ExportOutput, StoreOutput, WorkerOutput};
use crate::commands::{InitForumOutput, TrustOutput};

/// Returns the schema of every command that prints JSON, with the command's name; `error` is a command that could not do
/// its work, whichever it was, and `jsonl` a line of JSON Lines.
pub fn outputs() -> Vec<(&'static str, Value)> {
    vec![
        ("answer", schema::of_one::<answer::AnswerOutput<'_>>()),
        ("check", schema::of_some::<check::CheckOutput<'_>>()),
        ("decide", schema::of_one::<AnyDecisionOutput<'_>>()),
        ("diff", schema::of_one::<diff::DiffOutput<'_>>()),
        ("doctor", schema::of_one::<doctor::DoctorOutput>()),
        ("error", schema::of_failure()),
        #[cfg(feature = "postgres")]
        ("export", schema::of_one::<ExportOutput>()),
        ("explain", schema::of_one::<explain::ExplainOutput>()),
        ("forum", schema::of_one::<HeldOutput<forum::ForumKeys<'_>>>()),
        ("gate forum", schema::of_one::<HeldOutput<OrNothing<forum::GateKeys<'_>>>>()),
        ("gate handoff", schema::of_one::<HeldOutput<HandoffKeys<'_>>>()),
        ("gate rereview", schema::of_one::<ReReviewOutput<'_>>()),
        ("gate stage", schema::of_one::<StageOutput<'_>>()),
        #[cfg(feature = "postgres")]
        ("import", schema::of_one::<ExportOutput>()),
        ("init", schema::of_one::<OrNothing<InitForumOutput<'_>>>()),
        ("jsonl", schema::of_line()),
        ("lint", schema::of_listing::<lint::LintFileKeys, lint::RunKeys>()),
        ("modes", schema::of_one::<modes::ModesOutput<'_>>()),
        ("panel", schema::of_one::<HeldOutput<panel::PanelKeys<'_>>>()),
        ("replay", schema::of_one::<OrNothing<AnySessionOutput<'_>>>()),
        ("restore", schema::of_one::<OrNothing<panel::RestoredKeys<'_>>>()),
        ("resume", schema::of_one::<HeldOutput<OrNothing<AnySessionOutput<'_>>>>()),
        ("review", schema::of_some::<HeldOutput<review::ReviewOutput<'_>>>()),
        ("revise", schema::of_one::<OrNothing<panel::RevisedKeys<'_>>>()),
        ("rules", schema::of_one::<RulesOutput>()),
        ("show", schema::of_one::<AnyShowOutput>()),
        #[cfg(feature = "postgres")]
        ("store", schema::of_one::<OrNothing<StoreOutput>>()),
        ("tasks", schema::of_one::<OrNothing<panel::TasksKeys<'_>>>()),
        ("trust", schema::of_one::<TrustOutput<'_>>()),
        #[cfg(feature = "postgres")]
        ("worker", schema::of_one::<WorkerOutput>()),
    ]
}

/// A session that was held, or a gate over one, perhaps as a drill.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is wanted")]
struct HeldOutput<K> {
    #[schemars(flatten)]
    own: K,
    #[schemars(flatten)]
    drill: Option<drill::DrillOutput<'static>>,
}

/// A session of any flow.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is wanted")]
enum AnySessionOutput<'a> {
    /// Of a council.
    Council(Box<review::ReviewOutput<'a>>),
    /// Of a panel.
    Panel(panel::PanelKeys<'a>),
    /// Of a forum.
    Forum(forum::ForumKeys<'a>),
}

/// What `show` says of a repository, or of a store.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is wanted")]
enum AnyShowOutput {
    /// Of a repository, or of one session.
    Repository(show::ShowOutput),
    /// Of a store that many machines share.
    #[cfg(feature = "postgres")]
    Store(StoreOutput),
}

/// Keys that are not there where a step was refused.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is wanted")]
enum OrNothing<K> {
    /// The step was taken.
    Done(K),
    /// It was refused: the signals say why.
    Refused {},
}

/// A decision on a session, a panel review or a forum round.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is wanted")]
enum AnyDecisionOutput<'a> {
    /// On a council session.
    Session(decide::DecideOutput<'a>),
    /// On a panel review.
    Panel(panel::ReviewDecidedKeys<'a>),
    /// On a panel review, and nothing was said.
    Undecided(panel::UndecidedKeys<'a>),
    /// On a forum round.
    Forum(forum::RoundDecidedKeys<'a>),
    /// Refused by a forum.
    ForumRefused(forum::BareForumKeys<'a>),
    /// Refused: the signals say why.
    Refused {},
}

/// What the re-review gate says, or what was decided at it.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is wanted")]
enum ReReviewOutput<'a> {
    /// Whether the panel should meet again.
    Asked(ReReviewKeys<'a>),
    /// That it was decided.
    Closed(panel::ClosedKeys<'a>),
    /// That the decision was refused: the signals say why.
    Refused {},
}

/// What the stage gate says.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is wanted")]
struct StageOutput<'a> {
    #[schemars(flatten)]
    review: StageKeys<'a>,
    #[schemars(flatten)]
    explained: Option<ExplainedKeys<'a>>,
}

/// The rules, or one of them.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is wanted")]
enum RulesOutput {
    /// All of them.
    All(manual::CatalogueKeys),
    /// One of them.
    One(manual::PageKeys),
}
