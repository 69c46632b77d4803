// The page on which puzzles are drawn. It keeps the board being drawn, as a row of drafts that undo goes along, and hands
// it to what shows it: the board, the tools, what is known of it, and the ways to hand it on.

import { ask, Superseded } from "../api.js";
import { rowsOf, understood } from "../dialect.js";
import { $ } from "../dom.js";
import { layerOf } from "../layers.js";
import { cleared, labelled, layerIn, recordOf, same, size, withLayer } from "./draft.js";
import { Player } from "../player.js";
import { draftFrom, firstSteps, keepDrawn, linkedDraft } from "./beginning.js";
import { DrawnBoard } from "./board.js";
import { Improve } from "./improve.js";
import { listen } from "./listening.js";
import { Live } from "./live.js";
import { Near } from "./near.js";
import { helpDialog, OpenDialog } from "./open.js";
import { Shaping } from "./shaping.js";
import { Share } from "./share.js";
import { firstTool, keyed, stroke, toolsOf } from "./strokes.js";
import { drawForm, drawPalette, drawStrip, drawToolbar } from "./tools.js";
import { sentenceOf as cellSentence } from "./view.js";
import { allKinds, announce, begin, sentenceOf, settings, toast } from "../shell.js";
import { t } from "../words.js";

const EASY_TO_TOUCH = 24; // pixels that a cell has at least, under fingers
const DRAWING = new Set(["next", "true", "toggle-true"]); // all other things that somebody does to a cell clear it

/** Begin the page. */
export function main() {
  return new SetPage().start();
}

class SetPage {
  async start() {
    this.mode = "edit";
    this.show = "forced";
    this.symmetry = "none";
    this.stroke = null;
    await begin("set", { choices: ["pad"], help: helpDialog() });
    await this.learn();
    const coarse = matchMedia("(pointer: coarse)").matches;
    const sight = { ...(coarse && { smallest: EASY_TO_TOUCH }), onChange: () => this.near.pad.fit() };
    this.board = new DrawnBoard($("#stage"), {
      sight,
      onAct: (cell, action, { edge = null }) => this.act(cell, action, edge),
      onKey: (event, cell) => this.boardKey(event, cell),
      onLabel: (side, place, label) =>
        this.change(labelled(this.draft, layerOf(this.kind, "labels"), side, place, label)),
    });
    this.player = new Player($("#stage"), {
      sight,
      onKey: (event) => this.near.key(event),
      boardName: (view) => t("set.board.play", view),
    });
    this.near = new Near(this);
    this.player.addEventListener("change", () => this.showTools());
    this.player.addEventListener("finish", () => toast(t("set.play.solved")));
    this.improve = new Improve({
      draft: () => this.draft,
      asked: (...question) => this.about(...question),
      apply: (record, sentence) => this.take(record, sentence),
      onHover: (clue) => this.board.hover(clue),
      symmetry: () => this.symmetry,
    });
    this.live = new Live($("#status"), {
      asked: (...question) => this.about(...question),
      onFound: () => this.mark(),
      onHover: (clue) => this.board.hover(clue),
      extra: (found) => this.improve.offers(found),
    });
    this.share = new Share($("#share"), {
      draft: () => this.draft,
      answer: () => (this.found?.status === "unique" ? rowsOf(this.found.solutions[0], this.grid(this.draft)) : null),
    });
    const onRecord = (record) => this.take(record, t("set.open.done"));
    this.opening = new OpenDialog({ kinds: () => [...this.kinds.values()], kind: () => this.draft.kind, onRecord });
    this.shaping = new Shaping({ draft: () => this.draft, take: (record, sentence) => this.take(record, sentence) });
    this.steps = await firstSteps(this.kinds);
    listen(this);
    this.refresh();
  }

  /** Learn the kinds, in the language of the page. */
  async learn() {
    const kinds = await allKinds();
    this.kinds = new Map(kinds.map((kind) => [kind.name, kind]));
  }

  get draft() {
    return this.steps.now;
  }

  get kind() {
    return this.kinds.get(this.draft.kind);
  }

  /** What is known of the board, if anything. */
  get found() {
    return this.live.found;
  }

  /** How grids of a draft are written. */
  grid(draft) {
    return { ...size(draft), answer: this.kinds.get(draft.kind).answer };
  }

  /** Ask the server about a draft. */
  async about(route, draft, more, how) {
    const question = { puzzle: recordOf(draft), language: settings.get("language"), ...more };
    return understood(await ask(route, question, how), this.grid(draft));
  }

  async followLink(fragment) {
    const draft = await linkedDraft(this.kinds, fragment);
    if (draft && !same(draft, this.draft)) this.change(draft);
  }

  // What is done to it.

  /** Go on to another draft. */
  change(draft, how = {}) {
    if (!this.steps.go(draft, how)) return;
    if (this.mode === "play") this.setMode("edit");
    this.refresh();
  }

  /** Take a puzzle that comes as a record. */
  take(record, sentence) {
    const draft = draftFrom(record, this.kinds);
    if (draft) this.change(draft);
    toast(draft ? sentence : t("set.open.undrawable"));
  }

