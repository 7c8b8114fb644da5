use std::cell::RefCell;
use std::io::{self, ErrorKind, Read, Write};
use std::iter;
use std::time::Duration;

use bestply_core::{Counts, Keyed, Limit, Meter, Observer, Reset, Stop};

use crate::best_first::{BestFirstProof, ProofNumberNode};
use crate::depth_first::DepthFirst;
use crate::ground::SolvingGround;
use crate::inquiry::{Finding, Inquiry, Reply, SolvingState};
use crate::strategy::{NoProof, Strategy, line, proof_tree};
use crate::table::ProofTable;
use crate::{Addition, Judge, Method, Numbers, ProofTree, Question, Score, Scores, Settings};

/// What a solver's memory begins with.
const MAGIC: &[u8; 16] = b"bestply-solver-2";

/// A solver, with what it remembers of positions.
///
/// ```
/// use bestply_core::Limit;
/// use bestply_explicit_game::{ExplicitPosition, ExplicitTree};
/// use bestply_proof_number::{Outcomes, Score, Scores, Settings, Solver};
///
/// let tree = ExplicitTree::parse("max 0 (-1 (-1 1) 1 (1 0))")?;
/// let mut judge = Outcomes::new(|end: &ExplicitPosition| end.tree().value(end.node()) as Score);
/// let mut solver = Solver::new(Settings::default(), 1 << 20);
/// let solution = solver.solve(&mut tree.position(), &mut judge, Scores::OUTCOMES, &Limit::new(), &mut ());
/// assert_eq!((solution.scores.exact(), solution.best_move), (Some(0), Some(1)));
/// # Ok::<(), bestply_explicit_game::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    settings: Settings,
    memory: SolverMemory,
    root: Option<Root>,
}

/// The position that was asked about last.
#[derive(Clone, Copy, Debug)]
struct Root {
    key: u64,
    /// What is known of its score.
    scores: Scores,
    /// The child that keeps the score of a solved position, if it was asked for since there is this memory.
    best: Option<usize>,
    /// The most plies until the game ends, as far as they are known.
    plies: Option<u32>,
}

/// What a solver remembers.
#[derive(Clone, Debug)]
enum SolverMemory {
    Table(ProofTable),
    Tree {
        nodes: Vec<ProofNumberNode>,
        most: usize,
        /// The position of the root, and the question of the tree.
        of: Option<(u64, Question)>,
    },
}

/// What a solver found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Solution<M> {
    /// The scores that are left; one where the position is solved.
    pub scores: Scores,
    /// A move that keeps the score, as far as it is known. Where nothing is known it is the most-proving move.
    ///
    /// `None` where the game is over, or where the limit allowed nothing.
    pub best_move: Option<M>,
    /// The best move, and then the play of the side that got its answer against resistance; to the end of the game, or
    /// until a position comes back. It is only the best move where the position is not solved.
    pub line: Vec<M>,
    /// The most plies in which the game ends, played as the solver knows it; where one side gets more than a game that
    /// goes round is worth, and the solver asked about that.
    pub plies: Option<u32>,
    /// The question that was asked last.
    pub question: Question,
    /// The root's numbers for that question.
    pub numbers: Numbers,
    /// What the search did. An evaluation is a leaf that was looked at.
    pub counts: Counts,
    /// The time that it took.
    pub elapsed: Duration,
    /// The nodes or entries held at the end.
    pub nodes: usize,
    /// The limit that ended the search; `None` of a solved position.
    pub stop: Option<Stop>,
}

impl<M> Solution<M> {
    /// The same with other names for moves.
    #[must_use]
    pub fn with_moves<N>(self, best_move: Option<N>, line: Vec<N>) -> Solution<N> {
        let Solution { scores, plies, question, numbers, counts, elapsed, nodes, stop, .. } = self;
        Solution { scores, best_move, line, plies, question, numbers, counts, elapsed, nodes, stop }
    }
}

