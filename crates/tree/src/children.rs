use crate::Node;

/// The children of a node made so far, in canonical order.
pub struct Children<'t, T, K = ()> {
    group: std::slice::Iter<'t, Node<T, K>>,
}

impl<'t, T, K> Children<'t, T, K> {
    /// No children.
    #[inline(always)]
    pub(crate) fn none() -> Children<'t, T, K> {
        Children { group: [].iter() }
    }

    /// The children in the group at the start of the slice.
    #[inline(always)]
    pub(crate) fn of(group: &'t [Node<T, K>]) -> Children<'t, T, K> {
        Children { group: group.iter() }
    }
}

impl<'t, T, K> Iterator for Children<'t, T, K> {
    type Item = &'t Node<T, K>;

    #[inline(always)]
    fn next(&mut self) -> Option<&'t Node<T, K>> {
        let child = self.group.next()?;
        if child.is_last() {
            self.group = [].iter();
        }
        Some(child)
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, &'t Node<T, K>) -> B>(self, init: B, mut f: F) -> B {
        let mut result = init;
        for child in self.group {
            result = f(result, child);
            if child.is_last() {
                break;
            }
        }
        result
    }
}

/// The number of slots of the group at the start of the slice, slots without a child included.
pub(crate) fn slots_of_group<T, K>(group: &[Node<T, K>], is_full: bool) -> usize {
    let made = 1 + group.iter().position(Node::is_last).expect("a group has a last child");
    if is_full { made } else { group[made].value() as usize }
}
