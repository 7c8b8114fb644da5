use bestply_core::{Bounds, Event, Observer, Value};

/// One expansion: some or all of the children of a node are made.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The child indices from the root of the search to the node.
    pub path: Vec<usize>,
    /// The bounds that the node was searched with.
    pub bounds: Bounds,
    /// The index of the first child made. It is 0, or more where an expansion is resumed.
    pub first: usize,
    /// The static values of the children made, in canonical order.
    pub values: Vec<Value>,
    /// Whether all children are made after the expansion.
    pub fully: bool,
}

/// An observer that writes down every expansion.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    /// The expansions so far.
    pub steps: Vec<Step>,
    entered: Option<(Vec<usize>, Bounds)>,
    generated: Vec<(Vec<usize>, usize, Value)>,
}

impl Observer for Recorder {
    fn observe(&mut self, event: Event<'_>) {
        match event {
            Event::Entered { path, bounds } => self.entered = Some((path.to_vec(), bounds)),
            Event::Generated { path, index, value } => self.generated.push((path.to_vec(), index, value)),
            Event::Expanded { path, fully } => self.expanded(path, fully),
            _ => {}
        }
    }
}

impl Recorder {
    fn expanded(&mut self, path: &[usize], fully: bool) {
        let bounds =
            self.entered.as_ref().filter(|(entered, _)| entered == path).map_or(Bounds::OPEN, |(_, bounds)| *bounds);
        let first = self.generated.first().expect("an expansion makes a child").1;
        let mut values = Vec::new();
        for (parent, index, value) in self.generated.drain(..) {
            assert_eq!(parent, path, "children are generated in the expansion of their parent");
            assert_eq!(index, first + values.len(), "children are generated in canonical order");
            values.push(value);
        }
        self.steps.push(Step { path: path.to_vec(), bounds, first, values, fully });
    }
}
