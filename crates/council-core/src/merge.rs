//! Equal findings of several seats become one, with every raiser kept.