  /** Take the clues away, and where only walls are left, these. */
  clear() {
    if (this.mode === "play") {
      this.player.restart();
      return;
    }
    const [clueless, open] = [true, false].map((fixed) => cleared(this.draft, this.kind, { fixed }));
    const walls = !same(clueless, open);
    const more = walls && !same(clueless, this.draft);
    this.change(more ? clueless : open);
    toast(t(more ? "set.done.clueless" : "set.done.cleared"));
  }

  setTool(tool) {
    this.tool = tool;
    this.shown = { ...this.shown, palette: this.paletteShows };
    this.showTools();
  }

  /** A number of the board was written: the only value of its layer. */
  setNumber(layer, number) {
    const draft = withLayer(this.draft, layer, [number]);
    this.numbers = this.numbersOf(draft); // what is being written stays as it is
    this.shown = { ...this.shown, palette: this.paletteShows };
    this.change(draft);
  }

  numbersOf(draft) {
    return JSON.stringify(this.kind.layers.filter(({ form }) => form === "number").map((layer) => layerIn(draft, layer)));
  }

  /** What the tools show: they are drawn anew where it is something else. */
  get paletteShows() {
    return [this.mode, this.kind, this.tool, this.numbers];
  }

  setShow(name) {
    this.show = name;
    this.mark();
  }

  get canUndo() {
    return this.mode === "play" ? this.player.game.canUndo : this.steps.past.length > 0;
  }

  get canRedo() {
    return this.mode === "play" ? this.player.game.canRedo : this.steps.future.length > 0;
  }

  undo() {
    if (this.mode === "play") this.player.undo();
    else if (this.steps.undo()) this.refresh();
  }

  redo() {
    if (this.mode === "play") this.player.redo();
    else if (this.steps.redo()) this.refresh();
  }

  /** Go over to drawing, or to trying out. */
  async setMode(mode) {
    if (mode === this.mode) return;
    if (mode === "play") {
      try {
        const view = await ask("board", { puzzle: recordOf(this.draft), language: settings.get("language") });
        this.board.hide();
        this.player.load(view);
      } catch (failure) {
        if (!(failure instanceof Superseded)) toast(sentenceOf(failure));
        this.showTools();
        return;
      }
    } else this.player.board.destroy();
    this.mode = mode;
    this.refresh();
    announce(t(`set.mode.${mode}`));
    if (mode === "edit") this.board.focus();
    else this.player.board.focusCell(0);
  }

  /** Somebody acted on a cell: a stroke draws in every cell what it draws in the first. */
  act(cell, action, edge) {
    if (action === "end") {
      this.stroke = null;
      return;
    }
    const { draft, kind, tool, symmetry } = this;
    const merge = this.stroke?.changed ?? false;
    this.stroke ??= {
      draw: stroke(draft, kind, { tool, cell, edge, erases: !DRAWING.has(action), symmetry }),
      changed: false,
    };
    const next = this.stroke.draw(draft, cell);
    if (next === this.draft) return;
    this.stroke.changed = true;
    this.change(next, { merge });
    announce(cellSentence(this.draft, this.kind, cell));
  }

  boardKey(event, cell) {
    if (event.ctrlKey || event.metaKey) return false;
    const drawn = keyed(this.draft, this.kind, cell, event, this);
    if (!drawn) return this.near.key(event);
    this.change(drawn.draft);
    if (drawn.cell !== cell) this.board.focus(drawn.cell);
    announce(cellSentence(this.draft, this.kind, drawn.cell));
    return true;
  }

  // What is shown.

  /** Show the draft as it is now, and ask about it. */
  refresh() {
    const { draft, kind } = this;
    document.body.dataset.mode = this.mode;
    if (!toolsOf(kind).includes(this.tool)) this.tool = firstTool(kind);
    this.numbers = this.numbersOf(draft);
    if (this.mode === "edit") this.board.show(draft, kind);
    if (this.asked !== draft) {
      this.asked = draft;
      this.improve.stop();
      this.live.ask(draft);
      keepDrawn(recordOf(draft));
    }
    this.showTools();
    this.showShare();
  }

  /** Show what is known. */
  mark() {
    drawStrip(this);
    this.board.mark(this.found, this.show);
  }

  showTools() {
    drawToolbar(this);
    const { mode, kind, draft } = this;
    this.draws("strip", [mode], drawStrip);
    this.draws("palette", this.paletteShows, drawPalette);
    this.draws("pad", [mode, kind, this.tool, this.near.board], () => this.near.pad.place());
    this.draws("form", [kind, draft.grid.length, draft.grid[0].length, JSON.stringify(draft.switches)], drawForm);
  }

  /** Draw a part of the page anew if what it shows has changed: what is typed into it may stay. */
  draws(part, shows, draw) {
    if (this.shown?.[part]?.every((one, place) => one === shows[place])) return;
    this.shown = { ...this.shown, [part]: shows };
    draw(this);
  }

  showShare() {
    if ($("#share-card").open) this.share.show();
  }

  async translate() {
    await this.learn();
    this.share.written = null;
    if (this.mode === "play") await this.setMode("edit");
    this.board.hide();
    this.asked = null;
    this.refresh();
  }
}
