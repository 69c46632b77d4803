// Making elements without markup in strings: names of attributes, and children.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return an element: attributes by name, `on…` listeners, `text`, and children (elements, texts or null). A button sends
 * no form unless it says so.
 */
export function el(tag, attributes = {}, ...children) {
  const own = tag === "button" ? { type: "button", ...attributes } : attributes;
  return filled(document.createElement(tag), own, children);
}

/** The same in SVG. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Write an attribute of an element, or its text, where it is another than before: to write the same costs as much. */
export function write(element, name, value) {
  if (name === "text") {
    if (element.textContent !== value) element.textContent = value;
  } else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
