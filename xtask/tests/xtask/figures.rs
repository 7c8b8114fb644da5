//! Figures of pages beside their records, bestply's own among them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::examples;
use crate::folder::{Folder, Ran};
use crate::workspace::root;

const PAGE: &str = r#"# A page

Of two contests the higher score is 75%.
<!-- figures
own challenger.evaluation=learnt | the higher score is {max score:%}%
-->

| challenger | 1 | 2 |
|---|--:|--:|
| wrong | 1 | 2 |
<!-- figures
own challenger.evaluation=learnt | table challenger.label=challenger by opponent.depth | {challenger.depth}: {score:%}
-->

The end.
"#;

#[test]
fn figures_are_compared_and_tables_written_anew() {
    let folder = Folder::new("figures/own");
    folder.succeed("reproduce --tables 1 --alpha-beta-depth 1..=2 --pairs 2 --out records/own");
    folder.write("page.md", PAGE);
    let Ran { code, stdout, stderr } = folder.xtask("figures page.md");
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stdout.contains("  page.md:12: the table above is not the record's"), "{stdout}");
    let updated = folder.succeed("figures page.md --update").stdout;
    assert_eq!(updated, "All 2 figures of 1 page are those of their records, after 1 page was written anew.\n");
    insta::assert_snapshot!(String::from_utf8(folder.read("page.md")).unwrap());
    folder.succeed("figures page.md");
}

#[test]
fn a_table_has_rows_of_several_records_in_groups_and_of_a_list_that_a_command_prints() {
    let folder = Folder::new("figures/several");
    folder.succeed("reproduce --tables 1 --alpha-beta-depth 1..=2 --pairs 2 --out records/two");
    folder.succeed("reproduce --tables 1 --alpha-beta-depth 1..=2 --pairs 3 --out records/group/three");
    folder.write(
        "records/list/results.json",
        r#"[{"searcher": "best-first", "moves": 4}, {"searcher": "other", "moves": 5}]"#,
    );
    let page = "| |\n<!-- figures\ntwo,three challenger.evaluation=learnt,square-table \
        | table challenger.evaluation=evaluation, record by opponent.depth | {pairs}\n-->\n\n\
        9 moves.\n<!-- figures\nlist | {sum moves} moves\n-->\n";
    folder.write("page.md", page);
    folder.succeed("figures page.md --update");
    insta::assert_snapshot!(String::from_utf8(folder.read("page.md")).unwrap());
    folder.write("records/group/two/results.json", "[]");
    let Ran { code, stderr, .. } = folder.xtask("figures page.md");
    assert_eq!(
        (code, stderr.as_str()),
        (Some(2), "error: records/group/two and records/two: two records have one name\n")
    );
}

#[test]
fn a_picture_of_the_lead_is_compared_and_drawn_anew() {
    let folder = Folder::new("figures/picture");
    let lead = |budgets: &str, challengers: &str| {
        format!(
            "name = 'lead'\npairs = 1\nevaluations = [{budgets}]\nchallengers = [{challengers}]\n\
             opponent = 'principal-variation-search:table_bytes=4096'\n\
             games = [{{ game = {{ kind = 'othello' }} }}, {{ game = {{ kind = 'breakthrough' }} }}]\n"
        )
    };
    folder.write("short.toml", lead("20, 40", "'best-first', 'uct-best-first'"));
    folder.write("long.toml", lead("80", "'best-first'"));
    folder.succeed("experiment short.toml --out records/short");
    folder.succeed("experiment long.toml --out records/long");
    folder.write("page.md", "![The lead.](lead.svg)\n<!-- figures\nshort | picture | long\n-->\n");
    let Ran { code, stdout, stderr } = folder.xtask("figures page.md");
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stdout.contains("  page.md:3: lead.svg is not the picture of the record"), "{stdout}");
    folder.succeed("figures page.md --update");
    folder.succeed("figures page.md");
    let picture = String::from_utf8(folder.read("lead.svg")).unwrap();
    let points = ["best-first at 80 evaluations:", "uct-best-first at 40 evaluations:", "uct-best-first at 80"];
    assert_eq!(points.map(|point| picture.contains(&format!(">{point}"))), [true, true, false]);
}

