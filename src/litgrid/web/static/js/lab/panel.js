// What all panels have: a sentence that says what is seen, a place for what went wrong, and questions about the puzzle.

import { ask, cancel, follow, Superseded } from "../api.js";
import { el } from "../dom.js";
import { sentenceOf, settings } from "../shell.js";
import { t } from "../words.js";

export class Panel {
  /** lab: the page; host: the element that the panel fills; name: of the panel, and of its words. */
  constructor(lab, host, name) {
    this.lab = lab;
    this.host = host;
    this.name = name;
    this.stepper = /** @type {any} */ (null); // where something is gone through step by step
    this.error = el("p", { class: "error", role: "alert" });
    this.body = el("div", { class: "stack" });
    host.replaceChildren(el("p", { class: "intro", text: this.t("intro") }), this.error, this.body);
  }

  /** The panel is seen, for the first time or again. */
  open() {}

  /** It is not seen any more. */
  close() {
    cancel(this.slot);
    this.stepper?.pause();
  }

  /** Somebody points at a cell of the board; null: at none any more. */
  hoverCell() {}

  /** A cell of the board was clicked. */
  clickCell() {}

  /** A key was pressed on the board; return whether it was used. */
  key(event, _cell) {
    return this.stepper?.key(event) ?? false;
  }

  get slot() {
    return `lab-${this.name}`;
  }

  /** Return a sentence of this panel. */
  t(key, values) {
    return t(`lab.${this.name}.${key}`, values);
  }

  say(sentence) {
    this.error.textContent = sentence;
  }

  /** Whether it says what went wrong. */
  get failed() {
    return this.error.textContent !== "";
  }

  /** Ask about the puzzle; return null where there is no answer, which is said unless another question came first. */
  async ask(route, question = {}, how = {}) {
    return this.attempt(() => ask(route, this.about(question), { slot: this.slot, ...how }));
  }

  /** Ask for what comes bit by bit, and hand it on; return whether it came to its end. */
  async follow(route, question, take) {
    return this.attempt(async () => {
      for await (const event of follow(route, this.about(question), { slot: this.slot })) take(event);
      return true;
    });
  }

  about(question) {
    return { puzzle: this.lab.view.record, language: settings.get("language"), ...question };
  }

  async attempt(action) {
    this.say("");
    this.host.setAttribute("aria-busy", "true");
    try {
      return await action();
    } catch (failure) {
      if (!(failure instanceof Superseded)) this.say(sentenceOf(failure));
      return null;
    } finally {
      this.host.removeAttribute("aria-busy");
    }
  }
}

/** Return a number as the language of the page writes it. */
export function number(value, digits = 0) {
  return value.toLocaleString(settings.get("language"), { maximumFractionDigits: digits });
}

/** Return seconds in words: thousandths where they are less than one. */
export function seconds(value) {
  const [unit, amount] = value < 1 ? ["milliseconds", value * 1000] : ["seconds", value];
  return t(`lab.${unit}`, { number: amount.toLocaleString(settings.get("language"), { maximumSignificantDigits: 3 }) });
}
