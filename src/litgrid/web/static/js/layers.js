// What stands on a board beside and between its cells, as the kinds of the server say it: layers of a form, "labels",
// "regions", "number" or "signs", each under the keys of the clues that hold its values. Pure, as all of a draft.

const FORMS = {
  labels: {
    blank: (blank, rows, columns) => [new Array(rows).fill(blank), new Array(columns).fill(blank)],
    size: (rows, columns) => [rows.length, columns.length],
  },
  regions: {
    blank: (blank, rows, columns) => [new Array(rows).fill((blank ?? "A").repeat(columns))],
    size: (rows) => [rows.length, rows[0].length],
    board: true, // not a clue, but what clues stand on
  },
  number: { blank: (blank) => [blank], board: true },
  signs: {
    blank: (_, rows, columns) => [
      new Array(rows).fill(".".repeat(columns - 1)),
      new Array(rows - 1).fill(".".repeat(columns)),
    ],
  },
};

/** Return the layer of a form that a kind has, if any. */
export function layerOf(kind, form) {
  return kind.layers.find((layer) => layer.form === form);
}

/** Whether a layer is part of the board, as walls are, and no clue. */
export function ofBoard({ form }) {
  return FORMS[form].board ?? false;
}

/** Return the values of a layer in which nothing is drawn, one for each of its keys. */
export function blanks({ form, blank }, { rows, columns }) {
  return FORMS[form].blank(blank, rows, columns);
}

/** Return how many rows and columns clues are about, as JSON holds them. */
export function sizeOf(clues, layers) {
  const grid = Array.isArray(clues) ? clues : clues.grid;
  const { form, keys } = grid ? { form: "regions" } : layers.find((layer) => FORMS[layer.form].size);
  const [rows, columns] = FORMS[form].size(...(keys?.map((key) => clues[key]) ?? [grid]));
  return { rows, columns };
}
