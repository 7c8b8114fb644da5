//! Searchers are written as they are read, and an error in one is described in one line.

use std::collections::BTreeSet;

use bestply::games::tic_tac_toe::TicTacToe;
use bestply::{Position, Searcher};
use bestply_catalogue::{Catalogue, EvaluationSpec, GameEntry, NamedPlayer, SearcherSpec, SpecError};
use proptest::prelude::*;

#[test]
fn every_searcher_and_every_key_says_what_it_does_in_a_sentence() {
    let catalogue = Catalogue::standard();
    let says = |name: &str, sentence: &str| {
        let is_sentence = sentence.starts_with(|first: char| first.is_ascii_uppercase()) && sentence.ends_with('.');
        assert!(is_sentence, "{name}: {sentence}");
    };
    for about in catalogue.searchers() {
        says(about.name, about.sentence);
        about.all_keys().iter().for_each(|key| says(&format!("{} of {}", key.name, about.name), key.sentence()));
    }
    for game in catalogue.games() {
        game.all_keys().iter().for_each(|key| says(&format!("{} of {}", key.name, game.name), key.sentence()));
    }
}

const BAD_SEARCHERS: [&str; 64] = [
    "",
    "best-frist:depth=4",
    "best-first",
    "best-first-extension:depth=4",
    "best-first:depth=0",
    "best-first:depth=1001",
    "best-first:depth=-1",
    "best-first:depth=four",
    "best-first:depth=",
    "best-first:depth",
    "best-first:dept=4",
    "best-first:depth=4,depth=5",
    "best-first:depth=4,",
    "best-first:depth=4,fail=soft",
    "alpha-beta:alpha_beta_depth=2,depth=3",
    "alpha-beta:depth=3,fail=medium",
    "alpha-beta:depth=3,singular_reduction=1",
    "alpha-beta:depth=3,singular_margin=-1",
    "best-first:evaluations=0",
    "best-first:time_ms=99999999999999999999",
    "best-first:depth=4,bytes=1023,memory=forget",
    "recursive-best-first:depth=4,form=1994",
    "recursive-best-first:depth=4,generation=some",
    "recursive-best-first:depth=4,memory=prune",
    "best-first:time_ms=1,time_us=1000",
    "best-first:time_us=0",
    "best-first:time_us=0.5",
    "principal-variation-search:depth=4,table_bytes=63",
    "principal-variation-search:depth=4,memory=stop",
    "mtd-f:depth=4,aspiration=20",
    "selective-alpha-beta:depth=4,reduction=9",
    "selective-alpha-beta:depth=4,null_move=0.5",
    "uct-best-first:depth=4,exploration=-0.1",
    "uct-best-first:depth=4,exploration=inf",
    "uct-best-first:depth=4,urgency=1e7",
    "uct-best-first:depth=4,shrinkage=1.5",
    "uct-best-first:depth=4,scale=0",
    "uct-best-first:depth=4,temperature=0.5",
    "uct-best-first:depth=4,selection=softmax,temperature=0",
    "uct-best-first:depth=4,selection=softmax,urgency=0.5",
    "uct-best-first:depth=4,threads=0",
    "uct-best-first:depth=4,threads=2,deterministic=perhaps",
    "uct-best-first:depth=4,threads=2,leaves=4",
    "uct-best-first:depth=4,threads=2,selection=softmax",
    "randomized-best-first:depth=4,threads=2",
    "uct-best-first:depth=4,deterministic=true,table_bytes=65536",
    "uct-best-first:depth=4,proof=0.5",
    "monte-carlo-tree-search:depth=4,proof_term=sum",
    "unbounded-minimax:depth=4,exploration=0.5",
    "unbounded-minimax:depth=4,selection=uct,temperature=0.5",
    "unbounded-minimax:depth=4,descent=on,expansions=2",
    "unbounded-minimax:depth=4,transpositions=off,leaves=8,descent=on",
    "unbounded-minimax:depth=4,transpositions=off,leaves=8,completion=off",
    "unbounded-minimax:depth=4,transpositions=off,threads=2,back_up=stable",
    "uct-best-first:depth=4,transpositions=on,table_bytes=65536",
    "puct-best-first:depth=4,unit=noise,scale=7",
    "uct-best-first:depth=4,tempo=measured,table_bytes=65536",
    "puct-best-first:depth=4,threads=2,leaves=4",
    "puct-best-first:depth=4,threads=2,cache_bytes=65536",
    "puct-best-first:depth=4,threads=2",
    "unbounded-minimax:depth=4,deterministic=true",
    "unbounded-minimax:depth=4,completion=maybe",
    "monte-carlo-tree-search:depth=4,memory=linear",
    "minimax:depth=4,fail=soft",
];