#[test]
fn a_picture_stands_for_each_that_the_records_have() {
    let folder = Folder::new("figures/pictures");
    let budgets = "name = 'two'\npairs = 1\nevaluations = [20, 40]\ntime_us = [100, 200]\n\
                   challengers = ['best-first']\nopponent = 'alpha-beta'\n\
                   games = [{ game = { kind = 'connect-four' } }, { game = { kind = 'onitama' } }]\n";
    folder.write("two.toml", budgets);
    folder.succeed("experiment two.toml --out records/two");
    folder.write("page.md", "![The lead.](lead.svg)\n<!-- figures\ntwo | picture\n-->\n");
    let Ran { code, stdout, stderr } = folder.xtask("figures page.md");
    assert_eq!(code, Some(2), "{stderr}");
    let told = "the page shows 1 picture right above the mark, and the records have 2";
    assert!(stdout.contains(told), "{stdout}");
    folder.write("page.md", "![By count.](count.svg)\n![By time.](time.svg)\n<!-- figures\ntwo | picture\n-->\n");
    folder.succeed("figures page.md --update");
    folder.succeed("figures page.md");
    let has = |file, unit: &str| String::from_utf8(folder.read(file)).unwrap().contains(unit);
    assert!(has("count.svg", "at equal evaluations") && has("time.svg", "at equal time"));
}

const PAPER: &str = "# Searches & trees\n\n## Abstract\n\nIt scores as much in *eight* games, \
    [here](other.md) and [there](https://example.org/a_b).\n<!-- figures given -->\n\n## Limits\n\n    \
    cargo xtask figures\n\n- B\\*.\n- `a_b`.\n\n| who | score |\n|---|--:|\n| `a_b` | **1** |\n\n![Scores, {best} first.](plot.svg)\n\n\
    ## References\n\n1. One ~ \\\\ two.\n";

#[test]
fn a_page_is_written_as_a_paper() {
    let folder = Folder::new("figures/paper");
    folder.write("page.md", PAPER);
    let Ran { code, stderr, .. } = folder.xtask("figures page.md --paper out");
    assert_eq!(code, Some(2), "{stderr}");
    if stderr.contains("pandoc, which writes papers, cannot be run") {
        return;
    }
    assert!(stderr.contains("plot.svg"), "{stderr}");
    folder.write("plot.svg", "<svg></svg>");
    folder.succeed("figures page.md --paper out");
    assert_eq!(folder.text("out/plot.svg"), "<svg></svg>");
    let of_latex = [r"\title{Searches \& trees}", r"\begin{longtable}", r"\caption{Scores, \{best\} first.}"];
    let of_html = ["<title>Searches &amp; trees</title>", "<table>", "src=\"data:image/svg+xml"];
    for (ending, parts) in [("tex", of_latex), ("html", of_html)] {
        let paper = folder.text(&format!("out/page.{ending}"));
        assert!(parts.iter().chain(&["https://example.org/a_b"]).all(|part| paper.contains(part)), "{paper}");
        assert!(!paper.contains("other.md") && !paper.contains("figures given"), "{paper}");
    }
}

