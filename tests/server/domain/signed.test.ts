/** What we sign, and others show us again: anything else is refused, whatever characters it is made of. */
import { makeProof, readProof } from '../../../src/server/codes/proofs.ts';
import { deviceFor, deviceOf } from '../../../src/server/sessions/devices.ts';
import { newFlow } from '../../../src/server/sessions/flow.ts';
import type { CallContext, Sql } from '../../../src/server/types.ts';
import { isSigned } from '../../../src/server/vendors/wechat/push.ts';
import { testKeys } from './world.ts';

const keys = testKeys();
const jar = new Map<string, string>([['flow', newFlow(keys, 'domestic')]]);
const context = {
  keys,
  zone: 'domestic',
  line: { name: 'some-line', line: { limits: { proofMinutes: 30 } } },
  cookies: {
    get: (name: string) => jar.get(name),
    set: (name: string, value: string) => void jar.set(name, value),
    clear: (name: string) => void jar.delete(name),
  },
} as unknown as CallContext;
const sql = { query: async () => [{ until: 2000000000 }] } as unknown as Sql;

/** The same but for its last part: as long as it was, in characters or in bytes. */
const changed = (text: string, at: string): [what: string, text: string][] => {
  const cut = text.lastIndexOf(at) + 1;
  const [kept, value] = [text.slice(0, cut), text.slice(cut)];
  return [
    ['another letter', `${kept}${value.slice(0, -1)}${value.endsWith('a') ? 'b' : 'a'}`],
    ['other characters, as many', kept + 'é'.repeat(value.length)],
    ['other characters, as many bytes', `${kept}${value.slice(0, -2)}é`],
    ['a shorter one', text.slice(0, -1)],
    ['a longer one', `${text}a`],
  ];
};

test('a proof is read, and nothing like it', async () => {
  const proof = await makeProof(sql, context, 'code', '00000000-0000-4000-8000-000000000000');
  expect(readProof(context, proof)).toMatchObject({ kind: 'code', until: 2000000000 });
  for (const [what, other] of changed(proof, '.')) expect([what, readProof(context, other)]).toEqual([what, undefined]);
});

test('the cookie of a device is known, and nothing like it', () => {
  const made = deviceFor(context);
  made.remember();
  expect(deviceOf(context)).toBe(made.digest);
  for (const [what, other] of changed(jar.get('device') ?? '', '.')) {
    jar.set('device', other);
    expect([what, deviceOf(context)]).toEqual([what, undefined]);
  }
});

test('a push that WeChat signed is known, and nothing like it', () => {
  // sha1 of "1700000000", "nonce" and "token", sorted and joined.
  const signed = { signature: 'bf37e74fc61ce5974ce58c68e55130b79b2578b9', timestamp: '1700000000', nonce: 'nonce' };
  expect(isSigned('token', signed)).toBe(true);
  for (const [what, signature] of changed(`.${signed.signature}`, '.'))
    expect([what, isSigned('token', { ...signed, signature: signature.slice(1) })]).toEqual([what, false]);
});
