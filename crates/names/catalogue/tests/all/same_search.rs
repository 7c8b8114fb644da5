//! A search of `AnyPosition` is the search of the game: it has the same moves and the same evaluations.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use bestply::games::amazons::{StagedAmazons, Territory};
use bestply::games::breakthrough::{Breakthrough, MenAndRows};
use bestply::games::clobber::{Clobber, FreeStones};
use bestply::games::go::{Area, Go};
use bestply::games::hex::{Hex, TwoDistance};
use bestply::games::learnt::Learnt;
use bestply::games::lines_of_action::LinesOfAction;
use bestply::othello::Othello;
use bestply::othello::evaluation::DiscDifference;
use bestply::random_game::{EdgeSum, RandomGame, Rules};
use bestply::tree::KeptMove;
use bestply::{
    Advance, Asked, Bounds, Evaluator, Found, Limit, Meter, Observer, Player, Position, PrincipalVariationSearch,
    Report, Reset, RootMove, Search, Side, Stop, Value, ValueKind,
};
use bestply_catalogue::{
    AnyEvaluator, AnyPosition, AnySearcher, Catalogue, Contestant, EvaluationEntry, GameEntry, MatchEvaluation,
    OneScale, OthelloEvaluation, Playable, SearcherEntry, Starts, natives,
};
use bestply_testkit::Dice;

/// Every searcher at least once, with those of its settings that involve keys, moves or batches.
const SEARCHERS: [&str; 38] = [
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
    "product-propagation:evaluations=150",
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
        game.push((player.position().index_of(chosen), report.counts.evaluations));
        player.play(chosen).unwrap();
    }
    game
}

#[test]
fn every_searcher_plays_every_game_the_same_by_any_positions() {
    let catalogue = Catalogue::standard();
    let specs = SEARCHERS.map(|searcher| catalogue.player(searcher).unwrap());
    let names = |mut names: Vec<String>| {
        names.dedup();
        names
    };
    let known = names(catalogue.searchers().map(|about| about.name.to_owned()).collect());
    assert_eq!(names(specs.iter().map(|spec| spec.name().to_owned()).collect()), known);
    for game in catalogue.games() {
        let table = if game.name == "random" { "branching = 4\nlength = 30" } else { "" };
        let settings = catalogue.game_with(game.name, &table.parse().unwrap()).unwrap();
        let evaluations: Vec<&str> = game.evaluations_with(false).collect();
        let venue = settings.venue(None, &evaluations).unwrap();
        for (&evaluation, (number, side)) in product(&evaluations, &[(1, Side::Max), (2, Side::Min)]) {
            let (start, _) = venue.start(number);
            for spec in &specs {
                let mut contestant = spec.contestant(&venue, evaluation, &start).unwrap();
                let native = played(contestant.as_mut(), &start, side);
                let evaluator = venue.evaluator(evaluation, side);
                let any = played_by_any(spec.any_searcher().unwrap(), &spec.limit(), evaluator, &start);
                assert_eq!(any, native, "{spec} in {} with {evaluation}, start {number}", game.name);
                assert!(!native.is_empty());
            }
        }
    }
}

fn product<'a, A, B: Copy>(ones: &'a [A], others: &'a [B]) -> impl Iterator<Item = (&'a A, B)> {
    ones.iter().flat_map(move |one| others.iter().map(move |&other| (one, other)))
}

/// Behind its pointer a game answers what it answers by itself, and so does its evaluation.
#[test]
fn games_and_evaluations_answer_the_same_behind_their_pointers() {
    same_answers(&Othello::start(), &bestply::othello::evaluation::Evaluation::new(DiscDifference, Side::Max));
    same_answers(&Breakthrough::start(), &MenAndRows);
    same_answers(&Go::<5>::start(), &Area);
    same_answers(&Clobber::<6>::start(), &FreeStones);
    same_answers(&LinesOfAction::start(), &Learnt::default());
    same_answers(&Hex::<7>::start(), &TwoDistance);
    same_answers(&StagedAmazons::<6>::start(), &Territory);
    same_answers(&RandomGame::new(Rules::new(5, 20).unwrap(), 3), &EdgeSum);
}

fn same_answers<P: Playable, E: Evaluator<P> + Clone + Send + Sync + 'static>(start: &P, evaluator: &E) {
    for seed in 0..20 {
        let own = answers(start.clone(), evaluator.clone(), seed);
        let any = answers(AnyPosition::new(start.clone()), AnyEvaluator::new::<P, E>(evaluator.clone()), seed);
        assert!(own.len() > 3);
        assert_eq!(any, own);
    }
}

