//! What holds of the planes of every game.

use bestply_core::Side;
use bestply_learning::Planes;
use bestply_testkit::Dice;

/// Checks the planes in random games. `exchanged` gives each side the other's place, board and all.
pub(crate) fn check<P: Planes>(start: impl Fn(u64) -> P, exchanged: impl Fn(&P) -> P) {
    assert_eq!(P::NAMES.len(), P::SHAPE[0], "each plane has a name");
    let mut dice = Dice::new(5);
    for game in 0..20 {
        let mut position = start(game);
        loop {
            for viewer in [Side::Max, Side::Min] {
                let inputs = inputs(&position, viewer);
                assert!(inputs.windows(2).all(|pair| pair[0] < pair[1]), "an input is there once");
                assert!(inputs.iter().all(|&input| usize::from(input) < P::INPUTS));
                assert_eq!(inputs, self::inputs(&exchanged(&position), viewer.other()));
                let mut features = Vec::new();
                position.features(viewer, &mut features);
                features.sort_unstable();
                assert!(features.len() <= P::MOST_ACTIVE);
                assert_eq!(bits(&position, viewer), features);
            }
            if position.is_terminal() {
                break;
            }
            check_outputs(&position, &exchanged(&position));
            position.make(position.nth_move(dice.below(position.move_count() as u64) as usize));
        }
        assert_eq!(position.finished_value(), exchanged_value(exchanged(&position).finished_value()));
    }
}

/// Each move has an output of its own, if the game has a policy, and exchanging the sides changes none.
fn check_outputs<P: Planes>(position: &P, exchanged: &P) {
    if P::OUTPUTS == 0 {
        return;
    }
    let outputs = |position: &P| {
        let mut outputs: Vec<usize> = position.moves().map(|mv| position.output(mv)).collect();
        outputs.sort_unstable();
        outputs
    };
    let own = outputs(position);
    assert!(own.windows(2).all(|pair| pair[0] < pair[1]) && own.iter().all(|&output| output < P::OUTPUTS), "{own:?}");
    assert_eq!(own, outputs(exchanged));
    for output in own {
        let mirrored = P::mirrored_output(output);
        assert!(mirrored < P::OUTPUTS && P::mirrored_output(mirrored) == output);
    }
}

fn inputs<P: Planes>(position: &P, viewer: Side) -> Vec<u16> {
    let mut inputs = Vec::new();
    position.active(viewer, &mut inputs);
    inputs.sort_unstable();
    inputs
}

fn bits<P: Planes>(position: &P, viewer: Side) -> Vec<u16> {
    let mut words = vec![0; P::WORDS];
    position.set_bits(viewer, &mut words);
    let is_set = |input: &u16| words[usize::from(input / 64)] >> (input % 64) & 1 == 1;
    (0..P::FEATURES as u16).filter(is_set).collect()
}

fn exchanged_value(value: i32) -> i32 {
    match value {
        i32::MIN => i32::MAX,
        i32::MAX => i32::MIN,
        value => -value,
    }
}
