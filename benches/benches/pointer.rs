//! A search of any game behind a pointer: its time as a multiple of that of one compiled for its game.
//!
//! ```text
//! cargo bench -p bestply-benches --bench pointer --profile release
//! ```
//!
//! measures what a user of the program has, which is linked without optimisation.
//! Both count the same.

use bestply::ProofNumberSearch;
use bestply::games::breakthrough::Breakthrough;
use bestply::games::connect_four::ConnectFour;
use bestply::games::learnt::{Learnt, Tuples};
use bestply::games::onitama::Onitama;
use bestply::guided_search::{Puct, Settings as GuidedSettings, TranspositionTable};
use bestply::othello::Othello;
use bestply::othello::evaluation::{Evaluation, PatternEvaluation};
use bestply::prelude::*;
use bestply::principal_variation_search::Settings;
use bestply::random_game::{EdgeSum, RandomGame, Rules};
use bestply_any_game::{AnyEvaluator, AnyPosition, AnySearcher, Playable};
use bestply_benches::{Table, criterion, measure, uct};
use criterion::Criterion;

const EVALUATIONS: u64 = 30_000;

/// A game that both search, and where their times go.
struct Pair<'t, P, E> {
    name: &'static str,
    start: P,
    evaluator: E,
    table: &'t mut Table,
    criterion: &'t mut Criterion,
}

impl<P: Playable, E: Evaluator<P> + Clone + Send + Sync + 'static> Pair<'_, P, E> {
    /// Adds the ratio of a searcher.
    fn add<S: Searcher<P, E> + Into<AnySearcher>>(&mut self, name: &str, new: impl Fn() -> S) {
        let limit = Limit::new().evaluations(EVALUATIONS);
        let (start, evaluator) = (&self.start, &self.evaluator);
        let native = || new().search(&mut start.clone(), &mut evaluator.clone(), &limit).counts.evaluations;
        let any_start = AnyPosition::new(start.clone());
        let any_evaluator = AnyEvaluator::new::<P, E>(evaluator.clone());
        let pointer = || {
            let mut searcher: AnySearcher = new().into();
            searcher.search(&mut any_start.clone(), &mut any_evaluator.clone(), &limit).counts.evaluations
        };
        assert_eq!(native(), pointer(), "{name} counts the same");
        let group = format!("{}, {name}", self.name);
        let native = measure(self.criterion, &group, "native", native);
        let pointer = measure(self.criterion, &group, "pointer", pointer);
        self.table.add(name, self.name, pointer.zip(native).map(|(pointer, native)| pointer / native));
    }

    /// Adds the ratios of all searchers, with the constants that this scale suits.
    fn add_all(mut self, scale: u32)
    where
        P: Keyed,
    {
        let uct = uct(scale, 0.2, 0.25);
        let puct = GuidedSettings::puct_best_first(Puct::default()).with_scale(uct.scale());
        self.add("alpha-beta", AlphaBeta::default);
        self.add("best-first", BestFirst::default);
        self.add("best-first extension", || BestFirstExtension::new(2));
        self.add("recursive best-first", RecursiveBestFirst::default);
        self.add("principal-variation search", PrincipalVariationSearch::default);
        self.add("selective alpha-beta", || PrincipalVariationSearch::with_settings(Settings::selective(), None));
        self.add("UCT best-first", || GuidedSearch::<Option<TranspositionTable>>::of(uct, None));
        self.add("PUCT best-first on a graph", || GuidedGraphSearch::new(puct));
        self.add("Monte-Carlo tree search", MonteCarloTreeSearch::default);
        self.add("proof numbers", ProofNumberSearch::default);
    }
}

fn main() {
    let (mut table, mut criterion) = (Table::new("pointer"), criterion());
    let patterns = Evaluation::new(PatternEvaluation::default(), Side::Max);
    add_game(&mut table, &mut criterion, "othello", Othello::start(), patterns, 4096);
    add_learnt::<Breakthrough>(&mut table, &mut criterion, "breakthrough", 4096);
    add_learnt::<ConnectFour>(&mut table, &mut criterion, "connect-four", 1024);
    add_learnt::<Onitama>(&mut table, &mut criterion, "onitama", 4096);
    let random = |branching| RandomGame::new(Rules::new(branching, 100).expect("legal rules"), 1);
    add_game(&mut table, &mut criterion, "random-5", random(5), EdgeSum, 32_768);
    add_game(&mut table, &mut criterion, "random-20", random(20), EdgeSum, 32_768);
    criterion.final_summary();
    table.add_means();
    table.finish();
}

fn add_learnt<G>(table: &mut Table, criterion: &mut Criterion, name: &'static str, scale: u32)
where
    G: Tuples + Playable + Keyed,
    Learnt<G>: Evaluator<G> + Default + Clone + Send + Sync + 'static,
{
    add_game(table, criterion, name, G::start(1), Learnt::<G>::default(), scale);
}

fn add_game<P, E>(table: &mut Table, criterion: &mut Criterion, name: &'static str, start: P, evaluator: E, scale: u32)
where
    P: Playable + Keyed,
    E: Evaluator<P> + Clone + Send + Sync + 'static,
{
    Pair { name, start, evaluator, table, criterion }.add_all(scale);
}