const BAD_TABLES: [&str; 6] = [
    "depth = 4",
    "searcher = 4",
    "searcher = 'best-first'\ndepth = 4.5",
    "searcher = 'best-first'\ndepth = '4'",
    "searcher = 'best-first'\ndept = 4",
    "searcher = 'best-first'\nmemory = true",
];

/// Specifications as they are written, with settings in their order and none without effect.
/// Every key of every searcher is here.
const WRITTEN: [&str; 68] = [
    "alpha-beta:depth=1000,fail=soft",
    "alpha-beta:depth=3,time_ms=5,bytes=4096,memory=prune,evaluation=plain,generation=all",
    "alpha-beta:depth=4,singular_margin=0,singular_at=everywhere",
    "alpha-beta:depth=4,fail=soft,singular_margin=512,singular_reduction=1",
    "best-first",
    "best-first:depth=4",
    "best-first:evaluations=1,time_ms=2,bytes=65536,memory=prune",
    "best-first:evaluations=1000,evaluation=learnt,leaves=16",
    "best-first:depth=4,bytes=1024,memory=linear",
    "best-first:depth=4,tree=cleared",
    "best-first:time_us=1500",
    "recursive-best-first:depth=5",
    "recursive-best-first:depth=5,form=1992",
    "recursive-best-first:depth=5,generation=all",
    "recursive-best-first:depth=5,form=1992,generation=one-at-a-time",
    "best-first-extension:alpha_beta_depth=0,depth=6,memory=prune,fail=soft",
    "best-first-extension:alpha_beta_depth=3,evaluations=500,memory=linear,generation=all",
    "principal-variation-search:time_us=300",
    "principal-variation-search:depth=8,table_bytes=64,aspiration=300",
    "principal-variation-search:depth=8,ranks=ignored,internal_deepening=4,reduction=0.25,null_move=3,prob_cut=1.25,prob_cut_draft=9,transposition_cuts=3,value_order=4,batch=2,step=2,guess=same-side",
    "selective-alpha-beta:time_us=300",
    "selective-alpha-beta:depth=8,ranks=ignored,table_bytes=64,aspiration=300,internal_deepening=5,reduction=0,null_move=0,prob_cut=0,\
     prob_cut_draft=0,transposition_cuts=5,value_order=6,batch=1,step=2,guess=same-side",
    "mtd-f:time_us=300",
    "mtd-f:depth=8,ranks=ignored,table_bytes=64,internal_deepening=4,reduction=0.25,null_move=3,prob_cut=1.25,prob_cut_draft=9,\
     transposition_cuts=3,value_order=4,batch=2,step=2,guess=same-side",
    "uct-best-first:evaluations=100",
    "uct-best-first:evaluations=100,preset=tuned,urgency=0.25",
    "uct-best-first:evaluations=100,memory=prune,scale=4096,exploration=0.3,urgency=-0.25,choice=value,alpha_beta_depth=2,table_bytes=65536",
    "uct-best-first:depth=4,selection=softmax,temperature=0.05,seed=7",
    "uct-best-first:depth=4,urgency=1,leaves=8,shrinkage=0.5",
    "uct-best-first:depth=4,table_bytes=65536",
    "uct-best-first:depth=4,unit=noise,tempo=measured,exploration=0.3",
    "uct-best-first:time_ms=50,threads=2",
    "uct-best-first:evaluations=1000,leaves=4,threads=1000,deterministic=true",
    "uct-best-first:depth=4,selection=puct,exploration=0.3,tolerance=0.7,priors=values,choice=safe,expansions=3,transpositions=on,cache_bytes=65536",
    "puct-best-first:depth=4,priors=values,transpositions=off,cache_bytes=65536",
    "puct-best-first:depth=4,unit=noise,tempo=measured,tolerance=0.7",
    "puct-best-first:depth=4,transpositions=off,leaves=8,threads=2,deterministic=true",
    "puct-best-first:depth=4,memory=prune,scale=4096,exploration=0.3,tolerance=0.7,shrinkage=0.25,expansions=2",
    "unbounded-minimax:evaluations=100",
    "unbounded-minimax:depth=4,memory=prune,scale=4096,selection=uct,exploration=0.3,urgency=-0.25,ties=kept,completion=off,choice=value,back_up=stable,transpositions=off,descent=on,shrinkage=0.25",
    "unbounded-minimax:depth=4,selection=softmax,temperature=0.05,seed=7,choice=value-and-visits",
    "unbounded-minimax:depth=4,selection=puct,exploration=0.3,tolerance=0.7,priors=values,expansions=3,cache_bytes=65536",
    "unbounded-minimax:depth=4,unit=noise,tempo=measured,selection=puct,tolerance=0.7",
    "unbounded-minimax:depth=4,transpositions=off,leaves=8,threads=2,deterministic=true",
    "monte-carlo-tree-search:evaluations=100,scale=1000,exploration=2,playout_plies=3,seed=7",
    "monte-carlo-tree-search:evaluations=100,memory=prune,minimax_weight=0.5",
    "monte-carlo-tree-search:evaluations=100,exploration=1,proof=1,proof_term=maximum",
    "monte-carlo-tree-search:evaluations=9223372036854775807",
    "sss-star:depth=8,ranks=ignored,table_bytes=64",
    "dual-star:evaluations=100,ranks=ignored,table_bytes=64",
    "full-window-alpha-beta:depth=8,ranks=ignored,table_bytes=64",
    "min-max-approximation:evaluations=100,scale=512,edge=0.1",
    "min-max-approximation:evaluations=100,values=means,power=4",
    "conspiracy-numbers:evaluations=100,scale=512,classes=9",
    "sibling-conspiracy:evaluations=100,scale=512,classes=9",
    "b-star:evaluations=100,scale=512,errors=2",
    "meta-greedy:evaluations=100,scale=512,errors=2,cost=0.001",
    "randomized-best-first:evaluations=100,scale=512,temperature=0.2,seed=7",
    "randomized-best-first:evaluations=100,leaves=4,threads=2",
    "bayesian:evaluations=100,scale=512,errors=2,gulp=0.1",
    "product-propagation:evaluations=100,scale=512",
    "proof-number:evaluations=100,table_bytes=65536,method=pds,epsilon=0.5,addition=weak,leaf=mobility,weight=4",
    "minimax:depth=3",
    "minimax:evaluations=7,time_us=7,evaluation=square-table",
    "minimax:depth=1,bytes=1024",
    "plain-alpha-beta:depth=3,evaluations=1000",
    "plain-alpha-beta:time_ms=9223372036854775",
    "plain-alpha-beta:depth=1,bytes=1024,evaluation=plain",
];

