//! Which searchers win sooner and lose later (`docs/meaning.md`, section 20).

use bestply::explicit_game::{ExplicitTree, NodeValue};
use bestply::guided_search::{BackUp, Selection, Settings, TranspositionTable};
use bestply::{
    AlphaBeta, BestFirst, BestFirstExtension, GuidedSearch, Limit, Minimax, MonteCarloTreeSearch, PlainAlphaBeta,
    Position, PrincipalVariationSearch, RecursiveBestFirst, Reset, Searcher,
};
use bestply_any_game::AnySearcher;

use crate::any;

/// Every searcher, and for which trees it knows the distance.
fn searchers() -> Vec<(&'static str, AnySearcher, [bool; 5])> {
    let [whole, textbook] = [[true; 5], [false; 5]];
    let first_found = [true, false, true, true, true];
    let line = [true, false, true, false, true];
    let deepening = [true, true, false, true, false];
    let stable = Settings::unbounded_minimax().with_back_up(BackUp::UntilStable).expect("one leaf at a time");
    // The default urgency looks at every move of these trees before it follows one to the end.
    let exploration_alone = Selection::uct(1.5, 0.0).expect("the constants may be");
    let uct = |settings| GuidedSearch::of(settings, None::<TranspositionTable>).into();
    let patient = Settings::default().with_selection(exploration_alone);
    vec![
        ("minimax", Minimax.into(), textbook),
        ("plain alpha-beta", PlainAlphaBeta.into(), textbook),
        ("alpha-beta", AlphaBeta::default().into(), deepening),
        ("best-first", BestFirst::default().into(), line),
        ("best-first extension", BestFirstExtension::default().into(), line),
        ("RBFMS", RecursiveBestFirst::default().into(), line),
        ("principal-variation search", PrincipalVariationSearch::new(1 << 16).into(), whole),
        ("UCT best-first", uct(Settings::default()), whole),
        ("UCT best-first without urgency", uct(patient), first_found),
        ("Monte-Carlo tree search", <MonteCarloTreeSearch>::default().into(), whole),
        ("unbounded minimax", uct(Settings::unbounded_minimax()), first_found),
        ("unbounded minimax, stable", uct(stable), first_found),
    ]
}

/// A tree, and the move with the soonest win or the latest loss.
const TREES: [(&str, usize); 5] = [
    // A win at once, and one that looks better before.
    ("max 0 (9 (9 (inf)) inf)", 1),
    // A win in three plies, and one in five that looks better.
    ("max 0 (9 (9 (9 (9 (inf)))) 1 (1 (inf)))", 1),
    // A loss in two plies, and one in four.
    ("max 0 (0 (-inf) 0 (0 (0 (-inf))))", 1),
    ("max 0 (0 (0 (0 (-inf))) 0 (-inf))", 0),
    // A loss in two plies that looks better before.
    ("min 0 (-9 (inf) -1 (-1 (-1 (inf))))", 1),
];

#[test]
fn each_searcher_knows_the_distance_where_its_page_says_so() {
    for (name, mut searcher, knows) in searchers() {
        let found = TREES.map(|(tree, best)| {
            let tree = ExplicitTree::parse(tree).expect("it is a tree");
            searcher.reset();
            let (mut position, mut evaluator) = any(tree.position(), NodeValue);
            let report = searcher.search(&mut position, &mut evaluator, &Limit::new());
            if !name.contains("minimax") || name.contains("unbounded") {
                assert!(report.proved, "{name}: {report}");
            }
            report.best_move.map(|mv| position.index_of(mv)) == Some(best)
        });
        // The textbook's are right where the better move comes first.
        let knows = if name.starts_with("minimax") || name.starts_with("plain") {
            [false, false, false, true, false]
        } else {
            knows
        };
        assert_eq!(found, knows, "{name}");
    }
}
