// The board while it is drawn: a draft on it, the labels beside it, and marks for what is known.

import { Board } from "../board.js";
import { cellsOf, lineOf } from "../dialect.js";
import { layerOf } from "../layers.js";
import { at, layerIn, size } from "./draft.js";
import { Labels } from "./labels.js";
import { betweenOf, givenIn, isOpen, saidIn, sentenceOf, symbolOf, viewOf } from "./view.js";
import { t } from "../words.js";

export class DrawnBoard {
  /** onAct, onKey and sight are those of Board; onLabel that of Labels. */
  constructor(host, { onAct, onKey, onLabel, sight }) {
    this.host = host;
    this.onAct = onAct;
    this.onKey = onKey;
    this.sight = sight;
    this.labels = new Labels(host, { onLabel });
    this.board = null;
    this.draft = null;
    this.kind = null;
    this.shows = "clues";
    this.found = null;
    this.values = null;
  }

  /** Show a draft: cell by cell, or all of it where its shape is another. */
  show(draft, kind) {
    const before = this.draft;
    Object.assign(this, { draft, kind });
    const { rows, columns } = size(draft);
    if (
      this.board &&
      before.kind === draft.kind &&
      this.board.view.rows === rows &&
      this.board.view.columns === columns
    )
      this.follow(before);
    else {
      this.board?.destroy();
      this.board = new Board(this.host, viewOf(draft, kind), {
        label: (cell) => this.sentence(cell),
        onAct: this.onAct,
        onKey: this.onKey,
        sight: this.sight,
        name: t("set.board.edit", { title: kind.title, rows, columns }),
      });
      this.mark(this.found, this.shows);
    }
    const labels = layerOf(kind, "labels");
    this.labels.show(labels ? layerIn(draft, labels) : null, this.board);
  }

  /** Draw what has changed. What is known stays on the others until more is known. */
  follow(before) {
    const { draft, kind, board } = this;
    if (draft.beside !== before.beside) {
      const { regions, signs } = betweenOf(draft, kind);
      board.setBetween(regions, signs);
    }
    draft.grid.forEach((row, number) => {
      if (row === before.grid[number]) return;
      [...row].forEach((char, column) => {
        if (char === before.grid[number][column]) return;
        const cell = number * row.length + column;
        board.setSymbol(cell, symbolOf(kind, char), isOpen(kind, char), saidIn(kind, char));
      });
    });
  }

  /** Leave the place to another board. */
  hide() {
    this.board?.destroy();
    this.board = null;
    this.labels.hide();
  }

  focus(cell = 0) {
    this.board.focusCell(cell);
  }

  /**
   * Mark what is known, `found` as Live has it: `shows` is "clues" for nothing beside them, "forced" for cells
   * that are the same in all answers, "first" or "second" for an answer.
   */
  mark(found, shows) {
    Object.assign(this, { found, shows });
    const { board } = this;
    if (!board) return;
    const open = board.styles.map((style) => style === "open");
    if (found?.forced.length !== open.length) this.found = null; // of a board of another size
    this.values = valuesOf(this.found, shows);
    board.svg.classList.toggle("ghost", shows === "forced");
    const { values } = this;
    const conflict = this.found?.conflict ?? [];
    const clash = (edge) => conflict.some(({ at: cell, cells }) => cell === null && isEdge(edge, cells));
    const signs = board.view.signs.map((edge) => (clash(edge) ? "clash" : ""));
    const given = givenIn(this.draft, this.kind);
    const shown = (cell) => (values?.[cell] >= 0 ? values[cell] : (given?.[cell] ?? -1));
    board.update(
      open.map((isOpen, cell) => (isOpen ? shown(cell) : -1)),
      { signs },
    );
    board.clearHighlights();
    if (values && shows === "forced" && found.status === "several")
      board.highlight(
        open.keys().filter((cell) => open[cell] && values[cell] >= 0),
        "forced",
      );
    if (values) board.highlight(found.differ, "differ");
    board.highlight(
      conflict.filter(({ at: cell }) => cell !== null).map(({ at: cell }) => cell),
      "clash",
    );
    const isSign = ({ cells }) => board.view.signs.some((edge) => isEdge(edge, cells));
    const lines = conflict.filter((clue) => !isSign(clue)).map((clue) => lineOf(clue, board.view));
    this.labels.outline(lines.filter(Boolean));
    board.relabel();
  }

  /** Mark the cells of a clue that somebody looks at; null for none. */
  hover(clue) {
    this.board?.clearHighlights("hover");
    if (clue) this.board?.highlight(cellsOf([clue]), "hover");
  }

  /** What a cell is read as. */
  sentence(cell) {
    const { draft, kind, values, found } = this;
    return sentenceOf(draft, kind, cell, {
      forced: isOpen(kind, at(draft, cell)) ? (values?.[cell] ?? -1) : -1,
      differs: found?.differ.includes(cell),
    });
  }
}

/** Whether a clue about some cells is the sign on an edge. */
function isEdge([one, other], cells) {
  return cells.length === 2 && cells.includes(one) && cells.includes(other);
}

function valuesOf(found, shows) {
  if (!found) return null;
  const { forced, solutions } = found;
  return { clues: null, forced, first: solutions[0], second: solutions[1] }[shows] ?? null;
}
