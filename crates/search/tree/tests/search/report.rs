use std::cell::RefCell;

use bestply_core::{Limit, Report, RootMove, Side, Stop, Value, ValueKind};
use bestply_tree::Memory;

use crate::table::*;

const GAME: &str = "max 0 (4 (8 1) 6 (5 2 (3)) 3 (99))";

/// Makes two levels of [`GAME`] and backs their values up. The values are 1, 2 and 99.
fn make_two_levels<K: Kept>(search: &mut ExplicitSearch<'_, K>) {
    search.expand_fully().unwrap();
    for index in 0..3 {
        let step = search.descend(search.first_child(), index);
        search.expand_fully().unwrap();
        let value = search.best_child().unwrap().value();
        search.set_value(value, ValueKind::Exact);
        search.ascend(step);
    }
    let value = search.best_child().unwrap().value();
    search.set_value(value, ValueKind::Exact);
}

/// The line and what it is worth.
fn line(report: &Report<usize>) -> (&[usize], Option<Value>) {
    (&report.line, report.value)
}

with_and_without_kept_moves! {
    fn the_line_follows_the_best_values_to_the_end_of_the_game<K>() {
        let mut table = Table::<K>::of(GAME);
        let mut search = table.search();
        make_two_levels(&mut search);
        let report = search.report(Stop::Depth, None);
        assert_eq!((report.best_move, line(&report)), (Some(2), (&[2, 0][..], Some(99))));
        assert_eq!((report.stop, report.proved), (Stop::Terminal, false));
    }

    fn a_known_win_is_played_and_proved_whatever_move_is_named<K>() {
        let mut table = Table::<K>::of("max 0 (4 (8 1) 6 (5 2 (3)) 3 (inf))");
        let mut search = table.search();
        make_two_levels(&mut search);
        let report = search.report(Stop::Time, Some(1));
        assert_eq!((line(&report), report.proved), ((&[2][..], Some(Value::MAX)), true));
        assert_eq!([0, 1, 2].map(|mv: usize| report.root_moves[mv].proved), [false, false, true]);
    }

    fn the_line_starts_with_the_move_that_is_named<K>() {
        let mut table = Table::<K>::of(GAME);
        let start = table.position.clone();
        let mut search = table.search();
        make_two_levels(&mut search);
        let report = search.report(Stop::Depth, Some(1));
        assert_eq!(line(&report), (&[1, 1][..], Some(2)));
        assert_eq!((report.stop, report.proved), (Stop::Depth, false));
        assert_eq!(table.position, start);
    }

    fn the_line_goes_to_where_the_search_was_stopped<K>() {
        let mut table = Table::<K>::of(GAME);
        let mut search = table.search();
        make_two_levels(&mut search);
        let outer = search.descend(search.first_child(), 0);
        let inner = search.descend(search.first_child(), 0);
        assert_eq!(search.stopped(Stop::Time), Stop::Time);
        search.ascend(inner);
        search.ascend(outer);
        assert_eq!(line(&search.report_stopped(Stop::Time)), (&[0, 0][..], Some(1)));
    }

    fn the_line_goes_through_the_children_that_are_chosen<K>() {
        let mut table = Table::<K>::of(GAME);
        let mut search = table.search();
        make_two_levels(&mut search);
        let root = search.node_at(0);
        let sides = RefCell::new(Vec::new());
        let choose = |_: &_, node, side, _| {
            sides.borrow_mut().push(side);
            (node == root).then_some(1)
        };
        let report = search.report_chosen(Stop::Time, choose, |child, root_move| {
            root_move.visits = Some(child.value().unsigned_abs());
        });
        assert!(report.root_moves.iter().all(|root_move| root_move.visits == Some(root_move.value.unsigned_abs())));
        assert_eq!(sides.into_inner(), [Side::Max, Side::Min, Side::Max]);
        assert_eq!(line(&report), (&[1, 1][..], Some(2)));
    }

    fn the_line_ends_where_a_value_does_not_come_from_the_children<K>() {
        let mut table = Table::<K>::of(GAME);
        let mut search = table.search();
        make_two_levels(&mut search);
        let step = search.descend(search.first_child(), 2);
        search.set_value(7, ValueKind::Exact);
        search.ascend(step);
        let report = search.report(Stop::Time, None);
        assert_eq!(line(&report), (&[2][..], Some(7)), "but at the root a move is needed all the same");
    }

    fn every_move_has_its_line<K>() {
        let mut table = Table::<K>::of(GAME);
        assert_eq!(table.tree.line_after(&mut table.position, 2, |_, _, _| None), [2], "nothing is known yet");
        make_two_levels(&mut table.search());
        let before = table.position.clone();
        let best = [0, 1, 2].map(|mv| table.tree.line_after(&mut table.position, mv, |_, _, _| None));
        assert_eq!(best, [[0, 1], [1, 1], [2, 0]]);
        let chosen = table.tree.line_after(&mut table.position, 1, |tree, node, side| {
            assert_ne!(node, tree.root(), "the move is given");
            (side == Side::Min).then_some(0)
        });
        assert_eq!((chosen, table.position), (vec![1, 0], before));
    }

    fn a_tree_knows_no_lines_of_another_position<K>() {
        let mut table = Table::<K>::of(GAME);
        make_two_levels(&mut table.search());
        let mut other = Table::<K>::of("min 0 (4 (8 1) 6 (5 2 (3)) 3 (inf))");
        assert_eq!(table.tree.line_after(&mut other.position, 2, |_, _, _| None), [2]);
        let mut shorter = Table::<K>::of("max 0 (4 (8 1) 6 (5 2 (3)))");
        assert_eq!(table.tree.line_after(&mut shorter.position, 1, |_, _, _| None), [1]);
    }

    fn the_report_lists_the_roots_moves_with_the_kinds_of_their_values<K>() {
        let mut table = Table::<K>::of(GAME);
        let mut search = table.search();
        search.expand_next(0, ask).unwrap();
        search.expand_next(1, ask).unwrap();
        let step = search.descend(search.first_child(), 0);
        search.expand_next(0, ask).unwrap();
        search.ascend(step);
        let report = search.report(Stop::Time, None);
        let expected = [RootMove::new(0, 4, ValueKind::Bound), RootMove::new(1, 6, ValueKind::Exact)];
        assert_eq!(report.root_moves, expected);
    }

    fn without_a_roots_child_there_is_the_first_move_and_no_value<K>() {
        let mut table = Table::<K>::of(GAME);
        let report = table.search().report(Stop::Time, None);
        assert_eq!(line(&report), (&[0][..], None));
        assert!(report.root_moves.is_empty());
    }

    fn a_search_beyond_the_tree_adds_its_line_and_its_memory<K>() {
        let mut table = Table::<K>::of(GAME);
        let mut search = table.search();
        search.set_value(2, ValueKind::Exact);
        search.was_beyond(100, 1000, &[0]);
        search.was_beyond(70, 3000, &[1, 1, 0]);
        let bytes = search.tree().bytes();
        let report = search.report_stopped(Stop::Depth);
        assert_eq!(line(&report), (&[1, 1, 0][..], Some(2)), "the root alone has a value");
        assert_eq!((report.nodes, report.bytes), (101, bytes + 3000));
        assert_eq!(report.stop, Stop::Terminal);
    }

    fn a_search_beyond_the_tree_starts_at_the_node<K>() {
        let mut table = Table::<K>::of(GAME);
        (table.limit, table.memory) = (Limit::new().bytes(4000), Memory::Linear);
        let mut search = table.search();
        make_two_levels(&mut search);
        let outer = search.descend(search.first_child(), 1);
        let inner = search.descend(search.first_child(), 1);
        let beyond = search.beyond();
        assert_eq!((&beyond.path[..], beyond.bytes), (&[1, 1][..], Some(1000)));
        assert_eq!(static_values(beyond.position), [3]);
        search.ascend(inner);
        search.ascend(outer);
    }
}
