// The table on which puzzles are played: the board, its tools, what answers, the clock; and games are kept. Which puzzle
// is played, and what is around it, is up to the page.

import { zoomButtons } from "../buttons.js";
import { $, write } from "../dom.js";
import { keepGame, keptGame } from "../kept.js";
import { Helping } from "./helping.js";
import { Message } from "./message.js";
import { Overview } from "./overview.js";
import { Pad } from "../pad.js";
import { Player } from "../player.js";
import { confirm, sayUnkept, settings } from "../shell.js";
import { Clock, clock } from "../timing.js";
import { Toolbar } from "./toolbar.js";
import { t } from "../words.js";

const REST = 400; // ms after a move until the game is kept
const LETTERS = {
  t: "trial",
  a: "accept",
  Escape: "reject",
  h: "hint",
  w: "why",
  ContextMenu: "why",
  v: "check",
  s: "solve",
  l: "lines",
  r: "numbers",
};

export class Table {
  /**
   * page: what is around the table: `actions` by name, and the `keys` that ask for them; `known()`, what is kept beside
   * a game; `kept()`, told when a game was kept; `finished(first)`, told when a board is finished, for the first time or
   * again, returns `{sentences, buttons}` for the message; `without`: the names of tools that it does not have.
   */
  constructor(page) {
    this.page = { without: [], known: () => ({}), kept: () => {}, ...page };
    this.saving = null;
    this.savedAt = 0; // when what is on the board was kept
    this.message = new Message($("#message"), {
      onClose: () => {
        this.helping.forget();
        this.player.board?.clearHighlights();
      },
      onPoint: (cell, pressed) => this.point(cell, pressed),
      onLeave: () => this.player.board?.focusCell(this.player.board.current, { scroll: false }),
    });
    this.player = new Player($("#stage"), {
      onKey: (event) => this.key(event),
      onAsk: this.page.without.includes("why") ? null : (cell) => this.helping.why(cell),
      sight: {
        onChange: () => {
          this.overview.show();
          this.pad.fit();
        },
      },
      boardName: (view) => t("board.name", { title: view.title, rows: view.rows, columns: view.columns }),
    });
    this.covers = [$("#message"), $("#toolbar")]; // what may be in front of the board, on phones
    this.helping = new Helping(this.player, this.message, this.covers);
    this.toolbar = new Toolbar($("#toolbar"), (name) => this.act(name), this.page.without);
    this.clock = new Clock(this.player, $("#timer"));
    this.overview = new Overview($("#overview"), this.player);
    this.pad = new Pad($("#pad"), { board: () => this.player.board });
    this.player.addEventListener("load", () => this.pad.place());
    this.zoomed = zoomButtons($("#zoom"), () => this.player.board);
    this.actions = this.ownActions();
    this.listen();
  }

  ownActions() {
    const { player, helping } = this;
    const restart = async () => (await confirm(t("restart.question"), t("restart.agree"))) && player.restart();
    return {
      undo: () => player.undo(),
      redo: () => player.redo(),
      trial: () => player.trial(),
      accept: () => player.accept(),
      reject: () => player.reject(),
      hint: () => helping.hint(),
      why: () => helping.why(player.board.current),
      check: () => helping.check(),
      solve: () => helping.solve(),
      lines: () => player.readLines(player.board.current),
      numbers: () => settings.set("numbers", !settings.get("numbers")),
      restart,
    };
  }

