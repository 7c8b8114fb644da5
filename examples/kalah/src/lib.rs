//! Kalah with six houses a side and four seeds each: a side that ends a move in its own store moves again.

use std::num::NonZeroU32;

use bestply::learning::{Planes, rectangles};
use bestply::relatives::{Growth, Node, Rule, first_best};
use bestply::{
    Advance, Bounds, Evaluator, Found, Keyed, Limit, Meter, Observer, Position, Properties, Report, Reset, Search, Side,
};
use bestply::{StaticError, Stop, Value, mix};
use bestply_catalogue::{
    Catalogue, EvaluationEntry, GameEntry, Lessons, OneScale, Playable, PositionError, SearcherEntry,
};

/// The seeds in MAX's houses from left to right and in MAX's store, then those of MIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kalah {
    seeds: [u8; 14],
    to_move: Side,
}

const STORES: [usize; 2] = [6, 13];

impl Kalah {
    /// The start: four seeds in every house, and MAX to move.
    pub fn start() -> Kalah {
        let seeds = std::array::from_fn(|place| if STORES.contains(&place) { 0 } else { 4 });
        Kalah { seeds, to_move: Side::Max }
    }

    /// The seeds in MAX's store minus those in MIN's.
    pub fn lead(&self) -> Value {
        Value::from(self.seeds[STORES[0]]) - Value::from(self.seeds[STORES[1]])
    }

    /// Whether the last seed of this house falls into the store of the side to move, without going round the board.
    pub fn ends_in_store(&self, house: u8) -> bool {
        let first = Kalah::houses(self.to_move).start;
        self.seeds[first + usize::from(house)] == 6 - house
    }

    fn houses(side: Side) -> std::ops::Range<usize> {
        let first = 7 * side as usize;
        first..first + 6
    }
}

impl Position for Kalah {
    /// The house that is emptied, counted from the left of its owner.
    type Move = u8;
    type Moves = std::vec::IntoIter<u8>;
    type Undo = Kalah;

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn moves(&self) -> Self::Moves {
        let full = Kalah::houses(self.to_move).zip(0..).filter(|&(place, _)| self.seeds[place] > 0);
        full.map(|(_, house)| house).collect::<Vec<u8>>().into_iter()
    }

    fn make(&mut self, house: u8) -> Kalah {
        let (before, side) = (*self, self.to_move);
        let (own, others) = (STORES[side as usize], STORES[side.other() as usize]);
        let mut place = Kalah::houses(side).start + usize::from(house);
        for _ in 0..std::mem::take(&mut self.seeds[place]) {
            place = (place + 1) % 14;
            place = if place == others { (place + 1) % 14 } else { place };
            self.seeds[place] += 1;
        }
        let captures = Kalah::houses(side).contains(&place) && self.seeds[place] == 1 && self.seeds[12 - place] > 0;
        if captures {
            self.seeds[own] += std::mem::take(&mut self.seeds[place]) + std::mem::take(&mut self.seeds[12 - place]);
        }
        let is_empty = |side| self.seeds[Kalah::houses(side)].iter().all(|&seeds| seeds == 0);
        if is_empty(Side::Max) || is_empty(Side::Min) {
            for side in [Side::Max, Side::Min] {
                let rest: u8 = Kalah::houses(side).map(|place| std::mem::take(&mut self.seeds[place])).sum();
                self.seeds[STORES[side as usize]] += rest;
            }
        }
        self.to_move = if place == own { side } else { side.other() };
        before
    }

    fn unmake(&mut self, _: u8, before: Kalah) {
        *self = before;
    }

    fn fingerprint(&self) -> Option<u64> {
        Some(self.key())
    }
}

impl Keyed for Kalah {
    fn key(&self) -> u64 {
        self.seeds.iter().fold(self.to_move as u64, |key, &seeds| mix(key ^ u64::from(seeds)).wrapping_add(1))
    }
}

impl Playable for Kalah {
    fn terminal_value(&self) -> Value {
        self.lead()
    }

    /// A game is won by seeds, and not by all alike.
    fn points(&self) -> Option<i32> {
        Some(self.lead())
    }

