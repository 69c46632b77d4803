// A pad for boards whose cells are too small for fingers: its buttons make the moves that the keys of the board make.

import { el } from "../dom.js";
import { icon } from "../icons.js";
import { stateWord } from "../sentences.js";
import { announce, settings } from "../shell.js";
import { t, translate } from "../words.js";

const SMALL = 24; // pixels: what is asked of things to be touched
const ARROWS = { up: [-1, 0], left: [0, -1], right: [0, 1], down: [1, 0] };

export class Pad {
  /** player: on whose boards it moves. */
  constructor(host, player) {
    this.host = host;
    this.player = player;
    player.addEventListener("load", () => this.place());
  }

  get isWanted() {
    const wanted = settings.get("pad");
    const small = matchMedia("(pointer: coarse)").matches && this.player.board?.sight.cellSize < SMALL;
    return wanted === "always" || (wanted === "system" && small);
  }

  /** The board is larger or smaller now. */
  fit() {
    if (this.host.hidden === this.isWanted) this.place();
  }

  /** Draw it, as settings and board have it. */
  place() {
    const { host, player } = this;
    host.hidden = !this.isWanted;
    player.board?.svg.classList.toggle("cursor-kept", !host.hidden);
    if (!player.view) return;
    const button = (name, attributes, shown) => el("button", { type: "button", class: name, ...attributes }, shown);
    const arrows = Object.entries(ARROWS).map(([name, by]) =>
      button(`arrow ${name}`, { "data-t-label": `pad.${name}`, onclick: () => this.step(...by) }, icon(name)),
    );
    const { play } = player.view;
    const states = [
      ["toggle-true", play.true, stateWord(player.view, 1)],
      ["toggle-false", play.false, stateWord(player.view, 0)],
      ["clear", "⌫", t("pad.clear")],
    ].map(([action, symbol, label]) => {
      const shown = el("span", { "aria-hidden": "true", text: symbol });
      return button(`enter ${action}`, { "aria-label": label, onclick: () => player.board.enter(action) }, shown);
    });
    host.replaceChildren(el("div", { class: "arrows" }, arrows), el("div", { class: "states" }, states));
    translate(host);
  }

  step(down, right) {
    const { board } = this.player;
    board.select(board.beside(down, right));
    board.sight.reveal([board.current], [document.querySelector("#toolbar")], { zooming: false });
    announce(this.player.sentence(board.current));
  }
}
