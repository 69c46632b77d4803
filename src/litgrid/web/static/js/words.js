// The page's sentences, in the language of the settings: a flat catalogue that the server makes of words/*.toml.

import { $$ } from "./dom.js";

export const LANGUAGES = { en: "English", fr: "Français" };

let catalogue = {};
let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

/** Speak a language from now on: its sentences. */
export function speak(language, sentences) {
  catalogue = sentences;
  plurals = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(language);
  document.documentElement.lang = language;
}

/**
 * Return a sentence, its words in braces filled in; of a pair .one/.many the one for the count `n`: in French 0 is
 * singular.
 *
 * @param {string} key
 * @param {any} values
 */
export function t(key, values = {}) {
  const plural = "n" in values ? `${key}.${plurals.select(values.n) === "one" ? "one" : "many"}` : key;
  const sentence = catalogue[key] ?? catalogue[plural];
  if (sentence === undefined) return key;
  const said = "n" in values ? { ...values, n: numbers.format(values.n) } : values;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in said ? said[name] : whole));
}

/** Return a sentence if the catalogue has it, else another one: for what kinds from elsewhere do not have. */
export function tOr(key, other, values = {}) {
  return key in catalogue ? t(key, values) : other;
}

/** Return a text with a capital. */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export const LEVELS = [1, 2, 3, 4];

/** Return how hard a puzzle is; "" where nobody has said so, or something else. */
export function levelWord(level) {
  return LEVELS.includes(level) ? t(`level.${level}`) : "";
}

/** Return the short name of a cell: r3c4. */
export function cellName(cell, columns) {
  return t("cell.short", { row: Math.floor(cell / columns) + 1, column: (cell % columns) + 1 });
}

/** Return a sentence in parts: texts, and the cells that it names, `{text, row, column}`, from 1. */
export function partsOf(sentence) {
  const name = new RegExp(t("cell.short", { row: "(\\d+)", column: "(\\d+)" }), "g");
  const parts = [];
  let end = 0;
  for (const found of sentence.matchAll(name)) {
    const [text, row, column] = found;
    parts.push(sentence.slice(end, found.index), { text, row: Number(row), column: Number(column) });
    end = found.index + text.length;
  }
  return [...parts, sentence.slice(end)];
}

/** Write the sentences into elements: `data-t` names their text, `data-t-label` their accessible name, and so on. */
export function translate(root = document) {
  for (const element of $$("[data-t]", root)) element.textContent = t(element.dataset.t);
  for (const element of $$("[data-t-label]", root)) element.setAttribute("aria-label", t(element.dataset.tLabel));
  for (const element of $$("[data-t-title]", root)) element.title = t(element.dataset.tTitle);
  for (const element of $$("[data-t-placeholder]", root)) element.placeholder = t(element.dataset.tPlaceholder);
}
