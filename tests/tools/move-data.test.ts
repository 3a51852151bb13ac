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
