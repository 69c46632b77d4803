// The page on which puzzles are played: it puts the parts together.

import { About } from "./about.js";
import { Superseded, ask, get, server } from "../api.js";
import { keyedButton } from "../buttons.js";
import { Chooser } from "../choosing/dialog.js";
import { valuesOf } from "../dialect.js";
import { helpDialog, share, statistics } from "./dialogs.js";
import { $, el } from "../dom.js";
import { written, read } from "../game.js";
import { Helping } from "./helping.js";
import { Message } from "./message.js";
import { drawPad } from "./pad.js";
import { Player } from "../player.js";
import { BadLink, decode, encode } from "../share.js";
import { announce, begin, carry, confirm, sayUnkept, sentenceOf, settings, show, vital } from "../shell.js";
import { addSolved, games, keep, kept } from "../store.js";
import { Clock, clock } from "../timing.js";
import { Toolbar } from "./toolbar.js";
import { t, translate } from "../words.js";

const help = helpDialog();
await begin("play", {
  choices: ["errors", "timer", "counters", "pad"],
  help,
});

const message = new Message($("#message"), {
  onClose: () => {
    helping.forget();
    player.board?.clearHighlights();
  },
  onLeave: () => player.board?.focusCell(player.board.current, { scroll: false }),
});
const player = new Player($("#stage"), {
  onKey,
  onAsk: (cell) => helping.why(cell),
  boardName: (view) => t("board.name", { title: view.title, rows: view.rows, columns: view.columns }),
});
const helping = new Helping(player, message);
const toolbar = new Toolbar($("#toolbar"), act);
const chooser = new Chooser((record, more) => open(record, { ...more, fresh: true }));
const timer = new Clock(player, $("#timer"));
let about = null; // what there is to know of the puzzle
let saving = null;
let savedAt = 0; // when what is on the board was kept

// Buttons and keys.

const ACTIONS = {
  undo: () => player.undo(),
  redo: () => player.redo(),
  trial: () => player.trial(),
  accept: () => player.accept(),
  reject: () => player.reject(),
  hint: () => helping.hint(),
  why: () => helping.why(player.board.current),
  check: () => helping.check(),
  solve: () => helping.solve(),
  restart: async () => (await confirm(t("restart.question"), t("restart.agree"))) && player.restart(),
  new: () => chooser.open(player.view?.kind),
  help: () => show(help),
};

function act(name) {
  if (["new", "help", "why"].includes(name) || (player.game && !toolbar.isOff(name))) ACTIONS[name]();
}

function onKey(event) {
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    const name = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[letter];
    if (name) act(name);
    return Boolean(name);
  }
  if (letter === "F2") edit();
  if (letter === "l") player.readLines(player.board.current);
  const name = { t: "trial", a: "accept", Escape: "reject", h: "hint", w: "why", ContextMenu: "why", v: "check", s: "solve", n: "new", "?": "help" }[
    letter
  ];
  if (name) act(name);
  return Boolean(name) || letter === "F2" || letter === "l";
}

/** Go on with this puzzle on the page where puzzles are drawn. */
async function edit() {
  save();
  location.assign(`set${await encode({ puzzle: player.view.record })}`);
}

// A puzzle comes.

/**
 * Play a puzzle. entries: rows that came along; values: the same of a link; warnings: what could not be read of it; fresh:
 * whether it gets a place of its own in the history.
 */
async function open(record, { entries = null, values = null, warnings = [], about: more = {}, fresh = false } = {}) {
  let view;
  try {
    view = await ask("board", { puzzle: record, language: settings.get("language") });
  } catch (failure) {
    if (failure instanceof Superseded) return;
    if (!player.game) await open(await anyPuzzle());
    message.say("bad", t("message.failed"), [sentenceOf(failure)], {
      buttons: [[t("play.new"), () => act("new"), true]],
    });
    return;
  }
  save();
  const saved = kept(view.record);
  savedAt = saved?.time ?? 0;
  about?.leave();
  about = new About(view, { ...saved?.about, ...more });
  helping.forget();
  player.load(view, { saved: saved?.game, values: entries ? valuesOf(entries, view) : values });
  const address = await encode({ puzzle: view.record });
  if (fresh) history.pushState(null, "", address);
  carryEntries();
  if (warnings.length) message.say("bad", t("new.partly"), warnings);
  else if (player.rules.finished) sayFinished();
  else message.rest();
  about.show();
  about.prove();
  refresh();
  player.board.focusCell(0, { scroll: false });
  announce(t("play.loaded", { title: view.title, rows: view.rows, columns: view.columns }));
}

/** Show what is true after each step: buttons, progress, trials. */
function refresh() {
  const { game } = player;
  const trying = game.depth > 0;
  toolbar.enable({
    undo: game.canUndo,
    redo: game.canRedo,
    accept: trying,
    reject: trying,
    restart: game.values.some((value, cell) => value !== game.start[cell]),
  });
  $("#progress").textContent = player.progress;
  $("#trial-state").textContent = trying ? t("trial.state", { number: game.depth }) : "";
  $("#stage").dataset.trial = String(game.depth && ((game.depth - 1) % 3) + 1);
  timer.show();
}

