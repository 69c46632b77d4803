// What there is to know of a puzzle beside its board: its name, its size, how hard it is, how many solutions it has, and
// the rules.

import { ask } from "../api.js";
import { $, el } from "../dom.js";
import { allKinds } from "../shell.js";
import { LEVELS, capital, levelWord, t } from "../words.js";

const SECONDS = 10;

export class About {
  /** view: the puzzle's; known: what is known of it already, `{status, level, day, question}`. */
  constructor(view, known) {
    this.view = view;
    this.known = known;
    this.gone = false;
  }

  /** Another puzzle has come: what is found out from now on is of no use. */
  leave() {
    this.gone = true;
  }

  get level() {
    const { level } = this.view.record; // of a link: anything
    return LEVELS.includes(level) ? level : this.known.level;
  }

  /** The question for another puzzle of the same: the one that this was made for, or what is known of it. */
  get question() {
    const { kind, rows, columns, record } = this.view;
    const switches = Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value === "boolean"));
    return this.known.question ?? { kind, rows, columns, level: this.level ?? [LEVELS[0], LEVELS.at(-1)], switches };
  }

  /** Find out how many solutions the puzzle has, and how hard it is, where nobody has said so. */
  async prove() {
    const question = { puzzle: this.view.record, timeout: SECONDS };
    if (this.known.status === undefined) await this.learn("solve", question, "status");
    if (this.known.status === "unique" && !this.level) await this.learn("grade", question, "level");
  }

  async learn(route, question, name) {
    const answer = await ask(route, question, { slot: "prove" }).catch(() => null);
    if (this.gone || !answer?.[name]) return;
    this.known = { ...this.known, [name]: answer[name] };
    await this.show();
  }

  /** Write it all. */
  async show() {
    const { view, known, level } = this;
    const kinds = await allKinds();
    if (this.gone) return;
    const kind = kinds.find(({ name }) => name === view.kind);
    const title = kind?.title ?? view.title;
    const size = `${view.rows} × ${view.columns}`;
    document.title = `${title} ${size} · litgrid`;
    $("#title").textContent = title;
    const facts = [
      size,
      levelWord(level),
      known.status && t(`status.${known.status}`),
      known.day && t("new.today"),
    ];
    $("#facts").textContent = facts.filter(Boolean).join(" · ");
    const switches = Object.entries(kind?.switches ?? {}).map(([name, sentence]) =>
      view.record[name] === false
        ? t("rules.off", { rule: sentence })
        : `${capital(sentence)}.`,
    );
    $("#rules-list").replaceChildren(...[...(kind?.instructions ?? []), ...switches].map((text) => el("li", { text })));
  }
}
