use bestply_core::{Bounds, Evaluator, Meter, Position, Stop, Value};

/// The alpha-beta search that gives a new child its value.
///
/// It takes moves in canonical order, and every static value from a node's parent.
/// It recurses as deep as it searches, which is no deeper than
/// [`Settings::ALPHA_BETA_DEPTH`](crate::Settings::ALPHA_BETA_DEPTH).
pub(crate) struct Shallow<'s, 'l, E> {
    pub(crate) evaluator: &'s mut E,
    pub(crate) meter: &'s mut Meter<'l>,
}

impl<E> Shallow<'_, '_, E> {
    /// The value of the child of `parent` that `mv` leads to, searched `depth` plies deep.
    ///
    /// It is the static value at depth 0, where the evaluator must have been told of the parent,
    /// and at the end of the game.
    /// The caller, who makes the child, counts it as made;
    /// if a limit cuts the child's search short, this function counts it.
    ///
    /// # Errors
    ///
    /// The limit that forbids an evaluation, or a position on the path.
    pub(crate) fn value_of_child<P>(
        &mut self,
        parent: &mut P,
        mv: P::Move,
        depth: usize,
        bounds: Bounds,
    ) -> Result<Value, Stop>
    where
        P: Position,
        E: Evaluator<P>,
    {
        if depth == 0 {
            return self.evaluator.value_of_child(parent, mv, bounds, self.meter);
        }
        let searched = parent.with_move(mv, |child| (!child.is_terminal()).then(|| self.search(child, depth, bounds)));
        searched.unwrap_or_else(|| {
            self.evaluator.enter(parent);
            self.evaluator.value_of_child(parent, mv, bounds, self.meter)
        })
    }

    /// The value of a position that is not finished. Inside, values are as the side to move sees them.
    fn search<P>(&mut self, position: &mut P, depth: usize, bounds: Bounds) -> Result<Value, Stop>
    where
        P: Position,
        E: Evaluator<P>,
    {
        self.meter.unevaluated()?;
        if depth == 1 {
            self.evaluator.enter(position);
        }
        let side = position.to_move();
        let Bounds { mut alpha, beta } = bounds.orient(side);
        let mut best = Value::MIN;
        for mv in position.moves() {
            let child_bounds = Bounds { alpha, beta }.orient(side);
            let value = self.value_of_child(position, mv, depth - 1, child_bounds);
            // Counts the child, or in its place the position itself
            // where the search is cut short. Only this function knows of it.
            self.meter.generations(1);
            best = best.max(side.orient(value?));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(side.orient(best))
    }
}
