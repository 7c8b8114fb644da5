// What the fragment of the page's address says: a mode, and what it shows.
//
//     #game=othello&number=1&moves=f5,d6    Play, at this position. What names a game is src/address.rs's affair.
//     #analyse&game=…                       Analyse, at this position
//     #learn, #learn=3                      Learn, and its third lesson
//     #look&game=…  #compare&game=…         another mode, at this position
//
// What else a mode keeps there are parts of its own, such as `searcher=…`.

/** @typedef {"learn" | "play" | "analyse" | "look" | "compare"} ModeName */

// What a mode is shown with: `address` is the part that names a game, `value` what stands behind the mode's own name.
/** @typedef {{ address?: string, value?: string, [part: string]: string | undefined }} State */

/** @type {ModeName[]} */
export const MODES = ["learn", "play", "analyse", "look", "compare"];

// The parts that name a game.
const OF_GAMES = ["game", "number", "position", "moves"];

/**
 * @param {string} fragment with or without its `#`
 * @returns {{ mode: ModeName, state: State }}
 */
export function parsed(fragment) {
    const parts = fragment.replace(/^#/, "").split("&").filter(Boolean);
    const [head, ...rest] = (parts[0] ?? "").split("=");
    const named = MODES.find((name) => name === head);
    /** @type {State} */
    const state = {};
    if (named && rest.length > 0) state.value = unescaped(rest.join("="));
    const ofGame = [];
    for (const part of named ? parts.slice(1) : parts) {
        const [key, ...value] = part.split("=");
        if (named === undefined || OF_GAMES.includes(key) || key.startsWith("set.")) ofGame.push(part);
        else state[key] = unescaped(value.join("="));
    }
    if (ofGame.length > 0) state.address = ofGame.join("&");
    return { mode: named ?? "play", state };
}

// The fragment, without its `#`, that `parsed` reads as this mode and state.
/** @param {ModeName} mode @param {State} state */
export function fragmentOf(mode, { address, value, ...parts }) {
    if (mode === "play") return address ?? "";
    const own = Object.entries(parts).flatMap(([key, text]) => (text === undefined ? [] : [`${key}=${encodeURIComponent(text)}`]));
    return [value === undefined ? mode : `${mode}=${encodeURIComponent(value)}`, ...(address ? [address] : []), ...own].join("&");
}

/** @param {string} text */
function unescaped(text) {
    try {
        return decodeURIComponent(text.replaceAll("+", " "));
    } catch {
        return text;
    }
}
