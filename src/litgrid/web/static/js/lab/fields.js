// Fields of forms that keep what is chosen in the page's options, so that panels share it.

import { $$, el } from "../dom.js";
import { onOff as toggle, select } from "../inputs.js";
import { t, tOr } from "../words.js";

export const ENCODINGS = ["auto", "pairwise", "sequential", "totalizer", "cardnet", "kmtotalizer"];
const FIRST = ["first-jw", "first-moms", "first-score", "first-modified"];
const HEURISTICS = ["skc", "probsat", "score", "jw", "moms", "least-modified", ...FIRST];

let fields = 0;

function field(name, input) {
  input.id = `field-${name}-${++fields}`;
  input.dataset.option = name;
  return el("div", { class: "field" }, el("label", { for: input.id, text: t(`lab.field.${name}`) }), input);
}

/** A choice of a few; `words(value)` is how each is called. */
export function choice(
  options,
  name,
  values,
  onChange = () => {},
  words = (value) => tOr(`lab.${name}.${value}`, value),
) {
  const onchange = () => change(options, name, input.value, onChange);
  const input = select(values.map((value) => [value, words(value)]), options[name], { onchange });
  return field(name, input);
}

/** A number within bounds; what is out of them is brought back. */
export function amount(options, name, { min = 0, max, step = 1 }, onChange = () => {}) {
  const input = el("input", {
    type: "number",
    min,
    max,
    step,
    value: options[name],
    onchange: () => {
      const typed = Number(input.value);
      const value = Number.isFinite(typed) && input.value !== "" ? Math.min(max, Math.max(min, typed)) : options[name];
      input.value = step === 1 ? Math.round(value) : value;
      change(options, name, Number(input.value), onChange);
    },
  });
  return field(name, input);
}

/** A switch. */
export function onOff(options, name, onChange = () => {}) {
  const set = (on) => change(options, name, on, onChange);
  return toggle({ text: t(`lab.field.${name}`) }, options[name], set, { "data-option": name });
}

function change(options, name, value, onChange) {
  options[name] = value;
  onChange(value);
}

/** Show in the fields of a panel what was chosen in others. */
export function refresh(host, options) {
  for (const input of $$("[data-option]", host)) {
    const value = options[input.dataset.option];
    if (input.type === "checkbox") input.checked = value;
    else input.value = value;
  }
  for (const form of $$(".search-fields", host)) form.dispatchEvent(new Event("refresh"));
}

/** How the formula is made. */
export function formulaFields(options, onChange) {
  return [choice(options, "encoding", ENCODINGS, onChange), onOff(options, "three", onChange)];
}

/** The settings of a local search, with a sentence on the heuristic. */
export function searchFields(options) {
  const about = el("p", { class: "soft about", text: t(`lab.heuristic-about.${options.heuristic}`) });
  const noise = amount(options, "noise", { max: 1, step: 0.01 });
  const show = () => {
    about.textContent = t(`lab.heuristic-about.${options.heuristic}`);
    noise.hidden = options.heuristic === "probsat";
  };
  show();
  return el(
    "div",
    { class: "stack search-fields", onrefresh: show },
    el(
      "div",
      { class: "fields" },
      choice(options, "heuristic", HEURISTICS, show),
      noise,
      amount(options, "flips", { min: 1, max: 100_000_000 }),
      amount(options, "seed", { max: 2 ** 32 }),
      choice(options, "from", ["nothing", "rest"]),
      ...formulaFields(options),
    ),
    about,
  );
}

/** What a question about a search says of it. */
export function searchOf({ heuristic, noise, flips, seed, from, encoding, three }) {
  return { heuristic, noise, flips, seed, from, encoding, three };
}
