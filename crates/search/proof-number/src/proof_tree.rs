//! Proofs as they are written down, and the program that checks them, which knows nothing of solvers.

use std::fmt;
use std::str::FromStr;

use bestply_core::{Position, Side};

use crate::ground::side_of;
use crate::{Question, Score};

/// An answer with the moves that prove it: one move wherever the side moves that the answer is for, and all moves
/// wherever the other side does.
///
/// Its text has a line for each position, and each line names others by their numbers, counted from 0:
///
/// | line | the position |
/// |---|---|
/// | `.` | is finished, and its score agrees with the answer |
/// | `2>17` | the side that the answer is for plays its move of index 2, which leads to position 17 |
/// | `*3 5 17` | the other side has three moves, which lead to these positions |
///
/// The last position is the one that was asked about.
/// Where going round for ever is *not* the answer, each line names only lines above it, so that no play goes round.
/// Where it is, a line may name any other.
///
/// ```
/// use bestply_explicit_game::{ExplicitPosition, ExplicitTree};
/// use bestply_proof_number::{ProofTree, Score};
///
/// let tree = ExplicitTree::parse("max 0 (-1 (-1 1) 1 (1 1))")?;
/// let proof: ProofTree = "max gets at least 1\nyes\n4 positions\n.\n.\n*0 1\n1>2\nend\n".parse()?;
/// let score = |end: &ExplicitPosition| end.tree().value(end.node()) as Score;
/// assert_eq!(proof.check(&mut tree.position(), score, ExplicitPosition::node), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofTree {
    question: Question,
    answer: bool,
    lines: Vec<ProofLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum ProofLine {
    Finished,
    Move { index: u32, to: u32 },
    Moves(Vec<u32>),
}

/// What is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongProof {
    /// The number of the position in the proof.
    pub position: usize,
    /// What is wrong there.
    pub what: Wrong,
}

/// What is wrong at a position of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wrong {
    /// The game is over, and its score is not the answer.
    Score(Score),
    /// The proof says that the game is over, and it is not.
    NotFinished,
    /// The proof has moves, and the game is over.
    Finished,
    /// It is the other side's turn: the proof has one move where it needs all, or all where it needs one.
    Turn(Side),
    /// The proof has this many moves, and the position has that many.
    Moves(usize, usize),
    /// The move that the proof plays does not exist.
    NoSuchMove(usize),
    /// The proof takes two positions for one.
    OtherPosition,
    /// The proof goes round.
    GoesRound(usize),
}

impl ProofTree {
    /// The question.
    pub fn question(&self) -> Question {
        self.question
    }

    /// The answer that is proved.
    pub fn answer(&self) -> bool {
        self.answer
    }

    /// The number of different positions.
    pub fn positions(&self) -> usize {
        self.lines.len()
    }

    /// Checks the proof of this position, move by move.
    ///
    /// `score` is what finished games are worth.
    /// `identity` tells all positions apart from which the game goes on differently: the position itself, where equal
    /// positions are those with the same rest of the game. A hash or a text that two of them share lets a wrong proof
    /// pass. It is kept of the positions to which the proof comes on two ways.
    /// The position is as it was on return.
    ///
    /// # Errors
    ///
    /// The first mistake.
    pub fn check<P: Position, I: PartialEq>(
        &self,
        position: &mut P,
        score: impl Fn(&P) -> Score,
        identity: impl Fn(&P) -> I,
    ) -> Result<(), WrongProof> {
        let root = self.lines.len() - 1;
        let is_met_again = self.met_again();
        // The identity of each position that was met, as far as it is asked for.
        let mut identities: Vec<Option<Option<I>>> = self.lines.iter().map(|_| None).collect();
        let mut open: Vec<(usize, usize)> = vec![(root, 0)];
        let mut undos: Vec<(P::Move, P::Undo)> = Vec::new();
        let mut found = self.check_line(root, position, &score);
        // An identity may be a whole position, so it is kept only where the proof comes again.
        identities[root] = Some(is_met_again[root].then(|| identity(position)));
        while let (Ok(()), Some((line, next))) = (&found, open.last_mut()) {
            let Some((index, to)) = self.lines[*line].link(*next) else {
                open.pop();
                if let Some((mv, undo)) = undos.pop() {
                    position.unmake(mv, undo);
                }
                continue;
            };
            *next += 1;
            let mv = position.nth_move(index);
            let undo = position.make(mv);
            match &identities[to] {
                None => {
                    found = self.check_line(to, position, &score);
                    identities[to] = Some(is_met_again[to].then(|| identity(position)));
                    undos.push((mv, undo));
                    open.push((to, 0));
                }
                Some(known) => {
                    // Two positions taken for one would let a move of one of them prove the other (D327).
                    if known.as_ref() != Some(&identity(position)) {
                        found = Err(WrongProof { position: to, what: Wrong::OtherPosition });
                    }
                    position.unmake(mv, undo);
                }
            }
        }
        // A mistake ends the walk wherever it is, and the position is the caller's.
        undos.into_iter().rev().for_each(|(mv, undo)| position.unmake(mv, undo));
        found
    }

