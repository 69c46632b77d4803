// A table of figures with bars. Where there is no room for its columns each row is a card (see lab.css), in which the
// figures say what they are; then the roles of its parts have to be written down, as they no longer look like a table's.

import { el } from "../dom.js";

/**
 * head: the names of the columns; rows: `{head, cells, bars}` each, where a cell is a text or attributes of its element;
 * caption: what is heard of the whole.
 */
export function figures(head, rows, caption = null) {
  const name = (text) => el("th", { scope: "col", role: "columnheader", text });
  const cell = (content, place) =>
    typeof content === "string"
      ? el("td", { role: "cell", "data-label": head[place + 1], text: content })
      : el("td", { role: "cell", ...content });
  const row = (one) =>
    el(
      "tr",
      { role: "row" },
      el("th", { scope: "row", role: "rowheader" }, one.head),
      one.cells.map(cell),
      el("td", { role: "cell", class: "bars" }, one.bars),
    );
  const top = el("tr", { role: "row" }, head.map(name), el("td", { role: "cell" }));
  return el(
    "table",
    { class: "figures cards", role: "table" },
    caption && el("caption", { class: "unseen", text: caption }),
    el("thead", { role: "rowgroup" }, top),
    el("tbody", { role: "rowgroup" }, rows.map(row)),
  );
}
