use std::collections::{HashMap, HashSet};
use std::marker::PhantomData;

use bestply_core::{Keyed, Stop};

use crate::ground::side_of;
use crate::proof_tree::ProofDraft;
use crate::{ProofTree, Question};

/// What a solver knows of how an answer is reached, at a position that it walks about with.
pub(crate) trait Strategy<P: Keyed> {
    /// The position.
    fn position(&self) -> &P;

    /// Plays the move of this index.
    fn down(&mut self, index: usize);

    /// Takes back the last move.
    fn up(&mut self);

    /// The index of a move that keeps the answer where the side moves that it is for, and of any elsewhere.
    ///
    /// The game is not over. What was forgotten of the position is found again.
    ///
    /// # Errors
    ///
    /// The limit that forbids it.
    fn decide(&mut self, answer: bool) -> Result<usize, Stop>;

    /// The index of the move that decided, as far as it is remembered.
    fn recall(&mut self) -> Option<usize>;

    /// The index of a move for the side that has lost the question, as far as one is better than another: one after
    /// which this side still gets its way in the question `goal`, or one that took much work.
    fn resist(&mut self, goal: Question) -> usize;
}

/// A line of play in which one side keeps the answer and the other resists, to the end of the game, to a position that
/// comes back, or as far as the strategy goes.
///
/// The strategy is where it was on return.
pub(crate) fn line<P: Keyed, S: Strategy<P>>(strategy: &mut S, question: Question, answer: bool) -> Vec<P::Move> {
    let side = side_of(answer);
    let above = question.at_least.saturating_add(1);
    // Whoever does not get more may still get no less.
    let goal = Question { at_least: if answer { above } else { question.at_least.saturating_sub(1) } };
    let (mut moves, mut met) = (Vec::new(), HashSet::new());
    // A line that goes round for ever is shown once.
    while !strategy.position().is_terminal() && met.insert(strategy.position().key()) {
        let index = if strategy.position().to_move() == side { strategy.recall() } else { Some(strategy.resist(goal)) };
        let Some(index) = index.filter(|&index| index < strategy.position().move_count()) else { break };
        moves.push(strategy.position().nth_move(index));
        strategy.down(index);
    }
    moves.iter().for_each(|_| strategy.up());
    moves
}

/// Why an answer has no proof tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoProof {
    /// The limit that ended the search for moves that were forgotten.
    Stopped(Stop),
    /// What the solver remembers goes round where it must not, because memory was short.
    GoesRound,
    /// The tree would have more positions than this.
    TooLarge(usize),
}

impl std::fmt::Display for NoProof {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoProof::Stopped(stop) => write!(formatter, "the limit on {stop} ended the search for the proof's moves"),
            NoProof::GoesRound => {
                formatter.write_str("the solver forgot too much to give a proof: it needs more bytes")
            }
            NoProof::TooLarge(most) => write!(formatter, "the proof has more than {most} positions"),
        }
    }
}

impl std::error::Error for NoProof {}

/// A position of the proof whose moves are being looked at.
struct OpenPosition {
    /// Its number in the order of discovery.
    number: usize,
    /// The moves of the proof that are left, by their indices, the next one last.
    left: Vec<usize>,
}

/// Writes down the moves of an answer: one move of the side that it is for, all of the other side's.
///
/// Each position stands once in the tree, which so is a graph.
/// It has no circle where going round for ever is not the answer.
pub(crate) fn proof_tree<P: Keyed, S: Strategy<P>>(
    strategy: &mut S,
    question: Question,
    answer: bool,
    most: usize,
) -> Result<ProofTree, NoProof> {
    let mut walk: StrategyWalk<'_, P, S> = StrategyWalk {
        position: PhantomData,
        strategy,
        answer,
        most,
        draft: ProofDraft::new(question, answer),
        numbers: HashMap::new(),
    };
    let mut open: Vec<OpenPosition> = walk.discover()?.into_iter().collect();
    while let Some(last) = open.last_mut() {
        match last.left.pop() {
            Some(index) => {
                walk.strategy.down(index);
                match walk.visit(last.number) {
                    Ok(Some(child)) => open.push(child),
                    Ok(None) => walk.strategy.up(),
                    Err(none) => {
                        open.iter().for_each(|_| walk.strategy.up());
                        return Err(none);
                    }
                }
            }
            None => {
                walk.draft.complete(last.number);
                open.pop();
                if !open.is_empty() {
                    walk.strategy.up();
                }
            }
        }
    }
    Ok(walk.draft.finish())
}

struct StrategyWalk<'s, P, S> {
    position: PhantomData<fn(P)>,
    strategy: &'s mut S,
    answer: bool,
    most: usize,
    draft: ProofDraft,
    /// The numbers of the positions met, by their keys.
    numbers: HashMap<u64, usize>,
}

impl<P: Keyed, S: Strategy<P>> StrategyWalk<'_, P, S> {
    /// Links a position with its parent. Returns the position with its moves if it is new.
    fn visit(&mut self, parent: usize) -> Result<Option<OpenPosition>, NoProof> {
        let known = self.numbers.get(&self.strategy.position().key()).copied();
        self.draft.link(parent, known.unwrap_or(self.numbers.len()));
        match known {
            None => self.discover(),
            Some(number) if self.draft.may_return_to(number) => Ok(None),
            // The play would never end, and an answer that needs an end would not follow (D211).
            Some(_) => Err(NoProof::GoesRound),
        }
    }

    /// A new position, with the moves that the proof has there.
    fn discover(&mut self) -> Result<Option<OpenPosition>, NoProof> {
        let number = self.numbers.len();
        if number >= self.most {
            return Err(NoProof::TooLarge(self.most));
        }
        let position = self.strategy.position();
        let (count, is_chosen) = (position.move_count(), position.to_move() == side_of(self.answer));
        self.numbers.insert(position.key(), number);
        let decided = (count > 0).then(|| self.strategy.decide(self.answer)).transpose().map_err(NoProof::Stopped)?;
        let chosen = decided.filter(|_| is_chosen);
        let left = chosen.map_or_else(|| (0..count).rev().collect(), |index| vec![index]);
        self.draft.open(chosen);
        Ok(Some(OpenPosition { number, left }))
    }
}
