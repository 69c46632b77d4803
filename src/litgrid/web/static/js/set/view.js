// What the board shows of a draft, made here so that a stroke is seen at once: the view that `/api/board` would send,
// without its rules. And how a cell that is drawn is read out.

import { readAround, regionOf } from "../between.js";
import { valuesOf } from "../dialect.js";
import { layerOf } from "../layers.js";
import { at, groupOf, layerIn, signsOf, size } from "./draft.js";
import { t, tOr } from "../words.js";

const BLANK = " "; // keeps the place of a label that is not written

/** Return the view of a draft; `kind` is the kind's entry in `/api/kinds`. */
export function viewOf(draft, kind) {
  const { rows, columns } = size(draft);
  const cells = [...draft.grid.join("")];
  const blank = (length) => new Array(length).fill(BLANK);
  return {
    kind: kind.name,
    title: kind.title,
    rows,
    columns,
    symbols: cells.map((char) => symbolOf(kind, char)),
    glyphs: kind.symbols,
    inscribed: cells.map((char) => saidIn(kind, char)),
    givens: cells.map((char) => (isOpen(kind, char) ? -1 : 0)),
    fixed: [],
    labels: layerOf(kind, "labels") ? { rows: blank(rows), columns: blank(columns) } : null,
    ...betweenOf(draft, kind),
    note: "",
    tables: [],
    differs: [],
    play: { ...kind.play, counters: {}, gaps: false },
  };
}

/** Whether a cell with a character is one to be filled in. */
export function isOpen(kind, char) {
  return ["open", "clue"].includes(groupOf(kind.palette, char));
}

/** Return the values of cells that are given in a grid of their own, -1 for others; null where there is none. */
export function givenIn({ beside }, kind) {
  return beside.given ? valuesOf(beside.given, kind) : null;
}

/** Return what is inscribed in a cell that is to be filled in as well; null for nothing. */
export function saidIn(kind, char) {
  return groupOf(kind.palette, char) === "clue" ? symbolOf(kind, char)[0] : null;
}

const between = new WeakMap(); // of drafts, which never change

/** Return the regions and the signs of a draft, as views have them. */
export function betweenOf(draft, kind) {
  const [regions, signs] = [layerOf(kind, "regions"), layerOf(kind, "signs")];
  if (!between.has(draft))
    between.set(draft, {
      regions: regions ? [...layerIn(draft, regions)[0].join("")].map(regionOf) : null,
      signs: signs ? signsOf(draft, signs) : [],
    });
  return between.get(draft);
}

/** Return what a character shows in a cell: a glyph, and its style. */
export function symbolOf(kind, char) {
  const { glyph, style } = kind.palette.find((entry) => entry.character === char);
  return [glyph, style];
}

/** Return what a cell is read as: where it is, what is drawn there, and what is known of it. */
export function sentenceOf(draft, kind, cell, { forced = -1, differs = false } = {}) {
  const { columns } = size(draft);
  const values = { row: Math.floor(cell / columns) + 1, column: (cell % columns) + 1 };
  const parts = [`${t("cell.name", values)} ${meaningOf(kind, at(draft, cell))}`];
  parts.push(...readAround({ ...betweenOf(draft, kind), columns }, cell));
  if (forced >= 0) parts.push(t("set.cell.forced", { value: forced ? kind.true : kind.false }));
  if (differs) parts.push(t("set.cell.differs"));
  return parts.join(", ");
}

/** Return what a character means, in words; of a meaning that several share, with the character. */
export function meaningOf(kind, char) {
  const { meaning } = kind.palette.find((entry) => entry.character === char);
  const several = kind.palette.filter((entry) => entry.meaning === meaning).length > 1;
  const words = tOr(`meaning.${kind.name}.${meaning}`, meaning);
  return several ? `${words} ${char}` : words;
}
