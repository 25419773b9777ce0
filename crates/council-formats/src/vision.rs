//! The user's vision file: phases, progress, oath.
