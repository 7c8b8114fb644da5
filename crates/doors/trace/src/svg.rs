//! A tree after one step as a picture in SVG, for documents.

use bestply::explicit_game::ExplicitTree;
use bestply::{Side, Value};

use crate::Trace;
use crate::names::{bounds_text, known_text, known_value};
use crate::state::State;
use crate::step::{NodeName, ROOT};

/// The distance between leaves and between levels, and the size of a node, in pixels.
const ACROSS: f64 = 96.0;
const DOWN: f64 = 96.0;
const WIDTH: f64 = 80.0;
const HEIGHT: f64 = 40.0;
/// The space around the tree.
const MARGIN: f64 = 24.0;

/// The colour of bounds, and what keeps a text on a line readable.
const BOUNDS: &str = "#1a4f8a";
const HALO: &str = " stroke=\"#ffffff\" stroke-width=\"5\" paint-order=\"stroke\"";

/// The rule by which a system that forces its own colours leaves those of the picture alone.
const KEPT: &str = ".search-tree,.search-tree text{forced-color-adjust:none}";

/// The most nodes of a picture. A larger tree is drawn by its principal variation and that line's siblings.
const MOST_NODES: usize = 120;

/// The tree after a step.
pub(crate) fn svg(trace: &Trace, step: usize) -> String {
    let state = trace.state_after(step);
    let current = step.checked_sub(1).map(|step| trace.steps[step].node);
    let whole = state.in_order().nth(MOST_NODES).is_none();
    let by_edges = trace.by_edges.as_ref();
    let picture = Picture { state: &state, by_edges, current, whole, places: Vec::new(), columns: 0.0, levels: 0 };
    let why = step.checked_sub(1).map_or("The tree before the first step.", |step| &trace.steps[step].why);
    picture.draw(why)
}

/// A picture in progress.
struct Picture<'s> {
    state: &'s State,
    /// The tree itself, if it is written down by its edges.
    by_edges: Option<&'s ExplicitTree>,
    /// The node that the step is about.
    current: Option<NodeName>,
    whole: bool,
    /// The nodes drawn, parents first, each with its column and level. `None` stands for children not generated.
    places: Vec<Place>,
    columns: f64,
    levels: usize,
}

