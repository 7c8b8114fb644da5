//! Searches shown step by step, compared with Figures 1 and 2 of the papers.

use std::fs;
use std::path::{Path, PathBuf};

use bestply::explicit_game::ExplicitTree;
use bestply::random_game::{EdgeSum, Numbering, RandomGame, Rules};
use bestply::tree::{Expansion, Memory, Tree};
use bestply::{
    Advance, BestFirst, Evaluator, Found, Limit, Meter, Observer, Position, Report, Reset, Search, Searcher, Side, Stop,
};
use bestply_catalogue::{AnyEvaluator, AnyPosition, Catalogue, Logic, NamedPlayer, SearcherEntry, Settings};
use bestply_testkit::reviewable;
use bestply_trace::{MAX_CHILDREN, MAX_LEVELS, MOST_STEPS, Trace, parse_tree};

/// The length of the papers' random games.
const LENGTH: usize = 100;

fn player(searcher: &str) -> NamedPlayer {
    Catalogue::standard().player(searcher).unwrap()
}

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/trees").join(name)
}

fn trace_file(name: &str, searcher: &str) -> Trace {
    of_file(&player(searcher), name)
}

fn of_file(player: &NamedPlayer, name: &str) -> Trace {
    Trace::of_tree_json(player, &fs::read(shipped(name)).unwrap(), name, MOST_STEPS).unwrap()
}

fn trace_text(json: &str, searcher: &str) -> Trace {
    trace_tree(&parse_tree(json.as_bytes(), "test").unwrap(), searcher)
}

fn trace_tree(tree: &ExplicitTree, searcher: &str) -> Trace {
    Trace::of_tree(&player(searcher), tree, MOST_STEPS).unwrap()
}

fn trace_random(branching: usize, seed: u64, searcher: &str) -> Trace {
    let rules = Rules::new(branching, LENGTH).unwrap().with_numbering(Numbering::Keyed);
    let start = AnyPosition::new(RandomGame::new(rules, seed));
    let evaluator = AnyEvaluator::new::<RandomGame, _>(EdgeSum);
    Trace::new(&player(searcher), "random", (start, evaluator), MOST_STEPS).unwrap()
}

fn text_and_json(trace: &Trace) -> String {
    reviewable(&format!("{}\n{}\n", trace.text(), trace.outcome()))
}

#[test]
fn best_first_on_the_figure_of_1993() {
    insta::assert_snapshot!(text_and_json(&trace_file("figure-1-1993.json", "best-first:depth=2")));
}

#[test]
fn best_first_on_the_figure_of_1992() {
    insta::assert_snapshot!(text_and_json(&trace_file("figure-1-1992.json", "best-first:depth=2")));
}

/// All of Figure 2 of 1993: pictures A to E, and the bounds of every node on the principal variation.
///
/// The tree that is left is the last picture. A terminal node then ends the search.
#[test]
fn figure_2_of_1993() {
    insta::assert_snapshot!(text_and_json(&trace_file("figure-1-1993.json", "recursive-best-first:depth=2")));
}

/// Figure 2 of 1992, by the algorithm of 1992.
#[test]
fn figure_2_of_1992() {
    insta::assert_snapshot!(text_and_json(&trace_file("figure-1-1992.json", "recursive-best-first:depth=2,form=1992")));
}

#[test]
fn an_early_return_done_again() {
    insta::assert_snapshot!(text_and_json(&trace_file("early-return.json", "recursive-best-first:depth=2")));
}

/// MAX moves twice by move 0, whose children inherit. In this tree the report's rule goes wrong.
#[test]
fn inherited_values() {
    let searcher = "recursive-best-first:depth=4,form=1992";
    insta::assert_snapshot!(text_and_json(&trace_file("double-move.json", searcher)));
}

/// In linear space the search finds the same, and expands the same nodes in the same order.
#[test]
fn recursive_best_first_is_best_first() {
    for seed in 0..50 {
        let best_first = trace_random(3, seed, "best-first:depth=8");
        for searcher in ["depth=8", "depth=8,form=1992", "depth=8,generation=all"] {
            let recursive = trace_random(3, seed, &format!("recursive-best-first:{searcher}"));
            let found = |trace: &Trace| {
                let outcome = trace.outcome();
                (outcome.line.clone(), outcome.value, outcome.expansions.clone(), outcome.stop)
            };
            assert_eq!(found(&recursive), found(&best_first), "{searcher}, seed {seed}");
            let first = recursive.outcome().first_generations.unwrap();
            assert!(first <= recursive.outcome().generations);
            if searcher == "depth=8" {
                assert_eq!(first, best_first.outcome().generations);
                assert_eq!(recursive.outcome().expanded_partially, best_first.outcome().expanded_partially);
            }
        }
    }
}

