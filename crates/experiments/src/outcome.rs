//! What is computed from the games played: records of pairs, scores, cells and statistics.

pub mod claim;
pub mod provenance;
pub mod records;
pub mod results;
pub mod score;
pub mod sealed;
pub mod standings;
pub mod statistics;

/// A share in percent to a tenth of a percent, without a decimal that is zero.
pub fn share(share: f64) -> String {
    format!("{}%", (share * 1000.0).round() / 10.0)
}
