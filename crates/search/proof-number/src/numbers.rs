use bestply_core::Side;

/// How far a position is from an answer to a [question](crate::Question): by how many leaves at least.
///
/// The *proof number* is the least number of leaves that must be proved before the answer is yes, and the *disproof
/// number* the least number of leaves that must be disproved before it is no (Allis, van der Meulen & van den Herik
/// 1994).
/// Yes is for MAX, so that both numbers are from one point of view, whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// 0 where the answer is yes, [`INFINITE`](Numbers::INFINITE) where it is no.
    pub proof: u32,
    /// 0 where the answer is no, [`INFINITE`](Numbers::INFINITE) where it is yes.
    pub disproof: u32,
}

impl Numbers {
    /// The number of leaves for what is impossible.
    pub const INFINITE: u32 = u32::MAX;
    /// The largest number of leaves. Sums stop there.
    pub const MOST: u32 = Numbers::INFINITE - 1;
    /// A leaf of which nothing is known: it counts as one either way.
    pub const LEAF: Numbers = Numbers { proof: 1, disproof: 1 };

    /// The numbers of a position whose answer is known.
    #[inline]
    pub const fn answered(answer: bool) -> Numbers {
        if answer {
            Numbers { proof: 0, disproof: Numbers::INFINITE }
        } else {
            Numbers { proof: Numbers::INFINITE, disproof: 0 }
        }
    }

    /// The answer, if it is known.
    #[inline]
    pub const fn answer(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// The same numbers for a memory, with a number of plies in the place of the one that is infinite.
    #[inline(always)]
    pub(crate) const fn with_plies(self, plies: u32) -> Numbers {
        // Not 0, which is an answer.
        let said = if plies < Numbers::INFINITE { Numbers::INFINITE - plies } else { 1 };
        match self.answer() {
            Some(true) => Numbers { disproof: said, ..self },
            Some(false) => Numbers { proof: said, ..self },
            None => self,
        }
    }

    /// What [`with_plies`](Numbers::with_plies) was made of. Numbers without an answer have 0 plies.
    #[inline(always)]
    pub(crate) const fn without_plies(self) -> (Numbers, u32) {
        match self.answer() {
            Some(true) => (Numbers::answered(true), Numbers::INFINITE - self.disproof),
            Some(false) => (Numbers::answered(false), Numbers::INFINITE - self.proof),
            None => (self, 0),
        }
    }

    /// The numbers as a side sees them.
    #[inline(always)]
    pub(crate) const fn seen_by(self, side: Side) -> SeenNumbers {
        match side {
            Side::Max => SeenNumbers { own: self.proof, other: self.disproof },
            Side::Min => SeenNumbers { own: self.disproof, other: self.proof },
        }
    }
}

/// Proof numbers as the side to move sees them, under which both sides are written once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SeenNumbers {
    /// The leaves to the answer that the side wants: proof for MAX, disproof for MIN.
    pub(crate) own: u32,
    /// The leaves to the other answer.
    pub(crate) other: u32,
}

impl SeenNumbers {
    /// The same numbers from nobody's point of view. The function is the inverse of [`Numbers::seen_by`].
    #[inline(always)]
    pub(crate) const fn by(self, side: Side) -> Numbers {
        match side {
            Side::Max => Numbers { proof: self.own, disproof: self.other },
            Side::Min => Numbers { proof: self.other, disproof: self.own },
        }
    }

    /// Whether either answer is known.
    #[inline(always)]
    pub(crate) const fn is_answered(self) -> bool {
        self.own == 0 || self.other == 0
    }
}

/// How the numbers of siblings that must all be answered add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Addition {
    /// Their sum (Allis 1994). A leaf below two of them counts twice.
    #[default]
    Sum,
    /// The largest, and one for each of the others (*weak* proof numbers; Ueda, Hashimoto, Hashimoto & Iida 2008).
    /// A leaf below many of them counts little more than once.
    Weak,
}

/// A node's numbers from those of its children, and where its search goes on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChildrenChoice {
    /// The node's numbers, as its side to move sees them.
    pub(crate) numbers: SeenNumbers,
    /// The first child of the least own number: the way to the most-proving node.
    pub(crate) best: usize,
    /// The least own number among the others.
    pub(crate) second: u32,
    /// The children that the other answer still needs.
    pub(crate) open: u32,
}

impl ChildrenChoice {
    /// The choice among children, given as the node's side sees them. A node without children has no choice.
    #[inline]
    pub(crate) fn among(children: impl Iterator<Item = SeenNumbers>, addition: Addition) -> ChildrenChoice {
        let mut choice = ChildrenChoice {
            numbers: SeenNumbers { own: Numbers::INFINITE, other: 0 },
            best: 0,
            second: Numbers::INFINITE,
            open: 0,
        };
        // In 64 bits, in which no sum of 32 bits over the moves of a position overflows.
        let (mut sum, mut largest) = (0_u64, 0);
        for (index, child) in children.enumerate() {
            if child.own < choice.numbers.own {
                choice.second = choice.numbers.own;
                choice.numbers.own = child.own;
                choice.best = index;
            } else {
                choice.second = choice.second.min(child.own);
            }
            sum += u64::from(child.other);
            largest = largest.max(child.other);
            choice.open += u32::from(child.other > 0);
        }
        let counted = match addition {
            Addition::Sum => sum,
            Addition::Weak => u64::from(largest) + u64::from(choice.open.saturating_sub(1)),
        };
        // Only a child that is answered makes it infinite; a sum of unanswered ones stops below (D203).
        choice.numbers.other = match largest {
            Numbers::INFINITE => Numbers::INFINITE,
            _ => counted.min(u64::from(Numbers::MOST)) as u32,
        };
        choice
    }
}
