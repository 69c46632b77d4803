// Handing the puzzle on: links and texts of other programs, with what each leaves out, and files.

import { ask, fetchFile, Superseded } from "../api.js";
import { iconButton } from "../buttons.js";
import { el } from "../dom.js";
import { recordOf } from "./draft.js";
import { icon } from "../icons.js";
import { encode, forOthers } from "../share.js";
import { sentenceOf, settings, toast } from "../shell.js";
import { t } from "../words.js";

const SHOWN = ["pzpr", "penpa", "tatham"];
const FILES = ["text", "jsonl", "svg", "png", "pdf"];

export class Share {
  /** host: the element it lives in; draft(): what is shared; answer(): its only answer in rows, or null. */
  constructor(host, { draft, answer }) {
    Object.assign(this, { host, draft, answer });
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
      this.line("play", forOthers(fragment), [], `./${fragment}`),
      this.line("set", forOthers(fragment, "set"), []),
      ...SHOWN.filter((name) => name in found.texts).map((name) =>
        this.line(name, found.texts[name].trim(), found.lost[name] ?? [], found.links[name]),
      ),
      this.other(found, others),
      this.files(),
    );
  }

  /** One link or text, with what it leaves out, and where it opens if it does. */
  line(name, text, lost, opens = null) {
    const id = `share-${name}`;
    return el(
      "div",
      { class: "share-line" },
      el("label", { for: id, text: t(`set.share.${name}`) }),
      el("div", { class: "copy" }, [
        el("input", {
          type: "text",
          id,
          readonly: true,
          value: text,
          spellcheck: "false",
          "aria-describedby": lost.length ? `${id}-lost` : null,
          onfocus: (event) => event.target.select(),
        }),
        copyButton(() => text, t(`set.share.${name}`)),
        opens
          ? el(
              "a",
              {
                class: "button round",
                href: opens,
                target: "_blank",
                rel: "noreferrer",
                "aria-label": t("set.share.visit", { name: t(`set.share.${name}`) }),
              },
              icon("share"),
            )
          : null,
      ]),
      lostList(lost, `${id}-lost`),
    );
  }

  /** Every other format, one at a time. */
  other(found, names) {
    const area = el("textarea", { rows: 4, readonly: true, spellcheck: "false", "aria-label": t("set.share.text") });
    const lost = el("div");
    const choose = el(
      "select",
      { id: "share-format", "aria-label": t("set.share.format"), onchange: () => show() },
      names.map((name) => el("option", { value: name, text: name })),
    );
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
          copyButton(() => area.value, t("set.share.text")),
        ),
        area,
        lost,
      ),
    );
  }

  files() {
    const filled = el("input", { type: "checkbox", id: "share-answer" });
    const buttons = FILES.map((format) =>
      el("button", {
        type: "button",
        onclick: () => this.save(format, filled.checked),
        text: t(`set.save.${format}`),
        "aria-label": t("set.save.as", { format: t(`set.save.${format}`) }),
      }),
    );
    return el(
      "div",
      { class: "files", role: "group", "aria-labelledby": "share-files" },
      el("h3", { id: "share-files", text: t("set.save.name") }),
      el("label", {}, filled, t("set.save.answer")),
      el("div", { class: "buttons" }, buttons),
    );
  }

  async save(format, filled) {
    const answer = filled ? this.answer() : null;
    if (filled && answer === null) {
      toast(t("set.save.none"));
      return;
    }
    try {
      const puzzle = recordOf(this.draft());
      const blob = await fetchFile("render", answer ? { puzzle, format, entries: answer } : { puzzle, format }, {
        slot: "save",
      });
      const address = URL.createObjectURL(blob);
      const ending = { text: "txt" }[format] ?? format;
      el("a", { href: address, download: `${puzzle.id || puzzle.kind}.${ending}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
      toast(t("set.save.done", { format: t(`set.save.${format}`) }));
    } catch (failure) {
      if (!(failure instanceof Superseded)) toast(sentenceOf(failure));
    }
  }
}

function copyButton(text, what) {
  return iconButton("copy", t("set.share.copy", { what }), () => copy(text()));
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("set.share.copied"));
  } catch {
    toast(t("set.share.uncopied"));
  }
}

function lostList(sentences, id) {
  if (!sentences.length) return null;
  return el(
    "ul",
    { class: "lost", id },
    sentences.map((text) => el("li", { text })),
  );
}
