// A board that is being drawn: a record taken apart into rows of characters, labels and switches. Pure, and never changed
// in place, so that undo is keeping the one before. Which characters a kind has, and what they are, is its palette, which
// the server sends: entries of `{character, group}`, where a group is open, given, fixed or clue.

export const SYMMETRIES = ["none", "180", "mirror", "flip", "90", "diagonal"];

/** Return the draft of a record; `palette` says what an open cell is. */
export function draftOf(record, palette) {
  const { kind, clues, id, level, values, ...switches } = record; // how hard it was, and what was entered, do not stay
  if (Array.isArray(clues)) return { kind, grid: clues, labels: null, switches, id };
  const labels = { rows: clues.rows, columns: clues.cols };
  const open = character(palette, "open");
  const grid = clues.grid ?? clues.rows.map(() => open.repeat(clues.cols.length));
  return { kind, grid, labels, switches, id };
}

/** Return the record of a draft, as the server reads it. */
export function recordOf({ kind, grid, labels, switches, id }) {
  const clues = labels === null ? grid : { rows: labels.rows, cols: labels.columns, grid };
  return id === undefined ? { kind, ...switches, clues } : { id, kind, ...switches, clues };
}

/** Whether two drafts are the same board. */
export function same(one, other) {
  return JSON.stringify(recordOf(one)) === JSON.stringify(recordOf(other));
}

/** Return the first character of a group, if there is one. */
export function character(palette, group) {
  return palette.find((entry) => entry.group === group)?.character;
}

export function size({ grid }) {
  return { rows: grid.length, columns: grid[0].length };
}

export function at({ grid }, cell) {
  const columns = grid[0].length;
  return grid[Math.floor(cell / columns)][cell % columns];
}

/**
 * Return the draft with a character in a cell, and what belongs there in the cells that are symmetric to it: an open cell
 * for an open one, a plain wall for any wall. What is of the same group there already stays.
 */
export function drawn(draft, cell, char, palette, symmetry = "none") {
  const group = groupOf(palette, char);
  const cells = new Map([[cell, char]]);
  const plain = group === "fixed" ? character(palette, group) : char;
  for (const image of images(cell, size(draft), symmetry))
    if (image !== cell && groupOf(palette, at(draft, image)) !== group) cells.set(image, plain);
  return written(draft, cells);
}

/** Return the draft with a label: a number, or null for none. `side` is "rows" or "columns". */
export function labelled(draft, side, place, label) {
  if (draft.labels[side][place] === label) return draft;
  return { ...draft, labels: { ...draft.labels, [side]: draft.labels[side].with(place, label) } };
}

export function switched(draft, name, on) {
  return { ...draft, switches: { ...draft.switches, [name]: on } };
}

/** Return the draft without clues: its open board, and with `fixed` its plain walls. */
export function cleared(draft, palette, { fixed }) {
  const open = character(palette, "open");
  const wall = character(palette, "fixed") ?? open;
  const kept = (char) => (fixed && groupOf(palette, char) === "fixed" ? wall : open);
  const labels = draft.labels && {
    rows: draft.labels.rows.map(() => null),
    columns: draft.labels.columns.map(() => null),
  };
  return { ...draft, labels, grid: draft.grid.map((row) => [...row].map(kept).join("")) };
}

/**
 * Return the cells that a symmetry brings a cell to, itself among them. On a board that is not square, what needs one
 * does less.
 */
export function images(cell, { rows, columns }, symmetry) {
  const row = Math.floor(cell / columns);
  const column = cell % columns;
  const [bottom, right] = [rows - 1 - row, columns - 1 - column];
  const half = [
    [row, column],
    [bottom, right],
  ];
  const square = rows === columns;
  const places = {
    none: [[row, column]],
    180: half,
    mirror: [
      [row, column],
      [row, right],
    ],
    flip: [
      [row, column],
      [bottom, column],
    ],
    90: square ? [...half, [column, bottom], [right, row]] : half,
    diagonal: square
      ? [
          [row, column],
          [column, row],
        ]
      : [[row, column]],
  }[symmetry];
  return [...new Set(places.map(([y, x]) => y * columns + x))];
}

export function groupOf(palette, char) {
  return palette.find((entry) => entry.character === char)?.group;
}

/** Return what a key stands for in a cell: a character of the palette; for # and ? also a plain wall. */
export function typed(palette, key) {
  if (key === "Backspace" || key === "Delete" || key === " ") return character(palette, "open");
  const found =
    palette.find((entry) => entry.character === key) ?? palette.find((entry) => entry.character === key.toLowerCase());
  return found?.character ?? (key === "#" || key === "?" ? character(palette, "fixed") : undefined);
}

function written(draft, cells) {
  const { columns } = size(draft);
  const grid = draft.grid.slice();
  let changed = false;
  for (const [cell, char] of cells) {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    if (grid[row][column] === char) continue;
    grid[row] = grid[row].slice(0, column) + char + grid[row].slice(column + 1);
    changed = true;
  }
  return changed ? { ...draft, grid } : draft;
}

/** What was, what is and what was taken back: as many steps as there are. */
export class Steps {
  constructor(first) {
    this.past = [];
    this.now = first;
    this.future = [];
  }

  /** Go on to another state; with `merge` in place of the last one, as strokes of one line are one step. */
  go(next, { merge = false } = {}) {
    if (next === this.now) return false;
    if (!merge) this.past.push(this.now);
    this.now = next;
    this.future = [];
    return true;
  }

  undo() {
    if (!this.past.length) return false;
    this.future.push(this.now);
    this.now = this.past.pop();
    return true;
  }

  redo() {
    if (!this.future.length) return false;
    this.past.push(this.now);
    this.now = this.future.pop();
    return true;
  }
}
