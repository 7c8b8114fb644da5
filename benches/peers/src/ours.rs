//! What bestply does in each row.

use bestply::games::Outcome;
use bestply::monte_carlo_tree_search::Settings;
use bestply::othello::{Othello, perft};
use bestply::{Limit, MonteCarloTreeSearch, PrincipalVariationSearch, Searcher, evaluator_fn};

use crate::games::{Game, value_text};
use crate::measurement::{Bytes, Measurement, measured};

/// The most plies of a playout: more than any game of the rows has.
pub(crate) const WHOLE_GAME: u32 = 1000;

/// Monte-Carlo tree search from the start, with random playouts to the end of the game.
pub(crate) fn simulations<P: Game>(count: u64) -> Measurement {
    let settings = Settings::default().with_playout_plies(WHOLE_GAME as usize);
    let mut evaluator = evaluator_fn(|position: &P| position.outcome().map_or(0, Outcome::value));
    let search = || {
        let mut searcher = MonteCarloTreeSearch::new(settings);
        let report = searcher.search(&mut P::start(), &mut evaluator, &Limit::new().evaluations(count));
        (searcher, report)
    };
    let ((_searcher, report), seconds, bytes) = measured(Bytes::Kept, search);
    let best = report.best_move.expect("a game is not over at its start");
    Measurement { seconds, bytes, count: report.counts.evaluations, value: best.to_string() }
}

/// Principal-variation search of each position to a depth, with a new searcher each time.
pub(crate) fn to_depth<P: Game>(positions: &[P], depth: u8) -> Measurement {
    let mut total = Measurement::default();
    let mut values = Vec::new();
    for position in positions {
        let search = || {
            let (mut searcher, mut evaluation) = (PrincipalVariationSearch::default(), P::Evaluation::default());
            let limit = Limit::new().depth(usize::from(depth));
            let report = searcher.search(&mut position.clone(), &mut evaluation, &limit);
            (searcher, report)
        };
        let ((_searcher, report), seconds, bytes) = measured(Bytes::Kept, search);
        total.seconds += seconds;
        total.bytes = total.bytes.max(bytes);
        total.count += report.counts.evaluations;
        values.push(report.value.map_or_else(|| "-".to_owned(), value_text));
    }
    Measurement { value: values.join(" "), ..total }
}

/// The positions of Othello so many plies below the start.
pub(crate) fn othello_perft(depth: u8) -> Measurement {
    let (count, seconds, bytes) = measured(Bytes::Kept, || perft(&Othello::start(), usize::from(depth)));
    Measurement { seconds, bytes, count, value: "-".to_owned() }
}
