//! A provider in a program that was built without models: there is none, and nothing can be sent.

use std::{convert::Infallible, sync::Arc};

use council_engine::{Clock, Pulse};

use super::{Delivered, ProviderConfig, ProviderError};
use crate::{
    failure::Failure,
    wire::{Letter, ModelQuestion, Wire},
};

/// A provider that can be asked, of which there is none.
#[derive(Debug, Clone)]
pub struct Provider {
    name: String,
    never: Infallible,
}

impl Provider {
    /// Refuses to make a provider.
    pub fn new(config: ProviderConfig) -> Result<Self, ProviderError> {
        Err(ProviderError::NotBuilt(config.name))
    }

    /// Gives it a clock.
    #[must_use]
    pub fn with_clock(self, _clock: Arc<dyn Clock>) -> Self {
        self
    }

    /// Returns how many copies of a question can be sent at most.
    pub fn most_copies(&self) -> u64 {
        match self.never {}
    }

    /// Returns what it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns what it speaks.
    pub fn wire(&self) -> Wire {
        match self.never {}
    }

    /// Returns where the bytes go.
    pub fn host(&self) -> String {
        match self.never {}
    }

    /// Asks a model.
    pub async fn ask(
        &self,
        _model: &str,
        _question: &ModelQuestion<'_>,
    ) -> Result<Delivered, Failure> {
        match self.never {}
    }

    /// Sends a letter.
    pub async fn send(&self, _letter: Letter, _pulse: &Pulse) -> Result<Delivered, Failure> {
        match self.never {}
    }
}
