//! From a statement to the one shape we write.

use council_core::gate::stage::AgentStatement;
use schemars::JsonSchema;
use serde::Serialize;

/// Consensus JSON: what one agent leaves behind about a stage. What it does not say is left out.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "StageEvidence")]
pub struct EvidenceShape {
    /// Who says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The model behind the agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The run it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// When it was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<String>,
    /// How the agent failed, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The last day on which it holds, where humans have let something pass until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds_until: Option<String>,
    /// What the agents agree and disagree on.
    pub consensus: ConsensusShape,
}

/// What the agents agree and disagree on.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ConsensusShape {
    /// What contradicts what; always there, empty if nothing does.
    pub conflicts: Vec<String>,
    /// What the agent calls the state of its synthesis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub synthesis_status: Option<String>,
}

/// Renders a statement. What it does not say is left out; the conflicts are always there.
pub fn render(statement: &AgentStatement) -> String {
    let shape = EvidenceShape {
        agent: statement.agent.clone(),
        model: statement.model.clone(),
        run_id: statement.run.clone(),
        timestamp: statement.at.map(|at| at.to_string()),
        error: statement.error.clone(),
        holds_until: statement.until.map(|day| day.to_string()),
        consensus: ConsensusShape {
            conflicts: statement.conflicts.clone(),
            synthesis_status: statement.status.clone(),
        },
    };
    format!("{:#}\n", serde_json::json!(shape))
}
