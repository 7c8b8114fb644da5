//! How often searchers are blind: the same on any number of threads, and told in every form.

use bestply_catalogue::{Catalogue, SearcherSpec};
use bestply_experiments::Error;
use bestply_experiments::runs::blindness::{Blindness, BlindnessPlan, Sighted};
use bestply_experiments::runs::study::{Findings, run};

use crate::common::{contents, folder, options};

fn asked() -> BlindnessPlan {
    let searchers = ["best-first", "uct-best-first"].map(|name| SearcherSpec::read(name).unwrap());
    BlindnessPlan {
        game: "breakthrough".to_owned(),
        searchers: searchers.to_vec(),
        evaluations: vec!["learnt".to_owned(), "plain".to_owned()],
        budget: 100,
        games: 3,
        seed: 1,
    }
}

fn measured(asked: BlindnessPlan, name: &str, threads: usize) -> Result<(Vec<Sighted>, Findings), Error> {
    let catalogue = Catalogue::standard();
    let study = Blindness::new(&catalogue, asked)?;
    run(&study, &options(&folder(name), threads)).map(|found| found.expect("it is no shard"))
}

#[test]
fn what_is_measured_does_not_depend_on_the_threads() {
    let [one, two] = [("blindness/one", 1), ("blindness/two", 2)].map(|(name, threads)| {
        let (found, findings) = measured(asked(), name, threads).unwrap();
        (found, findings.tables(None), contents(&folder_of(name)))
    });
    assert_eq!(one, two);
    let (one, tables, files) = one;
    assert_eq!(one.len(), 4, "each searcher with each evaluation");
    for found in &one {
        assert!(found.blind <= found.at_risk && found.confident <= found.moves, "{found:?}");
        assert!(found.blind >= found.found_itself.max(found.proved_lost), "{found:?}");
        assert!(found.blind <= found.found_itself + found.proved_lost, "{found:?}");
        assert!(found.at_risk <= found.confident, "{found:?}");
        assert_eq!(found.rate.is_some(), found.at_risk > 0);
    }
    assert_eq!(files["results.csv"].lines().count(), 5);
    assert_eq!(files["results.json"].matches("\"searcher\": \"best-first\"").count(), 2);
    assert_eq!(files["rows.jsonl"].lines().count(), 8, "each start is a record");
    assert!(files["report.md"].contains("breakthrough, 3 games of each, 100 evaluations a move: "));
    assert!(tables.starts_with("\nBlind moves in breakthrough\n"), "{tables}");
}

#[test]
fn what_cannot_be_measured_is_told_in_one_line() {
    let told = |change: &dyn Fn(&mut BlindnessPlan)| {
        let mut wrong = asked();
        change(&mut wrong);
        measured(wrong, "blindness/wrong", 1).expect_err("it cannot be measured").to_string()
    };
    assert!(told(&|wrong| wrong.game = "brekthrough".to_owned()).contains("did you mean `breakthrough`?"));
    assert!(told(&|wrong| wrong.evaluations = vec!["lernt".to_owned()]).contains("did you mean `learnt`?"));
    let tuned = SearcherSpec::read("uct-best-first:preset=tuned").unwrap();
    let other = told(&|wrong| wrong.searchers[0] = tuned.clone());
    assert!(other.contains("`learnt`") && other.contains("plain"), "{other}");
    let limited = told(&|wrong| wrong.searchers[0] = SearcherSpec::read("best-first:depth=3").unwrap());
    assert_eq!(limited, "best-first:depth=3: the budget of a move limits all searchers: leave its own limits out");
}

fn folder_of(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("experiments").join(name)
}
