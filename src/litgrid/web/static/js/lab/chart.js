// Small charts in SVG: lines over two axes, linear or logarithmic, and bars. Drawn at the width they have, so that their
// texts stay readable on a phone. No library: little is needed, and what stands here is SVG in the page's own colours.

import { svg } from "../dom.js";
import { number } from "./panel.js";

const HEIGHT = 250;
const EDGE = { left: 52, right: 14, top: 12, bottom: 44 };

export class Chart {
  /** host: an element that the chart fills. */
  constructor(host) {
    this.host = host;
    this.resizes = new ResizeObserver(() => this.draw());
    this.resizes.observe(host);
  }

  /**
   * label: what the chart shows, in a sentence; x, y: the axes, `{title, log, least, most}`; lines: `{points, look}`, where
   * look is a class, "steps" draws steps.
   */
  show(data) {
    this.data = data;
    this.draw();
  }

  draw() {
    const width = this.host.clientWidth;
    if (!this.data || width < 80) return;
    const { label, x, y, lines } = this.data;
    const points = lines.flatMap((line) => line.points);
    this.x = scale(
      x,
      points.map(([value]) => value),
      [EDGE.left, width - EDGE.right],
      Math.max(2, Math.floor(width / 90)),
    );
    this.y = scale(y, points.map(([, value]) => value), [HEIGHT - EDGE.bottom, EDGE.top], 5);
    this.cursor = svg("line", { class: "at", y1: EDGE.top, y2: HEIGHT - EDGE.bottom, visibility: "hidden" });
    this.host.replaceChildren(
      svg(
        "svg",
        { class: "chart", role: "img", "aria-label": label, viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT },
        svg("g", { class: "axis" }, this.axisX(x.title, width), this.axisY(y.title)),
        lines.map((line) => svg("path", { class: `line ${line.look ?? ""}`, d: this.path(line) })),
        this.cursor,
      ),
    );
    if (this.at !== undefined) this.mark(this.at);
  }

  /** Mark a place on the x axis. */
  mark(value) {
    this.at = value;
    if (!this.cursor) return;
    const place = this.x.place(value);
    this.cursor.setAttribute("x1", place);
    this.cursor.setAttribute("x2", place);
    this.cursor.setAttribute("visibility", "visible");
  }

  path({ points, look = "" }) {
    let path = "";
    for (const [x, y] of points) {
      const [right, down] = [this.x.place(x).toFixed(1), this.y.place(y).toFixed(1)];
      path += path === "" ? `M${right} ${down}` : look.includes("steps") ? `H${right}V${down}` : `L${right} ${down}`;
    }
    return path;
  }

  axisX(title, width) {
    const bottom = HEIGHT - EDGE.bottom;
    const ticks = this.x.ticks.flatMap((tick) => {
      const place = this.x.place(tick);
      return [
        svg("line", { x1: place, x2: place, y1: EDGE.top, y2: bottom }),
        svg("text", { class: "below", x: place, y: bottom + 17, text: number(tick, 6) }),
      ];
    });
    const name = svg("text", { class: "below", x: (EDGE.left + width - EDGE.right) / 2, y: HEIGHT - 6, text: title });
    return svg("g", {}, ticks, name);
  }

  axisY(title) {
    const [start, end] = this.x.range;
    const ticks = this.y.ticks.flatMap((tick) => {
      const place = this.y.place(tick);
      return [
        svg("line", { x1: start, x2: end, y1: place, y2: place }),
        svg("text", { class: "beside", x: start - 7, y: place + 4, text: number(tick, 6) }),
      ];
    });
    const middle = (EDGE.top + HEIGHT - EDGE.bottom) / 2;
    const name = svg("text", { class: "below", transform: `translate(12 ${middle}) rotate(-90)`, text: title });
    return svg("g", {}, ticks, name);
  }
}

/** Return a scale: where values stand within a range of pixels, and its ticks. */
function scale({ log = false, least = null, most = null }, values, range, wanted) {
  let low = least ?? values.reduce((one, other) => Math.min(one, other), Infinity);
  let high = most ?? values.reduce((one, other) => Math.max(one, other), -Infinity);
  if (!(low < Infinity)) low = log ? 1 : 0;
  if (!(high > low)) high = log ? low * 10 : low + 1;
  const to = log ? (value) => Math.log10(Math.max(value, low)) : (value) => value;
  const [start, end] = [to(low), to(high)];
  const place = (value) => range[0] + ((to(value) - start) / (end - start)) * (range[1] - range[0]);
  return { place, range, ticks: log ? logTicks(low, high, wanted) : ticks(low, high, wanted) };
}

function ticks(low, high, wanted) {
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const found = [];
  for (let tick = Math.ceil(low / step - 1e-9) * step; tick <= high * (1 + 1e-9); tick += step)
    found.push(Number(tick.toPrecision(12)));
  return found;
}

function logTicks(low, high, wanted) {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const factors = last - first <= wanted / 3 ? [1, 2, 5] : [1];
  const found = [];
  for (let power = first; power <= last; power++)
    for (const factor of factors) found.push(Number((factor * 10 ** power).toPrecision(6)));
  return found.filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
}

/** Return a bar, a share of the whole width; its number stands beside it. */
export function bar(share, look = "") {
  const width = Number.isFinite(share) ? Math.max(0.4, Math.min(100, share * 100)) : 0;
  return svg(
    "svg",
    { class: `bar ${look}`, viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { width, height: 10 }),
  );
}
