mod boards;

use bestply::games::breakthrough::{Breakthrough, MenAndRows, SmallBreakthrough};
use bestply::games::connect_four::{ConnectFour, WeightedLines};
use bestply::games::learnt::{Learnt, TupleFeatures, Tuples, Weights};
use bestply::games::lines_of_action::LinesOfAction;
use bestply::games::onitama::Onitama;
use bestply::games::oware::{Oware, SEEDS};
use bestply::games::tic_tac_toe::{GameValue, TicTacToe};
use bestply::learning::{Planes, Settings, WeightsError};
use bestply::network::{Network, NetworkError};
use bestply::{Bounds, Evaluator, Side, Value};
use bestply_compiled_games::{AnyOf, Searched};
use bestply_network_weights as weights;

pub(super) use boards::{MARKS, letter};

use super::SOFTMAX;
use super::boards::on_move;
use crate::learning::{NETWORK, WON};
use crate::{Board, EvaluationEntry, Expects, GameEntry, Lessons, Man, OneScale, Playable, PositionError, Searches};

pub(super) fn connect_four() -> GameEntry<ConnectFour> {
    compiled_game("connect-four", 4)
        .rules(
            "Dark and light take turns to drop a disc into a column; it falls to the lowest free place. Whoever \
             first has four of their own in a line wins: across, upwards or aslant. If the board is full before, \
             the game is a draw.",
            "d c e c f",
        )
        // It is there for one reproduction, which has the time for a search of any game.
        .evaluation(EvaluationEntry::with("rivest", OneScale(WeightedLines), Searches::of_any_game()))
        .learnt_by_network(network("connect-four", weights::CONNECT_FOUR).expects(Expects::Result))
        .length(42)
        .sides("dark", "light")
        .letters('x', 'o')
        .tuned_uct("scale=1024,exploration=0.2,urgency=0")
        .tuned_uct("evaluation=network,scale=16384,exploration=0.1,urgency=0")
        .strong("reduction=1,transposition_cuts=3")
        .strong_uct("scale=1024,exploration=0.2,urgency=0")
        .preset(SOFTMAX, "unbounded-minimax:scale=16384,selection=softmax,temperature=0.05")
        .recorded_puct("scale=16384,exploration=0.1,tolerance=0.3")
        .tuned(&[
            "puct-best-first:scale=16384,exploration=0.2,tolerance=0.3,expansions=4",
            "monte-carlo-tree-search:scale=16384,exploration=0.4",
            "min-max-approximation:edge=0.02",
            "conspiracy-numbers:scale=16384",
            "sibling-conspiracy:scale=256,classes=4",
            "b-star:errors=2.8",
            "meta-greedy:errors=1",
            "randomized-best-first:temperature=0.01",
            "bayesian:errors=1",
        ])
}

pub(super) fn breakthrough() -> GameEntry<Breakthrough> {
    compiled_game("breakthrough", 6)
        .rules(BREAKTHROUGH_RULES, "d2d3 e7e6 d3d4 e6e5 d4e5")
        .learnt_by_network(network("breakthrough", weights::BREAKTHROUGH).expects(Expects::Result))
        .length(177)
        .sides("dark", "light")
        .letters('x', 'o')
        .tuned_uct("scale=4096,exploration=0.2,urgency=0.25")
        .tuned_uct("evaluation=network,scale=256,exploration=0.8,urgency=0.25")
        .strong("internal_deepening=4,reduction=1,transposition_cuts=3,value_order=5")
        .strong_uct("scale=4096,exploration=0.2,urgency=0.25")
        .preset(SOFTMAX, "unbounded-minimax:scale=4096,selection=softmax")
        .recorded_puct("scale=16384,exploration=0.3,tolerance=0.1")
        .tuned(&[
            "puct-best-first:scale=16384,exploration=0.3,tolerance=0.1",
            "monte-carlo-tree-search:scale=4096,exploration=0.025",
            "min-max-approximation:edge=0.005",
            "conspiracy-numbers:scale=65536,classes=32",
            "sibling-conspiracy:scale=4096,classes=8",
            "b-star:errors=1",
            "meta-greedy:errors=0.7",
            "randomized-best-first:temperature=0.015",
            "bayesian:errors=0.1,gulp=0.1",
        ])
}

