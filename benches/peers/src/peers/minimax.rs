//! The crate `minimax`: alpha-beta with iterative deepening, and Monte-Carlo tree search.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

use ::minimax::{
    Evaluation, Evaluator, Game as TheirGame, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch,
    Replacement, RolloutPolicy, Strategy, Winner,
};
use bestply::games::Outcome;
use bestply::{Evaluator as _, Value};
use rand_0_9::RngCore;
use rand_0_9::rngs::SmallRng;

use super::SEED;
use crate::games::{Game, below, play_out, split_mix, value_text};
use crate::measurement::{Bytes, Measurement, measured};
use crate::ours::WHOLE_GAME;
use crate::setting::{Options, Setting};

/// What is tried of its alpha-beta. What is selective stays off: null moves, singular extensions, quiescence.
///
/// Tables of 16 MiB and countermoves together with history were tried, too.
/// In no row were they the fastest by more than runs of one setting differ.
pub(crate) const TO_DEPTH: Options = &[
    ("table", &["256KiB", "1024KiB", "4096KiB"]),
    ("window", &["mtdf", "null", "full", "null+aspiration-2", "null+aspiration-10"]),
    ("step", &["2", "1"]),
    ("order", &["table", "countermoves", "history"]),
    ("replacement", &["two-tier", "depth-preferred", "always"]),
];

/// A node is expanded at its second visit, so that each simulation makes one node, as ours does.
///
/// At the first, which is the default, it takes 1.3 to 1.4 times as long, and three to five times the memory.
const ROLLOUTS_BEFORE_EXPANDING: u32 = 1;

/// Monte-Carlo tree search from the start, in one thread of its own. Its exploration is fixed.
pub(crate) fn simulations<P: Game>(count: u32) -> Measurement {
    let options = MCTSOptions::default()
        .with_num_threads(1)
        .with_max_rollout_depth(WHOLE_GAME)
        .with_rollouts_before_expanding(ROLLOUTS_BEFORE_EXPANDING);
    let mut search = MonteCarloTreeSearch::new_with_policy(options, Box::new(RandomGames::<P>::new()));
    search.set_max_rollouts(count);
    // The tree is gone when the search ends.
    let (best, seconds, bytes) = measured(Bytes::Peak, || search.choose_move(&P::start()));
    let best = best.expect("a game is not over at its start");
    Measurement { seconds, bytes, count: u64::from(count), value: best.to_string() }
}

/// Alpha-beta from each position to a depth, with a new searcher each time. What is counted are nodes.
pub(crate) fn to_depth<P: Game>(positions: &[P], depth: u8, setting: &Setting) -> Measurement {
    let options = options(setting);
    let mut total = Measurement::default();
    let mut values = Vec::new();
    for position in positions {
        let work = || {
            let mut search = IterativeSearch::new(OurEvaluation::<P>(PhantomData), options);
            search.set_max_depth(depth);
            search.choose_move(position);
            search
        };
        let (search, seconds, bytes) = measured(Bytes::Kept, work);
        total.seconds += seconds;
        total.bytes = total.bytes.max(bytes);
        total.count += explored(&search.stats(&mut position.clone()));
        values.push(value_text(our_value(search.root_value(), position)));
    }
    Measurement { value: values.join(" "), ..total }
}

fn options(setting: &Setting) -> IterativeOptions {
    let kibibytes = setting.get("table").trim_end_matches("KiB");
    let kibibytes: usize = kibibytes.parse().expect("the choices are numbers of KiB");
    let mut options = IterativeOptions::new()
        .with_table_byte_size(kibibytes << 10)
        .with_null_window_search(setting.get("window").starts_with("null"))
        .with_replacement_strategy(match setting.get("replacement") {
            "always" => Replacement::Always,
            "depth-preferred" => Replacement::DepthPreferred,
            _ => Replacement::TwoTier,
        });
    if setting.get("window") == "mtdf" {
        options = options.with_mtdf();
    }
    if let Some((_, window)) = setting.get("window").split_once("aspiration-") {
        options = options.with_aspiration_window(window.parse().expect("the choices are numbers"));
    }
    if setting.get("step") == "2" {
        options = options.with_double_step_increment();
    }
    match setting.get("order") {
        "countermoves" => options.with_countermoves(),
        "history" => options.with_countermove_history(),
        _ => options,
    }
}

