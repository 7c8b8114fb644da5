// The requests to the server of this page. The program may end and be started anew meanwhile. The server remembers
// nothing, and the same question has the same answer, so that whatever was asked is asked once more when it is back.
//
// All paths are relative: the page may be below a path of another server, which forwards it.

import { complain, find } from "./words.js";

const GONE = "The program behind this page does not answer: it may have ended. The page tries again, and goes on when it is back.";
// Between two tries, in milliseconds: from the first pause on each is twice the one before.
const [FIRST_PAUSE, LONGEST_PAUSE] = [250, 2000];
// A question that the program ends at so often is not asked again.
const MOST_TRIES = 5;

// Nobody answers, or the answer breaks off.
class Gone extends Error {}

/** @type {Promise<void> | null} */
let returning = null;

// Waits until the program answers, and says meanwhile that it does not. It is tried once for all who wait.
function returned() {
    returning ??= (async () => {
        for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
            complain(new Error(GONE));
            await new Promise((done) => setTimeout(done, pause));
            const answer = await fetch("icon.svg").catch(() => null);
            if (answer?.ok) break;
        }
        returning = null;
        if (find("error").textContent === GONE) complain(null);
    })();
    return returning;
}

/** @template T @param {() => Promise<T>} asks a question and reads the whole answer @param {AbortSignal} [signal] @returns {Promise<T>} */
async function lasting(asks, signal) {
    const aborted = new Promise((_, fail) => signal?.addEventListener("abort", () => fail(signal.reason), { once: true }));
    aborted.catch(() => {});
    for (let tries = 1; ; tries += 1) {
        try {
            return await asks();
        } catch (error) {
            if (!(error instanceof Gone)) throw error;
            if (tries === MOST_TRIES) throw new Error("The program ends whenever it is asked this.");
        }
        await Promise.race([returned(), aborted]);
        signal?.throwIfAborted();
    }
}

// What comes over the connection. Browsers say by a TypeError that it failed.
/** @template T @param {Promise<T>} coming @returns {Promise<T>} */
function reached(coming) {
    return coming.catch((error) => {
        throw error instanceof TypeError ? new Gone() : error;
    });
}

async function asked(path, options) {
    const response = await reached(fetch(path, options));
    if (response.ok) return response;
    const refusal = await response.json().catch(() => null);
    if (typeof refusal?.error === "string") throw new Error(refusal.error);
    // So a proxy answers in the place of a program that is gone.
    if (response.status >= 500) throw new Gone();
    throw new Error(`The server answered ${response.status}.`);
}

function posted(path, question, signal) {
    return asked(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question), signal });
}

async function json(response) {
    const text = await reached(response.text());
    try {
        return JSON.parse(text);
    } catch {
        throw new Error("It is not the program that answers: open this page anew.");
    }
}

// The games and searchers that can be chosen.
export function catalogue() {
    return lasting(async () => json(await asked("api/catalogue")));
}

// What is to be seen of a game, or of the game of an address.
export function view(game) {
    return lasting(async () => json(await posted("api/game", game)));
}

// What is told in the lines of an answer, each with the bytes that have come behind it.
async function* lines(reader) {
    let rest = new Uint8Array(0);
    for (;;) {
        const { done, value } = await reached(reader.read());
        if (done) return;
        let bytes = await joined([rest, value]);
        for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
            const told = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
            if (told.error) throw new Error(told.error);
            bytes = bytes.subarray(end + 1);
            yield { told, behind: bytes };
        }
        rest = bytes;
    }
}

async function joined(pieces) {
    return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

// A search, line by line: { player }, { subject }, { steps }, and last { report }.
async function* search(path, question, signal) {
    const response = await posted(path, question, signal);
    let isWhole = false;
    for await (const { told } of lines(response.body.getReader())) {
        isWhole ||= "report" in told;
        yield told;
    }
    if (!isWhole) throw new Error("The search ended without a result.");
}

// What a search finds.
export function found(question, signal) {
    return lasting(async () => {
        for await (const told of search("api/search", question, signal)) if (told.report) return told.report;
    }, signal);
}

// The searcher that plays a game where nobody has chosen another, with so many evaluations.
/** @param {any} about @param {number} evaluations @param {string} [evaluation] */
export function usual({ playing, evaluations: names, default_searchers }, evaluations, evaluation = playing ?? names[0]) {
    return `${default_searchers[evaluation]}:evaluation=${evaluation},evaluations=${evaluations}`;
}

// What this searcher says of a position; of a finished game, its result.
/** @param {any} about @param {any} game @param {number} evaluations @param {AbortSignal} signal @param {string} [evaluation] */
export async function valued(about, game, evaluations, signal, evaluation) {
    const { result, worth } = await view(game);
    if (result) return { best: null, value: null, line: [], worth, outcome: result };
    return found({ game, searcher: usual(about, evaluations, evaluation) }, signal);
}

// What values in the tree of a search say: of each node { path, values }, what each of its values is worth.
/** @param {{ game: any, searcher: string, nodes: { path: number[], values: number[] }[] }} question @returns {Promise<any[][]>} */
export function worths(question) {
    return lasting(async () => json(await posted("api/values", question)));
}

// A tree that comes with the program, as its file has it.
export function tree(name) {
    return lasting(async () => json(await asked(`trees/${name}.json`)));
}

// The search of a tree that is written down: its subject, all its steps and its report.
/** @returns {Promise<any>} */
export function lesson(tree, searcher, signal) {
    return lasting(async () => {
        const record = {};
        for await (const told of search("api/lesson", { tree: JSON.stringify(tree), searcher }, signal)) Object.assign(record, told);
        return record;
    }, signal);
}

// A search with its whole tree as it grew: its subject, first steps and report, and the bytes of the tree (growth.js).
// `progress` is told how many evaluations there are so far. Whoever ends it stops the search.
export function growth(question, signal, progress) {
    return lasting(() => grown(question, signal, progress), signal);
}

async function grown(question, signal, progress) {
    const response = await posted("api/growth", question, signal);
    const reader = response.body.getReader();
    const found = { subject: null, steps: [], report: null };
    const pieces = [];
    let length = -1;
    for await (const { told, behind } of lines(reader)) {
        if (told.steps) found.steps.push(...told.steps);
        else if (told.grown) progress(told.grown.evaluations);
        else if ("growth" in told) {
            length = Number(told.growth);
            pieces.push(behind);
            break;
        } else Object.assign(found, told);
    }
    const piece = () => reached(reader.read());
    for (let read = await piece(); !read.done; read = await piece()) pieces.push(read.value);
    const { buffer } = await joined(pieces);
    if (buffer.byteLength !== length) throw new Error("The search ended without a result.");
    return { ...found, bytes: buffer };
}
