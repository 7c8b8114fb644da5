//! What a graph joins: counts of unbounded best-first minimax on a graph and on a tree, which repeat on any machine.

use bestply::games::breakthrough::Breakthrough;
use bestply::games::connect_four::ConnectFour;
use bestply::games::learnt::{Learnt, Tuples};
use bestply::games::onitama::Onitama;
use bestply::games::oware::Oware;
use bestply::games::tic_tac_toe::TicTacToe;
use bestply::guided_search::Settings;
use bestply::othello::Othello;
use bestply::othello::evaluation::{Evaluation, PatternEvaluation};
use bestply::{
    Evaluator, Event, GuidedGraphSearch, GuidedSearch, Keyed, Limit, Observer, Report, Searcher, Side, evaluator_fn,
};
use bestply_benches::Table;

/// The evaluations of the searches.
const EVALUATIONS: [u64; 4] = [2_000, 10_000, 100_000, 1_000_000];

/// What walks did.
#[derive(Default)]
struct Walks {
    /// Leaves that became nodes.
    expanded: u64,
    /// Leaves that were joined to a node of the same position.
    joined: u64,
    /// Moves to a node.
    moves: u64,
}

impl Observer for Walks {
    fn observe(&mut self, event: Event<'_>) {
        match event {
            Event::Expanded { .. } => self.expanded += 1,
            Event::TableHit { .. } => self.joined += 1,
            Event::Selected { .. } => self.moves += 1,
            _ => {}
        }
    }
}

/// Adds a game: the percentage of leaves that are joined, moves for an expansion, and bytes an evaluation.
fn add_game<P: Keyed + Clone, E: Evaluator<P>>(table: &mut Table, name: &str, start: &P, mut evaluator: E) {
    let mut watched = |searcher: &mut dyn Searcher<P, E>, evaluations| {
        let (mut walks, limit) = (Walks::default(), Limit::new().evaluations(evaluations));
        let report = searcher.search_observed(&mut start.clone(), &mut evaluator, &limit, &mut walks);
        (walks, report)
    };
    for evaluations in EVALUATIONS {
        let (walks, _) = watched(&mut GuidedGraphSearch::new(Settings::unbounded_minimax()), evaluations);
        let joined = walks.joined as f64 / (walks.joined + walks.expanded) as f64;
        table.add(name, format!("joined of {evaluations} (%)"), 100.0 * joined);
    }
    let most = EVALUATIONS[EVALUATIONS.len() - 1];
    let mut add = |kind, (walks, report): (Walks, Report<P::Move>)| {
        table.add(name, format!("moves for an expansion on a {kind}"), walks.moves as f64 / walks.expanded as f64);
        let bytes = report.bytes as f64 / report.counts.evaluations as f64;
        table.add(name, format!("bytes an evaluation on a {kind}"), bytes);
    };
    add("tree", watched(&mut GuidedSearch::new(Settings::unbounded_minimax()), most));
    add("graph", watched(&mut GuidedGraphSearch::new(Settings::unbounded_minimax()), most));
}

fn add_learnt<G: Tuples + Keyed + Clone>(table: &mut Table, name: &str, start: &G) {
    add_game(table, name, start, Learnt::<G>::default());
}

fn main() {
    let mut table = Table::new("transpositions");
    let patterns = Evaluation::new(PatternEvaluation::default(), Side::Max);
    add_game(&mut table, "Othello", &Othello::start(), patterns);
    add_learnt(&mut table, "Connect Four", &ConnectFour::start());
    add_learnt(&mut table, "Breakthrough", &Breakthrough::start());
    add_learnt(&mut table, "Oware", &Oware::start());
    add_learnt(&mut table, "Onitama", &<Onitama as Tuples>::start(1));
    table.finish();

    let mut table = Table::new("solved");
    let mut nothing = evaluator_fn(|_: &TicTacToe| 0);
    let settings = Settings::unbounded_minimax();
    let on_tree = GuidedSearch::new(settings).search(&mut TicTacToe::start(), &mut nothing, &Limit::new());
    let on_graph = GuidedGraphSearch::new(settings).search(&mut TicTacToe::start(), &mut nothing, &Limit::new());
    for (kind, report) in [("tree", on_tree), ("graph", on_graph)] {
        assert!(report.proved, "the search ends with the proof");
        table.add("evaluations that solve tic-tac-toe", kind, report.counts.evaluations as f64);
    }
    table.finish();
}
