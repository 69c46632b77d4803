// The pane for a puzzle that is made for you: its size, how hard it is, and its switches.

import { Superseded, ask } from "../api.js";
import { $, el } from "../dom.js";
import { segments } from "../segments.js";
import { sentenceOf } from "../shell.js";
import { dayNumber } from "../timing.js";
import { t } from "../words.js";

const LEVELS = [1, 2, 3, 4];
const SIZES = [
  [8, 8],
  [10, 10],
]; // of kinds that none came along of

let level = "any"; // as it was chosen last

/** Draw the pane of a chooser for its kind. */
export function drawMaking(chooser, pane) {
  const { kind } = chooser;
  const sizes = (kind.sizes.length ? [...kind.sizes] : SIZES).sort(
    (one, other) => one[0] * one[1] - other[0] * other[1],
  );
  const usual = sizes.find(([rows, columns]) => rows === columns && rows > 8) ?? sizes[0];
  const own = ownSize(kind.square, usual);
  let size = usual;
  const options = [...sizes.map((some) => [some.join(" "), some.join(" × ")]), ["own", t("new.own-size")]];
  const sizeField = segments("size", "new.size", options, usual.join(" "), (value) => {
    own.field.hidden = value !== "own";
    size = value === "own" ? null : value.split(" ").map(Number);
  });
  const levels = [["any", t("new.any")], ...LEVELS.map((number) => [String(number), t(`level.${number}`)])];
  const wanted = {};
  const layers = kind.layers.filter(({ offers }) => offers.length).map((layer) => layerField(kind, layer, wanted));
  const switches = Object.entries(kind.switches).map(([name, sentence]) => switchField(name, sentence));
  const busy = el("span", { class: "busy", role: "status" });

  async function make(question, about) {
    chooser.say("");
    busy.textContent = t("new.busy");
    try {
      const made = await ask("generate", { kind: kind.name, ...question }, { slot: "make" });
      if (pane.isConnected) chooser.finish({ ...made.record, level: made.level }, { about });
    } catch (failure) {
      if (!(failure instanceof Superseded)) chooser.say(sentenceOf(failure));
    } finally {
      busy.textContent = "";
    }
  }

  function makeIt() {
    const [rows, columns] = size ?? own.value();
    const chosen = switches.map((field) => $("input", field));
    make({
      rows,
      columns,
      level: level === "any" ? [LEVELS[0], LEVELS.at(-1)] : Number(level),
      switches: Object.fromEntries(chosen.map((input) => [input.name, input.checked])),
      ...wanted,
    });
  }

  function makeToday() {
    const day = dayNumber();
    make({ rows: usual[0], columns: usual[1], level: [1, 3], seed: day, timeout: 40 }, { day });
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
      el("button", { type: "button", class: "primary", "data-t": "new.make-it", onclick: makeIt }),
      el("button", { type: "button", "data-t": "new.today", onclick: makeToday }),
      busy,
    ),
  );
}

/** Return fields for a size that is not in the list, and what they say. */
function ownSize(square, [rows, columns]) {
  const number = (value, key) => el("input", { type: "number", min: 2, max: 40, value, "data-t-label": key });
  const down = number(rows, "new.rows");
  const across = number(columns, "new.columns");
  if (square) {
    across.disabled = true;
    down.addEventListener("input", () => (across.value = down.value));
  }
  const field = el(
    "div",
    { class: "own-size", hidden: true },
    down,
    el("span", { text: "×", "aria-hidden": "true" }),
    across,
  );
  return { field, value: () => [Number(down.value), Number(across.value)] };
}

/** Return a field for a number that a layer offers; it is noted under the layer's name in `wanted`, but for 0. */
function layerField(kind, { name, offers }, wanted) {
  const options = offers.map((number) => [String(number), numberWords(number)]);
  const field = segments(`layer-${name}`, null, options, options[0][0], (value) => {
    if (Number(value)) wanted[name] = Number(value);
    else delete wanted[name];
  });
  if (offers[0]) wanted[name] = offers[0];
  const called = kind.called[name];
  $("legend", field).textContent = called[0].toUpperCase() + called.slice(1);
  return field;
}

function numberWords(number) {
  if (!number) return t("new.no");
  return number < 1 ? `${Math.round(100 * number)} %` : String(number);
}

function switchField(name, sentence) {
  const words = el("span", { text: sentence[0].toUpperCase() + sentence.slice(1) });
  return el(
    "label",
    { class: "switch" },
    words,
    el("input", { type: "checkbox", role: "switch", name, checked: true }),
  );
}
