use bestply_core::{Bounds, Limit, Position, Side, Stop, Value, ValueKind};
use bestply_explicit_game::{ExplicitPosition, NodeValue};
use bestply_testkit::Deferring;
use bestply_tree::{Deferral, Expansion, Memory, TreeNode, TreeSearch};

use crate::table::*;

/// A tree that the least limit on bytes holds, except for the children of the second move.
const FULL: &str = "max 0 (1 (2 (3 3 3 3) 2 (3 3 3 3) 2 (3 3 3 3) 2 (3 3 3 3)) 1 (5 5 5 5))";

fn make_below_first_child<K: Kept>(search: &mut ExplicitSearch<'_, K>) {
    search.expand_fully().unwrap();
    let step = search.descend(search.first_child(), 0);
    search.expand_fully().unwrap();
    for index in 0..4 {
        let step = search.descend(search.first_child(), index);
        search.expand_fully().unwrap();
        search.ascend(step);
    }
    search.ascend(step);
}

/// A way of making a node's children.
type Expand<K> = fn(&mut ExplicitSearch<'_, K>) -> Result<(), Stop>;

with_and_without_kept_moves! {
    fn the_board_and_the_path_move_together<K>() {
        let mut table = Table::<K>::of("max 0 (4 (8 1) 6 (5 2 (7)))");
        let start = table.position.clone();
        let mut search = table.search();
        let root = search.node_at(0);
        assert_eq!((search.depth(), search.side(), search.node().value()), (0, Side::Max, 0));

        search.expand_fully().unwrap();
        let first = search.first_child();
        let to_six = search.descend(first, 1);
        assert_eq!((search.depth(), search.side(), search.node().value()), (1, Side::Min, 6));
        assert_eq!([0, 1].map(|depth| search.node_at(depth)), [root, first.sibling(1)]);

        search.expand_fully().unwrap();
        let below = search.first_child();
        let to_two = search.descend(below, 1);
        assert_eq!((search.depth(), search.side(), search.node().value()), (2, Side::Max, 2));
        assert_eq!([0, 1, 2].map(|depth| search.node_at(depth)), [root, first.sibling(1), below.sibling(1)]);
        assert_eq!(search.position().moves(), 0..1);

        assert_eq!(search.ascend(to_two), below.sibling(1));
        assert_eq!(search.ascend(to_six), first.sibling(1));
        assert_eq!((search.node_at(0), search.position()), (root, &start));
    }

    fn the_next_search_starts_at_the_root_that_a_move_left<K>() {
        let mut table = Table::<K>::of("max 0 (4 6 (5 2))");
        let mut search = table.search();
        search.expand_fully().unwrap();
        search.report(Stop::Asked, None);
        table.tree.advance_by(&mut table.position, 1);
        table.position.make(1);

        let mut search = table.search();
        assert_eq!((search.depth(), search.node().value()), (0, 6));
        search.expand_fully().unwrap();
        assert_eq!(values(&search), [5, 2]);
    }

    fn the_tree_of_another_position_is_forgotten<K>() {
        let game = "max 0 (4 (8 1) 6 (5 2))";
        let others: [fn(&mut ExplicitPosition); 2] = [|position| { position.make(0); }, |position| { position.make(1); position.make(0); }];
        for other in others {
            let mut table = Table::<K>::of(game);
            table.search().expand_fully().unwrap();
            assert_eq!(table.search().children_made(), 2);
            other(&mut table.position);
            assert_eq!(table.search().children_made(), 0);
        }
    }

    fn a_tree_of_nobodys_is_forgotten_if_its_root_has_another_number_of_children<K>() {
        for (total, kept) in [(0, true), (2, true), (3, false)] {
            let mut table = Table::<K>::of("max 0 (4 6)");
            let root = table.tree.root();
            if total > 0 {
                table.tree.add_children(root, total, [1]);
            }
            table.tree.set_value(root, 7, ValueKind::Exact);
            assert_eq!(table.search().node().value() == 7, kept, "{total} children");
        }
    }

    fn a_searcher_may_change_nodes_itself<K>() {
        let mut table = Table::<K>::of("max 0 (4 6)");
        let mut search = table.search();
        search.set_payload(7);
        let root = search.node_at(0);
        search.tree_mut().set_value(root, 5, ValueKind::Exact);
        assert_eq!((search.node().payload, search.node().value()), (7, 5));
        assert!(table.notes.0.is_empty(), "and tells nobody");
    }

    fn a_value_is_given_together_with_a_payload<K>() {
        let mut table = Table::<K>::of("max 0 (4 6)");
        let mut search = table.search();
        search.set_value_and_payload(5, ValueKind::Bound, 7);
        let node = search.node();
        assert_eq!((node.value(), node.kind(), node.payload), (5, ValueKind::Bound, 7));
    }

    fn a_search_knows_whether_it_is_watched<K>() {
        let Table { mut tree, mut position, mut evaluator, limit, memory, mut notes } = Table::<K>::of("max 0 (4 6)");
        assert!(TreeSearch::new(&mut tree, &mut position, &mut evaluator, &limit, memory, &mut notes).is_watched());
        assert!(!TreeSearch::new(&mut tree, &mut position, &mut evaluator, &limit, memory, &mut ()).is_watched());
    }

    fn a_game_is_over_where_there_are_no_moves<K>() {
        let mut table = Table::<K>::of("max 0 (4)");
        let mut search = table.search();
        assert!(!search.is_terminal());
        search.expand_fully().unwrap();
        assert!(!search.is_terminal());
        let step = search.descend(search.first_child(), 0);
        assert!(search.is_terminal());
        search.ascend(step);
        assert!(!search.is_terminal());
    }

    fn an_expansion_ends_once_it_is_enough_and_is_resumed_there<K>() {
        let mut table = Table::<K>::of("max 0 (4 6 3 7 5)");
        let mut search = table.search();
        let mut told = Vec::new();
        search.expand_until(Bounds::OPEN, |index, value| { told.push((index, value)); value == 6 }).unwrap();
        assert_eq!((search.children_made(), search.node().expansion()), (2, Expansion::Partial));
        search.expand_until(Bounds::OPEN, |index, value| { told.push((index, value)); value == 3 }).unwrap();
        assert_eq!((search.children_made(), search.node().expansion()), (3, Expansion::Partial));
        search.expand_until(Bounds::OPEN, |index, value| { told.push((index, value)); false }).unwrap();
        assert_eq!((search.children_made(), search.node().expansion()), (5, Expansion::Full));
        assert_eq!(told, [(0, 4), (1, 6), (2, 3), (3, 7), (4, 5)]);
        let counts = search.meter().counts();
        assert_eq!((counts.evaluations, counts.generations, counts.expansions), (5, 5, 3));
        assert_moves_lead_to_their_values(&mut search);
    }

    fn all_that_is_missing_is_made_at_once<K>() {
        for made in 0..=3 {
            let mut table = Table::<K>::of("max 0 (4 6 3)");
            let mut search = table.search();
            for made in 0..made {
                search.expand_next(made, ask).unwrap();
                assert_eq!(search.children_made(), made + 1);
            }
            search.expand_fully().unwrap();
            assert_eq!(search.node().expansion(), Expansion::Full);
            assert_eq!(search.meter().counts().evaluations, 3);
            assert_moves_lead_to_their_values(&mut search);
        }
    }

    fn a_node_without_missing_children_is_no_expansion<K>() {
        let mut table = Table::<K>::of("max 0 (4 6 3)");
        let mut search = table.search();
        search.expand_fully().unwrap();
        search.expand_fully().unwrap();
        assert_eq!(search.meter().counts().expansions, 1);
    }

    fn children_are_made_with_the_values_that_the_searcher_finds<K>() {
        let mut table = Table::<K>::of("max 0 (4 6 3)");
        let mut search = table.search();
        search.expand_next(0, |_, mv, _, _| Ok(70 + mv as Value)).unwrap();
        search.expand_by(|_, mv, _, _| Ok(80 + mv as Value)).unwrap();
        assert_eq!(values(&search), [70, 81, 82]);
    }

    fn a_limit_leaves_the_children_made_and_the_value<K>() {
        let ways: [Expand<K>; 3] =
            [|search| search.expand_fully(), |search| search.expand_until(Bounds::OPEN, |_, _| false), |search| search.expand_by(ask)];
        for expand in ways {
            for most in 0..3 {
                let mut table = Table::<K>::of("max 0 (4 6 3)");
                table.limit = Limit::new().evaluations(most);
                let mut search = table.search();
                assert_eq!(expand(&mut search), Err(Stop::Evaluations));
                assert_eq!(values(&search), &[4, 6, 3][..most as usize]);
                assert_eq!(search.node().value(), 0);
                assert_moves_lead_to_their_values(&mut search);

                table.limit = Limit::new();
                let mut search = table.search();
                expand(&mut search).unwrap();
                assert_moves_lead_to_their_values(&mut search);
                assert_eq!(search.node().expansion(), Expansion::Full);
            }
        }
    }

    fn what_is_made_is_told<K>() {
        let mut table = Table::<K>::of("max 0 (4 (8) 6 (5 2 9))");
        let mut search = table.search();
        search.enter(Bounds { alpha: -1, beta: 1 });
        search.expand_fully().unwrap();
        let step = search.descend(search.first_child(), 1);
        search.expand_next(0, ask).unwrap();
        search.expand_by(ask).unwrap();
        search.set_value(2, ValueKind::Bound);
        search.ascend(step);
        assert_eq!(
            table.notes.0,
            [
                "Entered { path: [], bounds: Bounds { alpha: -1, beta: 1 } }",
                "Generated { path: [], index: 0, value: 4 }",
                "Generated { path: [], index: 1, value: 6 }",
                "Expanded { path: [], fully: true }",
                "Generated { path: [1], index: 0, value: 5 }",
                "Expanded { path: [1], fully: false }",
                "Generated { path: [1], index: 1, value: 2 }",
                "Generated { path: [1], index: 2, value: 9 }",
                "Expanded { path: [1], fully: true }",
                "BackedUp { path: [1], value: 2, kind: Bound }",
            ]
        );
    }

    fn nothing_is_told_of_an_expansion_that_made_nothing<K>() {
        let mut table = Table::<K>::of("max 0 (4 6)");
        table.limit = Limit::new().evaluations(0);
        assert_eq!(table.search().expand_fully(), Err(Stop::Evaluations));
        assert!(table.notes.0.is_empty());
    }

    fn a_full_tree_ends_a_search_that_may_not_prune<K>() {
        for memory in [Memory::Stop, Memory::Linear] {
            let mut table = Table::<K>::of(FULL);
            (table.limit, table.memory) = (Limit::new().bytes(0), memory);
            let mut search = table.search();
            assert_eq!(search.memory(), memory);
            make_below_first_child(&mut search);
            let step = search.descend(search.first_child(), 1);
            assert_eq!(search.expand_fully(), Err(Stop::Memory));
            search.ascend(step);
            assert_eq!(search.report_stopped(Stop::Memory).line, [1]);
        }
    }

    fn a_search_that_prunes_frees_what_is_far_from_the_node_and_goes_on<K>() {
        let mut table = Table::<K>::of(FULL);
        table.limit = Limit::new().bytes(0);
        let mut search = table.search();
        make_below_first_child(&mut search);
        let step = search.descend(search.first_child(), 1);
        assert_eq!(search.expand_fully(), Ok(()));
        assert_eq!(values(&search), [5; 4]);
        search.ascend(step);
        table.notes.0.retain(|note| note.starts_with("Freed"));
        table.notes.0.sort();
        assert_eq!(table.notes.0, [0, 1, 2, 3].map(|index| format!("Freed {{ path: [0, {index}] }}")));
    }

    fn a_search_ends_where_pruning_does_not_free_enough<K>() {
        let mut table = Table::<K>::of(&FULL.replace("5 5", &"5 ".repeat(100)));
        table.limit = Limit::new().bytes(0);
        let mut search = table.search();
        make_below_first_child(&mut search);
        let step = search.descend(search.first_child(), 1);
        assert_eq!(search.expand_fully(), Err(Stop::Memory));
        search.ascend(step);
        assert!(table.notes.0.last().unwrap().starts_with("Freed"));
    }

    fn leaves_are_settled_together<K>() {
        let mut table = Table::<K, Deferring<NodeValue>>::of("max 0 (4 (8 1 2) 6 (5 7) 3 (9))");
        let mut search = table.search();
        search.expand_fully().unwrap();
        let first = search.first_child();
        let mut deferred = Vec::new();
        for index in 0..3 {
            let step = search.descend(first, index);
            assert_eq!(search.defer_fully(&mut deferred), Ok(()));
            assert_eq!(deferred[index].node(), search.ascend(step));
        }
        assert_eq!(search.meter().counts().generations, 3);
        search.settle(&deferred);
        assert_eq!(search.meter().counts().generations, 9);
        assert_eq!(search.evaluator().batches, [6]);
        let below = |index| Vec::from_iter(search.tree().children(first.sibling(index)).map(TreeNode::value));
        assert_eq!([0, 1, 2].map(below), [vec![8, 1, 2], vec![5, 7], vec![9]]);
        assert_eq!(table.notes.0[4..7], [
            "Generated { path: [0], index: 0, value: 8 }",
            "Generated { path: [0], index: 1, value: 1 }",
            "Generated { path: [0], index: 2, value: 2 }",
        ]);
        assert_eq!(table.notes.0[7], "Expanded { path: [0], fully: true }");
    }

    fn nothing_deferred_is_nothing_to_settle<K>() {
        let mut table = Table::<K>::of("max 0 (4 6)");
        table.search().settle(&[]);
        assert!(table.notes.0.is_empty());
    }

    fn a_leaf_that_a_limit_cuts_short_is_settled_as_far_as_it_is_known<K>() {
        for most in 0..3 {
            let mut table = Table::<K>::of("max 0 (4 6 3)");
            table.limit = Limit::new().evaluations(most);
            let mut search = table.search();
            let mut deferred = Vec::new();
            assert_eq!(search.defer_fully(&mut deferred), Err(Deferral::Stopped(Stop::Evaluations)));
            assert_eq!(deferred.len(), usize::from(most > 0));
            search.settle(&deferred);
            assert_eq!(values(&search), &[4, 6, 3][..most as usize]);
            assert_eq!(search.tree().nodes(), if most > 0 { 4 } else { 1 });

            table.limit = Limit::new();
            let mut search = table.search();
            search.expand_fully().unwrap();
            assert_moves_lead_to_their_values(&mut search);
            let told = format!("Expanded {{ path: [], fully: {} }}", most == 0);
            assert!(table.notes.0.contains(&told), "{told}");
        }
    }

    fn a_leaf_without_room_is_not_deferred<K>() {
        let mut table = Table::<K>::of(&format!("max 0 ({})", "4 ".repeat(100)));
        table.limit = Limit::new().bytes(0);
        let mut deferred = Vec::new();
        assert_eq!(table.search().defer_fully(&mut deferred), Err(Deferral::NoRoom));
        assert!(deferred.is_empty());
    }
}