#[test]
fn alpha_beta_on_the_figure_of_1993() {
    insta::assert_snapshot!(text_and_json(&trace_file("figure-1-1993.json", "alpha-beta:depth=2")));
}

#[test]
fn best_first_extension_on_the_figure_of_1993() {
    let searcher = "best-first-extension:alpha_beta_depth=1,depth=2";
    insta::assert_snapshot!(text_and_json(&trace_file("figure-1-1993.json", searcher)));
}

/// Searchers that keep no tree are shown by what they enter, generate and back up.
#[test]
fn minimax_on_the_figure_of_1993() {
    insta::assert_snapshot!(text_and_json(&trace_file("figure-1-1993.json", "minimax:depth=2")));
}

#[test]
fn plain_alpha_beta_on_the_figure_of_1993() {
    insta::assert_snapshot!(text_and_json(&trace_file("figure-1-1993.json", "plain-alpha-beta:evaluations=100")));
}

/// It makes children in an order of its own, and anew in each iteration.
#[test]
fn principal_variation_search_on_the_figure_of_1993() {
    let trace = trace_file("figure-1-1993.json", "principal-variation-search:depth=2");
    insta::assert_snapshot!(text_and_json(&trace) + "\n" + &trace.dot());
}

/// Whatever a searcher tells its observer can be shown, and the last tree has the value that the searcher found.
#[test]
fn every_searcher_is_traced() {
    let catalogue = Catalogue::standard();
    for about in catalogue.searchers() {
        let first_depth = about.first_depth.map_or_else(String::new, |key| format!(",{key}=2"));
        let searcher = format!("{}:depth=5,evaluations=2000{first_depth}", about.name);
        for seed in 0..20 {
            let trace = trace_random(3, seed, &searcher);
            let outcome = trace.outcome();
            assert!(!outcome.line.is_empty() && !outcome.expansions.is_empty(), "{searcher}, seed {seed}");
            assert_eq!(outcome.expansions.paths().next(), Some(Vec::new()), "{searcher} expands the root first");
            assert_eq!(outcome.first_generations.is_some(), about.regenerates);
            let text = trace.text();
            assert!(text.contains("← the principal leaf"), "{searcher}, seed {seed}:\n{text}");
            assert!(trace.dot().contains("style=bold"), "{searcher}, seed {seed}");
        }
    }
}

#[test]
fn every_game_is_traced() {
    let catalogue = Catalogue::standard();
    for game in catalogue.games() {
        let table = if game.name == "random" { "branching = 4" } else { "" };
        let settings = catalogue.game_with(game.name, &table.parse().unwrap()).unwrap();
        let evaluations: Vec<&str> = game.evaluations_with(false).collect();
        let venue = settings.venue(None, &evaluations).unwrap();
        for searcher in ["best-first:evaluations=200", "plain-alpha-beta:depth=2"] {
            let evaluator = venue.evaluator(game.evaluations[0], Side::Max);
            let trace = Trace::new(&player(searcher), game.name, (venue.start(1).0, evaluator), 20).unwrap();
            let text = trace.text();
            assert!(trace.outcome().evaluations > 0 && text.contains("\n1. "), "{}:\n{text}", game.name);
        }
    }
}

/// A user's searcher that plays the first move and tells an observer nothing.
struct First;

impl Reset for First {
    fn reset(&mut self) {}
}

impl<P: Position> Advance<P> for First {
    fn advance(&mut self, _: &mut P, _: P::Move) {}
}

impl<P: Position, E: Evaluator<P>> Search<P, E> for First {
    fn run<O: Observer>(&mut self, position: &mut P, evaluator: &mut E, limit: &Limit, _: &mut O) -> Report<P::Move> {
        Found::new(Stop::Depth).report(position, evaluator, &Meter::start(limit))
    }
}

#[test]
fn a_searcher_that_tells_nothing() {
    let catalogue = Catalogue::standard().searcher(SearcherEntry::new("first", |_| Ok(|| First)));
    let spec = catalogue.player("first:depth=1").unwrap();
    let trace = of_file(&spec, "figure-1-1993.json");
    insta::assert_snapshot!(text_and_json(&trace));
}

