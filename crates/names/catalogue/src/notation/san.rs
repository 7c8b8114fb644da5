//! A move as it is written: in the Standard Algebraic Notation, with more than that asks for, or in coordinates.

/// What a written move says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum San {
    /// The king castles.
    Castling(Wing),
    /// A man goes to a square.
    Move {
        /// The letter of the man; nothing where none is written, as for a pawn.
        man: Option<char>,
        /// The file that it comes from.
        file: Option<char>,
        /// The rank that it comes from.
        rank: Option<char>,
        /// The file and the rank that it goes to.
        to: (char, char),
        /// The letter of the man that a pawn becomes.
        promotion: Option<char>,
    },
}

/// The side of the board to which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wing {
    King,
    Queen,
}

impl San {
    /// The longest move that a text begins with, and what follows it.
    pub(super) fn begin(text: &str) -> Option<(San, &str)> {
        castling(text).or_else(|| man_to_square(text))
    }

    /// The move that a text is.
    pub(super) fn read(text: &str) -> Option<San> {
        San::begin(text).filter(|(_, rest)| rest.is_empty()).map(|(san, _)| san)
    }

    /// Whether it has the form of castling: a king's two steps, or its move onto its rook, or what is written so.
    pub(super) fn castles(self) -> bool {
        match self {
            San::Castling(_) => true,
            San::Move { man, file, rank, to: (to_file, to_rank), .. } => {
                let is_home = file == Some('e') && rank == Some(to_rank) && "18".contains(to_rank);
                is_home && man.is_none_or(|man| man == 'K') && "acgh".contains(to_file)
            }
        }
    }

    /// Whether it names this legal move, of which the coordinates are given, and the shortest form if it is asked for.
    ///
    /// Without a letter it is a pawn's, which takes only if its file is written; or any man's, if all its coordinates
    /// are written, and then a king may castle to where its rook is. This is how python-chess reads it.
    pub(super) fn names(self, coordinates: &str, shortest: impl Fn() -> Option<String>) -> bool {
        let legal = || shortest().and_then(|text| San::begin(&text).map(|(san, _)| san));
        let San::Move { man, file, rank, to, promotion } = self else { return legal() == Some(self) };
        let Some(San::Move { file: from_file, rank: from_rank, to: goal, promotion: made, .. }) =
            San::read(coordinates)
        else {
            return false;
        };
        let is_whole = man.is_none() && file.is_some() && rank.is_some();
        let castles = |(wing, rook)| is_whole && to == (rook, goal.1) && legal() == Some(San::Castling(wing));
        let comes = (file.is_none() || file == from_file) && (rank.is_none() || rank == from_rank);
        let goes = to == goal || wing_of(goal.0).is_some_and(castles);
        if !(comes && goes && promotion == made) {
            return false;
        }
        match man {
            None if is_whole => true,
            None | Some('P') => {
                (file.is_some() || from_file == Some(to.0)) && matches!(legal(), Some(San::Move { man: None, .. }))
            }
            Some(_) => matches!(legal(), Some(San::Move { man: legal, .. }) if legal == man),
        }
    }
}

/// The side to which a king castles that goes to this file, and the file of its rook.
fn wing_of(goal: char) -> Option<(Wing, char)> {
    match goal {
        'g' => Some((Wing::King, 'h')),
        'c' => Some((Wing::Queen, 'a')),
        _ => None,
    }
}

/// Castling by the letter O, by zeros, or by small letters, with a dash of any length.
fn castling(text: &str) -> Option<(San, &str)> {
    let ring = |text| first(text, |letter| "Oo0".contains(letter).then_some(()));
    let step = |text| first(text, |letter| DASHES.contains(&letter).then_some(())).and_then(|(_, rest)| ring(rest));
    let (_, rest) = step(ring(text)?.1)?;
    let (wing, rest) = step(rest).map_or((Wing::King, rest), |(_, rest)| (Wing::Queen, rest));
    Some((San::Castling(wing), rest))
}

fn man_to_square(text: &str) -> Option<(San, &str)> {
    let (man, rest) = first(text, man_of).map_or((None, text), |(man, rest)| (Some(man), rest));
    // The longest origin comes first: `e2e4` is one move, and not `e2`.
    let origins = [(true, true), (true, false), (false, true), (false, false)];
    let (file, rank, to, rest) = origins.into_iter().find_map(|(has_file, has_rank)| {
        let part = |rest, has: bool, read: fn(char) -> Option<char>| {
            if has { first(rest, read).map(|(letter, rest)| (Some(letter), rest)) } else { Some((None, rest)) }
        };
        let (file, rest) = part(rest, has_file, file_of)?;
        let (rank, rest) = part(rest, has_rank, rank_of)?;
        let rest = rest.strip_prefix(['x', 'X', ':', '×']).or_else(|| rest.strip_prefix(DASHES)).unwrap_or(rest);
        let (to_file, rest) = first(rest, file_of)?;
        let (to_rank, rest) = first(rest, rank_of)?;
        Some((file, rank, (to_file, to_rank), rest))
    })?;
    let may_promote = "18".contains(to.1) && man.is_none_or(|man| man == 'P');
    let promotion = promotion(rest).filter(|_| may_promote);
    let (promotion, rest) = promotion.map_or((None, rest), |(man, rest)| (Some(man), rest));
    Some((San::Move { man, file, rank, to, promotion }, rest))
}

/// `=Q`, `Q`, `/Q`, `(Q)` or `=(Q)`, in small letters too.
fn promotion(text: &str) -> Option<(char, &str)> {
    let text = text.strip_prefix(['=', '/']).unwrap_or(text);
    let (man, rest) = first(text.strip_prefix('(').unwrap_or(text), |letter| match letter {
        'b' => Some('B'),
        _ => man_of(letter).filter(|man| "QRBN".contains(*man)),
    })?;
    if text.starts_with('(') { rest.strip_prefix(')').map(|rest| (man, rest)) } else { Some((man, rest)) }
}

pub(super) const DASHES: [char; 5] = ['-', '‐', '‑', '–', '−'];

/// The letter of a man: its own, small if it is no file's, or its picture.
fn man_of(letter: char) -> Option<char> {
    match letter {
        'K' | 'k' | '♔' | '♚' => Some('K'),
        'Q' | 'q' | '♕' | '♛' => Some('Q'),
        'R' | 'r' | '♖' | '♜' => Some('R'),
        'B' | '♗' | '♝' => Some('B'),
        'N' | 'n' | '♘' | '♞' => Some('N'),
        'P' | 'p' | '♙' | '♟' => Some('P'),
        _ => None,
    }
}

fn file_of(letter: char) -> Option<char> {
    ('a'..='h').contains(&letter).then_some(letter)
}

fn rank_of(letter: char) -> Option<char> {
    ('1'..='8').contains(&letter).then_some(letter)
}

/// What the first letter of a text means, and the rest.
fn first<T>(text: &str, read: impl Fn(char) -> Option<T>) -> Option<(T, &str)> {
    let letter = text.chars().next()?;
    Some((read(letter)?, &text[letter.len_utf8()..]))
}
