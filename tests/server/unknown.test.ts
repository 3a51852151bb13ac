/** Over the wire, whoever has an account and nobody are answered alike: status, headers, code, data and length. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, Caller, networkAddressOf } from '../../src/tools/bench/caller.ts';
import { digestFor, targetOf } from '../../src/tools/bench/calls.ts';
import { currentRelease, lineOf } from '../../src/tools/bench/release.ts';
import { type RunningServer, startServer } from '../../src/tools/bench/server-process.ts';
import { freePort } from '../../src/tools/free-port.ts';

let folder: string;
let port: number;
let server: RunningServer;
let visitors = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-unknown-'));
  port = await freePort();
  server = await startServer({ port, dataDir: join(folder, 'data') });
}, 180000);

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What differs from one answer to the next, whoever asks. */
const PASSING = ['date', 'x-request-id', 'set-cookie'];

/** An answer without what it repeats of the question; waits to the nearest ten seconds, since a second may pass. */
const seen = ({ status, headers, code, data }: Answer, name: string): unknown => {
  const tens = (seconds: unknown): number => Math.round(Number(seconds) / 10);
  const kept = Object.entries(headers).filter(([header]) => !PASSING.includes(header));
  return {
    status,
    headers: kept.map(([header, value]) => [header, header === 'retry-after' ? tens(value) : value]),
    code,
    data: Object.entries(data).map(([key, value]) => [
      key,
      key === 'seconds' ? tens(value) : value === name ? 'name' : value,
    ]),
  };
};

interface Attempt {
  readonly line: string;
  readonly call: string;
  readonly known: string;
  readonly nobody: string;
  /** The call's body for a name. */
  body(name: string, digest: string): object;
}

const password = (loginName: string, digest: string): object => ({
  loginName,
  password: digest,
  accountType: 1,
  autoLogin: false,
});

const ATTEMPTS: readonly Attempt[] = ['renderbus', 'foxrenderfarm'].flatMap((line): Attempt[] => {
  const mail = `master@${line}.example`;
  const nobodysMail = `nobody@${line}.example`;
  const names: [string, string][] = [
    ['foyer_master', 'foyer_nobody'],
    [mail, nobodysMail],
    ...(line === 'renderbus' ? [['13800138000', '13900139000'] as [string, string]] : []),
  ];
  return [
    ...names.flatMap(([known, nobody]): Attempt[] => [
      { line, call: 'sign-in', known, nobody, body: password },
      { line, call: 'login-fail-cache', known, nobody, body: (loginName) => ({ loginName }) },
    ]),
    { line, call: 'send-reset-link', known: mail, nobody: nobodysMail, body: (email) => ({ email }) },
    { line, call: 'send-active-link', known: mail, nobody: nobodysMail, body: (email) => ({ email }) },
    {
      line,
      call: 'send-verify-code',
      known: '+8613800138000',
      nobody: '+8613900139000',
      body: (phone) => ({ phone, purpose: 'forgetpassword', channel: 1 }),
    },
  ];
});

test.each(ATTEMPTS)('$line, $call: $known and $nobody', async ({ line, call, known, nobody, body }) => {
  const release = lineOf(currentRelease(), line);
  const target = targetOf(release);
  const digest = await digestFor(target, 'Wrong2026a');
  const path = release.calls[call]?.path ?? '';
  const ask = async (name: string): Promise<unknown[]> => {
    visitors += 1;
    const caller = new Caller({ port, line, address: networkAddressOf(0x4000 + visitors) });
    await caller.get(target.page);
    // The second one asks for more: a wait, a captcha.
    const post = async (): Promise<unknown> => seen(await caller.post(path, body(name, digest)), name);
    return [await post(), await post()];
  };
  const answers = await ask(nobody);
  expect(await ask(known)).toEqual(answers);
  expect(JSON.stringify(answers)).not.toMatch(/"status":(404|5\d\d)/);
});