impl Solver {
    /// A solver whose nodes or table take at most this many bytes, but at least 128.
    ///
    /// Beside them it takes some hundred bytes for each ply of the path.
    pub fn new(settings: Settings, bytes: usize) -> Solver {
        let memory = match settings.method {
            Method::DfPn | Method::Pds => SolverMemory::Table(ProofTable::new(bytes)),
            Method::Pn | Method::PnSquared => {
                let most = (bytes / size_of::<ProofNumberNode>()).clamp(8, u32::MAX as usize);
                // All at once: a list that grows takes half as much again while it does.
                SolverMemory::Tree { nodes: Vec::with_capacity(most), most, of: None }
            }
        };
        Solver { settings, memory, root: None }
    }

    /// The settings.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The bytes of the nodes or the table.
    pub fn bytes(&self) -> usize {
        match &self.memory {
            SolverMemory::Table(table) => table.bytes(),
            SolverMemory::Tree { most, .. } => most * size_of::<ProofNumberNode>(),
        }
    }

    /// The bytes of the nodes or entries held.
    pub(crate) fn bytes_in_use(&self) -> usize {
        match &self.memory {
            SolverMemory::Table(table) => table.used() * ProofTable::BYTES_AN_ENTRY,
            SolverMemory::Tree { nodes, .. } => size_of_val(nodes.as_slice()),
        }
    }

    /// The nodes or entries held.
    pub fn nodes(&self) -> usize {
        match &self.memory {
            SolverMemory::Table(table) => table.used(),
            SolverMemory::Tree { nodes, .. } => nodes.len(),
        }
    }

    /// Solves a position whose score is one of `scores`: asks one question after the other until one score is left.
    ///
    /// A search that a limit ended goes on where it was, with what is remembered, if the position is asked about again.
    /// The position is as it was on return.
    pub fn solve<P: Keyed, J: Judge<P>, O: Observer>(
        &mut self,
        position: &mut P,
        judge: &mut J,
        scores: Scores,
        limit: &Limit,
        observer: &mut O,
    ) -> Solution<P::Move> {
        self.solve_metered(position, judge, scores, None, &mut Meter::start(limit), observer)
    }

