//! How often searchers are blind: the same on any number of threads, and told in every form.

use bestply_catalogue::{Catalogue, SearcherSpec};
use bestply_experiments::runs::blindness::{Blindness, csv, json, measure, table};

fn blindness(threads: usize) -> Blindness {
    let searchers = ["best-first", "uct-best-first"].map(|name| SearcherSpec::read(name).unwrap());
    Blindness {
        game: "breakthrough".to_owned(),
        searchers: searchers.to_vec(),
        evaluations: vec!["learnt".to_owned(), "plain".to_owned()],
        budget: 100,
        games: 3,
        seed: 1,
        threads: Some(threads),
    }
}

#[test]
fn what_is_measured_does_not_depend_on_the_threads() {
    let catalogue = Catalogue::standard();
    let [one, two] = [1, 2].map(|threads| measure(&catalogue, &blindness(threads), |_| {}).unwrap());
    assert_eq!(one, two);
    assert_eq!(one.len(), 4, "each searcher with each evaluation");
    for found in &one {
        assert!(found.blind <= found.at_risk && found.confident <= found.moves, "{found:?}");
        assert!(found.blind >= found.found_itself.max(found.proved_lost), "{found:?}");
        assert!(found.blind <= found.found_itself + found.proved_lost, "{found:?}");
        assert!(found.at_risk <= found.confident, "{found:?}");
        assert_eq!(found.rate.is_some(), found.at_risk > 0);
    }
    let (lines, objects) = (csv(&one), json(&one));
    assert_eq!(lines.lines().count(), 5);
    assert_eq!(objects.matches("\"searcher\": \"best-first\"").count(), 2);
    assert!(table(&blindness(1), &one).starts_with("breakthrough, 3 games of each, 100 evaluations a move: "));
}

#[test]
fn what_cannot_be_measured_is_told_in_one_line() {
    let catalogue = Catalogue::standard();
    let told = |change: &dyn Fn(&mut Blindness)| {
        let mut wrong = blindness(1);
        change(&mut wrong);
        measure(&catalogue, &wrong, |_| {}).expect_err("it cannot be measured").to_string()
    };
    assert!(told(&|wrong| wrong.game = "brekthrough".to_owned()).contains("did you mean `breakthrough`?"));
    assert!(told(&|wrong| wrong.evaluations = vec!["lernt".to_owned()]).contains("did you mean `learnt`?"));
    let tuned = SearcherSpec::read("uct-best-first:preset=tuned").unwrap();
    let other = told(&|wrong| wrong.searchers[0] = tuned.clone());
    assert!(other.contains("`learnt`") && other.contains("plain"), "{other}");
    let limited = told(&|wrong| wrong.searchers[0] = SearcherSpec::read("best-first:depth=3").unwrap());
    assert_eq!(limited, "best-first:depth=3: the budget of a move limits all searchers: leave its own limits out");
}
