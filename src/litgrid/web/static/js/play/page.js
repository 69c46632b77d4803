// The page on which puzzles are played: it puts the parts together.

import { About } from "./about.js";
import { Superseded, ask, get, server } from "../api.js";
import { keyedButton } from "../buttons.js";
import { prepare, taken } from "../choosing/ahead.js";
import { Chooser } from "../choosing/dialog.js";
import { onDrop } from "../choosing/own.js";
import { valuesOf } from "../dialect.js";
import { $, el } from "../dom.js";
import { written, read } from "../game.js";
import { icon } from "../icons.js";
import { Guide, isNew } from "./guide.js";
import { helpDialog } from "./help.js";
import { drawKinds, firstOf } from "./kinds.js";
import { share } from "./share.js";
import { statistics } from "./statistics.js";
import { BadLink, decode, encode } from "../share.js";
import { allKinds, announce, begin, carry, sentenceOf, settings, show } from "../shell.js";
import { addSolved, allSolved, games, keptGame, wished } from "../kept.js";
import { Table } from "./table.js";
import { streak } from "../timing.js";
import { t, translate } from "../words.js";

const PAUSE = 3000; // ms after which another puzzle is made of one that was not made here

/** Begin the page. */
export async function main() {
  const help = helpDialog();
  await begin("play", { choices: ["errors", "timer", "counters", "numbers", "pad"], help });
  const page = new PlayPage(help);
  page.drawButtons();
  page.listen();
  await page.fromAddress();
}

class PlayPage {
  constructor(help) {
    this.about = null; // what there is to know of the puzzle
    this.chooser = new Chooser((record, more) => this.open(record, { ...more, fresh: true }));
    this.table = new Table({
      actions: {
        new: () => this.chooser.open(this.player.view?.kind),
        another: () => this.another(),
        edit: () => this.edit(),
        help: () => show(help),
      },
      keys: { n: "new", F2: "edit", "?": "help" },
      known: () => this.about.known,
      kept: () => this.carryEntries(),
      finished: (first) => this.finished(first),
    });
    this.player = this.table.player;
    this.message = this.table.message;
    this.guide = new Guide(this.table);
  }

  drawButtons() {
    const act = (name) => () => this.table.act(name);
    const button = (name, kind, symbol) => {
      const attributes = { class: kind, "data-t-label": `play.${name}`, onclick: act(name) };
      return el("button", attributes, symbol, el("span", { "data-t": `play.${name}` }));
    };
    const round = (name, onclick) => keyedButton(name, `play.${name}`, onclick, `round ${name}`);
    const handOn = () => share(this.player.view.record, written(this.player.game.values), act("edit"));
    $("#puzzle-buttons").append(
      button("another", "primary another", null),
      button("new", "new", icon("plus")),
      round("share", handOn),
      round("edit", act("edit")),
      round("chart", statistics),
    );
    translate();
  }

  listen() {
    server.addEventListener("back", () => this.about && this.stockUp());
    document.addEventListener("litgrid:language", () => this.retranslate());
    addEventListener("popstate", () => this.fromAddress());
    onDrop(async (source) => {
      if (!this.chooser.isOpen) await this.chooser.open(this.player.view?.kind, "open");
      this.chooser.read(source);
    });
  }

  async retranslate() {
    if (!this.player.game) return;
    await this.about.show();
    this.showKinds();
    this.player.view.title = $("#title").textContent;
    this.table.retranslate();
  }

  showKinds() {
    drawKinds($("#kinds"), this.player.view.kind, (kind) => this.play(kind));
  }

  /** Go on with this puzzle on the page where puzzles are drawn. */
  async edit() {
    this.table.save();
    location.assign(`set${await encode({ puzzle: this.player.view.record })}`);
  }

  // A puzzle comes.

