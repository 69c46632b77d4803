// The card beside the board that answers: hints, what was checked, what was solved.

import { el } from "../dom.js";
import { icon } from "../icons.js";
import { announce } from "../shell.js";
import { partsOf, t } from "../words.js";

export class Message {
  /**
   * onClose: somebody does not want to see it any more; onLeave: nothing is left here that could have the focus;
   * onPoint({row, column}, pressed): somebody points at the name of a cell, or presses it; null: no more.
   */
  constructor(host, told) {
    this.host = host;
    this.told = told;
    this.rest();
  }

  /** Show the invitation that stands there when there is nothing to say. */
  rest() {
    this.resting = true;
    this.draw("rest", "hint", t("message.rest-title"), [t("message.rest")], []);
  }

  close() {
    this.rest();
    this.told.onClose();
  }

  /**
   * Say something: a title, sentences, and buttons `[words, action, primary]`; `kind` is good, bad, hint or busy; `stage`
   * is how far a hint has come.
   */
  say(kind, title, sentences = [], { buttons = [], stage = 0, aloud = true } = {}) {
    this.resting = false;
    const symbol = { good: "accept", bad: "reject", busy: "clock", hint: "hint" }[kind];
    this.draw(kind, symbol, title, sentences, buttons, stage);
    if (aloud) announce([title, ...sentences].join(" "));
  }

  /** Return the parts of a sentence, in which the names of cells can be pointed at. */
  parts(sentence) {
    const point = (part, pressed) => () => this.told.onPoint(part, pressed);
    return partsOf(sentence).map((part) =>
      typeof part === "string"
        ? part
        : el(
            "span",
            {
              class: "named",
              onpointerenter: point(part, false),
              onpointerleave: point(null, false),
              onclick: point(part, true),
            },
            part.text,
          ),
    );
  }

  draw(kind, symbol, title, sentences, buttons, stage = 0) {
    const dots = stage
      ? el(
          "span",
          { class: "stages", role: "img", "aria-label": t("hint.stage", { stage }) },
          [1, 2, 3].map((dot) => el("i", { class: dot <= stage ? "on" : null })),
        )
      : null;
    const close = this.resting
      ? null
      : el(
          "button",
          { class: "quiet round close", "aria-label": t("shell.close"), onclick: () => this.close() },
          icon("close"),
        );
    const focused = this.host.contains(document.activeElement) ? document.activeElement.textContent : null;
    this.host.className = `card message ${kind}`;
    this.host.replaceChildren(
      el("h2", {}, icon(symbol), el("span", { text: title }), dots, close),
      ...sentences.slice(0, 4).map((text) => el("p", {}, this.parts(text))),
      el(
        "div",
        { class: "buttons" },
        buttons.map(([text, onclick, primary]) =>
          el("button", { class: primary ? "primary" : null, text, onclick }),
        ),
      ),
    );
    if (focused === null) return;
    // The button that says the same keeps the focus, so that somebody can go on and on.
    const all = [...this.host.querySelectorAll(".buttons button")];
    const same = all.find((button) => button.textContent === focused);
    const next = same ?? this.host.querySelector(".buttons .primary") ?? all[0] ?? this.host.querySelector(".close");
    if (next) next.focus();
    else this.told.onLeave();
  }
}
