//! What came of what was played: records of pairs, scores, cells and what statistics say of them.

pub mod claim;
pub mod provenance;
pub mod records;
pub mod results;
pub mod score;
pub mod sealed;
pub mod standings;
pub mod statistics;

/// A share to a tenth of a percent, without a decimal that says nothing.
pub fn share(share: f64) -> String {
    format!("{}%", (share * 1000.0).round() / 10.0)
}