/// Where a node is drawn.
struct Place {
    node: NodeName,
    /// The number of the node's children that are left out: not generated, or not drawn.
    stands_for: Option<(usize, &'static str)>,
    parent: Option<usize>,
    /// The columns of its first and its last child; its own of a leaf.
    span: (f64, f64),
    level: usize,
}

impl Place {
    fn column(&self) -> f64 {
        f64::midpoint(self.span.0, self.span.1)
    }
}

impl Picture<'_> {
    fn draw(mut self, why: &str) -> String {
        self.place();
        let (width, height) = (2.0 * MARGIN + ACROSS * self.columns, 2.0 * MARGIN + DOWN * self.levels as f64 + HEIGHT);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\" class=\"search-tree\">\n<title>{}</title>\n\
             <style>{KEPT}</style>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
            escaped(why)
        );
        svg.extend(self.places.iter().map(|place| self.edge(place)));
        svg.extend(self.places.iter().map(|place| self.node(place)));
        svg + "</svg>\n"
    }

    /// Gives every node its place: leaves side by side, parents above the middle of their children.
    fn place(&mut self) {
        let mut open = vec![(ROOT, None::<usize>, 0_usize, None)];
        while let Some((node, parent, level, stands_for)) = open.pop() {
            let place = self.places.len();
            self.places.push(Place { node, stands_for, parent, span: (f64::MAX, f64::MIN), level });
            self.levels = self.levels.max(level);
            let is_on_line = self.state.line.contains(&node);
            let children: Vec<NodeName> = self.state.children(node).collect();
            if stands_for.is_some() || children.is_empty() {
                self.places[place].span = (self.columns + 0.5, self.columns + 0.5);
                self.columns += 1.0;
                continue;
            }
            if !self.whole && !is_on_line {
                open.push((node, Some(place), level + 1, Some((children.len(), "folded"))));
                continue;
            }
            if self.state.not_made(node) > 0 {
                open.push((node, Some(place), level + 1, Some((self.state.not_made(node), "not generated"))));
            }
            open.extend(children.into_iter().rev().map(|child| (child, Some(place), level + 1, None)));
        }
        // A node's children come after it.
        for number in (0..self.places.len()).rev() {
            let column = self.places[number].column();
            if let Some(parent) = self.places[number].parent {
                let (first, last) = self.places[parent].span;
                self.places[parent].span = (first.min(column), last.max(column));
            }
        }
    }

    fn centre(place: &Place) -> (f64, f64) {
        (MARGIN + ACROSS * place.column(), MARGIN + HEIGHT / 2.0 + DOWN * place.level as f64)
    }

    fn edge(&self, place: &Place) -> String {
        let Some(parent) = place.parent else { return String::new() };
        let ((x, y), (above_x, above_y)) = (Picture::centre(place), Picture::centre(&self.places[parent]));
        let is_lit = place.stands_for.is_none() && self.state.line.contains(&place.node);
        let style = match (place.stands_for, is_lit) {
            (Some(_), _) => "stroke=\"#767676\" stroke-dasharray=\"4 4\"",
            (None, true) => "stroke=\"#b3261e\" stroke-width=\"4\"",
            (None, false) => "stroke=\"#555555\"",
        };
        let (top, bottom) = (above_y + HEIGHT / 2.0, y - HEIGHT / 2.0);
        let mut edge = format!("<line x1=\"{above_x}\" y1=\"{top}\" x2=\"{x}\" y2=\"{bottom}\" {style}/>\n");
        if place.stands_for.is_none() {
            let (label_x, label_y) = (x + (above_x - x) * 0.3, bottom + (top - bottom) * 0.3);
            let label = escaped(&self.label(place.node));
            edge += &format!(
                "<text x=\"{label_x:.1}\" y=\"{label_y:.1}\" font-size=\"13\" fill=\"#333333\"{HALO}>\
                 {label}</text>\n"
            );
        }
        edge
    }

    /// The move to a node, or the edge where the tree is written down by its edges.
    fn label(&self, node: NodeName) -> String {
        let of_edge = self.written_value(node).zip(self.written_value(self.state.nodes[node].parent));
        of_edge.map_or_else(
            || self.state.nodes[node].label.clone(),
            |(below, above)| format!("{:+}", i64::from(below) - i64::from(above)),
        )
    }

    /// The static value of a node of a tree that is written down by its edges.
    fn written_value(&self, node: NodeName) -> Option<Value> {
        let tree = self.by_edges?;
        let path = self.state.path_to(node).into_iter().skip(1);
        let written = path.fold(ExplicitTree::ROOT, |at, node| tree.children(at)[self.state.nodes[node].index]);
        Some(tree.value(written))
    }

    fn node(&self, place: &Place) -> String {
        let (x, y) = Picture::centre(place);
        let text = |y: f64, size: u32, fill: &str, text: &str| {
            let halo = if fill == BOUNDS { HALO } else { "" };
            format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\"{halo}>{}</text>\n", escaped(text))
        };
        if let Some((number, what)) = place.stands_for {
            return text(y - 4.0, 13, "#595959", &number.to_string()) + &text(y + 11.0, 12, "#595959", what);
        }
        let node = &self.state.nodes[place.node];
        let round = if node.side == Side::Max { 0.0 } else { HEIGHT / 2.0 };
        let fill = if self.current == Some(place.node) { "#ffe9a8" } else { "#ffffff" };
        let (left, top) = (x - WIDTH / 2.0, y - HEIGHT / 2.0);
        let static_value = self.written_value(place.node).or(node.static_value);
        let beside = static_value.filter(|_| static_value != node.value);
        let mut drawn = format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"{round}\" fill=\"{fill}\" \
             stroke=\"#333333\" stroke-width=\"1.5\"/>\n"
        );
        let value = if node.is_bound { format!("{}*", known_value(node.value)) } else { known_text(node) };
        drawn += &text(y + if beside.is_some() { -1.0 } else { 6.0 }, 16, "#000000", &value);
        if let Some(value) = beside {
            drawn += &text(y + 14.0, 12, "#595959", &format!("static {}", known_value(Some(value))));
        }
        if let Some(bounds) = self.state.bounds_on_way(place.node) {
            drawn += &text(y + HEIGHT / 2.0 + 15.0, 12, BOUNDS, &bounds_text(bounds));
        }
        drawn
    }
}

/// Text as HTML or XML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
