// A choice of few things: radio buttons in a row.

import { el } from "./dom.js";

/** Return radio buttons: `[value, words]` each; `key` names their legend. */
export function segments(name, key, options, chosen, onChoice) {
  const labels = options.map(([value, words]) => {
    const checked = value === chosen;
    const input = el("input", { type: "radio", name: `new-${name}`, value, checked, onchange: () => onChoice(value) });
    return el("label", {}, input, el("span", { text: words }));
  });
  return el("fieldset", { class: "segments" }, el("legend", { "data-t": key }), el("div", {}, labels));
}
