//! Axes: where a quantity lies, and where numbers stand at it.

use std::ops::{Range, RangeInclusive};

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};

/// The ratio of listed values from which on their logarithms are shown.
const WIDE: f64 = 8.0;

/// An axis of a chart.
#[derive(Clone, Debug)]
pub struct Axis {
    label: String,
    ends: Range<f64>,
    /// Where something is written, and what.
    ticks: Vec<(f64, String)>,
    is_logarithmic: bool,
}

impl Axis {
    /// Depths from one to another.
    pub fn depths(label: &str, depths: RangeInclusive<u32>) -> Axis {
        let ends = f64::from(*depths.start()) - 0.5..f64::from(*depths.end()) + 0.5;
        let step = (depths.end() + 1 - depths.start()).div_ceil(12).max(1) as usize;
        let ticks = depths.step_by(step).map(|depth| (f64::from(depth), depth.to_string())).collect();
        Axis::of(label, ends, ticks, false)
    }

    /// Percentages from a little below the lowest to 100.
    pub fn percentages(label: &str, lowest: f64) -> Axis {
        let start = ((lowest - 3.0) / 10.0).floor() * 10.0;
        let start = start.max(0.0);
        let step = if start < 30.0 { 20 } else { 10 };
        let first = (start as u32).div_ceil(step) * step;
        let ticks = (first..=100).step_by(step as usize).map(|it| (f64::from(it), format!("{it}%"))).collect();
        Axis::of(label, start - 2.0..102.0, ticks, false)
    }

    /// Numbers from `least` to `most`, with signs where that is asked for.
    pub fn numbers(label: &str, least: f64, most: f64, signed: bool) -> Axis {
        let step = step((most - least).max(1e-9));
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        let text = |value: f64| {
            if signed && value != 0.0 { format!("{value:+.decimals$}") } else { format!("{value:.decimals$}") }
        };
        // Quotients that are whole but for their rounding are whole.
        let (first, last) = ((least / step + 1e-9).floor() as i64, (most / step - 1e-9).ceil() as i64);
        let ticks = (first..=last).map(|number| number as f64 * step).map(|value| (value, text(value))).collect();
        Axis::of(label, (first as f64 - 0.1) * step..(last as f64 + 0.1) * step, ticks, false)
    }

    /// Positive quantities over orders of magnitude.
    pub fn magnitudes(label: &str, least: f64, most: f64, text: impl Fn(f64) -> String) -> Axis {
        let decades = (least.log10().floor() as i32)..=(most.log10().ceil() as i32);
        let is_few = most / least < 30.0;
        let factors: &[f64] = if is_few { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let numbers = decades.flat_map(|decade| factors.iter().map(move |factor| factor * 10.0_f64.powi(decade)));
        let (start, end) = (least * 0.8, most * 1.25);
        let ticks = numbers.filter(|it| (start..=end).contains(it)).map(|it| (it, text(it))).collect();
        Axis::of(&format!("{label} (log scale)"), start..end, ticks, true)
    }

    /// Listed values, each of which is written: by their logarithms where they span a wide range.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn listed(label: &str, mut values: Vec<(f64, String)>) -> Axis {
        values.sort_by(|a, b| a.0.total_cmp(&b.0));
        values.dedup_by(|a, b| a.0 == b.0);
        let (least, most) = (values[0].0, values[values.len() - 1].0);
        if least > 0.0 && most / least >= WIDE {
            let ends = least * (least / most).powf(0.08)..most * (most / least).powf(0.08);
            return Axis::of(&format!("{label} (log scale)"), ends, values, true);
        }
        let margin = if most > least { 0.08 * (most - least) } else { 0.5 };
        Axis::of(label, least - margin..most + margin, values, false)
    }

    /// Lines from 1 to so many, from below, without a word.
    pub(crate) fn lines(number: usize) -> Axis {
        Axis::of("", 0.3..number as f64 + 1.1, Vec::new(), false)
    }

    fn of(label: &str, ends: Range<f64>, ticks: Vec<(f64, String)>, is_logarithmic: bool) -> Axis {
        Axis { label: label.to_owned(), ends, ticks, is_logarithmic }
    }

