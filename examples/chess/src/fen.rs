//! Positions in the Forsyth-Edwards notation, as other programs write them.
//!
//! They are read as python-chess reads them. What cannot matter to the game is mended, and all else is refused.
//!
//! Source: Steven J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, section 16.

use std::iter::Peekable;
use std::str::SplitWhitespace;

use bestply_catalogue::PositionError;
use bestply_catalogue::names::in_one_line;
use cozy_chess::{Board, BoardBuilder, CastleRights, Color, File, Piece, Rank, Square, get_king_moves, get_line_rays};

/// The board of a text: of its men alone, or with any number of the fields that follow, or of EPD with its operations.
///
/// - Without more fields White is to move, nobody may castle, and the game begins.
/// - A right to castle without its king and its rook at home is none, nor is an en-passant square without its pawn.
///   A right of Chess960, whose rook starts between the corners, is refused: here it would be lost.
/// - A clock beyond the fifty moves is a hundred plies, and a number of the move is from 1 to 65,535.
///
/// # Errors
///
/// If it is no legal position of chess.
pub(crate) fn board(text: &str) -> Result<Board, PositionError> {
    let mut fields = text.split_whitespace().peekable();
    let mut builder = BoardBuilder::empty();
    builder.board = men(fields.next().unwrap_or_default())?;
    builder.side_to_move = color(fields.next().unwrap_or("w"))?;
    check_men(&builder)?;
    builder.castle_rights = rights(&builder, fields.next().unwrap_or("-"))?;
    let en_passant = en_passant(&builder, fields.next().unwrap_or("-"))?;
    (builder.halfmove_clock, builder.fullmove_number) = clocks(&mut fields)?;
    let board = builder.build().map_err(|_| {
        let (waits, moves) = (name(!builder.side_to_move), name(builder.side_to_move));
        wrong(format!("{waits} is in check, and it is {moves}'s turn"))
    })?;
    builder.en_passant = en_passant;
    let is_possible = builder.en_passant.is_some() || !is_aligned(&board);
    builder
        .build()
        .ok()
        .filter(|board| is_possible && board.checkers().len() <= 2)
        .ok_or_else(|| wrong(format!("no move can have given the checks in which {} is", name(builder.side_to_move))))
}

fn wrong(reason: String) -> PositionError {
    PositionError::new(in_one_line(&reason))
}

/// The men of all squares.
fn men(text: &str) -> Result<[Option<(Piece, Color)>; Square::NUM], PositionError> {
    let rows: Vec<&str> = text.strip_suffix('/').unwrap_or(text).split('/').collect();
    if rows.len() != Rank::NUM {
        return Err(wrong(format!("a FEN has 8 ranks with `/` between them, not {}", rows.len())));
    }
    let mut men = [None; Square::NUM];
    for (&row, rank) in rows.iter().zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        // Some programs mark a man that was a pawn with a tilde.
        for letter in row.chars().filter(|&letter| letter != '~') {
            match (letter.to_digit(10), Piece::try_from(letter.to_ascii_lowercase())) {
                (Some(empty @ 1..=8), _) => file += empty as usize,
                (_, Ok(piece)) => {
                    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                    if let Some(file) = File::try_index(file) {
                        men[Square::new(file, rank) as usize] = Some((piece, color));
                    }
                    file += 1;
                }
                _ => return Err(wrong(format!("rank {rank}: `{letter}` is neither a man nor a number from 1 to 8"))),
            }
        }
        if file != File::NUM {
            return Err(wrong(format!("rank {rank} has {file} squares, not 8")));
        }
    }
    Ok(men)
}

fn color(text: &str) -> Result<Color, PositionError> {
    match text.to_ascii_lowercase().as_str() {
        "w" | "white" => Ok(Color::White),
        "b" | "black" => Ok(Color::Black),
        _ => Err(wrong(format!("`{text}` is no side to move, which is `w` or `b`"))),
    }
}

fn name(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}

/// Checks that there are no more and no fewer men than there can be, and none where it cannot be.
fn check_men(builder: &BoardBuilder) -> Result<(), PositionError> {
    for color in Color::ALL {
        let count = |is_it: &dyn Fn(Piece) -> bool| {
            builder.board.iter().flatten().filter(|&&(man, own)| own == color && is_it(man)).count()
        };
        let [kings, pawns, all] =
            [count(&|man| man == Piece::King), count(&|man| man == Piece::Pawn), count(&|_| true)];
        let counted = match (kings, pawns, all) {
            (1, ..=8, ..=16) => continue,
            (1, ..=8, all) => format!("{all} men, and at most 16 can be"),
            (1, pawns, _) => format!("{pawns} pawns, and at most 8 can be"),
            (kings, ..) => format!("{kings} kings, and one is needed"),
        };
        return Err(wrong(format!("{} has {counted}", name(color))));
    }
    let ends = [Rank::First, Rank::Eighth];
    let on_end =
        |&square: &Square| ends.contains(&square.rank()) && matches!(builder.square(square), Some((Piece::Pawn, _)));
    if let Some(square) = Square::ALL.iter().find(|square| on_end(square)) {
        return Err(wrong(format!("a pawn is on {square}, where it would be another man")));
    }
    let kings: Vec<Square> =
        Square::ALL.into_iter().filter(|&square| matches!(builder.square(square), Some((Piece::King, _)))).collect();
    let side_by_side = get_king_moves(kings[0]).has(kings[1]);
    if side_by_side {
        Err(wrong(format!("the kings on {} and {} are side by side", kings[0], kings[1])))
    } else {
        Ok(())
    }
}

