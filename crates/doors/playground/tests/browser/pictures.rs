//! Every mode as it looks, at three widths, beside how it looked when somebody looked at it last.
//!
//! A picture is kept as the lightness of its blocks of 16 by 16 pixels, a digit each: some kilobytes of text, in which
//! a change shows as a change of lines. The pixels would be a hundred times as much, and other bytes for every shade of
//! a letter's edge. A tree that is clipped, a board that is gone or a column that has moved changes whole blocks; one
//! more step of a gradient changes none.
//!
//! `.ci/run pictures` compares, and with `PLAYGROUND_PICTURES_UPDATE=1` writes them anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use super::Visit;
use crate::page::Page;

const WIDTHS: [u32; 3] = [320, 768, 1920];

/// What a block may be lighter or darker, of 36.
const SLACK: u32 = 4;
/// The share of blocks that may be more than that, and by which a picture may be taller.
const SHARE: f64 = 0.01;

/// A mode, and how it comes to a state that is always the same.
struct Look {
    mode: &'static str,
    fragment: &'static str,
    /// When it can be used, what is done then, and when that is done.
    begun: &'static str,
    does: &'static str,
    ready: &'static str,
}

const LOOKS: [Look; 4] = [
    Look {
        mode: "learn",
        fragment: "learn=3",
        begun: "document.querySelector('#learn .place')",
        does: "",
        ready: "document.querySelector('#learn .place').textContent.startsWith('1 of')",
    },
    Look {
        mode: "play",
        fragment: "game=othello&moves=f5,d6,c3,d3",
        begun: "document.getElementById('status').textContent",
        does: "",
        ready: "document.querySelector('#legal button')",
    },
    Look {
        mode: "look",
        fragment: "look&game=othello&moves=f5,d6,c3,d3",
        begun: "document.querySelector('.looked-at')?.textContent",
        does: "document.getElementById('budget').value = '2000'; document.querySelector('#grow').click()",
        ready: "document.querySelectorAll('#atlas .map canvas').length === 2 \
            && / plays /.test(document.getElementById('told').textContent)",
    },
    Look {
        mode: "compare",
        fragment: "compare&game=othello&moves=f5,d6,c3,d3",
        begun: "document.querySelector('#compare-evaluation')?.value === 'strong'",
        does: "document.getElementById('compare-budget').value = '200'; \
            document.querySelector('#compare-form [type=submit]').click()",
        ready: "document.querySelector('#compare-overlooked li') \
            && !document.getElementById('compare-stop').matches(':enabled')",
    },
];

/// The lightness of each block of a picture in PNG, as lines of digits of the base 36.
const BLOCKS: &str = r#"(async () => {
    const image = new Image();
    image.src = "data:image/png;base64,PICTURE";
    await image.decode();
    const { width, height } = image;
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const lines = [];
    for (let top = 0; top < height; top += 16) {
        let line = "";
        for (let left = 0; left < width; left += 16) {
            let [sum, count] = [0, 0];
            for (let y = top; y < Math.min(top + 16, height); y += 1)
                for (let x = left; x < Math.min(left + 16, width); x += 1) {
                    const at = 4 * (y * width + x);
                    sum += 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
                    count += 1;
                }
            line += Math.round((35 * sum) / (255 * count)).toString(36);
        }
        lines.push(line);
    }
    return lines.join("\n");
})()"#;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures")
}

