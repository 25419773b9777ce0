//! What the rules see and what they leave alone, in one program.

mod argued;
mod context;
mod contradictions;
mod copies;
mod disagreements;
mod expressions;
mod field;
mod harmless;
mod hostile_documents;
mod layouts;
mod numbers_and_states;
mod other_words;
mod pages;
mod places;
mod quoted;
mod seat;
mod silences;
mod words;
