// Places for the nodes of a tree: children side by side, parents above their middle, no two trees into each other.
//
// `tree` is a list of { children: [places in the list], level }, parents first. Returns the columns.
export function columnsOf(tree) {
    const shifts = tree.map(() => 0);
    const contours = tree.map(() => null);
    for (let at = tree.length - 1; at >= 0; at -= 1) {
        const { children } = tree[at];
        let merged = { left: [], right: [] };
        children.forEach((child, place) => {
            const own = contours[child];
            contours[child] = null;
            if (place === 0) {
                merged = own;
                return;
            }
            let shift = -Infinity;
            const depth = Math.min(merged.right.length, own.left.length);
            for (let level = 0; level < depth; level += 1) shift = Math.max(shift, merged.right[level] + 1 - own.left[level]);
            shifts[child] = shift;
            for (let level = 0; level < own.left.length; level += 1) {
                if (level >= merged.left.length) merged.left.push(own.left[level] + shift);
                merged.right[level] = own.right[level] + shift;
            }
        });
        const middle = children.length === 0 ? 0 : shifts[children[children.length - 1]] / 2;
        children.forEach((child) => (shifts[child] -= middle));
        // The contour of a node is that of its children, from its own column.
        contours[at] = { left: [0, ...merged.left.map((column) => column - middle)], right: [0, ...merged.right.map((column) => column - middle)] };
    }
    const columns = tree.map(() => 0);
    tree.forEach(({ children }, at) => children.forEach((child) => (columns[child] = columns[at] + shifts[child])));
    const least = columns.reduce((least, column) => Math.min(least, column), 0);
    return columns.map((column) => column - least);
}