/// What a game and an evaluation answer to all that searches ask, from a position to the end of a random game.
fn answers<P: Playable>(mut position: P, mut evaluator: impl Evaluator<P>, seed: u64) -> Vec<String> {
    let mut dice = Dice::new(seed);
    let mut answers = vec![format!("{:?}, {:?}", position.move_numbers(), evaluator.properties())];
    while !position.is_terminal() {
        let before = position.clone();
        let moves: Vec<P::Move> = position.moves().collect();
        let count = position.move_count();
        let numbers = moves.iter().map(|&mv| (position.number(mv), position.move_rank(mv)));
        let numbers: Vec<(u32, i16)> = numbers.collect();
        let by_index: Vec<u32> = (0..count).map(|index| position.number(position.nth_move(index))).collect();
        let (mut listed, mut keys) = (Vec::new(), Vec::new());
        position.list_moves(&mut listed);
        position.each_key_after(|mv, key| keys.push((mv, key)));
        let alone = moves.iter().map(|&mv| (mv, position.key_after(mv)));
        assert!(listed == moves && keys == alone.collect::<Vec<_>>(), "all at once is each alone");
        evaluator.enter(&position);
        let one_by_one: Vec<Value> = moves.iter().map(|&mv| evaluator.evaluate_child(&mut position, mv)).collect();
        let mut others = vec![0; count - count / 2];
        evaluator.evaluate_children(&mut position, count / 2, &mut others);
        let limit = Limit::new().evaluations(dice.below(2 * count as u64));
        let mut meter = Meter::start(&limit);
        let mut at_once = vec![0; count];
        let cut = evaluator.values_of_children(&mut position, Asked::all(&mut at_once), &mut meter);
        let mut later = vec![0; count];
        let deferred = evaluator.defer_children(&mut position, Asked::all(&mut later), &mut meter);
        evaluator.settle(Asked::all(&mut later));
        let within = evaluator.value_of_child(&mut position, moves[0], Bounds { alpha: -1, beta: 1 }, &mut meter);
        let passed = position.make_null_move().map(|undo| {
            let passed = (position.key(), evaluator.evaluate(&position));
            position.unmake_null_move(undo);
            passed
        });
        assert!(position == before, "the position is as it was");
        let known = (evaluator.stage(&position), evaluator.predictions(&position), evaluator.errors(&position));
        answers.push(format!(
            "{} {:?} {:x} {:?}: {numbers:?} {by_index:?}; {one_by_one:?} {others:?} {at_once:?} {cut:?} {later:?} \
             {deferred:?} {within:?}, {passed:?}, {known:?}",
            position.text(),
            position.to_move(),
            position.key(),
            position.fingerprint(),
        ));
        position.make(moves[dice.below(count as u64) as usize]);
    }
    answers.push(format!("{} {} {}", position.text(), position.terminal_value(), evaluator.evaluate(&position)));
    answers
}

/// A searcher that is compiled for a game finds what the searcher of any game does: the same moves and evaluations.
#[test]
fn searchers_compiled_for_a_game_play_the_same() {
    let othello = GameEntry::drawn("mine", 6, |_| Othello::start())
        .evaluation(EvaluationEntry::new("any", OthelloEvaluation::new(DiscDifference)))
        .evaluation(native(EvaluationEntry::new("compiled", OthelloEvaluation::new(DiscDifference))));
    check_compiled(othello, 8);
    let random = RandomGame::new(Rules::new(5, 20).unwrap(), 3);
    let random = GameEntry::drawn("mine", 4, move |_| random.clone())
        .evaluation(EvaluationEntry::new("any", OneScale(EdgeSum)))
        .evaluation(native(EvaluationEntry::new("compiled", OneScale(EdgeSum))));
    check_compiled(random, 3);
}

/// Adds every searcher that is compiled for an evaluation, what the trees of some keep of moves, and one that hashes
/// moves.
fn native<P: Playable, V: MatchEvaluation<P>>(entry: EvaluationEntry<P, V>) -> EvaluationEntry<P, V> {
    let by_hashes = SearcherEntry::new("principal-variation-search", |_| Ok(PrincipalVariationSearch::default));
    entry
        .searcher(&natives::alpha_beta::<KeptMove<P::Move>>())
        .searcher(&natives::best_first::<KeptMove<P::Move>>())
        .searcher(&natives::best_first_extension::<()>())
        .searcher(&natives::recursive_best_first())
        .searcher(&by_hashes)
}

