// What the browser keeps of the page. Where it keeps nothing, because cookies are blocked or its room is full, the page
// itself remembers, until it is closed.

/** @typedef {"sessionStorage" | "localStorage"} Place a tab's own, or that of all tabs */

/** @type {Map<string, any>} */
const remembered = new Map();

/** What is kept under a name; null if nothing is, or nothing of ours. @param {Place} place @param {string} name @returns {any} */
export function kept(place, name) {
    if (remembered.has(name)) return remembered.get(name);
    try {
        return JSON.parse(globalThis[place].getItem(name) ?? "null");
    } catch {
        return null;
    }
}

/** @param {Place} place @param {string} name @param {any} value which JSON can say */
export function keep(place, name, value) {
    remembered.set(name, value);
    try {
        globalThis[place].setItem(name, JSON.stringify(value));
    } catch {
        // It is remembered.
    }
}
