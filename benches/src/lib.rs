//! What an evaluation costs: the benchmarks of the searchers, in `benches/searchers.rs`.
//!
//! ```text
//! cargo bench --package bestply-benches
//! ```
//!
//! runs them in about a minute and ends with a table of nanoseconds an evaluation.
