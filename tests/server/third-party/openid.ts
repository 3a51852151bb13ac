/** The independent OpenID provider, and a browser without a screen that signs in there. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../../src/tools/free-port.ts';

export interface OpenId {
  readonly issuer: string;
  stop(): Promise<void>;
}

/** @param privateKey PEM of the key that signs client secrets */
export async function openId(privateKey: string, port?: number, ...more: readonly 'conforms'[]): Promise<OpenId> {
  const at = port ?? (await freePort());
  const program = join(__dirname, 'openid-program.mjs');
  // Its own warnings of development settings are of no use here.
  const child: ChildProcess = spawn(process.execPath, ['--no-warnings', program, String(at), privateKey, ...more], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((done, fail) => {
    child.stdout?.on('data', (chunk: Buffer) => chunk.toString().includes('ready') && done());
    child.once('exit', () => fail(new Error('The OpenID provider ended.')));
  });
  return {
    issuer: `http://127.0.0.1:${at}`,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Goes from the authorization address over its login and consent to what is sent to the callback: the parameters there. */
export async function signInAt(address: string, login: string): Promise<Readonly<Record<string, string>>> {
  const jar = new Map<string, string>();
  let next: URL = new URL(address);
  let form: URLSearchParams | undefined;
  for (let hop = 0; hop < 20; hop++) {
    const response: Response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    form = undefined;
    const location = response.headers.get('location');
    if (location !== null) {
      next = new URL(location, next);
      if (next.host === 'line.example') return Object.fromEntries(next.searchParams);
      continue;
    }
    const html = await response.text();
    const [, action = ''] = /<form[^>]*action="([^"]+)"/.exec(html) ?? [];
    const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const values = Object.fromEntries(fields.map(([, name, value]) => [name, value]));
    if (action === '') throw new Error(`HTTP ${response.status} at ${next.pathname}: ${html.slice(0, 500)}`);
    if (new URL(action, next).host === 'line.example') return values;
    next = new URL(action, next);
    form = new URLSearchParams({ ...values, login, password: 'any' });
  }
  throw new Error('Too many hops.');
}
