// How values, sides and searches are said.

const INFINITY = 2147483647;
const MINUS_INFINITY = -2147483648;

export function isInfinite(value) {
    return value === INFINITY || value === MINUS_INFINITY;
}

// A value, MAX's, with a sign; who wins where it is proved.
export function valueText(value, sides) {
    if (value === null || value === undefined) return "–";
    if (value === INFINITY) return `${sides.max} wins`;
    if (value === MINUS_INFINITY) return `${sides.min} wins`;
    return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

export function timeText(milliseconds) {
    if (milliseconds < 0.1) return "less than 0.1 ms";
    return milliseconds < 1000 ? `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

export function countText(number) {
    return number.toLocaleString("en");
}

export function plural(number, one, many = `${one}s`) {
    return `${countText(number)} ${number === 1 ? one : many}`;
}

export function capital(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

// An element with attributes and children. Attributes that are null or false are left out.
export function made(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children);
    return element;
}

// Shows why something cannot be done, or nothing.
export function complain(error) {
    if (error?.name === "AbortError") return;
    const shown = document.getElementById("error");
    shown.hidden = !error;
    shown.textContent = error ? error.message : "";
}
