/** @jest-environment ./tests/page-environment.cjs */

import type { RuleError } from '../../src/engine/failures.ts';
import { READ_LIMITS } from '../../src/engine/pack.ts';
import { pickLanguage } from '../../src/engine/pick-language.ts';
import { withConstants } from '../../src/tools/compile-enums.ts';
import { lineFacts } from '../../src/tools/compile-facts.ts';
import { compileLine } from '../../src/tools/compile-line.ts';
import { loadData } from '../../src/tools/load.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';
import { compileValidators } from '../../src/tools/validators.ts';
import { compiledLines } from '../compiled-lines.ts';
import { evaluate } from '../validators.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 3, allOf: [{ title: 'digit', pattern: '^[0-9]*$' }] },
    agreed: { type: 'boolean', enum: [true] },
    list: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, uniqueItems: true },
  },
  required: ['name'],
};

type Validate = ((data: unknown) => boolean) & { errors: RuleError[] | null };

const validators = (): Validate =>
  Object.values(evaluate(compileValidators([schema]).code) as Record<string, Validate>)[0] as Validate;

test.each([
  [{ name: '12' }, []],
  [{ name: '12', agreed: true, list: ['a', 'b'] }, []],
  [{}, ['required']],
  [{ name: '1' }, ['minLength']],
  [{ name: 'ab' }, ['pattern']],
  [{ name: '12', agreed: false }, ['enum']],
  [{ name: '12', list: ['a', 'a'] }, ['uniqueItems']],
  [{ name: '12', list: [] }, ['minItems']],
  // Length counts code points, as JSON Schema says.
  [{ name: '😀😀😀' }, ['pattern']],
  [{ name: '1234' }, ['maxLength']],
])('%j has the faults %j', (data, expected) => {
  const validate = validators();
  validate(data);
  expect((validate.errors ?? []).map(({ keyword }) => keyword)).toEqual(expected);
});

