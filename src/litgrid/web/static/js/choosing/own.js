// The pane for your own puzzles: text or a link, pasted, from a file, or dropped onto the page.

import { Superseded } from "../api.js";
import { sizeWords } from "./collection.js";
import { $, el } from "../dom.js";
import { readText, textOf } from "../reading.js";
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
  file.addEventListener("change", () => file.files[0] && read(file.files[0]));
  pane.replaceChildren(
    el("p", { class: "soft", "data-t": "new.open-hint" }),
    text,
    el(
      "div",
      { class: "buttons" },
      el("button", { class: "primary", "data-t": "new.open-it", onclick: () => read(text.value) }),
      el("button", { "data-t": "new.file", onclick: () => file.click() }),
      file,
    ),
    el("div", { class: "puzzles found" }),
  );
}

/** Read a text in any format, a link, or a file; several puzzles are offered. */
export async function readOwn(chooser, pane, source) {
  chooser.say("");
  try {
    const text = typeof source === "string" ? source : await textOf(source);
    const { records, warnings } = await readText(text, chooser.kind.name);
    if (records.length === 1) choose(chooser, records[0], warnings);
    else
      $(".found", pane).replaceChildren(
        ...records.slice(0, MOST).map((record, place) => button(chooser, record, place, warnings)),
      );
  } catch (failure) {
    if (!(failure instanceof Superseded)) chooser.say(sentenceOf(failure));
  }
}

function button(chooser, record, place, warnings) {
  return el(
    "button",
    { class: "puzzle wide", onclick: () => choose(chooser, record, warnings) },
    el("b", { text: record.id ?? String(place + 1) }),
    el("small", { text: `${record.kind}, ${sizeWords(chooser, record)}` }),
  );
}

function choose(chooser, { entries, ...record }, warnings) {
  chooser.finish(record, { entries, warnings });
}
