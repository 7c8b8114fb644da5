// What is wrong with how a page looks: what sticks out, text that is small or faint or lies upon other text, links, and ids.

const LEAST_TEXT = 11;
const LEAST_CONTRAST = 3;
const SLACK = 1.5;

const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const named = (element) => `${element.tagName.toLowerCase()} "${element.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}"`;
const isClear = (colour) => ["none", "rgba(0, 0, 0, 0)"].includes(colour);

function measured() {
    all("details").forEach((details) => (details.open = true));
    return [...sticksOut(), ...smallText(), ...textUponText(), ...faintText(), ...deadLinks(), ...equalIds()];
}

// What is wider than the window, but for what is in a container that scrolls; and text that its picture cuts.
function sticksOut() {
    const { clientWidth: width, scrollWidth } = document.documentElement;
    const found = scrollWidth > width ? [`the page is ${scrollWidth} px wide, not ${width}`] : [];
    for (const element of all("body *:not(svg, svg *)")) {
        const { left, right, width: own } = element.getBoundingClientRect();
        if (own > 0 && (right > width + SLACK || left < -SLACK) && !scrolls(element)) {
            found.push(`${named(element)} reaches from ${Math.round(left)} to ${Math.round(right)} of ${width} px`);
        }
    }
    for (const text of all("svg text")) {
        const box = text.getBoundingClientRect();
        const room = text.ownerSVGElement.getBoundingClientRect();
        const isAfter = box.left >= room.left - SLACK && box.top >= room.top - SLACK;
        const isBefore = box.right <= room.right + SLACK && box.bottom <= room.bottom + SLACK;
        if (!isAfter || !isBefore) found.push(`${named(text)} is cut by its picture`);
    }
    return found;
}

function scrolls(element) {
    return Boolean(element) && (/^(auto|scroll)/.test(getComputedStyle(element).overflow) || scrolls(element.parentElement));
}

function smallText() {
    const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    const scale = (element) => (element.ownerSVGElement ? Math.hypot(element.getScreenCTM().a, element.getScreenCTM().b) : 1);
    const sizes = all("body *:not(style, script, title)")
        .filter(hasText)
        .map((element) => [element, parseFloat(getComputedStyle(element).fontSize) * scale(element)]);
    return sizes.filter(([, size]) => size < LEAST_TEXT).map(([element, size]) => `${named(element)} is ${size.toFixed(1)} px`);
}

function textUponText() {
    const found = [];
    for (const picture of all("svg")) {
        const texts = all("text", picture).map((text) => [text, text.getBoundingClientRect()]);
        texts.forEach(([text, box], place) => {
            for (const [other, second] of texts.slice(place + 1)) {
                const wide = Math.min(box.right, second.right) - Math.max(box.left, second.left);
                const high = Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top);
                // The boxes of lines one below the other touch.
                if (wide > SLACK && high > 4) found.push(`${named(text)} lies upon ${named(other)}`);
            }
        });
    }
    return found;
}

// Text in pictures against what it is drawn on; other text against the ground of what it stands in.
function faintText() {
    const inks = [];
    for (const text of all("svg text")) {
        const box = text.getBoundingClientRect();
        const holds = (shape) => {
            const { left, right, top, bottom } = shape.getBoundingClientRect();
            const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
            return !isClear(getComputedStyle(shape).fill) && left <= x && x <= right && top <= y && y <= bottom;
        };
        const below = all("rect, circle", text.ownerSVGElement).filter(holds).pop();
        if (below) inks.push([text, getComputedStyle(text).fill, getComputedStyle(below).fill]);
    }
    for (const element of all("p, li, td, th, h1, h2, h3, figcaption, pre, a")) {
        let outer = element;
        while (outer && isClear(getComputedStyle(outer).backgroundColor)) outer = outer.parentElement;
        if (outer) inks.push([element, getComputedStyle(element).color, getComputedStyle(outer).backgroundColor]);
    }
    const faint = inks.filter(([, ink, ground]) => contrast(ink, ground) < LEAST_CONTRAST);
    return faint.map(([element, ink, ground]) => `${named(element)} is faint: ${ink} on ${ground}`);
}

function contrast(...colours) {
    const light = colours.map((colour) => {
        const parts = colour.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255);
        const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    });
    return Math.max(...light) / Math.min(...light);
}

function deadLinks() {
    const links = all("[href]").map((link) => link.getAttribute("href"));
    return links.filter((link) => link[0] !== "#" || !document.getElementById(link.slice(1))).map((link) => `${link} leads nowhere`);
}

function equalIds() {
    const ids = all("[id]").map(({ id }) => id);
    return ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `the id ${id} is there twice`);
}
