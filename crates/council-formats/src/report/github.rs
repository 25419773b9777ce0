//! For GitHub Actions: workflow commands.