#[test]
fn a_searcher_of_ones_own_says_its_logic() {
    let mine = |_: &mut Settings| Ok(BestFirst::default);
    let told = SearcherEntry::new("told", mine).logic(Logic::BestFirst);
    let catalogue = Catalogue::standard().searcher(told).searcher(SearcherEntry::new("untold", mine));
    let reasons = |searcher: &str| -> Vec<String> {
        let spec = catalogue.player(searcher).unwrap();
        let trace = of_file(&spec, "figure-1-1993.json");
        trace.steps().iter().map(|step| step.why.clone()).collect()
    };
    assert_eq!(reasons("told:depth=2"), reasons("best-first:depth=2"));
    assert_ne!(reasons("untold:depth=2"), reasons("best-first:depth=2"));
}

#[test]
fn an_early_return_and_a_resumption() {
    insta::assert_snapshot!(text_and_json(&trace_file("early-return.json", "best-first:depth=2")));
}

#[test]
fn graphviz() {
    insta::assert_snapshot!(trace_file("early-return.json", "best-first:depth=2").dot());
}

#[test]
fn a_random_game() {
    insta::assert_snapshot!(reviewable(&trace_random(3, 1, "best-first:depth=7").outcome().to_string()));
}

#[test]
fn a_double_move_and_a_cut_expansion() {
    let tree = r#"{ "to_move": "min", "root": { "value": 0, "children": [
        { "side": "min", "value": -3, "children": [ { "value": -2147483648 }, { "value": 1 }, { "value": 2 } ] },
        { "value": 2147483647 }
    ] } }"#;
    insta::assert_snapshot!(text_and_json(&trace_text(tree, "best-first:evaluations=4")));
}

