// Buttons that are an icon alone, with what they do as their name and title.

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { translate } from "./words.js";

const ZOOM = 1.4;
const ZOOM_KEYS = { "-": "minus", "+": "plus", "=": "plus" };

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

/** Add buttons that zoom a board; returns what does so for a key, and whether that is such a key. */
export function zoomButtons(host, boardOf) {
  const zoom = (way) => {
    const { sight } = boardOf();
    sight.zoomAt(sight.zoom * (way === "plus" ? ZOOM : 1 / ZOOM));
  };
  host.append(...["minus", "plus"].map((way) => keyedButton(way, `zoom.${way}`, () => zoom(way))));
  translate(host);
  return ({ key, ctrlKey, metaKey }) => {
    const asks = !ctrlKey && !metaKey && key in ZOOM_KEYS;
    if (asks) zoom(ZOOM_KEYS[key]);
    return asks;
  };
}
