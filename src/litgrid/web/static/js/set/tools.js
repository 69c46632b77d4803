// What can be done to the board: the toolbar, the characters to draw with, and the form for kind, size and shape.

import { iconButton } from "../buttons.js";
import { $, el, svg } from "../dom.js";
import { onOff, select } from "../inputs.js";
import { segments } from "../segments.js";
import { layerIn, size, switched, SYMMETRIES } from "./draft.js";
import { given } from "../symbols.js";
import { Between } from "../between.js";
import { BEGIN, SIGN, SPREAD, toolsOf } from "./strokes.js";
import { meaningOf } from "./view.js";
import { capital, t, tOr } from "../words.js";

const TURNS = ["left", "right", "mirror", "flip", "transpose"];
const ANCHORS = ["top-left", "top-right", "bottom-left", "bottom-right", "middle"];
const SHOWS = ["clues", "forced", "first", "second"];

/** Draw the toolbar; `page` says what is possible, and does it. */
export function drawToolbar(page) {
  const { mode } = page;
  const button = (name, onclick, enabled = true) =>
    iconButton(name, t(`set.tool.${name}`), () => enabled && onclick(), {
      class: "quiet round",
      "aria-disabled": enabled ? null : "true",
    });
  const modes = ["edit", "play"].map((value) => [value, t(`set.mode.${value}`)]);
  replace($("#toolbar"), [
    segments("mode", null, modes, mode, (value) => page.setMode(value), { legend: t("set.mode.name") }),
    button("undo", () => page.undo(), page.canUndo),
    button("redo", () => page.redo(), page.canRedo),
    button("erase", () => page.clear()),
    button("open", () => page.opening.show()),
  ]);
}

/** Draw what to draw with: characters, each as it looks on the board; regions and signs; and fields for numbers. */
export function drawPalette(page) {
  const { kind } = page;
  if (page.mode === "play") {
    replace($("#palette"), [el("p", { class: "soft", text: t("set.play.note") })]);
    return;
  }
  const options = toolsOf(kind).map((tool) => [tool, ...pictureOf(kind, tool)]);
  const numbers = kind.layers.filter(({ form }) => form === "number");
  replace($("#palette"), [
    segments("tool", null, options, page.tool, (value) => page.setTool(value), { legend: t("set.palette") }),
    ...numbers.map((layer) => numberField(page, layer)),
  ]);
}

/** Return a tool's picture and its name. */
export function pictureOf(kind, tool) {
  const entry = kind.palette.find(({ character }) => character === tool);
  return entry
    ? [swatch(drawnCell(kind, entry)), meaningOf(kind, tool)]
    : [swatch(drawnBetween(tool)), t(`set.draw.${tool}`)];
}

function swatch(...parts) {
  return svg("svg", { class: "board swatch", viewBox: "-1 -1 42 42", "aria-hidden": "true" }, parts);
}

function drawnCell(kind, { glyph, style, group }) {
  const open = group === "open";
  return svg(
    "g",
    { class: `cell is-${open ? "open" : style}` },
    svg("rect", { class: "ground", width: 40, height: 40 }),
    open ? [] : given(kind.symbols[glyph] ?? glyph),
  );
}

/** Draw what stands between cells: four of them, a quarter of each. */
function drawnBetween(tool) {
  const between = new Between({ rows: 2, columns: 2 });
  between.show({ [BEGIN]: [0, 0, 0, 1], [SPREAD]: [0, 1, 1, 1] }[tool] ?? null, tool === SIGN ? [[0, 1, "="]] : []);
  const cells = [0, 40, 80].map((at) => svg("path", { class: "ground", d: `M${at} 0v80M0 ${at}h80` }));
  const sign = tool === BEGIN ? svg("path", { class: "plus", d: "M51 44v14m-7-7h14" }) : null;
  const view = tool === SIGN ? "26 6 28 28" : "18 18 44 44";
  return svg("svg", { viewBox: view, width: 40, height: 40 }, cells, between.borders, between.signs, sign);
}

function numberField(page, layer) {
  const { kind, draft } = page;
  const [key] = layer.keys;
  const input = el("input", {
    type: "number",
    class: "set-number",
    id: `set-${key}`,
    name: key,
    min: 1,
    value: layerIn(draft, layer)[0],
    oninput: () => Number.isInteger(input.valueAsNumber) && page.setNumber(layer, input.valueAsNumber),
  });
  const name = tOr(`meaning.${kind.name}.${key}`, key);
  return el("div", { class: "number" }, el("label", { for: input.id, text: name }), input);
}