    pub(crate) fn label(&self) -> &str {
        &self.label
    }

    /// Both ends, in the axis's own quantity.
    pub fn ends(&self) -> [f64; 2] {
        [self.ends.start, self.ends.end]
    }

    /// Where a value lies, cut to the ends.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let value = value.clamp(self.ends.start, self.ends.end);
        if self.is_logarithmic { value.ln() } else { value }
    }

    /// What plotters makes of it, for a chart whose axis has this many pixels: a number stands where there is room for
    /// it.
    pub(crate) fn coordinates(&self, pixels: f64, is_upright: bool) -> Coordinate {
        let (start, end) = (self.place(self.ends.start), self.place(self.ends.end));
        let room = |text: &str| if is_upright { 16.0 } else { 8.0 * text.chars().count() as f64 + 6.0 };
        let mut places = Vec::new();
        let mut free = f64::NEG_INFINITY;
        for (value, text) in &self.ticks {
            let place = self.place(*value);
            let pixel = (place - start) / (end - start) * pixels;
            if pixel - room(text) / 2.0 >= free {
                free = pixel + room(text) / 2.0;
                places.push(place);
            }
        }
        Coordinate { ends: start..end, places }
    }

    /// What is written at a place.
    pub(crate) fn text(&self, place: f64) -> String {
        let distance = |tick: &&(f64, String)| (self.place(tick.0) - place).abs();
        let nearest = self.ticks.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.map_or_else(String::new, |(_, text)| text.clone())
    }
}

/// What plotters draws an axis by.
pub(crate) struct Coordinate {
    ends: Range<f64>,
    /// Where something is written.
    places: Vec<f64>,
}

impl Ranged for Coordinate {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (first, last): (i32, i32)) -> i32 {
        let share = (value - self.ends.start) / (self.ends.end - self.ends.start);
        first + (share * f64::from(last - first)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.places.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.ends.clone()
    }
}

/// A round step of which a span has from four to ten.
fn step(span: f64) -> f64 {
    let decade = 10.0_f64.powf((span / 4.0).log10().floor());
    [1.0, 2.0, 5.0].into_iter().find(|factor| span / (factor * decade) <= 8.0).unwrap_or(10.0) * decade
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, text)| text.as_str()).collect()
    }

    #[test]
    fn numbers_are_round() {
        assert_eq!(
            texts(&Axis::numbers("", -47.0, 262.0, true)),
            ["-50", "0", "+50", "+100", "+150", "+200", "+250", "+300"]
        );
        assert_eq!(texts(&Axis::numbers("", 0.0, 3.0, false)), ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0"]);
        assert_eq!(
            texts(&Axis::numbers("", 0.94, 1.06, false)),
            ["0.94", "0.96", "0.98", "1.00", "1.02", "1.04", "1.06"]
        );
        assert_eq!(texts(&Axis::percentages("", 38.0)), ["30%", "40%", "50%", "60%", "70%", "80%", "90%", "100%"]);
        assert_eq!(texts(&Axis::percentages("", 4.0)), ["0%", "20%", "40%", "60%", "80%", "100%"]);
        assert_eq!(texts(&Axis::magnitudes("", 3.0, 40.0, |it| format!("{it}"))), ["5", "10", "20", "50"]);
        assert_eq!(texts(&Axis::depths("", 1..=26)), ["1", "4", "7", "10", "13", "16", "19", "22", "25"]);
    }

    #[test]
    fn listed_values_stand_by_their_logarithms_where_they_span_a_wide_range() {
        let listed = |values: &[f64]| Axis::listed("it", values.iter().map(|it| (*it, it.to_string())).collect());
        let wide = listed(&[8000.0, 500.0, 2000.0]);
        assert_eq!((wide.label(), texts(&wide)), ("it (log scale)", vec!["500", "2000", "8000"]));
        let [low, middle, high] = [500.0, 2000.0, 8000.0].map(|value| wide.place(value));
        assert!((middle - low - (high - middle)).abs() < 1e-9);
        assert_eq!(listed(&[0.0, 1.0, 20.0]).label(), "it", "0 has no logarithm");
        assert_eq!(listed(&[3.0]).ends(), [2.5, 3.5]);
    }
}