  /**
   * Play a puzzle. entries: rows that came along; values: the same of a link; warnings: what could not be read of it; fresh:
   * whether it gets a place of its own in the history.
   */
  async open(record, { entries = null, values = null, warnings = [], about: more = {}, fresh = false } = {}) {
    let view;
    try {
      view = await ask("board", { puzzle: record, language: settings.get("language") });
    } catch (failure) {
      if (!(failure instanceof Superseded) && !this.player.game) await this.open(await this.anyPuzzle());
      return this.sayFailed(failure);
    }
    this.table.save();
    this.about?.leave();
    this.about = new About(view, { ...keptGame(view.record)?.about, ...more });
    this.table.load(view, { values: entries ? valuesOf(entries, view) : values, warnings });
    const address = await encode({ puzzle: view.record });
    if (fresh) history.pushState(null, "", address);
    this.carryEntries();
    this.about.show();
    this.showKinds();
    this.stockUp();
    announce(t("play.loaded", { title: view.title, rows: view.rows, columns: view.columns }));
  }

  /** Play a puzzle of a kind: the first time one that somebody is led through, later one as it was wanted the last time. */
  async play(kind) {
    const first = await firstOf(kind);
    if (first && isNew(kind)) {
      await this.open(first, { fresh: true });
      if (this.player.game?.untouched) await this.guide.begin();
      return;
    }
    const question = wished(kind);
    if (question) await this.another(question);
    else if (first) await this.open(first, { fresh: true });
    else this.chooser.open(kind);
  }

  /** Find out what there is to know of a puzzle, then make another one of the same while it is played. */
  async stockUp() {
    const mine = this.about;
    await mine.prove();
    setTimeout(() => mine === this.about && prepare(mine.question), mine.known.question ? 0 : PAUSE);
  }

  /** Play another puzzle of the same kind, size and level. */
  async another(question = this.about.question) {
    const waiting = setTimeout(() => this.message.say("busy", t("new.busy"), [], { aloud: false }), 250);
    try {
      await this.open(await taken(question), { about: { question }, fresh: true });
    } catch (failure) {
      this.sayFailed(failure);
    } finally {
      clearTimeout(waiting);
    }
  }

  sayFailed(failure) {
    if (failure instanceof Superseded) return;
    this.message.say("bad", t("message.failed"), [sentenceOf(failure)], { buttons: [this.newButton(true)] });
  }

  /** A board is finished: note it, and offer another puzzle. */
  finished(first) {
    const { game, view } = this.player;
    const { kind, title, rows, columns } = view;
    const { level, known } = this.about;
    const { seconds, helped } = game;
    if (first) addSolved({ kind, title, rows, columns, level, day: known.day, seconds, helped });
    const sentences = known.day ? [t("finish.day", { n: streak(allSolved()).number })] : [];
    return { sentences, buttons: [[t("play.another"), () => this.table.act("another"), true], this.newButton()] };
  }

  newButton(primary = false) {
    return [t("play.new"), () => this.table.act("new"), primary];
  }

  /** Let the lab look at what is on the board. */
  async carryEntries() {
    const { game, view } = this.player;
    const address = await encode({ puzzle: view.record, values: game.untouched ? null : written(game.values) });
    if (game === this.player.game) carry("lab", address);
  }

  /** Open what the address says: a shared puzzle; else what was played last; else one that came along. */
  async fromAddress() {
    try {
      const shared = await decode(location.hash);
      if (shared) {
        await this.open(shared.puzzle, { values: shared.values && read(shared.values) });
        // The entries of a link come once: what is played from now on is kept here.
        if (shared.values) history.replaceState(null, "", await encode({ puzzle: shared.puzzle }));
        return;
      }
    } catch (error) {
      if (!(error instanceof BadLink)) throw error;
      if (!this.player.game) await this.open(await this.anyPuzzle());
      this.message.say("bad", t("link.title"), [t(error.message)]);
      return;
    }
    const [last] = games();
    if (last) await this.open(last.record);
    else {
      const [{ name }] = await allKinds();
      await (isNew(name) ? this.play(name) : this.open(await this.anyPuzzle()));
    }
    history.replaceState(null, "", await encode({ puzzle: this.player.view.record }));
  }

  async anyPuzzle() {
    const records = await get("collection");
    return records[Math.floor(Math.random() * Math.min(8, records.length))];
  }
}
