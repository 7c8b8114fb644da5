// @ts-check
// How values, sides and searches are said.

const INFINITY = 2147483647;
const MINUS_INFINITY = -2147483648;
const UNITS = "bestply-units";

/** @typedef {{ max: string, min: string }} Sides */
/** @typedef {{ points: number | null, chance: number | null, share: number, words: string }} Worth */

/** @param {number} value */
export function isInfinite(value) {
    return value === INFINITY || value === MINUS_INFINITY;
}

/**
 * A value, MAX's, in the searcher's units, with a sign; who wins where it is proved.
 * @param {number | null | undefined} value
 * @param {Sides} sides
 */
export function valueText(value, sides) {
    if (value === null || value === undefined) return "–";
    if (value === INFINITY) return `${sides.max} wins`;
    if (value === MINUS_INFINITY) return `${sides.min} wins`;
    return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

/**
 * What a value is worth to people: points of the game and the chance to win, where the evaluation says them.
 * @param {Worth | null | undefined} worth
 * @param {Sides} sides
 */
export function worthText(worth, sides) {
    if (!worth) return "–";
    if (Math.abs(worth.share) === 1 && worth.points === null) return worth.words;
    const ahead = (/** @type {number} */ number) => (number >= 0 ? sides.max : sides.min);
    const parts = [];
    if (worth.points !== null) parts.push(worth.points === 0 ? "level" : `${ahead(worth.points)} by ${Math.abs(worth.points).toFixed(1)}`);
    if (worth.chance !== null) {
        const leads = worth.chance >= 0.5;
        parts.push(`${Math.round(100 * (leads ? worth.chance : 1 - worth.chance))} % for ${leads ? sides.max : sides.min}`);
    }
    return parts.join(", ") || worth.words;
}

/** Whether people want the searchers' units. */
export function inUnits() {
    return localStorage.getItem(UNITS) === "yes";
}

/** @param {boolean} wanted */
export function setUnits(wanted) {
    localStorage.setItem(UNITS, wanted ? "yes" : "no");
}

/**
 * A value as people want it now.
 * @param {{ value?: number | null, worth?: Worth | null }} found
 * @param {Sides} sides
 */
export function saidValue(found, sides) {
    return inUnits() ? valueText(found.value, sides) : worthText(found.worth, sides);
}

/**
 * A move as people say it. Notations write a pass as two dashes, alone or after a card and the like.
 * @param {string} move
 */
export function moveText(move) {
    return move.replace(/^(?:(.+):)?--$/, (_, card) => (card ? `pass, ${card}` : "pass"));
}

/** @param {string} move */
export function isPass(move) {
    return move.endsWith("--");
}

/** @param {string[]} line */
export function lineText(line) {
    return line.map(moveText).join(" ");
}

/** @param {number} milliseconds */
export function timeText(milliseconds) {
    if (milliseconds < 0.1) return "less than 0.1 ms";
    return milliseconds < 1000 ? `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** @param {number} number */
export function countText(number) {
    return number.toLocaleString("en");
}

/**
 * @param {number} number
 * @param {string} one
 */
export function plural(number, one, many = `${one}s`) {
    return `${countText(number)} ${number === 1 ? one : many}`;
}

/** @param {string} text */
export function capital(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * An element with attributes and children. Attributes that are null or false are left out.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function made(tag, attributes = {}, ...children) {
    return filled(document.createElement(tag), attributes, children);
}

/**
 * The same of a picture in SVG.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function drawn(tag, attributes = {}, ...children) {
    return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/**
 * @param {any} element
 * @param {Record<string, any>} attributes
 * @param {(Node | string)[]} children
 */
function filled(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children);
    return element;
}

/**
 * Shows why something cannot be done, or nothing.
 * @param {any} error
 */
export function complain(error) {
    if (error?.name === "AbortError") return;
    const shown = /** @type {HTMLElement} */ (document.getElementById("error"));
    shown.hidden = !error;
    shown.textContent = error ? error.message : "";
}

/**
 * Black or white, whichever can be read on a colour.
 * @param {string} color
 */
export function inkOn(color) {
    const [red, green, blue] = [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16));
    return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "#000000" : "#ffffff";
}
