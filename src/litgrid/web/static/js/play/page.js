// The page on which puzzles are played: it puts the parts together.

import { About } from "./about.js";
import { Superseded, ask, get, server } from "../api.js";
import { keyedButton } from "../buttons.js";
import { prepare, taken } from "../choosing/ahead.js";
import { Chooser } from "../choosing/dialog.js";
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
import { announce, begin, carry, sentenceOf, settings, show, vital } from "../shell.js";
import { addSolved, allSolved, games, keptGame, wished } from "../kept.js";
import { Table } from "./table.js";
import { streak } from "../timing.js";
import { t, translate } from "../words.js";

const PAUSE = 3000; // ms after which another puzzle is made of one that was not made here

const help = helpDialog();
await begin("play", {
  choices: ["errors", "timer", "counters", "numbers", "pad"],
  help,
});

const chooser = new Chooser((record, more) => open(record, { ...more, fresh: true }));
let about = null; // what there is to know of the puzzle
const table = new Table({
  actions: { new: () => chooser.open(player.view?.kind), another: () => another(), edit, help: () => show(help) },
  keys: { n: "new", F2: "edit", "?": "help" },
  known: () => about.known,
  kept: carryEntries,
  finished,
});
const { player, message } = table;
const guide = new Guide(table);

/** Go on with this puzzle on the page where puzzles are drawn. */
async function edit() {
  table.save();
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
    message.say("bad", t("message.failed"), [sentenceOf(failure)], { buttons: [newButton(true)] });
    return;
  }
  table.save();
  about?.leave();
  about = new About(view, { ...keptGame(view.record)?.about, ...more });
  table.load(view, { values: entries ? valuesOf(entries, view) : values, warnings });
  const address = await encode({ puzzle: view.record });
  if (fresh) history.pushState(null, "", address);
  carryEntries();
  about.show();
  drawKinds($("#kinds"), view.kind, play);
  stockUp(about);
  announce(t("play.loaded", { title: view.title, rows: view.rows, columns: view.columns }));
}

/** Play a puzzle of a kind: the first time one that somebody is led through, later one as it was wanted the last time. */
async function play(kind) {
  const first = await firstOf(kind);
  if (first && isNew(kind)) {
    await open(first, { fresh: true });
    if (player.game?.untouched) await guide.begin();
    return;
  }
  const question = wished(kind);
  if (question) await another(question);
  else if (first) await open(first, { fresh: true });
  else chooser.open(kind);
}

/** Find out what there is to know of a puzzle, then make another one of the same while it is played. */
async function stockUp(mine) {
  await mine.prove();
  setTimeout(() => mine === about && prepare(mine.question), mine.known.question ? 0 : PAUSE);
}

/** Play another puzzle of the same kind, size and level. */
async function another(question = about.question) {
  const waiting = setTimeout(() => message.say("busy", t("new.busy"), [], { aloud: false }), 250);
  try {
    await open(await taken(question), { about: { question }, fresh: true });
  } catch (failure) {
    if (failure instanceof Superseded) return;
    message.say("bad", t("message.failed"), [sentenceOf(failure)], { buttons: [newButton(true)] });
  } finally {
    clearTimeout(waiting);
  }
}

/** A board is finished: note it, and offer another puzzle. */
function finished(first) {
  const { game, view } = player;
  const { kind, title, rows, columns } = view;
  const { level, known } = about;
  const { seconds, helped } = game;
  if (first) addSolved({ kind, title, rows, columns, level, day: known.day, seconds, helped });
  const sentences = known.day ? [t("finish.day", { n: streak(allSolved()).number })] : [];
  return { sentences, buttons: [[t("play.another"), () => table.act("another"), true], newButton()] };
}

function newButton(primary = false) {
  return [t("play.new"), () => table.act("new"), primary];
}

/** Let the lab look at what is on the board. */
async function carryEntries() {
  const { game, view } = player;
  const address = await encode({ puzzle: view.record, values: game.untouched ? null : written(game.values) });
  if (game === player.game) carry("lab", address);
}

server.addEventListener("back", () => about && stockUp(about));

// The rest of the page.

$("#puzzle-buttons").append(
  ...["another", "new"].map((name, place) =>
    el(
      "button",
      {
        type: "button",
        class: place ? name : `primary ${name}`,
        "data-t-label": `play.${name}`,
        onclick: () => table.act(name),
      },
      place ? icon("plus") : null,
      el("span", { "data-t": `play.${name}` }),
    ),
  ),
  ...[
    ["share", () => share(player.view.record, written(player.game.values), edit)],
    ["edit", edit],
    ["chart", statistics],
  ].map(([name, onclick]) =>
    keyedButton(name, `play.${name}`, onclick, `round ${name}`),
  ),
);
translate();

document.addEventListener("litgrid:language", async () => {
  if (!player.game) return;
  await about.show();
  drawKinds($("#kinds"), player.view.kind, play);
  player.view.title = $("#title").textContent;
  table.retranslate();
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
  const [last] = games();
  if (last) await open(last.record);
  else {
    const [{ name }] = await get(`kinds?language=${settings.get("language")}`);
    await (isNew(name) ? play(name) : open(await anyPuzzle()));
  }
  history.replaceState(null, "", await encode({ puzzle: player.view.record }));
}

async function anyPuzzle() {
  const records = await get("collection");
  return records[Math.floor(Math.random() * Math.min(8, records.length))];
}

await vital(fromAddress());
