use std::ops::Range;

/// The priors that an evaluator gives, where a search asks for them: those of the node whose children were made last,
/// and those of deferred leaves.
#[derive(Debug, Default)]
pub struct GivenPriors {
    pub(crate) are_wanted: bool,
    of_node: Vec<f32>,
    /// Those of deferred leaves, each where its values are among the values of all.
    of_deferred: Vec<f32>,
}

impl GivenPriors {
    /// Asks for priors from now on.
    pub fn ask(&mut self) {
        self.are_wanted = true;
    }

    /// The priors of the node whose children were made last; empty where nobody asked for them.
    #[inline(always)]
    pub fn of_node(&self) -> &[f32] {
        &self.of_node
    }

    /// Where the priors of the children of a node are to be written; empty where nobody asked for them.
    #[inline(always)]
    pub fn for_node(&mut self, children: usize) -> &mut [f32] {
        if self.are_wanted {
            self.of_node.clear();
            self.of_node.resize(children, 0.0);
        }
        &mut self.of_node
    }

    /// The priors of a deferred leaf, whose values are these among the values of all;
    /// empty where nobody asked for them.
    #[inline(always)]
    pub fn of_deferred(&self, values: Range<usize>) -> &[f32] {
        if self.are_wanted { &self.of_deferred[values] } else { &[] }
    }

    /// Where the priors of the children of a leaf are to be written whose first value is number `first` of those of all
    /// deferred leaves; empty where nobody asked for them.
    #[inline(always)]
    pub fn for_deferred(&mut self, first: usize, children: usize) -> &mut [f32] {
        if !self.are_wanted {
            return &mut [];
        }
        self.of_deferred.truncate(first);
        self.of_deferred.resize(first + children, 0.0);
        &mut self.of_deferred[first..]
    }

    /// Where the priors of all deferred leaves are, which have so many children together; empty where nobody asked for
    /// them.
    #[inline(always)]
    pub fn for_all_deferred(&mut self, children: usize) -> &mut [f32] {
        if self.are_wanted { &mut self.of_deferred[..children] } else { &mut [] }
    }
}
