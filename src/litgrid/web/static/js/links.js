// What steps tell, one thing after another: a step, or of a chain that is too long for a sentence each of its links. Pure.

import { cellsOf } from "./dialect.js";

/**
 * Return what there is to be told: `{text, step, number, links, rule, facts, result, decided, shown}` each. `result` and
 * `rule` are cells, `links` says whether it is a link of a chain; `decided` is known after it, `shown` only supposed, both
 * `[cell, value]` each.
 */
export function told(steps) {
  return steps.flatMap((step, number) => {
    const links = step.links ?? [step];
    return links.map(({ text, cells, rules }, place) => {
      const last = place === links.length - 1;
      return {
        text,
        step,
        number,
        links: links.length > 1,
        rule: cellsOf(rules),
        facts: last ? step.facts.map(([cell]) => cell) : [],
        result: cells.map(([cell]) => cell),
        decided: last ? step.cells : [],
        shown: links.slice(0, last ? place : place + 1).flatMap((link) => (links.length > 1 ? link.cells : [])),
      };
    });
  });
}
