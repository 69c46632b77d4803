// The pane for a puzzle that is made for you: its size, how hard it is, and its switches.

import { taken } from "./ahead.js";
import { Superseded } from "../api.js";
import { $, el } from "../dom.js";
import { onOff } from "../inputs.js";
import { segments } from "../segments.js";
import { sentenceOf } from "../shell.js";
import { allSolved, wish, wished } from "../kept.js";
import { dayNumber, streak } from "../timing.js";
import { LEVELS, capital, levelWord, t } from "../words.js";

const SIZES = [
  [8, 8],
  [10, 10],
]; // of kinds that none came along of

/** Draw the pane of a chooser for its kind. */
export function drawMaking(chooser, pane) {
  const { kind } = chooser;
  const sizes = (kind.sizes.length ? [...kind.sizes] : SIZES).sort(
    (one, other) => one[0] * one[1] - other[0] * other[1],
  );
  const usual = sizes.find(([rows, columns]) => rows === columns && rows > 8) ?? sizes[0];
  const last = wished(kind.name);
  const before = last ? [last.rows, last.columns] : usual;
  let size = sizes.find((some) => some.join() === before.join()) ?? null;
  const own = ownSize(kind.square, before, Boolean(size));
  const options = [...sizes.map((some) => [some.join(" "), some.join(" × ")]), ["own", t("new.own-size")]];
  const sizeField = segments("size", "new.size", options, size?.join(" ") ?? "own", (value) => {
    own.field.hidden = value !== "own";
    size = value === "own" ? null : value.split(" ").map(Number);
  });
  let level = LEVELS.includes(last?.level) ? String(last.level) : "any";
  const levels = [["any", t("new.any")], ...LEVELS.map((number) => [String(number), levelWord(number)])];
  const wanted = {};
  const layers = kind.layers.filter(({ offers }) => offers.length).map((layer) => layerField(kind, layer, wanted, last));
  const switches = Object.entries(kind.switches).map(([name, sentence]) =>
    onOff({ text: capital(sentence) }, last?.switches?.[name] ?? true, () => {}, { name }),
  );
  const busy = el("span", { class: "busy", role: "status" });

  async function make(question, about) {
    chooser.say("");
    busy.textContent = t("new.busy");
    try {
      const record = await taken(question);
      if (pane.isConnected) chooser.finish(record, { about });
    } catch (failure) {
      if (!(failure instanceof Superseded)) chooser.say(sentenceOf(failure));
    } finally {
      busy.textContent = "";
    }
  }

  function makeIt() {
    const [rows, columns] = size ?? own.value();
    const chosen = switches.map((field) => $("input", field));
    const question = {
      kind: kind.name,
      rows,
      columns,
      level: level === "any" ? [LEVELS[0], LEVELS.at(-1)] : Number(level),
      switches: Object.fromEntries(chosen.map((input) => [input.name, input.checked])),
      ...wanted,
    };
    wish(question);
    make(question, { question });
  }

  function makeToday() {
    const day = dayNumber();
    make({ kind: kind.name, rows: usual[0], columns: usual[1], level: [1, 3], seed: day, timeout: 40 }, { day });
  }

  pane.replaceChildren(
    sizeField,
    own.field,
    segments("level", "new.level", levels, level, (value) => (level = value)),
    ...layers,
    ...switches,
    el(
      "div",
      { class: "buttons" },
      el("button", { class: "primary", "data-t": "new.make-it", autofocus: true, onclick: makeIt }),
      el("button", { text: todayWords(), onclick: makeToday }),
      busy,
    ),
  );
}

/** Return what the button for the puzzle of the day says: whether it is done, and for how many days in a row. */
function todayWords() {
  const { number, done } = streak(allSolved());
  return [t("new.today") + (done ? " ✓" : ""), number > 1 && t("new.streak", { n: number })].filter(Boolean).join(" · ");
}

/** Return fields for a size that is not in the list, and what they say. */
function ownSize(square, [rows, columns], hidden) {
  const number = (value, key) => el("input", { type: "number", min: 2, max: 40, value, "data-t-label": key });
  const down = number(rows, "new.rows");
  const across = number(columns, "new.columns");
  if (square) {
    across.disabled = true;
    down.addEventListener("input", () => (across.value = down.value));
  }
  const field = el(
    "div",
    { class: "own-size", hidden },
    down,
    el("span", { text: "×", "aria-hidden": "true" }),
    across,
  );
  return { field, value: () => [Number(down.value), Number(across.value)] };
}

/** Return a field for a number that a layer offers; it is noted under the layer's name in `wanted`, but for 0. */
function layerField(kind, { name, offers }, wanted, last) {
  const options = offers.map((number) => [String(number), numberWords(number)]);
  const before = last && offers.includes(last[name] ?? 0) ? (last[name] ?? 0) : offers[0];
  const field = segments(`layer-${name}`, null, options, String(before), (value) => {
    if (Number(value)) wanted[name] = Number(value);
    else delete wanted[name];
  });
  if (before) wanted[name] = before;
  $("legend", field).textContent = capital(kind.called[name]);
  return field;
}

function numberWords(number) {
  if (!number) return t("new.no");
  return number < 1 ? `${Math.round(100 * number)} %` : String(number);
}
