import { decide, type Facts, holds } from '../../src/engine/condition.ts';
import type { Condition } from '../../src/generated/config.ts';

const facts: Facts = {
  field: (id) => ({ phone: '+861', software: ['maya', 'nuke'], empty: '', list: [] as string[] })[id],
  flag: (name) => ({ voiceOffered: true, off: false })[name],
  offer: (name) => name === 'phoneSignIn',
  flow: (name) => ({ proof: 'p', count: 3 })[name],
  stored: (key) => (key === 'language' ? 'zh' : undefined),
  line: (property) => ({ zone: 'domestic', wording: 'masked', language: 'en', providers: ['one', 'two'] })[property],
  query: (name) =>
    name === 'business' ? 'sso-bridge' : name === 'source_url' ? 'https://www.one.example/x' : undefined,
  visit: (fact) => fact === 'opened',
  listed: (address) => address === 'https://www.one.example/x',
};

const table: readonly [Condition | undefined, boolean][] = [
  [undefined, true],
  [{ field: 'phone' }, true],
  [{ field: 'missing' }, false],
  [{ line: 'providers', is: 'two' }, true],
  [{ line: 'providers', is: 'three' }, false],
  [{ field: 'empty' }, false],
  [{ field: 'list' }, false],
  [{ field: 'empty', present: false }, true],
  [{ field: 'phone', present: true }, true],
  [{ field: 'software', is: 'maya' }, true],
  [{ field: 'software', in: ['katana', 'nuke'] }, true],
  [{ field: 'software', is: 'katana' }, false],
  [{ flag: 'voiceOffered' }, true],
  [{ flag: 'off' }, false],
  [{ flag: 'off', is: false }, true],
  [{ offer: 'phoneSignIn' }, true],
  [{ offer: 'miniProgram' }, false],
  [{ flow: 'count', is: 3 }, true],
  [{ flow: 'count', is: '3' as never }, false],
  [{ stored: 'language', in: ['zh', 'en'] }, true],
  [{ line: 'zone', is: 'overseas' }, false],
  [{ query: 'business', is: 'sso-bridge' }, true],
  [{ query: 'business', in: ['wechat', 'qq'] }, false],
  [{ query: 'token' }, false],
  [{ query: 'token', present: false }, true],
  [{ visit: 'opened' }, true],
  [{ visit: 'opened', is: false }, false],
  [{ query: 'source_url', listed: true }, true],
  [{ query: 'business', listed: true }, false],
  [{ query: 'business', listed: false }, true],
  [{ query: 'missing', listed: true }, false],
  [{ all: [{ flow: 'proof' }, { flag: 'off' }] }, false],
  [{ any: [{ flow: 'proof' }, { flag: 'off' }] }, true],
  [{ not: { flag: 'off' } }, true],
  [{ all: [{ any: [{ flag: 'off' }, { flow: 'proof' }] }, { not: { field: 'missing' } }] }, true],
];

test.each(table)('%j holds: %s', (condition, expected) => {
  expect(holds(condition, facts)).toBe(expected);
});

const decided: readonly [Condition | undefined, unknown][] = [
  [undefined, true],
  [{ offer: 'phoneSignIn' }, true],
  [{ offer: 'miniProgram' }, false],
  [{ offer: 'miniProgram', present: false }, true],
  [{ not: { offer: 'miniProgram' } }, true],
  [{ line: 'zone', is: 'domestic' }, true],
  [{ flow: 'proof' }, { flow: 'proof' }],
  [{ all: [{ offer: 'phoneSignIn' }, { flow: 'proof' }] }, { all: [{ flow: 'proof' }] }],
  [{ all: [{ offer: 'miniProgram' }, { flow: 'proof' }] }, false],
  [{ any: [{ offer: 'miniProgram' }, { flow: 'proof' }] }, { any: [{ flow: 'proof' }] }],
  [{ any: [{ offer: 'phoneSignIn' }, { flow: 'proof' }] }, true],
  [{ any: [{ offer: 'miniProgram' }] }, false],
];

test.each(decided)('%j is decided by the line as %j', (condition, expected) => {
  expect(decide(condition, facts)).toEqual(expected);
});
