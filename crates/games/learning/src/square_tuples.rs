use std::fmt;
use std::num::NonZeroU32;
use std::sync::Arc;

use bestply_core::{Evaluator, Position, Properties, Side, Value};

use crate::{Features, Fingerprint, Layout, Outlook, OwnPlanes, SelfPlay, Sight, WeightsError};

/// The units of a weight in a point.
const UNITS: u32 = 256;

/// The most weights of all tuples: a file of 32 megabytes.
const MOST_WEIGHTS: usize = 1 << 24;

/// Tuples of squares as features of any game that has [`Planes`](crate::Planes).
///
/// The content of a square is the first plane that shows something there, as the side to move sees it, or nothing.
/// A weight stands for each content of each tuple, and one more for having the move.
/// Tuples that mirror each other by [`Planes::mirrored`](crate::Planes::mirrored) share their weights.
#[derive(Clone)]
pub struct SquareTuples<G, S = OwnPlanes> {
    games: G,
    sight: S,
    squares: Arc<Squares>,
}

/// The value of a position as the sum of the weights of its [`SquareTuples`].
///
/// A unit is 1/256 point. A finished game has the value that its [planes](crate::Planes::finished_value) say.
#[derive(Clone)]
pub struct SumOfTuples<S = OwnPlanes> {
    sight: S,
    squares: Arc<Squares>,
    weights: Arc<[i16]>,
    active: Active,
}

/// What is found out of a position, kept for the room that it takes.
#[derive(Clone, Default)]
struct Active {
    inputs: Vec<u16>,
    is_seen: Vec<bool>,
    indices: Vec<u32>,
}

/// Where the weights of tuples are.
struct Squares {
    layout: Layout,
    /// What a win is worth, in points.
    win: NonZeroU32,
    /// The index of each tuple whose squares are all empty.
    starts: Vec<u32>,
    /// The tuples that each square is in, with what a step of its content adds to the tuple's index.
    members: Vec<Vec<(u16, u32)>>,
}

/// All rectangles of so many rows and columns on a board of so many, each a tuple of squares.
///
/// A square is its place within a plane: *columns · row + column*.
///
/// ```
/// use bestply_learning::rectangles;
///
/// assert_eq!(rectangles([3, 2], [2, 2]), [[0, 1, 2, 3], [2, 3, 4, 5]]);
/// ```
pub fn rectangles([rows, columns]: [usize; 2], [height, width]: [usize; 2]) -> Vec<Vec<u16>> {
    let corners = (0..(rows + 1).saturating_sub(height))
        .flat_map(|row| (0..(columns + 1).saturating_sub(width)).map(move |column| (row, column)));
    let rectangle = |(row, column)| {
        let squares = (row..row + height).flat_map(|row| (column..column + width).map(move |at| columns * row + at));
        squares.map(|square| square as u16).collect()
    };
    corners.map(rectangle).collect()
}

impl<G: SelfPlay, S: Sight<G::Position>> SquareTuples<G, S> {
    /// The features of a game of this name: these tuples, each a list of squares within a plane.
    ///
    /// `sight` says how the planes are seen, and `win` the points of a game that is as good as won.
    ///
    /// # Panics
    ///
    /// If a square is none of a plane's, a win is worth nothing, or there are more than 2²⁴ weights.
    pub fn new(game: &'static str, games: G, sight: S, tuples: &[Vec<u16>], win: u32) -> SquareTuples<G, S> {
        let squares = Arc::new(Squares::new(game, &sight.outlook(), tuples, win));
        SquareTuples { games, sight, squares }
    }

    /// The evaluation with the weights in a file of these bytes.
    ///
    /// # Errors
    ///
    /// If the bytes are no whole, undamaged file of weights of these tuples.
    pub fn read(&self, bytes: &[u8]) -> Result<SumOfTuples<S>, WeightsError> {
        let weights = self.squares.layout.read(bytes)?;
        let weights: Vec<i16> = weights.iter().map(|&weight| i16::from_le_bytes(weight)).collect();
        Ok(self.evaluator(&weights))
    }
}

