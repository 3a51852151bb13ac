/** A company's own lines move to today's grammar: what they say stays the same, and a second run finds nothing to do. */
import { checkSources } from '../../src/tools/check.ts';
import { overlay, type Sources } from '../../src/tools/load.ts';
import { moveData } from '../../src/tools/move-data.ts';
import { resolveAll } from '../../src/tools/resolve.ts';
import { fixtureData } from '../schemas/fixture.ts';

/** Calls of a line as it was written before. */
const CALLS = {
  $schema: '../../schemas/layers/calls.json',
  headers: { sso: { accessId: { line: 'accessId' }, biz: { const: 'aurora' } } },
  calls: {
    'send-active-link': {
      method: 'POST',
      body: { email: { field: 'email', through: 'trim' }, ticket: { captcha: 'ticket' } },
      optional: ['ticket', 'randstr', 'captchaAppId'],
      fails: { add: ['Forbidden', 'Account.Locked'] },
    },
    'check-email-token': {
      body: { token: { query: 'token' } },
      keeps: { proof: 'proof', email: 'email', contact: 'contact' },
      fails: ['InvalidParameter', 'Account.Token.Expired', 'InternalError', 'Account.Email.Actived'],
    },
    activation: { fails: ['InvalidParameter', 'EmptyParameter'] },
  },
};

const MOVED_CALLS = {
  $schema: '../../schemas/layers/calls.json',
  headers: { sso: { accessId: 'line', biz: { const: 'aurora' } } },
  calls: {
    'send-active-link': {
      body: { email: { field: 'email', through: 'trim' } },
      fails: { add: ['Account.Locked'] },
    },
    'check-email-token': {
      body: { token: 'query' },
      keeps: { proof: true, email: true, contact: true },
      fails: ['Account.Token.Expired', 'Account.Email.Actived'],
    },
    activation: {},
  },
};

const NEXT = 'then';
const ENDS = { on: '602', [NEXT]: 'ended' };

/** Events of a line as they were written before. */
const FLOW = {
  $schema: '../../schemas/layers/flow.json',
  screens: {
    're-activate': {
      send: { with: { email: { field: 'email' } }, outcomes: { change: { ok: { if: { flow: 'proof' } } } } },
      load: {
        call: 'session',
        outcomes: [
          {
            on: 'ok',
            if: { stored: 'userId' },
            keeps: { email: { const: '' } },
            do: [{ action: 'sign-out' }],
            go: { screen: 'sign-in' },
          },
          { on: 'otherwise', stay: true },
        ],
      },
    },
    console: {
      sessions: { outcomes: [ENDS, { on: 'otherwise', stay: true }] },
      'end-others': { outcomes: [ENDS, { on: 'otherwise', stay: true }] },
      'third-links': {
        outcomes: [
          { on: 'ok', do: [{ action: 'start-countdown', timer: 'resend' }, { action: 'sign-out' }], stay: true },
          { on: ['602', '603'], do: [{ action: 'sign-out' }], go: { screen: 'sign-in', says: 'signed-out' } },
        ],
      },
    },
  },
};

const MOVED_FLOW = {
  $schema: '../../schemas/layers/flow.json',
  screens: {
    're-activate': {
      send: { body: { email: 'field' }, outcomes: { change: { ok: { when: { flow: 'proof' } } } } },
      load: {
        call: 'session',
        outcomes: [{ on: 'ok', when: { stored: 'userId' }, keeps: { email: '' }, do: 'sign-out', go: 'sign-in' }],
      },
    },
    console: {
      sessions: {},
      // What the layer below says is deleted.
      'end-others': { outcomes: null },
      'third-links': {
        outcomes: [
          { on: 'ok', do: { 'start-countdown': 'resend', 'sign-out': true } },
          { on: ['602', '603'], do: 'sign-out', go: { screen: 'sign-in', says: 'signed-out' } },
        ],
      },
    },
  },
};

test('a flow says what it said, in the words and short forms of today', () => {
  const files = { 'lines/aurora/flow.json': FLOW };
  const moved = moveData(withFiles(files));
  expect(JSON.parse(moved['lines/aurora/flow.json'] ?? '')).toEqual(MOVED_FLOW);
  expect(moveData(overlay(withFiles(files), moved))).toEqual({});
});

test('what several screens of a line have alike stands once, and each has it still', () => {
  const event = {
    call: 'session',
    quiet: true,
    outcomes: [
      { on: 'ok', where: { securityRisk: true }, go: { screen: 'sign-in' } },
      { on: 'otherwise', stay: true },
    ],
  };
  const screens = { 're-activate': { load: event }, 'forgot-password': { load: event } };
  const before = withFiles({ 'lines/aurora/flow.json': { $schema: '../../schemas/layers/flow.json', screens } });
  const after = overlay(before, moveData(before));
  expect(JSON.parse(after.files.get('lines/aurora/flow.json')?.text ?? '')).toMatchObject({
    events: { load: { call: 'session' } },
    screens: { 're-activate': { load: 'load' }, 'forgot-password': { load: 'load' } },
  });
  expect(checkSources(after)).toEqual([]);
  const { screens: whole } = resolveAll(after).lines.aurora?.flow ?? {};
  expect(whole?.['re-activate']?.load).toEqual(whole?.['forgot-password']?.load);
  expect(whole?.['re-activate']?.load?.outcomes).toEqual([
    { on: 'ok', where: { securityRisk: true }, go: { screen: 'sign-in' } },
    { on: 'otherwise', stay: true },
  ]);
});

let data: Sources;
beforeAll(async () => {
  data = await fixtureData();
});

const withFiles = (files: Readonly<Record<string, unknown>>): Sources =>
  overlay(data, Object.fromEntries(Object.entries(files).map(([file, value]) => [file, JSON.stringify(value)])));

test('calls of a line say what they said, shorter, and nothing else moves', () => {
  const moved = moveData(withFiles({ 'lines/aurora/calls.json': CALLS }));
  expect(Object.keys(moved)).toEqual(['lines/aurora/calls.json']);
  expect(JSON.parse(moved['lines/aurora/calls.json'] ?? '')).toEqual(MOVED_CALLS);
});

test('what was moved is sound, means the same and is moved no further', () => {
  const before = withFiles({ 'lines/aurora/calls.json': CALLS });
  const after = overlay(before, moveData(before));
  expect(checkSources(after)).toEqual([]);
  expect(moveData(after)).toEqual({});
  const { calls } = resolveAll(after).lines.aurora?.calls ?? {};
  expect(calls?.['send-active-link']).toMatchObject({
    method: 'POST',
    body: { email: { field: 'email', through: 'trim' }, ticket: { captcha: 'ticket' } },
    optional: ['ticket', 'randstr', 'captchaAppId'],
    fails: expect.arrayContaining(['Forbidden', 'Account.Locked']),
  });
});