fn check_compiled<P: Playable>(entry: GameEntry<P>, starts: u64) {
    const SEARCHERS: [&str; 6] = [
        "alpha-beta:depth=4,evaluations=400,singular_margin=50,singular_reduction=1",
        "best-first:evaluations=150",
        "best-first:evaluations=150,leaves=4",
        "best-first-extension:alpha_beta_depth=2,evaluations=200,fail=soft",
        "recursive-best-first:evaluations=200",
        "principal-variation-search:evaluations=600",
    ];
    let catalogue = Catalogue::standard().game(entry);
    let settings = catalogue.game_with("mine", &toml::Table::new()).unwrap();
    let venue = settings.venue(None, &["any", "compiled"]).unwrap();
    for text in SEARCHERS {
        let spec = catalogue.player(text).unwrap();
        for (number, side) in (1..=starts).flat_map(|number| [(number, Side::Max), (number, Side::Min)]) {
            let (start, _) = venue.start(number);
            let play = |evaluation| {
                let mut contestant = spec.contestant(&venue, evaluation, &start).unwrap();
                played(contestant.as_mut(), &start, side)
            };
            assert_eq!(play("compiled"), play("any"), "{text} in {}", start.text());
        }
    }
}

/// The tree of a compiled searcher is handed to the search that finishes a game, if it keeps what that one's tree does.
#[test]
fn the_tree_of_a_compiled_searcher_is_handed_on() {
    let rules = Rules::new(3, 8).unwrap();
    let listed = EvaluationEntry::new("listed", OneScale(EdgeSum));
    let compiled = EvaluationEntry::new("compiled", OneScale(EdgeSum)).searcher(&natives::best_first::<()>());
    let kept = EvaluationEntry::new("kept", OneScale(EdgeSum));
    let kept = kept.searcher(&natives::best_first::<KeptMove<usize>>());
    let entry =
        GameEntry::new("mine", move |_| Ok(Starts::Numbered(Arc::new(move |seed| RandomGame::new(rules, seed)))))
            .evaluation(listed)
            .evaluation(compiled)
            .evaluation(kept);
    let catalogue = Catalogue::standard().game(entry);
    let settings = catalogue.game_with("mine", &toml::Table::new()).unwrap();
    let venue = settings.venue(None, &["listed", "compiled", "kept"]).unwrap();
    let spec = catalogue.player("best-first:evaluations=300").unwrap();
    let finished = |evaluation| {
        let (start, _) = venue.start(3);
        let mut contestant = spec.contestant(&venue, evaluation, &start).unwrap();
        contestant.start_game(&start, Side::Max).unwrap();
        let first = contestant.choose().unwrap();
        contestant.follow(first).unwrap();
        (contestant.finish().unwrap(), contestant.spent().counts)
    };
    assert_eq!(finished("compiled"), finished("listed"));
    let ((own, kept), (any, listed)) = (finished("kept"), finished("listed"));
    assert_eq!(own, any);
    assert!(kept.generations > listed.generations, "the search that finishes begins anew");
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
    let greedy = SearcherEntry::new("greedy", move |_| {
        let games = Arc::clone(&made);
        Ok(move || Greedy { games: Arc::clone(&games) })
    });
    let rules = Rules::new(5, 20).unwrap();
    let entry =
        GameEntry::new("mine", move |_| Ok(Starts::Numbered(Arc::new(move |seed| RandomGame::new(rules, seed)))))
            .evaluation(EvaluationEntry::new("compiled", OneScale(EdgeSum)).searcher(&greedy))
            .evaluation(EvaluationEntry::new("any", OneScale(EdgeSum)));
    let catalogue = Catalogue::standard().searcher(greedy).game(entry);
    let settings = catalogue.game_with("mine", &toml::Table::new()).unwrap();
    let venue = settings.venue(None, &["compiled", "any"]).unwrap();
    let spec = catalogue.player("greedy:evaluations=100").unwrap();
    for number in 1..20 {
        let (start, _) = venue.start(number);
        let play =
            |evaluation| played(spec.contestant(&venue, evaluation, &start).unwrap().as_mut(), &start, Side::Max);
        let any = play("any");
        assert_eq!(play("compiled"), any, "start {number}");
        assert_eq!(any.len(), MOVES);
    }
    let types = [std::any::type_name::<AnyPosition>(), std::any::type_name::<RandomGame>()];
    assert_eq!(*games.lock().unwrap(), BTreeSet::from(types));
}
