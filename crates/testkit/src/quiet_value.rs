use bestply_core::{Bounds, Meter, Quiescence, Stop, Value};
use bestply_explicit_game::ExplicitPosition;

/// A quiescence search of explicit trees that finds the values written at their nodes, with one evaluation each.
///
/// Where a value is not between the bounds, what it answers is up to it, within what [`Quiescence`] allows.
#[derive(Clone, Debug)]
pub struct QuietValue {
    /// What it answers.
    pub answers: Answers,
    /// What it was asked: the nodes, by name, and the bounds.
    pub questions: Vec<(usize, Bounds)>,
}

/// What a [`QuietValue`] answers where a value is not between the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// The nearer bound (fail-hard).
    Hard,
    /// The value itself, as if it had not heard the bounds.
    Soft,
    /// Something between the two, which is another thing for each node.
    Between,
}

impl Answers {
    /// All of them.
    pub const ALL: [Answers; 3] = [Answers::Hard, Answers::Soft, Answers::Between];

    /// The answer for a node of this exact value.
    pub fn value(self, node: usize, exact: Value, bounds: Bounds) -> Value {
        if !bounds.kind(exact).is_bound() {
            return exact;
        }
        let bound = if exact <= bounds.alpha { bounds.alpha } else { bounds.beta };
        let part = match self {
            Answers::Hard => 8,
            Answers::Soft => 0,
            Answers::Between => node as i64 % 9,
        };
        let way = i64::from(bound) - i64::from(exact);
        (i64::from(exact) + way * part / 8) as Value
    }
}

impl QuietValue {
    /// A search that answers so, and was asked nothing yet.
    pub fn new(answers: Answers) -> QuietValue {
        QuietValue { answers, questions: Vec::new() }
    }
}

impl Quiescence<ExplicitPosition> for QuietValue {
    fn evaluate(&mut self, position: &ExplicitPosition) -> Value {
        position.tree().value(position.node())
    }

    fn search(
        &mut self,
        position: &mut ExplicitPosition,
        bounds: Bounds,
        meter: &mut Meter<'_>,
    ) -> Result<Value, Stop> {
        meter.evaluation()?;
        self.questions.push((position.node(), bounds));
        Ok(self.answers.value(position.node(), self.evaluate(position), bounds))
    }
}
