use bestply::learning::{Outlook, OwnPlanes, Planes, Sight};
use bestply::{Side, Value};
use bestply_any_game::{AnyMove, AnyPosition, Playable};

/// What a network sees of the positions of one game ([`Planes`]), behind one type for all games.
///
/// It sees positions of its own game alone, and panics at others.
#[derive(Clone, Copy, Debug)]
pub struct GamePlanes {
    /// What the planes are.
    pub outlook: Outlook,
    active: fn(&AnyPosition, Side, &mut Vec<u16>),
    features: fn(&AnyPosition, Side, &mut Vec<u16>),
    set_bits: fn(&AnyPosition, Side, &mut [u64]),
    output: fn(&AnyPosition, AnyMove) -> usize,
    finished_value: fn(&AnyPosition) -> Value,
}

impl GamePlanes {
    pub(crate) fn of<P: Playable + Planes>() -> GamePlanes {
        GamePlanes {
            outlook: Outlook::of::<P>(),
            active: |position, viewer, inputs| OwnPlanes.active(position.native::<P>(), viewer, inputs),
            features: |position, viewer, features| OwnPlanes.features(position.native::<P>(), viewer, features),
            set_bits: |position, viewer, words| OwnPlanes.set_bits(position.native::<P>(), viewer, words),
            output: |position, mv| {
                let position = position.native::<P>();
                OwnPlanes.output(position, position.numbered(mv.number()))
            },
            finished_value: |position| OwnPlanes.finished_value(position.native::<P>()),
        }
    }
}

impl Sight<AnyPosition> for GamePlanes {
    fn outlook(&self) -> Outlook {
        self.outlook
    }

    #[inline]
    fn words(&self) -> usize {
        self.outlook.features.div_ceil(u64::BITS as usize)
    }

    #[inline]
    fn active(&self, position: &AnyPosition, viewer: Side, inputs: &mut Vec<u16>) {
        (self.active)(position, viewer, inputs);
    }

    #[inline]
    fn features(&self, position: &AnyPosition, viewer: Side, features: &mut Vec<u16>) {
        (self.features)(position, viewer, features);
    }

    #[inline]
    fn set_bits(&self, position: &AnyPosition, viewer: Side, words: &mut [u64]) {
        (self.set_bits)(position, viewer, words);
    }

    #[inline]
    fn output(&self, position: &AnyPosition, mv: AnyMove) -> usize {
        (self.output)(position, mv)
    }

    #[inline]
    fn finished_value(&self, position: &AnyPosition) -> Value {
        (self.finished_value)(position)
    }
}