fn read(text: &str) -> SearcherSpec {
    Catalogue::standard().in_order(SearcherSpec::read(text).unwrap()).unwrap()
}

fn read_toml(table: &str) -> Result<SearcherSpec, SpecError> {
    Catalogue::standard().in_order(toml::from_str(table).unwrap())
}

fn player(text: &str) -> NamedPlayer {
    Catalogue::standard().player(text).unwrap()
}

fn refused(spec: &str) -> String {
    let catalogue = Catalogue::standard();
    let ordered = SearcherSpec::read(spec).and_then(|spec| catalogue.in_order(spec));
    let player = ordered.and_then(|spec| catalogue.player_of(spec));
    player.and_then(|player| player.check_ready()).expect_err("the searcher is bad").to_string()
}

#[test]
fn every_message() {
    let searchers = BAD_SEARCHERS.map(|spec| format!("{spec:60} {}", refused(spec)));
    let tables = BAD_TABLES.map(|table| {
        let error = read_toml(table).expect_err("the table is bad");
        format!("{:60} {error}", table.escape_debug().to_string())
    });
    let messages = [&searchers[..], &tables[..]].concat();
    assert!(messages.iter().all(|message| !message.contains('\n')));
    insta::assert_snapshot!(bestply_testkit::reviewable(&messages.join("\n")));
}

