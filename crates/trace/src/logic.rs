//! How searchers differ in what they tell, and where one of their steps ends.

use bestply::Event;

/// The logic that a searcher follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Logic {
    /// Best-first minimax on a tree, also as the second part of best-first extension.
    BestFirst,
    /// Best-first minimax in linear space.
    LinearSpace,
    /// Best-first minimax by values and visits.
    Uct,
    /// Monte-Carlo tree search.
    MonteCarlo,
    /// Alpha-beta, with a tree or without, also as the first part of best-first extension.
    AlphaBeta,
    /// Principal-variation search.
    PrincipalVariation,
    /// Minimax.
    Minimax,
    /// A user's own.
    Other,
}

impl Logic {
    /// The logic of the searcher of this name.
    pub(crate) fn of(searcher: &str) -> Logic {
        match searcher {
            "best-first" => Logic::BestFirst,
            "recursive-best-first" => Logic::LinearSpace,
            "uct-best-first" => Logic::Uct,
            "monte-carlo-tree-search" => Logic::MonteCarlo,
            // Its second part is best-first.
            "alpha-beta" | "plain-alpha-beta" | "best-first-extension" => Logic::AlphaBeta,
            "principal-variation-search" | "mtd-f" | "selective-alpha-beta" => Logic::PrincipalVariation,
            "minimax" => Logic::Minimax,
            _ => Logic::Other,
        }
    }

    /// Whether the searcher searches one child after the other to its end.
    pub(crate) fn is_depth_first(self) -> bool {
        matches!(self, Logic::AlphaBeta | Logic::PrincipalVariation | Logic::Minimax)
    }
}

/// Tells where a step begins, from the events alone.
pub(crate) struct Cutter {
    pub(crate) logic: Logic,
    /// Whether best-first follows when alpha-beta has left the root.
    has_second_part: bool,
    /// The node that the step is about, and that of its last event.
    subject: Vec<usize>,
    /// What the step has had so far.
    begun: bool,
    has_generated: bool,
    has_backed_up: bool,
}

impl Cutter {
    pub(crate) fn new(searcher: &str) -> Cutter {
        Cutter {
            logic: Logic::of(searcher),
            has_second_part: searcher == "best-first-extension",
            subject: Vec::new(),
            begun: false,
            has_generated: false,
            has_backed_up: false,
        }
    }

    /// Whether a step begins with this event.
    pub(crate) fn cuts_before(&mut self, event: &Event<'_>) -> bool {
        if self.logic == Logic::AlphaBeta && self.has_second_part && self.begun {
            self.turn_to_second_part(event);
        }
        let cuts = match self.logic.is_depth_first() {
            true => self.cuts_depth_first(event),
            false => self.cuts_best_first(event),
        };
        let (is_first, cuts) = (!self.begun, self.begun && cuts);
        if cuts || is_first {
            (self.begun, self.has_generated, self.has_backed_up) = (true, false, false);
        }
        self.note(event, cuts || is_first);
        cuts
    }

    /// Best-first begins where the root is entered once more.
    fn turn_to_second_part(&mut self, event: &Event<'_>) {
        if matches!(event, Event::Entered { path: [], .. }) {
            (self.logic, self.has_second_part) = (Logic::BestFirst, false);
            self.has_backed_up = true;
        }
    }

    /// One decision of a best-first searcher: it turns to a leaf, expands it, and backs values up.
    fn cuts_best_first(&self, event: &Event<'_>) -> bool {
        match *event {
            Event::Entered { .. } | Event::Selected { .. } => self.has_generated || self.has_backed_up,
            Event::Generated { path, .. } => self.has_backed_up || self.has_generated && self.subject != path,
            Event::Iterated { .. } => true,
            _ => false,
        }
    }

    /// One decision of a depth-first searcher: it enters a node, or leaves one.
    fn cuts_depth_first(&self, event: &Event<'_>) -> bool {
        match *event {
            Event::Entered { .. } | Event::Iterated { .. } => true,
            Event::Generated { path, .. } => self.has_backed_up || self.subject != path,
            Event::BackedUp { path, .. } | Event::CutOff { path, .. } => self.has_backed_up || self.subject != path,
            _ => false,
        }
    }

    fn note(&mut self, event: &Event<'_>, is_first: bool) {
        match *event {
            Event::Entered { path, .. }
            | Event::Selected { path, .. }
            | Event::Chosen { path, .. }
            | Event::TableHit { path, .. }
            | Event::CutOff { path, .. } => path.clone_into(&mut self.subject),
            Event::Generated { path, .. } => {
                self.has_generated = true;
                path.clone_into(&mut self.subject);
            }
            Event::BackedUp { path, .. } => {
                self.has_backed_up = true;
                if is_first {
                    path.clone_into(&mut self.subject);
                }
            }
            Event::Iterated { .. } => self.has_backed_up = true,
            _ => {}
        }
    }
}
