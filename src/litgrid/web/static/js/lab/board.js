// The board as panels use it: they show values on it and mark cells, nobody enters anything.

import { Board } from "../board.js";
import { HOLD } from "../pointers.js";
import { wrongCells } from "../player.js";
import { Rules, startOf } from "../rules.js";
import { cellSentence } from "../sentences.js";
import { t } from "../words.js";

export class LabBoard {
  /**
   * onHover(cell): the mouse or the cursor is on a cell, null where it has left; onKey as for Board; onClick(cell);
   * onAsk(cell): somebody held a cell, or clicked it with the right button.
   */
  constructor(host, /** @type {any} */ { onHover, onKey, onClick, onAsk }) {
    this.host = host;
    this.onHover = onHover;
    this.onKey = onKey;
    host.addEventListener("contextmenu", (event) => {
      const cell = event.target.closest(".cell");
      if (!cell) return;
      event.preventDefault();
      onAsk(cell.number);
    });
    host.addEventListener("pointerdown", (event) => {
      const cell = event.pointerType === "mouse" ? null : event.target.closest(".cell");
      clearTimeout(this.holding);
      if (cell) this.holding = setTimeout(() => onAsk(cell.number), HOLD);
    });
    for (const end of ["pointerup", "pointermove", "pointercancel"])
      host.addEventListener(end, () => clearTimeout(this.holding));
    host.addEventListener("click", (event) => {
      const cell = event.target.closest(".cell");
      if (cell) onClick(cell.number, event);
    });
    host.addEventListener("pointerover", (event) => {
      const cell = event.pointerType === "mouse" ? event.target.closest(".cell") : null;
      if (cell) onHover(cell.number);
    });
    host.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && onHover(null));
  }

  /** Show a puzzle, with what was entered on it if there is anything. */
  load(view, entries = null) {
    this.board?.destroy();
    this.view = { ...view, play: { ...view.play, counters: {}, gaps: false } };
    this.rules = new Rules(view);
    this.given = startOf(view);
    this.start = this.given.map((value, cell) => (value < 0 && entries ? entries[cell] : value));
    this.values = this.start;
    this.board = new Board(this.host, this.view, {
      label: (cell) => this.sentence(cell),
      onKey: this.onKey,
      onFocus: this.onHover,
      readOnly: true,
      name: t("board.name", view),
    });
    this.show(this.start);
  }

  /** It is not seen any more. */
  close() {
    this.board.destroy();
  }

  /** Show the puzzle alone. */
  rest() {
    this.board.clearHighlights();
    this.show(this.start);
  }

  /** Show values; `wrong`: with the cells that break rules, and where cells may stay open, false ones open. */
  show(values, { search = false } = {}) {
    const { view, rules } = this;
    values.forEach((value, cell) => value !== rules.values[cell] && rules.set(cell, value));
    this.lit = rules.cellsMet(view.play.lit);
    this.wrong = search ? wrongCells(rules.violations()) : new Map();
    this.values =
      search && view.play.blank ? values.map((value, cell) => (value || this.given[cell] === 0 ? value : -1)) : values;
    this.board.update(this.values, { lit: this.lit, wrong: this.wrong });
  }

  /** Mark cells, by role, in place of those that were marked in these roles. */
  mark(roles) {
    for (const [role, cells] of Object.entries(roles)) {
      this.board.clearHighlights(role);
      this.board.highlight(cells, role);
    }
  }

  /** Colour cells by the level that they were decided at, and number those that are open in the puzzle. */
  levels(levels, order) {
    const opened = order.filter(([cell]) => this.given[cell] < 0);
    this.board.clearHighlights("level");
    this.board.clearHighlights("order");
    for (const [level, cells] of Object.entries(levels)) this.board.highlight(cells, `level level-${Math.min(Number(level), 12)}`);
    this.board.annotate(opened, "order");
  }

  sentence(cell) {
    const [lit, wrong] = [this.lit?.has(cell), this.wrong?.has(cell)];
    return cellSentence(this.view, cell, this.values[cell], { given: this.given[cell] >= 0, lit, wrong });
  }
}
