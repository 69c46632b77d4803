// Icons, each a few strokes in a square of 24, drawn in the colour of the text around them.

import { svg } from "./dom.js";

const PATHS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  trial: "M12 21v-7M12 14 5 7M12 14l7-7M5 12V7h5M19 12V7h-5",
  accept: "m5 12.5 4.5 4.5L19 7",
  reject: "m6 6 12 12M18 6 6 18",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3z",
  check: "M12 3 5 6v5c0 4.5 3 8 7 10 4-2 7-5.5 7-10V6zM9 12l2.2 2.2L15.5 10",
  solve:
    "m4 20 9-9M14 4l1 2.5L17.5 7.5 15 8.5 14 11l-1-2.5L10.5 7.5 13 6.5zM19 13l.7 1.8 1.8.7-1.8.7L19 18l-.7-1.8-1.8-.7 1.8-.7z",
  restart: "M4 5v5h5M4.6 10A8 8 0 1 1 4 13",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  settings:
    "M4 7.5h8.5M17.5 7.5H20M4 16.5h2.5M11.5 16.5H20M15 5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM9 14a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  help: "M9.2 9a2.9 2.9 0 1 1 4.3 2.5c-1 .6-1.5 1.2-1.5 2.5M12 17.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  share: "M12 15V4M8 7.5 12 3.5l4 4M6 11H5v9h14v-9h-1",
  clock: "M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  close: "m6 6 12 12M18 6 6 18",
  grid: "M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16",
  up: "m6 15 6-6 6 6",
  down: "m6 9 6 6 6-6",
  left: "m15 6-6 6 6 6",
  right: "m9 6 6 6-6 6",
  chart: "M4 20h16M7 16v-5M12 16V6M17 16v-8",
  open: "M4 19V6h5l2 2h9v11z",
  print: "M7 9V4h10v5M7 18H4v-7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v7h-3M7 14h10v6H7z",
  save: "M12 4v11M8 11.5l4 4 4-4M5 20h14",
  play: "M8 5v14l11-7z",
  stop: "M7 7h10v10H7z",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  edit: "M4 20l1-5L16 4l4 4L9 19zM13.500 6.500l4 4",
  erase: "M9 20 4 15 14 5l6 6-9 9zM9.500 9.500l6 6M8 20h12",
  "turn-left": "M8 9H4V5M4.500 9A8 8 0 1 1 4 13.500",
  "turn-right": "M16 9h4V5M19.500 9A8 8 0 1 0 20 13.500",
  "turn-mirror": "M12 3v18M9 7 4 17h5zM15 7l5 10h-5z",
  "turn-flip": "M3 12h18M7 9 17 4v5zM7 15l10 5v-5z",
  "turn-transpose": "M4 4l16 16M9 4h11v11M4 9v11h11",
};

/** Return an icon. */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}
