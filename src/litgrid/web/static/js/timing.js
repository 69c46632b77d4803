// The clock of a game: it runs while the page is seen and the puzzle is not finished.

import { write } from "./dom.js";
import { settings } from "./shell.js";

export class Clock {
  /** player: whose game is timed; host: where the time is shown. */
  constructor(player, host) {
    this.player = player;
    this.host = host;
    this.last = performance.now();
    setInterval(() => this.tick(), 1000);
    document.addEventListener("visibilitychange", () => this.tick());
    settings.onChange((name) => name === "timer" && this.show());
    this.wasSeen = true;
  }

  tick() {
    const now = performance.now();
    const { game } = this.player;
    // A machine that slept is no time that somebody thought.
    if (game && !game.done && this.wasSeen) game.seconds += Math.min(5, (now - this.last) / 1000);
    this.last = now;
    this.wasSeen = !document.hidden;
    this.show();
  }

  show() {
    this.host.hidden = !settings.get("timer");
    if (this.player.game) write(this.host, "text", clock(this.player.game.seconds));
  }
}

/** Return seconds as people write them: 3:07, 1:02:45. */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Return the number of a day, which is the seed of its puzzle: 20261128. */
export function dayNumber(date = new Date()) {
  return date.getFullYear() * 10000 + (date.getMonth() + 1) * 100 + date.getDate();
}

/** Return a day in words. */
export function dayWords(time) {
  return new Date(time).toLocaleDateString(settings.get("language"), { day: "numeric", month: "short" });
}

/** Return for how many days in a row the puzzle of the day was solved, until today or yesterday; and whether today's was. */
export function streak(solved, today = new Date()) {
  const days = new Set(solved.map(({ day }) => day));
  const ago = (number) => dayNumber(new Date(today.getFullYear(), today.getMonth(), today.getDate() - number));
  const done = days.has(ago(0));
  let number = 0;
  while (days.has(ago(number + (done ? 0 : 1)))) number += 1;
  return { number, done };
}
