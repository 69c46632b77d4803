// What stands between the cells of a board: thick borders of regions, and signs on edges.

import { svg, write } from "./dom.js";
import { CELL } from "./symbols.js";
import { t } from "./words.js";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
const SIGNS = {
  "=": (x, y) => svg("path", { d: `M${x - 5} ${y - 2.5}h10m-10 5h10` }),
  x: (x, y) => svg("path", { d: `M${x - 4} ${y - 4}l8 8m0 -8l-8 8` }),
};
const NAMES = { "=": "equal", x: "different" };

export class Between {
  constructor({ rows, columns }) {
    this.rows = rows;
    this.columns = columns;
    this.borders = svg("path", { class: "borders", "aria-hidden": "true" });
    this.signs = svg("g", { class: "signs", "aria-hidden": "true" });
  }

  /** Show regions, for each cell the number of its own (null: there are none), and signs, `[cell, cell, sign]` each. */
  show(regions, signs) {
    const { rows, columns } = this;
    const path = [];
    const differ = (cell, other) => regions && regions[cell] !== regions[other];
    for (let cell = 0; cell < rows * columns; cell++) {
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      if (column && differ(cell, cell - 1)) path.push(`M${column * CELL} ${row * CELL}v${CELL}`);
      if (row && differ(cell, cell - columns)) path.push(`M${column * CELL} ${row * CELL}h${CELL}`);
    }
    this.borders.setAttribute("d", path.join(""));
    this.signs.replaceChildren(...signs.map((sign) => this.sign(...sign)));
  }

  sign(cell, other, sign) {
    const [x, y] = [cell % this.columns, Math.floor(cell / this.columns)].map((place) => (place + 0.5) * CELL);
    const [right, below] = other === cell + this.columns ? [0, CELL / 2] : [CELL / 2, 0];
    const under = svg("rect", { x: x + right - 7.5, y: y + below - 7.5, width: 15, height: 15, rx: 3 });
    return svg("g", { class: "sign" }, under, SIGNS[sign](x + right, y + below));
  }

  /** Show the states of signs, in their order: "met", "wrong", "clash" or "". */
  update(states) {
    [...this.signs.children].forEach((sign, place) => {
      write(sign, "class", `sign ${states?.[place] ?? ""}`.trim());
    });
  }
}

const byEdge = new WeakMap(); // signs by their cells, for each list of signs that was asked about

/** Return what is read of a cell's region, and of the signs on its edges. */
export function readAround({ regions, signs, columns }, cell) {
  if (!byEdge.has(signs)) byEdge.set(signs, new Map(signs.map(([one, other, sign]) => [`${one} ${other}`, sign])));
  const across = columns > 1 ? { left: [cell - 1, cell], right: [cell, cell + 1] } : {};
  const edges = { ...across, above: [cell - columns, cell], below: [cell, cell + columns] };
  const words = regions ? [t("cell.region", { region: LETTERS[regions[cell]] ?? regions[cell] + 1 })] : [];
  for (const [side, edge] of Object.entries(edges)) {
    const sign = byEdge.get(signs).get(edge.join(" "));
    if (sign) words.push(t(`cell.${NAMES[sign]}-${side}`));
  }
  return words;
}

/** Return the number of a region that has a letter for a name. */
export function regionOf(letter) {
  return LETTERS.indexOf(letter);
}

/** Return the letters that name no region yet. */
export function unusedLetters(used) {
  return LETTERS.filter((letter) => !used.includes(letter));
}
