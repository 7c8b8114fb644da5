// What a page without a server knows: the answers of a server, recorded when the page was written (src/export.rs).
//
// They are scripts that put their data into one object, since a page that is a file may read no other file.

/**
 * @typedef {object} Recorded
 * @property {any} [catalogue] of the one game
 * @property {any[]} [positions] what /api/game said of each
 * @property {Record<string, any>} [trees] of the lessons, by their names
 * @property {Record<string, Record<string, any>>} [lessons] the searches of each, by their searchers
 * @property {Record<number, any[]>} [searches] of each position, as far as they are loaded
 */

/** @type {Recorded} */
export const recorded = /** @type {any} */ (globalThis).recorded;

/** A mode need not offer what only a program can answer. */
export const isRecorded = true;

const UNKNOWN = "This page is a copy without the program behind it: it knows only what was recorded.";

// A position within a tree is not recorded, and has no board here.
/** @param {{ address?: string }} game */
export async function view({ address }) {
    const found = recorded.positions?.find((position) => position.address === address);
    return address === undefined ? { board: null } : known(found);
}

// What values are worth is not recorded: they are shown in the searcher's own units.
/** @param {{ nodes: { values: number[] }[] }} question */
export async function worths({ nodes }) {
    return nodes.map(({ values }) => values.map(() => ({ points: null, chance: null, share: 0, words: "" })));
}

/** @param {string} name */
export async function tree(name) {
    return known(recorded.trees?.[name]);
}

/** @param {any} tree @param {string} searcher */
export async function lesson(tree, searcher) {
    const text = JSON.stringify(tree);
    const [name] = Object.entries(recorded.trees ?? {}).find(([, own]) => JSON.stringify(own) === text) ?? [""];
    return known(recorded.lessons?.[name]?.[searcher]);
}

/** The searches of a position, which are loaded when they are wanted first. @param {number} number */
export async function searches(number) {
    if (!recorded.searches?.[number]) await loaded(`data/searches-${number + 1}.js`);
    return known(recorded.searches?.[number]).map(({ growth, ...found }) => ({ ...found, bytes: bytesOf(growth) }));
}

/** @template T @param {T} answer @returns {NonNullable<T>} */
function known(answer) {
    if (answer === undefined || answer === null) throw new Error(UNKNOWN);
    return answer;
}

/** @param {string} path @returns {Promise<void>} */
function loaded(path) {
    return new Promise((done, fail) => {
        const script = document.createElement("script");
        script.src = path;
        script.onload = () => done();
        script.onerror = () => fail(new Error(`The file ${path} of this page is missing.`));
        document.head.append(script);
    });
}

/** @param {string} text in the base 64 */
function bytesOf(text) {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
}