/// The rights to castle, each by its side's letter, in any order, or by the file of its rook.
fn rights(builder: &BoardBuilder, text: &str) -> Result<[CastleRights; Color::NUM], PositionError> {
    let (mut rights, corners) = ([CastleRights::EMPTY; Color::NUM], [File::A, File::H]);
    for letter in text.chars().filter(|&letter| letter != '-') {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let is_there =
            |man, file| builder.square(Square::new(file, Rank::First.relative_to(color))) == Some((man, color));
        let file = match letter.to_ascii_lowercase() {
            'k' => File::H,
            'q' => File::A,
            file => file
                .try_into()
                .map_err(|_| wrong(format!("`{text}` are no rights to castle, which are of `KQkq`, or `-`")))?,
        };
        let is_home = corners.contains(&file) && is_there(Piece::King, File::E);
        let own = &mut rights[color as usize];
        match (is_there(Piece::Rook, file), is_home) {
            (true, true) if file == File::H => own.short = Some(file),
            (true, true) => own.long = Some(file),
            (true, false) if !corners.contains(&file) && File::ALL.iter().any(|&file| is_there(Piece::King, file)) => {
                let right = "here a king castles from e1 or e8 with a rook in the corner";
                return Err(wrong(format!("`{text}` are rights of Chess960, and {right}")));
            }
            _ => {}
        }
    }
    Ok(rights)
}

/// The square behind a pawn that may be taken in passing. It is none if no pawn can have come by.
fn en_passant(builder: &BoardBuilder, text: &str) -> Result<Option<Square>, PositionError> {
    if text == "-" {
        return Ok(None);
    }
    let square: Square = text
        .to_ascii_lowercase()
        .parse()
        .map_err(|_| wrong(format!("`{text}` is no square behind a pawn, which is as `e3`, or `-`")))?;
    let other = !builder.side_to_move;
    let on = |rank: Rank| builder.square(Square::new(square.file(), rank.relative_to(other)));
    let came_by = square.rank() == Rank::Third.relative_to(other)
        && on(Rank::Second).is_none()
        && on(Rank::Third).is_none()
        && on(Rank::Fourth) == Some((Piece::Pawn, other));
    Ok(came_by.then_some(square))
}

/// The plies since the last capture or pawn move, and the number of the move: two fields, or two operations of EPD.
fn clocks(fields: &mut Peekable<SplitWhitespace<'_>>) -> Result<(u8, u16), PositionError> {
    let mut number = || fields.next_if(|field| !field.starts_with(|letter: char| letter.is_ascii_alphabetic()));
    let (mut clock, mut count) = (number(), number());
    let rest = fields.by_ref().collect::<Vec<_>>().join(" ");
    let is_operation =
        rest.contains(';') || ["am", "bm", "id"].iter().any(|&code| rest.split(' ').next() == Some(code));
    if !rest.is_empty() && !is_operation {
        return Err(wrong(format!("`{rest}` is no operation of EPD, which is as `bm Qd1;`")));
    }
    for operation in rest.split(';') {
        match operation.split_whitespace().collect::<Vec<_>>()[..] {
            ["hmvc", value] => clock = Some(value),
            ["fmvn", value] => count = Some(value),
            _ => {}
        }
    }
    let clock = whole(clock, 0, "the plies since the last capture or pawn move")?.clamp(0, 100);
    let count = whole(count, 1, "the number of the move")?.clamp(1, u16::MAX.into());
    Ok((clock as u8, count as u16))
}

/// A whole number, however large; this one where there is a dash or nothing.
fn whole(text: Option<&str>, otherwise: i64, what: &str) -> Result<i64, PositionError> {
    let Some(text) = text.filter(|&text| text != "-") else { return Ok(otherwise) };
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_ascii_digit()) {
        return Err(wrong(format!("`{text}` is not {what}, which is a whole number")));
    }
    Ok(text.parse().unwrap_or(i64::MAX))
}

/// Whether the king that is in check is between two men that give it, so that none can have moved last.
fn is_aligned(board: &Board) -> bool {
    let checkers: Vec<Square> = board.checkers().into_iter().collect();
    matches!(checkers[..], [one, other] if get_line_rays(one, other).has(board.king(board.side_to_move())))
}
