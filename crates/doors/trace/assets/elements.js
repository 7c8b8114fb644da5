// Elements of a page, and of pictures in SVG.

/**
 * Gives an element attributes and children. It has none of the attributes that are null or false, and `on…` listens.
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, any>} attributes
 * @param {(Node | string)[]} children
 */
export function filled(element, attributes, children = []) {
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (value === null || value === undefined || value === false) element.removeAttribute(name);
        else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children);
    return element;
}

/** @type {(tag: string, attributes?: Record<string, any>, ...children: (Node | string)[]) => any} */
export function made(tag, attributes = {}, ...children) {
    return filled(document.createElement(tag), attributes, children);
}

/** @type {(tag: string, attributes?: Record<string, any>, ...children: (Node | string)[]) => any} */
export function drawn(tag, attributes = {}, ...children) {
    return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

// A button. Its label is its name, too, where its text has no words.
/** @type {(text: string, label: string, does: () => void) => any} */
export function button(text, label, does) {
    return made("button", { type: "button", title: label, "aria-label": /[a-z]/i.test(text) ? null : label, onclick: does }, text);
}

/** What is done instead of what the browser would do. @type {(does: () => void) => (event: Event) => void} */
export function instead(does) {
    return (event) => {
        event.preventDefault();
        does();
    };
}

// Does what a key stands for, and nothing where another is held with it.
/** @type {(event: KeyboardEvent, keys: Record<string, (() => void) | null>) => void} */
export function pressed(event, keys) {
    const does = keys[event.key];
    if (!does || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    does();
}

/** Black or white, whichever can be read on a colour. @param {string | number[]} color */
export function inkOn(color) {
    const [red, green, blue] = typeof color === "string" ? [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16)) : color;
    return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "#000000" : "#ffffff";
}

/** Offers a file to be kept. @param {Blob} blob @param {string} name */
export function saved(blob, name) {
    const href = URL.createObjectURL(blob);
    made("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
