//! What a search on the tree does and reports, step by step, whether the tree keeps moves or not.

#[macro_use]
mod table;

mod report;
mod steps;