/// Only threads that share a search freely find something else each time.
#[test]
fn a_specification_says_whether_it_repeats() {
    let repeats = |spec: &str| player(spec).repeats();
    assert!(repeats("uct-best-first:evaluations=9") && repeats("uct-best-first:evaluations=9,deterministic=true"));
    assert!(repeats("uct-best-first:evaluations=9,leaves=4,threads=2,deterministic=true"));
    assert!(repeats("randomized-best-first:evaluations=9,leaves=4,threads=2"));
    assert!(repeats("uct-best-first:evaluations=9,threads=1") && repeats("alpha-beta:depth=3"));
    assert!(!repeats("uct-best-first:evaluations=9,threads=2"));
}

#[test]
fn a_table_says_true_or_false_with_quotes_or_without() {
    for deterministic in ["true", "'true'"] {
        let table = format!("searcher = 'uct-best-first'\nevaluations = 9\ndeterministic = {deterministic}");
        assert_eq!(read_toml(&table), Ok(read("uct-best-first:evaluations=9,deterministic=true")));
    }
}

#[test]
fn searchers_are_written_as_they_are_read() {
    for text in WRITTEN {
        let spec = read(text);
        assert_eq!(spec.to_string(), text);
        let table = toml::to_string(&spec).unwrap();
        assert_eq!(read_toml(&table), Ok(spec.clone()), "{table}");
        assert_eq!(toml::to_string(&read_toml(&table).unwrap()).unwrap(), table);
        let json = serde_json::to_string(&spec).unwrap();
        let from_json = serde_json::from_str(&json).unwrap();
        assert_eq!(Catalogue::standard().in_order(from_json), Ok(spec.clone()), "{json}");
        let value: toml::Table = format!("challenger = '{text}'").parse().unwrap();
        assert_eq!(value["challenger"].clone().try_into(), Ok(spec), "a text stands for a table");
    }
}

/// All searchers have the common keys, so that these need not be tried with each.
#[test]
fn every_key_is_among_them() {
    let catalogue = Catalogue::standard();
    let specs = WRITTEN.map(read);
    let common: BTreeSet<&str> = ["depth", "evaluations", "time_ms", "time_us", "bytes", "evaluation", "preset"].into();
    for about in catalogue.searchers() {
        let of_this = || specs.iter().filter(|spec| spec.name() == about.name);
        let missing = about.keys.iter().find(|key| !of_this().any(|spec| spec.has(key.name)));
        assert!(missing.is_none() && of_this().count() > 0, "{}: {missing:?}", about.name);
        let keys: BTreeSet<&str> = about.all_keys().iter().map(|key| key.name).collect();
        assert!(keys.is_superset(&common), "{}", about.name);
    }
    assert!(common.iter().all(|key| specs.iter().any(|spec| spec.has(key))));
}