test('validators are modules without imports, evaluation or texts', () => {
  const { code } = compileValidators([schema]);
  expect(code).not.toMatch(/\bimport\b|require\(|new Function|\beval\(|must (be|have)/);
  expect(code).toMatch(/export ?(default|\{)/);
});

test('equal schemas share one module', () => {
  expect(compileValidators([{ ...schema }]).hash).toBe(compileValidators([schema]).hash);
});

test('lines that ask the same share validators; each gets its own packs and none of another', async () => {
  const lines = Object.values(await compiledLines());
  const validatorsOf = (screen: string) =>
    new Set(
      lines.flatMap(({ languages }) =>
        Object.values(languages).flatMap(({ screens }) => screens[screen]?.validators ?? []),
      ),
    );
  // Four domestic lines and two languages, yet the password form is one.
  expect(validatorsOf('reset-password').size).toBe(1);
  for (const { name, languages } of lines) {
    for (const { shell } of Object.values(languages)) {
      const text = JSON.stringify(shell);
      for (const other of lines) {
        if (other.name === name || shell.line.otherZone?.line === other.name) continue;
        expect(text).not.toContain(other.server.line.brandHost);
      }
    }
  }
});

test('what a line does not offer is not in its packs', async () => {
  const { renderbus, foxrenderfarm } = await compiledLines();
  const pack = (line: typeof renderbus) => line?.languages.en?.screens['sign-in']?.pack;
  expect(Object.keys(pack(renderbus)?.forms ?? {})).toContain('code');
  expect(Object.keys(pack(foxrenderfarm)?.forms ?? {})).not.toContain('code');
  expect(pack(foxrenderfarm)?.calls).not.toHaveProperty('phone-sign-in');
  expect(pack(foxrenderfarm)?.messages).not.toHaveProperty(['screens.sign-in.forms.code.tab']);
});

test('a pack has the event that a frame runs when it fails', async () => {
  const { renderbus } = await compiledLines();
  for (const id of ['wechat', 'dingtalk-code'])
    expect(renderbus?.languages.en?.screens[id]?.pack.events).toHaveProperty('frame-failed');
});

test('and the one that it runs when the browser opens no window', async () => {
  const { dragonforeign, pkdragon } = await compiledLines();
  expect(dragonforeign?.languages.en?.screens.google?.pack.events).toHaveProperty('blocked');
  expect(pkdragon?.languages.zh?.screens.qq?.pack.events).toHaveProperty('redirect');
});

test('the server gets the rules of the line in the place of references', async () => {
  const { renderbus } = await compiledLines();
  const text = JSON.stringify(renderbus?.server.api);
  expect(text).not.toContain('field:');
  expect(renderbus?.server.api['sign-in']?.request).toMatchObject({
    properties: { password: { pattern: '^[0-9a-f]{64}$' } },
  });
});

const resolved = async (): Promise<ResolvedLine> => resolveAll(await loadData('.')).lines.renderbus as ResolvedLine;

test('a named value of an enumeration reaches the browser as what it stands for; names, where visitors choose among them', async () => {
  const { shell, screens } = (await compiledLines()).renderbus?.languages.zh ?? {};
  expect(shell?.enums).toEqual({ languageFlag: { zh: 0, en: 1 } });
  const signIn = screens?.['sign-in']?.pack;
  expect(signIn?.calls['sign-in']?.body).toMatchObject({ accountType: { const: 1 } });
  expect(signIn?.enums).toBeUndefined();
  expect(screens?.['software-select']?.pack.enums?.software).toMatchObject({ custom: 2030 });
  const taken = screens?.['oauth-callback']?.pack.events;
  expect(JSON.stringify(taken)).not.toContain('"enum"');
  expect(Object.values(taken ?? {}).flatMap(({ outcomes }) => outcomes.map(({ where }) => where?.result))).toContain(2);
});

test('of the limits, a page has those that its code reads, a countdown runs for or a sentence names', async () => {
  const line = await resolved();
  const limitsOf = (changed: Partial<ResolvedLine>) =>
    lineFacts({ ...line, ...changed }, (file) => `/assets/${file}`).limits;
  const read = Object.fromEntries(READ_LIMITS.map((name) => [name, line.line.limits[name]]));
  const flow = { ...line.flow, timers: {} };
  expect(limitsOf({ flow, messages: {} })).toEqual(read);
  expect(limitsOf({ flow: { ...flow, timers: { again: { limit: 'resendSeconds' } } }, messages: {} })).toEqual({
    ...read,
    resendSeconds: line.line.limits.resendSeconds,
  });
  expect(limitsOf({ flow, messages: { en: { any: 'Wait {resetMinutes, number} minutes' } } })).toEqual({
    ...read,
    resetMinutes: line.line.limits.resetMinutes,
  });
});

describe('values named in any place', () => {
  const named = { enum: 'accountType', is: 'master' };
  const chosen = { enum: 'businessType', field: 'business-type' };

  test('reach no page of any line by name', async () => {
    const found: unknown[] = [];
    const look = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('enum' in value && 'is' in value) found.push(value);
      for (const each of Object.values(value)) look(each);
    };
    look(Object.values(await compiledLines()).map(({ languages }) => languages));
    expect(found).toEqual([]);
  });

  test('become a constant where a value stands, bare where an answer is compared, whatever their surroundings are called', async () => {
    const line = await resolved();
    const event = {
      with: { where: named, saves: named },
      outcomes: [{ on: 'otherwise', where: { with: named }, keeps: { where: named }, stay: true } as const],
    };
    const { calls, flow, screens } = withConstants({
      ...line,
      calls: {
        headers: { where: { where: named } },
        calls: {
          where: {
            method: 'POST',
            path: '/api/where',
            body: { where: named, body: { join: [named, chosen], with: '-' } },
            saves: { where: 'where' },
            fails: [],
          },
        },
      },
      flow: { screens: { where: { where: event } } },
      screens: {
        where: {
          kind: 'form',
          forms: {
            where: {
              fields: [{ field: 'username', check: { call: 'where', with: { where: named } } }],
              event: 'where',
            },
          },
          states: {},
        },
      },
    });
    const constant = { const: 1 };
    expect(calls.headers?.where?.where).toEqual(constant);
    expect(calls.calls.where?.body).toEqual({ where: constant, body: { join: [constant, chosen], with: '-' } });
    expect(calls.calls.where?.saves).toEqual({ where: 'where' });
    expect(flow.screens.where?.where).toEqual({
      with: { where: constant, saves: constant },
      outcomes: [{ on: 'otherwise', where: { with: 1 }, keeps: { where: constant }, stay: true }],
    });
    expect(screens.where).toMatchObject({
      forms: { where: { fields: [{ check: { with: { where: constant } } }] } },
    });
  });

  test('that do not exist end the build', async () => {
    const line = await resolved();
    const calls = { headers: { sso: { kind: { ...named, is: 'nobody' } } }, calls: {} };
    expect(() => withConstants({ ...line, calls })).toThrow('accountType has no value named "nobody"');
  });

  test('are with the frame where a header or a call of its own chooses among them', async () => {
    const line = await resolved();
    const { headers = {}, calls } = line.calls;
    const { 'collect-data': collect } = calls;
    if (collect === undefined) throw new Error('Nothing is counted.');
    const options = { main: '/main.js', apiBase: '', asset: (file: string) => `/assets/${file}`, banners: {} };
    const enumsOf = (changed: typeof line.calls) =>
      Object.keys(compileLine({ ...line, calls: changed }, options).languages.zh?.shell.enums ?? {});
    expect(enumsOf({ calls, headers: { ...headers, rendering: { ...headers.rendering, kind: chosen } } })).toContain(
      'businessType',
    );
    const counted = { ...collect, body: { ...collect.body, kind: chosen } };
    expect(enumsOf({ headers, calls: { ...calls, 'collect-data': counted } })).toContain('businessType');
  });
});

test('a banner stands in the built page unless it has a time or an audience of its own', async () => {
  const line = await resolved();
  const packed = (more: object) => {
    const banners = { promotion: { text: { zh: '促销' }, ...more } };
    const options = { main: '/main.js', apiBase: '', asset: (file: string) => `/assets/${file}`, banners };
    return compileLine(line, options).languages.zh?.screens['sign-in']?.pack.banners;
  };
  expect(packed({ $schema: 'x', url: '/offer' })).toEqual({ promotion: { words: '促销', url: '/offer' } });
  expect(packed({ from: '2026-12-01T00:00:00Z' })).toBeUndefined();
  expect(packed({ until: '2026-12-01T00:00:00Z' })).toBeUndefined();
  expect(packed({ when: { query: 'fair' } })).toBeUndefined();
});

test('the way to the matching site of the other region keeps the language', async () => {
  const lines = await compiledLines();
  const ways = Object.values(lines).flatMap(({ languages }) =>
    Object.entries(languages).map(([language, { shell }]) => ({ language, otherZone: shell.line.otherZone })),
  );
  let checked = 0;
  for (const { language, otherZone } of ways) {
    if (otherZone === undefined) continue;
    const other = lines[otherZone.line]?.server.line;
    const query = new URL(otherZone.url).searchParams.get('lang') ?? undefined;
    if (other === undefined) throw new Error(`There is no line ${otherZone.line}.`);
    expect(pickLanguage({ query, stored: undefined, languages: other.languages })).toBe(language);
    checked += 1;
  }
  expect(checked).toBeGreaterThan(5);
});

test('a line without WeChat has no page that tells of its failure', async () => {
  const lines = Object.values(await compiledLines());
  const pages = lines.flatMap(({ languages }) => Object.values(languages));
  for (const { shell, screens } of pages) {
    const offered = shell.line.providers.some(({ id }) => id === 'wechat');
    expect(Object.hasOwn(screens, 'wechat-error')).toBe(offered);
  }
  expect(new Set(pages.map(({ screens }) => Object.hasOwn(screens, 'wechat-error'))).size).toBe(2);
});
