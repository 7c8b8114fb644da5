//! Games in the Smart Game Format over the protocol.

use std::path::Path;

use bestply_catalogue::{files, texts};

use crate::load::MOST;
use crate::{Sgf, SgfStep};

use super::Gtp;
use super::words::Answer;

impl Gtp<'_> {
    /// Goes to the position of a file before the move of a number, counted from 1, or to the end of its main line.
    pub(super) fn load(&mut self, file: &str, before: Option<&str>) -> Answer {
        let read = |text: &str| text.parse().ok().filter(|&number: &usize| number > 0);
        let before = before.map(|text| read(text).ok_or("move number not a number from 1 on")).transpose()?;
        let cannot = |why: String| format!("cannot load file: {why}");
        let bytes = files::read(Path::new(file), MOST as u64).map_err(|error| cannot(error.to_string()))?;
        let text = texts::read_games(&bytes).map_err(|error| cannot(error.to_string()))?;
        let mut sgf = Sgf::read(&text, 1).map_err(|error| cannot(error.to_string()))?;
        let mut moves = 0;
        sgf.steps.retain(|step| {
            moves += usize::from(matches!(step, SgfStep::Move { .. }));
            before.is_none_or(|before| moves < before)
        });
        let game = sgf.game(self.desk.catalogue).map_err(|error| cannot(error.to_string()))?;
        let own = self.desk.game.about();
        if game.about().name != own.name {
            return Err(cannot(format!("it is a game of {}, and {} is played here", game.about().title, own.title)));
        }
        self.plies = vec![1; game.played().len()];
        self.komi = sgf.komi.or(self.komi);
        self.desk.begin(game, self.desk.clocks.reset());
        Ok(String::new())
    }

    /// The game as it was played so far.
    pub(super) fn printed(&self) -> Answer {
        let sgf = Sgf::of(&self.desk.game).ok_or("the game is not written in SGF")?;
        Ok(Sgf { komi: self.komi.or(sgf.komi), ..sgf }.to_string())
    }
}
