// Handing a puzzle on: links and files that open anywhere, and litgrid's own link, which brings the entries along.

import { ask } from "../api.js";
import { el } from "../dom.js";
import { onOff } from "../inputs.js";
import { encode, forOthers } from "../share.js";
import { SHOWN, fileButtons, line, linesOf, saveFile } from "../sharing.js";
import { dialog, once, sentenceOf, settings } from "../shell.js";

const FILES = ["page", "png", "svg"];

/** Offer a puzzle, with or without what is entered; edit() goes on with it where puzzles are drawn. */
export async function share(record, values, edit) {
  const own = el("div");
  const write = async (whole = false) => {
    const link = await encode({ puzzle: record, values: whole ? values : null });
    own.replaceChildren(line("play", forOthers(link)));
  };
  const [others] = await Promise.all([forAll(record), write()]);
  const files = el("div", { class: "buttons" }, fileButtons(FILES, (format) => saveFile({ puzzle: record }, format)));
  once(
    dialog("share", "share.title", [
      el("div", { class: "share-lines" }, others),
      el("section", { class: "field" }, el("h3", { "data-t": "share.files" }), files),
      el("p", { class: "soft", "data-t": "share.page" }),
      el("h3", { "data-t": "share.own" }),
      el("p", { class: "soft", "data-t": "share.what" }),
      own,
      onOff({ "data-t": "share.entries" }, false, write),
      el("div", { class: "buttons" }, el("button", { "data-t": "share.edit", onclick: edit })),
    ]),
  );
}

/** Return lines for links that many can open; what went wrong where there are none. */
async function forAll({ id: _, level: __, ...puzzle }) {
  try {
    return linesOf(await ask("convert", { puzzle, formats: SHOWN, language: settings.get("language") }));
  } catch (failure) {
    return el("p", { class: "soft", text: sentenceOf(failure) });
  }
}
