// The requests to the server of this page.

async function reached(path, options) {
    try {
        return await fetch(path, options);
    } catch (error) {
        if (error.name === "AbortError") throw error;
        throw new Error("The server does not answer: is the program still running?");
    }
}

async function post(path, body, signal) {
    const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal };
    const response = await reached(path, options);
    if (!response.ok) {
        const { error } = await response.json().catch(() => ({ error: `the server answered ${response.status}` }));
        throw new Error(error);
    }
    return response;
}

// The games and searchers that can be chosen.
export async function catalogue() {
    return (await fetch("/api/catalogue")).json();
}

// What is to be seen of a game, or of the game of an address.
export async function view(game) {
    return (await post("/api/game", game)).json();
}

// What is told in the lines of an answer, each with the bytes that have come behind it.
async function* lines(reader) {
    let rest = new Uint8Array(0);
    for (;;) {
        const { done, value } = await reader.read();
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

// A search of a game's position, line by line: { player }, { subject }, { steps }, and last { report }.
// Whoever stops reading stops the search.
export async function* search(question, signal, path = "/api/search") {
    const response = await post(path, question, signal);
    let isWhole = false;
    for await (const { told } of lines(response.body.getReader())) {
        isWhole ||= "report" in told;
        yield told;
    }
    if (!isWhole) throw new Error("The search ended without a result.");
}

// What a search finds.
export async function found(question, signal) {
    for await (const told of search(question, signal)) if (told.report) return told.report;
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
export async function worths(question) {
    return (await post("/api/values", question)).json();
}

// A tree that comes with the program, as its file has it.
export async function tree(name) {
    return (await reached(`/trees/${name}.json`)).json();
}

// The search of a tree that is written down: its subject, all its steps and its report.
/** @returns {Promise<any>} */
export async function lesson(tree, searcher, signal) {
    const record = {};
    for await (const told of search({ tree: JSON.stringify(tree), searcher }, signal, "/api/lesson")) Object.assign(record, told);
    return record;
}

// A search with its whole tree as it grew: its subject, first steps and report, and the bytes of the tree (growth.js).
// `progress` is told how many evaluations there are so far. Whoever ends it stops the search.
export async function growth(question, signal, progress) {
    const response = await post("/api/growth", question, signal);
    const reader = response.body.getReader();
    const found = { subject: null, steps: [], report: null };
    const pieces = [];
    let length = -1;
    for await (const { told, behind } of lines(reader)) {
        if (told.steps) found.steps.push(...told.steps);
        else if (told.grown) progress(told.grown.evaluations);
        else if ("growth" in told) {
            length = told.growth;
            pieces.push(behind);
            break;
        } else Object.assign(found, told);
    }
    for (let read = await reader.read(); !read.done; read = await reader.read()) pieces.push(read.value);
    const { buffer } = await joined(pieces);
    if (buffer.byteLength !== length) throw new Error("The search ended without a result.");
    return { ...found, bytes: buffer };
}
