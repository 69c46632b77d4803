// A small picture of a board that is not seen whole: all of it, and a frame around what is seen. Pressing it moves there.

import { $ } from "../dom.js";

const MOST = 160; // pixels of its longer side
const REST = 200; // ms
const COLOURS = ["--paper", "--wall", "--lit", "--full", "--soft"];

export class Overview {
  constructor(host, player) {
    this.host = host;
    this.player = player;
    this.canvas = $("canvas", host);
    this.frame = $("i", host);
    const go = (event) => event.buttons === 1 && this.go(event);
    for (const kind of ["pointerdown", "pointermove"]) host.addEventListener(kind, go);
    player.addEventListener("change", () => {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.show(), REST); // a move must not wait for it
    });
  }

  /** Draw it, or hide it where all is seen. */
  show() {
    const { board, view, game, lit } = this.player;
    if (!board || !game) return;
    this.host.hidden = board.sight.isWhole;
    if (this.host.hidden) return;
    const { rows, columns } = view;
    const side = Math.max(1, Math.floor(MOST / Math.max(rows, columns)));
    const { canvas, frame } = this;
    [canvas.width, canvas.height] = [columns * side, rows * side];
    const [paper, wall, bright, full, soft] = COLOURS.map((name) => {
      frame.style.color = `var(${name})`; // a canvas knows no variables
      return getComputedStyle(frame).color;
    });
    const context = canvas.getContext("2d");
    const colourOf = (cell) => {
      if (["wall", "number"].includes(board.styles[cell])) return wall;
      if (game.values[cell] === 1) return full;
      if (lit?.has(cell)) return bright;
      return game.values[cell] === 0 && board.styles[cell] === "clue" ? soft : paper;
    };
    for (let cell = 0; cell < rows * columns; cell++) {
      context.fillStyle = colourOf(cell);
      context.fillRect((cell % columns) * side, Math.floor(cell / columns) * side, side, side);
    }
    const seen = board.sight.seen();
    const part = (place, all) => Math.min(1, Math.max(0, place / all));
    frame.style.left = `${100 * part(seen.left, columns)}%`;
    frame.style.top = `${100 * part(seen.top, rows)}%`;
    frame.style.right = `${100 * (1 - part(seen.right, columns))}%`;
    frame.style.bottom = `${100 * (1 - part(seen.bottom, rows))}%`;
  }

  go(event) {
    event.preventDefault();
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const { rows, columns } = this.player.view;
    this.player.board.sight.center(((event.clientY - top) / height) * rows, ((event.clientX - left) / width) * columns);
  }
}
