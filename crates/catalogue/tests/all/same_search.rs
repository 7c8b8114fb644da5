//! A search of `AnyPosition` is the search of the game: it has the same moves and the same evaluations.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use bestply::random_game::{EdgeSum, RandomGame, Rules};
use bestply::{
    Advance, Bounds, Evaluator, Found, Limit, Meter, Observer, Player, Position, Report, Reset, RootMove, Search, Side,
    Stop, ValueKind,
};
use bestply_catalogue::{
    AnyEvaluator, AnyPosition, AnySearcher, Catalogue, Contestant, EvaluationEntry, GameEntry, OneScale, SearcherEntry,
    Searches, Starts,
};

/// Every searcher at least once, with those of its settings that involve keys, moves or batches.
const SEARCHERS: [&str; 37] = [
    "alpha-beta:depth=3,evaluations=400",
    "alpha-beta:depth=4,evaluations=400,singular_margin=50,singular_reduction=1",
    "best-first:evaluations=150",
    "best-first:evaluations=150,leaves=4",
    "best-first:evaluations=400,bytes=2048,memory=prune",
    "best-first:evaluations=200,bytes=1024,memory=linear",
    "recursive-best-first:evaluations=200",
    "best-first-extension:alpha_beta_depth=2,depth=6,evaluations=200",
    "principal-variation-search:evaluations=300,table_bytes=65536",
    "principal-variation-search:evaluations=300,aspiration=20",
    "mtd-f:evaluations=300",
    "sss-star:evaluations=300",
    "dual-star:evaluations=300",
    "full-window-alpha-beta:evaluations=300",
    "selective-alpha-beta:evaluations=600,aspiration=20,internal_deepening=3,reduction=0.8,null_move=1,prob_cut=0.5,\
     prob_cut_draft=9,transposition_cuts=3,value_order=3",
    "uct-best-first:evaluations=150",
    "uct-best-first:evaluations=150,selection=softmax,seed=7,leaves=3",
    "uct-best-first:evaluations=150,table_bytes=65536",
    "uct-best-first:evaluations=300,leaves=3,threads=2,deterministic=true,shrinkage=0.5",
    "puct-best-first:evaluations=150",
    "unbounded-minimax:evaluations=150",
    "unbounded-minimax:evaluations=150,transpositions=off,descent=on,completion=off",
    "monte-carlo-tree-search:evaluations=150",
    "monte-carlo-tree-search:evaluations=100,playout_plies=3,seed=7",
    "min-max-approximation:evaluations=150",
    "min-max-approximation:evaluations=150,values=means,power=4",
    "conspiracy-numbers:evaluations=150",
    "sibling-conspiracy:evaluations=150,classes=9",
    "b-star:evaluations=150",
    "meta-greedy:evaluations=150",
    "randomized-best-first:evaluations=150,seed=7",
    "randomized-best-first:evaluations=150,leaves=4",
    "randomized-best-first:evaluations=150,leaves=4,threads=3",
    "bayesian:evaluations=150",
    "proof-number:evaluations=150",
    "minimax:depth=2,evaluations=400",
    "plain-alpha-beta:depth=2",
];

const MOVES: usize = 3;

/// The moves of a game that one contestant plays against itself as this side, and the evaluations of each.
fn played(contestant: &mut dyn Contestant, start: &AnyPosition, side: Side) -> Vec<(usize, u64)> {
    contestant.start_game(start, side).unwrap();
    let mut position = start.clone();
    let mut evaluations = 0;
    let mut game = Vec::new();
    while game.len() < MOVES && !position.is_terminal() {
        let chosen = contestant.choose().unwrap();
        contestant.follow(chosen).unwrap();
        position.play(chosen);
        let spent = contestant.spent().counts.evaluations;
        game.push((chosen, spent - std::mem::replace(&mut evaluations, spent)));
    }
    game
}

