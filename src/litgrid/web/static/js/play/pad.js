// A pad that moves the cursor and enters, for boards whose cells are too small for fingers.

import { el } from "../dom.js";
import { icon } from "../icons.js";
import { stateWord } from "../player.js";
import { announce, settings } from "../shell.js";
import { t } from "../words.js";

const SMALL = 24; // pixels: what is asked of things to be touched

/**
 * Draw the pad into its host; returns `{place, fit}`: draw it as settings and board have it; the same where
 * the board is larger or smaller now.
 */
export function drawPad(host, player) {
  const move = (name, down, right) =>
    el(
      "button",
      { type: "button", class: `arrow ${name}`, "data-t-label": `pad.${name}`, onclick: () => step(down, right) },
      icon(name),
    );
  const enter = (name, action, symbol) =>
    el(
      "button",
      { type: "button", class: `enter ${name}`, onclick: () => put(action) },
      el("span", { "aria-hidden": "true", text: symbol }),
    );

  function step(down, right) {
    const { board } = player;
    board.select(board.beside(down, right));
    board.sight.reveal([board.current], [document.querySelector("#toolbar")], { zooming: false });
    announce(player.sentence(board.current));
  }

  function put(action) {
    player.act(player.board.current, action, { drag: false });
    player.act(player.board.current, "end", { drag: false });
  }

  function isWanted() {
    const wanted = settings.get("pad");
    const small = matchMedia("(pointer: coarse)").matches && player.board?.sight.cellSize < SMALL;
    return wanted === "always" || (wanted === "system" && small);
  }

  function fit() {
    if (host.hidden === isWanted()) place();
  }

  function place() {
    const shown = isWanted();
    host.hidden = !shown;
    player.board?.svg.classList.toggle("cursor-kept", shown);
    if (!player.view) return;
    const { play } = player.view;
    host.replaceChildren(
      el("div", { class: "arrows" }, move("up", -1, 0), move("left", 0, -1), move("right", 0, 1), move("down", 1, 0)),
      el(
        "div",
        { class: "states" },
        ...[
          [1, play.true, "toggle-true"],
          [0, play.false, "toggle-false"],
          [-1, "⌫", "clear"],
        ].map(([value, symbol, action]) => {
          const button = enter(action, action, symbol);
          button.setAttribute("aria-label", value < 0 ? t("pad.clear") : stateWord(player.view, value));
          return button;
        }),
      ),
    );
    for (const button of host.querySelectorAll("[data-t-label]"))
      button.setAttribute("aria-label", t(button.dataset.tLabel));
  }

  player.addEventListener("load", place);
  return { place, fit };
}
