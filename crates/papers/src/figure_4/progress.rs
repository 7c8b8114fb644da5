//! The progress of a run.

use bestply::random_game::NGameShape;
use bestply_presentation::terminal::LiveLine;

use super::curves::Curves;

/// Watches a run.
pub trait Progress {
    /// The trees of a shape come next. `done` of `trees` are recorded already.
    fn started(&mut self, shape: NGameShape, done: u64, trees: u64);

    /// `trees` more trees of the shape were searched and recorded.
    fn searched(&mut self, trees: u64);

    /// All trees of the shape are done.
    fn finished(&mut self, curves: &Curves);
}

/// `()` watches nothing.
impl Progress for () {
    fn started(&mut self, _: NGameShape, _: u64, _: u64) {}
    fn searched(&mut self, _: u64) {}
    fn finished(&mut self, _: &Curves) {}
}

/// Shows a run on standard error: a live line if that is a terminal, and a line for each branching factor.
pub struct Console {
    line: LiveLine,
}

impl Default for Console {
    fn default() -> Console {
        Console { line: LiveLine::new("trees") }
    }
}

impl Progress for Console {
    fn started(&mut self, shape: NGameShape, done: u64, trees: u64) {
        self.line.start(format!("b = {}, d = {}", shape.branching(), shape.depth()), done, trees);
    }

    fn searched(&mut self, trees: u64) {
        self.line.advance(trees, "");
    }

    fn finished(&mut self, curves: &Curves) {
        self.line.finished(&curves_line(curves));
    }
}

fn curves_line(curves: &Curves) -> String {
    let mut line = format!("{}: {} trees", curves.game, curves.trees);
    if let (Some(best_first), Some(alpha_beta)) = (curves.best_first.last(), curves.alpha_beta.last()) {
        line += &format!(
            ", best-first {:.1} % correct with {:.0} generations, alpha-beta {:.1} % with {:.0}",
            100.0 * best_first.decision_quality,
            best_first.generations,
            100.0 * alpha_beta.decision_quality,
            alpha_beta.generations
        );
    }
    line
}
