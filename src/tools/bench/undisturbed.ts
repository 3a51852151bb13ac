/**
 * A Chromium that nobody looks into: driven over a pipe by the few commands that a cold load takes. Playwright enables the
 * debugger's part in every page; the browser then goes over a whole script again for the errors that React keeps ready,
 * which costs a page the more the larger its script is, and no visitor anything.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { findBrowser, switches } from '../browser.ts';

/** Milliseconds until a command must be answered. */
const PATIENCE = 30_000;

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Sends one command of the DevTools protocol, to the browser or to the session of a page. */
export type Send = <T = unknown>(method: string, params?: object, sessionId?: string) => Promise<T>;

export interface Undisturbed {
  readonly send: Send;
  close(): Promise<void>;
}

/** The protocol over a pipe: JSON texts, each followed by a zero byte. */
function talk(child: ChildProcess): Send {
  const [, , , down, up] = child.stdio as unknown as [unknown, unknown, unknown, Writable, Readable];
  const waiting = new Map<number, (answer: Answer) => void>();
  let count = 0;
  let rest = '';
  up.setEncoding('utf8').on('data', (text: string) => {
    const texts = (rest + text).split('\0');
    rest = texts.pop() ?? '';
    for (const each of texts) {
      const answer = JSON.parse(each) as Answer;
      if (answer.id === undefined) continue;
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
    }
  });
  return <T>(method: string, params: object = {}, sessionId?: string) => {
    count += 1;
    const id = count;
    return new Promise<T>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`The browser did not answer ${method}.`)), PATIENCE);
      waiting.set(id, ({ result, error }) => {
        clearTimeout(late);
        if (error === undefined) resolve(result as T);
        else reject(new Error(`${method}: ${error.message}`));
      });
      down.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  };
}

/** Starts one, with an empty profile of its own. */
export async function launchUndisturbed(args: readonly string[]): Promise<Undisturbed> {
  const profile = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
  const child = spawn(
    await findBrowser(),
    ['--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`, ...switches, ...args],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const send = talk(child);
  return {
    send,
    async close() {
      await send('Browser.close').catch(() => child.kill('SIGKILL'));
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
