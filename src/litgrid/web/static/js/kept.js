// What this browser keeps: games, each under the name of its puzzle, what was solved, the board that is drawn, and small
// things. Where nothing can be kept (private windows, full disks) the page goes on without.

const ALL = "litgrid.";
const GAME = "game.";
const SOLVED = "solved";
const MOST_GAMES = 60;

/** Keep something under a name; returns whether it is kept. */
export function keep(name, value) {
  return attempt(() => [localStorage.setItem(ALL + name, JSON.stringify(value))]) !== null;
}

/** Return what is kept under a name; null for nothing, or nothing that can be read. */
export function kept(name) {
  return attempt(() => JSON.parse(localStorage.getItem(ALL + name)));
}

/** Return the name of a puzzle's game: the same for the same clues and switches. */
function gameOf({ kind, clues, ...rest }) {
  const switches = Object.entries(rest)
    .filter(([, value]) => typeof value === "boolean")
    .sort();
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const character of JSON.stringify([kind, clues, switches])) {
    high = Math.imul(high ^ character.codePointAt(0), 2654435761);
    low = Math.imul(low ^ character.codePointAt(0), 1597334677);
  }
  return `${GAME}${kind}-${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`;
}

/**
 * Keep a game: `{game, about, place}`, with what is known of its puzzle, and how the board lies. The oldest ones make room.
 * Returns the time at which it was kept; null where nothing can be.
 */
export function keepGame(record, entry) {
  const [name, time] = [gameOf(record), Date.now()];
  for (let most = MOST_GAMES; !keep(name, { record, ...entry, time }); most = Math.floor(most / 2)) {
    if (!most) return null;
    const others = gameNames().filter((other) => other !== name);
    const oldest = others.sort((one, other) => timeOf(other) - timeOf(one)).slice(most);
    attempt(() => oldest.forEach((other) => localStorage.removeItem(ALL + other)));
  }
  return time;
}

/** Return the kept game of a puzzle: `{record, game, about, place, time}`, or null. */
export function keptGame(record) {
  return kept(gameOf(record));
}

/** Return all kept games, the latest first. */
export function games() {
  return gameNames()
    .map(kept)
    .filter((entry) => entry?.record && entry.game)
    .sort((one, other) => other.time - one.time);
}

function gameNames() {
  const keys = attempt(() => Object.keys(localStorage)) ?? [];
  return keys.filter((key) => key.startsWith(ALL + GAME)).map((key) => key.slice(ALL.length));
}

function timeOf(name) {
  return kept(name)?.time ?? 0;
}

/** Remember that a puzzle was solved: `{kind, rows, columns, level, day, seconds, helped}`. */
export function addSolved(solved) {
  keep(SOLVED, [...allSolved(), { ...solved, time: Date.now() }].slice(-2000));
}

export function allSolved() {
  const list = kept(SOLVED);
  return Array.isArray(list) ? list.filter((one) => one?.kind && Number.isFinite(one.seconds)) : [];
}

/** Remember what somebody wants of a kind's puzzles, as the question that one is made for. */
export function wish(question) {
  keep(`note.wish.${question.kind}`, question);
}

/** Return what was wanted of a kind's puzzles the last time; null for nothing. */
export function wished(kind) {
  const found = kept(`note.wish.${kind}`);
  return Number.isInteger(found?.rows) && Number.isInteger(found.columns) ? found : null;
}

function attempt(action) {
  try {
    return action();
  } catch {
    return null;
  }
}