const BREAKTHROUGH_RULES: &str = "A man goes one step forward, straight or aslant, onto a free square. Aslant, and \
only so, it takes a man of the other side by going onto its square. Whoever first has a man on the last row wins, \
and so does whoever takes all the other's men.";

/// Breakthrough on 6 × 6 squares. It has the plain evaluation alone: the shipped weights are of 8 × 8 squares.
///
/// It is a game of its own, and no setting of the other: the size is a part of the position's type.
pub(super) fn small_breakthrough() -> GameEntry<SmallBreakthrough> {
    GameEntry::drawn("breakthrough-6x6", 4, |_| SmallBreakthrough::start())
        .rules(BREAKTHROUGH_RULES, "c2c3 d5d4 c3d4")
        .length(85)
        .sides("dark", "light")
        .letters('x', 'o')
        .evaluation(EvaluationEntry::with("plain", OneScale(MenAndRows), Searches::of_any_game()))
}

/// Oware. Of 48 seeds at least two are captured every hundred plies.
pub(super) fn oware() -> GameEntry<Oware> {
    compiled_game("oware", 6)
        .rules(
            "A player takes all seeds of one of the own six houses and sows them one by one into the houses that \
             follow, anticlockwise. If the last seed makes two or three in a house of the other, those seeds are \
             captured, and so are those of the houses just before it that have two or three. Whoever has captured \
             25 of the 48 seeds wins; the other must be left with seeds to sow, if that can be.",
            "F",
        )
        // A win by two thirds of the seeds is as good as any.
        .lessons(Lessons { win: 32, ..Lessons::default() })
        .learnt_by_network(network("oware", weights::OWARE))
        .length(2500)
        .sides("South", "North")
        .letters('S', 'N')
        .tuned_uct("scale=4096,exploration=0.2,urgency=0.25")
        .tuned_uct("evaluation=network,scale=256,exploration=0.8,urgency=0.25")
        .strong("reduction=1,transposition_cuts=3")
        .strong_uct("scale=4096,exploration=0.2,urgency=0.25")
        .preset(SOFTMAX, "unbounded-minimax:scale=4096,selection=softmax")
        .recorded_puct("scale=16384,exploration=0.1,tolerance=0.3")
        .tuned(&[
            "puct-best-first:scale=16384,exploration=0.1,tolerance=0.3,expansions=2",
            "monte-carlo-tree-search:scale=4096,exploration=0.2",
            "min-max-approximation:edge=0.02",
            "conspiracy-numbers:scale=16384,classes=32",
            "sibling-conspiracy:scale=256,classes=8",
            "b-star:errors=2",
            "meta-greedy:errors=1",
            "randomized-best-first:temperature=0.01",
            "bayesian:errors=0.5,gulp=0.1",
        ])
}

/// Onitama. Of ten men one is captured every hundred plies. The cards are dealt anew for every start.
pub(super) fn onitama() -> GameEntry<Onitama> {
    compiled_game("onitama", 2)
        .rules(
            "A man steps as one of the player's two cards shows, the card seen from the player's side; a man of \
             the other side that stands there is taken. The card used is exchanged for the one beside the board. \
             Whoever takes the other's master wins, and so does whoever brings the own master to the square where \
             the other's began.",
            "tiger:c1c3",
        )
        .length(1000)
        .sides("dark", "light")
        .letters('x', 'o')
        .dealt()
        .learnt_by_network(network("onitama", weights::ONITAMA).expects(Expects::Result))
        .tuned_uct("scale=16384,exploration=0.2,urgency=0.5")
        .tuned_uct("evaluation=network,scale=64,exploration=0.8,urgency=0.25")
        .strong("reduction=1,transposition_cuts=3")
        .strong_uct("scale=16384,exploration=0.2,urgency=0.5")
        .preset(SOFTMAX, "unbounded-minimax:scale=16384,selection=softmax")
        .recorded_puct("scale=16384,exploration=1,tolerance=0.3")
        .tuned(&[
            "puct-best-first:scale=16384,exploration=1,tolerance=0.3",
            "monte-carlo-tree-search:scale=16384,exploration=0.2",
            "min-max-approximation:edge=0.1",
            "conspiracy-numbers:scale=16384",
            "sibling-conspiracy:scale=256,classes=8",
            "b-star:errors=1.4",
            "meta-greedy:errors=1.4",
            "randomized-best-first:temperature=0.07",
            "bayesian:errors=0.5",
        ])
}

