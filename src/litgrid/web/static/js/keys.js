// The list of keys in a page's help.

import { el } from "./dom.js";

/** Return a list of keys, of pairs of a key of the catalogue and the caps that are pressed. */
export function keyList(pairs) {
  const rows = pairs.flatMap(([key, caps]) => {
    const shown = caps.map((cap) => el("kbd", { text: cap }));
    return [el("dt", {}, shown), el("dd", { "data-t": key })];
  });
  return el("dl", { class: "keys" }, rows);
}
