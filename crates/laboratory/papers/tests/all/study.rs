//! Studies as a reader gets them.

use crate::common;
use bestply_catalogue::Catalogue;
use bestply_experiments::runs::run::RunOptions;
use bestply_experiments::runs::shards::{RunSharing, Shard};
use bestply_experiments::runs::study::{self, Findings};
use bestply_papers::study::{
    BackUpRule, BackUps, Costs, Endings, EndingsPlan, LeafCounts, PositionSample, PositionStudy, Proofs, Statements,
    StatementsPlan, run,
};
use bestply_testkit::reviewable;
use common::{contents, folder, options};

fn sample(games: &[&str], positions: usize) -> PositionSample {
    let games = games.iter().map(|&game| game.to_owned()).collect();
    PositionSample { games, endings: Vec::new(), evaluation: None, positions }
}

fn read(study: &impl PositionStudy, name: &str, threads: usize) -> Result<Findings, String> {
    let (catalogue, out) = (Catalogue::standard(), folder(name));
    let found = run(&catalogue, study, &options(&out, threads)).map_err(|error| error.to_string())?;
    Ok(found.expect("it is no shard").1)
}

fn text(findings: &Findings) -> String {
    format!("{}\n{}", findings.answer.join("\n"), findings.tables(None))
}

#[test]
fn leaf_counts_are_tables_by_depth_on_any_number_of_threads() {
    let study = LeafCounts::new(sample(&["connect-four"], 4), 4).expect("a study");
    let [one, two] = [("study_one", 1), ("study_two", 2)].map(|(name, threads)| {
        let findings = read(&study, name, threads).expect("it runs");
        (text(&findings), contents(&folder_of(name)))
    });
    insta::assert_snapshot!(one.0);
    assert!(one.1.contains_key("results.json"));
    assert_eq!(one, two);
}

#[test]
fn merged_shards_of_a_study_are_what_one_machine_makes() {
    let catalogue = Catalogue::standard();
    let study = LeafCounts::new(sample(&["connect-four", "oware"], 3), 2).expect("a study");
    read(&study, "study_whole", 2).expect("it runs");
    let shared = |name: &str, sharing: RunSharing| {
        let options = RunOptions { sharing, ..options(&folder(name), 2) };
        run(&catalogue, &study, &options).expect("it runs").is_some()
    };
    let names = ["study_shard_1", "study_shard_2"];
    for (number, name) in (1..).zip(names) {
        let shard = Shard::new(number, 2).expect("there is such a shard");
        assert!(
            !shared(name, RunSharing::Shard { shard, after: None, arguments: Vec::new() }),
            "a shard has no findings"
        );
    }
    let folders = names.map(folder_of).to_vec();
    assert!(shared("study_merged", RunSharing::Merge { folders, play: false }));
    assert_eq!(contents(&folder_of("study_whole")), contents(&folder_of("study_merged")));
}

#[test]
fn memory_is_counted_and_repeats() {
    let searchers = ["recursive-best-first", "uct-best-first", "meta-greedy", "bayesian", "mtd-f"].map(str::to_owned);
    let study = Costs::new(sample(&["connect-four"], 2), &[100, 400, 1600], &searchers).expect("a study");
    let mut findings = read(&study, "study_costs", 1).expect("it runs");
    // Times differ from run to run.
    findings.sections.retain(|(heading, _)| heading.ends_with(": memory"));
    findings.answer.truncate(1);
    insta::assert_snapshot!(text(&findings));
    for limits in [&[][..], &[1], &[2, 1], &[0, 1]] {
        assert!(Costs::new(sample(&["connect-four"], 2), limits, &[]).is_err());
    }
}

/// What is asked of statements here, in these games.
fn asked(games: &[&str], positions: usize) -> StatementsPlan {
    let games = games.iter().map(|&game| game.to_owned()).collect();
    StatementsPlan { games, positions, evaluations: 200, trees: 3, leaves: 1600 }
}

#[test]
fn statements_are_measured_alike_on_any_number_of_threads() {
    let catalogue = Catalogue::standard();
    let statements = Statements::new(&catalogue, asked(&["connect-four"], 2)).expect("a study");
    let [one, two] = [("statements_one", 1), ("statements_two", 2)].map(|(name, threads)| {
        let found = study::run(&statements, &options(&folder(name), threads)).expect("it runs");
        let (results, findings) = found.expect("it is no shard");
        (results, text(&findings), contents(&folder_of(name)))
    });
    assert_eq!(one, two);
    let (results, ..) = one;
    let random = 2 * Statements::BRANCHING.len();
    assert_eq!((results.tempo.len(), results.growth.len()), (random + 2, 6), "Connect Four has two evaluations");
    for it in &results.tempo {
        assert!((it.worse.mean + it.same.mean + it.better.mean - 1.0).abs() < 1e-9, "{it:?}");
    }
    for it in results.depths.iter().filter(|it| it.order == "perfect") {
        assert_eq!(it.at_twice, it.minimal as f64, "{it:?}");
        assert_eq!(it.reached.mean, if it.depth == 1 { 1.0 } else { 2.0 * it.depth as f64 - 2.0 }, "{it:?}");
    }
    let deepest: Vec<_> = results.kept.iter().filter(|it| it.is_deepest).map(|it| (it.branching, it.depth)).collect();
    assert_eq!(deepest, [(2, 10), (3, 6), (5, 4), (10, 3), (20, 3), (40, 3)]);
    assert!(results.kept.iter().all(|it| it.perfect.is_none_or(|perfect| (perfect - it.minimal).abs() < 1e-9)));
}

