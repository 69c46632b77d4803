// A choice of few things: radio buttons in a row.

import { el } from "./dom.js";

/**
 * Return radio buttons: `[value, words]` each, or `[value, picture, title]`, or with null for what cannot be chosen now;
 * `key` names their legend, `legend` is one that is heard and not seen.
 */
export function segments(name, key, options, chosen, onChoice, { legend = null } = {}) {
  const labels = options.map(([value, shown, title = ""]) => {
    const input = el("input", {
      type: "radio",
      name: `new-${name}`,
      value,
      checked: value === chosen,
      disabled: title === null,
      "aria-label": title || null,
      onchange: () => onChoice(value),
    });
    return el("label", { title: title || null }, input, el("span", {}, shown));
  });
  const heard = legend === null ? el("legend", { "data-t": key }) : el("legend", { class: "unseen", text: legend });
  return el("fieldset", { class: `segments ${name}` }, heard, el("div", {}, labels));
}