/// Lines of Action. Of 24 men one is captured every hundred plies, until a side has a single one.
pub(super) fn lines_of_action() -> GameEntry<LinesOfAction> {
    compiled_game("lines-of-action", 4)
        .rules(
            "A man goes along a row, a column or a diagonal, by exactly as many squares as there are men of both \
             sides on that line. It may leap over men of its own, not over the other's, and takes one of the \
             other's by ending on it. Whoever first has all the own men in one group wins, neighbours aslant \
             included.",
            "b1-b3 a2-c2 c1xa3",
        )
        .length(2100)
        .sides("black", "white")
        .letters('x', 'o')
        .tuned_uct("scale=1024,exploration=0.2,urgency=0")
        .tuned(&["monte-carlo-tree-search:scale=16384,exploration=0.025"])
}

/// Tic-tac-toe, in which the only results are win, loss and draw.
pub(super) fn tic_tac_toe() -> GameEntry<TicTacToe> {
    GameEntry::drawn("tic-tac-toe", 2, |_| TicTacToe::start())
        .rules(
            "Players take turns to mark a free square, x first. Whoever has three marks in a row, a column or a \
             diagonal wins. If all squares are marked before, the game is a draw.",
            "b2 a3 b1 b3",
        )
        .planes()
        .length(9)
        .sides("x", "o")
        .letters('x', 'o')
        // In a tree of nine plies a search of any game is as fast as anybody notices.
        .evaluation(EvaluationEntry::with("outcome", OneScale(GameValue), Searches::of_any_game()))
}

