//! What holds for every form of description, whatever it describes.

use std::fs;
use std::path::{Path, PathBuf};

use bestply_catalogue::Catalogue;
use bestply_experiments::Error;
use bestply_experiments::contest::{Description, Recorded};
use bestply_experiments::outcome::records::{PairRecord, recorded};
use bestply_experiments::runs::games::KeptGames;
use bestply_experiments::runs::run::RunOptions;
use bestply_experiments::runs::shards::{RunSharing, Shard, ShardProblem};
use bestply_experiments::show::games::GameFormat;

use super::{contents, folder, options, resealed};

/// A catalogue and a folder in which one description is run in every way.
pub(crate) struct Bench<'c> {
    catalogue: &'c Catalogue,
    below: PathBuf,
    description: Description,
}

impl<'c> Bench<'c> {
    /// Reads a description from a file in a folder of this name.
    pub(crate) fn read(catalogue: &'c Catalogue, name: &str, text: &str) -> Result<Bench<'c>, Error> {
        let below = folder(&format!("round-trip/{name}"));
        fs::create_dir_all(&below).unwrap();
        let file = below.join("description.toml");
        fs::write(&file, text).unwrap();
        let description = Description::read(catalogue, &[], &file)?;
        Ok(Bench { catalogue, below, description })
    }

    /// Runs the description, reads its folder back, replays its games, runs it again from there, goes on with it from
    /// wherever it stopped, and merges its shards. Returns the records.
    pub(crate) fn check(&self) -> Vec<PairRecord> {
        let whole = self.below.join("whole");
        self.run(&self.description, &whole, 2, RunSharing::Alone).or_panic();
        self.check_games(&whole);
        self.check_reading_back(&whole);
        self.check_going_on(&whole);
        self.check_merging(&whole);
        records(&whole)
    }

    fn run(&self, description: &Description, out: &Path, threads: usize, sharing: RunSharing) -> Result<(), Error> {
        let options = RunOptions { sharing, ..options(out, threads) };
        super::run(self.catalogue, description, &options).map(drop)
    }

    /// Every game is there, and is played through on the board.
    fn check_games(&self, out: &Path) {
        let kept = KeptGames::read(self.catalogue, out, |_| {}).or_panic();
        let games = kept.games(GameFormat::Text).or_panic();
        assert_eq!(games.len(), 2 * records(out).len());
        for game in games {
            let shown = kept.replay(game.number).or_panic();
            let moves = game.moves.split_whitespace();
            let missing: Vec<_> = (1..)
                .zip(moves)
                .filter(|(ply, mv)| !shown.contains(&format!("\n{ply}. ")) || !shown.contains(&format!(" {mv}\n")))
                .collect();
            assert!(missing.is_empty(), "{missing:?} of {shown}");
        }
    }

    /// The description in the folder says the same as the one that it was made from, and is played alike.
    fn check_reading_back(&self, whole: &Path) {
        let file = whole.join("experiment.json");
        let it = Recorded::read(self.catalogue, &file).or_panic();
        let written: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(serde_json::to_value(&it).unwrap(), written);
        let [read] = it.descriptions.try_into().expect("what is described is recorded");
        let again = self.below.join("again");
        self.run(&read, &again, 1, RunSharing::Alone).or_panic();
        self.assert_alike(whole, &again, &["experiment.json", "games.jsonl"]);
        // In the folder itself there is nothing left to play.
        let before = fs::read(again.join("games.jsonl")).unwrap();
        self.run(&read, &again, 1, RunSharing::Alone).or_panic();
        assert!(before == fs::read(again.join("games.jsonl")).unwrap());
    }

    /// A run that stopped before its first record, in the middle of one, or at the end of the last goes on.
    fn check_going_on(&self, whole: &Path) {
        let before = contents(whole);
        let games = &before["games.jsonl"];
        for kept in [0, games.len() / 2, games.len() - 1] {
            fs::write(whole.join("games.jsonl"), &games[..kept]).unwrap();
            self.run(&self.description, whole, 2, RunSharing::Alone).or_panic();
            let after = contents(whole);
            let lines = games[..kept].rfind('\n').map_or(0, |end| end + 1);
            assert!(after["games.jsonl"].starts_with(&games[..lines]), "what was recorded changed");
            assert_eq!(after["games.jsonl"].lines().count(), games.lines().count());
            assert!(before == after || !self.repeats(whole), "cut after {kept} bytes");
            fs::write(whole.join("games.jsonl"), games).unwrap();
        }
        self.run(&self.description, whole, 2, RunSharing::Alone).or_panic();
        assert!(before == contents(whole), "with the same records the results are the same");
    }

    /// Two shards, one of which was interrupted, make the whole; or it is said that they cannot.
    fn check_merging(&self, whole: &Path) {
        let folders = [1, 2].map(|number| self.below.join(format!("shard-{number}")));
        for (number, folder) in (1..).zip(&folders) {
            let sharing =
                || RunSharing::Shard { shard: Shard::new(number, 2).unwrap(), after: None, arguments: Vec::new() };
            match self.run(&self.description, folder, 1, sharing()) {
                Err(Error::Shards(ShardProblem::SequentialTest(_))) => {
                    return assert!(contents(whole)["experiment.json"].contains("\"sprt\""));
                }
                outcome => outcome.or_panic(),
            }
            let shard = contents(folder);
            fs::write(folder.join("games.jsonl"), &shard["games.jsonl"][..shard["games.jsonl"].len() / 2]).unwrap();
            fs::write(folder.join("shard.json"), resealed(&shard["shard.json"], "true", "false")).unwrap();
            self.run(&self.description, folder, 2, sharing()).or_panic();
            assert!(shard == contents(folder) || !self.repeats(whole));
        }
        let merged = self.below.join("merged");
        let sharing = RunSharing::Merge { folders: folders.to_vec(), play: true };
        self.run(&self.description, &merged, 1, sharing).or_panic();
        self.check_games(&merged);
        let names = contents(whole).into_keys().collect::<Vec<_>>();
        self.assert_alike(whole, &merged, &names.iter().map(String::as_str).collect::<Vec<_>>());
    }

    /// Two folders have the same files of these names; where times are recorded, records of the same pairs.
    fn assert_alike(&self, one: &Path, other: &Path, names: &[&str]) {
        for &name in names {
            if self.repeats(one) {
                assert!(contents(one)[name] == contents(other)[name], "{name} differs in {}", other.display());
            }
        }
        let pairs = |folder: &Path| -> Vec<(String, u64, String)> {
            records(folder).into_iter().map(|record| (record.cell, record.seed, record.played.start)).collect()
        };
        assert_eq!(pairs(one), pairs(other));
    }

    fn repeats(&self, folder: &Path) -> bool {
        records(folder).iter().all(|record| record.elapsed_us.is_none())
    }
}

fn records(folder: &Path) -> Vec<PairRecord> {
    recorded(folder, |_| {}).or_panic()
}

/// What an error says stands in the message of a test that fails, and not how the error is made.
pub(crate) trait OrPanic<T> {
    fn or_panic(self) -> T;
}

impl<T> OrPanic<T> for Result<T, Error> {
    fn or_panic(self) -> T {
        self.unwrap_or_else(|error| panic!("{error}"))
    }
}
