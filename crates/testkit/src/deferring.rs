use bestply_core::{Asked, CutShort, Evaluator, Meter, Position, Properties, Value};

/// What stands in the place of a value that is not settled yet.
const UNSETTLED: Value = 12_345;

/// An evaluator as one that works on batches: of deferred children nothing is written before they are settled.
#[derive(Clone, Debug, Default)]
pub struct Deferring<E> {
    evaluator: E,
    values: Vec<Value>,
    priors: Vec<f32>,
    /// The number of positions that were evaluated.
    pub evaluated: usize,
    /// The number of children in each batch.
    pub batches: Vec<usize>,
}

impl<E> Deferring<E> {
    /// An evaluator with the values and the priors of this one.
    pub fn new(evaluator: E) -> Deferring<E> {
        Deferring { evaluator, values: Vec::new(), priors: Vec::new(), evaluated: 0, batches: Vec::new() }
    }
}

impl<P: Position, E: Evaluator<P>> Evaluator<P> for Deferring<E> {
    fn evaluate(&mut self, position: &P) -> Value {
        self.evaluated += 1;
        self.evaluator.evaluate(position)
    }

    fn priors(&mut self, parent: &mut P, priors: &mut [f32]) {
        self.evaluator.priors(parent, priors);
    }

    fn defer_children(&mut self, parent: &mut P, asked: Asked<'_>, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        let wanted = asked.values.len();
        let allowed = meter.evaluations(wanted);
        let found = CutShort::found_of(allowed, wanted);
        let mut values = vec![0; found];
        self.evaluate_children(parent, asked.first, &mut values);
        self.values.extend(values);
        if !asked.priors.is_empty() {
            let mut priors = vec![0.0; asked.priors.len()];
            self.priors(parent, &mut priors);
            self.priors.extend(&priors[..found]);
        }
        asked.values.fill(UNSETTLED);
        allowed
    }

    fn settle(&mut self, asked: Asked<'_>) {
        assert_eq!(asked.values.len(), self.values.len(), "all that were deferred, and no others");
        self.batches.push(self.values.len());
        asked.values.copy_from_slice(&std::mem::take(&mut self.values));
        asked.priors.copy_from_slice(&std::mem::take(&mut self.priors));
    }

    fn properties(&self) -> Properties {
        Properties { batches: true, ..self.evaluator.properties() }
    }
}
