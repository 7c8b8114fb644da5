/// Text for a snapshot that a person can review: what is longer than 140 columns goes on in lines that are set in.
///
/// Lines are broken after spaces, commas and closing brackets.
///
/// ```
/// use bestply_testkit::reviewable;
///
/// let long = "word ".repeat(30);
/// assert_eq!(reviewable(&long), format!("{}\n    word word\n", ["word"; 28].join(" ")));
/// assert_eq!(reviewable("short"), "short\n");
/// ```
pub fn reviewable(text: &str) -> String {
    const WIDTH: usize = 140;
    let mut lines = String::new();
    for line in text.lines() {
        let mut width = 0;
        for word in line.split_inclusive([' ', ',', ']']) {
            let characters = word.chars().count();
            if width > 0 && width + characters > WIDTH {
                lines = lines.trim_end_matches(' ').to_owned() + "\n    ";
                width = 4;
            }
            lines += word;
            width += characters;
        }
        lines = lines.trim_end_matches(' ').to_owned() + "\n";
    }
    lines
}
