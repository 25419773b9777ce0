//! What each role is told about itself: built in, in our words, or a project's own text.

use super::{digest::Digest, seat::ForumRole};

/// The text a seat is given about its role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleDefinition {
    text: String,
    digest: Digest,
}

impl RoleDefinition {
    /// Takes a text.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let digest = Digest::of_text(&text);
        Self { text, digest }
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns its hash, which is what a record keeps.
    pub fn digest(&self) -> &Digest {
        &self.digest
    }
}

/// The definitions of both roles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleDefinitions {
    /// What an owner is told.
    pub owner: RoleDefinition,
    /// What an advocate is told.
    pub advocate: RoleDefinition,
}

impl RoleDefinitions {
    /// Returns the definition of a role.
    pub fn of(&self, role: ForumRole) -> &RoleDefinition {
        match role {
            ForumRole::Owner => &self.owner,
            ForumRole::Advocate => &self.advocate,
        }
    }

    /// Returns the hashes of both definitions.
    pub fn digests(&self) -> RoleDigests {
        RoleDigests { owner: self.owner.digest.clone(), advocate: self.advocate.digest.clone() }
    }
}

/// The built-in definitions.
impl Default for RoleDefinitions {
    fn default() -> Self {
        Self {
            owner: RoleDefinition::new(include_str!("roles/owner.md")),
            advocate: RoleDefinition::new(include_str!("roles/advocate.md")),
        }
    }
}

/// Which definitions the seats of a round were given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleDigests {
    /// The hash of what an owner was told.
    pub owner: Digest,
    /// The hash of what an advocate was told.
    pub advocate: Digest,
}

impl RoleDigests {
    /// Returns the hash of a role's definition.
    pub fn of(&self, role: ForumRole) -> &Digest {
        match role {
            ForumRole::Owner => &self.owner,
            ForumRole::Advocate => &self.advocate,
        }
    }
}
