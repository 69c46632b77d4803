// What a cell of a board shows in each of its states. A state is one number, so that cells that stay as they are cost
// nothing.

import { svg, write } from "./dom.js";
import { CELL, entry } from "./symbols.js";

const [LIT, WRONG, MET, FIRST] = [4, 8, 16, 32];
const VALUE = 3;

/**
 * Return the state of each cell: its value, the trial it was entered in, and what is true of it, where `lit`, `wrong`,
 * `met` and `firsts` hold it (Maps, Sets or nothing).
 */
export function statesOf(values, { trial, lit, wrong, met, firsts }) {
  const states = new Int32Array(values.length);
  for (let cell = 0; cell < states.length; cell++) states[cell] = (values[cell] + 1) | ((trial?.[cell] ?? 0) << 6);
  for (const [cells, bit] of [[lit, LIT], [wrong, WRONG], [met, MET], [firsts, FIRST]])
    for (const cell of cells?.keys() ?? []) states[cell] |= bit;
  return states;
}

/** Let a cell, whose corner is at x, y, show a state instead of the one before; null: nothing was shown. */
export function paint(cell, { play, style, x, y, before, state, beside = false }) {
  const [isLit, isWrong, isMet, isFirst] = [LIT, WRONG, MET, FIRST].map((bit) => (state & bit) > 0);
  const level = state >> 6;
  const names = ["cell", `is-${style}`];
  if (isLit) names.push("lit");
  if (isWrong) names.push("wrong");
  if (isMet) names.push("met");
  if (beside && (state & VALUE) === 2) names.push("filled");
  if (level) names.push("trial", `trial-${((level - 1) % 3) + 1}`);
  write(cell, "class", names.join(" "));
  if (style === "open" && (before === null || (before & VALUE) !== (state & VALUE))) {
    cell.querySelector(".entry")?.remove();
    const value = (state & VALUE) - 1;
    if (value >= 0) cell.querySelector(".ground").after(entry(play, value, x, y, beside));
  }
  part(cell, "ray", isLit, () => svg("path", { class: "ray", d: `M${x + 2} ${y + 10}l8-8m-8 14l14-14` }));
  part(cell, "first", isFirst, () => svg("path", { class: "first", d: `M${x + 1} ${y + 1}h13l-13 13z` }));
  part(cell, "box", level > 0, () => inset("box", x, y, 3.5, 4));
  part(cell, "alarm", isWrong, () =>
    svg("g", { class: "alarm" }, inset(null, x, y, 2, 3), svg("text", { x: x + 33.5, y: y + 10.5, text: "!" })),
  );
  if (isWrong) cell.setAttribute("aria-invalid", "true");
  else cell.removeAttribute("aria-invalid");
}

function part(cell, name, wanted, make) {
  const there = cell.querySelector(`.${name}`);
  if (wanted && !there) cell.append(make());
  else if (!wanted) there?.remove();
}

/** Return an outline inside a cell, so far from its edge. */
export function inset(name, x, y, edge, rx) {
  return svg("rect", { class: name, x: x + edge, y: y + edge, width: CELL - 2 * edge, height: CELL - 2 * edge, rx });
}
