// Many runs of a local search: how many of them had found an answer after so many flips. A search without memory has an
// exponential distribution (H. Hoos, T. Stützle 1999), which is drawn beside it.

import { el } from "../dom.js";
import { segments } from "../segments.js";
import { t, translate } from "../words.js";
import { Chart } from "./chart.js";
import { amount, searchFields, searchOf } from "./fields.js";
import { Measuring } from "./measuring.js";
import { number, seconds } from "./panel.js";

const SAMPLES = 120; // of the exponential line

export class Runs extends Measuring {
  constructor(lab, host, name) {
    super(lab, host, name);
    this.axis = "flips";
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
    const { options } = this.lab;
    const found = { flips: [], solved: [], seconds: 0 };
    this.found = found;
    this.show();
    const ended = await this.measure("runs", { ...searchOf(options), number: options.number }, (event) => {
      if ("wanted" in event) Object.assign(found, event);
      else {
        found.flips.push(...event.flips);
        found.solved.push(...event.solved);
        found.seconds = event.seconds;
        this.show();
        this.mention(this.progress());
      }
    });
    if (ended === undefined) return;
    // One that had no time for a single flip had nothing to search for.
    if (ended && !found.flips.length) this.say(t("lab.search.hopeless"));
    else if (ended && !this.lengths.length) this.say(this.t("none-solved"));
    this.tell(found.flips.length ? this.summary(ended) : "");
  }

  /** Show what has been measured so far. */
  show() {
    const { flips, solved } = this.found;
    this.lengths = flips.filter((_, run) => solved[run]).sort((one, other) => one - other);
    this.runs = flips.length;
    this.mean = this.lengths.length ? flips.reduce((sum, one) => sum + one, 0) / this.lengths.length : null;
    this.picture.hidden = !this.lengths.length;
    this.draw();
  }

  progress() {
    const { found, runs, lengths } = this;
    const values = { runs: number(runs), wanted: number(found.wanted), solved: number(lengths.length) };
    return this.withPace(this.t("progress", values));
  }

  summary(ended) {
    const { found, runs, lengths } = this;
    const values = { runs: number(runs), solved: number(lengths.length), seconds: seconds(found.seconds) };
    const wanted = number(found.wanted);
    const short = runs < found.wanted && (ended ? this.t("early", { wanted }) : this.t("stopped", { wanted }));
    return this.withPace(this.t("summary", values), short);
  }

  withPace(...sentences) {
    return [...sentences, this.found.compiled === false && t("lab.slow")].filter(Boolean).join(" ");
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
