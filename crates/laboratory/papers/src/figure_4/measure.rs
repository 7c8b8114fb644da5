//! Searches trees one after the other.

use bestply::alpha_beta::{self, AlphaBeta};
use bestply::random_game::{EdgeSum, FullMinimax, NGameShape, NGameTree};
use bestply::recursive_best_first::{Form, RecursiveBestFirst};
use bestply::{Counts, Event, Generation, Limit, Observer, Reset, Search, Searcher};

use super::sample::{Chunk, ChunkRecord, TreeSample};

/// Searches the trees of a chunk.
pub(super) fn measure(chunk: &Chunk) -> ChunkRecord {
    let mut measurer = Measurer::new(chunk);
    (chunk.first_seed..chunk.first_seed + chunk.trees).for_each(|seed| measurer.measure(seed));
    let Chunk { shape, first_seed, .. } = *chunk;
    ChunkRecord { branching: shape.branching(), first_seed, sample: measurer.sample }
}

/// The searchers of trees, with the memory that they keep from tree to tree, and what they found so far.
struct Measurer {
    tree: NGameTree,
    minimax: FullMinimax,
    alpha_beta: AlphaBeta,
    sample: TreeSample,
}

/// The state of best-first minimax when it chose the first node of a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ChosenStep {
    /// The move that it would have made.
    mv: usize,
    generations: u64,
    first_generations: u64,
    seemingly_first_generations: u64,
}

impl Measurer {
    fn new(chunk: &Chunk) -> Measurer {
        let depth = chunk.shape.depth();
        let mut sample = TreeSample::default();
        sample.alpha_beta.generations = vec![0; depth - 1];
        sample.best_first.sums_mut().into_iter().for_each(|sums| *sums = vec![0; depth]);
        let settings = alpha_beta::Settings { generation: Generation::All, ..alpha_beta::Settings::default() };
        let alpha_beta = AlphaBeta { settings, ..AlphaBeta::default() };
        let tree = NGameTree::new(chunk.shape, chunk.first_seed);
        Measurer { tree, minimax: FullMinimax::default(), alpha_beta, sample }
    }

    fn measure(&mut self, seed: u64) {
        self.tree.refill(seed);
        let values = self.minimax.root_values(&self.tree);
        let best = *values.iter().max().expect("a root has moves");
        let correct: Vec<bool> = values.iter().map(|&value| value == best).collect();
        self.sample.ties += u64::from(correct.iter().filter(|&&is_best| is_best).count() > 1);
        self.alpha_beta(&correct);
        self.best_first(&correct);
    }

    /// Alpha-beta with every horizon above the end of the game.
    ///
    /// No tree is kept from one horizon to the next, because the report keeps none.
    fn alpha_beta(&mut self, correct: &[bool]) {
        let mut mask = 0;
        for horizon in 1..self.tree.shape().depth() {
            self.alpha_beta.reset();
            let report = self.alpha_beta.search(&mut self.tree.start(), &mut EdgeSum, &Limit::new().depth(horizon));
            let mv = report.best_move.expect("the game is not over");
            mask |= u64::from(correct[mv]) << (horizon - 1);
            self.sample.alpha_beta.generations[horizon - 1] += report.counts.generations;
        }
        self.sample.alpha_beta.correct.push(mask);
    }

    /// Best-first minimax in each of its forms, until it chooses a finished position.
    /// One run tells all stopping depths.
    fn best_first(&mut self, correct: &[bool]) {
        let steps = steps_to_the_end(Form::Report1992, &self.tree);
        let simple = steps_to_the_end(Form::Paper1993, &self.tree);
        let sums = &mut self.sample.best_first;
        let mut mask = 0;
        for (index, (step, simple)) in steps.iter().zip(&simple).enumerate() {
            mask |= u64::from(correct[step.mv]) << index;
            let ChosenStep { generations, first_generations, seemingly_first_generations, .. } = *step;
            let counted = [generations, simple.generations, first_generations, seemingly_first_generations];
            sums.sums_mut().into_iter().zip(counted).for_each(|(sums, counted)| sums[index] += counted);
        }
        sums.correct.push(mask);
        let chosen = |step: &ChosenStep| (step.mv, step.first_generations);
        self.sample.forms_differ += u64::from(!steps.iter().map(chosen).eq(simple.iter().map(chosen)));
    }
}

/// The steps of a search until it chooses a finished position.
/// Both forms make all children at once, as the report does.
fn steps_to_the_end(form: Form, tree: &NGameTree) -> Vec<ChosenStep> {
    let mut searcher = RecursiveBestFirst { form, generation: Generation::All };
    let mut first_chosen = FirstChosen::new(tree.shape());
    searcher.run(&mut tree.start(), &mut EdgeSum, &Limit::default(), &mut first_chosen);
    assert_eq!(first_chosen.steps.len(), tree.shape().depth(), "a node of each depth is chosen before one at the end");
    first_chosen.steps
}

