//! What a description leaves to defaults stands in its record, and a run with other defaults is another one.

use std::fs;

use bestply::BestFirst;
use bestply_catalogue::{Catalogue, Key, SearcherEntry};
use bestply_experiments::contest::{Description, Recorded, Repeated};
use bestply_experiments::runs::run::RunOptions;
use bestply_testkit::reviewable;

use crate::common::{contents, folder, options, run};

const DESCRIPTION: &str = r#"
name = "own"
pairs = 1
game = { kind = "connect-four" }
challenger = "own"
opponent = "principal-variation-search"
evaluations = 20
"#;

/// The standard catalogue with a searcher of this default.
fn catalogue(effort: i64) -> Catalogue {
    let own = SearcherEntry::new("own", |settings| {
        settings.whole("effort");
        Ok(BestFirst::default)
    });
    Catalogue::standard().searcher(own.key(Key::whole("effort", 1..=9).or(effort)))
}

#[test]
fn a_record_has_every_default_and_a_run_with_another_one_is_refused() {
    let (before, after, out) = (catalogue(1), catalogue(2), folder("defaults/own"));
    let description = Description::parse(&before, "own.toml", DESCRIPTION).unwrap();
    run(&before, &description, &options(&out, 1)).unwrap();
    let file = out.join("experiment.json");
    let recorded = Recorded::read(&before, &file).unwrap();
    insta::assert_snapshot!(reviewable(&serde_json::to_string_pretty(&recorded.resolved).unwrap()));
    let repeated = Repeated { name: "it".to_owned(), resolved: recorded.resolved, grown: recorded.grown };
    let repeating = |name: &str| RunOptions { repeated: Some(repeated.clone()), ..options(&folder(name), 1) };
    run(&before, &description, &repeating("defaults/again")).unwrap();

    // A record from before there was a key does not name it, and is repeated.
    let mut earlier = repeated.clone();
    let players = earlier.resolved.iter_mut().flat_map(|game| &mut game.players);
    let named = players.map(|player| *player = player.replace(",effort=1", ""));
    assert_eq!(named.count(), 2);
    let earlier = RunOptions { repeated: Some(earlier), ..options(&folder("defaults/earlier"), 1) };
    run(&after, &description, &earlier).unwrap();

    // Where searches had no ranks of the game's moves then, they heed none now.
    let mut unranked = repeated.clone();
    let players = unranked.resolved.iter_mut().flat_map(|game| &mut game.players);
    players.for_each(|player| *player = player.replace(",ranks=heeded", ""));
    let unranked = RunOptions { repeated: Some(unranked), ..options(&folder("defaults/unranked"), 1) };
    run(&before, &description, &unranked).unwrap();
    let played = fs::read_to_string(unranked.out.join("experiment.json")).unwrap();
    assert!(played.contains("ranks=ignored") && !played.contains("ranks=heeded"), "{played}");

    let written = contents(&out);
    let error = run(&after, &description, &options(&out, 1)).unwrap_err().to_string();
    assert!(error.contains("(its resolved.0.players.0 is …\"effort=1"), "{error}");
    assert!(error.contains("not …\"effort=2"), "{error}");
    assert_eq!(contents(&out), written, "nothing is overwritten");
    let refused = repeating("defaults/refused");
    let error = run(&after, &description, &refused).unwrap_err().to_string();
    assert!(!refused.out.exists(), "nothing is written");
    assert!(error.starts_with("it: it cannot be repeated, since a default is another one now"), "{error}");

    let other = folder("defaults/other");
    run(&after, &description, &options(&other, 1)).unwrap();
    assert_ne!(fs::read_to_string(other.join("experiment.json")).unwrap(), written["experiment.json"]);
}
