//! The stage review: evidence of one stage to one resolution.