/// Notes when a node of each depth from 1 on is first chosen for expansion.
///
/// The first node chosen at a depth is a child of the first ones above, so depths come one by one.
///
/// It also tells first generations as the report does, by the test `Value <> Static`.
/// By this test a node was expanded before if it has a stored value that is not its static one.
/// RBFMS forgets the stored value when the node itself is made again,
/// so the test finds more first generations than there are.
struct FirstChosen {
    branching: usize,
    steps: Vec<ChosenStep>,
    seemingly_first_generations: u64,
    /// For each depth from 1 on, which of the present children have been chosen since they were last made.
    ///
    /// The stored values of these children are no longer their static ones.
    chosen: Vec<bool>,
}

impl FirstChosen {
    fn new(shape: NGameShape) -> FirstChosen {
        let (branching, depth) = (shape.branching(), shape.depth());
        let chosen = vec![false; branching * (depth + 1)];
        FirstChosen { branching, steps: Vec::with_capacity(depth), seemingly_first_generations: 0, chosen }
    }

    /// Notes that the node at `path` is expanded, which makes its children anew.
    ///
    /// Returns whether the expansion seems to be the node's first.
    fn seems_first(&mut self, path: &[usize]) -> bool {
        let row = path.len() * self.branching;
        self.chosen[row..row + self.branching].fill(false);
        let Some((index, above)) = path.split_last() else { return true };
        !std::mem::replace(&mut self.chosen[above.len() * self.branching + index], true)
    }
}

impl Observer for FirstChosen {
    fn observe(&mut self, event: Event<'_>) {
        let Event::Chosen { path, counts } = event else { return };
        let seemingly_first_generations = self.seemingly_first_generations;
        if path.len() == self.steps.len() + 1 {
            let Counts { generations, first_generations, .. } = counts;
            self.steps.push(ChosenStep { mv: path[0], generations, first_generations, seemingly_first_generations });
        }
        if self.seems_first(path) {
            self.seemingly_first_generations += self.branching as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn trees() -> impl Iterator<Item = NGameTree> {
        [(2, 9), (3, 6), (5, 4), (12, 3)].into_iter().flat_map(|(branching, depth)| {
            let shape = NGameShape::new(branching, depth, 1 << 20).expect("a small tree");
            (1..=20).map(move |seed| NGameTree::new(shape, seed))
        })
    }

    #[test]
    fn one_run_tells_what_a_run_to_each_depth_does() {
        for tree in trees() {
            for form in [Form::Report1992, Form::Paper1993] {
                for (index, step) in steps_to_the_end(form, &tree).into_iter().enumerate() {
                    let mut searcher = RecursiveBestFirst { form, generation: Generation::All };
                    let report = searcher.run(&mut tree.start(), &mut EdgeSum, &Limit::new().depth(index + 1), &mut ());
                    let found = (report.best_move, report.counts.generations, report.counts.first_generations);
                    assert_eq!(found, (Some(step.mv), step.generations, step.first_generations), "{:?}", tree.start());
                }
            }
        }
    }

    /// Collects the chosen nodes until one at `depth` is chosen.
    struct Expanded {
        depth: usize,
        nodes: BTreeSet<Vec<usize>>,
        is_over: bool,
    }

    impl Observer for Expanded {
        fn observe(&mut self, event: Event<'_>) {
            let Event::Chosen { path, .. } = event else { return };
            self.is_over |= path.len() == self.depth;
            if !self.is_over {
                self.nodes.insert(path.to_vec());
            }
        }
    }

    #[test]
    fn first_generations_are_the_children_of_different_nodes() {
        for tree in trees() {
            for (index, step) in steps_to_the_end(Form::Report1992, &tree).into_iter().enumerate() {
                let mut expanded = Expanded { depth: index + 1, nodes: BTreeSet::new(), is_over: false };
                RecursiveBestFirst::new(Form::Report1992).run(
                    &mut tree.start(),
                    &mut EdgeSum,
                    &Limit::new().depth(index + 1),
                    &mut expanded,
                );
                assert_eq!(step.first_generations, (expanded.nodes.len() * tree.shape().branching()) as u64);
                assert!((step.first_generations..=step.generations).contains(&step.seemingly_first_generations));
            }
        }
    }

    #[test]
    fn a_chunk_is_the_sum_of_its_trees() {
        let shape = NGameShape::new(3, 5, 1 << 20).expect("a small tree");
        let chunk = |first_seed, trees| Chunk { shape, first_seed, trees };
        let whole = measure(&chunk(1, 20));
        assert!(whole.is_of(&chunk(1, 20)) && !whole.is_of(&chunk(1, 21)));
        let mut sum = TreeSample::default();
        (1..=20).for_each(|seed| sum.add(&measure(&chunk(seed, 1)).sample));
        assert_eq!(sum, whole.sample);
    }
}