/** Draw what the board shows beside its clues, and the legend of its marks. */
export function drawStrip(page) {
  const { found, show } = page;
  $("#strip").classList.toggle("off", page.mode === "play");
  const answers = found?.solutions.length ?? 0;
  const usable = { clues: true, forced: true, first: answers > 0, second: answers > 1 };
  const options = SHOWS.map((value) => [value, t(`set.show.${value}`), usable[value] ? "" : null]);
  const legend = (role, key) => el("span", { class: `legend ${role}` }, mark(role), t(key));
  replace($("#strip"), [
    segments("show", null, options, usable[show] ? show : "clues", (value) => page.setShow(value), {
      legend: t("set.show.name"),
    }),
    el("span", { class: "legends" }, [
      found?.differ.length && show !== "clues" ? legend("differ", "set.legend.differ") : null,
      found?.conflict.length ? legend("clash", "set.legend.clash") : null,
    ]),
  ]);
}

function mark(role) {
  return svg(
    "svg",
    { class: "board swatch", viewBox: "-1 -1 42 42", "aria-hidden": "true" },
    svg("g", { class: "marks" }, svg("rect", { class: `mark ${role}`, x: 3, y: 3, width: 34, height: 34, rx: 3 })),
  );
}

/** Draw the form for the board: its kind and size, the rules that can be switched, symmetry, turns. */
export function drawForm(page) {
  const { kind, kinds, draft, symmetry } = page;
  const { rows, columns } = size(draft);
  const number = (name, value) => el("input", { type: "number", name, min: 1, max: 100, value, required: true });
  const field = (key, input) => {
    input.id = `set-${input.name}`;
    return el("div", { class: "field" }, el("label", { for: input.id, text: t(key) }), input);
  };
  const drawable = [...kinds.values()].filter((one) => one.palette.length);
  const kindField = select(drawable.map(({ name, title }) => [name, title]), kind.name, { name: "kind" });
  const [height, width] = [number("rows", rows), number("columns", columns)];
  // Where boards are square one side says both.
  const follow = (one, other) => () => kinds.get(kindField.value).square && (other.value = one.value);
  height.addEventListener("input", follow(height, width));
  width.addEventListener("input", follow(width, height));
  kindField.addEventListener("change", follow(height, width));
  const anchors = ANCHORS.map((value) => [value, t(`set.anchor.${value}`)]);
  const anchor = select(anchors, ANCHORS[0], { name: "anchor" });
  const wanted = () => ({ kind: kindField.value, rows: height.valueAsNumber, columns: width.valueAsNumber });
  const button = (name, act) => el("button", { onclick: () => form.reportValidity() && act(), text: t(`set.form.${name}`) });
  const form = el(
    "form",
    { class: "shape", onsubmit: (event) => event.preventDefault() },
    field("set.form.kind", kindField),
    el("div", { class: "pair" }, field("set.form.rows", height), field("set.form.columns", width)),
    el("div", { class: "buttons" }, [
      button("new", () => page.shaping.fresh(wanted())),
      button("resize", () => page.shaping.resize(wanted(), anchor.value)),
    ]),
  );
  const switches = Object.entries(kind.switches).map(([name, sentence]) =>
    onOff({ text: capital(sentence) }, draft.switches[name], (on) => page.change(switched(page.draft, name, on))),
  );
  const named = SYMMETRIES.map((value) => [value, t(`set.symmetry.${value}`)]);
  const onchange = (event) => (page.symmetry = event.target.value);
  const symmetries = select(named, symmetry, { name: "symmetry", onchange });
  const turn = (name) => iconButton(`turn-${name}`, t(`set.turn.${name}`), () => page.shaping.turn(name));
  replace($("#board-form"), [
    form,
    ...switches,
    el("div", { class: "pair" }, field("set.symmetry.name", symmetries), field("set.anchor.name", anchor)),
    el("div", { class: "buttons turns", role: "group", "aria-label": t("set.turn.name") }, TURNS.map(turn)),
  ]);
}

/** Put new children into a place, and the focus back on what has taken the place of what had it. */
function replace(host, children) {
  const nameOf = (/** @type {any} */ { tagName, name, type, value, ariaLabel }) =>
    [tagName, name, type === "radio" ? value : "", ariaLabel].join(" ");
  const focused = host.contains(document.activeElement) ? nameOf(document.activeElement) : null;
  host.replaceChildren(...children);
  if (focused === null) return;
  [...host.querySelectorAll("button, input, select, summary, textarea")]
    .find((element) => nameOf(element) === focused)
    ?.focus();
}
