// Pictures and films of maps, saved as files: all is made here, and nothing is asked of anybody.

import { css, drawnAsSvg, paint } from "./map.js";

/** @import { Growing } from "./growth.js" */
/** @import { Theme, View } from "./map.js" */

/** @typedef {{ title: string, facts: string, growing: Growing, view: View }} Shown a map with what stands above it */

const WIDTH_OF_FILM = 1280;
const GAP = 24;
const HEAD = 84;
const FOOT = 36;
const MAP = 480;
const FRAMES_A_SECOND = 30;
const SECONDS = 9;
// The last frame stays for a while.
const LAST_SECONDS = 1.5;

// Where the maps of a picture stand.
function boxes(/** @type {number} */ count) {
    const columns = Math.min(2, count);
    const width = Math.floor((WIDTH_OF_FILM - GAP * (columns + 1)) / columns);
    const rows = Math.ceil(count / columns);
    const places = Array.from({ length: count }, (_, place) => ({
        x: GAP + (place % columns) * (width + GAP),
        y: HEAD + Math.floor(place / columns) * (MAP + HEAD),
        width,
        height: MAP,
    }));
    return { places, height: rows * (MAP + HEAD) + FOOT };
}

// Paints all maps with their names into a canvas of their own.
/** @param {HTMLCanvasElement} canvas @param {Shown[]} shown @param {string} caption @param {Theme} theme */
export function composed(canvas, shown, caption, theme) {
    const { places, height } = boxes(shown.length);
    if (canvas.width !== WIDTH_OF_FILM || canvas.height !== height) Object.assign(canvas, { width: WIDTH_OF_FILM, height });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
    context.fillStyle = css(theme.ground);
    context.fillRect(0, 0, WIDTH_OF_FILM, height);
    context.textBaseline = "alphabetic";
    shown.forEach(({ title, facts, growing, view }, number) => {
        const box = places[number];
        paint(context, box, growing, { ...view, cursor: null }, theme, 1);
        context.font = "600 22px system-ui, sans-serif";
        context.fillStyle = theme.ink;
        context.fillText(title, box.x, box.y - 44, box.width);
        context.font = "16px system-ui, sans-serif";
        context.fillStyle = theme.soft;
        context.fillText(facts, box.x, box.y - 16, box.width);
    });
    context.font = "16px system-ui, sans-serif";
    context.fillStyle = theme.soft;
    context.fillText(caption, GAP, height - 12);
    return canvas;
}

/** The same picture as text in SVG. @param {Shown[]} shown @param {string} caption @param {Theme} theme */
export function pictureOf(shown, caption, theme) {
    const { places, height } = boxes(shown.length);
    const escaped = (/** @type {string} */ text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {string} */ ink, /** @type {string} */ words) =>
        `<text x="${x}" y="${y}" font-size="${size}" fill="${ink}">${escaped(words)}</text>`;
    const parts = shown.flatMap(({ title, facts, growing, view }, number) => {
        const { x, y, width } = places[number];
        return [text(x, y - 44, title.length * 14 > width ? 14 : 22, theme.ink, title), text(x, y - 16, 16, theme.soft, facts), drawnAsSvg(growing, view, places[number], theme)];
    });
    parts.push(text(GAP, height - 12, 16, theme.soft, caption));
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH_OF_FILM} ${height}" font-family="system-ui, sans-serif"><title>${escaped(caption)}</title><style>svg,text{forced-color-adjust:none}</style><rect width="100%" height="100%" fill="${css(theme.ground)}"/>${parts.join("")}</svg>\n`;
}

/**
 * Films a canvas from the first moment to the last, in as many seconds as the film has.
 * @param {HTMLCanvasElement} canvas
 * @param {(part: number) => void} paintAt paints the moment at this part of the film
 * @param {AbortSignal} signal ends it early
 * @returns {Promise<Blob>}
 */
export async function filmed(canvas, paintAt, signal) {
    if (typeof MediaRecorder === "undefined" || !canvas.captureStream) throw new Error("This browser makes no films: save pictures instead.");
    paintAt(0);
    const stream = canvas.captureStream(FRAMES_A_SECOND);
    const type = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"].find((kind) => MediaRecorder.isTypeSupported(kind));
    const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 4_000_000 });
    /** @type {Blob[]} */
    const parts = [];
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    const ended = new Promise((done) => recorder.addEventListener("stop", done));
    recorder.start(500);
    const began = performance.now();
    for (;;) {
        const seconds = (performance.now() - began) / 1000;
        if (seconds > SECONDS + LAST_SECONDS || signal.aborted) break;
        paintAt(Math.min(1, seconds / SECONDS));
        await new Promise((next) => setTimeout(next, 1000 / FRAMES_A_SECOND));
    }
    recorder.stop();
    await ended;
    stream.getTracks().forEach((track) => track.stop());
    if (signal.aborted) throw new DOMException("the film was stopped", "AbortError");
    return new Blob(parts, { type: type?.split(";")[0] });
}
