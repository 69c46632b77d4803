// What stands in cells: shapes for some symbols, text for all others.

import { svg } from "./dom.js";

/** How wide a cell is, in units of the drawing; the shapes are made for it. */
export const CELL = 40;

// No shape, and no cell, has a transformation of its own: browsers keep a layer of the picture for each, and lay all of
// them anew whenever one cell changes (Chromium took half of the time of a move on 100 x 100 for that).
const SHAPES = {
  "●": (x, y) => svg("circle", { cx: x + 20, cy: y + 20, r: 11 }),
  "■": (x, y) => svg("rect", { x: x + 4, y: y + 4, width: 32, height: 32, rx: 3 }),
  "·": (x, y) => svg("circle", { cx: x + 20, cy: y + 20, r: 3.2 }),
  "★": (x, y) => svg("polygon", { points: STAR.map((at, place) => at + (place % 2 ? y + 21 : x + 20)).join(" ") }),
  "×": (x, y) => svg("path", { d: `M${x + 14} ${y + 14}l12 12m0 -12l-12 12` }),
};
const STAR = [0, -15, 3.4, -4.6, 14.3, -4.6, 5.5, 1.8, 8.8, 12.1, 0, 5.7, -8.8, 12.1, -5.5, 1.8, -14.3, -4.6, -3.4, -4.6];
const NAMES = { "●": "disc", "■": "box-full", "·": "dot", "×": "cross", "★": "star" };
const EMPTY = new Set(["█", " ", ""]);

/** Return what an entered cell shows, whose corner is at x, y; beside what is inscribed only a dot stands aside. */
export function entry(play, value, x, y, beside = false) {
  const symbol = value ? play.true : play.false;
  const aside = beside && symbol === "·" ? 14 : 0;
  return shown("entry", symbol, x + aside, y + aside);
}

/** Return what is inscribed in a cell that is filled in as well. */
export function inscribed(text, x, y) {
  return svg("text", { class: "inscribed", x: x + 20, y: y + 21, text });
}

/** Return what the puzzle itself shows in a cell. */
export function given(symbol, x = 0, y = 0) {
  return EMPTY.has(symbol) ? [] : [shown("given", symbol, x, y)];
}

function shown(role, symbol, x, y) {
  const shape = SHAPES[symbol]?.(x, y) ?? svg("text", { x: x + 20, y: y + 21, text: symbol });
  return svg("g", { class: `${role} ${NAMES[symbol] ?? "text"}` }, shape);
}