#[test]
fn a_terminal_root() {
    let trace = trace_text(r#"{ "to_move": "max", "root": { "value": 5 } }"#, "best-first:depth=2");
    insta::assert_snapshot!(text_and_json(&trace) + "\n" + &trace.dot());
}

/// The steps of a large tree remain readable: each says what it changed, and only the first and the last draw the tree.
#[test]
fn a_large_tree() {
    let trace = trace_random(6, 1, "best-first:evaluations=3000");
    let text = trace.text();
    assert!(trace.outcome().expansions.len() > 500);
    assert_eq!(trace.steps().len(), trace.all_steps());
    let longest = text.split("\n\n").map(|step| step.lines().count()).max().unwrap();
    assert!(longest < 100, "a step takes {longest} lines");
    insta::assert_snapshot!(text.split("\n\n").skip(46).take(4).collect::<Vec<_>>().join("\n\n"));
}

#[test]
fn json_is_json_with_its_keys_in_order() {
    for searcher in
        ["best-first:depth=3", "alpha-beta:depth=3,fail=soft", "alpha-beta:evaluations=1", "best-first:time_ms=1"]
    {
        let line = trace_random(4, 7, searcher).json();
        let outcome: serde_json::Value = serde_json::from_str(&line).unwrap();
        let keys = ["move", "value", "line", "expansions", "evaluations", "generations", "expanded_partially", "stop"];
        let places: Vec<_> = keys.map(|key| line.find(&format!("\"{key}\": ")).unwrap()).into();
        assert!(places.is_sorted() && outcome.as_object().unwrap().contains_key("steps"));
        assert_eq!(line.matches('\n').count(), 1);
    }
}

/// A node that was freed for lack of memory is made again, and the picture follows.
#[test]
fn a_pruned_tree() {
    let trace = trace_random(20, 1, "best-first:evaluations=20000,bytes=32768,memory=prune");
    assert_eq!(trace.outcome().evaluations, 20_000);
    assert!(trace.text().contains("the first 2000 of") && trace.dot().ends_with("}\n"));
}

/// The partially expanded nodes follow from the steps alone, and they are those of the searcher's own tree.
#[test]
fn the_partially_expanded_nodes_are_those_of_the_tree() {
    for (settings, memory) in [("", Memory::Stop), (",bytes=8192,memory=prune", Memory::Prune)] {
        for seed in 0..10 {
            let searcher = format!("best-first:evaluations=5000{settings}");
            let trace = trace_random(20, seed, &searcher);
            let rules = Rules::new(20, LENGTH).unwrap().with_numbering(Numbering::Keyed);
            let mut best_first = BestFirst { memory, ..BestFirst::default() };
            best_first.search(&mut RandomGame::new(rules, seed), &mut EdgeSum, &player(&searcher).limit());
            assert_eq!(trace.outcome().expanded_partially, partially_expanded(&best_first.tree), "{searcher}, {seed}");
        }
    }
}

fn partially_expanded(tree: &Tree) -> usize {
    let mut open = vec![tree.root()];
    let mut count = 0;
    while let Some(node) = open.pop() {
        count += usize::from(tree.node(node).expansion() == Expansion::Partial);
        open.extend((0..tree.child_count(node)).map(|index| tree.child(node, index)));
    }
    count
}

/// No function calls itself for each ply, so that a long game is traced on a small stack.
///
/// A trace takes time with the square of the plies: the stack is small, and the game little longer than a trace's cap.
#[test]
fn a_game_of_many_forced_plies() {
    let forced = |plies: usize| {
        let mut tree = ExplicitTree::new(Side::Max, 0);
        (0..plies).fold(ExplicitTree::ROOT, |node, _| tree.add_child(node, 0, None));
        tree
    };
    let trace_forced = move |searcher: &str, plies: usize| {
        let trace = trace_tree(&forced(plies), searcher);
        let outcome = trace.outcome();
        assert_eq!((outcome.line.len(), outcome.expansions.len()), (plies, plies), "{searcher}");
        assert!(trace.text().contains("← the best line so far"), "{searcher}");
        let drawn = trace.dot().lines().filter(|line| line.contains("->")).count();
        assert!((MOST_STEPS - 10..=MOST_STEPS).contains(&drawn), "{searcher} draws {drawn} moves");
    };
    let stack = std::thread::Builder::new().stack_size(1 << 17);
    let search = move || {
        trace_forced("minimax:evaluations=1", 2_500);
        for searcher in ["best-first", "recursive-best-first", "alpha-beta"] {
            trace_forced(&format!("{searcher}:evaluations=1000000"), 2_100);
        }
    };
    stack.spawn(search).unwrap().join().unwrap();
}

/// A tree of the greatest depth of a file is searched, drawn and dropped on a small stack. One more level is refused.
#[test]
fn the_deepest_trees() {
    let line = |levels: usize| {
        let open = r#"{ "value": 0, "children": [ "#.repeat(levels);
        let close = "] }".repeat(levels);
        format!(r#"{{ "to_move": "max", "root": {open}{{ "value": 0 }}{close} }}"#)
    };
    let stack = std::thread::Builder::new().stack_size(2 << 20);
    let searchers = [
        "best-first:depth=1000",
        "recursive-best-first:depth=1000",
        "alpha-beta:depth=1000",
        "best-first-extension:alpha_beta_depth=1000,depth=1000",
        "minimax:depth=1000",
        "principal-variation-search:depth=1000",
    ];
    let search = move || {
        for searcher in searchers {
            let trace = trace_text(&line(MAX_LEVELS), searcher);
            assert_eq!(trace.outcome().line.len(), MAX_LEVELS, "{searcher}");
            assert!(trace.text().len() > MAX_LEVELS && trace.dot().len() > MAX_LEVELS);
        }
        let too_deep = parse_tree(line(MAX_LEVELS + 1).as_bytes(), "deep").err().unwrap().to_string();
        assert!(too_deep.contains("at most 1000 levels"), "{too_deep}");
        assert!(parse_tree(line(1_000_000).as_bytes(), "deep").is_err());
        assert!(parse_tree("[".repeat(1_000_000).as_bytes(), "deep").is_err());
    };
    stack.spawn(search).unwrap().join().unwrap();
}

/// A node with the most children that it may have is searched. One more child is refused.
#[test]
fn the_widest_trees() {
    let wide = |children: usize| {
        let nodes: Vec<_> = (0..children).map(|value| format!(r#"{{ "value": {value} }}"#)).collect();
        format!(r#"{{ "to_move": "max", "root": {{ "value": 0, "children": [ {} ] }} }}"#, nodes.join(", "))
    };
    let trace = trace_text(&wide(MAX_CHILDREN), "best-first:depth=2");
    assert_eq!(trace.outcome().best_move, Some(MAX_CHILDREN - 1));
    let too_wide = parse_tree(wide(MAX_CHILDREN + 1).as_bytes(), "wide").err().unwrap().to_string();
    assert!(too_wide.contains("at most 65535 children"), "{too_wide}");
}

/// Where children are not made in canonical order, each stands with its move.
#[test]
fn children_in_an_order_of_their_own() {
    let trace = trace_random(4, 2, "principal-variation-search:depth=6");
    let several = trace.steps().iter().filter(|step| step.why.matches("),").count() > 0);
    let sentences: Vec<&str> = several.take(4).map(|step| step.why.as_str()).collect();
    insta::assert_snapshot!(reviewable(&sentences.join("\n")));
}
