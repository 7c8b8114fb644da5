//! Proof-number search in a tree: PN, and PN², whose leaves are searched by PN before they are kept.

use bestply_core::{Event, Keyed, Observer, Position, Stop};

use crate::ground::SolvingGround;
use crate::inquiry::Finding;
use crate::numbers::ChildrenChoice;
use crate::strategy::Strategy;
use crate::{Judge, Method, Numbers, Question, Settings};

/// A node of the tree, in 16 bytes. Its children lie side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProofNumberNode {
    first: u32,
    /// The number of children made; 0 of a leaf.
    count: u32,
    /// With the plies to the end.
    packed: Numbers,
}

impl ProofNumberNode {
    pub(crate) const LEAF: ProofNumberNode = ProofNumberNode { first: 0, count: 0, packed: Numbers::LEAF };

    pub(crate) fn numbers(&self) -> Numbers {
        self.packed.without_plies().0
    }

    /// The most plies until the game ends, for an answer that needs an end.
    pub(crate) fn plies(&self) -> u32 {
        self.packed.without_plies().1
    }

    /// Whether its children are among so many nodes.
    pub(crate) fn is_below(&self, nodes: usize) -> bool {
        u64::from(self.first) + u64::from(self.count) <= nodes as u64
    }

    /// The node as numbers.
    pub(crate) fn words(&self) -> [u64; 2] {
        let both = |upper: u32, lower: u32| u64::from(upper) << 32 | u64::from(lower);
        [both(self.first, self.count), both(self.packed.proof, self.packed.disproof)]
    }

    /// The node of these numbers.
    pub(crate) fn of_words([place, numbers]: [u64; 2]) -> ProofNumberNode {
        let packed = Numbers { proof: (numbers >> 32) as u32, disproof: numbers as u32 };
        ProofNumberNode { first: (place >> 32) as u32, count: place as u32, packed }
    }
}

/// A search of one question in a tree, whose root is its first node.
pub(crate) struct BestFirstProof<'a, 'l, P: Position, J, O> {
    ground: SolvingGround<'a, 'l, P, J>,
    nodes: &'a mut Vec<ProofNumberNode>,
    observer: &'a mut O,
    settings: Settings,
    /// The most nodes.
    most: usize,
    /// The node that the search is at.
    at: usize,
    /// The moves from the root to that node.
    steps: Vec<ProofStep<P>>,
}

struct ProofStep<P: Position> {
    parent: usize,
    index: usize,
    mv: P::Move,
    undo: P::Undo,
}

impl<'a, 'l, P: Keyed, J: Judge<P>, O: Observer> BestFirstProof<'a, 'l, P, J, O> {
    pub(crate) fn new(
        ground: SolvingGround<'a, 'l, P, J>,
        nodes: &'a mut Vec<ProofNumberNode>,
        observer: &'a mut O,
        settings: Settings,
        most: usize,
    ) -> BestFirstProof<'a, 'l, P, J, O> {
        BestFirstProof { ground, nodes, observer, settings, most, at: 0, steps: Vec::new() }
    }

    /// Searches until the question of the node that the search is at is answered, and returns the child that decides.
    pub(crate) fn answer(&mut self) -> Result<usize, Stop> {
        if self.nodes[self.at].packed.answer().is_none() || self.nodes[self.at].count == 0 {
            self.grow(self.most, self.settings.method == Method::PnSquared)?;
        }
        Ok(self.choice().best)
    }

    /// Expands most-proving nodes below the node that the search is at, until its question is answered or the tree
    /// has so many nodes. At least one is expanded. On return the search is where it was.
    fn grow(&mut self, most: usize, has_second_level: bool) -> Result<(), Stop> {
        let (top, depth) = (self.at, self.steps.len());
        loop {
            while self.nodes[self.at].count > 0 {
                self.down(self.choice().best);
            }
            if let Err(stop) = self.expand(has_second_level) {
                self.return_to(depth);
                return Err(stop);
            }
            // Where nothing changes, nothing changes above, and the next most-proving node lies below.
            while self.update() && self.at != top {
                self.up();
            }
            let is_answered = self.nodes[top].packed.answer().is_some();
            if is_answered || self.nodes.len() >= most {
                self.return_to(depth);
                return if is_answered || most < self.most { Ok(()) } else { Err(Stop::Memory) };
            }
        }
    }

    fn return_to(&mut self, depth: usize) {
        while self.steps.len() > depth {
            self.up();
        }
    }

    fn children(&self) -> &[ProofNumberNode] {
        let ProofNumberNode { first, count, .. } = self.nodes[self.at];
        &self.nodes[first as usize..][..count as usize]
    }

    /// The child that is nearest to the answer that the side to move wants, and what follows for the node.
    fn choice(&self) -> ChildrenChoice {
        let side = self.ground.position.to_move();
        ChildrenChoice::among(self.children().iter().map(|child| child.numbers().seen_by(side)), self.settings.addition)
    }

    /// Gives the node its numbers, and returns whether they are others than before.
    fn update(&mut self) -> bool {
        let (side, choice) = (self.ground.position.to_move(), self.choice());
        let numbers = choice.numbers.by(side);
        let plies = self.ground.plies(numbers, choice.best, self.children().iter().map(ProofNumberNode::plies), side);
        let packed = numbers.with_plies(plies);
        let before = std::mem::replace(&mut self.nodes[self.at].packed, packed);
        self.tell_numbers();
        before != packed
    }

