// The pane for your own puzzles: text or a link, pasted, from a file, or dropped onto the page.

import { Superseded, ask } from "../api.js";
import { sizeWords } from "./collection.js";
import { $, el } from "../dom.js";
import { sentenceOf } from "../shell.js";

const MOST = 200; // of the puzzles of a file that are offered

/** Draw the pane of a chooser, once: what was typed stays. */
export function drawOwn(chooser, pane) {
  if (pane.firstChild) return;
  const text = el("textarea", {
    id: "new-text",
    rows: 7,
    spellcheck: "false",
    autocapitalize: "off",
    "data-t-label": "new.text",
    "data-t-placeholder": "new.text-placeholder",
  });
  const read = (some) => readOwn(chooser, pane, some);
  const file = el("input", { type: "file", hidden: true });
  file.addEventListener("change", async () => file.files[0] && read(await file.files[0].text()));
  pane.replaceChildren(
    el("p", { class: "soft", "data-t": "new.open-hint" }),
    text,
    el(
      "div",
      { class: "buttons" },
      el("button", { type: "button", class: "primary", "data-t": "new.open-it", onclick: () => read(text.value) }),
      el("button", { type: "button", "data-t": "new.file", onclick: () => file.click() }),
      file,
    ),
    el("div", { class: "puzzles found" }),
  );
}

/** Read a text in any format, or a link; several puzzles are offered. */
export async function readOwn(chooser, pane, text) {
  chooser.say("");
  try {
    const { records } = await ask("read", { text });
    if (records.length === 1) choose(chooser, records[0]);
    else
      $(".found", pane).replaceChildren(
        ...records.slice(0, MOST).map((record, place) => button(chooser, record, place)),
      );
  } catch (failure) {
    if (!(failure instanceof Superseded)) chooser.say(sentenceOf(failure));
  }
}

function button(chooser, record, place) {
  return el(
    "button",
    { type: "button", class: "puzzle wide", onclick: () => choose(chooser, record) },
    el("b", { text: record.id ?? String(place + 1) }),
    el("small", { text: `${record.kind}, ${sizeWords(record)}` }),
  );
}

function choose(chooser, { values, ...record }) {
  chooser.finish(record, { values });
}
