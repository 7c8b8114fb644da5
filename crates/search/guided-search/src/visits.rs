use bestply_core::Proof;
use bestply_visits::{Prior, ProofOrPrior};

/// What the search keeps with a node besides its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visits {
    /// The number of walks that expanded the node or a node below it.
    pub count: u32,
    pub(crate) known: ProofOrPrior,
}

impl Visits {
    /// No visit.
    pub(crate) const NONE: Visits = Visits { count: 0, known: ProofOrPrior::OPEN };

    /// Whether the node's value is proved.
    ///
    /// ```
    /// use bestply_core::Proof;
    /// use bestply_guided_search::Visits;
    ///
    /// assert_eq!(Visits::default().proof(), Proof::NONE);
    /// ```
    #[inline(always)]
    pub fn proof(self) -> Proof {
        self.known.proof()
    }

    /// The part of its parent's visits that the node is promised, if the walks go by priors and it is not proved.
    ///
    /// ```
    /// use bestply_core::{Limit, Searcher};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    /// use bestply_guided_search::{GuidedSearch, Puct, Settings};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 1) 4 (5 2))")?;
    /// let mut searcher = GuidedSearch::new(Settings::puct_best_first(Puct::default()));
    /// searcher.search(&mut tree.position(), &mut NodeValue, &Limit::new().evaluations(2));
    /// let mut children = searcher.tree.children(searcher.tree.root());
    /// assert!(children.all(|child| child.payload.prior().part() == 0.5), "their first values are equal");
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    #[inline(always)]
    pub fn prior(self) -> Prior {
        self.known.prior()
    }

    pub(crate) fn set_proof(&mut self, proof: Proof) {
        self.known = self.known.with_proof(proof);
    }

    pub(crate) fn set_prior(&mut self, prior: Prior) {
        self.known = prior.into();
    }
}

const _: () = assert!(size_of::<bestply_tree::TreeNode<Visits>>() == 16, "a node takes sixteen bytes");
