//! What a null window costs where values are fine and moves many.
//!
//! Work is counted here, and not time: how often a position is asked for its moves.

use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;

use bestply_core::{Keyed, Limit, Position, Searcher, Side, Value, evaluator_fn, mix};
use bestply_principal_variation_search::{PrincipalVariationSearch, Settings, Window};

fn searcher(window: Window) -> PrincipalVariationSearch {
    PrincipalVariationSearch::with_settings(Settings::default().with_window(window), 1 << 20)
}

/// A game in which every position has as many moves, and which counts how often a position is asked for them.
#[derive(Clone)]
struct Wide {
    path: Vec<u64>,
    width: usize,
    asked: Rc<Cell<u64>>,
}

impl Position for Wide {
    type Move = usize;
    type Moves = Range<usize>;
    type Undo = ();

    fn to_move(&self) -> Side {
        if self.path.len() % 2 == 1 { Side::Max } else { Side::Min }
    }

    fn moves(&self) -> Range<usize> {
        self.asked.set(self.asked.get() + 1);
        0..self.width
    }

    fn make(&mut self, mv: usize) {
        self.path.push(mix(self.key() ^ (mv as u64 + 1)));
    }

    fn unmake(&mut self, _: usize, (): ()) {
        self.path.pop();
    }
}

impl Keyed for Wide {
    fn key(&self) -> u64 {
        self.path[self.path.len() - 1]
    }
}

/// Each null window comes to all children of the root again. The table answers for most, and these list no moves.
#[test]
fn a_position_is_asked_for_its_moves_as_seldom_as_it_is_evaluated() {
    let aspiration = Window::Aspiration(1.try_into().expect("it is not 0"));
    for (width, evaluations) in [(600, 5000), (60, 20_000), (12, 20_000)] {
        for window in [Window::Open, aspiration, Window::Null, Window::SssStar, Window::DualStar] {
            let mut wide = Wide { path: vec![1], width, asked: Rc::default() };
            let mut value = evaluator_fn(|wide: &Wide| (wide.key() >> 40) as Value);
            let limit = Limit::new().evaluations(evaluations);
            let report = searcher(window).search(&mut wide, &mut value, &limit);
            let (asked, made) = (wide.asked.get(), report.counts.evaluations);
            assert_eq!(made, evaluations, "{width} moves with {window:?}");
            assert!(asked <= 2 * made, "{width} moves with {window:?}: asked for moves {asked} times");
        }
    }
}
