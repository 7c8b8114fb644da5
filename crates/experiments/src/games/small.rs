use std::marker::PhantomData;

use bestply::games::breakthrough::Breakthrough;
use bestply::games::connect_four::ConnectFour;
use bestply::games::learnt::{Learnt, Tuples, Weights};
use bestply::games::onitama::Onitama;
use bestply::games::oware::Oware;
use bestply::learning::WeightsError;
use bestply::{Evaluator, Value};

use super::playable::{OneScale, Playable, Starts};
use crate::matches::{Contestant, MatchGame, SearchingContestant};
use crate::spec::{EvaluationName, SearcherSpec};

/// A game whose learnt evaluation is of tuples, with a plain one besides.
pub(crate) struct TupleBoard<G>(PhantomData<fn() -> G>);

impl<G> TupleBoard<G> {
    pub(crate) const fn new() -> TupleBoard<G> {
        TupleBoard(PhantomData)
    }
}

impl<G: Tuples<Plain: Clone> + MatchGame + Send + Sync> Playable for TupleBoard<G> {
    type Position = G;
    type Weights = Weights<G>;

    fn weights(file: &[u8]) -> Result<Weights<G>, WeightsError> {
        Weights::<G>::parse(file)
    }

    fn starts(plies: usize) -> Starts<G> {
        Starts::Drawn { plies, deal: G::start }
    }

    fn contestant(
        spec: &SearcherSpec,
        evaluation: EvaluationName,
        weights: &Weights<G>,
        start: &G,
    ) -> Box<dyn Contestant<G>> {
        match evaluation {
            EvaluationName::Learnt => contestant(spec, Learnt::new(weights.clone()), start),
            _ => contestant(spec, G::Plain::default(), start),
        }
    }
}

fn contestant<P: MatchGame + 'static, E: Evaluator<P> + Clone + 'static>(
    spec: &SearcherSpec,
    evaluator: E,
    start: &P,
) -> Box<dyn Contestant<P>> {
    Box::new(SearchingContestant::new(spec, OneScale(evaluator), start))
}

// Their searches see the ends of games as they are all along, and never have to be told.

impl MatchGame for ConnectFour {
    fn terminal_value(&self) -> Value {
        self.points()
    }
}

impl MatchGame for Breakthrough {
    fn terminal_value(&self) -> Value {
        self.points()
    }
}

/// By the difference of their scores, of which only the sign matters to the players.
impl MatchGame for Oware {
    fn terminal_value(&self) -> Value {
        self.points()
    }
}

impl MatchGame for Onitama {
    fn terminal_value(&self) -> Value {
        self.points()
    }
}
