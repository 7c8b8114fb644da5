//! The pictures of the tutorial, and that of the tree of edges, are those that the program draws.
//!
//! To draw them anew: `BESTPLY_DRAW=1 cargo test -p bestply-trace --test all pictures`.

use std::fs;
use std::path::{Path, PathBuf};

use bestply::random_game::{EdgeSum, Numbering, RandomGame, Rules};
use bestply_catalogue::{AnyEvaluator, AnyPosition, Catalogue};
use bestply_trace::{MOST_STEPS, Trace};

fn repository(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(file)
}

fn tree(name: &str, searcher: &str) -> Trace {
    let catalogue = Catalogue::standard();
    let spec = catalogue.player(searcher).unwrap();
    let bytes = fs::read(repository("crates/doors/trace/data/trees").join(name)).unwrap();
    Trace::of_tree_json(&spec, &bytes, name, MOST_STEPS).unwrap()
}

/// The game of `random --set branching=3`.
fn random_game() -> Trace {
    let catalogue = Catalogue::standard();
    let spec = catalogue.player("best-first:evaluations=200").unwrap();
    let rules = Rules::new(3, 100).unwrap().with_numbering(Numbering::BreadthFirst);
    let start = AnyPosition::new(RandomGame::new(rules, 1));
    Trace::new(&spec, "random", (start, AnyEvaluator::new::<RandomGame, _>(EdgeSum)), MOST_STEPS).unwrap()
}

/// Checks that the documents have this picture under this name.
fn check(name: &str, picture: &str) {
    let path = repository(&format!("docs/pictures/{name}.svg"));
    if std::env::var_os("BESTPLY_DRAW").is_some() {
        fs::write(&path, picture).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == picture, "docs/pictures/{name}.svg is another picture: BESTPLY_DRAW=1 draws it anew");
}

#[test]
fn a_tree_of_edges_is_drawn_with_them_and_with_its_static_values() {
    let trace = tree("figure-3-1993.json", "minimax:depth=3");
    check("figure-3-1993", &trace.svg(trace.steps().len()));
}

#[test]
fn the_tutorial_has_the_pictures_that_the_program_draws() {
    let figure_1 = tree("figure-1-1993.json", "best-first:depth=2");
    let mut pictures: Vec<String> = (1..=4).map(|step| figure_1.svg(step)).collect();
    pictures.push(tree("early-return.json", "best-first:depth=2").svg(2));
    pictures.push(random_game().svg(12));
    for (number, picture) in (1..).zip(pictures) {
        check(&format!("best-first-{number}"), &picture);
    }
}