#[test]
fn back_ups_lose_alike_on_any_number_of_threads() {
    let study = BackUps::new(4, &[3, 10]).expect("a study");
    let [one, two] = [("back_ups_one", 1), ("back_ups_two", 2)].map(|(name, threads)| {
        let found = study::run(&study, &options(&folder(name), threads)).expect("it runs");
        let (results, findings) = found.expect("it is no shard");
        (results, text(&findings), contents(&folder_of(name)))
    });
    assert_eq!(one, two);
    insta::assert_snapshot!(one.1);
    let of_rule = |rule: BackUpRule| one.0.regrets.iter().filter(move |it| it.rule == rule);
    for (best, exact) in of_rule(BackUpRule::Best).zip(of_rule(BackUpRule::Exact)) {
        assert_eq!([exact.regret, exact.exact_regret], [best.exact_regret; 2], "they share their trees");
        assert_eq!(best.more_than_best.mean, 0.0);
    }
    for (trees, expansions) in [(1, &[3][..]), (2, &[]), (2, &[0]), (2, &[3, 3]), (2, &[1_000_000])] {
        assert!(BackUps::new(trees, expansions).is_err());
    }
}

#[test]
fn what_cannot_be_studied_is_told_in_a_line() {
    let study = |games: &[&str], positions| LeafCounts::new(sample(games, positions), 2).expect("a study");
    let refused = [study(&["otello"], 2), study(&["othello", "othello"], 2), study(&["othello"], 1)]
        .map(|study| read(&study, "study_refused", 1).expect_err("it is refused"));
    insta::assert_snapshot!(reviewable(&refused.join("\n")));
    assert!(LeafCounts::new(sample(&["othello"], 2), 0).is_err());
    let catalogue = Catalogue::standard();
    for (game, positions) in [("otello", 2), ("random", 2), ("othello", 1)] {
        assert!(Statements::new(&catalogue, asked(&[game], positions)).is_err(), "{game}");
    }
}

/// The study of the first endings of these files, with time enough for all.
fn proofs(names: &[&str], positions: usize) -> Proofs {
    let endings = names.iter().map(|name| Endings::named(name).expect("it is shipped")).collect();
    let sample = PositionSample { games: Vec::new(), endings, evaluation: None, positions };
    Proofs::new(sample, &[1 << 20], &[1000, 60_000], &[]).expect("a study")
}

#[test]
fn solvers_agree_on_easy_endings_and_their_work_repeats() {
    let mut findings = read(&proofs(&["connect-four-easy", "oware-easy"], 3), "study_proofs", 1).expect("it runs");
    assert_eq!(findings.figure.take().map(|figure| figure.plots.len()), Some(2));
    // Milliseconds differ from run to run.
    findings.sections.retain(|(heading, _)| !heading.starts_with("Work") && !heading.contains(" 60 s"));
    insta::assert_snapshot!(reviewable(&text(&findings)));
}

#[test]
fn every_shipped_file_of_endings_has_a_hundred_and_fifty_that_can_be_played() {
    let catalogue = Catalogue::standard();
    for name in Endings::shipped() {
        let endings = Endings::named(name).expect("it is shipped");
        assert_eq!(endings.count(), 150, "{name}");
        assert_eq!(endings.check(&catalogue).map_err(|error| error.to_string()), Ok(()), "{name}");
    }
}

#[test]
fn endings_come_of_games_and_can_be_read_again() {
    let catalogue = Catalogue::standard();
    let how = EndingsPlan {
        name: "few".to_owned(),
        game: "connect-four".to_owned(),
        settings: toml::Table::new(),
        positions: 3,
        plies_left: 2..=4,
        first: 7,
    };
    let endings = Endings::from_self_play(&catalogue, &how).expect("games are long enough");
    insta::assert_snapshot!(endings, @r"
    connect-four
    7 3 d e f c c f d c d d d f d g f g g g b c b b b c e e e e e b b f a a
    9 2 d c f d c d c d d c b e f c c d g b b a
    12 3 d d d f c c c g g a c g g a a d f a e e e e e g e c g a a b b b b b
    ");
    assert_eq!(Endings::read("few", &endings.to_string()).map_err(|error| error.to_string()), Ok(endings));
    let long = EndingsPlan { plies_left: 43..=43, positions: 1, ..how };
    assert!(Endings::from_self_play(&catalogue, &long).is_err(), "no game of Connect Four is longer than 42 plies");
}

#[test]
fn wrong_endings_are_refused_in_a_line() {
    let catalogue = Catalogue::standard();
    let texts = [
        "",
        "# nothing",
        "connect-four size",
        "otello\n1 2 e4",
        "connect-four\n1",
        "connect-four\n0 2 d",
        "connect-four\n1 2 z",
        "othello\n999 2",
    ];
    let problem = |text: &str| {
        let endings = Endings::read("mine", text).and_then(|endings| endings.check(&catalogue));
        format!("{text:?}: {}\n", endings.expect_err("it is wrong"))
    };
    insta::assert_snapshot!(reviewable(&texts.map(problem).concat()));
    let alone = ["best-first".to_owned()];
    for (bytes, times, searchers) in [(&[][..], &[1][..], &[][..]), (&[1], &[2, 1], &[]), (&[1], &[1], &alone)] {
        let sample = PositionSample { games: Vec::new(), endings: Vec::new(), evaluation: None, positions: 2 };
        assert!(Proofs::new(sample, bytes, times, searchers).is_err());
    }
}

/// The folder of a study that was run.
fn folder_of(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("experiments").join(name)
}