#[test]
fn what_says_nothing_is_left_out() {
    for (given, written) in [
        // Whole milliseconds are written as such, and decimals as short as possible.
        ("best-first:time_us=2000", "best-first:time_ms=2"),
        ("uct-best-first:depth=4,exploration=1.50,urgency=1e0", "uct-best-first:depth=4,urgency=1"),
        ("principal-variation-search:depth=4,aspiration=0", "principal-variation-search:depth=4"),
        ("alpha-beta:fail=hard,depth=3,memory=stop", "alpha-beta:depth=3"),
        // A form has its own default of the other setting.
        ("recursive-best-first:form=1992,generation=all,depth=5", "recursive-best-first:depth=5,form=1992"),
        ("recursive-best-first:form=1993,generation=one-at-a-time,depth=5", "recursive-best-first:depth=5"),
    ] {
        assert_eq!(read(given).to_string(), written);
    }
    let spec = read("alpha-beta:fail=hard,depth=3,memory=stop");
    assert_eq!(serde_json::to_string(&spec).unwrap(), r#"{"searcher":"alpha-beta","depth":3}"#);
}

#[test]
fn a_form_is_a_year_as_a_number_or_as_text() {
    let spec = read("recursive-best-first:depth=5,form=1992");
    for year in ["1992", "'1992'"] {
        let table = format!("searcher = 'recursive-best-first'\ndepth = 5\nform = {year}");
        assert_eq!(read_toml(&table), Ok(spec.clone()));
    }
    assert!(toml::to_string(&spec).unwrap().contains("form = 1992"));
}

#[test]
fn a_setting_can_be_changed() {
    let spec = read("best-first:depth=4,leaves=2");
    assert_eq!(spec.clone().with_depth(Some(6)).to_string(), "best-first:depth=6,leaves=2");
    assert_eq!(spec.clone().with_depth(None).to_string(), "best-first:leaves=2");
    assert_eq!(spec.clone().with_evaluations(Some(9)).with_depth(None).evaluations(), Some(9));
    assert_eq!(spec.clone().with_time_us(Some(3000)).time_us(), Some(3000));
    assert_eq!(spec.clone().with_time_us(Some(3000)).with_time_us(Some(1)).time_us(), Some(1));
    assert_eq!(spec.own_settings(), Some("leaves=2".to_owned()));
    assert_eq!(read("minimax:depth=2,evaluation=plain").own_settings(), None);
}

proptest! {
    /// Every text is a searcher, or gives an error in one line. None causes a panic.
    #[test]
    fn anything_is_read_or_refused(
        text in "(best-first|uct-best-first|[a-z:]{0,9})(:(depth|leaves|scale|[a-z_]{0,9})=[-0-9a-z.é\n]{0,9},?){0,3}",
    ) {
        match Catalogue::standard().player(&text) {
            Ok(read) => prop_assert_eq!(player(&read.to_string()), read),
            Err(error) => prop_assert!(!error.to_string().contains('\n'), "{}", error),
        }
    }
}

/// Settings without effect are left out, and what is written can be read again.
#[test]
fn an_engine_is_a_table_without_a_searcher() {
    let catalogue = Catalogue::standard();
    let read = |table: &str| catalogue.player_of(toml::from_str(table).unwrap());
    let written = "engine = \"'/opt/my games/rhino 2' -l 3\"\nprotocol = \"gtp\"\ntime_ms = 50\n";
    let engine = read(&format!("grace_ms = 5000\n{written}")).unwrap();
    assert_eq!(toml::to_string(engine.spec()).unwrap(), written);
    assert_eq!(read(written).as_ref(), Ok(&engine));
    assert!(engine.is_engine() && engine.name() == "rhino-2" && engine.time_us() == Some(50_000));
    assert_eq!(engine.check_ready(), Ok(()), "it needs no limit of ours");
    assert_eq!(read(&format!("{written}name = 'three'")).unwrap().name(), "three");
    let both = read("engine = 'x'\nsearcher = 'best-first'").unwrap_err().to_string();
    assert!(both.starts_with("unknown key `engine`"), "{both}");
}

/// A program has a name in results, and its table can be read again.
#[test]
fn an_evaluation_is_a_name_or_a_program() {
    let table = "searcher = \"best-first\"\n\n[evaluation]\nbatch = 8\ncommand = \"python3 my_net.py\"\n";
    let catalogue = Catalogue::standard();
    let player = catalogue.player_of(toml::from_str(table).unwrap()).unwrap();
    let Some(EvaluationSpec::Process(process)) = player.evaluation() else { panic!("it is a program") };
    assert_eq!((process.name(), process.settings().batch.get()), ("process", 8));
    let again: SearcherSpec = toml::from_str(&toml::to_string(player.spec()).unwrap()).unwrap();
    assert_eq!(catalogue.player_of(again).as_ref(), Ok(&player));
    let named = catalogue.player("best-first:evaluation=plain").unwrap();
    assert_eq!(named.evaluation(), Some(&EvaluationSpec::named("plain")));
}

#[test]
fn a_searcher_has_its_own_evaluation_or_the_games_first() {
    let bare = GameEntry::drawn("bare", 1, |_| TicTacToe::start());
    let catalogue = Catalogue::standard().game(bare);
    let of = |searcher: &str, game: &str| {
        let game = catalogue.game_named(game).unwrap();
        catalogue.evaluation_of(&player(searcher), game, None).map(|evaluation| evaluation.name().to_owned())
    };
    let first = catalogue.game_named("othello").unwrap().evaluations[0];
    assert_eq!(of("best-first", "othello").as_deref(), Ok(first));
    assert_eq!(of("best-first:evaluation=square-table", "othello").as_deref(), Ok("square-table"));
    let told = |searcher: &str, game: &str| of(searcher, game).expect_err("it has none").to_string();
    assert!(told("best-first:evaluation=square-tabel", "othello").ends_with("did you mean `square-table`?"));
    assert_eq!(told("best-first", "bare"), "bare has no evaluation, and a searcher needs one");
}

#[test]
fn who_plays_and_names_no_evaluation_has_the_one_that_the_game_is_played_with() {
    let catalogue = Catalogue::standard();
    let played = |searcher: &str, game: &str| {
        catalogue.for_playing(SearcherSpec::read(searcher)?, game).map(|spec| spec.to_string())
    };
    assert_eq!(played("mtd-f:depth=3", "othello").unwrap(), "mtd-f:depth=3,evaluation=strong");
    assert_eq!(played("minimax:evaluation=learnt", "othello").unwrap(), "minimax:evaluation=learnt");
    assert_eq!(played("minimax", "oware").unwrap(), "minimax");
    assert!(played("best-first", "othelo").unwrap_err().to_string().contains("did you mean `othello`?"));
}

#[test]
fn who_plays_prunes_unless_it_is_said_otherwise() {
    let catalogue = Catalogue::standard();
    let played =
        |searcher: &str| catalogue.for_playing(SearcherSpec::read(searcher).unwrap(), "onitama").unwrap().to_string();
    assert_eq!(played("alpha-beta:depth=3"), "alpha-beta:depth=3,memory=prune");
    assert_eq!(played("best-first:bytes=4096"), "best-first:bytes=4096,memory=prune");
    assert_eq!(played("best-first:memory=linear"), "best-first:memory=linear");
    assert_eq!(
        played("uct-best-first:preset=none,memory=stop"),
        "uct-best-first",
        "it is the default of a description"
    );
    for other in ["recursive-best-first", "principal-variation-search", "minimax"] {
        assert_eq!(played(other), other, "it has no tree");
    }
}

#[test]
fn who_plays_has_the_games_preset_below_what_is_given() {
    const TUNED: &str = "scale=4096,exploration=0.05,urgency=0.125";
    let catalogue = Catalogue::standard();
    let played = |searcher: &str, game: &str| {
        let spec = catalogue.for_playing(SearcherSpec::read(searcher)?, game)?.to_string();
        // All of them prune.
        Ok::<_, SpecError>(spec.replace("memory=prune,", "").replace(":memory=prune", ""))
    };
    let strong = "uct-best-first:time_ms=100,evaluation=strong";
    for (given, wanted) in [
        ("uct-best-first:time_ms=100", format!("{strong},{TUNED}")),
        ("uct-best-first:time_ms=100,preset=tuned", format!("{strong},{TUNED}")),
        ("uct-best-first:time_ms=100,threads=2", format!("{strong},{TUNED},threads=2")),
        ("uct-best-first:evaluation=learnt", format!("uct-best-first:evaluation=learnt,{TUNED}")),
        // There is none for this evaluation.
        ("uct-best-first:evaluation=square-table", "uct-best-first:evaluation=square-table".to_owned()),
        ("uct-best-first:time_ms=100,preset=none", strong.to_owned()),
        ("uct-best-first:time_ms=100,urgency=0.5", format!("{strong},{}", TUNED.replace("0.125", "0.5"))),
        // A constant that is the library's default is given all the same.
        ("uct-best-first:time_ms=100,exploration=1.5", format!("{strong},scale=4096,urgency=0.125")),
        ("uct-best-first:time_ms=100,preset=tuned,exploration=1.5", format!("{strong},scale=4096,urgency=0.125")),
        // The preset is of another selection.
        ("uct-best-first:time_ms=100,selection=softmax", format!("{strong},selection=softmax")),
        ("unbounded-minimax:depth=3,selection=value", "unbounded-minimax:depth=3,evaluation=strong".to_owned()),
        (
            "unbounded-minimax:evaluation=learnt,preset=softmax",
            "unbounded-minimax:evaluation=learnt,scale=4096,selection=softmax".to_owned(),
        ),
        ("best-first:depth=3", "best-first:depth=3,evaluation=strong".to_owned()),
    ] {
        assert_eq!(played(given, "othello"), Ok(wanted), "{given}");
    }
    assert_eq!(played("best-first:preset=none", "oware").as_deref(), Ok("best-first"));
    let refused = played("uct-best-first:preset=tunde", "othello").unwrap_err().to_string();
    assert!(refused.ends_with("did you mean `tuned`?"), "{refused}");
    let refused = played("uct-best-first:temperature=0.5", "othello").unwrap_err().to_string();
    assert_eq!(refused, "`temperature` is for `selection` = `softmax`");
}

/// What is given beside a preset goes before it, be it the default.
#[test]
fn a_default_beside_a_preset_is_a_setting() {
    let catalogue = Catalogue::standard();
    let of = |text: &str, game: &str| {
        let spec = SearcherSpec::read(text).unwrap();
        let spec = catalogue.with_preset(spec, catalogue.game_named(game).unwrap(), &[]).unwrap();
        catalogue.player_of(spec).unwrap().to_string()
    };
    let tuned = of("uct-best-first:preset=tuned,exploration=1.5,depth=4", "connect-four");
    assert_eq!(tuned, "uct-best-first:depth=4,scale=1024,urgency=0");
    let unbounded = of("unbounded-minimax:preset=tuned,exploration=0.1,depth=4", "connect-four");
    assert_eq!(unbounded, "unbounded-minimax:depth=4,scale=1024,selection=uct,exploration=0.1,urgency=0");
    assert_eq!(of("best-first:preset=none,leaves=2", "oware"), "best-first:leaves=2");
}

/// A searcher with every setting in force says what each is, and is the same searcher.
#[test]
fn settings_in_force_are_those_of_the_same_searcher() {
    for text in WRITTEN.iter().filter(|text| !text.contains("preset")) {
        let spec = player(text);
        let in_force = spec.in_force(None);
        let named = |spec: &SearcherSpec, key: &str| spec.has(key);
        let keys = &spec.about().keys;
        assert!(keys.iter().all(|key| named(&in_force, key.name) || !named(&spec, key.name)), "{text}: {in_force}");
        assert_eq!(player(&in_force.to_string()).in_force(None), in_force, "{text}");
        // A scale that comes from the evaluation is said, too, and is given from then on.
        let scale = spec.has("scale") || !in_force.has("scale");
        assert!(!scale || player(&in_force.to_string()) == spec, "{text}: {in_force}");
    }
    let win = std::num::NonZeroU32::new(16_384);
    let told = |text: &str| player(text).in_force(win).to_string();
    let expected = "uct-best-first:time_ms=100,memory=stop,unit=win,tempo=ignored,scale=1024,selection=uct,\
                    exploration=1.5,urgency=2,choice=value-and-visits,alpha_beta_depth=0,leaves=1,threads=1,shrinkage=0,\
                    deterministic=false,expansions=1,transpositions=off";
    assert_eq!(told("uct-best-first:time_ms=100"), expected);
    let in_noise = told("puct-best-first:unit=noise");
    assert!(in_noise.contains("unit=noise,") && !in_noise.contains("scale"), "{in_noise}");
    let softmax = told("uct-best-first:selection=softmax");
    assert!(softmax.contains("temperature=0.1,seed=") && !softmax.contains("exploration"), "{softmax}");
}

/// What a search of the start of a game finds, to the evaluations of each root move.
fn root_moves_found(spec: &str, game: &str, evaluation: &str) -> String {
    let catalogue = Catalogue::standard();
    let table = if game == "random" { "branching = 5" } else { "" }.parse().unwrap();
    let settings = catalogue.game_with(game, &table).unwrap();
    let venue = settings.venue(None, &[evaluation]).unwrap();
    let (mut position, _) = venue.start(1);
    let mut evaluator = venue.evaluator(evaluation, position.to_move());
    let about = catalogue.game_named(game).unwrap();
    let spec = catalogue.with_preset(SearcherSpec::read(spec).unwrap(), about, &[]).unwrap();
    let spec = catalogue.player_of(spec).unwrap();
    let report = spec.any_searcher().unwrap().search(&mut position, &mut evaluator, &spec.limit());
    format!("{:?}", report.root_moves)
}

#[test]
fn the_scale_is_the_evaluations_unless_it_is_given() {
    let uct = "uct-best-first:evaluations=3000";
    let shared = "uct-best-first:evaluations=3000,deterministic=true,leaves=2";
    let unbounded = "unbounded-minimax:evaluations=3000,selection=uct";
    let by_visits = "unbounded-minimax:evaluations=3000,choice=value-and-visits";
    let monte_carlo = "monte-carlo-tree-search:evaluations=2000";
    for (spec, game, evaluation, scale) in [
        (uct, "breakthrough", "learnt", 1024),
        (uct, "breakthrough", "plain", 4),
        (uct, "othello", "learnt", 256),
        (uct, "othello", "mobility-and-corners", 2),
        (uct, "oware", "learnt", 400),
        (uct, "random", "edge-sum", 32_768),
        (shared, "breakthrough", "learnt", 1024),
        (unbounded, "breakthrough", "learnt", 1024),
        (by_visits, "breakthrough", "learnt", 1024),
        (monte_carlo, "breakthrough", "learnt", 16_384),
        (monte_carlo, "random", "edge-sum", 32_768),
    ] {
        let of_evaluation = root_moves_found(spec, game, evaluation);
        assert_eq!(
            of_evaluation,
            root_moves_found(&format!("{spec},scale={scale}"), game, evaluation),
            "{spec} {game}"
        );
        let other = root_moves_found(&format!("{spec},scale={}", 64 * scale), game, evaluation);
        assert!(of_evaluation != other || spec == by_visits, "{spec} {game}");
    }
}

/// Every preset is a name for settings that its searcher can have, of a game with the evaluation that it is for.
///
/// Every game has constants tuned for it but tic-tac-toe, which is searched to its end,
/// and games of another size than the usual one, whose names end with it.
#[test]
fn presets_are_names_for_settings() {
    let catalogue = Catalogue::standard();
    for about in catalogue.games() {
        for preset in about.presets() {
            let of_preset = catalogue.player_of(preset.searcher.clone()).unwrap();
            assert_eq!(of_preset, catalogue.player_of(of_preset.spec().clone()).unwrap(), "{}", about.name);
            let evaluation = about.evaluation_of(preset);
            let named = format!("{}:preset={},evaluation={evaluation}", of_preset.name(), preset.name);
            let meant = catalogue.with_preset(read(&named), about, &[]).unwrap();
            let expected = preset.searcher.clone().with_evaluation(evaluation);
            assert_eq!(catalogue.player_of(meant), catalogue.player_of(expected), "{named}");
        }
        let has_tuned = about.presets().iter().any(|preset| preset.name == "tuned");
        let is_size = about.name.contains(|letter: char| letter.is_ascii_digit());
        assert!(has_tuned || is_size || about.name == "tic-tac-toe", "{}", about.name);
    }
    let with = |spec: &str, game: &str| {
        catalogue.with_preset(read(spec), catalogue.game_named(game).unwrap(), &[]).map(|spec| spec.to_string())
    };
    let own = with("uct-best-first:preset=tuned,urgency=0.25,evaluation=learnt", "othello").unwrap();
    assert_eq!(own, "uct-best-first:evaluation=learnt,urgency=0.25,scale=4096,exploration=0.05");
    let network = EvaluationSpec::named("network");
    let tuned = |evaluations: &[EvaluationSpec]| {
        let oware = catalogue.game_named("oware").unwrap();
        catalogue.with_preset(read("uct-best-first:preset=tuned"), oware, evaluations).unwrap()
    };
    assert_ne!(tuned(&[network]), tuned(&[]), "constants are for one evaluation");
}

#[test]
fn a_preset_that_is_not_there_is_told() {
    let catalogue = Catalogue::standard();
    let refused = |spec: &str, game: &str, evaluations: &[&str]| {
        let evaluations: Vec<EvaluationSpec> = evaluations.iter().map(|&name| EvaluationSpec::named(name)).collect();
        catalogue.with_preset(read(spec), catalogue.game_named(game).unwrap(), &evaluations).unwrap_err().to_string()
    };
    for (spec, game, evaluations, message) in [
        (
            "unbounded-minimax:preset=tunde",
            "oware",
            &[][..],
            "oware has no preset `tunde` of unbounded-minimax, only `tuned`, `strong`, `softmax`, `puct`; did you mean `tuned`?",
        ),
        ("best-first:preset=tuned", "oware", &[], "oware has no preset `tuned` of best-first, and no other"),
        (
            "uct-best-first:preset=tuned,evaluation=plain",
            "oware",
            &["learnt"],
            "the preset `tuned` is for the evaluation `learnt`, not for `plain`",
        ),
        (
            "uct-best-first:preset=tuned",
            "oware",
            &["learnt", "plain"],
            "the preset `tuned` is for the evaluation `learnt`, not for `plain`",
        ),
    ] {
        assert_eq!(refused(spec, game, evaluations), message);
    }
}

/// The constants of another searcher's preset would be silently left out.
#[test]
fn no_player_is_made_of_a_name() {
    let refused = Catalogue::standard().player("uct-best-first:preset=tuned,evaluations=9").unwrap_err();
    assert_eq!(refused.to_string(), "the preset `tuned` is one of a game, and none is played here");
}
