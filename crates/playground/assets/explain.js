// @ts-check
// A sentence on each searcher and on each setting, for whoever meets it first. What is not known here has none.

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

/** @type {Record<string, string>} */
export const SETTINGS = {
    time_ms: "How long it may think about a move, in thousandths of a second.",
    evaluations: "How many positions it may value for a move.",
    depth: "How many moves ahead it may look.",
    bytes: "How much memory its tree may take.",
    memory: "What it does when its memory is full.",
    evaluation: "What says how good a position is, without looking ahead.",
    preset: "Settings that were found to suit the game.",
    exploration: "How much it looks at moves that seem worse.",
    urgency: "How soon it looks at a move that it has not looked at yet.",
    scale: "The difference in value that counts as much as a win.",
    threads: "How many of the machine's processors it uses.",
    ends: "Whether a solver plays the end of the game, or the searcher itself.",
    leaves: "How many positions it looks at together.",
    selection: "By which rule it chooses where to look next.",
    choice: "By which rule it chooses its move at last.",
    deterministic: "Whether threads work in turns, so that the result repeats.",
    alpha_beta_depth: "How deep alpha-beta looks at each leaf.",
    shrinkage: "How far a new value is drawn towards that of the position before it.",
    temperature: "How much chance there is in its choice.",
    reduction: "How much less deep it looks at moves that seem bad.",
    branching: "How many moves there are in a position.",
    length: "How many moves a game has.",
    distribution: "How the numbers of moves vary.",
    numbering: "How the random numbers are made.",
    opening_plies: "How many random moves are made first.",
    window: "Between which values it first looks.",
    table: "Whether it remembers positions that it has seen.",
};
