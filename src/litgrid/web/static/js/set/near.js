// To get near to small cells: buttons and keys that zoom, and a pad that draws with what is chosen.

import { zoomButtons } from "../buttons.js";
import { $ } from "../dom.js";
import { Pad, statesOf } from "../pad.js";
import { settings } from "../shell.js";
import { SIGN, SPREAD } from "./strokes.js";
import { pictureOf } from "./tools.js";
import { t } from "../words.js";

const SMALL = 30; // pixels of a cell that is drawn with a pad: edges and corners of cells are touched as well

export class Near {
  constructor(page) {
    this.page = page;
    this.pad = new Pad($("#pad"), {
      board: () => this.board,
      states: (board) => (page.mode === "play" ? statesOf(board) : this.drawing()),
      small: SMALL,
      onArrow: (name) => page.mode === "edit" && page.tool === SPREAD && this.beside(name),
    });
    this.key = zoomButtons($("#zoom"), () => this.board);
    settings.onChange((name) => name === "pad" && this.pad.place());
  }

  get board() {
    const { mode, player, board } = this.page;
    return mode === "play" ? player.board : board.board;
  }

  /** What the pad draws: the tool; signs, which stand between cells, to the right and below. */
  drawing() {
    const { kind, tool } = this.page;
    const [picture, name] = pictureOf(kind, tool);
    const sign = (symbol, way) => [`sign-${way}`, symbol, `${name}: ${t(`pad.${way}`)}`, () => this.beside(way)];
    if (tool === SIGN) return [sign("=→", "right"), sign("=↓", "down")];
    return [
      ["toggle-true", picture, name],
      ["clear", "⌫", t("pad.clear")],
    ];
  }

  /** Do what an arrow does with Shift: spread a region that way, or set the sign there. */
  beside(way) {
    return this.page.boardKey({ key: `Arrow${way[0].toUpperCase()}${way.slice(1)}`, shiftKey: true }, this.board.current);
  }
}
