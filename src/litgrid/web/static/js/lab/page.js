// The page that looks inside: a puzzle's board, and beside it panels that show what a solver sees of it. Each panel is a
// tab with a class of its own; the page hands them the puzzle and the board, and tells them where somebody points.

import { ask, get, server, Superseded } from "../api.js";
import { Chooser } from "../choosing/dialog.js";
import { valuesOf } from "../dialect.js";
import { $ } from "../dom.js";
import { written } from "../game.js";
import { linked } from "../reading.js";
import { startOf } from "../rules.js";
import { BadLink, encode } from "../share.js";
import { announce, begin, carry, sentenceOf, settings, toast } from "../shell.js";
import { levelWord, t } from "../words.js";
import { Engines } from "./engines.js";
import { onOff, refresh } from "./fields.js";
import { Formula } from "./formula.js";
import { Judge } from "./judge.js";
import { helpDialog } from "./help.js";
import { LabBoard } from "./board.js";
import { Runs } from "./runs.js";
import { Search } from "./search.js";
import { Sizes } from "./sizes.js";
import { Solver } from "./solver.js";
import { Explanation, Propagation } from "./steps.js";
import { Tabs } from "./tabs.js";

const PANELS = {
  formula: Formula,
  sizes: Sizes,
  propagate: Propagation,
  explain: Explanation,
  solver: Solver,
  search: Search,
  runs: Runs,
  engines: Engines,
  judge: Judge,
};

/** Begin the page. */
export function main() {
  return new Lab().start();
}

class Lab {
  async start() {
    /** What somebody has chosen in the panels; several of them share it. */
    this.options = {
      encoding: "auto",
      three: false,
      heuristic: "skc",
      noise: 0.4,
      flips: 1_000_000,
      seed: 1,
      from: "nothing",
      entries: true,
      speed: "medium",
      number: 200,
      solver: "cdcl",
      order: "vsids",
      learning: "first-uip",
      backjump: true,
      restarts: true,
      watches: false,
      stop: "conflict",
      needless: false,
    };
    await begin("lab", { help: helpDialog() });
    this.board = new LabBoard($("#stage"), {
      onHover: (cell) => this.panel?.hoverCell(cell),
      onKey: (event, cell) => (this.panel?.key(event, cell) || this.key(event, cell)) ?? false,
      onClick: (cell, event) => this.panel?.clickCell(cell, event),
      onAsk: (cell) => this.why(cell),
    });
    this.chooser = new Chooser((record, more) => this.load({ ...record, entries: more?.entries }));
    this.tabs = new Tabs($("#tabs"), $("#panels"), Object.keys(PANELS), (name) => this.turn(name));
    $("#another").addEventListener("click", () => this.chooser.open(this.view?.kind, "collection"));
    document.addEventListener("litgrid:language", () => this.load(this.view.record, this.entered));
    server.addEventListener("back", () => {
      if (!this.panel?.failed) return;
      this.panel.say("");
      this.turn(this.tabs.chosen);
    });
    window.addEventListener("hashchange", async () => {
      const record = await this.linked();
      if (record) await this.load(record);
    });
    await this.load((await this.linked()) ?? hardest(await get("collection")));
  }

  /** The puzzle of the address; null where it has none, or none that can be read, which is said. */
  async linked() {
    try {
      return await linked();
    } catch (failure) {
      toast(failure instanceof BadLink ? t(failure.message) : sentenceOf(failure));
      return null;
    }
  }

  /** Look into a puzzle, with what was entered on it: rows of its record, or a value a cell. */
  async load({ entries, ...record }, entered = null) {
    try {
      this.view = await ask("board", { puzzle: record, language: settings.get("language") });
    } catch (failure) {
      if (!(failure instanceof Superseded)) toast(sentenceOf(failure));
      return;
    }
    const { view } = this;
    const values = entered ?? (entries ? valuesOf(entries, view) : null);
    this.entered = values && startOf(view).some((value, cell) => value !== values[cell]) ? values : null;
    const fragment = await encode({ puzzle: view.record });
    for (const page of ["play", "set"]) carry(page, fragment);
    const whole = this.entered && (await encode({ puzzle: view.record, values: written(this.entered) }));
    history.replaceState(null, "", whole ?? fragment);
    $("#entries").replaceChildren(...(this.entered ? [onOff(this.options, "entries", () => this.begin())] : []));
    $("#title").textContent = view.title;
    $("#facts").textContent = [`${view.rows} × ${view.columns}`, levelWord(view.record.level)].filter(Boolean).join(" · ");
    this.begin();
    announce(t("play.loaded", view));
  }

  /** What was entered, where somebody wants to begin with it; else null. */
  get entries() {
    return this.options.entries ? this.entered : null;
  }

  /** Show the board, and begin anew in all panels. */
  begin() {
    this.board.load(this.view, this.entries);
    this.panel?.close();
    this.panels = {};
    this.tabs.clear();
    this.turn(this.tabs.chosen);
  }

  /** Show a panel, once there is a puzzle to look into. */
  turn(name) {
    if (!this.panels) return;
    this.panel?.close();
    this.board.rest();
    this.panels[name] ??= new PANELS[name](this, this.tabs.panels[name], name);
    this.panel = this.panels[name];
    refresh(this.panel.host, this.options);
    this.panel.open();
  }

  /** Explain why a cell has its value. */
  why(cell) {
    if (this.board.given[cell] >= 0) return;
    this.goTo("explain");
    this.panels.explain.why(cell);
  }

  key(event, cell) {
    const asks = event.key.toLowerCase() === "w" && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (asks) this.why(cell);
    return asks;
  }

  /** Go over to a panel, as its tab does. */
  goTo(name) {
    this.tabs.choose(name);
  }
}

/** Return the hardest of the first boards of a size: one that leaves a solver something to do. */
function hardest(records) {
  const alike = records.filter(({ kind, clues }) => kind === records[0].kind && clues.length === records[0].clues.length);
  return alike.reduce((best, other) => (other.level > best.level ? other : best));
}
