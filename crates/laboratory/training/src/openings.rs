use std::path::Path;
use std::sync::Arc;

use bestply::learning::{Features, Layout, SelfPlay};
use bestply::{Evaluator, Value};
use bestply_catalogue::{AnyPosition, Catalogue};
use bestply_experiments::Result;
use bestply_experiments::play::{Openings, read_openings};

/// The positions in which the games of self-play begin, where a file says them.
#[derive(Clone, Default)]
pub(crate) struct Beginnings(Option<Arc<Openings>>);

impl Beginnings {
    /// Reads the file of openings, if there is one.
    pub(crate) fn read(catalogue: &Catalogue, game: &str, file: Option<&Path>) -> Result<Beginnings> {
        Ok(Beginnings(file.map(|file| read_openings(catalogue, game, file).map(Arc::new)).transpose()?))
    }

    /// What the weights depend on besides all else, in a few words.
    pub(crate) fn described(&self) -> String {
        self.0.as_ref().map_or_else(String::new, |openings| format!(", openings {}", openings.checksum))
    }
}

/// Games that begin in other positions than their own starts.
#[derive(Clone)]
pub(crate) struct Begun<G> {
    pub(crate) games: G,
    pub(crate) beginnings: Beginnings,
}

impl<G: SelfPlay<Position = AnyPosition>> SelfPlay for Begun<G> {
    type Position = AnyPosition;

    fn start(&self, number: u64) -> AnyPosition {
        match self.beginnings.0.as_deref() {
            Some(Openings { openings, .. }) => openings[(number % openings.len() as u64) as usize].start.clone(),
            None => self.games.start(number),
        }
    }

    fn outcome(&self, position: &AnyPosition) -> Option<Value> {
        self.games.outcome(position)
    }

    fn partner(&self, number: u64) -> Option<Box<dyn Evaluator<AnyPosition>>> {
        self.games.partner(number)
    }
}

impl<F: Features<Position = AnyPosition>> Features for Begun<F> {
    type Evaluator = F::Evaluator;

    fn layout(&self) -> Layout {
        self.games.layout()
    }

    fn blocks(&self) -> usize {
        self.games.blocks()
    }

    fn evaluator(&self, weights: &[i16]) -> F::Evaluator {
        self.games.evaluator(weights)
    }

    fn active(&self, position: &AnyPosition, indices: &mut Vec<u32>) {
        self.games.active(position, indices);
    }

    fn original(&self, index: u32) -> u32 {
        self.games.original(index)
    }

    fn scale_weight(&self, block: usize) -> Option<u32> {
        self.games.scale_weight(block)
    }
}
