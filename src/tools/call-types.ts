/** The types that stand for the calls and codes of all lines, so that no handler answers a code that its call does not list. */
import type { Sources } from './load.ts';
import { resolveAll } from './resolve.ts';

const FIRST_LINE = '// Generated from schemas/ and lines/ by `npx tsx src/tools/types.ts`. Do not edit.';

/** Name of a type: `sign-in` is `SignIn`. */
export const pascal = (name: string) => name.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

/** Call id → the codes that it may answer on any line. */
type Fails = ReadonlyMap<string, ReadonlySet<string>>;

const union = (types: Iterable<string>, indent = '  '): string =>
  [...types]
    .sort()
    .map((type) => `\n${indent}| ${type}`)
    .join('');
const quoted = (codes: Iterable<string>): string[] => [...codes].map((code) => `'${code}'`);

function callsText(catalogue: ReadonlySet<string>, fails: Fails): string {
  const calls = [...fails].sort(([one], [other]) => one.localeCompare(other));
  const common = new Set([...catalogue].filter((code) => calls.every(([, codes]) => codes.has(code))));
  const own = (codes: ReadonlySet<string>) => quoted([...codes].filter((code) => !common.has(code)));
  const entries = calls.map(([id, codes]) => {
    const code = union(['CommonCode', ...own(codes)], '      ');
    return `  '${id}': {\n    readonly request: api.${pascal(id)}Request;\n    readonly code:${code};\n  };`;
  });
  return [
    `${FIRST_LINE}\nimport type * as api from './api.ts';`,
    `/** Every code of the catalogue. */\nexport type ErrorCode =${union(quoted(catalogue))};`,
    `/** Codes that every call may answer. */\nexport type CommonCode =${union(quoted(common))};`,
    `/** Each call's request, and the codes that it may answer: its \`fails\`, of all lines. */\nexport interface Calls {\n${entries.join('\n')}\n}`,
    'export type CallId = keyof Calls;\n',
  ].join('\n\n');
}

/** The content of `src/generated/calls.ts`: the catalogue's codes and, for every call, its request and the codes that it may answer. */
export function callTypes(sources: Sources): string {
  const lines = Object.values(resolveAll(sources).lines);
  const fails = new Map<string, Set<string>>();
  for (const { calls } of lines) {
    for (const [id, call] of Object.entries(calls.calls)) {
      fails.set(id, new Set([...(fails.get(id) ?? []), ...call.fails]));
    }
  }
  return callsText(new Set(lines.flatMap(({ errors }) => Object.keys(errors.codes))), fails);
}
