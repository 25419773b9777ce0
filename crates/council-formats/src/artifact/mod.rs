//! Sessions and bundles as they are found in the wild, read into one shape.
