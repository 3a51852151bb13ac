/** Whoever is refused for asking too often reads when they may go on, on every line and in every language. */
import { createTexts } from '../../src/engine/messages.ts';
import { wrap } from '../../src/server/http/envelope.ts';
import type { Failure } from '../../src/server/types.ts';
import { compileMessage } from '../../src/tools/compile-messages.ts';
import { loadData } from '../../src/tools/load.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';

const TOO_OFTEN = 429;
let lines: readonly ResolvedLine[] = [];
beforeAll(async () => {
  lines = Object.values(resolveAll(await loadData('.')).lines);
});

test('every sentence of a code that stands for "too often" says when, in every language of every line', () => {
  const silent: string[] = [];
  let said = 0;
  for (const { name, messages, errors, line } of lines) {
    const codes = Object.entries(errors.codes).filter(([, { status }]) => status === TOO_OFTEN);
    expect(codes.map(([code]) => code).sort()).toEqual([
      'Common.RequestLimitExceeded',
      'Validate.LimitExceeded',
      'Validate.frequently',
    ]);
    for (const [language, catalog] of Object.entries(messages)) {
      for (const [code] of codes) {
        const keys = Object.keys(catalog).filter(
          (key) => key === `errors.${code}` || key.startsWith(`errors.${code}.`),
        );
        for (const key of keys) {
          const compiled = { [key]: compileMessage(catalog[key] as string) };
          const texts = createTexts({ catalogs: [compiled], language, production: false });
          const text = texts.text(key, { ...line.limits, when: 'WHEN' });
          said += 1;
          if (!text.includes('WHEN')) silent.push(`${name} ${language} ${key}: ${text}`);
        }
      }
    }
  }
  expect(silent).toEqual([]);
  expect(said).toBeGreaterThan(lines.length * 2 * 3);
});

const CODE = 'Common.RequestLimitExceeded';

test('every answer that asks for patience carries its seconds, whoever gives it', () => {
  const server = {
    errors: { [CODE]: { shows: 'alert', status: TOO_OFTEN } },
    messages: {},
    line: { limits: {} },
  } as never;
  const given: readonly (readonly [Failure, unknown])[] = [
    [{ code: CODE, retryAfterSeconds: 90 }, { seconds: 90 }],
    [{ code: CODE, data: null, retryAfterSeconds: 90 }, { seconds: 90 }],
    [
      { code: CODE, data: { seconds: 80, field: 'x' }, retryAfterSeconds: 90 },
      { seconds: 80, field: 'x' },
    ],
    [{ code: CODE }, null],
  ];
  for (const [failure, data] of given) expect(wrap(failure, server, 'r').envelope.data).toEqual(data);
});
