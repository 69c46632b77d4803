// A board that is being drawn: a record taken apart into rows of characters, what stands beside and between them, and
// switches. Pure, and never changed in place, so that undo is keeping the one before. Which characters a kind has, and
// what they are, is its palette, which the server sends: entries of `{character, group}`, where a group is open, given,
// fixed or clue. What else its clues hold, by their keys, its layers say: see layers.js.

import { blanks, ofBoard, sizeOf } from "../layers.js";

export const SYMMETRIES = ["none", "180", "mirror", "flip", "90", "diagonal"];

/** Return the draft of a record; the kind says what an open cell is. */
export function draftOf(record, { palette, layers }) {
  const { kind, clues, id, level, entries, ...switches } = record; // how hard it was, and what was entered, do not stay
  const { grid, ...beside } = Array.isArray(clues) ? { grid: clues } : clues;
  const { rows, columns } = sizeOf(clues, layers);
  const open = character(palette, "open").repeat(columns);
  return { kind, grid: grid ?? new Array(rows).fill(open), beside, switches, id };
}

/** Return the record of a draft, as the server reads it. */
export function recordOf({ kind, grid, beside, switches, id }) {
  const clues = Object.keys(beside).length ? { ...beside, grid } : grid;
  return id === undefined ? { kind, ...switches, clues } : { id, kind, ...switches, clues };
}

/** Whether two drafts are the same board. */
export function same(one, other) {
  return alike(recordOf(one), recordOf(other));
}

function alike(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
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

/** Return what a layer holds, a value for each of its keys. */
export function layerIn(draft, layer) {
  const blank = blanks(layer, size(draft));
  return layer.keys.map((key, place) => draft.beside[key] ?? blank[place]);
}

/** Return the draft with other values in a layer; an optional one without anything goes. */
export function withLayer(draft, layer, values) {
  if (alike(values, layerIn(draft, layer))) return draft;
  const beside = { ...draft.beside, ...Object.fromEntries(layer.keys.map((key, place) => [key, values[place]])) };
  if (layer.optional && alike(values, blanks(layer, size(draft)))) for (const key of layer.keys) delete beside[key];
  return { ...draft, beside };
}

/** Return the draft with a label: a number, or null for none; `side` is 0 for rows, 1 for columns. */
export function labelled(draft, layer, side, place, label) {
  const values = layerIn(draft, layer);
  return withLayer(draft, layer, values.with(side, values[side].with(place, label)));
}

/** Return the draft with other characters in one of a layer's grids, by their places in it. */
export function put(draft, layer, place, characters) {
  const values = layerIn(draft, layer);
  return withLayer(draft, layer, values.with(place, rewritten(values[place], characters)));
}

/** Return the letter of a cell's region. */
export function regionAt(draft, layer, cell) {
  const [rows] = layerIn(draft, layer);
  return rows[Math.floor(cell / rows[0].length)][cell % rows[0].length];
}

/** Return the signs of a draft, `[cell, cell, sign]` each. */
export function signsOf(draft, layer) {
  const { columns } = size(draft);
  const [across, down] = layerIn(draft, layer);
  const found = [across, down].flatMap((rows, below) =>
    rows.flatMap((row, number) =>
      [...row].map((sign, column) => [number * columns + column, below ? columns : 1, sign]),
    ),
  );
  return found.filter(([, , sign]) => sign !== ".").map(([cell, step, sign]) => [cell, cell + step, sign]);
}

/** Return the sign between two neighbouring cells. */
export function signAt(draft, layer, one, other) {
  const [place, number] = edge(draft, one, other);
  return layerIn(draft, layer)[place].join("")[number];
}

/** Return the draft with a sign between two neighbouring cells. */
export function signed(draft, layer, one, other, sign) {
  const [place, number] = edge(draft, one, other);
  return put(draft, layer, place, new Map([[number, sign]]));
}

/** Return which of the two grids of signs an edge is in, and where there. */
function edge(draft, one, other) {
  const { columns } = size(draft);
  const cell = Math.min(one, other);
  const below = Math.abs(one - other) === columns;
  return below ? [1, cell] : [0, cell - Math.floor(cell / columns)];
}

export function switched(draft, name, on) {
  return { ...draft, switches: { ...draft.switches, [name]: on } };
}

/** Return the draft without clues: its open board, and with `fixed` its plain walls, regions and the like. */
export function cleared(draft, { palette, layers }, { fixed }) {
  const open = character(palette, "open");
  const wall = character(palette, "fixed") ?? open;
  const kept = (char) => (fixed && groupOf(palette, char) === "fixed" ? wall : open);
  const grid = draft.grid.map((row) => [...row].map(kept).join(""));
  const known = new Set(layers.flatMap((layer) => layer.keys)); // others are clues of a kind that draws none there
  const beside = Object.fromEntries(Object.entries(draft.beside).filter(([key]) => known.has(key)));
  return layers
    .filter((layer) => !(fixed && ofBoard(layer)))
    .reduce((now, layer) => withLayer(now, layer, blanks(layer, size(now))), { ...draft, grid, beside });
}

/** Return the cells that a symmetry brings a cell to, itself first, each once. */
export function images(cell, shape, symmetry) {
  return [...new Set(places(cell, shape, symmetry))];
}

/**
 * Return where each of the moves of a symmetry brings a cell, the one first that moves nothing. On a board that is not
 * square, what needs one does less.
 */
export function places(cell, { rows, columns }, symmetry) {
  const row = Math.floor(cell / columns);
  const column = cell % columns;
  const [bottom, right] = [rows - 1 - row, columns - 1 - column];
  const half = [
    [row, column],
    [bottom, right],
  ];
  const square = rows === columns;
  const found = {
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
  return found.map(([y, x]) => y * columns + x);
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
  const grid = rewritten(draft.grid, cells);
  return grid === draft.grid ? draft : { ...draft, grid };
}

/** Return rows with other characters in some places, which are numbered row by row; the same rows if nothing changes. */
function rewritten(rows, characters) {
  const width = rows[0]?.length ?? 0;
  const next = rows.slice();
  let changed = false;
  for (const [place, char] of characters) {
    const [row, column] = [Math.floor(place / width), place % width];
    if (next[row][column] === char) continue;
    next[row] = next[row].slice(0, column) + char + next[row].slice(column + 1);
    changed = true;
  }
  return changed ? next : rows;
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