/// What letters look like here: the font that the page's own choice leads to.
fn font() -> String {
    let output = Command::new("fc-match").arg("system-ui").output();
    output.map_or_else(|_| "unknown".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// How a picture differs from the one that is kept; `None` where it is as good as the same.
fn difference(kept: &str, found: &str) -> Option<String> {
    let rows = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (kept, found) = (rows(kept), rows(found));
    let columns = kept.first().map_or(0, String::len);
    if found.first().map_or(0, String::len) != columns {
        return Some("it is not as wide as it was".to_owned());
    }
    if (kept.len().abs_diff(found.len()) as f64) > (kept.len() as f64 * SHARE).max(1.0) {
        return Some(format!("it is {} blocks tall, and was {}", found.len(), kept.len()));
    }
    let lightness = |letter: char| letter.to_digit(36).unwrap_or(0);
    let differs = |(one, other): (char, char)| lightness(one).abs_diff(lightness(other)) > SLACK;
    let of_row =
        |(one, other): (&String, &String)| one.chars().zip(other.chars()).filter(|&pair| differs(pair)).count();
    let per_row: Vec<usize> = kept.iter().zip(&found).map(of_row).collect();
    let (changed, all) = (per_row.iter().sum::<usize>(), columns * kept.len());
    let first = per_row.iter().position(|&count| count > 0)?;
    let share = changed as f64 / all as f64;
    (share > SHARE).then(|| format!("{changed} of {all} blocks differ, the first {} pixels from the top", 16 * first))
}

/// The picture of a page on which nothing moves any more.
fn settled(page: &mut Page) -> String {
    let mut picture = page.picture();
    for _ in 0..40 {
        thread::sleep(Duration::from_millis(250));
        let next = page.picture();
        if next == picture {
            return picture;
        }
        picture = next;
    }
    panic!("the page never comes to rest");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn every_mode_looks_as_it_did_and_is_in_order_at_three_widths() {
    let is_update = std::env::var_os("PLAYGROUND_PICTURES_UPDATE").is_some();
    let font = font();
    let mut visit = Visit::begin("reference");
    let mut wrong = Vec::new();
    for Look { mode, fragment, begun, does, ready } in LOOKS {
        for width in WIDTHS {
            for theme in ["dark", "light"] {
                visit.open(fragment, width, theme);
                visit.page.wait(begun);
                visit.page.get(&format!("(() => {{ {does}; }})()"));
                visit.page.wait(ready);
                visit.check(&format!("{mode}-{width}-{theme}"));
            }
            let picture = settled(&mut visit.page);
            visit.page.open("about:blank", width, "light");
            let blocks = visit.page.get(&BLOCKS.replace("PICTURE", &picture));
            // That a picture was read is no request of the page.
            visit.page.told();
            let found = blocks.as_str().expect("it is a text");
            let file = folder().join(format!("{mode}-{width}.txt"));
            if is_update {
                fs::create_dir_all(folder()).unwrap();
                fs::write(&file, format!("{font}\n{found}\n")).unwrap();
                continue;
            }
            let kept = fs::read_to_string(&file).unwrap_or_default();
            match kept.split_once('\n') {
                None => wrong.push(format!("{mode} at {width}: there is no picture of it")),
                // Other letters have other widths.
                Some((drawn_with, _)) if drawn_with != font => {
                    println!(
                        "skipped: {mode} at {width} is kept with the letters of {drawn_with}, and here are {font}"
                    );
                }
                Some((_, kept)) => {
                    wrong.extend(difference(kept, found).map(|what| format!("{mode} at {width}: {what}")));
                }
            }
        }
    }
    assert_eq!(
        wrong, [""; 0],
        "after a look, with `PLAYGROUND_PICTURES=FOLDER`: PLAYGROUND_PICTURES_UPDATE=1 .ci/run pictures"
    );
}

#[test]
fn what_is_clipped_differs_and_a_shade_does_not() {
    let picture = |rows: usize, tree: usize| {
        let row = |row: usize| if row < tree { "zzzz99999999zzzzzzzz" } else { "zzzzzzzzzzzzzzzzzzzz" };
        (0..rows).map(row).collect::<Vec<_>>().join("\n")
    };
    let whole = picture(40, 20);
    assert_eq!(difference(&whole, &whole), None);
    assert_eq!(difference(&whole, &whole.replace('9', "b")), None);
    assert_eq!(difference(&whole, &picture(41, 20)), None);
    let clipped = difference(&whole, &picture(40, 14)).unwrap();
    assert_eq!(clipped, "48 of 800 blocks differ, the first 224 pixels from the top");
    assert_eq!(difference(&whole, &picture(50, 20)).unwrap(), "it is 50 blocks tall, and was 40");
}
