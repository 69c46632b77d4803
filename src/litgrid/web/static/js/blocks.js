// Which cells of a large board are drawn: those that are seen, in blocks of some beside each other. What is not drawn
// costs a browser nothing when a cell changes.

import { svg } from "./dom.js";

const LARGE = 2000; // cells; of smaller boards all are drawn
const WIDE = 10; // cells of a block
const NEAR = 1; // cells around what is seen that are drawn as well

export class Blocks {
  constructor({ rows, columns }) {
    this.on = rows * columns > LARGE;
    this.all = [];
  }

  /** Put the cells of a row into it. */
  fill(line, row, cells) {
    if (!this.on) return line.append(...cells);
    for (let left = 0; left < cells.length; left += WIDE) {
      const element = svg("g", { display: "none" }, cells.slice(left, left + WIDE));
      this.all.push({ element, row, left, shown: false });
      line.append(element);
    }
  }

  /** Draw what is seen, in rows and columns, and the block of a cell that is not to be lost. */
  show({ top, bottom, left, right }, kept) {
    for (const block of this.all) {
      const near =
        block.row + 1 > top - NEAR &&
        block.row < bottom + NEAR &&
        block.left + WIDE > left - NEAR &&
        block.left < right + NEAR;
      this.turn(block, near || block.element === kept.parentNode);
    }
  }

  /** Draw a cell now: it is about to have the focus. */
  need(cell) {
    const block = this.on && this.all.find(({ element }) => element === cell.parentNode);
    if (block) this.turn(block, true);
  }

  turn(block, shown) {
    if (block.shown === shown) return;
    block.shown = shown;
    if (shown) block.element.removeAttribute("display");
    else block.element.setAttribute("display", "none");
  }
}
