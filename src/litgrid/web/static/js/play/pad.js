// A pad that moves the cursor and enters, for boards whose cells are too small for fingers.

import { el } from "../dom.js";
import { icon } from "../icons.js";
import { stateWord } from "../player.js";
import { announce, settings } from "../shell.js";
import { t } from "../words.js";

const SMALL = 24; // pixels: what is asked of things to be touched

/** Draw the pad into its host; returns `{place}`, which shows or hides it as the settings and the board have it. */
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
    const { rows, columns } = board.view;
    const row = Math.min(rows - 1, Math.max(0, Math.floor(board.current / columns) + down));
    const column = Math.min(columns - 1, Math.max(0, (board.current % columns) + right));
    board.select(row * columns + column);
    board.cells[board.current].scrollIntoView({ block: "nearest", inline: "nearest" });
    announce(player.sentence(board.current));
  }

  function put(action) {
    player.act(player.board.current, action, { drag: false });
    player.act(player.board.current, "end", { drag: false });
  }

  function place() {
    const wanted = settings.get("pad");
    const small = matchMedia("(pointer: coarse)").matches && player.board?.cellSize < SMALL;
    const shown = wanted === "always" || (wanted === "system" && small);
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

  new ResizeObserver(() => place()).observe(document.documentElement);
  player.addEventListener("load", place);
  return { place };
}
