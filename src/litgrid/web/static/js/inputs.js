// Fields of forms that are drawn in more than one place: switches, and lists of which one is chosen.

import { el } from "./dom.js";

/** Return a switch. words: the attributes of what names it; attributes: those of the field itself. */
export function onOff(words, checked, onChange = (/** @type {boolean} */ _on) => {}, attributes = {}) {
  const onchange = () => onChange(input.checked);
  const input = el("input", { type: "checkbox", role: "switch", checked, onchange, ...attributes });
  return el("label", { class: "switch" }, el("span", words), input);
}

/** Return a list of options, `[value, words]` each. */
export function select(options, chosen, attributes) {
  const option = ([value, text]) => el("option", { value, text, selected: value === chosen });
  return el("select", attributes, options.map(option));
}
