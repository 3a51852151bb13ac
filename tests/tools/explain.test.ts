import type { Flow } from '../../src/generated/config.ts';
import { answersOf, hostAnswers } from '../../src/tools/answers.ts';
import { eventsOf, fieldIds } from '../../src/tools/checks/scope.ts';
import { formatExplained } from '../../src/tools/explain.ts';
import { explain, pathText, UnknownName } from '../../src/tools/explained.ts';
import { loadData, overlay } from '../../src/tools/load.ts';
import { type Resolution, type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';

let resolution: Resolution;
beforeAll(async () => {
  resolution = resolveAll(await loadData('.'));
});

test('every value of a line comes with the file that set it', () => {
  const rows = explain(resolution, 'avica');
  const find = (path: string) => rows.find((row) => row.path === path);
  expect(find('line channel')).toMatchObject({
    value: 9,
    origin: expect.stringMatching(/^lines\/avica\/line\.json:\d+$/),
  });
  expect(find('line zone')).toMatchObject({ value: 'domestic', origin: expect.stringMatching(/^lines\/_domestic\//) });
  expect(find('line home')).toMatchObject({ value: 'sign-in', origin: expect.stringMatching(/^lines\/_base\//) });
  expect(find('line coupons.newUser')).toBeUndefined();
});

test('without a screen, what a line changes of the base is told too', () => {
  const paths = explain(resolution, 'avica').map((row) => row.path);
  expect(paths).toContain('calls calls.user-login.path');
  expect(paths).not.toContain('calls calls.user-login.method');
});

test('with a screen, its fields, its flow and its texts are told', () => {
  const rows = explain(resolution, 'renderbus', 'register');
  const paths = rows.map((row) => row.path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'screens/register kind',
      'fields/username rule.maxLength',
      'messages/en screens.register.title',
    ]),
  );
  expect(paths.some((path) => path.startsWith('flow screens.register.register-phone'))).toBe(true);
  expect(paths.some((path) => path.includes('screens.sign-in.'))).toBe(false);
});

test('a misspelt name is answered with the nearest', () => {
  expect(() => explain(resolution, 'renderbuss')).toThrow(new UnknownName('no line "renderbuss": write "renderbus"'));
  expect(() => explain(resolution, 'renderbus', 'regster')).toThrow('no screen "regster": write "register"');
});

describe('what layers say', () => {
  test('is told lowest first, and the last is heard: of every value of every line', () => {
    const wrong: string[] = [];
    let several = 0;
    for (const name of Object.keys(resolution.lines)) {
      for (const { path, value, origin, says } of explain(resolution, name)) {
        if (says.length > 1) several++;
        // Of what is empty once the layers are merged, none of them says so by itself.
        if (JSON.stringify(value) === '{}') continue;
        const last = says.at(-1);
        if (JSON.stringify(last?.value) !== JSON.stringify(value) || last?.origin !== origin)
          wrong.push(`${name} ${path}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(several).toBeGreaterThan(50);
  });

  test('of one value: base, region and line, each with what it said and where', async () => {
    const data = overlay(await loadData('.'), {
      'lines/_domestic/fields/username.json': '{\n  "rule": { "maxLength": 24 }\n}',
      'lines/renderbus/fields/username.json': '{\n  "rule": { "maxLength": 18, "pattern": null }\n}',
    });
    const [field] = await answersOf(resolveAll(data), '.', 'renderbus', 'username');
    expect(field?.values.find(({ path }) => path === 'fields/username rule.maxLength')).toEqual({
      path: 'fields/username rule.maxLength',
      value: 18,
      origin: 'lines/renderbus/fields/username.json:2',
      says: [
        { layer: 'schemas', value: 20, origin: 'schemas/fields/username.json:6' },
        { layer: '_domestic', value: 24, origin: 'lines/_domestic/fields/username.json:2' },
        { layer: 'renderbus', value: 18, origin: 'lines/renderbus/fields/username.json:2' },
      ],
    });
    const text = formatExplained(field?.values ?? []);
    expect(text).toContain('    _domestic  24  lines/_domestic/fields/username.json:2\n    renderbus  18  ');
  });

  test('a value that a line deletes is told with who set it', async () => {
    const [answer] = await answersOf(resolution, '.', 'avica', 'coupons.newUser');
    expect(answer?.values).toMatchObject([{ path: 'line coupons.newUser', value: null }]);
    expect(answer?.values[0]?.says.at(-1)).toMatchObject({ layer: 'avica', value: null });
    expect(formatExplained(answer?.values ?? [])).toMatch(/avica +deletes it +lines\/avica\/line\.json:\d+/);
  });
});

describe('a list that layers patch', () => {
  const patched = async () =>
    resolveAll(
      overlay(await loadData('.'), {
        'lines/_domestic/line.json': JSON.stringify({ extends: '_base', providers: ['wechat', 'qq'] }, null, 2),
        'lines/renderbus/line.json':
          '{ "extends": "_domestic",\n"providers": { "remove": ["qq"],\n"add": ["dingtalk"], "before": "wechat" } }',
        'lines/renderbus/screens/register.json':
          '{ "forms": { "email": { "fields": {\n"change": { "agreement":\n{ "optional": true } },\n"remove": ["phone"] } } } }',
      }),
    );

  test('is told with who added, removed, changed or moved what', async () => {
    const [answer] = await answersOf(await patched(), '.', 'renderbus', 'providers');
    expect(answer?.values).toMatchObject([
      {
        value: ['dingtalk', 'wechat'],
        says: [
          { layer: '_domestic', value: ['wechat', 'qq'] },
          { layer: 'renderbus', value: ['dingtalk', 'wechat'], origin: 'lines/renderbus/line.json:2' },
        ],
      },
    ]);
    expect(formatExplained(answer?.values ?? [])).toMatch(/renderbus +removes "qq"; adds "dingtalk" before "wechat" /);
  });

  test('of objects is told by the names of its entries, and each entry by who set it', async () => {
    const rows = explain(await patched(), 'renderbus', 'register');
    const list = rows.find(({ path }) => path === 'screens/register forms.email.fields');
    expect(list?.value).not.toContain('phone');
    expect(formatExplained(list ? [list] : [])).toContain('removes "phone"; changes "agreement"');
    const agreement = rows.filter(({ path }) => /^screens\/register forms\.email\.fields\[\d\]/.test(path)).slice(-2);
    expect(agreement.map(({ value, origin }) => [value, origin])).toEqual([
      ['agreement', expect.stringMatching(/^lines\/_base\/screens\/register\.json:\d+$/)],
      [true, 'lines/renderbus/screens/register.json:3'],
    ]);
  });
});

describe('any word', () => {
  const kindsOf = async (word: string, line = 'renderbus') =>
    (await answersOf(resolution, '.', line, word)).map(({ kind, name }) => `${kind} ${name}`);

  test('that names a thing of the line is answered: every screen, field, call, code and provider', async () => {
    const line = resolution.lines.renderbus as ResolvedLine;
    const names = {
      screen: Object.keys(line.screens),
      field: Object.keys(line.fields),
      call: Object.keys(line.calls.calls),
      error: Object.keys(line.errors.codes),
      provider: Object.keys(line.documents.providers?.value as object),
    };
    for (const [kind, all] of Object.entries(names)) {
      for (const name of all) {
        const found = (await answersOf(resolution, '.', 'renderbus', name)).filter((each) => each.kind === kind);
        expect([kind, name, found.map(({ values }) => values.length > 0)]).toEqual([kind, name, [true]]);
      }
    }
  });

  test('that is a path of the line is answered: every leaf of line.json, by its very value', async () => {
    for (const { path, value } of explain(resolution, 'renderbus').filter((row) => row.path.startsWith('line '))) {
      const found = await answersOf(resolution, '.', 'renderbus', path.replace('line ', 'line.'));
      expect([path, found.find(({ kind }) => kind === 'path')?.values[0]?.value]).toEqual([path, value]);
    }
  });

  test.each([
    ['username', ['field username']],
    ['limits.lockAfter', ['path limits.lockAfter']],
    ['limits', ['path limits']],
    ['theme.color.light.text', ['path theme.color.light.text']],
    ['Account.Locked', ['error Account.Locked']],
    ['errors.Account.Locked', ['error Account.Locked', 'message errors.Account.Locked']],
    ['screens.sign-in.title', ['message screens.sign-in.title']],
    ['www.dayan.example', ['host www.dayan.example']],
    ['sign-in', ['screen sign-in', 'call sign-in']],
    ['wechat', ['screen wechat', 'provider wechat']],
  ])('%s may mean %j', async (word, kinds) => {
    expect(await kindsOf(word)).toEqual(kinds);
  });

  test.each([
    ['usrname', 'username'],
    ['limits.lokAfter', 'limits.lockAfter'],
    ['errors.Account.Lokced', 'errors.Account.Locked'],
    ['screens.sign-in.titel', 'screens.sign-in.title'],
    ['www.renderbsu.example', 'www.renderbus.example'],
  ])('%s is answered with the nearest, %s', async (wrong, right) => {
    await expect(answersOf(resolution, '.', 'renderbus', wrong)).rejects.toThrow(
      `"${wrong}" means nothing on renderbus: write "${right}"`,
    );
  });

  test.each([
    ['limits.lockMinutes', 'not set; optional, integer from 15 to 10080\nMinutes until a lock ends by itself'],
    ['line.limits.lockMinutes', 'not set; optional, integer from 15 to 10080'],
    ['maintenance', 'not set; optional, '],
    ['maintenance.from', 'not set; needed where "maintenance" is set, '],
    ['calls.calls.user-login.plain', 'not set; optional, '],
    ['downloads.0.sha256', undefined],
    ['coupons.newUsr', undefined],
  ])('%s, which no layer sets, is answered from the grammar', async (word, told) => {
    const asked = answersOf(resolution, '.', 'renderbus', word);
    if (told === undefined) await expect(asked).rejects.toThrow(`"${word}" means nothing on renderbus`);
    else expect((await asked).map(({ unset }) => unset)).toEqual([expect.stringContaining(told)]);
  });

  test('that is an optional path, misspelt, is answered with the path', async () => {
    await expect(answersOf(resolution, '.', 'renderbus', 'limits.lockMinuts')).rejects.toThrow(
      'write "limits.lockMinutes"',
    );
  });

  test('of no meaning and near none says what can be asked for', async () => {
    await expect(answersOf(resolution, '.', 'renderbus', 'xyzzyxyzzyxyzzy')).rejects.toThrow(
      'ask for a screen, a field',
    );
    await expect(answersOf(resolution, '.', 'renderbuss', 'username')).rejects.toThrow('write "renderbus"');
  });
});

describe('what names a thing', () => {
  test('is told at its very place: every use names it on that line of the file', async () => {
    const { files } = await loadData('.');
    for (const word of ['username', 'sign-in', 'Account.Locked', 'wechat', 'phone-sign-in']) {
      for (const { kind, uses } of await answersOf(resolution, '.', 'renderbus', word)) {
        expect([word, kind, uses.length > 0]).toEqual([word, kind, true]);
        for (const { origin } of uses) {
          const [, file = '', row] = /^(.*):(\d+)$/.exec(origin ?? '') ?? [];
          const text = files.get(file)?.text.split('\n')[Number(row) - 1];
          expect([origin, text?.includes(word)]).toEqual([origin, true]);
        }
      }
    }
  });

  test('of every field, are all screens whose forms show it', async () => {
    const line = resolution.lines.foxrenderfarm as ResolvedLine;
    for (const field of Object.keys(line.fields)) {
      const [answer] = await answersOf(resolution, '.', 'foxrenderfarm', field);
      const named = new Set(answer?.uses.map(({ where }) => where.split(' ')[0]));
      const showing = Object.entries(line.screens).filter(([, screen]) => fieldIds(screen).has(field));
      expect([field, showing.filter(([id]) => !named.has(`screens/${id}`))]).toEqual([field, []]);
    }
  });

  test('of every call, are all events that make it', async () => {
    const line = resolution.lines.foxrenderfarm as ResolvedLine;
    for (const { screen, name, event } of eventsOf(line)) {
      if (typeof event.call !== 'string') continue;
      const call = (await answersOf(resolution, '.', 'foxrenderfarm', event.call)).find(({ kind }) => kind === 'call');
      const said = line.documents.flow?.value as Partial<Flow> | undefined;
      const shared = said?.screens?.[screen]?.[name];
      const place = typeof shared === 'string' ? `events.${shared}` : `screens.${screen}.${name}`;
      expect(call?.uses.map(({ where }) => where)).toContain(`flow ${place}.call`);
    }
  });

  test('a limit is told with the texts that say it', async () => {
    const [answer] = await answersOf(resolution, '.', 'renderbus', 'limits.lockAfter');
    expect(answer?.uses.map(({ where }) => where)).toContain('messages/en errors.Account.Locked');
  });

  test('a message is told with the states that draw it', async () => {
    const [answer] = await answersOf(resolution, '.', 'renderbus', 'screens.sign-in.texts.maintenance');
    expect(answer?.uses).toEqual([{ where: 'renderbus  sign-in  drawn: en zh maintenance' }]);
  });
});

test('a host is answered without a line: the exact name first, then the longest wildcard, then the folder', () => {
  const owner = (host: string) => hostAnswers(resolution, host).map(({ line, values }) => [line, values[0]?.value]);
  expect(owner('www.dayan.example')).toEqual([['dayan', 'www.dayan.example']]);
  expect(owner('WWW.dayan.example:443')).toEqual([['dayan', 'www.dayan.example']]);
  expect(owner('shop.renderbus.example')).toEqual([['renderbus', '*.renderbus.example']]);
  expect(owner('avica.localhost')).toEqual([['avica', undefined]]);
  expect(owner('nowhere.example')).toEqual([]);
});

test('paths are written as one would read them', () => {
  expect(pathText(['codes', 'Account.Locked', 'links', 0, 'id'])).toBe('codes["Account.Locked"].links[0].id');
});

test('columns stand under each other, East Asian text included', () => {
  const wide = String.fromCodePoint(0x4e2d, 0x6587);
  const text = formatExplained([
    { path: 'a', value: wide, origin: 'x.json:1', says: [] },
    { path: 'abc', value: 'abcd', origin: 'y.json:2', says: [] },
  ]);
  expect(text).toBe(`a    "${wide}"  x.json:1\nabc  "abcd"  y.json:2`);
});
