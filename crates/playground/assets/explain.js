// A sentence on each searcher, for whoever meets it first. What is not known here has none.

/** @type {Record<string, string>} */
export const SEARCHERS = {
    minimax: "Looks at every line of play to one depth.",
    "alpha-beta": "Looks at every line to one depth, and leaves out what cannot matter.",
    "principal-variation-search": "Alpha-beta as engines have it: deeper and deeper, with a table of positions seen.",
    "best-first": "Always looks next at the end of the line that seems best now.",
    "best-first-extension": "Alpha-beta first, and then best-first from where it ended.",
    "recursive-best-first": "Best-first that keeps only one line in memory.",
    "uct-best-first": "Follows the best line, but looks elsewhere too the longer others were left alone.",
    "unbounded-minimax": "Grows its tree along the best line, and plays what it looked at most.",
    "monte-carlo-tree-search": "Takes the mean of what it finds behind a move, where the others take the best.",
    "mtd-f": "Alpha-beta that guesses the value and asks whether it is more or less.",
};
