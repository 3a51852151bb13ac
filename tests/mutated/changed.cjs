/**
 * What a source file reads like in this run. The file that `MUTATED` names says it: one mutant stands in it, or each place that a
 * mutant may stand at tells when it is reached.
 */
const { readFileSync } = require('node:fs');
const { resolve } = require('node:path');

const run = process.env.MUTATED === undefined ? {} : JSON.parse(readFileSync(process.env.MUTATED, 'utf8'));
const target = run.mutant ? resolve(run.mutant.file) : undefined;
const places = run.places === undefined ? {} : JSON.parse(readFileSync(run.places, 'utf8')).files;
const spans = new Map(Object.entries(places).map(([file, list]) => [resolve(file), list]));

/** Whoever counts is given a place and its value, and gives the value back; where nobody does, the value is all. */
const COUNT = '(globalThis.reached ?? ((_, value) => value))';
/** Of a place without one: whatever a mutant makes of it, it is no longer that. */
const VALUE = "'here'";

function counted(text, list) {
  const inserts = list.flatMap(([start, end, number]) =>
    start === end
      ? [{ at: start, rank: 1, width: 0, text: `${COUNT}(${number}, ${VALUE});` }]
      : [
          { at: start, rank: 1, width: end - start, text: `${COUNT}(${number}, (` },
          { at: end, rank: 0, width: 0, text: '))' },
        ],
  );
  inserts.sort((one, other) => one.at - other.at || one.rank - other.rank || other.width - one.width);
  let from = 0;
  let made = '';
  for (const { at, text: inserted } of inserts) {
    made += text.slice(from, at) + inserted;
    from = at;
  }
  return made + text.slice(from);
}

module.exports = {
  run,
  counted,
  changes: (file) => file === target || spans.has(file),
  changed(text, file) {
    if (file === target) return text.slice(0, run.mutant.start) + run.mutant.replacement + text.slice(run.mutant.end);
    const list = spans.get(file);
    return list === undefined ? text : counted(text, list);
  },
};

/** How a place was reached, as one number with the place: `true`, `false`, another value that holds, one that does not. */
module.exports.outcome = (place, value) => {
  if (value === true) return place * 4;
  if (value === false) return place * 4 + 1;
  return place * 4 + (value ? 2 : 3);
};