/// A game whose learnt evaluation is of tuples, with a plain evaluation besides.
pub fn small_game<G>(name: &'static str, opening_plies: u64) -> GameEntry<G>
where
    G: Tuples<Plain: Clone + Send + Sync> + Planes + Playable,
{
    game_of_tuples(name, opening_plies, Searches::here())
}

/// One of bestply's own, whose searches are compiled in a crate of their own.
fn compiled_game<G: Searched + Playable>(name: &'static str, opening_plies: u64) -> GameEntry<G> {
    game_of_tuples(name, opening_plies, compiled())
}

fn compiled<G: Searched + Playable>() -> Searches<G, OneScale<AnyOf<G>>> {
    Searches::compiled(G::searching, G::finishing)
}

fn game_of_tuples<G>(name: &'static str, opening_plies: u64, searches: Searches<G, OneScale<AnyOf<G>>>) -> GameEntry<G>
where
    G: Tuples<Plain: Clone + Send + Sync> + Planes + Playable,
{
    let learnt = |file: Option<&[u8]>| -> Result<_, WeightsError> {
        let weights = file.map_or_else(|| Ok(Weights::<G>::default()), Weights::<G>::parse)?;
        Ok(OneScale(AnyOf::Learnt(Learnt::new(weights))))
    };
    // Othello's settings with smaller batches of games, because these evaluations need fewer games.
    let lessons = Settings { batch: 1000, random_plies: 8, ..Settings::default() };
    let learnt_ends = || AnyOf::<G>::Learnt(Learnt::default().with_learnt_ends());
    let plain = AnyOf::<G>::Plain(G::Plain::default());
    // In games that are won, lost or drawn a win is so many points; in others a value is points of the game.
    let expects = match G::WIN {
        WON => Expects::Result,
        _ => Expects::Points { a_point: G::LAYOUT.units },
    };
    let entry = GameEntry::drawn(name, opening_plies, G::start)
        .planes()
        .evaluation(EvaluationEntry::learnt_with("learnt", learnt, searches).expects(expects))
        .learns("learnt", TupleFeatures::<G>::default(), lessons);
    let entry = match G::WEIGHS_ENDS {
        true => entry.evaluation(EvaluationEntry::with("learnt-ends", OneScale(learnt_ends()), searches)),
        false => entry,
    };
    entry.evaluation(EvaluationEntry::with("plain", OneScale(plain), searches))
}

/// The network of a game, with the weights that come with the program where none are read from a file.
fn network<G>(game: &'static str, shipped: &'static [u8]) -> EvaluationEntry<G, OneScale<AnyOf<G>>>
where
    G: Searched + Playable,
{
    let make = move |file: Option<&[u8]>| -> Result<_, NetworkError> {
        let network = Network::read::<G>(game, file.unwrap_or(shipped))?;
        Ok(OneScale(AnyOf::Network(Box::new(network))))
    };
    EvaluationEntry::learnt_with(NETWORK, make, compiled())
}

/// Every search of these games sees the values by which they are won, so that no exact search of the end is needed.
macro_rules! playable {
    ($($game:ty: $terminal_value:expr, $board:path, $cells_of:path $(, $method:ident = $answer:tt)*;)*) => {
        $(impl Playable for $game {
            fn terminal_value(&self) -> Value {
                $terminal_value(self)
            }

            $(playable!(@ $method = $answer);)*

            fn text(&self) -> String {
                self.to_string()
            }

            fn parse(text: &str) -> Result<$game, PositionError> {
                text.parse().map_err(PositionError::new)
            }

            fn move_text(&self, mv: Self::Move) -> String {
                mv.to_string()
            }

            own_numbers!();

            fn picture(&self) -> String {
                format!("{self:#}")
            }

            fn board(&self) -> Option<Board> {
                Some($board(self))
            }

            fn cells_of(&self, mv: Self::Move) -> Vec<usize> {
                $cells_of(self, mv)
            }
        })*
    };
    (@ points = ($points:expr, $within:expr)) => {
        fn points(&self) -> Option<i32> {
            Some($points(self))
        }

        fn points_within(&self) -> Bounds {
            $within(self)
        }
    };
    (@ men = ($men:expr, $columns:expr, $tail:expr)) => {
        fn men(&self) -> Vec<Man> {
            $men.kinds()
        }

        fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<Self, PositionError> {
            let tail: String = $tail(self, to_move);
            on_move(Self::parse(&($men.rows($columns, men) + &tail))?, to_move)
        }
    };
    (@ counts_plies = $counts_plies:expr) => {
        fn goes_round(&self) -> bool {
            !$counts_plies(self)
        }
    };
}

/// The value of a finished game: an infinity, or 0 for a draw. All plain evaluations give it.
fn finished_value<P: Playable, E: Evaluator<P> + Default>(game: &P) -> Value {
    E::default().evaluate(game)
}

/// Nobody loses seeds that are captured.
fn seeds_within(game: &Oware) -> Bounds {
    let rest = |side: Side| Value::from(SEEDS) - 2 * Value::from(game.captured(side));
    Bounds { alpha: -rest(Side::Max), beta: rest(Side::Min) }
}

/// What follows the men in a notation that says whose turn it is.
fn turn<P>(_: &P, to_move: Side) -> String {
    format!(" {}", boards::letter(to_move))
}

/// The same where a number of plies follows.
fn turn_and_plies<P>(position: &P, to_move: Side) -> String {
    turn(position, to_move) + " 0"
}

/// A notation in which the men say whose turn it is.
fn nothing<P>(_: &P, _: Side) -> String {
    String::new()
}

playable! {
    TicTacToe: finished_value::<_, GameValue>, boards::tic_tac_toe, boards::tic_tac_toe_cells,
        men = (boards::MARKS, 3, nothing);
    ConnectFour: Tuples::points, boards::connect_four, boards::connect_four_cells,
        men = (boards::DISCS, 7, nothing);
    Breakthrough: Tuples::points, boards::breakthrough, boards::breakthrough_cells::<8>,
        men = (boards::SHADES, 8, turn);
    SmallBreakthrough: finished_value::<_, MenAndRows>, boards::breakthrough, boards::breakthrough_cells::<6>,
        men = (boards::SHADES, 6, turn);
    Oware: Tuples::points, boards::oware, boards::oware_cells, points = (Oware::score_difference, seeds_within),
        men = (boards::Heaps, 6, boards::oware_turn);
    Onitama: Tuples::points, boards::onitama, boards::onitama_cells, counts_plies = (Onitama::counts_plies),
        men = (boards::RANKS, 5, boards::cards_text);
    LinesOfAction: Tuples::points, boards::lines_of_action, boards::lines_of_action_cells,
        counts_plies = (LinesOfAction::counts_plies), men = (boards::COLORS, 8, turn_and_plies);
}
