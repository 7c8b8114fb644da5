use bestply_core::{Advance, Evaluator, Keyed, Limit, Observer, Report, Reset, Search};
use bestply_tree::Memory;
use bestply_visits::{Exploration, Noise};

use crate::Settings;
use crate::store::graph::Graph;
use crate::store::graph::report::GraphReport;
use crate::store::graph::search::GraphSearch;
use crate::walk::Walk;

/// The searcher on a graph: positions that several lines of play lead to are expanded once.
///
/// It is for games whose positions have [keys](bestply_core::Keyed).
/// It has no table of values.
/// One thread searches it. Several threads share a tree, by [`SharedGuidedSearch`](crate::SharedGuidedSearch).
///
/// ```
/// use bestply_core::{Limit, Player};
/// use bestply_explicit_game::{ExplicitTree, NodeValue};
/// use bestply_guided_search::{GuidedGraphSearch, Settings};
///
/// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
/// let mut player = Player::new(tree.position(), GuidedGraphSearch::new(Settings::default()), NodeValue);
/// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
/// # Ok::<(), bestply_explicit_game::ParseError>(())
/// ```
pub struct GuidedGraphSearch {
    /// The variant of the search.
    pub settings: Settings,
    /// What the searcher does when the bytes of a limit are spent. [`Memory::Linear`] stops the search.
    pub memory: Memory,
    graph: Graph,
    noise: Noise,
}

impl GuidedGraphSearch {
    /// A searcher with these settings.
    pub fn new(settings: Settings) -> GuidedGraphSearch {
        Exploration::prepare();
        GuidedGraphSearch { settings, memory: Memory::default(), graph: Graph::new(), noise: Noise::default() }
    }

    /// The same searcher that does this when the bytes of a limit are spent.
    ///
    /// ```
    /// use bestply_tree::Memory;
    /// use bestply_guided_search::{GuidedGraphSearch, Settings};
    ///
    /// assert_eq!(GuidedGraphSearch::new(Settings::default()).with_memory(Memory::Stop).memory, Memory::Stop);
    /// ```
    #[must_use]
    pub fn with_memory(self, memory: Memory) -> GuidedGraphSearch {
        GuidedGraphSearch { memory, ..self }
    }
}

impl Reset for GuidedGraphSearch {
    fn reset(&mut self) {
        self.graph.clear();
    }
}

impl<P: Keyed> Advance<P> for GuidedGraphSearch {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        self.graph.advance(position, mv);
        self.noise.advance();
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        let first = position.index_of(mv);
        match self.graph.root() {
            Some(_) => GraphReport { graph: &self.graph, settings: &self.settings }.line(position, first),
            None => vec![mv],
        }
    }
}

impl<P: Keyed, E: Evaluator<P>> Search<P, E> for GuidedGraphSearch {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        let win_value = evaluator.properties().win_value;
        let settings = self.settings.in_unit(win_value, &self.noise);
        let mut search = GraphSearch::new(&mut self.graph, position, (evaluator, observer), limit, self.memory);
        let end = Walk::new(&mut search, (&mut (), &mut self.noise), &settings, limit.depth).run();
        let settings = self.settings.in_unit(win_value, &self.noise);
        let (meter, stopped_at) = search.end();
        GraphReport { graph: &self.graph, settings: &settings }.report((position, evaluator), &meter, end, &stopped_at)
    }
}
