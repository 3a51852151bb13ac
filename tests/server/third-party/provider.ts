/** A provider as bad as a test wants it: a real HTTP server that answers each path as told, and remembers what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Expected, type Identity, type Start, ThirdPartyError } from '../../../src/server/ports/identity.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An answer: status, content type and body; or whatever a function does with the response. */
export type Reply =
  | { readonly status?: number; readonly type?: string; readonly body: string | object }
  | ((response: ServerResponse, asked: Asked) => void);

export interface Provider {
  readonly base: string;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

/** @param replies by path; where a list is given, one after another, the last one for good */
export async function provider(replies: Readonly<Record<string, Reply | readonly Reply[]>>): Promise<Provider> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const before = asked.filter(({ path }) => path === url.pathname).length;
      const question: Asked = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      asked.push(question);
      const found = replies[url.pathname];
      const reply = Array.isArray(found) ? found[Math.min(before, found.length - 1)] : (found as Reply | undefined);
      if (!reply) return void response.writeHead(404).end('no such path');
      if (typeof reply === 'function') return reply(response, question);
      const { status = 200, type = 'application/json', body } = reply;
      response.writeHead(status, { 'content-type': type });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** What each test keeps out of messages. */
export const SECRET = 'canary-secret-4711';
export const CODE = 'canary-code-0815';
export const STATE = 'S'.repeat(43);

export const START: Start = {
  state: STATE,
  nonce: 'N'.repeat(43),
  codeChallenge: 'C'.repeat(43),
  redirectUri: 'https://line.example/sso/oauth-callback/it',
  way: 'redirect',
  language: 'zh',
};

export const EXPECTED: Expected = {
  nonce: START.nonce,
  codeVerifier: 'V'.repeat(43),
  redirectUri: START.redirectUri,
};

/** The fault that an exchange ends in, once sure that its message tells no secret. */
export async function faultOf(identified: Promise<Identity>): Promise<string> {
  try {
    await identified;
  } catch (error) {
    if (!(error instanceof ThirdPartyError)) throw error;
    const told = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause ?? '')}`;
    expect(told).not.toMatch(/canary|127\.0\.0\.1/);
    return error.fault;
  }
  return 'none';
}