impl Squares {
    fn new(game: &'static str, outlook: &Outlook, tuples: &[Vec<u16>], win: u32) -> Squares {
        let [planes, rows, columns] = outlook.shape;
        let (states, squares) = (planes + 1, rows * columns);
        let mut places = vec![Vec::new(); squares];
        let mut fingerprint = Fingerprint::new().add(outlook.planes_fingerprint);
        let (mut starts, mut weights) = (Vec::new(), 1);
        for (tuple, own) in tuples.iter().enumerate() {
            let (model, squares) = shared(outlook, &tuples[..tuple], own);
            let start = model.map_or(weights, |model| starts[model] as usize);
            let mut step = 1;
            for &square in &squares {
                let place: &mut Vec<(u16, u32)> = &mut places[usize::from(square)];
                place.push((tuple as u16, step as u32));
                step *= states;
                assert!(weights + step <= MOST_WEIGHTS, "there are at most 2^24 weights");
                fingerprint = fingerprint.add(u64::from(square));
            }
            fingerprint = fingerprint.add(start as u64);
            weights += if model.is_none() { step } else { 0 };
            starts.push(start as u32);
        }
        let layout = Layout { game, fingerprint: fingerprint.finish(), weights, units: UNITS };
        Squares { layout, win: NonZeroU32::new(win).expect("a win is worth something"), starts, members: places }
    }

    /// The indices of the weights of a position, the first of which is that of having the move.
    fn find<P: Position>(&self, sight: &impl Sight<P>, position: &P, active: &mut Active) {
        let Active { inputs, is_seen, indices } = active;
        inputs.clear();
        sight.active(position, position.to_move(), inputs);
        inputs.sort_unstable();
        is_seen.clear();
        is_seen.resize(self.members.len(), false);
        indices.clear();
        indices.push(0);
        indices.extend(&self.starts);
        for &input in &*inputs {
            let (plane, square) = (usize::from(input) / self.members.len(), usize::from(input) % self.members.len());
            if std::mem::replace(&mut is_seen[square], true) {
                continue;
            }
            for &(tuple, step) in &self.members[square] {
                indices[1 + usize::from(tuple)] += (plane as u32 + 1) * step;
            }
        }
    }
}

/// The earlier tuple of which this one is the mirror image, if there is one, and the squares in that one's order.
fn shared(outlook: &Outlook, earlier: &[Vec<u16>], own: &[u16]) -> (Option<usize>, Vec<u16>) {
    let sorted = |squares: &[u16]| {
        let mut squares = squares.to_vec();
        squares.sort_unstable();
        squares
    };
    let mirrored = |tuple: &[u16]| -> Vec<u16> {
        tuple.iter().map(|&square| (outlook.mirrored)(usize::from(square)) as u16).collect()
    };
    let model = earlier.iter().position(|tuple| sorted(&mirrored(tuple)) == sorted(own));
    (model, model.map_or_else(|| own.to_vec(), |model| mirrored(&earlier[model])))
}

impl<G: SelfPlay, S> SelfPlay for SquareTuples<G, S> {
    type Position = G::Position;

    fn start(&self, number: u64) -> G::Position {
        self.games.start(number)
    }

    fn outcome(&self, position: &G::Position) -> Option<Value> {
        self.games.outcome(position)
    }

    fn partner(&self, number: u64) -> Option<Box<dyn Evaluator<G::Position>>> {
        self.games.partner(number)
    }
}

impl<G: SelfPlay, S: Sight<G::Position>> Features for SquareTuples<G, S> {
    type Evaluator = SumOfTuples<S>;

    fn layout(&self) -> Layout {
        self.squares.layout
    }

    fn evaluator(&self, weights: &[i16]) -> SumOfTuples<S> {
        assert_eq!(weights.len(), self.squares.layout.weights, "the layout says how many weights there are");
        let (sight, squares) = (self.sight.clone(), Arc::clone(&self.squares));
        SumOfTuples { sight, squares, weights: weights.into(), active: Active::default() }
    }

    fn active(&self, position: &G::Position, indices: &mut Vec<u32>) {
        let mut active = Active::default();
        self.squares.find(&self.sight, position, &mut active);
        indices.append(&mut active.indices);
    }
}

impl<P: Position, S: Sight<P>> Evaluator<P> for SumOfTuples<S> {
    fn evaluate(&mut self, position: &P) -> Value {
        if position.is_terminal() {
            return self.sight.finished_value(position);
        }
        self.squares.find(&self.sight, position, &mut self.active);
        let value = self.active.indices.iter().map(|&index| Value::from(self.weights[index as usize])).sum();
        if position.to_move() == Side::Max { value } else { -value }
    }

    fn properties(&self) -> Properties {
        let win = self.squares.win.saturating_mul(const { NonZeroU32::new(UNITS).expect("it is not zero") });
        Properties { win_value: Some(win), ..Properties::default() }
    }
}

impl<S> fmt::Debug for SumOfTuples<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} weights of {}", self.weights.len(), self.squares.layout.game)
    }
}

impl<G, S> fmt::Debug for SquareTuples<G, S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} tuples of {}", self.squares.starts.len(), self.squares.layout.game)
    }
}
