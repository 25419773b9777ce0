//! What is reviewed: documents, sections, requirements, with exact positions.
