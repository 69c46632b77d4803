// Which cells of a large board are drawn: those that are seen, in blocks of some beside each other. Cells that are not
// in the page cost a browser nothing when another changes; hidden groups would be laid out all the same.

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
      const element = svg("g");
      this.all.push({ element, row, left, cells: cells.slice(left, left + WIDE), shown: false });
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
      this.turn(block, near || block.cells.includes(kept));
    }
  }

  /** Draw a cell now: it is about to have the focus. */
  need(cell) {
    const block = this.on && !cell.isConnected && this.all.find(({ cells }) => cells.includes(cell));
    if (block) this.turn(block, true);
  }

  turn(block, shown) {
    if (block.shown === shown) return;
    block.shown = shown;
    block.element.replaceChildren(...(shown ? block.cells : []));
  }
}
