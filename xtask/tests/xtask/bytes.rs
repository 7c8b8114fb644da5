//! Bytes that other programs put around and between lines, at every door by which a text comes in.

use crate::Folder;
use crate::shards::OWN;

/// A kind of file that is read as a text.
struct Door {
    /// What makes the file, and whatever else is read.
    make: &'static [&'static str],
    file: &'static str,
    /// What is written there, if nothing makes it.
    text: &'static str,
    read: &'static str,
    name: Name,
}

/// Where the file may have a name, and whether it may be in ISO 8859-1: a text in it, and the same with a name.
enum Name {
    Nowhere,
    Guessed(&'static str, &'static str),
    Told(&'static str, &'static str),
}

const ANALYSE: &str = "analyse --load game --searcher best-first:evaluations=20";

const DOORS: &[Door] = &[
    Door {
        make: &[],
        file: "game",
        text: "# A game\ngame = \"connect-four\"\nmoves = \"d d\"\n",
        read: ANALYSE,
        name: Name::Guessed("A game", "A game of J\u{f6}rg"),
    },
    Door {
        make: &[],
        file: "game",
        text: "(;GM[Othello]PB[a]PW[b]TY[8]\n\
            BO[8 ---------------------------O*------*O--------------------------- *]\nB[F5]\nW[F6];)\n",
        read: ANALYSE,
        name: Name::Guessed("PB[a]", "PB[J\u{f6}rg]"),
    },
    Door {
        make: &[],
        file: "game",
        text: "A mail\n\n(;GM[1]SZ[5]PB[a]\nC[two\nlines\\\nor three];B[cc]\n;W[dd])\n",
        read: ANALYSE,
        name: Name::Guessed("PB[a]", "PB[J\u{f6}rg]"),
    },
    Door {
        make: &[],
        file: "own.toml",
        text: OWN,
        read: "experiment own.toml --out out --fresh",
        name: Name::Told("\nout", "\ntitle = \"J\u{f6}rg\"\nout"),
    },
    Door {
        make: &[],
        file: "openings",
        text: "# Two starts\na a\nb c\n",
        read: "experiment opened.toml --out opened --fresh",
        name: Name::Guessed("starts", "starts of J\u{f6}rg"),
    },
    // Its check sum is that of the text: the run goes on.
    Door {
        make: &[],
        file: "openings",
        text: "a a\nb c\n",
        read: "experiment opened.toml --out opened",
        name: Name::Nowhere,
    },
    Door {
        make: &["experiment own.toml --out out"],
        file: "out/experiment.json",
        text: "",
        read: "experiment out/experiment.json --out out",
        name: Name::Nowhere,
    },
    Door {
        make: &["experiment own.toml --out out"],
        file: "out/provenance.json",
        text: "",
        read: "experiment own.toml --out out",
        name: Name::Nowhere,
    },
    Door {
        make: &["reproduce --tables 1 --alpha-beta-depth 1 --pairs 2 --out records/own"],
        file: "records/own/results.json",
        text: "",
        read: "figures page.md",
        name: Name::Nowhere,
    },
    Door {
        make: &["reproduce --tables 1 --alpha-beta-depth 1 --pairs 2 --out records/own"],
        file: "page.md",
        text: PAGE,
        read: "figures page.md",
        name: Name::Told("2 pairs", "J\u{f6}rg 2 pairs"),
    },
    Door {
        make: &["solve tic-tac-toe --moves 'a1 b2' --solver proof-number:method=pn --proof proof"],
        file: "proof",
        text: "",
        read: "solve --check proof",
        name: Name::Nowhere,
    },
    Door {
        make: &["book tic-tac-toe --evaluations 50 --plies 2 --out book"],
        file: "book",
        text: "",
        read: "analyse tic-tac-toe --searcher best-first:evaluations=50 --book book",
        name: Name::Nowhere,
    },
    Door {
        make: &[],
        file: "boards",
        text: "# Boards\n--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X\n",
        read: "solve othello --file boards",
        name: Name::Guessed("Boards", "Boards of J\u{f6}rg"),
    },
    Door {
        make: &[],
        file: "tree.json",
        text: "{ \"to_move\": \"max\",\n\"root\": { \"value\": 0, \"children\": [ { \"value\": 4 },\n{ \"value\": 6 } ] } }\n",
        read: "trace tree.json --searcher best-first:depth=2",
        name: Name::Nowhere,
    },
    Door {
        make: &[],
        file: "positions",
        text: "# Two\n\
            exact-12 4.00 ---OOX--O-OOXX--OOXXOX--OXOOXXXXOOOOXOOXOOOXOOOXO-XOXXXX-XXXXXXX X\n\
            exact-12 0.00 --X-OOO-OO-OXOXOOOOOOXXOOOXOXXXOOOXOXXXO-XXOXXXOX-XXXX-O--X-XXX- X\n\
            exact-12 8.00 ---OOOOX-OOOXOOXXOOOOOOXXXXXOXXXXXOOXXOXXXXXOOOXX-XXX--X--O-XX-- X\n",
        read: "measure values othello --positions positions --evaluation learnt",
        name: Name::Told("Two", "Two of J\u{f6}rg"),
    },
];

