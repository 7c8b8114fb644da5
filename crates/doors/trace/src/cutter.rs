//! Where one step of a search ends, and the next one begins.

use bestply::Event;
use bestply_catalogue::{About, Logic};

/// Tells where a step begins, from the events alone.
pub(crate) struct Cutter {
    pub(crate) logic: Logic,
    /// The logic of the part that follows when alpha-beta has left the root.
    main_part: Option<Logic>,
    /// The node that the step is about, and that of its last event.
    subject: Vec<usize>,
    /// What the step has had so far.
    begun: bool,
    has_generated: bool,
    has_backed_up: bool,
}

impl Cutter {
    pub(crate) fn new(searcher: &About) -> Cutter {
        let main_part = searcher.first_depth.map(|_| searcher.logic);
        let logic = if main_part.is_some() { Logic::AlphaBeta } else { searcher.logic };
        Cutter { logic, main_part, subject: Vec::new(), begun: false, has_generated: false, has_backed_up: false }
    }

    /// Whether a step begins with this event.
    pub(crate) fn cuts_before(&mut self, event: &Event<'_>) -> bool {
        // The main part begins where the root is entered once more.
        if self.begun
            && matches!(event, Event::Entered { path: [], .. })
            && let Some(logic) = self.main_part.take()
        {
            self.logic = logic;
            self.has_backed_up = true;
        }
        let cuts = if self.logic.is_depth_first() { self.cuts_depth_first(event) } else { self.cuts_best_first(event) };
        let (is_first, cuts) = (!self.begun, self.begun && cuts);
        if cuts || is_first {
            (self.begun, self.has_generated, self.has_backed_up) = (true, false, false);
        }
        self.note(event, cuts || is_first);
        cuts
    }

    /// One decision of a best-first searcher: it turns to a leaf, expands it, and backs values up.
    fn cuts_best_first(&self, event: &Event<'_>) -> bool {
        match *event {
            Event::Entered { .. } | Event::Selected { .. } => self.has_generated || self.has_backed_up,
            Event::Generated { path, .. } => self.has_backed_up || self.has_generated && self.subject != path,
            Event::Iterated { .. } | Event::Explained { .. } => true,
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
            | Event::Explained { path, .. }
            | Event::TableHit { path, .. }
            | Event::CutOff { path, .. }
            | Event::Generated { path, .. } => path.clone_into(&mut self.subject),
            Event::BackedUp { path, .. } if is_first => path.clone_into(&mut self.subject),
            _ => {}
        }
        self.has_generated |= matches!(event, Event::Generated { .. });
        self.has_backed_up |= matches!(event, Event::BackedUp { .. } | Event::Iterated { .. });
    }
}
