/** `docs/openapi.json` and `docs/api.md` tell every answer that the recorded ones show, and every header that the data sends. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wrap } from '../../src/server/http/envelope.ts';
import { FAILURE_DATA } from '../../src/tools/api-docs/failures.ts';
import { headerSets } from '../../src/tools/implied.ts';
import { loadData } from '../../src/tools/load.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';
import { serverLines } from '../compiled-lines.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, read wherever a test looks
type Document = any;
const openApi: Document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
const markdown = readFileSync('docs/api.md', 'utf8');
const STATES = 'tests/states';

/** Every operation of a call: it has one for each of its addresses. */
const operationsOf = (call: string): readonly Document[] =>
  Object.values<Document>(openApi.paths)
    .flatMap((methods) => Object.values<Document>(methods))
    .filter(({ operationId }) => operationId.replace(/-\d$/, '') === call);

/** The parts of an answer of this status: successes and failures. */
const partsOf = (operation: Document, status: number): readonly Document[] => {
  const schema = operation.responses[status]?.content['application/json'].schema;
  return schema === undefined ? [] : (schema.anyOf ?? [schema]);
};

/** What the document lacks of an answer. */
function lacks(operation: Document, status: number, code: string | number, data: unknown): readonly string[] {
  const id = `${operation.operationId} ${status} ${code}`;
  const part = partsOf(operation, status).find(({ properties }) =>
    code === 200 ? properties.code.const === 200 : properties.code.enum?.includes(String(code)),
  );
  if (part === undefined) return [id];
  if (code === 200) return [];
  const known = Object.keys(part.properties.data.properties ?? {});
  return Object.keys(data ?? {}).flatMap((name) => (known.includes(name) ? [] : [`${id} data.${name}`]));
}

test.each(readdirSync(STATES))('%s: every recorded answer is declared, with its status and its data', async (call) => {
  const line = (await serverLines()).renderbus;
  if (line === undefined) throw new Error('No line.');
  const plain: readonly string[] = line.calls[call]?.plain ?? [];
  const operations = operationsOf(call);
  expect(operations.length).toBeGreaterThan(0);
  const odd = readdirSync(join(STATES, call)).flatMap((file) => {
    const { code, data } = JSON.parse(readFileSync(join(STATES, call, file), 'utf8'));
    const { status } = wrap({ code, data } as never, line, 'r-1', plain.includes(String(code)) ? 200 : undefined);
    return operations.flatMap((operation) => lacks(operation, status, code, data));
  });
  expect(odd).toEqual([]);
});

describe('every call of every line', () => {
  let lines: readonly ResolvedLine[] = [];
  beforeAll(async () => {
    lines = Object.values(resolveAll(await loadData('.')).lines);
  });

  test('declares each of its codes, and the refusal of a request from elsewhere', () => {
    const odd = lines.flatMap(({ calls, errors }) =>
      Object.entries(calls.calls).flatMap(([id, { fails, plain = [], method }]) =>
        operationsOf(id).flatMap((operation) => [
          ...fails.flatMap((code) =>
            lacks(operation, plain.includes(code) ? 200 : (errors.codes[code]?.status ?? 400), code, null),
          ),
          ...lacks(operation, 403, 'Forbidden', null),
          ...(method === 'GET' ? [] : lacks(operation, 413, 'InvalidParameter', { field: 'name' })),
        ]),
      ),
    );
    expect(odd).toEqual([]);
  });

  test('declares the headers that it is sent with, by itself or by a page', () => {
    const odd: unknown[] = [];
    for (const line of lines) {
      for (const [id, sets] of headerSets(line)) {
        const { method, outside } = line.calls.calls[id] ?? {};
        const sent = [...sets].flatMap((set) => Object.keys(line.calls.headers?.[set] ?? {}));
        const own = method === 'GET' ? [] : ['Idempotency-Key', ...(outside ? [] : ['Origin'])];
        for (const { parameters } of operationsOf(id)) {
          const declared = parameters.map(
            ({ $ref = '' }) => openApi.components.parameters[$ref.split('/').at(-1) ?? '']?.name,
          );
          for (const name of [...sent, ...own, 'languageFlag'])
            if (!declared.includes(name)) odd.push([id, name, declared]);
        }
      }
    }
    expect(odd).toEqual([]);
  });

  test('says in words where a code comes with another status', () => {
    const [, table = ''] = markdown.split('\n## Codes\n');
    for (const { calls } of lines) {
      for (const [id, { plain = [] }] of Object.entries(calls.calls)) {
        const [, section = ''] = markdown.split(`\n## ${id}\n`);
        for (const code of plain) {
          expect(section.split('\n## ')[0]).toContain(`\`${code}\` (status 200)`);
          const [row = ''] = table.split('\n').filter((each) => each.startsWith(`| \`${code}\` |`));
          expect(row.split('|')[2]).toContain(`[${id}](#${id})`);
        }
      }
    }
  });
});

test('references lead somewhere', () => {
  const gone = [...JSON.stringify(openApi).matchAll(/"\$ref":"#\/([^"]+)"/g)].flatMap(([, path = '']) =>
    path.split('/').reduce((value: Document, name) => value?.[name], openApi) === undefined ? [path] : [],
  );
  expect(gone).toEqual([]);
  expect(Object.keys(FAILURE_DATA).every((name) => openApi.components.schemas[`data-${name}`])).toBe(true);
});