#[test]
fn scores_over_the_quality_of_evaluations_have_a_picture_a_game() {
    let folder = Folder::new("figures/quality");
    let lead = |challenger, game, budget, correlation| {
        format!(
            r#"{{"game": "{game}", "evaluation": "some", "correlation": {correlation}, "challenger": "{challenger}",
            "budget": "{budget} evaluations", "score": 0.6, "score_interval_95": [0.5, 0.7]}}"#
        )
    };
    let of = |challenger| {
        let leads = [("Oware", 10, 0.3), ("Oware", 20, 0.5), ("Clobber", 10, 0.2)];
        leads.map(|(game, budget, correlation)| lead(challenger, game, budget, correlation)).join(", ")
    };
    folder.write("records/own/results.json", format!(r#"{{"leads": [{}, {}]}}"#, of("one"), of("other")));
    let page = |query: &str| {
        folder.write("page.md", format!("![A.](a.svg)\n![B.](b.svg)\n<!-- figures\n{query} | picture\n-->\n"));
    };
    page("own/leads challenger=one");
    folder.succeed("figures page.md --update");
    let [oware, clobber] = ["a.svg", "b.svg"].map(|file| String::from_utf8(folder.read(file)).unwrap());
    assert!(oware.contains("Oware: one") && oware.contains(">some at 20 evaluations: 60% (50–70)"), "{oware}");
    assert!(clobber.contains("Clobber: one") && !clobber.contains("at 20"), "{clobber}");
    page("own/leads");
    let told = folder.xtask("figures page.md").stdout;
    assert!(told.contains("the scores are of several challengers, and a picture is of one"), "{told}");
}

/// A page whose figures no record holds, but for the last, and what is open on it.
const HELD: &str = "# Held

It takes 5 ms.

## Once

What stands here was measured on 22 November 2026, on one machine, by `cargo bench`; no record repeats it.
<!-- figures measured: section -->

It takes 6 ms.

### How

It takes 7 ms.

## Set

The limit is 8 ms.
<!-- figures given -->

`perft` prints 9 %.
<!-- figures tested -->

It takes 10 ms.
";

#[test]
fn what_nothing_holds_is_listed() {
    let folder = Folder::new("figures/open");
    folder.write("README.md", HELD);
    folder.write("docs/open.md", "The list:\n\n-\n<!-- figures open -->\n");
    let Ran { code, stdout, .. } = folder.xtask("figures --open");
    assert_eq!(code, Some(2), "{stdout}");
    let listed: Vec<&str> = stdout.lines().take(2).collect();
    assert_eq!(listed, ["README.md:3: It takes 5 ms.", "README.md:24: It takes 10 ms."]);
    folder.succeed("figures --update");
    insta::assert_snapshot!(String::from_utf8(folder.read("docs/open.md")).unwrap());
    let told = "All 1 figure of 1 page are those of their records.\n\
                2 blocks have figures that neither a record nor a date holds; --open lists them.\n";
    assert_eq!(folder.succeed("figures").stdout, told);
}

#[test]
fn one_mark_can_hold_all_numbers_of_a_page() {
    let folder = Folder::new("figures/page");
    folder.succeed("reproduce --tables 1 --alpha-beta-depth 1..=2 --pairs 2 --out records/own");
    let page = |more: &str| {
        format!(
            "# A page of 1993\n\nThe higher score is 75 %.{more}\n\n`of 5`\n\n<!-- figures of this page\n\
             given | 1993\nown challenger.evaluation=learnt | score is {{max score:%}} %\n-->\n"
        )
    };
    folder.write("page.md", page(""));
    folder.succeed("figures page.md");
    folder.write("page.md", page("\nThe other is 25 %."));
    let Ran { code, stdout, .. } = folder.xtask("figures page.md");
    assert_eq!(code, Some(2), "{stdout}");
    assert!(stdout.contains("  page.md:4: no mark holds the number 25"), "{stdout}");
}

#[test]
fn what_is_wrong_with_a_mark_is_told_by_its_line() {
    let folder = Folder::new("figures/wrong");
    folder.succeed("reproduce --tables 1 --alpha-beta-depth 1 --pairs 1 --out records/own");
    let told = |line: &str| {
        folder.write("page.md", format!("Text.\n<!-- figures {line} -->\n"));
        folder.xtask("figures page.md").stdout.lines().nth(1).unwrap_or_default().trim().to_owned()
    };
    let lines = [
        "other | {score}",
        "own/claims | {score}",
        "own | {scores:%}",
        "own oponent.depth=1 | {score}",
        "own opponent.depth=7 | {score}",
        "own | {score:x}",
        "own | {score",
        "own",
        "own | table opponent.depth | {score}",
        "published none.toml",
        "own | picture",
        "measured",
        "tested",
        "of this page\ngiven | 5 ms",
        "of this page\nown",
    ];
    insta::assert_snapshot!(lines.map(|line| format!("{line}\n    {}\n", told(line))).concat());
}

/// What the project's own pages say is what its records say.
#[test]
fn every_figure_of_the_pages_is_that_of_its_record() {
    let output = Folder::new("figures/pages").command("figures").current_dir(root()).output().unwrap();
    let [told, error] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{told}{error}mend them by `cargo xtask figures --update`");
}

/// What a part is written between.
const PARTS: &str = "# Mine\n\nBefore.\n\n<!-- figures below: searchers -->\n\n9 ms.\n<!-- figures below: presets -->\n\
    <!-- figures end -->\n\nAfter.\n\n<!-- figures below: games -->";

#[test]
fn what_the_program_says_is_compared_and_written_anew() {
    let folder = Folder::new("figures/program");
    folder.write("page.md", PARTS);
    let Ran { code, stdout, .. } = folder.xtask("figures page.md");
    assert_eq!(code, Some(2), "{stdout}");
    assert!(
        stdout.contains("  page.md:5: what stands below is not what the program says of its searchers"),
        "{stdout}"
    );
    folder.succeed("figures page.md --update");
    assert_eq!(
        folder.succeed("figures page.md --update").stdout,
        "All 3 figures of 1 page are those of their records.\n"
    );
    let page = folder.text("page.md");
    let begins = "# Mine\n\nBefore.\n\n<!-- figures below: searchers -->\n\n## Keys of all searchers\n\n| key |";
    assert!(page.starts_with(begins) && !page.contains("9 ms"), "{page}");
    assert!(
        page.contains(" |\n\n<!-- figures end -->\n\nAfter.\n\n<!-- figures below: games -->\n\n| game |"),
        "{page}"
    );
    for row in [
        "| `minimax_weight` | 0 to 1 | `0` | The weight of minimax values beside the means. |",
        "| `plain` | `tuned` | `uct-best-first` | `scale=1,exploration=0.1,urgency=0.25` |",
        "| `length` | 1 to 1000 | The plies of a game. |",
    ] {
        assert!(page.lines().any(|line| line == row), "{row}");
    }
    folder.write("page.md", "<!-- figures below: game -->\n");
    let told = "error: page.md: line 1: `game` is nothing that the program writes: use commands, searchers, presets, \
                games or fields\n";
    assert_eq!(folder.complaint("figures page.md"), told);
    folder.write("page.md", "<!-- figures below: fields -->\n");
    let told = folder.complaint("figures page.md");
    let why = "cannot read the sources of bestply, which say what the fields of files are";
    assert!(told.starts_with(&format!("error: page.md: line 1: crates/names/engine/src: {why}: ")), "{told}");
}

/// Whoever looks a command up finds each of its options in its section: in a table, or by its name above all commands.
#[test]
fn every_command_is_written_with_every_option() {
    let folder = Folder::new("figures/commands");
    folder.write("page.md", "<!-- figures below: commands -->\n");
    folder.write("playing.md", "# Playing\n");
    folder.succeed("figures page.md playing.md --update");
    let page = folder.text("page.md");
    let help = |name: &str| folder.succeed(&format!("{name} --help")).stdout;
    for name in examples::names(&help("")).filter(|name| *name != "figures") {
        let kinds: Vec<String> = examples::names(&help(name)).map(|kind| format!("{name} {kind}")).collect();
        for name in [name.to_owned()].into_iter().chain(kinds) {
            let (_, rest) = page.split_once(&format!("\n### `{name}`\n")).unwrap_or_else(|| panic!("{name}"));
            let section = rest.split("\n### ").next().unwrap();
            assert!(section.contains(&format!("\n    bestply {name} ")), "{section}");
            let help = help(&name);
            let options = help.lines().filter_map(|line| line.strip_prefix("      --")?.split(' ').next());
            let missing: Vec<&str> = options.filter(|option| !section.contains(&format!("`--{option}`"))).collect();
            assert!(missing.is_empty(), "{name}: {missing:?}");
        }
    }
    for row in [
        "| `GAME` | – | needed | The game. |",
        "| `--protocol` | `gtp`, `nboard`, `uci` | needed | The protocol that the program speaks. \
         `gtp`: The Go Text Protocol, version 2, for any game. \
         `nboard`: The protocol of the NBoard interface, version 2, for Othello. \
         `uci`: The Universal Chess Interface, for games that are marked for it. |",
        "| `--threads` | `N` | all cores; one is left free where time is taken | The number of threads. |",
        "| `--replay` | `N` | – | Show this game on the board, move by move, by the number that the other formats give it, \
         from 1 on. |",
        // A document is a link where it stands beside the page.
        "| [`book`](#book) | Make an opening book by long searches ([playing.md](playing.md)). |",
        "| [`tune`](#tune) | Search the constants of searchers (docs/experiments.md). |",
    ] {
        assert!(page.lines().any(|line| line == row), "{row}");
    }
}

/// The description of each of the project's own records is one of today. Figure 4 has a command of its own.
#[test]
fn every_record_can_be_played_again() {
    let folder = Folder::new("figures/again");
    folder.write("results", "in the way");
    let inside = |folder: PathBuf| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let records = inside(root().join("records")).filter(|path| path.is_dir()).flat_map(inside);
    let mut number = 0;
    // Figure 4, the studies and the times are no experiments, and have commands of their own.
    // Chess is played by an example.
    let others = "figure-4 leaf-counts leaf-counts-chess lead-chess lead-chess-mtd-f doublings-chess costs \
                  costs-chess statements back-ups proofs proofs-bytes proofs-60 benchmarks first-build whole-runs peers \
                  peers-growth peers-searchers quality-of-evaluations cores endgames";
    let is_experiment = |path: &Path| !others.split(' ').any(|name| path.ends_with(name));
    for record in records.filter(|path| path.is_dir() && is_experiment(path)) {
        let description = fs::read_to_string(record.join("experiment.json")).unwrap();
        // Files of weights are made by commands of the record's page, and are not here.
        let wants_weights = description.contains("\"weights\"");
        folder.write("experiment.json", description);
        let ran = folder.xtask("experiment experiment.json --out results/again");
        let is_told = match wants_weights {
            true => ran.stderr.contains(": cannot read the weights: "),
            false => ran.stderr.starts_with("error: results/"),
        };
        assert!(ran.code == Some(2) && is_told, "{record:?}: {}", ran.stderr);
        number += 1;
    }
    assert!(number > 20, "{number} records are not all");
}
