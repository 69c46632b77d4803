// What the server says, as the page has it. There a grid is rows of text, in the characters of its kind, a cell is
// [row, column] from 1, with its value behind it where it has one, and what a rule says has neither a capital nor a full
// stop. Here a grid is a flat list of values (1 true, 0 false, -1 open), a cell is a number from 0, and texts are
// sentences. Pure. A board is anything with its `columns`, and `answer`: how a false, a true and an open cell are written.

import { capital } from "./words.js";

const OPEN = -1;

/** Return values as rows of text. */
export function rowsOf(values, { answer, columns }) {
  const text = Array.from(values, (value) => answer.at(value)).join(""); // what is open is written as the last
  return Array.from({ length: values.length / columns }, (_, row) => text.slice(row * columns, (row + 1) * columns));
}

/** Return the values of rows of text; `other` is what a cell has that is written neither as false nor as true. */
export function valuesOf(rows, { answer }, other = OPEN) {
  return [...rows.join("")].map((character) => [0, 1][answer.indexOf(character)] ?? other);
}

/** Return what the server said, all of it, as the page has it. */
export function understood(said, board) {
  if (said === null || typeof said !== "object") return said;
  if (Array.isArray(said)) return said.map((one) => understood(one, board));
  const read = (name, value) => (value === null ? null : (MEANT[name]?.(value, board) ?? understood(value, board)));
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, read(name, value)]));
}

const own = (said) => said; // by names that a kind has given

const MEANT = {
  at: cellOf,
  entry: cellOf,
  cells: cellsIn,
  decided: cellsIn,
  facts: cellsIn,
  true: cellsIn,
  false: cellsIn,
  open: cellsIn,
  entries: (rows, board) => valuesOf(rows, board),
  answer: answerOf,
  accepts: answerOf,
  refuses: answerOf,
  solutions: (grids, board) => grids.map((rows) => answerOf(rows, board)),
  text: sentence,
  here: sentence,
  clues: own,
  names: own,
  techniques: own,
};

/** Return the values of an answer, in which what does not look true is false. */
function answerOf(rows, board) {
  return valuesOf(rows, board, 0);
}

function cellsIn(places, board) {
  return places.map((place) => cellOf(place, board));
}

/** Return the number of a cell, or `[number, value]`. */
function cellOf([row, column, value], { columns }) {
  const cell = (row - 1) * columns + column - 1;
  return value === undefined ? cell : [cell, Number(value)];
}

/** Return a text as a sentence: with a full stop, and a capital, unless it begins with the name of a cell. */
export function sentence(text) {
  const begun = /^.\d/.test(text) ? text : capital(text);
  return text === "" || text.endsWith(".") ? begun : `${begun}.`;
}

// What follows from what was said.

/** Return the cells that rules are about, with those that they are written in. */
export function cellsOf(rules) {
  return [...new Set(rules.flatMap(({ at, cells }) => (at === null ? cells : [...cells, at])))];
}

/** Return the line that a clue is written beside, as `["rows", 2]`; null where it is beside none. */
export function lineOf({ at, cells }, { columns }) {
  if (at !== null) return null;
  const sides = { rows: (cell) => Math.floor(cell / columns), columns: (cell) => cell % columns };
  const lines = Object.entries(sides).map(([side, of]) => [side, ...new Set(cells.map(of))]);
  return lines.find((line) => line.length === 2) ?? null;
}

/** Return the cells in which two grids differ. */
export function differing(one, other) {
  return [...one.keys()].filter((cell) => one[cell] !== other[cell]);
}
