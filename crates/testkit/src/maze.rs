use std::hash::{Hash, Hasher};
use std::iter::Map;
use std::ops::Range;

use bestply_core::{Evaluator, Keyed, Position, Prediction, Properties, Side, Value, mix};

use crate::Dice;

/// A small random game for selective searches: most positions offer a null move, and lines of play meet again.
///
/// The same side sometimes moves twice, a game may end early, and some games have a few positions of very many moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Maze {
    seed: u64,
    /// How many places there are at each ply.
    places: u64,
    branching: u64,
    /// The most moves of the few positions that have very many. 0 where there are none.
    width: u64,
    place: u64,
    to_move: Side,
    plies_left: u64,
}

/// A move of a [`Maze`]. It does one of a few things, and its hash says no more than which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MazeMove {
    index: u16,
}

impl MazeMove {
    /// What the move does. Two moves of one position may do the same and lead to different positions all the same.
    pub fn does(self) -> u16 {
        self.index % 7
    }
}

/// What the move does.
impl From<MazeMove> for usize {
    fn from(mv: MazeMove) -> usize {
        usize::from(mv.does())
    }
}

impl Hash for MazeMove {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.does().hash(state);
    }
}

impl Maze {
    /// The game of this seed, of so many plies at most, with up to `branching` moves in a position.
    pub fn new(seed: u64, plies: u64, branching: u64) -> Maze {
        let places = 3 + Dice::new(seed).below(60);
        Maze { seed, places, branching, width: 0, place: 0, to_move: Side::Max, plies_left: plies }
    }

    /// The same game with one position in ten that has at least 20 and up to `width` moves.
    #[must_use]
    pub fn with_wide_positions(self, width: u64) -> Maze {
        Maze { width, ..self }
    }

    /// A random number of the position, one for each question.
    fn ask(&self, question: u64) -> u64 {
        mix(self.key() ^ mix(question))
    }

    fn after(&self, MazeMove { index }: MazeMove) -> Maze {
        let number = self.ask(1000 + u64::from(index));
        let to_move = if number.is_multiple_of(16) { self.to_move } else { self.to_move.other() };
        Maze { place: mix(number) % self.places, to_move, plies_left: self.plies_left - 1, ..self.clone() }
    }
}

impl Position for Maze {
    type Move = MazeMove;
    type Moves = Map<Range<u16>, fn(u16) -> MazeMove>;
    /// The position before the move.
    type Undo = Maze;

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn moves(&self) -> Self::Moves {
        let count = if self.plies_left == 0 || self.ask(1).is_multiple_of(20) {
            0
        } else if self.width > 20 && self.ask(2).is_multiple_of(10) {
            20 + self.ask(3) % (self.width - 19)
        } else {
            1 + self.ask(3) % self.branching
        };
        (0..count as u16).map(|index| MazeMove { index })
    }

    fn make(&mut self, mv: MazeMove) -> Maze {
        let after = self.after(mv);
        std::mem::replace(self, after)
    }

    fn unmake(&mut self, _: MazeMove, before: Maze) {
        *self = before;
    }

    fn make_null_move(&mut self) -> Option<Maze> {
        let offers = self.move_count() > 0 && !self.ask(4).is_multiple_of(4);
        let before = self.clone();
        offers.then(|| {
            self.to_move = self.to_move.other();
            before
        })
    }

    fn unmake_null_move(&mut self, before: Maze) {
        *self = before;
    }

    fn fingerprint(&self) -> Option<u64> {
        Some(self.key())
    }
}

impl Keyed for Maze {
    fn key(&self) -> u64 {
        mix(mix(self.seed) ^ self.place << 16 ^ self.plies_left << 1 ^ self.to_move as u64)
    }
}

/// The evaluator of a [`Maze`]: static values that say little of deeper ones, and predictions that are often wrong.
///
/// It panics where it is asked for a child before it is told of the parent.
#[derive(Clone, Debug)]
pub struct MazeValue {
    predictions: Vec<Prediction>,
    depends_on_parent: bool,
    grain: Grain,
    entered: Option<u64>,
}

/// How many values there are.
#[derive(Clone, Copy, Debug)]
enum Grain {
    /// Sixty-one, so that ties abound.
    Coarse,
    /// Two thousand million, so that hardly two positions have the same.
    Fine,
}

impl Default for MazeValue {
    fn default() -> MazeValue {
        let prediction = |deep, shallow, slope, offset| Prediction { deep, shallow, slope, offset, sigma: 12.0 };
        let predictions = vec![
            prediction(3, 1, 0.9, 1.5),
            prediction(4, 2, 1.1, -2.0),
            prediction(4, 1, 0.7, 0.0),
            prediction(5, 3, 1.0, 0.0),
        ];
        MazeValue { predictions, depends_on_parent: false, grain: Grain::Coarse, entered: None }
    }
}

impl MazeValue {
    /// The evaluator to which a position is worth something else after another one.
    #[must_use]
    pub fn depending_on_parent(self) -> MazeValue {
        MazeValue { depends_on_parent: true, ..self }
    }

    /// The evaluator to which hardly two positions are worth the same.
    #[must_use]
    pub fn with_fine_values(self) -> MazeValue {
        MazeValue { grain: Grain::Fine, ..self }
    }
}

impl Evaluator<Maze> for MazeValue {
    fn evaluate(&mut self, maze: &Maze) -> Value {
        panic!("every node has its value from its parent, not {maze:?}");
    }

    fn enter(&mut self, parent: &Maze) {
        self.entered = Some(parent.key());
    }

    fn evaluate_child(&mut self, parent: &mut Maze, mv: MazeMove) -> Value {
        assert_eq!(self.entered, Some(parent.key()), "the evaluator is told of the parent");
        let child = parent.after(mv);
        let number = child.ask(if self.depends_on_parent { parent.key() } else { 5 });
        let side = if number.is_multiple_of(2) { Side::Max } else { Side::Min };
        let is_won = child.is_terminal() && mix(number).is_multiple_of(3);
        match self.grain {
            _ if is_won => side.win(),
            Grain::Coarse => (number % 61) as Value - 30,
            Grain::Fine => (number >> 33) as Value - (1 << 30),
        }
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties { depends_on_parent: self.depends_on_parent, ..Properties::default() }
    }

    fn predictions(&self, maze: &Maze) -> &[Prediction] {
        if maze.ask(6).is_multiple_of(5) { &[] } else { &self.predictions }
    }
}
