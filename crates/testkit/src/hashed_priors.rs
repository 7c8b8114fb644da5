use bestply_core::{Evaluator, Keyed, Properties, Value, mix};

/// An evaluator with a policy that knows nothing of the game: what it gives a child follows from the child's key.
///
/// Some of it is no prior: negative, no number, or 0, and seldom for all children of a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct HashedPriors<E = ()>(pub E);

impl HashedPriors {
    /// What a child with this key is given.
    pub fn part(key: u64) -> f32 {
        let hash = mix(key ^ 0x5eed);
        match hash % 8 {
            0 => 0.0,
            1 => -1.0,
            2 => f32::NAN,
            _ => (hash >> 40) as f32,
        }
    }
}

impl<P: Keyed, E: Evaluator<P>> Evaluator<P> for HashedPriors<E> {
    fn evaluate(&mut self, position: &P) -> Value {
        self.0.evaluate(position)
    }

    fn enter(&mut self, parent: &P) {
        self.0.enter(parent);
    }

    fn evaluate_child(&mut self, parent: &mut P, mv: P::Move) -> Value {
        self.0.evaluate_child(parent, mv)
    }

    fn priors(&mut self, parent: &mut P, priors: &mut [f32]) {
        let moves = Vec::from_iter(parent.moves());
        assert_eq!(priors, vec![0.0; moves.len()], "there is one for each child, and none is written");
        for (prior, mv) in priors.iter_mut().zip(moves) {
            let undo = parent.make(mv);
            *prior = HashedPriors::part(parent.key());
            parent.unmake(mv, undo);
        }
    }

    fn properties(&self) -> Properties {
        Properties { gives_priors: true, ..self.0.properties() }
    }
}
