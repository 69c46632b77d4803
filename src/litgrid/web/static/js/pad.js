// A pad for boards whose cells are too small for fingers: its buttons make the moves that the keys of the board make.

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { stateWord } from "./sentences.js";
import { announce, settings } from "./shell.js";
import { t, translate } from "./words.js";

const SMALL = 24; // pixels: what is asked of things to be touched
const ARROWS = { up: [-1, 0], left: [0, -1], right: [0, 1], down: [1, 0] };

export class Pad {
  /**
   * board(): the board that it moves on, if there is one; states(board): what it enters, `[action, symbol, name]` each,
   * and what is done where that is no action of the board; small: pixels of the cells that it is for; onArrow(name): an arrow was pressed; return true if it was used.
   */
  constructor(host, { board, states = statesOf, small = SMALL, onArrow = (/** @type {string} */ _) => false }) {
    this.host = host;
    this.boardOf = board;
    this.states = states;
    this.small = small;
    this.onArrow = onArrow;
  }

  get isWanted() {
    const wanted = settings.get("pad");
    const small = matchMedia("(pointer: coarse)").matches && this.boardOf()?.sight.cellSize < this.small;
    return wanted === "always" || (wanted === "system" && small);
  }

  /** The board is larger or smaller now. */
  fit() {
    if (this.host.hidden === this.isWanted) this.place();
    else this.boardOf()?.svg.classList.toggle("cursor-kept", !this.host.hidden); // it may be another board
  }

  /** Draw it, as settings and board have it. */
  place() {
    const { host } = this;
    const board = this.boardOf();
    host.hidden = !this.isWanted;
    board?.svg.classList.toggle("cursor-kept", !host.hidden);
    if (!board) return;
    const button = (name, attributes, shown) => el("button", { class: name, ...attributes }, shown);
    const arrows = Object.entries(ARROWS).map(([name, by]) =>
      button(`arrow ${name}`, { "data-t-label": `pad.${name}`, onclick: () => this.step(name, ...by) }, icon(name)),
    );
    const states = this.states(board).map(([action, symbol, label, act = () => this.boardOf().enter(action)]) => {
      const shown = el("span", { "aria-hidden": "true" }, symbol);
      return button(`enter ${action}`, { "aria-label": label, onclick: act }, shown);
    });
    host.replaceChildren(el("div", { class: "arrows" }, arrows), el("div", { class: "states" }, states));
    translate(host);
  }

  step(name, down, right) {
    const board = this.boardOf();
    if (this.onArrow(name)) return;
    board.select(board.beside(down, right));
    board.sight.reveal([board.current], [document.querySelector("#toolbar")], { zooming: false });
    announce(board.told.label(board.current));
  }
}

/** What is entered where a puzzle is played. */
export function statesOf({ view }) {
  return [
    ["toggle-true", view.play.true, stateWord(view, 1)],
    ["toggle-false", view.play.false, stateWord(view, 0)],
    ["clear", "⌫", t("pad.clear")],
  ];
}