    /// As [`solve`](Solver::solve), counted by this meter.
    ///
    /// Where the side to move is known to end the game within so many plies with its score, the best move does, too.
    /// If the limit ends the search for such a move, the position is solved with this stop.
    pub(crate) fn solve_metered<P: Keyed, J: Judge<P>, O: Observer>(
        &mut self,
        position: &mut P,
        judge: &mut J,
        all: Scores,
        within: Option<u32>,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Solution<P::Move> {
        let (key, side) = (position.key(), position.to_move());
        let mut standing = self.standing(position, judge, all);
        // Each answer narrows the scores for the next question, and the table serves all of them (D199).
        while let Some(question) = standing.scores.next_question(side) {
            let reply = self.ask(position, judge, Inquiry::of(question), meter, observer);
            standing.note(Inquiry::of(question), &reply, side);
            let Some(answer) = reply.numbers.answer() else { break };
            let scores = self.root_at(key).map_or(Scores::ANY, |root| root.scores).after(question, answer);
            self.root = Some(Root { key, scores, best: None, plies: None });
        }
        if let Some(score) = standing.scores.exact().filter(|_| !position.is_terminal()) {
            let question = all.question_of(score, side);
            // What was known before was not asked about.
            if standing.best.is_none() {
                let reply = self.ask(position, judge, Inquiry::of(question), meter, observer);
                standing.note(Inquiry::of(question), &reply, side);
            }
            // What was forgotten may be found again by a longer way, and a win would be put off for ever (D318).
            if standing.is_longer_than(within, side) {
                let inquiry = Inquiry { question, within };
                let reply = self.ask(position, judge, inquiry, meter, observer);
                standing.note(inquiry, &reply, side);
            }
        }
        let SolvingState { scores, best, plies, last, stop } = standing;
        if let Some(root) = self.root.as_mut().filter(|root| root.key == key && stop.is_none()) {
            (root.best, root.plies) = (best, plies);
        }
        let best_move = best.map(|index| position.nth_move(index));
        let line = match (scores.exact(), best_move, last.1.answer()) {
            (Some(_), Some(best), Some(answer)) => self.line(position, judge, best, (last.0, answer), meter),
            _ => best_move.into_iter().collect(),
        };
        let (Inquiry { question, .. }, numbers) = last;
        let (counts, elapsed) = (meter.counts(), meter.elapsed());
        Solution { scores, best_move, line, plies, question, numbers, counts, elapsed, nodes: self.nodes(), stop }
    }

    /// What is known of a position whose score is one of these, before anything is asked.
    fn standing<P: Keyed, J: Judge<P>>(&self, position: &P, judge: &mut J, all: Scores) -> SolvingState {
        if position.is_terminal() {
            let score = judge.score(position);
            return SolvingState::new(Scores { least: score, most: score });
        }
        let mut standing = SolvingState::new(all);
        let Some(root) = self.root_at(position.key()) else { return standing };
        standing.scores = all.with(root.scores);
        if let Some(score) = standing.scores.exact() {
            let question = all.question_of(score, position.to_move());
            standing.last = (Inquiry::of(question), Numbers::answered(question.answer_of(score)));
            (standing.best, standing.plies) = (root.best, root.plies);
        }
        standing
    }

    /// The best move, and the play after it of the side that has this answer.
    fn line<P: Keyed, J: Judge<P>>(
        &mut self,
        position: &mut P,
        judge: &mut J,
        best: P::Move,
        (inquiry, answer): (Inquiry, bool),
        meter: &mut Meter<'_>,
    ) -> Vec<P::Move> {
        let (settings, nobody) = (self.settings, &mut ());
        let Inquiry { question, within } = inquiry;
        match &mut self.memory {
            SolverMemory::Table(table) => {
                let below = Inquiry { question, within: within.map(|plies| plies.saturating_sub(1)) };
                let after = position.with_move(best, |position| {
                    let ground = SolvingGround::new(position, judge, meter, below);
                    line(&mut DepthFirst::new(ground, table, nobody, settings), question, answer)
                });
                iter::once(best).chain(after).collect()
            }
            // The tree may be that of another question by now, and its line may begin with another move.
            SolverMemory::Tree { nodes, most, of } => {
                let ground = SolvingGround::new(position, judge, meter, inquiry);
                if *of != Some((ground.key(), question)) {
                    return vec![best];
                }
                let whole = line(&mut BestFirstProof::new(ground, nodes, nobody, settings, *most), question, answer);
                if whole.first() == Some(&best) { whole } else { vec![best] }
            }
        }
    }

    /// The moves that prove an answer, with at most so many positions.
    ///
    /// What is forgotten is searched again, within the limit.
    /// The proof is checked before it is returned; if it does not hold, for memory was short, everything is forgotten
    /// and it is found anew.
    /// The position is as it was on return.
    ///
    /// # Errors
    ///
    /// If the question cannot be answered within the limit, or the proof would be too large.
    pub fn prove<P: Keyed, J: Judge<P>>(
        &mut self,
        position: &mut P,
        judge: &mut J,
        question: Question,
        most: usize,
        limit: &Limit,
    ) -> Result<ProofTree, NoProof> {
        let mut meter = Meter::start(limit);
        match self.prove_once(position, judge, question, most, &mut meter) {
            Err(NoProof::GoesRound) => {
                // Positions that were forgotten meanwhile let the proof go round; an empty memory begins anew (D319).
                self.reset();
                self.prove_once(position, judge, question, most, &mut meter)
            }
            proof => proof,
        }
    }

    /// As [`prove`](Solver::prove), with what is remembered.
    fn prove_once<P: Keyed, J: Judge<P>>(
        &mut self,
        position: &mut P,
        judge: &mut J,
        question: Question,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<ProofTree, NoProof> {
        let reply = if position.is_terminal() {
            let numbers = Numbers::answered(question.answer_of(judge.score(position)));
            Reply::of(question, Finding::of(numbers), None, None)
        } else {
            self.ask(position, judge, Inquiry::of(question), meter, &mut ())
        };
        let Some(answer) = reply.numbers.answer() else {
            return Err(NoProof::Stopped(reply.stop.unwrap_or(Stop::Memory)));
        };
        let (settings, nobody) = (self.settings, &mut ());
        let ground = SolvingGround::new(position, judge, meter, Inquiry::of(question));
        let proof = match &mut self.memory {
            SolverMemory::Table(table) => {
                proof_tree(&mut DepthFirst::new(ground, table, nobody, settings), question, answer, most)
            }
            SolverMemory::Tree { nodes, most: room, .. } => {
                proof_tree(&mut BestFirstProof::new(ground, nodes, nobody, settings, *room), question, answer, most)
            }
        }?;
        let judge = RefCell::new(judge);
        // Nothing is returned that only the solver believes (D319).
        let checked = proof.check(position, |end| judge.borrow_mut().score(end), P::key);
        checked.map(|()| proof).map_err(|_| NoProof::GoesRound)
    }

    fn root_at(&self, key: u64) -> Option<Root> {
        self.root.filter(|root| root.key == key)
    }

    /// The answer that is known of a question about a position, whatever the way to it.
    ///
    /// Only a solver with a table knows more than about the position that it was asked about.
    pub fn known<P: Keyed>(&self, position: &P, question: Question) -> Option<bool> {
        match &self.memory {
            SolverMemory::Table(table) => table.get(position.key())?.answer(question),
            SolverMemory::Tree { .. } => None,
        }
    }

    /// Writes down what is remembered, so that [`load`](Solver::load) can go on with it.
    ///
    /// That says nothing of the game and has no check sum: whoever keeps it in a file says there what it is of, and
    /// sums it up, for keys of another game are taken for this one's.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let (Settings { method, addition, .. }, epsilon) = (self.settings, self.settings.epsilon());
        let method = Method::ALL.iter().position(|&one| one == method).expect("all are listed") as u64;
        let (of, bytes) = match &self.memory {
            SolverMemory::Tree { of: Some((key, question)), .. } => ([1, *key, question.at_least as u64], self.bytes()),
            _ => ([0; 3], self.bytes()),
        };
        let words: Vec<u64> = match &self.memory {
            SolverMemory::Table(table) => table.words().collect(),
            SolverMemory::Tree { nodes, .. } => nodes.iter().flat_map(ProofNumberNode::words).collect(),
        };
        let settings = [method, u64::from(addition == Addition::Weak), epsilon.to_bits()];
        let root = self.root.map_or([0; 3], |Root { key, scores, .. }| [key, scores.least as u64, scores.most as u64]);
        let head = settings.into_iter().chain(of).chain(root).chain([bytes as u64, words.len() as u64]);
        out.write_all(MAGIC)?;
        head.chain(words).try_for_each(|word| out.write_all(&word.to_le_bytes()))
    }

    /// Goes on with what another solver remembered.
    ///
    /// # Errors
    ///
    /// Those of the reader, and [`ErrorKind::InvalidData`] if that is no solver's memory.
    pub fn load(input: &mut dyn Read) -> io::Result<Solver> {
        let invalid = || io::Error::new(ErrorKind::InvalidData, "this is no memory of a solver");
        let mut magic = [0; MAGIC.len()];
        input.read_exact(&mut magic)?;
        let mut next = || {
            let mut word = [0; 8];
            input.read_exact(&mut word).map(|()| u64::from_le_bytes(word))
        };
        let mut head = [0; 11];
        for word in &mut head {
            *word = next()?;
        }
        let [method, weak, epsilon, is_of, key, question, root, least, most, bytes, count] = head;
        let method = Method::ALL.get(method as usize).copied().filter(|_| magic == *MAGIC).ok_or_else(invalid)?;
        let addition = if weak == 1 { Addition::Weak } else { Addition::Sum };
        let settings = Settings::of(method).with_addition(addition).with_epsilon(f64::from_bits(epsilon));
        if count > bytes / 8 || count % 2 != 0 {
            return Err(invalid());
        }
        let words: Vec<u64> = (0..count).map(|_| next()).collect::<Result<_, _>>()?;
        let settings = settings.map_err(|_| invalid())?;
        let memory = match method {
            Method::DfPn | Method::Pds if 8 * count == bytes && count % 16 == 0 => {
                SolverMemory::Table(ProofTable::of_words(&words))
            }
            Method::DfPn | Method::Pds => return Err(invalid()),
            Method::Pn | Method::PnSquared => {
                let most = bytes as usize / size_of::<ProofNumberNode>();
                let mut nodes = Vec::new();
                // The file says how many, and one that was tampered with must not end the process.
                nodes.try_reserve_exact(most).map_err(|_| invalid())?;
                nodes.extend(words.chunks_exact(2).map(|words| ProofNumberNode::of_words([words[0], words[1]])));
                // A file from elsewhere may name any node, and a walk would leave the list.
                let is_tree = nodes.iter().all(|node| node.is_below(nodes.len()));
                if !is_tree || (is_of == 1) == nodes.is_empty() {
                    return Err(invalid());
                }
                SolverMemory::Tree {
                    nodes,
                    most,
                    of: (is_of == 1).then_some((key, Question { at_least: question as Score })),
                }
            }
        };
        let scores = Scores { least: least as Score, most: most as Score };
        let of_root = (scores.least < scores.most).then_some(root);
        let root = of_root.map(|key| Root { key, scores, best: None, plies: None });
        Ok(Solver { settings, memory, root })
    }

    /// Asks one question about a position that is not finished.
    fn ask<P: Keyed, J: Judge<P>, O: Observer>(
        &mut self,
        position: &mut P,
        judge: &mut J,
        inquiry: Inquiry,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Reply {
        let (question, settings) = (inquiry.question, self.settings);
        let ground = SolvingGround::new(position, judge, meter, inquiry);
        let key = ground.key();
        match &mut self.memory {
            SolverMemory::Table(table) => {
                let mut search = DepthFirst::new(ground, table, observer, settings);
                match search.answer().or_else(|stop| search.remembered().ok_or(stop)) {
                    Ok((finding, best)) => Reply::of(question, finding, Some(best), None),
                    Err(stop) => {
                        let known = table.get(key).and_then(|entry| Some((entry.numbers(question)?, entry.best())));
                        // An answer that rests on another path is none here.
                        let open = known.filter(|(numbers, _)| numbers.answer().is_none());
                        let (numbers, best) = open.unwrap_or((Numbers::LEAF, None));
                        Reply::of(question, Finding::of(numbers), best, Some(stop))
                    }
                }
            }
            SolverMemory::Tree { nodes, most, of } => {
                if of.replace((key, question)) != Some((key, question)) {
                    nodes.clear();
                    nodes.push(ProofNumberNode::LEAF);
                }
                let mut search = BestFirstProof::new(ground, nodes, observer, settings, *most);
                let (best, stop) = match search.answer() {
                    Ok(best) => (Some(best), None),
                    Err(stop) => (search.recall(), Some(stop)),
                };
                let finding = Finding { plies: nodes[0].plies(), ..Finding::of(nodes[0].numbers()) };
                Reply::of(question, finding, best, stop)
            }
        }
    }
}

/// Forgets all positions.
impl Reset for Solver {
    fn reset(&mut self) {
        self.root = None;
        match &mut self.memory {
            SolverMemory::Table(table) => table.clear(),
            SolverMemory::Tree { nodes, of, .. } => {
                nodes.clear();
                *of = None;
            }
        }
    }
}
