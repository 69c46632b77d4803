// Handing the puzzle on: links and texts of other programs, with what each leaves out, and files.

import { ask, Superseded } from "../api.js";
import { el } from "../dom.js";
import { select } from "../inputs.js";
import { recordOf } from "./draft.js";
import { encode, forOthers } from "../share.js";
import { SHOWN, agreed, copyButton, fileButtons, line, linesOf, lostList, saveFile } from "../sharing.js";
import { sentenceOf, settings, toast } from "../shell.js";
import { t } from "../words.js";

const FILES = ["page", "text", "jsonl", "svg", "png", "pdf"];

export class Share {
  /** host: the element it lives in; draft(): what is shared; answer(): its only answer in rows, or null. */
  constructor(host, { draft, answer }) {
    this.host = host;
    this.draft = draft;
    this.answer = answer;
    this.written = null;
  }

  /** Write all texts anew, where somebody looks. */
  async show() {
    const draft = this.draft();
    if (this.written === draft) return;
    const puzzle = recordOf(draft);
    try {
      const [found, fragment] = await Promise.all([
        ask("convert", { puzzle, language: settings.get("language") }),
        encode({ puzzle }),
      ]);
      if (draft !== this.draft()) return;
      this.written = draft;
      this.draw(found, fragment);
    } catch (failure) {
      if (failure instanceof Superseded) return;
      this.host.replaceChildren(el("p", { class: "soft", text: sentenceOf(failure) }));
    }
  }

  draw(found, fragment) {
    const others = Object.keys(found.texts).filter((name) => !SHOWN.includes(name));
    this.host.replaceChildren(
      line("play", forOthers(fragment), { opens: `./${fragment}` }),
      line("set", forOthers(fragment, "set")),
      ...linesOf(found),
      this.other(found, others),
      this.files(),
    );
  }

  /** Every other format, one at a time. */
  other(found, names) {
    const area = el("textarea", { rows: 4, readonly: true, spellcheck: "false", "aria-label": t("set.share.text") });
    const lost = el("div");
    const about = { id: "share-format", "aria-label": t("set.share.format"), onchange: () => show() };
    const choose = select(names.map((name) => [name, name]), names[0], about);
    const show = () => {
      area.value = found.texts[choose.value] ?? "";
      lost.replaceChildren(...[lostList(found.lost[choose.value] ?? [], "share-other-lost")].filter(Boolean));
    };
    show();
    return el(
      "details",
      { class: "others" },
      el("summary", { text: t("set.share.others") }),
      el(
        "div",
        { class: "body" },
        el(
          "div",
          { class: "copy" },
          choose,
          copyButton(
            () => area.value,
            t("set.share.text"),
            () => !found.changed.includes(choose.value) || agreed(found.lost[choose.value]),
          ),
        ),
        area,
        lost,
      ),
    );
  }

  files() {
    const filled = el("input", { type: "checkbox", id: "share-answer" });
    const buttons = fileButtons(FILES, (format) => this.save(format, filled.checked));
    return el(
      "div",
      { class: "files", role: "group", "aria-labelledby": "share-files" },
      el("h3", { id: "share-files", text: t("set.save.name") }),
      el("label", {}, filled, t("set.save.answer")),
      el("div", { class: "buttons" }, buttons),
    );
  }

  save(format, filled) {
    const answer = filled ? this.answer() : null;
    if (filled && answer === null) return toast(t("set.save.none"));
    const puzzle = recordOf(this.draft());
    return saveFile(answer ? { puzzle, entries: answer } : { puzzle }, format);
  }
}
