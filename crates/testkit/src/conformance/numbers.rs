use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use bestply_core::Position;

use crate::Dice;

/// How a game numbers its moves, for [`check_numbers`].
pub struct MoveNumbers<P: Position> {
    /// Below what all numbers lie.
    pub below: u32,
    /// The number of a legal move.
    pub number: fn(&P, P::Move) -> u32,
    /// The legal move of a number.
    pub numbered: fn(&P, u32) -> P::Move,
    /// What a number stands for in all positions: the move's notation, but for what only the position adds to it.
    pub meaning: fn(&P, P::Move) -> String,
    /// Whether the hash of a move is its number, which it is where a game has a type of its own for moves.
    pub hashed: bool,
}

/// Checks the numbers of a game's moves in random games from these positions, until so many positions were looked at.
///
/// - No two moves of a position have the same number.
/// - A number gives back its move.
/// - All numbers lie below their bound.
/// - A move tells a hasher its number and nothing else, if the game says so.
/// - A number means the same in all positions, and what means the same has the same number.
///
/// # Panics
///
/// If any of these checks fails, or the positions are finished ones.
pub fn check_numbers<P>(starts: &[P], numbers: &MoveNumbers<P>, positions: usize)
where
    P: Position<Move: Hash> + Clone + Debug,
{
    let (mut dice, mut meanings, mut looked_at) = (Dice::new(1), Meanings::default(), 0);
    for start in starts.iter().cycle() {
        assert!(!start.is_terminal(), "a game from {start:?} has moves to be numbered");
        let mut position = start.clone();
        while !position.is_terminal() {
            if looked_at == positions {
                return;
            }
            looked_at += 1;
            assert_numbers(&position, numbers);
            position.moves().for_each(|mv| meanings.note(&position, mv, numbers));
            position.make(position.nth_move(dice.below(position.move_count() as u64) as usize));
        }
    }
}

fn assert_numbers<P: Position<Move: Hash> + Debug>(position: &P, numbers: &MoveNumbers<P>) {
    let mut met = HashSet::new();
    for mv in position.moves() {
        let number = (numbers.number)(position, mv);
        assert!(number < numbers.below, "{mv:?} is number {number} of {}: {position:?}", numbers.below);
        assert!(met.insert(number), "{mv:?} is not the only number {number}: {position:?}");
        assert_eq!((numbers.numbered)(position, number), mv, "the move of number {number}: {position:?}");
        let mut hasher = Told::default();
        mv.hash(&mut hasher);
        let is_told = hasher.0 == [u64::from(number)];
        assert!(is_told || !numbers.hashed, "{mv:?} tells a hasher {:?} for {number}: {position:?}", hasher.0);
    }
}

/// The numbers that a hasher is told, whatever their types.
#[derive(Default)]
struct Told(Vec<u64>);

impl Hasher for Told {
    fn finish(&self) -> u64 {
        unreachable!("what was told is looked at, not a hash of it")
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.extend(bytes.iter().map(|&byte| u64::from(byte)));
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0.push(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

/// The meanings and the numbers met so far.
#[derive(Default)]
struct Meanings {
    meanings: HashMap<u32, String>,
    numbers: HashMap<String, u32>,
}

impl Meanings {
    fn note<P: Position + Debug>(&mut self, position: &P, mv: P::Move, numbers: &MoveNumbers<P>) {
        let (number, meaning) = ((numbers.number)(position, mv), (numbers.meaning)(position, mv));
        let known = self.meanings.entry(number).or_insert_with(|| meaning.clone());
        assert_eq!(*known, meaning, "what number {number} means: {position:?}");
        let known = *self.numbers.entry(meaning).or_insert(number);
        assert_eq!(known, number, "the number of {mv:?}: {position:?}");
    }
}
