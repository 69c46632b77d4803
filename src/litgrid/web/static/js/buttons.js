// Buttons that are an icon alone, with what they do as their name and title.

import { el } from "./dom.js";
import { icon } from "./icons.js";

/** Return one whose name is a sentence. */
export function iconButton(name, label, onclick, attributes = {}) {
  const given = { class: "round", "aria-label": label, title: label, onclick };
  return el("button", { ...given, ...attributes }, icon(name));
}

/** Return one whose name is that of a key of the catalogue, in whatever language is chosen. */
export function keyedButton(name, key, onclick, kind = "quiet round") {
  const given = { class: kind, "data-t-label": key, "data-t-title": key, onclick };
  return el("button", given, icon(name));
}
