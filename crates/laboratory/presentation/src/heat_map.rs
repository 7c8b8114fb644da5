//! A heat map: numbers in cells whose colours say how far they are from an even score.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::canvas::{AXIS, Area, Drawn, TEXT, Tips, WIDTH, panel, title_height};
use crate::marks::text_of;

/// The height of a row.
const ROW: i32 = 28;
/// The room for a character of a row's name; no font is measured.
const CHARACTER: i32 = 8;
/// The room for the numbers of the columns and what they are.
const BELOW: i32 = 42;
const MARGIN: i32 = 6;

/// The colours of a lost, an even and a won contest, light and dark: orange, grey and blue, which people with any kind
/// of colour vision can tell apart. Text can be read on all of them.
const LIGHT: [[f64; 3]; 3] = [[240.0, 150.0, 70.0], [240.0, 240.0, 238.0], [100.0, 170.0, 230.0]];
const DARK: [[f64; 3]; 3] = [[150.0, 70.0, 10.0], [50.0, 51.0, 54.0], [20.0, 90.0, 160.0]];

/// The steps of colour from an even score to either end.
const STEPS: i32 = 10;

/// Scores over two quantities.
#[derive(Clone, Debug)]
pub struct HeatMap {
    /// What it shows.
    pub title: String,
    /// The names of the rows, the first at the top.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// What the columns are.
    pub label: String,
    /// The scores from 0 to 1, row by row, with what a pointer over them shows.
    pub scores: Vec<Vec<Option<(f64, String)>>>,
}

impl HeatMap {
    /// The map as a picture.
    pub fn svg(&self) -> String {
        let height = title_height(&self.title) + MARGIN + ROW * self.rows.len() as i32 + BELOW;
        panel(&self.title, height as u32, &self.shades(), |body, tips| self.draw(body, tips))
    }

    /// The colours in use, with those on a dark page.
    fn shades(&self) -> Vec<(String, String)> {
        let all = self.scores.iter().flatten().flatten();
        let mut steps: Vec<i32> = all.map(|(score, _)| shade(*score)).collect();
        steps.sort_unstable();
        steps.dedup();
        steps.into_iter().map(|step| (text_of(colour(&LIGHT, step)), text_of(colour(&DARK, step)))).collect()
    }

    fn draw(&self, body: &Area<'_>, tips: &mut Tips) -> Drawn {
        let longest = self.rows.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let names = longest as i32 * CHARACTER + 2 * MARGIN;
        // Places of the whole panel, as the tips have them.
        let top = body.get_base_pixel().1;
        let width = (WIDTH as i32 - names - 2 * MARGIN) / self.columns.len() as i32;
        let middle = |column: usize| names + width * column as i32 + width / 2;
        let anchored = |horizontal| TEXT.into_font().color(&BLACK).pos(Pos::new(horizontal, VPos::Center));
        for (row, (name, scores)) in self.rows.iter().zip(&self.scores).enumerate() {
            let y = MARGIN + ROW * row as i32;
            body.draw(&Text::new(name.clone(), (names - MARGIN, y + ROW / 2), anchored(HPos::Right)))?;
            for (column, score) in scores.iter().enumerate() {
                let Some((score, tip)) = score else { continue };
                let x = names + width * column as i32;
                let cell = [(x + 1, y + 1), (x + width - 1, y + ROW - 1)];
                body.draw(&Rectangle::new(cell, colour(&LIGHT, shade(*score)).filled()))?;
                let text = format!("{:.0}", 100.0 * score);
                body.draw(&Text::new(text, (middle(column), y + ROW / 2), anchored(HPos::Center)))?;
                tips.add((middle(column), top + y + ROW / 2), tip);
            }
        }
        let below = MARGIN + ROW * self.rows.len() as i32;
        for (column, name) in self.columns.iter().enumerate() {
            body.draw(&Text::new(name.clone(), (middle(column), below + 10), anchored(HPos::Center)))?;
        }
        let label = TEXT.into_font().color(&AXIS).pos(Pos::new(HPos::Center, VPos::Center));
        let centre = (names + width * self.columns.len() as i32 / 2, below + 28);
        body.draw(&Text::new(self.label.clone(), centre, label))
    }
}

/// How many steps a score is from an even one, below 0 where it is lost.
fn shade(score: f64) -> i32 {
    ((score - 0.5) * 2.0 * f64::from(STEPS)).round() as i32
}

fn colour([lost, even, won]: &[[f64; 3]; 3], step: i32) -> RGBColor {
    let end = if step < 0 { lost } else { won };
    let share = f64::from(step.abs()) / f64::from(STEPS);
    let mixed = |place: usize| (even[place] + share * (end[place] - even[place])).round() as u8;
    RGBColor(mixed(0), mixed(1), mixed(2))
}
