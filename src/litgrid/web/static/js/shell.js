// What all pages have: the header, settings, dialogs, and the voice that screen readers hear.

import { $, $$, el } from "./dom.js";
import { Failure, Superseded, get, server } from "./api.js";
import { keyedButton } from "./buttons.js";
import { icon } from "./icons.js";
import { onOff } from "./inputs.js";
import { segments } from "./segments.js";
import { LANGUAGES, speak, t, tOr, translate } from "./words.js";

export const settings = /** @type {any} */ (window).litgridSettings;

const PAGES = { play: "./", set: "set", lab: "lab" };
const CHOICES = ["language", "theme", "contrast"];

/**
 * Begin a page: load its sentences, write them, draw the header.
 *
 * page: "play", "set" or "lab"; choices: the names of more settings that this page shows; help: an element of
 * the page's help dialog; alone: what is called so stands alone, without other pages. Returns when everything can be read.
 */
export async function begin(page, { choices = [], help = null, alone = null } = {}) {
  hear();
  await vital(learn(settings.get("language")));
  fillIcons(document);
  translate();
  document.title = `${t(`page.${page}`)} · litgrid`;
  const header = drawHeader(page, { choices: [...choices, ...CHOICES], help, alone });
  $(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the fragment of the address is the puzzle
    ($('#stage .cell[tabindex="0"]') ?? $("#stage")).focus();
  });
  let spoken = settings.get("language");
  const follow = async () => {
    const language = settings.get("language");
    if (language === spoken) return;
    await learn(language);
    if (language !== settings.get("language")) return; // somebody has chosen another one meanwhile
    spoken = language;
    translate();
    document.title = `${t(`page.${page}`)} · litgrid`;
    document.dispatchEvent(new CustomEvent("litgrid:language"));
  };
  settings.onChange(follow);
  server.addEventListener("back", follow);
  return header;
}

/** Return all kinds of puzzles, in the language of the page. */
export function allKinds() {
  return get(`kinds?language=${settings.get("language")}`);
}

/** Load the sentences of a language. */
async function learn(language) {
  speak(language, await get(`words/${language}`));
}

/** Wait for what a page cannot do without; if the server goes away before it comes, the page is loaded anew later. */
export async function vital(promise) {
  try {
    return await promise;
  } catch (failure) {
    if (failure.away) server.addEventListener("back", () => location.reload());
    throw failure;
  }
}

/** Whatever asks the server may fail. Who has nothing better to say about it leaves it to this. */
function hear() {
  for (const kind of ["unhandledrejection", "error"])
    addEventListener(kind, (/** @type {any} */ event) => {
      const failure = event.reason ?? event.error;
      if (!(failure instanceof Failure)) return;
      event.preventDefault();
      if (!(failure instanceof Superseded) && !failure.away) toast(sentenceOf(failure));
    });
  server.addEventListener("away", () => {
    const sentence = tOr("shell.away", "litgrid does not answer. Is it still running?");
    $("#header").after(el("p", { class: "away", role: "alert", text: sentence }));
  });
  server.addEventListener("back", () => {
    $(".away")?.remove();
    toast(tOr("shell.back", ""));
  });
}

/** Let the link to a page lead to the puzzle that is seen here. */
export function carry(page, fragment) {
  $(`#header nav a[data-t="page.${page}"]`)?.setAttribute("href", PAGES[page] + fragment);
}

function fillIcons(root) {
  for (const element of $$("[data-icon]", root)) element.prepend(icon(element.dataset.icon));
}

function drawHeader(page, { choices, help, alone }) {
  const header = $("#header");
  const [mark, word] = [
    el("span", { class: "mark", "aria-hidden": "true" }),
    el("span", { class: "word", text: alone ?? "litgrid" }),
  ];
  const links = Object.entries(PAGES).map(([name, address]) =>
    el("a", { href: address, "data-t": `page.${name}`, "aria-current": name === page ? "page" : null }),
  );
  const settingsDialog = drawSettings(choices);
  const button = (name, onclick) => keyedButton(name, `shell.${name}`, onclick);
  header.append(
    ...(alone === null
      ? [
          el("a", { class: "brand", href: "./", "aria-label": "litgrid" }, mark, word),
          el("nav", { "data-t-label": "shell.pages" }, links),
        ]
      : [el("span", { class: "brand" }, mark, word)]),
    el(
      "div",
      { class: "tools" },
      help ? button("help", () => show(help)) : null,
      button("settings", () => show(settingsDialog)),
    ),
  );
  document.body.append(settingsDialog);
  translate(header);
  translate(settingsDialog);
  return header;
}

