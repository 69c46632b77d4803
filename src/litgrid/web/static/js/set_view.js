// What the board shows of a draft, made here so that a stroke is seen at once: the view that `/api/board` would send,
// without its rules. And how a cell that is drawn is read out.

import { at, size } from "./draft.js";
import { t, tOr } from "./words.js";

const BLANK = " "; // keeps the place of a label that is not written

/** Return the view of a draft; `kind` is the kind's entry in `/api/kinds`. */
export function viewOf(draft, kind, play) {
  const { rows, columns } = size(draft);
  return {
    kind: kind.name,
    title: kind.title,
    rows,
    columns,
    symbols: symbolsOf(draft, kind),
    labels: draft.labels && { rows: draft.labels.rows.map(() => BLANK), columns: draft.labels.columns.map(() => BLANK) },
    givens: new Array(rows * columns).fill(-1),
    tables: [],
    differs: [],
    play: { ...play, counters: {} },
  };
}

/** Return what each cell shows: a character, and its style. */
export function symbolsOf(draft, kind) {
  const shown = new Map(kind.palette.map(({ character, glyph, style }) => [character, [kind.symbols[glyph] ?? glyph, style]]));
  return [...draft.grid.join("")].map((char) => shown.get(char));
}

/** Return what a cell is read as: where it is, what is drawn there, and what is known of it. */
export function sentenceOf(draft, kind, cell, { forced = -1, differs = false } = {}) {
  const { columns } = size(draft);
  const values = { row: Math.floor(cell / columns) + 1, column: (cell % columns) + 1 };
  const parts = [t("set.cell.place", values), meaningOf(kind, at(draft, cell))];
  if (forced >= 0) parts.push(t("set.cell.forced", { value: forced ? kind.true : kind.false }));
  if (differs) parts.push(t("set.cell.differs"));
  return parts.join(", ");
}

/** Return what a character means, in words; of a meaning that several share, with the character. */
export function meaningOf(kind, char) {
  const { meaning } = kind.palette.find((entry) => entry.character === char);
  const several = kind.palette.filter((entry) => entry.meaning === meaning).length > 1;
  const words = tOr(`set.meaning.${meaning}`, meaning);
  return several ? `${words} ${char}` : words;
}
