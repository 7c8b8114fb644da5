//! Little address space: what a search takes is there before it begins, or the search is refused in one line.

use std::thread;

use crate::Folder;
use crate::folder::Ran;
use crate::shards::OWN;

const SOLVE: &str = "solve connect-four --moves 'd d d d d b b f f e e a a b f e a'";

/// Runs the program in so many KiB of address space, with this on its standard input.
fn limited(folder: &Folder, kibibytes: usize, line: &str, input: &str) -> Ran {
    Folder::with_input(folder.after(&format!("ulimit -v {kibibytes}"), line), input)
}

/// A process that may have little memory searches with less, and says so where it is asked for more.
#[test]
fn what_a_process_may_have_limits_a_search() {
    let folder = Folder::new("space/limits");
    let engine = "engine othello --protocol gtp --searcher best-first:evaluations=200000";
    for kibibytes in [220_000, 400_000] {
        for line in [
            SOLVE,
            "analyse othello --searcher best-first:evaluations=200000",
            "analyse othello --searcher uct-best-first:evaluations=200000,threads=2",
            "analyse connect-four --searcher principal-variation-search:evaluations=200000",
        ] {
            let ran = limited(&folder, kibibytes, line, "");
            assert!(ran.code == Some(0) && ran.stdout.contains("best move"), "{line}: {ran:?}");
        }
        let told = limited(&folder, kibibytes, engine, "bestply-bytes 4294967296\ngenmove b\n").stdout;
        assert!(told.starts_with("? this process cannot have 4 GiB; ") && told.contains("\n= "), "{told}");
        for (line, option) in [
            (format!("{SOLVE} --bytes 4294967296"), "--bytes"),
            ("analyse othello --bytes 4294967296".to_owned(), "--bytes"),
            ("analyse othello --searcher best-first:bytes=4294967296".to_owned(), "--searcher"),
        ] {
            let ran = limited(&folder, kibibytes, &line, "");
            let told = format!(
                "error: {option}: this process cannot have 4 GiB; give fewer, or raise its limit (`ulimit -v`)\n"
            );
            assert_eq!((ran.code, ran.stderr), (Some(2), told), "{line}");
        }
    }
}

/// What a search does not use takes nothing: no table of a solver that is off, no thread that nobody asked for.
#[test]
fn a_small_search_takes_little() {
    let folder = Folder::new("space/small");
    for line in [
        "analyse othello --searcher best-first:evaluations=100,bytes=65536,ends=searcher,evaluation=learnt",
        "analyse othello --searcher uct-best-first:time_ms=20",
        "analyse connect-four --searcher uct-best-first:time_ms=20",
    ] {
        let ran = limited(&folder, 110_000, line, "");
        assert!(ran.code == Some(0) && !ran.stderr.contains("threads=2"), "{line}: {ran:?}");
    }
}

#[test]
fn threads_that_do_not_fit_are_refused_with_how_many_do() {
    let folder = Folder::new("space/threads");
    let by = |threads: &str, kibibytes| {
        let line = format!("analyse connect-four --searcher uct-best-first:threads={threads},time_ms=20");
        limited(&folder, kibibytes, &line, "")
    };
    for kibibytes in [400_000, 220_000] {
        let ran = by("8", kibibytes);
        let refused = "error: --searcher: this process cannot have the stacks and heaps of 8 threads; give at most ";
        let fit = ran.stderr.strip_prefix(refused).and_then(|rest| rest.split(',').next());
        assert!(ran.code == Some(2) && ran.stderr.lines().count() == 1, "{ran:?}");
        assert_eq!(by(fit.expect("it is said"), kibibytes).code, Some(0), "{ran:?}");
    }
}

/// Whatever is searched in whatever space: an answer, or one line of what is wrong.
#[test]
fn no_limit_on_the_address_space_ends_the_program_by_a_signal() {
    let folder = Folder::new("space/all");
    folder.write("own.toml", OWN);
    // Nobody names bytes, and there are more nodes than have room.
    let large = "name = 'large'\npairs = 1\nchallenger = 'uct-best-first:evaluations=2000000,preset=none'\n\
                 opponent = 'best-first:evaluations=9,preset=none'\n[[games]]\ngame = { kind = 'connect-four' }\n";
    folder.write("large.toml", large);
    let genmoves = "genmove b\nbestply-bytes 60000000\ngenmove w\nquit\n";
    let endgame = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let lines = [
        ("analyse connect-four --searcher uct-best-first:threads=8,evaluations=5000".to_owned(), ""),
        ("analyse onitama --searcher puct-best-first:threads=4,time_ms=30,transpositions=off".to_owned(), ""),
        ("analyse clobber --searcher randomized-best-first:threads=4,leaves=16,evaluations=900".to_owned(), ""),
        ("analyse hex --searcher monte-carlo-tree-search:time_ms=30".to_owned(), ""),
        ("analyse connect-four --searcher uct-best-first:evaluations=99,cache_bytes=200000000".to_owned(), ""),
        ("analyse connect-four --searcher mtd-f:evaluations=9000,bytes=90000000".to_owned(), ""),
        (format!("analyse othello --position '{endgame}' --searcher best-first:time_ms=50"), ""),
        ("engine othello --protocol gtp --searcher uct-best-first:time_ms=30,threads=4".to_owned(), genmoves),
        ("engine go-5x5 --protocol gtp --searcher best-first:evaluations=99,bytes=65536".to_owned(), genmoves),
        (format!("{SOLVE} --bytes 90000000"), ""),
        ("experiment own.toml --threads 8 --out all --fresh --other-program".to_owned(), ""),
        ("trace connect-four --searcher proof-number:time_ms=100".to_owned(), ""),
        ("experiment large.toml --threads 1 --out large --fresh --other-program".to_owned(), ""),
    ];
    let in_space = &|kibibytes: usize| {
        for (line, input) in &lines {
            let ran = limited(&folder, kibibytes, line, input);
            let is_refused = || ran.stderr.lines().filter(|line| line.starts_with("error: ")).count() == 1;
            let is_fair = ran.code == Some(0) || (ran.code == Some(2) && is_refused());
            assert!(is_fair && !ran.stderr.contains("panicked"), "{kibibytes} KiB, {line}: {ran:?}");
        }
    };
    thread::scope(|scope| {
        // From where the program begins, a search at a time, and farther apart.
        for spaces in [&[70_000, 76_000, 80_000, 82_000, 150_000][..], &[78_000, 84_000, 90_000, 100_000, 300_000]] {
            scope.spawn(move || spaces.iter().copied().for_each(in_space));
        }
    });
}