    /// Whether the proof comes to a line's position on two ways or more, of each line.
    fn met_again(&self) -> Vec<bool> {
        let mut times = vec![0_u8; self.lines.len()];
        let links = self.lines.iter().flat_map(|line| (0..).map_while(|next| line.link(next)));
        for to in links.map(|(_, to)| to).chain([self.lines.len() - 1]) {
            // Nobody asks but whether it is more than one.
            times[to] = times[to].saturating_add(1);
        }
        times.into_iter().map(|times| times > 1).collect()
    }

    /// Checks a line of itself, at its position.
    fn check_line<P: Position>(
        &self,
        number: usize,
        position: &P,
        score: &impl Fn(&P) -> Score,
    ) -> Result<(), WrongProof> {
        let moves = position.move_count();
        let is_own_turn = position.to_move() == side_of(self.answer);
        let what = match &self.lines[number] {
            ProofLine::Finished if moves > 0 => Some(Wrong::NotFinished),
            ProofLine::Finished => {
                let score = score(position);
                (self.question.answer_of(score) != self.answer).then_some(Wrong::Score(score))
            }
            _ if moves == 0 => Some(Wrong::Finished),
            ProofLine::Move { .. } if !is_own_turn => Some(Wrong::Turn(position.to_move())),
            ProofLine::Moves(_) if is_own_turn => Some(Wrong::Turn(position.to_move())),
            ProofLine::Move { index, .. } => (*index as usize >= moves).then_some(Wrong::NoSuchMove(*index as usize)),
            ProofLine::Moves(to) => (to.len() != moves).then_some(Wrong::Moves(to.len(), moves)),
        };
        let goes_round = || {
            let mut links = (0..).map_while(|next| self.lines[number].link(next));
            // Numbers that fall with every move end every play (D211).
            links.find(|&(_, to)| !self.may_go_round() && to >= number).map(|(_, to)| Wrong::GoesRound(to))
        };
        what.or_else(goes_round).map_or(Ok(()), |what| Err(WrongProof { position: number, what }))
    }

    /// Whether going round for ever is the answer.
    fn may_go_round(&self) -> bool {
        self.question.answer_of_repetition() == self.answer
    }
}

impl ProofLine {
    /// The `next`-th move of the proof here: its index, and the line that it leads to.
    fn link(&self, next: usize) -> Option<(usize, usize)> {
        match self {
            ProofLine::Finished => None,
            ProofLine::Move { index, to } => (next == 0).then_some((*index as usize, *to as usize)),
            ProofLine::Moves(to) => to.get(next).map(|&to| (next, to as usize)),
        }
    }
}

/// A proof that is being written down. Positions are numbered as they are discovered.
pub(crate) struct ProofDraft {
    question: Question,
    answer: bool,
    positions: Vec<Drafted>,
    complete: u32,
}

/// A position of a [`ProofDraft`].
struct Drafted {
    /// The only move of the proof.
    chosen: Option<usize>,
    /// Where the moves lead to.
    to: Vec<usize>,
    /// Its place among the positions whose moves are all looked at.
    place: Option<u32>,
}

impl ProofDraft {
    pub(crate) fn new(question: Question, answer: bool) -> ProofDraft {
        ProofDraft { question, answer, positions: Vec::new(), complete: 0 }
    }

    /// Adds a new position, with the only move that the proof has there, if it is one.
    pub(crate) fn open(&mut self, chosen: Option<usize>) {
        self.positions.push(Drafted { chosen, to: Vec::new(), place: None });
    }

    /// Notes where the next move of a position leads to.
    pub(crate) fn link(&mut self, parent: usize, child: usize) {
        self.positions[parent].to.push(child);
    }

    /// Notes that all moves of a position are looked at.
    pub(crate) fn complete(&mut self, number: usize) {
        self.positions[number].place = Some(self.complete);
        self.complete += 1;
    }

    /// Whether a position may lead back to this one.
    pub(crate) fn may_return_to(&self, number: usize) -> bool {
        self.positions[number].place.is_some() || self.question.answer_of_repetition() == self.answer
    }

