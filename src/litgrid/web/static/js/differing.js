// Lines of which no two may be equal, kept up to date move by move; `pairs` holds those that are, full ones only.

const UNKNOWN = -1;

export class Lines {
  /** @param {{kind: string, lines: number[][]}} table @param {number} cells */
  constructor({ kind, lines }, cells) {
    this.kind = kind;
    this.lines = lines;
    this.of = Array.from({ length: cells }, () => []);
    lines.forEach((line, number) => line.forEach((cell) => this.of[cell].push(number)));
  }

  load(values) {
    this.pairs = new Map();
    this.text = this.lines.map((line) => textOf(line, values));
    this.lines.forEach((_, line) => this.compare(line));
  }

  set(cell, values) {
    for (const line of this.of[cell]) {
      this.text[line] = textOf(this.lines[line], values);
      for (const [name, pair] of this.pairs) if (pair.includes(line)) this.pairs.delete(name);
      this.compare(line);
    }
  }

  compare(line) {
    const text = this.text[line];
    if (text === null) return;
    this.text.forEach((other, number) => {
      if (number === line || other !== text) return;
      const pair = [Math.min(line, number), Math.max(line, number)];
      this.pairs.set(pair.join(" "), pair);
    });
  }
}

function textOf(line, values) {
  let text = "";
  for (const cell of line) {
    if (values[cell] === UNKNOWN) return null;
    text += values[cell];
  }
  return text;
}
