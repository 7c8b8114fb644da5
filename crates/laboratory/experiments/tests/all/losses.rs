//! What players' moves lose, on positions whose ends are solved.

use std::path::Path;

use bestply_catalogue::{Catalogue, SearcherSpec};
use bestply_experiments::runs::losses::{Loss, Losses, LossesPlan};
use bestply_experiments::runs::study::run;

use crate::common::{folder, options};

const SOLVER: &str = "best-first:evaluations=1000000000,ends=solver";

fn judged(players: &[&str], group: &str, most: usize) -> Result<Vec<Loss>, String> {
    let catalogue = Catalogue::standard();
    let spec = |text: &&str| catalogue.in_order(SearcherSpec::read(text).expect("a text")).expect("a searcher");
    let players = players.iter().map(spec).collect();
    let judging =
        LossesPlan { game: "othello", players, judge: spec(&SOLVER), units: 256.0, positions: None, group, most };
    let study = Losses::new(&catalogue, &judging).map_err(|error| error.to_string())?;
    let out = folder(&format!("losses/{group}-{most}"));
    Ok(run(&study, &options(&out, 2)).map_err(|error| error.to_string())?.expect("it is no shard").0)
}

#[test]
fn a_deeper_player_loses_less_and_a_solver_nothing() {
    let players = ["alpha-beta:depth=1", "alpha-beta:depth=5", "alpha-beta:depth=1,ends=solver,evaluations=1000000000"];
    let losses = judged(&players, "exact-12", 40).unwrap();
    let means: Vec<f64> = losses.iter().map(|loss| loss.mean).collect();
    assert!(means[0] > means[1] && means[1] > 0.0, "{means:?}");
    assert!(losses[2].points.iter().all(|&points| points == 0.0), "{:?}", losses[2]);
    assert_eq!((losses[2].faultless, losses[2].points.len()), (40, 40));
    let told = losses.iter().map(|loss| {
        let Loss { player, mean, mean_95, faultless, given_away, .. } = loss;
        format!("{player}: {mean:.3} ±{mean_95:.3}, {faultless} faultless, {given_away} given away\n")
    });
    insta::assert_snapshot!(told.collect::<String>());
}

#[test]
fn what_is_wrong_is_told() {
    assert_eq!(
        judged(&["best-first"], "exact-12", 4).unwrap_err(),
        "best-first needs a limit: one of `depth`, `evaluations`, `time_ms`, `time_us`"
    );
    let unknown = judged(&["best-first:depth=1"], "exact-17", 4).unwrap_err();
    assert_eq!(unknown, "the positions: fewer than two positions of the group `exact-17`");
    let process = judged(&["best-first:depth=1,evaluation.command=no-such-program"], "exact-12", 4).unwrap_err();
    assert!(process.starts_with("evaluation `process`: ") && process.contains("no-such-program"), "{process}");
    let catalogue = Catalogue::standard();
    let spec = SearcherSpec::read("best-first:depth=1").unwrap();
    let judging = LossesPlan {
        game: "connect-four",
        players: vec![spec.clone()],
        judge: spec,
        units: 1.0,
        positions: Some(Path::new("no-such-file")),
        group: "all",
        most: 2,
    };
    let missing = Losses::new(&catalogue, &judging).err().expect("there is no such file").to_string();
    assert!(missing.starts_with("no-such-file: cannot read the positions"), "{missing}");
}
