// What is heard of the whole page, wherever the focus is: keys, files that are dropped, another language or address.

import { server } from "../api.js";
import { onDrop } from "../choosing/own.js";
import { $ } from "../dom.js";

/** Listen for what may happen anywhere on the page on which puzzles are drawn. */
export function listen(page) {
  document.addEventListener("keydown", (event) => key(page, event));
  document.addEventListener("litgrid:language", () => page.translate());
  server.addEventListener("back", () => {
    page.live.ask(page.draft);
    page.showShare();
  });
  // The address itself may be that of the board again, as it follows what is drawn.
  window.addEventListener("hashchange", (event) => page.followLink(new URL(event.newURL).hash));
  $("#share-card").addEventListener("toggle", () => page.showShare());
  onDrop((source) => page.opening.own.read(source));
}

function key(page, event) {
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "F2") {
    event.preventDefault();
    page.setMode(page.mode === "edit" ? "play" : "edit");
    return;
  }
  if (!event.ctrlKey && !event.metaKey) return;
  // A field has its own undo, but for labels and numbers, which are part of the board.
  if (event.target.matches("input:not(.set-label):not(.set-number):not([type=radio]):not([type=checkbox]), textarea")) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) page.undo();
  else if (key === "y" || (key === "z" && event.shiftKey)) page.redo();
  else return;
  event.preventDefault();
}
