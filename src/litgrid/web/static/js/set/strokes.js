// What strokes and keys draw: characters, regions and signs, with their images. Pure: a stroke is a function that
// returns the draft with what it draws in one more cell.

import { unusedLetters } from "../between.js";
import { layerOf } from "../layers.js";
import { at, character, drawn, images, layerIn, places, put, regionAt, signAt, signed, size, typed } from "./draft.js";

/** The tools beside the characters: to begin a region, to spread one, and to set signs. */
export const BEGIN = "begin";
export const SPREAD = "spread";
export const SIGN = "sign";
const NEXT = { ".": "=", "=": "x", x: "." };
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Return all tools of a kind, in the order in which they are shown. */
export function toolsOf(kind) {
  const chars = kind.palette.map((entry) => entry.character);
  const regions = layerOf(kind, "regions") ? [BEGIN, SPREAD] : [];
  return [...chars, ...regions, ...(layerOf(kind, "signs") ? [SIGN] : [])];
}

/** Return the tool that a kind's boards begin with: most have to have regions before anything else. */
export function firstTool(kind) {
  return layerOf(kind, "regions") ? BEGIN : kind.palette.find((entry) => entry.group !== "open").character;
}

/** Return the stroke that begins in a cell: a function of a draft and a cell. `edge` is where it begins between cells. */
export function stroke(draft, kind, { tool, cell, edge, erases, symmetry }) {
  if (tool === SIGN) return edge ? signing(draft, kind, edge, symmetry, erases) : (now) => now;
  if (tool === BEGIN || tool === SPREAD) return spreading(draft, kind, cell, symmetry, tool === BEGIN);
  const char = erases || at(draft, cell) === tool ? character(kind.palette, "open") : tool;
  return (now, there) => drawn(now, there, char, kind.palette, symmetry);
}

/** Spread a cell's region, or a new one, and its images. */
function spreading(draft, kind, cell, symmetry, begins) {
  const layer = layerOf(kind, "regions");
  const used = layerIn(draft, layer)[0].join("");
  const begun = places(cell, size(draft), symmetry);
  const letters = begun.map((image) => {
    // A cell that is its own image has one region.
    const number = images(cell, size(draft), symmetry).indexOf(image);
    return begins ? unusedLetters(used)[number] : regionAt(draft, layer, image);
  });
  return (now, there) => {
    const moved = places(there, size(now), symmetry).map((image, place) => [image, letters[place]]);
    return put(now, layer, 0, new Map(moved.filter(([, letter]) => letter).reverse())); // the first has the last word
  };
}

/** Set the sign that is next in turn, or none, on an edge and its images. */
function signing(draft, kind, [one, other], symmetry, erases) {
  const layer = layerOf(kind, "signs");
  const sign = erases ? "." : NEXT[signAt(draft, layer, one, other)];
  const [ones, others] = [one, other].map((cell) => places(cell, size(draft), symmetry));
  return (now) => ones.reduce((before, image, place) => signed(before, layer, image, others[place], sign), now);
}

/**
 * Return what a key draws in a cell: `{draft, cell}`, the cell to go on from; null where it draws nothing. With Shift an
 * arrow spreads the cell's region that way, or sets the sign there.
 */
export function keyed(draft, kind, cell, { key, shiftKey }, { tool, symmetry }) {
  const regions = layerOf(kind, "regions");
  if (key in STEPS) {
    const other = shiftKey ? neighbour(draft, cell, STEPS[key]) : null;
    if (other === null) return null;
    if (regions && tool !== SIGN)
      return { draft: spreading(draft, kind, cell, symmetry, false)(draft, other), cell: other };
    if (!layerOf(kind, "signs")) return null;
    return { draft: signing(draft, kind, [cell, other], symmetry, false)(draft), cell };
  }
  const letter = regions && /^[a-z]$/i.test(key) ? key.toUpperCase() : null;
  const char = letter && (tool === BEGIN || tool === SPREAD) ? undefined : typed(kind.palette, key);
  if (char !== undefined) return { draft: drawn(draft, cell, char, kind.palette, symmetry), cell };
  return letter && { draft: put(draft, regions, 0, new Map([[cell, letter]])), cell };
}

function neighbour(draft, cell, [down, right]) {
  const { rows, columns } = size(draft);
  const [row, column] = [Math.floor(cell / columns) + down, (cell % columns) + right];
  const inside = row >= 0 && column >= 0 && row < rows && column < columns;
  return inside ? row * columns + column : null;
}