/// The nodes that a search says that it explored.
fn explored(statistics: &str) -> u64 {
    let after = statistics.split_once("Explored ").map_or("", |(_, after)| after);
    after.split(' ').next().and_then(|nodes| nodes.parse().ok()).unwrap_or(0)
}

/// A value of the side to move as one of MAX.
fn our_value<P: Game>(value: Evaluation, position: &P) -> Value {
    let side = position.to_move();
    match value {
        ::minimax::BEST_EVAL => side.win(),
        ::minimax::WORST_EVAL => side.loss(),
        value => side.sign() * Value::from(value),
    }
}

/// A game of ours by the rules of `minimax`. A position is copied for each move: it has three words.
struct Ours<P>(PhantomData<P>);

impl<P: Game> TheirGame for Ours<P> {
    type S = P;
    type M = P::Move;

    #[inline]
    fn generate_moves(position: &P, moves: &mut Vec<P::Move>) -> Option<Winner> {
        let winner = Ours::<P>::get_winner(position);
        if winner.is_none() {
            moves.extend(position.moves());
        }
        winner
    }

    #[inline]
    fn apply(position: &mut P, mv: P::Move) -> Option<P> {
        let mut after = *position;
        after.make(mv);
        Some(after)
    }

    #[inline]
    fn get_winner(position: &P) -> Option<Winner> {
        position.outcome().map(|outcome| match outcome {
            Outcome::Won(side) if side == position.to_move() => Winner::PlayerToMove,
            Outcome::Won(_) => Winner::PlayerJustMoved,
            Outcome::Drawn => Winner::Draw,
        })
    }

    #[inline]
    fn zobrist_hash(position: &P) -> u64 {
        position.key()
    }

    /// What the table of countermoves is filled with. No null move is searched.
    #[inline]
    fn null_move(position: &P) -> Option<P::Move> {
        position.moves().next()
    }

    #[inline]
    fn table_index(mv: P::Move) -> u16 {
        P::number(mv) as u16
    }

    fn max_table_index() -> u16 {
        P::MOVE_NUMBERS as u16
    }
}

/// Our evaluation, as the side to move sees it.
struct OurEvaluation<P>(PhantomData<P>);

impl<P: Game> Evaluator for OurEvaluation<P> {
    type G = Ours<P>;

    #[inline]
    fn evaluate(&self, position: &P) -> Evaluation {
        (position.to_move().sign() * P::Evaluation::default().evaluate(position)) as Evaluation
    }
}

/// Random games, played on one copy of the position: the crate's own way copies it for each move.
struct RandomGames<P> {
    /// Where the next playout's random numbers begin. Only one thread plays.
    random: AtomicU64,
    game: PhantomData<fn() -> P>,
}

impl<P> RandomGames<P> {
    fn new() -> RandomGames<P> {
        RandomGames { random: AtomicU64::new(SEED), game: PhantomData }
    }
}

impl<P: Game> RolloutPolicy for RandomGames<P> {
    type G = Ours<P>;

    /// 1 where the side that moved last wins, -1 where it loses. A game that is over already is known for certain.
    fn rollout(&self, _: &MCTSOptions, position: &P) -> i32 {
        let for_last_mover = |outcome| match outcome {
            Outcome::Won(side) if side == position.to_move() => -1,
            Outcome::Won(_) => 1,
            Outcome::Drawn => 0,
        };
        if let Some(outcome) = position.outcome() {
            // What the crate takes for a result that is certain; a draw never is.
            return for_last_mover(outcome) * i32::MAX;
        }
        let mut random = self.random.load(Ordering::Relaxed);
        let outcome = play_out(*position, || split_mix(&mut random));
        self.random.store(random, Ordering::Relaxed);
        for_last_mover(outcome)
    }

    #[inline]
    fn random_move(&self, position: &mut P, _: &mut Vec<P::Move>, random: &mut SmallRng) -> Result<P::Move, Winner> {
        match position.move_count() {
            0 => Err(Ours::<P>::get_winner(position).expect("a game without a legal move is over")),
            moves => Ok(position.nth_move(below(random.next_u64(), moves))),
        }
    }
}
