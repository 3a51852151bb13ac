import { bindBody, bindHeaders, bindKeeps, bindSaves, bindValue, type Sources } from '../../src/engine/bind.ts';
import type { LineFacts, PageCall, PageValue } from '../../src/engine/pack.ts';

const line = {
  id: 7,
  name: 'one',
  zone: 'domestic',
  channel: 2,
  platform: 3,
  biz: 'from-line',
  accessId: 'id-of-line',
  redirects: { origins: [], homeUrl: '/console' },
  passwordDigest: 'none',
  passwordSalt: 'salt',
} as unknown as LineFacts;

const values: Readonly<Record<string, unknown>> = {
  name: '  Mei ',
  password: ' a b ',
  type: 'still',
  agreed: true,
  empty: '',
  unknownType: 'nobody',
};

const sources: Sources = {
  field: (id) => values[id],
  flow: (name) => ({ proof: 'p1', zero: 0 })[name],
  query: (name) => ({ token: 't1' })[name],
  stored: (key) => ({ biz: 'from-store', platform: '9' })[key],
  line,
  language: 'en',
  enums: { businessType: { still: 0 }, languageFlag: { zh: 0, en: 1 } },
};

test.each<[PageValue, unknown]>([
  [{ const: 1 }, 1],
  [{ field: 'name' }, '  Mei '],
  [{ field: 'name', through: 'trim' }, 'Mei'],
  [{ field: 'name', through: 'lower-case' }, '  mei '],
  [{ field: 'password', through: 'password-digest' }, ' a b '],
  [{ field: 'empty', through: 'password-digest' }, undefined],
  [{ field: 'agreed', through: 'trim' }, true],
  [{ field: 'missing' }, undefined],
  [{ flow: 'proof' }, 'p1'],
  [{ flow: 'proof', or: 'p0' }, 'p1'],
  [{ flow: 'none', or: 'p0' }, 'p0'],
  [{ flow: 'zero', or: 'p0' }, 0],
  [{ flow: 'zero' }, 0],
  [{ query: 'token' }, 't1'],
  [{ stored: 'biz' }, 'from-store'],
  [{ enum: 'businessType', field: 'type' }, 0],
  [{ enum: 'businessType', field: 'missing' }, undefined],
  [{ enum: 'businessType', field: 'empty' }, undefined],
  [{ line: 'id' }, 7],
  [{ line: 'language' }, 'en'],
  [{ line: 'homeUrl' }, '/console'],
  // The service may replace these two for the visit; a stored key that merely has a property's name does not.
  [{ line: 'biz' }, 'from-store'],
  [{ line: 'accessId' }, 'id-of-line'],
  [{ line: 'platform' }, 3],
  [{ captcha: 'ticket' }, undefined],
])('%j is %j', async (value, expected) => {
  expect(await bindValue(value, sources)).toEqual(expected);
});

test('an enumeration without that name is a loud failure', async () => {
  await expect(bindValue({ enum: 'businessType', field: 'unknownType' }, sources)).rejects.toThrow('nobody');
});

const call: PageCall = {
  method: 'POST',
  path: '/x',
  headers: ['a', 'b'],
  body: { name: { field: 'name' }, note: { field: 'empty' }, proof: { flow: 'none' }, ticket: { captcha: 'ticket' } },
  optional: ['note', 'ticket'],
  keeps: { proof: 'proof', left: 'missing' },
  saves: {
    key: 'userKey',
    all: { join: ['userKey', 'channel'], with: '|' },
    part: { join: ['userKey', 'none'], with: '|' },
  },
};

test('a body leaves out what is absent, and what is optional and empty', async () => {
  expect(await bindBody(call, undefined, sources)).toEqual({ name: '  Mei ' });
});

test('given properties win over those of the call', async () => {
  const captcha = { ticket: 'k', randstr: 'r', captchaAppId: 'c' };
  expect(await bindBody(call, { name: { const: 'other' } }, { ...sources, captcha })).toEqual({
    name: 'other',
    ticket: 'k',
  });
});

test('header sets merge in order, as text', async () => {
  const sets = {
    a: { biz: { line: 'biz' }, id: { const: 1 } },
    b: { id: { const: 2 }, gone: { flow: 'none' } },
  } as const;
  const headers = await bindHeaders(call.headers ?? [], sets, sources);
  expect(headers).toEqual({ languageFlag: '1', biz: 'from-store', id: '2' });
});

test('every call says the language of its page, whatever its headers', async () => {
  expect(await bindHeaders([], {}, sources)).toEqual({ languageFlag: '1' });
  expect(await bindHeaders([], {}, { ...sources, language: 'zh' })).toEqual({ languageFlag: '0' });
  expect(await bindHeaders([], {}, { ...sources, language: 'tlh' })).toEqual({});
});

test('saves and keeps take what the answer has', () => {
  const data = { userKey: 'k', channel: 2, proof: 'p' };
  expect(bindSaves(call, data)).toEqual({ key: 'k', all: 'k|2' });
  expect(bindKeeps(call, data)).toEqual({ proof: 'p' });
});
