// What stands in cells: shapes for some symbols, text for all others.

import { svg } from "./dom.js";

/** How wide a cell is, in units of the drawing; the shapes are made for it. */
export const CELL = 40;

const SHAPES = {
  "●": () => svg("circle", { cx: 20, cy: 20, r: 11 }),
  "■": () => svg("rect", { x: 4, y: 4, width: 32, height: 32, rx: 3 }),
  "·": () => svg("circle", { cx: 20, cy: 20, r: 3.2 }),
  "×": () => svg("path", { d: "M14 14l12 12M26 14l-12 12" }),
};
const NAMES = { "●": "disc", "■": "box-full", "·": "dot", "×": "cross" };
const EMPTY = new Set(["█", " ", ""]);

/** Return what an entered cell shows. */
export function entry(play, value) {
  const symbol = value ? play.true : play.false;
  return svg("g", { class: `entry ${NAMES[symbol] ?? "text"}` }, drawn(symbol));
}

/** Return what the puzzle itself shows in a cell. */
export function given(symbol) {
  return EMPTY.has(symbol) ? [] : [svg("g", { class: `given ${NAMES[symbol] ?? "text"}` }, drawn(symbol))];
}

function drawn(symbol) {
  return SHAPES[symbol]?.() ?? svg("text", { x: 20, y: 21, text: symbol });
}
