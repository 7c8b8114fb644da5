// Measures the reports in the frames of a page and writes what is wrong with them into the page.

const LEAST_TEXT = 11;
const LEAST_CONTRAST = 3;
const SLACK = 1.5;

// Another script may use what is below for its own pages.
window.addEventListener("load", () => {
    if (document.body.dataset.kind !== "reports") return;
    const frames = [...document.querySelectorAll("iframe")];
    const findings = frames.flatMap((frame) => measured(frame.contentDocument).map((finding) => `${frame.title}: ${finding}`));
    const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    document.body.replaceChildren();
    const text = document.createElement("pre");
    text.id = "findings";
    text.textContent = ["", ...findings, `measured ${frames.length} pages, ${theme}`, ""].join("\n");
    document.body.append(text);
});

function measured(page) {
    page.querySelectorAll("details").forEach((details) => (details.open = true));
    return [...sticksOut(page), ...smallText(page), ...textUponText(page), ...faintText(page), ...deadLinks(page), ...equalIds(page)];
}

// What is wider than the window, but for what is in a container that scrolls; and text that its picture cuts.
function sticksOut(page) {
    const width = page.documentElement.clientWidth;
    const found = page.documentElement.scrollWidth > width ? [`the page is ${page.documentElement.scrollWidth} px wide, not ${width}`] : [];
    for (const element of page.body.querySelectorAll("*")) {
        const box = element.getBoundingClientRect();
        if (box.width > 0 && !scrolls(element) && !element.closest("svg") && (box.right > width + SLACK || box.left < -SLACK)) {
            found.push(`${named(element)} reaches from ${Math.round(box.left)} to ${Math.round(box.right)} of ${width} px`);
        }
    }
    for (const text of page.querySelectorAll("svg text")) {
        const [box, picture] = [text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()];
        const isWithin = box.left >= picture.left - SLACK && box.right <= picture.right + SLACK && box.top >= picture.top - SLACK && box.bottom <= picture.bottom + SLACK;
        if (!isWithin) found.push(`${named(text)} is cut by its picture`);
    }
    return found;
}

function scrolls(element) {
    for (let outer = element; outer; outer = outer.parentElement) {
        if (["auto", "scroll"].includes(getComputedStyle(outer).overflowX)) return true;
    }
    return false;
}

function smallText(page) {
    const texts = [...page.body.querySelectorAll("*")].filter((element) => element.tagName !== "style" && element.tagName !== "title" && !element.matches("style, script") && ownText(element));
    const size = (element) => parseFloat(getComputedStyle(element).fontSize) * (element.ownerSVGElement ? Math.hypot(element.getScreenCTM().a, element.getScreenCTM().b) : 1);
    return texts.filter((element) => size(element) < LEAST_TEXT).map((element) => `${named(element)} is ${size(element).toFixed(1)} px`);
}

function textUponText(page) {
    const found = [];
    for (const picture of page.querySelectorAll("svg")) {
        const texts = [...picture.querySelectorAll("text")].map((text) => [text, text.getBoundingClientRect()]);
        texts.forEach(([text, box], place) => {
            for (const [other, second] of texts.slice(place + 1)) {
                const [wide, high] = [Math.min(box.right, second.right) - Math.max(box.left, second.left), Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top)];
                // The boxes of lines one below the other touch.
                if (wide > SLACK && high > 4) found.push(`${named(text)} lies upon ${named(other)}`);
            }
        });
    }
    return found;
}

// Text in pictures against what it is drawn on; other text against the ground of what it stands in.
function faintText(page) {
    const found = [];
    const note = (element, ink, ground) => {
        if (contrast(ink, ground) < LEAST_CONTRAST) found.push(`${named(element)} is faint: ${ink} on ${ground}`);
    };
    for (const text of page.querySelectorAll("svg text")) {
        const box = text.getBoundingClientRect();
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        const holds = (rect) => {
            const area = rect.getBoundingClientRect();
            return !["none", "rgba(0, 0, 0, 0)"].includes(getComputedStyle(rect).fill) && area.left <= x && x <= area.right && area.top <= y && y <= area.bottom;
        };
        const below = [...text.ownerSVGElement.querySelectorAll("rect, circle")].filter(holds).pop();
        if (below) note(text, getComputedStyle(text).fill, getComputedStyle(below).fill);
    }
    for (const element of page.body.querySelectorAll("p, li, td, th, h1, h2, h3, figcaption, pre, a")) {
        let outer = element;
        while (outer && getComputedStyle(outer).backgroundColor === "rgba(0, 0, 0, 0)") outer = outer.parentElement;
        if (outer) note(element, getComputedStyle(element).color, getComputedStyle(outer).backgroundColor);
    }
    return found;
}

function contrast(...colours) {
    const light = colours.map((colour) => {
        const parts = colour.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255);
        const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    });
    return Math.max(...light) / Math.min(...light);
}

function deadLinks(page) {
    const links = [...page.querySelectorAll("[href]")].map((link) => link.getAttribute("href"));
    return links.filter((link) => !link.startsWith("#") || !page.getElementById(link.slice(1))).map((link) => `${link} leads nowhere`);
}

function equalIds(page) {
    const ids = [...page.querySelectorAll("[id]")].map((element) => element.id);
    return ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `the id ${id} is there twice`);
}

function ownText(element) {
    return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
}

function named(element) {
    return `${element.tagName.toLowerCase()} "${element.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}"`;
}