const PAGE: &str = "A page\n\n2 pairs.\n<!-- figures\nown challenger.evaluation=learnt | {pairs} pairs\n-->\n";

const OPENED: &str = "\
name = \"opened\"\npairs = 2\nopenings = \"openings\"\ngame = { kind = \"connect-four\" }\n\
challenger = \"best-first:evaluations=10\"\nopponent = \"alpha-beta:evaluations=10\"\n[[cells]]\n";

/// The ways in which programs write a text.
fn ways(text: &str) -> [(&'static str, Vec<u8>); 7] {
    let crlf = text.replace('\n', "\r\n");
    let utf16 = |bytes: fn(u16) -> [u8; 2]| format!("\u{feff}{crlf}").encode_utf16().flat_map(bytes).collect();
    [
        ("a mark", format!("\u{feff}{text}").into()),
        ("CR LF", crlf.clone().into()),
        ("a mark and CR LF", format!("\u{feff}{crlf}").into()),
        ("CR", text.replace('\n', "\r").into()),
        ("CR CR LF", text.replace('\n', "\r\r\n").into()),
        ("UTF-16", utf16(u16::to_le_bytes)),
        ("the other UTF-16", utf16(u16::to_be_bytes)),
    ]
}

fn latin1(text: &str) -> Vec<u8> {
    text.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect()
}

/// What the program says of a file, but for times, which are on lines of their own or in the last columns.
fn said(folder: &Folder, line: &str) -> String {
    let said = folder.succeed(line).stdout;
    let lines = said.lines().filter(|line| !line.contains("time") && !line.contains("/s"));
    lines.map(|line| line.chars().take(60).collect::<String>() + "\n").collect()
}

#[test]
fn a_text_is_the_same_however_its_bytes_are_written() {
    for (number, Door { make, file, text, read, name }) in DOORS.iter().enumerate() {
        let folder = Folder::new(&format!("bytes/{number}"));
        for (other, text) in [("own.toml", OWN), ("opened.toml", OPENED), ("page.md", PAGE)] {
            folder.write(other, text);
        }
        make.iter().for_each(|line| drop(folder.succeed(line)));
        let text = if text.is_empty() { folder.text(file) } else { (*text).to_owned() };
        // What is told of the first run is not told of others: where a folder goes on, there is nothing left to do.
        folder.write(file, &text);
        folder.succeed(read);
        let plain = said(&folder, read);
        for (way, bytes) in ways(&text) {
            folder.write(file, bytes);
            assert_eq!(said(&folder, read), plain, "{file} with {way}");
        }
        match name {
            Name::Nowhere => {}
            Name::Guessed(from, to) => {
                let named = text.replacen(from, to, 1);
                folder.write(file, &named);
                let plain = said(&folder, read);
                folder.write(file, latin1(&named));
                assert_eq!(said(&folder, read), plain, "{file} in ISO 8859-1");
            }
            Name::Told(from, to) => {
                let named = text.replacen(from, to, 1);
                let line = named[..named.find('\u{f6}').unwrap()].lines().count();
                folder.write(file, latin1(&named));
                let told = folder.complaint(read);
                assert!(told.ends_with(&format!("line {line} is no UTF-8 text: save it as UTF-8\n")), "{told}");
            }
        }
    }
}

/// Records have a check sum in each line: what is whole is read, and the run makes the file what it was.
#[test]
fn records_whose_line_ends_were_changed_are_read_and_written_again() {
    let folder = Folder::new("bytes/records");
    folder.write("own.toml", OWN);
    folder.succeed("experiment own.toml --out out");
    let (whole, games) = (folder.contents("out"), folder.succeed("games out").stdout);
    for (way, bytes) in ways(&folder.text("out/games.jsonl")).into_iter().take(5) {
        folder.write("out/games.jsonl", bytes);
        if way == "CR" {
            folder.complaint("games out");
        } else {
            assert_eq!(folder.succeed("games out").stdout, games, "{way}");
        }
        folder.succeed("experiment own.toml --out out");
        assert!(whole == folder.contents("out"), "{way}");
    }
}

/// What is kept with one check sum of all its bytes cannot be made what it was.
#[test]
fn what_is_kept_in_bytes_is_refused_where_its_line_ends_were_changed() {
    let folder = Folder::new("bytes/kept");
    let solve = "solve tic-tac-toe --moves 'a1 b2 c3' --bytes 65536 --memory m";
    folder.succeed(solve);
    let bytes = folder.read("m");
    let crlf = bytes.split(|&byte| byte == b'\n').collect::<Vec<_>>().join(&b"\r\n"[..]);
    for changed in [crlf, [&b"\xef\xbb\xbf"[..], &bytes].concat()] {
        folder.write("m", changed);
        let told = folder.complaint(solve);
        assert!(told.contains("another program changed its line ends: take the file as it was written"), "{told}");
    }
}

/// A shard's description is one line, and is mended by the shard's own command.
#[test]
fn a_shard_whose_files_were_changed_is_finished_again_by_its_command() {
    let folder = Folder::new("bytes/shard");
    folder.write("own.toml", OWN);
    let shard = "experiment own.toml --shard 1/1 --out s";
    folder.succeed(shard);
    let whole = folder.contents("s");
    for file in ["shard.json", "games.jsonl", "experiment.json"] {
        let crlf = folder.text(&format!("s/{file}")).replace('\n', "\r\n");
        folder.write(&format!("s/{file}"), crlf);
        folder.succeed(shard);
        assert!(whole == folder.contents("s"), "{file}");
    }
    for torn in ["", "\0\0\0\0", "{\"version\":1"] {
        folder.write("s/shard.json", torn);
        let told = folder.complaint("shards merge s --out merged");
        assert_eq!(told, "error: s: its shard.json is damaged; give the shard's command again\n");
        folder.succeed(shard);
        assert!(whole == folder.contents("s"), "{torn}");
    }
}

#[test]
fn a_session_is_the_same_however_its_lines_are_written() {
    let folder = Folder::new("bytes/sessions");
    let sessions = [
        ("gtp", "1 protocol_version\n2 play b f5\n3 showboard\n4 undo\nquit\n"),
        ("nboard", "nboard 2\nset depth 1\nmove F5\nping 2\nquit\n"),
    ];
    for (protocol, session) in sessions {
        let engine = format!("engine othello --protocol {protocol} --searcher best-first:evaluations=20");
        let plain = folder.typed(&engine, session).stdout;
        for (way, text) in [
            ("a mark", format!("\u{feff}{session}")),
            ("marks", session.split_inclusive('\n').map(|line| format!("\u{feff}{line}")).collect()),
            ("CR LF", session.replace('\n', "\r\n")),
            ("CR CR LF", session.replace('\n', "\r\r\n")),
            ("null bytes", session.replace('\n', "\0\n").replacen('p', "\0p", 1)),
            ("form feeds", session.replace('\n', "\u{c}\n")),
            ("no last end", session.trim_end().to_owned()),
        ] {
            assert_eq!(folder.typed(&engine, &text).stdout, plain, "{protocol} with {way}");
        }
    }
}
