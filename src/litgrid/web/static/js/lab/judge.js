// Somebody's formula of the puzzle, judged: what is wrong with it is drawn on the board.

import { understood } from "../dialect.js";
import { el } from "../dom.js";
import { segments } from "../segments.js";
import { translate } from "../words.js";
import { onOff } from "./fields.js";
import { Panel } from "./panel.js";

export class Judge extends Panel {
  constructor(lab, host, name) {
    super(lab, host, name);
    this.text = el("textarea", { id: "judge-formula", spellcheck: "false", autocomplete: "off" });
    this.called = el("input", { id: "judge-called", spellcheck: "false", autocomplete: "off", placeholder: "x{r}{c}" });
    const button = (key, onclick, kind) => el("button", { class: kind, text: this.t(key), onclick });
    this.verdict = el("div", { class: "told", role: "status" });
    this.choose = el("div", {});
    this.body.append(
      el("div", { class: "field" }, el("label", { for: "judge-formula", text: this.t("formula") }), this.text),
      el("div", { class: "field" }, el("label", { for: "judge-called", text: this.t("called") }), this.called),
      onOff(lab.options, "needless"),
      el("div", { class: "buttons" }, button("start", () => this.start(), "primary"), button("ours", () => this.own())),
      this.error, // beside the button, as what is above it may be out of sight
      this.verdict,
      this.choose,
    );
    this.body.classList.add("judge");
  }

  open() {
    if (this.found) this.show(this.seen);
  }

  async own() {
    const { encoding } = this.lab.options;
    const found = await this.ask("formula", { encoding });
    if (!found) return;
    const lines = found.clauses.map((clause) => `${clause.join(" ")} 0`);
    this.text.value = [`p cnf ${found.variables} ${lines.length}`, ...lines, ""].join("\n");
  }

  async start() {
    this.found = null;
    this.verdict.replaceChildren();
    this.choose.replaceChildren();
    this.lab.board.rest();
    const { needless } = this.lab.options;
    const said = await this.ask("judge", { formula: this.text.value, called: this.called.value, needless });
    if (!said) return;
    const { view } = this.lab;
    this.found = understood(said, view);
    const right = this.found.verdict === "equal";
    const lines = this.found.said.map((text, at) => el("p", { class: at ? "" : `verdict ${right ? "equal" : "wrong"}`, text }));
    this.verdict.replaceChildren(...lines);
    const grids = ["accepts", "refuses"].filter((name) => this.found[name]);
    const options = grids.map((name) => [name, this.t(name === "accepts" ? "accepted" : "refused")]);
    this.seen = grids[0];
    const chosen = grids.length > 1 ? [segments("judged", "lab.judge.tab", options, this.seen, (one) => this.show(one))] : [];
    this.choose.replaceChildren(...chosen);
    chosen.forEach((one) => translate(one));
    this.show(this.seen);
  }

  /** Draw one of the grids, with the first rule that it breaks. */
  show(name) {
    const { board } = this.lab;
    this.seen = name;
    if (!name) {
      board.rest();
      return;
    }
    board.show(Int8Array.from(this.found[name]), { search: name === "accepts" });
  }
}
