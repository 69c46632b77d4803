// Handing a puzzle on: links and files that open anywhere, and litgrid's own link, which brings the entries along.

import { ask } from "../api.js";
import { el } from "../dom.js";
import { onOff } from "../inputs.js";
import { encode, forOthers } from "../share.js";
import { copy, fileButtons, linesOf, saveFile } from "../sharing.js";
import { dialog, once, sentenceOf, settings } from "../shell.js";
import { t } from "../words.js";

const FILES = ["page", "png", "svg"];
const LINKS = ["pzpr", "penpa", "tatham"];

/** Offer a puzzle, with or without what is entered; edit() goes on with it where puzzles are drawn. */
export async function share(record, values, edit) {
  const others = el("div", { class: "share-lines" });
  const files = el("div", { class: "buttons" }, fileButtons(FILES, (format) => saveFile({ puzzle: record }, format)));
  const own = ownLink(record, values);
  await own.write();
  once(
    dialog("share", "share.title", [
      others,
      el("section", { class: "field" }, el("h3", { "data-t": "share.files" }), files),
      el("p", { class: "soft", "data-t": "share.page" }),
      ...own.parts,
      el("div", { class: "buttons" }, el("button", { "data-t": "share.edit", onclick: edit })),
    ]),
  );
  own.link.select();
  try {
    const { id: _, level: __, ...puzzle } = record; // nobody misses them in a link
    const found = await ask("convert", { puzzle, formats: LINKS, language: settings.get("language") });
    others.replaceChildren(...linesOf(found));
  } catch (failure) {
    others.replaceChildren(el("p", { class: "soft", text: sentenceOf(failure) }));
  }
}

/** Return the field of litgrid's own link, and what writes it. */
function ownLink(record, values) {
  const select = () => link.select();
  const link = el("input", { type: "text", readonly: true, "data-t-label": "share.link", onfocus: select });
  const write = async (whole = false) => {
    link.value = forOthers(await encode({ puzzle: record, values: whole ? values : null }));
  };
  const button = { class: "primary", "data-t": "share.copy", onclick: () => copy(link.value) };
  const parts = [
    el("h3", { "data-t": "share.own" }),
    el("p", { class: "soft", "data-t": "share.what" }),
    el("div", { class: "link-row" }, link, el("button", button)),
    onOff({ "data-t": "share.entries" }, false, write),
  ];
  return { link, write, parts };
}
