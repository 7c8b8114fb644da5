//! The stones of a handicap: where they are put, and the position that begins with them.

use std::collections::BTreeSet;

use bestply::Side;
use bestply_catalogue::Playable;

use crate::{Game, Start};

use super::Gtp;
use super::words::{Answer, written};

/// What is answered to a number of stones that there are no points for.
const WRONG_NUMBER: &str = "invalid number of stones";

/// What is answered to points on which no stones can be put.
const WRONG_POINTS: &str = "bad vertex list";

impl Gtp<'_> {
    /// Puts so many stones on the points that tradition has for them, or on fewer, if there may be fewer.
    pub(super) fn place_handicap(&mut self, stones: &str, may_be_fewer: bool) -> Answer {
        let size = self.desk.game.position().board().map_or(0, |board| board.columns);
        let wanted: usize = stones.parse().map_err(|_| "number of stones not an integer".to_owned())?;
        let most = if may_be_fewer { wanted.min(most_fixed(size)) } else { wanted };
        let points = fixed(size, most).filter(|_| wanted < size * size).ok_or(WRONG_NUMBER)?;
        let points = points.map(|(column, row)| format!("{}{}", char::from(b'a' + column as u8), row + 1));
        let points: Vec<String> = points.collect();
        self.set_up_stones(&points)?;
        Ok(points.iter().map(|point| written(&self.desk.game, point)).collect::<Vec<_>>().join(" "))
    }

    /// Puts stones on the points that the client chose.
    pub(super) fn set_handicap(&mut self, vertices: &[&str]) -> Answer {
        let points = vertices.iter().map(|vertex| self.desk.game.about().gtp.read(vertex));
        let points: Vec<String> = points.collect::<Option<_>>().ok_or(WRONG_POINTS)?;
        if points.len() < 2 {
            return Err(WRONG_POINTS.to_owned());
        }
        self.set_up_stones(&points).map(|()| String::new())
    }

    /// Begins a game with black stones on these points of the empty board and White to move. Nothing takes it back.
    fn set_up_stones(&mut self, points: &[String]) -> Result<(), String> {
        let game = &self.desk.game;
        let board = game.position().board().unwrap_or_default();
        if !game.played().is_empty() || board.cells.iter().any(|cell| cell.man.is_some()) {
            return Err("board not empty".to_owned());
        }
        let are_points = points.iter().all(|point| board.cells.iter().any(|cell| cell.name == *point));
        if !are_points || BTreeSet::from_iter(points).len() < points.len() {
            return Err(WRONG_POINTS.to_owned());
        }
        let men = points.iter().map(|point| (point.as_str(), Some(Side::Max)));
        let position = game.with_men(men, Side::Min).map_err(|_| WRONG_POINTS)?;
        let start = Start::Position(position.text());
        let begun = Game::of(self.desk.catalogue, game.kind().clone(), &start);
        let begun = begun.map_err(|error| error.to_string())?;
        self.plies.clear();
        self.desk.begin(begun, self.desk.clocks.reset());
        Ok(())
    }
}

/// The most stones with points of their own on a board of so many rows.
fn most_fixed(size: usize) -> usize {
    match size {
        0..7 => 0,
        _ if size == 7 || size.is_multiple_of(2) => 4,
        _ => 9,
    }
}

/// The columns and rows of the points for so many stones, counted from 0; `None` if there are no such points.
///
/// Source: the protocol's specification, 4.1.1.
fn fixed(size: usize, stones: usize) -> Option<impl Iterator<Item = (usize, usize)>> {
    if !(2..=most_fixed(size)).contains(&stones) {
        return None;
    }
    let low = if size < 13 { 2 } else { 3 };
    let middle = size / 2;
    let high = size - 1 - low;
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    // The middle is for odd numbers from five on, the sides are in pairs.
    let has_middle = stones >= 5 && !stones.is_multiple_of(2);
    let others = sides.into_iter().take(stones.saturating_sub(4) / 2 * 2);
    let all = corners.into_iter().take(stones).chain(others).chain(has_middle.then_some((middle, middle)));
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The specification's own table, for 19 rows.
    #[test]
    fn the_points_are_those_of_the_specification() {
        let named = |size: usize, stones: usize| {
            let letter = |column: usize| char::from(b"ABCDEFGHJKLMNOPQRST"[column]);
            let points =
                fixed(size, stones).map(|points| points.map(|(column, row)| format!("{}{}", letter(column), row + 1)));
            points.map(|points| points.collect::<Vec<_>>().join(" "))
        };
        let said = |stones: usize| named(19, stones).expect("there are points");
        assert_eq!([2, 3, 4].map(said), ["D4 Q16", "D4 Q16 D16", "D4 Q16 D16 Q4"]);
        assert_eq!([5, 6].map(said), ["D4 Q16 D16 Q4 K10", "D4 Q16 D16 Q4 D10 Q10"]);
        assert_eq!([7, 8].map(said), ["D4 Q16 D16 Q4 D10 Q10 K10", "D4 Q16 D16 Q4 D10 Q10 K4 K16"]);
        assert_eq!(said(9), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(named(9, 5).as_deref(), Some("C3 G7 C7 G3 E5"));
        assert_eq!(
            [(9, 1), (9, 10), (7, 5), (8, 5), (6, 2), (0, 2)].map(|(size, stones)| named(size, stones)),
            [const { None }; 6]
        );
    }
}
