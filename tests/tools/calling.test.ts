/** The examples of `docs/calling.md` work as they stand there: what it says of digests and captchas is what the engine and the solver do. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { digestPassword, thirds } from '../../src/engine/digest.ts';
import { loadData } from '../../src/tools/load.ts';
import { resolveAll } from '../../src/tools/resolve.ts';

const page = readFileSync('docs/calling.md', 'utf8');
const SALT = /With the salt `([^`]+)`/.exec(page)?.[1] ?? '';
const EXAMPLES = [...page.matchAll(/^\| `([^`]+)` \| `([^`]+)`, `([^`]+)`, `([^`]+)` \| `([0-9a-f]{64})` \|$/gm)];

/** A function of the page, made from the text of its example. */
function example<Made>(name: string): Made {
  const text = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  const code = text.find((each) => each.includes(`function ${name}(`));
  if (code === undefined) throw new Error(`No example ${name}.`);
  return runInNewContext(`${code}\n${name}`, { crypto, TextEncoder, btoa }) as Made;
}

describe('digesting a password', () => {
  test('there are examples, with the salt and the way of every line', async () => {
    expect(EXAMPLES.length).toBeGreaterThanOrEqual(2);
    for (const { line } of Object.values(resolveAll(await loadData('.')).lines))
      expect([line.passwordSalt, line.passwordDigest]).toEqual([SALT, 'thirds-salted-sha256']);
  });

  test.each(EXAMPLES.map(([, ...cells]) => cells))(
    '%s is digested as it says',
    async (password, one, two, three, digest) => {
      expect(thirds(password)).toEqual([one, two, three]);
      expect(await digestPassword('thirds-salted-sha256', SALT, password)).toBe(digest);
      expect(await digestPassword('thirds-salted-sha256', SALT, password.normalize('NFD'))).toBe(digest);
    },
  );

  test('its code does what the engine does', async () => {
    const digest = example<(salt: string, password: string) => Promise<string>>('digest');
    for (const password of [...EXAMPLES.map(([, password = '']) => password), 'a', '', '😀Aa1😀', 'Zoe\u03082026'])
      expect(await digest(SALT, password)).toBe(await digestPassword('thirds-salted-sha256', SALT, password));
  });
});

test('the code that solves the captcha gives a ticket that passes', async () => {
  const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'another' };
  const data = { line: 'renderbus', until: 1 };
  const made = { algorithm: 'PBKDF2/SHA-256', cost: 5, counter: 97, deriveKey, data, ...secrets } as const;
  const challenge = await createChallenge(made);
  const solve = example<(answer: object) => Promise<Record<string, string>>>('solve');
  const { ticket = '', randstr, captchaAppId } = await solve({ challenge, captchaAppId: 'foyer-built-in' });
  expect([randstr, captchaAppId]).toEqual([challenge.parameters.nonce, 'foyer-built-in']);
  const payload = JSON.parse(Buffer.from(ticket, 'base64').toString());
  expect(await verifySolution({ ...payload, deriveKey, ...secrets })).toMatchObject({ verified: true });
});