/** Return the dialog of the settings: a choice of few values is radio buttons, yes or no a switch. */
function drawSettings(names) {
  const fields = names.map((name) => {
    const values = settings.choices[name];
    const set = (value) => settings.set(name, value);
    if (typeof values[0] === "boolean") return onOff({ "data-t": `settings.${name}` }, settings.get(name), set, { name });
    const words = (value) => (name === "language" ? { text: LANGUAGES[value] } : { "data-t": `settings.${name}-${value}` });
    const options = values.map((value) => [value, el("span", words(value))]);
    return segments(`setting-${name}`, `settings.${name}`, options, settings.get(name), set);
  });
  return dialog("settings", "shell.settings", fields);
}

/** Return a dialog with a heading and a button that closes it; `key` names its heading. */
export function dialog(name, key, children) {
  const element = el(
    "dialog",
    { id: `dialog-${name}`, "aria-labelledby": `dialog-${name}-title` },
    el(
      "div",
      { class: "panel" },
      el("header", {}, el("h2", { id: `dialog-${name}-title`, "data-t": key })),
      el("div", { class: "body" }, children),
      // The last one: a dialog opens with the focus on what it is for.
      el(
        "button",
        { class: "quiet round close", "data-t-label": "shell.close", onclick: () => element.close() },
        icon("close"),
      ),
    ),
  );
  // A press beside the panel closes it, as people expect.
  element.addEventListener("pointerdown", (event) => event.target === element && element.close());
  return element;
}

/** Open a dialog over the page; the focus goes back where it was when it closes. */
export function show(element) {
  if (!element.open) element.showModal();
}

/** Show a dialog that is made for this once. */
export function once(element) {
  document.body.append(element);
  translate(element);
  element.addEventListener("close", () => element.remove());
  show(element);
}

/** Ask a question; resolves to whether somebody agreed. */
export function confirm(question, agree, refuse = t("shell.cancel")) {
  return new Promise((resolve) => {
    const element = el(
      "dialog",
      { class: "question", "aria-labelledby": "question-text" },
      el(
        "form",
        { method: "dialog", class: "panel" },
        el("p", { id: "question-text", text: question }),
        el(
          "div",
          { class: "buttons" },
          el("button", { type: "submit", value: "no", text: refuse }),
          el("button", { type: "submit", class: "primary", value: "yes", text: agree, autofocus: true }),
        ),
      ),
    );
    element.addEventListener("close", () => {
      element.remove();
      resolve(element.returnValue === "yes");
    });
    document.body.append(element);
    element.showModal();
  });
}

/** Have a sentence read aloud by screen readers. */
export function announce(sentence) {
  const voice = $("#announcer");
  // The same sentence twice in a row is heard twice only if it differs.
  voice.textContent = voice.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

let fading; // the timer of the last toast

/** Say shortly that something was done, above the page, where no board is; for eyes and ears. */
export function toast(sentence) {
  const element = $("#toast");
  element.textContent = sentence;
  element.classList.add("shown");
  clearTimeout(fading);
  // Long enough to be read: some 20 letters a second.
  fading = setTimeout(() => element.classList.remove("shown"), Math.min(Math.max(2600, sentence.length * 50), 7000));
  announce(sentence);
}

/** The sentence of a failure. */
export function sentenceOf(failure) {
  return failure.away ? t("shell.unreachable") : failure.message;
}

let unkept = false;

/** Say, once, that this browser keeps nothing: it is full, or does not want to. */
export function sayUnkept() {
  if (!unkept) toast(t("shell.unkept"));
  unkept = true;
}
