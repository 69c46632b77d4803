// Going through something step by step, back and forth: buttons, a slider that takes the arrow keys, and playing.

import { iconButton } from "../buttons.js";
import { el } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../words.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Stepper {
  /**
   * name: what the slider is called; onGo(place): show this step, 0 is before the first; words(place, last): the sentence
   * of a place; pace(last): `[ms, steps]`, how fast it plays; halts(place): whether it plays no further than there; onPlay(): it has
   * begun or ceased to play.
   */
  constructor({
    name,
    onGo,
    words,
    pace = (/** @type {number} */ _last) => [900, 1],
    halts = (/** @type {number} */ _place) => false,
    onPlay = () => {},
  }) {
    this.onGo = onGo;
    this.words = words;
    this.pace = pace;
    this.halts = halts;
    this.onPlay = onPlay;
    this.place = 0;
    this.last = 0;
    this.waits = false;
    this.slider = el("input", {
      type: "range",
      min: 0,
      "aria-label": name,
      oninput: () => {
        const place = Number(this.slider.value);
        this.pause();
        this.go(place);
      },
    });
    this.said = el("p", { class: "place", "aria-hidden": "true" });
    this.backButton = button("left", "back", () => this.step(-1));
    this.playButton = button("play", "play", () => (this.playing ? this.pause() : this.play()));
    this.nextButton = button("right", "next", () => this.step(1));
    this.element = el(
      "div",
      { class: "stepper" },
      el("div", { class: "transport" }, this.backButton, this.playButton, this.nextButton),
      this.slider,
      this.said,
    );
    this.show();
  }

  get playing() {
    return this.timer !== undefined;
  }

  /** There are so many steps now; `more`: others are still to come. */
  setLast(last, more = false) {
    this.last = last;
    this.waits = more;
    if (this.place > last) this.place = last;
    this.show();
  }

  go(place) {
    this.place = Math.max(0, Math.min(this.last, place));
    this.show();
    this.onGo(this.place);
  }

  /** A step that somebody takes. */
  step(by) {
    this.pause();
    this.go(this.place + by);
  }

  play() {
    if (this.place >= this.last && !this.waits) this.place = 0;
    if (STILL.matches) {
      // Nothing moves by itself: only where it stops is seen, and each step when it is asked for.
      this.timer = setTimeout(() => this.tick(), 50);
      this.show();
      return;
    }
    this.tick();
  }

  tick() {
    const [wait, stride] = this.pace(this.last);
    if (STILL.matches) {
      if (!this.waits) {
        this.pause();
        do this.place += 1;
        while (this.place < this.last && !this.halts(this.place));
        this.go(this.place);
        return;
      }
    } else if (this.place < this.last) this.go(this.place + stride);
    if ((this.place >= this.last && !this.waits) || this.halts(this.place)) {
      this.pause();
      return;
    }
    this.timer = setTimeout(() => this.tick(), wait);
    this.show();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.show();
  }

  /** Keys of the board: comma and full stop. */
  key(event) {
    const by = { ",": -1, ".": 1 }[event.key];
    if (by) this.step(by);
    return by !== undefined;
  }

  show() {
    const { slider, place, last } = this;
    slider.max = last;
    slider.value = place;
    const sentence = this.words(place, last);
    slider.setAttribute("aria-valuetext", sentence);
    this.said.textContent = sentence;
    this.backButton.setAttribute("aria-disabled", String(place === 0));
    this.nextButton.setAttribute("aria-disabled", String(place === last));
    if (this.shown === this.playing) return;
    this.shown = this.playing;
    this.playButton.replaceChildren(icon(this.playing ? "stop" : "play"));
    const label = t(`lab.step.${this.playing ? "pause" : "play"}`);
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
    this.onPlay();
  }
}

function button(symbol, name, onclick) {
  return iconButton(symbol, t(`lab.step.${name}`), onclick);
}
