use bestply_core::Proof;

use crate::Prior;

/// What a node's parent knows of it beside its value and its visits: its proof, or its prior while it is not proved.
///
/// A proved child is selected no more, and so needs no prior: the two have four bytes together.
///
/// ```
/// use bestply_core::Proof;
/// use bestply_visits::{Prior, ProofOrPrior};
///
/// let open = ProofOrPrior::from(Prior::new(1.0, 4.0));
/// assert_eq!((open.proof(), open.prior().part()), (Proof::NONE, 0.25));
/// let proved = open.with_proof(Proof::after(3));
/// assert_eq!((proved.proof().plies(), proved.prior()), (Some(3), Prior::default()));
/// assert_eq!(proved.with_proof(Proof::NONE), proved, "what is proved stays so");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofOrPrior(u32);

/// The bit of a node that is not proved. The others are those of its prior.
const OPEN: u32 = 1 << Prior::BITS;

const _: () = assert!(Proof::MOST_PLIES < OPEN - 1, "a proof leaves the bit free");

impl ProofOrPrior {
    /// Neither.
    pub const OPEN: ProofOrPrior = ProofOrPrior(OPEN);

    /// Whether the node is proved.
    #[inline(always)]
    pub fn is_proved(self) -> bool {
        self.0 & OPEN == 0
    }

    /// The node's proof.
    #[inline(always)]
    pub fn proof(self) -> Proof {
        if self.is_proved() { Proof::after(self.0) } else { Proof::NONE }
    }

    /// The node's prior; none of a proved node.
    #[inline(always)]
    pub fn prior(self) -> Prior {
        if self.is_proved() { Prior::default() } else { Prior::from_bits(self.0) }
    }

    /// The same with this proof, if it is known.
    #[inline(always)]
    #[must_use]
    pub fn with_proof(self, proof: Proof) -> ProofOrPrior {
        proof.plies().map_or(self, ProofOrPrior)
    }
}

impl Default for ProofOrPrior {
    /// [`OPEN`](ProofOrPrior::OPEN).
    fn default() -> ProofOrPrior {
        ProofOrPrior::OPEN
    }
}

impl From<Prior> for ProofOrPrior {
    #[inline(always)]
    fn from(prior: Prior) -> ProofOrPrior {
        ProofOrPrior(OPEN | prior.bits())
    }
}