/// The same game, played by the searcher of any game.
fn played_by_any(
    searcher: AnySearcher,
    limit: &Limit,
    evaluator: AnyEvaluator,
    start: &AnyPosition,
) -> Vec<(usize, u64)> {
    let mut player = Player::new(start.clone(), searcher, evaluator);
    let mut game = Vec::new();
    while game.len() < MOVES && !player.position().is_terminal() {
        let report = player.search(limit);
        let chosen = report.best_move.unwrap();
        player.play(chosen).unwrap();
        game.push((chosen.index(), report.counts.evaluations));
    }
    game
}

#[test]
fn every_searcher_plays_every_game_the_same_by_any_positions() {
    let catalogue = Catalogue::standard();
    let specs = SEARCHERS.map(|searcher| catalogue.searcher_spec(searcher).unwrap());
    let names = |mut names: Vec<String>| {
        names.dedup();
        names
    };
    let known = names(catalogue.searchers().map(|about| about.name.to_owned()).collect());
    assert_eq!(names(specs.iter().map(|spec| spec.name().to_owned()).collect()), known);
    for game in catalogue.games() {
        let table = if game.name == "random" { "branching = 4\nlength = 30" } else { "" };
        let settings = catalogue.game_settings(game.name, &table.parse().unwrap()).unwrap();
        let evaluations: Vec<&str> = game.evaluations_with(false).collect();
        let venue = catalogue.venue(game.name, &settings, None, &evaluations).unwrap();
        for (&evaluation, (number, side)) in product(&evaluations, &[(1, Side::Max), (2, Side::Min)]) {
            let (start, _) = venue.start(number);
            for spec in &specs {
                let mut contestant = catalogue.contestant(&venue, spec, evaluation, &start);
                let native = played(contestant.as_mut(), &start, side);
                let evaluator = venue.evaluator(evaluation, side);
                let any = played_by_any(catalogue.any_searcher(spec), &spec.limit(), evaluator, &start);
                assert_eq!(any, native, "{spec} in {} with {evaluation}, start {number}", game.name);
                assert!(!native.is_empty());
            }
        }
    }
}

fn product<'a, A, B: Copy>(ones: &'a [A], others: &'a [B]) -> impl Iterator<Item = (&'a A, B)> {
    ones.iter().flat_map(move |one| others.iter().map(move |&other| (one, other)))
}

/// What a tree keeps of moves changes nothing, whatever the settings are: they are those of the same searcher.
#[test]
fn the_standard_searchers_play_the_same_with_kept_moves() {
    let rules = Rules::new(5, 20).unwrap();
    let kept = EvaluationEntry::with("kept", OneScale(EdgeSum), Searches::keeping_moves());
    let entry =
        GameEntry::new("mine", move |_| Ok(Starts::Numbered(Arc::new(move |seed| RandomGame::new(rules, seed)))))
            .evaluation(EvaluationEntry::with("listed", OneScale(EdgeSum), Searches::of_any_game()))
            .evaluation(kept);
    let catalogue = Catalogue::standard().game(entry);
    let settings = catalogue.game_settings("mine", &toml::Table::new()).unwrap();
    let venue = catalogue.venue("mine", &settings, None, &["listed", "kept"]).unwrap();
    let others = [
        "best-first-extension:alpha_beta_depth=2,evaluations=200,fail=soft",
        "uct-best-first:evaluations=150,exploration=0.2,urgency=0.5,scale=4096,choice=value,alpha_beta_depth=2",
        "monte-carlo-tree-search:evaluations=150,scale=4096,exploration=0.5",
    ];
    let nodes_are_larger = |spec: &str| spec.contains("bytes=");
    for text in SEARCHERS.iter().chain(&others).filter(|text| !nodes_are_larger(text)) {
        let spec = catalogue.searcher_spec(text).unwrap();
        let (start, _) = venue.start(7);
        let play =
            |evaluation| played(catalogue.contestant(&venue, &spec, evaluation, &start).as_mut(), &start, Side::Max);
        assert_eq!(play("kept"), play("listed"), "{text}");
    }
    // The tree is handed to the search that finishes a game, with the moves that it keeps.
    let spec = catalogue.searcher_spec("best-first:evaluations=300").unwrap();
    let finished = |evaluation| {
        let rules = Rules::new(3, 8).unwrap();
        let start = AnyPosition::new(RandomGame::new(rules, 3));
        let mut contestant = catalogue.contestant(&venue, &spec, evaluation, &start);
        contestant.start_game(&start, Side::Max).unwrap();
        let first = contestant.choose().unwrap();
        contestant.follow(first).unwrap();
        (contestant.finish().unwrap(), contestant.spent().counts)
    };
    assert_eq!(finished("kept"), finished("listed"));
}