player.addEventListener("change", ({ detail }) => {
  helping.forget();
  if (!message.resting && detail.step !== "solve") message.rest();
  refresh();
  clearTimeout(saving);
  saving = setTimeout(save, 400);
});

player.addEventListener("finish", () => {
  const { game, view } = player;
  const time = clock(game.seconds);
  if (!game.done) {
    game.done = true;
    addSolved({
      kind: view.kind,
      title: view.title,
      rows: view.rows,
      columns: view.columns,
      level: about.level,
      seconds: game.seconds,
      helped: game.helped,
    });
  }
  sayFinished(t(game.helped ? "finish.helped" : "finish.alone", { time }));
  save();
});

function sayFinished(...sentences) {
  message.say("good", t("finish.title"), sentences, { buttons: [[t("play.another"), () => act("new"), true]] });
}

/** Let the lab look at what is on the board. */
async function carryEntries() {
  const { game, view } = player;
  const address = await encode({ puzzle: view.record, values: game.untouched ? null : written(game.values) });
  if (game === player.game) carry("lab", address);
}

/** Keep the game, if there is something to keep. */
function save() {
  clearTimeout(saving);
  const { game, view } = player;
  if (!game || game.untouched || follow()) return;
  carryEntries();
  const time = keep(view.record, game.save(), about.known);
  if (time === null) sayUnkept();
  else savedAt = time;
}

/** Go on where another tab has gone on with this game; returns whether one has. */
function follow() {
  const { view } = player;
  const saved = view && kept(view.record);
  if (!saved || saved.time <= savedAt) return false;
  clearTimeout(saving);
  savedAt = saved.time;
  helping.forget();
  const { board } = player;
  const [cell, factor, focused] = [board.current, board.zoom, board.svg.contains(document.activeElement)];
  player.load(view, { saved: saved.game });
  player.board.zoom = factor;
  if (focused) player.board.focusCell(cell, { scroll: false });
  else player.board.select(cell);
  refresh();
  return true;
}

addEventListener("storage", follow);
addEventListener("pagehide", save);
document.addEventListener("visibilitychange", () => (document.hidden ? save() : follow()));
server.addEventListener("back", () => about?.prove());

// The rest of the page.

$("#puzzle-buttons").append(
  el("button", { type: "button", class: "primary", "data-t": "play.new", onclick: () => act("new") }),
  ...[
    ["share", () => share(player.view.record, written(player.game.values), edit)],
    ["edit", edit],
    ["chart", statistics],
  ].map(([name, onclick]) =>
    keyedButton(name, `play.${name}`, onclick, `round ${name}`),
  ),
);
$("#zoom").append(
  ...[
    ["minus", 1 / 1.4],
    ["plus", 1.4],
  ].map(([name, factor]) => keyedButton(name, `zoom.${name}`, () => zoom(factor))),
);
function zoom(factor) {
  player.board.zoom *= factor;
  pad.place();
}
const pad = drawPad($("#pad"), player);
translate();

settings.onChange((name) => {
  if (!player.game) return;
  if (name === "errors") player.show();
  if (name === "counters") player.board.svg.classList.toggle("no-counters", !settings.get("counters"));
  if (name === "pad") pad.place();
});
document.addEventListener("litgrid:language", async () => {
  if (!player.game) return;
  helping.retranslate();
  await about.show();
  player.view.title = $("#title").textContent;
  refresh();
  player.board.relabel(player.boardName(player.view));
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  const file = event.dataTransfer.files[0];
  const source = file ?? event.dataTransfer.getData("text");
  if (!source) return;
  if (!chooser.isOpen) await chooser.open(player.view?.kind, "open");
  chooser.read(source);
});
addEventListener("popstate", fromAddress);
$(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the fragment of the address is the puzzle
  player.board?.focusCell(player.board.current);
});

/** Open what the address says: a shared puzzle; else what was played last; else one that came along. */
async function fromAddress() {
  try {
    const shared = await decode(location.hash);
    if (shared) {
      await open(shared.puzzle, { values: shared.values && read(shared.values) });
      // The entries of a link come once: what is played from now on is kept here.
      if (shared.values) history.replaceState(null, "", await encode({ puzzle: shared.puzzle }));
      return;
    }
  } catch (error) {
    if (!(error instanceof BadLink)) throw error;
    if (!player.game) await open(await anyPuzzle());
    message.say("bad", t("link.title"), [t(error.message)]);
    return;
  }
  await open(games()[0]?.record ?? (await anyPuzzle()));
  history.replaceState(null, "", await encode({ puzzle: player.view.record }));
}

async function anyPuzzle() {
  const records = await get("collection");
  return records[Math.floor(Math.random() * Math.min(8, records.length))];
}

await vital(fromAddress());