    fn text(&self) -> String {
        let side = ["max", "min"][self.to_move as usize];
        format!("{} {side}", self.seeds.map(|seeds| seeds.to_string()).join(" "))
    }

    /// A move is its number: the house.
    fn move_numbers(&self) -> Option<u32> {
        Some(6)
    }

    fn number(&self, house: u8) -> u32 {
        house.into()
    }

    fn numbered(&self, number: u32) -> u8 {
        number as u8
    }

    /// The text that [`text`](Playable::text) writes.
    fn parse(text: &str) -> Result<Kalah, PositionError> {
        const EXPECTED: &str = "a position is the seeds of 14 places and `max` or `min`, with blanks between";
        let (seeds, side) = text.rsplit_once(' ').ok_or_else(|| PositionError::new(EXPECTED))?;
        let to_move = match side {
            "max" => Side::Max,
            "min" => Side::Min,
            _ => return Err(PositionError::new(EXPECTED)),
        };
        let seeds: Result<Vec<u8>, _> = seeds.split(' ').map(str::parse).collect();
        let seeds = seeds.ok().and_then(|seeds| <[u8; 14]>::try_from(seeds).ok());
        let seeds = seeds.filter(|seeds| seeds.iter().map(|&seeds| u32::from(seeds)).sum::<u32>() == 48);
        let seeds = seeds.ok_or_else(|| PositionError::new("a position has 48 seeds in 14 places"))?;
        Ok(Kalah { seeds, to_move })
    }
}

/// What learnt evaluations see: the seeds of each place, the viewer's houses and store first.
///
/// A plane shows the places with so many seeds; more than eight are as good as eight,
/// and an empty place is on no plane.
/// In a store four seeds are as one.
impl Planes for Kalah {
    const SHAPE: [usize; 3] = [8, 2, 7];
    const NAMES: &'static [&'static str] = &["1", "2", "3", "4", "5", "6", "7", "8 or more"];

    fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
        for place in 0..14 {
            let seen = if viewer == Side::Max { place } else { (place + 7) % 14 };
            let unit = if STORES.contains(&place) { 4 } else { 1 };
            let seeds = usize::from(self.seeds[place]).div_ceil(unit).min(8);
            inputs.extend((seeds > 0).then(|| (14 * (seeds - 1) + seen) as u16));
        }
    }

    fn finished_value(&self) -> Value {
        SeedsAtHome.evaluate(self)
    }
}

/// Seeds in the stores count fully, and those in the houses a tenth. A finished game counts by its stores.
#[derive(Clone, Copy)]
pub struct SeedsAtHome;

impl Evaluator<Kalah> for SeedsAtHome {
    fn evaluate(&mut self, kalah: &Kalah) -> Value {
        let at_home =
            |side| -> Value { kalah.seeds[Kalah::houses(side)].iter().map(|&seeds| Value::from(seeds)).sum() };
        10 * kalah.lead() + at_home(Side::Max) - at_home(Side::Min)
    }

    /// Whoever has 25 of the 48 seeds in the store has won.
    #[inline]
    fn properties(&self) -> Properties {
        Properties { win_value: NonZeroU32::new(25 * 10), ..Properties::default() }
    }

    /// As `measure predictions kalah --games 300` prints them, for the searchers that take a value for uncertain.
    fn errors(&self, _: &Kalah) -> &[StaticError] {
        const ERRORS: [StaticError; 2] =
            [StaticError::new(1, 11.5, 23.9, 0.953), StaticError::new(6, 18.1, 47.2, 0.840)];
        &ERRORS
    }
}

/// Plays the move whose position has the best static value.
pub struct Greedy;

impl Reset for Greedy {
    fn reset(&mut self) {}
}

impl<P: Position> Advance<P> for Greedy {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        position.index_of(mv);
    }
}

