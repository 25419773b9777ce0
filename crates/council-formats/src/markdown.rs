//! Markdown as a tree of sections, and front matter apart from it.