    /// The proof, all of whose positions are complete: in this order, so that most lines name lines above them.
    pub(crate) fn finish(self) -> ProofTree {
        let places: Vec<u32> =
            self.positions.iter().map(|drafted| drafted.place.expect("all positions are complete")).collect();
        let mut lines = vec![ProofLine::Finished; self.positions.len()];
        for (Drafted { chosen, to, .. }, &place) in self.positions.into_iter().zip(&places) {
            let mut to = to.into_iter().map(|to| places[to]);
            lines[place as usize] = match chosen {
                Some(index) => ProofLine::Move { index: index as u32, to: to.next().expect("a move leads somewhere") },
                None if to.len() == 0 => ProofLine::Finished,
                None => ProofLine::Moves(to.collect()),
            };
        }
        ProofTree { question: self.question, answer: self.answer, lines }
    }
}

impl fmt::Display for ProofTree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "max gets at least {}", self.question.at_least)?;
        writeln!(formatter, "{}", if self.answer { "yes" } else { "no" })?;
        writeln!(formatter, "{} positions", self.lines.len())?;
        for line in &self.lines {
            match line {
                ProofLine::Finished => writeln!(formatter, ".")?,
                ProofLine::Move { index, to } => writeln!(formatter, "{index}>{to}")?,
                ProofLine::Moves(to) => {
                    let mut between = "*";
                    for to in to {
                        write!(formatter, "{between}{to}")?;
                        between = " ";
                    }
                    writeln!(formatter)?;
                }
            }
        }
        writeln!(formatter, "end")
    }
}

/// A text that is no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAProof {
    /// The line, counted from 1.
    pub line: usize,
    /// What should stand there.
    pub expected: &'static str,
}

impl FromStr for ProofTree {
    type Err = NotAProof;

    fn from_str(text: &str) -> Result<ProofTree, NotAProof> {
        let mut lines = ProofLines { lines: text.lines(), number: 0 };
        let question = "a line `max gets at least N`";
        let at_least = lines.next(question, |line| line.strip_prefix("max gets at least ")?.parse().ok())?;
        let answer = lines.next("`yes` or `no`", |line| match line {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        })?;
        let count = lines.next("a line `N positions`, with one at least", |line| {
            line.strip_suffix(" positions")?.parse().ok().filter(|&count: &u32| count > 0)
        })?;
        let expected = "`.`, `MOVE>POSITION` or `*POSITION POSITION …`, with numbers below that of positions";
        let read = (0..count).map(|_| lines.next(expected, |line| read_line(line, count)));
        let read = read.collect::<Result<Vec<ProofLine>, NotAProof>>()?;
        lines.next("`end`", |line| (line == "end").then_some(()))?;
        Ok(ProofTree { question: Question { at_least }, answer, lines: read })
    }
}

struct ProofLines<'t> {
    lines: std::str::Lines<'t>,
    number: usize,
}

impl ProofLines<'_> {
    /// What is read from the next line.
    fn next<T>(&mut self, expected: &'static str, read: impl Fn(&str) -> Option<T>) -> Result<T, NotAProof> {
        self.number += 1;
        let line = self.number;
        self.lines.next().and_then(read).ok_or(NotAProof { line, expected })
    }
}

fn read_line(line: &str, count: u32) -> Option<ProofLine> {
    let position = |text: &str| text.parse().ok().filter(|&number: &u32| number < count);
    if line == "." {
        return Some(ProofLine::Finished);
    }
    if let Some(positions) = line.strip_prefix('*') {
        return positions.split(' ').map(position).collect::<Option<Vec<u32>>>().map(ProofLine::Moves);
    }
    let (index, to) = line.split_once('>')?;
    Some(ProofLine::Move { index: index.parse().ok()?, to: position(to)? })
}

impl fmt::Display for NotAProof {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {} of the proof must be {}", self.line, self.expected)
    }
}

impl std::error::Error for NotAProof {}

impl fmt::Display for WrongProof {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "position {} of the proof: {}", self.position, self.what)
    }
}

impl std::error::Error for WrongProof {}

impl fmt::Display for Wrong {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Score(score) => write!(formatter, "the game ends here with a score of {score}, against the answer"),
            Wrong::NotFinished => formatter.write_str("the proof ends here, and the game does not"),
            Wrong::Finished => formatter.write_str("the game ends here, and the proof goes on"),
            Wrong::Turn(side) => write!(formatter, "{side} is to move, against the proof"),
            Wrong::Moves(given, legal) => write!(formatter, "the proof has {given} moves, and the position {legal}"),
            Wrong::NoSuchMove(index) => write!(formatter, "there is no move of index {index}"),
            Wrong::OtherPosition => formatter.write_str("two moves that lead to it lead to different positions"),
            Wrong::GoesRound(to) => write!(formatter, "it goes on to position {to}, so that the game may go round"),
        }
    }
}