impl<P: Position, E: Evaluator<P>> Search<P, E> for Greedy {
    fn run<O: Observer>(&mut self, position: &mut P, evaluator: &mut E, limit: &Limit, _: &mut O) -> Report<P::Move> {
        let (side, mut meter) = (position.to_move(), Meter::start(limit));
        let mut found = Found::new(Stop::Depth);
        evaluator.enter(position);
        for mv in position.moves() {
            match evaluator.value_of_child(position, mv, Bounds::OPEN, &mut meter) {
                Ok(value) if found.value.is_none_or(|best| side.orient(value) > side.orient(best)) => {
                    (found.line, found.value) = (vec![mv], Some(value));
                }
                Ok(_) => {}
                Err(stop) => {
                    found.stop = stop;
                    break;
                }
            }
        }
        found.report(position, evaluator, &meter)
    }
}

/// Plays a move that ends in the own store, so that it moves again, and where there is none the first move.
///
/// It asks for what only Kalah has, and so it plays nothing else.
pub struct MovesAgain;

impl Reset for MovesAgain {
    fn reset(&mut self) {}
}

impl Advance<Kalah> for MovesAgain {
    fn advance(&mut self, kalah: &mut Kalah, house: u8) {
        kalah.index_of(house);
    }
}

impl<E: Evaluator<Kalah>> Search<Kalah, E> for MovesAgain {
    fn run<O: Observer>(&mut self, kalah: &mut Kalah, evaluator: &mut E, limit: &Limit, _: &mut O) -> Report<u8> {
        let again = kalah.moves().rfind(|&house| kalah.ends_in_store(house));
        let found = Found { line: again.into_iter().collect(), ..Found::new(Stop::Depth) };
        found.report(kalah, evaluator, &Meter::start(limit))
    }
}

/// A rule of one's own for a search that grows its tree leaf by leaf: best-first, but a move that has been looked at
/// much counts for less, so that the next best one gets its turn.
pub struct Thrifty {
    /// How many leaves below a move take a seed from its value.
    pub leaves_a_seed: u32,
}

impl Rule for Thrifty {
    /// The number of leaves below a node.
    type Mark = u32;

    fn mark(&self, node: &Node<'_, u32>) -> u32 {
        if node.children().is_empty() { 1 } else { node.children().iter().map(|child| child.mark).sum() }
    }

    fn choose(&mut self, node: &Node<'_, u32>, _: usize) -> usize {
        let sign = i64::from(node.side().sign());
        let worth = |child: &Node<'_, u32>| {
            sign * i64::from(child.value()) * i64::from(self.leaves_a_seed) - i64::from(child.mark)
        };
        let ranked = node.open_children().map(|(index, child)| (index, worth(child)));
        first_best(ranked).expect("a child is open")
    }

    fn reason(&self) -> String {
        format!("It is the best, where every {} leaves below a move cost it a seed.", self.leaves_a_seed)
    }
}

/// Bestply's catalogue with Kalah, its evaluations, and three searchers.
///
/// The entry says how Kalah is learnt, so that `train kalah` writes weights: by tuples of three houses in a row and of
/// two by two, and by a network. No weights come with the program.
///
/// `Greedy` and `Thrifty` play any game, and `MovesAgain` Kalah alone.
pub fn catalogue() -> Catalogue {
    let greedy = SearcherEntry::new("greedy", |_| Ok(|| Greedy));
    let seeds_at_home = EvaluationEntry::new("seeds-at-home", OneScale(SeedsAtHome)).searcher(&greedy);
    let kalah = GameEntry::drawn("kalah", 3, |_| Kalah::start())
        .length(200)
        // All openings of three moves are starts of experiments, so constants are tuned with fewer seeds on the board.
        .tuned_from("3 3 3 3 3 3 6 3 3 3 3 3 3 6 max")
        .evaluation(seeds_at_home)
        // 24 seeds more are as good as all: that is what learnt values take for a win.
        .lessons(Lessons { win: 24, ..Lessons::default() })
        .tuples([rectangles([2, 7], [1, 3]), rectangles([2, 7], [2, 2])].concat(), None)
        .network(None)
        .presets(include_str!("presets.toml"));
    let moves_again = SearcherEntry::new("moves-again", |_| Ok(|| MovesAgain)).only_in(&["kalah"]);
    let thrifty = SearcherEntry::new("thrifty", |_| Ok(|| Growth::new(Thrifty { leaves_a_seed: 30 })));
    Catalogue::standard().game(kalah).searcher(greedy).searcher(thrifty).searcher_of::<Kalah, _>(moves_again)
}
