// How values, sides and searches are said.

import { keep, kept } from "./storage.js";
import { isEnd, plural, valueText } from "./values.js";

const UNITS = "bestply-units";

/** @typedef {{ max: string, min: string }} Sides */
/** @typedef {{ points: number | null, chance: number | null, share: number, words: string }} Worth */

// A value, MAX's, in the searcher's units, with a sign; who wins where it is proved.
/** @param {number | null | undefined} value @param {Sides} sides */
export function unitsText(value, sides) {
    if (value === null || value === undefined) return "–";
    if (isEnd(value)) return `${value > 0 ? sides.max : sides.min} wins`;
    return `${value > 0 ? "+" : ""}${valueText(value)}`;
}

// What a value is worth to people: points of the game and the chance to win, where the evaluation says them.
/** @param {Worth | null | undefined} worth */
export function worthText(worth) {
    return worth ? worth.words : "–";
}

/** Whether people want the searchers' units. */
export function inUnits() {
    return kept("localStorage", UNITS) === true;
}

/** @param {boolean} wanted */
export function setUnits(wanted) {
    keep("localStorage", UNITS, wanted);
}

// A value as people want it now; what is proved of the outcome goes before what is expected.
/** @param {{ value?: number | null, worth?: Worth | null, outcome?: string | null }} found @param {Sides} sides */
export function saidValue(found, sides) {
    const isInUnits = inUnits() && (found.value ?? null) !== null;
    return isInUnits ? unitsText(found.value, sides) : (found.outcome ?? worthText(found.worth));
}

/** @typedef {"letters" | "without-i" | "numbers"} ColumnNames */

/** @type {ColumnNames} how the people of the game that is shown name its columns */
let columns = "letters";

/** Says which game is shown: what people call its columns is so from now on. @param {{ columns: ColumnNames }} about */
export function speakOf(about) {
    columns = about.columns;
}

/** A column's letter as the game's people have it. @param {string} letter */
export function columnText(letter) {
    const place = letter.charCodeAt(0) - 97;
    if (columns === "numbers") return String(place + 1);
    return columns === "without-i" ? "ABCDEFGHJKLMNOPQRSTUVWXYZ"[place] : letter;
}

// A move as people say it. Notations write a pass as two dashes, alone or after a card and the like.
/** @param {string} move */
export function moveText(move) {
    if (columns === "numbers" && /^[a-z]$/.test(move)) return columnText(move);
    if (columns === "without-i" && /^[a-z]\d+$/.test(move)) return columnText(move[0]) + move.slice(1);
    return move.replace(/^(?:(.+):)?--$/, (_, card) => (card ? `pass, ${card}` : "pass"));
}

/** A cell of the board, by its name in the game's notation. @param {string} name */
export function cellText(name) {
    return columns === "numbers" ? `column ${columnText(name)}, row ${name.slice(1)}` : moveText(name);
}

// What people write of a game's moves, in the game's notation: `4453` of Connect Four, `E5 J9` of Go. Other texts stay.
/** @param {string} text */
export function notationOf(text) {
    const letters = "abcdefghijklmnopqrstuvwxyz".split("");
    const letterOf = (/** @type {string} */ name) => letters.find((letter) => columnText(letter) === name.toUpperCase()) ?? name;
    if (columns === "numbers" && /^[1-9\s,]+$/.test(text)) return text.replace(/[\s,]/g, "").split("").map(letterOf).join(" ");
    if (columns === "without-i" && /\bj\d/i.test(text) && !/[[=]/.test(text)) return text.replace(/\b[a-z](?=\d+\b)/gi, letterOf);
    return text;
}

/** @param {string} move */
export function isPass(move) {
    return move.endsWith("--");
}

/** A position as the title of a tab. @param {any} about @param {any} view what /api/game said of it */
export function positionTitle({ title, is_numbered }, { game: { start, moves }, result }) {
    const number = is_numbered && start.number !== undefined ? ` ${start.number}` : "";
    const begun = start.number === undefined ? " from a position" : "";
    const now = result ? `: ${result}` : moves.length > 0 ? ` after ${plural(moves.length, "move")}` : "";
    return `${title}${number}${begun}${now}`;
}

/** As many moves of a line are shown. */
export const LONGEST_LINE = 8;

/** @param {string[]} line */
export function lineText(line) {
    return line.map(moveText).join(" ");
}

/** @param {number} milliseconds */
export function timeText(milliseconds) {
    if (milliseconds < 0.1) return "less than 0.1 ms";
    return milliseconds < 1000 ? `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** @returns {any} */
export const find = (/** @type {string} */ id) => document.getElementById(id);

/** @param {string} text */
export function capital(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string[]} words @param {string} [last] */
export function listed(words, last = "and") {
    return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words[words.length - 1]}`;
}

/** Shows why something cannot be done, or nothing. @param {any} error */
export function complain(error) {
    if (error?.name === "AbortError") return;
    find("error").hidden = !error;
    find("error").textContent = error ? error.message : "";
}
