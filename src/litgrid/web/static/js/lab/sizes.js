// Encodings side by side: how large the formula is in each, as it is and as 3-SAT.

import { el } from "../dom.js";
import { segments } from "../segments.js";
import { t, tOr, translate } from "../words.js";
import { bar } from "./chart.js";
import { figures } from "./figures.js";
import { number, Panel } from "./panel.js";

const MEASURES = ["variables", "clauses", "literals"];

export class Sizes extends Panel {
  constructor(lab, host, name) {
    super(lab, host, name);
    this.measure = "clauses";
    const options = MEASURES.map((measure) => [measure, this.t(measure)]);
    this.table = el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": this.t("tab") });
    const choose = segments("measure", "lab.sizes.measure", options, this.measure, (measure) => {
      this.measure = measure;
      this.draw();
    });
    translate(choose);
    this.body.append(
      choose,
      this.table,
      el(
        "p",
        { class: "legend soft" },
        bar(1),
        el("span", { text: this.t("plain") }),
        bar(1, "other"),
        el("span", { text: this.t("three") }),
      ),
    );
  }

  async open() {
    if (this.found) return;
    const plain = await this.ask("sizes", { three: false });
    const three = plain && (await this.ask("sizes", { three: true }));
    if (!three) return;
    this.found = plain.encodings.map((size, place) => [size, three.encodings[place]]);
    this.draw();
  }

  draw() {
    if (!this.found) return;
    const { measure } = this;
    const most = Math.max(...this.found.flat().map((size) => size[measure]));
    const head = ["encoding", "auxiliaries", "plain", "three"].map((name) => this.t(name));
    const rows = this.found.map(([plain, three]) => ({
      head: this.encodingButton(plain.encoding),
      cells: [number(plain.auxiliaries), number(plain[measure]), number(three[measure])],
      bars: [bar(plain[measure] / most), bar(three[measure] / most, "other")],
    }));
    this.table.replaceChildren(figures(head, rows, `${this.t("measure")}: ${this.t(measure)}`));
  }

  /** A way to the formula in this encoding. */
  encodingButton(encoding) {
    const text = tOr(`lab.encoding.${encoding}`, encoding);
    const onclick = () => {
      this.lab.options.encoding = encoding;
      this.lab.goTo("formula");
    };
    return el("button", { class: "link", text, title: t("lab.sizes.see"), onclick });
  }
}
