// Steps through the microscopes in the frames of a page by keys, measures them, and writes what is wrong into the page.
// What measures a page is in browser.js.

const KEYS = ["n", "n", "ArrowRight", "p", "End", "ArrowLeft", "Home", " ", " ", "n", "n", "n"];

window.addEventListener("load", async () => {
    const frames = [...document.querySelectorAll("iframe")];
    const findings = [];
    for (const frame of frames) {
        const found = await stepped(frame.contentWindow);
        findings.push(...found.map((finding) => `${frame.title}: ${finding}`));
    }
    const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    document.body.replaceChildren();
    const text = document.createElement("pre");
    text.id = "findings";
    text.textContent = ["", ...new Set(findings), `stepped through ${frames.length} pages, ${theme}`, ""].join("\n");
    document.body.append(text);
});

async function stepped(page) {
    const { document, microscope } = page;
    const found = [...page.faults];
    if (!microscope) return [...found, "there is no microscope"];
    const press = (key, target) => target.dispatchEvent(new page.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    const last = microscope.moments.length - 1;
    let expected = 0;
    for (const key of KEYS) {
        press(key, document.body);
        expected = { n: expected + 1, ArrowRight: expected + 1, p: expected - 1, ArrowLeft: expected - 1, Home: 0, End: last, " ": expected }[key];
        expected = Math.min(Math.max(expected, 0), last);
        if (microscope.at !== expected) found.push(`${key} leads to step ${microscope.at}, not to ${expected}`);
        if ([...document.querySelectorAll(".why")].some((why) => !why.textContent)) found.push(`step ${microscope.at} says nothing`);
        found.push(...measured(document));
    }
    press("End", document.body);
    found.push(...measured(document), ...walked(page, press), ...page.faults);
    return found;
}

// Goes through the tree by its own keys: every item has a name and a level, and the focus follows the arrows.
function walked(page, press) {
    const found = [];
    const items = [...page.document.querySelectorAll("[role=treeitem]")];
    if (items.some((item) => !item.querySelector("title")?.textContent || !item.getAttribute("aria-level"))) found.push("an item of the tree has no name");
    const trees = [...page.document.querySelectorAll("[role=tree]")];
    const tabs = [...page.document.querySelectorAll(".tabs button")];
    trees.forEach((tree, number) => {
        // A narrow window shows one search at a time.
        tabs[number]?.click();
        const tabbed = [...tree.querySelectorAll("[tabindex='0']")];
        if (tabbed.length !== 1) found.push(`Tab leads to ${tabbed.length} items of the tree`);
        tabbed[0]?.focus();
        for (const key of ["Home", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp"]) press(key, page.document.activeElement);
        if (page.document.activeElement?.dataset?.key !== "n0") found.push("the arrows do not lead back to the root");
    });
    if (!page.atlas || page.atlas.maps.some((map) => map.canvas.width < 50)) found.push("there is no map of each tree");
    return found;
}
