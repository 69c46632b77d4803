// The pane for puzzles that came along, and for games that were begun.

import { get } from "../api.js";
import { el } from "../dom.js";
import { sizeOf } from "../layers.js";
import { games, keptGame } from "../kept.js";
import { clock, dayWords } from "../timing.js";
import { levelWord, t } from "../words.js";

const SIGNS = { done: " ✓", begun: " …", fresh: "" };
const MOST_BEGUN = 12;

/** Draw the pane of a chooser for its kind. */
export async function fillCollection(chooser, pane) {
  const { kind } = chooser;
  const records = await get(`collection?kind=${encodeURIComponent(kind.name)}`);
  if (chooser.kind !== kind) return; // somebody went on while they came
  const begun = games().filter(({ record, game }) => record.kind === kind.name && !game.done && game.history.length);
  const sections = [...grouped(records, (record) => sizeWords(chooser, record))].map(([size, some]) =>
    section(size, some.map((record, place) => puzzleButton(chooser, record, place + 1, size))),
  );
  const first = section(t("new.begun"), begun.slice(0, MOST_BEGUN).map((entry) => begunButton(chooser, entry)));
  pane.replaceChildren(...(begun.length ? first : []), ...sections.flat());
  if (!pane.firstChild) pane.append(el("p", { class: "soft", text: t("new.none") }));
}

function section(title, buttons) {
  return [el("h3", { text: title }), el("div", { class: "puzzles" }, buttons)];
}

function puzzleButton(chooser, record, number, size) {
  const game = keptGame(record)?.game;
  const state = game?.done ? "done" : game?.history.length ? "begun" : "fresh";
  const level = levelWord(record.level);
  const said = [`${size}, ${t("new.number", { number })}`, level, state === "fresh" ? null : t(`new.state-${state}`)];
  const label = said.filter(Boolean).join(", ");
  return el(
    "button",
    {
      class: `puzzle ${state}`,
      "aria-label": label,
      title: label,
      onclick: () => chooser.finish(record),
    },
    el("b", { text: number + SIGNS[state] }),
    el("small", { text: level }),
  );
}

function begunButton(chooser, { record, game, time }) {
  return el(
    "button",
    { class: "puzzle begun wide", onclick: () => chooser.finish(record) },
    el("b", { text: `${sizeWords(chooser, record)}, ${clock(game.seconds)}` }),
    el("small", { text: dayWords(time) }),
  );
}

/** Return the size of a record in words; its kind says what its clues are about. */
export function sizeWords({ kinds }, record) {
  const { rows, columns } = sizeOf(record.clues, kinds.find(({ name }) => name === record.kind).layers);
  return `${rows} × ${columns}`;
}

function grouped(items, key) {
  const groups = new Map();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}
