//! A position that is searched afresh, and watched.

use bestply::{Limit, Observer, Report};
use bestply_catalogue::{AnyEvaluator, AnyMove, AnyPosition, NamedPlayer};
use bestply_experiments::Result;
use bestply_experiments::play::seat::broken;

/// A position, and what its searches evaluate by.
pub(super) struct Root<'r> {
    pub(super) position: &'r AnyPosition,
    pub(super) evaluator: AnyEvaluator,
}

impl Root<'_> {
    /// Searches from nothing, and lets somebody watch.
    pub(super) fn search(
        &mut self,
        player: &NamedPlayer,
        limit: &Limit,
        observer: &mut impl Observer,
    ) -> Result<Report<AnyMove>> {
        let mut searcher = player.any_searcher().map_err(|error| broken(player, error))?;
        Ok(searcher.search_observed(&mut self.position.clone(), &mut self.evaluator, limit, observer))
    }
}