  listen() {
    const { player } = this;
    player.addEventListener("change", (/** @type {any} */ { detail }) => {
      this.helping.forget();
      if (!this.message.resting && detail.step !== "solve") this.message.rest();
      this.refresh();
      clearTimeout(this.saving);
      this.saving = setTimeout(() => this.save(), REST);
    });
    player.addEventListener("finish", () => {
      const { game } = player;
      const first = !game.done;
      game.done = true;
      const time = clock(game.seconds);
      this.sayFinished(first, t(game.helped ? "finish.helped" : "finish.alone", { time }));
      this.save();
    });
    addEventListener("storage", () => this.follow());
    addEventListener("pagehide", () => this.save());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.save() : this.follow()));
    settings.onChange((name) => {
      if (!player.game) return;
      if (name === "errors") player.show();
      if (name === "counters") player.board.svg.classList.toggle("no-counters", !settings.get("counters"));
      if (name === "pad") this.pad.place();
      if (name === "numbers") this.layAnew();
    });
  }

  // Buttons and keys.

  /** Do what a button or a key asks for. */
  act(name) {
    if (name in this.page.actions) this.page.actions[name]();
    else if (this.player.game && !this.page.without.includes(name) && !this.toolbar.isOff(name)) this.actions[name]();
  }

  key(event) {
    if (this.zoomed(event)) return true;
    const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const keys = { ...LETTERS, ...this.page.keys };
    if (event.ctrlKey || event.metaKey) {
      const name = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[letter];
      if (name) this.act(name);
      return Boolean(name);
    }
    if (letter in keys) this.act(keys[letter]);
    return letter in keys;
  }

  /** Light the cell of a name that somebody points at; bring it into view where it was pressed. */
  point(name, pressed) {
    const { board } = this.player;
    board.clearHighlights("hover");
    const cell = name && board.sight.cellIn(name.row - 1, name.column - 1);
    if (cell === null) return;
    board.highlight([cell], "hover");
    if (pressed) board.sight.reveal([cell], this.covers);
  }

  // A puzzle comes.

  /** Play a puzzle; values: what a link brings; warnings: what could not be read of it. */
  load(view, { values = null, warnings = [] } = {}) {
    const saved = keptGame(view.record);
    this.savedAt = saved?.time ?? 0;
    this.helping.forget();
    this.player.load(view, { saved: saved?.game, values });
    if (warnings.length) this.message.say("bad", t("new.partly"), warnings);
    else if (this.player.rules.finished) this.sayFinished(false);
    else this.message.rest();
    this.refresh();
    this.player.board.focusCell(0, { scroll: false });
    this.player.board.sight.place = saved?.place;
  }

  sayFinished(first, ...sentences) {
    const more = this.page.finished(first);
    const said = [...sentences, ...(more.sentences ?? [])];
    this.message.say("good", t("finish.title"), said, { buttons: more.buttons ?? [] });
  }

  /** Show what is true after each step: buttons, progress, trials. */
  refresh() {
    const { player, toolbar } = this;
    const { game } = player;
    const trying = game.depth > 0;
    toolbar.enable({
      undo: game.canUndo,
      redo: game.canRedo,
      accept: trying,
      reject: trying,
      restart: game.values.some((value, cell) => value !== game.start[cell]),
    });
    write($("#progress"), "text", player.progress);
    write($("#trial-state"), "text", trying ? t("trial.state", { number: game.depth }) : "");
    write($("#stage"), "data-trial", String(game.depth && ((game.depth - 1) % 3) + 1));
    this.clock.show();
  }

  /** Say all of it in another language. */
  retranslate() {
    this.helping.retranslate();
    this.refresh();
    this.pad.place();
    this.player.board.relabel(this.player.boardName(this.player.view));
  }

  // Games are kept.

  /** Keep the game, if there is something to keep. */
  save() {
    clearTimeout(this.saving);
    const { board, game, view } = this.player;
    if (!game || game.untouched || this.follow()) return;
    this.page.kept();
    const time = keepGame(view.record, { game: game.save(), about: this.page.known(), place: board.sight.place });
    if (time === null) sayUnkept();
    else this.savedAt = time;
  }

  /** Go on where another tab has gone on with this game; returns whether one has. */
  follow() {
    const { player } = this;
    const saved = player.view && keptGame(player.view.record);
    if (!saved || saved.time <= this.savedAt) return false;
    clearTimeout(this.saving);
    this.savedAt = saved.time;
    this.helping.forget();
    this.layAnew(() => player.load(player.view, { saved: saved.game }));
    this.refresh();
    return true;
  }

  /** Lay the board out anew, and leave the cursor, the zoom and what is seen as they are. */
  layAnew(lay = () => this.player.lay()) {
    const { board } = this.player;
    const [cell, place, focused] = [board.current, board.sight.place, board.svg.contains(document.activeElement)];
    lay();
    const next = this.player.board;
    if (focused) next.focusCell(cell, { scroll: false });
    else next.select(cell);
    next.sight.place = place;
  }
}