/// A user's searcher: the best child, looking one ply ahead.
///
/// It notes the types of positions that it was asked to search.
struct Greedy {
    games: Games,
}

type Games = Arc<Mutex<BTreeSet<&'static str>>>;

impl Reset for Greedy {
    fn reset(&mut self) {}
}

impl<P: Position> Advance<P> for Greedy {
    fn advance(&mut self, _: &mut P, _: P::Move) {}
}

impl<P: Position, E: Evaluator<P>> Search<P, E> for Greedy {
    fn run<O: Observer>(&mut self, position: &mut P, evaluator: &mut E, limit: &Limit, _: &mut O) -> Report<P::Move> {
        self.games.lock().unwrap().insert(std::any::type_name::<P>());
        let mut meter = Meter::start(limit);
        let mut found = Found::new(Stop::Depth);
        evaluator.enter(position);
        for mv in position.moves() {
            match evaluator.value_of_child(position, mv, Bounds::OPEN, &mut meter) {
                Ok(value) => found.root_moves.push(RootMove::new(mv, value, ValueKind::Exact)),
                Err(stop) => found.stop = stop,
            }
        }
        let side = position.to_move();
        if let Some(best) = found.root_moves.iter().max_by_key(|root_move| side.orient(root_move.value)) {
            (found.value, found.line) = (Some(best.value), vec![best.mv]);
        }
        found.report(position, evaluator, &meter)
    }
}

/// The catalogue has the searcher for any game, and compiled for one of the evaluations.
#[test]
fn a_users_searcher_plays_the_same_compiled_for_the_game_or_not() {
    let games = Games::default();
    let made = Arc::clone(&games);
    let greedy = SearcherEntry::new("greedy", move |_| Ok(Greedy { games: Arc::clone(&made) }));
    let rules = Rules::new(5, 20).unwrap();
    let entry =
        GameEntry::new("mine", move |_| Ok(Starts::Numbered(Arc::new(move |seed| RandomGame::new(rules, seed)))))
            .evaluation(EvaluationEntry::with("compiled", OneScale(EdgeSum), Searches::of_any_game()).searcher(&greedy))
            .evaluation(EvaluationEntry::with("any", OneScale(EdgeSum), Searches::of_any_game()));
    let catalogue = Catalogue::standard().searcher(greedy).game(entry);
    let settings = catalogue.game_settings("mine", &toml::Table::new()).unwrap();
    let venue = catalogue.venue("mine", &settings, None, &["compiled", "any"]).unwrap();
    let spec = catalogue.searcher_spec("greedy:evaluations=100").unwrap();
    for number in 1..20 {
        let (start, _) = venue.start(number);
        let play =
            |evaluation| played(catalogue.contestant(&venue, &spec, evaluation, &start).as_mut(), &start, Side::Max);
        let any = play("any");
        assert_eq!(play("compiled"), any, "start {number}");
        assert_eq!(any.len(), MOVES);
    }
    let types = [std::any::type_name::<AnyPosition>(), std::any::type_name::<RandomGame>()];
    assert_eq!(*games.lock().unwrap(), BTreeSet::from(types));
}