    /// Makes the children of the leaf that the search is at.
    fn expand(&mut self, has_second_level: bool) -> Result<(), Stop> {
        if has_second_level {
            return self.search_below();
        }
        let first = self.nodes.len();
        self.ground.path.push(self.ground.key());
        self.explain();
        let made = self.ground.allow_expansion().and_then(|()| self.make_children());
        self.ground.path.pop();
        if made.is_err() {
            // A part of the children would say something else of the node than all of them.
            self.nodes.truncate(first);
            return made;
        }
        let count = self.nodes.len() - first;
        self.ground.meter.expansion(count);
        let leaf = &mut self.nodes[self.at];
        (leaf.first, leaf.count) = (first as u32, count as u32);
        self.tell_children();
        Ok(())
    }

    /// Makes children up to the first that decides.
    fn make_children(&mut self) -> Result<(), Stop> {
        let side = self.ground.position.to_move();
        self.ground.is_entered = false;
        for mv in self.ground.position.moves() {
            if self.nodes.len() >= self.most {
                return Err(Stop::Memory);
            }
            // The tree has no table: a position met on another way is another node.
            let Finding { numbers, .. } = self.ground.look_anew(mv)?;
            self.nodes.push(ProofNumberNode { packed: numbers, ..ProofNumberNode::LEAF });
            // The first child that gives the side its answer is enough (D202).
            if numbers.seen_by(side).own == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Searches the leaf by a tree with as many nodes as there are already, and keeps its children alone
    /// (Allis 1994, PN²).
    fn search_below(&mut self) -> Result<(), Stop> {
        // As many again as there are, as Allis has it; others grow the second level more slowly (D207).
        let most = (2 * self.nodes.len()).min(self.most);
        let before = self.nodes[self.at].packed;
        let searched = self.grow(most, false);
        // The first level backs up what has changed, and must see the change.
        self.nodes[self.at].packed = before;
        let ProofNumberNode { first, count, .. } = self.nodes[self.at];
        if count == 0 {
            return searched;
        }
        self.nodes.truncate((first + count) as usize);
        for child in &mut self.nodes[first as usize..] {
            (child.first, child.count) = (0, 0);
        }
        match searched {
            // What is left was spent on the second level, and there is room again.
            Err(Stop::Memory) if self.nodes.len() < self.most => Ok(()),
            searched => searched,
        }
    }

    /// The path of the node that the search is at, by child indices, for whoever watches.
    fn indices(&self) -> Vec<usize> {
        self.steps.iter().map(|step| step.index).collect()
    }

    fn explain(&mut self) {
        if self.observer.is_watching() {
            let reason = crate::reason(self.nodes[self.at].numbers());
            self.observer.observe(Event::Explained { path: &self.indices(), reason: &reason });
        }
    }

    fn tell_children(&mut self) {
        if !self.observer.is_watching() {
            return;
        }
        let mut path = self.indices();
        let ProofNumberNode { first, count, .. } = self.nodes[self.at];
        for (index, child) in self.nodes[first as usize..][..count as usize].iter().enumerate() {
            path.push(index);
            let Numbers { proof, disproof } = child.numbers();
            self.observer.observe(Event::Numbered { path: &path, proof, disproof });
            path.pop();
        }
    }

    fn tell_numbers(&mut self) {
        if self.observer.is_watching() {
            let Numbers { proof, disproof } = self.nodes[self.at].numbers();
            self.observer.observe(Event::Numbered { path: &self.indices(), proof, disproof });
        }
    }
}

/// The moves of the side that has the answer, from the tree. What the second level forgot is searched again.
impl<P: Keyed, J: Judge<P>, O: Observer> Strategy<P> for BestFirstProof<'_, '_, P, J, O> {
    fn position(&self) -> &P {
        self.ground.position
    }

    fn down(&mut self, index: usize) {
        let mv = self.ground.position.nth_move(index);
        self.ground.path.push(self.ground.key());
        let undo = self.ground.position.make(mv);
        self.steps.push(ProofStep { parent: self.at, index, mv, undo });
        self.at = self.nodes[self.at].first as usize + index;
    }

    fn up(&mut self) {
        let ProofStep { parent, mv, undo, .. } = self.steps.pop().expect("the root is above");
        self.ground.position.unmake(mv, undo);
        self.ground.path.pop();
        self.at = parent;
    }

    fn decide(&mut self, _: bool) -> Result<usize, Stop> {
        self.answer()
    }

    /// The child towards the most-proving node, if there are children.
    fn recall(&mut self) -> Option<usize> {
        (self.nodes[self.at].count > 0).then(|| self.choice().best)
    }

    /// The child with the most children of its own: it was looked at longest, as far as the tree tells.
    fn resist(&mut self, _: Question) -> usize {
        let counts = self.children().iter().map(|child| child.count).enumerate();
        // A node that the second level forgot has no children to walk to.
        counts.rev().max_by_key(|&(_, count)| count).map_or(usize::MAX, |(index, _)| index)
    }
}
