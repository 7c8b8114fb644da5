//! What a prediction says of a shallow value.

use bestply_core::{Prediction, Value};

const PREDICTION: Prediction = Prediction { deep: 4, shallow: 2, slope: 0.5, offset: 10.0, sigma: 20.0 };

#[test]
fn a_bound_is_the_nearest_value_that_suffices() {
    for bound in [-1000, -1, 0, 7, 1000] {
        for sigmas in [0.0, 0.5, 2.0] {
            let deep = |shallow: Value| 0.5 * f64::from(shallow) + 10.0;
            let least = PREDICTION.at_least(bound, sigmas).expect("it is finite");
            let margin = sigmas * 20.0;
            assert!(deep(least) - margin >= f64::from(bound) && deep(least - 1) - margin < f64::from(bound));
            let most = PREDICTION.at_most(bound, sigmas).expect("it is finite");
            assert!(deep(most) + margin <= f64::from(bound) && deep(most + 1) + margin > f64::from(bound));
        }
    }
}

#[test]
fn no_infinite_value_suffices() {
    assert_eq!(PREDICTION.at_least(Value::MAX - 1, 1.0), None);
    assert_eq!(PREDICTION.at_most(Value::MIN + 1, 1.0), None);
}
