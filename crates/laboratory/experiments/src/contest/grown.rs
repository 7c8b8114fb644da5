//! How a run grows: the same descriptions with more pairs.

use super::recorded::{Grown, first_difference};
use super::{Description, Meeting, MetBy, Recorded, distinct};
use crate::files::json_of;

/// What a folder holds, compared with a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// Another run.
    Other,
    /// The same run.
    Same,
    /// The same run with fewer pairs.
    Fewer,
    /// The same run with more pairs of these cells.
    More,
}

impl Description {
    /// The numbers of pairs of the description's cells, each with whose they are.
    fn numbers_of_pairs(&mut self) -> impl Iterator<Item = (String, &mut u64)> {
        let name = &self.name;
        let of_claims = self.claims.iter_mut().filter_map(move |claim| {
            let own = claim.pairs.as_mut()?;
            Some((format!("{name}/{}", claim.name), own))
        });
        std::iter::once((name.clone(), &mut self.pairs)).chain(of_claims)
    }

    /// Whose number of pairs the cells of a meeting have.
    pub(crate) fn pairs_of(&self, meeting: &Meeting) -> String {
        match meeting.by {
            MetBy::Claim { claim, .. } if self.claims[claim].pairs.is_some() => {
                format!("{}/{}", self.name, self.claims[claim].name)
            }
            _ => self.name.clone(),
        }
    }
}

impl Recorded {
    fn numbers_of_pairs(&mut self) -> impl Iterator<Item = (String, &mut u64)> {
        self.descriptions.iter_mut().flat_map(Description::numbers_of_pairs)
    }

    /// The same run as in a folder that has another number of pairs, and the numbers that the folder had.
    ///
    /// What was decided before is known from both.
    pub(crate) fn grown_from(mut self, mut found: Recorded) -> (Held, Recorded) {
        self.add_grown(&std::mem::take(&mut found.grown));
        let grown = std::mem::take(&mut self.grown);
        let numbers: Vec<(String, u64)> = self.numbers_of_pairs().map(|(of, pairs)| (of, *pairs)).collect();
        let (mut fewer, mut is_more) = (Vec::new(), false);
        for ((of, found), (_, wanted)) in found.numbers_of_pairs().zip(numbers) {
            if *found < wanted {
                fewer.push(Grown { of, pairs: *found });
            }
            is_more |= *found > wanted;
            *found = wanted;
        }
        let is_same = first_difference("", &json_of(&found), &json_of(&self)).is_none();
        self.grown = grown;
        let held = match (is_same, is_more, fewer.is_empty()) {
            (false, ..) => Held::Other,
            (_, true, _) => Held::More,
            (_, _, true) => Held::Same,
            (_, _, false) => Held::Fewer,
        };
        if held == Held::Fewer {
            self.add_grown(&fewer);
        }
        (held, self)
    }

    /// Adds decisions that are not known yet; of each kind of cells the fewest pairs come first.
    pub(crate) fn add_grown(&mut self, grown: &[Grown]) {
        self.grown = distinct(std::mem::take(&mut self.grown).into_iter().chain(grown.iter().cloned()));
        self.grown.sort_by_key(|one| one.pairs);
    }

    /// The numbers of pairs at which it was decided to go on with the cells of a meeting, with fewer than it has.
    pub(crate) fn looks(&self, description: &Description, meeting: &Meeting) -> Vec<u64> {
        let of = description.pairs_of(meeting);
        self.grown.iter().filter(|one| one.of == of).map(|one| one.pairs).collect()
    }
}
