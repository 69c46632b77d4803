// How a puzzle is handed on, on any page: lines with a link or a text and what it leaves out, and files.

import { Superseded, fetchFile } from "./api.js";
import { iconButton } from "./buttons.js";
import { sentence } from "./dialect.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { confirm, sentenceOf, toast } from "./shell.js";
import { t } from "./words.js";

/** The formats whose links many can open. */
export const SHOWN = ["pzpr", "penpa", "tatham"];
const ENDINGS = { text: "txt", page: "html" };

/** Return lines for what the server has written of a puzzle in these formats: the answer of `/api/convert`. */
export function linesOf(found) {
  return SHOWN.filter((name) => name in found.texts).map((name) =>
    line(name, found.texts[name].trim(), { lost: found.lost[name], opens: found.links[name], changes: found.changed.includes(name) }),
  );
}

/** Return one link or text, with what it leaves out, and where it opens if it does; it asks first where it `changes` it. */
export function line(name, text, { lost = [], opens = null, changes = false } = {}) {
  const id = `share-${name}`;
  const visit = {
    class: "button round",
    href: opens,
    target: "_blank",
    rel: "noreferrer",
    "aria-label": t("set.share.visit", { name: t(`set.share.${name}`) }),
    onclick: async (event) => {
      if (!changes) return;
      event.preventDefault();
      if (await agreed(lost)) window.open(opens, "_blank", "noreferrer");
    },
  };
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
      copyButton(() => text, t(`set.share.${name}`), () => !changes || agreed(lost)),
      opens ? el("a", visit, icon("share")) : null,
    ]),
    lostList(lost, `${id}-lost`),
  );
}

/**
 * Return a button that copies what text() returns, if may() agrees.
 *
 * @param {() => string} text
 * @param {string} what
 * @param {() => boolean | Promise<boolean>} may
 */
export function copyButton(text, what, may = () => true) {
  return iconButton("copy", t("set.share.copy", { what }), async () => (await may()) && copy(text()));
}

/** Ask whether a puzzle shall be handed on that becomes another one by that. */
export function agreed(lost) {
  return confirm([t("set.share.changes"), ...lost].join(" "), t("set.share.anyway"));
}

/** Copy a text, and say so. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("set.share.copied"));
  } catch {
    toast(t("set.share.uncopied"));
  }
}

/** Return a list of what is lost; null where nothing is. */
export function lostList(sentences, id) {
  if (!sentences.length) return null;
  return el("ul", { class: "lost", id }, sentences.map((text) => el("li", { text: sentence(text) })));
}

/** Return buttons that save a puzzle in formats; save(format) does it. */
export function fileButtons(formats, save) {
  return formats.map((format) => {
    const name = t("set.save.as", { format: t(`set.save.${format}`) });
    return el("button", { onclick: () => save(format), text: t(`set.save.${format}`), "aria-label": name });
  });
}

/** Have the server make a file of a puzzle, and save it. */
export async function saveFile(question, format) {
  try {
    const [route, said] = format === "page" ? ["publish", {}] : ["render", { format }];
    const blob = await fetchFile(route, { ...question, ...said }, { slot: "save" });
    const address = URL.createObjectURL(blob);
    const { id, kind } = question.puzzle;
    el("a", { href: address, download: `${id || kind}.${ENDINGS[format] ?? format}` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    toast(t("set.save.done", { format: t(`set.save.${format}`) }));
  } catch (failure) {
    if (!(failure instanceof Superseded)) toast(sentenceOf(failure));
  }
}
