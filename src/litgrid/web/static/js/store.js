// What this browser keeps: games, each under the name of its puzzle, and what was solved. Where nothing can be kept
// (private windows, full disks) the page goes on without.

const GAME = "litgrid.game.";
const SOLVED = "litgrid.solved";
const NOTE = "litgrid.note.";
const MOST_GAMES = 60;

/** Return a short name of a puzzle: the same for the same clues and switches. */
export function nameOf({ kind, clues, ...rest }) {
  const switches = Object.entries(rest)
    .filter(([, value]) => typeof value === "boolean")
    .sort();
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const character of JSON.stringify([kind, clues, switches])) {
    high = Math.imul(high ^ character.codePointAt(0), 2654435761);
    low = Math.imul(low ^ character.codePointAt(0), 1597334677);
  }
  return `${kind}-${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`;
}

/** Keep a game; the oldest ones make room. Returns the time at which it was kept; null where nothing can be. */
export function keep(record, game, about) {
  const time = Date.now();
  const entry = { record, game, about, time };
  const name = GAME + nameOf(record);
  for (let most = MOST_GAMES; most >= 0; most = Math.floor(most / 2) - Number(most < 2)) {
    try {
      localStorage.setItem(name, JSON.stringify(entry));
      return time;
    } catch {
      attempt(() => forgetAllBut(most, name));
    }
  }
  return null;
}

/** Return the kept game of a puzzle: `{record, game, about, time}`, or null. */
export function kept(record) {
  return parsed(GAME + nameOf(record));
}

/** Return all kept games, the latest first. */
export function games() {
  return keys()
    .map(parsed)
    .filter((entry) => entry?.record && entry.game)
    .sort((one, other) => other.time - one.time);
}

/** Forget the game of a puzzle. */
export function forget(record) {
  attempt(() => localStorage.removeItem(GAME + nameOf(record)));
}

function forgetAllBut(number, name) {
  const old = keys()
    .filter((key) => key !== name)
    .sort((one, other) => (parsed(other)?.time ?? 0) - (parsed(one)?.time ?? 0));
  for (const key of old.slice(number)) localStorage.removeItem(key);
}

/** Remember that a puzzle was solved: `{kind, rows, columns, level, day, seconds, helped}`. */
export function addSolved(solved) {
  attempt(() =>
    localStorage.setItem(SOLVED, JSON.stringify([...allSolved(), { ...solved, time: Date.now() }].slice(-2000))),
  );
}

export function allSolved() {
  const list = parsed(SOLVED);
  return Array.isArray(list) ? list.filter((one) => one?.kind && Number.isFinite(one.seconds)) : [];
}

/** Keep something small under a name. */
export function note(name, value) {
  attempt(() => localStorage.setItem(NOTE + name, JSON.stringify(value)));
}

/** Return what is kept under a name; null for nothing. */
export function noted(name) {
  return parsed(NOTE + name);
}

/** Remember what somebody wants of a kind's puzzles, as the question that one is made for. */
export function wish(question) {
  note(`wish.${question.kind}`, question);
}

/** Return what was wanted of a kind's puzzles the last time; null for nothing. */
export function wished(kind) {
  const found = noted(`wish.${kind}`);
  return Number.isInteger(found?.rows) && Number.isInteger(found.columns) ? found : null;
}

function keys() {
  return attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(GAME))) ?? [];
}

function parsed(key) {
  return attempt(() => JSON.parse(localStorage.getItem(key))) ?? null;
}

function attempt(action) {
  try {
    return action();
  } catch {
    return null;
  }
}
