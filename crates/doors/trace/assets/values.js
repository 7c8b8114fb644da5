// How values and numbers are said.

/** The values of a game that MAX has won, and lost. */
export const WIN = 2147483647;
export const LOSS = -2147483648;

/** @param {number} value */
export function isEnd(value) {
    return value === WIN || value === LOSS;
}

/** @param {number | null | undefined} value */
export function valueText(value) {
    if (value === null || value === undefined) return "?";
    if (isEnd(value)) return value > 0 ? "∞" : "−∞";
    return String(value).replace("-", "−");
}

/** A count; one of 64 bits is a text. @param {number | string} number */
export function countText(number) {
    return (typeof number === "string" ? BigInt(number) : number).toLocaleString("en");
}

/** @type {(number: number | string, one: string, many?: string) => string} */
export function plural(number, one, many = `${one}s`) {
    return `${countText(number)} ${Number(number) === 1 ? one : many}`;
}
