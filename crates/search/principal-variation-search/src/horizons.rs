use bestply_core::Value;

/// The values of the last iterations of the game, by how many plies below the root their horizons lie: even or odd.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Horizons([Option<Value>; 2]);

impl Horizons {
    pub(crate) fn value(self, depth: usize) -> Option<Value> {
        self.0[depth % 2]
    }

    pub(crate) fn note(&mut self, depth: usize, value: Value) {
        self.0[depth % 2] = Some(value);
    }

    /// Follows a move of the game, after which each horizon lies a ply less deep.
    pub(crate) fn advance(&mut self) {
        self.0.swap(0, 1);
    }
}
