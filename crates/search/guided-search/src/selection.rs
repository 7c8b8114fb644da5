//! Which child is next: how children are scored, and what is known of those that a walk passes by.

pub(crate) mod policy;
mod rivals;
mod shortlist;

pub(crate) use policy::Policy;
pub(crate) use rivals::{Rivals, Selectable, best_of};
pub(crate) use shortlist::Shortlist;
