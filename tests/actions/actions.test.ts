import { actions } from '../../src/actions/actions.ts';
import { leaveFor } from '../../src/actions/leave.ts';
import type { ActionContext } from '../../src/actions/types.ts';
import { createMemoryWorld } from '../../src/browser/world.ts';
import type { LineFacts } from '../../src/engine/pack.ts';
import type { ActionName } from '../../src/generated/config.ts';

const stored = {
  keys: {
    source_url: { where: ['session' as const], query: 'source_url' },
    userKey: { where: ['local' as const] },
    raySyncUserKey: { where: ['local' as const, 'session' as const], person: true as const },
    other: { where: ['local' as const] },
  },
};

function setUp({ source = '', opened = false } = {}) {
  const world = createMemoryWorld({ keys: stored.keys, address: '/sso', now: 5_000, opened });
  const told: unknown[] = [];
  const tell =
    (name: string) =>
    (...values: unknown[]): void =>
      void told.push([name, ...values]);
  const context: ActionContext = {
    line: {
      name: 'one',
      limits: { resendSeconds: 60 },
      redirects: { origins: ['https://www.one.example'], homeUrl: '/console' },
      otherZone: { line: 'two', url: 'https://www.two.example/in' },
    } as unknown as LineFacts,
    stored,
    timers: { resend: { limit: 'resendSeconds', stored: true } },
    store: world.store,
    clock: world.clock,
    location: world.location,
    opener: world.opener,
    windows: world.windows,
    query: (name) => (name === 'source_url' && source !== '' ? source : undefined),
    startTimer: tell('startTimer'),
    selectForm: tell('selectForm'),
    focusField: tell('focusField'),
    forgetFields: tell('forgetFields'),
    fillFields: tell('fillFields'),
    forgetFlow: tell('forgetFlow'),
    forgetVisit: tell('forgetVisit'),
  };
  return { world, context, told };
}

const run = (name: ActionName, args: object, context: ActionContext): void =>
  actions[name]({ action: name, ...args }, context);

test.each<[ActionName, object, unknown[]]>([
  ['start-countdown', { timer: 'resend' }, ['startTimer', 'resend', 65_000]],
  ['set-form', { form: 'code' }, ['selectForm', 'code']],
  ['focus-field', { field: 'code' }, ['focusField', 'code']],
  ['forget-fields', { fields: ['password'] }, ['forgetFields', ['password']]],
  ['sign-out', {}, ['forgetVisit']],
  ['forget-visit', {}, ['forgetVisit']],
])('%s with %j does %j', (name, args, expected) => {
  const { context, told } = setUp();
  run(name, args, context);
  expect(told).toEqual([expected]);
});

test.each<[ActionName, object]>([
  ['start-countdown', {}],
  ['start-countdown', { timer: 'unknown' }],
  ['set-form', {}],
  ['focus-field', {}],
  ['forget-fields', {}],
  ['clear-stored', {}],
])('%s without what it needs (%j) is a loud failure', (name, args) => {
  expect(() => run(name, args, setUp().context)).toThrow();
});

test('stored keys are cleared, the others stay; signing out clears those that are a person’s', () => {
  const { world, context } = setUp();
  world.store.write('userKey', 'k');
  world.store.write('other', 'o');
  run('clear-stored', { keys: ['userKey'] }, context);
  expect([world.store.read('userKey'), world.store.read('other')]).toEqual([undefined, 'o']);
  world.store.write('raySyncUserKey', 'r');
  run('sign-out', {}, context);
  expect([world.store.read('raySyncUserKey'), world.store.read('other')]).toEqual([undefined, 'o']);
});

test('leaving goes where the visitor came from when the line allows it, else home', () => {
  const { world, context } = setUp();
  world.store.write('source_url', 'https://www.one.example/jobs');
  leaveFor('source-or-home', context);
  world.store.write('source_url', 'https://evil.example/');
  leaveFor('source-or-home', context);
  leaveFor('home', context);
  expect(world.location.left).toEqual([
    'https://www.one.example/jobs',
    'https://line.example/console',
    'https://line.example/console',
  ]);
});

test('leaving for the other zone takes the address of the line itself, and nothing where the line has none', () => {
  const { world, context } = setUp({ source: 'https://evil.example' });
  leaveFor('other-zone', context);
  expect(world.location.left).toEqual(['https://www.two.example/in']);
  const { otherZone: _, ...line } = context.line;
  leaveFor('other-zone', { ...context, line: line as LineFacts });
  expect(world.location.left).toHaveLength(1);
});

test('the opener hears the state and the stored values, at the exact origin that the address names', () => {
  const { world, context } = setUp({ source: 'https://www.one.example/jobs?x=1', opened: true });
  world.store.write('userKey', 'k1');
  run('tell-opener', { message: 'signed-in', keys: ['userKey', 'other'] }, context);
  expect(world.opener.told).toEqual([
    {
      origin: 'https://www.one.example',
      message: { type: 'foyer:session', version: 1, line: 'one', state: 'signed-in', values: { userKey: 'k1' } },
    },
  ]);
});

test.each(['', 'https://evil.example', 'https://www.one.example.evil.example', 'http://www.one.example', '*', 'null'])(
  'nobody hears anything for %j',
  (source) => {
    const { world, context } = setUp({ source, opened: true });
    run('tell-opener', { message: 'signed-in', keys: ['userKey'] }, context);
    expect(world.opener.told).toEqual([]);
  },
);

test('the window that this page opened is closed, and this very window', async () => {
  const { context, world } = setUp();
  const closed: string[] = [];
  const windows = { ...(await world.windows.get()), close: () => void closed.push('popup') };
  run('close-popup', {}, { ...context, windows: { now: () => windows, get: async () => windows } });
  run('close-popup', {}, { ...context, windows: { now: () => undefined, get: async () => windows } });
  run('close-window', {}, context);
  expect([closed, world.location.closed]).toEqual([['popup'], true]);
});
