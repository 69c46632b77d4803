// Many runs of a local search: how many of them had found an answer after so many flips. A search without memory has an
// exponential distribution (H. Hoos, T. Stützle 1999), which is drawn beside it.

import { cancel } from "../api.js";
import { el } from "../dom.js";
import { segments } from "../segments.js";
import { t, translate } from "../words.js";
import { Chart } from "./chart.js";
import { amount, searchFields, searchOf } from "./fields.js";
import { number, Panel, seconds } from "./panel.js";

const SAMPLES = 120; // of the exponential line

export class Runs extends Panel {
  constructor(lab, host, name) {
    super(lab, host, name);
    this.axis = "flips";
    this.startButton = el("button", {
      type: "button",
      class: "primary",
      text: this.t("start"),
      onclick: () => this.start(),
    });
    this.stopButton = el("button", {
      type: "button",
      text: this.t("stop"),
      disabled: true,
      onclick: () => cancel(this.slot),
    });
    const axis = segments(
      "axis",
      "lab.runs.axis",
      [
        ["flips", this.t("log-flips")],
        ["left", this.t("log-left")],
      ],
      this.axis,
      (chosen) => {
        this.axis = chosen;
        this.draw();
      },
    );
    translate(axis);
    this.status = el("p", { class: "summary", role: "status" });
    this.figures = el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": this.t("tab") });
    const curve = el("div", { class: "curve" });
    this.chart = new Chart(curve);
    this.picture = el(
      "div",
      { class: "stack", hidden: true },
      axis,
      curve,
      el(
        "p",
        { class: "legend soft" },
        el("i", { class: "stroke" }),
        el("span", { text: this.t("measured") }),
        el("i", { class: "stroke dashed" }),
        el("span", { text: this.t("exponential") }),
      ),
      this.figures,
    );
    this.body.append(
      searchFields(lab.options),
      el(
        "div",
        { class: "buttons ends" },
        amount(lab.options, "number", { min: 1, max: 10_000 }),
        this.startButton,
        this.stopButton,
      ),
      this.status,
      this.picture,
    );
  }

  async start() {
    this.stopButton.disabled = false;
    this.status.textContent = this.t("busy");
    const { options } = this.lab;
    const found = await this.ask("runs", { ...searchOf(options), number: options.number });
    this.stopButton.disabled = true;
    this.status.textContent = "";
    if (!found) return;
    this.found = found;
    const solved = found.flips.filter((_, run) => found.solved[run]).sort((one, other) => one - other);
    const flips = found.flips.reduce((sum, one) => sum + one, 0);
    Object.assign(this, {
      lengths: solved,
      runs: found.flips.length,
      mean: solved.length ? flips / solved.length : null,
    });
    this.say(solved.length ? "" : this.t("none-solved"));
    this.status.textContent = this.summary();
    this.picture.hidden = !solved.length;
    this.draw();
  }

  summary() {
    const { found, runs, lengths } = this;
    const values = { runs: number(runs), solved: number(lengths.length), seconds: seconds(found.seconds) };
    const parts = [this.t("summary", values)];
    if (runs < found.wanted) parts.push(this.t("early", { wanted: number(found.wanted) }));
    if (!found.compiled) parts.push(t("lab.slow"));
    return parts.join(" ");
  }

  draw() {
    if (!this.lengths?.length) return;
    const { lengths, runs, mean } = this;
    const most = Math.max(10, lengths.at(-1));
    const share = (solved) => (this.axis === "flips" ? solved : 1 - solved);
    const measured = [[1, share(0)], ...lengths.map((flips, place) => [Math.max(1, flips), share((place + 1) / runs)])];
    const line = Array.from({ length: SAMPLES + 1 }, (_, place) => {
      const flips = this.axis === "flips" ? most ** (place / SAMPLES) : (most * place) / SAMPLES;
      return [flips, share(1 - Math.exp(-flips / Math.max(mean, 0.5)))];
    });
    const least = Math.max(0.5, 0.8 * (runs - lengths.length)) / runs;
    const onPaper = ([, value]) => this.axis === "flips" || value >= least;
    const median = lengths.length * 2 >= runs ? lengths[Math.ceil(runs / 2) - 1] : null;
    this.chart.show({
      label: this.t("picture", { runs: number(runs), mean: number(mean) }),
      x:
        this.axis === "flips"
          ? { title: this.t("flips-log"), log: true, least: 1, most }
          : { title: this.t("flips"), least: 0, most },
      y:
        this.axis === "flips"
          ? { title: this.t("share"), least: 0, most: 1 }
          : { title: this.t("unsolved"), log: true, least, most: 1 },
      lines: [
        { points: line.filter(onPaper), look: "dashed" },
        { points: measured.filter(onPaper), look: "steps" },
      ],
    });
    const figure = (name, value) =>
      el(
        "tr",
        {},
        el("th", { scope: "row", text: this.t(name) }),
        el("td", { text: value === null ? "–" : number(value) }),
      );
    this.figures.replaceChildren(
      el(
        "table",
        { class: "figures" },
        el(
          "tbody",
          {},
          figure("shortest", lengths[0]),
          figure("median", median),
          figure("mean", mean),
          figure("longest", lengths.at(-1)),
        ),
      ),
    );
  }
}
