use bestply::games::breakthrough::{Breakthrough, MenAndRows, SmallBreakthrough};
use bestply::games::connect_four::{ConnectFour, WeightedLines};
use bestply::games::learnt::{Learnt, TupleFeatures, TupleWeights, Tuples};
use bestply::games::lines_of_action::LinesOfAction;
use bestply::games::onitama::Onitama;
use bestply::games::oware::Oware;
use bestply::games::tic_tac_toe::{GameValue, TicTacToe};
use bestply::learning::{Planes, Settings, WeightsError};
use bestply_network_weights as weights;

use crate::{EvaluationEntry, Expects, GameEntry, Lessons, OneScale, Playable};

pub(super) fn connect_four() -> GameEntry<ConnectFour> {
    small_game("connect-four", 4)
        .rules(
            "Dark and light take turns to drop a disc into a column; it falls to the lowest free place. Whoever \
             first has four of their own in a line wins: across, upwards or aslant. If the board is full before, \
             the game is a draw.",
            "d c e c f",
        )
        // It is there for one reproduction, which has the time for a search of any game.
        .evaluation(EvaluationEntry::new("rivest", OneScale(WeightedLines)))
        .network_that_expects(weights::CONNECT_FOUR, Expects::Result)
        .policy_that_expects(weights::CONNECT_FOUR_POLICY, Expects::Result)
        .length(42)
        .sides("dark", "light")
        .letters('x', 'o')
        .presets(include_str!("connect-four.toml"))
}

pub(super) fn breakthrough() -> GameEntry<Breakthrough> {
    small_game("breakthrough", 6)
        .rules(BREAKTHROUGH_RULES, "d2d3 e7e6 d3d4 e6e5 d4e5")
        .network_that_expects(weights::BREAKTHROUGH, Expects::Result)
        .length(177)
        .sides("dark", "light")
        .letters('x', 'o')
        .presets(include_str!("breakthrough.toml"))
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
        .evaluation(EvaluationEntry::new("plain", OneScale(MenAndRows)))
}

/// Oware. Of 48 seeds at least two are captured every hundred plies.
pub(super) fn oware() -> GameEntry<Oware> {
    small_game("oware", 6)
        .rules(
            "A player takes all seeds of one of the own six houses and sows them one by one into the houses that \
             follow, anticlockwise. If the last seed makes two or three in a house of the other, those seeds are \
             captured, and so are those of the houses just before it that have two or three. Whoever has captured \
             25 of the 48 seeds wins; the other must be left with seeds to sow, if that can be.",
            "F",
        )
        // A win by two thirds of the seeds is as good as any.
        .lessons(Lessons { win: 32, ..Lessons::default() })
        .network(Some(weights::OWARE))
        .length(2500)
        .sides("South", "North")
        .letters('S', 'N')
        .presets(include_str!("oware.toml"))
}

/// Onitama. Of ten men one is captured every hundred plies. The cards are dealt anew for every start.
pub(super) fn onitama() -> GameEntry<Onitama> {
    small_game("onitama", 2)
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
        .prefers_threads_to_transpositions()
        .network_that_expects(weights::ONITAMA, Expects::Result)
        .presets(include_str!("onitama.toml"))
}

/// Lines of Action. Of 24 men one is captured every hundred plies, until a side has a single one.
pub(super) fn lines_of_action() -> GameEntry<LinesOfAction> {
    small_game("lines-of-action", 4)
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
        .presets(include_str!("lines-of-action.toml"))
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
        .evaluation(EvaluationEntry::new("outcome", OneScale(GameValue)))
}

/// A game whose learnt evaluation is of tuples, with a plain evaluation besides.
pub fn small_game<G>(name: &'static str, opening_plies: u64) -> GameEntry<G>
where
    G: Tuples<Plain: Clone + Send + Sync> + Planes + Playable,
{
    let learnt = |file: Option<&[u8]>| -> Result<_, WeightsError> {
        let weights = file.map_or_else(|| Ok(TupleWeights::<G>::default()), TupleWeights::<G>::parse)?;
        Ok(OneScale(Learnt::new(weights)))
    };
    // Othello's settings with smaller batches of games, because these evaluations need fewer games.
    let lessons = Settings { batch: 1000, random_plies: 8, ..Settings::default() };
    let learnt_ends = || OneScale(Learnt::<G>::default().with_learnt_ends());
    // In games that are won, lost or drawn a win is so many points; in others a value is points of the game.
    let expects = match G::WIN {
        Lessons::WON => Expects::Result,
        _ => Expects::Points { a_point: G::LAYOUT.units },
    };
    let entry = GameEntry::drawn(name, opening_plies, G::start)
        .planes()
        .evaluation(EvaluationEntry::learnt("learnt", learnt).expects(expects))
        .learns("learnt", TupleFeatures::<G>::default(), lessons);
    let entry =
        if G::WEIGHS_ENDS { entry.evaluation(EvaluationEntry::new("learnt-ends", learnt_ends())) } else { entry };
    entry.evaluation(EvaluationEntry::new("plain", OneScale(G::Plain::default())))
}
